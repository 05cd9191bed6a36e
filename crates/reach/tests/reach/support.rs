//! Tasks from text, and names for what is asked about them.

use stepguard_reach::{Answer, Budget, GroundOperator, Operator, Relaxation};
use stepguard_task::{ObjectId, PredicateId, Task};
use stepguard_text::{Interner, TextId};

/// The task of two texts, or what is wrong with them.
pub(crate) fn read(domain: &str, problem: &str) -> Result<Task, String> {
    let mut names = Interner::new();
    let domain = stepguard_pddl::parse(domain, TextId::Domain, &mut names);
    let problem = stepguard_pddl::parse(problem, TextId::Problem, &mut names);
    let (Some(domain_tree), Some(problem_tree)) =
        (domain.definitions.domains.first(), problem.definitions.problems.first())
    else {
        return Err(format!("{:?} {:?}", domain.diagnostics, problem.diagnostics));
    };
    let built = stepguard_task::build(domain_tree, problem_tree, names);
    built.task.ok_or_else(|| format!("{:?} {:?} {:?}", domain.diagnostics, problem.diagnostics, built.diagnostics))
}

/// The task of two texts that are right.
pub(crate) fn task(domain: &str, problem: &str) -> Task {
    read(domain, problem).expect("the texts are right")
}

pub(crate) fn object(task: &Task, name: &str) -> ObjectId {
    let at = task.objects.iter().position(|o| task.name(o.name) == name);
    ObjectId::new(at.expect("the object is there"))
}

pub(crate) fn predicate(task: &Task, name: &str) -> PredicateId {
    let at = task.predicates.iter().position(|p| task.name(p.name) == name);
    PredicateId::new(at.expect("the predicate is there"))
}

/// `(p a b)` or `(not (p a b))`, without inner parentheses otherwise: the predicate, its arguments, whether it is positive.
pub(crate) fn literal(task: &Task, text: &str) -> (PredicateId, Vec<ObjectId>, bool) {
    let inner = text.trim_start_matches("(not ");
    let mut words = inner.trim_matches(['(', ')']).split_whitespace();
    let head = predicate(task, words.next().expect("a predicate"));
    (head, words.map(|w| object(task, w)).collect(), inner.len() == text.len())
}

/// One relaxation for many questions.
pub(crate) struct Asked<'t> {
    task: &'t Task,
    relaxation: Relaxation<'t>,
}

impl<'t> Asked<'t> {
    pub(crate) fn new(task: &'t Task) -> Self {
        Self { task, relaxation: Relaxation::new(task, Budget::default()) }
    }

    pub(crate) fn answer(&mut self, text: &str) -> Answer {
        let (predicate, arguments, positive) = literal(self.task, text);
        self.relaxation.atom(predicate, &arguments, positive)
    }

    pub(crate) fn layer(&mut self, text: &str) -> Option<u32> {
        let (predicate, arguments, positive) = literal(self.task, text);
        self.relaxation.first_layer(predicate, &arguments, positive)
    }

    /// `name arguments @layer` of the achievers.
    pub(crate) fn achievers(&mut self, text: &str, limit: usize) -> Vec<String> {
        let (predicate, arguments, positive) = literal(self.task, text);
        let achievers = self.relaxation.achievers(predicate, &arguments, positive, limit);
        achievers
            .iter()
            .map(|a| {
                let operator = GroundOperator { operator: a.operator, arguments: &a.arguments, layer: a.layer };
                format!("{} @{}", spelled(self.task, operator), a.layer)
            })
            .collect()
    }

    /// Every one of these can be, and every one of those cannot; also when each is asked of a fresh relaxation.
    pub(crate) fn check(&mut self, can: &[&str], cannot: &[&str]) {
        let expected = can.iter().map(|t| (t, Answer::Achievable));
        for (text, answer) in expected.chain(cannot.iter().map(|t| (t, Answer::Unachievable))) {
            assert_eq!(self.answer(text), answer, "{text}");
            assert_eq!(Asked::new(self.task).answer(text), answer, "{text}, asked first");
        }
    }
}

/// A ground operator as people write it.
pub(crate) fn spelled(task: &Task, operator: GroundOperator<'_>) -> String {
    let mut text = match operator.operator {
        Operator::Action(action) => task.name(task.actions[action.index()].name).to_owned(),
        Operator::DurativeStart(index) => format!("start {}", task.name(task.durative_actions[index].name)),
        Operator::DurativeEnd(index) => format!("end {}", task.name(task.durative_actions[index].name)),
        Operator::Timed(index) => format!("event {index}"),
    };
    for argument in operator.arguments {
        text.push(' ');
        text.push_str(task.object_name(*argument));
    }
    text
}
