//! Pieces that several pages share. They draw what they are given and tell what the reader did; where a click leads is
//! the pages' business.

pub mod banner;
pub mod card;
pub mod condition;
pub mod dialog;
pub mod frame;
pub mod grid;
pub mod handle;
pub mod hooks;
pub mod icon;
pub mod labels;
pub mod live;
pub mod menu;
pub mod parts;
pub mod picture;
pub mod problems;
pub mod state_table;
pub mod strip;
