//! Seeded chance: the same seed gives the same draws on every machine. Uses `rand_pcg`'s generator and whole numbers only.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng as _;

/// A generator.
#[derive(Debug, Clone)]
pub struct Chance(Pcg64Mcg);

impl Chance {
    /// From the words that name what is drawn for: environment, subset, task, agent.
    #[must_use]
    pub fn of(words: &[&str]) -> Self {
        let mut hash = Hash::default();
        for word in words {
            hash.text(word);
        }
        Self(Pcg64Mcg::new(u128::from(hash.end()) << 64 | 0x9e37_79b9_7f4a_7c15))
    }

    /// A number below `end`; 0 when `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).unwrap_or(u64::MAX);
        if end == 0 {
            return 0;
        }
        // The draw is 64 bits wide and ranges are small: the bias of a multiplication is below one in a billion.
        let drawn = (u128::from(self.0.next_u64()) * u128::from(end)) >> 64;
        usize::try_from(drawn).unwrap_or(0)
    }

    /// One of these; `None` of an empty slice.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }

    /// Whether an event of `percent` percent happens.
    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// A hash of 64 bits (FNV-1a) over whole numbers and texts, for states: the same on every machine.
#[derive(Debug, Clone)]
pub struct Hash(u64);

impl Default for Hash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    /// Takes bytes in.
    pub fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// Takes a text in, with its end.
    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
        self.bytes(&[0xff]);
    }

    /// Takes a number in.
    pub fn number(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }

    /// Takes the bits of a number of a simulation in.
    pub fn float(&mut self, number: f32) {
        self.bytes(&number.to_bits().to_le_bytes());
    }

    /// The hash of everything taken in.
    #[must_use]
    pub const fn end(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_the_same_everywhere_and_cover_the_range() {
        let mut chance = Chance::of(&["alfred", "base", "0"]);
        let drawn: Vec<usize> = (0..2_000).map(|_| chance.below(7)).collect();
        for value in 0..7 {
            let n = drawn.iter().filter(|one| **one == value).count();
            assert!((200..400).contains(&n), "{value} was drawn {n} times");
        }
        let mut again = Chance::of(&["alfred", "base", "0"]);
        assert!(drawn.iter().all(|value| again.below(7) == *value));
        assert_eq!(chance.below(0), 0);
        let words = Chance::of(&["alfred", "base0"]).below(1 << 40);
        assert_ne!(words, Chance::of(&["alfredbase", "0"]).below(1 << 40), "where a word ends counts");
    }

    #[test]
    fn the_hash_is_fnv() {
        let mut hash = Hash::default();
        hash.bytes(b"foobar");
        assert_eq!(hash.end(), 0x8594_4171_f739_67e8);
    }
}
