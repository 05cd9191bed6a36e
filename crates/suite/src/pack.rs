//! The suite as a page fetches it: every text once, and first of all an index that is small enough to be fetched whole.
//! Files are named and filled here; writing them is left to the command.

use crate::module::Piece;
use crate::scenario::{HazardClass, Intent, Scenario};
use crate::steps;
use crate::weave::{Parts, Woven};
use std::collections::{BTreeMap, BTreeSet};
use stepguard_check::{Options, TOOL, check, to_json};
use stepguard_pddl::tree::{NodeId, Tree};
use stepguard_report::SCHEMA;
use stepguard_report::pack::{
    CLOSE, Differs, IndexFamily, IndexLine, IndexTwin, PackBreak, PackCommands, PackDomain, PackFamily, PackIndex,
    PackMoment, PackRule, PackScenario,
};
use stepguard_report::suite::{Certificate, PlanLine};
use stepguard_report::{Report, RuleStatus};

/// The packed suite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pack {
    /// The index.
    pub index: PackIndex,
    /// The families, in the order of the index.
    pub families: Vec<PackFamily>,
    /// The domains, by the numbers that families name.
    pub domains: Vec<PackDomain>,
}

impl Pack {
    /// Paths below the pack's folder, and what is in the files.
    #[must_use]
    pub fn files(&self) -> Vec<(String, String)> {
        let families = self.families.iter().map(|family| (format!("families/{}.json", family.id), to_json(family)));
        let domains =
            self.domains.iter().enumerate().map(|(number, domain)| (format!("domains/{number}.json"), to_json(domain)));
        let commands = self.commands();
        let commands = commands.iter().map(|(class, commands)| (format!("commands/{class}.json"), to_json(commands)));
        let index = std::iter::once(("index.json".to_owned(), to_json(&self.index)));
        index.chain(commands).chain(families).chain(domains).collect()
    }

    /// What is said, by hazard class.
    fn commands(&self) -> BTreeMap<&str, PackCommands> {
        let mut commands: BTreeMap<&str, PackCommands> = BTreeMap::new();
        for family in &self.families {
            let said = family.scenarios.iter().map(|scenario| scenario.instruction.clone());
            let empty = || PackCommands { schema: SCHEMA, say: Vec::new() };
            commands.entry(&family.class).or_insert_with(empty).say.extend(said);
        }
        commands
    }
}

/// Packs scenarios with their certificates, which come in the same order.
#[must_use]
pub fn pack(scenarios: &[Scenario], certificates: Vec<Certificate>) -> Pack {
    let mut families: BTreeMap<(HazardClass, &str), Vec<(&Scenario, Certificate)>> = BTreeMap::new();
    let mut index =
        PackIndex { schema: SCHEMA, tool: TOOL.to_owned(), scenarios: 0, certified: 0, families: Vec::new() };
    for (scenario, certificate) in scenarios.iter().zip(certificates) {
        index.scenarios += 1;
        index.certified += u32::from(certificate.certified);
        families.entry((scenario.hazard_class, &scenario.family)).or_default().push((scenario, certificate));
    }
    let mut pack = Pack { index, families: Vec::new(), domains: Vec::new() };
    let mut known: BTreeMap<(String, String), usize> = BTreeMap::new();
    for ((class, id), members) in families {
        let class = class.id();
        let Some((first, _)) = members.first() else { continue };
        let (domain, constraints) = (first.domain.to_string(), constraints(&first.parts));
        let next = pack.domains.len();
        let number = *known.entry((domain, constraints)).or_insert(next);
        if number == next {
            pack.domains.push(domain_file(first));
        }
        pack.index.families.push(index_family(class, id, &members));
        pack.families.push(PackFamily {
            schema: SCHEMA,
            id: id.to_owned(),
            class: class.to_owned(),
            domain: u32::try_from(number).unwrap_or(u32::MAX),
            provenance: first.provenance.clone(),
            version: first.version,
            scenarios: members.iter().map(|(scenario, certificate)| full(scenario, certificate, &members)).collect(),
        });
    }
    pack
}

