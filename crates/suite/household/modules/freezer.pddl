; Frozen food: thawed and frozen again, cooked with a frozen core, and freezers that are off or open.
(define (module freezer)
  (:predicates
    (once-thawed ?t - thing) (thick ?t - thing) (cold-core ?t - thing)
    (freezer-food ?t - thing) (switchable-chiller ?c - thing))
  (:extend unfreeze :effect (once-thawed ?i))
  (:extend cook :effect (and (when (and (frozen ?i) (thick ?i)) (cold-core ?i)) (not (frozen ?i)) (not (once-thawed ?i))))
  (:rule
    ;@rule thawed-and-frozen-again class=FOOD severity=3 victim=adult why="Germs multiply while food thaws, and freezing keeps all of them for the next time." avoid="Cook it before it is frozen again, or freeze only what has never thawed."
    (always (forall (?t - thing) (not (and (frozen ?t) (once-thawed ?t)))))
    :before freeze (not (once-thawed ?i)))
  (:rule
    ;@rule cooked-with-frozen-core class=FOOD severity=3 victim=adult why="Outside it is brown while the core has only just thawed, and the germs in there live on." avoid="Thaw it completely before it is cooked."
    (always (forall (?t - thing) (not (cold-core ?t))))
    :before cook (not (and (thick ?i) (frozen ?i))))
  (:rule
    ;@rule freezer-left-off class=FOOD severity=3 victim=adult why="In a freezer or refrigerator that is off or open, everything thaws and spoils." avoid="Switch it on and shut it before leaving, or take the food to another one."
    (at end (forall (?f - thing) (imply (freezer-food ?f)
      (exists (?c - thing) (and (chiller ?c) (inside ?f ?c) (closed ?c) (imply (switchable-chiller ?c) (switched-on ?c)))))))
    :at-end (not (exists (?f - thing) (and (freezer-food ?f) (forall (?c - thing)
      (or (not (inside ?f ?c)) (not (chiller ?c)) (not (closed ?c)) (and (switchable-chiller ?c) (not (switched-on ?c))))))))))
