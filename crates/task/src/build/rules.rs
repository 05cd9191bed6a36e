//! Trajectory constraints, their metadata, preferences and the metric.

use super::formula::Preferences;
use super::{Owner, Resolver, codes};
use crate::model::{Metric, Rule, RuleFormula, RuleMetadata, TrajectoryOp};
use stepguard_pddl::ast::{self, ConditionKind, TimeSpec, Trajectory};
use stepguard_text::{Diagnostic, Span, Symbol, order};

impl Resolver {
    /// The rules of one `:constraints` section: one per conjunct.
    pub(crate) fn constraint(&mut self, condition: &ast::Condition, comments: &[ast::RuleComment]) -> Vec<Rule> {
        let mut rules = Vec::new();
        let mut starts = Vec::new();
        self.conjuncts(condition, comments, &mut starts, &mut rules);
        rules
    }

    /// `starts`: where the `and`s begin that hold nothing but this condition, so that a comment above them is about it.
    fn conjuncts(
        &mut self,
        condition: &ast::Condition,
        comments: &[ast::RuleComment],
        starts: &mut Vec<u32>,
        rules: &mut Vec<Rule>,
    ) {
        let ConditionKind::And(parts) = &condition.kind else {
            let rule = self.rule(condition, comments, starts);
            rules.extend(rule);
            return;
        };
        if let [_] = parts[..] {
            starts.push(condition.span.start);
        } else {
            starts.clear();
        }
        for part in parts {
            self.conjuncts(part, comments, starts, rules);
            starts.clear();
        }
    }

    fn rule(&mut self, condition: &ast::Condition, comments: &[ast::RuleComment], starts: &[u32]) -> Option<Rule> {
        self.begin(Owner::Constraint);
        let preference_name = self.preferences.len();
        let formula = self.rule_formula(condition, false);
        self.unbind(0);
        self.settle_type_tests(&[]);
        let formula = formula?;
        let mut starts = starts.to_vec();
        let mut inner = condition;
        loop {
            starts.push(inner.span.start);
            inner = match &inner.kind {
                ConditionKind::Forall(_, body) | ConditionKind::Preference(_, body) => body,
                _ => break,
            };
        }
        let (name, metadata) = self.metadata(comments, &starts);
        let hard = has_hard_part(&formula);
        let name = name.or_else(|| {
            let symbol = self.preferences.get(preference_name).filter(|_| !hard)?.name?;
            Some(self.name(symbol).to_owned())
        });
        Some(Rule {
            name,
            operator: outermost(&formula).unwrap_or("and"),
            formula,
            slots: self.next_slot,
            hard,
            metadata,
            place: self.place(condition.span),
        })
    }

