//! The licences of everything that is compiled into the published site: checks that each may be used, and puts their
//! notices into one text that the site carries.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::setup::WASM;
use crate::shell::{During, Outcome, Workspace, failure, output, read_text};

/// Licences that the site may be published under together with its own.
const ACCEPTED: [&str; 10] =
    ["MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "Zlib", "0BSD", "BSL-1.0", "Unicode-3.0", "Unlicense"];

/// Something of other people in the site.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    name: String,
    version: String,
    licence: String,
    authors: String,
    folder: PathBuf,
}

/// The text that goes with the site.
pub(crate) fn notices(workspace: &Workspace) -> Outcome<String> {
    let mut parts = crates(workspace)?;
    parts.extend(npm_packages(workspace)?);
    parts.sort();
    let refused: Vec<String> = parts
        .iter()
        .filter(|part| !accepted(&part.licence))
        .map(|part| format!("{} {} ({})", part.name, part.version, part.licence))
        .collect();
    if !refused.is_empty() {
        return Err(failure!("the site must not contain {}", refused.join(", ")));
    }
    write_notices(&parts)
}

/// Each text once, under the names of all that come with it.
fn write_notices(parts: &[Part]) -> Outcome<String> {
    let mut by_text: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut without = Vec::new();
    for part in parts {
        let title = format!("{} {} ({})", part.name, part.version, part.licence);
        let texts = licence_texts(&part.folder)?;
        if texts.is_empty() {
            let by = if part.authors.is_empty() { String::new() } else { format!(", by {}", part.authors) };
            without.push(format!("{title}{by}"));
        }
        for text in texts {
            by_text.entry(text).or_default().push(title.clone());
        }
    }
    let mut sections: Vec<(Vec<String>, String)> = by_text.into_iter().map(|(text, titles)| (titles, text)).collect();
    sections.sort();
    let rule = "-".repeat(80);
    let mut all = String::from("This site contains the following works of other people, each under its own licence.\n");
    for (titles, text) in sections {
        all.push_str(&format!("\n{rule}\n{}\n{rule}\n\n{text}\n", titles.join("\n")));
    }
    if !without.is_empty() {
        all.push_str(&format!(
            "\n{rule}\nThese come without a file of their own; the texts of their licences stand above.\n{rule}\n\n"
        ));
        all.push_str(&without.join("\n"));
        all.push('\n');
    }
    Ok(all)
}

/// The licence files of a package. Where it may be used under several licences, the MIT one is enough.
fn licence_texts(folder: &Path) -> Outcome<BTreeSet<String>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).during(|| format!("list {}", folder.display()))? {
        let path = entry.during(|| format!("list {}", folder.display()))?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_ascii_uppercase();
        let about_rights = ["LICENSE", "LICENCE", "COPYRIGHT", "NOTICE"].iter().any(|start| name.starts_with(start));
        if about_rights && path.is_file() {
            files.push((name, path));
        }
    }
    if files.iter().any(|(name, _)| name.contains("MIT")) {
        files.retain(|(name, _)| !name.contains("APACHE") && !name.contains("BOOST"));
    }
    files
        .iter()
        .map(|(_, path)| {
            let text = read_text(path)?;
            // The same text with other line ends or blanks is the same text.
            let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
            Ok(lines.join("\n").trim_matches('\n').to_owned())
        })
        .collect()
}

/// Whether an SPDX expression allows the use: every part joined by AND needs one accepted choice among those joined by OR.
fn accepted(expression: &str) -> bool {
    !expression.is_empty()
        && expression
            .replace(['(', ')'], " ")
            .replace('/', " OR ")
            .split(" AND ")
            .all(|choices| choices.split(" OR ").any(|licence| ACCEPTED.contains(&licence.trim())))
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    authors: Vec<String>,
    source: Option<String>,
    manifest_path: PathBuf,
    targets: Vec<Target>,
}

