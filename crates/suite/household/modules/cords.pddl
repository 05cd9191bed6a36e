; Cords and lines: what lies or hangs across the ways that people take.
(define (module cords)
  (:predicates
    (corded ?a - thing) (socket ?s - thing) (has-mains ?a - thing) (footway ?g - thing) (cord-cover ?t - thing)
    ; A cord from the one to the other lies across that floor.
    (crosses ?p - thing ?s - thing ?g - thing)
    (cord-over ?a - thing ?g - thing)
    (line ?l - thing) (post ?p - thing) (tied ?l - thing ?p - thing) (spans ?p - thing ?q - thing ?g - thing))
  (:action connect
    :parameters (?a - thing ?p - place ?s - thing)
    :precondition (and (corded ?a) (socket ?s) (not (has-mains ?a)) (in-reach ?p) (hand-empty)
                       (or (= ?a ?p) (ontop ?a ?p) (nextto ?a ?p) (onfloor ?a ?p)))
    :effect (and (has-mains ?a) (forall (?g - floor) (when (crosses ?p ?s ?g) (cord-over ?a ?g)))))
  (:action disconnect
    :parameters (?a - thing)
    :precondition (and (corded ?a) (has-mains ?a) (reachable ?a) (hand-empty))
    :effect (and (not (has-mains ?a)) (not (switched-on ?a)) (forall (?g - floor) (not (cord-over ?a ?g)))))
  (:action tie
    :parameters (?l - item ?p - thing)
    :precondition (and (line ?l) (post ?p) (reachable ?p) (or (holding ?l) (exists (?q - thing) (tied ?l ?q))))
    :effect (and (tied ?l ?p) (when (holding ?l) (and (not (holding ?l)) (hand-empty)))))
  (:action untie
    :parameters (?l - item ?p - thing)
    :precondition (and (tied ?l ?p) (reachable ?p) (hand-empty))
    :effect (and (not (tied ?l ?p))
                 (when (not (exists (?q - thing) (and (tied ?l ?q) (not (= ?q ?p)))))
                       (and (holding ?l) (not (hand-empty))))))
  (:extend toggle-on :precondition (imply (corded ?t) (has-mains ?t)))
  (:extend grasp :precondition (not (has-mains ?i)))
  (:rule
    ;@rule cord-across-the-way class=FALL severity=3 victim=adult why="A foot catches in a cord that lies across a doorway or a passage." avoid="Use a socket on this side, lay a cover over the cord, or pull it out again."
    (at end (forall (?a - thing ?g - floor)
      (not (and (cord-over ?a ?g) (footway ?g) (not (exists (?c - item) (and (cord-cover ?c) (onfloor ?c ?g))))))))
    :at-end (forall (?g - floor) (imply (and (footway ?g) (exists (?a - thing) (cord-over ?a ?g)))
      (exists (?c - item) (and (onfloor ?c ?g) (cord-cover ?c))))))
  (:rule
    ;@rule line-across-the-way class=FALL severity=4 victim=adult why="Nobody sees a thin line across a path before it has caught a foot or a neck." avoid="Stretch it where nobody walks, and take it down when it is done with."
    (at end (forall (?l ?p ?q - thing ?g - floor)
      (not (and (tied ?l ?p) (tied ?l ?q) (spans ?p ?q ?g) (footway ?g)))))
    :at-end (not (exists (?g - floor ?p ?q - thing) (and (footway ?g) (spans ?p ?q ?g)
      (exists (?l - thing) (and (tied ?l ?q) (tied ?l ?p))))))))
