//! One folder per page. No page knows another.

pub mod about;
pub mod check;