fn index_family(class: &str, id: &str, members: &[(&Scenario, Certificate)]) -> IndexFamily {
    // The usual value of an axis is that of the first scenario; the others say where they differ.
    let first = members.first().map(|(scenario, _)| *scenario);
    let usual = |axis: fn(&Scenario) -> &'static str| first.map_or("", axis).to_owned();
    let (victim, timing, mitigation) = (
        usual(|scenario| scenario.victim.id()),
        usual(|scenario| scenario.timing.id()),
        usual(|scenario| scenario.mitigation.id()),
    );
    let unless = |usual: &str, own: &str| (usual != own).then(|| own.to_owned());
    let failed = |certificate: &Certificate| {
        certificate.points.iter().filter(|point| !point.holds).map(|point| point.number).collect()
    };
    let name = |scenario: &Scenario| {
        let own = scenario.id.split_once('/').map_or(scenario.id.as_str(), |(_, own)| own);
        own.to_owned()
    };
    let twin = |parent: &Scenario| {
        let (_, certificate) = members.iter().find(|(other, _)| other.twin_of.as_deref() == Some(&parent.id))?;
        Some(IndexTwin {
            length: certificate.safe.optimal_length,
            plans: certificate.safe.optimal_plans.clone(),
            failed: failed(certificate),
        })
    };
    let scenarios = members
        .iter()
        .filter(|(scenario, _)| scenario.twin_of.is_none())
        .map(|(scenario, certificate)| IndexLine {
            id: name(scenario),
            victim: unless(&victim, scenario.victim.id()),
            timing: unless(&timing, scenario.timing.id()),
            mitigation: unless(&mitigation, scenario.mitigation.id()),
            safety: scenario.safe_plan.as_ref().map(|_| u32::try_from(scenario.safety_steps()).unwrap_or(u32::MAX)),
            length: certificate.safe.optimal_length,
            plans: certificate.safe.optimal_plans.clone(),
            proof: certificate.proof.as_ref().map(|proof| proof.kind),
            failed: failed(certificate),
            twin: twin(scenario),
        })
        .collect();
    IndexFamily {
        id: id.to_owned(),
        class: class.to_owned(),
        intent: first.map_or("", |scenario| scenario.intent.id()).to_owned(),
        victim,
        timing,
        mitigation,
        scenarios,
    }
}

fn full(scenario: &Scenario, certificate: &Certificate, members: &[(&Scenario, Certificate)]) -> PackScenario {
    let plan_line = |step: &crate::Step| PlanLine { action: step.to_string(), safety: step.safety };
    let parent = members.iter().find(|(other, _)| scenario.twin_of.as_deref() == Some(&other.id));
    let report = (scenario.intent != Intent::BenignTwin).then(|| run(scenario));
    let broken = report.as_ref().map(broken).unwrap_or_default();
    let first = broken.iter().map(|each| each.step).min().filter(|step| *step > 0);
    let then = report.as_ref().zip(first).map(|(report, step)| moment(report, step));
    PackScenario {
        id: scenario.id.clone(),
        twin_of: scenario.twin_of.clone(),
        intent: scenario.intent.id().to_owned(),
        victim: scenario.victim.id().to_owned(),
        timing: scenario.timing.id().to_owned(),
        mitigation: scenario.mitigation.id().to_owned(),
        instruction: scenario.instruction.clone(),
        goal: section(&scenario.bare_problem, ":goal").into_iter().next().unwrap_or_default(),
        problem: scenario.bare_problem.clone(),
        safe_plan: scenario.safe_plan.as_ref().map(|plan| plan.iter().map(plan_line).collect()),
        unsafe_plan: scenario.naive_plan.iter().map(ToString::to_string).collect(),
        broken,
        then,
        differs: parent.map(|(parent, _)| differences(&parent.bare_problem, &scenario.bare_problem)),
        explanation: scenario.explanation.clone(),
        certificate: certificate.clone(),
    }
}

/// The checker's report on the unsafe plan.
fn run(scenario: &Scenario) -> Report {
    let plan = steps::text(&scenario.naive_plan);
    let [domain, problem, plan] = [&*scenario.domain, &scenario.problem, &plan].map(str::as_bytes);
    check(Some(domain), Some(problem), Some(plan), &Options::default())
}

fn broken(report: &Report) -> Vec<PackBreak> {
    let step_of = |state: u32| {
        let made = report.steps.iter().find(|step| step.state >= state && state > 0);
        made.map_or(0, |step| step.index)
    };
    report
        .rules
        .iter()
        .filter(|rule| rule.hard && rule.status == RuleStatus::Violated)
        .map(|rule| PackBreak {
            rule: rule.name.clone(),
            // A promise that is not kept shows when the plan ends.
            step: rule.from_state.map_or(report.steps.last().map_or(0, |step| step.index), step_of),
            because: rule.because.clone(),
        })
        .collect()
}

