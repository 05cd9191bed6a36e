//! Deliberate mistakes: ways to spoil a plan that succeeds by one edit. What each of them does is not claimed here; the
//! page lets the checker say it and shows one edit per label.

use stepguard_report::view::{Category, Outcome, Report, Safety};

use super::facts::{Atom, parts};

/// A plan with one mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// What was done, as a button's label.
    pub words: String,
    /// The plan's text.
    pub plan: String,
}

/// What a mistake turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Label {
    /// The plan is invalid, with this primary category.
    Category(Category),
    /// The plan is valid and breaks a safety rule.
    Unsafe,
}

impl Label {
    /// The label of a report; `None` when the plan still succeeds or there is no answer.
    pub fn of(report: &Report) -> Option<Self> {
        match (report.outcome, report.safety) {
            (Outcome::Invalid, _) => report.primary.map(Self::Category),
            (Outcome::Valid, Safety::Unsafe) => Some(Self::Unsafe),
            _ => None,
        }
    }

    /// Number of labels there are.
    pub const COUNT: usize = 7;
}

/// The steps of a plan as lines that can be moved about.
struct Lines {
    lines: Vec<String>,
    /// The line of every step.
    of_step: Vec<usize>,
}

impl Lines {
    /// The plan's own lines where every step has one of its own, else the steps written one per line.
    fn of(report: &Report, plan: &str) -> Self {
        let mut lines: Vec<String> = plan.lines().map(str::to_owned).collect();
        let mut of_step: Vec<usize> = Vec::new();
        let own_lines = report.plan.notation.as_deref() == Some("ipc")
            && report.steps.iter().all(|step| {
                let line = step.source.start.line as usize;
                let alone = line >= 1
                    && line <= lines.len()
                    && step.source.end.line == step.source.start.line
                    && of_step.last().is_none_or(|&last| last + 1 < line);
                of_step.push(line.saturating_sub(1));
                alone
            });
        if !own_lines {
            lines = report.steps.iter().map(|step| step.action.clone()).collect();
            of_step = (0..lines.len()).collect();
        }
        Self { lines, of_step }
    }

    fn edited(&self, edit: impl FnOnce(&mut Vec<String>, &[usize])) -> String {
        let mut lines = self.lines.clone();
        edit(&mut lines, &self.of_step);
        let mut text = lines.join("\n");
        text.push('\n');
        text
    }
}

/// Mistakes worth trying, the likeliest of every label first, at most `limit`.
pub fn mistakes(report: &Report, plan: &str, limit: usize) -> Vec<Mistake> {
    let lines = Lines::of(report, plan);
    let steps = report.steps.len();
    // One list per way to go wrong; taken in turns, so that a long plan does not try all of one kind first.
    let mut ways: [Vec<Mistake>; 6] = Default::default();
    for (index, step) in report.steps.iter().enumerate() {
        let number = index + 1;
        ways[0].push(Mistake {
            words: format!("Delete step {number}"),
            plan: lines.edited(|lines, of| {
                lines.remove(of[index]);
            }),
        });
        if number < steps {
            ways[1].push(Mistake {
                words: format!("Swap steps {number} and {}", number + 1),
                plan: lines.edited(|lines, of| lines.swap(of[index], of[index + 1])),
            });
        }
        ways[2].push(Mistake {
            words: format!("Repeat step {number}"),
            plan: lines.edited(|lines, of| {
                let line = lines[of[index]].clone();
                lines.insert(of[index], line);
            }),
        });
        for mistake in retargeted(report, &lines, index) {
            ways[3].push(mistake);
        }
        let name = Atom::parse(&step.action).name.to_owned();
        if name.chars().count() > 2 {
            let mut letters: Vec<char> = name.chars().collect();
            let at = letters.len() / 2;
            letters.swap(at - 1, at);
            let mut wrong: String = letters.into_iter().collect();
            if wrong == name {
                wrong.push('x');
            }
            ways[4].push(Mistake {
                words: format!("Misspell step {number}"),
                plan: lines.edited(|lines, of| lines[of[index]] = step.action.replacen(&name, &wrong, 1)),
            });
        }
        if number > 1 {
            ways[5].push(Mistake {
                words: format!("Move step {number} to the front"),
                plan: lines.edited(|lines, of| {
                    let line = lines.remove(of[index]);
                    lines.insert(of[0], line);
                }),
            });
        }
    }
    // From the end: the last deletions leave the goal unmet, earlier ones leave a later step without what it needs.
    ways[0].reverse();
    let mut turns: Vec<_> = ways.into_iter().map(Vec::into_iter).collect();
    let mut mistakes = Vec::new();
    while mistakes.len() < limit {
        let before = mistakes.len();
        for way in &mut turns {
            mistakes.extend(way.next());
        }
        if mistakes.len() == before {
            break;
        }
    }
    mistakes.truncate(limit);
    mistakes
}

