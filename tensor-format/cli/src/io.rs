//! Files and streams, in and out.

pub mod input;
pub mod output;
