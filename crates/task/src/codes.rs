//! The codes of this crate's diagnostics, each with its explanation.
//!
//! `M` is for meaning: `M01` names that are not declared, `M02` arguments and values, `M03` declarations, `M04` the
//! problem, `M05` derived predicates, `M06` constraints, preferences and rules, `M07` time, `M08` what may not have been
//! meant, `M09` limits. `U` is for what is read but not executed.

pub use stepguard_text::codes::Entry;

stepguard_text::diagnostic_codes! {
    UNDECLARED_PREDICATE = "M0101", "Predicate not declared",
        "Every predicate that is used must be declared in the domain's :predicates. As a rule the name is \
         misspelt, or the declaration was forgotten. Without it nobody can say which facts there are.",
"
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (opne ?d) :effect (not (open ?d))))
" => "
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
";
    UNDECLARED_FUNCTION = "M0102", "Function not declared",
        "Numeric and object fluents are declared in the domain's :functions, with their parameters, as \
         predicates are in :predicates.",
"
(define (domain doors)
  (:requirements :typing :numeric-fluents)
  (:types door)
  (:predicates (open ?d - door))
  (:functions (closed) - number)
  (:action close :parameters (?d - door) :effect (increase (clossed) 1)))
" => "
(define (domain doors)
  (:requirements :typing :numeric-fluents)
  (:types door)
  (:predicates (open ?d - door))
  (:functions (closed) - number)
  (:action close :parameters (?d - door) :effect (increase (closed) 1)))
";
    UNDECLARED_TYPE = "M0103", "Type not declared",
        "A type behind a dash must stand in the domain's :types. A name that stands there only behind a dash \
         is declared by it; object needs no declaration.",
"
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - dor) :precondition (open ?d) :effect (not (open ?d))))
" => "
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
";
    UNDECLARED_OBJECT = "M0104", "Object not declared",
        "A name without ? is an object: of the problem's :objects, or of the domain's :constants. A parameter \
         must be written with its ? everywhere.",
"
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects front - door)
  (:init (open fornt))
  (:goal (not (open front))))
" => "
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects front - door)
  (:init (open front))
  (:goal (not (open front))))
";
    UNBOUND_VARIABLE = "M0105", "Variable that nothing binds",
        "A variable gets its meaning from the action's :parameters, from a rule's head, or from forall and \
         exists. One that is bound nowhere could be anything. In the initial state and the goal name the \
         objects themselves.",
"
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?door) :effect (not (open ?d))))
" => "
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
";
    UNKNOWN_PREFERENCE = "M0106", "Preference that does not exist",
        "(is-violated name) counts how often the preference of this name was not met. A preference gets its \
         name where it stands: (preference name condition).",
"
(define (domain doors)
  (:requirements :typing :preferences)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects front - door)
  (:init (open front))
  (:goal (preference closed (not (open front))))
  (:metric minimize (is-violated closde)))
" => "
(define (domain doors)
  (:requirements :typing :preferences)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects front - door)
  (:init (open front))
  (:goal (preference closed (not (open front))))
  (:metric minimize (is-violated closed)))
";
    SHOULD_BE_CONSTANT = "M0107", "Object used in the domain without being a constant",
        "A domain serves many problems, and an object that its actions name must be there in all of them. \
         Such an object belongs into :constants. When the problem at hand declares it, the check goes on.",
"
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (open ?d - door))
  (:action close-front :parameters () :precondition (open front) :effect (not (open front))))
(define (problem p) (:domain doors)
  (:objects front - door)
  (:init (open front))
  (:goal (not (open front))))
" => "
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:constants front - door)
  (:predicates (open ?d - door))
  (:action close-front :parameters () :precondition (open front) :effect (not (open front))))
(define (problem p) (:domain doors)
  (:objects back - door)
  (:init (open front))
  (:goal (not (open front))))
";
    TYPE_AS_PREDICATE = "M0108", "Type used as a predicate",
        "Types and predicates are different things in PDDL. What an object is, is said once, where it is \
         declared; a parameter is restricted by giving it a type: ?x - type.",
"
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (done))
  (:action close :parameters (?d) :precondition (door ?d) :effect (done)))
" => "
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (done))
  (:action close :parameters (?d - door) :precondition (and) :effect (done)))
";
    NOT_A_PREDICATE = "M0109", "Function used as a predicate",
        "A function has a value. Alone it is neither true nor false: it must be compared, as in (> (fuel ?t) 0).",
