//! Views of tensors and files for people.
//!
//! [`stats`] counts and sums the elements of a tensor in one pass, [`null_rows`] those of the rows that have a value,
//! [`picture`] draws a tensor as a PNG or with blocks of a terminal, and [`hex`] says what each byte of a file means,
//! with one file for each kind of format. They take tensors and bytes and return values or write lines: no options of
//! the command line.

pub mod hex;
pub mod null_rows;
pub mod picture;
pub mod stats;
