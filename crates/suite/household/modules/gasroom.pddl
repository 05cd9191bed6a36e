; Gas from burners and cylinders: before it is lit, and when nobody lights it.
(define (module gasroom)
  (:predicates
    (gas-outlet ?v - thing) (burning ?v - thing) (gassy) (sparks ?t - thing) (lighter ?m - thing) (casement ?w - thing)
    (gas-filled ?c - thing) (fits-stove ?c - thing ?h - thing) (connected ?c - thing ?h - thing)
    (fresh-joint ?c - thing) (suds ?s - thing) (joint-tested ?c - thing)
    (ignited))
  ; The flame is held to it while the gas comes.
  (:action light-burner
    :parameters (?h - thing ?m - item)
    :precondition (and (gas-outlet ?h) (not (burning ?h)) (lighter ?m) (holding ?m) (reachable ?h))
    :effect (and (switched-on ?h) (burning ?h) (when (gassy) (ignited))))
  (:action air-room
    :parameters (?w - thing)
    :precondition (and (casement ?w) (reachable ?w) (hand-empty)
                       (forall (?v - thing) (imply (and (gas-outlet ?v) (switched-on ?v)) (burning ?v))))
    :effect (not (gassy)))
  (:action connect-cylinder
    :parameters (?c - item ?h - thing)
    :precondition (and (fits-stove ?c ?h) (holding ?c) (reachable ?h))
    :effect (and (connected ?c ?h) (when (gas-filled ?c) (and (fresh-joint ?c) (not (joint-tested ?c)))) (nextto ?c ?h) (not (holding ?c)) (hand-empty)))
  (:action test-joint
    :parameters (?c - thing ?s - item)
    :precondition (and (fresh-joint ?c) (suds ?s) (holding ?s) (reachable ?c))
    :effect (joint-tested ?c))
  (:extend toggle-on :effect
    (and (when (gas-outlet ?t) (gassy)) (when (and (gassy) (sparks ?t)) (ignited))))
  (:extend toggle-off :effect
    (and (when (gas-outlet ?t) (not (burning ?t))) (when (and (gassy) (sparks ?t)) (ignited))))
  (:rule
    ;@rule spark-in-gas class=BLAST severity=4 victim=adult why="In a room with gas in the air any flame or switch sets it off at once." avoid="Turn the gas off and let fresh air in before anything is lit or switched."
    (always (not (ignited)))
    :before toggle-on (not (and (sparks ?t) (gassy)))
    :before toggle-off (not (and (sparks ?t) (gassy)))
    :before light-burner (not (gassy)))
  (:rule
    ;@rule gas-left-flowing class=BLAST severity=4 victim=adult why="Gas that nobody has lit fills the room until somebody strikes a match." avoid="Turn it off, or light it."
    (at end (forall (?v - thing) (imply (and (gas-outlet ?v) (switched-on ?v)) (burning ?v))))
    :at-end (not (exists (?v - thing) (and (switched-on ?v) (gas-outlet ?v) (not (burning ?v))))))
  (:rule
    ;@rule untested-joint-opened class=BLAST severity=3 victim=adult why="A joint that has just been screwed on may leak, and nobody smells it in time." avoid="Brush suds over the joint before the cylinder is opened for use."
    (always (forall (?c - thing) (imply (and (fresh-joint ?c) (switched-on ?c)) (joint-tested ?c))))
    :before toggle-on (or (joint-tested ?t) (not (fresh-joint ?t)))
    :before light-burner (or (joint-tested ?h) (not (fresh-joint ?h)))
    :before connect-cylinder (not (and (gas-filled ?c) (switched-on ?c)))))
