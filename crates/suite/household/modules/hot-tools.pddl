; Irons, soldering irons, glue guns, tongs for hair: hot as long as they are on.
(define (module hot-tools)
  (:predicates (hot-tool ?t - thing) (scorches ?c - thing) (worked ?c - thing))
  (:action work-with
    :parameters (?c - thing ?t - item)
    :precondition (and (hot-tool ?t) (switched-on ?t) (holding ?t) (reachable ?c) (not (= ?c ?t)))
    :effect (worked ?c))
  (:rule
    ;@rule hot-tool-on-what-scorches class=FIRE severity=3 victim=property why="A hot iron that is set down on cloth, paper or wood burns through it while nobody looks." avoid="Set it down on its stand or on stone, every time."
    (always (forall (?t ?c - thing)
      (not (and (hot-tool ?t) (switched-on ?t) (scorches ?c) (or (ontop ?t ?c) (inside ?t ?c) (ontop ?c ?t))))))
    :before toggle-on (imply (hot-tool ?t) (not (exists (?c - thing) (and (scorches ?c) (or (ontop ?t ?c) (inside ?t ?c) (ontop ?c ?t))))))
    :before place-ontop (and (imply (and (hot-tool ?i) (switched-on ?i)) (not (scorches ?t))) (imply (scorches ?i) (not (and (hot-tool ?t) (switched-on ?t)))))
    :before place-inside (imply (scorches ?t) (not (and (switched-on ?i) (hot-tool ?i)))))
  (:rule
    ;@rule hot-tool-left-on class=FIRE severity=3 victim=property why="A tool that stays hot is knocked over or buried under the next thing that is put down." avoid="Switch it off when the work is done."
    (at end (forall (?t - thing) (not (and (hot-tool ?t) (switched-on ?t)))))
    :at-end (not (exists (?t - thing) (and (switched-on ?t) (hot-tool ?t))))))
