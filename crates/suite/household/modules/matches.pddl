; Matches and lighters where a child finds them.
(define (module matches)
  (:needs flames storage)
  (:rule
    ;@rule matches-within-childs-reach class=FIRE severity=4 victim=child why="A child that finds matches or a lighter tries them out, in hiding and next to something that burns." avoid="Lock them away, or lay them where the child cannot get at them."
    (at end (forall (?b - being ?t ?s - thing)
      (not (and (child ?b) (lighter ?t) (gets-at ?b ?s)
                (or (ontop ?t ?s) (onfloor ?t ?s) (nextto ?t ?s) (under ?t ?s) (and (inside ?t ?s) (not (locked ?s))))))))
    :at-end (forall (?t - thing) (imply (lighter ?t) (not (exists (?b - being ?s - thing) (and (child ?b) (gets-at ?b ?s)
      (or (and (inside ?t ?s) (not (locked ?s))) (under ?t ?s) (nextto ?t ?s) (onfloor ?t ?s) (ontop ?t ?s)))))))))