/// One argument of a step replaced by an object of another type.
fn retargeted(report: &Report, lines: &Lines, index: usize) -> Vec<Mistake> {
    let Some(step) = report.steps.get(index) else { return Vec::new() };
    let arguments = parts(&step.action);
    let mut mistakes = Vec::new();
    for (place, argument) in arguments.iter().enumerate().skip(1).rev() {
        let Some(object) = report.objects.iter().find(|object| object.name.eq_ignore_ascii_case(argument)) else {
            continue;
        };
        let other = report
            .objects
            .iter()
            .find(|other| other.type_name != object.type_name && !arguments.contains(&other.name.as_str()));
        let Some(other) = other else { continue };
        let mut changed: Vec<&str> = arguments.clone();
        changed[place] = &other.name;
        let action = format!("({})", changed.join(" "));
        mistakes.push(Mistake {
            words: format!("In step {}, use {} instead of {}", index + 1, other.name, object.name),
            plan: lines.edited(|lines, of| lines[of[index]] = action),
        });
    }
    mistakes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::fixture;

    const PLAN: &str = "; tea\n(navigate-to robot counter)\n(grasp robot kettle)\n(fill robot kettle counter)\n(toggle-on robot kettle)\n(place-ontop robot kettle base)\n(pour robot kettle mug)\n";

    #[test]
    fn each_mistake_is_one_edit_and_keeps_comments() {
        let report = fixture::tea();
        let mistakes = mistakes(&report, PLAN, 40);
        let get = |words: &str| {
            mistakes
                .iter()
                .find(|mistake| mistake.words == words)
                .map(|mistake| mistake.plan.clone())
                .unwrap_or_default()
        };
        assert_eq!(get("Delete step 2"), PLAN.replace("(grasp robot kettle)\n", ""));
        assert!(get("Repeat step 1").starts_with("; tea\n(navigate-to robot counter)\n(navigate-to robot counter)\n"));
        assert!(get("Swap steps 1 and 2").starts_with("; tea\n(grasp robot kettle)\n(navigate-to robot counter)\n"));
        assert!(mistakes.iter().any(|mistake| mistake.words.starts_with("Misspell")));
        assert!(mistakes.iter().any(|mistake| mistake.words.contains("instead of")));
        assert!(mistakes.iter().all(|mistake| mistake.plan != PLAN));
    }

    #[test]
    fn other_notations_are_written_one_step_a_line() {
        let mut report = fixture::tea();
        report.plan.notation = Some("json".to_owned());
        let mistakes = mistakes(&report, "[\"navigate-to(robot, counter)\"]", 40);
        assert_eq!(mistakes[0].plan.lines().count(), 5);
        assert!(mistakes[0].plan.starts_with("(navigate-to robot counter)"));
        assert!(!mistakes[0].plan.contains("pour"));
    }

    #[test]
    fn labels_come_from_the_report() {
        let mut report = fixture::tea();
        assert_eq!(Label::of(&report), Some(Label::Category(Category::WrongTemporalOrder)));
        report.outcome = Outcome::Valid;
        assert_eq!(Label::of(&report), Some(Label::Unsafe));
        report.safety = Safety::Safe;
        assert_eq!(Label::of(&report), None);
    }
}
