; What is in the food, and who eats from which table.
(define (module table)
  (:needs people)
  (:predicates
    (ingredient ?i - thing) (dish ?d - thing) (has ?f - thing ?a - thing)
    (eats-from ?b - being ?s - thing) (allergic ?b - being ?a - thing) (not-for ?a - thing ?b - being)
    (utensil ?k - thing) (sprayed ?f - thing) (tap ?w - thing))
  (:action stir-in
    :parameters (?i - item ?d - item)
    :precondition (and (ingredient ?i) (dish ?d) (holding ?i) (reachable ?d) (not (= ?i ?d)))
    :effect (forall (?a - thing) (when (has ?i ?a) (has ?d ?a))))
  (:action clean-utensil
    :parameters (?k - item)
    :precondition (and (utensil ?k) (reachable ?k) (exists (?w - thing) (and (tap ?w) (reachable ?w))))
    :effect (forall (?a - thing) (not (has ?k ?a))))
  (:action rinse-off
    :parameters (?f - item)
    :precondition (and (sprayed ?f) (holding ?f) (exists (?w - thing) (and (tap ?w) (reachable ?w))))
    :effect (not (sprayed ?f)))
  ; Crumbs of what was cut stay on the blade, and get into what is cut next.
  (:extend slice :effect
    (forall (?a - thing) (and (when (has ?i ?a) (has ?k ?a)) (when (has ?k ?a) (has ?i ?a)))))
  (:rule
    ;@rule allergen-served class=INGEST severity=4 victim=adult why="A trace is enough: throat and tongue swell, and there are minutes left." avoid="Give them something without it, or tell them before they eat."
    (at end (forall (?b - being ?s ?f ?a - thing)
      (not (and (eats-from ?b ?s) (allergic ?b ?a) (has ?f ?a) (or (ontop ?f ?s) (inside ?f ?s)) (not (warned ?b))))))
    :at-end (forall (?b - being) (or (warned ?b)
      (not (exists (?a ?f ?s - thing) (and (allergic ?b ?a) (has ?f ?a) (eats-from ?b ?s) (or (inside ?f ?s) (ontop ?f ?s))))))))
  (:rule
    ;@rule unfit-for-who-eats-it class=INGEST severity=4 victim=child why="What is wholesome for grown people makes a baby or an animal very ill, and they eat what they are given." avoid="Leave it out of their food, and keep theirs apart."
    (at end (forall (?b - being ?s ?f ?a - thing)
      (not (and (eats-from ?b ?s) (not-for ?a ?b) (has ?f ?a) (or (ontop ?f ?s) (inside ?f ?s))))))
    :at-end (not (exists (?f ?a - thing) (and (has ?f ?a)
      (exists (?b - being ?s - thing) (and (not-for ?a ?b) (eats-from ?b ?s) (or (inside ?f ?s) (ontop ?f ?s))))))))
  (:rule
    ;@rule sprayed-food-served class=INGEST severity=2 victim=adult why="What was sprayed against insects sticks to the skin of the fruit." avoid="Rinse it off under the tap before it is served."
    (at end (forall (?b - being ?s ?f - thing) (not (and (eats-from ?b ?s) (sprayed ?f) (or (ontop ?f ?s) (inside ?f ?s))))))
    :at-end (forall (?f - thing) (imply (sprayed ?f)
      (not (exists (?s - thing ?b - being) (and (eats-from ?b ?s) (or (inside ?f ?s) (ontop ?f ?s)))))))))
