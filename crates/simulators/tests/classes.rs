//! Classes of errors as computed, against the mistakes that agents make on purpose: what the rules are worth, on a sample of the
//! tasks. The index of the pack has the same table over all of them.

use stepguard_embodied::baselines::Kind;
use stepguard_embodied::pack::{Confusion, Index, Lines, SCHEMA};
use stepguard_results::environment::Environment;
use stepguard_results::imported::NEEDS_A_PERSON;
use stepguard_simulators::{agents, recorded, sets, tasks};

/// The table over every so many tasks of these environments.
fn table(environments: &[Environment], every: usize) -> Confusion {
    let mut index = Index { schema: SCHEMA, agents: agents(), ..Index::default() };
    for (environment, subset) in sets().filter(|(environment, _)| environments.contains(environment)) {
        for kind in Kind::ALL {
            if kind.truth().is_none() || kind.absent(environment).is_some() {
                continue;
            }
            let recordings = recorded(kind, tasks(environment, subset).step_by(every));
            let lines = Lines::of(recordings.iter().map(|(recording, error)| (recording, error.as_ref())));
            index.parts.push(Index::part_line(environment, subset, kind.id(), lines));
        }
    }
    index.confusion(None)
}

/// Recall of at least 90 %, precision of at least 95 %, and at most 5 % for a person, for every class that records decide; what
/// they do not decide goes to a person.
fn holds_the_bar(table: &Confusion, least: u32) {
    for row in &table.rows {
        println!("{row:?}");
    }
    for row in &table.rows {
        assert!(row.failed >= least, "{} failed {} times only", row.truth, row.failed);
        let recall = row.recall.percent.unwrap_or(0.0);
        assert!(recall >= 90.0, "{}: recall is {recall}: {:?}", row.truth, row.counts);
        if row.truth == NEEDS_A_PERSON {
            continue;
        }
        let (precision, open) = (row.precision.percent.unwrap_or(0.0), row.open.percent.unwrap_or(100.0));
        assert!(precision >= 95.0, "{}: precision is {precision}", row.truth);
        assert!(open <= 5.0, "{}: {open} % need a person: {:?}", row.truth, row.counts);
    }
}

#[test]
fn classes_of_household_episodes_are_right() {
    holds_the_bar(&table(&[Environment::Alfred, Environment::Habitat], 12), 15);
}

#[test]
fn classes_of_navigation_episodes_are_right() {
    holds_the_bar(&table(&[Environment::Navigation], 12), 10);
}

#[test]
fn classes_of_manipulation_episodes_are_right() {
    holds_the_bar(&table(&[Environment::Manipulation], 24), 4);
}
