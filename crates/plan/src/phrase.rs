//! One step as people, planners and models write it: `(put mug sink)`, `put(mug, sink)`, `put the mug, sink`,
//! `[PUT] <mug> (1) <sink> (2)`. Works on a piece of text and says what stands there; which pieces are asked, and what
//! becomes of the answer, is decided by the readers of lines and of JSON.

use crate::clean::duration;
use crate::fragment::{is_blank, trim};
use crate::near::closest;
use crate::plan::Unreadable;
use crate::vocabulary::Names;
use stepguard_text::Number;

/// Offsets in the fragment.
pub(crate) type Range = (usize, usize);

/// What is known about the piece before it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// A line without a sign that it is a step.
    Plain,
    /// A line with a list mark or a time stamp: it claims to be a step.
    Marked,
    /// An element of a JSON list, or a value that stands for a step.
    Element,
}

/// The parts of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Parts {
    pub(crate) name: Range,
    pub(crate) arguments: Vec<Range>,
}

/// What a piece says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Said {
    Step(Parts),
    Unreadable(Unreadable),
}

/// The form of a step, from the plainest sign to the weakest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Parentheses,
    Call,
    Script,
    Words,
}

/// One step of a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) range: Range,
    pub(crate) said: Said,
    pub(crate) duration: Option<Number>,
    pub(crate) form: Form,
    /// The closing parenthesis is missing, and everything else fits.
    pub(crate) unclosed: bool,
}

/// All of a piece.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Piece {
    pub(crate) steps: Vec<Found>,
    /// Words around the steps that are no part of them.
    pub(crate) beside: Vec<Range>,
    /// Comments behind the steps.
    pub(crate) comments: Vec<Range>,
    /// Parentheses too many.
    pub(crate) strays: Vec<Range>,
}

/// Words that are marks of English sentences, never arguments one would guess.
const SENTENCE_WORDS: [&str; 43] = [
    "to", "from", "on", "in", "into", "onto", "with", "and", "then", "at", "it", "of", "off", "down", "up", "is",
    "are", "for", "by", "using", "under", "over", "near", "inside", "until", "again", "so", "that", "this", "because",
    "as", "if", "not", "be", "will", "would", "should", "can", "or", "while", "after", "before", "out",
];

/// Verbs that ask to do other steps again.
const MACRO_WORDS: [&str; 8] = ["repeat", "loop", "for", "while", "redo", "continue", "until", "foreach"];

/// No step has more words; longer lines are prose.
const MOST_WORDS: usize = 200;

/// Labels before a step or a plan that say nothing else.
const LABELS: [&str; 20] = [
    "plan",
    "action",
    "actions",
    "step",
    "steps",
    "solution",
    "answer",
    "final plan",
    "output",
    "act",
    "next",
    "command",
    "next action",
    "the plan",
    "action plan",
    "final answer",
    "result",
    "sequence",
    "action sequence",
    "plan steps",
];

/// Whether `text` is a label that announces a plan or a step.
pub(crate) fn is_label(text: &str) -> bool {
    let text = text.trim_matches(|c: char| is_blank(c) || matches!(c, '*' | '_' | '`' | '#' | ':' | '='));
    LABELS.iter().any(|label| label.eq_ignore_ascii_case(text))
}

/// The offset of the parenthesis that closes the one at `open`, within `end`; `None` where no parenthesis opens.
pub(crate) fn closing(text: &str, open: usize, end: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in text.as_bytes()[open..end].iter().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    return Some(open + at);
                }
            }
            _ => {}
        }
    }
    None
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '`' | '“' | '”' | '‘' | '’' | '„' | '«' | '»')
}

/// Without quotes around it.
fn unquote(text: &str, (start, end): Range) -> Range {
    let piece = &text[start..end];
    let inner = piece.trim_matches(is_quote);
    if inner.is_empty() {
        return (start, end);
    }
    let front = piece.len() - piece.trim_start_matches(is_quote).len();
    (start + front, start + front + inner.len())
}

