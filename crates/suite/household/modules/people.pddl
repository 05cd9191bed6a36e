; Who else is in the room, what they can get at, and telling them.
(define (module people)
  (:predicates
    (child ?b - being) (pet ?b - being)
    ; Does not know of the hazard, or cannot see it.
    (unaware ?b - being)
    ; Can get at what is on, in or beside it without help.
    (gets-at ?b - being ?t - thing)
    (warned ?b - being))
  (:action warn
    :parameters (?b - being ?p - place)
    :precondition (and (gets-at ?b ?p) (in-reach ?p))
    :effect (warned ?b)))
