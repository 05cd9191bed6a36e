; Dish cloths and sponges that are full of germs, and what they are drawn over.
(define (module cloths)
  (:predicates
    (dishcloth ?c - thing) (stale ?c - thing) (wiped-over ?t - thing) (smeared ?t - thing)
    (food-surface ?t - thing) (boil-washes ?m - thing)
    ; A cloth is not fit for anything else after this.
    (grubby ?t - thing))
  (:action wipe-over
    :parameters (?t - thing ?c - item)
    :precondition (and (dishcloth ?c) (holding ?c) (reachable ?t) (not (= ?t ?c)))
    :effect (and (wiped-over ?t)
                 (when (stale ?c) (smeared ?t)) (when (not (stale ?c)) (not (smeared ?t)))
                 (when (grubby ?t) (stale ?c))))
  ; What washes at the boil, with the cloth in it, and on.
  (:action boil-wash
    :parameters (?c - item ?m - thing)
    :precondition (and (dishcloth ?c) (boil-washes ?m) (inside ?c ?m) (switched-on ?m) (reachable ?m))
    :effect (not (stale ?c)))
  (:rule
    ;@rule smeared-with-stale-cloth class=FOOD severity=2 victim=adult why="A cloth that has been wet for days, or has been at something dirty, spreads germs where food lies next." avoid="Boil the cloth first, or wipe the clean places before the dirty ones."
    (always (forall (?t - thing) (not (and (smeared ?t) (food-surface ?t)))))
    :before wipe-over (not (and (stale ?c) (food-surface ?t)))))
