//! Results of embodied agents: published figures and the audit of them, and run folders that people bring.
//!
//! Pure: names and bytes in, figures out. It simulates nothing, draws nothing, and opens no file; pictures are indexed by
//! name and size, never read. The kinds of results stay apart: what is published ([`published`], [`audit`]) never mixes with
//! what is imported ([`import`]).

pub mod audit;
pub mod classes;
pub mod csv;
pub mod environment;
pub mod episodes;
pub mod import;
pub mod imported;
pub mod literal;
pub mod metrics;
pub mod published;
pub mod record;
pub mod search;
pub mod view;
pub mod write;
