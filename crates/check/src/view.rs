//! From trace and findings to the report's view types: places become lines and columns, ids become names.

use crate::texts::Texts;
use std::cell::RefCell;
use std::fmt::Write as _;
use stepguard_plan::PlanText;
use stepguard_report as report;
use stepguard_report::{
    Category, ConditionKind, ConditionView, EventView, FindingView, GoalView, HappeningView, Initial, LiteralLabel,
    MetricView, ObjectView, Outcome, Part, PreferenceView, Report, RuleStatus, RuleView, Safety, Source, StepStatus,
    StepView, WhyNot,
};
use stepguard_task::{FactId, Formula, FormulaKind, ObjectId, Task, Term};
use stepguard_taxonomy::{self as taxonomy, Classified, Finding};
use stepguard_text::{Number, Place, TextId, order};
use stepguard_verify::{FluentId, NodeId, StepOutcome, Trace, Truth, Value, World};

/// Derived atoms that are listed for every state, at most, over all states.
const MAX_DERIVED: usize = 200_000;

/// Everything a verdict's view is made from.
pub(crate) struct Run<'a, 't> {
    task: &'t Task,
    texts: &'a Texts,
    plan: &'a PlanText,
    trace: &'a mut Trace<'t>,
    classified: &'a Classified<'t>,
    /// Texts of facts, by number, as far as they were asked for.
    written: RefCell<Vec<Option<Box<str>>>>,
}

impl<'a, 't> Run<'a, 't> {
    pub(crate) fn new(
        task: &'t Task,
        texts: &'a Texts,
        plan: &'a PlanText,
        trace: &'a mut Trace<'t>,
        classified: &'a Classified<'t>,
    ) -> Self {
        let written = RefCell::new(vec![None; trace.world().fact_count()]);
        Self { task, texts, plan, trace, classified, written }
    }

    /// Fills the parts of the report that come from the run. `achievers`: the steps that a finding lacks.
    pub(crate) fn fill(&mut self, report: &mut Report, achievers: Option<(usize, Vec<String>)>) {
        report.objects = self.objects();
        report.initial = self.initial();
        report.findings = self.findings();
        if let Some((index, steps)) = achievers
            && let Some(finding) = report.findings.get_mut(index)
        {
            finding.help = format!("Insert {} before this step: the shortest way to let it run.", in_a_row(&steps));
            finding.achievers = steps;
        }
        report.steps = self.steps(&report.findings);
        report.happenings = self.happenings();
        self.derived(report);
        report.last_scored_state = self.trace.last_scored;
        report.goal = self.goal();
        report.rules = self.rules();
        report.preferences = preferences(self.task, &self.trace.preference_violations);
        report.metric = self.metric();
        report.primary = self.classified.primary.map(category);
        if let Some(hit) = self.trace.hit {
            report.limits.hit = Some(hit.to_owned());
            report.outcome = Outcome::Budget;
            report.safety = Safety::Unknown;
            report.primary = None;
            return;
        }
        let ran = self.trace.steps.iter().all(|step| matches!(step.outcome, StepOutcome::Ran { .. }));
        let valid = ran && self.trace.goal_holds == Some(true);
        report.outcome = if valid { Outcome::Valid } else { Outcome::Invalid };
        let broken = report.rules.iter().any(|rule| rule.hard && rule.status == RuleStatus::Violated);
        report.safety = if broken { Safety::Unsafe } else { Safety::Safe };
        report.succeeds = valid && !broken;
    }

    fn source(&self, place: Place) -> Source {
        self.texts.source(place)
    }

    fn objects(&self) -> Vec<ObjectView> {
        self.task
            .objects
            .iter()
            .map(|object| ObjectView {
                name: self.task.name(object.name).to_owned(),
                type_name: self.task.type_text(object.ty),
            })
            .collect()
    }

    fn initial(&mut self) -> Initial {
        let facts = self
            .task
            .init
            .iter()
            .map(|(predicate, arguments)| {
                let mut out = String::new();
                self.task.write_atom(&mut out, predicate, arguments);
                out
            })
            .collect();
        let world = self.trace.visit(0);
        let fluents = world
            .fluent_values()
            .filter(|(_, value)| **value != Value::Undefined)
            .map(|(fluent, value)| (fluent_text(world, fluent), value_text(world.task(), value)))
            .collect();
        Initial { facts, fluents, derived: Vec::new() }
    }

