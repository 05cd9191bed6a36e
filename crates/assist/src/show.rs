//! Pieces of a text as people read them: conditions and effects laid out anew, without comments, cut where they are long;
//! and the comments that belong to a declaration.

use stepguard_pddl::tree::{NodeId, NodeKind};
use stepguard_text::Span;

use crate::world::Source;

/// The longest list that stays on one line, in bytes.
const LINE: usize = 64;
/// The most lines of a condition that are shown.
const LINES: usize = 9;
/// The longest text of a single line, in bytes.
const LONGEST: usize = 240;

/// Words put in the place of others: a step's objects for an action's parameters.
pub(crate) type Bindings<'b> = [(&'b str, &'b str)];

/// A list on one line. Ends with `…` where it would be very long.
pub(crate) fn one_line(source: &Source<'_>, node: NodeId, bindings: &Bindings<'_>) -> String {
    let mut line = String::new();
    write(source, node, bindings, &mut line);
    line
}

fn write(source: &Source<'_>, id: NodeId, bindings: &Bindings<'_>, line: &mut String) {
    match source.tree.node(id).kind {
        NodeKind::Word => {
            let word = source.slice(id);
            let bound = bindings.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
            line.push_str(bound.map_or(word, |(_, object)| object));
        }
        NodeKind::List => {
            line.push('(');
            for (index, child) in source.tree.children(id).enumerate() {
                if line.len() > LONGEST {
                    if !line.ends_with('\u{2026}') {
                        line.push('\u{2026}');
                    }
                    break;
                }
                if index > 0 {
                    line.push(' ');
                }
                write(source, child, bindings, line);
            }
            line.push(')');
        }
        NodeKind::Skipped => line.push('\u{2026}'),
    }
}

/// A condition or effect behind its slot's name, the parts of an `and` on lines of their own where it is long.
pub(crate) fn laid_out(source: &Source<'_>, slot: &str, node: NodeId, bindings: &Bindings<'_>) -> String {
    let line = one_line(source, node, bindings);
    let mut parts = source.tree.children(node);
    let is_and = parts.next().is_some_and(|head| source.slice(head).eq_ignore_ascii_case("and"));
    if line.len() <= LINE || !is_and {
        return format!("{slot} {line}");
    }
    let mut text = format!("{slot} (and");
    let parts: Vec<NodeId> = parts.collect();
    for part in parts.iter().take(LINES) {
        text.push_str("\n  ");
        text.push_str(&one_line(source, *part, bindings));
    }
    if parts.len() > LINES {
        text.push_str(&format!("\n  \u{2026} {} more", parts.len() - LINES));
    }
    text.push(')');
    text
}

/// What the comments around a declaration say: those right above it, each on a line of its own, then the one behind it on
/// its last line.
pub(crate) fn comment_about(source: &Source<'_>, declaration: Span) -> Option<String> {
    let (text, comments) = (source.text, source.tree.comments());
    let mut lines: Vec<&str> = Vec::new();
    let mut first = comments.partition_point(|comment| comment.start < declaration.start);
    let mut begin = declaration.start as usize;
    while let Some(comment) = first.checked_sub(1).and_then(|index| comments.get(index)) {
        let line = text.get(..comment.start as usize)?.trim_end_matches([' ', '\t']);
        let between = text.get(comment.end as usize..begin)?;
        // An empty line in between, or something in front of the comment: it speaks of something else.
        let breaks = between.replace("\r\n", "\n").chars().filter(|c| matches!(c, '\n' | '\r')).count();
        if !between.trim().is_empty() || breaks != 1 || !(line.is_empty() || line.ends_with(['\n', '\r'])) {
            break;
        }
        lines.push(comment.slice(text));
        begin = comment.start as usize;
        first -= 1;
    }
    lines.reverse();
    let behind = comments.partition_point(|comment| comment.start < declaration.end);
    if let Some(comment) = comments.get(behind)
        && text.get(declaration.end as usize..comment.start as usize)?.chars().all(|c| matches!(c, ' ' | '\t' | ')'))
    {
        lines.push(comment.slice(text));
    }
    let said: Vec<&str> =
        lines.iter().map(|line| line.trim_start_matches(';').trim()).filter(|line| !line.is_empty()).collect();
    (!said.is_empty()).then(|| said.join("\n"))
}

/// The first few of some names, and how many more there are: `a, b, c and 4 more`.
pub(crate) fn some_names(names: &[&str], at_most: usize) -> String {
    match names.len().checked_sub(at_most) {
        Some(more) if more > 0 => format!("{} and {more} more", names.get(..at_most).unwrap_or_default().join(", ")),
        _ => match names {
            [] => String::new(),
            [one] => (*one).to_owned(),
            [first @ .., last] => format!("{} and {last}", first.join(", ")),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Which;

    fn first_list(text: &str) -> (Source<'_>, NodeId) {
        let source = Source::new(Which::Domain, text);
        let id = source.tree.roots().next().expect("the text holds a list");
        (source, id)
    }

    #[test]
    fn long_conditions_are_laid_out_and_cut() {
        let (source, id) = first_list("(and ; note\n  (near ?a   ?d) (closed ?d))");
        assert_eq!(laid_out(&source, "precondition", id, &[]), "precondition (and (near ?a ?d) (closed ?d))");
        assert_eq!(
            laid_out(&source, "needs", id, &[("?A", "robot"), ("?d", "fridge")]),
            "needs (and (near robot fridge) (closed fridge))"
        );
        let long = format!("(and {})", "(a-rather-long-predicate ?x) ".repeat(12));
        let (source, id) = first_list(&long);
        let shown = laid_out(&source, "effect", id, &[]);
        assert_eq!(shown.lines().count(), 11);
        assert!(shown.ends_with("\u{2026} 3 more)"), "{shown}");
        let (source, id) = first_list("(or (a) (b))");
        assert_eq!(laid_out(&source, "effect", id, &[]), "effect (or (a) (b))");
        let endless = format!("(p {})", "word ".repeat(1000));
        let (source, id) = first_list(&endless);
        assert!(one_line(&source, id, &[]).len() < 300);
    }

    #[test]
    fn comments_belong_to_the_declaration_they_stand_at() {
        let text = "; of the file\n\n; above one\n; above two\n(a ?x) ; behind\n(b) ; of b\n(c)";
        let source = Source::new(Which::Domain, text);
        let said: Vec<_> = source.tree.roots().map(|id| comment_about(&source, source.tree.node(id).span())).collect();
        assert_eq!(said, [Some("above one\nabove two\nbehind".to_owned()), Some("of b".to_owned()), None]);
    }

    #[test]
    fn names_are_listed_and_cut() {
        assert_eq!(some_names(&["a"], 2), "a");
        assert_eq!(some_names(&["a", "b", "c"], 3), "a, b and c");
        assert_eq!(some_names(&["a", "b", "c"], 2), "a, b and 1 more");
    }
}
