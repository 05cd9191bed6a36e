; What a character can do in a scene graph of VirtualHome: the rules of the suite's executor without its slips, for plans and
; subgoals that were asked for with such a scene. Names are those of the prompt, in small letters.
;
; Where it differs from the executor: what was near through a thing stays near when that is taken; who sits or lies on a
; thing is close to it; what is carried comes along to the room that is entered; a thing that is plugged out cannot be
; switched on (the executor calls that an additional step); only seats for one are ever taken; what lay on several things
; or in them goes back to any of these.
(define (domain home)
  (:requirements :adl :derived-predicates)
  (:types room character thing - object)
  (:predicates
    ; states
    (closed ?o) (open ?o) (on ?o) (off ?o) (plugged-in ?o) (plugged-out ?o) (clean ?o) (dirty ?o) (sitting ?o) (lying ?o)
    ; relations
    (ontop ?a ?b) (inside ?a ?b) (close-to ?a ?b) (facing ?a ?b) (between ?a ?b) (sits-on ?a ?b)
    (holds-rh ?c - character ?o) (holds-lh ?c - character ?o)
    (lay-on ?o ?place) (lay-in ?o ?place)
    ; what things are good for
    (grabbable ?o) (sittable ?o) (lieable ?o) (drinkable ?o) (eatable ?o) (recipient ?o) (cuttable ?o) (pourable ?o)
    (can-open ?o) (has-switch ?o) (has-plug ?o) (readable ?o) (lookable ?o) (clothes ?o) (person ?o) (body-part ?o)
    (movable ?o) (squeezable ?o) (typable ?o) (pours-away ?o) (knife ?o) (computer ?o) (seat-for-one ?o)
    ; derived
    (near ?c - character ?o) (faces ?c - character ?o) (holds ?c - character ?o) (shut-in ?o)
    (is-room ?o) (in-room ?o ?r))

  (:derived (holds ?c - character ?o) (or (holds-rh ?c ?o) (holds-lh ?c ?o)))

  ; Closeness carries over one thing.
  (:derived (near ?c - character ?o)
    (or (close-to ?c ?o)
        (exists (?by) (and (close-to ?c ?by) (or (close-to ?by ?o) (ontop ?o ?by))))))

  (:derived (faces ?c - character ?o)
    (or (facing ?c ?o) (exists (?by) (and (facing ?c ?by) (facing ?by ?o)))))

  (:derived (in-room ?o ?r)
    (and (is-room ?r) (or (inside ?o ?r) (exists (?in) (and (inside ?o ?in) (in-room ?in ?r))))))

  (:derived (shut-in ?o) (exists (?in) (and (inside ?o ?in) (closed ?in))))

  ;; Going

  (:action enter
    :parameters (?c - character ?r - room)
    :precondition (and (not (sitting ?c)) (not (lying ?c)))
    :effect (and
      (inside ?c ?r)
      (forall (?o) (and
        (when (and (inside ?c ?o) (not (= ?o ?r))) (not (inside ?c ?o)))
        (when (not (holds ?c ?o)) (and (not (close-to ?c ?o)) (not (close-to ?o ?c))))
        (not (facing ?c ?o)) (not (facing ?o ?c))
        (when (holds ?c ?o) (inside ?o ?r))))
      (forall (?o - object ?p - room) (when (and (holds ?c ?o) (not (= ?p ?r))) (not (inside ?o ?p))))))

  (:action walk
    :parameters (?c - character ?x)
    :precondition (and (not (sitting ?c)) (not (lying ?c)) (exists (?r - room) (in-room ?x ?r)))
    :effect (and
      (close-to ?c ?x) (close-to ?x ?c)
      (forall (?r - room) (when (in-room ?x ?r) (inside ?c ?r)))
      (forall (?o) (and
        (when (and (inside ?c ?o) (not (in-room ?x ?o))) (not (inside ?c ?o)))
        (when (and (not (= ?o ?x)) (not (holds ?c ?o)) (not (body-part ?o)) (not (and (inside ?x ?o) (not (in-room ?x ?o))))
                   (not (ontop ?x ?o)) (not (and (inside ?o ?x) (can-open ?x))))
          (and (not (close-to ?c ?o)) (not (close-to ?o ?c))))
        (not (facing ?c ?o)) (not (facing ?o ?c))
        (when (or (body-part ?o) (ontop ?x ?o) (and (inside ?o ?x) (can-open ?x)) (and (inside ?x ?o) (not (in-room ?x ?o))))
          (and (close-to ?c ?o) (close-to ?o ?c)))))
      (forall (?o - object ?r - room) (when (and (holds ?c ?o) (in-room ?x ?r)) (inside ?o ?r)))
      (forall (?o - object ?p - room) (when (and (holds ?c ?o) (not (in-room ?x ?p))) (not (inside ?o ?p))))))

  ; To find what is at hand is to turn to nothing else; what is not at hand is gone to, which is the step `walk`.
  (:action find
    :parameters (?c - character ?x)
    :precondition (near ?c ?x)
    :effect (and (close-to ?c ?x) (close-to ?x ?c) (forall (?o) (not (facing ?c ?o)))))

  ;; Sitting and lying

  (:action sit
    :parameters (?c - character ?x)
    :precondition (and (near ?c ?x) (sittable ?x) (not (sitting ?c))
                       (not (and (seat-for-one ?x) (exists (?o) (ontop ?o ?x)))))
    :effect (and (sitting ?c) (not (lying ?c)) (ontop ?c ?x) (close-to ?c ?x) (close-to ?x ?c)
                 (forall (?o) (when (facing ?x ?o) (facing ?c ?o)))))

  (:action lie
    :parameters (?c - character ?x)
    :precondition (and (near ?c ?x) (lieable ?x) (not (lying ?c)))
    :effect (and (lying ?c) (not (sitting ?c)) (ontop ?c ?x) (close-to ?c ?x) (close-to ?x ?c)))

  (:action standup
    :parameters (?c - character)
    :precondition (or (sitting ?c) (lying ?c))
    :effect (and (not (sitting ?c)) (not (lying ?c))))

  (:action sleep :parameters (?c - character) :precondition (or (lying ?c) (sitting ?c)) :effect (and))
  (:action wakeup :parameters (?c - character) :precondition (or (lying ?c) (sitting ?c)) :effect (and))

  ;; Taking and putting

  (:action grab
    :parameters (?c - character ?x)
    :precondition (and (grabbable ?x) (not (holds ?c ?x)) (near ?c ?x) (not (shut-in ?x))
                       (not (and (exists (?o) (holds-rh ?c ?o)) (exists (?o) (holds-lh ?c ?o)))))
    :effect (and
      (when (and (not (holds ?c ?x)) (not (exists (?o) (holds-rh ?c ?o)))) (holds-rh ?c ?x))
      (when (and (not (holds ?c ?x)) (exists (?o) (holds-rh ?c ?o))) (holds-lh ?c ?x))
      (close-to ?c ?x) (close-to ?x ?c)
      (forall (?r - room) (when (in-room ?c ?r) (inside ?x ?r)))
      (forall (?o) (and
        (not (ontop ?x ?o)) (not (ontop ?o ?x)) (not (inside ?o ?x))
        (when (not (in-room ?c ?o)) (not (inside ?x ?o)))
        (when (not (= ?o ?c)) (and (not (close-to ?x ?o)) (not (close-to ?o ?x))))
        (when (and (close-to ?c ?x) (or (close-to ?x ?o) (ontop ?o ?x))) (and (close-to ?c ?o) (close-to ?o ?c)))
        (when (ontop ?x ?o) (lay-on ?x ?o))
        (when (and (inside ?x ?o) (not (in-room ?x ?o))) (lay-in ?x ?o))))))

  (:action putback
    :parameters (?c - character ?x ?y)
    :precondition (and (holds ?c ?x) (near ?c ?y))
    :effect (and (not (holds-rh ?c ?x)) (not (holds-lh ?c ?x)) (ontop ?x ?y)
                 (close-to ?c ?y) (close-to ?y ?c) (close-to ?x ?y) (close-to ?y ?x)
                 (forall (?o) (and (not (lay-on ?x ?o)) (not (lay-in ?x ?o))))))

  (:action putin
    :parameters (?c - character ?x ?y)
    :precondition (and (holds ?c ?x) (near ?c ?y) (or (not (can-open ?y)) (open ?y)))
    :effect (and (not (holds-rh ?c ?x)) (not (holds-lh ?c ?x)) (inside ?x ?y)
                 (close-to ?c ?y) (close-to ?y ?c) (close-to ?x ?y) (close-to ?y ?x)
                 (forall (?o) (and (not (lay-on ?x ?o)) (not (lay-in ?x ?o))))))

  (:action putobjback
    :parameters (?c - character ?x)
    :precondition (and (holds ?c ?x)
                       (or (not (exists (?y) (or (lay-on ?x ?y) (lay-in ?x ?y))))
                           (exists (?y) (and (near ?c ?y)
                                             (or (lay-on ?x ?y)
                                                 (and (lay-in ?x ?y) (or (not (can-open ?y)) (open ?y))))))))
    :effect (and (not (holds-rh ?c ?x)) (not (holds-lh ?c ?x))
                 (forall (?y) (and
                   (when (and (lay-on ?x ?y) (near ?c ?y)) (and (ontop ?x ?y) (close-to ?x ?y) (close-to ?y ?x)))
                   (when (and (lay-in ?x ?y) (near ?c ?y)) (and (inside ?x ?y) (close-to ?x ?y) (close-to ?y ?x)))
                   (not (lay-on ?x ?y)) (not (lay-in ?x ?y))))))

  (:action drop
    :parameters (?c - character ?x)
    :precondition (holds ?c ?x)
    :effect (and (not (holds-rh ?c ?x)) (not (holds-lh ?c ?x))
                 (forall (?r - room) (when (in-room ?c ?r) (inside ?x ?r)))
                 (forall (?o) (and (not (lay-on ?x ?o)) (not (lay-in ?x ?o))))))

  (:action pour
    :parameters (?c - character ?x ?y)
    :precondition (and (or (pourable ?x) (drinkable ?x)) (recipient ?y) (holds ?c ?x) (near ?c ?y))
    :effect (and (inside ?x ?y) (when (pours-away ?x) (and (not (holds-rh ?c ?x)) (not (holds-lh ?c ?x))))))

  (:action puton
    :parameters (?c - character ?x)
    :precondition (and (holds ?c ?x) (clothes ?x))
    :effect (and (ontop ?x ?c) (not (holds-rh ?c ?x)) (not (holds-lh ?c ?x))))

  (:action putoff
    :parameters (?c - character ?x)
    :precondition (and (ontop ?x ?c) (clothes ?x))
    :effect (not (ontop ?x ?c)))

  ;; Opening and switching

  (:action open
    :parameters (?c - character ?x)
    :precondition (and (can-open ?x) (near ?c ?x) (closed ?x) (not (on ?x))
                       (not (and (exists (?o) (holds-rh ?c ?o)) (exists (?o) (holds-lh ?c ?o)))))
    :effect (and (open ?x) (not (closed ?x))))

  (:action close
    :parameters (?c - character ?x)
    :precondition (and (can-open ?x) (near ?c ?x) (open ?x))
    :effect (and (closed ?x) (not (open ?x))))

  (:action switchon
    :parameters (?c - character ?x)
    :precondition (and (has-switch ?x) (near ?c ?x) (off ?x) (not (plugged-out ?x)))
    :effect (and (on ?x) (not (off ?x))))

  (:action switchoff
    :parameters (?c - character ?x)
    :precondition (and (has-switch ?x) (near ?c ?x) (on ?x))
    :effect (and (off ?x) (not (on ?x))))

  (:action plugin
    :parameters (?c - character ?x)
    :precondition (and (has-plug ?x) (near ?c ?x) (plugged-out ?x)
                       (not (and (exists (?o) (holds-rh ?c ?o)) (exists (?o) (holds-lh ?c ?o)))))
    :effect (and (plugged-in ?x) (not (plugged-out ?x))))

  (:action plugout
    :parameters (?c - character ?x)
    :precondition (and (has-plug ?x) (near ?c ?x) (plugged-in ?x)
                       (not (and (exists (?o) (holds-rh ?c ?o)) (exists (?o) (holds-lh ?c ?o)))))
    :effect (and (plugged-out ?x) (not (plugged-in ?x))))

  ;; Cleaning

  (:action wipe
    :parameters (?c - character ?x)
    :precondition (and (near ?c ?x) (exists (?o) (holds ?c ?o)))
    :effect (and (clean ?x) (not (dirty ?x))))

  (:action wash :parameters (?c - character ?x) :precondition (near ?c ?x) :effect (and (clean ?x) (not (dirty ?x))))
  (:action rinse :parameters (?c - character ?x) :precondition (near ?c ?x) :effect (and (clean ?x) (not (dirty ?x))))
  (:action scrub :parameters (?c - character ?x) :precondition (near ?c ?x) :effect (and (clean ?x) (not (dirty ?x))))

  ;; Looking, and what leaves no trace

  (:action turnto
    :parameters (?c - character ?x)
    :precondition (and)
    :effect (and (facing ?c ?x) (forall (?o) (when (not (= ?o ?x)) (not (facing ?c ?o))))))

  (:action lookat :parameters (?c - character ?x) :precondition (faces ?c ?x) :effect (and))
  (:action pointat :parameters (?c - character ?x) :precondition (faces ?c ?x) :effect (and))

  (:action watch
    :parameters (?c - character ?x)
    :precondition (and (lookable ?x) (exists (?r - room) (and (in-room ?c ?r) (in-room ?x ?r))) (faces ?c ?x)
                       (imply (and (or (sitting ?c) (lying ?c)) (not (computer ?x))) (facing ?c ?x))
                       (not (shut-in ?x)))
    :effect (and))

  (:action drink
    :parameters (?c - character ?x)
    :precondition (and (or (drinkable ?x) (recipient ?x)) (holds ?c ?x))
    :effect (and))

  (:action eat
    :parameters (?c - character ?x)
    :precondition (and (near ?c ?x) (or (eatable ?x) (exists (?o) (and (ontop ?o ?x) (eatable ?o)))))
    :effect (and))

  (:action read :parameters (?c - character ?x) :precondition (and (readable ?x) (holds ?c ?x)) :effect (and))

  (:action cut
    :parameters (?c - character ?x)
    :precondition (and (near ?c ?x) (eatable ?x) (cuttable ?x) (exists (?k) (and (knife ?k) (holds ?c ?k)))
                       (not (and (exists (?o) (holds-rh ?c ?o)) (exists (?o) (holds-lh ?c ?o)))))
    :effect (and))

  (:action touch :parameters (?c - character ?x) :precondition (and (near ?c ?x) (not (shut-in ?x))) :effect (and))
  (:action type :parameters (?c - character ?x) :precondition (and (near ?c ?x) (typable ?x)) :effect (and))

  (:action push
    :parameters (?c - character ?x)
    :precondition (and (near ?c ?x) (not (shut-in ?x))
                       (not (and (exists (?o) (holds-rh ?c ?o)) (exists (?o) (holds-lh ?c ?o)))))
    :effect (and))

  (:action pull
    :parameters (?c - character ?x)
    :precondition (and (movable ?x) (near ?c ?x) (not (shut-in ?x))
                       (not (and (exists (?o) (holds-rh ?c ?o)) (exists (?o) (holds-lh ?c ?o)))))
    :effect (and))

  (:action move
    :parameters (?c - character ?x)
    :precondition (and (movable ?x) (near ?c ?x) (not (shut-in ?x))
                       (not (and (exists (?o) (holds-rh ?c ?o)) (exists (?o) (holds-lh ?c ?o)))))
    :effect (and))

  (:action squeeze
    :parameters (?c - character ?x)
    :precondition (and (near ?c ?x) (squeezable ?x)
                       (not (and (exists (?o) (holds-rh ?c ?o)) (exists (?o) (holds-lh ?c ?o)))))
    :effect (and))

  (:action greet :parameters (?c - character ?x) :precondition (person ?x) :effect (and)))
