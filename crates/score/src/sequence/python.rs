//! What official figures owe to the language they were computed in: how it reads JSON, in which order it walks through a
//! set of whole numbers, and what it draws by chance. Only the official profile needs it.

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// A JSON value whose objects keep the order of their keys.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Json {
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Self>),
    /// An object: a repeated key keeps its first place and its last value.
    Object(Vec<(String, Self)>),
    /// Anything else.
    Other,
}

impl Json {
    /// Reads a text that is exactly one value.
    pub(crate) fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// The value of a key.
    pub(crate) fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Object(members) => members.iter().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Json;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a JSON value")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Json, E> {
        Ok(Json::Other)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Json, E> {
        Ok(Json::Other)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Json, E> {
        Ok(Json::Other)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Json, E> {
        Ok(Json::Other)
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Other)
    }

    fn visit_str<E>(self, text: &str) -> Result<Json, E> {
        Ok(Json::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(element) = elements.next_element()? {
            list.push(element);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Json, A::Error> {
        let mut object: Vec<(String, Json)> = Vec::new();
        while let Some((key, value)) = members.next_entry::<String, Json>()? {
            match object.iter_mut().find(|(known, _)| *known == key) {
                Some((_, old)) => *old = value,
                None => object.push((key, value)),
            }
        }
        Ok(Json::Object(object))
    }
}

/// How far the next places are tried before a number's place is drawn anew.
const NEIGHBOURS: usize = 9;

/// Whole numbers in the order in which Python walks through a set of them, into which they were put by size.
pub(crate) fn set_order(numbers: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut table: Vec<Option<u64>> = vec![None; 8];
    let mut held = 0;
    for number in numbers {
        insert(&mut table, number);
        held += 1;
        if held * 5 >= (table.len() - 1) * 3 {
            let mut larger = vec![None; (held * 4 + 1).next_power_of_two()];
            for number in table.into_iter().flatten() {
                insert(&mut larger, number);
            }
            table = larger;
        }
    }
    table.into_iter().flatten().collect()
}

fn insert(table: &mut [Option<u64>], number: u64) {
    let mask = table.len() - 1;
    let mut perturbation = number;
    let mut place = usize::try_from(number & mask as u64).unwrap_or(0);
    loop {
        let last = if place + NEIGHBOURS <= mask { place + NEIGHBOURS } else { place };
        if let Some(free) = (place..=last).find(|at| table[*at].is_none_or(|known| known == number)) {
            table[free] = Some(number);
            return;
        }
        perturbation >>= 5;
        let next = (place as u64).wrapping_mul(5).wrapping_add(1).wrapping_add(perturbation);
        place = usize::try_from(next & mask as u64).unwrap_or(0);
    }
}

/// Words of the state of [`Chance`].
const WORDS: usize = 624;

/// How far apart the words are that are mixed.
const APART: usize = 397;

/// Draws as Python's `random` draws after `seed`: the Mersenne Twister (Matsumoto & Nishimura 1998), started from a number
/// below 2^32.
#[derive(Debug, Clone)]
pub struct Chance {
    words: Vec<u32>,
    next: usize,
}

impl Chance {
    /// The generator of a seed.
    #[must_use]
    pub fn new(seed: u32) -> Self {
        let mut words = vec![19_650_218_u32];
        for index in 1..WORDS {
            let last = words[index - 1];
            words.push(1_812_433_253_u32.wrapping_mul(last ^ last >> 30).wrapping_add(place(index)));
        }
        let mut at = 1;
        let mut step = |words: &mut Vec<u32>, factor: u32, mix: &dyn Fn(u32, usize) -> u32| {
            let last = words[at - 1];
            words[at] = mix(words[at] ^ (last ^ last >> 30).wrapping_mul(factor), at);
            at += 1;
            if at == WORDS {
                words[0] = words[WORDS - 1];
                at = 1;
            }
        };
        for _ in 0..WORDS {
            step(&mut words, 1_664_525, &|word, _| word.wrapping_add(seed));
        }
        for _ in 1..WORDS {
            step(&mut words, 1_566_083_941, &|word, at| word.wrapping_sub(place(at)));
        }
        words[0] = 0x8000_0000;
        Self { words, next: WORDS }
    }

    fn word(&mut self) -> u32 {
        if self.next >= WORDS {
            for index in 0..WORDS {
                let both = self.words[index] & 0x8000_0000 | self.words[(index + 1) % WORDS] & 0x7fff_ffff;
                let twist = if both & 1 == 1 { 0x9908_b0df } else { 0 };
                self.words[index] = self.words[(index + APART) % WORDS] ^ both >> 1 ^ twist;
            }
            self.next = 0;
        }
        let mut word = self.words[self.next];
        self.next += 1;
        word ^= word >> 11;
        word ^= word << 7 & 0x9d2c_5680;
        word ^= word << 15 & 0xefc6_0000;
        word ^ word >> 18
    }

    /// A number below `bound`, as `choice` draws the place of an element: the top bits of words, until they are below it.
    pub fn below(&mut self, bound: usize) -> usize {
        let bits = u32::try_from(bound).map_or(32, |bound| 32 - bound.leading_zeros());
        if bits == 0 {
            return 0;
        }
        loop {
            let drawn = (self.word() >> (32 - bits)) as usize;
            if drawn < bound {
                return drawn;
            }
        }
    }
}

fn place(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_keys_keep_their_first_place_and_last_value() {
        let read = Json::read(r#"{"a": ["x"], "b": [1, null], "a": ["y"]}"#).expect("JSON");
        let text = |text: &str| Json::Text(text.to_owned());
        assert_eq!(
            read,
            Json::Object(vec![
                ("a".to_owned(), Json::List(vec![text("y")])),
                ("b".to_owned(), Json::List(vec![Json::Other, Json::Other])),
            ])
        );
        assert_eq!(Json::read("{} x"), None);
    }

    #[test]
    fn chance_is_that_of_the_language() {
        // random.seed(s); [random.choice(range(n)) for n in BOUNDS], computed with Python 3.11.
        const BOUNDS: [usize; 10] = [1, 2, 3, 1, 2, 4, 1, 1, 2, 5];
        for (seed, drawn) in [(0, [0, 1, 0, 0, 1, 3, 0, 0, 1, 4]), (1, [0, 0, 1, 0, 1, 3, 0, 0, 0, 0])] {
            let mut chance = Chance::new(seed);
            assert_eq!(BOUNDS.map(|bound| chance.below(bound)), drawn, "{seed}");
        }
        assert_eq!(Chance::new(0).below(0), 0);
    }

    #[test]
    fn sets_are_walked_by_the_places_of_their_table() {
        assert_eq!(set_order([65, 1000, 1001].into_iter()), [1000, 65, 1001]);
        assert_eq!(set_order([1, 2, 3, 4, 33].into_iter()), [1, 2, 3, 4, 33]);
        assert_eq!(set_order([8, 16, 24].into_iter()), [8, 16, 24]);
        let many = [65, 67, 201, 1000, 1001, 1002, 1003, 1005];
        assert_eq!(set_order(many.into_iter()), [65, 67, 1000, 201, 1001, 1002, 1003, 1005]);
    }
}
