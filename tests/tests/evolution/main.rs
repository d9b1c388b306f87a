//! Types that change over time: names of earlier versions, names that serde would give, and what readers of each version
//! make of messages of the others.

mod aliases;
mod cases;
mod fragments;
mod table;
