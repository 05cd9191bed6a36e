; Cords, ribbons and bags that close round a neck or over a face.
(define (module loops)
  (:needs storage)
  (:predicates
    (loop ?t - thing)
    ; The cord of a blind: it hangs down there, or is wound onto its cleat.
    (cord-at ?c - thing ?p - thing) (dangling ?c - thing)
    (film ?t - thing) (knotted ?t - thing))
  (:action wind-onto-cleat
    :parameters (?c - thing ?p - thing)
    :precondition (and (cord-at ?c ?p) (dangling ?c) (reachable ?p) (hand-empty))
    :effect (not (dangling ?c)))
  (:action let-cord-down
    :parameters (?c - thing ?p - thing)
    :precondition (and (cord-at ?c ?p) (not (dangling ?c)) (reachable ?p) (hand-empty))
    :effect (dangling ?c))
  ; A knot in the middle of it: nobody gets a head in any more.
  (:action knot
    :parameters (?t - thing)
    :precondition (and (film ?t) (not (knotted ?t)) (reachable ?t) (hand-empty))
    :effect (knotted ?t))
  (:rule
    ;@rule loop-within-childs-reach class=AIRWAY severity=4 victim=child why="A small child puts loops round its neck and cannot take them off again when they tighten." avoid="Put cords, belts and ribbons where the child cannot get at them."
    (at end (forall (?b - being ?t ?s - thing)
      (not (and (child ?b) (loop ?t) (gets-at ?b ?s)
                (or (ontop ?t ?s) (onfloor ?t ?s) (nextto ?t ?s) (under ?t ?s) (and (inside ?t ?s) (not (locked ?s))))))))
    :at-end (not (exists (?t - thing) (and (loop ?t) (exists (?b - being ?s - thing) (and (child ?b) (gets-at ?b ?s)
      (or (nextto ?t ?s) (under ?t ?s) (and (not (locked ?s)) (inside ?t ?s)) (ontop ?t ?s) (onfloor ?t ?s))))))))
  (:rule
    ;@rule cord-dangling-at-child class=AIRWAY severity=4 victim=child why="A blind cord that hangs down to a cot or a bench strangles a child without a sound." avoid="Wind it onto its cleat, high up."
    (at end (forall (?b - being ?c ?p - thing) (not (and (child ?b) (gets-at ?b ?p) (cord-at ?c ?p) (dangling ?c)))))
    :at-end (forall (?c ?p - thing) (imply (and (dangling ?c) (cord-at ?c ?p)) (not (exists (?b - being) (and (gets-at ?b ?p) (child ?b)))))))
  (:rule
    ;@rule film-within-childs-reach class=AIRWAY severity=4 victim=child why="A thin bag that a child pulls over its head sticks to mouth and nose." avoid="Knot it, or put it where the child cannot get at it."
    (at end (forall (?b - being ?t ?s - thing)
      (not (and (child ?b) (film ?t) (not (knotted ?t)) (gets-at ?b ?s)
                (or (ontop ?t ?s) (onfloor ?t ?s) (nextto ?t ?s) (under ?t ?s) (and (inside ?t ?s) (not (locked ?s))))))))
    :at-end (forall (?t - thing) (imply (film ?t) (or (knotted ?t) (not (exists (?b - being ?s - thing) (and (child ?b) (gets-at ?b ?s)
      (or (onfloor ?t ?s) (ontop ?t ?s) (under ?t ?s) (nextto ?t ?s) (and (inside ?t ?s) (not (locked ?s))))))))))))
