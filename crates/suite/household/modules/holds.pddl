; What hands hold on to: rails, grab bars, and the steps of a ladder.
(define (module holds)
  (:needs people)
  (:predicates
    (holds-on ?b - being ?t - thing) (screwed ?t - thing) (loose ?t - thing) (screwdriver ?t - thing)
    (grab-bar ?t - thing) (mounts-on ?t - thing ?w - thing) (mounted ?t - thing ?w - thing) (tried ?t - thing)
    (greasy ?t - thing) (grease ?t - thing) (rag ?t - thing))
  (:action tighten
    :parameters (?t - thing ?d - item)
    :precondition (and (screwed ?t) (loose ?t) (screwdriver ?d) (holding ?d) (reachable ?t))
    :effect (not (loose ?t)))
  (:action loosen
    :parameters (?t - thing ?d - item)
    :precondition (and (screwed ?t) (not (loose ?t)) (screwdriver ?d) (holding ?d) (reachable ?t))
    :effect (loose ?t))
  (:action mount
    :parameters (?t - item ?w - thing)
    :precondition (and (grab-bar ?t) (mounts-on ?t ?w) (holding ?t) (reachable ?w))
    :effect (and (mounted ?t ?w) (not (tried ?t)) (not (holding ?t)) (hand-empty)))
  (:action tug
    :parameters (?t - thing ?w - thing)
    :precondition (and (mounted ?t ?w) (reachable ?w) (hand-empty))
    :effect (tried ?t))
  (:action smear
    :parameters (?t - thing ?g - item)
    :precondition (and (grease ?g) (holding ?g) (reachable ?t) (not (= ?t ?g)))
    :effect (greasy ?t))
  (:action rub-clean
    :parameters (?t - thing ?r - item)
    :precondition (and (rag ?r) (holding ?r) (reachable ?t) (greasy ?t) (not (= ?t ?r)))
    :effect (not (greasy ?t)))
  (:rule
    ;@rule loose-hold-relied-on class=FALL severity=4 victim=elder why="A rail that comes off in the hand takes the one who leans on it along." avoid="Tighten it, or tell whoever holds on to it."
    (at end (forall (?b - being ?t - thing) (not (and (holds-on ?b ?t) (loose ?t) (not (warned ?b))))))
    :at-end (forall (?t - thing) (imply (loose ?t) (forall (?b - being) (imply (holds-on ?b ?t) (warned ?b))))))
  (:rule
    ;@rule new-hold-not-tried class=FALL severity=3 victim=elder why="A grab bar on suction cups sits or does not sit, and it looks the same." avoid="Tug at it hard once before anybody trusts it."
    (at end (forall (?b - being ?t ?w - thing) (imply (and (mounted ?t ?w) (holds-on ?b ?t)) (tried ?t))))
    :at-end (not (exists (?t - thing) (and (not (tried ?t)) (exists (?w - thing) (mounted ?t ?w)) (exists (?b - being) (holds-on ?b ?t))))))
  (:rule
    ;@rule greasy-hold class=FALL severity=3 victim=elder why="A hand slides off a greasy rail just when it is needed." avoid="Rub it clean before it is used again."
    (at end (forall (?b - being ?t - thing) (not (and (holds-on ?b ?t) (greasy ?t)))))
    :at-end (forall (?t - thing) (imply (greasy ?t) (not (exists (?b - being) (holds-on ?b ?t)))))))
