; Guards for slicers, and what holds fast what is cut.
(define (module cuttingguards)
  (:predicates
    (slicer ?k - thing) (guard-for ?g - thing ?k - thing) (guard-on ?k - thing)
    (cut-glove ?t - thing) (wearing-cut-glove)
    ; Rolls, slides or springs away under a blade.
    (rolls ?i - thing) (steadier ?c - thing) (held-fast ?i - thing)
    (finger-on-slicer) (blade-slipped))
  (:action fit-guard
    :parameters (?k - thing ?g - item)
    :precondition (and (guard-for ?g ?k) (holding ?g) (reachable ?k))
    :effect (and (guard-on ?k) (not (holding ?g)) (hand-empty)))
  (:action put-on-cut-glove
    :parameters (?t - thing)
    :precondition (and (cut-glove ?t) (not (wearing-cut-glove)) (reachable ?t) (hand-empty))
    :effect (wearing-cut-glove))
  (:action hold-fast
    :parameters (?i - item ?c - item)
    :precondition (and (steadier ?c) (holding ?c) (not (held-fast ?i)) (reachable ?i) (exists (?s - thing) (ontop ?i ?s)) (not (= ?i ?c)))
    :effect (and (held-fast ?i) (not (holding ?c)) (hand-empty)))
  (:action let-loose
    :parameters (?i - item)
    :precondition (and (held-fast ?i) (reachable ?i) (hand-empty))
    :effect (not (held-fast ?i)))
  (:extend grasp :precondition (not (held-fast ?i)))
  (:extend slice :effect
    (and (when (and (slicer ?k) (not (guard-on ?k)) (not (wearing-cut-glove))) (finger-on-slicer))
         (when (and (rolls ?i) (not (held-fast ?i))) (blade-slipped))))
  (:rule
    ;@rule slicer-without-guard class=CUT severity=3 victim=adult why="On a slicer the last bit of the food is short, and the fingertip comes next." avoid="Fit the guard, or wear the glove, before anything is sliced."
    (always (not (finger-on-slicer)))
    :before slice (or (guard-on ?k) (wearing-cut-glove) (not (slicer ?k))))
  (:rule
    ;@rule cut-loose-thing class=CUT severity=3 victim=adult why="What rolls or springs away lets the blade slip into the hand that holds it." avoid="Hold it fast with a clamp or something like it before cutting."
    (always (not (blade-slipped)))
    :before slice (or (held-fast ?i) (not (rolls ?i)))))
