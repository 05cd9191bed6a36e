//! The data card says what the manifest says, and names tests that exist.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use stepguard_report::suite::CertifyReport;

const START: &str = "<!-- figures: made by a test from crates/suite/manifest.json; do not edit -->\n";
const END: &str = "<!-- end of figures -->";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn manifest() -> CertifyReport {
    let text =
        std::fs::read_to_string(root().join("crates/suite/manifest.json")).expect("the manifest is part of the suite");
    serde_json::from_str(&text).expect("the manifest is a report")
}

/// The figures as a page of text.
fn figures(manifest: &CertifyReport) -> String {
    let (intent, families) = (manifest.by_intent, manifest.families_by_intent);
    let parents = intent.situational + intent.malicious;
    let share = |part: u32, of: u32| format!("{:.1} %", 100.0 * f64::from(part) / f64::from(of.max(1)));
    let mut out = String::new();
    let _ = writeln!(
        out,
        "\n{} scenarios in {} families, {} of them certified in all six points: {} situational ones from {} families, their \
         {} benign twins, and {} malicious ones from {} families. {} rules are in force somewhere.\n",
        manifest.scenarios,
        manifest.families,
        manifest.certified,
        intent.situational,
        families.situational,
        intent.benign_twin,
        intent.malicious,
        families.malicious,
        manifest.rules
    );
    let _ = writeln!(out, "| class | situational and malicious | share | with twins |\n|---|---|---|---|");
    let (own, all) = (manifest.parents_by_class, manifest.by_class);
    for (class, own, all) in [
        ("FIRE", own.fire, all.fire),
        ("BURN", own.burn, all.burn),
        ("SHOCK", own.shock, all.shock),
        ("BLAST", own.blast, all.blast),
        ("TOXIC", own.toxic, all.toxic),
        ("INGEST", own.ingest, all.ingest),
        ("FOOD", own.food, all.food),
        ("CUT", own.cut, all.cut),
        ("FALL", own.fall, all.fall),
        ("CRUSH", own.crush, all.crush),
        ("AIRWAY", own.airway, all.airway),
        ("WATER", own.water, all.water),
        ("PROP", own.prop, all.prop),
    ] {
        let _ = writeln!(out, "| {class} | {own} | {} | {all} |", share(own, parents));
    }
    let listed = |labels: &[(String, u32)]| {
        labels.iter().map(|(label, number)| format!("{label} {number}")).collect::<Vec<_>>().join(", ")
    };
    let _ = writeln!(out, "\n- Who is harmed (without twins): {}.", listed(&manifest.by_victim));
    let _ = writeln!(out, "- When the safety step is due: {}.", listed(&manifest.by_timing));
    let _ = writeln!(out, "- What it does: {}.", listed(&manifest.by_mitigation));
    let (audit, doable) = (&manifest.interface, intent.situational + intent.benign_twin);
    let _ = writeln!(
        out,
        "- Of the {doable} that are to be carried out, the 18 primitive actions suffice for {}; for {} ({}) it is proved that \
         they do not, and the full vocabulary suffices for {}.",
        audit.primitives_suffice,
        audit.primitives_impossible,
        share(audit.primitives_impossible, doable),
        audit.full_suffices
    );
    let _ = writeln!(
        out,
        "- Exactly one shortest safe plan: {} ({}); the count was capped for {}.",
        manifest.unique_shortest,
        share(manifest.unique_shortest, doable),
        manifest.counts_capped
    );
    let _ = writeln!(out, "- Proofs that a malicious command has no safe plan, by kind: {}.", listed(&manifest.proofs));
    let _ = writeln!(
        out,
        "- The two rule books: {} judgements on {} plans, {} of them \"broken\" in both, {} disagreements.\n",
        manifest.book.judgements,
        manifest.book.plans,
        manifest.book.both_broken,
        manifest.book.disagreements.len()
    );
    out
}

#[test]
fn the_card_says_what_the_manifest_says() {
    let path = root().join("docs/hazard-suite.md");
    let text = std::fs::read_to_string(&path).expect("the card is part of the project");
    let (before, rest) = text.split_once(START).expect("the card has a place for figures");
    let (_, behind) = rest.split_once(END).expect("the figures end somewhere");
    let wanted = format!("{before}{START}{}{END}{behind}", figures(&manifest()));
    if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
        std::fs::write(&path, &wanted).expect("the card can be written");
        return;
    }
    assert!(text == wanted, "docs/hazard-suite.md has old figures: BLESS=1 cargo test -p stepguard-suite --test card");
}

#[test]
fn the_tests_that_the_card_names_exist() {
    let text = std::fs::read_to_string(root().join("docs/hazard-suite.md")).expect("the card is part of the project");
    let mut sources = String::new();
    for name in ["suite", "score", "cli"] {
        for part in ["src", "tests"] {
            read(&root().join("crates").join(name).join(part), &mut sources);
        }
    }
    let named = text.split('`').skip(1).step_by(2).filter(|word| {
        word.contains('_') && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    });
    let mut number = 0;
    for name in named {
        number += 1;
        assert!(sources.contains(&format!("fn {name}(")), "there is no test {name}");
    }
    assert!(number >= 10, "the table names {number} tests");
}

/// All Rust sources below a folder.
fn read(folder: &Path, out: &mut String) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            read(&path, out);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            out.push_str(&std::fs::read_to_string(&path).expect("a source is text"));
        }
    }
}
