//! Definitions back to text, in one canonical layout: what is read from it is what was printed, apart from places.
//!
//! Error nodes have no text; they are printed as `()`. So are the features that a definition only names as not
//! supported: they are left out.

use crate::ast::{
    Action, ArithmeticOp, AssignOp, Atom, CompareOp, Condition, ConditionKind, Definitions, Derived, Domain,
    DurativeAction, Effect, EffectKind, FunctionDecl, InitElement, Metric, Name, Problem, RuleComment, Term, TimeSpec,
    Trajectory, TypeRef, Typed,
};
use stepguard_text::{Interner, Number};

/// Lines are broken to be no longer than this, where they can be.
const WIDTH: usize = 100;

/// All definitions, one behind the other.
#[must_use]
pub fn print(definitions: &Definitions, names: &Interner) -> String {
    let mut parts: Vec<String> = definitions.domains.iter().map(|domain| print_domain(domain, names)).collect();
    parts.extend(definitions.problems.iter().map(|problem| print_problem(problem, names)));
    parts.join("\n")
}

/// A domain.
#[must_use]
pub fn print_domain(domain: &Domain, names: &Interner) -> String {
    let printer = Printer { names, rules: &domain.rule_comments };
    let mut out = Lines::new("domain", domain.name.map(|name| printer.name(name)));
    let requirements = domain.requirements.iter().map(|key| printer.keyword(key.name)).collect::<Vec<_>>();
    if !requirements.is_empty() {
        out.section(list(":requirements", requirements));
    }
    printer.typed_sections(":types", &domain.types, domain.types_span.is_some(), &mut out);
    printer.typed_sections(":constants", &domain.constants, false, &mut out);
    if domain.predicates_span.is_some() || !domain.predicates.is_empty() {
        let predicates = domain.predicates.iter().map(|p| printer.declaration(p.name, &p.parameters));
        out.section(list(":predicates", predicates));
    }
    printer.functions(&domain.functions, &mut out);
    for derived in &domain.derived {
        out.section(printer.derived(derived));
    }
    for action in &domain.actions {
        printer.action(action, &mut out);
    }
    for action in &domain.durative_actions {
        printer.durative_action(action, &mut out);
    }
    for constraint in &domain.constraints {
        out.section(list(":constraints", printer.ruled(constraint)));
    }
    out.finish()
}

/// A problem.
#[must_use]
pub fn print_problem(problem: &Problem, names: &Interner) -> String {
    let printer = Printer { names, rules: &problem.rule_comments };
    let mut out = Lines::new("problem", problem.name.map(|name| printer.name(name)));
    if let Some(domain) = problem.domain {
        out.section(list(":domain", [printer.name(domain)]));
    }
    if !problem.requirements.is_empty() {
        out.section(list(":requirements", problem.requirements.iter().map(|key| printer.keyword(key.name))));
    }
    printer.typed_sections(":objects", &problem.objects, problem.objects_span.is_some(), &mut out);
    if let Some(init) = &problem.init {
        out.section(list(":init", init.iter().map(|element| printer.init_element(element))));
    }
    if let Some(goal) = &problem.goal {
        out.section(list(":goal", [printer.condition(goal)]));
    }
    for constraint in &problem.constraints {
        out.section(list(":constraints", printer.ruled(constraint)));
    }
    if let Some(metric) = &problem.metric {
        out.section(printer.metric(metric));
    }
    out.finish()
}

/// A condition on one line.
#[must_use]
pub fn print_condition(condition: &Condition, names: &Interner) -> String {
    Printer { names, rules: &[] }.condition(condition).flat()
}

/// An effect on one line.
#[must_use]
pub fn print_effect(effect: &Effect, names: &Interner) -> String {
    Printer { names, rules: &[] }.effect(effect).flat()
}

/// A term on one line.
#[must_use]
pub fn print_term(term: &Term, names: &Interner) -> String {
    Printer { names, rules: &[] }.term(term).flat()
}

