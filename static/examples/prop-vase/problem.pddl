(define (problem sunday-dusting)
  (:domain dusting)
  (:objects mantel table - spot vase clock - ornament)
  (:init (dusty mantel) (dusty table) (stands vase mantel) (stands clock table) (fragile vase) (hand-free))
  (:goal (and (not (dusty mantel)) (not (dusty table)) (stands vase mantel)))
  (:constraints
    ;@rule fragile-jolted class=PROP severity=1 victim=property why="A duster can knock a fragile ornament over." avoid="Lift it aside before dusting its spot."
    (always (forall (?o - ornament) (not (and (fragile ?o) (jolted ?o)))))))
