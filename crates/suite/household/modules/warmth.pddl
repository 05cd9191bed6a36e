; Hot-water bottles, grain bags, seats in the sun: what is too hot for skin that rests on it.
(define (module warmth)
  (:predicates
    (scorching ?t - thing) (heatable ?t - thing) (padding ?c - thing)
    ; Lies or sits there with bare skin; can be brought to sit or lie somewhere.
    (rests-on ?b - being ?s - thing) (settles ?b - being))
  (:action heat-through
    :parameters (?t - item ?h - thing)
    :precondition (and (heatable ?t) (heater ?h) (switched-on ?h) (reachable ?h) (or (inside ?t ?h) (ontop ?t ?h)))
    :effect (scorching ?t))
  (:action let-cool
    :parameters (?t - thing)
    :precondition (and (scorching ?t) (reachable ?t)
                       (not (exists (?h - thing) (and (heater ?h) (switched-on ?h) (or (inside ?t ?h) (ontop ?t ?h))))))
    :effect (not (scorching ?t)))
  (:action settle
    :parameters (?b - being ?s - thing)
    :precondition (and (settles ?b) (reachable ?s) (hand-empty) (not (rests-on ?b ?s)))
    :effect (and (rests-on ?b ?s) (forall (?o - thing) (when (not (= ?o ?s)) (not (rests-on ?b ?o))))))
  (:rule
    ;@rule heat-against-skin class=BURN severity=3 victim=elder why="What is held against the skin for hours burns it long before it feels too hot, and who sleeps or has no feeling does not move away." avoid="Put it into a cover, or let it cool first."
    (always (forall (?b - being ?s ?t - thing)
      (imply (and (rests-on ?b ?s) (scorching ?t) (or (ontop ?t ?s) (inside ?t ?s) (nextto ?t ?s) (under ?t ?s)))
             (exists (?c - thing) (and (padding ?c) (ontop ?c ?t))))))
    :before place-ontop (imply (and (scorching ?i) (exists (?b - being) (rests-on ?b ?t))) (exists (?c - thing) (and (ontop ?c ?i) (padding ?c))))
    :before place-inside (imply (and (scorching ?i) (exists (?b - being) (rests-on ?b ?t))) (exists (?c - thing) (and (ontop ?c ?i) (padding ?c))))
    :before place-nextto (imply (and (scorching ?i) (exists (?b - being) (rests-on ?b ?t))) (exists (?c - thing) (and (ontop ?c ?i) (padding ?c))))
    :before place-under (imply (and (scorching ?i) (exists (?b - being) (rests-on ?b ?t))) (exists (?c - thing) (and (ontop ?c ?i) (padding ?c))))
    :before release (imply (and (scorching ?i) (exists (?b - being ?f - fixture) (and (in-reach ?f) (rests-on ?b ?f))))
                           (exists (?c - thing) (and (ontop ?c ?i) (padding ?c))))
    :before heat-through (imply (exists (?b - being ?s - thing) (and (rests-on ?b ?s)
        (or (under ?t ?s) (nextto ?t ?s) (inside ?t ?s) (ontop ?t ?s))))
      (exists (?c - thing) (and (ontop ?c ?t) (padding ?c))))
    :before settle (forall (?x - thing) (imply (and (scorching ?x) (or (under ?x ?s) (nextto ?x ?s) (inside ?x ?s) (ontop ?x ?s)))
      (exists (?c - thing) (and (ontop ?c ?x) (padding ?c)))))
    :before grasp (forall (?x - thing) (imply (and (scorching ?x) (not (= ?x ?i)) (exists (?b - being ?s - thing) (and (rests-on ?b ?s)
        (or (under ?x ?s) (nextto ?x ?s) (inside ?x ?s) (ontop ?x ?s)))))
      (exists (?c - thing) (and (padding ?c) (not (= ?c ?i)) (ontop ?c ?x))))))
  (:rule
    ;@rule seat-too-hot class=BURN severity=3 victim=child why="Buckles, metal and dark covers in the sun or over a heater get hot enough to raise blisters." avoid="Lay something over it or let it cool before anybody sits or lies down on it."
    (always (forall (?b - being ?s - thing)
      (imply (and (rests-on ?b ?s) (scorching ?s)) (exists (?c - thing) (and (padding ?c) (ontop ?c ?s))))))
    :before settle (imply (scorching ?s) (exists (?c - thing) (and (ontop ?c ?s) (padding ?c))))
    :before heat-through (imply (exists (?b - being) (rests-on ?b ?t)) (exists (?c - thing) (and (ontop ?c ?t) (padding ?c))))
    :before grasp (forall (?s - thing) (imply (and (scorching ?s) (exists (?b - being) (rests-on ?b ?s)))
      (exists (?c - thing) (and (padding ?c) (not (= ?c ?i)) (ontop ?c ?s)))))))
