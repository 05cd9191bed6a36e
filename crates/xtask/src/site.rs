//! Builds the site: eight WebAssembly modules with their JavaScript, the editor's bundle, the packed suite and the static
//! files, in one folder that any server can hand out. Knows the layout of the site and leaves its contents to `web`, `worker`,
//! `suite` and `static`.
//!
//! ```text
//! index.html              the only page
//! static/boot.js          loads the page's module, or says why it cannot
//! static/worker.js        the module worker around the checker
//! static/ui/…             the page, from the crate stepguard-web
//! static/pages/…          pages that are fetched when they are opened, from the same crate
//! static/evaluate/…       the page Evaluate, from the same crate
//! static/results/…        the page Results, from the same crate
//! static/core/…           the checker, from the crate stepguard-worker
//! static/scorer-worker.js the module worker around the scorer
//! static/scorer/…         the scorer, from the crate stepguard-scorer
//! static/viewer-worker.js the module worker around the results
//! static/viewer/…         results: published, imported, simulated, from the crate stepguard-viewer
//! static/replay-worker.js the module worker around the simulators
//! static/replay/…         the simulators, from the crate stepguard-replay
//! static/packs/episodes/… simulated episodes, as they are committed
//! static/packs/suite/…    the household suite, packed by `stepguard suite pack`
//! static/build.json       version, commit and its date
//! static/licences.txt     the licences of everything above that others have written
//! ```

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::licences;
use crate::server::Site;
use crate::setup::{self, WASM};
use crate::shell::{
    During, Outcome, Workspace, announced, files_below, output, read, read_text, remove_folder, run, say, write,
};
use crate::stamp::{Inputs, unless_done};

/// The profile of Cargo.toml for what the page downloads.
pub(crate) const WASM_PROFILE: &str = "wasm";

/// Built as it is published, or quickly and with readable panics.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Release,
    Debug,
}

impl Mode {
    fn profile(self) -> &'static str {
        match self {
            Self::Release => WASM_PROFILE,
            Self::Debug => "dev",
        }
    }

    fn folder(self) -> &'static str {
        match self {
            Self::Release => WASM_PROFILE,
            Self::Debug => "debug",
        }
    }
}

/// A build of a crate that becomes a WebAssembly module of the site.
struct Module {
    package: &'static str,
    /// Features other than the usual ones.
    features: Option<&'static str>,
    /// The file name without `.wasm` that cargo gives it.
    artifact: &'static str,
    /// The file name without ending that it has in the site.
    name: &'static str,
    /// Where its files lie in the site, below `static/`.
    place: &'static str,
}

const MODULES: [Module; 8] = [
    Module { package: "stepguard-web", features: None, artifact: "stepguard_web", name: "stepguard_web", place: "ui" },
    Module {
        package: "stepguard-web",
        features: Some("pages"),
        artifact: "stepguard_web",
        name: "stepguard_pages",
        place: "pages",
    },
    Module {
        package: "stepguard-web",
        features: Some("evaluate"),
        artifact: "stepguard_web",
        name: "stepguard_evaluate",
        place: "evaluate",
    },
    Module {
        package: "stepguard-web",
        features: Some("results"),
        artifact: "stepguard_web",
        name: "stepguard_results_page",
        place: "results",
    },
    Module {
        package: "stepguard-worker",
        features: None,
        artifact: "stepguard_worker",
        name: "stepguard_worker",
        place: "core",
    },
    Module {
        package: "stepguard-scorer",
        features: None,
        artifact: "stepguard_scorer",
        name: "stepguard_scorer",
        place: "scorer",
    },
    Module {
        package: "stepguard-viewer",
        features: None,
        artifact: "stepguard_viewer",
        name: "stepguard_viewer",
        place: "viewer",
    },
    Module {
        package: "stepguard-replay",
        features: None,
        artifact: "stepguard_replay",
        name: "stepguard_replay",
        place: "replay",
    },
];

/// Where the packed suite lies in the site.
pub(crate) const SUITE: &str = "static/packs/suite/";

/// Where simulated episodes lie in the site; they are committed there, among the static files.
pub(crate) const EPISODES: &str = "static/packs/episodes/";

