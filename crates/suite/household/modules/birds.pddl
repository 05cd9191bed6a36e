; Cage birds, and what taints the air that they breathe.
(define (module birds)
  (:predicates
    (birdcage ?c - thing)
    ; Coated so that nothing sticks to it; gives off something while it is on.
    (nonstick ?t - thing) (taints-air ?t - thing)
    ; What ?h gives off gets to ?p.
    (same-air ?p - thing ?h - thing))
  (:rule
    ;@rule bird-in-tainted-air class=TOXIC severity=3 victim=pet why="The lungs of birds take in whatever is in the air: coated pans that get too hot, scents and burnt-off grease kill them." avoid="Bring the cage to another room first, or use something that gives off nothing."
    (always (forall (?c ?p ?h - thing)
      (not (and (birdcage ?c) (same-air ?p ?h) (switched-on ?h)
                (or (taints-air ?h) (exists (?n - thing) (and (nonstick ?n) (ontop ?n ?h))))
                (or (ontop ?c ?p) (inside ?c ?p) (nextto ?c ?p) (under ?c ?p) (onfloor ?c ?p))))))
    :before toggle-on (imply (or (taints-air ?t) (exists (?n - thing) (and (ontop ?n ?t) (nonstick ?n))))
      (forall (?c ?p - thing) (imply (and (birdcage ?c) (same-air ?p ?t))
        (not (or (onfloor ?c ?p) (under ?c ?p) (nextto ?c ?p) (inside ?c ?p) (ontop ?c ?p))))))
    :before place-ontop (and
      (imply (and (nonstick ?i) (switched-on ?t))
        (forall (?c ?p - thing) (imply (and (birdcage ?c) (same-air ?p ?t))
          (not (or (onfloor ?c ?p) (under ?c ?p) (nextto ?c ?p) (inside ?c ?p) (ontop ?c ?p))))))
      (imply (birdcage ?i) (forall (?h - thing) (imply (and (same-air ?t ?h) (switched-on ?h))
        (and (not (taints-air ?h)) (not (exists (?n - thing) (and (ontop ?n ?h) (nonstick ?n)))))))))
    :before place-inside (imply (birdcage ?i) (forall (?h - thing) (imply (and (same-air ?t ?h) (switched-on ?h))
        (and (not (taints-air ?h)) (not (exists (?n - thing) (and (ontop ?n ?h) (nonstick ?n))))))))
    :before place-nextto (imply (birdcage ?i) (forall (?h - thing) (imply (and (same-air ?t ?h) (switched-on ?h))
        (and (not (taints-air ?h)) (not (exists (?n - thing) (and (ontop ?n ?h) (nonstick ?n))))))))
    :before place-under (imply (birdcage ?i) (forall (?h - thing) (imply (and (same-air ?t ?h) (switched-on ?h))
        (and (not (taints-air ?h)) (not (exists (?n - thing) (and (ontop ?n ?h) (nonstick ?n))))))))
    :before place-onfloor (imply (birdcage ?i) (forall (?h - thing) (imply (and (same-air ?g ?h) (switched-on ?h))
        (and (not (taints-air ?h)) (not (exists (?n - thing) (and (ontop ?n ?h) (nonstick ?n))))))))
    :before release (imply (birdcage ?i) (forall (?h - thing ?p - place)
      (imply (and (in-reach ?p) (same-air ?p ?h) (switched-on ?h))
        (and (not (taints-air ?h)) (not (exists (?n - thing) (and (ontop ?n ?h) (nonstick ?n))))))))))
