//! What the pages of the repository claim, its public signatures, and its conformance vectors.

use std::{fs, path::Path};

mod conformance;
mod dependencies;
mod docs;
mod performance;
mod public_api;
mod readme;
mod sources;

/// A file of the repository.
fn file(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
