; Medicine: whose it is, whether it has been taken already, and what it must not meet.
(define (module doses)
  (:needs people)
  (:predicates
    (medicine ?m - thing) (prescribed ?m - thing ?b - being) (given ?b - being ?m - thing) (expired ?m - thing)
    (pill-box ?x - thing ?b - being)
    ; Others give it to them too, and write it down.
    (several-carers ?b - being) (list-of ?l - thing ?b - being) (list-read ?b - being) (given-blind ?b - being)
    (clashes ?m - thing ?f - thing) (takes-at ?b - being ?s - thing))
  (:action hand-dose
    :parameters (?b - being ?m - item ?p - place)
    :precondition (and (medicine ?m) (holding ?m) (in-reach ?p) (gets-at ?b ?p))
    :effect (and (given ?b ?m) (when (not (list-read ?b)) (given-blind ?b))))
  (:action read-list
    :parameters (?l - item ?b - being)
    :precondition (and (list-of ?l ?b) (reachable ?l))
    :effect (list-read ?b))
  (:rule
    ;@rule dose-without-the-list class=INGEST severity=4 victim=elder why="Where several people give the medicine, one dose soon becomes two." avoid="Read on the list who gave what before giving it."
    (always (forall (?b - being) (not (and (several-carers ?b) (given-blind ?b)))))
    :before hand-dose (imply (several-carers ?b) (list-read ?b)))
  (:rule
    ;@rule medicine-of-somebody-else class=INGEST severity=4 victim=elder why="What one person needs can kill another, and the packs look alike." avoid="Compare the name on the pack, and give nobody what was prescribed for others."
    (always (forall (?b - being ?m - thing) (imply (given ?b ?m) (prescribed ?m ?b))))
    :before hand-dose (prescribed ?m ?b))
  (:rule
    ;@rule expired-medicine-given class=INGEST severity=3 victim=elder why="What is long past its date works too little, too much, or has turned into something else." avoid="Look at the date and take the fresh pack."
    (always (forall (?b - being ?m - thing) (not (and (given ?b ?m) (expired ?m)))))
    :before hand-dose (not (expired ?m)))
  (:rule
    ;@rule pills-in-wrong-box class=INGEST severity=4 victim=elder why="People swallow what is in their own box without looking at it." avoid="Take out what is not theirs."
    (at end (forall (?x ?m - thing ?b - being)
      (imply (and (pill-box ?x ?b) (medicine ?m) (inside ?m ?x)) (prescribed ?m ?b))))
    :at-end (not (exists (?m ?x - thing) (and (inside ?m ?x) (medicine ?m)
      (exists (?b - being) (and (pill-box ?x ?b) (not (prescribed ?m ?b))))))))
  (:rule
    ;@rule medicine-meets-food class=INGEST severity=3 victim=adult why="Some food and drink undoes a medicine or makes too much of it." avoid="Serve something else with it, or tell them first."
    (at end (forall (?b - being ?m ?f ?s ?r - thing)
      (not (and (clashes ?m ?f) (takes-at ?b ?s) (takes-at ?b ?r) (not (warned ?b))
                (or (ontop ?m ?s) (inside ?m ?s)) (or (ontop ?f ?r) (inside ?f ?r))))))
    :at-end (forall (?b - being) (or (warned ?b) (forall (?m ?f - thing) (imply (clashes ?m ?f)
      (or (forall (?s - thing) (imply (takes-at ?b ?s) (and (not (ontop ?m ?s)) (not (inside ?m ?s)))))
          (forall (?r - thing) (imply (takes-at ?b ?r) (and (not (ontop ?f ?r)) (not (inside ?f ?r))))))))))))