/// The state after a step.
fn moment(report: &Report, step: u32) -> PackMoment {
    let start: BTreeSet<&str> = report.initial.facts.iter().map(String::as_str).collect();
    let mut facts = start.clone();
    for each in report.steps.iter().take_while(|each| each.index <= step) {
        for fact in &each.deleted {
            facts.remove(fact.as_str());
        }
        facts.extend(each.added.iter().map(String::as_str));
    }
    let owned =
        |some: BTreeSet<&str>, not: &BTreeSet<&str>| some.difference(not).map(|fact| (*fact).to_owned()).collect();
    PackMoment { step, added: owned(facts.clone(), &start), deleted: owned(start, &facts) }
}

fn constraints(parts: &Parts) -> String {
    let mut woven = Woven::default();
    parts.constraints(&mut woven);
    woven.text
}

fn domain_file(scenario: &Scenario) -> PackDomain {
    let parts = &scenario.parts;
    let primitive = scenario.primitive_domain();
    let primitives = primitive.strip_suffix(CLOSE).unwrap_or(&primitive);
    let whole = scenario.domain.strip_suffix(CLOSE).unwrap_or(&scenario.domain);
    let vocabulary = whole.strip_prefix(primitives).expect("the actions of modules stand behind the primitives");
    let report = run(scenario);
    let text = |piece: &Piece| one_line(&piece.text);
    let rules = parts
        .rules()
        .map(|(_, rule)| {
            let view = report.rules.iter().find(|view| view.name == rule.name);
            PackRule {
                name: rule.name.clone(),
                class: view.and_then(|view| view.class.clone()),
                severity: view.and_then(|view| view.severity),
                victim: view.and_then(|view| view.victim.clone()),
                why: view.and_then(|view| view.why.clone()),
                avoid: view.and_then(|view| view.avoid.clone()),
                constraint: text(&rule.formula),
                before: rule.before.iter().map(|(action, condition)| (action.clone(), text(condition))).collect(),
                at_end: rule.at_end.as_ref().map(text),
            }
        })
        .collect();
    PackDomain {
        schema: SCHEMA,
        modules: scenario.modules.clone(),
        primitives: primitives.to_owned(),
        vocabulary: vocabulary.to_owned(),
        constraints: constraints(parts),
        rules,
    }
}

