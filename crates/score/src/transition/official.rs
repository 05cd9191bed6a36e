//! The rules of the official evaluator (Embodied Agent Interface), rebuilt from what it does, so that published figures can
//! be reproduced and each difference to ours be given its reason:
//!
//! - an answer that is no exact JSON is searched as it stands; definitions are found by their marks, names end at a hyphen;
//! - what is compared are texts of literals: parameters under other names match nothing, and a single literal does not
//!   match the same literal inside an `and`;
//! - the parts of two conjunctions are paired off, and then *predicates* are counted, each at most once a list however many
//!   literals bear it;
//! - a row of the pairing counts as unmatched when its number is not among the matched columns, so one predicate may be
//!   matched and unmatched at once;
//! - a comparison that fails counts nothing; omitted and invented actions cost nothing; unknown predicates are dropped.

use super::{Section, Status, Suite, Task, TaskScore};
use crate::counts::Counts;
use std::collections::BTreeSet;

/// Texts nested deeper than this are given up, as the official evaluator gives up when its interpreter's stack ends.
const DEEPEST: usize = 300;

/// Texts with more parts than this are given up: pairing them off would take for ever. Gold has a few dozen.
const MOST_TOKENS: usize = 4_000;

/// More definitions than this are not looked at.
const MOST_DEFINITIONS: usize = 1_000;

/// Scores one answer.
#[must_use]
pub fn score(suite: &Suite, task: &Task, raw: &str) -> TaskScore {
    let Some(found) = content(raw).and_then(|text| definitions(&text)) else {
        return TaskScore::new(task, Status::Unreadable);
    };
    let mut score = TaskScore::new(task, Status::Read);
    for definition in &found {
        let Some(gold) = suite.gold.get(&definition.name).filter(|gold| task.actions.contains(&gold.name)) else {
            score.invented.push(definition.name.clone());
            continue;
        };
        for (section, predicted, gold) in [
            (Section::Precondition, &definition.precondition, &gold.precondition),
            (Section::Effect, &definition.effect, &gold.effect),
        ] {
            let Some(compared) = compare(predicted, gold) else {
                score.given_up += 1;
                continue;
            };
            for (list, one) in [
                (&compared.matched, Counts::new(1, 0, 0)),
                (&compared.extra, Counts::new(0, 1, 0)),
                (&compared.missing, Counts::new(0, 0, 1)),
            ] {
                for predicate in list {
                    if let Some(class) = suite.classes.get(predicate) {
                        score.add(section, class, one);
                    }
                }
            }
            let named = |predicate: &String| (definition.name.clone(), predicate.clone());
            score.missing.extend(compared.missing.iter().filter(|name| suite.classes.contains_key(*name)).map(named));
            score.extra.extend(compared.extra.iter().filter(|name| suite.classes.contains_key(*name)).map(named));
        }
    }
    let defined: BTreeSet<&String> = found.iter().map(|definition| &definition.name).collect();
    score.omitted = task.actions.iter().filter(|name| !defined.contains(name)).cloned().collect();
    score
}

/// What is searched for definitions: the string under `output`, or the answer itself where it is no JSON. `None`: JSON
/// of another shape.
fn content(raw: &str) -> Option<String> {
    let text = match raw.strip_prefix("```json") {
        Some(rest) => rest.trim_matches('`'),
        None => raw,
    };
    let text = text.trim().replace('\n', "").replace('\'', "\"");
    match serde_json::from_str::<serde_json::Value>(&text) {
        Ok(serde_json::Value::Object(members)) => match members.get("output") {
            Some(serde_json::Value::String(output)) => Some(output.clone()),
            _ => None,
        },
        Ok(serde_json::Value::String(text)) => Some(text),
        Ok(_) => None,
        Err(_) => Some(text),
    }
}

/// A definition as the official evaluator cuts it out.
struct Definition {
    name: String,
    precondition: String,
    effect: String,
}

/// A text that is looked at by the numbers of its characters.
struct Text(Vec<char>);

impl Text {
    fn find(&self, what: &str, from: usize) -> Option<usize> {
        let what: Vec<char> = what.chars().collect();
        self.0.get(from..)?.windows(what.len()).position(|window| window == what).map(|at| at + from)
    }

