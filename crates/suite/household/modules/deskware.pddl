; Laptops, phones and keyboards, and what is drunk beside them.
(define (module deskware)
  (:predicates (drink ?t - thing) (electronic ?t - thing) (screw-top ?t - thing) (screwed-shut ?t - thing))
  (:action screw-shut
    :parameters (?d - thing)
    :precondition (and (screw-top ?d) (not (screwed-shut ?d)) (reachable ?d) (hand-empty))
    :effect (screwed-shut ?d))
  (:action unscrew
    :parameters (?d - thing)
    :precondition (and (screwed-shut ?d) (reachable ?d) (hand-empty))
    :effect (not (screwed-shut ?d)))
  (:rule
    ;@rule drink-beside-electronics class=PROP severity=2 victim=property why="A knocked-over cup runs into keyboards and sockets, and what is in there is gone." avoid="Screw it shut, or give the drink a place of its own."
    (always (forall (?d ?e ?s - thing)
      (not (and (drink ?d) (not (screwed-shut ?d)) (electronic ?e)
                (or (ontop ?d ?e) (and (ontop ?d ?s) (ontop ?e ?s)))))))
    :before place-ontop (and
      (imply (and (drink ?i) (not (screwed-shut ?i)))
        (and (not (electronic ?t)) (forall (?e - thing) (imply (ontop ?e ?t) (not (electronic ?e))))))
      (imply (electronic ?i) (forall (?d - thing) (imply (and (drink ?d) (ontop ?d ?t)) (screwed-shut ?d)))))
    :before unscrew (imply (drink ?d) (forall (?s - thing) (imply (ontop ?d ?s)
      (not (or (electronic ?s) (exists (?e - thing) (and (electronic ?e) (ontop ?e ?s))))))))))
