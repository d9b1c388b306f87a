//! Counts allocations, and the peak of the bytes that are alive, while it is asked to.
//!
//! The crates that count allocations do so at all times, or leave `realloc` and `alloc_zeroed` to their defaults, which
//! copy and clear what the system's allocator does not: a growing list would be timed as no user's program has it.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::atomic::{AtomicBool, AtomicIsize, AtomicUsize, Ordering::Relaxed},
};

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

static ON: AtomicBool = AtomicBool::new(false);
static CALLS: AtomicUsize = AtomicUsize::new(0);
static LIVE: AtomicIsize = AtomicIsize::new(0);
static PEAK: AtomicIsize = AtomicIsize::new(0);

#[cold]
fn count(calls: usize, bytes: isize) {
    CALLS.fetch_add(calls, Relaxed);
    PEAK.fetch_max(LIVE.fetch_add(bytes, Relaxed) + bytes, Relaxed);
}

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if ON.load(Relaxed) {
            count(1, layout.size() as isize);
        }
        // SAFETY: the caller keeps the contract, which is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if ON.load(Relaxed) {
            count(1, layout.size() as isize);
        }
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        if ON.load(Relaxed) {
            count(0, -(layout.size() as isize));
        }
        // SAFETY: as above.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if ON.load(Relaxed) {
            count(1, size as isize - layout.size() as isize);
        }
        // SAFETY: as above.
        unsafe { System.realloc(place, layout, size) }
    }
}

/// The allocations of a call.
#[derive(Clone, Copy)]
pub struct Allocations {
    /// Their number, with those of existing memory that grows.
    pub calls: usize,
    /// The most bytes that were alive at a time, beyond those before.
    pub peak: usize,
}

/// Counts what `work` allocates, on all threads: no other work may be under way.
pub fn measure(work: impl FnOnce()) -> Allocations {
    CALLS.store(0, Relaxed);
    LIVE.store(0, Relaxed);
    PEAK.store(0, Relaxed);
    ON.store(true, Relaxed);
    work();
    ON.store(false, Relaxed);
    Allocations { calls: CALLS.load(Relaxed), peak: PEAK.load(Relaxed).unsigned_abs() }
}
