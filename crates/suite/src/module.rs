//! Modules: what a scenario switches on beside the primitives. A module is PDDL with three sections of our own:
//! `(:needs MODULE...)`, `(:extend ACTION :precondition c :effect e)`, which adds to an action of the household, and
//! `(:rule ;@rule ... FORMULA :before ACTION c ... :at-end c)`, a hazard rule in its two independent forms: a constraint
//! on the states that a plan visits, and what has to hold before each action (and before the plan ends).
//!
//! Conditions behind `:before` and `:extend` speak of the action's own parameters.

use crate::problem::Problem;
use stepguard_pddl::tree::{NodeId, Repair, Tree};

/// A stretch of a source text and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) text: String,
    pub(crate) file: String,
    /// From 1.
    pub(crate) line: u32,
}

/// An action, taken apart.
#[derive(Debug, Clone)]
pub(crate) struct Action {
    pub(crate) name: String,
    pub(crate) parameters: Piece,
    pub(crate) precondition: Piece,
    pub(crate) effect: Piece,
}

/// What is added to an action of another part.
#[derive(Debug, Clone)]
pub(crate) struct Extension {
    pub(crate) action: String,
    pub(crate) precondition: Option<Piece>,
    pub(crate) effect: Option<Piece>,
}

/// A hazard rule in both forms.
#[derive(Debug, Clone)]
pub(crate) struct Rule {
    pub(crate) name: String,
    /// The comment with its metadata.
    pub(crate) comment: Piece,
    /// The constraint.
    pub(crate) formula: Piece,
    /// What has to hold before an action.
    pub(crate) before: Vec<(String, Piece)>,
    /// What has to hold when the plan ends.
    pub(crate) at_end: Option<Piece>,
}

/// A domain or a module.
#[derive(Debug, Clone, Default)]
pub(crate) struct Module {
    pub(crate) name: String,
    pub(crate) needs: Vec<String>,
    pub(crate) types: Vec<Piece>,
    pub(crate) predicates: Vec<Piece>,
    pub(crate) derived: Vec<Piece>,
    pub(crate) actions: Vec<Action>,
    pub(crate) extensions: Vec<Extension>,
    pub(crate) rules: Vec<Rule>,
}

/// Reads a domain, a module, or the sections of a module without anything around them. `line`: where the text starts
/// in its file, from 1.
pub(crate) fn read(name: &str, file: &str, line: u32, text: &str) -> Result<Module, Vec<Problem>> {
    let tree = Tree::parse(text);
    let mut reader = Reader {
        text,
        tree: &tree,
        file,
        line,
        problems: Vec::new(),
        module: Module { name: name.to_owned(), ..Module::default() },
    };
    for repair in tree.repairs() {
        // The reader mends what it can, but a source has to be right as it stands.
        let (message, at) = match repair {
            Repair::Unclosed { list, missing, .. } => {
                (format!("{missing} closing parenthesis missing in what starts here"), tree.node(*list).start)
            }
            Repair::ClosedEarly { close, .. } => ("this parenthesis closes too early".to_owned(), *close),
            Repair::Unopened { list } => ("an opening parenthesis is missing".to_owned(), tree.node(*list).start),
            Repair::Stray { at, .. } => ("this closing parenthesis is one too many".to_owned(), *at),
            Repair::TooDeep { at } => ("lists are nested too deep".to_owned(), *at),
        };
        reader.problems.push(Problem {
            file: file.to_owned(),
            field: String::new(),
            line: Some(reader.line_at(at)),
            message,
            remedy: "Every ( needs its ), and a section ends where its first ( is closed.".to_owned(),
        });
    }
    if let (true, Some(at)) = (reader.problems.is_empty(), unbalanced(text)) {
        reader.problems.push(Problem {
            file: file.to_owned(),
            field: String::new(),
            line: Some(line + at),
            message: "the parentheses do not match".to_owned(),
            remedy: "Every ( needs its ), and every ) its (.".to_owned(),
        });
    }
    for root in tree.roots() {
        let children: Vec<NodeId> = tree.children(root).collect();
        if reader.word(children.first()).is_some_and(|word| word == "define") {
            for section in children.into_iter().skip(2) {
                reader.section(section);
            }
        } else {
            reader.section(root);
        }
    }
    if reader.problems.is_empty() { Ok(reader.module) } else { Err(reader.problems) }
}