    /// Behind an opening parenthesis: up to the one that closes it. The first character is looked at only for being a
    /// closing parenthesis.
    fn block(&self, start: usize) -> Option<&[char]> {
        if *self.0.get(start)? == ')' {
            return self.0.get(start..=start);
        }
        let mut open = 1;
        let mut at = start;
        while open > 0 {
            at += 1;
            match self.0.get(at)? {
                '(' => open += 1,
                ')' => open -= 1,
                _ => {}
            }
        }
        self.0.get(start..=at)
    }

    /// The place behind the next opening parenthesis; the beginning of the text where there is none.
    fn behind_open(&self, from: usize) -> usize {
        self.find("(", from).map_or(0, |at| at + 1)
    }

    /// The next `(:action name`: the name, and where it ends.
    fn action(&self, mut from: usize) -> Option<(String, usize)> {
        let is_word = |c: &char| c.is_alphanumeric() || *c == '_';
        loop {
            let mark = self.find("(:action", from)?;
            let behind = mark + "(:action".len();
            let blanks = self.0[behind..].iter().take_while(|c| c.is_whitespace()).count();
            let start = behind + blanks;
            let length = self.0[start..].iter().take_while(|c| is_word(c)).count();
            if blanks > 0 && length > 0 {
                return Some((self.0[start..start + length].iter().collect(), start + length));
            }
            from = mark + 1;
        }
    }
}

fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The definitions in a text, the last one of every name; `None` when parameters are never closed, which ends the official
/// evaluator's reading of the whole answer.
fn definitions(text: &str) -> Option<Vec<Definition>> {
    let bare: Vec<&str> = text.split('\n').map(|line| line.split(';').next().unwrap_or_default()).collect();
    let text = Text(joined(&bare.join("\n")).chars().collect());
    let mut found: Vec<Definition> = Vec::new();
    let mut at = 0;
    while found.len() < MOST_DEFINITIONS
        && let Some((name, behind)) = text.action(at)
    {
        let slot = |slot: &str| text.find(slot, behind);
        let (Some(parameters), Some(precondition), Some(effect)) =
            (slot(":parameters"), slot(":precondition"), slot(":effect"))
        else {
            break;
        };
        text.block(text.behind_open(parameters))?;
        let block = |slot: usize| match text.block(text.behind_open(slot)) {
            Some(block) => block.iter().collect(),
            // The opening parenthesis is written twice here, so this text cannot be compared later.
            None => "()".to_owned(),
        };
        let tidy = |block: &str| format!("({}", joined(block)).replace(") )", "))");
        let effects: String = block(effect);
        let definition = Definition { precondition: tidy(&block(precondition)), effect: tidy(&effects), name };
        // The search goes on behind the first closing parenthesis of the effect.
        at = effect + 1 + effects.chars().position(|c| c == ')').unwrap_or_default();
        match found.iter_mut().find(|earlier| earlier.name == definition.name) {
            Some(earlier) => *earlier = definition,
            None => found.push(definition),
        }
    }
    Some(found)
}

/// An expression as the official evaluator sees it: a text, or an operator with its operands.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Expression {
    Text(String),
    Operation(String, Vec<Expression>),
}

use Expression::{Operation, Text as Words};

/// Reads an expression; `None` where the official evaluator gives up.
fn parse(text: &str) -> Option<Expression> {
    enum Item {
        Open,
        Part(Expression),
    }
    let mut stack: Vec<Item> = Vec::new();
    let mut depth = 0;
    let tokens = tokens(text);
    if tokens.len() > MOST_TOKENS {
        return None;
    }
    for token in tokens {
        match token.as_str() {
            "(" => {
                depth += 1;
                if depth > DEEPEST {
                    return None;
                }
                stack.push(Item::Open);
            }
            ")" => {
                depth = depth.saturating_sub(1);
                let mut parts = Vec::new();
                loop {
                    match stack.pop()? {
                        Item::Open => break,
                        Item::Part(part) => parts.push(part),
                    }
                }
                parts.reverse();
                stack.push(Item::Part(if parts.is_empty() { Words("()".to_owned()) } else { operation(parts)? }));
            }
            _ => stack.push(Item::Part(Words(token))),
        }
    }
    match (stack.pop(), stack.is_empty()) {
        (Some(Item::Part(part)), true) => Some(part),
        (Some(Item::Open), true) => Some(Words("(".to_owned())),
        _ => None,
    }
}

