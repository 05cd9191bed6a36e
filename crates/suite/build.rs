//! Lists the household's texts and the families, so that a new family is a new file and nothing else.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("Cargo sets it"));
    let mut out = String::new();
    for (constant, folder, ending) in
        [("MODULES", "household/modules", "pddl"), ("FAMILIES", "families", "toml"), ("EXAMPLES", "few-shot", "toml")]
    {
        let folder = root.join(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        let mut files = Vec::new();
        collect(&folder, ending, &mut files);
        files.sort();
        let _ = writeln!(out, "pub(crate) const {constant}: &[(&str, &str)] = &[");
        for file in files {
            println!("cargo::rerun-if-changed={}", file.display());
            let inside = file.strip_prefix(&folder).expect("it was found there");
            let name = inside.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/");
            let _ = writeln!(out, "    ({name:?}, include_str!({:?})),", file.display().to_string());
        }
        out.push_str("];\n");
    }
    let target = PathBuf::from(std::env::var("OUT_DIR").expect("Cargo sets it")).join("sources.rs");
    std::fs::write(target, out).expect("the folder for generated files can be written");
}

/// The files with this ending below a folder; folders are watched too, so that new files are noticed.
fn collect(folder: &Path, ending: &str, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder is part of the crate") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            println!("cargo::rerun-if-changed={}", path.display());
            collect(&path, ending, files);
        } else if path.extension().is_some_and(|found| found == ending) {
            files.push(path);
        }
    }
}
