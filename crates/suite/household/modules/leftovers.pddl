; Cooked food: steaming pots in the refrigerator, and rice that stands about until it is full of germs.
(define (module leftovers)
  (:predicates
    (steaming ?t - thing) (spoils-warm ?t - thing) (spoils-in-hours ?t - thing))
  (:action let-cool
    :parameters (?t - thing)
    :precondition (and (steaming ?t) (reachable ?t)
                       (not (exists (?h - thing) (and (heater ?h) (switched-on ?h) (or (ontop ?t ?h) (inside ?t ?h))))))
    :effect (not (steaming ?t)))
  (:extend cook :effect (steaming ?i))
  (:rule
    ;@rule steaming-among-cold-food class=FOOD severity=2 victim=adult why="A steaming pot warms up everything in a refrigerator, and what spoils in the warm spoils there." avoid="Let it cool down first."
    (always (forall (?t ?x ?c - thing)
      (not (and (steaming ?t) (spoils-warm ?x) (not (= ?t ?x)) (chiller ?c) (inside ?t ?c) (inside ?x ?c)))))
    :before place-inside (imply (chiller ?t) (and
      (imply (steaming ?i) (not (exists (?x - thing) (and (spoils-warm ?x) (inside ?x ?t)))))
      (imply (spoils-warm ?i) (not (exists (?x - thing) (and (steaming ?x) (inside ?x ?t))))))))
  (:rule
    ;@rule left-standing-warm class=FOOD severity=3 victim=adult why="In cooked rice, sauces and custard that stand in the warm, germs multiply whose poison no reheating destroys." avoid="Put them into the refrigerator and shut it before leaving."
    (at end (forall (?t - thing) (imply (spoils-in-hours ?t) (exists (?c - thing) (and (chiller ?c) (closed ?c) (inside ?t ?c))))))
    :at-end (not (exists (?t - thing) (and (spoils-in-hours ?t)
      (not (exists (?c - thing) (and (inside ?t ?c) (chiller ?c) (closed ?c)))))))))
