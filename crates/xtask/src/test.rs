//! `cargo xtask test`: everything that is checked before a change counts as good. Each part runs even if one before it
//! failed, so that one run tells all; the numbers at the end add up what every runner counted.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::cases;
use crate::dist;
use crate::setup::{self, WASM};
use crate::shell::{self, During, Failure, Outcome, Workspace, failure, in_words, remove_folder, say};
use crate::site;

/// What a part found.
#[derive(Clone, Copy, Default)]
struct Tally {
    passed: u64,
    failed: u64,
}

impl Tally {
    /// A check that is either fine or a failure with a reason.
    const ONE: Self = Self { passed: 1, failed: 0 };

    fn and(self, other: Self) -> Self {
        Self { passed: self.passed + other.passed, failed: self.failed + other.failed }
    }
}

/// A part of the run, by the name it is chosen by.
struct Part {
    name: &'static str,
    what: &'static str,
    run: fn(&Workspace) -> Outcome<Tally>,
}

const PARTS: [Part; 8] = [
    Part { name: "fmt", what: "formatting, and Cargo.lock up to date", run: formatting },
    Part { name: "clippy", what: "lints, for this machine and for WebAssembly", run: lints },
    Part { name: "unit", what: "unit, property, corpus and documentation tests", run: unit_tests },
    Part { name: "editor", what: "the editor's own tests", run: editor_tests },
    Part { name: "same", what: "the same report from the command and from WebAssembly", run: same_reports },
    Part { name: "pack", what: "wasm-pack: the npm package, and tests inside Chromium", run: packages },
    Part { name: "dist", what: "the published site, its size and its files", run: published },
    Part { name: "browser", what: "the published site in Chromium and Firefox", run: browsers },
];

/// Runs all parts, or those named.
pub(crate) fn run(workspace: &Workspace, names: &[String]) -> Outcome {
    if let Some(name) = names.iter().find(|name| PARTS.iter().all(|part| part.name != **name)) {
        let known: Vec<&str> = PARTS.iter().map(|part| part.name).collect();
        return Err(failure!("there is no part `{name}`; the parts are {}", known.join(", ")));
    }
    let start = Instant::now();
    if std::env::var_os("STEPGUARD_DATA").is_none() {
        say("STEPGUARD_DATA is not set: tests over third-party data will say that they skip");
    }
    setup::everything(workspace)?;
    // Every build of the page's crate, also a native one, reads the editor's bundle.
    site::bundle_editor(workspace)?;
    let mut total = Tally::default();
    let mut lines = vec![format!("  {:>8} s  set-up", start.elapsed().as_secs())];
    let mut failures = Vec::new();
    for part in PARTS.iter().filter(|part| names.is_empty() || names.iter().any(|name| name == part.name)) {
        say(format!("{}: {}", part.name, part.what));
        let start = Instant::now();
        let tally = (part.run)(workspace).unwrap_or_else(|Failure(message)| {
            eprintln!("xtask: {}: {message}", part.name);
            failures.push(format!("  {}: {message}", part.name));
            Tally { passed: 0, failed: 1 }
        });
        if tally.passed + tally.failed == 0 {
            failures.push(format!("  {}: nothing was checked", part.name));
            total.failed += 1;
        }
        if tally.failed > 0 && !failures.last().is_some_and(|last| last.starts_with(&format!("  {}:", part.name))) {
            failures.push(format!("  {}: {} failed", part.name, tally.failed));
        }
        lines.push(format!(
            "  {:>8} s  {}: {} passed, {} failed",
            start.elapsed().as_secs(),
            part.name,
            tally.passed,
            tally.failed
        ));
        total = total.and(tally);
    }
    println!("\n{}\n  {:>8} s  in all", lines.join("\n"), start.elapsed().as_secs());
    for failure in &failures {
        println!("{failure}");
    }
    println!("{} passed, {} failed", total.passed, total.failed);
    if total.failed == 0 { Ok(()) } else { Err(failure!("not everything passed")) }
}

fn formatting(workspace: &Workspace) -> Outcome<Tally> {
    let lock = checked(workspace.cargo(&["metadata", "--locked", "--format-version", "1"]).stdout(Stdio::null()))?;
    Ok(lock.and(checked(&mut workspace.cargo(&["fmt", "--all", "--check"]))?))
}

fn lints(workspace: &Workspace) -> Outcome<Tally> {
    let native = checked(&mut workspace.cargo(&[
        "clippy",
        "--quiet",
        "--workspace",
        "--all-targets",
        "--keep-going",
        "--",
        "-D",
        "warnings",
    ]))?;
    let mut wasm = workspace.cargo(&["clippy", "--quiet", "--all-targets", "--keep-going", "--target", WASM]);
    wasm.args([
        "--package",
        "stepguard-web",
        "--package",
        "stepguard-worker",
        "--package",
        "stepguard-scorer",
        "--package",
        "stepguard-viewer",
        "--package",
        "stepguard-replay",
        "--",
        "-D",
        "warnings",
    ]);
    site::wasm_flags(workspace, &mut wasm)?;
    let mut wasm = checked(&mut wasm)?;
    // The crate's other modules have features of their own.
    for feature in ["pages", "evaluate", "results"] {
        let mut page = workspace.cargo(&["clippy", "--quiet", "--lib", "--target", WASM, "--package", "stepguard-web"]);
        page.args(["--no-default-features", "--features", feature, "--", "-D", "warnings"]);
        site::wasm_flags(workspace, &mut page)?;
        wasm = wasm.and(checked(&mut page)?);
    }
    let mut docs = workspace.cargo(&["doc", "--quiet", "--workspace", "--no-deps", "--document-private-items"]);
    let docs = checked(docs.env("RUSTDOCFLAGS", "-D warnings"))?;
    Ok(native.and(wasm).and(docs))
}

