; Hoses on taps and machines: where their ends hang, and whether they hold.
(define (module hoses)
  (:predicates
    (hose ?h - thing) (spout ?t - thing) (hose-on ?h - thing ?t - thing)
    (pumps-through ?m - thing ?h - thing)
    ; Water may run out there: a drain, a gully, a flower bed.
    (drains-off ?d - thing)
    (cracked ?h - thing) (tape ?t - thing))
  (:action attach-hose
    :parameters (?h - thing ?t - thing)
    :precondition (and (hose ?h) (spout ?t) (reachable ?h) (reachable ?t) (hand-empty) (not (exists (?o - thing) (hose-on ?h ?o))))
    :effect (hose-on ?h ?t))
  (:action detach-hose
    :parameters (?h - thing ?t - thing)
    :precondition (and (hose-on ?h ?t) (reachable ?t) (hand-empty))
    :effect (not (hose-on ?h ?t)))
  (:action tape-up
    :parameters (?h - thing ?t - item)
    :precondition (and (cracked ?h) (tape ?t) (holding ?t) (reachable ?h))
    :effect (not (cracked ?h)))
  (:rule
    ;@rule hose-end-astray class=WATER severity=2 victim=property why="Water leaves a hose where its end lies, and that is the floor." avoid="Hang the end into a drain before the water runs, and leave it there."
    (always (forall (?h ?x - thing) (imply (and (switched-on ?x) (or (hose-on ?h ?x) (pumps-through ?x ?h)))
      (exists (?d - thing) (and (drains-off ?d) (inside ?h ?d))))))
    :before toggle-on (forall (?h - thing) (imply (or (pumps-through ?t ?h) (hose-on ?h ?t)) (exists (?d - thing) (and (inside ?h ?d) (drains-off ?d)))))
    :before attach-hose (imply (switched-on ?t) (exists (?d - thing) (and (inside ?h ?d) (drains-off ?d))))
    :before grasp (not (exists (?x - thing) (and (switched-on ?x) (or (hose-on ?i ?x) (pumps-through ?x ?i))))))
  (:rule
    ;@rule cracked-hose-used class=WATER severity=2 victim=property why="A crack that only drips when it is dry splits open under the pressure of the tap." avoid="Mend the hose, or take another one, before the water is turned on."
    (always (forall (?h ?x - thing) (not (and (cracked ?h) (switched-on ?x) (or (hose-on ?h ?x) (pumps-through ?x ?h))))))
    :before toggle-on (not (exists (?h - thing) (and (cracked ?h) (or (hose-on ?h ?t) (pumps-through ?t ?h)))))
    :before attach-hose (not (and (cracked ?h) (switched-on ?t)))))
