; Lamps, their bulbs, and the switches on the wall that feed them.
(define (module lamps)
  (:needs power)
  (:predicates
    (bulb-in ?b - thing ?l - thing) (bulb-fits ?b - thing ?l - thing) (open-socket ?l - thing)
    (controls ?s - thing ?l - thing))
  (:action unscrew-bulb
    :parameters (?b - item ?l - thing)
    :precondition (and (bulb-in ?b ?l) (reachable ?l) (hand-empty))
    :effect (and (not (bulb-in ?b ?l)) (open-socket ?l) (holding ?b) (not (hand-empty))))
  (:action screw-bulb-in
    :parameters (?b - item ?l - thing)
    :precondition (and (holding ?b) (bulb-fits ?b ?l) (open-socket ?l) (reachable ?l))
    :effect (and (bulb-in ?b ?l) (not (open-socket ?l)) (not (holding ?b)) (hand-empty)))
  (:rule
    ;@rule lamp-socket-open-live class=SHOCK severity=4 victim=adult why="In a lamp without its bulb the live contact lies open to fingers." avoid="Switch it off at the wall and pull the plug before the bulb comes out, and leave it so until a new one is in."
    (always (forall (?l - thing) (not (and (open-socket ?l)
      (or (plugged-in ?l) (exists (?s - thing) (and (controls ?s ?l) (switched-on ?s))))))))
    :before unscrew-bulb (and (not (plugged-in ?l)) (forall (?s - thing) (imply (controls ?s ?l) (not (switched-on ?s)))))
    :before plug-in (not (open-socket ?t))
    :before toggle-on (not (exists (?l - thing) (and (open-socket ?l) (controls ?t ?l))))))