"
(define (domain doors)
  (:requirements :typing :numeric-fluents)
  (:types door)
  (:predicates (done))
  (:functions (closed) - number)
  (:action count :parameters () :precondition (closed) :effect (done)))
" => "
(define (domain doors)
  (:requirements :typing :numeric-fluents)
  (:types door)
  (:predicates (done))
  (:functions (closed) - number)
  (:action count :parameters () :precondition (> (closed) 0) :effect (done)))
";
    NOT_A_FUNCTION = "M0110", "Predicate used as a function",
        "A predicate is true or false. It has no other value, so it can neither be compared nor be counted up \
         or down; to change it, add or delete the fact.",
"
(define (domain doors)
  (:requirements :typing :numeric-fluents)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :effect (increase (open ?d) 1)))
" => "
(define (domain doors)
  (:requirements :typing :numeric-fluents)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :effect (not (open ?d))))
";
    ARITY = "M0201", "Wrong number of arguments",
        "A predicate or function takes exactly as many arguments as its declaration lists, everywhere.",
"
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects front - door)
  (:init (open front front))
  (:goal (not (open front))))
" => "
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects front - door)
  (:init (open front))
  (:goal (not (open front))))
";
    ARGUMENT_TYPE = "M0202", "Argument of a type that never fits",
        "The argument is of a type that has nothing in common with the declared one, so that no object could \
         ever stand here. Often two arguments are swapped, or the type of a parameter is wrong.",
"
(define (domain doors)
  (:requirements :typing)
  (:types door key)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - key) :precondition (open ?d) :effect (not (open ?d))))
" => "
(define (domain doors)
  (:requirements :typing)
  (:types door key)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
";
    WIDER_TYPE = "M0203", "Variable of a wider type than declared",
        "The variable may stand for objects that the predicate is not declared for. The action can still be \
         used with the others, but other tools may refuse it. Give the variable the narrower type.",
"
(define (domain doors)
  (:requirements :typing)
  (:types door - thing)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - thing) :precondition (open ?d) :effect (not (open ?d))))
" => "
(define (domain doors)
  (:requirements :typing)
  (:types door - thing)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
";
    INIT_TYPE = "M0204", "Fact about an object of another type",
        "The initial state says something of an object that the predicate is not declared for. The fact is \
         kept, but no well-typed action can read it. Often two arguments are swapped.",
"
(define (domain doors)
  (:requirements :typing)
  (:types door key)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects front - door k - key)
  (:init (open k))
  (:goal (not (open front))))
" => "
(define (domain doors)
  (:requirements :typing)
  (:types door key)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects front - door k - key)
  (:init (open front))
  (:goal (not (open front))))
";
    VALUE_TYPE = "M0205", "Value of the wrong type",
        "An object fluent is declared with the type of the objects that it gives, and only such an object can \
         be its value.",
"
(define (domain doors)
  (:requirements :typing :object-fluents)
  (:types door key)
  (:predicates (open ?d - door))
  (:functions (in-lock ?d - door) - key)
  (:action turn :parameters (?k - key ?d - door) :effect (assign (in-lock ?d) ?d)))
" => "
(define (domain doors)
  (:requirements :typing :object-fluents)
  (:types door key)
  (:predicates (open ?d - door))
  (:functions (in-lock ?d - door) - key)
  (:action turn :parameters (?k - key ?d - door) :effect (assign (in-lock ?d) ?k)))
";
    NEVER_EQUAL = "M0206", "Comparison of objects that are never the same",
        "= asks whether two names stand for one object. When no object is of both types the answer is always no.",
"
(define (domain doors)
  (:requirements :typing :equality :negative-preconditions)
  (:types door key)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door ?k - key) :precondition (not (= ?d ?k)) :effect (not (open ?d))))
" => "
(define (domain doors)
  (:requirements :typing :equality :negative-preconditions)
  (:types door key)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door ?e - door) :precondition (not (= ?d ?e)) :effect (not (open ?d))))
";
    NUMBER_FOR_OBJECT = "M0207", "Number where an object is needed",
        "Predicates and functions are about objects. A number cannot be their argument; give it to a function \
         as its value instead.",
"
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open 3) :effect (not (open ?d))))
" => "
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
";
    OBJECT_FOR_NUMBER = "M0208", "Object where a number is needed",
        "<, > and arithmetic work on numbers: numerals, and functions declared as - number.",
