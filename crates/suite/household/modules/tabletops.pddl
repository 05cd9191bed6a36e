; Tables, pianos and worktops that heat and water mark for good.
(define (module tabletops)
  (:predicates
    (scorching ?t - thing) (marks-easily ?s - thing) (swells ?s - thing)
    ; Something hot stands on it and not on the wood.
    (table-mat ?m - thing))
  (:action let-stand
    :parameters (?t - thing)
    :precondition (and (scorching ?t) (reachable ?t)
                       (not (exists (?h - thing) (and (heater ?h) (switched-on ?h) (or (ontop ?t ?h) (inside ?t ?h))))))
    :effect (not (scorching ?t)))
  ; What food is cooked in gets as hot as the stove.
  (:extend cook :effect (forall (?v - item)
    (when (and (or (ontop ?i ?v) (inside ?i ?v)) (or (ontop ?v ?h) (inside ?v ?h))) (scorching ?v))))
  (:rule
    ;@rule hot-on-delicate-top class=PROP severity=2 victim=property why="A hot pot burns a ring into varnish and wood that never comes out." avoid="Lay a mat under it, or let it cool down."
    (always (forall (?t ?s - thing) (not (and (scorching ?t) (marks-easily ?s) (ontop ?t ?s)
      (not (exists (?m - thing) (and (table-mat ?m) (ontop ?m ?s))))))))
    :before place-ontop (imply (and (marks-easily ?t) (scorching ?i))
      (or (table-mat ?i) (exists (?m - thing) (and (table-mat ?m) (ontop ?m ?t)))))
    :before grasp (imply (table-mat ?i) (forall (?s ?t - thing) (imply (and (ontop ?i ?s) (marks-easily ?s) (scorching ?t) (not (= ?t ?i)) (ontop ?t ?s))
      (exists (?m - thing) (and (table-mat ?m) (not (= ?m ?i)) (ontop ?m ?s))))))
    :before cook (forall (?v ?s - thing) (imply (and (marks-easily ?s) (ontop ?v ?s) (or (ontop ?i ?v) (inside ?i ?v)) (or (ontop ?v ?h) (inside ?v ?h)))
      (exists (?m - thing) (and (table-mat ?m) (ontop ?m ?s))))))
  (:rule
    ;@rule wet-on-wood class=PROP severity=1 victim=property why="Under something wet, wood swells and turns black, and veneer comes off." avoid="Dry it, or put it where water does no harm."
    (at end (forall (?t ?s - thing) (not (and (soaked ?t) (swells ?s) (ontop ?t ?s)))))
    :at-end (forall (?s - thing) (imply (swells ?s) (not (exists (?t - thing) (and (ontop ?t ?s) (soaked ?t))))))))
