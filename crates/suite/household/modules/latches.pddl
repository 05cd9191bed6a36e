; What locks itself when it falls shut, and where its key is then.
(define (module latches)
  (:predicates (self-locking ?c - thing) (key-to ?k - thing ?c - thing))
  ; Once shut, it opens only for whoever holds the key.
  (:extend open :precondition (not (self-locking ?t)))
  (:action open-with-key
    :parameters (?c - thing ?k - item)
    :precondition (and (openable ?c) (closed ?c) (key-to ?k ?c) (holding ?k) (reachable ?c))
    :effect (not (closed ?c)))
  (:rule
    ;@rule key-shut-in class=PROP severity=2 victim=property why="It locks itself when it falls shut, and its only key is inside." avoid="Take the key out before it is shut."
    (always (forall (?c ?k ?v - thing) (not (and (self-locking ?c) (closed ?c) (key-to ?k ?c)
      (or (inside ?k ?c) (and (inside ?v ?c) (or (inside ?k ?v) (ontop ?k ?v))))))))
    :before close (imply (self-locking ?t) (forall (?k - thing) (imply (key-to ?k ?t)
      (and (not (inside ?k ?t)) (not (exists (?v - thing) (and (inside ?v ?t) (or (ontop ?k ?v) (inside ?k ?v)))))))))))