#[derive(Deserialize)]
struct Target {
    kind: Vec<String>,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<DependencyKind>,
}

#[derive(Deserialize)]
struct DependencyKind {
    kind: Option<String>,
}

/// The crates whose code ends up in the modules of the site: not those that only help to build them.
fn crates(workspace: &Workspace) -> Outcome<Vec<Part>> {
    let mut cargo = workspace.cargo(&["metadata", "--format-version", "1", "--filter-platform", WASM]);
    let json = output(&mut cargo)?;
    let metadata: Metadata =
        serde_json::from_str(&json).during(|| "read what cargo says of the packages".to_owned())?;
    let packages: BTreeMap<&str, &Package> =
        metadata.packages.iter().map(|package| (package.id.as_str(), package)).collect();
    let nodes: BTreeMap<&str, &Node> = metadata.resolve.nodes.iter().map(|node| (node.id.as_str(), node)).collect();
    let mut open: Vec<&str> = packages
        .values()
        .filter(|package| {
            matches!(
                package.name.as_str(),
                "stepguard-web" | "stepguard-worker" | "stepguard-scorer" | "stepguard-viewer" | "stepguard-replay"
            )
        })
        .map(|package| package.id.as_str())
        .collect();
    let mut seen = BTreeSet::new();
    while let Some(id) = open.pop() {
        let builds_only = packages.get(id).is_some_and(|package| is_macro(package));
        if builds_only || !seen.insert(id) {
            continue;
        }
        let dependencies = nodes.get(id).map(|node| node.deps.as_slice()).unwrap_or_default();
        let normal =
            dependencies.iter().filter(|dependency| dependency.dep_kinds.iter().any(|kind| kind.kind.is_none()));
        open.extend(normal.map(|dependency| dependency.pkg.as_str()));
    }
    let foreign = seen.iter().filter_map(|id| packages.get(id)).filter(|package| package.source.is_some());
    Ok(foreign
        .map(|package| Part {
            name: package.name.clone(),
            version: package.version.clone(),
            licence: package.license.clone().unwrap_or_default(),
            authors: package.authors.join(", "),
            folder: package.manifest_path.parent().map(Path::to_path_buf).unwrap_or_default(),
        })
        .collect())
}

fn is_macro(package: &Package) -> bool {
    package.targets.iter().any(|target| target.kind.iter().any(|kind| kind == "proc-macro"))
}

#[derive(Deserialize)]
struct NpmLock {
    packages: BTreeMap<String, NpmPackage>,
}

#[derive(Deserialize)]
struct NpmPackage {
    #[serde(default)]
    version: String,
    #[serde(default)]
    license: String,
    #[serde(default)]
    dev: bool,
    #[serde(default)]
    optional: bool,
}

/// The packages that are bundled into the editor.
fn npm_packages(workspace: &Workspace) -> Outcome<Vec<Part>> {
    let home = workspace.root.join("web/js");
    let lock: NpmLock = serde_json::from_str(&read_text(&home.join("package-lock.json"))?)
        .during(|| "read web/js/package-lock.json".to_owned())?;
    let bundled =
        lock.packages.into_iter().filter(|(place, package)| !place.is_empty() && !package.dev && !package.optional);
    Ok(bundled
        .map(|(place, package)| Part {
            name: place.trim_start_matches("node_modules/").to_owned(),
            version: package.version,
            licence: package.license,
            authors: String::new(),
            folder: home.join(&place),
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_accepted_choice_of_each_part_is_enough() {
        assert!(accepted("MIT OR Apache-2.0"));
        assert!(accepted("GPL-3.0 OR MIT"));
        assert!(accepted("Apache-2.0/MIT"));
        assert!(accepted("(MIT OR Apache-2.0) AND Unicode-3.0"));
        assert!(!accepted("MIT AND GPL-3.0"));
        assert!(!accepted("GPL-3.0"));
        assert!(!accepted(""));
    }
}
