//! Typed indices: an object is never taken for a predicate.

/// Declares an index type.
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// As an index into the task's table.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The id of table entry `index`.
            ///
            /// # Panics
            /// When a table has more than `u32::MAX` entries; the reader's size limit keeps texts far below that.
            #[must_use]
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("the size limit on texts keeps tables below 2^32 entries"))
            }
        }
    };
}

id!(
    /// An object or constant; the order is source order, constants first.
    ObjectId
);
id!(
    /// A type; 0 is `object`.
    TypeId
);
id!(
    /// A type expression: one type, or several in `either`.
    TypeExprId
);
id!(
    /// A predicate.
    PredicateId
);
id!(
    /// A function: numeric or object fluent.
    FunctionId
);
id!(
    /// An instantaneous action.
    ActionId
);
id!(
    /// One occurrence of `(preference ...)`.
    PreferenceId
);
id!(
    /// A variable's place in the environment of the action, rule or condition it belongs to.
    Slot
);
