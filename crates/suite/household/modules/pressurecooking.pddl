; Pressure cookers: steam that is still inside, and valves that let it out.
(define (module pressurecooking)
  (:predicates (pressure-cooker ?c - thing) (pressurised ?c - thing) (valve-blocked ?c - thing) (stuffing ?i - thing))
  (:action release-steam
    :parameters (?c - thing)
    :precondition (and (pressurised ?c) (reachable ?c) (hand-empty)
                       (not (exists (?h - thing) (and (heater ?h) (switched-on ?h) (ontop ?c ?h)))))
    :effect (not (pressurised ?c)))
  (:action clean-valve
    :parameters (?c - thing)
    :precondition (and (valve-blocked ?c) (not (pressurised ?c)) (reachable ?c) (hand-empty))
    :effect (not (valve-blocked ?c)))
  (:action stuff-valve
    :parameters (?c - thing ?i - item)
    :precondition (and (pressure-cooker ?c) (not (valve-blocked ?c)) (stuffing ?i) (holding ?i) (reachable ?c))
    :effect (and (valve-blocked ?c) (not (holding ?i)) (hand-empty)))
  (:extend cook :effect (forall (?c - thing) (when (and (pressure-cooker ?c) (closed ?c) (inside ?i ?c)) (pressurised ?c))))
  (:rule
    ;@rule opened-under-pressure class=BLAST severity=4 victim=adult why="With steam still inside, the lid flies off and what is boiling flies after it." avoid="Take it off the heat and let the steam out before the lid is opened."
    (always (forall (?c - thing) (imply (pressurised ?c) (closed ?c))))
    :before open (not (pressurised ?t)))
  (:rule
    ;@rule blocked-valve-heated class=BLAST severity=4 victim=adult why="A blocked valve lets nothing out, and the pressure rises until the pot bursts." avoid="Clean the valve before the pot is heated."
    (always (forall (?c ?h - thing)
      (not (and (pressure-cooker ?c) (closed ?c) (valve-blocked ?c) (heater ?h) (switched-on ?h) (ontop ?c ?h)))))
    :before toggle-on (imply (heater ?t) (not (exists (?c - thing) (and (ontop ?c ?t) (pressure-cooker ?c) (closed ?c) (valve-blocked ?c)))))
    :before place-ontop (imply (and (heater ?t) (switched-on ?t)) (not (and (pressure-cooker ?i) (closed ?i) (valve-blocked ?i))))
    :before close (imply (and (pressure-cooker ?t) (valve-blocked ?t)) (forall (?h - thing) (imply (ontop ?t ?h) (not (and (heater ?h) (switched-on ?h))))))
    :before stuff-valve (not (and (closed ?c) (exists (?h - thing) (and (ontop ?c ?h) (heater ?h) (switched-on ?h)))))))
