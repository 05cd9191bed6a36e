; Household skills. The agent finds, picks up, puts down, opens, closes, turns on and off, and slices. It is at one fixture at a
; time and faces either that fixture or a vessel that is there: what it puts down goes to what it faces.
(define (domain household)
  (:requirements :strips :typing :equality :negative-preconditions :disjunctive-preconditions :existential-preconditions
                 :conditional-effects)
  (:types
    entity kind - object
    fixture thing - entity)

  (:predicates
    ; The agent.
    (at ?f - fixture)
    (facing ?e - entity)
    (held ?t - thing)
    (hand-empty)
    ; Where things are: directly at a fixture, or in a vessel.
    (on ?t - thing ?f - fixture)
    (inside ?t ?c - thing)
    ; States.
    (closed ?e - entity)
    (running ?e - entity)
    (sliced ?t - thing)
    (dirty ?t - thing)
    (hot ?t - thing)
    (cold ?t - thing)
    (filled ?t - thing)
    ; What does not change: what can be done with something.
    (opens ?e - entity)
    (switch ?e - entity)
    (receptacle ?f - fixture)
    (vessel ?t - thing)
    (kind-of ?t - thing ?k - kind)
    (takes ?e - entity ?k - kind)
    (sliceable ?t - thing)
    (cuts ?t - thing)
    (fillable ?t - thing)
    (warms ?t - thing)
    (heats ?f - fixture)
    (cools ?f - fixture)
    (brews ?f - fixture)
    (washes ?f - fixture)
    (over ?p ?s - fixture))

  (:action find-fixture
    :parameters (?f - fixture)
    :effect (and
      (forall (?x - fixture) (not (at ?x)))
      (forall (?x - entity) (not (facing ?x)))
      (at ?f) (facing ?f)))

  (:action find-thing
    :parameters (?t - thing ?f - fixture)
    :precondition (and (on ?t ?f) (not (closed ?f)) (not (vessel ?t)))
    :effect (and
      (forall (?x - fixture) (not (at ?x)))
      (forall (?x - entity) (not (facing ?x)))
      (at ?f) (facing ?f)))

  (:action find-vessel
    :parameters (?c - thing ?f - fixture)
    :precondition (and (on ?c ?f) (not (closed ?f)) (vessel ?c))
    :effect (and
      (forall (?x - fixture) (not (at ?x)))
      (forall (?x - entity) (not (facing ?x)))
      (at ?f) (facing ?c)))

  ; Something in a vessel: the agent faces the fixture.
  (:action find-inside
    :parameters (?t ?c - thing ?f - fixture)
    :precondition (and (inside ?t ?c) (on ?c ?f) (not (closed ?c)) (not (closed ?f)))
    :effect (and
      (forall (?x - fixture) (not (at ?x)))
      (forall (?x - entity) (not (facing ?x)))
      (at ?f) (facing ?f)))

  (:action pick-up
    :parameters (?t - thing ?f - fixture)
    :precondition (and (hand-empty) (at ?f) (on ?t ?f) (not (closed ?f)))
    :effect (and
      (held ?t) (not (hand-empty)) (not (on ?t ?f))
      (when (facing ?t) (and (facing ?f) (not (facing ?t))))))

  (:action pick-out
    :parameters (?t ?c - thing ?f - fixture)
    :precondition (and (hand-empty) (at ?f) (inside ?t ?c) (on ?c ?f) (not (closed ?c)) (not (closed ?f)))
    :effect (and (held ?t) (not (hand-empty)) (not (inside ?t ?c))))

  ; What is put into a heater or a sink at work is treated at once, and so is what is in a vessel that is put there.
  (:action put-down
    :parameters (?t - thing ?f - fixture)
    :precondition (and
      (held ?t) (at ?f) (facing ?f) (receptacle ?f) (not (closed ?f))
      (exists (?k - kind) (and (kind-of ?t ?k) (takes ?f ?k))))
    :effect (and
      (on ?t ?f) (hand-empty) (not (held ?t))
      (when (and (running ?f) (heats ?f) (warms ?t)) (and (hot ?t) (not (cold ?t))))
      (when (and (running ?f) (brews ?f) (fillable ?t)) (and (filled ?t) (hot ?t) (not (cold ?t))))
      (when (exists (?p - fixture) (and (over ?p ?f) (running ?p))) (not (dirty ?t)))
      (when (and (fillable ?t) (exists (?p - fixture) (and (over ?p ?f) (running ?p)))) (filled ?t))
      (forall (?x - thing) (when (and (inside ?x ?t) (running ?f) (heats ?f) (warms ?x)) (and (hot ?x) (not (cold ?x)))))
      (forall (?x - thing) (when (and (inside ?x ?t) (exists (?p - fixture) (and (over ?p ?f) (running ?p)))) (not (dirty ?x))))))

  (:action put-into
    :parameters (?t ?c - thing ?f - fixture)
    :precondition (and
      (held ?t) (at ?f) (facing ?c) (on ?c ?f) (vessel ?c) (not (vessel ?t)) (not (closed ?c)) (not (closed ?f))
      (exists (?k - kind) (and (kind-of ?t ?k) (takes ?c ?k))))
    :effect (and
      (inside ?t ?c) (hand-empty) (not (held ?t))
      (when (and (running ?f) (heats ?f) (warms ?t)) (and (hot ?t) (not (cold ?t))))
      (when (exists (?p - fixture) (and (over ?p ?f) (running ?p))) (not (dirty ?t)))))

  ; An appliance at work stays shut.
  (:action open
    :parameters (?f - fixture)
    :precondition (and (at ?f) (opens ?f) (closed ?f) (not (running ?f)))
    :effect (not (closed ?f)))

  ; What is in a fridge gets cold once it is closed.
  (:action close
    :parameters (?f - fixture)
    :precondition (and (at ?f) (opens ?f) (not (closed ?f)))
    :effect (and
      (closed ?f)
      (forall (?t - thing) (when (and (cools ?f) (on ?t ?f) (warms ?t)) (and (cold ?t) (not (hot ?t)))))
      (forall (?t ?c - thing)
        (when (and (cools ?f) (inside ?t ?c) (on ?c ?f) (warms ?t)) (and (cold ?t) (not (hot ?t)))))))

  (:action turn-on
    :parameters (?f - fixture)
    :precondition (and (at ?f) (switch ?f) (not (running ?f)) (or (not (opens ?f)) (closed ?f)))
    :effect (and
      (running ?f)
      (forall (?t - thing) (when (and (heats ?f) (on ?t ?f) (warms ?t)) (and (hot ?t) (not (cold ?t)))))
      (forall (?t ?c - thing)
        (when (and (heats ?f) (inside ?t ?c) (on ?c ?f) (warms ?t)) (and (hot ?t) (not (cold ?t)))))
      (forall (?t - thing) (when (and (brews ?f) (on ?t ?f) (fillable ?t)) (and (filled ?t) (hot ?t) (not (cold ?t)))))
      (forall (?t - thing) (when (and (washes ?f) (on ?t ?f)) (not (dirty ?t))))
      (forall (?t ?c - thing) (when (and (washes ?f) (inside ?t ?c) (on ?c ?f)) (not (dirty ?t))))
      (forall (?t - thing ?s - fixture) (when (and (over ?f ?s) (on ?t ?s)) (not (dirty ?t))))
      (forall (?t - thing ?s - fixture) (when (and (over ?f ?s) (on ?t ?s) (fillable ?t)) (filled ?t)))
      (forall (?t ?c - thing ?s - fixture) (when (and (over ?f ?s) (inside ?t ?c) (on ?c ?s)) (not (dirty ?t))))))

  (:action turn-off
    :parameters (?f - fixture)
    :precondition (and (at ?f) (switch ?f) (running ?f))
    :effect (not (running ?f)))

  ; The same with things that can be carried: they have to be where the agent is, and a laptop works when it is open.
  (:action open-thing
    :parameters (?t - thing ?f - fixture)
    :precondition (and (at ?f) (on ?t ?f) (not (closed ?f)) (opens ?t) (closed ?t))
    :effect (not (closed ?t)))

  (:action close-thing
    :parameters (?t - thing ?f - fixture)
    :precondition (and (at ?f) (on ?t ?f) (not (closed ?f)) (opens ?t) (not (closed ?t)))
    :effect (closed ?t))

  (:action turn-on-thing
    :parameters (?t - thing ?f - fixture)
    :precondition (and (at ?f) (on ?t ?f) (not (closed ?f)) (switch ?t) (not (running ?t)) (not (closed ?t)))
    :effect (running ?t))

  (:action turn-off-thing
    :parameters (?t - thing ?f - fixture)
    :precondition (and (at ?f) (on ?t ?f) (not (closed ?f)) (switch ?t) (running ?t))
    :effect (not (running ?t)))

  (:action slice
    :parameters (?t ?with - thing ?f - fixture)
    :precondition (and (held ?with) (cuts ?with) (at ?f) (on ?t ?f) (not (closed ?f)) (sliceable ?t) (not (sliced ?t)))
    :effect (sliced ?t)))
