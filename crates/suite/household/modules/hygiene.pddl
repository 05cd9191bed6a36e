; Germs: raw meat, boards and knives; and food that must stay cold.
(define (module hygiene)
  (:predicates
    (raw-meat ?t - thing) (germs-on ?t - thing) (germs-in ?t - thing) (washable ?t - thing)
    (perishable ?t - thing))
  (:action wash
    :parameters (?t - thing)
    :precondition (and (washable ?t) (germs-on ?t) (reachable ?t))
    :effect (not (germs-on ?t)))
  ; Blade and board pass on what they have, and take on what raw meat has.
  (:extend slice :effect
    (and (when (raw-meat ?i) (germs-on ?k))
         (forall (?b - thing) (when (and (raw-meat ?i) (ontop ?i ?b)) (germs-on ?b)))
         (when (and (not (raw-meat ?i)) (or (germs-on ?k) (exists (?b - thing) (and (ontop ?i ?b) (germs-on ?b)))))
               (germs-in ?i))))
  (:extend cook :effect (not (germs-in ?i)))
  (:rule
    ;@rule germs-into-food class=FOOD severity=3 victim=adult why="Germs of raw meat get from blade or board into food that is not heated any more." avoid="Wash blade and board in between, or cut the meat last."
    (always (forall (?t - thing) (not (germs-in ?t))))
    :before slice (or (raw-meat ?i) (and (not (germs-on ?k)) (forall (?b - thing) (imply (germs-on ?b) (not (ontop ?i ?b)))))))
  (:rule
    ;@rule perishable-left-out class=FOOD severity=3 victim=adult why="What has to stay cold spoils within hours outside of a closed refrigerator." avoid="Put it back and shut the door before leaving."
    (at end (forall (?t - thing) (imply (perishable ?t)
      (exists (?c - thing) (and (chiller ?c) (inside ?t ?c) (closed ?c))))))
    :at-end (not (exists (?t - thing) (and (perishable ?t)
      (forall (?c - thing) (or (not (inside ?t ?c)) (not (chiller ?c)) (not (closed ?c)))))))))