/// Without the signs of emphasis and code around all of a piece: `**(a b)**`, `` `a b` ``, `"(a b)"`.
fn unwrap(text: &str, (start, end): Range, quotes: bool) -> Range {
    let (mut start, mut end) = trim(text, start, end);
    loop {
        let piece = &text[start..end];
        let Some(first) = piece.chars().next() else { return (start, end) };
        let Some(last) = piece.chars().next_back() else { return (start, end) };
        let matching = match first {
            '*' | '`' => last == first,
            '"' | '\'' => quotes && last == first,
            '“' => quotes && last == '”',
            '‘' => quotes && last == '’',
            _ => false,
        };
        let inner = (start + first.len_utf8(), end - last.len_utf8());
        // `"open" the "box"` is no quoted piece.
        if !matching || inner.0 > inner.1 || (first != '*' && text[inner.0..inner.1].contains([first, last])) {
            return (start, end);
        }
        (start, end) = trim(text, inner.0, inner.1);
    }
}

/// The words of a piece, without emphasis (`**open** the fridge`); the flag says that a comma stands behind the word.
fn words(text: &str, (start, end): Range) -> Vec<(Range, bool)> {
    let mut found = split(text, (start, end));
    for (range, _) in &mut found {
        let bare = slice(text, *range).trim_matches(['*', '`']);
        if bare.len() < range.1 - range.0 && !bare.is_empty() {
            let front = slice(text, *range).len() - slice(text, *range).trim_start_matches(['*', '`']).len();
            *range = (range.0 + front, range.0 + front + bare.len());
        }
    }
    found
}

fn split(text: &str, (start, end): Range) -> Vec<(Range, bool)> {
    let mut found: Vec<(Range, bool)> = Vec::new();
    let mut from = None;
    for (at, c) in text[start..end].char_indices() {
        let at = start + at;
        if is_blank(c) || c == ',' {
            if let Some(from) = from.take() {
                found.push(((from, at), false));
            }
            if c == ','
                && let Some(last) = found.last_mut()
            {
                last.1 = true;
            }
        } else if from.is_none() {
            from = Some(at);
        }
    }
    if let Some(from) = from {
        found.push(((from, end), false));
    }
    found
}

fn slice(text: &str, (start, end): Range) -> &str {
    &text[start..end]
}

fn is_article(word: &str) -> bool {
    ["a", "an", "the"].iter().any(|article| article.eq_ignore_ascii_case(word))
}

/// The first words of `list` that name an action: how many, and which action.
///
/// `put_on character soap` may begin with `put_on` or with `put_on_character`. A name as it is declared counts before
/// words that only make one up together, if what follows fits it; else the longest name counts.
fn action_prefix(text: &str, list: &[(Range, bool)], names: &Names<'_>) -> Option<(usize, Range, u32)> {
    let most = names.longest().0.min(list.len());
    let mut candidates = Vec::new();
    for length in (1..=most).rev() {
        if list[..length - 1].iter().any(|(_, comma)| *comma) {
            continue;
        }
        let range = (list[0].0.0, list[length - 1].0.1);
        if let Some(action) = names.action(slice(text, range)) {
            candidates.push((length, range, action));
        // `walk: kitchen`
        } else if let Some(bare) = slice(text, range).strip_suffix(':')
            && let Some(action) = names.action(bare)
        {
            candidates.push((length, (range.0, range.1 - 1), action));
        }
    }
    let fits = |(length, range, action): &&(usize, Range, u32)| {
        let arity = names.vocabulary().arity(*action);
        let given = arguments(text, &list[*length..], names, Some(arity));
        names.vocabulary().find_action(slice(text, *range)) == Some(*action)
            && given.len() == arity
            && given.iter().all(|argument| names.object(slice(text, *argument)).is_some())
    };
    match candidates.as_slice() {
        [] => None,
        [one] => Some(*one),
        several => several.iter().find(fits).or(several.first()).copied(),
    }
}

/// Words as arguments: names of several words are found, articles dropped, nothing filled in. `arity` decides where
/// a word could be either an article or an object.
fn arguments(text: &str, list: &[(Range, bool)], names: &Names<'_>, arity: Option<usize>) -> Vec<Range> {
    let split = |keep_articles: bool| {
        let mut out = Vec::new();
        for chunk in list.split_inclusive(|(_, comma)| *comma) {
            let mut at = 0;
            while at < chunk.len() {
                let most = names.longest().1.min(chunk.len() - at);
                let known = (1..=most).rev().find_map(|length| {
                    let range = (chunk[at].0.0, chunk[at + length - 1].0.1);
                    let word = slice(text, range);
                    if length == 1 && !keep_articles && is_article(word) {
                        return None;
                    }
                    if names.object(word).is_some() {
                        return Some((length, range));
                    }
                    let bare = unquote(text, trim_punctuation(text, range));
                    (bare != range && names.object(slice(text, bare)).is_some()).then_some((length, bare))
                });
                if let Some((length, range)) = known {
                    out.push(range);
                    at += length;
                    continue;
                }
                let word = chunk[at].0;
                if !is_article(slice(text, word)) {
                    out.push(unquote(text, word));
                }
                at += 1;
            }
        }
        out
    };
    let with = split(true);
    if arity.is_some_and(|arity| arity != with.len()) {
        let without = split(false);
        if Some(without.len()) == arity {
            return without;
        }
    }
    with
}

