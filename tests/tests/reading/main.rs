//! Ways to read a value: checked by its header, into a value that is there, by code of users, from bytes that are cut or changed.

mod agree;
mod check;
mod check_reading;
mod faults;
mod into;
mod into_shapes;
mod into_sources;
mod parameters;
mod same_value;
mod user_code;
