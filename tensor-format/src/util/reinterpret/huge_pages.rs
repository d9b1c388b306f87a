//! Asks the system for huge pages where a vector has been given much memory.

use alloc::vec::Vec;

use rustix::{
    mm::{Advice, madvise},
    param::page_size,
};

/// The least room in bytes for which it is worth to ask: two huge pages.
const LEAST: usize = 4 << 20;

/// Asks the system to hold the room behind the items of a vector in huge pages. What it answers changes the speed alone.
pub(super) fn advise<T>(out: &mut Vec<T>) {
    let room = out.spare_capacity_mut();
    let len = size_of_val(room);
    if len < LEAST {
        return;
    }
    let (start, page) = (room.as_mut_ptr().cast::<u8>(), page_size());
    let before = start.align_offset(page);
    let Some(behind) = len.checked_sub(before) else { return };
    let whole = behind.saturating_sub(behind.checked_rem(page).unwrap_or(behind));
    // SAFETY: `before + whole` is at most `len`, so that the pages are within the room of the vector, which is one
    // allocation. This advice changes neither what they hold nor who may use them.
    let _ = unsafe { madvise(start.add(before).cast(), whole, Advice::LinuxHugepage) };
}

#[cfg(test)]
mod tests {
    use alloc::{vec, vec::Vec};

    #[test]
    fn room_of_any_size_is_left_as_it_is() {
        for (items, room) in [(0, 0), (3, 100), (0, super::LEAST), (5, super::LEAST + 4097), (1 << 20, 16 << 20)] {
            let mut out: Vec<u32> = (0..items).collect();
            out.reserve_exact(room);
            super::advise(&mut out);
            assert!(out.iter().copied().eq(0..items));
            out.extend(0..room as u32 / 4);
            assert_eq!(out.len(), items as usize + room / 4);
        }
        super::advise(&mut vec![(); 5]);
    }
}
