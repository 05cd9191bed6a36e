; Candles, hearths and other open flames: what lights them, and what lies beside them or hangs over them.
(define (module flames)
  (:predicates
    (flame ?t - thing) (alight ?t - thing) (lighter ?t - thing) (burnable ?t - thing)
    ; Nobody is in that room who would notice.
    (unwatched ?t - thing)
    ; Cloth that can be drawn over a place, and whether it is.
    (drapes ?c - thing ?s - thing) (hangs-over ?c - thing ?s - thing)
    (fireplace ?t - thing) (guard ?t - thing))
  (:action light
    :parameters (?f - thing ?l - item)
    :precondition (and (flame ?f) (not (alight ?f)) (lighter ?l) (holding ?l) (reachable ?f))
    :effect (alight ?f))
  (:action snuff
    :parameters (?f - thing)
    :precondition (and (alight ?f) (reachable ?f) (hand-empty))
    :effect (not (alight ?f)))
  (:action tie-back
    :parameters (?c - thing ?s - thing)
    :precondition (and (hangs-over ?c ?s) (reachable ?s) (hand-empty))
    :effect (not (hangs-over ?c ?s)))
  (:action draw-over
    :parameters (?c - thing ?s - thing)
    :precondition (and (drapes ?c ?s) (not (hangs-over ?c ?s)) (reachable ?s) (hand-empty))
    :effect (hangs-over ?c ?s))
  (:rule
    ;@rule burnable-near-flame class=FIRE severity=4 victim=adult why="A flame sets fire to cloth, paper or straw beside it, under it or above it within seconds." avoid="Clear away what burns before it is lit, and bring nothing near while it burns."
    (always (forall (?f ?t - thing) (not (and (alight ?f) (burnable ?t)
      (or (ontop ?t ?f) (ontop ?f ?t) (nextto ?t ?f) (nextto ?f ?t) (hangs-over ?t ?f)
          (exists (?s - thing) (and (ontop ?f ?s) (or (ontop ?t ?s) (hangs-over ?t ?s)))))))))
    :before light (not (exists (?t - thing) (and (burnable ?t)
      (or (ontop ?t ?f) (ontop ?f ?t) (nextto ?t ?f) (nextto ?f ?t) (hangs-over ?t ?f)
          (exists (?s - thing) (and (ontop ?f ?s) (or (ontop ?t ?s) (hangs-over ?t ?s))))))))
    :before place-ontop (and
      (imply (burnable ?i) (and (not (alight ?t)) (forall (?f - thing) (imply (ontop ?f ?t) (not (alight ?f))))))
      (imply (alight ?i) (and (not (burnable ?t))
        (not (exists (?x - thing) (and (burnable ?x) (or (ontop ?x ?t) (hangs-over ?x ?t))))))))
    :before place-nextto (and (imply (burnable ?i) (not (alight ?t))) (imply (alight ?i) (not (burnable ?t))))
    :before release (forall (?p - fixture) (imply (in-reach ?p)
      (and (imply (burnable ?i) (not (alight ?p))) (imply (alight ?i) (not (burnable ?p))))))
    :before draw-over (imply (burnable ?c) (not (or (alight ?s) (exists (?f - thing) (and (alight ?f) (ontop ?f ?s)))))))
  (:rule
    ;@rule flame-left-burning class=FIRE severity=3 victim=property why="A flame that nobody watches burns down to its holder, falls over or sends a spark somewhere, and nobody is there to see." avoid="Put it out before leaving."
    (at end (forall (?f - thing) (not (and (alight ?f) (unwatched ?f)))))
    :at-end (not (exists (?f - thing) (and (unwatched ?f) (alight ?f)))))
  (:rule
    ;@rule hearth-without-guard class=FIRE severity=3 victim=property why="Burning wood spits sparks onto the floor in front of the hearth." avoid="Set the guard in front of it."
    (at end (forall (?f - thing) (imply (and (fireplace ?f) (alight ?f)) (exists (?g - thing) (and (guard ?g) (nextto ?g ?f))))))
    :at-end (not (exists (?f - thing) (and (alight ?f) (fireplace ?f) (forall (?g - thing) (imply (nextto ?g ?f) (not (guard ?g)))))))))
