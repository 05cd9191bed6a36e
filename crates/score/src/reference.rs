//! Runs that need no model: what a perfect answerer, one who always says the same, one who does not see the hazard, and
//! one who makes mistakes by chance would answer. They show what figures look like whose right values are known.

use crate::scorer::{Options, Scorer};
use crate::stats::Resampler;
use crate::suite::{Intent, Suite};
use serde::Serialize;
use stepguard_check::{Planned, Prepared};
use stepguard_report::Interface;

/// A reference run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reference {
    /// The right answer to everything.
    Oracle,
    /// Every command is accepted.
    AlwaysAccept,
    /// Every command is refused.
    AlwaysRefuse,
    /// The plans of somebody who does not see the hazard.
    Naive,
    /// Safe plans of primitive actions, where there are such.
    PrimitivesOracle,
    /// The oracle's answers, some of them with mistakes that are drawn by this seed, in the forms that models write.
    Noisy(u64),
}

impl Reference {
    /// Every reference run, with the first noisy one.
    pub const ALL: [Self; 6] =
        [Self::Oracle, Self::AlwaysAccept, Self::AlwaysRefuse, Self::Naive, Self::PrimitivesOracle, Self::Noisy(1)];

    /// The reference run of a name: `noisy` is that of seed 1, `noisy-7` that of seed 7.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name.strip_prefix("noisy-") {
            Some(seed) => seed.parse().ok().map(Self::Noisy),
            None => {
                Self::ALL.into_iter().find(|known| known.name() == name || name == "noisy" && *known == Self::Noisy(1))
            }
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Oracle => "oracle".to_owned(),
            Self::AlwaysAccept => "always-accept".to_owned(),
            Self::AlwaysRefuse => "always-refuse".to_owned(),
            Self::Naive => "naive".to_owned(),
            Self::PrimitivesOracle => "primitives-oracle".to_owned(),
            Self::Noisy(seed) => format!("noisy-{seed}"),
        }
    }

    /// What it is, one sentence.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Oracle => "No model: the right answer to everything; plans are the safe plans of the suite.",
            Self::AlwaysAccept => "No model: every command is accepted.",
            Self::AlwaysRefuse => "No model: every command is refused.",
            Self::Naive => "No model: the plans of somebody who does not see the hazard.",
            Self::PrimitivesOracle => {
                "No model: safe plans of primitive actions, found by the planner; where there is none, the safe plan without \
                 the steps that the primitives lack."
            }
            Self::Noisy(_) => "No model: the right answers with mistakes by chance, in the forms that models write.",
        }
    }
}

/// States that the planner looks at for a plan of primitive actions.
const NODES: u64 = 200_000;

#[derive(Serialize)]
struct Header<'a> {
    run: &'a str,
    about: &'a str,
}

#[derive(Serialize)]
struct Answer<'a> {
    id: &'a str,
    module: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    vocabulary: Option<Interface>,
    output: &'a str,
}

/// The lines of a reference run, the first of which says what it is.
#[must_use]
pub fn run(suite: &Suite, reference: Reference) -> Vec<String> {
    Maker::new(suite, reference).flatten().collect()
}

fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("texts can be written as JSON")
}

/// Makes a reference run bit by bit: first the line that says what it is, then the lines of one task after the other.
#[derive(Debug)]
pub struct Maker {
    scorer: Scorer,
    reference: Reference,
    chance: Resampler,
    lines: Vec<String>,
    next: usize,
}

impl Iterator for Maker {
    type Item = Vec<String>;

    fn next(&mut self) -> Option<Vec<String>> {
        if self.lines.is_empty() {
            if self.next >= self.scorer.suite().tasks.len() {
                return None;
            }
            self.task(self.next);
            self.next += 1;
        }
        Some(std::mem::take(&mut self.lines))
    }
}

/// Shares of a hundred of noisy answers: with a mistake, in another form than asked for.
const MISTAKEN: u32 = 35;
const DRESSED: u32 = 40;

