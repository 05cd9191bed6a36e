(define (problem rolls-for-breakfast)
  (:domain baking)
  (:objects rolls - tray)
  (:init (in-oven rolls))
  (:goal (and (hot rolls) (on-rack rolls)))
  (:constraints
    ;@rule bare-hand-on-hot-tray class=BURN severity=3 victim=adult why="A hot tray burns the hand that carries it." avoid="Put the mitt on before taking the tray out."
    (always (not (and (carried rolls) (hot rolls) (not (mitt-on)))))))
