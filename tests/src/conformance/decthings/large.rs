//! Vectors with large payloads, made here instead of stored.

/// The lines of `positive-large.jsonl`.
#[must_use]
pub fn large_vectors() -> Vec<String> {
    Vec::new()
}
