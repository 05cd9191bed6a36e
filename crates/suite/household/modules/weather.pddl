; Rain and frost, and what has to be shut or emptied before they come.
(define (module weather)
  (:needs water)
  (:predicates
    (rain-coming) (lets-rain-in ?w - thing)
    (frost-coming) (bursts-in-frost ?p - thing) (warms ?h - thing ?p - thing))
  (:rule
    ;@rule rain-comes-in class=WATER severity=2 victim=property why="One night's rain through an open skylight ruins the floor and the ceiling below it." avoid="Shut it before leaving."
    (at end (forall (?w - thing) (imply (and (rain-coming) (lets-rain-in ?w)) (closed ?w))))
    :at-end (imply (rain-coming) (not (exists (?w - thing) (and (lets-rain-in ?w) (not (closed ?w)))))))
  (:rule
    ;@rule pipe-left-full-in-frost class=WATER severity=3 victim=property why="Water that freezes in a pipe splits it, and when it thaws it runs for days." avoid="Let the water out, or leave a little heat on."
    (at end (forall (?p - thing) (imply (and (frost-coming) (bursts-in-frost ?p) (holds-water ?p))
      (exists (?h - thing) (and (warms ?h ?p) (switched-on ?h))))))
    :at-end (imply (frost-coming) (not (exists (?p - thing) (and (holds-water ?p) (bursts-in-frost ?p)
      (forall (?h - thing) (imply (warms ?h ?p) (not (switched-on ?h))))))))))
