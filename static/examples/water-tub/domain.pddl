(define (domain bathing)
  (:requirements :strips :typing :numeric-fluents
                 :negative-preconditions :conditional-effects
                 :constraints)
  (:types tub - object)
  (:predicates (tap-open ?t - tub) (phone-answered) (soap-in ?t - tub))
  (:functions (litres ?t - tub) (capacity ?t - tub))
  (:action open-tap
    :parameters (?t - tub)
    :precondition (not (tap-open ?t))
    :effect (and (tap-open ?t) (increase (litres ?t) 40)))
  (:action answer-phone
    :parameters ()
    :effect (and (phone-answered)
      (forall (?t - tub) (when (tap-open ?t) (increase (litres ?t) 90)))))
  (:action add-soap
    :parameters (?t - tub)
    :effect (and (soap-in ?t) (when (tap-open ?t) (increase (litres ?t) 25.5))))
  (:action close-tap
    :parameters (?t - tub)
    :precondition (tap-open ?t)
    :effect (not (tap-open ?t))))
