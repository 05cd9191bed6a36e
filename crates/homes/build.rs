//! Lists homes and tasks, so that a new home is a new file and nothing else.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("Cargo sets it"));
    let mut out = String::new();
    for (constant, folder) in [("HOMES", "homes"), ("ALFRED", "tasks/alfred"), ("HABITAT", "tasks/habitat")] {
        let _ = writeln!(out, "pub(crate) const {constant}: &[(&str, &str)] = &[");
        for file in files(&root.join(folder)) {
            let name = file.file_stem().expect("a file has a name").to_string_lossy().into_owned();
            let _ = writeln!(out, "    ({name:?}, include_str!({:?})),", file.display().to_string());
        }
        out.push_str("];\n");
    }
    let target = PathBuf::from(std::env::var("OUT_DIR").expect("Cargo sets it")).join("sources.rs");
    std::fs::write(target, out).expect("the folder for generated files can be written");
}

/// The TOML files of a folder, sorted; the folder is watched too, so that new files are noticed.
fn files(folder: &Path) -> Vec<PathBuf> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder is part of the crate")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .collect();
    files.sort();
    files
}
