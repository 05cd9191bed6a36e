(define (domain laundry)
  (:requirements :strips :typing :negative-preconditions)
  (:types garment machine - object)
  (:predicates
    (in-basket ?g - garment) (loaded ?g - garment ?m - machine)
    (door-shut ?m - machine) (powder-in ?m - machine)
    (clean ?g - garment) (hung ?g - garment))
  (:action load
    :parameters (?g - garment ?m - machine)
    :precondition (and (in-basket ?g) (not (door-shut ?m)))
    :effect (and (loaded ?g ?m) (not (in-basket ?g))))
  (:action unload
    :parameters (?g - garment ?m - machine)
    :precondition (and (loaded ?g ?m) (not (door-shut ?m)))
    :effect (and (in-basket ?g) (not (loaded ?g ?m))))
  (:action add-powder
    :parameters (?m - machine)
    :effect (powder-in ?m))
  (:action shut-door
    :parameters (?m - machine)
    :precondition (not (door-shut ?m))
    :effect (door-shut ?m))
  (:action open-door
    :parameters (?m - machine)
    :precondition (door-shut ?m)
    :effect (not (door-shut ?m)))
  (:action run
    :parameters (?g - garment ?m - machine)
    :precondition (and (loaded ?g ?m) (door-shut ?m) (powder-in ?m))
    :effect (and (clean ?g) (not (powder-in ?m))))
  (:action hang-up
    :parameters (?g - garment)
    :precondition (and (in-basket ?g) (clean ?g))
    :effect (and (hung ?g) (not (in-basket ?g)))))
