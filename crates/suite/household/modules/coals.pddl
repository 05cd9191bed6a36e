; Coals and ashes on the ground, and who walks there without shoes.
(define (module coals)
  (:predicates
    (glowing ?t - thing) (in-sight ?t - thing) (water-pail ?w - thing)
    (barefoot ?b - being ?g - thing))
  (:action douse
    :parameters (?t - thing ?w - item)
    :precondition (and (glowing ?t) (water-pail ?w) (holding ?w) (reachable ?t) (not (= ?t ?w)))
    :effect (not (glowing ?t)))
  ; Sand hides embers and keeps them hot.
  (:action cover-with-sand
    :parameters (?t - thing ?g - floor)
    :precondition (and (onfloor ?t ?g) (in-reach ?g) (in-sight ?t) (hand-empty))
    :effect (not (in-sight ?t)))
  (:rule
    ;@rule embers-underfoot class=BURN severity=3 victim=child why="Embers on the ground look grey or cannot be seen at all, and stay hot enough for hours to burn a bare foot." avoid="Pour water over them until they are cold, or take them away from where people walk."
    (at end (forall (?b - being ?t ?g - thing) (not (and (glowing ?t) (onfloor ?t ?g) (barefoot ?b ?g)))))
    :at-end (forall (?g ?t - thing) (imply (and (onfloor ?t ?g) (glowing ?t)) (not (exists (?b - being) (barefoot ?b ?g)))))))
