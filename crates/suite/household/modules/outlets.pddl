; Outlets in the wall, caps for them, and leads whose free end is live.
(define (module outlets)
  (:needs power people)
  (:predicates
    (outlet ?o - thing) (plug-goes-in ?t - thing ?o - thing)
    (cap ?c - thing) (cap-in ?c - thing ?o - thing)
    ; A lead or charger with nothing at its other end.
    (loose-end ?t - thing))
  (:action cap-outlet
    :parameters (?o - thing ?c - item)
    :precondition (and (outlet ?o) (cap ?c) (holding ?c) (reachable ?o)
                       (not (exists (?x - thing) (cap-in ?x ?o)))
                       (not (exists (?t - thing) (and (plug-goes-in ?t ?o) (plugged-in ?t)))))
    :effect (and (cap-in ?c ?o) (not (holding ?c)) (hand-empty)))
  (:action uncap-outlet
    :parameters (?o - thing ?c - item)
    :precondition (and (cap-in ?c ?o) (reachable ?o) (hand-empty))
    :effect (and (not (cap-in ?c ?o)) (holding ?c) (not (hand-empty))))
  ; One plug fits into an outlet, and it does not go through a cap.
  (:extend plug-in :precondition (forall (?o - thing) (imply (plug-goes-in ?t ?o)
    (and (reachable ?o)
         (not (exists (?c - thing) (cap-in ?c ?o)))
         (not (exists (?u - thing) (and (plug-goes-in ?u ?o) (plugged-in ?u))))))))
  (:extend unplug :precondition (forall (?o - thing) (imply (plug-goes-in ?t ?o) (reachable ?o))))
  (:rule
    ;@rule open-outlet-near-child class=SHOCK severity=4 victim=child why="A crawling child pokes fingers and whatever it finds into the holes of an outlet." avoid="Put a cap into an outlet that stays without a plug."
    (at end (forall (?b - being ?o - thing) (imply (and (child ?b) (outlet ?o) (gets-at ?b ?o))
      (exists (?x - thing) (or (cap-in ?x ?o) (and (plug-goes-in ?x ?o) (plugged-in ?x)))))))
    :at-end (not (exists (?o - thing) (and (outlet ?o)
      (exists (?b - being) (and (gets-at ?b ?o) (child ?b)))
      (not (exists (?c - thing) (cap-in ?c ?o)))
      (forall (?t - thing) (or (not (plug-goes-in ?t ?o)) (not (plugged-in ?t))))))))
  (:rule
    ;@rule live-lead-near-child class=SHOCK severity=3 victim=child why="A small child takes the free end of a lead into its mouth, where it is wet." avoid="Pull the plug of a lead that feeds nothing, or put it where the child cannot get at it."
    (at end (forall (?b - being ?t ?s - thing)
      (not (and (child ?b) (loose-end ?t) (plugged-in ?t) (gets-at ?b ?s) (or (ontop ?t ?s) (nextto ?t ?s) (onfloor ?t ?s))))))
    :at-end (forall (?t - thing) (imply (and (plugged-in ?t) (loose-end ?t))
      (not (exists (?s - thing) (and (or (onfloor ?t ?s) (nextto ?t ?s) (ontop ?t ?s))
                                     (exists (?b - being) (and (gets-at ?b ?s) (child ?b))))))))))
