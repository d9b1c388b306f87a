//! Files and streams, in and out.
//!
//! [`input`] maps files into memory, copies standard input, and spools what is made on the way: in memory while it is
//! little, else in a file without a name. [`output`] writes a file beside its place and moves it there when it is
//! complete, so that an interrupt leaves no half of one. `unfinished` names and locks those files, and removes what killed
//! runs left.

pub mod input;
pub mod output;
pub(crate) mod unfinished;
