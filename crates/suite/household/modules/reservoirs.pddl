; Appliances with a tank for water: kettles, irons, steam cleaners.
(define (module reservoirs)
  (:needs power water)
  (:predicates (has-tank ?t - thing) (topped-up ?t - thing) (water-over-live ?t - thing))
  (:action pour-in
    :parameters (?t - thing ?j - item)
    :precondition (and (has-tank ?t) (holding ?j) (holds-water ?j) (reachable ?t) (not (= ?t ?j)))
    :effect (and (topped-up ?t) (not (holds-water ?j)) (when (and (mains ?t) (plugged-in ?t)) (water-over-live ?t))))
  (:extend fill :effect (when (and (mains ?b) (plugged-in ?b)) (water-over-live ?b)))
  (:rule
    ;@rule filled-while-live class=SHOCK severity=3 victim=adult why="Water that runs over the edge of the tank gets at contacts that are live as long as the plug is in." avoid="Pull the plug before water goes in."
    (always (forall (?t - thing) (not (water-over-live ?t))))
    :before pour-in (not (and (mains ?t) (plugged-in ?t)))
    :before fill (not (and (plugged-in ?b) (mains ?b)))))
