//! For authors of homes and tasks: `cargo run -p stepguard-homes --example tasks -- alfred/base` reads the sources as they are
//! on the disk and says what is wrong. Without an argument it reads everything; `homes` reads the homes only.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use stepguard_homes::Proofreader;
use stepguard_results::environment::{Environment, Subset};

fn main() -> ExitCode {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let wanted = std::env::args().nth(1);
    let mut sources = Vec::new();
    for path in std::fs::read_dir(root.join("homes")).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.extension().is_some_and(|ending| ending == "toml") {
            let id = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            sources.push((id, std::fs::read_to_string(&path).unwrap_or_default()));
        }
    }
    let reader = Proofreader::new(sources.iter().map(|(id, source)| (id.as_str(), source.as_str())));
    let mut wrong = 0;
    for (id, faults) in reader.homes() {
        for fault in faults {
            println!("homes/{id}.toml: {fault}");
            wrong += 1;
        }
    }
    for environment in [Environment::Alfred, Environment::Habitat] {
        for subset in Subset::ALL {
            let name = format!("{}/{}", environment.id(), subset.id());
            if wanted.as_ref().is_none_or(|wanted| *wanted == name) {
                wrong += tasks(&reader, environment, subset, &root, &name, wanted.is_some());
            }
        }
    }
    println!("{} homes, {wrong} mistakes", sources.len());
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn tasks(
    reader: &Proofreader,
    environment: Environment,
    subset: Subset,
    root: &Path,
    name: &str,
    verbose: bool,
) -> usize {
    let path = root.join("tasks").join(format!("{name}.toml"));
    let Ok(source) = std::fs::read_to_string(&path) else {
        println!("tasks/{name}.toml is not there");
        return 0;
    };
    let report = reader.tasks(environment, subset, &source);
    if verbose {
        for line in &report.right {
            println!("{line}");
        }
    }
    for line in &report.wrong {
        println!("tasks/{name}.toml: {line}");
    }
    println!("tasks/{name}.toml: {} tasks, {} right", report.tasks, report.right.len());
    report.wrong.len()
}