/// Names the folder of another suite, laid out as `crates/suite`, to be packed instead.
const OTHER_SUITE: &str = "STEPGUARD_SUITE";

/// The licences of everything in the site, for the page that names them.
pub(crate) const NOTICES: &str = "static/licences.txt";

/// Builds the site and serves it until interrupted.
pub(crate) fn serve(workspace: &Workspace, mode: Mode, port: Option<u16>) -> Outcome {
    let folder = build(workspace, mode)?;
    let site = Site::open(folder, "/", port)?;
    say(format!("Stepguard is at {}   (Ctrl+C ends it)", site.address()?));
    site.run()
}

/// Builds the site into the target folder and gives where it is.
pub(crate) fn build(workspace: &Workspace, mode: Mode) -> Outcome<PathBuf> {
    setup::for_site(workspace)?;
    bundle_editor(workspace)?;
    let modules = bind(workspace, mode)?;
    let suite = pack(workspace)?;
    let folder = workspace.scratch(&format!("site-{}", mode.folder()));
    assemble(workspace, &modules, &suite, &folder)?;
    Ok(folder)
}

/// Bundles the editor. The crate `stepguard-web` binds the result by name, so this comes before any build of that crate.
pub(crate) fn bundle_editor(workspace: &Workspace) -> Outcome {
    let home = workspace.root.join("web/js");
    let bundle = home.join("editor.js");
    let inputs = Inputs::default()
        .folder(&home.join("src"))?
        .file(&home.join("package-lock.json"))?
        .file(&home.join("package.json"))?;
    unless_done(workspace, "editor", &inputs, &[bundle], || {
        announced("Bundling the editor", || run(workspace.program("npm", "web/js").args(["run", "--silent", "build"])))
    })
}

/// Compiles the modules and makes their JavaScript; gives a folder per module.
fn bind(workspace: &Workspace, mode: Mode) -> Outcome<Vec<PathBuf>> {
    let compiled = |module: &Module| {
        workspace.scratch(&format!("compiled-{}/{}", mode.folder(), module.name)).with_extension("wasm")
    };
    announced("Compiling pages and checker to WebAssembly (the first time takes a few minutes)", || {
        for module in &MODULES {
            let mut build = workspace.cargo(&["build", "--lib", "--profile", mode.profile(), "--target", WASM]);
            build.args(["--package", module.package]);
            if let Some(features) = module.features {
                build.args(["--no-default-features", "--features", features]);
            }
            wasm_flags(workspace, &mut build)?;
            run(&mut build)?;
            // Two builds of a crate have one name: each is put aside before the next.
            let built = workspace.target.join(WASM).join(mode.folder()).join(module.artifact).with_extension("wasm");
            update(&compiled(module), &read(&built)?)?;
        }
        Ok(())
    })?;
    let tool = setup::bindgen(workspace)?;
    let mut folders = Vec::new();
    for module in &MODULES {
        let input = compiled(module);
        let folder = workspace.scratch(&format!("bound-{}/{}", mode.folder(), module.place));
        let bundle = workspace.root.join("web/js/editor.js");
        let inputs = Inputs::default().file(&input)?.file(&bundle)?.file(&tool)?;
        let step = format!("bind-{}-{}", mode.folder(), module.place);
        unless_done(workspace, &step, &inputs, std::slice::from_ref(&folder), || {
            announced(&format!("Binding {}", module.name), || {
                remove_folder(&folder)?;
                run(workspace.program(&tool, "").arg(&input).arg(&folder))
            })
        })?;
        folders.push(folder);
    }
    Ok(folders)
}

/// Packs the household suite; gives the folder. The command has the suite compiled in, so it is done again when the command
/// has changed. The command's own profile is the quick one: certificates are on record, and only what has changed since is
/// computed.
fn pack(workspace: &Workspace) -> Outcome<PathBuf> {
    announced("Building the command that packs the suite", || {
        run(&mut workspace.cargo(&["build", "--package", "stepguard-cli", "--bin", "stepguard"]))
    })?;
    let command = workspace.target.join("debug/stepguard");
    let folder = workspace.scratch("packs/suite");
    let mut inputs = Inputs::default().file(&command)?;
    let other = std::env::var_os(OTHER_SUITE).map(PathBuf::from);
    if let Some(other) = &other {
        inputs = inputs.folder(other)?;
    }
    unless_done(workspace, "pack", &inputs, std::slice::from_ref(&folder), || {
        announced("Packing the household suite", || {
            remove_folder(&folder)?;
            let mut packing = workspace.program(&command, "");
            packing.args(["suite", "pack"]).arg(&folder);
            if let Some(other) = &other {
                packing.arg("--from").arg(other);
            }
            run(&mut packing)
        })
    })?;
    Ok(folder)
}

