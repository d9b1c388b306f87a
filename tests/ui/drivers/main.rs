//! What the compiler and cargo say of mistakes.

// It takes longest, and is begun first.
mod advice;
mod build;
mod contract;
mod features;
mod matches;
mod project;
mod renamed;
