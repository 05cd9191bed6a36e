; Ladders and long poles, and power lines above.
(define (module overhead)
  (:predicates
    (power-line ?p - thing) (ladder ?l - thing) (pole ?i - thing)
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
    :effect (and (not (stuck-up-at ?x ?p)) (nextto ?x ?p) (when (and (metal ?i) (power-line ?p)) (line-touched))))
  (:action clear-above
    :parameters (?p - place ?i - item)
    :precondition (and (pole ?i) (holding ?i) (in-reach ?p))
    :effect (and (cleared-above ?p) (when (and (metal ?i) (power-line ?p)) (line-touched))))
  (:rule
    ;@rule metal-at-power-line class=SHOCK severity=4 victim=adult why="A metal ladder or pole that comes near a power line leads its current to whoever holds it." avoid="Work on another side, or with wood or plastic."
    (always (and (not (line-touched)) (forall (?l ?p - thing) (not (and (leaning ?l ?p) (metal ?l) (power-line ?p))))))
    :before lean-ladder (not (and (power-line ?p) (metal ?l)))
    :before poke-down (not (and (power-line ?p) (metal ?i)))
    :before clear-above (not (and (power-line ?p) (metal ?i)))))
