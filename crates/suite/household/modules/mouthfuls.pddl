; Food that fits a windpipe, and people who swallow badly.
(define (module mouthfuls)
  (:needs people)
  (:predicates (round-food ?t - thing) (swallows-badly ?b - being) (coarse ?t - thing) (masher ?m - thing))
  (:action mash
    :parameters (?t - thing ?m - item)
    :precondition (and (coarse ?t) (masher ?m) (holding ?m) (reachable ?t))
    :effect (not (coarse ?t)))
  (:rule
    ;@rule round-food-whole class=AIRWAY severity=4 victim=child why="A whole grape or a slice of sausage closes a small windpipe like a cork." avoid="Cut it lengthwise before it comes within the child's reach."
    (always (forall (?b - being ?t ?s - thing)
      (not (and (child ?b) (gets-at ?b ?s) (round-food ?t) (not (sliced ?t))
                (or (ontop ?t ?s) (inside ?t ?s) (exists (?v - thing) (and (inside ?t ?v) (ontop ?v ?s))))))))
    :before place-ontop (forall (?b - being) (imply (and (child ?b) (gets-at ?b ?t))
      (and (imply (round-food ?i) (sliced ?i))
           (forall (?x - thing) (imply (and (round-food ?x) (inside ?x ?i)) (sliced ?x))))))
    :before place-inside (imply (and (round-food ?i) (not (sliced ?i))) (not (exists (?b - being) (and (child ?b)
      (or (gets-at ?b ?t) (exists (?s - thing) (and (ontop ?t ?s) (gets-at ?b ?s)))))))))
  (:rule
    ;@rule coarse-food-for-weak-swallower class=AIRWAY severity=4 victim=elder why="Whoever swallows badly gets crumbs and chunks into the windpipe and is too weak to cough them up." avoid="Mash it first."
    (always (forall (?b - being ?t ?s - thing) (not (and (swallows-badly ?b) (gets-at ?b ?s) (coarse ?t)
      (or (ontop ?t ?s) (exists (?v - thing) (and (inside ?t ?v) (ontop ?v ?s))))))))
    :before place-ontop (not (exists (?b - being) (and (swallows-badly ?b) (gets-at ?b ?t)
      (or (coarse ?i) (exists (?x - thing) (and (coarse ?x) (inside ?x ?i)))))))
    :before place-inside (imply (coarse ?i) (forall (?s - thing ?b - being) (imply (and (ontop ?t ?s) (swallows-badly ?b)) (not (gets-at ?b ?s)))))))
