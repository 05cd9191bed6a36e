; Appliances that get warm: what gathers in them, and what lies on their openings.
(define (module vents)
  (:predicates (fouled ?t - thing) (gets-warm ?t - thing) (muffles ?c - thing) (run-done ?t - thing))
  (:action clean-out
    :parameters (?t - thing)
    :precondition (and (fouled ?t) (reachable ?t) (hand-empty) (not (switched-on ?t)))
    :effect (not (fouled ?t)))
  ; From the first turn to the last beep.
  (:action run-through
    :parameters (?t - thing)
    :precondition (and (switched-on ?t) (reachable ?t))
    :effect (run-done ?t))
  (:rule
    ;@rule fouled-appliance-run class=FIRE severity=3 victim=property why="Lint, crumbs, dust or grease in a hot appliance is tinder." avoid="Clean it out before it is switched on."
    (always (forall (?t - thing) (not (and (fouled ?t) (switched-on ?t)))))
    :before toggle-on (not (fouled ?t)))
  (:rule
    ;@rule appliance-muffled class=FIRE severity=3 victim=property why="Under cloth or sunk into bedding an appliance cannot lose its heat, and smoulders." avoid="Uncover it before it runs, and stand it on something hard."
    (always (forall (?t ?c - thing)
      (not (and (gets-warm ?t) (switched-on ?t) (muffles ?c) (or (ontop ?c ?t) (ontop ?t ?c) (inside ?t ?c))))))
    :before toggle-on (imply (gets-warm ?t) (forall (?c - thing) (imply (muffles ?c) (not (or (ontop ?c ?t) (ontop ?t ?c) (inside ?t ?c))))))
    :before place-ontop (and (not (and (muffles ?i) (gets-warm ?t) (switched-on ?t))) (not (and (gets-warm ?i) (switched-on ?i) (muffles ?t))))
    :before place-inside (not (and (muffles ?t) (gets-warm ?i) (switched-on ?i)))))
