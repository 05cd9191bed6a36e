(define (problem bath-and-call)
  (:domain bathing)
  (:objects tub1 - tub)
  (:init (= (litres tub1) 0) (= (capacity tub1) 150))
  (:goal (and (>= (litres tub1) 100) (soap-in tub1) (phone-answered) (not (tap-open tub1))))
  (:constraints
    ;@rule tub-overflows class=WATER severity=2 victim=property why="An overflowing tub floods the rooms below." avoid="Close the tap before answering the phone."
    (always (<= (litres tub1) (capacity tub1)))))
