//! Writes `dist/`: the site as it is published. Adds to the plain site a service worker with the list of its files,
//! precompressed twins, and checks that hold for every published version: its size, its security policy, and that
//! nothing in it depends on where it was built or where it is served.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::server::Site;
use crate::shell::{
    During, Outcome, Workspace, announced, copy, failure, files_below, output, read, read_text, remove_folder, say,
    write,
};
use crate::site::{self, Mode};
use crate::stamp::Inputs;

/// What the page may load and do; the page is published with exactly this.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
     connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

/// The most that a first visit may download, compressed with brotli.
pub(crate) const FIRST_LOAD_LIMIT: u64 = 450 * 1000;

/// The most that the first view of the scenarios may download beyond the page, compressed with brotli: code, index, and the
/// largest scenario.
const SCENARIOS_LIMIT: u64 = 200 * 1000;

/// The most that the first view of the results may download beyond the page, compressed with brotli: code of the page and of
/// its worker, styles, and what is published.
const RESULTS_LIMIT: u64 = 750 * 1000;

/// Where the service worker lies: at the top, because it may only answer for what lies below it.
const OFFLINE: &str = "offline.js";

/// Fetched when a page asks for them, so neither part of the first load nor copied ahead for offline use.
const ON_DEMAND: [&str; 3] = ["static/packs/", "static/schema/", site::NOTICES];

/// The pages that are fetched when they are opened, and what they list.
const PAGES: [&str; 4] = ["static/pages/", "static/pages.css", SUITE_INDEX, COMMANDS];

/// The index of the suite and its commands. Both are copied ahead for offline use, so that scenarios can be listed and searched
/// without a server.
const SUITE_INDEX: &str = "static/packs/suite/index.json";
const COMMANDS: &str = "static/packs/suite/commands/";

/// The page Evaluate and the scorer: fetched when that page is opened. Kept for offline use from then on.
const EVALUATE: [&str; 5] =
    ["static/evaluate/", "static/evaluate.css", "static/published/", "static/scorer/", "static/scorer-worker.js"];

/// The page Results and its viewer: fetched when that page is opened. Kept for offline use from then on.
const RESULTS: [&str; 5] =
    ["static/results/", "static/results.css", "static/episode.css", "static/viewer/", "static/viewer-worker.js"];

/// The simulators: fetched when an episode is replayed for the first time.
const REPLAY: [&str; 2] = ["static/replay/", "static/replay-worker.js"];

/// The checker: fetched with the first text, while the page is already there.
const CHECKER: [&str; 2] = ["static/core/", "static/worker.js"];

/// The texts of the examples, but not their index: fetched when one is chosen, and copied ahead for offline use.
const EXAMPLES: &str = "static/examples/";

/// The sub-path under which `dist/` is tried out.
pub(crate) const SUB_PATH: &str = "/tools/stepguard/";

/// One file of the site, weighed.
#[derive(Deserialize)]
pub(crate) struct Weighed {
    pub(crate) path: String,
    pub(crate) bytes: u64,
    pub(crate) brotli: u64,
    pub(crate) gzip: u64,
    sha256: String,
}

impl Weighed {
    fn on_demand(&self) -> bool {
        let listed = ON_DEMAND.iter().any(|place| self.path.starts_with(place));
        (listed || self.of_evaluate() || self.of_results() || self.of_replay()) && !self.of_pages()
    }

    fn of_replay(&self) -> bool {
        REPLAY.iter().any(|place| self.path.starts_with(place))
    }

    fn of_evaluate(&self) -> bool {
        EVALUATE.iter().any(|place| self.path.starts_with(place))
    }

    fn of_results(&self) -> bool {
        RESULTS.iter().any(|place| self.path.starts_with(place))
    }

    /// Whether the service worker keeps a copy once a page has asked for it. Hundreds of files make up the suite and most
    /// visitors open a few: copying all ahead would cost every visitor more than the page itself.
    fn kept_when_opened(&self) -> bool {
        let packed = [site::SUITE, site::EPISODES].iter().any(|place| self.path.starts_with(place));
        self.on_demand() && (packed || self.of_evaluate() || self.of_results() || self.of_replay())
    }

    fn of_pages(&self) -> bool {
        PAGES.iter().any(|place| self.path.starts_with(place))
    }

    fn of_checker(&self) -> bool {
        CHECKER.iter().any(|place| self.path.starts_with(place))
    }

    /// Whether a first visit needs it before there is anything to check.
    fn at_first(&self) -> bool {
        let of_an_example = self.path.strip_prefix(EXAMPLES).is_some_and(|rest| rest.contains('/'));
        !self.on_demand() && !self.of_pages() && !self.of_checker() && !of_an_example && self.path != OFFLINE
    }
}

/// The published site.
pub(crate) struct Dist {
    pub(crate) folder: PathBuf,
    pub(crate) files: Vec<Weighed>,
}

impl Dist {
    /// The size of a first visit: the page and its editors.
    pub(crate) fn first_load(&self) -> u64 {
        self.files.iter().filter(|file| file.at_first()).map(|file| file.brotli).sum()
    }

