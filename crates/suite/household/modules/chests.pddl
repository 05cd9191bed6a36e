; Chests of drawers that stand free: they tip forward when several drawers are out, or when a child climbs up one.
(define (module chests)
  (:predicates
    (drawer-of ?d - thing ?c - thing) (free-standing ?c - thing) (wall-strap ?s - thing)
    (climbs ?b - being ?c - thing))
  (:action anchor-to-wall
    :parameters (?c - thing ?s - item)
    :precondition (and (wall-strap ?s) (holding ?s) (reachable ?c) (free-standing ?c))
    :effect (and (not (free-standing ?c)) (not (holding ?s)) (hand-empty)))
  (:rule
    ;@rule chest-tips-forward class=CRUSH severity=4 victim=child why="With two drawers out, a chest that is not fixed to the wall tips onto whoever stands in front of it." avoid="Have one drawer out at a time, or fix the chest to the wall first."
    (always (forall (?c ?d ?e - thing)
      (not (and (drawer-of ?d ?c) (drawer-of ?e ?c) (not (= ?d ?e)) (not (closed ?d)) (not (closed ?e)) (free-standing ?c)))))
    :before open (forall (?c - thing) (imply (and (drawer-of ?t ?c) (free-standing ?c))
      (not (exists (?e - thing) (and (drawer-of ?e ?c) (not (= ?e ?t)) (not (closed ?e))))))))
  (:rule
    ;@rule drawer-left-as-a-step class=CRUSH severity=4 victim=child why="A child uses an open drawer as a step and pulls the chest down on itself." avoid="Shut the drawer before leaving, or fix the chest to the wall."
    (at end (forall (?b - being ?c ?d - thing)
      (imply (and (climbs ?b ?c) (drawer-of ?d ?c) (free-standing ?c)) (closed ?d))))
    :at-end (not (exists (?d - thing) (and (not (closed ?d)) (exists (?c - thing)
      (and (drawer-of ?d ?c) (free-standing ?c) (exists (?b - being) (climbs ?b ?c)))))))))