"
(define (domain doors)
  (:requirements :typing :numeric-fluents)
  (:types door)
  (:predicates (open ?d - door))
  (:functions (weight ?d - door) - number)
  (:action close :parameters (?d - door) :precondition (> ?d 0) :effect (not (open ?d))))
" => "
(define (domain doors)
  (:requirements :typing :numeric-fluents)
  (:types door)
  (:predicates (open ?d - door))
  (:functions (weight ?d - door) - number)
  (:action close :parameters (?d - door) :precondition (> (weight ?d) 0) :effect (not (open ?d))))
";
    OBJECT_WITH_NUMBER = "M0209", "Object compared with a number",
        "= compares two objects, or two numbers. Usually a function of the object was meant.",
"
(define (domain doors)
  (:requirements :typing :numeric-fluents)
  (:types door)
  (:predicates (open ?d - door))
  (:functions (weight ?d - door) - number)
  (:action close :parameters (?d - door) :precondition (= ?d 1) :effect (not (open ?d))))
" => "
(define (domain doors)
  (:requirements :typing :numeric-fluents)
  (:types door)
  (:predicates (open ?d - door))
  (:functions (weight ?d - door) - number)
  (:action close :parameters (?d - door) :precondition (= (weight ?d) 1) :effect (not (open ?d))))
";
    ASSIGN_TARGET = "M0211", "Something that has no value is given one",
        "assign, increase and the like change the value of a function, which stands first: (increase (fuel ?t) 3).",
"
(define (domain doors)
  (:requirements :typing :numeric-fluents)
  (:types door)
  (:predicates (open ?d - door))
  (:functions (closed) - number)
  (:action close :parameters (?d - door) :effect (increase ?d 1)))
" => "
(define (domain doors)
  (:requirements :typing :numeric-fluents)
  (:types door)
  (:predicates (open ?d - door))
  (:functions (closed) - number)
  (:action close :parameters (?d - door) :effect (increase (closed) 1)))
";
    ASSIGN_OBJECT = "M0212", "Object fluent counted up or down",
        "An object fluent has an object as its value, which can be assigned but not increased, decreased or \
         scaled.",
"
(define (domain doors)
  (:requirements :typing :object-fluents :numeric-fluents)
  (:types door key)
  (:predicates (open ?d - door))
  (:functions (in-lock) - key)
  (:action turn :parameters (?k - key) :effect (increase (in-lock) ?k)))
" => "
(define (domain doors)
  (:requirements :typing :object-fluents :numeric-fluents)
  (:types door key)
  (:predicates (open ?d - door))
  (:functions (in-lock) - key)
  (:action turn :parameters (?k - key) :effect (assign (in-lock) ?k)))
";
    TYPE_TWICE = "M0301", "Type declared twice",
        "The same type stands in :types twice with the same supertype. Nothing is lost, but the second one is \
         superfluous.",
