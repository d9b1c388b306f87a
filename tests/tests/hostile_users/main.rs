//! Code of users that lies, panics, or comes back into the library from within a call: errors or wrong values, never more.

mod auto_traits;
mod decoders;
mod draw;
mod encoders;
mod items;
mod misfits;
mod panics;
mod payloads;
mod sinks;
mod sources;
mod verbs;
