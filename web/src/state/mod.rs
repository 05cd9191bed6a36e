//! The session: texts, verdict, choice of step, route, and the views computed from a report. Nothing here draws or
//! touches the browser, so all of it is tested natively.

pub mod answers;
pub mod colours;
pub mod edits;
pub mod episode;
pub mod episode_floor;
pub mod episode_home;
pub mod episode_replay;
pub mod episode_table;
pub mod episode_words;
pub mod evaluate;
pub mod examples;
pub mod export;
pub mod facts;
#[cfg(test)]
mod fixture;
pub mod history;
pub mod mutate;
pub mod picture;
pub mod published;
pub mod repair;
pub mod results;
pub mod route;
pub mod scenario;
pub mod session;
pub mod shared;
pub mod space;
pub mod strip;
pub mod suite;
pub mod words;
