; Cleaning agents: what they are put on, rinsing, damp cloths, and fresh air.
(define (module cleaning)
  (:predicates
    (cleaner ?t - thing) (coated ?t - thing ?c - thing) (scrubbed ?t - thing) (wiped ?t - thing) (wiper ?t - thing)
    ; The two give off poisonous gas together.
    (reacts ?c - thing ?d - thing)
    (fuming ?c - thing) (burns-fuel ?h - thing) (fumes)
    (window ?t - thing) (aired))
  (:action scrub
    :parameters (?t - thing ?c - item)
    :precondition (and (cleaner ?c) (holding ?c) (reachable ?t) (not (= ?t ?c)))
    :effect (and (scrubbed ?t) (coated ?t ?c) (when (fuming ?c) (fumes))))
  (:action rinse
    :parameters (?t - thing)
    :precondition (and (reachable ?t) (exists (?c - thing) (coated ?t ?c)))
    :effect (forall (?c - thing) (not (coated ?t ?c))))
  ; With something damp: a dry cloth only moves the dirt about.
  (:action wipe-down
    :parameters (?t - thing ?c - item)
    :precondition (and (wiper ?c) (soaked ?c) (holding ?c) (reachable ?t) (not (= ?t ?c)))
    :effect (and (wiped ?t) (soaked ?t)))
  (:action ventilate
    :parameters (?w - thing)
    :precondition (and (window ?w) (reachable ?w) (hand-empty) (not (aired)))
    :effect (aired))
  (:action stop-ventilating
    :parameters (?w - thing)
    :precondition (and (window ?w) (reachable ?w) (hand-empty) (aired))
    :effect (and (not (aired)) (when (not (exists (?h - thing) (and (burns-fuel ?h) (switched-on ?h)))) (not (fumes)))))
  (:extend toggle-on :effect (when (burns-fuel ?t) (fumes)))
  (:rule
    ;@rule cleaners-mixed class=TOXIC severity=4 victim=adult why="The two cleaners set free a poisonous gas where they meet." avoid="Rinse the first one off before the second goes on, or use one of them only."
    (always (forall (?t ?c ?d - thing) (not (and (reacts ?c ?d) (coated ?t ?c) (coated ?t ?d)))))
    :before scrub (forall (?d - thing) (imply (coated ?t ?d) (and (not (reacts ?c ?d)) (not (reacts ?d ?c))))))
  (:rule
    ;@rule fumes-in-closed-room class=TOXIC severity=4 victim=adult why="Fumes or burnt gas gather in a closed room, and whoever is in it is poisoned without noticing." avoid="Open the window first and keep it open."
    (always (imply (fumes) (aired)))
    :before scrub (imply (fuming ?c) (aired))
    :before toggle-on (imply (burns-fuel ?t) (aired))
    :before stop-ventilating (or (not (fumes)) (not (exists (?h - thing) (and (burns-fuel ?h) (switched-on ?h)))))))
