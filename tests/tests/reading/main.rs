//! Ways to read a value: checked by its header, into a value that is there, by code of users, from bytes that are cut or changed.

mod agree;
mod check;
mod check_reading;
mod faults;
mod gathered;
mod into;
mod into_shapes;
mod into_sources;
mod item_types;
mod large_lists;
mod least;
mod list_columns;
mod narrowed;
mod native;
mod owned;
mod parameters;
mod passed_over;
mod ragged;
mod round_trips;
mod same_value;
mod user_code;
mod variants;

/// A number that is written in tenths.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
struct Tenths(u16);

mod tenths {
    pub(crate) fn to_wire(value: &super::Tenths) -> f64 {
        f64::from(value.0) / 10.0
    }

    pub(crate) fn from_wire(wire: f64) -> Result<super::Tenths, &'static str> {
        if wire < 0.0 { Err("below zero") } else { Ok(super::Tenths((wire * 10.0).round() as u16)) }
    }
}
