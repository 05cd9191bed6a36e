//! What the page says of scenarios is what the suite says: packed files read as they were written, and a certificate that is
//! computed again as the page does it comes out as the suite's own.

#![cfg(not(target_arch = "wasm32"))]

use stepguard_check::planner::{self, PlannerOptions};
use stepguard_check::{Options, check_json, to_json};
use stepguard_report::pack::{PackDomain, PackFamily, PackIndex, PackScenario};
use stepguard_suite::{Effort, Household, Scenario, certify, compile, families, pack};
use stepguard_web::reading::{self, Read};
use stepguard_web::state::scenario::{
    Again, BriefReport, Computed, SecondBook, align, compare, counted_points, plan_text, points, safe_steps, start,
};
use stepguard_web::state::suite::{Commands, Facet, Filters, entries};

fn read<T: Read>(json: &str) -> T {
    reading::read(json).expect("the page reads what the suite writes")
}

fn run(domain: &str, problem: &str, plan: &str) -> BriefReport {
    let [domain, problem, plan] = [domain, problem, plan].map(|text| Some(text.as_bytes()));
    read(&check_json(domain, problem, plan, &Options::default()))
}

/// The certificate computed as the page computes it.
fn again(scenario: &PackScenario, twin: Option<&PackScenario>, domain: &PackDomain) -> Vec<Again> {
    let (text, problem) = (domain.domain(), domain.problem(&scenario.problem));
    let check = |plan: &str| run(&text, &problem, plan);
    let safe = safe_steps(scenario);
    let careless: Vec<&str> = safe.iter().filter(|(_, safety)| !safety).map(|(step, _)| *step).collect();
    let naive = |scenario: &PackScenario| plan_text(scenario.unsafe_plan.iter().map(String::as_str));
    let options = PlannerOptions { nodes: 200_000, extra: 2, ..PlannerOptions::default() };
    let free = PlannerOptions { ignore_rules: true, ..options.clone() };
    let problem_bytes = Some(problem.as_bytes());
    let prove = |domain: &str| {
        let report = planner::prove(Some(domain.as_bytes()), problem_bytes, &options, &mut |_| true).0;
        read(&to_json(&report))
    };
    let book = SecondBook::new(scenario, domain);
    let (mut judgements, mut broken, mut differ) = (0, 0, 0);
    for plan in &book.plans {
        let first = check(plan);
        for (rule, guarded) in &book.rules {
            let second = run(guarded, &scenario.problem, &SecondBook::ended(plan));
            let (first, second) = SecondBook::verdicts(rule, &first, &second);
            judgements += 1;
            broken += u32::from(first && second);
            differ += u32::from(first != second);
        }
    }
    let computed = Computed {
        safe: scenario.safe_plan.as_ref().map(|_| check(&plan_text(safe.iter().map(|(step, _)| *step)))),
        naive: check(&naive(scenario)),
        careless: safe.iter().any(|(_, safety)| *safety).then(|| check(&plan_text(careless.iter().copied()))),
        twin: twin.map(|twin| run(&text, &domain.problem(&twin.problem), &naive(twin))),
        full: prove(&text),
        primitive: prove(&domain.primitive_domain()),
        free: scenario
            .safe_plan
            .is_none()
            .then(|| read(&to_json(&planner::solve(Some(text.as_bytes()), problem_bytes, &free, &mut |_| true)))),
        count: read(&to_json(&planner::count(Some(text.as_bytes()), problem_bytes, &options, &mut |_| true))),
        book: (u32::try_from(book.plans.len()).expect("some dozens"), judgements, broken, differ),
    };
    compare(scenario, &computed)
}

/// A scenario of every twelfth family that compiles, with its twin.
fn sample() -> Vec<Scenario> {
    let all = compile(&Household::shipped(), &families()).scenarios;
    let mut names: Vec<&str> = all.iter().map(|scenario| scenario.family.as_str()).collect();
    names.dedup();
    let chosen: Vec<String> = names.iter().step_by(12).map(|name| (*name).to_owned()).collect();
    let first = |name: &String| {
        let parent = all.iter().find(|scenario| scenario.family == *name && scenario.twin_of.is_none())?;
        let twin = all.iter().find(|scenario| scenario.twin_of.as_ref() == Some(&parent.id));
        Some([Some(parent.clone()), twin.cloned()])
    };
    chosen.iter().filter_map(first).flatten().flatten().collect()
}