"
(define (domain doors)
  (:requirements :typing)
  (:types door key door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
" => "
(define (domain doors)
  (:requirements :typing)
  (:types door key)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
";
    OWN_SUPERTYPE = "M0302", "Type that would be its own supertype",
        "In a b - t the supertype behind the dash belongs to every name since the last dash. A type that \
         stands in its own list would be its own supertype; it is read as a type without one.",
"
(define (domain doors)
  (:requirements :typing)
  (:types thing door key - thing)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
" => "
(define (domain doors)
  (:requirements :typing)
  (:types door key - thing thing)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
";
    OBJECT_SUPERTYPE = "M0303", "Object with a supertype",
        "object is the supertype of all types, so none can stand above it. What is written behind it is \
         passed over.",
"
(define (domain doors)
  (:requirements :typing)
  (:types object - thing door - thing)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
" => "
(define (domain doors)
  (:requirements :typing)
  (:types thing - object door - thing)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
";
    TYPE_CIRCLE = "M0304", "Types in a circle",
        "If a is a kind of b, b cannot be a kind of a. In a - b the more general type stands behind the dash.",
"
(define (domain doors)
  (:requirements :typing)
  (:types door - thing thing - door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
" => "
(define (domain doors)
  (:requirements :typing)
  (:types door - thing thing)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
";
    PREDICATE_TWICE = "M0305", "Predicate declared twice",
        "A name has one list of parameters. Names are compared without regard to case. Two declarations that \
         say the same are a warning, others an error.",
"
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (open ?d - door) (open ?a ?b - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
" => "
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
";
    FUNCTION_TWICE = "M0306", "Function declared twice",
        "A name has one list of parameters and one type. Names are compared without regard to case. Two \
         declarations that say the same are a warning, others an error.",
"
(define (domain doors)
  (:requirements :typing :numeric-fluents)
  (:types door)
  (:predicates (open ?d - door))
  (:functions (closed) (closed ?d - door) - number)
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
" => "
(define (domain doors)
  (:requirements :typing :numeric-fluents)
  (:types door)
  (:predicates (open ?d - door))
  (:functions (closed) - number)
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
";
    ACTION_TWICE = "M0307", "Action defined twice",
        "A step of a plan names its action. With two actions of one name (case does not count) it would be \
         open which is meant.",
"
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :effect (not (open ?d)))
  (:action Close :parameters (?d - door) :effect (open ?d)))
" => "
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :effect (not (open ?d)))
  (:action re-open :parameters (?d - door) :effect (open ?d)))
";
    OBJECT_TWICE = "M0308", "Object declared twice",
        "The object stands in the list twice with the same type. Nothing is lost, but the second one is \
         superfluous. Names are compared without regard to case.",
"
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects front back front - door)
  (:init (open front))
  (:goal (not (open front))))
" => "
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects front back - door)
  (:init (open front))
  (:goal (not (open front))))
";
    OBJECT_OTHER_TYPE = "M0309", "Object declared with two types",
        "Names are compared without regard to case, so Paper and paper are one object, and an object is \
         declared once. For an object of two types declare a type below both.",
"
(define (domain doors)
  (:requirements :typing)
  (:types door key)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects front - door Front - key)
  (:init (open front))
  (:goal (not (open front))))
" => "
(define (domain doors)
  (:requirements :typing)
  (:types door key)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects front - door front-key - key)
  (:init (open front))
  (:goal (not (open front))))
";
    CONSTANT_AGAIN = "M0310", "Constant declared again as an object",
        "The domain's constants are objects of every problem. A second declaration among the problem's \
         objects adds nothing, and some planners refuse it.",
"
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:constants front - door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects front back - door)
  (:init (open front))
  (:goal (not (open front))))
" => "
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:constants front - door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects back - door)
  (:init (open front))
  (:goal (not (open front))))
";
    PARAMETER_TWICE = "M0311", "Parameter named twice",
        "Two parameters of one name cannot be told apart. In an action or rule that is an error. A \
         predicate's declaration only counts its parameters, so there it is a warning.",
"
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (open ?d - door) (beside ?d ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
" => "
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (open ?d - door) (beside ?d ?e - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
";
    DOMAIN_NAME = "M0401", "Problem for another domain",
        "A problem names the domain it belongs to. Another domain is given, perhaps under a new name or by \
         mistake; the check goes on with it.",
"
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
(define (problem p) (:domain gates)
  (:objects front - door)
  (:init (open front))
  (:goal (not (open front))))
" => "
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects front - door)
  (:init (open front))
  (:goal (not (open front))))
";
    CONTRADICTION = "M0402", "Fact said to be true and false",
        "The initial state says of the same objects that something holds and that it does not. Facts that are \
         not mentioned are false, so not is hardly ever needed in :init.",
"
(define (domain doors)
  (:requirements :typing :negative-preconditions)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects front - door)
  (:init (open front) (not (open front)))
  (:goal (not (open front))))
" => "
(define (domain doors)
  (:requirements :typing :negative-preconditions)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects front - door)
  (:init (open front))
  (:goal (not (open front))))
";
    VALUE_TWICE = "M0403", "Fluent with two initial values",
        "A fluent has one value at a time, at the start too.",
"
(define (domain doors)
  (:requirements :typing :numeric-fluents)
  (:types door)
  (:predicates (open ?d - door))
  (:functions (weight ?d - door) - number)
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects front - door)
  (:init (= (weight front) 3) (= (weight front) 4))
  (:goal (not (open front))))
" => "
(define (domain doors)
  (:requirements :typing :numeric-fluents)
  (:types door)
  (:predicates (open ?d - door))
  (:functions (weight ?d - door) - number)
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects front - door)
  (:init (= (weight front) 3))
  (:goal (not (open front))))