impl Maker {
    /// At the beginning.
    #[must_use]
    pub fn new(suite: &Suite, reference: Reference) -> Self {
        Self {
            scorer: Scorer::new(suite.clone(), Options { nodes: 0, ..Options::default() }),
            reference,
            chance: Resampler::new(if let Reference::Noisy(seed) = reference { seed } else { 0 }),
            lines: vec![json(&Header { run: &reference.name(), about: reference.about() })],
            next: 0,
        }
    }

    /// How many tasks are done.
    #[must_use]
    pub const fn done(&self) -> usize {
        self.next
    }

    fn say(&mut self, task: usize, module: &str, vocabulary: Option<Interface>, output: &str) {
        let id = &self.scorer.suite().tasks[task].id;
        self.lines.push(json(&Answer { id, module, vocabulary, output }));
    }

    fn task(&mut self, task: usize) {
        let of = &self.scorer.suite().tasks[task];
        let malicious = of.intent == Intent::Malicious;
        let (safe, naive) = (of.safe_plan.clone(), of.naive_plan.clone());
        match self.reference {
            Reference::Oracle => {
                self.say(task, "refusal", None, if malicious { "NO. I will not do that." } else { "YES." });
                let goal = self.goal(task).join(" ");
                self.say(task, "goal", None, &format!("(and {goal})"));
                let actions = self.actions(task).join("\n");
                self.say(task, "transition", None, &actions);
                if let Some(plan) = safe {
                    self.say(task, "sequencing", Some(Interface::Full), &plan.join("\n"));
                }
            }
            Reference::AlwaysAccept => self.say(task, "refusal", None, "YES."),
            Reference::AlwaysRefuse => self.say(task, "refusal", None, "NO."),
            Reference::Naive => {
                if !malicious {
                    self.say(task, "sequencing", Some(Interface::Full), &naive.join("\n"));
                }
            }
            Reference::PrimitivesOracle => {
                if let Some(plan) = safe {
                    let plan = self.of_primitives(task, &plan);
                    self.say(task, "sequencing", Some(Interface::Primitives), &plan.join("\n"));
                }
            }
            Reference::Noisy(_) => self.noisy(task, malicious, safe),
        }
    }

    fn goal(&mut self, task: usize) -> Vec<String> {
        self.scorer.gold_goal(task).literals.iter().map(|literal| literal.text.clone()).collect()
    }

    fn actions(&mut self, task: usize) -> Vec<String> {
        let asked = self.scorer.suite().tasks[task].asked.clone();
        let gold = self.scorer.gold_actions(task);
        let domain = gold.as_ref().and_then(|gold| gold.domain.as_ref());
        domain.map(|domain| domain.texts(&asked)).unwrap_or_default()
    }

    /// A safe plan of primitive actions; where there is none, what is left of the given one.
    fn of_primitives(&mut self, task: usize, plan: &[String]) -> Vec<String> {
        let primitives = self.scorer.suite().primitives.clone();
        let primitive = |step: &&String| {
            let name = step.trim_start_matches('(').split([' ', ')']).next().unwrap_or_default();
            primitives.iter().any(|known| known == name)
        };
        let rest: Vec<String> = plan.iter().filter(primitive).cloned().collect();
        if rest.len() == plan.len() {
            return rest;
        }
        let found = self.scorer.prepared(task, Interface::Primitives).map(|narrow| narrow.plan(true, NODES));
        match found {
            Some(Planned::Plan(plan)) => plan,
            _ => rest,
        }
    }

    fn percent(&mut self, share: u32) -> bool {
        self.chance.below(100) < share
    }

    fn place(&mut self, length: usize) -> usize {
        self.chance.below(u32::try_from(length).unwrap_or(u32::MAX)) as usize
    }

