//! Brings onto the machine what a build or a test needs beyond Rust, Node.js and npm. Everything is looked for first, so
//! a second run costs next to nothing. What cannot be installed is named together with the command that would do it;
//! it never makes a check pass.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::shell::{Failure, Outcome, Workspace, announced, copy, failure, output, run, say};
use crate::stamp::{Inputs, is_done, unless_done};

/// The target of everything that runs in the page.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// The version of wasm-pack that works with the wasm-bindgen of Cargo.lock.
const WASM_PACK: &str = "0.15.1";

/// What this package calls the commands that wasm-pack looks for, and what wasm-pack calls them.
const FOR_WASM_PACK: [(&str, &str); 2] =
    [("wasm-bindgen-for-wasm-pack", "wasm-bindgen"), ("wasm-bindgen-runner-for-wasm-pack", "wasm-bindgen-test-runner")];

/// The oldest Node.js whose features the scripts use.
const NODE_MAJOR: u32 = 20;

/// What the tests need of Debian: the program, and the package that brings it.
const PROGRAMS: [(&str, &str); 4] = [
    ("chromium", "chromium"),
    ("chromedriver", "chromium-driver"),
    ("firefox-esr", "firefox-esr"),
    ("valgrind", "valgrind"),
];

/// All that `cargo xtask test` needs.
pub(crate) fn everything(workspace: &Workspace) -> Outcome {
    debian_programs()?;
    wasm_pack(workspace)?;
    for_site(workspace)?;
    npm(workspace, "tests/browser")
}

/// All that building the site needs.
pub(crate) fn for_site(workspace: &Workspace) -> Outcome {
    wasm_target(workspace)?;
    npm(workspace, "web/js")
}

/// The Rust standard library for the page.
pub(crate) fn wasm_target(workspace: &Workspace) -> Outcome {
    let folder = output(workspace.program("rustc", "").args(["--print", "target-libdir", "--target", WASM]))?;
    if Path::new(folder.trim()).is_dir() {
        return Ok(());
    }
    announced(&format!("Installing the Rust target {WASM}"), || {
        run(workspace.program("rustup", "").args(["target", "add", WASM]))
    })
}

/// The npm packages of one folder, exactly as its lock file names them.
pub(crate) fn npm(workspace: &Workspace, folder: &str) -> Outcome {
    node(workspace)?;
    let path = workspace.root.join(folder);
    let inputs = Inputs::default().file(&path.join("package.json"))?.file(&path.join("package-lock.json"))?;
    let step = format!("npm-{}", folder.replace('/', "-"));
    unless_done(workspace, &step, &inputs, &[path.join("node_modules")], || {
        announced(&format!("Installing the npm packages of {folder}"), || {
            // None of the packages needs its install script, so none is run.
            run(workspace.program("npm", folder).args([
                "ci",
                "--ignore-scripts",
                "--no-audit",
                "--no-fund",
                "--loglevel=error",
            ]))
        })
    })
}

fn node(workspace: &Workspace) -> Outcome {
    if which("node").is_none() || which("npm").is_none() {
        return Err(failure!(
            "Node.js {NODE_MAJOR} or newer and npm are needed and not on the PATH (on Debian: apt-get install nodejs npm)"
        ));
    }
    let version = output(workspace.program("node", "").arg("--version"))?;
    let major = version.trim().trim_start_matches('v').split('.').next().and_then(|major| major.parse::<u32>().ok());
    match major {
        Some(major) if major >= NODE_MAJOR => Ok(()),
        _ => Err(failure!("Node.js {NODE_MAJOR} or newer is needed; `node --version` says {}", version.trim())),
    }
}

/// The tool that makes the JavaScript of a WebAssembly module.
pub(crate) fn bindgen(workspace: &Workspace) -> Outcome<PathBuf> {
    let (all, inputs) = (own_tools(workspace), own_inputs(workspace)?);
    let tool = workspace.target.join("debug/bindgen");
    // Where the tests have built all of them together, this one is not built a second time with other features.
    if is_done(workspace, OWN_TOOLS, &inputs, &all) {
        return Ok(tool);
    }
    unless_done(workspace, "own-bindgen", &inputs, std::slice::from_ref(&tool), || {
        announced("Building the tool that binds WebAssembly to JavaScript (once)", || {
            run(&mut workspace.cargo(&["build", "--package", "xtask", "--features", "bindgen", "--bin", "bindgen"]))
        })
    })?;
    Ok(tool)
}

