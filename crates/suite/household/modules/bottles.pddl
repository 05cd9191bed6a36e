; Pouring from one thing into another, and what a vessel says of its contents.
(define (module bottles)
  (:predicates
    (pourable ?c - thing) (toxic ?c - thing) (drink ?c - thing)
    (vessel ?v - thing) (drinking-vessel ?v - thing) (filled-from ?v - thing ?c - thing)
    (labelled ?v - thing) (label-roll ?r - thing)
    ; Something poisonous has been in it and has not been scalded out.
    (tainted ?v - thing) (sink ?s - thing))
  (:action decant
    :parameters (?c - item ?v - item)
    :precondition (and (pourable ?c) (holding ?c) (vessel ?v) (reachable ?v) (not (= ?c ?v))
                       (not (exists (?x - thing) (filled-from ?v ?x))))
    :effect (and (filled-from ?v ?c) (when (toxic ?c) (tainted ?v))))
  (:action pour-away
    :parameters (?v - item ?s - thing)
    :precondition (and (sink ?s) (reachable ?s) (holding ?v) (exists (?x - thing) (filled-from ?v ?x)))
    :effect (forall (?x - thing) (not (filled-from ?v ?x))))
  (:action scald-out
    :parameters (?v - item ?s - thing)
    :precondition (and (sink ?s) (reachable ?s) (holding ?v) (tainted ?v) (not (exists (?x - thing) (filled-from ?v ?x))))
    :effect (not (tainted ?v)))
  (:action stick-label
    :parameters (?v - item ?r - item)
    :precondition (and (label-roll ?r) (holding ?r) (vessel ?v) (reachable ?v))
    :effect (labelled ?v))
  (:rule
    ;@rule poison-in-drinking-vessel class=INGEST severity=4 victim=adult why="Nobody smells at a lemonade bottle or a mug before drinking from it." avoid="Put it into something nobody drinks from, or pour it away."
    (at end (forall (?v ?c - thing) (not (and (drinking-vessel ?v) (toxic ?c) (filled-from ?v ?c)))))
    :at-end (forall (?c - thing) (imply (toxic ?c)
      (not (exists (?v - thing) (and (filled-from ?v ?c) (drinking-vessel ?v)))))))
  (:rule
    ;@rule unlabelled-poison class=INGEST severity=3 victim=adult why="Half a year later nobody knows what is in the canister, and somebody guesses." avoid="Stick a label on it at once."
    (at end (forall (?v ?c - thing) (imply (and (filled-from ?v ?c) (toxic ?c) (not (drinking-vessel ?v))) (labelled ?v))))
    :at-end (not (exists (?v - thing) (and (not (labelled ?v)) (not (drinking-vessel ?v))
      (exists (?c - thing) (and (toxic ?c) (filled-from ?v ?c)))))))
  (:rule
    ;@rule drink-into-tainted-vessel class=INGEST severity=4 victim=adult why="What was in it before is drunk along with the next thing." avoid="Scald it out first, or take another one."
    (always (forall (?v ?c - thing) (not (and (tainted ?v) (drink ?c) (filled-from ?v ?c)))))
    :before decant (or (not (drink ?c)) (not (tainted ?v)))))
