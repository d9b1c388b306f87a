//! What the pages of the repository claim, its public signatures, and its conformance vectors.

mod conformance;
mod docs;
mod performance;
mod public_api;
mod readme;
