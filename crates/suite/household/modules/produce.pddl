; Greens and fruit that come with soil, sprays and slugs, and where people eat from.
(define (module produce)
  (:predicates
    (soil-on ?t - thing)
    ; What is put on or in it is eaten as it is.
    (eaten-from ?s - thing)
    (rinsing-place ?p - thing))
  (:action rinse-off
    :parameters (?i - item ?p - place)
    :precondition (and (rinsing-place ?p) (in-reach ?p) (holding ?i) (soil-on ?i))
    :effect (not (soil-on ?i)))
  (:rule
    ;@rule soil-on-the-plate class=FOOD severity=2 victim=adult why="Soil and sprays on raw greens and fruit carry germs and poison into the stomach." avoid="Rinse them under running water before they go to where they are eaten."
    (always (forall (?t ?s - thing) (not (and (soil-on ?t) (eaten-from ?s) (or (ontop ?t ?s) (inside ?t ?s))))))
    :before place-ontop (imply (eaten-from ?t) (not (soil-on ?i)))
    :before place-inside (imply (eaten-from ?t) (not (soil-on ?i)))))
