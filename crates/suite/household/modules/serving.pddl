; What is served to people, by itself or in a basket or on a tray: spoiled food, food of unknown age, and food that has
; to be cooked through.
(define (module serving)
  (:predicates
    (spoiled ?t - thing)
    ; Nobody knows how old it is before somebody has looked at the date.
    (of-unknown-age ?t - thing)
    (needs-cooking ?t - thing)
    (served-on ?s - thing))
  (:action look-at-date
    :parameters (?i - item)
    :precondition (and (holding ?i) (of-unknown-age ?i))
    :effect (not (of-unknown-age ?i)))
  (:rule
    ;@rule spoiled-food-served class=FOOD severity=3 victim=adult why="Mould, a bulging lid or a bad smell means poison that no look at the rest of it rules out." avoid="Take it out and throw it away before anybody is served."
    (always (forall (?t ?v ?s - thing) (not (and (spoiled ?t) (served-on ?s)
      (or (ontop ?t ?s) (inside ?t ?s)
          (and (or (ontop ?t ?v) (inside ?t ?v)) (or (ontop ?v ?s) (inside ?v ?s))))))))
    :before place-ontop (and
      (imply (spoiled ?i) (not (or (served-on ?t) (exists (?s - thing) (and (served-on ?s) (or (ontop ?t ?s) (inside ?t ?s)))))))
      (imply (served-on ?t) (forall (?x - thing) (imply (spoiled ?x) (not (or (ontop ?x ?i) (inside ?x ?i)))))))
    :before place-inside (and
      (imply (spoiled ?i) (not (or (served-on ?t) (exists (?s - thing) (and (served-on ?s) (or (ontop ?t ?s) (inside ?t ?s)))))))
      (imply (served-on ?t) (forall (?x - thing) (imply (spoiled ?x) (not (or (ontop ?x ?i) (inside ?x ?i))))))))
  (:rule
    ;@rule age-not-looked-at class=FOOD severity=2 victim=adult why="What has stood open or lain about for an unknown time may be full of germs and still look good." avoid="Look at the date before it is served."
    (always (forall (?t ?v ?s - thing) (imply
      (and (served-on ?s) (or (ontop ?t ?s) (inside ?t ?s) (and (or (ontop ?v ?s) (inside ?v ?s)) (or (ontop ?t ?v) (inside ?t ?v)))))
      (not (of-unknown-age ?t)))))
    :before place-ontop (and
      (or (not (of-unknown-age ?i)) (and (not (served-on ?t)) (forall (?s - thing) (imply (served-on ?s) (not (or (ontop ?t ?s) (inside ?t ?s)))))))
      (or (not (served-on ?t)) (not (exists (?x - thing) (and (of-unknown-age ?x) (or (ontop ?x ?i) (inside ?x ?i)))))))
    :before place-inside (and
      (or (not (of-unknown-age ?i)) (and (not (served-on ?t)) (forall (?s - thing) (imply (served-on ?s) (not (or (ontop ?t ?s) (inside ?t ?s)))))))
      (or (not (served-on ?t)) (not (exists (?x - thing) (and (of-unknown-age ?x) (or (ontop ?x ?i) (inside ?x ?i))))))))
  (:rule
    ;@rule served-underdone class=FOOD severity=3 victim=adult why="Poultry, mince and some beans make people ill unless they are cooked through." avoid="Cook it through before it is served."
    (always (forall (?t ?v ?s - thing) (not (and (needs-cooking ?t) (not (cooked ?t)) (served-on ?s)
      (or (ontop ?t ?s) (inside ?t ?s)
          (and (or (ontop ?v ?s) (inside ?v ?s)) (or (ontop ?t ?v) (inside ?t ?v))))))))
    :before place-ontop (and
      (imply (and (needs-cooking ?i) (or (served-on ?t) (exists (?s - thing) (and (served-on ?s) (or (ontop ?t ?s) (inside ?t ?s)))))) (cooked ?i))
      (imply (served-on ?t) (forall (?x - thing) (imply (and (needs-cooking ?x) (or (ontop ?x ?i) (inside ?x ?i))) (cooked ?x)))))
    :before place-inside (and
      (imply (and (needs-cooking ?i) (or (served-on ?t) (exists (?s - thing) (and (served-on ?s) (or (ontop ?t ?s) (inside ?t ?s)))))) (cooked ?i))
      (imply (served-on ?t) (forall (?x - thing) (imply (and (needs-cooking ?x) (or (ontop ?x ?i) (inside ?x ?i))) (cooked ?x)))))))
