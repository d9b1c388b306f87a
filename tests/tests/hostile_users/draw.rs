//! Drawn numbers, so that code of users does something else at each call, and the same again for the same seed.

use std::{
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
};

use tensor_format::{ElementType, Shape, layout::Layout};

thread_local! {
    static STATE: Cell<u64> = const { Cell::new(0) };
    /// How many calls of users' code are made before one panics; none does at 0.
    static FUSE: Cell<usize> = const { Cell::new(0) };
}

/// How many seeds a test goes through, by how many it has without an interpreter.
pub(crate) fn seeds(many: u64) -> std::ops::Range<u64> {
    0..if cfg!(miri) { many / 200 + 1 } else { many }
}

/// Starts anew from a seed.
pub(crate) fn seed(seed: u64) {
    STATE.set(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
}

fn next() -> u64 {
    let state = STATE.get().wrapping_add(0x9e37_79b9_7f4a_7c15);
    STATE.set(state);
    let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// A number below `end`.
pub(crate) fn below(end: usize) -> usize {
    (next() % end as u64) as usize
}

/// True once in so many times.
pub(crate) fn rarely(times: usize) -> bool {
    below(times) == 0
}

pub(crate) fn one_of<T: Copy>(items: &[T]) -> T {
    items[below(items.len())]
}

/// The panic of a user's code, which no hook reports.
struct Planned;

/// Has the call of users' code after so many others panic.
pub(crate) fn light(calls: usize) {
    FUSE.set(calls);
}

/// Marks a call of users' code, which may panic.
pub(crate) fn called() {
    let left = FUSE.get();
    if left > 0 {
        FUSE.set(left - 1);
        if left == 1 {
            resume_unwind(Box::new(Planned));
        }
    }
}

/// What a call returns; `None` if the code of users in it panicked. Any other panic goes on.
pub(crate) fn caught<T>(call: impl FnOnce() -> T) -> Option<T> {
    let result = catch_unwind(AssertUnwindSafe(call));
    FUSE.set(0);
    match result {
        Ok(value) => Some(value),
        Err(panic) if panic.is::<Planned>() => None,
        Err(panic) => resume_unwind(panic),
    }
}

pub(crate) fn element_type() -> ElementType {
    one_of(ElementType::ALL)
}

/// A number of elements or items: few, or more than there can be.
pub(crate) fn count() -> usize {
    match below(12) {
        0 => usize::MAX,
        1 => isize::MAX as usize,
        2 => usize::MAX / 2 + 2,
        3 => 300,
        few => few - 4,
    }
}

/// A shape: few elements, or more than there can be.
pub(crate) fn shape() -> Shape {
    match below(8) {
        0 => vec![1; one_of(&[1, 7, 8, 9, 255, 256, 300])].into(),
        1 => (0..=below(3)).map(|_| count()).collect(),
        rank => (0..rank % 4).map(|_| below(5)).collect(),
    }
}

/// A layout for a shape, in or out of what there is.
pub(crate) fn layout(shape: &[usize], size: usize) -> Layout {
    match below(4) {
        0 => Layout::row_major(shape, size),
        1 => Layout::column_major(shape, size),
        _ => {
            let wild = |_| match below(6) {
                0 => isize::MIN,
                1 => isize::MAX,
                2 => -(below(40) as isize),
                // Elements that are the same are written as often as the shape says, and so only for few.
                3 if shape.iter().try_fold(1usize, |all, len| all.checked_mul(*len)).is_some_and(|all| all < 5000) => 0,
                _ => below(40) as isize + 1,
            };
            let strides: Vec<isize> = (0..shape.len() + usize::from(rarely(5))).map(wild).collect();
            Layout::new(&strides, if rarely(4) { count() } else { below(64) })
        }
    }
}
