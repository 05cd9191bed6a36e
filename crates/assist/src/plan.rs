//! Plans: completion and signatures in whatever notation is being written, read off the line up to the cursor; hover and
//! colours from the plan reader. Knows names and their types; whether a step can run is the check's business.

use stepguard_plan::{Arguments, Name, Names, RawStepKind, Vocabulary, read};
use stepguard_text::{Span, TextId, order};

use crate::complete::{Items, actions, objects, signature_of};
use crate::hover::{Said, about_action, about_object, code, prose, target};
use crate::places::{Lines, offset as offset_u32};
use crate::view::{Completions, Hover, Position, Signature, TokenKind, Which};
use crate::world::{Action, Typed, World};

/// The step that is being written at a place, as far as the text before it tells.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Written<'t> {
    /// Where the step begins.
    start: usize,
    /// The words before the place, the one that is being written left out.
    words: Vec<&'t str>,
    /// Where the word at the place begins.
    word: usize,
    /// What is written stands in no list or string yet.
    open: bool,
    /// The words are arguments: of the action of this name or of one that is named elsewhere, from this one on.
    only_arguments: Option<(&'t str, usize)>,
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '@' | '#' | '!' | '%' | '&' | '*' | '+' | '/' | '=')
}

/// The text from its last line break on; JSON often spreads a step over lines, so objects look further back themselves.
fn line_before(text: &str, offset: usize) -> (usize, &str) {
    let before = text.get(..offset).unwrap_or("");
    let start = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
    (start, before.get(start..).unwrap_or(""))
}

/// Without what numbers and marks a list's elements: `1.`, `-`, `Step 3:`, `0.5:`.
fn without_marks(line: &str) -> usize {
    let mut rest = line;
    loop {
        rest = rest.trim_start();
        let bullet = rest.strip_prefix(['*', '\u{2022}', '-']).filter(|after| after.starts_with(' '));
        let stepped = rest.get(..4).filter(|word| word.eq_ignore_ascii_case("step")).and_then(|_| rest.get(4..));
        let numbered = |rest: &'_ str| -> Option<usize> {
            let digits = rest.trim_start().trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
            let used = rest.len() - digits.len();
            let after = digits.strip_prefix([')', ':']).unwrap_or(digits);
            let marked = rest.get(..used)?.chars().any(|c| c.is_ascii_digit())
                && (after.len() < digits.len() || rest.get(..used)?.ends_with('.'));
            marked.then_some(rest.len() - after.len())
        };
        if let Some(after) = bullet {
            rest = after;
        } else if let Some(used) = numbered(rest) {
            rest = rest.get(used..).unwrap_or("");
        } else if let Some(after) = stepped
            && let Some(used) = numbered(after)
        {
            rest = after.get(used..).unwrap_or("");
        } else {
            return line.len() - rest.len();
        }
    }
}

/// The step at a place; `None` in a comment.
fn written(text: &str, offset: usize) -> Option<Written<'_>> {
    let (line_start, line) = line_before(text, offset);
    let mut parens: Vec<usize> = Vec::new();
    let mut quote: Option<(usize, char)> = None;
    let mut closed = 0;
    for (at, c) in line.char_indices() {
        match (c, quote) {
            (';', None) => return None,
            ('"', None) => quote = Some((at, c)),
            // An apostrophe inside a word is none that opens a string.
            ('\'', None) if !line.get(..at)?.ends_with(is_name) => quote = Some((at, c)),
            (_, Some((_, open))) if c == open => {
                quote = None;
                closed = at + 1;
            }
            ('(', _) => parens.push(at),
            (')', _) => {
                parens.pop();
                closed = at + 1;
            }
            _ => {}
        }
    }
    let quoted = quote.map(|(at, _)| at);
    let (begin, head_from, open, only_arguments) = match (parens.last().copied(), quoted) {
        (Some(paren), quoted) if quoted.is_none_or(|quote| quote < paren) => {
            // `open(fridge`: the name stands before the parenthesis.
            let name = line.get(..paren)?.trim_end_matches(is_name).len();
            (name, if name < paren { name } else { paren + 1 }, false, None)
        }
        (_, Some(quote)) => {
            let key = key_before(text, line_start + quote);
            (quote, quote + 1, false, key)
        }
        _ => {
            let from = if closed > 0 { closed } else { without_marks(line) };
            (from, from, true, None)
        }
    };
    let said = line.get(head_from..)?;
    let word = said.trim_end_matches(is_name).len();
    let words = said.get(..word)?.split(|c| !is_name(c)).filter(|word| !word.is_empty()).collect();
    Some(Written { start: line_start + begin, words, word: line_start + head_from + word, open, only_arguments })
}

