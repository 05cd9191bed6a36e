; Pools and ponds: covers over them and gates before them.
(define (module pools)
  (:needs people)
  (:predicates (pool ?p - thing) (roams-to ?b - being ?p - thing) (pool-cover ?p - thing) (gate-of ?g - thing ?p - thing))
  (:action cover-pool
    :parameters (?p - thing)
    :precondition (and (pool ?p) (not (pool-cover ?p)) (reachable ?p) (hand-empty))
    :effect (pool-cover ?p))
  (:action uncover-pool
    :parameters (?p - thing)
    :precondition (and (pool ?p) (pool-cover ?p) (reachable ?p) (hand-empty))
    :effect (not (pool-cover ?p)))
  (:rule
    ;@rule pool-open-to-the-small class=AIRWAY severity=4 victim=child why="A small child that gets to a pool alone falls in and sinks without a sound." avoid="Cover the pool or shut the gate before leaving."
    (at end (forall (?b - being ?p - thing) (imply (and (pool ?p) (roams-to ?b ?p))
      (or (pool-cover ?p) (exists (?g - thing) (and (gate-of ?g ?p) (closed ?g)))))))
    :at-end (not (exists (?p - thing) (and (pool ?p) (not (pool-cover ?p)) (exists (?b - being) (roams-to ?b ?p))
      (forall (?g - thing) (imply (gate-of ?g ?p) (not (closed ?g)))))))))