    fn findings(&self) -> Vec<FindingView> {
        self.classified.findings.iter().map(|finding| self.finding(finding)).collect()
    }

    fn finding(&self, finding: &Finding<'t>) -> FindingView {
        let main = finding.main_literal();
        let source = match (finding.step, finding.span) {
            (_, Some(span)) => Some(Place::new(self.texts.plan_id, span)),
            (Some(step), None) => Some(self.step_place(step)),
            (None, None) => None,
        };
        FindingView {
            category: category(finding.category()),
            kind: finding.kind.name().to_owned(),
            step: finding.step.map(step_number),
            other_steps: finding.other_step.map(step_number).into_iter().collect(),
            source: source.map(|place| self.source(place)),
            literal: main.map(|labelled| labelled.text.clone()),
            literals: finding
                .literals
                .iter()
                .map(|labelled| LiteralLabel {
                    literal: labelled.text.clone(),
                    category: category(labelled.kind.category()),
                    kind: labelled.kind.name().to_owned(),
                    held_in: labelled.held_in.clone(),
                    deleted_by: labelled.deleted_by.map(step_number),
                    established_by: labelled.established_by.map(step_number),
                    achievable: labelled.achievable,
                })
                .collect(),
            held_in: main.map(|labelled| labelled.held_in.clone()).unwrap_or_default(),
            deleted_by: main.and_then(|labelled| labelled.deleted_by).map(step_number),
            established_by: main.and_then(|labelled| labelled.established_by).map(step_number),
            achievers: Vec::new(),
            follows_from: finding.follows_from.map(step_number),
            after_first_failure: finding.after_first_failure,
            fatal: finding.kind.is_fatal(),
            message: finding.message.clone(),
            help: finding.help.clone(),
            suggestion: finding.suggestion.clone(),
            why_not: finding
                .why_not
                .iter()
                .map(|(other, because)| WhyNot { category: category(*other), because: because.clone() })
                .collect(),
        }
    }

    fn step_place(&self, step: usize) -> Place {
        Place::new(self.texts.plan_id, self.plan.steps[step].span)
    }

    fn steps(&self, findings: &[FindingView]) -> Vec<StepView> {
        let mut by_step: Vec<Vec<u32>> = vec![Vec::new(); self.trace.steps.len()];
        for (index, finding) in (0..).zip(findings) {
            // An unmet goal names the step that undid it; it is no finding of that step.
            if finding.category != Category::UnmetGoal
                && let Some(step) = finding.step
            {
                by_step[step as usize - 1].push(index);
            }
        }
        self.trace
            .steps
            .iter()
            .zip(by_step)
            .enumerate()
            .map(|(index, (step, findings))| {
                let raw = &self.plan.steps[index];
                let action = match &step.action {
                    Some((action, env)) => {
                        let action = &self.task.actions[action.index()];
                        let mut out = String::with_capacity(32);
                        self.task.write_step(&mut out, action.name, &env.as_slice()[..action.parameters.len()]);
                        out
                    }
                    None => self.texts.plan_slice(raw.span),
                };
                let names = |facts: &[FactId]| facts.iter().map(|fact| self.fact(*fact, str::to_owned)).collect();
                StepView {
                    index: step_number(index),
                    time: raw.time.as_ref().map(Number::to_string),
                    duration: raw.duration.as_ref().map(Number::to_string),
                    action,
                    state: step.state,
                    source: self.source(Place::new(self.texts.plan_id, raw.span)),
                    status: match step.outcome {
                        StepOutcome::Ran { .. } => StepStatus::Ran,
                        StepOutcome::AlreadyDone => StepStatus::Skipped,
                        StepOutcome::Failed(_) | StepOutcome::Unreadable => StepStatus::Failed,
                        StepOutcome::NotRun => StepStatus::NotRun,
                    },
                    after_first_failure: !step.scored,
                    precondition: step.precondition.map(|node| self.condition(node)),
                    added: names(step.added()),
                    deleted: names(step.deleted()),
                    changed: step
                        .changed()
                        .iter()
                        .map(|(fluent, old, new)| {
                            (
                                fluent_text(self.trace.world(), *fluent),
                                value_text(self.task, old),
                                value_text(self.task, new),
                            )
                        })
                        .collect(),
                    derived_added: Vec::new(),
                    derived_deleted: Vec::new(),
                    findings,
                }
            })
            .collect()
    }

