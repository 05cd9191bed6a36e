//! Goals of the household suite as sets of literals, in the notations that models use: JSON (lists of states and relations,
//! of predicates with arguments, of texts), PDDL conditions, and calls such as `inside(knife, toaster)`. What is no literal,
//! such as a disjunction, counts as one part and equals only the same text.

use super::loose::{Clean, clean, content};
use super::{Aside, AsideKind, Reading, same_name, span};
use std::collections::BTreeMap;
use std::fmt;
use stepguard_pddl::tree::{NodeId, Tree};
use stepguard_plan::json::{Node, Value};
use stepguard_text::Span;

/// A part of a goal. Names are in the form in which names are compared: small letters, `_` for `-`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Literal {
    /// It is to hold.
    pub positive: bool,
    /// Its predicate.
    pub predicate: String,
    /// Its objects.
    pub arguments: Vec<String>,
    /// It is a condition of another kind, its text the only argument.
    pub other: bool,
}

impl Literal {
    /// About one thing, or none.
    #[must_use]
    pub fn is_unary(&self) -> bool {
        !self.other && self.arguments.len() < 2
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.other {
            return f.write_str(&self.arguments.join(" "));
        }
        let (open, close) = if self.positive { ("", "") } else { ("(not ", ")") };
        write!(f, "{open}({}", self.predicate)?;
        for argument in &self.arguments {
            write!(f, " {argument}")?;
        }
        write!(f, "){close}")
    }
}

/// A goal as answered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LiteralsAnswer {
    /// Its parts.
    pub literals: Vec<Literal>,
    /// Parts that cannot be read.
    pub unreadable: i64,
}

/// A condition that is no literal.
pub(crate) fn other(text: &str) -> Literal {
    let text = same_name(&text.split_whitespace().collect::<Vec<_>>().join(" "));
    Literal { positive: true, predicate: String::new(), arguments: vec![text], other: true }
}

/// Keys under which goals stand, in the form of [`Clean::key`].
const LISTS: [&str; 36] = [
    "nodegoals",
    "nodegoal",
    "stategoals",
    "states",
    "unarygoals",
    "unary",
    "edgegoals",
    "edgegoal",
    "relationgoals",
    "relations",
    "relationalgoals",
    "relational",
    "symbolicgoals",
    "symbolicgoal",
    "goals",
    "goal",
    "goalliterals",
    "goalconditions",
    "literals",
    "conditions",
    "output",
    "answer",
    "result",
    "response",
    "pddl",
    "and",
    "condition",
    "goalcondition",
    "goalstate",
    "goalpddl",
    "pddlgoal",
    "finalcondition",
    "finalstate",
    "positive",
    "positiveliterals",
    "true",
];

/// Keys under which stands what is not to hold.
const NEGATIVE: [&str; 6] =
    ["negative", "negatives", "negativeliterals", "negativegoals", "negativeconditions", "false"];

/// Keys that say whether a literal holds; those behind the bar say that it does not.
const HOLDS: [&str; 5] = ["value", "holds", "positive", "truth", "is"];
const HOLDS_NOT: [&str; 4] = ["negated", "negative", "negation", "not"];

/// Reads a goal. `predicates` are those of the domain, with the number of their parameters.
#[must_use]
pub fn literals(raw: &str, predicates: &BTreeMap<String, usize>) -> Reading<LiteralsAnswer> {
    let mut clean = clean(raw);
    let values = clean.values();
    let mut found: Option<(usize, LiteralsAnswer, Vec<Aside>)> = None;
    for (index, read) in values.iter().enumerate() {
        let mut reader =
            Reader { clean: &clean, predicates, said: LiteralsAnswer::default(), asides: Vec::new(), any: false };
        reader.value(&read.node);
        let (any, said, asides) = (reader.any, reader.said, reader.asides);
        // A list of words beside a list of goals is no goal.
        if any
            && (found.is_none() || !said.literals.is_empty() || said.unreadable == 0)
            && let Some((earlier, ..)) = found.replace((index, said, asides))
        {
            let place = span((values[earlier].node.range.0, values[earlier].end));
            clean.asides.push(Aside { span: place, kind: AsideKind::Replaced });
        }
    }
    if let Some((index, said, asides)) = found {
        clean.asides.extend(asides);
        clean.list_tolerances(&values[index]);
        let place = span((values[index].node.range.0, values[index].end));
        clean.list_beside(&[place]);
        return Reading::new(Some(said), vec![place], clean.asides);
    }
    from_text(clean, predicates)
}

