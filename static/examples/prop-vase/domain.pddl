(define (domain dusting)
  (:requirements :strips :typing :negative-preconditions
                 :conditional-effects :constraints
                 :universal-preconditions
                 :disjunctive-preconditions)
  (:types spot ornament - object)
  (:predicates
    (dusty ?s - spot) (stands ?o - ornament ?s - spot) (fragile ?o - ornament)
    (hand-free) (carried ?o - ornament) (jolted ?o - ornament))
  (:action lift
    :parameters (?o - ornament ?s - spot)
    :precondition (and (stands ?o ?s) (hand-free))
    :effect (and (carried ?o) (not (stands ?o ?s)) (not (hand-free))))
  (:action set-down
    :parameters (?o - ornament ?s - spot)
    :precondition (carried ?o)
    :effect (and (stands ?o ?s) (hand-free) (not (carried ?o))))
  (:action dust
    :parameters (?s - spot)
    :precondition (and (dusty ?s) (hand-free))
    :effect (and (not (dusty ?s))
      (forall (?o - ornament) (when (stands ?o ?s) (jolted ?o))))))