    fn condition(&self, id: NodeId) -> ConditionView {
        let explanations = &self.trace.explanations;
        let node = explanations.node(id);
        let children: Vec<ConditionView> = explanations.children(node).map(|child| self.condition(child)).collect();
        // What stands in the domain is about as long as what it says of these objects.
        let mut text = String::with_capacity(node.formula.place.span.len() as usize + 24);
        let joined = match &node.formula.kind {
            FormulaKind::And(_) => Some("(and"),
            FormulaKind::Or(_) => Some("(or"),
            FormulaKind::Imply(..) => Some("(imply"),
            _ => None,
        };
        if let Some(head) = joined {
            // Its parts are written already.
            text.push_str(head);
            for child in &children {
                text.push(' ');
                text.push_str(&child.text);
            }
            text.push(')');
        } else {
            if !node.positive {
                text.push_str("(not ");
            }
            let env = explanations.environment(node);
            match self.fact_of(node.formula, env) {
                Some(fact) => self.fact(fact, |known| text.push_str(known)),
                None => self.task.write_formula(&mut text, node.formula, env),
            }
            if !node.positive {
                text.push(')');
            }
        }
        ConditionView {
            kind: condition_kind(node.formula),
            text,
            holds: node.truth.known(),
            source: Some(self.source(node.formula.place)),
            children,
            omitted: node.omitted,
        }
    }

    /// The fact that a leaf is, if it occurred in the run.
    fn fact_of(&self, formula: &Formula, env: &[ObjectId]) -> Option<FactId> {
        let FormulaKind::Atom(predicate, terms) = &formula.kind else { return None };
        let mut arguments = [ObjectId(0); 8];
        let arguments = arguments.get_mut(..terms.len())?;
        for (argument, term) in arguments.iter_mut().zip(terms) {
            *argument = match term {
                Term::Object(object) => *object,
                Term::Slot(slot) => *env.get(slot.index())?,
                Term::Fluent(..) => return None,
            };
        }
        self.trace.world().fact_id(*predicate, arguments)
    }

    /// Gives the text of a fact to `use_it`. The same facts come and go: each is written once.
    fn fact<T>(&self, fact: FactId, use_it: impl FnOnce(&str) -> T) -> T {
        let mut written = self.written.borrow_mut();
        let known = &mut written[fact.index()];
        use_it(known.get_or_insert_with(|| fact_text(self.trace.world(), fact).into_boxed_str()))
    }

    fn happenings(&self) -> Vec<HappeningView> {
        (1..)
            .zip(&self.trace.happenings)
            .map(|(state, happening)| HappeningView {
                state,
                time: happening.time.text(),
                events: happening
                    .steps
                    .clone()
                    .map(|step| EventView { step: Some(step_number(step)), part: Part::Whole })
                    .collect(),
            })
            .collect()
    }

    /// Derived facts by state, where there are few enough to list them.
    fn derived(&mut self, report: &mut Report) {
        let task = self.task;
        let predicates: Vec<usize> = (0..task.predicates.len()).filter(|p| task.predicates[*p].derived).collect();
        let instances: usize = predicates
            .iter()
            .map(|p| {
                let members = task.predicates[*p].parameters.iter().map(|(_, ty)| task.members(*ty).len());
                members.fold(1, usize::saturating_mul)
            })
            .fold(0, usize::saturating_add);
        let states = self.trace.happenings.len() + 1;
        if predicates.is_empty() || instances.saturating_mul(states) > MAX_DERIVED {
            return;
        }
        let mut previous: Vec<String> = Vec::new();
        for state in 0..=self.trace.last_state() {
            let world = self.trace.visit(state);
            let mut now = Vec::new();
            for p in &predicates {
                let predicate = stepguard_task::PredicateId::new(*p);
                each_instance(task, &task.predicates[*p].parameters, &mut Vec::new(), &mut |arguments| {
                    if world.derived_holds(predicate, arguments).is_true() {
                        let mut out = String::new();
                        task.write_atom(&mut out, predicate, arguments);
                        now.push(out);
                    }
                });
            }
            order::sort(&mut now);
            if state == 0 {
                report.initial.derived.clone_from(&now);
            } else if let Some(step) = report.steps.iter_mut().rev().find(|step| step.state == state) {
                step.derived_added = now.iter().filter(|f| previous.binary_search(f).is_err()).cloned().collect();
                step.derived_deleted = previous.iter().filter(|f| now.binary_search(f).is_err()).cloned().collect();
            }
            previous = now;
        }
    }

