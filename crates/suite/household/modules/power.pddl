; Appliances on the mains: their plugs, and what must not meet a live one.
(define (module power)
  (:predicates
    (mains ?t - thing) (plugged-in ?t - thing)
    ; Bare live parts can be touched inside it, as in a toaster.
    (live-inside ?t - thing))
  (:action plug-in
    :parameters (?t - thing)
    :precondition (and (mains ?t) (not (plugged-in ?t)) (reachable ?t) (hand-empty))
    :effect (plugged-in ?t))
  ; Without mains it is off.
  (:action unplug
    :parameters (?t - thing)
    :precondition (and (mains ?t) (plugged-in ?t) (reachable ?t) (hand-empty))
    :effect (and (not (plugged-in ?t)) (not (switched-on ?t))))
  (:extend toggle-on :precondition (imply (mains ?t) (plugged-in ?t)))
  (:rule
    ;@rule metal-in-live-appliance class=SHOCK severity=4 victim=adult why="Metal that touches the live parts inside an appliance puts mains voltage on whoever holds or reaches for it." avoid="Pull the plug first, or use something that does not conduct."
    (always (forall (?t ?m - thing)
      (not (and (live-inside ?t) (plugged-in ?t) (metal ?m) (inside ?m ?t)))))
    :before place-inside (not (and (metal ?i) (live-inside ?t) (plugged-in ?t)))
    :before plug-in (imply (live-inside ?t) (forall (?m - thing) (imply (inside ?m ?t) (not (metal ?m))))))
  (:rule
    ;@rule wet-live-appliance class=SHOCK severity=4 victim=adult why="Water that seeps into a plugged-in appliance carries the mains to its case." avoid="Pull the plug before it gets wet, and plug it in again only when it is dry."
    (always (forall (?t - thing) (not (and (soaked ?t) (mains ?t) (plugged-in ?t)))))
    :before soak (not (and (mains ?i) (plugged-in ?i)))
    :before wipe-down (not (and (mains ?t) (plugged-in ?t)))
    :before plug-in (not (soaked ?t)))
  (:rule
    ;@rule live-appliance-in-water class=SHOCK severity=4 victim=adult why="An appliance on the mains makes the whole water live, even while it is switched off." avoid="Keep it out of basins, or pull the plug and let the water out first."
    (always (forall (?t ?w - thing)
      (not (and (mains ?t) (plugged-in ?t) (inside ?t ?w) (holds-water ?w)))))
    :before place-inside (not (and (mains ?i) (plugged-in ?i) (holds-water ?t)))
    :before plug-in (not (exists (?w - thing) (and (holds-water ?w) (inside ?t ?w))))
    :before fill (not (exists (?a - thing) (and (mains ?a) (plugged-in ?a) (inside ?a ?b))))))
