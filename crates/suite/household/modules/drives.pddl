; Data: drives that are written to, work that is not saved, and the only copy of something.
(define (module drives)
  (:predicates
    (drive ?d - thing) (mounted ?d - thing ?c - thing) (computer ?c - thing)
    (unsaved ?c - thing) (only-copy-on ?d - thing) (erased ?d - thing))
  (:action connect
    :parameters (?d - item ?c - thing)
    :precondition (and (drive ?d) (computer ?c) (holding ?d) (reachable ?c))
    :effect (and (mounted ?d ?c) (nextto ?d ?c) (not (holding ?d)) (hand-empty)))
  (:action eject
    :parameters (?d - item ?c - thing)
    :precondition (and (mounted ?d ?c) (switched-on ?c) (reachable ?c) (hand-empty))
    :effect (not (mounted ?d ?c)))
  (:action save-work
    :parameters (?c - thing)
    :precondition (and (unsaved ?c) (switched-on ?c) (reachable ?c) (hand-empty))
    :effect (not (unsaved ?c)))
  (:action back-up
    :parameters (?d - item ?e - item ?c - thing)
    :precondition (and (mounted ?d ?c) (mounted ?e ?c) (not (= ?d ?e)) (not (erased ?d)) (switched-on ?c) (reachable ?c) (hand-empty))
    :effect (not (only-copy-on ?d)))
  (:action erase
    :parameters (?d - item ?c - thing)
    :precondition (and (mounted ?d ?c) (switched-on ?c) (reachable ?c) (hand-empty))
    :effect (erased ?d))
  (:rule
    ;@rule drive-pulled-unejected class=PROP severity=2 victim=property why="A drive that is pulled while the computer still writes to it loses files, or all of them." avoid="Eject it first."
    (always (forall (?d ?c - thing) (not (and (holding ?d) (mounted ?d ?c)))))
    :before grasp (not (exists (?c - thing) (mounted ?i ?c))))
  (:rule
    ;@rule unsaved-work-lost class=PROP severity=2 victim=property why="What was never saved is gone when the computer goes off." avoid="Save it first."
    (always (forall (?c - thing) (imply (unsaved ?c) (switched-on ?c))))
    :before toggle-off (not (unsaved ?t)))
  (:rule
    ;@rule only-copy-erased class=PROP severity=3 victim=property why="There is no other copy of what is on that drive." avoid="Copy it to another drive before it is erased."
    (always (forall (?d - thing) (not (and (erased ?d) (only-copy-on ?d)))))
    :before erase (not (only-copy-on ?d))))
