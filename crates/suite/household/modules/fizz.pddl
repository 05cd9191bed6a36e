; Bottles and jars that hold pressure of their own: frozen, fermenting, shaken.
(define (module fizz)
  (:predicates
    (full-bottle ?t - thing) (icebox ?c - thing) (chilled ?t - thing)
    (fermenting ?t - thing) (warm-shelf ?p - thing)
    (shaken ?t - thing))
  (:action chill
    :parameters (?t - item ?c - thing)
    :precondition (and (icebox ?c) (inside ?t ?c) (reachable ?c))
    :effect (chilled ?t))
  (:action let-gas-out
    :parameters (?t - thing)
    :precondition (and (fermenting ?t) (reachable ?t) (hand-empty))
    :effect (not (fermenting ?t)))
  (:action let-settle
    :parameters (?t - thing)
    :precondition (and (shaken ?t) (reachable ?t))
    :effect (not (shaken ?t)))
  (:rule
    ;@rule full-bottle-left-in-icebox class=BLAST severity=2 victim=property why="What freezes swells, and a full bottle bursts and scatters glass over whoever opens the door." avoid="Take it out again as soon as it is cold."
    (at end (forall (?t ?c - thing) (not (and (full-bottle ?t) (icebox ?c) (inside ?t ?c)))))
    :at-end (forall (?c - thing) (imply (icebox ?c) (not (exists (?t - thing) (and (inside ?t ?c) (full-bottle ?t)))))))
  (:rule
    ;@rule fermenting-jar-in-the-warm class=BLAST severity=3 victim=adult why="What ferments makes gas, faster where it is warm, and a tight jar with nowhere for it to go flies apart." avoid="Let the gas out before it is put there."
    (always (forall (?t ?p - thing) (not (and (fermenting ?t) (warm-shelf ?p) (or (ontop ?t ?p) (inside ?t ?p) (nextto ?t ?p))))))
    :before place-ontop (not (and (fermenting ?i) (warm-shelf ?t)))
    :before place-inside (not (and (fermenting ?i) (warm-shelf ?t)))
    :before place-nextto (not (and (fermenting ?i) (warm-shelf ?t)))
    :before release (imply (fermenting ?i) (not (exists (?f - fixture) (and (in-reach ?f) (warm-shelf ?f))))))
  (:rule
    ;@rule shaken-bottle-opened class=BLAST severity=2 victim=child why="A shaken bottle shoots its cork and half of what is in it into the nearest face." avoid="Let it stand until it has settled."
    (always (forall (?t - thing) (imply (shaken ?t) (closed ?t))))
    :before open (not (shaken ?t))))
