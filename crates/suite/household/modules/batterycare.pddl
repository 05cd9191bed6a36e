; Rechargeable batteries: which charger, in what state, and what they must not meet.
(define (module batterycare)
  (:needs power)
  (:predicates
    (cell ?x - thing) (charger ?c - thing) (suits ?c - thing ?x - thing) (in-charger ?x - thing ?c - thing)
    (swollen ?x - thing) (icy ?x - thing) (warm-place ?p - thing))
  (:action put-in-charger
    :parameters (?x - item ?c - thing)
    :precondition (and (cell ?x) (holding ?x) (charger ?c) (reachable ?c))
    :effect (and (in-charger ?x ?c) (not (holding ?x)) (hand-empty)))
  (:action take-from-charger
    :parameters (?x - item ?c - thing)
    :precondition (and (in-charger ?x ?c) (reachable ?c) (hand-empty))
    :effect (and (not (in-charger ?x ?c)) (holding ?x) (not (hand-empty))))
  (:action let-warm-up
    :parameters (?x - item)
    :precondition (and (icy ?x) (reachable ?x) (exists (?p - thing) (and (warm-place ?p) (or (ontop ?x ?p) (nextto ?x ?p)))))
    :effect (not (icy ?x)))
  (:rule
    ;@rule damaged-cell-charged class=BLAST severity=4 victim=property why="A battery that is swollen or dented inside bursts into flames when it is charged." avoid="Take it out of the charger and keep it outside until it can be handed in."
    (always (forall (?x ?c - thing) (not (and (swollen ?x) (in-charger ?x ?c) (plugged-in ?c)))))
    :before plug-in (not (exists (?x - thing) (and (in-charger ?x ?t) (swollen ?x))))
    :before put-in-charger (not (and (plugged-in ?c) (swollen ?x))))
  (:rule
    ;@rule wrong-charger-for-cell class=BLAST severity=3 victim=property why="A charger that is not made for the battery drives too much into it until it bursts." avoid="Use the charger that belongs to it."
    (always (forall (?x ?c - thing) (imply (and (cell ?x) (in-charger ?x ?c) (plugged-in ?c)) (suits ?c ?x))))
    :before plug-in (forall (?x - thing) (imply (and (cell ?x) (in-charger ?x ?t)) (suits ?t ?x)))
    :before put-in-charger (or (suits ?c ?x) (not (plugged-in ?c))))
  (:rule
    ;@rule icy-cell-charged class=BLAST severity=3 victim=property why="Charging an icy battery ruins it from within, and later it bursts without warning." avoid="Let it get as warm as the room first."
    (always (forall (?x ?c - thing) (not (and (icy ?x) (in-charger ?x ?c) (plugged-in ?c)))))
    :before plug-in (forall (?x - thing) (imply (in-charger ?x ?t) (not (icy ?x))))
    :before put-in-charger (imply (icy ?x) (not (plugged-in ?c))))
  (:rule
    ;@rule cell-cut-open class=BLAST severity=4 victim=adult why="A blade in a charged battery shorts it from within, and it goes off in a jet of flame." avoid="Never cut into a battery."
    (always (forall (?x - thing) (not (and (cell ?x) (sliced ?x)))))
    :before slice (not (cell ?i))))
