//! Gold labels by construction: one step of a safe plan is left out, swapped, doubled, retargeted or misspelt, so its repair
//! is known: undoing it. No repair costs more, and where the cheapest repair is the only one, it bears the mutation's label.

use crate::brute::{runs, succeeds};
use crate::gallery::folders;
use crate::support::{READINGS, name, show, task};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use std::collections::BTreeMap;
use stepguard_naive::generate::{Sketch, plan_text, read, sketch};
use stepguard_naive::{Step as NaiveStep, World};
use stepguard_repair::{Answer, Call, Settings, Step, readings, repair};
use stepguard_search::{Budget, Found, GroundBudget, GroundTask, Measure, optimal};
use stepguard_task::{ObjectId, Task};
use stepguard_taxonomy::{Category, GrammarFault, Kind, Settings as Classify, classify};
use stepguard_text::Span;
use stepguard_verify::{Budgets, PlanStep, default_epsilon, run};

/// What is done to a safe plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mutation {
    Deleted,
    Swapped,
    FarSwapped,
    Doubled,
    Retargeted,
    Misspelt,
}

impl Mutation {
    const ALL: [Self; 6] =
        [Self::Deleted, Self::Swapped, Self::FarSwapped, Self::Doubled, Self::Retargeted, Self::Misspelt];

    fn label(self) -> Category {
        match self {
            Self::Deleted => Category::MissingStep,
            Self::Swapped | Self::FarSwapped => Category::WrongTemporalOrder,
            Self::Doubled => Category::AdditionalStep,
            Self::Retargeted => Category::Affordance,
            Self::Misspelt => Category::Grammar,
        }
    }

    fn undoing(self) -> u32 {
        if self == Self::FarSwapped { 2 } else { 1 }
    }
}

/// A mutated plan; for a retargeted step, which one it is.
struct Mutant {
    mutation: Mutation,
    plan: Vec<Step>,
    retargeted: Option<usize>,
}

/// A name with a letter twice.
fn misspell(name: &str) -> String {
    let middle = name.char_indices().nth(name.chars().count() / 2).map_or(0, |(index, _)| index);
    let letter: String = name[middle..].chars().take(1).collect();
    format!("{}{letter}{}", &name[..middle], &name[middle..])
}

fn mutants(task: &Task, plan: &[Call]) -> Vec<Mutant> {
    let read = |calls: Vec<Call>| -> Vec<Step> { calls.into_iter().map(Step::Read).collect() };
    let mut all = Vec::new();
    let mut push = |mutation, plan, retargeted| all.push(Mutant { mutation, plan, retargeted });
    for index in 0..plan.len() {
        let mut shorter = plan.to_vec();
        shorter.remove(index);
        push(Mutation::Deleted, read(shorter), None);
        for other in index + 1..plan.len() {
            let mut swapped = plan.to_vec();
            swapped.swap(index, other);
            let mutation = if other == index + 1 { Mutation::Swapped } else { Mutation::FarSwapped };
            push(mutation, read(swapped), None);
        }
        for place in [index + 1, plan.len()] {
            let mut longer = plan.to_vec();
            longer.insert(place, plan[index].clone());
            push(Mutation::Doubled, read(longer), None);
        }
        for argument in 0..plan[index].arguments.len() {
            for object in (0..task.objects.len()).map(ObjectId::new) {
                let mut changed = plan.to_vec();
                if changed[index].arguments[argument] != object {
                    changed[index].arguments[argument] = object;
                    push(Mutation::Retargeted, read(changed), Some(index));
                }
            }
        }
        // The action's name, then each argument.
        let names: Vec<&str> = std::iter::once(name(task, &plan[index]))
            .chain(plan[index].arguments.iter().map(|object| task.object_name(*object)))
            .collect();
        for wrong in 0..names.len() {
            let mut names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            names[wrong] = misspell(&names[wrong]);
            let arguments: Vec<&str> = names[1..].iter().map(String::as_str).collect();
            let mut misspelt = read(plan.to_vec());
            misspelt[index] = Step::Unread { readings: readings(task, &names[0], &arguments, READINGS) };
            push(Mutation::Misspelt, misspelt, None);
        }
    }
    all
}

