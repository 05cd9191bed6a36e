; Paint, varnish and glue: what they give off while they are wet.
(define (module coatings)
  (:predicates
    (coating ?c - thing) (solvent-based ?c - thing) (brush ?b - thing)
    (coated-with ?t - thing ?c - thing) (wet-coat ?t - thing)
    ; ?t is part of the room ?r; no air is changed there; a window or door of it.
    (part-of ?t - thing ?r - thing) (stuffy ?r - thing) (window-of ?w - thing ?r - thing))
  (:action spread
    :parameters (?t - thing ?c - item ?b - item)
    :precondition (and (coating ?c) (not (closed ?c)) (reachable ?c) (brush ?b) (holding ?b) (reachable ?t)
                       (not (= ?t ?c)) (not (= ?t ?b)))
    :effect (and (coated-with ?t ?c) (when (solvent-based ?c) (wet-coat ?t))))
  (:action let-harden
    :parameters (?t - thing)
    :precondition (and (wet-coat ?t) (reachable ?t))
    :effect (not (wet-coat ?t)))
  (:action fling-open
    :parameters (?w - thing)
    :precondition (and (reachable ?w) (hand-empty) (exists (?r - thing) (and (window-of ?w ?r) (stuffy ?r))))
    :effect (forall (?r - thing) (when (window-of ?w ?r) (not (stuffy ?r)))))
  (:action shut-window
    :parameters (?w - thing)
    :precondition (and (reachable ?w) (hand-empty) (exists (?r - thing) (and (window-of ?w ?r) (not (stuffy ?r)))))
    :effect (forall (?r - thing) (when (window-of ?w ?r) (stuffy ?r))))
  (:rule
    ;@rule wet-coat-in-stuffy-room class=TOXIC severity=3 victim=adult why="Solvent from wet paint or glue gathers in a shut room and makes whoever breathes it dizzy and ill." avoid="Open a window before the tin, and leave it open until the coat is hard."
    (always (forall (?t ?r - thing) (not (and (wet-coat ?t) (part-of ?t ?r) (stuffy ?r)))))
    :before spread (imply (solvent-based ?c) (forall (?r - thing) (imply (stuffy ?r) (not (part-of ?t ?r)))))
    :before shut-window (not (exists (?t ?r - thing) (and (window-of ?w ?r) (part-of ?t ?r) (wet-coat ?t)))))
  (:rule
    ;@rule solvent-left-open class=TOXIC severity=2 victim=adult why="An open tin gives off solvent all night long." avoid="Press the lid back on before leaving."
    (at end (forall (?c - thing) (imply (solvent-based ?c) (closed ?c))))
    :at-end (not (exists (?c - thing) (and (not (closed ?c)) (solvent-based ?c))))))
