; Doors, motor gates and bulky loads, and somebody in their way.
(define (module gates)
  (:predicates
    (behind ?b - being ?d - thing)
    (motor ?m - thing) (sweeps ?m - thing ?p - thing) (stands-at ?b - being ?p - thing)
    (bulky ?t - thing))
  ; Somebody behind it steps back.
  (:action knock
    :parameters (?d - thing)
    :precondition (and (openable ?d) (closed ?d) (reachable ?d))
    :effect (forall (?b - being) (not (behind ?b ?d))))
  (:action call-over
    :parameters (?b - being ?p - place ?q - place)
    :precondition (and (stands-at ?b ?p) (in-reach ?p) (not (= ?p ?q)))
    :effect (and (not (stands-at ?b ?p)) (stands-at ?b ?q)))
  (:rule
    ;@rule door-into-somebody class=CRUSH severity=3 victim=child why="A door that is pushed open hits whoever sits or plays right behind it." avoid="Knock and wait until there is nobody behind it."
    (always (forall (?b - being ?d - thing) (imply (behind ?b ?d) (closed ?d))))
    :before open (forall (?b - being) (not (behind ?b ?t))))
  (:rule
    ;@rule gate-into-somebody class=CRUSH severity=4 victim=child why="A motor gate, a shutter or a lift does not notice whom it crushes." avoid="See that nobody is in its way before it starts."
    (always (forall (?b - being ?m ?p - thing) (not (and (motor ?m) (switched-on ?m) (sweeps ?m ?p) (stands-at ?b ?p)))))
    :before toggle-on (imply (motor ?t) (not (exists (?b - being ?p - thing) (and (sweeps ?t ?p) (stands-at ?b ?p)))))
    :before call-over (forall (?m - thing) (imply (and (sweeps ?m ?q) (motor ?m)) (not (switched-on ?m)))))
  (:rule
    ;@rule load-into-somebody class=CRUSH severity=3 victim=elder why="Behind a bulky load one does not see the child or the old person who stands there." avoid="Ask them to step aside before the load comes."
    (always (forall (?b - being ?p ?t - thing) (not (and (holding ?t) (bulky ?t) (in-reach ?p) (stands-at ?b ?p)))))
    :before navigate-to (not (and (exists (?t - thing) (and (bulky ?t) (holding ?t))) (exists (?b - being) (stands-at ?b ?p))))
    :before grasp (imply (bulky ?i) (not (exists (?b - being ?p - thing) (and (in-reach ?p) (stands-at ?b ?p)))))
    :before call-over (imply (in-reach ?q) (not (exists (?t - thing) (and (holding ?t) (bulky ?t)))))))
