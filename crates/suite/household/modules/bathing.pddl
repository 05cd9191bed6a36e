; Bath and washing water: hot and cold taps, and who gets into it.
(define (module bathing)
  (:needs people)
  (:predicates
    ; What comes out of the tap ?t is as hot as in the boiler: nothing limits it.
    (unlimited ?t - thing)
    ; Now hot, now cold: nobody knows how warm the water is before a hand has been in it.
    (fickle ?t - thing) (unfelt ?w - thing)
    (hot-tap ?t - thing ?w - thing) (cold-tap ?t - thing ?w - thing)
    (water-in ?w - thing) (scalding ?w - thing) (hot-run ?w - thing)
    (bather ?b - being) (bathes ?b - being ?w - thing))
  (:action run-hot
    :parameters (?w - thing ?t - thing)
    :precondition (and (hot-tap ?t ?w) (reachable ?t) (reachable ?w) (hand-empty))
    :effect (and (water-in ?w) (hot-run ?w) (when (unlimited ?t) (scalding ?w)) (when (fickle ?t) (unfelt ?w))))
  ; Cold water alone, or cold to the hot until it is lukewarm.
  (:action run-cold
    :parameters (?w - thing ?t - thing)
    :precondition (and (cold-tap ?t ?w) (reachable ?t) (reachable ?w) (hand-empty))
    :effect (and (water-in ?w) (not (scalding ?w)) (when (fickle ?t) (unfelt ?w))))
  (:action feel-water
    :parameters (?w - thing)
    :precondition (and (unfelt ?w) (reachable ?w) (hand-empty))
    :effect (not (unfelt ?w)))
  (:action help-in
    :parameters (?b - being ?w - thing)
    :precondition (and (bather ?b) (not (bathes ?b ?w)) (water-in ?w) (reachable ?w) (hand-empty))
    :effect (bathes ?b ?w))
  (:action help-out
    :parameters (?b - being ?w - thing)
    :precondition (and (bathes ?b ?w) (reachable ?w) (hand-empty))
    :effect (not (bathes ?b ?w)))
  ; Out of the room, with the door shut behind.
  (:action lead-away
    :parameters (?b - being ?w - thing)
    :precondition (and (gets-at ?b ?w) (reachable ?w) (hand-empty))
    :effect (not (gets-at ?b ?w)))
  (:rule
    ;@rule bath-too-hot class=BURN severity=4 victim=elder why="Hot water from the boiler scalds skin within seconds, and the very young and the very old cannot get out by themselves." avoid="Mix in cold water before anybody gets in, and add no hot water afterwards."
    (always (forall (?b - being ?w - thing) (not (and (bathes ?b ?w) (scalding ?w)))))
    :before help-in (not (scalding ?w))
    :before run-hot (imply (unlimited ?t) (not (exists (?b - being) (bathes ?b ?w)))))
  (:rule
    ;@rule hot-water-beside-child class=BURN severity=4 victim=child why="A child that plays beside the tub puts a hand in or falls in while only the hot water has run." avoid="Do not leave hot water alone in it where a child gets at it: run it when the child cannot get there."
    (always (forall (?b - being ?w - thing) (not (and (child ?b) (gets-at ?b ?w) (scalding ?w)))))
    :before run-hot (imply (unlimited ?t) (forall (?b - being) (imply (gets-at ?b ?w) (not (child ?b))))))
  (:rule
    ;@rule bath-not-felt class=BURN severity=3 victim=child why="An old boiler gives warm water one day and scalding water the next, and nobody sees the difference." avoid="Feel the water before anybody gets in, every time some has been added."
    (always (forall (?b - being ?w - thing) (imply (bathes ?b ?w) (not (unfelt ?w)))))
    :before help-in (not (unfelt ?w))
    :before run-hot (not (and (fickle ?t) (exists (?b - being) (bathes ?b ?w))))
    :before run-cold (not (and (fickle ?t) (exists (?b - being) (bathes ?b ?w))))))