";
    FACT_TWICE = "M0404", "Fact said twice",
        "The initial state is a set of facts: saying one twice changes nothing.",
"
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects front - door)
  (:init (open front) (open front))
  (:goal (not (open front))))
" => "
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects front - door)
  (:init (open front))
  (:goal (not (open front))))
";
    NOT_GROUND = "M0405", "Initial state that needs another value",
        "The initial state gives facts about objects and values of fluents. It cannot be computed from \
         itself: write the object or the number.",
"
(define (domain doors)
  (:requirements :typing :object-fluents :numeric-fluents)
  (:types door)
  (:predicates (open ?d - door))
  (:functions (next ?d - door) - door (weight ?d - door) - number))
(define (problem p) (:domain doors)
  (:objects front back - door)
  (:init (open front) (= (next front) back) (= (weight (next front)) 3))
  (:goal (open front)))
" => "
(define (domain doors)
  (:requirements :typing :object-fluents :numeric-fluents)
  (:types door)
  (:predicates (open ?d - door))
  (:functions (next ?d - door) - door (weight ?d - door) - number))
(define (problem p) (:domain doors)
  (:objects front back - door)
  (:init (open front) (= (next front) back) (= (weight back) 3))
  (:goal (open front)))
";
    TOTAL_COST = "M0406", "Total-cost without initial value",
        "By the letter a fluent without initial value is undefined, and increasing it is an error. Planners \
         take total-cost as 0 all the same, and so do we.",
"
(define (domain doors)
  (:requirements :typing :action-costs)
  (:types door)
  (:predicates (open ?d - door))
  (:functions (total-cost) - number)
  (:action close :parameters (?d - door) :effect (and (not (open ?d)) (increase (total-cost) 1))))
(define (problem p) (:domain doors)
  (:objects front - door)
  (:init (open front))
  (:goal (not (open front)))
  (:metric minimize (total-cost)))
" => "
(define (domain doors)
  (:requirements :typing :action-costs)
  (:types door)
  (:predicates (open ?d - door))
  (:functions (total-cost) - number)
  (:action close :parameters (?d - door) :effect (and (not (open ?d)) (increase (total-cost) 1))))
(define (problem p) (:domain doors)
  (:objects front - door)
  (:init (open front) (= (total-cost) 0))
  (:goal (not (open front)))
  (:metric minimize (total-cost)))
";
    DERIVED_EFFECT = "M0501", "Effect on a derived predicate",
        "A derived predicate holds exactly where its rules say so. An effect that adds or deletes it would \
         contradict them; change what the rules ask for.",
"
(define (domain doors)
  (:requirements :typing :derived-predicates :negative-preconditions)
  (:types door)
  (:predicates (open ?d - door) (shut ?d - door))
  (:derived (shut ?d - door) (not (open ?d)))
  (:action close :parameters (?d - door) :effect (shut ?d)))
" => "
(define (domain doors)
  (:requirements :typing :derived-predicates :negative-preconditions)
  (:types door)
  (:predicates (open ?d - door) (shut ?d - door))
  (:derived (shut ?d - door) (not (open ?d)))
  (:action close :parameters (?d - door) :effect (not (open ?d))))
";
    DERIVED_INIT = "M0502", "Derived predicate in the initial state",
        "A derived predicate holds exactly where its rules say so, at the start too. Give the facts that the \
         rules ask for.",
