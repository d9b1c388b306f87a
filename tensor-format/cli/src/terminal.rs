//! Writing for people, which every command needs.
//!
//! [`text`] makes texts of files printable, since a name in a file may hold what steers a terminal, and puts numbers
//! and lists into words. [`style`] colours them where a terminal shows them, and [`progress`] draws a bar for work that
//! takes longer than a second. Nothing here knows of tensors.

pub mod progress;
pub mod style;
pub mod text;
