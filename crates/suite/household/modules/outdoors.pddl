; Mains appliances out of doors: rain and wet grass, and plugs with a breaker of their own.
(define (module outdoors)
  (:needs power)
  (:predicates
    ; Rain falls there, or the grass is wet.
    (rained-on ?p - thing) (weatherproof ?t - thing)
    (garden-tool ?t - thing) (breaker-plug ?r - thing) (guarded ?t - thing))
  (:action fit-breaker-plug
    :parameters (?t - thing ?r - item)
    :precondition (and (breaker-plug ?r) (holding ?r) (mains ?t) (not (plugged-in ?t)) (not (guarded ?t)) (reachable ?t))
    :effect (and (guarded ?t) (not (holding ?r)) (hand-empty)))
  (:rule
    ;@rule mains-in-the-rain class=SHOCK severity=4 victim=adult why="Rain and wet grass get into an appliance that is not made for it and lead the mains to the hand." avoid="Pull the plug before it stands in the wet, or set it up under a roof."
    (always (forall (?t ?p - thing) (not (and (mains ?t) (plugged-in ?t) (not (weatherproof ?t)) (rained-on ?p)
      (or (ontop ?t ?p) (nextto ?t ?p) (onfloor ?t ?p))))))
    :before plug-in (imply (not (weatherproof ?t))
      (forall (?p - thing) (imply (or (onfloor ?t ?p) (nextto ?t ?p) (ontop ?t ?p)) (not (rained-on ?p)))))
    :before place-ontop (not (and (rained-on ?t) (mains ?i) (plugged-in ?i) (not (weatherproof ?i))))
    :before place-nextto (not (and (rained-on ?t) (mains ?i) (plugged-in ?i) (not (weatherproof ?i))))
    :before place-onfloor (not (and (rained-on ?g) (mains ?i) (plugged-in ?i) (not (weatherproof ?i))))
    :before release (imply (and (mains ?i) (plugged-in ?i) (not (weatherproof ?i)))
      (not (exists (?p - place) (and (in-reach ?p) (rained-on ?p))))))
  (:rule
    ;@rule garden-tool-unguarded class=SHOCK severity=3 victim=adult why="Outdoors a fault goes to ground through whoever holds the tool, and an ordinary outlet does not cut it off in time." avoid="Put a plug with a breaker of its own in between before the tool goes on the mains."
    (always (forall (?t - thing) (imply (and (garden-tool ?t) (plugged-in ?t)) (guarded ?t))))
    :before plug-in (or (guarded ?t) (not (garden-tool ?t)))))
