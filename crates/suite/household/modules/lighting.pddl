; Light on the ways that people take after dark.
(define (module lighting)
  (:predicates
    (walked-in-the-dark ?g - thing) (lights ?l - thing ?g - thing)
    (dead-bulb ?l - thing) (bulb ?t - thing)
    ; Somebody is walking there at this moment.
    (on-the-way ?b - being ?g - thing))
  (:action change-bulb
    :parameters (?l - thing ?b - item)
    :precondition (and (dead-bulb ?l) (bulb ?b) (holding ?b) (reachable ?l) (not (switched-on ?l)))
    :effect (and (not (dead-bulb ?l)) (not (holding ?b)) (hand-empty)))
  (:action wait-until-through
    :parameters (?b - being ?g - floor)
    :precondition (on-the-way ?b ?g)
    :effect (not (on-the-way ?b ?g)))
  (:extend toggle-on :precondition (not (dead-bulb ?t)))
  (:rule
    ;@rule dark-way-at-night class=FALL severity=3 victim=elder why="Whoever gets up at night misses a step or a threshold that the light would have shown." avoid="Leave a lamp on that lights the way."
    (at end (forall (?g - floor) (imply (walked-in-the-dark ?g) (exists (?l - thing) (and (lights ?l ?g) (switched-on ?l))))))
    :at-end (not (exists (?g - floor) (and (walked-in-the-dark ?g)
      (forall (?l - thing) (or (not (switched-on ?l)) (not (lights ?l ?g))))))))
  (:rule
    ;@rule light-out-over-somebody class=FALL severity=4 victim=adult why="Somebody who is halfway down the stairs when the light goes out steps into nothing." avoid="Wait until everybody is through, or have another lamp on first."
    (always (forall (?b - being ?g - floor) (imply (on-the-way ?b ?g) (exists (?l - thing) (and (lights ?l ?g) (switched-on ?l))))))
    :before toggle-off (not (exists (?b - being ?g - floor) (and (on-the-way ?b ?g) (lights ?t ?g)
      (forall (?l - thing) (or (= ?l ?t) (not (lights ?l ?g)) (not (switched-on ?l)))))))
    :before unplug (imply (switched-on ?t) (not (exists (?b - being ?g - floor) (and (on-the-way ?b ?g) (lights ?t ?g)
      (forall (?l - thing) (or (= ?l ?t) (not (lights ?l ?g)) (not (switched-on ?l))))))))))
