//! Joins requests that come at about the same time into one call of a model.
//!
//! `axis` says whether rules have an axis to join along, `queue` collects requests and decides when they run, `waiting`
//! says which go together, `read` reads them, `joins` runs a model on them, and `join` makes one request of several and
//! several responses of one.

mod axis;
mod join;
mod joins;
mod queue;
mod read;
mod waiting;

use std::time::Duration;

pub(super) use queue::Batched;

pub(super) use axis::Unjoinable;

/// How requests are joined: see [`ServerBuilder::batched_model`](super::ServerBuilder::batched_model).
///
/// ```
/// use std::time::Duration;
/// use tensor_format_oip::server::Batching;
/// let batching = Batching::new().max(32).delay(Duration::from_millis(2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Batching {
    max: usize,
    delay: Duration,
    instances: usize,
}

impl Default for Batching {
    fn default() -> Self {
        Self::new()
    }
}

impl Batching {
    /// Returns the default: at most 64 rows, for which 1 ms is waited, and one batch at a time.
    #[must_use]
    pub const fn new() -> Self {
        Self { max: 64, delay: Duration::from_millis(1), instances: 1 }
    }

    /// Sets the most rows of a batch (64); where the rules of the input or the output allow less, that counts. Bodies
    /// of a batch are read up to [`Options::max_body`](crate::Options::max_body) together, decompressed.
    #[must_use]
    pub const fn max(mut self, rows: usize) -> Self {
        self.max = if rows == 0 { 1 } else { rows };
        self
    }

    /// Sets how long the first request waits for others (1 ms), or up to 1 ms longer, as tokio's clock has it; 0 for
    /// not at all. It waits no longer once as many requests wait as a batch may have rows. While as many batches run as
    /// may, those that come wait for the end of one instead.
    #[must_use]
    pub const fn delay(mut self, delay: Duration) -> Self {
        self.delay = delay;
        self
    }

    /// Sets how many batches run at once (1).
    #[must_use]
    pub const fn instances(mut self, instances: usize) -> Self {
        self.instances = if instances == 0 { 1 } else { instances };
        self
    }
}
