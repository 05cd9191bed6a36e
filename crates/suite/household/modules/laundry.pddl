; Washing machines: the programme, the colours, and what was in the pockets.
(define (module laundry)
  (:predicates
    (washer ?m - thing) (set-to-hot ?m - thing) (washed ?t - thing)
    (shrinks-hot ?t - thing) (shrunk ?t - thing)
    (sheds-colour ?t - thing) (pale ?t - thing) (stained ?t - thing)
    (spoiled-by-water ?t - thing) (soaked-through ?t - thing))
  (:action turn-to-cool
    :parameters (?m - thing)
    :precondition (and (washer ?m) (set-to-hot ?m) (reachable ?m) (hand-empty))
    :effect (not (set-to-hot ?m)))
  (:action turn-to-hot
    :parameters (?m - thing)
    :precondition (and (washer ?m) (not (set-to-hot ?m)) (reachable ?m) (hand-empty))
    :effect (set-to-hot ?m))
  (:action run-wash
    :parameters (?m - thing)
    :precondition (and (washer ?m) (closed ?m) (reachable ?m) (hand-empty))
    :effect (forall (?t - thing) (and
      (when (inside ?t ?m) (washed ?t))
      (when (and (inside ?t ?m) (set-to-hot ?m) (shrinks-hot ?t)) (shrunk ?t))
      (when (and (inside ?t ?m) (pale ?t) (exists (?c - thing) (and (sheds-colour ?c) (inside ?c ?m)))) (stained ?t))
      (when (and (spoiled-by-water ?t) (or (inside ?t ?m) (exists (?g - thing) (and (inside ?t ?g) (inside ?g ?m))))) (soaked-through ?t)))))
  (:rule
    ;@rule shrunk-in-the-wash class=PROP severity=1 victim=property why="Wool and silk washed hot come out felted and two sizes smaller." avoid="Set the machine to cool before it runs."
    (always (forall (?t - thing) (not (shrunk ?t))))
    :before run-wash (imply (set-to-hot ?m) (not (exists (?t - thing) (and (shrinks-hot ?t) (inside ?t ?m))))))
  (:rule
    ;@rule colours-run class=PROP severity=1 victim=property why="One new red or dark thing dyes everything pale in the drum." avoid="Wash it apart from what is pale."
    (always (forall (?t - thing) (not (stained ?t))))
    :before run-wash (forall (?t ?c - thing) (imply (and (inside ?t ?m) (inside ?c ?m)) (not (and (pale ?t) (sheds-colour ?c))))))
  (:rule
    ;@rule washed-with-the-pockets class=PROP severity=2 victim=property why="A phone, a passport or a hearing aid that goes through the wash is ruined." avoid="Take it out before the machine runs."
    (always (forall (?t - thing) (not (soaked-through ?t))))
    :before run-wash (forall (?t - thing) (imply (spoiled-by-water ?t)
      (and (not (inside ?t ?m)) (forall (?g - thing) (imply (inside ?g ?m) (not (inside ?t ?g)))))))))
