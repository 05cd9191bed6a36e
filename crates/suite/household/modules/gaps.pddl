; Drums, folding beds, lids and hinges, and somebody who is in the gap.
(define (module gaps)
  (:predicates
    (in-gap ?b - being ?t - thing)
    ; Comes for its favourite food and for nothing else.
    (stubborn ?b - being) (likes ?b - being ?f - thing))
  (:action coax-out
    :parameters (?b - being ?t - thing)
    :precondition (and (in-gap ?b ?t) (not (stubborn ?b)) (reachable ?t) (hand-empty))
    :effect (not (in-gap ?b ?t)))
  (:action lure-out
    :parameters (?b - being ?t - thing ?f - item)
    :precondition (and (in-gap ?b ?t) (likes ?b ?f) (holding ?f) (reachable ?t))
    :effect (not (in-gap ?b ?t)))
  (:rule
    ;@rule shut-on-somebody class=CRUSH severity=4 victim=pet why="A lid, a drum or a folding frame that moves crushes whoever is in it or has a hand in the gap." avoid="Look inside and get them out before it moves."
    (always (forall (?b - being ?t - thing) (not (and (in-gap ?b ?t) (or (closed ?t) (switched-on ?t))))))
    :before close (not (exists (?b - being) (in-gap ?b ?t)))
    :before toggle-on (not (exists (?b - being) (in-gap ?b ?t)))))
