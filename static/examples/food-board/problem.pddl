(define (problem chicken-and-salad)
  (:domain cutting)
  (:objects chicken salad - food wooden-board - board)
  (:init (raw-meat chicken))
  (:goal (and (cut chicken) (cut salad)))
  (:constraints
    ;@rule raw-meat-to-salad class=FOOD severity=3 victim=adult why="Germs of raw chicken reach food that is eaten raw." avoid="Wash the board, or cut the salad first."
    (always (not (germs-in salad)))))
