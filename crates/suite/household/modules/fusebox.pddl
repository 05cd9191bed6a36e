; Fixed wiring: breakers, which are things to switch, and what they feed.
(define (module fusebox)
  (:predicates
    (feeds ?b - thing ?t - thing)
    (wired ?t - thing) (bare ?t - thing) (loose-wire ?t - thing)
    (part-for ?p - thing ?t - thing) (fitted ?p - thing ?t - thing)
    ; Nobody knows for certain which breaker it hangs on.
    (doubtful ?t - thing) (tester ?v - thing) (tested ?t - thing))
  (:action take-cover-off
    :parameters (?t - thing)
    :precondition (and (wired ?t) (not (bare ?t)) (reachable ?t) (hand-empty))
    :effect (bare ?t))
  (:action put-cover-on
    :parameters (?t - thing)
    :precondition (and (bare ?t) (reachable ?t) (hand-empty))
    :effect (not (bare ?t)))
  (:action tighten-wire
    :parameters (?t - thing)
    :precondition (and (bare ?t) (loose-wire ?t) (reachable ?t) (hand-empty))
    :effect (not (loose-wire ?t)))
  (:action fit
    :parameters (?p - item ?t - thing)
    :precondition (and (holding ?p) (part-for ?p ?t) (bare ?t) (reachable ?t))
    :effect (and (fitted ?p ?t) (not (holding ?p)) (hand-empty)))
  ; Shows nothing only where nothing is live.
  (:action test-dead
    :parameters (?t - thing ?v - item)
    :precondition (and (tester ?v) (holding ?v) (wired ?t) (reachable ?t)
                       (not (exists (?b - thing) (and (feeds ?b ?t) (switched-on ?b)))))
    :effect (tested ?t))
  (:rule
    ;@rule open-wiring-live class=SHOCK severity=4 victim=adult why="Behind the cover the wires are bare, and with the breaker on they are live." avoid="Switch off every breaker that feeds it before the cover comes off, and put the cover on before they go on."
    (always (forall (?b ?t - thing) (not (and (feeds ?b ?t) (switched-on ?b) (bare ?t)))))
    :before take-cover-off (forall (?b - thing) (imply (switched-on ?b) (not (feeds ?b ?t))))
    :before toggle-on (not (exists (?x - thing) (and (bare ?x) (feeds ?t ?x)))))
  (:rule
    ;@rule wiring-opened-untested class=SHOCK severity=3 victim=adult why="A label on a breaker may be wrong, and the wires be live although it is off." avoid="Hold the voltage tester to it before the cover comes off."
    (always (forall (?t - thing) (imply (and (bare ?t) (doubtful ?t)) (tested ?t))))
    :before take-cover-off (or (tested ?t) (not (doubtful ?t)))))
