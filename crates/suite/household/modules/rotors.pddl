; Blades that turn: blenders, shredders, mowers, and hands that come near them.
(define (module rotors)
  (:needs power people)
  (:predicates
    (rotor ?a - thing) (jammed ?a - thing)
    (battery-for ?x - thing ?a - thing) (battery-in ?x - thing ?a - thing)
    ; Has a hand among the blades just now.
    (hand-in ?b - being ?a - thing)
    (gripper-among-blades))
  (:action take-battery-out
    :parameters (?x - item ?a - thing)
    :precondition (and (battery-in ?x ?a) (reachable ?a) (hand-empty))
    :effect (and (not (battery-in ?x ?a)) (not (switched-on ?a)) (holding ?x) (not (hand-empty))))
  (:action put-battery-in
    :parameters (?x - item ?a - thing)
    :precondition (and (battery-for ?x ?a) (holding ?x) (reachable ?a))
    :effect (and (battery-in ?x ?a) (not (holding ?x)) (hand-empty)))
  (:action clear-jam
    :parameters (?a - thing)
    :precondition (and (jammed ?a) (reachable ?a) (not (closed ?a)) (hand-empty))
    :effect (and (not (jammed ?a))
                 (when (and (rotor ?a) (or (plugged-in ?a) (exists (?x - thing) (battery-in ?x ?a)))) (gripper-among-blades))))
  (:action ask-to-step-back
    :parameters (?b - being ?a - thing)
    :precondition (and (hand-in ?b ?a) (reachable ?a))
    :effect (not (hand-in ?b ?a)))
  (:extend grasp :effect
    (when (exists (?a - thing) (and (rotor ?a) (inside ?i ?a) (or (plugged-in ?a) (exists (?x - thing) (battery-in ?x ?a)))))
          (gripper-among-blades)))
  (:extend toggle-on :precondition (forall (?x - thing) (imply (battery-for ?x ?t) (battery-in ?x ?t))))
  (:rule
    ;@rule reach-among-live-blades class=CUT severity=4 victim=adult why="Blades that are on the mains or on a battery can start while fingers are between them." avoid="Pull the plug or take the battery out before reaching in."
    (always (not (gripper-among-blades)))
    :before clear-jam (imply (rotor ?a) (and (not (plugged-in ?a)) (not (exists (?x - thing) (battery-in ?x ?a)))))
    :before grasp (forall (?a - thing) (imply (and (inside ?i ?a) (rotor ?a))
      (and (not (plugged-in ?a)) (forall (?x - thing) (not (battery-in ?x ?a)))))))
  (:rule
    ;@rule blades-run-uncovered class=CUT severity=4 victim=adult why="Blades that turn under an open lid throw things about and take off fingers." avoid="Shut the lid before it goes on, and open it only when it is off."
    (always (forall (?a - thing) (imply (and (rotor ?a) (openable ?a) (switched-on ?a)) (closed ?a))))
    :before toggle-on (or (closed ?t) (not (openable ?t)) (not (rotor ?t)))
    :before open (not (and (rotor ?t) (switched-on ?t))))
  (:rule
    ;@rule blades-start-on-a-hand class=CUT severity=4 victim=adult why="Somebody has a hand among the blades when they start." avoid="Make sure that nobody has a hand in it before it goes on."
    (always (forall (?b - being ?a - thing) (not (and (rotor ?a) (switched-on ?a) (hand-in ?b ?a)))))
    :before toggle-on (imply (rotor ?t) (not (exists (?b - being) (hand-in ?b ?t))))))
