//! The modules of the household suite that need a task: goals, actions and plans as answered, against the task's own.
//! What answers score all together is left to [`crate::scorer`].

pub(crate) mod goals;
pub(crate) mod plans;
pub(crate) mod predicted;
