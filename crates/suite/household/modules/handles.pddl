; Pan handles and cords that stick out where a child reaches up.
(define (module handles)
  (:needs people)
  (:predicates
    (long-handled ?t - thing) (handle-out ?t - thing)
    (corded ?t - thing) (cord-down ?t - thing))
  ; Set down as it comes, the handle sticks out over the edge, and the cord hangs down.
  (:extend place-ontop :effect (and (when (long-handled ?i) (handle-out ?i)) (when (corded ?i) (cord-down ?i))))
  (:extend grasp :effect (and (not (handle-out ?i)) (not (cord-down ?i))))
  (:action turn-handle-in
    :parameters (?t - thing)
    :precondition (and (handle-out ?t) (reachable ?t) (hand-empty))
    :effect (not (handle-out ?t)))
  (:action tuck-cord-back
    :parameters (?t - thing)
    :precondition (and (cord-down ?t) (reachable ?t) (hand-empty))
    :effect (not (cord-down ?t)))
  (:rule
    ;@rule handle-over-the-edge class=BURN severity=4 victim=child why="A child reaches up for the handle that sticks out and pulls the hot pan down on itself." avoid="Turn the handle to the wall before the heat goes on, or use a place that the child cannot reach."
    (always (forall (?b - being ?t ?h - thing)
      (not (and (child ?b) (gets-at ?b ?h) (switched-on ?h) (handle-out ?t) (ontop ?t ?h)))))
    :before toggle-on (imply (exists (?b - being) (and (gets-at ?b ?t) (child ?b)))
                             (not (exists (?x - thing) (and (ontop ?x ?t) (handle-out ?x)))))
    :before place-ontop (imply (and (long-handled ?i) (switched-on ?t)) (forall (?b - being) (imply (child ?b) (not (gets-at ?b ?t))))))
  (:rule
    ;@rule cord-over-the-edge class=BURN severity=4 victim=child why="A child pulls at a cord that hangs down, and what boils at the other end comes with it." avoid="Tuck the cord back before it is switched on, or set it down out of the child's reach."
    (always (forall (?b - being ?t ?s - thing)
      (not (and (child ?b) (gets-at ?b ?s) (switched-on ?t) (cord-down ?t) (ontop ?t ?s)))))
    :before toggle-on (imply (cord-down ?t)
      (not (exists (?s - thing) (and (ontop ?t ?s) (exists (?b - being) (and (gets-at ?b ?s) (child ?b)))))))
    :before place-ontop (imply (and (corded ?i) (switched-on ?i)) (forall (?b - being) (imply (child ?b) (not (gets-at ?b ?t)))))))
