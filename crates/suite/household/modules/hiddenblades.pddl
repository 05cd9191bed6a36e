; Blades where nobody sees them: under suds, under a cloth, in a bag.
(define (module hiddenblades)
  (:needs people)
  (:predicates
    ; One cannot see what is in it.
    (opaque ?s - thing) (basin ?s - thing) (sudsy ?s - thing)
    (sheath-for ?s - thing ?k - thing) (sheathed ?k - thing))
  (:action sheathe
    :parameters (?k - item ?s - item)
    :precondition (and (sheath-for ?s ?k) (not (sheathed ?k)) (reachable ?s) (reachable ?k))
    :effect (sheathed ?k))
  (:action run-suds
    :parameters (?s - thing)
    :precondition (and (basin ?s) (not (sudsy ?s)) (reachable ?s) (hand-empty))
    :effect (sudsy ?s))
  (:action let-suds-out
    :parameters (?s - thing)
    :precondition (and (sudsy ?s) (reachable ?s) (hand-empty))
    :effect (not (sudsy ?s)))
  (:rule
    ;@rule blade-out-of-sight class=CUT severity=3 victim=adult why="Somebody reaches in who does not know that there is a blade, and takes hold of its edge." avoid="Keep blades where one sees them or in their sheath, or tell those who come next."
    (at end (forall (?b - being ?k ?s - thing)
      (not (and (unaware ?b) (not (warned ?b)) (gets-at ?b ?s) (blade ?k) (not (sheathed ?k))
                (or (and (inside ?k ?s) (or (opaque ?s) (sudsy ?s)))
                    (under ?k ?s)
                    (and (ontop ?k ?s) (exists (?c - thing) (ontop ?c ?k))))))))
    :at-end (forall (?k - thing) (imply (and (blade ?k) (not (sheathed ?k)))
      (not (exists (?s - thing) (and
        (or (under ?k ?s) (and (opaque ?s) (inside ?k ?s)) (and (sudsy ?s) (inside ?k ?s))
            (exists (?c - thing) (and (ontop ?c ?k) (ontop ?k ?s))))
        (exists (?b - being) (and (gets-at ?b ?s) (unaware ?b) (not (warned ?b)))))))))))