/// Without the full stop of a sentence.
fn trim_punctuation(text: &str, (start, end): Range) -> Range {
    let piece = text[start..end].trim_end_matches(['.', ',', ';', ':', '!', '?']);
    if piece.is_empty() { (start, end) } else { (start, start + piece.len()) }
}

/// What stands between parentheses.
fn inside(text: &str, (start, end): Range, names: &Names<'_>) -> Said {
    let (mut start, mut end) = trim(text, start, end);
    // `((a b))` is one pair too many; anything else is no step.
    for _ in 0..4 {
        if !text[start..end].starts_with('(') || closing(text, start, end) != Some(end - 1) {
            break;
        }
        (start, end) = trim(text, start + 1, end - 1);
    }
    if text[start..end].contains('(') {
        return Said::Unreadable(Unreadable::Nested);
    }
    let mut list = words(text, (start, end));
    for (range, _) in &mut list {
        *range = unquote(text, *range);
    }
    let Some(((name, _), rest)) = list.split_first() else { return Said::Unreadable(Unreadable::Empty) };
    let action = names.action(slice(text, *name));
    if names.is_unknown() || action.is_some() || rest.is_empty() {
        return Said::Step(Parts { name: *name, arguments: plain_arguments(text, rest, names, action) });
    }
    if let Some((length, range, action)) = action_prefix(text, &list, names) {
        return Said::Step(Parts {
            name: range,
            arguments: plain_arguments(text, &list[length..], names, Some(action)),
        });
    }
    Said::Step(Parts { name: *name, arguments: rest.iter().map(|(range, _)| *range).collect() })
}

/// The words as they are when all are objects, else split anew.
fn plain_arguments(text: &str, list: &[(Range, bool)], names: &Names<'_>, action: Option<u32>) -> Vec<Range> {
    if names.is_unknown() || list.iter().all(|(range, _)| names.vocabulary().find_object(slice(text, *range)).is_some())
    {
        return list.iter().map(|(range, _)| *range).collect();
    }
    arguments(text, list, names, action.map(|action| names.vocabulary().arity(action)))
}

/// `name(a, b)` at `start`: its parts and the offset behind it.
fn call(text: &str, start: usize, end: usize, names: &Names<'_>) -> Option<(Said, usize)> {
    let open = start + text[start..end].find('(')?;
    let name = trim(text, start, open);
    let shown = slice(text, name);
    if shown.is_empty() {
        return None;
    }
    let glued = name.1 == open;
    let known = names.action(shown).is_some();
    let word = !shown
        .contains(|c: char| is_blank(c) || c == ',' || c == ';' || is_quote(c) || matches!(c, '[' | ']' | '<' | '>'));
    // `turn on (lamp)` only where `turn on` is an action: prose has parentheses too.
    if !(known || (glued && word)) {
        return None;
    }
    // `robot.walk(kitchen)`, where only `walk` is an action.
    let mut name = name;
    if !known
        && let Some(dot) = shown.rfind('.')
        && names.action(&shown[dot + 1..]).is_some()
    {
        name.0 += dot + 1;
    }
    let close = closing(text, open, end)?;
    let content = trim(text, open + 1, close);
    if slice(text, content).contains(['(', ')']) {
        return Some((Said::Unreadable(Unreadable::Nested), close + 1));
    }
    let action = names.action(slice(text, name));
    let mut list = Vec::new();
    if slice(text, content).contains(',') {
        let mut from = content.0;
        for piece in slice(text, content).split(',') {
            let range = argument(text, (from, from + piece.len()), names);
            if range.0 < range.1 {
                list.push(range);
            }
            from += piece.len() + 1;
        }
    } else if content.0 < content.1 {
        let whole = argument(text, content, names);
        if names.object(slice(text, whole)).is_some() || !slice(text, whole).contains(is_blank) {
            list.push(whole);
        } else {
            list = plain_arguments(text, &words(text, content), names, action);
        }
    }
    Some((Said::Step(Parts { name, arguments: list }), close + 1))
}

