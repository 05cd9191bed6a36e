; Fat and other things in pans that want an eye on them, and what water does to hot fat.
(define (module stove)
  (:predicates
    (hob ?t - thing) (needs-watching ?p - thing) (fat-in ?p - thing) (hot-fat ?p - thing)
    (burning ?p - thing) (lid ?t - thing))
  (:action heat-fat
    :parameters (?p - item ?h - thing)
    :precondition (and (fat-in ?p) (hob ?h) (switched-on ?h) (ontop ?p ?h) (reachable ?h))
    :effect (hot-fat ?p))
  (:action let-fat-cool
    :parameters (?p - item)
    :precondition (and (hot-fat ?p) (reachable ?p) (not (burning ?p))
                       (not (exists (?h - thing) (and (hob ?h) (switched-on ?h) (ontop ?p ?h)))))
    :effect (not (hot-fat ?p)))
  (:action cover
    :parameters (?p - item ?l - item)
    :precondition (and (lid ?l) (holding ?l) (reachable ?p) (not (= ?p ?l)))
    :effect (and (not (burning ?p)) (ontop ?l ?p) (not (holding ?l)) (hand-empty)))
  (:action douse
    :parameters (?p - item ?j - item)
    :precondition (and (holding ?j) (holds-water ?j) (reachable ?p) (not (= ?p ?j))
                       (not (exists (?l - thing) (and (lid ?l) (ontop ?l ?p)))))
    :effect (and (soaked ?p) (not (burning ?p)) (not (holds-water ?j))))
  (:rule
    ;@rule pan-heated-unattended class=FIRE severity=4 victim=adult why="Fat, sugar or milk goes from hot to burning in the minute in which nobody stands at the hob." avoid="Stay at the hob while it is on, or switch it off before going."
    (always (forall (?h - fixture ?p - thing)
      (not (and (hob ?h) (switched-on ?h) (needs-watching ?p) (ontop ?p ?h) (not (in-reach ?h))))))
    :before navigate-to (forall (?h - fixture) (imply (and (hob ?h) (switched-on ?h) (exists (?x - thing) (and (needs-watching ?x) (ontop ?x ?h)))) (= ?h ?p)))
    :before toggle-on (imply (and (hob ?t) (exists (?x - thing) (and (needs-watching ?x) (ontop ?x ?t)))) (in-reach ?t))
    :before place-ontop (imply (and (needs-watching ?i) (hob ?t) (switched-on ?t)) (in-reach ?t)))
  (:rule
    ;@rule hot-fat-meets-water class=FIRE severity=4 victim=adult why="Water turns to steam at once under hot fat and throws it up as a burning cloud." avoid="Smother it with a lid, switch the hob off and wait until the fat is cold before any water comes near."
    (always (forall (?p - thing) (not (and (hot-fat ?p) (soaked ?p)))))
    :before soak (not (hot-fat ?i))
    :before douse (not (hot-fat ?p))
    :before heat-fat (not (soaked ?p))))
