; Kettles, cups and bottles: what is in them, and what was in them before.
(define (module drinks)
  (:predicates
    (filled ?v - thing) (boiled ?v - thing)
    (chemical-in ?v - thing) (drunk-from ?v - thing)
    (running-water ?b - thing))
  (:action rinse-out
    :parameters (?v - item)
    :precondition (and (reachable ?v) (not (closed ?v)) (or (filled ?v) (chemical-in ?v))
                       (exists (?b - thing) (and (running-water ?b) (reachable ?b))))
    :effect (and (not (filled ?v)) (not (boiled ?v)) (not (chemical-in ?v))))
  (:action fill-up
    :parameters (?v - item)
    :precondition (and (reachable ?v) (not (closed ?v)) (not (filled ?v))
                       (exists (?b - thing) (and (running-water ?b) (reachable ?b))))
    :effect (filled ?v))
  (:action boil
    :parameters (?v - item ?h - thing)
    :precondition (and (filled ?v) (heater ?h) (switched-on ?h) (ontop ?v ?h) (reachable ?h))
    :effect (boiled ?v))
  (:action decant
    :parameters (?v - item ?w - thing)
    :precondition (and (holding ?v) (filled ?v) (not (closed ?v)) (reachable ?w) (not (closed ?w)) (container ?w) (not (= ?v ?w)))
    :effect (and (filled ?w) (when (boiled ?v) (boiled ?w)) (when (chemical-in ?v) (chemical-in ?w))))
  (:rule
    ;@rule chemical-where-people-drink class=INGEST severity=4 victim=adult why="Somebody drinks what is in a cup or bottle without a second look, and this burns the gullet." avoid="Rinse the vessel out first, and never put chemicals into what people drink from."
    (always (forall (?v - thing) (not (and (drunk-from ?v) (chemical-in ?v)))))
    :before decant (not (and (chemical-in ?v) (drunk-from ?w)))))
