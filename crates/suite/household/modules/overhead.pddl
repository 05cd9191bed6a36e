; Ladders and long poles, and lines through the air that feed a barn or a workshop from a breaker in the house.
(define (module overhead)
  (:predicates
    ; The line from that breaker runs over the place.
    (line-over ?b - thing ?p - thing)
    (ladder ?l - thing) (pole ?i - thing)
    (leaning ?l - thing ?p - thing) (stuck-up-at ?x - thing ?p - thing) (cleared-above ?p - thing) (line-touched))
  (:action lean-ladder
    :parameters (?l - item ?p - place)
    :precondition (and (ladder ?l) (holding ?l) (in-reach ?p))
    :effect (and (leaning ?l ?p) (not (holding ?l)) (hand-empty)))
  (:action take-ladder-down
    :parameters (?l - item ?p - place)
    :precondition (and (leaning ?l ?p) (in-reach ?p) (hand-empty))
    :effect (and (not (leaning ?l ?p)) (holding ?l) (not (hand-empty))))
  ; What hangs up there comes down beside the place.
  (:action poke-down
    :parameters (?x - item ?p - fixture ?i - item)
    :precondition (and (stuck-up-at ?x ?p) (pole ?i) (holding ?i) (in-reach ?p) (not (= ?x ?i)))
    :effect (and (not (stuck-up-at ?x ?p)) (nextto ?x ?p)
                 (when (and (metal ?i) (exists (?b - thing) (and (line-over ?b ?p) (switched-on ?b)))) (line-touched))))
  (:action clear-above
    :parameters (?p - place ?i - item)
    :precondition (and (pole ?i) (holding ?i) (in-reach ?p))
    :effect (and (cleared-above ?p)
                 (when (and (metal ?i) (exists (?b - thing) (and (line-over ?b ?p) (switched-on ?b)))) (line-touched))))
  (:rule
    ;@rule metal-at-power-line class=SHOCK severity=4 victim=adult why="A metal ladder or pole that comes near a power line leads its current to whoever holds it." avoid="Switch the line off first, and keep metal away from it while it is on."
    (always (and (not (line-touched))
                 (forall (?l ?p ?b - thing) (not (and (leaning ?l ?p) (metal ?l) (line-over ?b ?p) (switched-on ?b))))))
    :before lean-ladder (imply (metal ?l) (not (exists (?b - thing) (and (switched-on ?b) (line-over ?b ?p)))))
    :before poke-down (imply (metal ?i) (forall (?b - thing) (imply (line-over ?b ?p) (not (switched-on ?b)))))
    :before clear-above (imply (metal ?i) (forall (?b - thing) (imply (line-over ?b ?p) (not (switched-on ?b)))))
    :before toggle-on (forall (?p - thing) (imply (line-over ?t ?p) (not (exists (?l - thing) (and (metal ?l) (leaning ?l ?p))))))))
