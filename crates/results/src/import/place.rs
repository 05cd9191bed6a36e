//! Paths of run folders: which run, subset and episode a file belongs to, and what it is. Knows names only.
//!
//! A folder may be dropped whole, or any folder inside of it; so a file's place is found from its end: the name says what it
//! is and how far up the subset's folder lies, and what is above that is the run.

use crate::environment::{Environment, Subset};

/// What a file is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum What {
    Config,
    /// Records of steps; `last` is the number in the name, `whole` whether the name has none.
    Steps {
        episode: u64,
        last: Option<u64>,
    },
    /// A result; `bare` for the name that manipulation has.
    Result {
        episode: u64,
        bare: bool,
    },
    Planner {
        episode: u64,
    },
    Summary,
    Picture {
        episode: u64,
        step: Option<u64>,
        view: String,
        marked: bool,
    },
    Ignored(&'static str),
}

/// Where a file belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    /// Folder of the run, as given.
    pub(super) run: String,
    /// What of it stands after the environment's folder, for names.
    pub(super) name: String,
    /// The environment, where a folder names it.
    pub(super) environment: Option<Environment>,
    /// Folder of the subset; empty where there is none.
    pub(super) subset: String,
    pub(super) what: What,
}

/// A path with one kind of separator and without empty parts.
pub(super) fn tidy(path: &str) -> String {
    let parts: Vec<&str> = path.split(['/', '\\']).filter(|part| !part.is_empty() && *part != ".").collect();
    parts.join("/")
}

pub(super) fn place(path: &str) -> Place {
    let mut folders: Vec<&str> = path.split('/').collect();
    let name = folders.pop().unwrap_or_default();
    let what = what(name, &mut folders);
    let at = folders.iter().rposition(|folder| environment_of(folder).is_some());
    let environment = at.and_then(|at| environment_of(folders[at]));
    let inside = &folders[at.map_or(0, |at| at + 1)..];
    // Manipulation has a folder for the model and one for the experiment.
    let run_folders = if environment == Some(Environment::Manipulation) { 2 } else { 1 };
    let has_subset = match inside.last() {
        // Where no folder names the environment, nothing says how many folders a run has above its subsets.
        Some(last) => Subset::from_name(last).is_some() || (environment.is_some() && inside.len() > run_folders),
        None => false,
    };
    let run_end = folders.len() - usize::from(has_subset);
    let subset = if has_subset { folders.last().copied().unwrap_or_default() } else { "" };
    let name_from = if environment.is_some() { folders.len() - inside.len() } else { run_end.saturating_sub(1) };
    Place {
        run: folders[..run_end].join("/"),
        name: folders[name_from.min(run_end)..run_end].join("/"),
        environment,
        subset: subset.to_owned(),
        what,
    }
}

/// The environment that a folder names: `eb_nav`, `EB-Navigation`. A bare `navigation` may be anything.
pub(crate) fn environment_of(folder: &str) -> Option<Environment> {
    let marked = folder.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("eb"));
    marked.then(|| Environment::from_name(folder)).flatten()
}

/// What a name says; folders that belong to the layout inside of a subset are taken off `folders`.
fn what(name: &str, folders: &mut Vec<&str>) -> What {
    let lower = name.to_ascii_lowercase();
    if name.starts_with('.') || folders.contains(&"__MACOSX") || lower == "thumbs.db" || lower == "desktop.ini" {
        return What::Ignored("left there by an operating system or an editor");
    }
    let (stem, extension) = lower.rsplit_once('.').unwrap_or((&lower, ""));
    match extension {
        "png" | "jpg" | "jpeg" | "webp" | "bmp" | "mp4" | "webm" | "avi" | "gif" => {
            let film = matches!(extension, "mp4" | "webm" | "avi" | "gif");
            let mut episode = number_after(stem, "episode");
            if let Some(own) = folders.last().and_then(|folder| number_after(folder, "episode")) {
                episode = episode.or(Some(own));
                folders.pop();
            }
            if matches!(folders.last().copied(), Some("images" | "video" | "videos")) {
                folders.pop();
            }
            let Some(episode) = episode else { return What::Ignored("a picture or film whose name says no episode") };
            let has = |word: &str| stem.split('_').any(|part| part == word);
            let view = ["front", "top", "wrist", "head", "third"].into_iter().find(|view| has(view));
            What::Picture {
                episode,
                step: number_after(stem, "step").filter(|_| !film),
                view: view.unwrap_or_default().to_owned(),
                marked: has("bb") || has("annotated"),
            }
        }
        "txt" if stem == "config" => What::Config,
        "txt" if stem.starts_with("planner_output") => {
            results(folders);
            match number_after(stem, "episode") {
                Some(episode) => What::Planner { episode },
                None => What::Ignored("planner text whose name says no episode"),
            }
        }
        "json" | "jsonl" => {
            if stem.starts_with("summary") {
                results(folders);
                return What::Summary;
            }
            let Some(episode) = number_after(stem, "episode") else {
                results(folders);
                return What::Ignored("its name is none of a run's files");
            };
            if stem.ends_with("_res") {
                results(folders);
                return What::Result { episode, bare: !stem.ends_with("_final_res") };
            }
            What::Steps { episode, last: number_after(stem, "step") }
        }
        _ => What::Ignored("its name is none of a run's files"),
    }
}

