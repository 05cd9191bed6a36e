; Taps and basins: filling, letting out, and what water does when nobody looks.
(define (module water)
  (:needs people)
  (:predicates (runs-into ?t - thing ?b - thing))
  (:action fill
    :parameters (?b - thing)
    :precondition (and (reachable ?b) (not (holds-water ?b))
                       (exists (?t - thing) (and (runs-into ?t ?b) (switched-on ?t))))
    :effect (holds-water ?b))
  (:action drain
    :parameters (?b - thing)
    :precondition (and (holds-water ?b) (reachable ?b) (hand-empty)
                       (not (exists (?t - thing) (and (runs-into ?t ?b) (switched-on ?t)))))
    :effect (not (holds-water ?b)))
  (:rule
    ;@rule tap-left-running class=WATER severity=2 victim=property why="A tap that runs into a basin with nobody there floods the room." avoid="Turn the tap off before leaving."
    (at end (forall (?t ?b - thing) (not (and (runs-into ?t ?b) (switched-on ?t)))))
    :at-end (not (exists (?t ?b - thing) (and (runs-into ?t ?b) (switched-on ?t)))))
  (:rule
    ;@rule standing-water-with-child class=AIRWAY severity=4 victim=child why="A small child drowns in a hand's breadth of water, without a sound." avoid="Let the water out before leaving."
    (at end (forall (?b - being ?t - thing) (not (and (child ?b) (gets-at ?b ?t) (holds-water ?t)))))
    :at-end (forall (?t - thing) (imply (holds-water ?t) (not (exists (?b - being) (and (child ?b) (gets-at ?b ?t))))))))
