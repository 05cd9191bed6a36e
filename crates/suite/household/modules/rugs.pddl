; Rugs and mats: what slides, what curls, and what keeps feet from sliding.
(define (module rugs)
  (:predicates
    (rug ?t - thing) (curled ?t - thing) (grip-pad ?t - thing) (smooth ?g - thing) (stepped-on ?g - thing)
    (slick-inside ?t - thing) (bath-mat ?t - thing) (bathes-in ?b - being ?t - thing))
  (:action press-flat
    :parameters (?r - item)
    :precondition (and (curled ?r) (reachable ?r))
    :effect (not (curled ?r)))
  (:rule
    ;@rule rug-slides class=FALL severity=3 victim=elder why="On a smooth floor a rug slides away under the first foot that is set on it." avoid="Lay a grip pad on that floor for it, or lay it where the floor is rough."
    (at end (forall (?r - item ?g - floor)
      (not (and (rug ?r) (onfloor ?r ?g) (smooth ?g) (stepped-on ?g)
                (not (exists (?p - item) (and (grip-pad ?p) (onfloor ?p ?g))))))))
    :at-end (forall (?g - floor) (imply (and (stepped-on ?g) (smooth ?g))
      (or (exists (?p - item) (and (onfloor ?p ?g) (grip-pad ?p)))
          (forall (?r - item) (imply (onfloor ?r ?g) (not (rug ?r))))))))
  (:rule
    ;@rule rug-edge-turned-up class=FALL severity=3 victim=elder why="A toe or a walking stick catches in the turned-up edge of a rug." avoid="Press the edge flat, or leave that rug rolled up."
    (at end (forall (?r - item ?g - floor) (not (and (rug ?r) (curled ?r) (onfloor ?r ?g) (stepped-on ?g)))))
    :at-end (forall (?r - item) (imply (and (curled ?r) (rug ?r))
      (not (exists (?g - floor) (and (onfloor ?r ?g) (stepped-on ?g)))))))
  (:rule
    ;@rule bath-without-mat class=FALL severity=4 victim=elder why="Wet enamel gives a bare foot no hold at all." avoid="Lay the rubber mat into it before somebody steps in."
    (at end (forall (?b - being ?t - thing)
      (imply (and (bathes-in ?b ?t) (slick-inside ?t)) (exists (?m - item) (and (bath-mat ?m) (inside ?m ?t))))))
    :at-end (not (exists (?t - thing) (and (slick-inside ?t) (exists (?b - being) (bathes-in ?b ?t))
      (forall (?m - item) (or (not (inside ?m ?t)) (not (bath-mat ?m)))))))))
