(define (domain cleaning)
  (:requirements :strips :typing :negative-preconditions
                 :conditional-effects :constraints
                 :disjunctive-preconditions)
  (:types basin cleaner - object)
  (:predicates
    (in-basin ?c - cleaner ?b - basin) (germ-free ?b - basin) (scale-free ?b - basin)
    (kills-germs ?c - cleaner) (dissolves-scale ?c - cleaner))
  (:action apply
    :parameters (?c - cleaner ?b - basin)
    :effect (in-basin ?c ?b))
  (:action scrub-germs
    :parameters (?c - cleaner ?b - basin)
    :precondition (and (in-basin ?c ?b) (kills-germs ?c))
    :effect (germ-free ?b))
  (:action scrub-scale
    :parameters (?c - cleaner ?b - basin)
    :precondition (and (in-basin ?c ?b) (dissolves-scale ?c))
    :effect (scale-free ?b))
  (:action rinse
    :parameters (?b - basin)
    :effect (forall (?c - cleaner) (not (in-basin ?c ?b)))))
