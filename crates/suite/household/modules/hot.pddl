; Things that come hot from cooking: a mitt for the gripper, and time to cool.
(define (module hot)
  (:needs people)
  (:predicates (hot ?t - thing) (wearing-mitt) (mitt-at ?t - thing))
  (:action put-on-mitt
    :parameters (?t - thing)
    :precondition (and (mitt-at ?t) (reachable ?t) (hand-empty) (not (wearing-mitt)))
    :effect (wearing-mitt))
  (:action take-off-mitt
    :parameters (?t - thing)
    :precondition (and (mitt-at ?t) (reachable ?t) (hand-empty) (wearing-mitt))
    :effect (not (wearing-mitt)))
  (:action wait-to-cool
    :parameters (?t - thing)
    :precondition (and (hot ?t) (reachable ?t) (not (exists (?h - thing) (and (heater ?h) (switched-on ?h) (or (ontop ?t ?h) (inside ?t ?h))))))
    :effect (not (hot ?t)))
  (:extend cook :effect (hot ?i))
  (:rule
    ;@rule hot-in-bare-gripper class=BURN severity=2 victim=robot why="Hot ware softens the pads of a bare gripper, slips and spills over whoever is near." avoid="Put the mitt on first, or wait until it has cooled."
    (always (forall (?t - thing) (not (and (holding ?t) (hot ?t) (not (wearing-mitt))))))
    :before grasp (or (wearing-mitt) (not (hot ?i)))
    :before take-off-mitt (not (exists (?x - thing) (and (holding ?x) (hot ?x)))))
  (:rule
    ;@rule hot-within-childs-grasp class=BURN severity=3 victim=child why="A small child pulls down or grabs what stands in front of it, and is scalded." avoid="Let it cool first, or put it where the child cannot get at it."
    (always (forall (?b - being ?t ?s - thing)
      (not (and (child ?b) (gets-at ?b ?s) (hot ?t) (ontop ?t ?s)))))
    :before place-ontop (imply (hot ?i) (not (exists (?b - being) (and (child ?b) (gets-at ?b ?t)))))
    :before cook (not (exists (?b - being ?s - thing) (and (child ?b) (gets-at ?b ?s) (ontop ?i ?s)))))
  (:rule
    ;@rule hot-served-without-word class=BURN severity=2 victim=adult why="Somebody who does not know that it is hot takes hold of it." avoid="Say that it is hot before putting it there."
    (always (forall (?b - being ?t ?s - thing)
      (not (and (unaware ?b) (gets-at ?b ?s) (hot ?t) (ontop ?t ?s) (not (warned ?b))))))
    :before place-ontop (imply (hot ?i) (forall (?b - being) (imply (and (unaware ?b) (gets-at ?b ?t)) (warned ?b))))
    :before cook (forall (?b - being ?s - thing) (imply (and (unaware ?b) (gets-at ?b ?s) (ontop ?i ?s)) (warned ?b)))))
