//! Values of numeric and object fluents as small numbers, so that states can be packed and compared as words.

use rustc_hash::FxHashMap;
use stepguard_task::ObjectId;
use stepguard_text::Number;

/// What a fluent gives.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    /// It was never given a value.
    Undefined,
    /// A number.
    Number(Number),
    /// An object.
    Object(ObjectId),
}

/// A value's number in a [`ValueTable`]; 0 is [`Value::Undefined`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ValueId(pub u32);

/// Values, each once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueTable {
    values: Vec<Value>,
    index: FxHashMap<Value, ValueId>,
    bytes: usize,
}

impl Default for ValueTable {
    fn default() -> Self {
        let mut table = Self { values: Vec::new(), index: FxHashMap::default(), bytes: 0 };
        table.intern(Value::Undefined);
        table
    }
}

impl ValueTable {
    /// The value's number, known or new.
    pub fn intern(&mut self, value: Value) -> ValueId {
        if let Some(id) = self.index.get(&value) {
            return *id;
        }
        let id = ValueId(u32::try_from(self.values.len()).expect("the budget on states keeps values below 2^32"));
        let bits = match &value {
            Value::Number(number) => number.big_bits(),
            Value::Undefined | Value::Object(_) => 0,
        };
        // Each stands in the list and in the index, which is at most half empty.
        self.bytes += 4 * (size_of::<Value>() + 8) + bits as usize / 4;
        self.values.push(value.clone());
        self.index.insert(value, id);
        id
    }

    /// The value with this number.
    #[must_use]
    pub fn get(&self, id: ValueId) -> &Value {
        &self.values[id.0 as usize]
    }

    /// About how many bytes they take.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Never: 0 is always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}
