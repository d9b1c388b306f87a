//! The tool, run on files: what it shows, checks, converts and refuses.

mod bench;
mod check;
mod columns;
mod convert;
mod hostile;
mod inference;
mod inspect;
#[cfg(unix)]
mod kills;
#[cfg(unix)]
mod process;
mod vectors;
