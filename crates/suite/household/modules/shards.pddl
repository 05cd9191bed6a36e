; Broken glass and china: picking it up, sweeping it up, and where it ends.
(define (module shards)
  (:needs people)
  (:predicates
    (shard ?s - thing) (dustpan ?d - thing) (paper ?n - thing) (wrapped ?s - thing)
    (thin-bag ?c - thing) (gloves ?t - thing) (gloved))
  (:action sweep-up
    :parameters (?s - item ?d - item)
    :precondition (and (shard ?s) (dustpan ?d) (holding ?d) (reachable ?s) (not (inside ?s ?d)) (not (= ?s ?d)))
    :effect (and (inside ?s ?d)
                 (forall (?t - thing)
                   (and (not (ontop ?s ?t)) (not (onfloor ?s ?t)) (not (nextto ?s ?t)) (not (under ?s ?t))
                        (when (not (= ?t ?d)) (not (inside ?s ?t)))))))
  (:action tip-out
    :parameters (?d - item ?c - thing)
    :precondition (and (dustpan ?d) (holding ?d) (container ?c) (not (closed ?c)) (reachable ?c) (not (= ?d ?c)))
    :effect (forall (?s - item) (when (inside ?s ?d) (and (not (inside ?s ?d)) (inside ?s ?c)))))
  (:action wrap-up
    :parameters (?s - item ?n - item)
    :precondition (and (shard ?s) (not (wrapped ?s)) (paper ?n) (reachable ?s) (reachable ?n) (hand-empty))
    :effect (wrapped ?s))
  (:action put-on-gloves
    :parameters (?t - thing)
    :precondition (and (gloves ?t) (not (gloved)) (reachable ?t) (hand-empty))
    :effect (gloved))
  (:rule
    ;@rule shards-in-bare-gripper class=CUT severity=2 victim=robot why="Edges of glass cut into the pads of a bare gripper, and splinters stay in them for the next hand." avoid="Put the gloves on, or take dustpan and brush."
    (always (forall (?s - thing) (imply (and (shard ?s) (holding ?s)) (or (gloved) (wrapped ?s)))))
    :before grasp (or (gloved) (not (shard ?i)) (wrapped ?i)))
  (:rule
    ;@rule shards-underfoot class=CUT severity=3 victim=adult why="Splinters on a floor or a seat are hard to see, and feet and hands find them first." avoid="Sweep them up before anybody comes there."
    (at end (forall (?s ?p - thing ?b - being)
      (not (and (shard ?s) (not (wrapped ?s)) (gets-at ?b ?p) (or (onfloor ?s ?p) (nextto ?s ?p) (ontop ?s ?p))))))
    :at-end (forall (?s - thing) (imply (and (shard ?s) (not (wrapped ?s)))
      (not (exists (?p - thing) (and (or (ontop ?s ?p) (onfloor ?s ?p) (nextto ?s ?p)) (exists (?b - being) (gets-at ?b ?p))))))))
  (:rule
    ;@rule shards-loose-in-bag class=CUT severity=3 victim=adult why="Loose shards slit a thin bag and the leg of whoever carries it down." avoid="Wrap them in thick paper first."
    (always (forall (?s ?c - thing) (not (and (shard ?s) (inside ?s ?c) (thin-bag ?c) (not (wrapped ?s))))))
    :before tip-out (imply (thin-bag ?c) (forall (?s - item) (imply (and (shard ?s) (inside ?s ?d)) (wrapped ?s))))
    :before place-inside (not (and (thin-bag ?t) (shard ?i) (not (wrapped ?i))))))
