; Rearrangement. The agent navigates to receptacles, picks, places, opens and closes.
(define (domain rearrangement)
  (:requirements :strips :typing :negative-preconditions :existential-preconditions :conditional-effects)
  (:types
    entity kind - object
    fixture thing - entity)

  (:predicates
    (at ?f - fixture)
    (held ?t - thing)
    (hand-empty)
    (on ?t - thing ?f - fixture)
    (closed ?f - fixture)
    (opens ?f - fixture)
    (receptacle ?f - fixture)
    (kind-of ?t - thing ?k - kind)
    (takes ?f - fixture ?k - kind))

  (:action navigate
    :parameters (?f - fixture)
    :precondition (receptacle ?f)
    :effect (and (forall (?x - fixture) (not (at ?x))) (at ?f)))

  (:action pick
    :parameters (?t - thing ?f - fixture)
    :precondition (and (hand-empty) (at ?f) (on ?t ?f) (not (closed ?f)))
    :effect (and (held ?t) (not (hand-empty)) (not (on ?t ?f))))

  (:action place
    :parameters (?t - thing ?f - fixture)
    :precondition (and
      (held ?t) (at ?f) (receptacle ?f) (not (closed ?f))
      (exists (?k - kind) (and (kind-of ?t ?k) (takes ?f ?k))))
    :effect (and (on ?t ?f) (hand-empty) (not (held ?t))))

  (:action open
    :parameters (?f - fixture)
    :precondition (and (at ?f) (opens ?f) (closed ?f))
    :effect (not (closed ?f)))

  (:action close
    :parameters (?f - fixture)
    :precondition (and (at ?f) (opens ?f) (not (closed ?f)))
    :effect (closed ?f)))
