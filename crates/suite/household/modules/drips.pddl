; Raw meat and fish that drip, and food below or beside them that nothing heats any more.
(define (module drips)
  (:predicates
    (drips ?t - thing) (ready-to-eat ?t - thing)
    ; What drips from the first falls into the second.
    (above ?s - thing ?r - thing)
    (lidded ?t - thing) (has-lid ?t - thing))
  ; Food in a box of its own: with the lid on it neither drips nor is dripped on.
  (:action put-lid-on
    :parameters (?t - thing)
    :precondition (and (has-lid ?t) (not (lidded ?t)) (reachable ?t) (hand-empty))
    :effect (lidded ?t))
  (:action take-lid-off
    :parameters (?t - thing)
    :precondition (and (lidded ?t) (reachable ?t) (hand-empty))
    :effect (not (lidded ?t)))
  (:extend place-inside :precondition (not (lidded ?t)))
  (:rule
    ;@rule drips-onto-food class=FOOD severity=3 victim=adult why="Juice of raw meat or fish runs down onto food that is eaten as it is." avoid="Keep what drips lowest, or in a box with a lid."
    (at end (forall (?m ?f ?s ?r - thing)
      (not (and (drips ?m) (not (lidded ?m)) (ready-to-eat ?f) (not (lidded ?f)) (ontop ?m ?s) (ontop ?f ?r) (above ?s ?r)))))
    :at-end (forall (?s ?r - thing) (imply (above ?s ?r)
      (or (not (exists (?m - thing) (and (ontop ?m ?s) (drips ?m) (not (lidded ?m)))))
          (not (exists (?f - thing) (and (ontop ?f ?r) (ready-to-eat ?f) (not (lidded ?f)))))))))
  (:rule
    ;@rule raw-and-ready-in-one-vessel class=FOOD severity=3 victim=adult why="In one bag, bowl or drawer the juice of raw meat gets onto everything." avoid="Give raw meat a vessel of its own."
    (always (forall (?m ?f ?c - thing) (not (and (drips ?m) (not (lidded ?m)) (ready-to-eat ?f) (not (lidded ?f)) (inside ?m ?c) (inside ?f ?c)))))
    :before place-inside (and
      (imply (and (drips ?i) (not (lidded ?i))) (forall (?f - thing) (imply (and (ready-to-eat ?f) (inside ?f ?t)) (lidded ?f))))
      (imply (and (ready-to-eat ?i) (not (lidded ?i))) (forall (?m - thing) (imply (and (drips ?m) (inside ?m ?t)) (lidded ?m)))))
    :before take-lid-off (forall (?c ?x - thing) (imply (and (inside ?t ?c) (inside ?x ?c) (not (lidded ?x)))
      (not (or (and (drips ?t) (ready-to-eat ?x)) (and (ready-to-eat ?t) (drips ?x))))))))
