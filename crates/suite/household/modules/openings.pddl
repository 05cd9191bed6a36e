; What one falls into, over or out of when it is left open: trapdoors, low doors, stair gates, windows.
(define (module openings)
  (:needs people)
  (:predicates
    (hatch-in ?h - thing ?g - thing) (walked-over ?g - thing)
    (low-door ?t - thing) (passed-by ?t - thing)
    (gate-for ?t - thing ?b - being)
    (drop-behind ?t - thing) (step-up ?t - thing))
  (:rule
    ;@rule hatch-left-open class=FALL severity=4 victim=adult why="Nobody looks for a hole in a floor that has always been whole." avoid="Shut the hatch before turning away from it."
    (at end (forall (?h ?g - thing) (imply (and (hatch-in ?h ?g) (walked-over ?g)) (closed ?h))))
    :at-end (not (exists (?g - thing) (and (walked-over ?g) (exists (?h - thing) (and (hatch-in ?h ?g) (not (closed ?h))))))))
  (:rule
    ;@rule low-door-left-open class=FALL severity=2 victim=adult why="An open drawer or flap at the height of the shin is below everybody's eyes." avoid="Shut it when what was wanted is out."
    (at end (forall (?t - thing) (not (and (low-door ?t) (passed-by ?t) (not (closed ?t))))))
    :at-end (forall (?t - thing) (imply (passed-by ?t) (or (closed ?t) (not (low-door ?t))))))
  (:rule
    ;@rule stair-gate-left-open class=FALL severity=4 victim=child why="A small child goes for an open gate at once, and down the stairs head first." avoid="Shut the gate behind you, whatever you carry."
    (at end (forall (?t - thing ?b - being) (imply (gate-for ?t ?b) (closed ?t))))
    :at-end (not (exists (?t - thing) (and (not (closed ?t)) (exists (?b - being) (gate-for ?t ?b))))))
  (:rule
    ;@rule window-open-beside-child class=FALL severity=4 victim=child why="A child who gets at an open window or balcony door leans out and falls." avoid="Shut it before the child is alone there."
    (at end (forall (?w - thing ?b - being) (not (and (drop-behind ?w) (openable ?w) (not (closed ?w)) (child ?b) (gets-at ?b ?w)))))
    :at-end (forall (?w - thing) (imply (and (openable ?w) (drop-behind ?w) (not (closed ?w)))
      (forall (?b - being) (imply (child ?b) (not (gets-at ?b ?w)))))))
  (:rule
    ;@rule step-up-to-a-drop class=FALL severity=4 victim=child why="A stool or a box beside a railing or a window is a ladder for a child." avoid="Put whatever can be climbed well away from it."
    (at end (forall (?w ?t - thing ?b - being)
      (not (and (drop-behind ?w) (child ?b) (gets-at ?b ?w) (step-up ?t) (nextto ?t ?w)))))
    :at-end (not (exists (?t ?w - thing) (and (nextto ?t ?w) (step-up ?t) (drop-behind ?w)
      (exists (?b - being) (and (gets-at ?b ?w) (child ?b))))))))
