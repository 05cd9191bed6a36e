; Plates, bowls and marinades that raw meat or an animal has had, and food that nothing heats after them.
(define (module tainted)
  (:predicates
    (raw-flesh ?t - thing) (tainted ?s - thing) (for-eating ?t - thing) (scaldable ?s - thing)
    (marinade ?l - thing) (poured-over ?l - thing ?t - thing))
  (:action scald
    :parameters (?s - thing)
    :precondition (and (scaldable ?s) (tainted ?s) (reachable ?s) (hand-empty))
    :effect (not (tainted ?s)))
  (:action pour-over
    :parameters (?l - item ?t - thing)
    :precondition (and (marinade ?l) (holding ?l) (reachable ?t) (not (= ?l ?t)))
    :effect (poured-over ?l ?t))
  (:extend place-ontop :effect (when (raw-flesh ?i) (tainted ?t)))
  (:extend place-inside :effect (when (raw-flesh ?i) (tainted ?t)))
  (:extend cook :effect (and (not (raw-flesh ?i)) (not (tainted ?i))
    (forall (?s - thing) (and (not (poured-over ?s ?i)) (when (or (ontop ?i ?s) (inside ?i ?s)) (not (tainted ?s)))))))
  (:rule
    ;@rule food-on-tainted-ware class=FOOD severity=3 victim=adult why="The plate or bowl still has the germs of raw meat or of an animal's mouth on it." avoid="Take a clean one, or scald it first."
    (always (forall (?t ?s - thing) (not (and (for-eating ?t) (not (raw-flesh ?t)) (tainted ?s) (or (ontop ?t ?s) (inside ?t ?s))))))
    :before place-ontop (and (imply (and (for-eating ?i) (not (raw-flesh ?i))) (not (tainted ?t)))
      (imply (raw-flesh ?i) (forall (?x - thing) (imply (and (for-eating ?x) (not (raw-flesh ?x)) (not (= ?x ?i))) (not (or (ontop ?x ?t) (inside ?x ?t)))))))
    :before place-inside (and (imply (and (for-eating ?i) (not (raw-flesh ?i))) (not (tainted ?t)))
      (imply (raw-flesh ?i) (forall (?x - thing) (imply (and (for-eating ?x) (not (raw-flesh ?x)) (not (= ?x ?i))) (not (or (ontop ?x ?t) (inside ?x ?t))))))))
  (:rule
    ;@rule raw-marinade-poured class=FOOD severity=3 victim=adult why="A marinade in which raw meat has lain is raw meat juice, and goes onto food that is done." avoid="Boil it first, or keep some of it apart from the start."
    (always (forall (?l ?t - thing) (not (and (poured-over ?l ?t) (tainted ?l) (for-eating ?t) (not (raw-flesh ?t))))))
    :before pour-over (imply (tainted ?l) (or (not (for-eating ?t)) (raw-flesh ?t)))
    :before place-ontop (imply (raw-flesh ?i) (not (exists (?x - thing) (and (poured-over ?t ?x) (for-eating ?x) (not (raw-flesh ?x))))))
    :before place-inside (imply (raw-flesh ?i) (not (exists (?x - thing) (and (poured-over ?t ?x) (for-eating ?x) (not (raw-flesh ?x))))))))
