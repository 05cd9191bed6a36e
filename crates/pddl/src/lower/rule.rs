//! Rule comments: `;@rule NAME class=FIRE severity=3 why="..."` right above a constraint.

use super::Lower;
use super::definition::{Kind, Open};
use crate::ast::{ConditionKind, RuleComment};
use crate::codes;
use crate::tree::NodeId;
use stepguard_text::Span;

/// The keys of a rule comment.
const RULE_KEYS: [&str; 5] = ["class", "severity", "victim", "why", "avoid"];

/// More keys than there are make no sense, and finding doubles among them takes time.
const MAX_PAIRS: usize = 50;

impl<'a> Lower<'a> {
    /// The rule comments inside the definition `id`.
    pub(super) fn read_rule_comments(&mut self, id: NodeId, open: &Open) -> Vec<RuleComment> {
        let span = self.span(id);
        let comments = self.tree.comments();
        let from = comments.partition_point(|comment| comment.start < span.start);
        let to = comments.partition_point(|comment| comment.start < span.end);
        let body_of = |comment: Span| comment.slice(self.text).trim_start_matches(';').trim_start();
        let is_rule = |comment: Span| {
            let body = body_of(comment);
            body.get(..5).is_some_and(|mark| {
                mark.eq_ignore_ascii_case("@rule") && !body[5..].starts_with(|c: char| c.is_alphanumeric())
            })
        };
        let mut rules: Vec<RuleComment> = Vec::new();
        if !comments[from..to].iter().any(|comment| is_rule(*comment)) {
            return rules;
        }
        let followed = self.followed_by_list(&comments[from..to]);
        for (comment, followed) in comments[from..to].iter().zip(followed) {
            if !is_rule(*comment) {
                continue;
            }
            let body = body_of(*comment);
            let at = comment.end - u32::try_from(body.len()).unwrap_or(0);
            let Some(target) = followed.and_then(|list| self.rule_target(list, open)) else {
                self.push(
                    self.warning(codes::RULE_PLACE, *comment, "this rule comment stands above no constraint")
                        .help("Put it on the line above the constraint it is about, inside (:constraints ...)."),
                );
                continue;
            };
            // Comments come in the order of their targets.
            if let Some(first) = rules.last().filter(|rule| rule.target == target) {
                let first = self.place(first.span);
                self.push(
                    self.warning(
                        codes::RULE_PLACE,
                        *comment,
                        "a second rule comment for the same constraint; it is ignored",
                    )
                    .help("Join the two into one line.")
                    .related(first, "the first"),
                );
                continue;
            }
            let rule = self.read_rule(*comment, target, &body[5..], at + 5);
            rules.push(rule);
        }
        rules
    }

    /// For each comment the list that follows it, if nothing but comments stands between.
    fn followed_by_list(&self, comments: &[Span]) -> Vec<Option<NodeId>> {
        let mut out: Vec<Option<NodeId>> = vec![None; comments.len()];
        // Backwards, so that each piece between two comments is looked at once.
        for (index, comment) in comments.iter().enumerate().rev() {
            let Some(next) = self.tree.first_from(comment.end) else { continue };
            let start = self.node(next).start;
            let (end, found) = match comments.get(index + 1) {
                Some(other) if other.start < start => (other.start, out[index + 1]),
                _ => (start, self.is_list(next).then_some(next)),
            };
            if Span::new(comment.end, end).slice(self.text).trim().is_empty() {
                out[index] = found;
            }
        }
        out
    }

