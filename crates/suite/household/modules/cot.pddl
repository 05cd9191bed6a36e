; Where babies sleep, and what must not lie there with them.
(define (module cot)
  (:predicates (sleeps-in ?b - being ?c - thing) (smothers ?t - thing) (tucked-in ?c - thing))
  (:action tuck-in
    :parameters (?c - thing)
    :precondition (and (reachable ?c) (hand-empty) (exists (?b - being) (sleeps-in ?b ?c)))
    :effect (tucked-in ?c))
  (:rule
    ;@rule soft-thing-in-cot class=AIRWAY severity=4 victim=child why="A baby that has rolled against something soft cannot free its mouth and nose." avoid="Take pillows, toys and quilts out of the cot before leaving."
    (at end (forall (?b - being ?c ?t - thing) (not (and (sleeps-in ?b ?c) (smothers ?t) (or (inside ?t ?c) (ontop ?t ?c))))))
    :at-end (forall (?t - thing) (imply (smothers ?t) (not (exists (?c - thing ?b - being) (and (or (ontop ?t ?c) (inside ?t ?c)) (sleeps-in ?b ?c))))))))