struct Reader<'a> {
    clean: &'a Clean,
    predicates: &'a BTreeMap<String, usize>,
    said: LiteralsAnswer,
    asides: Vec<Aside>,
    /// Something that is a goal, or a list of none, was found.
    any: bool,
}

impl Reader<'_> {
    fn refuse(&mut self, node: &Node) {
        self.said.unreadable += 1;
        self.asides.push(Aside { span: span(node.range), kind: AsideKind::Unreadable });
    }

    fn push(&mut self, positive: bool, predicate: &str, arguments: Vec<String>) {
        self.any = true;
        self.said.literals.push(literal(positive, predicate, arguments, self.predicates));
    }

    fn words(&self, nodes: &[Node]) -> Option<Vec<String>> {
        nodes.iter().map(|node| self.clean.word(node).map(str::to_owned)).collect()
    }

    /// Reads something that is said not to hold.
    fn negated(&mut self, read: impl FnOnce(&mut Self)) {
        let before = self.said.literals.len();
        read(self);
        for literal in self.said.literals.iter_mut().skip(before).filter(|literal| !literal.other) {
            literal.positive = !literal.positive;
        }
    }

    /// Reads the literal that a key is, such as `closed(box)`, or is the predicate of, such as `inside`.
    fn key_literal(&mut self, (key, value): &(Node, Node)) -> bool {
        let word = self.clean.word(key).unwrap_or_default().to_owned();
        if let Some(arity) = self.predicates.get(&same_name(&word)).copied()
            && arity > 0
        {
            let arguments = match &value.value {
                Value::List(list) => self.words(list),
                Value::Text(_) => self.clean.word(value).map(|word| vec![word.to_owned()]),
                _ => None,
            };
            if let Some(arguments) = arguments.filter(|arguments| arguments.len() == arity) {
                self.push(true, &word, arguments);
                return true;
            }
        }
        if same_name(&word) == "not" && matches!(value.value, Value::Object(_) | Value::List(_) | Value::Text(_)) {
            self.negated(|reader| reader.element(value));
            return true;
        }
        let holds = match self.clean.word(value).map(str::to_ascii_lowercase).as_deref() {
            Some("true") => true,
            Some("false") => false,
            _ => return false,
        };
        let (literals, unreadable) = self.text(&word);
        if unreadable > 0 || !matches!(literals.as_slice(), [one] if self.predicates.contains_key(&one.predicate)) {
            return false;
        }
        self.any = true;
        self.said
            .literals
            .extend(literals.into_iter().map(|literal| Literal { positive: literal.positive == holds, ..literal }));
        true
    }

    /// A value of which it is not known whether it is a goal.
    fn value(&mut self, node: &Node) {
        match &node.value {
            Value::Object(members) => {
                if self.literal_object(node, members) {
                    return;
                }
                for member in members {
                    let (key, value) = member;
                    let name = self.clean.key(key);
                    if NEGATIVE.contains(&name.as_str()) && matches!(value.value, Value::List(_) | Value::Text(_)) {
                        self.negated(|reader| reader.element(value));
                    } else if self.key_literal(member) {
                        // It was read.
                    } else if LISTS.contains(&name.as_str()) {
                        self.any |= matches!(value.value, Value::List(_) | Value::Object(_));
                        self.element(value);
                    } else if !matches!(value.value, Value::Object(_)) || !self.nested(value) {
                        self.asides
                            .push(Aside { span: span((key.range.0, value.range.1)), kind: AsideKind::UnknownKey });
                    }
                }
            }
            Value::List(elements) => {
                if self.list_literal(elements) {
                    return;
                }
                if self.operator(elements) {
                    return;
                }
                let goals = elements.iter().any(|element| match &element.value {
                    Value::Object(_) | Value::List(_) => true,
                    _ => self.clean.word(element).is_some_and(|text| !self.text(text).0.is_empty()),
                });
                if goals {
                    elements.iter().for_each(|element| self.element(element));
                }
            }
            Value::Text(_) | Value::Word | Value::Group => {}
        }
    }

    /// An object under an unknown key, such as a second wrapper.
    fn nested(&mut self, node: &Node) -> bool {
        let before = self.any;
        self.any = false;
        self.value(node);
        let found = self.any;
        self.any |= before;
        found
    }

    /// Something that stands where goals stand.
    fn element(&mut self, node: &Node) {
        match &node.value {
            Value::List(elements) => {
                if !self.list_literal(elements) && !self.operator(elements) {
                    elements.iter().for_each(|element| self.element(element));
                }
            }
            Value::Object(members) if members.is_empty() => {}
            Value::Object(members) => {
                if self.literal_object(node, members) {
                    return;
                }
                let lists = members.iter().any(|(key, _)| {
                    let key = self.clean.key(key);
                    LISTS.contains(&key.as_str()) || NEGATIVE.contains(&key.as_str())
                });
                if lists {
                    self.value(node);
                } else {
                    for member in members {
                        if !self.key_literal(member) {
                            self.refuse(node);
                        }
                    }
                }
            }
            Value::Text(text) => {
                let text = content(&self.clean.text, text).into_owned();
                self.said_text(node, &text);
            }
            Value::Word | Value::Group => {
                let text = self.clean.word(node).unwrap_or_default().to_owned();
                if !matches!(text.as_str(), "null" | "None" | "") {
                    self.said_text(node, &text);
                }
            }
        }
    }

    fn said_text(&mut self, node: &Node, text: &str) {
        let (literals, unreadable) = self.text(text);
        if literals.is_empty() && unreadable == 0 {
            if !text.trim().is_empty() {
                self.refuse(node);
            }
            return;
        }
        self.any = true;
        self.said.literals.extend(literals);
        if unreadable > 0 {
            self.said.unreadable += unreadable;
            self.asides.push(Aside { span: span(node.range), kind: AsideKind::Unreadable });
        }
    }

    fn text(&self, text: &str) -> (Vec<Literal>, i64) {
        let tree = Tree::parse(text);
        let mut parser =
            Parser { text, tree: &tree, predicates: self.predicates, out: LiteralsAnswer::default(), strict: false };
        let roots: Vec<NodeId> = tree.roots().collect();
        parser.sequence(&roots, true);
        (parser.out.literals, parser.out.unreadable)
    }

    /// `["inside", "knife", "toaster"]`, `["not", "closed", "drawer"]`.
    fn list_literal(&mut self, elements: &[Node]) -> bool {
        let Some(words) = self.words(elements) else { return false };
        let (positive, rest) = match words.split_first() {
            Some((first, rest)) if first.eq_ignore_ascii_case("not") => (false, rest),
            _ => (true, words.as_slice()),
        };
        match rest.split_first() {
            Some((predicate, arguments)) if self.predicates.get(&same_name(predicate)) == Some(&arguments.len()) => {
                self.push(positive, predicate, arguments.to_vec());
                true
            }
            _ => false,
        }
    }

    /// `["not", ["closed", "drawer"]]`, `["and", ...]`.
    fn operator(&mut self, elements: &[Node]) -> bool {
        let Some((first, rest)) = elements.split_first() else { return false };
        let structured =
            rest.iter().all(|node| matches!(node.value, Value::List(_) | Value::Object(_) | Value::Text(_)));
        match self.clean.word(first).map(str::to_ascii_lowercase).as_deref() {
            Some("and") if structured => rest.iter().for_each(|element| self.element(element)),
            Some("not") if structured && rest.len() == 1 => {
                self.negated(|reader| rest.iter().for_each(|element| reader.element(element)));
            }
            _ => return false,
        }
        self.any = true;
        true
    }

    /// An object that is one literal.
    fn literal_object(&mut self, node: &Node, members: &[(Node, Node)]) -> bool {
        let field = |names: &[&str]| {
            members.iter().find(|(key, _)| names.contains(&self.clean.key(key).as_str())).map(|(_, value)| value)
        };
        let word = |names: &[&str]| field(names).and_then(|node| self.clean.word(node)).map(str::to_owned);
        let truth = |names: &[&str]| {
            word(names)
                .map(|word| !matches!(word.to_ascii_lowercase().as_str(), "false" | "0" | "no" | "null" | "none"))
        };
        let positive = truth(&HOLDS).unwrap_or(true) != truth(&HOLDS_NOT).unwrap_or(false);
        let (from, to) = (
            word(&["fromname", "from", "object1", "obj1", "subject", "first"]),
            word(&["toname", "to", "object2", "obj2", "target", "second"]),
        );
        if let (Some(relation), Some(from), Some(to)) = (word(&["relation", "relationtype", "predicate"]), &from, &to) {
            self.push(positive, &relation, vec![from.clone(), to.clone()]);
            return true;
        }
        // A name is that of a predicate where the domain has it.
        let named = word(&["name"]).filter(|name| self.predicates.contains_key(&same_name(name)));
        if let Some(predicate) = word(&["predicate", "relation"]).or(named)
            && let Some(arguments) = field(&["arguments", "args", "objects", "parameters", "params", "terms"])
        {
            let arguments = match &arguments.value {
                Value::List(list) => self.words(list),
                _ => self.clean.word(arguments).map(|word| vec![word.to_owned()]),
            };
            match arguments {
                Some(arguments) => self.push(positive, &predicate, arguments),
                None => self.refuse(node),
            }
            return true;
        }
        let name = word(&["name", "object", "node", "classname", "thing", "item"]);
        let states = match field(&["state", "states", "predicate"]) {
            Some(Node { value: Value::List(list), .. }) => self.words(list),
            Some(node) => self.clean.word(node).map(|word| vec![word.to_owned()]),
            None => None,
        };
        match (name, states) {
            (Some(name), Some(states)) if !states.is_empty() => {
                for state in states {
                    self.push(positive, &state, vec![name.clone()]);
                }
                true
            }
            // It was to be a literal and is none.
            (Some(_), _) | (None, Some(_)) => {
                self.refuse(node);
                true
            }
            (None, None) => {
                if from.is_some() || to.is_some() {
                    self.refuse(node);
                    return true;
                }
                false
            }
        }
    }
}

