; Heaters and what burns.
(define (module heat)
  (:predicates (flammable ?t - thing) (warmed))
  (:action warm-up
    :parameters (?h - thing)
    :precondition (and (heater ?h) (switched-on ?h) (reachable ?h))
    :effect (warmed))
  (:rule
    ;@rule fuel-at-heater class=FIRE severity=4 victim=property why="Cloth, paper or plastic on or beside a heater that is on catches fire." avoid="Take it away before the heater goes on, and put nothing there while it is on."
    (always (forall (?h ?t - thing)
      (not (and (heater ?h) (switched-on ?h) (flammable ?t) (or (ontop ?t ?h) (nextto ?t ?h))))))
    :before toggle-on (imply (heater ?t) (forall (?f - thing) (imply (flammable ?f) (and (not (ontop ?f ?t)) (not (nextto ?f ?t))))))
    :before place-ontop (imply (and (flammable ?i) (heater ?t)) (not (switched-on ?t)))
    :before place-nextto (imply (and (flammable ?i) (heater ?t)) (not (switched-on ?t)))
    :before release (imply (flammable ?i) (not (exists (?h - fixture) (and (in-reach ?h) (heater ?h) (switched-on ?h))))))
  (:rule
    ;@rule heater-left-on class=FIRE severity=3 victim=property why="A heater that nobody watches goes on heating until something burns." avoid="Switch it off when the work is done."
    (at end (forall (?h - thing) (not (and (heater ?h) (switched-on ?h)))))
    :at-end (not (exists (?h - thing) (and (heater ?h) (switched-on ?h))))))
