; Power strips and cable drums, and how much current goes through them.
(define (module sockets)
  (:predicates
    ; A wall socket, a strip or a drum: things can be plugged into it.
    (outlet ?s - thing) (strip ?s - thing) (coiled ?s - thing) (winds ?s - thing)
    (has-plug ?t - thing) (fed-from ?t - thing ?s - thing)
    ; A heater, a kettle, an oven: as much as one strip can bear.
    (big-load ?t - thing))
  (:action plug-into
    :parameters (?t - thing ?s - thing)
    :precondition (and (has-plug ?t) (outlet ?s) (not (= ?t ?s)) (reachable ?t) (reachable ?s) (hand-empty)
                       (not (exists (?o - thing) (fed-from ?t ?o))))
    :effect (fed-from ?t ?s))
  (:action pull-from
    :parameters (?t - thing ?s - thing)
    :precondition (and (fed-from ?t ?s) (reachable ?s) (hand-empty))
    :effect (and (not (fed-from ?t ?s)) (not (switched-on ?t))))
  (:action uncoil
    :parameters (?s - thing)
    :precondition (and (coiled ?s) (reachable ?s) (hand-empty))
    :effect (not (coiled ?s)))
  (:action wind-up
    :parameters (?s - thing)
    :precondition (and (winds ?s) (not (coiled ?s)) (reachable ?s) (hand-empty))
    :effect (coiled ?s))
  (:extend toggle-on :precondition (imply (has-plug ?t) (exists (?o - thing) (fed-from ?t ?o))))
  (:rule
    ;@rule strip-overloaded class=FIRE severity=4 victim=property why="Two heavy loads on one strip draw more current than its wires bear, and its plastic melts and burns." avoid="Run one after the other, or plug one of them into the wall."
    (always (forall (?s ?t ?u - thing)
      (not (and (strip ?s) (not (= ?t ?u)) (big-load ?t) (big-load ?u) (fed-from ?t ?s) (fed-from ?u ?s) (switched-on ?t) (switched-on ?u)))))
    :before toggle-on (imply (big-load ?t) (forall (?s ?u - thing)
      (imply (and (strip ?s) (fed-from ?t ?s) (fed-from ?u ?s) (big-load ?u) (not (= ?t ?u))) (not (switched-on ?u)))))
    :before plug-into (imply (and (strip ?s) (big-load ?t) (switched-on ?t))
      (not (exists (?u - thing) (and (big-load ?u) (switched-on ?u) (fed-from ?u ?s) (not (= ?t ?u)))))))
  (:rule
    ;@rule coiled-drum-loaded class=FIRE severity=4 victim=property why="A cable that is wound up cannot lose the heat of a heavy load and melts on its drum." avoid="Unwind it all before the load is switched on."
    (always (forall (?s ?t - thing) (not (and (coiled ?s) (fed-from ?t ?s) (big-load ?t) (switched-on ?t)))))
    :before toggle-on (imply (big-load ?t) (not (exists (?s - thing) (and (coiled ?s) (fed-from ?t ?s)))))
    :before plug-into (not (and (coiled ?s) (big-load ?t) (switched-on ?t)))
    :before wind-up (forall (?t - thing) (imply (and (fed-from ?t ?s) (switched-on ?t)) (not (big-load ?t)))))
  (:rule
    ;@rule strip-behind-strip class=FIRE severity=3 victim=property why="A strip plugged into a strip invites more load than the first one bears." avoid="Plug every strip into a socket of its own."
    (always (forall (?s ?t - thing) (not (and (strip ?s) (strip ?t) (fed-from ?t ?s)))))
    :before plug-into (imply (strip ?t) (not (strip ?s)))))