/// A literal; a state may carry its negation, and a predicate without parameters is about nothing, whatever is named.
fn literal(positive: bool, predicate: &str, mut arguments: Vec<String>, known: &BTreeMap<String, usize>) -> Literal {
    let mut positive = positive;
    let mut name = same_name(predicate.trim().trim_matches(['(', ')']).trim()).replace(' ', "_");
    while !known.contains_key(&name) {
        let Some(rest) = ["not_", "not", "!", "~", "¬"].iter().find_map(|sign| name.strip_prefix(sign)) else { break };
        let rest = rest.trim_matches(['(', ')', '_', ' ']);
        if rest.is_empty() {
            break;
        }
        positive = !positive;
        name = rest.to_owned();
    }
    if known.get(&name) == Some(&0) {
        arguments.clear();
    }
    let arguments = arguments.iter().map(|argument| same_name(argument.trim().trim_start_matches('?'))).collect();
    Literal { positive, predicate: name, arguments, other: false }
}

/// Conditions in text.
struct Parser<'a> {
    text: &'a str,
    tree: &'a Tree,
    predicates: &'a BTreeMap<String, usize>,
    out: LiteralsAnswer,
    /// Only what begins with a predicate of the domain is a literal: among words, brackets are mostly remarks.
    strict: bool,
}