    /// What the first view of the scenarios downloads beyond the page: their code, the index, and for the list the commands of
    /// the class that takes most, for a scenario the largest family with the largest domain.
    fn scenarios_view(&self) -> u64 {
        let weights = |place: &str| -> Vec<u64> {
            self.files.iter().filter(|file| file.path.starts_with(place)).map(|file| file.brotli).collect()
        };
        let largest = |place: &str| weights(&format!("{}{place}/", site::SUITE)).into_iter().max().unwrap_or(0);
        let always: u64 = ["static/pages/", "static/pages.css", SUITE_INDEX].into_iter().flat_map(weights).sum();
        always + largest("commands").max(largest("families") + largest("domains"))
    }

    /// What the first view of the results downloads beyond the page.
    fn results_view(&self) -> u64 {
        // Styles that it shares with other pages, and the list of simulated episodes.
        let index = format!("{}index.pack", site::EPISODES);
        let others = ["static/pages.css", "static/evaluate.css", index.as_str()];
        let needed = |file: &&Weighed| file.of_results() || others.contains(&file.path.as_str());
        self.files.iter().filter(needed).map(|file| file.brotli).sum()
    }
}

/// Builds `dist/`, tells its sizes and checks it.
pub(crate) fn build(workspace: &Workspace) -> Outcome<Dist> {
    let plain = site::build(workspace, Mode::Release)?;
    let dist = announced("Writing dist/", || publish(workspace, &plain))?;
    tell_sizes(&dist);
    check(workspace, &dist)?;
    Ok(dist)
}

/// Builds `dist/` and serves it below a sub-path until interrupted.
pub(crate) fn serve(workspace: &Workspace, port: Option<u16>) -> Outcome {
    let dist = build(workspace)?;
    let site = Site::open(dist.folder, SUB_PATH, port)?;
    say(format!("The published site is at {}   (Ctrl+C ends it)", site.address()?));
    site.run()
}

fn publish(workspace: &Workspace, plain: &Path) -> Outcome<Dist> {
    let folder = workspace.root.join("dist");
    remove_folder(&folder)?;
    for relative in files_below(plain)? {
        copy(&plain.join(&relative), &folder.join(&relative))?;
    }
    let version = Inputs::default().folder(&folder)?.digest();
    let page = folder.join("index.html");
    let text = read_text(&page)?;
    let named = format!("<html data-offline=\"{OFFLINE}\" data-version=\"{version}\" ");
    let published = text.replacen("<html ", &named, 1);
    if published == text {
        return Err(failure!("index.html has no <html> element with a language to name the service worker in"));
    }
    write(&page, published)?;
    let mut files = weigh(workspace, &folder, "")?;
    write(&folder.join(OFFLINE), service_worker(workspace, &version, &files)?)?;
    // Weighed by itself: it cannot be in the list it carries.
    files.extend(weigh(workspace, &folder, OFFLINE)?);
    Ok(Dist { folder, files })
}

/// Weighs the files whose paths begin in a certain way.
fn weigh(workspace: &Workspace, folder: &Path, start: &str) -> Outcome<Vec<Weighed>> {
    let json = output(workspace.program("node", "").arg("crates/xtask/js/pack.mjs").arg(folder).arg(start))?;
    let files: Vec<Weighed> = serde_json::from_str(&json).during(|| "read the sizes of the site".to_owned())?;
    Ok(files)
}

fn service_worker(workspace: &Workspace, version: &str, files: &[Weighed]) -> Outcome<String> {
    let list = |kept: fn(&Weighed) -> bool| {
        let listed: BTreeMap<&str, &str> =
            files.iter().filter(|file| kept(file)).map(|file| (file.path.as_str(), file.sha256.as_str())).collect();
        serde_json::to_string_pretty(&listed).during(|| "list the files for offline use".to_owned())
    };
    let (ahead, opened) = (list(|file| !file.on_demand())?, list(Weighed::kept_when_opened)?);
    let body = read_text(&workspace.root.join("web/js/offline.js"))?;
    Ok(format!("const VERSION = \"{version}\";\nconst FILES = {ahead};\nconst WHEN_OPENED = {opened};\n{body}"))
}

