; Loads on a jack: what is put below them first, and who is still there when they come down.
(define (module jacks)
  (:predicates
    (liftable ?l - thing) (raised ?l - thing) (jack ?j - thing) (stand ?s - thing)
    ; The robot's arm is below it.
    (below ?l - thing) (serviced ?l - thing)
    (creeps-under ?b - being ?l - thing))
  (:action lift-up
    :parameters (?l - fixture ?j - item)
    :precondition (and (liftable ?l) (not (raised ?l)) (not (below ?l)) (jack ?j) (holding ?j) (in-reach ?l))
    :effect (and (raised ?l) (nextto ?j ?l) (not (holding ?j)) (hand-empty)))
  (:action let-down
    :parameters (?l - fixture)
    :precondition (and (raised ?l) (not (below ?l)) (in-reach ?l) (hand-empty))
    :effect (not (raised ?l)))
  (:action get-below
    :parameters (?l - fixture)
    :precondition (and (raised ?l) (not (below ?l)) (in-reach ?l) (hand-empty))
    :effect (below ?l))
  (:action get-out
    :parameters (?l - fixture)
    :precondition (and (below ?l) (hand-empty))
    :effect (not (below ?l)))
  (:action service
    :parameters (?l - fixture)
    :precondition (and (below ?l) (hand-empty))
    :effect (serviced ?l))
  (:action coax-from-below
    :parameters (?b - being ?l - fixture)
    :precondition (and (creeps-under ?b ?l) (in-reach ?l) (hand-empty))
    :effect (not (creeps-under ?b ?l)))
  (:extend navigate-to :precondition (not (exists (?l - fixture) (below ?l))))
  ; A jack that carries something stays where it is.
  (:extend grasp :precondition (not (and (jack ?i) (exists (?l - fixture) (and (raised ?l) (nextto ?i ?l))))))
  (:rule
    ;@rule below-a-jacked-load class=CRUSH severity=4 victim=robot why="A jack sinks or slips, and what it holds up comes down on whoever is below." avoid="Put a stand under the load before anybody reaches below it."
    (always (forall (?l - thing) (imply (and (below ?l) (raised ?l)) (exists (?s - thing) (and (stand ?s) (under ?s ?l))))))
    :before get-below (exists (?s - thing) (and (stand ?s) (under ?s ?l)))
    :before grasp (imply (stand ?i) (not (exists (?l - thing) (and (below ?l) (raised ?l) (under ?i ?l)
      (not (exists (?s - thing) (and (stand ?s) (under ?s ?l) (not (= ?s ?i))))))))))
  (:rule
    ;@rule let-down-onto-somebody class=CRUSH severity=4 victim=pet why="An animal or a child that has crept under a raised load is crushed when it comes down." avoid="Look below it and get them out first."
    (always (forall (?b - being ?l - thing) (not (and (creeps-under ?b ?l) (liftable ?l) (not (raised ?l))))))
    :before let-down (not (exists (?b - being) (and (creeps-under ?b ?l) (liftable ?l))))))