    /// `None` when it has no meaning, which is reported.
    fn rule_formula(&mut self, condition: &ast::Condition, in_preference: bool) -> Option<RuleFormula> {
        let place = self.place(condition.span);
        Some(match &condition.kind {
            ConditionKind::And(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.rule_formula(part, in_preference)).collect();
                RuleFormula::And(parts.into_iter().collect::<Option<_>>()?)
            }
            ConditionKind::Forall(variables, body) => {
                let mark = self.mark();
                let variables = self.quantified(variables);
                let body = self.rule_formula(body, in_preference);
                self.unbind(mark);
                RuleFormula::Forall(variables, Box::new(body?))
            }
            ConditionKind::Preference(name, body) => {
                if in_preference {
                    self.misplaced(
                        codes::PREFERENCE_HERE,
                        condition.span,
                        "a preference may not stand in another one",
                        "Each preference is counted on its own: put them side by side.",
                    );
                }
                let id = self.new_preference(name.map(|name| name.symbol), condition.span);
                RuleFormula::Preference(id, Box::new(self.rule_formula(body, true)?))
            }
            ConditionKind::Trajectory(trajectory) => RuleFormula::Operator(self.trajectory(trajectory), place),
            ConditionKind::Timed(TimeSpec::End, body) => {
                RuleFormula::Operator(TrajectoryOp::AtEnd(self.formula(body, Preferences::Not)), place)
            }
            ConditionKind::Error => {
                self.broken = true;
                return None;
            }
            _ => {
                // Reported by the reader.
                self.broken = true;
                // The names in it are checked all the same.
                match &condition.kind {
                    ConditionKind::Timed(_, body) => self.formula(body, Preferences::Not),
                    ConditionKind::Or(parts) => {
                        for part in parts {
                            self.rule_formula(part, in_preference);
                        }
                        return None;
                    }
                    ConditionKind::Not(part) if matches!(part.kind, ConditionKind::Trajectory(_)) => {
                        self.rule_formula(part, in_preference);
                        return None;
                    }
                    ConditionKind::Exists(variables, body) => {
                        let mark = self.mark();
                        self.quantified(variables);
                        if matches!(body.kind, ConditionKind::Trajectory(_)) {
                            self.rule_formula(body, in_preference);
                        } else {
                            self.formula(body, Preferences::Not);
                        }
                        self.unbind(mark);
                        return None;
                    }
                    _ => self.formula(condition, Preferences::Not),
                };
                return None;
            }
        })
    }

    fn trajectory(&mut self, trajectory: &Trajectory) -> TrajectoryOp {
        let mut state = |condition: &ast::Condition| self.formula(condition, Preferences::Not);
        match trajectory {
            Trajectory::Always(c) => TrajectoryOp::Always(state(c)),
            Trajectory::Sometime(c) => TrajectoryOp::Sometime(state(c)),
            Trajectory::Within(time, c) => TrajectoryOp::Within(time.clone(), state(c)),
            Trajectory::AtMostOnce(c) => TrajectoryOp::AtMostOnce(state(c)),
            Trajectory::SometimeAfter(trigger, c) => {
                let trigger = state(trigger);
                TrajectoryOp::SometimeAfter(trigger, state(c))
            }
            Trajectory::SometimeBefore(trigger, c) => {
                let trigger = state(trigger);
                TrajectoryOp::SometimeBefore(trigger, state(c))
            }
            Trajectory::AlwaysWithin(time, trigger, c) => {
                let trigger = state(trigger);
                TrajectoryOp::AlwaysWithin(time.clone(), trigger, state(c))
            }
            Trajectory::HoldDuring(from, to, c) => TrajectoryOp::HoldDuring(from.clone(), to.clone(), state(c)),
            Trajectory::HoldAfter(time, c) => TrajectoryOp::HoldAfter(time.clone(), state(c)),
        }
    }

    /// Name and metadata out of the comments above one of `starts`.
    fn metadata(&mut self, comments: &[ast::RuleComment], starts: &[u32]) -> (Option<String>, RuleMetadata) {
        let mut name = None;
        let mut metadata = RuleMetadata::default();
        for &start in starts {
            // Comments come in the order of the text, and so do the lists that follow them.
            let from = comments.partition_point(|comment| comment.target < start);
            for comment in comments[from..].iter().take_while(|comment| comment.target == start) {
                self.claimed.push(comment.span);
                if name.is_none() && !comment.name.is_empty() {
                    name = Some(comment.name.clone());
                }
                for (key, value, span) in &comment.pairs {
                    match key.as_str() {
                        "class" => metadata.class = Some(value.clone()),
                        "victim" => metadata.victim = Some(value.clone()),
                        "why" => metadata.why = Some(value.clone()),
                        "avoid" => metadata.avoid = Some(value.clone()),
                        "severity" => metadata.severity = self.severity(value, *span),
                        // The reader has remarked on it.
                        _ => {}
                    }
                }
            }
        }
        (name, metadata)
    }

    fn severity(&mut self, value: &str, span: Span) -> Option<u32> {
        let severity = value.parse().ok().filter(|severity| (1..=4).contains(severity));
        if severity.is_none() && self.findings.wants(codes::RULE_SEVERITY, None) {
            self.findings.add(
                Diagnostic::warning(
                    codes::RULE_SEVERITY,
                    self.place(span),
                    format!("severity is 1, 2, 3 or 4, not {value}"),
                )
                .help("1 is a nuisance, 4 a danger to life. The rule is checked all the same, without a severity."),
            );
        }
        severity
    }

    /// Rule comments that stand above no constraint.
    pub(crate) fn unclaimed_comments(&mut self, comments: &[ast::RuleComment]) {
        let mut claimed = std::mem::take(&mut self.claimed);
        order::sort(&mut claimed);
        for comment in comments {
            if claimed.binary_search(&comment.span).is_err() && self.findings.wants(codes::RULE_COMMENT, None) {
                self.findings.add(
                    Diagnostic::warning(
                        codes::RULE_COMMENT,
                        self.place(comment.span),
                        "this rule comment describes no single constraint",
                    )
                    .help(";@rule describes one conjunct of :constraints. Put it right above that conjunct, inside the and."),
                );
            }
        }
    }

    pub(crate) fn metric(&mut self, metric: &ast::Metric) -> Option<Metric> {
        self.begin(Owner::Metric);
        let expression = self.expr(&metric.expression)?;
        Some(Metric { minimize: metric.minimize, expression, place: self.place(metric.span) })
    }

    /// Reports a name that no preference bears.
    pub(crate) fn known_preference(&mut self, name: ast::Name) {
        if self.implied || self.preference_names.contains(name.symbol.index()) {
            return;
        }
        self.broken = true;
        if !self.findings.wants(codes::UNKNOWN_PREFERENCE, Some(name.symbol)) {
            return;
        }
        let shown = self.name(name.symbol).to_owned();
        let mut known: Vec<Symbol> = self.preferences.iter().filter_map(|preference| preference.name).collect();
        order::sort(&mut known);
        known.dedup();
        let message = format!("there is no preference {shown}");
        let meant = self.nearest(name.symbol, &known);
        let diagnostic = self.error(codes::UNKNOWN_PREFERENCE, name.span, message);
        let diagnostic = match meant {
            Some(meant) => {
                let meant = self.name(meant).to_owned();
                self.did_you_mean(diagnostic, name.span, &meant)
            }
            None => diagnostic.help(format!(
                "Preferences get their names where they stand, (preference {shown} ...). There are: {}.",
                self.some_names(&known)
            )),
        };
        self.findings.add(diagnostic);
    }
}

