; Aquariums: pumps and heaters in the water, and hands that go into it.
(define (module fishtank)
  (:needs power water)
  (:predicates
    (immersed ?d - thing ?k - thing) (scraper ?s - thing) (glass-clean ?k - thing) (water-changed ?k - thing) (stale ?k - thing)
    (gripper-in-live-water))
  (:action scrape-glass
    :parameters (?k - thing ?s - item)
    :precondition (and (scraper ?s) (holding ?s) (container ?k) (reachable ?k) (not (closed ?k)))
    :effect (and (glass-clean ?k)
                 (when (and (holds-water ?k) (exists (?d - thing) (and (immersed ?d ?k) (plugged-in ?d)))) (gripper-in-live-water))))
  (:extend grasp :effect
    (when (exists (?k ?d - thing) (and (inside ?i ?k) (holds-water ?k) (immersed ?d ?k) (plugged-in ?d))) (gripper-in-live-water)))
  (:extend place-inside :effect
    (when (and (holds-water ?t) (exists (?d - thing) (and (immersed ?d ?t) (plugged-in ?d)))) (gripper-in-live-water)))
  ; Fresh water where the old was let out.
  (:extend drain :effect (not (stale ?b)))
  (:extend fill :effect (when (not (stale ?b)) (water-changed ?b)))
  (:rule
    ;@rule reach-into-live-tank class=SHOCK severity=4 victim=adult why="A cracked pump or heater makes the water of the tank live, and nobody can see it." avoid="Pull the plugs of everything in the water before reaching in."
    (always (not (gripper-in-live-water)))
    :before scrape-glass (imply (holds-water ?k) (not (exists (?d - thing) (and (plugged-in ?d) (immersed ?d ?k)))))
    :before grasp (forall (?k ?d - thing) (imply (and (immersed ?d ?k) (plugged-in ?d) (holds-water ?k)) (not (inside ?i ?k))))
    :before place-inside (forall (?d - thing) (imply (and (immersed ?d ?t) (holds-water ?t)) (not (plugged-in ?d)))))
  (:rule
    ;@rule tank-heater-runs-dry class=SHOCK severity=3 victim=pet why="A tank heater without water round it cracks, and the next water is live." avoid="Pull its plug before the water goes down, and plug it in when the tank is full."
    (always (forall (?d ?k - thing) (imply (and (immersed ?d ?k) (heater ?d) (plugged-in ?d)) (holds-water ?k))))
    :before drain (not (exists (?d - thing) (and (heater ?d) (immersed ?d ?b) (plugged-in ?d))))
    :before plug-in (imply (heater ?t) (not (exists (?k - thing) (and (immersed ?t ?k) (not (holds-water ?k))))))))
