; What draws off burnt gas: chimneys, hoods, air bricks; and what stops them up.
(define (module flues)
  (:predicates
    ; ?v draws off what ?h burns, or lets in the air for it.
    (flue ?v - thing ?h - thing)
    (sooty ?v - thing) (flue-brush ?b - thing)
    ; A gas alarm that watches over ?h; nobody has tried it lately; what it runs on.
    (watches ?a - thing ?h - thing) (untried ?a - thing) (battery ?b - thing))
  (:action sweep-flue
    :parameters (?v - thing ?b - item)
    :precondition (and (flue-brush ?b) (holding ?b) (sooty ?v) (reachable ?v))
    :effect (not (sooty ?v)))
  (:action try-alarm
    :parameters (?a - thing)
    :precondition (and (untried ?a) (reachable ?a) (hand-empty) (exists (?b - item) (and (battery ?b) (inside ?b ?a))))
    :effect (not (untried ?a)))
  (:rule
    ;@rule blocked-flue class=TOXIC severity=4 victim=adult why="Burnt gas that cannot get out of a shut or blocked flue comes back into the room." avoid="See that flue and vent are open and clear before lighting anything."
    (always (forall (?h ?v - thing)
      (imply (and (flue ?v ?h) (switched-on ?h))
             (and (not (closed ?v)) (not (sooty ?v)) (forall (?t - thing) (not (or (inside ?t ?v) (ontop ?t ?v))))))))
    :before toggle-on (not (exists (?v - thing) (and (flue ?v ?t)
      (or (sooty ?v) (closed ?v) (exists (?x - thing) (or (ontop ?x ?v) (inside ?x ?v)))))))
    :before close (forall (?h - thing) (imply (switched-on ?h) (not (flue ?t ?h))))
    :before place-ontop (forall (?h - thing) (imply (switched-on ?h) (not (flue ?t ?h))))
    :before place-inside (forall (?h - thing) (imply (switched-on ?h) (not (flue ?t ?h)))))
  (:rule
    ;@rule burner-without-alarm class=TOXIC severity=3 victim=adult why="Nobody smells carbon monoxide, and an alarm with a flat battery wakes nobody." avoid="Press the alarm's test button before the burner is lit, and give it a battery if it stays silent."
    (always (forall (?h ?a - thing) (not (and (switched-on ?h) (watches ?a ?h) (untried ?a)))))
    :before toggle-on (forall (?a - thing) (imply (watches ?a ?t) (not (untried ?a))))))