/// The taxonomy's label for a plan.
pub(crate) fn rule_label(task: &Task, plan: &[Step]) -> &'static str {
    let steps: Vec<PlanStep> = plan
        .iter()
        .map(|step| PlanStep {
            action: match step {
                Step::Read(call) => Some((call.action, call.arguments.iter().copied().collect())),
                Step::Unread { .. } => None,
            },
            time: None,
        })
        .collect();
    let faults: Vec<Option<GrammarFault>> = plan
        .iter()
        .map(|step| match step {
            Step::Read(_) => None,
            Step::Unread { .. } => Some(GrammarFault {
                kind: Kind::UnknownAction,
                span: Span::new(0, 0),
                message: String::new(),
                help: String::new(),
                suggestion: None,
            }),
        })
        .collect();
    let mut trace = run(task, &steps, &Budgets::default(), &default_epsilon());
    classify(task, &mut trace, &faults, &Classify::default()).primary.map_or("unsafe", Category::name)
}

#[derive(Default)]
struct Row {
    mutants: u32,
    cheaper: u32,
    unique: u32,
    /// By label of the suggestion.
    labels: BTreeMap<&'static str, u32>,
}

#[derive(Default)]
struct Table {
    rows: BTreeMap<Mutation, Row>,
    /// Rule label and repair label.
    agreement: BTreeMap<(&'static str, &'static str), u32>,
}

impl Table {
    fn take(&mut self, task: &Task, plan: &[Call], most: usize) {
        let ground = GroundTask::new(task, true, &GroundBudget::default()).expect("it was grounded before");
        let all = mutants(task, plan);
        // A fixed share of many.
        let stride = all.len().div_ceil(most).max(1);
        for mutant in all.iter().step_by(stride) {
            let what = || {
                let plan: Vec<String> = plan.iter().map(|call| show(task, call)).collect();
                format!("{:?} of {}: {:?}", mutant.mutation, plan.join(" "), mutant.plan)
            };
            let outcome = repair(&ground, &mutant.plan, &Settings::default(), &mut |_| true);
            let repairs = match &outcome.answer {
                Answer::NothingToDo => continue,
                Answer::Repaired(repairs) => repairs,
                other => unreachable!("{other:?} for {}", what()),
            };
            let undoing = mutant.mutation.undoing();
            assert!(repairs.cost <= undoing, "cost {} for {}", repairs.cost, what());
            let row = self.rows.entry(mutant.mutation).or_default();
            row.mutants += 1;
            row.cheaper += u32::from(repairs.cost < undoing);
            let label = repairs.repairs[0].edits[0].label;
            *row.labels.entry(label.name()).or_default() += 1;
            *self.agreement.entry((rule_label(task, &mutant.plan), label.name())).or_default() += 1;
            // A step that the plan does not need is as well taken out as set right: no label is the only one.
            let needed = mutant.retargeted.is_none_or(|index| {
                let mut rest: Vec<Option<&Call>> = plan.iter().map(Some).collect();
                rest.remove(index);
                !succeeds(task, &rest)
            });
            if repairs.count == Some(1) && repairs.cost == undoing && needed {
                row.unique += 1;
                for edit in &repairs.repairs[0].edits {
                    assert_eq!(edit.label, mutant.mutation.label(), "{}", what());
                }
            }
        }
    }

    fn print(&self, title: &str) {
        println!("\n{title}: suggested label by mutation");
        let columns = ["missing-step", "wrong-temporal-order", "additional-step", "affordance", "grammar"];
        println!("{:<12}{:>8}{:>8}{:>8}  {}", "", "mutants", "unique", "cheaper", columns.join("  "));
        let mut sum = (0, 0);
        for mutation in Mutation::ALL {
            let Some(row) = self.rows.get(&mutation) else { continue };
            let cells: Vec<String> = columns
                .iter()
                .map(|column| format!("{:>width$}", row.labels.get(column).copied().unwrap_or(0), width = column.len()))
                .collect();
            println!(
                "{:<12}{:>8}{:>8}{:>8}  {}",
                format!("{mutation:?}"),
                row.mutants,
                row.unique,
                row.cheaper,
                cells.join("  ")
            );
            sum = (sum.0 + row.mutants, sum.1 + row.unique);
        }
        println!("the only cheapest repair: {} of {} ({:.1} %)", sum.1, sum.0, share(sum.1, sum.0));
        println!("rule label beside repair label:");
        let mut agree = 0;
        let mut of = 0;
        for ((rule, label), count) in &self.agreement {
            println!("  {rule:<22}{label:<22}{count:>6}");
            agree += if rule == label { *count } else { 0 };
            of += count;
        }
        println!("  equal: {agree} of {of} ({:.1} %)", share(agree, of));
    }