struct Reader<'t> {
    text: &'t str,
    tree: &'t Tree,
    file: &'t str,
    line: u32,
    problems: Vec<Problem>,
    module: Module,
}

impl Reader<'_> {
    /// The word in lower case, if the node is one.
    fn word(&self, id: Option<&NodeId>) -> Option<String> {
        let node = self.tree.node(*id?);
        node.is_word().then(|| node.span().slice(self.text).to_ascii_lowercase())
    }

    fn line_at(&self, start: u32) -> u32 {
        let before = &self.text.as_bytes()[..start as usize];
        let lines = before.iter().filter(|byte| **byte == b'\n').count();
        self.line + u32::try_from(lines).unwrap_or(u32::MAX)
    }

    fn piece(&self, start: u32, end: u32) -> Piece {
        let text = self.text[start as usize..end as usize].to_owned();
        Piece { text, file: self.file.to_owned(), line: self.line_at(start) }
    }

    fn node(&self, id: NodeId) -> Piece {
        let node = self.tree.node(id);
        self.piece(node.start, node.end)
    }

    fn fault(&mut self, id: NodeId, message: String, remedy: &str) {
        let line = Some(self.line_at(self.tree.node(id).start));
        self.problems.push(Problem {
            file: self.file.to_owned(),
            field: String::new(),
            line,
            message,
            remedy: remedy.to_owned(),
        });
    }

    /// What stands in a list behind its first word.
    fn inside(&self, list: NodeId, children: &[NodeId]) -> Option<Piece> {
        let (first, node) = (children.get(1)?, self.tree.node(list));
        Some(self.piece(self.tree.node(*first).start, node.end.saturating_sub(1)))
    }

    fn section(&mut self, id: NodeId) {
        const SECTIONS: &str =
            "The sections of a module are :needs, :types, :predicates, :derived, :action, :extend and :rule.";
        let children: Vec<NodeId> = self.tree.children(id).collect();
        let head = self.word(children.first());
        match head.as_deref() {
            Some(":requirements") => {}
            Some(":needs") => {
                let needs: Vec<String> = children[1..].iter().filter_map(|child| self.word(Some(child))).collect();
                self.module.needs.extend(needs);
            }
            Some(":types") => self.module.types.extend(self.inside(id, &children)),
            Some(":predicates") => self.module.predicates.extend(self.inside(id, &children)),
            Some(":derived") => {
                let piece = self.node(id);
                self.module.derived.push(piece);
            }
            Some(":action") => self.action(id, &children),
            Some(":extend") => self.extension(id, &children),
            Some(":rule") => self.rule(id, &children),
            Some(other) => self.fault(id, format!("there is no section {other} here"), SECTIONS),
            None => self.fault(id, "this is no section".to_owned(), SECTIONS),
        }
    }

    /// The values of `:key value` pairs from `from` on.
    fn slots(&mut self, children: &[NodeId], from: usize, known: &[&str]) -> Vec<(String, NodeId)> {
        let mut found: Vec<(String, NodeId)> = Vec::new();
        for pair in children.get(from..).unwrap_or_default().chunks(2) {
            let key = self.word(pair.first()).unwrap_or_default();
            match pair {
                [_, value] if known.contains(&key.as_str()) && found.iter().all(|(seen, _)| *seen != key) => {
                    found.push((key, *value));
                }
                _ => {
                    let remedy = format!("Here stand {}, each once and with its value.", known.join(", "));
                    self.fault(pair[0], "this part is not understood".to_owned(), &remedy);
                }
            }
        }
        found
    }

    fn action(&mut self, id: NodeId, children: &[NodeId]) {
        let name = self.word(children.get(1));
        let slots = self.slots(children, 2, &[":parameters", ":precondition", ":effect"]);
        let slot = |key: &str| slots.iter().find(|(seen, _)| seen == key).map(|(_, value)| self.node(*value));
        match (name, slot(":parameters"), slot(":precondition"), slot(":effect")) {
            (Some(name), Some(parameters), Some(precondition), Some(effect)) => {
                self.module.actions.push(Action { name, parameters, precondition, effect });
            }
            _ => self.fault(
                id,
                "an action needs a name, :parameters, :precondition and :effect".to_owned(),
                "Write (:action NAME :parameters (...) :precondition (...) :effect (...)).",
            ),
        }
    }

    fn extension(&mut self, id: NodeId, children: &[NodeId]) {
        let name = self.word(children.get(1));
        let slots = self.slots(children, 2, &[":precondition", ":effect"]);
        let slot = |key: &str| slots.iter().find(|(seen, _)| seen == key).map(|(_, value)| self.node(*value));
        let (precondition, effect) = (slot(":precondition"), slot(":effect"));
        match name {
            Some(action) if precondition.is_some() || effect.is_some() => {
                self.module.extensions.push(Extension { action, precondition, effect });
            }
            _ => self.fault(
                id,
                "an extension names an action and adds something to it".to_owned(),
                "Write (:extend ACTION :precondition (...) :effect (...)), either or both, with the action's own parameters.",
            ),
        }
    }

    fn rule(&mut self, id: NodeId, children: &[NodeId]) {
        const FORM: &str = "Write (:rule, a line ;@rule NAME class=... severity=... victim=... why=\"...\" \
                            avoid=\"...\", the \
                            constraint, and then its second form: :before ACTION (condition) and :at-end (condition).";
        let node = *self.tree.node(id);
        let whole = node.span().slice(self.text);
        let Some(offset) = whole.find(";@rule") else {
            self.fault(id, "this rule has no line ;@rule".to_owned(), FORM);
            return;
        };
        let comment = whole[offset..].lines().next().unwrap_or_default();
        let start = node.start + u32::try_from(offset).unwrap_or(0);
        let comment_piece = self.piece(start, start + u32::try_from(comment.len()).unwrap_or(0));
        let name = comment.split_whitespace().nth(1).unwrap_or_default().to_owned();
        let Some(formula) = children.get(1).filter(|child| self.tree.node(**child).is_list()) else {
            self.fault(id, "this rule has no constraint".to_owned(), FORM);
            return;
        };
        let mut rule =
            Rule { name, comment: comment_piece, formula: self.node(*formula), before: Vec::new(), at_end: None };
        let mut rest = children[2..].iter();
        while let Some(key) = rest.next() {
            match self.word(Some(key)).as_deref() {
                Some(":before") => match (self.word(rest.next()), rest.next()) {
                    (Some(action), Some(condition)) => {
                        let condition = self.node(*condition);
                        rule.before.push((action, condition));
                    }
                    _ => self.fault(*key, "behind :before stand an action and a condition".to_owned(), FORM),
                },
                Some(":at-end") if rule.at_end.is_none() => match rest.next() {
                    Some(condition) => rule.at_end = Some(self.node(*condition)),
                    None => self.fault(*key, "behind :at-end stands a condition".to_owned(), FORM),
                },
                _ => self.fault(*key, "this part of the rule is not understood".to_owned(), FORM),
            }
        }
        if rule.before.is_empty() && rule.at_end.is_none() {
            self.fault(id, format!("the rule {} has no second form", rule.name), FORM);
        }
        self.module.rules.push(rule);
    }
}

/// The line, from 0, on which a parenthesis is closed that is not open, or on which the first one stands that is never
/// closed.
pub(crate) fn unbalanced(text: &str) -> Option<u32> {
    let mut open: Vec<u32> = Vec::new();
    for (number, line) in (0..).zip(text.lines()) {
        for c in line.split(';').next().unwrap_or_default().chars() {
            match c {
                '(' => open.push(number),
                ')' if open.pop().is_none() => return Some(number),
                _ => {}
            }
        }
    }
    open.first().copied()
}
