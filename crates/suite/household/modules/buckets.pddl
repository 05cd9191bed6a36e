; What is tipped into buckets, drains, toilets and machines, and what is in there already.
(define (module buckets)
  (:predicates
    (agent ?c - thing) (tipped ?c - thing ?v - thing) (flushable ?v - thing)
    ; The two give off poisonous gas where they meet.
    (clash ?c - thing ?d - thing)
    ; What is tipped into ?v ends up in ?w as well: one drain, one trap, one machine.
    (runs-to ?v - thing ?w - thing))
  (:action tip-in
    :parameters (?c - item ?v - thing)
    :precondition (and (agent ?c) (holding ?c) (not (closed ?c)) (container ?v) (reachable ?v) (not (closed ?v)) (not (= ?c ?v)))
    :effect (and (tipped ?c ?v) (forall (?w - thing) (when (runs-to ?v ?w) (tipped ?c ?w)))))
  (:action flush-out
    :parameters (?v - thing)
    :precondition (and (flushable ?v) (reachable ?v) (not (closed ?v)) (exists (?c - thing) (tipped ?c ?v)))
    :effect (forall (?c - thing) (not (tipped ?c ?v))))
  (:rule
    ;@rule agents-meet class=TOXIC severity=4 victim=adult why="The two agents give off poisonous gas where they run together." avoid="Flush the first one away before the second goes in, or take another vessel."
    (always (forall (?v ?c ?d - thing) (not (and (clash ?c ?d) (tipped ?c ?v) (tipped ?d ?v)))))
    :before tip-in (forall (?d ?w - thing) (imply (and (tipped ?d ?w) (or (= ?w ?v) (runs-to ?v ?w)))
      (and (not (clash ?c ?d)) (not (clash ?d ?c)))))))
