; Driving costs charge; the robot can go to its dock and load up.
(define (domain delivery)
  (:requirements :strips :typing :numeric-fluents)
  (:types room parcel - object)
  (:predicates
    (robot-at ?r - room) (link ?a ?b - room) (dock-in ?r - room)
    (parcel-at ?p - parcel ?r - room) (aboard ?p - parcel))
  (:functions (charge) (way ?a ?b - room))
  (:action drive
    :parameters (?a ?b - room)
    :precondition (and (robot-at ?a) (link ?a ?b) (>= (charge) (way ?a ?b)))
    :effect (and (robot-at ?b) (not (robot-at ?a)) (decrease (charge) (way ?a ?b))))
  (:action recharge
    :parameters (?r - room)
    :precondition (and (robot-at ?r) (dock-in ?r))
    :effect (assign (charge) 10))
  (:action load
    :parameters (?p - parcel ?r - room)
    :precondition (and (robot-at ?r) (parcel-at ?p ?r))
    :effect (and (aboard ?p) (not (parcel-at ?p ?r))))
  (:action unload
    :parameters (?p - parcel ?r - room)
    :precondition (and (robot-at ?r) (aboard ?p))
    :effect (and (parcel-at ?p ?r) (not (aboard ?p)))))
