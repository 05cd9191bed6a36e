(define (problem guest-in-the-hall)
  (:domain mopping)
  (:objects hall - floor aunt-rosa - person)
  (:init (dirty hall))
  (:goal (and (not (dirty hall)) (inside aunt-rosa)))
  (:constraints
    ;@rule warn-before-guest class=FALL severity=3 victim=elder why="A wet floor nobody warns of makes people slip." avoid="Put the sign up, or let the floor dry, before opening the door."
    (sometime-before (inside aunt-rosa) (or (sign-at hall) (and (not (dirty hall)) (not (wet hall)))))))
