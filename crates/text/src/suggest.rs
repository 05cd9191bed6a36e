//! Did you mean: the known name that is most like a name nobody declared.

/// Longer names are not compared: nobody types them, and the work grows with the square.
const LONGEST: usize = 100;

/// The candidate that is most like `wanted`, the first of equally good ones; `None` when none is like enough.
///
/// Case does not count, and `-`, `_`, `.` and blank are the same. Otherwise one slip (a letter wrong, missing, too much,
/// or two swapped) is allowed from three letters on, two from six, three from ten. Names that hold different numbers are
/// different names: nobody who writes `cup3` means `cup1`. The same words in another order are taken too, and the name
/// without the number of an instance: `cup` for `cup.0`.
#[must_use]
pub fn suggest<'a>(wanted: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = Folded::new(wanted)?;
    let limit = match wanted.letters.len() {
        0..=2 => 0,
        3..=5 => 1,
        6..=9 => 2,
        _ => 3,
    };
    let mut best: Option<(usize, &str)> = None;
    let mut rows = Rows::default();
    for candidate in candidates {
        if best.is_some_and(|(distance, _)| distance == 0) {
            break;
        }
        let allowed = best.map_or(limit, |(distance, _)| distance - 1);
        let Some(folded) = Folded::new(candidate) else { continue };
        if let Some(distance) = wanted.distance(&folded, allowed, &mut rows)
            && best.is_none_or(|(known, _)| distance < known)
        {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// A name as it is compared.
struct Folded {
    letters: Vec<char>,
    /// The words, sorted.
    words: Vec<String>,
    /// All digits in order.
    digits: String,
}

impl Folded {
    fn new(name: &str) -> Option<Self> {
        let letters: Vec<char> = name
            .chars()
            .take(LONGEST + 1)
            .flat_map(char::to_lowercase)
            .map(|c| if matches!(c, '_' | '.' | ' ') { '-' } else { c })
            .collect();
        if letters.is_empty() || letters.len() > LONGEST {
            return None;
        }
        let mut words: Vec<String> =
            letters.split(|c| *c == '-').filter(|word| !word.is_empty()).map(|word| word.iter().collect()).collect();
        crate::order::sort(&mut words);
        let digits = letters.iter().filter(|c| c.is_ascii_digit()).collect();
        Some(Self { letters, words, digits })
    }

    /// Whether it is the name of `other` with a number behind it.
    fn is_instance(&self, other: &Self) -> bool {
        self.letters.strip_prefix(other.letters.as_slice()).is_some_and(|rest| {
            other.letters.len() > 1
                && rest.iter().any(char::is_ascii_digit)
                && rest.iter().all(|c| c.is_ascii_digit() || matches!(c, '-' | '#' | ':'))
        })
    }

    /// Number of slips, if at most `limit`.
    fn distance(&self, other: &Self, limit: usize, rows: &mut Rows) -> Option<usize> {
        if self.letters == other.letters {
            return Some(0);
        }
        if !self.digits.is_empty() && !other.digits.is_empty() && self.digits != other.digits {
            return None;
        }
        if limit > 0 && (self.words == other.words || self.is_instance(other) || other.is_instance(self)) {
            return Some(1);
        }
        if self.letters.len().abs_diff(other.letters.len()) > limit {
            return None;
        }
        let distance = rows.distance(&self.letters, &other.letters);
        (distance <= limit).then_some(distance)
    }
}

/// Three rows of the table of distances, kept between comparisons.
#[derive(Default)]
struct Rows {
    before: Vec<usize>,
    last: Vec<usize>,
    next: Vec<usize>,
}

impl Rows {
    /// Least number of inserted, removed, replaced or swapped neighbouring letters.
    fn distance(&mut self, a: &[char], b: &[char]) -> usize {
        self.last.clear();
        self.last.extend(0..=b.len());
        self.before.clear();
        self.before.resize(b.len() + 1, 0);
        for (i, x) in a.iter().enumerate() {
            self.next.clear();
            self.next.push(i + 1);
            for (j, y) in b.iter().enumerate() {
                let replaced = self.last[j] + usize::from(x != y);
                let mut least = replaced.min(self.last[j + 1] + 1).min(self.next[j] + 1);
                if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                    least = least.min(self.before[j - 1] + 1);
                }
                self.next.push(least);
            }
            std::mem::swap(&mut self.before, &mut self.last);
            std::mem::swap(&mut self.last, &mut self.next);
        }
        self.last[b.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::suggest;

    #[test]
    fn slips_are_forgiven() {
        for (wanted, candidates, meant) in [
            ("gate-opne", &["gate-closed", "gate-open"][..], Some("gate-open")),
            ("in_closet", &["on-hanger", "in-closet"], Some("in-closet")),
            ("on-hangar", &["in-closet", "on-hanger"], Some("on-hanger")),
            ("garmet", &["hanger", "garment"], Some("garment")),
            ("closet-in", &["in-closet"], Some("in-closet")),
            ("Fridge", &["fridge"], Some("fridge")),
            ("steamer", &["garment", "hanger"], None),
            ("has", &["in-closet", "ironed"], None),
            ("robo", &["bench", "rack", "saw", "plane"], None),
            ("cup3", &["cup1", "cup2"], None),
            ("cup-3", &["cup1", "cup3"], Some("cup3")),
            ("x", &["y"], None),
            ("", &["y"], None),
            ("abc", &["abd", "abe"], Some("abd")),
            ("abcd", &["abce", "abcd"], Some("abcd")),
            ("mug.0", &["mat", "mug"], Some("mug")),
            ("cupboard.0", &["mug", "cupboard"], Some("cupboard")),
            ("mug", &["mat", "mug_12"], Some("mug_12")),
            ("abcdef", &["abxxef", "abcdxf"], Some("abcdxf")),
        ] {
            assert_eq!(suggest(wanted, candidates.iter().copied()), meant, "{wanted}");
        }
    }
}
