; What people with bad legs rely on: walking frames and sticks within reach, and wheels that are braked.
(define (module mobility)
  (:needs people)
  (:predicates
    (leans-on ?b - being ?t - thing)
    (wheeled ?t - thing) (braked ?t - thing)
    ; Sits down on it, gets up from it or holds on to it without help.
    (gets-up-at ?b - being ?t - thing))
  (:action set-brake
    :parameters (?t - thing)
    :precondition (and (wheeled ?t) (not (braked ?t)) (reachable ?t) (hand-empty))
    :effect (braked ?t))
  (:action release-brake
    :parameters (?t - thing)
    :precondition (and (wheeled ?t) (braked ?t) (reachable ?t) (hand-empty))
    :effect (not (braked ?t)))
  (:extend grasp :precondition (not (braked ?i)))
  (:rule
    ;@rule walking-aid-out-of-reach class=FALL severity=4 victim=elder why="Somebody who cannot walk without it gets up all the same and tries the few steps to it." avoid="Leave it where the hand finds it from bed or chair."
    (at end (forall (?b - being ?t - thing) (imply (leans-on ?b ?t)
      (exists (?s - thing) (and (gets-at ?b ?s)
        (or (ontop ?t ?s) (nextto ?t ?s) (onfloor ?t ?s) (and (inside ?t ?s) (not (closed ?s)))))))))
    :at-end (not (exists (?b - being ?t - thing) (and (leans-on ?b ?t)
      (forall (?s - thing) (imply (gets-at ?b ?s)
        (and (not (ontop ?t ?s)) (not (nextto ?t ?s)) (not (onfloor ?t ?s)) (or (closed ?s) (not (inside ?t ?s))))))))))
  (:rule
    ;@rule wheels-not-braked class=FALL severity=4 victim=elder why="What stands on wheels rolls away at the moment when somebody puts his weight on it." avoid="Set the brake as soon as it stands where it is needed."
    (at end (forall (?b - being ?t - thing) (imply (and (gets-up-at ?b ?t) (wheeled ?t)) (braked ?t))))
    :at-end (not (exists (?t - thing) (and (wheeled ?t) (not (braked ?t)) (exists (?b - being) (gets-up-at ?b ?t)))))))
