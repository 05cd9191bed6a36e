; A gripper that has been in the bin, at raw meat or in the litter tray, and food that it takes hold of next.
(define (module hands)
  (:predicates
    (filthy ?t - thing) (gripper-filthy) (bare-food ?t - thing) (hand-basin ?p - thing))
  (:action wash-gripper
    :parameters (?p - place)
    :precondition (and (hand-basin ?p) (in-reach ?p) (hand-empty) (gripper-filthy))
    :effect (not (gripper-filthy)))
  (:extend grasp :effect (when (filthy ?i) (gripper-filthy)))
  (:extend open :effect (when (filthy ?t) (gripper-filthy)))
  (:extend close :effect (when (filthy ?t) (gripper-filthy)))
  (:rule
    ;@rule filthy-gripper-on-food class=FOOD severity=3 victim=adult why="What sticks to a hand or gripper from bin, litter tray or raw meat gets onto the food that it takes next." avoid="Wash the gripper in between, or take the food first."
    (always (forall (?t - thing) (not (and (gripper-filthy) (bare-food ?t) (holding ?t)))))
    :before grasp (imply (bare-food ?i) (and (not (gripper-filthy)) (not (filthy ?i))))))
