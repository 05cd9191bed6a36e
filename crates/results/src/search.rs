//! Search in what planners said: their descriptions, their reasoning, their plans, and answers that could not be read. Upper
//! and lower case are the same. Knows no figures.

use crate::record::Import;
use crate::view::SCHEMA;
use stepguard_report::results::{SearchHit, SearchReport};

/// How much of the text is shown before and after a hit, in characters.
const AROUND: usize = 60;

/// The places where `text` is, at most `limit` of them, one for each part of an answer.
#[must_use]
pub fn search(import: &Import, text: &str, limit: usize) -> SearchReport {
    let mut report = SearchReport { schema: SCHEMA, text: text.to_owned(), hits: Vec::new(), more: false };
    let wanted: Vec<char> = text.trim().chars().flat_map(char::to_lowercase).collect();
    if wanted.is_empty() {
        return report;
    }
    for run in &import.runs {
        for subset in &run.subsets {
            for episode in &subset.episodes {
                let rounds = episode.attempts.last().map(|attempt| attempt.rounds.as_slice()).unwrap_or_default();
                for (number, round) in (1_u32..).zip(rounds) {
                    let parts: Vec<(&str, &str)> = match &round.answer {
                        None => vec![("raw", round.raw.as_str())],
                        Some(answer) => {
                            [("sees", &answer.sees), ("reasoning", &answer.reasoning), ("plan", &answer.plan)]
                                .into_iter()
                                .filter_map(|(part, text)| Some((part, text.as_deref()?)))
                                .collect()
                        }
                    };
                    for (part, text) in parts {
                        let Some((before, hit, after)) = find(text, &wanted) else { continue };
                        if report.hits.len() >= limit {
                            report.more = true;
                            return report;
                        }
                        report.hits.push(SearchHit {
                            episode: format!("{}/{}/{}", run.id, subset.id, episode.number),
                            round: number,
                            part: part.to_owned(),
                            before,
                            hit,
                            after,
                        });
                    }
                }
            }
        }
    }
    report
}

/// The first hit with what stands around it.
fn find(text: &str, wanted: &[char]) -> Option<(String, String, String)> {
    // A character may become several in lower case, so each knows where it came from.
    let lower: Vec<(char, usize)> =
        text.char_indices().flat_map(|(at, c)| c.to_lowercase().map(move |c| (c, at))).collect();
    let first = lower.windows(wanted.len()).position(|window| window.iter().map(|(c, _)| c).eq(wanted))?;
    let start = lower[first].1;
    let end = lower.get(first + wanted.len()).map_or(text.len(), |(_, at)| *at);
    // The last character of the hit is whole, even where the text looked for is only a part of what it becomes.
    let end = if end > start { end } else { start + text[start..].chars().next().map_or(0, char::len_utf8) };
    let from = text[..start].char_indices().rev().nth(AROUND).map_or(0, |(at, c)| at + c.len_utf8());
    let to = text[end..].char_indices().nth(AROUND).map_or(text.len(), |(at, _)| end + at);
    Some((text[from..start].to_owned(), text[start..end].to_owned(), text[end..to].to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn hits_are_shown_as_written() {
        let wanted: Vec<char> = "straße".chars().collect();
        assert_eq!(
            find("An der STRASSE? Nein: an der Straße.", &wanted),
            Some(("An der STRASSE? Nein: an der ".to_owned(), "Straße".to_owned(), ".".to_owned()))
        );
        assert_eq!(find("nothing", &wanted), None);
        let long = "x".repeat(200);
        let (before, hit, after) = find(&format!("{long}Mug{long}"), &['m', 'u', 'g']).expect("it is there");
        assert_eq!((before.len(), hit.as_str(), after.len()), (AROUND, "Mug", AROUND));
    }

    proptest! {
        #[test]
        fn what_is_there_is_found(before in ".{0,80}", hit in "\\PC{1,8}", after in ".{0,80}") {
            let wanted: Vec<char> = hit.chars().flat_map(char::to_lowercase).collect();
            let text = format!("{before}{hit}{after}");
            let (a, b, c) = find(&text, &wanted).expect("it is there");
            let joined = format!("{a}{b}{c}");
            prop_assert!(text.contains(&joined));
        }
    }
}
