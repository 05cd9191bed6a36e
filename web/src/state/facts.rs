//! Facts as the report writes them, `(on cup table)`, taken apart for tables, pictures and words.

/// A literal taken apart. Nested terms such as `(= (owner cup) ann)` stay whole as one argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Atom<'a> {
    /// The literal is `(not ...)`.
    pub negated: bool,
    /// The predicate's or function's name.
    pub name: &'a str,
    /// The arguments, each a name or a nested term.
    pub arguments: Vec<&'a str>,
}

impl<'a> Atom<'a> {
    /// Takes a literal apart; a text that is no parenthesised term is a name without arguments.
    pub fn parse(text: &'a str) -> Self {
        let mut parts = parts(text);
        if parts.len() == 2 && parts[0].eq_ignore_ascii_case("not") {
            let inner = Self::parse(parts[1]);
            return Self { negated: !inner.negated, ..inner };
        }
        if parts.is_empty() {
            return Self { negated: false, name: text.trim(), arguments: Vec::new() };
        }
        let name = parts.remove(0);
        Self { negated: false, name, arguments: parts }
    }

    /// The literal from the view of one of its arguments, which is left out or marked with a dot: `(in milk fridge)` is
    /// `in fridge` for the milk and `milk in ·` for the fridge.
    pub fn seen_from(&self, place: usize) -> String {
        let not = if self.negated { "not " } else { "" };
        let name = plain(self.name);
        match (self.arguments.as_slice(), place) {
            ([first, _], 1) => format!("{not}{first} {name} \u{b7}"),
            (arguments, _) => {
                let mut text = format!("{not}{name}");
                for (index, argument) in arguments.iter().enumerate() {
                    if index != place {
                        text.push(' ');
                        text.push_str(argument);
                    } else if place != 0 {
                        text.push_str(" \u{b7}");
                    }
                }
                text
            }
        }
    }
}

/// The parts of `(a b (c d))` on the top level; a text without parentheses is its own only part.
pub fn parts(text: &str) -> Vec<&str> {
    let text = text.trim();
    let inner = match text.strip_prefix('(') {
        Some(rest) => rest.strip_suffix(')').unwrap_or(rest),
        None => return if text.is_empty() { Vec::new() } else { vec![text] },
    };
    let mut parts = Vec::new();
    let mut depth = 0_u32;
    let mut start = None;
    for (at, character) in inner.char_indices() {
        match character {
            '(' => {
                if depth == 0 && start.is_none() {
                    start = Some(at);
                }
                depth += 1;
            }
            ')' => {
                depth = depth.saturating_sub(1);
                if depth == 0
                    && let Some(from) = start.take()
                {
                    parts.push(&inner[from..=at]);
                }
            }
            c if c.is_whitespace() && depth == 0 => {
                if let Some(from) = start.take() {
                    parts.push(&inner[from..at]);
                }
            }
            _ => {
                if start.is_none() {
                    start = Some(at);
                }
            }
        }
    }
    if let Some(from) = start {
        parts.push(&inner[from..]);
    }
    parts
}

/// The parameters of a signature such as `(open ?d - door ?h)` with their types; one without a type is an `object`.
pub fn parameters(signature: &str) -> Vec<(String, String)> {
    let parts = parts(signature);
    let mut parameters: Vec<(String, String)> = Vec::new();
    let mut untyped = 0;
    let mut rest = parts.iter().skip(1);
    while let Some(&part) = rest.next() {
        if part == "-" {
            if let Some(&type_name) = rest.next() {
                // `(either cup plate)` reads as `cup or plate`.
                let inner = self::parts(type_name);
                let type_name = match inner.split_first() {
                    Some((first, types)) if first.eq_ignore_ascii_case("either") => types.join(" or "),
                    _ => type_name.to_owned(),
                };
                for (_, each) in &mut parameters[untyped..] {
                    each.clone_from(&type_name);
                }
                untyped = parameters.len();
            }
        } else {
            parameters.push((part.to_owned(), "object".to_owned()));
        }
    }
    parameters
}

/// A name as people write it: `plugged-in` and `plugged_in` become `plugged in`.
pub fn plain(name: &str) -> String {
    name.replace(['-', '_'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fact_is_taken_apart() {
        let atom = Atom::parse("(in milk fridge)");
        assert_eq!((atom.negated, atom.name), (false, "in"));
        assert_eq!(atom.arguments, ["milk", "fridge"]);
        assert_eq!(atom.seen_from(0), "in fridge");
        assert_eq!(atom.seen_from(1), "milk in \u{b7}");
    }

    #[test]
    fn negation_and_nesting_are_seen() {
        let atom = Atom::parse("(not (= (owner cup) ann))");
        assert!(atom.negated);
        assert_eq!(atom.name, "=");
        assert_eq!(atom.arguments, ["(owner cup)", "ann"]);
    }

    #[test]
    fn a_signature_gives_parameters_with_types() {
        let owned =
            |pairs: &[(&str, &str)]| pairs.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect::<Vec<_>>();
        assert_eq!(parameters("(fill ?a ?b - cup ?c)"), owned(&[("?a", "cup"), ("?b", "cup"), ("?c", "object")]));
        assert_eq!(parameters("(x ?a - (either cup plate))"), owned(&[("?a", "cup or plate")]));
        assert_eq!(parameters("(wait)"), []);
        assert_eq!(parameters("(x ?a -)"), owned(&[("?a", "object")]));
    }

    #[test]
    fn broken_texts_do_not_panic() {
        for text in ["", "(", ")", "(a", "a)", "((", "(not", "(not )", "é(ü ö", "(a (b c)d)"] {
            let _ = Atom::parse(text);
        }
        assert_eq!(parts("(a (b c)d)"), ["a", "(b c)", "d"]);
    }
}
