//! Changes of a generated text that must not change the verdict.

/// A list or a word of a text that holds nothing else: no comments, no quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// A word.
    Word(String),
    /// A list.
    List(Vec<Node>),
}

impl Node {
    /// The first list of a text.
    pub fn read(text: &str) -> Self {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let mut open = vec![Vec::new()];
        for word in spaced.split_whitespace() {
            match word {
                "(" => open.push(Vec::new()),
                ")" => {
                    let list = Self::List(open.pop().expect("generated texts are balanced"));
                    open.last_mut().expect("generated texts are balanced").push(list);
                }
                word => open.last_mut().expect("there is always a list").push(Self::Word(word.to_owned())),
            }
        }
        open.remove(0).remove(0)
    }

    /// The text of it.
    pub fn write(&self) -> String {
        match self {
            Self::Word(word) => word.clone(),
            Self::List(parts) => {
                let parts: Vec<String> = parts.iter().map(Self::write).collect();
                format!("({})", parts.join(" "))
            }
        }
    }

    /// The word at the head of a list.
    fn head(&self) -> &str {
        match self {
            Self::List(parts) => match parts.first() {
                Some(Self::Word(word)) => word,
                _ => "",
            },
            Self::Word(_) => "",
        }
    }

    fn list_mut(&mut self) -> Option<&mut Vec<Self>> {
        match self {
            Self::List(parts) => Some(parts),
            Self::Word(_) => None,
        }
    }
}

/// Turns round whatever has no order: declarations of predicates, functions and types, actions, rules of derived
/// predicates, facts, and the parts of the outermost conjunctions of preconditions, effects and goal.
pub fn reorder(text: &str) -> String {
    let mut definition = Node::read(text);
    let sections = definition.list_mut().expect("a definition is a list");
    for kind in [":action", ":derived"] {
        let places: Vec<usize> = (0..sections.len()).filter(|&i| sections[i].head() == kind).collect();
        for (left, right) in places.iter().zip(places.iter().rev()).take(places.len() / 2) {
            sections.swap(*left, *right);
        }
    }
    for section in sections {
        let kind = section.head().to_owned();
        let Some(parts) = section.list_mut() else { continue };
        match kind.as_str() {
            ":predicates" | ":init" | ":requirements" => parts[1..].reverse(),
            ":types" | ":functions" => {
                // Groups of the form `name - type`.
                let mut groups: Vec<Vec<Node>> = Vec::new();
                for part in parts.split_off(1) {
                    let after_dash = groups.last().is_some_and(|group| {
                        group.last() == Some(&Node::Word("-".to_owned())) || part == Node::Word("-".to_owned())
                    });
                    if after_dash {
                        groups.last_mut().expect("there is a group").push(part);
                    } else {
                        groups.push(vec![part]);
                    }
                }
                groups.reverse();
                parts.extend(groups.into_iter().flatten());
            }
            ":goal" => reverse_conjunction(&mut parts[1]),
            ":action" => {
                for at in 0..parts.len() - 1 {
                    if matches!(&parts[at], Node::Word(word) if word == ":precondition" || word == ":effect") {
                        reverse_conjunction(&mut parts[at + 1]);
                    }
                }
            }
            _ => {}
        }
    }
    definition.write()
}

fn reverse_conjunction(node: &mut Node) {
    if node.head() == "and"
        && let Some(parts) = node.list_mut()
    {
        parts[1..].reverse();
    }
}

/// Gives every name of `names` a new one, in variables too.
pub fn rename(text: &str, names: &[&str]) -> String {
    words(text, |word| {
        let (mark, name) = word.strip_prefix('?').map_or(("", word), |name| ("?", name));
        match names.iter().position(|known| *known == name) {
            Some(number) => format!("{mark}n{}_{number}-of", 7 * number % 11),
            None => word.to_owned(),
        }
    })
}

/// Turns the case of letters, one here and one there.
pub fn change_case(text: &str) -> String {
    let mut count = 0_u32;
    text.chars()
        .map(|c| {
            count = count.wrapping_mul(5).wrapping_add(3) % 64;
            if count.is_multiple_of(3) { c.to_ascii_uppercase() } else { c }
        })
        .collect()
}

fn words(text: &str, change: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_whitespace() || "()".contains(c) {
            out.push_str(&change(&word));
            word.clear();
            out.push(c);
        } else {
            word.push(c);
        }
    }
    // The blank that ended the last word.
    out.pop();
    out
}