    /// Start of the constraint that `next` is.
    fn rule_target(&self, next: NodeId, open: &Open) -> Option<u32> {
        let node = self.node(next);
        let constraints = match open.kind {
            Kind::Domain => &open.domain.constraints,
            Kind::Problem => &open.problem.constraints,
        };
        // Above the section: the one constraint in it.
        if self.head(next).is_some_and(|head| head.eq_ignore_ascii_case(":constraints")) {
            let index = constraints.partition_point(|constraint| constraint.span.start < node.start);
            let inner = constraints.get(index).filter(|inner| node.span().contains(inner.span.start))?;
            return match &inner.kind {
                ConditionKind::And(parts) => match parts.as_slice() {
                    [only] => Some(only.span.start),
                    _ => None,
                },
                _ => Some(inner.span.start),
            };
        }
        let index = constraints.partition_point(|constraint| constraint.span.end <= node.start);
        constraints.get(index)?.span.contains(node.start).then_some(node.start)
    }

    fn read_rule(&mut self, comment: Span, target: u32, body: &str, start: u32) -> RuleComment {
        let offset = |at: usize| start + u32::try_from(at).unwrap_or(0);
        let mut rest = body;
        let mut name = String::new();
        let mut pairs: Vec<(String, String, Span)> = Vec::new();
        loop {
            rest = rest.trim_start();
            if rest.is_empty() {
                break;
            }
            let at = body.len() - rest.len();
            let end = rest.find(|c: char| c.is_whitespace() || c == '=').unwrap_or(rest.len());
            let key = &rest[..end];
            let Some(value) = rest[end..].strip_prefix('=') else {
                if name.is_empty() && pairs.is_empty() && !key.is_empty() {
                    key.clone_into(&mut name);
                } else {
                    self.report_rule_word(Span::new(offset(at), offset(at + end)), key);
                }
                rest = &rest[end..];
                continue;
            };
            let (value, behind) = match value.strip_prefix('"') {
                Some(quoted) => match quoted.split_once('"') {
                    Some((value, behind)) => (value, behind),
                    None => {
                        self.push(
                            self.warning(
                                codes::RULE_FORM,
                                Span::new(offset(at), comment.end),
                                format!("the quote behind {key}= is never closed"),
                            )
                            .help("A rule comment is one line: key=\"words in quotes\"."),
                        );
                        (quoted.trim_end(), "")
                    }
                },
                None => {
                    let end = value.find(char::is_whitespace).unwrap_or(value.len());
                    value.split_at(end)
                }
            };
            let span = Span::new(offset(at), offset(body.len() - behind.len()));
            let key = key.to_ascii_lowercase();
            if !RULE_KEYS.contains(&key.as_str()) {
                self.report_rule_key(Span::new(offset(at), offset(at + end)), &key);
            }
            if pairs.len() >= MAX_PAIRS || pairs.iter().any(|(found, ..)| *found == key) {
                self.push(
                    self.warning(codes::RULE_FORM, span, format!("{key} is given twice; the first is used"))
                        .help("Each key of a rule comment is given once."),
                );
            } else {
                pairs.push((key, value.to_owned(), span));
            }
            rest = behind;
        }
        if name.is_empty() {
            self.push(
                self.warning(codes::RULE_FORM, comment, "this rule comment has no name")
                    .help("Write ;@rule name class=FIRE severity=3 victim=adult why=\"...\" avoid=\"...\"."),
            );
        }
        RuleComment { span: comment, target, name, pairs }
    }

    #[cold]
    fn report_rule_word(&mut self, span: Span, word: &str) {
        self.push(
            self.warning(codes::RULE_FORM, span, format!("{word} in this rule comment is no key=value"))
                .help("Values of several words need quotes: why=\"two words\"."),
        );
    }

    #[cold]
    fn report_rule_key(&mut self, span: Span, key: &str) {
        let meant = self.suggest(key, RULE_KEYS);
        let message = match meant {
            Some(meant) => format!("a rule comment has no key {key}; did you mean {meant}?"),
            None => format!("a rule comment has no key {key}"),
        };
        let mut diagnostic =
            self.warning(codes::RULE_KEY, span, message).help(format!("The keys are {}.", RULE_KEYS.join(", ")));
        if let Some(meant) = meant {
            diagnostic = diagnostic.replace(format!("Write {meant}"), span, meant);
        }
        self.push(diagnostic);
    }
}