/// One argument that stands alone: without quotes, `key=` and an article.
pub(crate) fn argument(text: &str, range: Range, names: &Names<'_>) -> Range {
    let mut range = unquote(text, trim(text, range.0, range.1));
    if names.object(slice(text, range)).is_some() {
        return range;
    }
    if let Some((key, _)) = slice(text, range).split_once('=')
        && key.trim().chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '?' | '-'))
        && !key.trim().is_empty()
    {
        range = unquote(text, trim(text, range.0 + key.len() + 1, range.1));
    }
    if let Some((word, _)) = slice(text, range).split_once(is_blank)
        && is_article(word)
    {
        range = unquote(text, trim(text, range.0 + word.len(), range.1));
    }
    if names.object(slice(text, range)).is_none() {
        let bare = trim_punctuation(text, range);
        if names.object(slice(text, bare)).is_some() {
            return bare;
        }
    }
    range
}

/// `[WALK] <kitchen> (1)` from `start` to `end`.
fn script(text: &str, start: usize, end: usize, names: &Names<'_>) -> Option<Said> {
    let close = start + text[start..end].find(']')?;
    let name = trim(text, start + 1, close);
    if slice(text, name).is_empty() || slice(text, name).contains(is_blank) && names.action(slice(text, name)).is_none()
    {
        return None;
    }
    let mut list = Vec::new();
    let mut at = close + 1;
    loop {
        at = trim(text, at, end).0;
        if at >= end {
            break;
        }
        if !text[at..end].starts_with('<') {
            return None;
        }
        let behind = at + text[at..end].find('>')?;
        let object = trim(text, at + 1, behind);
        let mut range = object;
        let next = trim(text, behind + 1, end).0;
        at = behind + 1;
        if text[next..end].starts_with('(') {
            let last = next + text[next..end].find(')')?;
            let number = slice(text, trim(text, next + 1, last));
            at = last + 1;
            // The number belongs to the name where the problem says so: `kitchen_1` for `<kitchen> (1)`.
            let full = format!("{} {number}", slice(text, object));
            if names.object(&full).is_some() {
                range = (object.0, last);
            }
        }
        list.push(range);
    }
    (!list.is_empty() || names.action(slice(text, name)).is_some())
        .then_some(Said::Step(Parts { name, arguments: list }))
}

/// A piece without parentheses.
fn in_words(text: &str, range: Range, names: &Names<'_>, mode: Mode) -> Option<Said> {
    let mut range = range;
    // `move a b (1)`: the cost that Fast Downward adds.
    if let Some(open) = slice(text, range).rfind('(')
        && slice(text, range).ends_with(')')
        && open > 0
        && slice(text, range)[open + 1..slice(text, range).len() - 1].parse::<f64>().is_ok()
    {
        range = trim(text, range.0, range.0 + open);
    }
    if mode == Mode::Plain && names.is_unknown() {
        return None;
    }
    let list = words(text, range);
    let (first, _) = *list.first()?;
    if list.len() > MOST_WORDS {
        return (mode != Mode::Plain).then_some(Said::Unreadable(Unreadable::Sentence));
    }
    if slice(text, first).starts_with(is_quote) {
        let quoted = slice(text, range).find(|c: char| !is_quote(c)).is_some();
        return (mode != Mode::Plain && quoted).then_some(Said::Unreadable(Unreadable::Quoted));
    }
    if names.is_unknown() {
        let rest = list[1..].iter().map(|(range, _)| *range).collect();
        return Some(Said::Step(Parts { name: first, arguments: rest }));
    }
    // `Action: open fridge`
    if let Some((label, _)) = slice(text, range).split_once(':')
        && is_label(label)
        && names.action(label).is_none()
    {
        let behind = trim(text, range.0 + label.len() + 1, range.1);
        if behind.0 < behind.1 {
            return in_words(text, behind, names, mode);
        }
    }
    let Some((length, name, action)) = action_prefix(text, &list, names).or_else(|| {
        // `Done.` is no action, `open.` may be one.
        let bare = trim_punctuation(text, first);
        (list.len() == 1).then(|| names.action(slice(text, bare)).map(|action| (1, bare, action))).flatten()
    }) else {
        return no_action(text, &list, names, mode);
    };
    let arity = names.vocabulary().arity(action);
    let mut found = arguments(text, &list[length..], names, Some(arity));
    // A full stop alone is no argument.
    found.retain(|range| slice(text, *range).contains(char::is_alphanumeric));
    let unknown = |range: &Range| names.object(slice(text, *range)).is_none();
    let is_sentence = found.iter().any(|range| {
        let word = slice(text, *range);
        unknown(range)
            && (SENTENCE_WORDS.iter().any(|known| known.eq_ignore_ascii_case(trim_word(word)))
                || (found.len() > arity && word.ends_with(['.', '!', '?', ':'])))
    });
    if is_sentence {
        return Some(Said::Unreadable(Unreadable::Sentence));
    }
    Some(Said::Step(Parts { name, arguments: found }))
}

