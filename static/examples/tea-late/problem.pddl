; Tea for the guest: the kettle stands on its base, the mug beside it.
(define (problem tea-for-the-guest)
  (:domain kitchen)
  (:objects
    robot - agent
    hall counter - place
    kettle mug - vessel
    base - appliance)
  (:init
    (at robot hall) (hand-empty robot)
    (lies kettle counter) (lies mug counter) (lies base counter)
    (heats base kettle) (on-base kettle) (plugged-in base))
  (:goal (and (tea-in mug) (on-base kettle)))
  (:constraints
    ;@rule splash-on-live-base class=SHOCK severity=4 victim=adult why="Water on a live base can give an electric shock." avoid="Unplug the base, or fill the kettle at the sink."
    (always (not (and (plugged-in base) (wet base))))))
