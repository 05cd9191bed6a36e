; What people climb on, and what makes them climb.
(define (module climbing)
  (:needs people)
  (:predicates
    (too-high ?s - thing ?b - being) (wants ?b - being ?t - thing)
    (steps ?x - thing) (unlatched ?x - thing) (climbed ?x - thing)
    (climbs-at ?b - being ?s - thing) (no-footing ?x - thing) (soft-ground ?g - thing))
  (:action latch
    :parameters (?x - thing)
    :precondition (and (unlatched ?x) (reachable ?x) (hand-empty))
    :effect (not (unlatched ?x)))
  (:rule
    ;@rule wanted-thing-too-high class=FALL severity=3 victim=elder why="Who wants it and cannot reach it climbs on the nearest chair." avoid="Put it lower, or set up steps beside it."
    (at end (forall (?b - being ?t ?s - thing)
      (not (and (wants ?b ?t) (too-high ?s ?b) (or (ontop ?t ?s) (inside ?t ?s))
                (not (exists (?x - thing) (and (steps ?x) (nextto ?x ?s) (not (unlatched ?x)))))))))
    :at-end (forall (?s - thing ?b - being) (imply (too-high ?s ?b)
      (or (exists (?x - thing) (and (nextto ?x ?s) (steps ?x) (not (unlatched ?x))))
          (not (exists (?t - thing) (and (wants ?b ?t) (or (inside ?t ?s) (ontop ?t ?s)))))))))
  (:rule
    ;@rule steps-not-latched class=FALL severity=4 victim=adult why="A stepladder whose brace is not latched folds up under the one who stands on it." avoid="Latch the brace as soon as it stands."
    (at end (forall (?x ?p - thing) (not (and (climbed ?x) (unlatched ?x) (or (nextto ?x ?p) (onfloor ?x ?p))))))
    :at-end (forall (?x - thing) (imply (and (unlatched ?x) (climbed ?x))
      (not (exists (?p - thing) (or (onfloor ?x ?p) (nextto ?x ?p)))))))
  (:rule
    ;@rule ladder-on-soft-ground class=FALL severity=4 victim=adult why="One foot of the ladder sinks in, and it tips over sideways." avoid="Lay a board there and stand the ladder on the board."
    (at end (forall (?x - thing ?g - floor) (not (and (climbed ?x) (soft-ground ?g) (onfloor ?x ?g)))))
    :at-end (not (exists (?g - floor) (and (soft-ground ?g) (exists (?x - thing) (and (onfloor ?x ?g) (climbed ?x)))))))
  (:rule
    ;@rule no-footing-to-climb class=FALL severity=4 victim=adult why="A chair on castors or a carton gives way under somebody who stands on it." avoid="Bring something that is made to be stood on, and take the other away."
    (at end (forall (?b - being ?x ?s - thing) (not (and (climbs-at ?b ?s) (no-footing ?x) (nextto ?x ?s)))))
    :at-end (forall (?x - thing) (imply (no-footing ?x)
      (not (exists (?s - thing ?b - being) (and (nextto ?x ?s) (climbs-at ?b ?s))))))))
