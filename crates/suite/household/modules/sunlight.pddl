; What sun and frost do to pictures, plants and instruments.
(define (module sunlight)
  (:predicates
    (fades ?t - thing)
    ; Sun falls through the first onto the second unless the first is shut: a blind, a curtain, a shutter.
    (sun-through ?b - thing ?s - thing)
    (frost-tender ?t - thing) (freezes-at-night ?p - thing))
  (:rule
    ;@rule left-in-the-sun class=PROP severity=1 victim=property why="Prints, fabric and varnish bleach and crack in the sun within days." avoid="Shut the blind, or put them in the shade."
    (at end (forall (?t ?s ?b - thing) (imply (and (fades ?t) (ontop ?t ?s) (sun-through ?b ?s)) (closed ?b))))
    :at-end (not (exists (?s ?b - thing) (and (sun-through ?b ?s) (not (closed ?b)) (exists (?t - thing) (and (ontop ?t ?s) (fades ?t)))))))
  (:rule
    ;@rule left-to-the-frost class=PROP severity=1 victim=property why="One night below zero kills tender plants and bursts what is full of water." avoid="Take it in before the night."
    (at end (forall (?t ?p - thing) (not (and (frost-tender ?t) (freezes-at-night ?p) (or (ontop ?t ?p) (nextto ?t ?p) (onfloor ?t ?p))))))
    :at-end (forall (?p - thing) (imply (freezes-at-night ?p)
      (not (exists (?t - thing) (and (frost-tender ?t) (or (onfloor ?t ?p) (nextto ?t ?p) (ontop ?t ?p)))))))))
