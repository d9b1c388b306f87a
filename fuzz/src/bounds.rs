//! Bounds of memory and time, held while the fuzzers run.

use std::{sync::LazyLock, time::Duration};

use allocation_counter::measure;
use rustix::time::{ClockId, clock_gettime};

/// What one reading may take: heap as in `docs/limits.md`, and at most 1 µs for each byte and 1 ms of processor time.
#[derive(Clone, Copy, Debug)]
pub struct Bound<'a> {
    /// What is read, for the message.
    pub what: &'a str,
    /// The number of bytes of input.
    pub len: usize,
    /// The most bytes of heap for each byte of input.
    pub times: usize,
    /// The most bytes of heap beside them.
    pub fixed: usize,
}

/// How often a reading that took too long is timed again: the processor may have been slow, or its caches cold.
const AGAIN: usize = 9;

/// How many times as long a reading may take as it may when it is optimised; the variable `FUZZ_TIMES` says so.
static SLOWER: LazyLock<u32> = LazyLock::new(|| {
    std::env::var("FUZZ_TIMES").map_or(1, |times| times.parse().expect("`FUZZ_TIMES` is a whole number"))
});

impl<'a> Bound<'a> {
    /// Creates the bound of the table for input of this length: so many times its bytes, and 8 KiB.
    pub fn new(what: &'a str, len: usize, times: usize) -> Self {
        Self { what, len, times, fixed: 8 << 10 }
    }

    /// Allows more bytes of heap: what input may describe and not hold.
    pub fn and(self, more: usize) -> Self {
        Self { fixed: self.fixed + more, ..self }
    }

    /// Reads, and returns what was read.
    ///
    /// # Panics
    ///
    /// If that takes more memory than allowed, or each time more processor time of this thread than allowed.
    pub fn hold<T>(&self, mut read: impl FnMut() -> T) -> T {
        let Self { what, len, times, fixed } = *self;
        let mut result = None;
        let begun = thread_time();
        let used = measure(|| result = Some(read()));
        let mut took = thread_time() - begun;
        let most = (times * len + fixed) as u64;
        assert!(used.bytes_max <= most, "{what}: {} bytes of heap for {len} of input, at most {most}", used.bytes_max);
        let allowed = (Duration::from_millis(1) + Duration::from_micros(len as u64)) * *SLOWER;
        for _ in 0..AGAIN {
            if took <= allowed {
                break;
            }
            let begun = thread_time();
            drop(read());
            took = took.min(thread_time() - begun);
        }
        assert!(took <= allowed, "{what}: {took:?} for {len} bytes");
        result.expect("read once")
    }
}

/// Returns the time that the processor gave to this thread, however busy the machine is.
fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
