//! Formulas of subgoals and goals: facts and actions joined by `and`, `or`, `not`, `then`, with quantifiers. Reading and
//! evaluating; what a fact means in a scene is told by the caller.

use std::fmt;

/// Formulas nested deeper than this are not read.
const DEEPEST: usize = 50;

/// Quantifiers inside of each other, at most: evaluating takes the number of things to the power of it.
const MOST_QUANTIFIERS: usize = 3;

/// A fact or an action with its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Atom {
    /// The predicate or action.
    pub name: String,
    /// Its arguments: `name.number`, a bare name, or a variable.
    pub arguments: Vec<String>,
}

impl fmt::Display for Atom {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}({})", self.name, self.arguments.join(", "))
    }
}

/// A formula over a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Formula {
    /// A fact or an action.
    Atom(Atom),
    /// It does not hold.
    Not(Box<Self>),
    /// All hold.
    And(Vec<Self>),
    /// One holds.
    Or(Vec<Self>),
    /// One after the other.
    Then(Vec<Self>),
    /// Some thing makes it hold.
    Exists(String, Box<Self>),
    /// Every thing makes it hold.
    Forall(String, Box<Self>),
    /// So many things make it hold.
    Exactly(usize, String, Box<Self>),
}

impl Formula {
    /// Reads a formula; `None` of anything else.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut reader = Reader { tokens: tokens(text)?, at: 0, quantifiers: 0 };
        let formula = reader.then(0)?;
        (reader.at == reader.tokens.len()).then_some(formula)
    }

    /// Calls `visit` with every atom and the variables bound around it.
    pub fn atoms<'f>(&'f self, bound: &mut Vec<&'f str>, visit: &mut dyn FnMut(&'f Atom, &[&'f str])) {
        match self {
            Self::Atom(atom) => visit(atom, bound),
            Self::Not(part) => part.atoms(bound, visit),
            Self::And(parts) | Self::Or(parts) | Self::Then(parts) => {
                parts.iter().for_each(|part| part.atoms(bound, visit));
            }
            Self::Exists(variable, part) | Self::Forall(variable, part) | Self::Exactly(_, variable, part) => {
                bound.push(variable);
                part.atoms(bound, visit);
                bound.pop();
            }
        }
    }

    /// Whether it speaks of one moment.
    fn is_of_a_moment(&self) -> bool {
        match self {
            Self::Atom(_) => true,
            Self::Not(part) | Self::Exists(_, part) | Self::Forall(_, part) | Self::Exactly(_, _, part) => {
                part.is_of_a_moment()
            }
            Self::And(parts) | Self::Or(parts) => parts.iter().all(Self::is_of_a_moment),
            Self::Then(_) => false,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    /// A name, a keyword, a number, or a name with a number.
    Word(String),
    Open,
    Close,
    Comma,
    Dot,
}

/// `name.7` is one token, `x.` before anything else is two.
fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let sign = match first {
            '(' => Some(Token::Open),
            ')' => Some(Token::Close),
            ',' => Some(Token::Comma),
            '.' => Some(Token::Dot),
            _ => None,
        };
        if let Some(token) = sign {
            tokens.push(token);
            rest = &rest[1..];
        } else if first.is_whitespace() {
            rest = rest.trim_start();
        } else if is_word(first) || first == '-' {
            let more = &rest[first.len_utf8()..];
            let mut end = first.len_utf8() + more.find(|c| !is_word(c)).unwrap_or(more.len());
            if let Some(behind) = rest[end..].strip_prefix('.')
                && !first.is_ascii_digit()
            {
                let digits = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
                if digits > 0 {
                    end += 1 + digits;
                }
            }
            tokens.push(Token::Word(rest[..end].to_owned()));
            rest = &rest[end..];
        } else {
            return None;
        }
    }
    Some(tokens)
}

struct Reader {
    tokens: Vec<Token>,
    at: usize,
    /// Quantifiers around this place.
    quantifiers: usize,
}

impl Reader {
    fn take(&mut self, token: &Token) -> Option<()> {
        (self.tokens.get(self.at) == Some(token)).then(|| self.at += 1)
    }

    fn word(&mut self) -> Option<String> {
        match self.tokens.get(self.at) {
            Some(Token::Word(word)) => {
                self.at += 1;
                Some(word.clone())
            }
            _ => None,
        }
    }

    fn keyword(&mut self, keyword: &str) -> bool {
        let is = matches!(self.tokens.get(self.at), Some(Token::Word(word)) if word == keyword);
        self.at += usize::from(is);
        is
    }

    fn joined(
        &mut self,
        by: &str,
        depth: usize,
        part: fn(&mut Self, usize) -> Option<Formula>,
        join: fn(Vec<Formula>) -> Formula,
    ) -> Option<Formula> {
        let mut parts = vec![part(self, depth)?];
        while self.keyword(by) {
            parts.push(part(self, depth)?);
        }
        if parts.len() == 1 { parts.pop() } else { Some(join(parts)) }
    }