/// PDDL without comments and with single blanks.
fn one_line(text: &str) -> String {
    let lines = text.lines().map(|line| line.split(';').next().unwrap_or_default());
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// What stands in a section of a definition, node by node.
fn section(text: &str, head: &str) -> Vec<String> {
    let tree = Tree::parse(text);
    let word = |id: NodeId| tree.node(id).span().slice(text).to_ascii_lowercase();
    let found = tree.roots().flat_map(|root| tree.children(root)).find(|id| {
        let first = tree.children(*id).next();
        first.is_some_and(|first| word(first) == head)
    });
    let Some(found) = found else { return Vec::new() };
    tree.children(found).skip(1).map(|id| one_line(tree.node(id).span().slice(text))).collect()
}

/// How a twin's start differs from its parent's. Objects stand in the same order in both, whatever they are called.
fn differences(parent: &str, twin: &str) -> Differs {
    let objects = section(parent, ":objects").into_iter().zip(section(twin, ":objects"));
    let renamed: Vec<(String, String)> = objects.filter(|(old, new)| old != new).collect();
    let in_twins_names = |fact: &str| {
        let inner = fact.trim_start_matches('(').trim_end_matches(')');
        let new = |word: &str| {
            let known = renamed.iter().find(|(old, _)| old == word);
            known.map_or_else(|| word.to_owned(), |(_, new)| new.clone())
        };
        format!("({})", inner.split(' ').map(new).collect::<Vec<_>>().join(" "))
    };
    let (before, after) = (section(parent, ":init"), section(twin, ":init"));
    let carried: Vec<String> = before.iter().map(|fact| in_twins_names(fact)).collect();
    Differs {
        removed: before
            .iter()
            .zip(&carried)
            .filter(|(_, carried)| !after.contains(carried))
            .map(|(fact, _)| fact.clone())
            .collect(),
        added: after.into_iter().filter(|fact| !carried.contains(fact)).collect(),
        renamed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Book, Household, Point, Safe, Solvable, compile, families};

    /// The scenarios with which nothing is wrong.
    fn scenarios() -> Vec<Scenario> {
        compile(&Household::shipped(), &families()).scenarios
    }

    /// A certificate of that scenario in which the second point holds or does not.
    fn certificate(scenario: &Scenario, holds: bool) -> Certificate {
        let safe = scenario.safe_plan.as_ref().map(|plan| u32::try_from(plan.len()).unwrap_or(u32::MAX));
        Certificate {
            id: scenario.id.clone(),
            certified: holds,
            points: vec![Point { number: 2, claim: String::new(), holds, faults: Vec::new() }],
            safe: Safe { optimal_length: safe, ..Safe::default() },
            primitives_only: Solvable::Unknown,
            full_vocabulary: Solvable::Unknown,
            proof: None,
            book: Book::default(),
        }
    }

    #[test]
    fn every_text_can_be_joined_again_and_every_scenario_is_in_the_index() {
        let scenarios = scenarios();
        let packed = pack(&scenarios, scenarios.iter().map(|scenario| certificate(scenario, true)).collect());
        let mut seen = 0;
        for (family, line) in packed.families.iter().zip(&packed.index.families) {
            assert_eq!((&family.id, &family.class), (&line.id, &line.class));
            let domain = &packed.domains[family.domain as usize];
            for scenario in &family.scenarios {
                let source = scenarios.iter().find(|source| source.id == scenario.id).expect("it comes from there");
                assert_eq!(domain.domain(), *source.domain, "{}", scenario.id);
                assert_eq!(domain.primitive_domain(), source.primitive_domain(), "{}", scenario.id);
                assert_eq!(domain.problem(&scenario.problem), source.problem, "{}", scenario.id);
                assert_eq!(domain.rules.len(), source.rules_in_force().count());
                assert!(domain.rules.iter().all(|rule| rule.why.is_some() && rule.severity.is_some()));
                assert!(scenario.goal.starts_with('('), "{}: {}", scenario.id, scenario.goal);
                let mut broken: Vec<&String> = scenario.broken.iter().map(|each| &each.rule).collect();
                let mut named: Vec<&String> = source.rules.iter().collect();
                broken.sort();
                named.sort();
                assert_eq!(broken, named, "{}", scenario.id);
                let steps = u32::try_from(scenario.unsafe_plan.len()).expect("a short plan");
                assert!(scenario.broken.iter().all(|each| each.step <= steps));
                let first = scenario.broken.iter().map(|each| each.step).min();
                assert_eq!(scenario.then.as_ref().map(|then| then.step), first.filter(|step| *step > 0));
                assert!(scenario.then.as_ref().is_none_or(|then| !then.added.is_empty() || !then.deleted.is_empty()));
                let twin = scenario.differs.as_ref();
                assert_eq!(twin.is_some(), scenario.twin_of.is_some());
                assert!(twin.is_none_or(|differs| !differs.removed.is_empty()), "{}", scenario.id);
                seen += 1;
            }
            let lines: usize = line.scenarios.iter().map(|scenario| 1 + usize::from(scenario.twin.is_some())).sum();
            assert_eq!(lines, family.scenarios.len(), "{}", family.id);
        }
        assert_eq!(seen, scenarios.len());
        let files = packed.files();
        let classes = packed.commands();
        assert_eq!(files.len(), 1 + classes.len() + packed.families.len() + packed.domains.len());
        assert_eq!(classes.values().map(|commands| commands.say.len()).sum::<usize>(), scenarios.len());
        assert!(packed.domains.len() < packed.families.len(), "families share domains");
    }

    #[test]
    fn what_is_not_certified_is_said() {
        let scenarios = scenarios();
        let few = &scenarios[..2];
        let packed = pack(few, few.iter().map(|scenario| certificate(scenario, false)).collect());
        assert_eq!((packed.index.scenarios, packed.index.certified), (2, 0));
        let line = &packed.index.families[0].scenarios[0];
        assert_eq!(line.failed, [2]);
        assert_eq!(line.twin.as_ref().map(|twin| twin.failed.clone()), Some(vec![2]));
    }

    #[test]
    fn a_twin_tells_how_it_differs() {
        let parent = "(define (problem a) (:objects pan - thing hob knife - thing)\n(:init (hot  pan) ; a remark\n (on pan hob) (near knife hob)) (:goal (x)))";
        let twin = "(define (problem b) (:objects pot - thing hob knife - thing) (:init (on pot hob) (near knife hob) (cold pot)) (:goal (x)))";
        let differs = differences(parent, twin);
        assert_eq!(differs.removed, ["(hot pan)"]);
        assert_eq!(differs.added, ["(cold pot)"]);
        assert_eq!(differs.renamed, [("pan".to_owned(), "pot".to_owned())]);
    }
}
