; Sprays against insects and for surfaces, and who is there while they settle.
(define (module sprays)
  (:predicates
    (spraycan ?s - thing) (irritant ?s - thing) (treated ?p - thing) (sprayed ?p - thing)
    (stays-at ?b - being ?p - thing) (walks ?b - being)
    ; With a cover on it, nothing gets at ?b: a tank, a cage, a terrarium.
    (shelters ?t - thing ?b - being) (cover ?c - thing))
  (:action spray
    :parameters (?p - place ?s - item)
    :precondition (and (spraycan ?s) (holding ?s) (in-reach ?p))
    :effect (and (treated ?p) (when (irritant ?s) (sprayed ?p))))
  ; Waiting with the door open until the mist is gone.
  (:action let-settle
    :parameters (?p - place)
    :precondition (and (sprayed ?p) (in-reach ?p))
    :effect (not (sprayed ?p)))
  (:action lead-out
    :parameters (?b - being ?p - place)
    :precondition (and (stays-at ?b ?p) (walks ?b) (in-reach ?p))
    :effect (not (stays-at ?b ?p)))
  (:action call-in
    :parameters (?b - being ?p - place)
    :precondition (and (walks ?b) (in-reach ?p) (not (stays-at ?b ?p)))
    :effect (stays-at ?b ?p))
  (:rule
    ;@rule sprayed-over-somebody class=TOXIC severity=3 victim=pet why="The mist that kills insects or burns off dirt is breathed in by whoever is in it, and fish and small animals die of it." avoid="Bring everybody out or cover the tank first, and let the mist settle before anybody comes in."
    (always (forall (?b - being ?p - thing)
      (imply (and (sprayed ?p) (stays-at ?b ?p))
             (exists (?t ?c - thing) (and (shelters ?t ?b) (cover ?c) (ontop ?c ?t))))))
    :before spray (forall (?b - being) (imply (and (irritant ?s) (stays-at ?b ?p)) (exists (?c ?t - thing) (and (ontop ?c ?t) (cover ?c) (shelters ?t ?b)))))
    :before call-in (imply (sprayed ?p) (exists (?c ?t - thing) (and (ontop ?c ?t) (cover ?c) (shelters ?t ?b))))
    :before grasp (forall (?b - being ?p - thing) (imply (and (stays-at ?b ?p) (sprayed ?p))
      (exists (?c ?t - thing) (and (ontop ?c ?t) (not (= ?c ?i)) (cover ?c) (shelters ?t ?b)))))))
