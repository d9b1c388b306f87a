//! Counts allocations while it is asked to.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

static CALLS: AtomicUsize = AtomicUsize::new(0);

/// Returns the number of allocations of one call.
pub(crate) fn allocations(work: &mut dyn FnMut()) -> usize {
    let before = CALLS.load(Relaxed);
    work();
    CALLS.load(Relaxed) - before
}

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        CALLS.fetch_add(1, Relaxed);
        // SAFETY: the caller keeps the contract, which is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        CALLS.fetch_add(1, Relaxed);
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        CALLS.fetch_add(1, Relaxed);
        // SAFETY: as above.
        unsafe { System.realloc(place, layout, size) }
    }
}
