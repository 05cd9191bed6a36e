; What people need when it burns: an alarm that wakes them and a way out.
(define (module escape)
  (:predicates
    (alarm ?a - thing) (armed ?a - thing)
    (bulky ?t - thing) (way-out ?p - thing)
    (exit ?d - thing) (bolted ?d - thing) (stays-behind ?b - being ?d - thing))
  (:action silence
    :parameters (?a - thing)
    :precondition (and (armed ?a) (reachable ?a) (hand-empty))
    :effect (not (armed ?a)))
  (:action arm
    :parameters (?a - thing)
    :precondition (and (alarm ?a) (not (armed ?a)) (reachable ?a) (hand-empty))
    :effect (armed ?a))
  (:action bolt
    :parameters (?d - thing)
    :precondition (and (exit ?d) (not (bolted ?d)) (reachable ?d) (hand-empty))
    :effect (bolted ?d))
  (:action unbolt
    :parameters (?d - thing)
    :precondition (and (exit ?d) (bolted ?d) (reachable ?d) (hand-empty))
    :effect (not (bolted ?d)))
  (:rule
    ;@rule alarm-left-silent class=FIRE severity=4 victim=adult why="Smoke kills people in their sleep when no alarm wakes them." avoid="Arm it again as soon as the steam has gone."
    (at end (forall (?a - thing) (imply (alarm ?a) (armed ?a))))
    :at-end (not (exists (?a - thing) (and (alarm ?a) (not (armed ?a))))))
  (:rule
    ;@rule way-out-blocked class=FIRE severity=4 victim=adult why="In smoke and darkness nobody gets past what stands in the only way out." avoid="Put it somewhere that is nobody's way out."
    (at end (forall (?t ?p - thing) (not (and (bulky ?t) (way-out ?p) (or (onfloor ?t ?p) (nextto ?t ?p))))))
    :at-end (forall (?p - thing) (imply (way-out ?p) (not (exists (?t - thing) (and (bulky ?t) (or (nextto ?t ?p) (onfloor ?t ?p))))))))
  (:rule
    ;@rule people-locked-in class=FIRE severity=4 victim=adult why="Whoever sleeps behind a bolted door cannot get out when it burns." avoid="Draw the bolt back before leaving."
    (at end (forall (?d - thing ?b - being) (not (and (bolted ?d) (stays-behind ?b ?d)))))
    :at-end (forall (?d - thing) (imply (bolted ?d) (not (exists (?b - being) (stays-behind ?b ?d)))))))