    fn then(&mut self, depth: usize) -> Option<Formula> {
        self.joined("then", depth, Self::or, Formula::Then)
    }

    fn or(&mut self, depth: usize) -> Option<Formula> {
        self.joined("or", depth, Self::and, Formula::Or)
    }

    fn and(&mut self, depth: usize) -> Option<Formula> {
        self.joined("and", depth, Self::single, Formula::And)
    }

    fn single(&mut self, depth: usize) -> Option<Formula> {
        if depth > DEEPEST {
            return None;
        }
        if self.take(&Token::Open).is_some() {
            return self.closed(depth);
        }
        let name = self.word()?;
        match name.as_str() {
            "not" => return Some(Formula::Not(Box::new(self.single(depth + 1)?))),
            "exists" | "forall" => {
                let variable = self.word()?;
                self.take(&Token::Dot)?;
                self.take(&Token::Open)?;
                let part = Box::new(self.quantified(depth)?);
                let exists = name == "exists";
                return Some(if exists { Formula::Exists(variable, part) } else { Formula::Forall(variable, part) });
            }
            "forn" => {
                let number = self.word()?.parse().ok()?;
                self.take(&Token::Dot)?;
                let variable = self.word()?;
                self.take(&Token::Dot)?;
                self.take(&Token::Open)?;
                return Some(Formula::Exactly(number, variable, Box::new(self.quantified(depth)?)));
            }
            _ => {}
        }
        if name.contains('.') || name.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        self.take(&Token::Open)?;
        let mut arguments = Vec::new();
        if self.take(&Token::Close).is_none() {
            loop {
                let argument = self.word()?;
                if argument.starts_with(|c: char| c.is_ascii_digit()) {
                    return None;
                }
                arguments.push(argument);
                if self.take(&Token::Comma).is_none() {
                    self.take(&Token::Close)?;
                    break;
                }
            }
        }
        Some(Formula::Atom(Atom { name, arguments }))
    }

    /// The same under a quantifier.
    fn quantified(&mut self, depth: usize) -> Option<Formula> {
        self.quantifiers += 1;
        let formula = if self.quantifiers <= MOST_QUANTIFIERS { self.closed(depth) } else { None };
        self.quantifiers -= 1;
        formula
    }

    /// A formula and the parenthesis behind it.
    fn closed(&mut self, depth: usize) -> Option<Formula> {
        let formula = self.then(depth + 1)?;
        self.take(&Token::Close)?;
        Some(formula)
    }
}

/// What formulas are evaluated in: moments, each with a state and perhaps the action that follows.
pub trait Moments {
    /// The number of moments.
    fn count(&self) -> usize;
    /// What variables range over.
    fn things(&self) -> &[String];
    /// Whether a fact holds, or an action follows, at a moment. Variables are replaced.
    fn holds(&self, moment: usize, name: &str, arguments: &[&str]) -> bool;
}

/// Variables and the things that they stand for.
type Bindings<'f> = Vec<(&'f str, String)>;

impl Formula {
    /// Whether a run satisfies the formula: what speaks of one moment has to hold at some moment, and what comes `then` at
    /// a later one.
    #[must_use]
    pub fn holds(&self, run: &dyn Moments) -> bool {
        self.first(run, 0, &mut Vec::new()).is_some()
    }

    /// Whether it holds at one moment.
    #[must_use]
    pub fn holds_at(&self, run: &dyn Moments, moment: usize) -> bool {
        self.at(run, moment, &mut Vec::new())
    }