fn operation(parts: Vec<Expression>) -> Option<Expression> {
    let operands = match &parts[0] {
        Words(word) => match word.as_str() {
            "and" | "or" => Some(None),
            "not" => Some(Some(1)),
            "exists" | "forall" | "when" => Some(Some(2)),
            _ => None,
        },
        Operation(..) => None,
    };
    match operands {
        Some(expected) => {
            let mut parts = parts.into_iter();
            let Some(Words(operator)) = parts.next() else { return None };
            let rest: Vec<Expression> = parts.collect();
            expected.is_none_or(|count| rest.len() == count).then_some(Operation(operator, rest))
        }
        None => {
            let words: Option<Vec<&str>> =
                parts.iter().map(|part| if let Words(word) = part { Some(word.as_str()) } else { None }).collect();
            Some(Words(words?.join(" ")))
        }
    }
}

/// Parentheses, and what stands between them with its inner blanks.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut words = String::new();
    let end = |words: &mut String, tokens: &mut Vec<String>| {
        if !words.is_empty() {
            tokens.push(words.trim().to_owned());
            words.clear();
        }
    };
    for c in text.chars() {
        match c {
            '(' | ')' => {
                end(&mut words, &mut tokens);
                tokens.push(c.to_string());
            }
            _ if c.is_whitespace() && words.is_empty() => {}
            _ => words.push(c),
        }
    }
    end(&mut words, &mut tokens);
    tokens
}

fn is_junction(operator: &str) -> bool {
    matches!(operator, "and" | "or")
}

/// Puts two expressions side by side: conjunctions are filled up to the same length, and variables of quantifiers that
/// stand at the same place get the name in the first. `None` where the official evaluator gives up.
fn align(first: Expression, second: Expression) -> Option<(Expression, Expression)> {
    match (first, second) {
        (Operation(one, left), Operation(two, right)) if one == two && matches!(one.as_str(), "exists" | "forall") => {
            let [Words(left_variable), left_body] = <[Expression; 2]>::try_from(left).ok()? else { return None };
            let [Words(right_variable), right_body] = <[Expression; 2]>::try_from(right).ok()? else { return None };
            let name = |variable: &str| variable.split('-').next().unwrap_or_default().trim().to_owned();
            let (to, from) = (name(&left_variable), name(&right_variable));
            let right_variable = right_variable.replace(&from, &to);
            let right_body = renamed(right_body, &from, &to);
            Some((
                Operation(one, vec![Words(left_variable), left_body]),
                Operation(two, vec![Words(right_variable), right_body]),
            ))
        }
        (Operation(one, left), Operation(two, right)) if is_junction(&one) && is_junction(&two) => {
            let length = left.len().max(right.len());
            let (mut left, mut right) = (left.into_iter(), right.into_iter());
            let (mut aligned_left, mut aligned_right) = (Vec::new(), Vec::new());
            let filler = || Words("()".to_owned());
            for _ in 0..length {
                let (a, b) = align(left.next().unwrap_or_else(filler), right.next().unwrap_or_else(filler))?;
                aligned_left.push(a);
                aligned_right.push(b);
            }
            Some((Operation(one, aligned_left), Operation(two, aligned_right)))
        }
        others => Some(others),
    }
}

/// Replaces a variable's name in all texts, operators included, also where it is only the beginning of another name.
fn renamed(expression: Expression, from: &str, to: &str) -> Expression {
    match expression {
        Words(words) => Words(words.replace(from, to)),
        Operation(operator, parts) => {
            Operation(operator.replace(from, to), parts.into_iter().map(|part| renamed(part, from, to)).collect())
        }
    }
}

/// What two expressions have in common, as lists of parts.
#[derive(Default)]
struct Match<'e> {
    score: f64,
    matched: Vec<&'e Expression>,
    extra: Vec<&'e Expression>,
    missing: Vec<&'e Expression>,
}

