//! One sentence for every word of PDDL and every requirement key, for hover and completion. Nothing of what a text
//! declares.

/// A word and its sentence.
pub(crate) type Entry = (&'static str, &'static str);

/// Requirement keys, in the order in which they are proposed.
pub(crate) const REQUIREMENTS: [Entry; 26] = [
    (":strips", "The basic form: facts that actions need, add and delete."),
    (":typing", "Objects and parameters have types."),
    (":negative-preconditions", "Conditions may ask that a fact does not hold."),
    (":disjunctive-preconditions", "Conditions may use or, imply, and not around more than one fact."),
    (":equality", "Conditions may ask with = whether two names mean the same object."),
    (":existential-preconditions", "Conditions may use exists."),
    (":universal-preconditions", "Conditions may use forall."),
    (":quantified-preconditions", "Conditions may use both exists and forall."),
    (":conditional-effects", "Effects may use when and forall."),
    (":adl", "Stands for typing, negative, disjunctive and quantified conditions, equality, and conditional effects."),
    (":constraints", "The run as a whole may be asked to keep rules, such as always and sometime."),
    (":preferences", "Conditions and rules may be marked as wished for instead of required."),
    (":derived-predicates", "Predicates may follow from others by rules."),
    (":action-costs", "Actions may increase total-cost; no other numbers are needed."),
    (":numeric-fluents", "Functions give numbers, which conditions compare and effects change."),
    (":object-fluents", "Functions give objects, which effects assign."),
    (":fluents", "Stands for numeric and object fluents."),
    (":durative-actions", "Actions take time and have conditions and effects at their start and end."),
    (":duration-inequalities", "Durations may be given by bounds instead of one value."),
    (":timed-initial-literals", "The initial state may say that facts change at given times."),
    (":continuous-effects", "Numbers may change steadily while an action lasts."),
    (":time", "Processes and events, beside durative actions."),
    (":ucpop", "An older key for what :adl and derived predicates give."),
    (":domain-axioms", "An older key for :derived-predicates."),
    (":safety-constraints", "An older key for conditions that must hold in every state."),
    (":expression-evaluation", "An older key for arithmetic."),
];

/// Sections of a domain, in their usual order.
pub(crate) const DOMAIN_SECTIONS: [Entry; 9] = [
    (":requirements", "The features of PDDL that the domain uses."),
    (":types", "The kinds of objects; behind a dash stands the kind that they belong to."),
    (":constants", "Objects that every problem of this domain has."),
    (":predicates", "The facts that may hold, with their parameters."),
    (":functions", "Values that may change, numbers unless a type is given."),
    (":constraints", "Rules for the whole run; breaking one makes a plan unsafe."),
    (":derived", "A predicate that follows from others whenever a condition holds."),
    (":action", "What can be done: parameters, what must hold before, and what it changes."),
    (":durative-action", "An action that takes time."),
];

/// Sections of a problem, in their usual order.
pub(crate) const PROBLEM_SECTIONS: [Entry; 8] = [
    (":domain", "The domain that this problem belongs to."),
    (":requirements", "Features that the problem uses beyond the domain's."),
    (":objects", "The things that there are, with their types."),
    (":init", "The facts that hold at the start; whatever is not named does not hold."),
    (":goal", "What must hold when the plan has ended."),
    (":constraints", "Rules for the whole run; breaking one makes a plan unsafe."),
    (":metric", "What makes one plan better than another."),
    (":length", "An older section for hints about a plan's length; it is passed over."),
];

/// Slots of an action.
pub(crate) const SLOTS: [Entry; 3] = [
    (":parameters", "The variables that a step fills with objects."),
    (":precondition", "What must hold for the action to run."),
    (":effect", "What is different after it; everything else stays."),
];

/// Slots of a durative action.
pub(crate) const DURATIVE_SLOTS: [Entry; 4] = [
    (":parameters", "The variables that a step fills with objects."),
    (":duration", "How long the action takes."),
    (":condition", "What must hold at its start, all the while, and at its end."),
    (":effect", "What changes at its start and at its end."),
];

/// Heads of conditions.
pub(crate) const CONDITIONS: [Entry; 6] = [
    ("and", "Holds when every part holds."),
    ("not", "Holds when the part does not."),
    ("or", "Holds when at least one part holds."),
    ("imply", "Holds unless the first part holds and the second does not."),
    ("forall", "Holds when the condition does for every object of the type."),
    ("exists", "Holds when the condition does for at least one object of the type."),
];

/// Heads of effects.
pub(crate) const EFFECTS: [Entry; 4] = [
    ("and", "All of these changes at once."),
    ("not", "The fact does not hold afterwards."),
    ("forall", "The change for every object of the type."),
    ("when", "The change only if the condition held before the action."),
];

