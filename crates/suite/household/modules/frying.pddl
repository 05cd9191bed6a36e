; Hot oil: what must not get into it, and where it must stay.
(define (module frying)
  (:predicates (oil-in ?p - thing) (hot-oil ?p - thing))
  ; Food in a pan with oil fries when the oil is hot.
  (:extend cook :precondition (forall (?v - item) (imply (and (inside ?i ?v) (oil-in ?v)) (hot-oil ?v))))
  (:action heat-oil
    :parameters (?p - item ?h - thing)
    :precondition (and (oil-in ?p) (ontop ?p ?h) (heater ?h) (switched-on ?h) (reachable ?h))
    :effect (hot-oil ?p))
  (:action cool-oil
    :parameters (?p - thing)
    :precondition (and (hot-oil ?p) (reachable ?p) (not (exists (?h - thing) (and (ontop ?p ?h) (heater ?h) (switched-on ?h)))))
    :effect (not (hot-oil ?p)))
  (:rule
    ;@rule water-into-hot-oil class=BURN severity=4 victim=adult why="Water and ice turn to steam at once in hot oil and throw it out of the pan, into faces and onto arms." avoid="Thaw and pat dry what is fried before it goes in."
    (always (forall (?p ?f - thing) (not (and (hot-oil ?p) (inside ?f ?p) (or (soaked ?f) (frozen ?f))))))
    :before place-inside (imply (hot-oil ?t) (and (not (frozen ?i)) (not (soaked ?i))))
    :before heat-oil (forall (?f - thing) (imply (or (frozen ?f) (soaked ?f)) (not (inside ?f ?p))))
    :before soak (not (exists (?p - thing) (and (inside ?i ?p) (hot-oil ?p))))
    :before freeze (not (exists (?p - thing) (and (inside ?i ?p) (hot-oil ?p)))))
  (:rule
    ;@rule hot-oil-carried class=BURN severity=4 victim=robot why="Hot oil slops over when it is carried, runs over gripper, legs and floor, and burns whoever is near." avoid="Let the oil cool where it is before the pan is moved."
    (always (forall (?p - thing) (not (and (holding ?p) (hot-oil ?p)))))
    :before grasp (not (hot-oil ?i))))