impl<'e> Match<'e> {
    fn none(first: &'e Expression, second: &'e Expression) -> Self {
        Self { score: 0.0, matched: Vec::new(), extra: vec![first], missing: vec![second] }
    }

    /// All or nothing, with this score.
    fn whole(score: f64, first: &'e Expression, second: &'e Expression) -> Self {
        if score > 0.0 { Self { score, matched: vec![first], ..Self::default() } } else { Self::none(first, second) }
    }
}

fn matching<'e>(first: &'e Expression, second: &'e Expression) -> Match<'e> {
    let (one, left, two, right) = match (first, second) {
        (Words(one), Words(two)) => return Match::whole(if one == two { 1.0 } else { 0.0 }, first, second),
        (Operation(one, left), Operation(two, right)) => (one.as_str(), left, two.as_str(), right),
        _ => return Match::none(first, second),
    };
    if one != two {
        return Match::none(first, second);
    }
    match (one, left.as_slice(), right.as_slice()) {
        ("not", [left], [right]) => Match::whole(matching(left, right).score, first, second),
        ("when", [left, left_body], [right, right_body]) => {
            let both = matching(left, right).score >= 1.0 && matching(left_body, right_body).score >= 1.0;
            Match::whole(if both { 1.0 } else { 0.0 }, first, second)
        }
        ("exists" | "forall", [left, left_body], [right, right_body]) => {
            let score = if left == right { matching(left_body, right_body).score } else { 0.0 };
            Match::whole(score, first, second)
        }
        ("and" | "or", left, right) => junction(left, right),
        _ => Match::none(first, second),
    }
}

/// Pairs off the parts of two conjunctions or disjunctions.
#[expect(clippy::cast_precision_loss, reason = "numbers of parts")]
fn junction<'e>(left: &'e [Expression], right: &'e [Expression]) -> Match<'e> {
    let mut found = Match::default();
    let mut edges = vec![Vec::new(); left.len()];
    for (row, first) in left.iter().enumerate() {
        for (column, second) in right.iter().enumerate() {
            let one = matching(first, second);
            // Only full scores make a pair: fractions are cut off.
            if one.score >= 1.0 {
                edges[row].push(column);
                found.matched.extend(one.matched);
            }
        }
    }
    let partners = pair_off(&edges, right.len());
    let columns: BTreeSet<usize> = partners.iter().flatten().copied().collect();
    found.extra = (0..left.len())
        .filter(|row| !columns.contains(row) || partners[*row].is_none())
        .map(|row| &left[row])
        .collect();
    found.missing = (0..right.len()).filter(|column| !columns.contains(column)).map(|column| &right[column]).collect();
    let smaller = left.len().min(right.len());
    found.score = if smaller == 0 { 0.0 } else { columns.len() as f64 / smaller as f64 };
    found
}

/// A largest pairing of rows with columns.
fn pair_off(edges: &[Vec<usize>], columns: usize) -> Vec<Option<usize>> {
    fn augment(row: usize, edges: &[Vec<usize>], seen: &mut [bool], owner: &mut [Option<usize>]) -> bool {
        for &column in &edges[row] {
            if !std::mem::replace(&mut seen[column], true)
                && owner[column].is_none_or(|other| augment(other, edges, seen, owner))
            {
                owner[column] = Some(row);
                return true;
            }
        }
        false
    }
    let mut owner: Vec<Option<usize>> = vec![None; columns];
    for row in 0..edges.len() {
        augment(row, edges, &mut vec![false; columns], &mut owner);
    }
    let mut partners = vec![None; edges.len()];
    for (column, row) in owner.iter().enumerate() {
        if let Some(row) = row {
            partners[*row] = Some(column);
        }
    }
    partners
}

/// Names of predicates by how they came out.
struct Compared {
    matched: BTreeSet<String>,
    extra: BTreeSet<String>,
    missing: BTreeSet<String>,
}

/// Compares two texts; `None` where the official evaluator gives up.
fn compare(predicted: &str, gold: &str) -> Option<Compared> {
    let (first, second) = align(parse(predicted)?, parse(gold)?)?;
    let found = matching(&first, &second);
    Some(Compared {
        matched: predicates(&found.matched),
        extra: predicates(&found.extra),
        missing: predicates(&found.missing),
    })
}

