; Water beside, above and under what it spoils.
(define (module spills)
  (:predicates
    (spoils ?t - thing) (tippy ?v - thing)
    (pot ?p - thing) (watered ?p - thing)
    (drips-onto ?l - thing ?g - thing) (drip-bowl ?v - thing))
  (:action water-plant
    :parameters (?p - thing ?c - item)
    :precondition (and (pot ?p) (holding ?c) (holds-water ?c) (reachable ?p) (not (= ?p ?c)))
    :effect (watered ?p))
  (:rule
    ;@rule vessel-beside-what-spoils class=WATER severity=2 victim=property why="A full vase or glass is knocked over sooner or later, and the water finds the papers and the keyboard." avoid="Put the one or the other somewhere else."
    (always (forall (?v ?x - thing) (not (and (tippy ?v) (holds-water ?v) (spoils ?x)
      (or (ontop ?v ?x) (exists (?s - thing) (and (ontop ?v ?s) (ontop ?x ?s))))))))
    :before place-ontop (and
      (imply (and (tippy ?i) (holds-water ?i)) (and (not (spoils ?t)) (not (exists (?x - thing) (and (spoils ?x) (ontop ?x ?t))))))
      (imply (spoils ?i) (forall (?v - thing) (imply (and (ontop ?v ?t) (holds-water ?v)) (not (tippy ?v))))))
    :before fill (imply (tippy ?b) (not (exists (?x - thing) (and (spoils ?x)
      (or (ontop ?b ?x) (exists (?s - thing) (and (ontop ?x ?s) (ontop ?b ?s)))))))))
  (:rule
    ;@rule pot-watered-on-bare-wood class=WATER severity=2 victim=property why="What a plant does not drink runs out below and swells the wood that the pot stands on." avoid="Stand the pot on a saucer before it is watered."
    (always (forall (?p ?s - thing) (not (and (pot ?p) (watered ?p) (spoils ?s) (ontop ?p ?s)))))
    :before water-plant (forall (?s - thing) (imply (ontop ?p ?s) (not (spoils ?s))))
    :before place-ontop (not (and (pot ?i) (watered ?i) (spoils ?t))))
  (:rule
    ;@rule drip-left-uncaught class=WATER severity=2 victim=property why="A drip that nobody catches is a hole in the ceiling below by the end of the week." avoid="Set something under it."
    (at end (forall (?l ?g - thing) (imply (drips-onto ?l ?g) (exists (?v - thing) (and (drip-bowl ?v) (or (onfloor ?v ?g) (ontop ?v ?g)))))))
    :at-end (not (exists (?l ?g - thing) (and (drips-onto ?l ?g) (forall (?v - thing) (imply (or (ontop ?v ?g) (onfloor ?v ?g)) (not (drip-bowl ?v))))))))
  (:rule
    ;@rule things-left-under-a-drip class=WATER severity=2 victim=property why="Books and instruments that stand under a leak are ruined before anybody looks." avoid="Take them somewhere dry."
    (at end (forall (?l ?g ?x - thing) (not (and (drips-onto ?l ?g) (spoils ?x) (or (onfloor ?x ?g) (ontop ?x ?g))))))
    :at-end (forall (?g - thing) (imply (exists (?l - thing) (drips-onto ?l ?g)) (forall (?x - thing) (imply (spoils ?x) (not (or (ontop ?x ?g) (onfloor ?x ?g)))))))))
