; Floors that people walk on: wet ones and cluttered ones.
(define (module floors)
  (:predicates (walked ?g - thing) (wet-floor ?g - thing) (clean-floor ?g - thing) (mop ?t - thing) (cloth ?t - thing))
  (:action mop-floor
    :parameters (?g - floor ?m - item)
    :precondition (and (mop ?m) (holding ?m) (in-reach ?g))
    :effect (and (clean-floor ?g) (wet-floor ?g)))
  (:action wipe-floor-dry
    :parameters (?g - floor ?c - item)
    :precondition (and (cloth ?c) (holding ?c) (not (soaked ?c)) (in-reach ?g) (wet-floor ?g))
    :effect (not (wet-floor ?g)))
  (:rule
    ;@rule wet-floor-left class=FALL severity=3 victim=elder why="A wet floor looks like a dry one to somebody who walks through, and is as slippery as ice." avoid="Wipe it dry before leaving."
    (at end (forall (?g - floor) (not (and (walked ?g) (wet-floor ?g)))))
    :at-end (not (exists (?g - floor) (and (wet-floor ?g) (walked ?g)))))
  (:rule
    ;@rule clutter-where-people-walk class=FALL severity=3 victim=adult why="Somebody trips over what lies where people walk, most of all on stairs and at night." avoid="Put it somewhere nobody walks."
    (at end (forall (?g - floor ?t - item) (not (and (walked ?g) (onfloor ?t ?g)))))
    :at-end (forall (?t - item ?g - floor) (imply (onfloor ?t ?g) (not (walked ?g))))))
