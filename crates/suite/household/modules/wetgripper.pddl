; A gripper that is wet from what it held, and what it must not touch so.
(define (module wetgripper)
  (:needs power)
  (:predicates (wet-gripper) (towel ?t - thing) (wall-switch ?t - thing) (current-through-gripper))
  (:action dry-gripper
    :parameters (?t - thing)
    :precondition (and (wet-gripper) (towel ?t) (not (soaked ?t)) (reachable ?t) (hand-empty))
    :effect (not (wet-gripper)))
  (:extend grasp :effect (when (soaked ?i) (wet-gripper)))
  (:extend soak :effect (when (holding ?i) (wet-gripper)))
  (:extend toggle-on :effect (when (and (wet-gripper) (or (mains ?t) (wall-switch ?t))) (current-through-gripper)))
  (:extend toggle-off :effect (when (and (wet-gripper) (or (mains ?t) (wall-switch ?t))) (current-through-gripper)))
  (:extend plug-in :effect (when (wet-gripper) (current-through-gripper)))
  (:extend unplug :effect (when (wet-gripper) (current-through-gripper)))
  (:rule
    ;@rule wet-gripper-on-the-mains class=SHOCK severity=3 victim=robot why="Water on the gripper leads the mains from plug or switch into the arm and whoever touches it." avoid="Dry the gripper on a towel before it touches a plug or a switch."
    (always (not (current-through-gripper)))
    :before toggle-on (imply (wet-gripper) (and (not (mains ?t)) (not (wall-switch ?t))))
    :before toggle-off (imply (wet-gripper) (and (not (mains ?t)) (not (wall-switch ?t))))
    :before plug-in (not (wet-gripper))
    :before unplug (not (wet-gripper))))
