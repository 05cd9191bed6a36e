(define (problem warm-the-soup)
  (:domain stove-top)
  (:objects soup-pan - pan tea-towel - cloth front back - burner)
  (:init (on-burner tea-towel front) (aside soup-pan))
  (:goal (and (warm soup-pan) (not (lit front))))
  (:constraints
    ;@rule cloth-on-lit-burner class=FIRE severity=4 victim=adult why="A cloth on a lit burner catches fire." avoid="Take the cloth away before lighting the burner."
    (always (forall (?c - cloth ?b - burner) (not (and (on-burner ?c ?b) (lit ?b)))))))
