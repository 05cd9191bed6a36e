(define (problem afternoon-nap)
  (:domain nursery)
  (:objects window-blind - blind leo - child)
  (:init (awake leo))
  (:goal (and (in-cot leo) (down window-blind)))
  (:constraints (and
    ;@rule cord-in-reach class=AIRWAY severity=4 victim=child why="A loose cord can strangle a child in the cot." avoid="Tie the cord before laying the child down."
    (always (not (and (in-cot leo) (cord-loose window-blind))))
    (preference quiet (at-most-once (cord-loose window-blind))))))
