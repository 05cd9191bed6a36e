//! Ranked did-you-means, on top of [`stepguard_text::suggest()`], which knows the best one.

use stepguard_text::suggest;

use std::cell::Cell;

/// At most this many names are compared with one wrong name, so that a long list of objects costs no time per wrong line.
const MOST: u32 = 20_000;

/// Names that may still be compared with wrong ones, over a whole plan: when thousands of lines name thousands of things
/// that nobody declared, the first ones get a did-you-mean.
#[derive(Debug)]
pub(crate) struct Comparisons(Cell<u64>);

impl Comparisons {
    pub(crate) const fn new() -> Self {
        Self(Cell::new(2_000_000))
    }

    /// Whether `count` more names may be looked through.
    fn afford(&self, count: u32) -> bool {
        let left = self.0.get().checked_sub(count.into());
        self.0.set(left.unwrap_or(0));
        left.is_some()
    }
}

/// Positions of the names near to `wrong`, nearest first, at most `most`.
pub(crate) fn nearest<'a>(
    comparisons: &Comparisons,
    wrong: &str,
    count: u32,
    name: impl Fn(u32) -> &'a str,
    most: usize,
) -> Vec<u32> {
    let count = count.min(MOST);
    let mut found: Vec<u32> = Vec::new();
    while found.len() < most && comparisons.afford(count) {
        let rest = (0..count).filter(|i| !found.contains(i)).map(&name);
        let Some(best) = suggest(wrong, rest) else { break };
        let Some(position) = (0..count).find(|i| !found.contains(i) && name(*i) == best) else { break };
        found.push(position);
    }
    // `pick` for `pick-up`: the beginning of a name, up to a sign.
    if found.len() < most && wrong.len() >= 3 {
        let begins = |name: &str| {
            name.get(..wrong.len()).is_some_and(|front| front.eq_ignore_ascii_case(wrong))
                && name[wrong.len()..].starts_with(['-', '_'])
        };
        let more: Vec<u32> = (0..count).filter(|i| !found.contains(i) && begins(name(*i))).collect();
        found.extend(more.into_iter().take(most - found.len()));
    }
    found
}

/// The name that is so near to `wrong` that it may be taken for it.
pub(crate) fn closest<'a>(
    comparisons: &Comparisons,
    wrong: &str,
    count: u32,
    name: impl Fn(u32) -> &'a str,
) -> Option<u32> {
    let count = count.min(MOST);
    if !comparisons.afford(count) {
        return None;
    }
    let best = suggest(wrong, (0..count).map(&name))?;
    (0..count).find(|i| name(*i) == best)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near<'a>(wrong: &str, names: &[&'a str]) -> Vec<&'a str> {
        let count = u32::try_from(names.len()).expect("short");
        nearest(&Comparisons::new(), wrong, count, |i| names[i as usize], 3)
            .into_iter()
            .map(|i| names[i as usize])
            .collect()
    }

    #[test]
    fn the_meant_name_comes_first() {
        assert_eq!(near("put-no", &["put-on", "grasp"]), ["put-on"]);
        assert_eq!(near("mug.0", &["rug", "cup", "mug"]), ["mug"]);
        assert_eq!(near("cupboard.0", &["cup", "cupboard"]), ["cupboard"]);
        assert_eq!(near("pick", &["pack", "pick-up", "pick_all"]), ["pack", "pick-up", "pick_all"]);
        assert!(near("reach-goal", &["walk", "push"]).is_empty());
        assert!(near("", &["walk"]).is_empty());
    }

    #[test]
    fn the_closest_may_be_taken_for_it() {
        let names = ["walk", "stroke", "switch-on"];
        let find = |wrong| closest(&Comparisons::new(), wrong, 3, |i| names[i as usize]);
        assert_eq!(find("wlak"), Some(0));
        assert_eq!(find("switchon"), Some(2));
        assert_eq!(find("the"), None);
    }
}
