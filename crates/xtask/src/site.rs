//! Builds the site: two WebAssembly modules with their JavaScript, the editor's bundle and the static files, in one
//! folder that any server can hand out. Knows the layout of the site and leaves its contents to `web`, `worker` and `static`.
//!
//! ```text
//! index.html              the only page
//! static/boot.js          loads the page's module, or says why it cannot
//! static/worker.js        the module worker around the checker
//! static/ui/…             the page, from the crate stepguard-web
//! static/core/…           the checker, from the crate stepguard-worker
//! static/build.json       version, commit and its date
//! static/licences.txt     the licences of everything above that others have written
//! ```

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::licences;
use crate::server::Site;
use crate::setup::{self, WASM};
use crate::shell::{During, Outcome, Workspace, announced, files_below, output, read, remove_folder, run, say, write};
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

/// A crate that becomes a WebAssembly module of the site.
struct Module {
    package: &'static str,
    /// The file name without `.wasm` that cargo gives it.
    artifact: &'static str,
    /// Where its files lie in the site, below `static/`.
    place: &'static str,
}

const MODULES: [Module; 2] = [
    Module { package: "stepguard-web", artifact: "stepguard_web", place: "ui" },
    Module { package: "stepguard-worker", artifact: "stepguard_worker", place: "core" },
];

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
    let folder = workspace.scratch(&format!("site-{}", mode.folder()));
    assemble(workspace, &modules, &folder)?;
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

/// Compiles both modules and makes their JavaScript; gives a folder per module.
fn bind(workspace: &Workspace, mode: Mode) -> Outcome<Vec<PathBuf>> {
    announced("Compiling the page and the checker to WebAssembly (the first time takes a few minutes)", || {
        let mut build = workspace.cargo(&["build", "--lib", "--profile", mode.profile(), "--target", WASM]);
        for module in &MODULES {
            build.args(["--package", module.package]);
        }
        wasm_flags(workspace, &mut build)?;
        run(&mut build)
    })?;
    let tool = setup::bindgen(workspace)?;
    let mut folders = Vec::new();
    for module in &MODULES {
        let input = workspace.target.join(WASM).join(mode.folder()).join(module.artifact).with_extension("wasm");
        let folder = workspace.scratch(&format!("bound-{}/{}", mode.folder(), module.place));
        let bundle = workspace.root.join("web/js/editor.js");
        let inputs = Inputs::default().file(&input)?.file(&bundle)?.file(&tool)?;
        let step = format!("bind-{}-{}", mode.folder(), module.place);
        unless_done(workspace, &step, &inputs, std::slice::from_ref(&folder), || {
            announced(&format!("Binding {}", module.package), || {
                remove_folder(&folder)?;
                run(workspace.program(&tool, "").arg(&input).arg(&folder))
            })
        })?;
        folders.push(folder);
    }
    Ok(folders)
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
fn assemble(workspace: &Workspace, modules: &[PathBuf], folder: &Path) -> Outcome {
    let mut parts = vec![(workspace.root.join("index.html"), PathBuf::from("index.html"))];
    let statics = workspace.root.join("static");
    for relative in files_below(&statics)? {
        parts.push((statics.join(&relative), PathBuf::from("static").join(relative)));
    }
    for (module, bound) in MODULES.iter().zip(modules) {
        for relative in files_below(bound)? {
            parts.push((bound.join(&relative), PathBuf::from("static").join(module.place).join(relative)));
        }
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
