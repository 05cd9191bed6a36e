; Things that give off vapours by themselves, and where people sleep.
(define (module vapours)
  (:predicates
    (vapours ?t - thing) (airtight ?c - thing) (fresh-air ?p - thing)
    ; Sleeps there, or lies there for hours.
    (sleeps-at ?b - being ?p - thing))
  ; Hung or laid out where the wind takes it away.
  (:action air-out
    :parameters (?t - thing ?p - place)
    :precondition (and (vapours ?t) (fresh-air ?p) (in-reach ?p) (reachable ?t) (not (holding ?t)))
    :effect (not (vapours ?t)))
  (:rule
    ;@rule vapours-beside-sleeper class=TOXIC severity=3 victim=child why="Whoever sleeps beside it breathes the vapours for hours." avoid="Keep it out of the bedroom, shut it up airtight, or air it first."
    (at end (forall (?b - being ?t ?p - thing)
      (not (and (sleeps-at ?b ?p) (vapours ?t)
                (or (ontop ?t ?p) (inside ?t ?p) (nextto ?t ?p) (under ?t ?p) (onfloor ?t ?p)
                    (exists (?c - thing)
                      (and (inside ?t ?c) (not (and (airtight ?c) (closed ?c)))
                           (or (ontop ?c ?p) (inside ?c ?p) (nextto ?c ?p) (under ?c ?p) (onfloor ?c ?p)))))))))
    :at-end (forall (?t - thing) (imply (vapours ?t) (and
      (not (exists (?b - being ?p - thing) (and (sleeps-at ?b ?p)
        (or (onfloor ?t ?p) (under ?t ?p) (nextto ?t ?p) (inside ?t ?p) (ontop ?t ?p)))))
      (forall (?c - thing) (imply (and (inside ?t ?c) (or (not (closed ?c)) (not (airtight ?c))))
        (not (exists (?b - being ?p - thing) (and (sleeps-at ?b ?p)
          (or (onfloor ?c ?p) (under ?c ?p) (nextto ?c ?p) (inside ?c ?p) (ontop ?c ?p)))))))))))) 