fn tell_sizes(dist: &Dist) {
    println!("  {:>9} {:>9} {:>9}", "bytes", "gzip", "brotli");
    for file in dist.files.iter().filter(|file| file.at_first()) {
        println!("  {:>9} {:>9} {:>9}  {}", file.bytes, file.gzip, file.brotli, file.path);
    }
    for file in dist.files.iter().filter(|file| file.of_checker()) {
        println!("  {:>9} {:>9} {:>9}  {} (with the first text)", file.bytes, file.gzip, file.brotli, file.path);
    }
    for file in dist.files.iter().filter(|file| file.of_pages()) {
        println!("  {:>9} {:>9} {:>9}  {} (with the scenarios)", file.bytes, file.gzip, file.brotli, file.path);
    }
    for file in dist.files.iter().filter(|file| file.of_evaluate()) {
        println!("  {:>9} {:>9} {:>9}  {} (with Evaluate)", file.bytes, file.gzip, file.brotli, file.path);
    }
    for file in dist.files.iter().filter(|file| file.of_results()) {
        println!("  {:>9} {:>9} {:>9}  {} (with Results)", file.bytes, file.gzip, file.brotli, file.path);
    }
    let rest = dist.files.iter().filter(|file| {
        !(file.at_first() || file.of_checker() || file.of_pages() || file.of_evaluate() || file.of_results())
    });
    let (files, bytes) = rest.fold((0, 0), |(files, bytes), file| (files + 1, bytes + file.brotli));
    println!("  {:>29}  {files} more files, fetched when they are asked for", bytes);
    let checker: u64 = dist.files.iter().filter(|file| file.of_checker()).map(|file| file.brotli).sum();
    println!("  with the checker: {} bytes in brotli", dist.first_load() + checker);
    println!(
        "  first view of the scenarios beyond the page: {} of at most {SCENARIOS_LIMIT} bytes in brotli",
        dist.scenarios_view()
    );
    println!(
        "  first view of the results beyond the page: {} of at most {RESULTS_LIMIT} bytes in brotli",
        dist.results_view()
    );
    println!("  first load: {} of at most {} bytes in brotli", dist.first_load(), FIRST_LOAD_LIMIT);
}

/// What every published site must hold.
fn check(workspace: &Workspace, dist: &Dist) -> Outcome {
    let size = dist.first_load();
    if size > FIRST_LOAD_LIMIT {
        return Err(failure!("the first load takes {size} bytes in brotli, more than {FIRST_LOAD_LIMIT}"));
    }
    let view = dist.scenarios_view();
    if view > SCENARIOS_LIMIT {
        return Err(failure!(
            "the first view of the scenarios takes {view} bytes in brotli, more than {SCENARIOS_LIMIT}"
        ));
    }
    let view = dist.results_view();
    if view > RESULTS_LIMIT {
        return Err(failure!("the first view of the results takes {view} bytes in brotli, more than {RESULTS_LIMIT}"));
    }
    let page = read_text(&dist.folder.join("index.html"))?;
    if !page.contains(&format!("content=\"{POLICY}\"")) {
        return Err(failure!("index.html does not carry the content security policy of the published site: {POLICY}"));
    }
    let mut faults = Vec::new();
    let places = machine_places(workspace);
    for file in &dist.files {
        let content = read(&dist.folder.join(&file.path))?;
        for place in &places {
            if holds(&content, place.as_bytes()) {
                faults.push(format!("{} names {place}, a place on the machine that built it", file.path));
            }
        }
        if let Ok(text) = std::str::from_utf8(&content) {
            faults.extend(unmovable(&file.path, text));
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(failure!("dist/ is not fit to publish:\n  {}", faults.join("\n  "))) }
}

/// Folders of this machine that have no business in a published file.
fn machine_places(workspace: &Workspace) -> Vec<String> {
    let mut places = vec![workspace.root.display().to_string(), workspace.target.display().to_string()];
    places.extend(["HOME", "CARGO_HOME", "RUSTUP_HOME"].iter().filter_map(|name| std::env::var(name).ok()));
    places.extend(["/.cargo/registry", "/.rustup/toolchains"].map(str::to_owned));
    // A home of `/` or nothing at all would be found everywhere.
    places.retain(|place| place.len() > 3);
    places
}

fn holds(content: &[u8], part: &[u8]) -> bool {
    content.windows(part.len()).any(|window| window == part)
}

/// References that would break below a sub-path or fetch from elsewhere.
fn unmovable(path: &str, text: &str) -> Vec<String> {
    let marks: &[&str] = match Path::new(path).extension().and_then(|extension| extension.to_str()) {
        Some("html") => &["src=\"", "href=\""],
        Some("css") => &["url(\"", "url('", "url(", "@import \""],
        Some("js" | "mjs") => {
            &["import(\"", "import \"", "from \"", "from\"", "fetch(\"", "new URL(\"", "new Worker(\""]
        }
        _ => &[],
    };
    let mut faults = Vec::new();
    for mark in marks {
        for (at, _) in text.match_indices(mark) {
            let reference: String =
                text[at + mark.len()..].chars().take_while(|c| !matches!(c, '"' | '\'' | ')' | ' ')).collect();
            let elsewhere =
                reference.starts_with('/') || reference.starts_with("http:") || reference.starts_with("https:");
            if elsewhere {
                faults.push(format!("{path} refers to {reference}, which is not relative to the site"));
            }
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_must_be_relative() {
        assert_eq!(
            unmovable("index.html", r##"<a href="#/check"><script src="static/boot.js">"##),
            Vec::<String>::new()
        );
        assert_eq!(unmovable("index.html", r#"<script src="/static/boot.js">"#).len(), 1);
        assert_eq!(unmovable("a.css", r#"a { background: url("https://example.org/a.png") }"#).len(), 1);
        assert_eq!(unmovable("a.js", r#"import x from "./b.js"; import("/c.js")"#).len(), 1);
    }

    #[test]
    fn parts_of_binary_files_are_found() {
        assert!(holds(b"\0asm/home/someone/x.rs\0", b"/home/someone"));
        assert!(!holds(b"\0asm", b"/home/someone"));
    }
}
