; Cloths with oil in them heat up by themselves.
(define (module oily)
  (:predicates (oil-soaked ?t - thing) (drum ?d - thing) (airs ?s - thing) (metal-tin ?c - thing) (oiled ?w - thing) (oil-can ?t - thing))
  (:action oil-wood
    :parameters (?w - thing ?r - item)
    :precondition (and (holding ?r) (soakable ?r) (reachable ?w) (not (= ?w ?r)) (exists (?o - thing) (and (oil-can ?o) (reachable ?o))))
    :effect (and (oiled ?w) (oil-soaked ?r)))
  (:rule
    ;@rule oily-cloth-tumbled class=FIRE severity=4 victim=property why="Oil does not all wash out, and in the heat of a dryer what is left of it catches fire." avoid="Take oily cloths out and dry them on a line."
    (always (forall (?d ?t - thing) (not (and (drum ?d) (switched-on ?d) (oil-soaked ?t) (inside ?t ?d)))))
    :before toggle-on (imply (drum ?t) (forall (?x - thing) (imply (inside ?x ?t) (not (oil-soaked ?x)))))
    :before place-inside (imply (oil-soaked ?i) (not (and (drum ?t) (switched-on ?t)))))
  (:rule
    ;@rule oily-rag-left-in-a-heap class=FIRE severity=4 victim=property why="Linseed oil warms itself as it dries, and a crumpled rag holds that warmth until it burns." avoid="Spread it out in the open, or shut it into a metal tin."
    (at end (forall (?t - thing) (imply (oil-soaked ?t)
      (exists (?s - thing) (or (and (airs ?s) (ontop ?t ?s)) (and (metal-tin ?s) (inside ?t ?s) (closed ?s)))))))
    :at-end (not (exists (?t - thing) (and (oil-soaked ?t) (forall (?s - thing)
      (and (imply (ontop ?t ?s) (not (airs ?s))) (imply (inside ?t ?s) (or (not (closed ?s)) (not (metal-tin ?s)))))))))))
