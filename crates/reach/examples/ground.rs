//! Grounds instances and prints what that took: `ground FOLDER...`, each with `domain.pddl` and `problem.pddl`.

use std::path::Path;
use std::time::Instant;
use stepguard_reach::{Budget, ground};
use stepguard_text::{Interner, TextId};

fn main() {
    println!("{:>9} {:>9} {:>9} {:>9}  complete  instance", "ms", "operators", "fluents", "derived");
    for folder in std::env::args().skip(1) {
        let text = |name: &str| std::fs::read(Path::new(&folder).join(name)).unwrap_or_default();
        let (domain, problem) = (text("domain.pddl"), text("problem.pddl"));
        let mut names = Interner::new();
        let domain = stepguard_pddl::parse(&String::from_utf8_lossy(&domain), TextId::Domain, &mut names);
        let problem = stepguard_pddl::parse(&String::from_utf8_lossy(&problem), TextId::Problem, &mut names);
        let definitions = domain.definitions.domains.first().zip(problem.definitions.problems.first());
        let Some(task) = definitions.and_then(|(d, p)| stepguard_task::build(d, p, names).task) else {
            println!("cannot be read: {folder}");
            continue;
        };
        let start = Instant::now();
        let grounding = ground(&task, Budget::default());
        let time = start.elapsed().as_secs_f64() * 1000.0;
        let (operators, fluents, derived) = (grounding.len(), grounding.fluents.len(), grounding.derived.len());
        println!("{time:9.2} {operators:9} {fluents:9} {derived:9}  {:8}  {folder}", grounding.complete);
    }
}
