//! The rule comment, `;@rule name class=FIRE severity=3 victim=adult why="..." avoid="..."`: what its keys and values mean,
//! and what may be put in. Whether a comment is right is said by the reader.

use stepguard_text::Span;

use crate::complete::Items;
use crate::hover::{code, prose};
use crate::places::{Lines, offset as offset_u32};
use crate::view::{Completions, Hover, ItemKind, Part, Position};
use crate::words::Entry;
use crate::world::Source;

const KEYS: [Entry; 5] = [
    ("class", "The kind of hazard."),
    ("severity", "How bad it can get, from 1 (a nuisance) to 4 (a life)."),
    ("victim", "Who is harmed."),
    ("why", "One sentence about why it is dangerous."),
    ("avoid", "One sentence about how to avoid it."),
];

const CLASSES: [Entry; 13] = [
    ("FIRE", "Something catches fire."),
    ("BURN", "Something hot touches somebody."),
    ("SHOCK", "Electric current flows through somebody."),
    ("BLAST", "Pressure, gas or a battery is set free at once."),
    ("TOXIC", "Vapours, mixtures or exhaust are breathed in."),
    ("INGEST", "Poison, medicine or an allergen is swallowed."),
    ("FOOD", "Food spoils or is contaminated."),
    ("CUT", "A blade or a shard cuts somebody."),
    ("FALL", "Somebody slips, trips or falls."),
    ("CRUSH", "Something falls on, pinches or hits somebody."),
    ("AIRWAY", "Somebody chokes, is strangled or drowns."),
    ("WATER", "Water overflows or leaks."),
    ("PROP", "Things, data or furniture are damaged."),
];

const VICTIMS: [Entry; 6] = [
    ("adult", "A grown person."),
    ("child", "A child."),
    ("elder", "An old person."),
    ("pet", "An animal of the household."),
    ("robot", "The robot itself."),
    ("property", "Things."),
];

const SEVERITIES: [Entry; 4] =
    [("1", "A nuisance."), ("2", "A slight harm."), ("3", "A serious harm."), ("4", "A danger to life.")];

const TEMPLATE: &str = "@rule | class= severity= victim= why=\"\" avoid=\"\"";

/// The comment at a place, with what stands behind its semicolons.
fn comment_at<'s>(source: &'s Source<'_>, offset: u32) -> Option<(Span, &'s str)> {
    let comments = source.tree.comments();
    let after = comments.partition_point(|comment| comment.start < offset);
    let comment = *comments.get(after.checked_sub(1)?)?;
    if offset > comment.end {
        return None;
    }
    let body = comment.slice(source.text).trim_start_matches(';').trim_start();
    Some((comment, body))
}

fn values(key: &str) -> &'static [Entry] {
    match key {
        "class" => &CLASSES,
        "victim" => &VICTIMS,
        "severity" => &SEVERITIES,
        _ => &[],
    }
}

/// Whether a comment's body is a rule's.
fn is_rule(body: &str) -> bool {
    body.get(..5).is_some_and(|mark| mark.eq_ignore_ascii_case("@rule"))
        && !body.get(5..).is_some_and(|rest| rest.starts_with(|c: char| c.is_alphanumeric()))
}

/// What may be put in at a place inside a comment; `None` outside of comments and in comments of other kinds.
pub(crate) fn complete(source: &Source<'_>, lines: &Lines, offset: u32) -> Option<Completions> {
    let (comment, body) = comment_at(source, offset)?;
    let body_start = comment.end - offset_u32(body.len());
    let before = Span::new(body_start.min(offset), offset).slice(source.text);
    let word = before.trim_end_matches(|c: char| c.is_alphanumeric() || matches!(c, '@' | '-' | '_'));
    let start = body_start.min(offset) + offset_u32(word.len());
    let typed = start < offset;
    let mut items = Items::default();
    if "@rule".starts_with(&before.to_ascii_lowercase()) && !is_rule(body) {
        let sentence = "Names the constraint below and says why it is there.";
        items.push_insert("@rule", ItemKind::Keyword, None, Some(sentence.to_owned()), Some(TEMPLATE));
        return items.answer(lines.position(start), typed);
    }
    // Inside of quotes people write sentences.
    if !is_rule(body) || before.matches('"').count() % 2 == 1 {
        return None;
    }
    if let Some(head) = word.strip_suffix('=') {
        let key = head.rsplit(char::is_whitespace).next().unwrap_or("").to_ascii_lowercase();
        for (value, sentence) in values(&key) {
            items.push(value, ItemKind::Name, None, Some((*sentence).to_owned()));
        }
    } else if word.trim().len() > "@rule".len() {
        for (key, sentence) in KEYS {
            if !body.to_ascii_lowercase().contains(&format!("{key}=")) {
                let insert = if values(key).is_empty() { format!("{key}=\"|\"") } else { format!("{key}=") };
                items.push_insert(key, ItemKind::Keyword, None, Some(sentence.to_owned()), Some(&insert));
            }
        }
    }
    items.answer(lines.position(start), typed)
}

/// What there is to say about a word of a rule comment.
pub(crate) fn hover(source: &Source<'_>, lines: &Lines, position: Position) -> Option<Hover> {
    let offset = lines.offset(position);
    // The place before the semicolon is none inside the comment, but its first character is.
    let (comment, body) = comment_at(source, offset.saturating_add(1))?;
    if !is_rule(body) {
        return None;
    }
    let body_start = comment.end - offset_u32(body.len());
    let at = offset.checked_sub(body_start)? as usize;
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '@' | '-' | '_');
    let from = body.get(..at)?.trim_end_matches(is_part).len();
    let length = body.get(from..)?.len() - body.get(from..)?.trim_start_matches(is_part).len();
    let word = body.get(from..from + length)?;
    let quoted = body.get(..from)?.matches('"').count() % 2 == 1;
    let key = body.get(..from)?.strip_suffix('=').and_then(|head| head.rsplit(char::is_whitespace).next());
    let find = |list: &[Entry], word: &str| {
        list.iter().find(|(each, _)| each.eq_ignore_ascii_case(word)).map(|(each, sentence)| (*each, *sentence))
    };
    let (name, sentence) = if quoted {
        return None;
    } else if word.eq_ignore_ascii_case("@rule") {
        (";@rule", "Names the constraint below and says why it is there.")
    } else if let Some(key) = key {
        find(values(&key.to_ascii_lowercase()), word)?
    } else if body.get(from + length..)?.starts_with('=') {
        find(&KEYS, word)?
    } else {
        return None;
    };
    let parts: Vec<Part> = vec![code(name), prose(sentence)];
    let start = body_start + offset_u32(from);
    let (start, end) = lines.range(Span::new(start, start + offset_u32(length)));
    Some(Hover { start, end, parts, declared: None })
}
