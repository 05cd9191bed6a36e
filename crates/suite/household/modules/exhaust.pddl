; Engines, grills and embers: what they give off where no fresh air gets in.
(define (module exhaust)
  (:predicates
    ; Shut in: no fresh air gets there.
    (enclosed ?p - thing)
    ; Gives off carbon monoxide while it is on, or as long as it glows.
    (exhausts ?t - thing) (glows ?t - thing)
    ; Door, shutter or flap through which air gets to a place.
    (airs ?d - thing ?p - thing))
  (:action throw-open
    :parameters (?d - thing)
    :precondition (and (reachable ?d) (hand-empty) (exists (?p - thing) (and (airs ?d ?p) (enclosed ?p))))
    :effect (forall (?p - thing) (when (airs ?d ?p) (not (enclosed ?p)))))
  (:action pull-to
    :parameters (?d - thing)
    :precondition (and (reachable ?d) (hand-empty) (exists (?p - thing) (and (airs ?d ?p) (not (enclosed ?p)))))
    :effect (forall (?p - thing) (when (airs ?d ?p) (enclosed ?p))))
  (:action quench
    :parameters (?t - thing)
    :precondition (and (glows ?t) (reachable ?t) (hand-empty))
    :effect (not (glows ?t)))
  (:rule
    ;@rule exhaust-in-closed-room class=TOXIC severity=4 victim=adult why="Engines, grills and embers give off carbon monoxide, and where no air gets in it kills without a smell." avoid="Run and keep them outdoors, or open up wide first."
    (always (forall (?t ?p - thing)
      (not (and (enclosed ?p) (or (glows ?t) (and (exhausts ?t) (switched-on ?t)))
                (or (ontop ?t ?p) (inside ?t ?p) (nextto ?t ?p) (under ?t ?p) (onfloor ?t ?p))))))
    :before toggle-on (imply (exhausts ?t) (not (exists (?p - thing) (and (enclosed ?p)
      (or (onfloor ?t ?p) (under ?t ?p) (nextto ?t ?p) (inside ?t ?p) (ontop ?t ?p))))))
    :before place-ontop (imply (enclosed ?t) (not (or (glows ?i) (and (switched-on ?i) (exhausts ?i)))))
    :before place-inside (imply (enclosed ?t) (not (or (glows ?i) (and (switched-on ?i) (exhausts ?i)))))
    :before place-nextto (imply (enclosed ?t) (not (or (glows ?i) (and (switched-on ?i) (exhausts ?i)))))
    :before place-under (imply (enclosed ?t) (not (or (glows ?i) (and (switched-on ?i) (exhausts ?i)))))
    :before place-onfloor (imply (enclosed ?g) (not (or (glows ?i) (and (switched-on ?i) (exhausts ?i)))))
    :before release (imply (or (glows ?i) (and (switched-on ?i) (exhausts ?i)))
                           (not (exists (?p - place) (and (in-reach ?p) (enclosed ?p)))))
    :before pull-to (forall (?t ?p - thing) (imply (and (airs ?d ?p) (or (glows ?t) (and (switched-on ?t) (exhausts ?t))))
      (and (not (ontop ?t ?p)) (not (inside ?t ?p)) (not (nextto ?t ?p)) (not (under ?t ?p)) (not (onfloor ?t ?p)))))))
