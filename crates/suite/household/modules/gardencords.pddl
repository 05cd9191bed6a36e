; Mowers and trimmers, and cords that lie where they cut.
(define (module gardencords)
  (:needs power)
  (:predicates
    (mower ?m - thing) (trimmer ?m - thing) (lawn ?g - thing) (hedge ?h - thing)
    (cord-across ?m - thing ?p - thing) (mown ?g - thing) (trimmed ?h - thing) (cord-cut ?m - thing))
  (:action mow
    :parameters (?g - floor ?m - item)
    :precondition (and (mower ?m) (switched-on ?m) (lawn ?g) (in-reach ?g) (or (holding ?m) (onfloor ?m ?g)))
    :effect (and (mown ?g) (forall (?x - thing) (when (and (cord-across ?x ?g) (plugged-in ?x)) (cord-cut ?x)))))
  (:action trim
    :parameters (?h - fixture ?m - item)
    :precondition (and (trimmer ?m) (switched-on ?m) (hedge ?h) (in-reach ?h) (holding ?m))
    :effect (and (trimmed ?h) (forall (?x - thing) (when (and (cord-across ?x ?h) (plugged-in ?x)) (cord-cut ?x)))))
  (:action lay-cord-aside
    :parameters (?m - thing ?p - place)
    :precondition (and (cord-across ?m ?p) (in-reach ?p) (hand-empty))
    :effect (not (cord-across ?m ?p)))
  (:rule
    ;@rule cord-in-the-cutters class=SHOCK severity=4 victim=adult why="The blades cut through the cord, and its ends that lie in the grass are live." avoid="Lay cords where the blades do not get at them, or pull their plugs, before the blades run."
    (always (forall (?m - thing) (not (cord-cut ?m))))
    :before mow (not (exists (?x - thing) (and (plugged-in ?x) (cord-across ?x ?g))))
    :before trim (forall (?x - thing) (imply (cord-across ?x ?h) (not (plugged-in ?x))))))
