; Slippery ground: ice, wax, oil, and what helps against it.
(define (module slick)
  (:predicates
    (foot-traffic ?g - thing) (slippery ?g - thing) (warning-sign ?t - thing)
    (wax ?t - thing) (shiny ?g - thing) (buffer ?t - thing)
    (freezing) (snowy ?g - thing) (shovel ?t - thing) (hose ?t - thing) (hosed ?g - thing) (grit ?t - thing)
    (oily ?t - thing) (degreaser ?t - thing)
    ; Somebody stands there at this moment.
    (on-foot ?b - being ?g - thing))
  (:action wax-floor
    :parameters (?g - floor ?w - item)
    :precondition (and (wax ?w) (holding ?w) (in-reach ?g))
    :effect (and (shiny ?g) (slippery ?g)))
  (:action buff-floor
    :parameters (?g - floor ?b - item)
    :precondition (and (buffer ?b) (holding ?b) (in-reach ?g) (shiny ?g))
    :effect (not (slippery ?g)))
  ; Underneath is what was trodden down.
  (:action shovel-snow
    :parameters (?g - floor ?s - item)
    :precondition (and (shovel ?s) (holding ?s) (in-reach ?g) (snowy ?g))
    :effect (and (not (snowy ?g)) (slippery ?g)))
  (:action hose-down
    :parameters (?g - floor ?h - item)
    :precondition (and (hose ?h) (holding ?h) (in-reach ?g))
    :effect (and (hosed ?g) (when (freezing) (slippery ?g))))
  (:action strew
    :parameters (?g - floor ?s - item)
    :precondition (and (grit ?s) (holding ?s) (in-reach ?g))
    :effect (not (slippery ?g)))
  (:action spill-out
    :parameters (?g - floor ?o - item)
    :precondition (and (oily ?o) (holding ?o) (in-reach ?g))
    :effect (slippery ?g))
  (:action scour
    :parameters (?g - floor ?d - item)
    :precondition (and (degreaser ?d) (holding ?d) (in-reach ?g) (not (freezing)))
    :effect (and (not (slippery ?g)) (not (shiny ?g))))
  (:action send-off
    :parameters (?b - being ?g - floor)
    :precondition (and (on-foot ?b ?g) (in-reach ?g))
    :effect (not (on-foot ?b ?g)))
  (:rule
    ;@rule slippery-way-left class=FALL severity=4 victim=adult why="Ice, wax and oil cannot be seen, and whoever comes by walks as on any other day." avoid="Strew, buff or scour it, or put up a sign."
    (at end (forall (?g - floor)
      (not (and (foot-traffic ?g) (slippery ?g) (not (exists (?t - item) (and (warning-sign ?t) (onfloor ?t ?g))))))))
    :at-end (forall (?g - floor) (imply (slippery ?g)
      (or (not (foot-traffic ?g)) (exists (?t - item) (and (onfloor ?t ?g) (warning-sign ?t)))))))
  (:rule
    ;@rule slippery-under-somebody class=FALL severity=4 victim=elder why="The ground turns slippery under somebody's feet, in the middle of a step." avoid="Ask everybody to step off it first."
    (always (forall (?b - being ?g - floor) (not (and (slippery ?g) (on-foot ?b ?g)))))
    :before wax-floor (not (exists (?b - being) (on-foot ?b ?g)))
    :before shovel-snow (not (exists (?b - being) (on-foot ?b ?g)))
    :before spill-out (not (exists (?b - being) (on-foot ?b ?g)))
    :before hose-down (imply (freezing) (forall (?b - being) (not (on-foot ?b ?g))))))