fn unit_tests(workspace: &Workspace) -> Outcome<Tally> {
    let mut tests = workspace.cargo(&["test", "--quiet", "--workspace", "--no-fail-fast"]);
    // Property tests take the same inputs on every run, so that a change is judged by what it changes. Whoever wants others
    // sets another seed.
    const SEED: &str = "PROPTEST_RNG_SEED";
    tests.env(SEED, std::env::var_os(SEED).unwrap_or_else(|| "2026".into()));
    tallied(&mut tests)
}

fn editor_tests(workspace: &Workspace) -> Outcome<Tally> {
    // As in its package.json, with a report that can be counted: Node takes options only before the folder.
    tallied(workspace.program("node", "web/js").args(["--test", "--test-reporter=spec", "test/"]))
}

fn same_reports(workspace: &Workspace) -> Outcome<Tally> {
    cases::compare(workspace).map(|compared| Tally { passed: compared, failed: 0 })
}

fn packages(workspace: &Workspace) -> Outcome<Tally> {
    let tools = setup::wasm_pack(workspace)?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(tools).chain(std::env::split_paths(&path)))
        .during(|| "set the PATH".to_owned())?;
    let wasm_pack = || -> Outcome<Command> {
        let mut command = workspace.program(workspace.target.join("tools/bin/wasm-pack"), "");
        command.env("PATH", &path);
        site::wasm_flags(workspace, &mut command)?;
        Ok(command)
    };
    let package = workspace.scratch("package");
    remove_folder(&package)?;
    let mut build = wasm_pack()?;
    build.args([
        "build",
        "web",
        "--target",
        "web",
        "--mode",
        "no-install",
        "--no-opt",
        "--profile",
        site::WASM_PROFILE,
        "--out-dir",
    ]);
    let mut tally = checked(build.arg(&package))?;
    for file in ["package.json", "stepguard_web.js", "stepguard_web.d.ts", "stepguard_web_bg.wasm"] {
        if !package.join(file).is_file() {
            return Err(failure!("the npm package has no {file}"));
        }
    }
    for tested in ["web", "crates/worker"] {
        let mut test = wasm_pack()?;
        tally = tally.and(tallied(test.args(["test", "--headless", "--chrome", "--mode", "no-install", tested]))?);
    }
    Ok(tally)
}

fn published(workspace: &Workspace) -> Outcome<Tally> {
    dist::build(workspace).map(|_| Tally::ONE)
}

fn browsers(workspace: &Workspace) -> Outcome<Tally> {
    if !workspace.root.join("dist/index.html").is_file() {
        return Err(failure!("there is no dist/ to test"));
    }
    let own = std::env::current_exe().during(|| "find this program".to_owned())?;
    let mut node = workspace.program("node", "tests/browser");
    // The time is that of a file as well, and the longest take minutes.
    tallied(node.args(["--test", "--test-reporter=spec", "--test-timeout=600000"]).env("STEPGUARD_XTASK", own))
}

/// A command that is one check.
fn checked(command: &mut Command) -> Outcome<Tally> {
    shell::run(command).map(|()| Tally::ONE)
}

/// A command that runs tests and counts them: shows what it prints, and adds up what it counted.
fn tallied(command: &mut Command) -> Outcome<Tally> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .during(|| format!("start {}", in_words(command)))?;
    let mut tally = Tally::default();
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).split(b'\n') {
            let line = line.during(|| "read what the tests print".to_owned())?;
            let line = String::from_utf8_lossy(&line);
            println!("{line}");
            tally = tally.and(counted(&line));
        }
    }
    let status = child.wait().during(|| "wait for the tests".to_owned())?;
    if !status.success() && tally.failed == 0 {
        return Err(failure!("{} ended with {status}", in_words(command)));
    }
    Ok(tally)
}

/// What one line of a test runner's output counts: Rust's runners say `test result: ok. 3 passed; 1 failed; …`, Node's
/// says `ℹ pass 3` and `ℹ fail 1`.
fn counted(line: &str) -> Tally {
    let line = line.trim();
    let number_before = |mark: &str| {
        let words = line.split(mark).next().filter(|start| start.len() < line.len())?;
        words.split_whitespace().next_back()?.parse().ok()
    };
    if line.starts_with("test result:") {
        return Tally { passed: number_before(" passed").unwrap_or(0), failed: number_before(" failed").unwrap_or(0) };
    }
    let number_after = |mark: &str| line.strip_prefix(mark).and_then(|rest| rest.trim().parse().ok());
    Tally { passed: number_after("ℹ pass ").unwrap_or(0), failed: number_after("ℹ fail ").unwrap_or(0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_kinds_of_runners_are_counted() {
        let rust = counted("test result: FAILED. 87 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out");
        assert_eq!((rust.passed, rust.failed), (87, 2));
        let node = counted("ℹ pass 12").and(counted("ℹ fail 1")).and(counted("ℹ tests 13"));
        assert_eq!((node.passed, node.failed), (12, 1));
        let other = counted("12 passed by in the street");
        assert_eq!((other.passed, other.failed), (0, 0));
    }
}