"
(define (domain doors)
  (:requirements :typing :derived-predicates :negative-preconditions)
  (:types door)
  (:predicates (open ?d - door) (shut ?d - door))
  (:derived (shut ?d - door) (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects front - door)
  (:init (shut front))
  (:goal (not (open front))))
" => "
(define (domain doors)
  (:requirements :typing :derived-predicates :negative-preconditions)
  (:types door)
  (:predicates (open ?d - door) (shut ?d - door))
  (:derived (shut ?d - door) (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects front - door)
  (:init (open front))
  (:goal (not (open front))))
";
    NOT_STRATIFIED = "M0503", "Derived predicates that negate each other",
        "Rules are evaluated layer by layer: whatever a rule negates must be settled before. When a predicate \
         depends on its own negation, even through others, there is no such order and the rules have no \
         single meaning.",
"
(define (domain doors)
  (:requirements :typing :derived-predicates :negative-preconditions)
  (:types door)
  (:predicates (open ?d - door) (shut ?d - door) (ajar ?d - door))
  (:derived (shut ?d - door) (not (ajar ?d)))
  (:derived (ajar ?d - door) (not (shut ?d))))
" => "
(define (domain doors)
  (:requirements :typing :derived-predicates :negative-preconditions)
  (:types door)
  (:predicates (open ?d - door) (shut ?d - door) (ajar ?d - door))
  (:derived (shut ?d - door) (not (ajar ?d)))
  (:derived (ajar ?d - door) (open ?d)))
";
    PREFERENCE_HERE = "M0601", "Preference in a place where it has no meaning",
        "A preference is wished for, not demanded: it is counted, and the plan stays valid without it. So it \
         may stand only where everything is demanded, in a goal, a precondition or :constraints, within and \
         and forall at most.",
"
(define (domain doors)
  (:requirements :typing :preferences :disjunctive-preconditions :negative-preconditions)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects front - door)
  (:init (open front))
  (:goal (or (open front) (preference shut (not (open front))))))
" => "
(define (domain doors)
  (:requirements :typing :preferences :disjunctive-preconditions :negative-preconditions)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects front - door)
  (:init (open front))
  (:goal (preference shut (not (open front)))))
";
    METRIC_ONLY = "M0604", "Is-violated outside of the metric",
        "How often a preference was violated is known when the plan is over. Only the metric, which is \
         computed then, can read it.",
"
(define (domain doors)
  (:requirements :typing :preferences :numeric-fluents)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects front - door)
  (:init (open front))
  (:goal (and (preference shut (not (open front))) (< (is-violated shut) 1))))
" => "
(define (domain doors)
  (:requirements :typing :preferences :numeric-fluents)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects front - door)
  (:init (open front))
  (:goal (preference shut (not (open front))))
  (:metric minimize (is-violated shut)))
";
    RULE_COMMENT = "M0605", "Rule comment that describes no single rule",
        "A comment ;@rule name class=... severity=... describes the one conjunct of :constraints right below \
         it. Above an and of several it would be open which is meant.",
"
(define (domain doors)
  (:requirements :typing :constraints)
  (:types door)
  (:predicates (open ?d - door)))
(define (problem p) (:domain doors)
  (:objects front - door)
  (:init (open front))
  (:goal (and))
  (:constraints
    ;@rule door-open severity=2
    (and (always (open front)) (sometime (open front)))))
" => "
(define (domain doors)
  (:requirements :typing :constraints)
  (:types door)
  (:predicates (open ?d - door)))
(define (problem p) (:domain doors)
  (:objects front - door)
  (:init (open front))
  (:goal (and))
  (:constraints
    (and
      ;@rule door-open severity=2
      (always (open front))
      (sometime (open front)))))
";
    RULE_SEVERITY = "M0606", "Severity that is none",
        "The severity of a rule is a whole number from 1, a nuisance, to 4, a danger to life.",
"
(define (domain doors)
  (:requirements :typing :constraints)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects front - door)
  (:init (open front))
  (:goal (not (open front)))
  (:constraints
    ;@rule door-open severity=high
    (always (open front))))
" => "
(define (domain doors)
  (:requirements :typing :constraints)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects front - door)
  (:init (open front))
  (:goal (not (open front)))
  (:constraints
    ;@rule door-open severity=3
    (always (open front))))
";
    DURATION = "M0703", "Duration that cannot be read",
        ":duration compares ?duration with a number: (= ?duration 5), or bounds such as (and (>= ?duration 2) \
         (<= ?duration 4)).",
"
(define (domain doors)
  (:requirements :typing :durative-actions)
  (:types door)
  (:predicates (open ?d - door))
  (:durative-action close :parameters (?d - door) :duration (= 1 2) :condition (at start (open ?d)) :effect (at end (not (open ?d)))))
" => "
(define (domain doors)
  (:requirements :typing :durative-actions)
  (:types door)
  (:predicates (open ?d - door))
  (:durative-action close :parameters (?d - door) :duration (= ?duration 2) :condition (at start (open ?d)) :effect (at end (not (open ?d)))))
";
    DURATIVE_ONLY = "M0704", "Elapsed time outside of a durative action",
        "#t is the time since a durative action began. An instantaneous action takes no time.",
