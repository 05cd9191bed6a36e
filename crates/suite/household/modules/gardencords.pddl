; Mowers and trimmers on a cord, and where the cord lies.
(define (module gardencords)
  (:needs power)
  (:predicates
    (mower ?m - thing) (trimmer ?m - thing) (lawn ?g - thing) (hedge ?h - thing)
    (cord-across ?m - thing ?p - thing) (mown ?g - thing) (trimmed ?h - thing) (cord-cut ?m - thing))
  (:action mow
    :parameters (?g - floor ?m - item)
    :precondition (and (mower ?m) (switched-on ?m) (lawn ?g) (in-reach ?g) (or (holding ?m) (onfloor ?m ?g)))
    :effect (and (mown ?g) (when (and (mains ?m) (cord-across ?m ?g)) (cord-cut ?m))))
  (:action trim
    :parameters (?h - fixture ?m - item)
    :precondition (and (trimmer ?m) (switched-on ?m) (hedge ?h) (in-reach ?h) (holding ?m))
    :effect (and (trimmed ?h) (when (and (mains ?m) (cord-across ?m ?h)) (cord-cut ?m))))
  (:action lay-cord-aside
    :parameters (?m - item ?p - place)
    :precondition (and (cord-across ?m ?p) (in-reach ?p) (hand-empty))
    :effect (not (cord-across ?m ?p)))
  (:rule
    ;@rule cord-in-the-cutters class=SHOCK severity=4 victim=adult why="The tool cuts through its own cord, and the ends that lie in the grass are live." avoid="Lay the cord where the blades do not get at it before they run."
    (always (forall (?m - thing) (not (cord-cut ?m))))
    :before mow (not (and (mains ?m) (cord-across ?m ?g)))
    :before trim (not (and (mains ?m) (cord-across ?m ?h)))))
