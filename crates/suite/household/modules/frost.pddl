; Dry ice, cold packs, metal out of the frost: what is cold enough to burn.
(define (module frost)
  (:predicates
    (deep-cold ?t - thing) (glove ?g - thing)
    ; Is at that place; has it in the hands or against the skin; drinks or eats from it.
    (stands-at ?b - being ?p - thing) (has ?b - being ?t - thing) (gloved ?b - being) (sips-from ?b - being ?v - thing))
  (:action hand-to
    :parameters (?i - item ?b - being ?p - place)
    :precondition (and (holding ?i) (stands-at ?b ?p) (in-reach ?p))
    :effect (and (has ?b ?i) (not (holding ?i)) (hand-empty) (when (glove ?i) (gloved ?b))))
  (:action let-warm
    :parameters (?t - thing)
    :precondition (and (deep-cold ?t) (reachable ?t) (not (exists (?c - thing) (and (chiller ?c) (inside ?t ?c)))))
    :effect (not (deep-cold ?t)))
  (:rule
    ;@rule frost-on-bare-skin class=BURN severity=2 victim=child why="Deeply cold metal and ice freeze to bare skin and burn it like fire." avoid="Let it warm up first, or give gloves before it."
    (always (forall (?b - being ?t - thing) (imply (and (has ?b ?t) (deep-cold ?t)) (gloved ?b))))
    :before hand-to (imply (deep-cold ?i) (or (glove ?i) (gloved ?b))))
  (:rule
    ;@rule dry-ice-in-the-drink class=BURN severity=4 victim=adult why="A piece that gets into the mouth burns lips and throat from the cold." avoid="Let it vanish before anybody drinks, or put it anywhere but into the drink."
    (always (forall (?b - being ?t ?v - thing) (not (and (deep-cold ?t) (inside ?t ?v) (sips-from ?b ?v)))))
    :before place-inside (imply (deep-cold ?i) (not (exists (?b - being) (sips-from ?b ?t))))))
