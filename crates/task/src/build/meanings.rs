//! What a name means in each of PDDL's symbol spaces, in one table indexed by symbol.

use crate::ids::{FunctionId, ObjectId, PredicateId, TypeId};
use stepguard_text::Symbol;

/// For every symbol its meanings; 0 is none, else index + 1.
#[derive(Debug, Default)]
pub(crate) struct Meanings(Vec<Meaning>);

#[derive(Debug, Clone, Copy, Default)]
struct Meaning {
    ty: u32,
    predicate: u32,
    function: u32,
    object: u32,
    action: u32,
    /// Position in the stack of bound variables.
    variable: u32,
}

/// Getter and setter of one symbol space.
macro_rules! space {
    ($field:ident, $set:ident, $id:ident) => {
        pub(crate) fn $field(&self, name: Symbol) -> Option<$id> {
            self.0.get(name.index()).and_then(|m| m.$field.checked_sub(1)).map($id)
        }

        pub(crate) fn $set(&mut self, name: Symbol, id: $id) {
            self.entry(name).$field = id.0 + 1;
        }
    };
}

impl Meanings {
    pub(crate) fn with_names(count: usize) -> Self {
        Self(vec![Meaning::default(); count])
    }

    space!(ty, set_ty, TypeId);
    space!(predicate, set_predicate, PredicateId);
    space!(function, set_function, FunctionId);
    space!(object, set_object, ObjectId);

    /// The action of this name: its place among the domain's actions, in the order of the text.
    pub(crate) fn action(&self, name: Symbol) -> Option<u32> {
        self.0.get(name.index()).and_then(|m| m.action.checked_sub(1))
    }

    pub(crate) fn set_action(&mut self, name: Symbol, action: u32) {
        self.entry(name).action = action + 1;
    }

    /// The innermost bound variable of this name: its position in the stack of bound variables.
    pub(crate) fn variable(&self, name: Symbol) -> Option<usize> {
        self.0.get(name.index()).and_then(|m| m.variable.checked_sub(1)).map(|v| v as usize)
    }

    /// Binds the variable `name` to a position, or unbinds it; gives what it was before, to be restored later.
    pub(crate) fn bind(&mut self, name: Symbol, variable: Option<usize>) -> Option<usize> {
        let entry = self.entry(name);
        let before = entry.variable.checked_sub(1).map(|v| v as usize);
        entry.variable = variable
            .map_or(0, |v| u32::try_from(v + 1).expect("the size limit on texts keeps lists below 2^32 entries"));
        before
    }

    fn entry(&mut self, name: Symbol) -> &mut Meaning {
        if name.index() >= self.0.len() {
            self.0.resize(name.index() + 1, Meaning::default());
        }
        &mut self.0[name.index()]
    }
}