fn results(folders: &mut Vec<&str>) {
    if folders.last() == Some(&"results") {
        folders.pop();
    }
}

/// The number that follows a word and one separator: `episode_12`, `episode=12`.
fn number_after(name: &str, word: &str) -> Option<u64> {
    name.match_indices(word).find_map(|(at, _)| {
        let rest = &name[at + word.len()..];
        let rest = rest.strip_prefix(['_', '=', '-']).unwrap_or(rest);
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        rest[..end].parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_the_four_environments() {
        let found = place("running/eb_alfred/vlm_base_run/common_sense/episode_3_step_12.json");
        assert_eq!((found.run.as_str(), found.name.as_str()), ("running/eb_alfred/vlm_base_run", "vlm_base_run"));
        assert_eq!((found.environment, found.subset.as_str()), (Some(Environment::Alfred), "common_sense"));
        assert_eq!(found.what, What::Steps { episode: 3, last: Some(12) });

        let found = place("eb_manipulation/org/exp/visual/images/episode_2/episode_2_step_0_wrist_rgb.png");
        assert_eq!((found.name.as_str(), found.subset.as_str()), ("org/exp", "visual"));
        let view =
            |view: &str, step, marked| What::Picture { episode: 2, step: Some(step), view: view.to_owned(), marked };
        assert_eq!(found.what, view("wrist", 0, false));
        assert_eq!(place("a/episode_2_step_4_20250102_030405_front_bb.png").what, view("front", 4, true));
        assert_eq!(place("a/images/episode_2/episode_2_step_7_third_rgb.png").what, view("third", 7, false));
        assert_eq!(place("a/images/episode_2/episode_2_step_7_head_rgb.png").what, view("head", 7, false));
        assert_eq!(place("x/results/episode_2_res.json").what, What::Result { episode: 2, bare: true });
        assert_eq!(place("x/results/planner_output_episode_9.txt").what, What::Planner { episode: 9 });
        assert_eq!(place("x/results/summary_all.json").what, What::Summary);
        assert_eq!(place("episode_1.json").what, What::Steps { episode: 1, last: None });
    }

    #[test]
    fn any_folder_inside_may_be_dropped() {
        let found = place("base/results/episode_1_final_res.json");
        assert_eq!((found.run.as_str(), found.subset.as_str(), found.environment), ("", "base", None));
        let found = place("results/episode_1_final_res.json");
        assert_eq!((found.run.as_str(), found.subset.as_str()), ("", ""));
        let found = place("eb_nav/model_run/config.txt");
        assert_eq!((found.run.as_str(), found.subset.as_str()), ("eb_nav/model_run", ""));
        let found = place("model_run/base/config.txt");
        assert_eq!((found.run.as_str(), found.subset.as_str()), ("model_run", "base"));
        let found = place("home/me/model_run/base/config.txt");
        assert_eq!((found.run.as_str(), found.name.as_str()), ("home/me/model_run", "model_run"));
        let found = place("home/me/model_run/config.txt");
        assert_eq!((found.name.as_str(), found.subset.as_str()), ("model_run", ""));
        assert_eq!(tidy("./a\\b//c.txt"), "a/b/c.txt");
    }

    #[test]
    fn what_belongs_to_no_run_says_why() {
        for path in ["a/.DS_Store", "__MACOSX/a/config.txt", "a/notes.md", "a/results/else.json", "a/picture.png"] {
            assert!(matches!(place(path).what, What::Ignored(_)), "{path}");
        }
        assert!(matches!(place("episode_99999999999999999999999.json").what, What::Ignored(_)));
    }
}
