; Chests, freezers and machines that shut tight, and who is inside or can get inside.
(define (module airtight)
  (:needs storage)
  (:predicates (airtight ?c - thing) (is-in ?b - being ?c - thing) (climbs-into ?b - being ?c - thing))
  (:action lift-out
    :parameters (?b - being ?c - thing)
    :precondition (and (is-in ?b ?c) (reachable ?c) (not (closed ?c)) (hand-empty))
    :effect (not (is-in ?b ?c)))
  (:action lure-in
    :parameters (?b - being ?c - thing)
    :precondition (and (climbs-into ?b ?c) (not (is-in ?b ?c)) (reachable ?c) (not (closed ?c)) (hand-empty))
    :effect (is-in ?b ?c))
  (:rule
    ;@rule shut-in-airtight class=AIRWAY severity=4 victim=child why="Behind a tight door the air lasts for minutes, and no cry comes through." avoid="Look inside, and get whoever is in there out before it is shut."
    (always (forall (?b - being ?c - thing) (not (and (airtight ?c) (closed ?c) (is-in ?b ?c)))))
    :before close (imply (airtight ?t) (not (exists (?b - being) (is-in ?b ?t)))))
  (:rule
    ;@rule chest-open-to-the-small class=AIRWAY severity=4 victim=child why="Children and cats climb into chests, and a lid that falls shut cannot be opened from inside." avoid="Shut it and lock it before leaving."
    (at end (forall (?b - being ?c - thing) (imply (and (airtight ?c) (climbs-into ?b ?c)) (and (closed ?c) (locked ?c)))))
    :at-end (not (exists (?c - thing) (and (airtight ?c) (or (not (locked ?c)) (not (closed ?c))) (exists (?b - being) (climbs-into ?b ?c)))))))
