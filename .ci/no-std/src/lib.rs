//! Uses tensor-format without std. A second panic handler, std's, would not compile.
#![no_std]

extern crate alloc;

use core::alloc::{GlobalAlloc, Layout};

struct Nowhere;

// SAFETY: returning null is how an allocator says that there is no memory.
unsafe impl GlobalAlloc for Nowhere {
    unsafe fn alloc(&self, _: Layout) -> *mut u8 {
        core::ptr::null_mut()
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static ALLOCATOR: Nowhere = Nowhere;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

/// Writes numbers and reads them back: whether they are the same.
#[unsafe(no_mangle)]
pub extern "C" fn round_trip() -> bool {
    let numbers = [1.0f32, 2.0];
    let Ok(bytes) = tensor_format::to_vec(&numbers) else { return false };
    tensor_format::from_slice::<[f32; 2]>(&bytes).is_ok_and(|read| read == numbers)
}

/// Without `json` the compiler says what is missing.
#[cfg(feature = "metadata")]
#[derive(tensor_format::Tensor)]
pub struct Run {
    /// A tensor.
    pub samples: [f32; 2],
    /// No tensor.
    #[tensor(metadata)]
    pub number: u64,
}