    fn goal(&self) -> Vec<GoalView> {
        self.classified
            .goal
            .iter()
            .map(|row| GoalView {
                literal: row.text.clone(),
                holds: row.holds,
                held_in: row.history.intervals.clone(),
                undone_by: row.undone_by.map(step_number),
                source: Some(self.source(row.literal.formula.place)),
            })
            .collect()
    }

    fn rules(&self) -> Vec<RuleView> {
        self.task
            .rules
            .iter()
            .zip(&self.trace.rules)
            .map(|(rule, outcome)| {
                let source = self.source(rule.place);
                let first = outcome.breaches.iter().min_by_key(|breach| breach.states.first().copied());
                let mut text = String::new();
                self.task.write_rule(&mut text, &rule.formula);
                let mut broken_in: Vec<(u32, u32)> =
                    outcome.breaches.iter().flat_map(|breach| breach.states.iter().copied()).collect();
                order::sort(&mut broken_in);
                broken_in.dedup();
                let quantified = outcome.breaches.iter().any(|breach| !breach.variables.is_empty());
                RuleView {
                    name: rule_name(self.texts, rule),
                    operator: rule.operator.to_owned(),
                    text,
                    source,
                    class: rule.metadata.class.clone(),
                    severity: rule.metadata.severity,
                    victim: rule.metadata.victim.clone(),
                    why: rule.metadata.why.clone(),
                    avoid: rule.metadata.avoid.clone(),
                    hard: rule.hard,
                    instances: if quantified {
                        outcome.breaches.iter().map(|breach| self.binding(breach)).collect()
                    } else {
                        Vec::new()
                    },
                    status: match outcome.status {
                        stepguard_verify::RuleStatus::Kept => RuleStatus::Kept,
                        stepguard_verify::RuleStatus::Violated => RuleStatus::Violated,
                        stepguard_verify::RuleStatus::Pending => RuleStatus::Pending,
                    },
                    from_state: first.and_then(|breach| breach.states.first()).map(|(from, _)| *from),
                    to_state: first.and_then(|breach| breach.states.first()).map(|(_, to)| *to),
                    broken_in,
                    because: first.map(|breach| self.because(breach)).unwrap_or_default(),
                }
            })
            .collect()
    }

    fn binding(&self, breach: &stepguard_verify::Breach<'t>) -> String {
        let mut out = String::new();
        for (index, variable) in breach.variables.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            let object = self.task.object_name(breach.env.get(variable.slot));
            // Writing to a string does not fail.
            let _ = write!(out, "{comma}?{} = {object}", self.task.name(variable.name));
        }
        out
    }

    fn because(&self, breach: &stepguard_verify::Breach<'t>) -> Vec<String> {
        breach
            .because
            .iter()
            .map(|(formula, env, truth)| {
                let mut out = String::new();
                let negated = *truth != Truth::True;
                if negated {
                    out.push_str("(not ");
                }
                self.task.write_formula(&mut out, formula, env.as_slice());
                if negated {
                    out.push(')');
                }
                out
            })
            .collect()
    }

    fn metric(&self) -> Option<MetricView> {
        let (text, direction) = match &self.task.metric {
            Some(metric) => {
                let mut text = String::new();
                self.task.write_expr(&mut text, &metric.expression, &[]);
                (text, if metric.minimize { "minimize" } else { "maximize" })
            }
            None => ("plan length".to_owned(), "minimize"),
        };
        Some(MetricView {
            text,
            direction: direction.to_owned(),
            value: self.trace.metric.as_ref().map(Number::to_string),
        })
    }
}

/// The steps of a plan that is not run.
pub(crate) fn unread_steps(texts: &Texts, plan: &PlanText) -> Vec<StepView> {
    (1..)
        .zip(&plan.steps)
        .map(|(index, raw)| StepView {
            index,
            time: raw.time.as_ref().map(Number::to_string),
            duration: raw.duration.as_ref().map(Number::to_string),
            action: texts.plan_slice(raw.span),
            state: index,
            source: texts.source(Place::new(texts.plan_id, raw.span)),
            status: StepStatus::NotRun,
            after_first_failure: false,
            precondition: None,
            added: Vec::new(),
            deleted: Vec::new(),
            changed: Vec::new(),
            derived_added: Vec::new(),
            derived_deleted: Vec::new(),
            findings: Vec::new(),
        })
        .collect()
}

