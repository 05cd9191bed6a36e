(define (problem evening-pill)
  (:domain medicine)
  (:objects grandmother mia - person pill-box - box)
  (:init (in-room grandmother))
  (:goal (and (had-pill grandmother) (in-room mia) (not (open pill-box))))
  (:constraints
    ;@rule medicine-open-to-child class=INGEST severity=4 victim=child why="A child may swallow pills from an open box." avoid="Lock the box before the child comes in."
    (always (not (and (open pill-box) (in-room mia))))))