/// The conditions of a trajectory operator.
pub(crate) fn parts(trajectory: &Trajectory) -> Vec<&ast::Condition> {
    match trajectory {
        Trajectory::Always(c)
        | Trajectory::Sometime(c)
        | Trajectory::Within(_, c)
        | Trajectory::AtMostOnce(c)
        | Trajectory::HoldDuring(_, _, c)
        | Trajectory::HoldAfter(_, c) => vec![c],
        Trajectory::SometimeAfter(a, b) | Trajectory::SometimeBefore(a, b) | Trajectory::AlwaysWithin(_, a, b) => {
            vec![a, b]
        }
    }
}

/// Whether something in it is not a preference.
fn has_hard_part(formula: &RuleFormula) -> bool {
    match formula {
        RuleFormula::And(parts) => parts.iter().any(has_hard_part),
        RuleFormula::Forall(_, body) => has_hard_part(body),
        RuleFormula::Preference(..) => false,
        RuleFormula::Operator(..) => true,
    }
}

/// The name of the first operator.
fn outermost(formula: &RuleFormula) -> Option<&'static str> {
    match formula {
        RuleFormula::And(parts) => parts.iter().find_map(outermost),
        RuleFormula::Forall(_, body) | RuleFormula::Preference(_, body) => outermost(body),
        RuleFormula::Operator(op, _) => Some(op.name()),
    }
}
