; Lids and doors with steam behind them.
(define (module steam)
  (:predicates
    (steaming ?t - thing)
    ; Has face or hands over it, or right in front of it.
    (leans-over ?b - being ?t - thing))
  (:action bring-to-boil
    :parameters (?t - thing ?h - thing)
    :precondition (and (ontop ?t ?h) (heater ?h) (switched-on ?h) (reachable ?h) (openable ?t))
    :effect (steaming ?t))
  (:action let-steam-settle
    :parameters (?t - thing)
    :precondition (and (steaming ?t) (reachable ?t) (not (switched-on ?t))
                       (not (exists (?h - thing) (and (ontop ?t ?h) (heater ?h) (switched-on ?h)))))
    :effect (not (steaming ?t)))
  (:action ask-to-step-back
    :parameters (?b - being ?t - thing)
    :precondition (and (leans-over ?b ?t) (reachable ?t))
    :effect (not (leans-over ?b ?t)))
  (:rule
    ;@rule steam-in-the-face class=BURN severity=3 victim=adult why="Steam that has been shut in shoots out the moment the lid or door opens, hotter than boiling water feels." avoid="Let it settle first, or have everybody step back before opening."
    (always (forall (?b - being ?t - thing) (imply (and (steaming ?t) (leans-over ?b ?t)) (closed ?t))))
    :before open (not (and (steaming ?t) (exists (?b - being) (leans-over ?b ?t))))
    :before bring-to-boil (imply (not (closed ?t)) (not (exists (?b - being) (leans-over ?b ?t))))))