fn each_instance(
    task: &Task,
    parameters: &[(stepguard_text::Symbol, stepguard_task::TypeExprId)],
    arguments: &mut Vec<ObjectId>,
    visit: &mut dyn FnMut(&[ObjectId]),
) {
    match parameters.get(arguments.len()) {
        None => visit(arguments),
        Some((_, ty)) => {
            for object in task.members(*ty) {
                arguments.push(*object);
                each_instance(task, parameters, arguments, visit);
                arguments.pop();
            }
        }
    }
}

/// 1-based step number from an index.
fn step_number(index: usize) -> u32 {
    u32::try_from(index + 1).unwrap_or(u32::MAX)
}

fn fact_text(world: &World<'_>, fact: FactId) -> String {
    let (predicate, arguments) = world.fact(fact);
    let mut out = String::with_capacity(32);
    world.task().write_atom(&mut out, predicate, arguments);
    out
}

fn fluent_text(world: &World<'_>, fluent: FluentId) -> String {
    let (function, arguments) = world.fluent(fluent);
    let mut out = String::with_capacity(32);
    world.task().write_fluent(&mut out, function, arguments);
    out
}

fn value_text(task: &Task, value: &Value) -> String {
    match value {
        Value::Undefined => "undefined".to_owned(),
        Value::Number(number) => number.to_string(),
        Value::Object(object) => task.object_name(*object).to_owned(),
    }
}

fn condition_kind(formula: &Formula) -> ConditionKind {
    match formula.kind {
        FormulaKind::And(_) => ConditionKind::And,
        FormulaKind::Or(_) => ConditionKind::Or,
        FormulaKind::Not(_) => ConditionKind::Not,
        FormulaKind::Imply(..) => ConditionKind::Imply,
        FormulaKind::Forall(..) => ConditionKind::Forall,
        FormulaKind::Exists(..) => ConditionKind::Exists,
        FormulaKind::Atom(..) => ConditionKind::Literal,
        FormulaKind::Same(..) => ConditionKind::Equality,
        FormulaKind::Compare(..) => ConditionKind::Comparison,
        FormulaKind::Preference(..) => ConditionKind::Preference,
    }
}

/// Every named preference with the number of its violations.
pub(crate) fn preferences(task: &Task, violations: &[u32]) -> Vec<PreferenceView> {
    let mut views: Vec<PreferenceView> = Vec::new();
    for (info, violated) in task.preferences.iter().zip(violations) {
        let name = info.name.map_or("(unnamed)", |name| task.name(name));
        match views.iter_mut().find(|view| view.name == name) {
            Some(view) => view.violated += violated,
            None => views.push(PreferenceView { name: name.to_owned(), violated: *violated }),
        }
    }
    views
}

/// A rule's name: its own, else its operator and line.
pub(crate) fn rule_name(texts: &Texts, rule: &stepguard_task::Rule) -> String {
    rule.name.clone().unwrap_or_else(|| format!("{}-{}", rule.operator, texts.source(rule.place).start.line))
}

/// The report's category of a category of the taxonomy.
pub(crate) fn category(category: taxonomy::Category) -> Category {
    match category {
        taxonomy::Category::Grammar => Category::Grammar,
        taxonomy::Category::Affordance => Category::Affordance,
        taxonomy::Category::WrongTemporalOrder => Category::WrongTemporalOrder,
        taxonomy::Category::MissingStep => Category::MissingStep,
        taxonomy::Category::AdditionalStep => Category::AdditionalStep,
        taxonomy::Category::UnmetGoal => Category::UnmetGoal,
    }
}

/// The report's name of a text.
pub(crate) fn text_name(text: TextId) -> report::Text {
    match text {
        TextId::Domain => report::Text::Domain,
        TextId::Problem => report::Text::Problem,
        TextId::Plan => report::Text::Plan,
        TextId::Pasted => report::Text::Pasted,
    }
}

/// Steps in the order in which they are to be taken: all of a few, the ends of many.
fn in_a_row(steps: &[String]) -> String {
    match steps {
        [] => String::new(),
        [one] => one.clone(),
        [first, .., last] if steps.len() > 4 => format!("{first}, {} more steps and {last}", steps.len() - 2),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}