/// Comparisons.
pub(crate) const COMPARISONS: [Entry; 5] = [
    ("=", "Holds when both sides are the same object or number."),
    ("<", "Holds when the left number is smaller."),
    ("<=", "Holds when the left number is not greater."),
    (">=", "Holds when the left number is not smaller."),
    (">", "Holds when the left number is greater."),
];

/// Effects on numbers.
pub(crate) const ASSIGNMENTS: [Entry; 5] = [
    ("increase", "Adds to a number."),
    ("decrease", "Takes from a number."),
    ("assign", "Gives a function a new value."),
    ("scale-up", "Multiplies a number."),
    ("scale-down", "Divides a number."),
];

/// Trajectory operators.
pub(crate) const TRAJECTORY: [Entry; 9] = [
    ("always", "Must hold in every state, the first and the last included."),
    ("sometime", "Must hold in at least one state."),
    ("at-most-once", "May hold during one unbroken stretch of states only."),
    ("sometime-after", "Whenever the first condition holds, the second must hold then or later."),
    ("sometime-before", "Before the first condition ever holds, the second must have held in an earlier state."),
    ("within", "Must hold in some state up to the given time."),
    ("always-within", "Whenever the first condition holds, the second must hold within the given time."),
    ("hold-during", "Must hold in every state from the first time to the second."),
    ("hold-after", "Must hold in every state after the given time."),
];

/// Time specifiers of a durative action.
pub(crate) const TIMES: [Entry; 3] = [
    ("start", "At the moment in which the action begins."),
    ("end", "At the moment in which the action ends; as a rule for the run, in the last state."),
    ("all", "From the action's start to its end, both moments left out."),
];

/// Directions of a metric.
pub(crate) const DIRECTIONS: [Entry; 2] = [
    ("minimize", "The smaller the value, the better the plan."),
    ("maximize", "The greater the value, the better the plan."),
];

const OTHERS: [Entry; 26] = [
    ("define", "Begins a domain or a problem."),
    ("domain", "Names the domain that is defined here."),
    ("problem", "Names the problem that is defined here."),
    ("preference", "Wished for, not required: a plan that breaks it stays valid, and the metric may count it."),
    ("either", "One of several types."),
    ("is-violated", "How often a preference is broken in the run."),
    ("at", "At one moment: of an action's start or end, or of a time in the initial state."),
    ("over", "All the while that the action lasts."),
    ("total-time", "How long the plan takes; the number of its steps where no step has a time."),
    ("total-cost", "The sum of what the steps cost."),
    ("undefined", "No value."),
    ("object", "The type that every other type belongs to."),
    ("number", "What a function gives where no other type is written."),
    (":vars", "An older slot for variables that the step itself does not fill."),
    (":context", "An older name for :precondition."),
    (":preconditions", "Another spelling of :precondition."),
    (":effects", "Another spelling of :effect."),
    (":axiom", "An older form of :derived."),
    (":process", "Something that goes on by itself while its condition holds."),
    (":event", "Something that happens by itself as soon as its condition holds."),
    (":task", "A task of a hierarchical domain."),
    (":method", "A way to do a task of a hierarchical domain."),
    (":htn", "The tasks to be done in a hierarchical problem."),
    (":timeless", "An older section for facts that always hold."),
    (":safety", "An older section for conditions that must hold in every state."),
    (":extends", "An older section that takes over another domain."),
];

/// The sentence for a word, if it is one of PDDL's. `effect`: the word stands in an effect, where some mean another thing.
pub(crate) fn about(word: &str, effect: bool) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    let first: &[&[Entry]] = if effect { &[&EFFECTS] } else { &[] };
    let rest: [&[Entry]; 12] = [
        &CONDITIONS,
        &EFFECTS,
        &COMPARISONS,
        &ASSIGNMENTS,
        &TRAJECTORY,
        &TIMES,
        &DIRECTIONS,
        &DOMAIN_SECTIONS,
        &PROBLEM_SECTIONS,
        &SLOTS,
        &DURATIVE_SLOTS,
        &OTHERS,
    ];
    first.iter().chain(&rest).find_map(|list| find(list, &word))
}

/// The sentence for a requirement key, with its colon.
pub(crate) fn about_requirement(key: &str) -> Option<&'static str> {
    find(&REQUIREMENTS, &key.to_ascii_lowercase())
}

fn find(list: &[Entry], word: &str) -> Option<&'static str> {
    list.iter().find(|(each, _)| *each == word).map(|(_, sentence)| *sentence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_mean_another_thing_in_an_effect() {
        assert_ne!(about("AND", true), about("and", false));
        assert_eq!(about("when", false), about("when", true));
        assert_eq!(about("kettle", false), None);
    }

    #[test]
    fn every_requirement_has_a_sentence() {
        for (key, sentence) in REQUIREMENTS {
            assert!(key.starts_with(':') && sentence.ends_with('.'), "{key}");
            assert_eq!(about_requirement(&key.to_uppercase()), Some(sentence));
        }
    }
}