// Recursion is as deep as brackets nest, which the reader of trees limits.
impl Parser<'_> {
    fn word(&self, id: NodeId) -> Option<&str> {
        let node = self.tree.node(id);
        node.is_word().then(|| node.span().slice(self.text).trim_matches([',', ';', '.', '"', '\'', '`', ':', '$']))
    }

    fn is_known(&self, word: &str) -> bool {
        self.predicates.contains_key(&same_name(word.trim_start_matches(['!', '~', '¬'])))
    }

    /// Whether words and lists are calls: `closed(box)`.
    fn is_call(&self, nodes: &[NodeId]) -> bool {
        let (Some(first), Some(second)) = (nodes.first(), nodes.get(1)) else { return false };
        let (first, second) = (self.tree.node(*first), self.tree.node(*second));
        first.is_word() && second.is_list() && first.span().end == second.span().start
    }

    /// `= false`, `: true` and the like behind a literal: how many nodes, and whether it holds.
    fn truth(&self, nodes: &[NodeId]) -> Option<(usize, bool)> {
        for (index, id) in nodes.iter().take(3).enumerate() {
            match self.word(*id)?.to_ascii_lowercase().as_str() {
                "" | "=" | "==" | "is" | "->" | "→" => {}
                "true" => return Some((index + 1, true)),
                "false" => return Some((index + 1, false)),
                _ => return None,
            }
        }
        None
    }

    /// Takes what stands behind the last literal into account; how many nodes that are.
    fn said_to_hold(&mut self, nodes: &[NodeId]) -> usize {
        let Some((count, holds)) = self.truth(nodes) else { return 0 };
        if !holds && let Some(last) = self.out.literals.last_mut() {
            last.positive = !last.positive;
        }
        count
    }

    /// Conditions one behind the other: lists, calls, and bare literals of words.
    fn sequence(&mut self, nodes: &[NodeId], positive: bool) {
        let mut positive = positive;
        let mut at = 0;
        while let Some(id) = nodes.get(at).copied() {
            at += 1;
            if self.tree.node(id).is_list() {
                let before = self.out.literals.len();
                self.list(id, positive);
                if self.out.literals.len() == before + 1 {
                    at += self.said_to_hold(&nodes[at..]);
                }
                positive = true;
                continue;
            }
            let Some(word) = self.word(id).map(str::to_owned) else { continue };
            let next = nodes.get(at).copied();
            let calls = next.is_some_and(|next| {
                let next = self.tree.node(next);
                next.is_list() && next.span().start == self.tree.node(id).span().end
            });
            let lower = word.to_ascii_lowercase();
            match lower.as_str() {
                "not" | "!" | "¬" | "~" | "\\+" | "\\lnot" | "\\neg" => positive = !positive,
                "and" | "&" | "&&" | "∧" | "\\land" | "\\wedge" | "-" | "*" | "" => {}
                _ if calls => {
                    let Some(list) = next else { continue };
                    at += 1;
                    let arguments = self.arguments(list);
                    match arguments {
                        Some(arguments) if !self.strict || self.is_known(&word) => {
                            let read = literal(positive, &word, arguments, self.predicates);
                            self.out.literals.push(read);
                            at += self.said_to_hold(&nodes[at..]);
                        }
                        None if !self.strict => self.out.unreadable += 1,
                        _ => {}
                    }
                    positive = true;
                }
                // `inside knife toaster`, and predicates about nothing.
                _ => {
                    let arity = self.predicates.get(&same_name(&word)).copied();
                    let Some(arity) = arity.filter(|arity| !self.strict || *arity == 0) else {
                        // Other words: what is negated before them is no literal.
                        positive = true;
                        continue;
                    };
                    let arguments: Vec<String> =
                        nodes[at..].iter().take(arity).map_while(|id| self.word(*id).map(str::to_owned)).collect();
                    if arguments.len() == arity {
                        at += arity;
                        let read = literal(positive, &word, arguments, self.predicates);
                        self.out.literals.push(read);
                        positive = true;
                    }
                }
            }
        }
    }

    /// Lines that hold a literal in bare words and nothing else: `not closed box`, `inside cup bowl`, `cup inside bowl`.
    fn lines(&mut self) -> Vec<Span> {
        let mut places = Vec::new();
        let mut at = 0;
        for line in self.text.split_inclusive('\n') {
            let start = at;
            at += line.len();
            let shown = line.trim_end();
            let words = shown
                .split(|c: char| c.is_whitespace() || c == ',')
                .map(|word| word.trim_matches(['`', '"', '\'', '.', ';']));
            let words: Vec<&str> = words
                .filter(|word| !matches!(*word, "" | "-" | "*" | "•" | "and"))
                .skip_while(|word| word.trim_end_matches(['.', ')']).parse::<u32>().is_ok())
                .take(8)
                .collect();
            let (positive, words) = match words.split_first() {
                Some((first, rest)) if first.eq_ignore_ascii_case("not") => (false, rest),
                _ => (true, words.as_slice()),
            };
            let arity = |word: &str| self.predicates.get(&same_name(word)).copied();
            let (predicate, arguments) = match words {
                [first, rest @ ..] if arity(first).is_some_and(|arity| arity > 0 && arity == rest.len()) => {
                    (*first, rest.to_vec())
                }
                [one, middle, other] if arity(middle) == Some(2) => (*middle, vec![*one, *other]),
                _ => continue,
            };
            let arguments = arguments.into_iter().map(str::to_owned).collect();
            self.out.literals.push(literal(positive, predicate, arguments, self.predicates));
            places.push(span((start, start + shown.len())));
        }
        places
    }

    /// The words of a list; commas part them as blanks do.
    fn arguments(&self, list: NodeId) -> Option<Vec<String>> {
        let mut words = Vec::new();
        for id in self.tree.children(list) {
            let node = self.tree.node(id);
            if !node.is_word() {
                return None;
            }
            words.extend(
                node.span()
                    .slice(self.text)
                    .split(',')
                    .map(str::trim)
                    .filter(|word| !word.is_empty())
                    .map(str::to_owned),
            );
        }
        Some(words)
    }

    fn list(&mut self, list: NodeId, positive: bool) {
        let children: Vec<NodeId> = self.tree.children(list).collect();
        let Some((first, rest)) = children.split_first() else { return };
        if self.is_call(&children) {
            self.sequence(&children, positive);
            return;
        }
        let Some(head) = self.word(*first).map(str::to_ascii_lowercase) else {
            // Brackets around brackets.
            self.sequence(&children, positive);
            return;
        };
        match head.as_str() {
            "and" | "goal" if positive => self.sequence(rest, true),
            "not" => match rest {
                [inner] if self.tree.node(*inner).is_list() => self.list(*inner, !positive),
                _ => self.sequence(rest, !positive),
            },
            "define" | "problem" => {
                for id in rest {
                    let inner: Vec<NodeId> = self.tree.children(*id).collect();
                    if inner.first().and_then(|id| self.word(*id)).is_some_and(|word| word.eq_ignore_ascii_case("goal"))
                    {
                        self.sequence(&inner[1..], true);
                    }
                }
            }
            // A remark in brackets holds no other brackets.
            "and" | "or" | "imply" | "forall" | "exists" | "when" | "="
                if !self.strict || rest.iter().any(|id| self.tree.node(*id).is_list()) =>
            {
                let text = self.tree.node(list).span().slice(self.text);
                let text = if positive { text.to_owned() } else { format!("(not {text})") };
                self.out.literals.push(other(&text));
            }
            _ if self.strict && !self.is_known(&head) => {}
            _ => match self.arguments(list) {
                Some(words) => {
                    let arguments = words.get(1..).unwrap_or_default().to_vec();
                    let read = literal(positive, &head, arguments, self.predicates);
                    self.out.literals.push(read);
                }
                None => self.out.unreadable += 1,
            },
        }
    }
}

