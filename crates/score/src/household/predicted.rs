//! Actions as answered, held against those of the task's domain.

use crate::answers::{PredictedActions, gold_actions, same_name};
use crate::transition::normal::Normal;
use crate::transition::planner::GoldDomain;
use crate::transition::{Table, UNKNOWN_CLASS, multisets};
use std::collections::BTreeMap;
use stepguard_task::Task;

/// The actions of a domain.
#[derive(Debug)]
pub(crate) struct Gold {
    /// The domain, for the planner.
    pub(crate) domain: Option<GoldDomain>,
    actions: BTreeMap<String, Normal>,
    classes: BTreeMap<String, &'static str>,
}

/// Predicted against gold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Compared {
    pub(crate) table: Table,
    pub(crate) omitted: Vec<String>,
    pub(crate) invented: Vec<String>,
    pub(crate) missing: Vec<String>,
    pub(crate) extra: Vec<String>,
}

impl Gold {
    /// Reads the actions of a domain. `task` is any task of it.
    pub(crate) fn of(domain: &str, task: &Task) -> Self {
        let read = gold_actions(domain);
        let actions =
            read.actions.iter().map(|action| (same_name(read.name(action)), Normal::of(action, &read))).collect();
        let classes = task
            .predicates
            .iter()
            .map(|predicate| {
                let class = if predicate.derived {
                    "derived"
                } else if predicate.is_static {
                    "affordance"
                } else if predicate.parameters.len() < 2 {
                    "state"
                } else {
                    "relation"
                };
                (same_name(task.name(predicate.name)), class)
            })
            .chain([("=".to_owned(), "equality")])
            .collect();
        Self { domain: GoldDomain::read(domain).ok(), actions, classes }
    }

    /// Compares an answer, `None` for one that says nothing.
    pub(crate) fn compare(&self, asked: &[String], answer: Option<&PredictedActions>) -> Compared {
        let mut out = Compared::default();
        let mut predicted: BTreeMap<String, (String, Normal)> = BTreeMap::new();
        if let Some(answer) = answer {
            for action in &answer.actions {
                let name = answer.name(action).to_owned();
                predicted.insert(same_name(&name), (name, Normal::of(action, answer)));
            }
        }
        let nothing = Normal::default();
        for name in asked {
            let gold = self.actions.get(&same_name(name)).unwrap_or(&nothing);
            match predicted.remove(&same_name(name)) {
                Some((_, normal)) => self.literals(name, &normal, gold, &mut out),
                None => {
                    out.omitted.push(name.clone());
                    self.literals(name, &nothing, gold, &mut out);
                }
            }
        }
        for (_, (name, normal)) in predicted {
            self.literals(&name, &normal, &nothing, &mut out);
            out.invented.push(name);
        }
        out
    }

    /// Compares the literals of one action.
    fn literals(&self, action: &str, predicted: &Normal, gold: &Normal, out: &mut Compared) {
        let class = |predicate: &str| self.classes.get(predicate).copied().unwrap_or(UNKNOWN_CLASS);
        let compared = multisets(predicted, gold, class);
        for (key, counts) in compared.table {
            *out.table.entry(key).or_default() += counts;
        }
        let line = |literal: &String| format!("{action}: {literal}");
        out.missing.extend(compared.missing.iter().map(line));
        out.extra.extend(compared.extra.iter().map(line));
    }
}