/// A piece of text to be laid out.
enum Doc {
    Word(String),
    /// Items with blanks between them, in parentheses; with its width on one line.
    List(Vec<Doc>, usize),
    /// A comment, on a line of its own.
    Comment(String),
}

fn word(text: impl Into<String>) -> Doc {
    Doc::Word(text.into())
}

fn items(items: impl IntoIterator<Item = Doc>) -> Doc {
    let items: Vec<Doc> = items.into_iter().collect();
    let width = items.iter().map(|item| item.width() + 1).sum::<usize>().max(1) + 1;
    Doc::List(items, width)
}

fn list(head: &str, rest: impl IntoIterator<Item = Doc>) -> Doc {
    items(std::iter::once(word(head)).chain(rest))
}

impl Doc {
    fn width(&self) -> usize {
        match self {
            Self::Word(text) => text.chars().count(),
            Self::List(_, width) => *width,
            // Never fits: what holds a comment is broken into lines.
            Self::Comment(_) => WIDTH,
        }
    }

    fn flat(&self) -> String {
        let mut out = String::new();
        self.write_flat(&mut out);
        out
    }

    fn write_flat(&self, out: &mut String) {
        match self {
            Self::Word(text) => out.push_str(text),
            Self::Comment(_) => {}
            Self::List(items, _) => {
                out.push('(');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.push(' ');
                    }
                    item.write_flat(out);
                }
                out.push(')');
            }
        }
    }

    /// Writes it with its first line at column `indent`.
    fn write(&self, indent: usize, out: &mut String) {
        let Self::List(items, width) = self else {
            self.write_flat(out);
            return;
        };
        if indent + width <= WIDTH {
            self.write_flat(out);
            return;
        }
        out.push('(');
        let mut after_comment = false;
        for (index, item) in items.iter().enumerate() {
            match item {
                _ if index == 0 => item.write(indent + 1, out),
                Self::Comment(text) => {
                    new_line(indent + 2, out);
                    out.push_str(text);
                    after_comment = true;
                }
                // The variables of a quantifier, the name of a preference, the first of several words.
                _ if !after_comment && index == 1 && (matches!(item, Self::Word(_)) || quantifies(items)) => {
                    out.push(' ');
                    item.write(indent + 2, out);
                }
                Self::Word(text) if !after_comment && fits(out, text) && matches!(items[index - 1], Self::Word(_)) => {
                    out.push(' ');
                    out.push_str(text);
                }
                _ => {
                    new_line(indent + 2, out);
                    item.write(indent + 2, out);
                }
            }
        }
        out.push(')');
    }
}

fn quantifies(items: &[Doc]) -> bool {
    matches!(items.first(), Some(Doc::Word(head)) if head == "forall" || head == "exists")
}

fn fits(out: &str, text: &str) -> bool {
    let line = out.rfind('\n').map_or(0, |end| end + 1);
    out.len() - line + 1 + text.len() <= WIDTH
}

fn new_line(indent: usize, out: &mut String) {
    out.push('\n');
    out.extend(std::iter::repeat_n(' ', indent));
}

/// A definition under way.
struct Lines {
    out: String,
}

impl Lines {
    fn new(kind: &str, name: Option<Doc>) -> Self {
        let mut out = String::from("(define ");
        list(kind, name).write_flat(&mut out);
        Self { out }
    }

    fn section(&mut self, section: Doc) {
        new_line(2, &mut self.out);
        section.write(2, &mut self.out);
    }

    /// A section of slots, one to a line.
    fn slots(&mut self, keyword: &str, name: Doc, slots: Vec<(&str, Doc)>) {
        new_line(2, &mut self.out);
        self.out.push('(');
        self.out.push_str(keyword);
        self.out.push(' ');
        name.write_flat(&mut self.out);
        for (slot, value) in slots {
            new_line(4, &mut self.out);
            self.out.push_str(slot);
            self.out.push(' ');
            value.write(4 + slot.len() + 1, &mut self.out);
        }
        self.out.push(')');
    }

