//! Certificates that no plan of a task succeeds, and their checker: a second opinion that knows the task and nothing of
//! how the certificate was found. How to find one is left to others.
//!
//! A plan *succeeds* when every step can run, the goal holds at the end, and every hard trajectory rule is kept. Plans
//! are sequences: one step after another, and the number of a state is its time. Rules under a preference are advice and
//! do not count. Durative actions and timed initial literals are not supported.
//!
//! # What is claimed
//!
//! Every certificate has a *frame*: the base facts and the fluents that may change on the way of a plan that can still
//! succeed. Everything outside of it keeps its initial value, which the checker verifies: conditions take what is
//! outside at its initial value, and a step that can run but changes something outside is a reason to reject. Two things
//! may change outside all the same: a fact about which an `always` rule says that it must never be so (a plan that makes
//! it so does not succeed), and a fluent that is *unread*. A fluent is unread when no condition, rule, derived predicate
//! or value of an effect reads its function, and when it either has an initial value, or its function only ever gets
//! values by `assign`, or is an object function; the usual `total-cost` is one. `total-cost` starts at 0 where `:init` does not say.
//!
//! Steps after which an `always` rule is surely broken are not looked at at all. What is sure after a step: its
//! unconditional effects; and facts that its precondition asks for, or that are outside of the frame, as far as no effect
//! may turn them. The rule is surely broken when a disjunction of at most eight facts among its conjuncts is surely false.
//!
//! The kinds of evidence:
//!
//! - [`Evidence::Relaxed`]: a frame and nothing else. All combinations of truth values of its facts are taken as possible
//!   (apart from what an `always` rule forbids of a single fact), so facts may become true and false independently; a
//!   fluent of the frame may have any value or none. No step whose conditions may be true in this sense changes anything
//!   outside of the frame; and the goal, or something that the rules need (`always`, `at end`, `hold-after`: at the end;
//!   `sometime`, `within`: once), cannot be true. Where the condition of a `sometime-before` cannot be true, its trigger
//!   counts as forbidden by an `always` rule.
//! - [`Evidence::H2`]: a frame, literals (a fact of the frame is true, or is false) that never hold and pairs that never
//!   hold together. None of it holds initially; no step that can run in a state that respects all claims leads to one
//!   that breaks one; and every way to satisfy the goal (or one of what the rules need, as above) contains a claimed
//!   literal or pair. Fluents are treated as above. Literals and pairs that `always` rules forbid may be used as if they
//!   were claimed.
//! - [`Evidence::Exhausted`]: a set of states with exact values of fluents and the memory of the rules
//!   ([`RuleLayout`]). The initial state is in the set; no state of it is a success (the goal holds and the rules are
//!   kept, if the plan ends there); and every successor is in the set, or breaks a rule for good, or, if the certificate
//!   says so, is a dead end: even when nothing that came true is ever taken back and every fluent that may change may
//!   have any value, the goal or something that the rules still need cannot be true. The frame has to hold every fact
//!   and fluent that a step changes in a state of the set, even where the step breaks a rule (`always` on single facts
//!   apart, as above). A state that by itself breaks an `always`, `hold-during` or `hold-after` rule may be in the set;
//!   nothing is asked of it.
//!
//! Of every kind a certificate is accepted, too, when the initial state breaks a rule for good.
//!
//! A rule is broken *for good* when no continuation can mend it: `always` by a state without its condition;
//! `sometime-before` by a trigger without the condition in an earlier state; `at-most-once` by a second episode;
//! `within` by the first state after its time if the condition did not hold by then; `always-within` by the first state
//! that is further from the one that asked than its bound, if the condition did not hold since (it does not help that it
//! holds in that state); `hold-after` and `hold-during` by a state without the condition which is there at a time of
//! their window, a state lasting until the next one. A window that ends where it starts, or before, asks for nothing.
//!
//! # The format
//!
//! Numbers have seven bits a byte, the lowest first, the high bit saying that more follow, without needless zero bytes. A
//! list is its length and its elements. Ascending lists have differences: the first element less the least that it could
//! be, then each less one more than the one before. Objects, predicates and functions are their positions in the task:
//! constants before objects, each in the order of the text.
//!
//! | part | content |
//! |---|---|
//! | magic | the bytes `SGPROOF` and a zero byte |
//! | version | the byte 1 |
//! | task | 32 bytes: [`task_hash`] |
//! | kind | a byte: 0 relaxed, 1 h2, 2 exhausted |
//! | facts of the frame | list of: predicate, list of objects |
//! | fluents of the frame | list of: function, list of objects |
//!
//! That is all of a relaxed certificate. One of kind h2 goes on with
//!
//! | part | content |
//! |---|---|
//! | never | ascending list of literals: twice the fact's position in the frame, and one more where it is false |
//! | pairs | list of rows in ascending order of their literal, which is written as in an ascending list, followed by the ascending list of its larger partners |
//!
//! and an exhausted one with
//!
//! | part | content |
//! |---|---|
//! | values | list of: byte 0 (no value); or byte 1, numerator and denominator, each as the list of bytes of its two's complement, lowest first; or byte 2 and an object |
//! | dead ends | a byte: 1 when successors may be dead ends, else 0 |
//! | width | bytes of a state: [`StateLayout`] |
//! | count | number of states |
//! | states | in strictly ascending order of their bytes, to the end: the number of leading bytes shared with the state before, then the others |
//!
//! A certificate is at most 64 MiB long. A frame has at most 2^20 facts and as many fluents, there are at most 2^20 values
//! and 2^25 pairs, and a numerator or denominator is at most 1024 bytes long (those longer than 16 bytes together 4 MiB).

mod bytes;
mod certificate;
mod check;
mod exhausted;
mod ground;
mod h2;
mod hash;
mod logic;
mod rejection;
mod relaxed;
mod rules;
mod setup;

pub use bytes::{MAGIC, MAX_BYTES, VERSION};
pub use certificate::{
    Atom, Certificate, Evidence, Exhausted, Frame, Invariant, Literal, StateLayout, States, bits_for,
};
pub use check::check;
pub use hash::task_hash;
pub use logic::Value;
pub use rejection::{Budget, Rejection, Summary};
pub use rules::{Field, RuleInstance, RuleLayout};