fn trim_word(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

/// Words that start with no action's name: a near miss, an unknown action, a line that cannot be read, or prose.
fn no_action(text: &str, list: &[(Range, bool)], names: &Names<'_>, mode: Mode) -> Option<Said> {
    let first = list[0].0;
    let word = slice(text, first);
    let vocabulary = names.vocabulary();
    let rest = arguments(text, &list[1..], names, None);
    let known = rest.iter().filter(|range| names.object(slice(text, **range)).is_some()).count();
    let step = |arguments| Some(Said::Step(Parts { name: first, arguments }));
    // A near miss counts where the rest reads as arguments: prose has words that resemble actions.
    if if rest.is_empty() { list.len() == 1 } else { known > 0 && known * 2 >= rest.len() } {
        let near = nearest_action(word, names);
        if near.is_some_and(|action| !rest.is_empty() || mode != Mode::Plain || vocabulary.arity(action) == 0) {
            return step(rest);
        }
    }
    if mode == Mode::Plain {
        return None;
    }
    if MACRO_WORDS.iter().any(|known| known.eq_ignore_ascii_case(trim_word(word))) {
        return Some(Said::Unreadable(Unreadable::Macro));
    }
    // One word such as `reach-goal`, or a word before objects: an action that does not exist.
    let one_name = rest.is_empty() && (mode == Mode::Element || word.contains(['-', '_'])) && list.len() == 1;
    if (one_name && word.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.')))
        || (!rest.is_empty() && known == rest.len())
    {
        return step(rest);
    }
    Some(Said::Unreadable(Unreadable::NoAction))
}

/// The action whose name is nearest to `word`, if one is near.
fn nearest_action(word: &str, names: &Names<'_>) -> Option<u32> {
    let vocabulary = names.vocabulary();
    closest(&names.comparisons, word, vocabulary.actions(), |action| vocabulary.action_name(action))
}

/// The separator between two steps of one line at `at`: the offset behind it.
fn separator(text: &str, at: usize, end: usize) -> Option<usize> {
    ["->", "=>", "→", "⇒", ",", "|"].iter().find(|sign| text[at..end].starts_with(**sign)).map(|sign| at + sign.len())
}

/// Reads a piece: a line behind its list mark, or a string of a JSON text. `None`: no sign of a step.
pub(crate) fn read(text: &str, range: Range, names: &Names<'_>, mode: Mode) -> Option<Piece> {
    let (start, end) = unwrap(text, range, true);
    if start >= end {
        return (mode != Mode::Plain).then(|| Piece {
            steps: vec![Found {
                range,
                said: Said::Unreadable(Unreadable::Empty),
                duration: None,
                form: Form::Words,
                unclosed: false,
            }],
            ..Piece::default()
        });
    }
    if let Some(piece) = sequence(text, (start, end), names, mode) {
        return Some(piece);
    }
    if let Some(piece) = behind_words(text, (start, end), names, mode) {
        return Some(piece);
    }
    // `open fridge ; because`: comments of plan files and programs.
    let comment = [";", " #", " //"].iter().filter_map(|sign| slice(text, (start, end)).find(sign)).min();
    let (mut content, comment) = match comment {
        Some(sign) if sign > 0 => (trim(text, start, start + sign), Some(trim(text, start + sign, end))),
        _ => ((start, end), None),
    };
    // `walk cat [2.0]`
    let mut length = None;
    if let Some(open) = slice(text, content).rfind(" [")
        && let Some((value, behind)) = duration(text, content.0 + open + 1)
        && behind == content.1
    {
        length = Some(value);
        content = trim(text, content.0, content.0 + open);
    }
    let whole =
        (content.0, length.as_ref().map_or(content.1, |_| trim(text, start, end).1.min(comment.map_or(end, |c| c.0))));
    let whole = trim(text, whole.0, whole.1);
    let found = |said, form| Found { range: whole, said, duration: length.clone(), form, unclosed: false };
    let step = if text[content.0..content.1].starts_with('[') {
        script(text, content.0, content.1, names).map(|said| found(said, Form::Script))
    } else {
        None
    };
    let step = step.or_else(|| in_words(text, content, names, mode).map(|said| found(said, Form::Words)))?;
    let mut piece = Piece { steps: vec![step], comments: comment.into_iter().collect(), ..Piece::default() };
    if let [Found { said: said @ Said::Unreadable(Unreadable::Sentence), range, .. }] = piece.steps.as_mut_slice()
        && let Some((front, rest)) = before_remark(text, content, names, mode)
    {
        *said = front.0;
        *range = front.1;
        piece.beside.push(rest);
    }
    Some(piece)
}

/// A complete step before a remark: `open the fridge (it is closed)`, `open fridge - to look inside`. Only where the
/// words before the remark are all of a step.
fn before_remark(text: &str, content: Range, names: &Names<'_>, mode: Mode) -> Option<((Said, Range), Range)> {
    let signs = [" (", " - ", " – ", " — ", ": ", ". "];
    let cut = signs.iter().filter_map(|sign| slice(text, content).find(sign)).min()?;
    let front = trim(text, content.0, content.0 + cut);
    let said = in_words(text, front, names, mode)?;
    let complete = match &said {
        Said::Step(parts) => names.action(slice(text, parts.name)).is_some_and(|action| {
            names.vocabulary().arity(action) == parts.arguments.len()
                && parts.arguments.iter().all(|range| names.object(slice(text, *range)).is_some())
        }),
        Said::Unreadable(_) => false,
    };
    complete.then(|| ((said, front), trim(text, front.1, content.1)))
}

/// Steps in parentheses or as calls, one behind the other, from the beginning of the piece.
fn sequence(text: &str, (start, end): Range, names: &Names<'_>, mode: Mode) -> Option<Piece> {
    let mut piece = Piece::default();
    let mut at = start;
    while at < end {
        at = trim(text, at, end).0;
        if at >= end {
            break;
        }
        let rest = &text[at..end];
        if rest.starts_with('(') {
            if is_list_of_steps(text, at, end, names) {
                piece.strays.push((at, at + 1));
                at += 1;
                continue;
            }
            let Some(close) = closing(text, at, end) else {
                let found = unclosed(text, at, end, names, mode, !piece.steps.is_empty())?;
                piece.steps.push(found);
                break;
            };
            let said = inside(text, (at + 1, close), names);
            // Parentheses further on in prose: `(see (a))`.
            piece.steps.push(Found {
                range: (at, close + 1),
                said,
                duration: None,
                form: Form::Parentheses,
                unclosed: false,
            });
            at = close + 1;
            continue;
        }
        if rest.starts_with('[')
            && let Some(last) = piece.steps.last_mut()
            && last.duration.is_none()
            && let Some((value, behind)) = duration(text, at)
            && behind <= end
        {
            last.duration = Some(value);
            last.range.1 = behind;
            at = behind;
            continue;
        }
        if !piece.steps.is_empty() {
            if let Some(behind) = separator(text, at, end) {
                at = behind;
                continue;
            }
            if rest.starts_with(')') {
                piece.strays.push((at, at + 1));
                at += 1;
                continue;
            }
        }
        if let Some((said, behind)) = call(text, at, end, names) {
            piece.steps.push(Found { range: (at, behind), said, duration: None, form: Form::Call, unclosed: false });
            at = behind;
            continue;
        }
        if piece.steps.is_empty() {
            return None;
        }
        if let Some(inner) = rest.strip_prefix(';') {
            // Between calls it separates, elsewhere it starts a comment.
            let next = end - inner.trim_start_matches(is_blank).len();
            if piece.steps.last().is_some_and(|last| last.form == Form::Call)
                && (next >= end || call(text, next, end, names).is_some())
            {
                at = next;
                continue;
            }
            piece.comments.push((at, end));
            break;
        }
        if rest.starts_with("//") || rest.starts_with('#') {
            piece.comments.push((at, end));
            break;
        }
        if rest.chars().all(|c| is_blank(c) || c.is_ascii_punctuation()) {
            break;
        }
        // Words behind a step: `(open fridge) - to see inside`. Without a list mark the line does not stand wholly in
        // parentheses, and counts only where an action of the domain begins it.
        let named = (names.is_unknown() && mode != Mode::Plain)
            || piece.steps.iter().all(|found| match &found.said {
                Said::Step(parts) => names.action(slice(text, parts.name)).is_some(),
                Said::Unreadable(_) => false,
            });
        if !named {
            return None;
        }
        piece.beside.push((at, end));
        break;
    }
    (!piece.steps.is_empty()).then_some(piece)
}

/// Whether the parenthesis at `at` opens a list of steps, `((open fridge) (grasp mug))`, perhaps over several lines.
fn is_list_of_steps(text: &str, at: usize, end: usize, names: &Names<'_>) -> bool {
    let inner = trim(text, at + 1, end).0;
    if !text[inner..end].starts_with('(') || text[inner + 1..end].trim_start_matches(is_blank).starts_with('(') {
        return false;
    }
    let Some(close) = closing(text, inner, end) else { return false };
    let behind = &text[trim(text, close + 1, end).0..end];
    let named = match inside(text, (inner + 1, close), names) {
        Said::Step(parts) => names.is_unknown() || names.action(slice(text, parts.name)).is_some(),
        Said::Unreadable(_) => false,
    };
    // One step in two pairs of parentheses is read as that step.
    named && (behind.starts_with(['(', ',']) || behind.is_empty())
}

/// An open parenthesis to the end of the piece.
fn unclosed(text: &str, at: usize, end: usize, names: &Names<'_>, mode: Mode, more: bool) -> Option<Found> {
    let content = trim(text, at + 1, end);
    let said = inside(text, content, names);
    let fits = match &said {
        Said::Step(parts) => match names.action(slice(text, parts.name)) {
            Some(action) => {
                names.vocabulary().arity(action) == parts.arguments.len()
                    && parts.arguments.iter().all(|range| names.object(slice(text, *range)).is_some())
            }
            None => false,
        },
        Said::Unreadable(_) => false,
    };
    let named = match &said {
        Said::Step(parts) => names.is_unknown() || names.action(slice(text, parts.name)).is_some(),
        Said::Unreadable(_) => false,
    };
    if !fits && !named && !more && mode == Mode::Plain {
        return None;
    }
    let said = if fits { said } else { Said::Unreadable(Unreadable::Unclosed) };
    Some(Found { range: (at, end), said, duration: None, form: Form::Parentheses, unclosed: fits })
}

/// Steps behind words: `Plan: (a b) (c d)`, `1. Open the fridge: (open fridge)`, `Drive there → drive(desk)`.
fn behind_words(text: &str, (start, end): Range, names: &Names<'_>, mode: Mode) -> Option<Piece> {
    if names.is_unknown() {
        return None;
    }
    let mut open = start;
    // Prose may hold any number of parentheses; the step is announced by the first few.
    for _ in 0..8 {
        let Some(found) = text[open..end].find(['(', '`']) else { break };
        let at = open + found;
        let before = text[start..at].trim_end_matches(|c: char| is_blank(c) || c == '*' || c == '`');
        let announced =
            before.ends_with([':', '=', '→', '–', '—', '-']) || before.ends_with("->") || before.ends_with("=>");
        if announced || mode == Mode::Marked {
            let content = unwrap(text, (at, end), false);
            if let Some(mut piece) = sequence(text, content, names, Mode::Marked)
                && piece.beside.is_empty()
                && piece.steps.iter().all(
                    |step| matches!(&step.said, Said::Step(parts) if names.action(slice(text, parts.name)).is_some()),
                )
            {
                let lead = trim(text, start, at);
                if !is_label(slice(text, lead)) && lead.0 < lead.1 {
                    piece.beside.push(lead);
                }
                return Some(piece);
            }
        }
        open = at + 1;
    }
    None
}