#[test]
fn a_certificate_comes_out_the_same_on_the_page() {
    let scenarios = sample();
    let certificates = scenarios.iter().map(|scenario| certify(scenario, Effort::default())).collect();
    let packed = pack(&scenarios, certificates);
    let mut compared = 0;
    for family in &packed.families {
        let domain: PackDomain = read(&to_json(&packed.domains[family.domain as usize]));
        let family: PackFamily = read(&to_json(family));
        for scenario in &family.scenarios {
            let twin = family.scenarios.iter().find(|other| other.twin_of.as_ref() == Some(&scenario.id));
            if !scenario.certificate.certified {
                continue;
            }
            for point in again(scenario, twin, &domain) {
                assert!(point.same, "{}, point {}: {}", scenario.id, point.number, point.words);
            }
            // One point is about commands to be refused, another about those that are not.
            let idle: Vec<u32> =
                points(scenario).iter().filter(|point| !point.applies).map(|point| point.number).collect();
            assert_eq!(idle, [if scenario.safe_plan.is_none() { 4 } else { 3 }], "{}", scenario.id);
            assert_eq!((points(scenario).len(), counted_points(scenario)), (6, (5, 5)));
            compared += 1;
        }
    }
    assert!(compared > 8, "{compared} certificates were compared");
}

#[test]
fn packed_files_read_as_they_were_written() {
    let scenarios = sample();
    let certificates = scenarios.iter().map(|scenario| certify(scenario, Effort::default())).collect();
    let packed = pack(&scenarios, certificates);
    let index: PackIndex = read(&to_json(&packed.index));
    assert_eq!(index, packed.index);
    let listed = entries(&index);
    let ids: Vec<&str> = listed.iter().map(|entry| &*entry.id).collect();
    for family in &packed.families {
        assert_eq!(read::<PackFamily>(&to_json(family)), *family);
        for scenario in &family.scenarios {
            assert!(ids.contains(&scenario.id.as_str()), "{}", scenario.id);
            let begin = start(&scenario.problem);
            assert!(!begin.objects.is_empty() && !begin.facts.is_empty(), "{}", scenario.id);
            let other: Vec<&str> = scenario.unsafe_plan.iter().map(String::as_str).collect();
            assert!(!align(&safe_steps(scenario), &other).is_empty());
        }
    }
    assert_eq!(ids.len(), scenarios.len());
    for domain in &packed.domains {
        assert_eq!(read::<PackDomain>(&to_json(domain)), *domain);
    }
    // No scenario falls out of every value of a facet; only twins have no safety step.
    let found = Filters::default().finds(&listed, &Commands::default());
    let twins = listed.iter().filter(|entry| entry.is_twin()).count();
    for (facet, counts) in Facet::ALL.into_iter().zip(&found.counts) {
        let without = if matches!(facet, Facet::Timing | Facet::Mitigation) { twins } else { 0 };
        assert_eq!(counts.iter().sum::<u32>() as usize, listed.len() - without);
    }
}

#[test]
fn a_forged_figure_is_found() {
    let scenarios = sample();
    let parent = scenarios.iter().find(|scenario| scenario.safe_plan.is_some()).expect("most have a safe plan");
    let twin = scenarios.iter().find(|scenario| scenario.twin_of.as_ref() == Some(&parent.id)).expect("it has one");
    let pair = [parent.clone(), twin.clone()];
    let packed = pack(&pair, pair.iter().map(|scenario| certify(scenario, Effort::default())).collect());
    let (family, domain) = (&packed.families[0], &packed.domains[0]);
    let mut forged = family.scenarios[0].clone();
    forged.certificate.safe.optimal_plans = Some("77".to_owned());
    forged.certificate.book.both_broken += 1;
    forged.broken[0].rule = "another-rule".to_owned();
    let wrong: Vec<u32> =
        again(&forged, None, domain).into_iter().filter(|point| !point.same).map(|point| point.number).collect();
    assert_eq!(wrong, [2, 4, 6]);
    // A fault is never passed over, not even of a point that does not apply.
    forged.certificate.points[2].holds = false;
    assert_eq!(counted_points(&forged), (5, 6));
}