    fn finish(mut self) -> String {
        self.out.push_str(")\n");
        self.out
    }
}

struct Printer<'a> {
    names: &'a Interner,
    rules: &'a [RuleComment],
}

impl Printer<'_> {
    fn name(&self, name: Name) -> Doc {
        word(self.names.spelling(name.symbol))
    }

    fn variable(&self, name: Name) -> Doc {
        word(format!("?{}", self.names.spelling(name.symbol)))
    }

    fn keyword(&self, name: Name) -> Doc {
        word(format!(":{}", self.names.spelling(name.symbol)))
    }

    fn ty(&self, ty: &TypeRef) -> Doc {
        match ty.alternatives.as_slice() {
            [one] => self.name(*one),
            several => list("either", several.iter().map(|name| self.name(*name))),
        }
    }

    /// A typed list, in as many parts as it takes: a name without a type cannot stand before one with a type.
    fn typed_parts(&self, typed: &[Typed], variables: bool) -> Vec<Vec<Doc>> {
        let mut parts = vec![Vec::new()];
        for (index, entry) in typed.iter().enumerate() {
            let untyped_before = index > 0 && typed[index - 1].ty.alternatives.is_empty();
            if untyped_before && !entry.ty.alternatives.is_empty() {
                parts.push(Vec::new());
            }
            let Some(part) = parts.last_mut() else { continue };
            part.push(if variables { self.variable(entry.name) } else { self.name(entry.name) });
            let next = typed.get(index + 1);
            let same = next.is_some_and(|next| self.same_type(&next.ty, &entry.ty));
            if !entry.ty.alternatives.is_empty() && !same {
                part.push(word("-"));
                part.push(self.ty(&entry.ty));
            }
        }
        parts
    }

    fn same_type(&self, a: &TypeRef, b: &TypeRef) -> bool {
        a.alternatives.iter().map(|name| name.symbol).eq(b.alternatives.iter().map(|name| name.symbol))
    }

    fn typed_sections(&self, keyword: &str, typed: &[Typed], present: bool, out: &mut Lines) {
        if typed.is_empty() && !present {
            return;
        }
        for part in self.typed_parts(typed, false) {
            out.section(list(keyword, part));
        }
    }

    /// Parameters: one list, in which a name without a type before one with a type is an `object`.
    fn parameters(&self, typed: &[Typed]) -> Vec<Doc> {
        let parts = self.typed_parts(typed, true);
        let last = parts.len() - 1;
        let mut out = Vec::new();
        for (index, part) in parts.into_iter().enumerate() {
            out.extend(part);
            if index < last {
                out.push(word("-"));
                out.push(word("object"));
            }
        }
        out
    }

    fn declaration(&self, name: Name, parameters: &[Typed]) -> Doc {
        items(std::iter::once(self.name(name)).chain(self.parameters(parameters)))
    }

    fn functions(&self, functions: &[FunctionDecl], out: &mut Lines) {
        let mut part: Vec<Doc> = Vec::new();
        for (index, function) in functions.iter().enumerate() {
            let typed = !function.ty.alternatives.is_empty();
            if typed && index > 0 && functions[index - 1].ty.alternatives.is_empty() {
                out.section(list(":functions", std::mem::take(&mut part)));
            }
            part.push(self.declaration(function.name, &function.parameters));
            if typed {
                part.push(word("-"));
                part.push(self.ty(&function.ty));
            }
        }
        if !part.is_empty() {
            out.section(list(":functions", part));
        }
    }

    fn derived(&self, derived: &Derived) -> Doc {
        list(":derived", [self.declaration(derived.name, &derived.parameters), self.condition(&derived.condition)])
    }

    fn action(&self, action: &Action, out: &mut Lines) {
        let slots = vec![
            (":parameters", items(self.parameters(&action.parameters))),
            (":precondition", self.optional_condition(action.precondition.as_ref())),
            (":effect", action.effect.as_ref().map_or_else(|| items([]), |effect| self.effect(effect))),
        ];
        out.slots(":action", self.name(action.name), slots);
    }

    fn durative_action(&self, action: &DurativeAction, out: &mut Lines) {
        let slots = vec![
            (":parameters", items(self.parameters(&action.parameters))),
            (":duration", self.optional_condition(action.duration.as_ref())),
            (":condition", self.optional_condition(action.condition.as_ref())),
            (":effect", action.effect.as_ref().map_or_else(|| items([]), |effect| self.effect(effect))),
        ];
        out.slots(":durative-action", self.name(action.name), slots);
    }

    fn optional_condition(&self, condition: Option<&Condition>) -> Doc {
        condition.map_or_else(|| items([]), |condition| self.condition(condition))
    }

    fn init_element(&self, element: &InitElement) -> Doc {
        match element {
            InitElement::Fact { negated: false, atom, .. } => self.atom(atom),
            InitElement::Fact { negated: true, atom, .. } => list("not", [self.atom(atom)]),
            InitElement::Assign { fluent, value, .. } => list("=", [self.atom(fluent), self.term(value)]),
            InitElement::Timed { time, element, .. } => list("at", [number(time), self.init_element(element)]),
            InitElement::Error(_) => items([]),
        }
    }

    fn metric(&self, metric: &Metric) -> Doc {
        let direction = if metric.minimize { "minimize" } else { "maximize" };
        list(":metric", [word(direction), self.term(&metric.expression)])
    }

    fn atom(&self, atom: &Atom) -> Doc {
        items(std::iter::once(self.name(atom.name)).chain(atom.arguments.iter().map(|argument| self.term(argument))))
    }

    fn term(&self, term: &Term) -> Doc {
        match term {
            Term::Name(name) => self.name(*name),
            Term::Variable(name) => self.variable(*name),
            Term::Number(value, _) => number(value),
            Term::Fluent(atom) => self.atom(atom),
            Term::Arithmetic(op, operands, _) => {
                let sign = match op {
                    ArithmeticOp::Add => "+",
                    ArithmeticOp::Subtract => "-",
                    ArithmeticOp::Multiply => "*",
                    ArithmeticOp::Divide => "/",
                };
                list(sign, operands.iter().map(|operand| self.term(operand)))
            }
            Term::IsViolated(name, _) => list("is-violated", [self.name(*name)]),
            Term::ElapsedTime(_) => word("#t"),
            Term::Error(_) => items([]),
        }
    }

    /// A condition below `:constraints`, with its rule comment on the line above it.
    fn ruled(&self, condition: &Condition) -> Vec<Doc> {
        let mut out = Vec::new();
        if let Some(rule) = self.rules.iter().find(|rule| rule.target == condition.span.start) {
            out.push(Doc::Comment(rule_text(rule)));
        }
        out.push(self.condition(condition));
        out
    }

    fn conditions(&self, conditions: &[Condition]) -> Vec<Doc> {
        conditions.iter().flat_map(|condition| self.ruled(condition)).collect()
    }

    fn condition(&self, condition: &Condition) -> Doc {
        match &condition.kind {
            ConditionKind::And(parts) => list("and", self.conditions(parts)),
            ConditionKind::Or(parts) => list("or", self.conditions(parts)),
            ConditionKind::Not(inner) => list("not", [self.condition(inner)]),
            ConditionKind::Imply(left, right) => list("imply", [self.condition(left), self.condition(right)]),
            ConditionKind::Forall(variables, body) => self.quantified("forall", variables, self.ruled(body)),
            ConditionKind::Exists(variables, body) => self.quantified("exists", variables, self.ruled(body)),
            ConditionKind::Atom(atom) => self.atom(atom),
            ConditionKind::Compare(op, left, right) => {
                let sign = match op {
                    CompareOp::Less => "<",
                    CompareOp::LessEqual => "<=",
                    CompareOp::Equal => "=",
                    CompareOp::GreaterEqual => ">=",
                    CompareOp::Greater => ">",
                };
                list(sign, [self.term(left), self.term(right)])
            }
            ConditionKind::Preference(name, body) => {
                list("preference", name.map(|name| self.name(name)).into_iter().chain(self.ruled(body)))
            }
            ConditionKind::Timed(spec, body) => timed(*spec, self.condition(body)),
            ConditionKind::Trajectory(trajectory) => self.trajectory(trajectory),
            ConditionKind::Error => items([]),
        }
    }

    fn quantified(&self, word: &str, variables: &[Typed], body: Vec<Doc>) -> Doc {
        list(word, std::iter::once(items(self.parameters(variables))).chain(body))
    }

    fn trajectory(&self, trajectory: &Trajectory) -> Doc {
        match trajectory {
            Trajectory::Always(body) => list("always", [self.condition(body)]),
            Trajectory::Sometime(body) => list("sometime", [self.condition(body)]),
            Trajectory::AtMostOnce(body) => list("at-most-once", [self.condition(body)]),
            Trajectory::Within(time, body) => list("within", [number(time), self.condition(body)]),
            Trajectory::HoldAfter(time, body) => list("hold-after", [number(time), self.condition(body)]),
            Trajectory::SometimeAfter(trigger, body) => {
                list("sometime-after", [self.condition(trigger), self.condition(body)])
            }
            Trajectory::SometimeBefore(trigger, body) => {
                list("sometime-before", [self.condition(trigger), self.condition(body)])
            }
            Trajectory::AlwaysWithin(time, trigger, body) => {
                list("always-within", [number(time), self.condition(trigger), self.condition(body)])
            }
            Trajectory::HoldDuring(from, to, body) => {
                list("hold-during", [number(from), number(to), self.condition(body)])
            }
        }
    }

    fn effect(&self, effect: &Effect) -> Doc {
        match &effect.kind {
            EffectKind::And(parts) => list("and", parts.iter().map(|part| self.effect(part))),
            EffectKind::Forall(variables, body) => self.quantified("forall", variables, vec![self.effect(body)]),
            EffectKind::When(condition, body) => list("when", [self.condition(condition), self.effect(body)]),
            EffectKind::Add(atom) => self.atom(atom),
            EffectKind::Delete(atom) => list("not", [self.atom(atom)]),
            EffectKind::Assign(op, fluent, value) => {
                let verb = match op {
                    AssignOp::Assign => "assign",
                    AssignOp::Increase => "increase",
                    AssignOp::Decrease => "decrease",
                    AssignOp::ScaleUp => "scale-up",
                    AssignOp::ScaleDown => "scale-down",
                };
                list(verb, [self.term(fluent), self.term(value)])
            }
            EffectKind::Timed(spec, body) => timed(*spec, self.effect(body)),
            EffectKind::Error => items([]),
        }
    }
}

fn timed(spec: TimeSpec, body: Doc) -> Doc {
    let (head, part) = match spec {
        TimeSpec::Start => ("at", "start"),
        TimeSpec::All => ("over", "all"),
        TimeSpec::End => ("at", "end"),
    };
    list(head, [word(part), body])
}

/// A number; one without an end as decimal as a fraction.
fn number(value: &Number) -> Doc {
    let text = value.to_string();
    match text.split_once('/') {
        Some((over, under)) => list("/", [word(over), word(under)]),
        None => word(text),
    }
}

fn rule_text(rule: &RuleComment) -> String {
    let mut out = format!(";@rule {}", rule.name);
    for (key, value, _) in &rule.pairs {
        let quoted = value.is_empty() || value.contains(char::is_whitespace);
        let quote = if quoted { "\"" } else { "" };
        out.push_str(&format!(" {key}={quote}{value}{quote}"));
    }
    out
}