/// PDDL and calls that stand in the text itself. Where a whole goal is written out, the last one counts.
fn from_text(mut clean: Clean, predicates: &BTreeMap<String, usize>) -> Reading<LiteralsAnswer> {
    let tree = Tree::parse(&clean.text);
    let roots: Vec<NodeId> = tree.roots().collect();
    let head = |id: NodeId| {
        let first = tree.children(id).next()?;
        let node = tree.node(first);
        node.is_word().then(|| node.span().slice(&clean.text).trim_matches(':').to_ascii_lowercase())
    };
    // "(and not before)" is a remark.
    let remark = |id: NodeId| {
        let mut inside = tree.children(id).skip(1).peekable();
        inside.peek().is_some() && inside.all(|id| tree.node(id).is_word())
    };
    let whole = |id: &NodeId| {
        tree.node(*id).is_list()
            && head(*id).is_some_and(|head| matches!(head.as_str(), "and" | "goal" | "define"))
            && !remark(*id)
    };
    let wholes: Vec<NodeId> = roots.iter().copied().filter(whole).collect();
    let mut places = Vec::new();
    let mut parser =
        Parser { text: &clean.text, tree: &tree, predicates, out: LiteralsAnswer::default(), strict: false };
    let mut replaced = Vec::new();
    if let Some((last, earlier)) = wholes.split_last() {
        parser.sequence(&[*last], true);
        places.push(tree.node(*last).span());
        replaced.extend(earlier.iter().map(|id| tree.node(*id).span()));
    } else {
        parser.strict = true;
        parser.sequence(&roots, true);
        if !parser.out.literals.is_empty() {
            places.extend(
                roots
                    .iter()
                    .filter(|id| {
                        tree.node(**id).is_list() || parser.word(**id).is_some_and(|word| parser.is_known(word))
                    })
                    .map(|id| tree.node(*id).span()),
            );
        }
    }
    if wholes.is_empty() && parser.out.literals.is_empty() {
        places = parser.lines();
    }
    let said = parser.out;
    let taken = (!wholes.is_empty() || !said.literals.is_empty()).then_some(said);
    clean.asides.extend(replaced.into_iter().map(|span| Aside { span, kind: AsideKind::Replaced }));
    clean.list_beside(&places);
    Reading::new(taken, places, clean.asides)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn predicates() -> BTreeMap<String, usize> {
        [("inside", 2), ("closed", 1), ("switched_on", 1), ("warmed", 0)]
            .map(|(name, arity)| (name.to_owned(), arity))
            .into()
    }

    fn shown(raw: &str) -> Option<String> {
        let answer = literals(raw, &predicates()).taken?;
        let mut parts: Vec<String> = answer.literals.iter().map(ToString::to_string).collect();
        parts.sort_unstable();
        parts.extend((answer.unreadable > 0).then(|| format!("{} unreadable", answer.unreadable)));
        Some(parts.join(" "))
    }

    const RIGHT: &str = "(inside butter_knife toaster) (not (switched_on toaster))";

    #[test]
    fn forms_of_the_same_goal() {
        for raw in [
            "(and (inside butter-knife toaster) (not (switched-on toaster)))",
            "(:goal (and (INSIDE butter_knife toaster) (not (switched-on Toaster))))",
            "(inside butter-knife toaster)\n(not (switched-on toaster))",
            "Here is the condition:\n```pddl\n(and (inside butter-knife toaster)\n (not (switched-on toaster)))\n```<|eot_id|>",
            "(define (problem p) (:goal (and (inside butter-knife toaster) (not (switched-on toaster)))))",
            "inside(butter-knife, toaster)\nnot switched-on(toaster)",
            "The goal is inside(butter_knife, toaster) and not switched_on(toaster).",
            r#"{"goal": "(and (inside butter-knife toaster) (not (switched-on toaster)))"}"#,
            r#"["(inside butter-knife toaster)", "not (switched-on toaster)"]"#,
            r#"{"node goals": [{"name": "toaster", "state": "NOT_SWITCHED_ON"}],
                "edge goals": [{"from_name": "butter-knife", "relation": "INSIDE", "to_name": "toaster"}]}"#,
            r#"{"states": [{"object": "toaster", "state": "switched-on", "value": false}],
                "relations": [["inside", "butter-knife", "toaster"]]}"#,
            r#"{"goals": [{"predicate": "inside", "args": ["butter-knife", "toaster"]},
                {"predicate": "switched-on", "arguments": ["toaster"], "negated": true}]}"#,
            r#"{"answer": {"literals": ["inside butter-knife toaster", "not switched-on toaster"]}}"#,
        ] {
            assert_eq!(shown(raw).as_deref(), Some(RIGHT), "{raw}");
        }
    }

    #[test]
    fn meaning_is_strict() {
        for (raw, wanted) in [
            ("(inside toaster butter-knife)", "(inside toaster butter_knife)"),
            ("(and)", ""),
            ("(warmed)", "(warmed)"),
            (r#"{"states": [{"name": "house", "state": "warmed"}]}"#, "(warmed)"),
            ("(and (flies cat))", "(flies cat)"),
            ("(and (closed (the box)))", "1 unreadable"),
            (r#"{"goals": [{"name": "box"}, 7]}"#, "2 unreadable"),
            ("(or (closed a) (closed b))", "(or (closed a) (closed b))"),
            ("(and (or (closed a) (closed b)))", "(or (closed a) (closed b))"),
            ("(and (not (closed a)) (not (not (closed b))))", "(closed b) (not (closed a))"),
            (r#"{"goals": []}"#, ""),
        ] {
            let found = shown(raw).unwrap_or_default();
            assert_eq!(found, wanted, "{raw}");
        }
        for raw in ["", "I cannot say.", "The box (or the drawer) is to be shut.", "{\"plan\": [\"go\"]}", "[1, 2]"] {
            assert_eq!(shown(raw), None, "{raw}");
        }
    }

    #[test]
    fn the_last_goal_counts() {
        let reading = literals("(and (closed a)) No: (and (closed b))", &predicates());
        assert_eq!(reading.taken.map(|answer| answer.literals[0].arguments.clone()), Some(vec!["b".to_owned()]));
        let kinds: Vec<_> = reading.asides.iter().map(|aside| aside.kind.id()).collect();
        assert!(kinds.contains(&"replaced"), "{kinds:?}");
    }
}
