; Drains that are stopped up, valves, and joints that are undone for repairs.
(define (module plumbing)
  (:needs water)
  (:predicates
    (blocked ?b - thing) (clogs-drain ?i - thing)
    ; The valve lets water into that pipe while it is on.
    (feeds ?v - thing ?p - thing)
    (joint ?p - thing) (undone ?p - thing) (seal ?s - thing) (mended ?p - thing)
    ; The bend below a basin is full of water, and a bucket catches it.
    (trap-of ?p - thing ?f - thing) (catches ?b - thing))
  (:action unblock
    :parameters (?b - thing)
    :precondition (and (blocked ?b) (reachable ?b) (hand-empty))
    :effect (not (blocked ?b)))
  (:action undo-joint
    :parameters (?p - thing)
    :precondition (and (joint ?p) (not (undone ?p)) (reachable ?p) (hand-empty))
    :effect (undone ?p))
  (:action do-up-joint
    :parameters (?p - thing)
    :precondition (and (undone ?p) (reachable ?p) (hand-empty))
    :effect (not (undone ?p)))
  (:action fit-seal
    :parameters (?p - thing ?s - item)
    :precondition (and (undone ?p) (seal ?s) (holding ?s) (reachable ?p))
    :effect (and (mended ?p) (not (holding ?s)) (hand-empty)))
  (:rule
    ;@rule tap-into-blocked-basin class=WATER severity=2 victim=property why="Where nothing runs off, the basin is full within minutes and then the floor." avoid="Clear the drain before the tap is turned on."
    (always (forall (?t ?b - thing) (not (and (runs-into ?t ?b) (switched-on ?t)
      (or (blocked ?b) (exists (?i - thing) (and (clogs-drain ?i) (inside ?i ?b))))))))
    :before toggle-on (forall (?b - thing) (imply (runs-into ?t ?b)
      (and (not (blocked ?b)) (forall (?i - thing) (imply (inside ?i ?b) (not (clogs-drain ?i)))))))
    :before place-inside (imply (clogs-drain ?i) (not (exists (?v - thing) (and (runs-into ?v ?t) (switched-on ?v))))))
  (:rule
    ;@rule joint-open-under-pressure class=WATER severity=3 victim=property why="Mains water shoots out of an open joint faster than anybody can turn it off." avoid="Turn the valve off before the joint is undone, and on only when it is done up."
    (always (forall (?v ?p - thing) (not (and (feeds ?v ?p) (switched-on ?v) (undone ?p)))))
    :before toggle-on (forall (?p - thing) (imply (feeds ?t ?p) (not (undone ?p))))
    :before undo-joint (not (exists (?v - thing) (and (feeds ?v ?p) (switched-on ?v)))))
  (:rule
    ;@rule trap-undone-over-nothing class=WATER severity=2 victim=property why="The bend under a basin holds a litre of foul water, and it all comes at once." avoid="Set a bucket under it first and leave it there until the bend is done up."
    (always (forall (?p ?f - thing) (imply (and (trap-of ?p ?f) (undone ?p)) (exists (?b - thing) (and (catches ?b) (under ?b ?f))))))
    :before undo-joint (forall (?f - thing) (imply (trap-of ?p ?f) (exists (?b - thing) (and (catches ?b) (under ?b ?f)))))
    :before grasp (forall (?p ?f - thing) (imply (and (catches ?i) (under ?i ?f) (trap-of ?p ?f) (undone ?p))
      (exists (?b - thing) (and (not (= ?b ?i)) (catches ?b) (under ?b ?f)))))))