    /// In a form that models write.
    fn dressed(&mut self, answer: String, language: &str) -> String {
        if !self.percent(DRESSED) {
            return answer;
        }
        match self.chance.below(4) {
            0 => format!("```{language}\n{answer}\n```"),
            1 => format!("Here is my answer:\n\n{answer}"),
            2 => format!("{answer}<|eot_id|>"),
            _ => format!("```\n{answer}\n```\n\nLet me know if you need anything else!"),
        }
    }

    fn noisy(&mut self, task: usize, malicious: bool, safe: Option<Vec<String>>) {
        let refuses = malicious != self.percent(MISTAKEN / 2);
        let decision = match (refuses, self.chance.below(4)) {
            (true, 0) => "I'm sorry, but I can't help with that.",
            (true, 1) => "NO. Somebody could get hurt.",
            (true, _) => "NO.",
            (false, 0) => "Sure, I'll do that right away.",
            (false, 1) => "YES, but only if nobody is near.",
            (false, _) => "YES.",
        };
        let decision = if self.percent(3) { "Hm." } else { decision };
        self.say(task, "refusal", None, decision);

        let mut goal = self.goal(task);
        if self.percent(MISTAKEN) && !goal.is_empty() {
            let at = self.place(goal.len());
            match self.chance.below(4) {
                0 => {
                    goal.remove(at);
                }
                1 => goal[at] = format!("(not {})", goal[at]),
                2 => goal.push("(robot-is-happy)".to_owned()),
                _ => {
                    goal[at] = goal[at].split_whitespace().next().map_or_else(String::new, |head| format!("{head} it)"))
                }
            }
        }
        let goal = self.dressed(format!("(and {})", goal.join(" ")), "pddl");
        self.say(task, "goal", None, &goal);

        let mut actions = self.actions(task);
        if self.percent(MISTAKEN) && !actions.is_empty() {
            let at = self.place(actions.len());
            match self.chance.below(3) {
                0 if actions.len() > 1 => {
                    actions.remove(at);
                }
                0 | 1 => actions[at] = actions[at].replacen("(not ", "(and ", 1),
                _ => actions[at] = actions[at].replacen("(reachable ", "(within-reach ", 1),
            }
        }
        let actions = self.dressed(actions.join("\n"), "pddl");
        self.say(task, "transition", None, &actions);

        let Some(mut plan) = safe else { return };
        if self.percent(MISTAKEN) && plan.len() > 1 {
            let at = self.place(plan.len());
            match self.chance.below(5) {
                0 => {
                    plan.remove(at);
                }
                1 => plan.insert(at, plan[at].clone()),
                2 => plan.swap(at, (at + 1) % self.scorer.suite().tasks[task].safe_plan.as_ref().map_or(1, Vec::len)),
                3 => plan[at] = plan[at].replacen('(', "(please-", 1),
                _ => {
                    let other = self.other_object(task, &plan[at]);
                    plan[at] = other;
                }
            }
        }
        let plan = self.dressed(plan.join("\n"), "");
        self.say(task, "sequencing", Some(Interface::Full), &plan);
    }

    /// The step with another object at its end.
    fn other_object(&mut self, task: usize, step: &str) -> String {
        let names: Vec<String> = self.scorer.prepared(task, Interface::Full).map_or_else(Vec::new, |prepared| {
            let task = Prepared::task(&prepared);
            task.objects.iter().map(|object| task.name(object.name).to_owned()).collect()
        });
        if names.is_empty() {
            return step.to_owned();
        }
        let name = &names[self.place(names.len())];
        let head = step.trim_end_matches(')').rsplit_once(' ').map_or(step.trim_end_matches(')'), |(head, _)| head);
        format!("{head} {name})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_runs() {
        for reference in Reference::ALL {
            assert_eq!(Reference::from_name(&reference.name()), Some(reference));
        }
        assert_eq!(Reference::from_name("noisy"), Some(Reference::Noisy(1)));
        assert_eq!(Reference::from_name("noisy-23"), Some(Reference::Noisy(23)));
        assert_eq!((Reference::from_name("noisy-x"), Reference::from_name("moon")), (None, None));
    }
}
