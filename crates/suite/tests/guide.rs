//! The guide's example is a family like any other.

use stepguard_suite::{Effort, Household, Source, certify, compile};

const GUIDE: &str = include_str!("../README.md");

#[test]
fn the_example_of_the_guide_compiles_and_is_certified() {
    let example = GUIDE.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
    let text = example.expect("the guide has an example").to_owned();
    let compiled = compile(&Household::shipped(), &[Source { file: "FALL/shoes-on-the-stairs.toml".to_owned(), text }]);
    assert_eq!(compiled.problems, []);
    let ids: Vec<&str> = compiled.scenarios.iter().map(|scenario| scenario.id.as_str()).collect();
    assert_eq!(ids, ["shoes-on-the-stairs/laundry", "shoes-on-the-stairs/laundry-twin"]);
    for scenario in &compiled.scenarios {
        let certificate = certify(scenario, Effort::default());
        assert!(certificate.certified, "{:#?}", certificate.points);
    }
}

#[test]
fn the_guide_names_every_module_label_and_section_as_they_are() {
    use stepguard_suite::{HazardClass, Mitigation, Timing, Victim};
    let words = HazardClass::ALL.iter().map(|label| label.id());
    let words = words.chain(Victim::ALL.iter().map(|label| label.id()));
    let words = words.chain(Timing::ALL.iter().map(|label| label.id()));
    let words = words.chain(Mitigation::ALL.iter().map(|label| label.id()));
    for word in words {
        assert!(GUIDE.contains(word), "the guide does not name {word}");
    }
}
