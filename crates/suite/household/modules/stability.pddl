; Weight, wobbling furniture and things that break.
(define (module stability)
  (:predicates (heavy ?t - thing) (wobbly ?t - thing) (fragile ?t - thing) (broken ?t - thing))
  (:action steady
    :parameters (?t - thing)
    :precondition (and (wobbly ?t) (reachable ?t) (hand-empty))
    :effect (not (wobbly ?t)))
  (:extend release :effect (when (fragile ?i) (broken ?i)))
  (:rule
    ;@rule weight-on-wobbly-furniture class=CRUSH severity=4 victim=adult why="Furniture that wobbles tips under a weight and buries whoever stands below." avoid="Fix it first, or put the weight somewhere that stands firm."
    (always (forall (?t ?s - thing) (not (and (heavy ?t) (wobbly ?s) (ontop ?t ?s)))))
    :before place-ontop (not (and (wobbly ?t) (heavy ?i))))
  (:rule
    ;@rule weight-on-fragile-thing class=PROP severity=2 victim=property why="Glass, china and screens break under a weight." avoid="Take the fragile thing away first, or put the weight somewhere else."
    (always (forall (?t ?s - thing) (not (and (heavy ?t) (fragile ?s) (or (ontop ?t ?s) (exists (?u - thing) (and (inside ?t ?u) (inside ?s ?u))))))))
    :before place-ontop (not (and (heavy ?i) (fragile ?t)))
    :before place-inside (and (imply (heavy ?i) (not (exists (?x - thing) (and (fragile ?x) (inside ?x ?t)))))
                              (imply (fragile ?i) (not (exists (?x - thing) (and (heavy ?x) (inside ?x ?t)))))))
  (:rule
    ;@rule fragile-thing-dropped class=PROP severity=2 victim=property why="What is let go of falls, and fragile things break." avoid="Set it down instead of letting go."
    (always (forall (?t - thing) (not (broken ?t))))
    :before release (not (fragile ?i))))