/// wasm-pack and the two commands it wants beside it; gives the folder to put on its PATH.
pub(crate) fn wasm_pack(workspace: &Workspace) -> Outcome<PathBuf> {
    let home = workspace.target.join("tools");
    let folder = home.join("bin");
    let inputs = Inputs::default().setting(WASM_PACK);
    unless_done(workspace, "wasm-pack", &inputs, &[folder.join("wasm-pack")], || {
        announced(&format!("Installing wasm-pack {WASM_PACK} into the target folder (once)"), || {
            // An unoptimised build: it starts other programs and does little itself.
            let arguments =
                ["install", "--quiet", "--locked", "--debug", "--force", "wasm-pack", "--version", WASM_PACK];
            let mut install = workspace.cargo(&arguments);
            run(install.arg("--root").arg(&home).arg("--target-dir").arg(home.join("build")))
        })
    })?;
    let all = own_tools(workspace);
    unless_done(workspace, OWN_TOOLS, &own_inputs(workspace)?, &all, || {
        announced("Building the tools that wasm-pack wants beside it (once)", || {
            let mut build = workspace.cargo(&["build", "--package", "xtask", "--features", "bindgen,wasm-pack-tools"]);
            for name in ["bindgen", FOR_WASM_PACK[0].0, FOR_WASM_PACK[1].0] {
                build.args(["--bin", name]);
            }
            run(&mut build)
        })?;
        for (from, to) in FOR_WASM_PACK {
            copy(&workspace.target.join("debug").join(from), &folder.join(to))?;
        }
        Ok(())
    })?;
    Ok(folder)
}

/// The step of building all of this package's own tools.
const OWN_TOOLS: &str = "own-tools";

/// Where those tools lie.
fn own_tools(workspace: &Workspace) -> [PathBuf; 3] {
    ["debug/bindgen", "tools/bin/wasm-bindgen", "tools/bin/wasm-bindgen-test-runner"]
        .map(|tool| workspace.target.join(tool))
}

fn own_inputs(workspace: &Workspace) -> Outcome<Inputs> {
    let package = workspace.root.join("crates/xtask");
    Inputs::default()
        .file(&workspace.root.join("Cargo.lock"))?
        .file(&package.join("Cargo.toml"))?
        .folder(&package.join("src/bin"))
}

/// Browsers and valgrind. As root on Debian they are installed; elsewhere the command is printed and nothing goes on.
pub(crate) fn debian_programs() -> Outcome {
    let missing: Vec<&str> =
        PROGRAMS.iter().filter(|(program, _)| which(program).is_none()).map(|(_, package)| *package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let list = missing.join(" ");
    let by_hand = format!("apt-get install {list}");
    if which("apt-get").is_none() || !is_root() {
        return Err(failure!("the tests need {list}; as root on Debian: {by_hand}"));
    }
    announced(&format!("Installing {list} with apt-get (once, about two minutes)"), || {
        apt(&["update"])?;
        let mut arguments = vec!["install", "--yes", "--no-install-recommends"];
        arguments.extend(&missing);
        apt(&arguments)
    })?;
    match PROGRAMS.iter().find(|(program, _)| which(program).is_none()) {
        Some((program, _)) => Err(failure!("{by_hand} went through, but there is no {program} on the PATH")),
        None => Ok(()),
    }
}

/// Runs apt-get quietly; what it had to say is shown only if it failed.
fn apt(arguments: &[&str]) -> Outcome {
    let mut command = Command::new("apt-get");
    command.arg("--quiet=2").args(arguments).env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null());
    let outcome = command.output().map_err(|error| failure!("cannot start apt-get: {error}"))?;
    if outcome.status.success() {
        return Ok(());
    }
    say(String::from_utf8_lossy(&outcome.stdout));
    say(String::from_utf8_lossy(&outcome.stderr));
    Err(Failure(format!("apt-get {} ended with {}", arguments.join(" "), outcome.status)))
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// Where a program lies on the PATH.
pub(crate) fn which(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}