    /// The number of moments, counted from `from`, that it takes until the formula is satisfied.
    fn first<'f>(&'f self, run: &dyn Moments, from: usize, bound: &mut Bindings<'f>) -> Option<usize> {
        if self.is_of_a_moment() {
            return (from..run.count()).find(|moment| self.at(run, *moment, bound)).map(|moment| moment - from + 1);
        }
        let left = run.count().saturating_sub(from);
        match self {
            Self::Atom(_) => None,
            Self::And(parts) => {
                parts.iter().map(|part| part.first(run, from, bound)).try_fold(0, |last, of| Some(last.max(of?)))
            }
            Self::Or(parts) => parts.iter().filter_map(|part| part.first(run, from, bound)).min(),
            Self::Not(part) => part.first(run, from, bound).is_none().then_some(left),
            Self::Then(parts) => {
                let mut used = 0;
                for part in parts {
                    used += part.first(run, from + used, bound)?;
                }
                Some(left)
            }
            Self::Exists(variable, part) => {
                each(run, variable, bound, |bound| part.first(run, from, bound)).into_iter().flatten().min()
            }
            Self::Forall(variable, part) => each(run, variable, bound, |bound| part.first(run, from, bound))
                .into_iter()
                .try_fold(0, |last, of| Some(last.max(of?))),
            Self::Exactly(number, variable, part) => {
                let found = each(run, variable, bound, |bound| part.first(run, from, bound));
                let found: Vec<usize> = found.into_iter().flatten().collect();
                (found.len() == *number).then(|| found.into_iter().min().unwrap_or(left))
            }
        }
    }

    fn at<'f>(&'f self, run: &dyn Moments, moment: usize, bound: &mut Bindings<'f>) -> bool {
        match self {
            Self::Atom(atom) => {
                let value = |argument: &'f String| -> String {
                    let found = bound.iter().rev().find(|(variable, _)| variable == argument);
                    found.map_or_else(|| argument.clone(), |(_, thing)| thing.clone())
                };
                let arguments: Vec<String> = atom.arguments.iter().map(value).collect();
                let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
                run.holds(moment, &atom.name, &arguments)
            }
            Self::Not(part) => !part.at(run, moment, bound),
            Self::And(parts) => parts.iter().all(|part| part.at(run, moment, bound)),
            Self::Or(parts) => parts.iter().any(|part| part.at(run, moment, bound)),
            Self::Then(_) => false,
            Self::Exists(variable, part) => {
                each(run, variable, bound, |bound| part.at(run, moment, bound)).contains(&true)
            }
            Self::Forall(variable, part) => {
                !each(run, variable, bound, |bound| part.at(run, moment, bound)).contains(&false)
            }
            Self::Exactly(number, variable, part) => {
                let found = each(run, variable, bound, |bound| part.at(run, moment, bound));
                found.into_iter().filter(|holds| *holds).count() == *number
            }
        }
    }
}

/// What `of` gives with the variable bound to each thing in turn.
fn each<'f, T>(
    run: &dyn Moments,
    variable: &'f str,
    bound: &mut Bindings<'f>,
    mut of: impl FnMut(&mut Bindings<'f>) -> T,
) -> Vec<T> {
    run.things()
        .iter()
        .map(|thing| {
            bound.push((variable, thing.clone()));
            let value = of(bound);
            bound.pop();
            value
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moments as lists of atoms that hold.
    struct Run(Vec<Vec<&'static str>>, Vec<String>);

    impl Moments for Run {
        fn count(&self) -> usize {
            self.0.len()
        }

        fn things(&self) -> &[String] {
            &self.1
        }

        fn holds(&self, moment: usize, name: &str, arguments: &[&str]) -> bool {
            self.0[moment].contains(&format!("{name}({})", arguments.join(",")).as_str())
        }
    }

    fn holds(text: &str) -> bool {
        let run = Run(
            vec![vec!["P(a.1)", "Q(b.2)"], vec!["P(b.2)", "Q(b.2)", "A(a.1)"], vec!["R(a.1,b.2)"]],
            vec!["a.1".to_owned(), "b.2".to_owned()],
        );
        Formula::read(text).expect("a formula").holds(&run)
    }

    #[test]
    fn time_goes_on_with_then() {
        assert!(holds("P(a.1) then P(b.2)"));
        assert!(!holds("P(b.2) then P(a.1)"));
        assert!(!holds("P(a.1) and P(b.2)"));
        assert!(holds("Q(b.2) and P(b.2) then R(a.1, b.2)"));
        assert!(holds("(P(a.1) then P(b.2)) or R(b.2, a.1)"));
        assert!(!holds("Q(b.2) then A(a.1) then A(a.1)"));
    }

    #[test]
    fn quantifiers_and_negation() {
        assert!(holds("exists x. (A(x)) then exists y. (exists x. (R(x, y)))"));
        assert!(!holds("forall x. (Q(x))"));
        assert!(holds("forn 1. x. (Q(x))"));
        assert!(!holds("forn 2. x. (Q(x))"));
        assert!(holds("not Q(b.2)"));
        assert!(holds("exists x0. ((B(x0) or A(x0)))"));
        assert!(holds("forall x. (P(x) then exists y. (R(a.1, y)))"));
        assert!(!holds("forall x. (R(x, x) then P(x))"));
    }

    #[test]
    fn what_is_no_formula() {
        for text in
            ["", "P", "P(", "P(a", "P(a.b.1)", "P(1)", "P(a) P(b)", "and", "P(a,)", "P(a) then", "1(a)", "P(ä$)"]
        {
            assert_eq!(Formula::read(text), None, "{text}");
        }
        let deep = format!("{}P(a){}", "(".repeat(100_000), ")".repeat(100_000));
        assert_eq!(Formula::read(&deep), None);
        assert_eq!(Formula::read(&"not ".repeat(100_000)), None);
        assert_eq!(Formula::read(&format!("{}P(x){}", "exists x. (".repeat(4), ")".repeat(4))), None);
        assert!(Formula::read(&format!("{}P(x){}", "exists x. (".repeat(3), ")".repeat(3))).is_some());
        assert!(Formula::read("P()").is_some());
    }
}
