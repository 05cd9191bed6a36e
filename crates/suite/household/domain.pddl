; The household: where things are, what can be done with them, and what one arm can do. A scenario adds modules to it.
(define (domain household)
  (:requirements :adl :derived-predicates :constraints)
  (:types
    thing being - object
    place item - thing
    fixture floor - place)
  (:predicates
    ; Where the robot stands and what it holds: one place, one hand.
    (in-reach ?t - thing) (hand-empty) (holding ?t - thing)
    ; Where things are.
    (ontop ?t - thing ?s - thing) (inside ?t - thing ?c - thing) (nextto ?t - thing ?f - thing)
    (under ?t - thing ?f - thing) (onfloor ?t - thing ?g - thing)
    ; What things are good for. No action changes these.
    (graspable ?t - thing) (surface ?t - thing) (container ?t - thing) (roomy-below ?t - thing)
    (openable ?t - thing) (toggleable ?t - thing) (sliceable ?t - thing) (blade ?t - thing)
    (cookable ?t - thing) (heater ?t - thing) (freezable ?t - thing) (chiller ?t - thing)
    (soakable ?t - thing) (metal ?t - thing)
    ; The state of things.
    (closed ?t - thing) (switched-on ?t - thing) (sliced ?t - thing) (cooked ?t - thing) (frozen ?t - thing)
    (soaked ?t - thing) (holds-water ?t - thing)
    ; Within the arm's reach: see below.
    (reachable ?t - thing))

  ; What is at the place where the robot stands, and what is on or in such a thing, unless that is closed.
  (:derived (reachable ?t - thing)
    (or (in-reach ?t)
        (holding ?t)
        (exists (?s - thing)
          (and (reachable ?s)
               (or (ontop ?t ?s) (nextto ?t ?s) (under ?t ?s) (onfloor ?t ?s)
                   (and (inside ?t ?s) (not (closed ?s))))))))

  (:action navigate-to
    :parameters (?p - place)
    :precondition (not (in-reach ?p))
    :effect (and (in-reach ?p)
                 (forall (?q - place) (when (not (= ?q ?p)) (not (in-reach ?q))))))

  (:action grasp
    :parameters (?i - item)
    :precondition (and (graspable ?i) (hand-empty) (reachable ?i))
    :effect (and (holding ?i) (not (hand-empty))
                 (forall (?t - thing)
                   (and (not (ontop ?i ?t)) (not (inside ?i ?t)) (not (nextto ?i ?t)) (not (under ?i ?t))
                        (not (onfloor ?i ?t))))))

  ; Letting go where the robot stands: the thing ends up on that floor, or beside that fixture.
  (:action release
    :parameters (?i - item)
    :precondition (and (holding ?i) (exists (?p - place) (in-reach ?p)))
    :effect (and (not (holding ?i)) (hand-empty)
                 (forall (?f - fixture) (when (in-reach ?f) (nextto ?i ?f)))
                 (forall (?g - floor) (when (in-reach ?g) (onfloor ?i ?g)))))

  (:action place-ontop
    :parameters (?i - item ?t - thing)
    :precondition (and (holding ?i) (surface ?t) (reachable ?t) (not (= ?i ?t)))
    :effect (and (ontop ?i ?t) (not (holding ?i)) (hand-empty)))

  (:action place-inside
    :parameters (?i - item ?t - thing)
    :precondition (and (holding ?i) (container ?t) (reachable ?t) (not (closed ?t)) (not (= ?i ?t)))
    :effect (and (inside ?i ?t) (not (holding ?i)) (hand-empty)))

  (:action place-nextto
    :parameters (?i - item ?t - fixture)
    :precondition (and (holding ?i) (in-reach ?t))
    :effect (and (nextto ?i ?t) (not (holding ?i)) (hand-empty)))

  (:action place-under
    :parameters (?i - item ?t - fixture)
    :precondition (and (holding ?i) (roomy-below ?t) (in-reach ?t))
    :effect (and (under ?i ?t) (not (holding ?i)) (hand-empty)))

  (:action place-onfloor
    :parameters (?i - item ?g - floor)
    :precondition (and (holding ?i) (in-reach ?g))
    :effect (and (onfloor ?i ?g) (not (holding ?i)) (hand-empty)))

  (:action open
    :parameters (?t - thing)
    :precondition (and (openable ?t) (closed ?t) (reachable ?t) (hand-empty))
    :effect (not (closed ?t)))

  (:action close
    :parameters (?t - thing)
    :precondition (and (openable ?t) (not (closed ?t)) (reachable ?t) (hand-empty))
    :effect (closed ?t))

  (:action toggle-on
    :parameters (?t - thing)
    :precondition (and (toggleable ?t) (not (switched-on ?t)) (reachable ?t) (hand-empty))
    :effect (switched-on ?t))

  (:action toggle-off
    :parameters (?t - thing)
    :precondition (and (toggleable ?t) (switched-on ?t) (reachable ?t) (hand-empty))
    :effect (not (switched-on ?t)))

  ; Food on or in a heater that is on, or in a vessel that is.
  (:action cook
    :parameters (?i - item ?h - thing)
    :precondition (and (cookable ?i) (heater ?h) (switched-on ?h) (reachable ?h)
                       (or (ontop ?i ?h) (inside ?i ?h)
                           (exists (?v - item)
                             (and (or (ontop ?i ?v) (inside ?i ?v)) (or (ontop ?v ?h) (inside ?v ?h))))))
    :effect (cooked ?i))

  (:action freeze
    :parameters (?i - item ?c - thing)
    :precondition (and (freezable ?i) (chiller ?c) (inside ?i ?c) (closed ?c) (reachable ?c))
    :effect (frozen ?i))

  (:action unfreeze
    :parameters (?i - item)
    :precondition (and (frozen ?i) (reachable ?i)
                       (not (exists (?c - thing) (and (chiller ?c) (inside ?i ?c)))))
    :effect (not (frozen ?i)))

  (:action slice
    :parameters (?i - item ?k - item)
    :precondition (and (sliceable ?i) (blade ?k) (holding ?k) (reachable ?i) (not (= ?i ?k)))
    :effect (sliced ?i))

  (:action soak
    :parameters (?i - item ?w - thing)
    :precondition (and (soakable ?i) (holds-water ?w) (reachable ?w) (or (holding ?i) (inside ?i ?w)))
    :effect (soaked ?i))

  (:action dry
    :parameters (?t - thing)
    :precondition (and (soaked ?t) (reachable ?t)
                       (not (exists (?w - thing) (and (holds-water ?w) (inside ?t ?w)))))
    :effect (not (soaked ?t))))
