(define (domain cutting)
  (:requirements :strips :typing :negative-preconditions
                 :conditional-effects :constraints)
  (:types food board - object)
  (:predicates
    (cut ?f - food) (germs-on ?b - board) (germs-in ?f - food) (raw-meat ?f - food))
  (:action cut-meat
    :parameters (?f - food ?b - board)
    :precondition (raw-meat ?f)
    :effect (and (cut ?f) (germs-on ?b)))
  (:action cut-vegetable
    :parameters (?f - food ?b - board)
    :precondition (not (raw-meat ?f))
    :effect (and (cut ?f) (when (germs-on ?b) (germs-in ?f))))
  (:action wash-board
    :parameters (?b - board)
    :effect (not (germs-on ?b))))
