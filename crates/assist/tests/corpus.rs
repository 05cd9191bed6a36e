//! Real domains and problems: every word of them has a meaning here, and every name in use can be explained. The texts are no
//! part of this project; they are found by the environment variable `STEPGUARD_DATA`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use stepguard_assist::view::{Position, Which};
use stepguard_assist::{Texts, complete, hover, tokens};

/// Most hovers asked for per text: spread over it, so that large texts do not take long.
const HOVERS: usize = 60;

fn folders() -> Vec<PathBuf> {
    let Some(data) = std::env::var_os("STEPGUARD_DATA") else {
        println!("skipped: STEPGUARD_DATA is not set, so there are no real texts to read");
        return Vec::new();
    };
    let mut folders: Vec<PathBuf> = std::fs::read_dir(Path::new(&data).join("conformance"))
        .expect("the data holds the conformance cases")
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.join("domain.pddl").is_file())
        .collect();
    folders.sort();
    assert!(folders.len() > 50, "{} folders", folders.len());
    folders
}

fn read(path: &Path) -> Option<String> {
    Some(String::from_utf8_lossy(&std::fs::read(path).ok()?).into_owned())
}

/// The words of a text with their kind and place.
fn words(text: &str, numbers: &[u32]) -> Vec<(String, u32, Position)> {
    let lines: Vec<Vec<u16>> = text.split('\n').map(|line| line.encode_utf16().collect()).collect();
    let (mut line, mut column) = (1, 1);
    let mut found = Vec::new();
    for token in numbers.chunks(4) {
        column = if token[0] == 0 { column + token[1] } else { 1 + token[1] };
        line += token[0];
        let from = column as usize - 1;
        let units = &lines[line as usize - 1][from..from + token[2] as usize];
        found.push((String::from_utf16_lossy(units), token[3], Position { line, column }));
    }
    found
}

#[test]
fn every_word_has_a_meaning_and_an_explanation() {
    let mut strange: BTreeMap<String, String> = BTreeMap::new();
    for folder in folders() {
        let (domain, problem) = (read(&folder.join("domain.pddl")), read(&folder.join("problem.pddl")));
        let texts = Texts { domain: domain.as_deref(), problem: problem.as_deref(), plan: None };
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for (which, text) in [(Which::Domain, texts.domain), (Which::Problem, texts.problem)] {
            // Classic Mac line ends are told apart by the unit tests.
            let Some(text) = text.filter(|text| !text.replace("\r\n", "").contains('\r')) else { continue };
            let words = words(text, &tokens(texts, which));
            for (word, kind, place) in &words {
                if *kind == 13 {
                    strange
                        .entry(format!("{name}: no meaning: {word}"))
                        .or_insert(format!("{}:{}", place.line, place.column));
                }
            }
            let step = words.len() / HOVERS + 1;
            for (word, kind, place) in words.iter().step_by(step) {
                // Comments and numbers speak for themselves.
                if !matches!(kind, 0 | 10 | 13) && hover(texts, which, *place).is_none() {
                    strange
                        .entry(format!("{name}: no hover: {word}"))
                        .or_insert(format!("{}:{}", place.line, place.column));
                }
                std::hint::black_box(complete(texts, which, *place));
            }
        }
    }
    let lines: Vec<String> = strange.iter().map(|(what, place)| format!("{what} at {place}")).collect();
    assert!(lines.is_empty(), "{} strange places:\n{}", lines.len(), lines.join("\n"));
}