    fn unique_share(&self) -> f64 {
        let sum = self.rows.values().fold((0, 0), |sum, row| (sum.0 + row.unique, sum.1 + row.mutants));
        share(sum.0, sum.1)
    }
}

fn share(part: u32, whole: u32) -> f64 {
    100.0 * f64::from(part) / f64::from(whole.max(1))
}

fn shortest(task: &Task) -> Option<Vec<Call>> {
    let ground = GroundTask::new(task, true, &GroundBudget::default()).ok()?;
    let budget = Budget { nodes: 20_000, ..Budget::default() };
    let Found::Plan { steps, .. } = optimal(&ground, Measure::Steps, budget, &mut |_| true).found else { return None };
    let call = |id: &stepguard_search::OperatorId| {
        let operator = &ground.operators[id.index()];
        Call { action: operator.action, arguments: operator.arguments.clone() }
    };
    Some(steps.iter().map(call).collect())
}

#[test]
fn mutations_of_the_examples_get_their_label() {
    let mut table = Table::default();
    let mut plans = 0;
    for folder in folders() {
        let read = |file: &str| std::fs::read(folder.join(file)).unwrap_or_default();
        let task = task(&read("domain.pddl"), &read("problem.pddl")).expect("an example is right");
        let given = crate::support::steps(&task, &String::from_utf8(read("plan.txt")).expect("UTF-8"));
        let calls: Option<Vec<Call>> = given
            .iter()
            .map(|step| match step {
                Step::Read(call) => Some(call.clone()),
                Step::Unread { .. } => None,
            })
            .collect();
        let good = calls.filter(|calls| succeeds(&task, &calls.iter().map(Some).collect::<Vec<_>>()));
        let Some(plan) = good.or_else(|| shortest(&task)) else { continue };
        plans += 1;
        table.take(&task, &plan, 400);
    }
    table.print("Examples");
    assert!(plans >= 28, "{plans} plans");
    assert!(table.unique_share() >= 50.0);
}

/// A task whose goal are the facts that a walk makes true, and the steps of the walk that this takes: none can be left out.
fn walked(sketch: &Sketch) -> Option<(Task, Vec<Call>)> {
    let domain = sketch.domain();
    let (calls, new) = {
        let (names, domain, problem) = read(&domain, &sketch.problem(&[]))?;
        let world = World::new(&names, &domain, &problem)?;
        let (calls, last) = sketch.walk(&world);
        let first = world.initial();
        let new: Vec<String> = last.facts.difference(&first.facts).map(ToString::to_string).collect();
        (calls, new)
    };
    let task = task(domain.as_bytes(), sketch.problem(&new).as_bytes())?;
    let text = plan_text(&calls.into_iter().map(|call| NaiveStep { time: None, call: Some(call) }).collect::<Vec<_>>());
    let mut plan: Vec<Call> = crate::support::steps(&task, &text)
        .into_iter()
        .filter_map(|step| match step {
            Step::Read(call) => Some(call),
            Step::Unread { .. } => None,
        })
        .collect();
    let good = |plan: &[Call]| succeeds(&task, &plan.iter().map(Some).collect::<Vec<_>>());
    // Steps that cannot run, then those that are not needed, one after the other.
    let mut index = 0;
    while index < plan.len() {
        let begun: Vec<Option<&Call>> = plan[..=index].iter().map(Some).collect();
        if runs(&task, &begun) {
            index += 1;
        } else {
            plan.remove(index);
        }
    }
    if !good(&plan) {
        return None;
    }
    while let Some(shorter) = (0..plan.len()).find_map(|index| {
        let rest = [&plan[..index], &plan[index + 1..]].concat();
        good(&rest).then_some(rest)
    }) {
        plan = shorter;
    }
    Some((task, plan))
}

#[test]
fn mutations_of_generated_plans_get_their_label() {
    let mut table = Table::default();
    let mut runner = TestRunner::deterministic();
    let mut plans = 0;
    for _ in 0..1000 {
        let Ok(tree) = sketch().new_tree(&mut runner) else { continue };
        let Some((task, plan)) = walked(&tree.current()).filter(|(_, plan)| plan.len() > 1) else { continue };
        plans += 1;
        table.take(&task, &plan, 60);
    }
    println!("{plans} plans");
    table.print("Generated tasks");
    // In a random task a wrong step often does no harm, so that the right one may as well be put in beside it: the share of
    // mutants with only one repair says something about the tasks here, and is held to a bar on the examples.
    assert!(plans >= 10, "{plans} plans");
}
