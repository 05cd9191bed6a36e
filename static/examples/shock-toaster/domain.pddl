(define (domain toasting)
  (:requirements :strips :typing :negative-preconditions
                 :constraints :universal-preconditions
                 :disjunctive-preconditions)
  (:types toaster bread tool - object)
  (:predicates
    (plugged-in ?t - toaster) (stuck ?b - bread ?t - toaster) (metal ?t - tool)
    (probing ?x - tool ?t - toaster) (free ?b - bread) (idle ?x - tool))
  (:action unplug
    :parameters (?t - toaster)
    :precondition (plugged-in ?t)
    :effect (not (plugged-in ?t)))
  (:action reach-in
    :parameters (?x - tool ?t - toaster)
    :precondition (idle ?x)
    :effect (and (probing ?x ?t) (not (idle ?x))))
  (:action lever-out
    :parameters (?b - bread ?x - tool ?t - toaster)
    :precondition (and (probing ?x ?t) (stuck ?b ?t))
    :effect (and (free ?b) (not (stuck ?b ?t))))
  (:action withdraw
    :parameters (?x - tool ?t - toaster)
    :precondition (probing ?x ?t)
    :effect (and (idle ?x) (not (probing ?x ?t)))))
