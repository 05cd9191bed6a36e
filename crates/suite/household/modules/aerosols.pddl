; Spray cans, gas cartridges and lighters: heat and full sun.
(define (module aerosols)
  (:predicates
    (aerosol ?t - thing)
    ; Stands in full sun, as a dashboard in summer does.
    (sunny ?p - thing))
  (:rule
    ;@rule aerosol-at-heat class=BLAST severity=4 victim=adult why="What is under pressure in a can expands with heat until the can flies to pieces." avoid="Take cans and cartridges away before the heat goes on, and put none there while it is on."
    (always (forall (?t ?h - thing)
      (not (and (aerosol ?t) (heater ?h) (switched-on ?h) (or (ontop ?t ?h) (nextto ?t ?h) (inside ?t ?h))))))
    :before toggle-on (imply (heater ?t) (forall (?x - thing) (imply (aerosol ?x) (not (or (inside ?x ?t) (nextto ?x ?t) (ontop ?x ?t))))))
    :before place-ontop (not (and (aerosol ?i) (heater ?t) (switched-on ?t)))
    :before place-nextto (not (and (aerosol ?i) (heater ?t) (switched-on ?t)))
    :before place-inside (not (and (aerosol ?i) (heater ?t) (switched-on ?t)))
    :before release (imply (aerosol ?i) (not (exists (?h - fixture) (and (in-reach ?h) (heater ?h) (switched-on ?h))))))
  (:rule
    ;@rule aerosol-left-in-sun class=BLAST severity=3 victim=property why="Behind glass in full sun it gets hot enough for a can under pressure to burst." avoid="Put it into the shade before leaving."
    (at end (forall (?t ?p - thing) (not (and (aerosol ?t) (sunny ?p) (or (ontop ?t ?p) (inside ?t ?p) (nextto ?t ?p) (onfloor ?t ?p))))))
    :at-end (forall (?t - thing) (imply (aerosol ?t)
      (not (exists (?p - thing) (and (or (onfloor ?t ?p) (inside ?t ?p) (nextto ?t ?p) (ontop ?t ?p)) (sunny ?p))))))))
