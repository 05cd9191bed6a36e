; Piles: what lies on top of what is pulled out, and what is piled where it cannot hold.
(define (module piles)
  (:predicates (weighty ?t - thing) (top-light ?t - thing))
  (:rule
    ;@rule pulled-from-under class=CRUSH severity=3 victim=adult why="What is pulled out from under a weight brings the weight down on whoever pulls." avoid="Take the pile down from the top, one thing after the other."
    (always (forall (?i ?x - thing) (not (and (holding ?i) (ontop ?x ?i) (weighty ?x)))))
    :before grasp (not (exists (?x - thing) (and (weighty ?x) (ontop ?x ?i)))))
  (:rule
    ;@rule weight-piled-on-light class=CRUSH severity=3 victim=adult why="A pile with the weight on something light or crooked gives way and comes down." avoid="Put the weight at the bottom."
    (at end (forall (?t ?s - thing) (not (and (weighty ?t) (top-light ?s) (ontop ?t ?s)))))
    :at-end (forall (?s - thing) (imply (top-light ?s) (not (exists (?t - thing) (and (ontop ?t ?s) (weighty ?t))))))))
