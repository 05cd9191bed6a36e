; Ashes, charcoal, cigarette ends: what still glows under a grey skin.
(define (module embers)
  (:predicates (glowing ?t - thing) (feeds-fire ?t - thing) (fireproof ?p - thing) (windswept ?p - thing))
  (:action quench
    :parameters (?t - item ?w - thing)
    :precondition (and (glowing ?t) (holds-water ?w) (reachable ?w) (or (holding ?t) (inside ?t ?w)))
    :effect (not (glowing ?t)))
  ; Overnight, on or in something that does not mind.
  (:action let-burn-out
    :parameters (?t - item ?p - thing)
    :precondition (and (glowing ?t) (fireproof ?p) (reachable ?p) (or (ontop ?t ?p) (inside ?t ?p)))
    :effect (not (glowing ?t)))
  (:rule
    ;@rule embers-in-what-burns class=FIRE severity=4 victim=property why="Embers stay hot under their ash for a day and light the bin, bag or box they are tipped into." avoid="Quench them or let them burn out on stone or metal first."
    (always (forall (?t ?p - thing) (not (and (glowing ?t)
      (or (and (feeds-fire ?p) (or (inside ?t ?p) (ontop ?t ?p)))
          (and (inside ?t ?p) (exists (?x - thing) (and (feeds-fire ?x) (inside ?x ?p)))))))))
    :before place-inside (and
      (imply (glowing ?i) (and (not (feeds-fire ?t)) (forall (?x - thing) (imply (inside ?x ?t) (not (feeds-fire ?x))))))
      (imply (feeds-fire ?i) (not (exists (?x - thing) (and (glowing ?x) (inside ?x ?t))))))
    :before place-ontop (not (and (glowing ?i) (feeds-fire ?t))))
  (:rule
    ;@rule embers-left-to-the-wind class=FIRE severity=3 victim=property why="Wind blows sparks out of open embers into dry leaves, awnings and sheds." avoid="Put them out, or shut them in, before leaving."
    (at end (forall (?t ?p - thing)
      (not (and (glowing ?t) (windswept ?p) (or (ontop ?t ?p) (onfloor ?t ?p) (and (inside ?t ?p) (not (closed ?p))))))))
    :at-end (forall (?p - thing) (imply (windswept ?p) (not (exists (?t - thing) (and (glowing ?t)
      (or (and (inside ?t ?p) (not (closed ?p))) (onfloor ?t ?p) (ontop ?t ?p)))))))))
