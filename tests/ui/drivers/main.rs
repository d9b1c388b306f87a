//! What the compiler and cargo say of mistakes.

mod build;
mod contract;
mod features;
mod matches;
mod messages;
mod project;
mod renamed;
