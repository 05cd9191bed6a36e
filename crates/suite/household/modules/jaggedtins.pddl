; Tins: opening them, emptying them, and their edges.
(define (module jaggedtins)
  (:needs people)
  (:predicates
    (tin ?t - thing) (opener ?o - thing) (opened ?t - thing) (jagged ?t - thing)
    (edge-tool ?h - thing) (spoon ?s - thing) (emptied ?t - thing) (filled-from ?w - thing ?t - thing))
  (:action open-tin
    :parameters (?t - item ?o - item)
    :precondition (and (tin ?t) (not (opened ?t)) (opener ?o) (holding ?o) (reachable ?t))
    :effect (and (opened ?t) (jagged ?t)))
  (:action spoon-out
    :parameters (?t - item ?w - item ?s - item)
    :precondition (and (opened ?t) (not (emptied ?t)) (container ?w) (spoon ?s) (holding ?s) (reachable ?t) (reachable ?w))
    :effect (and (emptied ?t) (filled-from ?w ?t)))
  (:action press-edge-flat
    :parameters (?t - item ?h - item)
    :precondition (and (jagged ?t) (edge-tool ?h) (holding ?h) (reachable ?t))
    :effect (not (jagged ?t)))
  (:rule
    ;@rule jagged-tin-within-reach class=CUT severity=3 victim=pet why="The edge of an opened tin cuts tongues and small fingers that go after what is left in it." avoid="Press the edge flat, or put the tin where children and animals cannot get at it."
    (at end (forall (?b - being ?t ?s - thing)
      (not (and (or (child ?b) (pet ?b)) (gets-at ?b ?s) (jagged ?t)
                (or (ontop ?t ?s) (onfloor ?t ?s) (nextto ?t ?s) (under ?t ?s) (and (inside ?t ?s) (not (closed ?s))))))))
    :at-end (not (exists (?t ?s - thing) (and (jagged ?t)
      (or (nextto ?t ?s) (under ?t ?s) (and (not (closed ?s)) (inside ?t ?s)) (onfloor ?t ?s) (ontop ?t ?s))
      (exists (?b - being) (and (gets-at ?b ?s) (or (pet ?b) (child ?b)))))))))
