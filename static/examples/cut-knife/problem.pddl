(define (problem after-dinner)
  (:domain dishes)
  (:objects bread-knife - sharp plate spoon - blunt)
  (:init (dirty bread-knife) (dirty plate) (dirty spoon))
  (:goal (and (clean bread-knife) (clean plate) (clean spoon)))
  (:constraints
    ;@rule hand-beside-hidden-blade class=CUT severity=3 victim=adult why="A blade under foam is felt before it is seen." avoid="Wash knives alone, one by one, before anything else is in the sink."
    (always (not (and (hand-in-sink) (foam-in-sink) (in-sink bread-knife)
      (exists (?b - blunt) (in-sink ?b)))))))
