; Cords of appliances: damaged ones, and doors and lids that are shut on them.
(define (module powercords)
  (:needs power)
  (:predicates
    ; Bare wire shows somewhere along its cord.
    (frayed ?t - thing) (spare-cord ?c - thing ?t - thing)
    ; The cord lies in the opening of the door, window or lid.
    (cord-through ?t - thing ?d - thing))
  (:action change-cord
    :parameters (?t - thing ?c - item)
    :precondition (and (frayed ?t) (not (plugged-in ?t)) (spare-cord ?c ?t) (holding ?c) (reachable ?t))
    :effect (and (not (frayed ?t)) (not (holding ?c)) (hand-empty)))
  (:action strip-cord
    :parameters (?t - thing ?k - item)
    :precondition (and (mains ?t) (not (frayed ?t)) (blade ?k) (holding ?k) (reachable ?t))
    :effect (frayed ?t))
  (:action pull-cord-clear
    :parameters (?t - thing ?d - thing)
    :precondition (and (cord-through ?t ?d) (not (closed ?d)) (reachable ?d) (hand-empty))
    :effect (not (cord-through ?t ?d)))
  (:extend close :effect (forall (?c - thing) (when (cord-through ?c ?t) (frayed ?c))))
  (:rule
    ;@rule damaged-cord-live class=SHOCK severity=4 victim=adult why="Where the insulation of a cord is gone, whoever touches it touches the mains." avoid="Leave it unplugged until the cord is replaced, and pull cords out of doors before these are shut."
    (always (forall (?t - thing) (not (and (frayed ?t) (plugged-in ?t)))))
    :before plug-in (not (frayed ?t))
    :before strip-cord (not (plugged-in ?t))
    :before close (not (exists (?c - thing) (and (plugged-in ?c) (cord-through ?c ?t))))))
