//! Where the workspace is, how its parts are run, and how that is told: every command that takes a while is announced
//! before it starts and its time is printed after it. Leaves to others which commands there are.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// Why a command ended, in words for the person who started it.
pub(crate) struct Failure(pub(crate) String);

/// What every part of this tool gives back.
pub(crate) type Outcome<T = ()> = Result<T, Failure>;

/// A failure with a message put together like `format!`.
macro_rules! failure {
    ($($part:tt)*) => { $crate::shell::Failure(format!($($part)*)) };
}
pub(crate) use failure;

/// Says what was being done when an error of the operating system came up.
pub(crate) trait During<T> {
    fn during(self, what: impl FnOnce() -> String) -> Outcome<T>;
}

impl<T, E: fmt::Display> During<T> for Result<T, E> {
    fn during(self, what: impl FnOnce() -> String) -> Outcome<T> {
        self.map_err(|error| failure!("cannot {}: {error}", what()))
    }
}

/// The checkout and the folder of everything built from it.
pub(crate) struct Workspace {
    pub(crate) root: PathBuf,
    pub(crate) target: PathBuf,
}

impl Workspace {
    pub(crate) fn find() -> Outcome<Self> {
        let manifest = std::env::var_os("CARGO_MANIFEST_DIR")
            .map(PathBuf::from)
            .ok_or_else(|| failure!("start this as `cargo xtask`"))?;
        let root = manifest
            .ancestors()
            .nth(2)
            .ok_or_else(|| failure!("{} is not inside the workspace", manifest.display()))?
            .to_path_buf();
        let target = match std::env::var_os("CARGO_TARGET_DIR") {
            Some(folder) => root.join(folder),
            None => root.join("target"),
        };
        Ok(Self { root, target })
    }

    /// Scratch space of this tool, inside the target folder.
    pub(crate) fn scratch(&self, name: &str) -> PathBuf {
        self.target.join("xtask").join(name)
    }

    /// Cargo itself, run in the workspace.
    pub(crate) fn cargo(&self, arguments: &[&str]) -> Command {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.args(arguments).current_dir(&self.root);
        for (name, _) in std::env::vars_os() {
            // What `cargo run` tells this process about its own package must not reach the builds it starts.
            let own =
                name.to_str().is_some_and(|name| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_"));
            if own {
                command.env_remove(name);
            }
        }
        command
    }

    /// Any other program, run in a folder of the workspace.
    pub(crate) fn program(&self, name: impl AsRef<Path>, folder: &str) -> Command {
        let mut command = Command::new(name.as_ref());
        command.current_dir(self.root.join(folder));
        command
    }
}

/// One line of progress.
pub(crate) fn say(line: impl fmt::Display) {
    println!("» {line}");
}

/// Announces some work, does it, and says how long it took if that was noticeable.
pub(crate) fn announced<T>(what: &str, work: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
    say(what);
    let start = Instant::now();
    let result = work()?;
    let seconds = start.elapsed().as_secs_f64();
    if seconds >= 1.0 {
        println!("  {seconds:.1} s");
    }
    Ok(result)
}

/// Runs a command to its end, with its output where the person can see it.
pub(crate) fn run(command: &mut Command) -> Outcome {
    let status = command.stdin(Stdio::null()).status().during(|| start_of(command))?;
    if status.success() {
        return Ok(());
    }
    Err(failure!("{} ended with {status}", in_words(command)))
}

/// Runs a command to its end and gives what it printed; what it complained about stays visible.
pub(crate) fn output(command: &mut Command) -> Outcome<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output().during(|| start_of(command))?;
    if !output.status.success() {
        return Err(failure!("{} ended with {}", in_words(command), output.status));
    }
    String::from_utf8(output.stdout).during(|| format!("read what {} printed", in_words(command)))
}

fn start_of(command: &Command) -> String {
    format!("start {}", in_words(command))
}

/// The command as a person would type it.
pub(crate) fn in_words(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let mut words = vec![program.file_name().unwrap_or_default().to_string_lossy().into_owned()];
    words.extend(command.get_args().map(|argument| argument.to_string_lossy().into_owned()));
    format!("`{}`", words.join(" "))
}

/// Every file below a folder, as sorted paths relative to it; a folder that is not there has none.
pub(crate) fn files_below(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        if !next.is_dir() {
            continue;
        }
        for entry in std::fs::read_dir(&next).during(|| format!("list {}", next.display()))? {
            let path = entry.during(|| format!("list {}", next.display()))?.path();
            if path.is_dir() {
                open.push(path);
            } else if let Ok(relative) = path.strip_prefix(folder) {
                found.push(relative.to_path_buf());
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Copies one file and makes the folders it needs.
pub(crate) fn copy(from: &Path, to: &Path) -> Outcome {
    make_parent(to)?;
    std::fs::copy(from, to).during(|| format!("copy {} to {}", from.display(), to.display()))?;
    Ok(())
}

/// Writes one file and makes the folders it needs.
pub(crate) fn write(to: &Path, content: impl AsRef<[u8]>) -> Outcome {
    make_parent(to)?;
    std::fs::write(to, content).during(|| format!("write {}", to.display()))
}

/// Reads one file.
pub(crate) fn read(from: &Path) -> Outcome<Vec<u8>> {
    std::fs::read(from).during(|| format!("read {}", from.display()))
}

/// Reads one file of text.
pub(crate) fn read_text(from: &Path) -> Outcome<String> {
    std::fs::read_to_string(from).during(|| format!("read {}", from.display()))
}

/// Removes a folder and all in it, if it is there.
pub(crate) fn remove_folder(folder: &Path) -> Outcome {
    if folder.exists() {
        std::fs::remove_dir_all(folder).during(|| format!("remove {}", folder.display()))?;
    }
    Ok(())
}

fn make_parent(file: &Path) -> Outcome {
    match file.parent() {
        Some(folder) => std::fs::create_dir_all(folder).during(|| format!("make {}", folder.display())),
        None => Ok(()),
    }
}