"
(define (domain doors)
  (:requirements :typing :numeric-fluents)
  (:types door)
  (:predicates (open ?d - door))
  (:functions (closed) - number)
  (:action close :parameters () :effect (increase (closed) #t)))
" => "
(define (domain doors)
  (:requirements :typing :numeric-fluents)
  (:types door)
  (:predicates (open ?d - door))
  (:functions (closed) - number)
  (:action close :parameters () :effect (increase (closed) 1)))
";
    ADD_AND_DELETE = "M0801", "Fact added and deleted at once",
        "Effects of a step happen together. When a fact is both deleted and added, the add wins and the fact \
         holds afterwards, in whatever order the two are written.",
"
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (open ?d - door))
  (:action slam :parameters (?d - door) :effect (and (open ?d) (not (open ?d)))))
" => "
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (open ?d - door))
  (:action slam :parameters (?d - door) :effect (not (open ?d))))
";
    UNUSED_PARAMETER = "M0802", "Parameter that an action does nothing with",
        "Neither the precondition nor an effect speaks of the parameter, so that any object of its type \
         will do. Often a condition was forgotten. If not, the parameter can go; plans then name one object less.",
"
(define (domain doors)
  (:requirements :typing)
  (:types door key)
  (:predicates (open ?d - door) (fits ?k - key ?d - door))
  (:action unlock :parameters (?d - door ?k - key) :precondition (and) :effect (open ?d)))
" => "
(define (domain doors)
  (:requirements :typing)
  (:types door key)
  (:predicates (open ?d - door) (fits ?k - key ?d - door))
  (:action unlock :parameters (?d - door ?k - key) :precondition (and (fits ?k ?d)) :effect (open ?d)))
";
    NEVER_TRUE = "M0803", "Goal that nothing makes true",
        "The goal demands a fact, but the initial state has none of its predicate, no action adds it and no \
         rule derives it: whatever the plan, the goal is not reached. Usually an effect or a fact was forgotten.",
"
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (open ?d - door) (clean ?d - door))
  (:action wash :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects front - door)
  (:init (open front))
  (:goal (clean front)))
" => "
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (open ?d - door) (clean ?d - door))
  (:action wash :parameters (?d - door) :precondition (open ?d) :effect (clean ?d)))
(define (problem p) (:domain doors)
  (:objects front - door)
  (:init (open front))
  (:goal (clean front)))
";
    TOO_LARGE = "M0901", "Larger than what is checked",
        "The texts are well formed as far as can be said, but checking them would need more memory than a \
         page may take. The limits are far above every benchmark we know: 10,000 types, 20,000,000 pairs of \
         object and type.",
"" => "";
    DURATIVE = "U0201", "Durative actions are not executed yet",
        "They are read, their names and types are checked, and plans with time stamps and durations are read. \
         Running them, with conditions over intervals, comes in a later version; until then there is no \
         verdict.",
"
(define (domain doors)
  (:requirements :typing :durative-actions)
  (:types door)
  (:predicates (open ?d - door))
  (:durative-action close :parameters (?d - door) :duration (= ?duration 2) :condition (at start (open ?d)) :effect (at end (not (open ?d)))))
" => "
(define (domain doors)
  (:requirements :typing)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
";
    TIMED_LITERAL = "U0202", "Timed initial literals are not executed yet",
        "A fact that turns true or false at a given time is read and checked. Running it comes in a later \
         version; until then there is no verdict.",
"
(define (domain doors)
  (:requirements :typing :timed-initial-literals)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects front - door)
  (:init (at 5 (open front)))
  (:goal (not (open front))))
" => "
(define (domain doors)
  (:requirements :typing :timed-initial-literals)
  (:types door)
  (:predicates (open ?d - door))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d))))
(define (problem p) (:domain doors)
  (:objects front - door)
  (:init (open front))
  (:goal (not (open front))))
";
    CONTINUOUS = "U0203", "Continuous effects are not executed",
        "Effects with #t change a value all the while a durative action runs. They are read and checked, but \
         not executed, so that there is no verdict.",
"
(define (domain doors)
  (:requirements :typing :durative-actions :continuous-effects)
  (:types door)
  (:predicates (open ?d - door))
  (:functions (closed) - number)
  (:durative-action close :parameters () :duration (= ?duration 2) :effect (increase (closed) (* #t 2))))
" => "
(define (domain doors)
  (:requirements :typing :durative-actions :continuous-effects)
  (:types door)
  (:predicates (open ?d - door))
  (:functions (closed) - number)
  (:durative-action close :parameters () :duration (= ?duration 2) :effect (at end (increase (closed) 4))))
";
}
