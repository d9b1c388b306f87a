//! Panics of libraries that ours makes errors of.

use std::panic;

/// Lets panics in files of these libraries go on to where they become errors; all others end the run.
pub fn pass_panics_of(libraries: &'static [&'static str]) {
    let end = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        let is_of = |library: &&str| panic.location().is_some_and(|place| place.file().contains(*library));
        if !libraries.iter().any(is_of) {
            end(panic);
        }
    }));
}
