(define (problem spotless-basin)
  (:domain cleaning)
  (:objects washbasin - basin bleach vinegar - cleaner)
  (:init (kills-germs bleach) (dissolves-scale vinegar))
  (:goal (and (germ-free washbasin) (scale-free washbasin)))
  (:constraints
    ;@rule bleach-meets-acid class=TOXIC severity=4 victim=adult why="Bleach and acid together give off chlorine." avoid="Rinse between the two."
    (always (not (and (in-basin bleach washbasin) (in-basin vinegar washbasin))))))
