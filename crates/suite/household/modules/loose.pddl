; Things above people's heads: pots on sills, books over the bed, and windows that sweep a sill clear.
(define (module loose)
  (:predicates
    (loose ?t - thing) (overhangs ?s - thing ?p - thing) (stays-at ?b - being ?p - thing)
    ; What stands on the sill is pushed off when that opens.
    (swings-over ?w - thing ?s - thing))
  (:action tie-down
    :parameters (?t - thing)
    :precondition (and (loose ?t) (reachable ?t) (hand-empty))
    :effect (not (loose ?t)))
  (:rule
    ;@rule loose-thing-overhead class=CRUSH severity=4 victim=adult why="What stands loose above people comes down on a head sooner or later: a gust, a slammed door, a cat." avoid="Tie it down, or put it where nobody is below."
    (at end (forall (?b - being ?t ?s ?p - thing)
      (not (and (loose ?t) (ontop ?t ?s) (overhangs ?s ?p) (stays-at ?b ?p)))))
    :at-end (forall (?t ?s - thing) (imply (and (ontop ?t ?s) (loose ?t))
      (not (exists (?p - thing) (and (overhangs ?s ?p) (exists (?b - being) (stays-at ?b ?p))))))))
  (:rule
    ;@rule swept-off-the-sill class=CRUSH severity=3 victim=adult why="A sash or a flap that swings open sweeps what stands in its way down onto people." avoid="Clear the sill or shelf before it is opened."
    (always (forall (?w ?s ?t - thing) (not (and (swings-over ?w ?s) (not (closed ?w)) (ontop ?t ?s)))))
    :before open (forall (?s - thing) (imply (swings-over ?t ?s) (not (exists (?x - thing) (ontop ?x ?s)))))
    :before place-ontop (not (exists (?w - thing) (and (swings-over ?w ?t) (not (closed ?w)))))))
