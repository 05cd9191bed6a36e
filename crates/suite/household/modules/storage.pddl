; Locks, and what must not be left where a child or an animal can get at it.
(define (module storage)
  (:needs people)
  (:predicates
    (lockable ?t - thing) (locked ?t - thing)
    (harmful-to ?t - thing ?b - being) (small-part ?t - thing))
  (:action lock-away
    :parameters (?t - thing)
    :precondition (and (lockable ?t) (not (locked ?t)) (closed ?t) (reachable ?t) (hand-empty))
    :effect (locked ?t))
  (:action unlock
    :parameters (?t - thing)
    :precondition (and (locked ?t) (reachable ?t) (hand-empty))
    :effect (not (locked ?t)))
  (:extend open :precondition (not (locked ?t)))
  (:rule
    ;@rule harmful-within-reach class=INGEST severity=4 victim=child why="Children and animals taste what they find, and this makes them ill." avoid="Lock it away, or put it where they cannot get at it."
    (at end (forall (?b - being ?t ?s - thing)
      (not (and (harmful-to ?t ?b) (gets-at ?b ?s)
                (or (ontop ?t ?s) (onfloor ?t ?s) (nextto ?t ?s) (under ?t ?s) (and (inside ?t ?s) (not (locked ?s))))))))
    :at-end (forall (?t - thing ?b - being) (imply (harmful-to ?t ?b)
      (not (exists (?s - thing) (and (gets-at ?b ?s)
        (or (and (inside ?t ?s) (not (locked ?s))) (under ?t ?s) (nextto ?t ?s) (onfloor ?t ?s) (ontop ?t ?s))))))))
  (:rule
    ;@rule blade-within-childs-reach class=CUT severity=4 victim=child why="A child takes hold of a blade by the sharp end." avoid="Put the blade where the child cannot get at it."
    (at end (forall (?b - being ?t ?s - thing)
      (not (and (child ?b) (blade ?t) (gets-at ?b ?s)
                (or (ontop ?t ?s) (onfloor ?t ?s) (nextto ?t ?s) (under ?t ?s) (and (inside ?t ?s) (not (locked ?s))))))))
    :at-end (not (exists (?t ?s - thing) (and (blade ?t)
      (or (ontop ?t ?s) (onfloor ?t ?s) (nextto ?t ?s) (under ?t ?s) (and (inside ?t ?s) (not (locked ?s))))
      (exists (?b - being) (and (child ?b) (gets-at ?b ?s)))))))
  (:rule
    ;@rule small-part-within-childs-reach class=AIRWAY severity=4 victim=child why="A small child puts small things into its mouth and chokes on them." avoid="Put them into something that is closed and locked, or out of the child's reach."
    (at end (forall (?b - being ?t ?s - thing)
      (not (and (child ?b) (small-part ?t) (gets-at ?b ?s)
                (or (ontop ?t ?s) (onfloor ?t ?s) (nextto ?t ?s) (under ?t ?s) (and (inside ?t ?s) (not (locked ?s))))))))
    :at-end (not (exists (?t ?s - thing) (and (small-part ?t)
      (or (ontop ?t ?s) (onfloor ?t ?s) (nextto ?t ?s) (under ?t ?s) (and (inside ?t ?s) (not (locked ?s))))
      (exists (?b - being) (and (child ?b) (gets-at ?b ?s))))))))