fn predicates(parts: &[&Expression]) -> BTreeSet<String> {
    fn collect(part: &Expression, names: &mut BTreeSet<String>) {
        match part {
            Words(words) => {
                names.insert(words.split(' ').next().unwrap_or_default().to_owned());
            }
            Operation(operator, parts) => {
                // Variables of quantifiers are no predicates.
                let skipped = usize::from(matches!(operator.as_str(), "exists" | "forall"));
                parts.iter().skip(skipped).for_each(|part| collect(part, names));
            }
        }
    }
    let mut names = BTreeSet::new();
    parts.iter().for_each(|part| collect(part, &mut names));
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(predicted: &str, gold: &str) -> Option<String> {
        let list = |names: &BTreeSet<String>| names.iter().cloned().collect::<Vec<_>>().join(" ");
        compare(predicted, gold).map(|c| format!("{}|{}|{}", list(&c.matched), list(&c.extra), list(&c.missing)))
    }

    #[test]
    fn comparisons() {
        for (predicted, gold, right) in [
            ("(p ?x)", "(p ?x)", "p||"),
            ("(p ?x)", "(p ?y)", "|p|p"),
            ("(p ?x)", "(and (p ?x))", "|p|p"),
            ("(and (p ?x) (q ?y))", "(and (q ?y) (p ?x))", "p q||"),
            // A row whose number is no matched column: q is matched and extra.
            ("(and (r ?x) (q ?y))", "(and (q ?y) (p ?x))", "q|q r|p"),
            ("(and (p ?x))", "(and (p ?x) (q ?x))", "p|()|q"),
            ("()", "()", "()||"),
            ("(forall (?a) (p ?a))", "(forall (?b) (p ?b))", "p||"),
            ("(not (exists (?a) (p ?a)))", "(not (exists (?b) (p ?b)))", "|p|p"),
            ("(not (and (p) (q)))", "(not (and (p) (r)))", "p q||"),
            ("(when (p) (q))", "(when (p) (r))", "|p q|p r"),
            ("(or (p) (q))", "(and (p) (q))", "|p q|p q"),
        ] {
            assert_eq!(shown(predicted, gold).as_deref(), Some(right), "{predicted} {gold}");
        }
    }

    #[test]
    fn what_is_given_up() {
        for broken in
            ["(not (p) (q))", "(forall (?x) (p) (q))", "(p (not (q)))", "(p", ")", "(p) (q)", "((not (p)) ?x)"]
        {
            assert_eq!(shown(broken, "(p)"), None, "{broken}");
        }
        assert_eq!(shown(&"(not ".repeat(100_000), "(p)"), None);
    }

    #[test]
    fn definitions_by_their_marks() {
        let text = "x (:action walk-to :parameters (?a) :precondition () :effect (p ?a) ) (:action b :parameters (?x) ; c\n\
            :precondition (and (p ?x) (q ?x) ) :effect (not (p ?x)))";
        let found = definitions(text).expect("definitions");
        let shown: Vec<_> = found.iter().map(|d| format!("{} {} {}", d.name, d.precondition, d.effect)).collect();
        assert_eq!(shown, ["walk () (p ?a)", "b (and (p ?x) (q ?x)) (not (p ?x))"]);
        assert!(definitions("(:action a :parameters (?x :precondition () :effect ()").is_none());
        assert!(definitions("(:action a :parameters () :precondition ()").expect("no fault").is_empty());
    }

    #[test]
    fn contents_of_answers() {
        assert_eq!(content("```json\n{\"output\": \"a\\nb\"}\n```").as_deref(), Some("a\nb"));
        assert_eq!(content("{'output': 'a'}").as_deref(), Some("a"));
        assert_eq!(content("{\"output\": (a)}").as_deref(), Some("{\"output\": (a)}"));
        assert_eq!(content("{\"other\": \"a\"}"), None);
        assert_eq!(content("[1]"), None);
    }

    #[test]
    fn the_largest_pairing_is_found() {
        assert_eq!(pair_off(&[vec![0, 1], vec![0]], 2), [Some(1), Some(0)]);
        assert_eq!(pair_off(&[vec![0], vec![0]], 1), [Some(0), None]);
    }
}
