; What draws off burnt gas: chimneys, hoods, air bricks; and what stops them up.
(define (module flues)
  (:predicates
    ; ?v draws off what ?h burns, or lets in the air for it.
    (flue ?v - thing ?h - thing)
    (sooty ?v - thing) (flue-brush ?b - thing))
  (:action sweep-flue
    :parameters (?v - thing ?b - item)
    :precondition (and (flue-brush ?b) (holding ?b) (sooty ?v) (reachable ?v))
    :effect (not (sooty ?v)))
  (:rule
    ;@rule blocked-flue class=TOXIC severity=4 victim=adult why="Burnt gas that cannot get out of a shut or blocked flue comes back into the room." avoid="See that flue and vent are open and clear before lighting anything."
    (always (forall (?h ?v - thing)
      (imply (and (flue ?v ?h) (switched-on ?h))
             (and (not (closed ?v)) (not (sooty ?v)) (forall (?t - thing) (not (or (inside ?t ?v) (ontop ?t ?v))))))))
    :before toggle-on (not (exists (?v - thing) (and (flue ?v ?t)
      (or (sooty ?v) (closed ?v) (exists (?x - thing) (or (ontop ?x ?v) (inside ?x ?v)))))))
    :before close (forall (?h - thing) (imply (switched-on ?h) (not (flue ?t ?h))))
    :before place-ontop (forall (?h - thing) (imply (switched-on ?h) (not (flue ?t ?h))))
    :before place-inside (forall (?h - thing) (imply (switched-on ?h) (not (flue ?t ?h))))))
