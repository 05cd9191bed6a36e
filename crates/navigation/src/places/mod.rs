//! The places, one file each, with their tasks. A place has five tasks of each subset.

mod cafe;
mod cottage;
mod flat;
mod gym;
mod house;
mod library;
mod museum;
mod office;
mod practice;
mod school;
mod shop;
mod workshop;

/// What the files of places are written with.
mod prelude {
    pub(super) use crate::place::{
        Looks, Place, across, base, block, common, complex, down, long, pillar, room, sheet, visual,
    };
}

use crate::place::Place;

/// All places, in the order in which their tasks are numbered.
pub(crate) const ALL: &[&Place] = &[
    &flat::PLACE,
    &house::PLACE,
    &office::PLACE,
    &shop::PLACE,
    &workshop::PLACE,
    &library::PLACE,
    &cafe::PLACE,
    &practice::PLACE,
    &school::PLACE,
    &gym::PLACE,
    &cottage::PLACE,
    &museum::PLACE,
];
