//! Sorting, once for all types.
//!
//! The standard library's sort is compiled anew for every type it is used with, some five kilobytes each time; with the
//! dozens of short lists that this project sorts it was a tenth of what the page downloads. Here the order is found over
//! positions, by one sort that is compiled once, and then the items are moved. Hot paths sort in the ordinary way.

use std::cmp::Ordering;

/// Sorts `items` by `compare`; equal items keep their order.
pub fn sort_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let mut from = order(items.len(), &mut |a, b| compare(&items[a], &items[b]));
    // Follow every circle of the permutation: what belongs at `at` stands at `from[at]`.
    for start in 0..items.len() {
        let mut at = start;
        loop {
            let next = std::mem::replace(&mut from[at], at);
            if next == start || next == at {
                break;
            }
            items.swap(at, next);
            at = next;
        }
    }
}

/// Sorts `items` by a key; items with equal keys keep their order.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], mut key: impl FnMut(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// Sorts `items`.
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

/// The positions `0..length` in order.
fn order(length: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut positions: Vec<usize> = (0..length).collect();
    positions.sort_by(|a, b| compare(*a, *b));
    positions
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sorts_as_the_standard_library_does(items in prop::collection::vec((0_u8..6, any::<u16>()), 0..60)) {
            let mut ours = items.clone();
            let mut theirs = items;
            sort_by_key(&mut ours, |item| item.0);
            theirs.sort_by_key(|item| item.0);
            prop_assert_eq!(&ours, &theirs);
            sort(&mut ours);
            theirs.sort();
            prop_assert_eq!(ours, theirs);
        }
    }
}
