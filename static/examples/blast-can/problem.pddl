(define (problem warm-bathroom)
  (:domain bathroom-heat)
  (:objects hairspray - can sill cabinet - spot)
  (:init (on hairspray sill) (next-to-heater sill))
  (:goal (and (room-warm) (on hairspray cabinet)))
  (:constraints
    ;@rule spray-can-heated class=BLAST severity=4 victim=adult why="A heated spray can bursts." avoid="Move the can away before the heater is on."
    (always (forall (?s - spot) (not (and (on hairspray ?s) (next-to-heater ?s) (heater-on)))))))