/// What a JSON string at `quote` is for when it is no step of its own: the arguments of an action, named by the key of the
/// list that it stands in (`"OPEN": ["fridge"`), or of one that is named elsewhere (`"object": "fridge"`); and the number of
/// the argument.
fn key_before(text: &str, quote: usize) -> Option<(&str, usize)> {
    let mut before = text.get(..quote)?.trim_end();
    let mut index = 0;
    if let Some(list) = innermost_bracket(before) {
        index = before.get(list..)?.matches(',').count();
        before = before.get(..list)?.trim_end();
    }
    let key = before.strip_suffix(':')?.trim_end();
    let key = key.strip_suffix(['"', '\''])?;
    let name = key.get(key.rfind(['"', '\''])? + 1..)?;
    let lower = name.to_lowercase();
    let names_actions = ["action", "plan", "step", "command", "skill", "verb"].iter().any(|word| lower.contains(word));
    (!names_actions || lower.contains("arg")).then_some((name, index))
}

/// The `[` that is open at the end of a text; not looked for far back.
fn innermost_bracket(before: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in before.char_indices().rev().take(2000) {
        match c {
            ']' => depth += 1,
            '[' if depth == 0 => return Some(at),
            '[' => depth -= 1,
            '{' | '}' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// The action whose arguments are written, and the number of the argument at the place.
fn argument<'w, 't>(world: &'w World<'t>, written: &Written<'_>) -> Option<(&'w Action<'t>, usize)> {
    match written.only_arguments {
        Some((key, index)) => world.action(key).map(|action| (action, index + written.words.len())),
        None => world.action(written.words.first()?).map(|action| (action, written.words.len() - 1)),
    }
}

/// Whether steps of this plan stand in parentheses, as far as its text tells.
fn in_parentheses(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(';'));
    lines.next().is_none_or(|line| line.starts_with('(') || !line.contains([' ', '{', '[', '(']))
}

/// What may be put in at a place of the plan.
pub(crate) fn complete(world: &World<'_>, text: &str, position: Position) -> Option<Completions> {
    let lines = Lines::new(text);
    let at = lines.offset(position) as usize;
    let written = written(text, at)?;
    let mut items = Items::default();
    let word = text.get(written.word..at).unwrap_or("");
    match (argument(world, &written), written.only_arguments) {
        (Some((action, index)), _) => {
            if let Some(parameter) = action.parameters.get(index) {
                objects(world, Which::Plan, &parameter.types, &mut items);
            }
        }
        (None, Some(_)) => objects(world, Which::Plan, &[], &mut items),
        (None, None) if written.words.is_empty() => actions(world, written.open && in_parentheses(text), &mut items),
        // Words that begin with no action: prose, most likely.
        (None, None) => {}
    }
    items.answer(lines.position(offset_u32(written.word)), !word.is_empty())
}

/// The signature of the action whose arguments are written at a place.
pub(crate) fn signature(world: &World<'_>, text: &str, position: Position) -> Option<Signature> {
    let lines = Lines::new(text);
    let written = written(text, lines.offset(position) as usize)?;
    let (action, index) = argument(world, &written)?;
    Some(signature_of(lines.position(offset_u32(written.start)), action.name, &action.parameters, index))
}

/// The names of the definitions, as the plan reader wants them: objects first, then constants.
struct Known<'w, 't>(&'w World<'t>);

impl<'w, 't> Known<'w, 't> {
    fn object(&self, index: u32) -> Option<&'w Typed<'t>> {
        let index = index as usize;
        self.0.objects.get(index).or_else(|| self.0.constants.get(index - self.0.objects.len()))
    }
}

impl Vocabulary for Known<'_, '_> {
    fn actions(&self) -> u32 {
        offset_u32(self.0.actions.len())
    }
    fn action_name(&self, action: u32) -> &str {
        self.0.actions.get(action as usize).map_or("", |action| action.name)
    }
    fn arity(&self, action: u32) -> usize {
        self.0.actions.get(action as usize).map_or(0, |action| action.parameters.len())
    }
    fn find_action(&self, name: &str) -> Option<u32> {
        self.0.action_index(name).map(offset_u32)
    }
    fn objects(&self) -> u32 {
        offset_u32(self.0.objects.len() + self.0.constants.len())
    }
    fn object_name(&self, object: u32) -> &str {
        self.object(object).map_or("", |object| object.name)
    }
    fn find_object(&self, name: &str) -> Option<u32> {
        self.0.object_index(name).map(offset_u32)
    }
}

/// The stretches of a plan, in order.
pub(crate) fn colours(world: &World<'_>, text: &str) -> Vec<(Span, TokenKind)> {
    let plan = read(text, TextId::Plan, &Known(world));
    let mut found: Vec<(Span, TokenKind)> = Vec::new();
    found.extend(plan.comments.iter().map(|span| (*span, TokenKind::Comment)));
    found.extend(plan.ignored.iter().map(|span| (*span, TokenKind::Ignored)));
    found.extend(plan.notes.iter().map(|note| (note.span, TokenKind::Number)));
    for step in &plan.steps {
        match step.kind {
            RawStepKind::Action { name, arguments } => {
                found.push((name.span, TokenKind::Action));
                found.extend(plan.arguments_of(arguments).iter().map(|name| (name.span, TokenKind::Object)));
            }
            RawStepKind::Unreadable(_) => found.push((step.span, TokenKind::Unknown)),
        }
    }
    order::sort(&mut found);
    // Notes may lie in comments and repeated keys may share a place: what begins first is shown.
    let mut end = 0;
    found.retain(|(span, _)| {
        let apart = span.start >= end && !span.is_empty();
        if apart {
            end = span.end;
        }
        apart
    });
    found
}

/// What there is to say about a place of the plan: the step as it is understood, or one of its objects.
pub(crate) fn hover(world: &World<'_>, text: &str, position: Position) -> Option<Hover> {
    let known = Known(world);
    let names = Names::new(&known);
    let lines = Lines::new(text);
    let at = lines.offset(position);
    let touches = |span: Span| span.start <= at && at <= span.end;
    let plan = read(text, TextId::Plan, &known);
    // The step whose words are touched, else the one around the place.
    let around = plan.steps.iter().filter(|step| touches(step.span));
    let (span, said) = around
        .filter_map(|step| {
            let RawStepKind::Action { name, arguments } = step.kind else { return None };
            let action = world.actions.get(names.action(plan.name(text, name))? as usize)?;
            let objects: Vec<Option<&Typed<'_>>> = given(&plan, arguments)
                .iter()
                .map(|each| known.object(names.object(plan.name(text, *each))?))
                .collect();
            let argument = given(&plan, arguments).iter().position(|each| touches(each.span) && !touches(name.span));
            match argument {
                Some(index) => {
                    let object = objects.get(index).copied().flatten()?;
                    Some((given(&plan, arguments).get(index)?.span, about_argument(world, action, index, object)))
                }
                None => {
                    Some((if touches(name.span) { name.span } else { step.span }, about_step(world, action, &objects)))
                }
            }
        })
        .next()?;
    let (start, end) = lines.range(span);
    Some(Hover { start, end, parts: said.parts, declared: said.declared.and_then(|place| target(world, place)) })
}

fn given(plan: &stepguard_plan::PlanText, arguments: Arguments) -> &[Name] {
    plan.arguments_of(arguments)
}

fn about_argument(world: &World<'_>, action: &Action<'_>, index: usize, object: &Typed<'_>) -> Said {
    let mut said = about_object(world, object);
    if let Some(parameter) = action.parameters.get(index) {
        said.parts.insert(1, prose(format!("Stands for {} of {}.", parameter.show(), action.name)));
    }
    said
}

/// A step: with its objects where all are known, else the action as it is defined.
fn about_step(world: &World<'_>, action: &Action<'_>, objects: &[Option<&Typed<'_>>]) -> Said {
    let resolved: Option<Vec<&str>> = objects.iter().map(|object| object.map(|object| object.name)).collect();
    let bindings: Vec<(&str, &str)> = match &resolved {
        Some(names) if names.len() == action.parameters.len() => {
            action.parameters.iter().map(|parameter| parameter.name).zip(names.iter().copied()).collect()
        }
        _ => Vec::new(),
    };
    let mut said = about_action(world, action, &bindings);
    if !bindings.is_empty() {
        let words: Vec<&str> = [action.name].into_iter().chain(bindings.iter().map(|(_, object)| *object)).collect();
        said.parts.insert(0, code(format!("({})", words.join(" "))));
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(marked: &str) -> Option<(Vec<&str>, &str)> {
        let offset = marked.find('|').expect("the text has a mark");
        let text = marked.get(..offset).expect("the mark is a character");
        let found = written(text, offset)?;
        Some((found.words, text.get(found.word..)?))
    }

    #[test]
    fn the_step_being_written_is_found_in_every_notation() {
        let cases: [(&str, &[&str], &str); 22] = [
            ("|", &[], ""),
            ("op|", &[], "op"),
            ("(op|", &[], "op"),
            ("(open |", &["open"], ""),
            ("(open robot fr|", &["open", "robot"], "fr"),
            ("(a b) (open fr|", &["open"], "fr"),
            ("(open fridge)|", &[], ""),
            ("0.5: (open fr|", &["open"], "fr"),
            ("open(fr|", &["open"], "fr"),
            ("3. open(robot, fr|", &["open", "robot"], "fr"),
            ("1. open fr|", &["open"], "fr"),
            ("1) (open fr|", &["open"], "fr"),
            ("- open fr|", &["open"], "fr"),
            ("* op|", &[], "op"),
            ("Step 12: open fr|", &["open"], "fr"),
            ("step 3. op|", &[], "op"),
            ("[\"open fr|", &["open"], "fr"),
            ("[\"open fridge\", \"cl|", &[], "cl"),
            ("['(open fr|", &["open"], "fr"),
            ("open(robot.1, fr|", &["open", "robot.1"], "fr"),
            ("OPEN fridge.0 |", &["OPEN", "fridge.0"], ""),
            ("don't op|", &["don", "t"], "op"),
        ];
        for (text, words, word) in cases {
            assert_eq!(at(text), Some((words.to_vec(), word)), "{text}");
        }
        assert_eq!(at("; a comment (open |"), None);
    }

    #[test]
    fn keys_of_json_tell_what_a_string_is() {
        let key = |marked: &'static str| {
            let offset = marked.find('|').expect("the text has a mark");
            written(marked.get(..offset)?, offset)?.only_arguments
        };
        assert_eq!(key("[{\"action\": \"op|"), None);
        assert_eq!(key("[{\"action\": \"open\", \"object\": \"fr|"), Some(("object", 0)));
        assert_eq!(key("{\"OPEN\": [\"robot\", \"fr|"), Some(("OPEN", 1)));
        assert_eq!(key("{\"plan\": [\"op|"), None);
        assert_eq!(key("{\"action_args\": [\"fr|"), Some(("action_args", 0)));
        assert_eq!(key("{\"a\": [1], \"b\": \"x|"), Some(("b", 0)));
    }
}