/// Flags for everything that ends up in the page: panics name files, and those must not tell of the machine they were
/// built on. Set the same way for every build of these crates, or cargo would build them twice.
pub(crate) fn wasm_flags(workspace: &Workspace, command: &mut Command) -> Outcome {
    let sysroot = output(workspace.program("rustc", "").args(["--print", "sysroot"]))?;
    let cargo_home =
        std::env::var("CARGO_HOME").or_else(|_| std::env::var("HOME").map(|home| format!("{home}/.cargo")));
    let mut flags = vec![
        format!("--remap-path-prefix={}=stepguard", workspace.root.display()),
        format!("--remap-path-prefix={}/lib/rustlib/src/rust=rust", sysroot.trim()),
    ];
    if let Ok(home) = cargo_home {
        flags.push(format!("--remap-path-prefix={home}=cargo"));
    }
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    Ok(())
}

/// Puts all parts of the site into one folder. Files that are the same stay untouched, and with them the caches of browsers.
fn assemble(workspace: &Workspace, modules: &[PathBuf], suite: &Path, folder: &Path) -> Outcome {
    let mut parts = vec![(workspace.root.join("index.html"), PathBuf::from("index.html"))];
    let statics = workspace.root.join("static");
    for relative in files_below(&statics)? {
        parts.push((statics.join(&relative), PathBuf::from("static").join(relative)));
    }
    for (module, bound) in MODULES.iter().zip(modules) {
        // The binder puts the editor's bundle beside every module of its crate, also beside those that do not import it.
        let script = read_text(&bound.join(module.name).with_extension("js"))?;
        for relative in files_below(bound)? {
            if relative.starts_with("snippets") && !script.contains("./snippets/") {
                continue;
            }
            parts.push((bound.join(&relative), PathBuf::from("static").join(module.place).join(relative)));
        }
    }
    for relative in files_below(suite)? {
        parts.push((suite.join(&relative), Path::new(SUITE).join(relative)));
    }
    let made = [
        (PathBuf::from(NOTICES), licences::notices(workspace)?),
        (PathBuf::from("static/build.json"), about_build(workspace)?),
    ];
    let places: BTreeSet<&PathBuf> =
        parts.iter().map(|(_, place)| place).chain(made.iter().map(|(place, _)| place)).collect();
    for stale in files_below(folder)?.iter().filter(|file| !places.contains(file)) {
        let stale = folder.join(stale);
        std::fs::remove_file(&stale).during(|| format!("remove {}", stale.display()))?;
    }
    for (from, place) in &parts {
        update(&folder.join(place), &read(from)?)?;
    }
    for (place, content) in &made {
        update(&folder.join(place), content.as_bytes())?;
    }
    Ok(())
}

/// Writes a file unless it already is as wanted.
fn update(file: &Path, content: &[u8]) -> Outcome {
    if file.is_file() && read(file)? == content {
        return Ok(());
    }
    write(file, content)
}

/// What the About page says of this build. The commit's date stands for the build's, so that the same commit gives the
/// same site.
fn about_build(workspace: &Workspace) -> Outcome<String> {
    let git = |arguments: &[&str]| {
        let mut command = workspace.program("git", "");
        command
            .args(arguments)
            .output()
            .ok()
            .filter(|output| output.status.success())
            .and_then(|output| String::from_utf8(output.stdout).ok())
    };
    let commit = git(&["log", "-1", "--format=%h %cs"]);
    let mut words = commit.as_deref().unwrap_or_default().split_whitespace();
    let about = serde_json::json!({
        "version": env!("CARGO_PKG_VERSION"),
        "commit": words.next(),
        "date": words.next(),
    });
    serde_json::to_string(&about).during(|| "describe the build".to_owned())
}
