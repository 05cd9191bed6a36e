(define (problem moving-books)
  (:domain shelving)
  (:objects tall-shelf - shelf atlases novels - stack)
  (:init (low atlases tall-shelf) (high novels tall-shelf))
  (:goal (and (boxed atlases) (boxed novels)))
  (:constraints
    ;@rule top-heavy-shelf class=CRUSH severity=3 victim=child why="A shelf that is heavy above and empty below tips over." avoid="Empty it from the top, or fix it to the wall."
    (always (forall (?s - shelf)
      (imply (and (exists (?b - stack) (high ?b ?s)) (not (exists (?b - stack) (low ?b ?s)))) (fixed ?s))))))
