//! What official figures owe to the language they were computed in: how it reads JSON, and in which order it walks through
//! a set of whole numbers. Only the official profile needs it.

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
    fn sets_are_walked_by_the_places_of_their_table() {
        assert_eq!(set_order([65, 1000, 1001].into_iter()), [1000, 65, 1001]);
        assert_eq!(set_order([1, 2, 3, 4, 33].into_iter()), [1, 2, 3, 4, 33]);
        assert_eq!(set_order([8, 16, 24].into_iter()), [8, 16, 24]);
        let many = [65, 67, 201, 1000, 1001, 1002, 1003, 1005];
        assert_eq!(set_order(many.into_iter()), [65, 67, 1000, 201, 1001, 1002, 1003, 1005]);
    }
}
