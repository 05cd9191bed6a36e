//! Names as numbers. PDDL ignores case, so a [`Symbol`] stands for a name without regard to case; the spelling first
//! seen (as a rule the declaration's) is kept for people.

/// A name, compared without regard to case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(u32);

impl Symbol {
    /// Position in its interner, from 0 and without gaps: may index a table.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The names of one check. Domain, problem and plan share one, so that equal names are equal symbols.
#[derive(Debug, Clone, Default)]
pub struct Interner {
    /// All spellings, one behind the other, then (where they differ) their folded forms.
    bytes: String,
    entries: Vec<Entry>,
    /// Open addressing, a power of two long, at most half full; 0 is empty, else entry + 1.
    table: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    spelling: (u32, u32),
    folded: (u32, u32),
    hash: u32,
}

/// A number that mixes well: the golden ratio's digits.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
/// A letter's case is bit 5. Setting it in every byte makes some other characters equal too, which a hash may do.
const CASE: u64 = 0x2020_2020_2020_2020;
/// The highest bit of every byte, set outside of ASCII.
const HIGH: u64 = 0x8080_8080_8080_8080;

/// A hash that does not see case.
fn hash_folded(name: &str) -> u32 {
    let bytes = name.as_bytes();
    let len = bytes.len();
    let mut hash = (len as u64).wrapping_mul(MIX);
    let mut high = 0;
    let mut mix = |block: u64| {
        high |= block;
        hash = fold_multiply(hash ^ (block | CASE));
    };
    // Eight bytes at a time; the last ones may be mixed in twice.
    if let Some(last) = bytes.last_chunk::<8>() {
        let (blocks, _) = bytes.as_chunks::<8>();
        for block in &blocks[..(len - 1) / 8] {
            mix(u64::from_le_bytes(*block));
        }
        mix(u64::from_le_bytes(*last));
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        mix(u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32);
    } else if len > 0 {
        mix(u64::from(bytes[0]) | u64::from(bytes[len / 2]) << 8 | u64::from(bytes[len - 1]) << 16);
    }
    if high & HIGH != 0 {
        return hash_foreign(name);
    }
    fold_hash(hash)
}

/// The same for names outside of ASCII.
#[cold]
fn hash_foreign(name: &str) -> u32 {
    let mut hash = 0;
    for c in name.chars().flat_map(char::to_lowercase) {
        hash = fold_multiply(hash ^ u64::from(u32::from(c)));
    }
    fold_hash(hash)
}

/// Every bit of the result depends on every bit of `x`: the high half of the product carries what the low half loses.
fn fold_multiply(x: u64) -> u64 {
    let product = u128::from(x) * u128::from(MIX);
    #[expect(clippy::cast_possible_truncation, reason = "both halves are used")]
    {
        product as u64 ^ (product >> 64) as u64
    }
}

fn fold_hash(hash: u64) -> u32 {
    #[expect(clippy::cast_possible_truncation, reason = "half of the hash is enough")]
    {
        (hash ^ (hash >> 32)) as u32
    }
}

fn equal_folded(folded: &str, name: &str) -> bool {
    if folded == name {
        true
    } else if name.is_ascii() {
        folded.eq_ignore_ascii_case(name)
    } else {
        folded.chars().eq(name.chars().flat_map(char::to_lowercase))
    }
}

impl Interner {
    /// An interner without names.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The symbol of `name`, known or new.
    pub fn intern(&mut self, name: &str) -> Symbol {
        if self.entries.len() * 2 >= self.table.len() {
            self.grow();
        }
        let hash = hash_folded(name);
        let mask = self.table.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            match self.table[slot] {
                0 => break,
                found => {
                    let entry = self.entries[found as usize - 1];
                    // As a rule a name is written as it was the first time.
                    if entry.hash == hash
                        && (self.range(entry.spelling) == name || equal_folded(self.range(entry.folded), name))
                    {
                        return Symbol(found - 1);
                    }
                }
            }
            slot = (slot + 1) & mask;
        }
        let spelling = self.push(name);
        let folded = if name.bytes().any(|b| b.is_ascii_uppercase() || !b.is_ascii()) {
            let lower = name.to_lowercase();
            self.push(&lower)
        } else {
            spelling
        };
        let symbol = u32::try_from(self.entries.len()).expect("texts are limited to less than 4 GiB");
        self.entries.push(Entry { spelling, folded, hash });
        self.table[slot] = symbol + 1;
        Symbol(symbol)
    }

    /// The symbol of `name`, if it is known.
    #[must_use]
    pub fn lookup(&self, name: &str) -> Option<Symbol> {
        if self.table.is_empty() {
            return None;
        }
        let hash = hash_folded(name);
        let mask = self.table.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            match self.table[slot] {
                0 => return None,
                found => {
                    let entry = self.entries[found as usize - 1];
                    // As a rule a name is written as it was the first time.
                    if entry.hash == hash
                        && (self.range(entry.spelling) == name || equal_folded(self.range(entry.folded), name))
                    {
                        return Some(Symbol(found - 1));
                    }
                }
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The name as first written.
    #[must_use]
    pub fn spelling(&self, symbol: Symbol) -> &str {
        self.range(self.entries[symbol.index()].spelling)
    }

    /// The name in lower case.
    #[must_use]
    pub fn folded(&self, symbol: Symbol) -> &str {
        self.range(self.entries[symbol.index()].folded)
    }

    /// Number of names.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no name yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn range(&self, (start, end): (u32, u32)) -> &str {
        &self.bytes[start as usize..end as usize]
    }

    fn push(&mut self, name: &str) -> (u32, u32) {
        let start = u32::try_from(self.bytes.len()).expect("texts are limited to less than 4 GiB");
        self.bytes.push_str(name);
        (start, u32::try_from(self.bytes.len()).expect("texts are limited to less than 4 GiB"))
    }

    fn grow(&mut self) {
        let size = (self.table.len() * 2).max(256);
        self.table.clear();
        self.table.resize(size, 0);
        let mask = size - 1;
        for (index, entry) in (1..).zip(&self.entries) {
            let mut slot = entry.hash as usize & mask;
            while self.table[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.table[slot] = index;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_is_ignored_and_the_first_spelling_is_kept() {
        let mut names = Interner::new();
        let a = names.intern("Fridge-Door");
        assert_eq!(names.intern("fridge-door"), a);
        assert_eq!(names.intern("FRIDGE-DOOR"), a);
        assert_eq!(names.spelling(a), "Fridge-Door");
        assert_eq!(names.folded(a), "fridge-door");
        assert_ne!(names.intern("fridge_door"), a);
        let umlaut = names.intern("TÜR");
        assert_eq!(names.intern("tür"), umlaut);
        assert_eq!(names.folded(umlaut), "tür");
    }

    #[test]
    fn many_names_stay_apart() {
        let mut names = Interner::new();
        let symbols: Vec<_> = (0..10_000).map(|i| names.intern(&format!("object-number-{i}"))).collect();
        for (i, symbol) in symbols.iter().enumerate() {
            assert_eq!(names.spelling(*symbol), format!("object-number-{i}"));
            assert_eq!(names.lookup(&format!("OBJECT-number-{i}")), Some(*symbol));
        }
        assert_eq!(names.lookup("object-number"), None);
    }
}
