//! Texts and what can be said about places in them: spans, positions, encodings, names, exact numbers, diagnostics.
//!
//! Knows nothing of PDDL.

pub mod codes;
pub mod diagnostic;
pub mod encoding;
pub mod lines;
pub mod number;
pub mod order;
pub mod span;
pub mod suggest;
pub mod symbol;

pub use diagnostic::{Diagnostic, Edit, Fix, Related, Severity};
pub use encoding::{Decoded, Encoding, MAX_TEXT_BYTES, decode};
pub use lines::{LineIndex, Position};
pub use number::Number;
pub use span::{Place, Span, TextId};
pub use suggest::suggest;
pub use symbol::{Interner, Symbol};
