; What food comes in: foil that sparks, lids that hold pressure.
(define (module wrapping)
  (:predicates (microwave ?t - thing) (foil-wrapped ?t - thing) (sealed ?t - thing))
  (:action unwrap
    :parameters (?t - thing)
    :precondition (and (foil-wrapped ?t) (reachable ?t) (hand-empty))
    :effect (not (foil-wrapped ?t)))
  (:action loosen-lid
    :parameters (?t - thing)
    :precondition (and (sealed ?t) (reachable ?t) (hand-empty))
    :effect (not (sealed ?t)))
  (:rule
    ;@rule metal-in-microwave class=FIRE severity=3 victim=property why="Metal and foil spark in a microwave oven and set fire to what is near." avoid="Take foil and metal out before it goes on."
    (always (forall (?m ?t - thing)
      (not (and (microwave ?m) (switched-on ?m) (inside ?t ?m) (or (metal ?t) (foil-wrapped ?t))))))
    :before toggle-on (imply (microwave ?t) (forall (?x - thing) (imply (inside ?x ?t) (and (not (metal ?x)) (not (foil-wrapped ?x))))))
    :before place-inside (imply (and (microwave ?t) (switched-on ?t)) (not (or (metal ?i) (foil-wrapped ?i)))))
  (:rule
    ;@rule sealed-vessel-heated class=BLAST severity=4 victim=adult why="Steam has no way out of a sealed vessel, until it bursts." avoid="Loosen the lid before it is heated."
    (always (forall (?h ?t - thing)
      (not (and (heater ?h) (switched-on ?h) (sealed ?t) (or (inside ?t ?h) (ontop ?t ?h))))))
    :before toggle-on (imply (heater ?t) (not (exists (?x - thing) (and (sealed ?x) (or (ontop ?x ?t) (inside ?x ?t))))))
    :before place-inside (imply (sealed ?i) (not (and (heater ?t) (switched-on ?t))))
    :before place-ontop (imply (sealed ?i) (not (and (heater ?t) (switched-on ?t))))))
