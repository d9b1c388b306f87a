//! Compares and copies the bytes of texts in constants.
#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "also evaluated by the compiler, where `get` cannot be called: indices are below the length that they are \
              compared with"
)]

/// Returns whether a text comes before another in the order of their bytes, in constants.
pub(crate) const fn is_before(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() {
        if a[i] != b[i] {
            return a[i] < b[i];
        }
        i += 1;
    }
    a.len() < b.len()
}

/// Returns whether two texts are equal, in constants.
pub(crate) const fn same(a: &str, b: &str) -> bool {
    same_bytes(a.as_bytes(), b.as_bytes())
}

/// Returns whether bytes are equal, in constants.
pub(crate) const fn same_bytes(mut a: &[u8], mut b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    // Eight bytes at a time, since each step of a constant costs.
    while let (Some((x, a_rest)), Some((y, b_rest))) = (a.split_first_chunk(), b.split_first_chunk()) {
        if u64::from_le_bytes(*x) != u64::from_le_bytes(*y) {
            return false;
        }
        (a, b) = (a_rest, b_rest);
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// Copies a text to the position `at`, and returns the position after it; leaves out what does not fit.
pub(crate) const fn copy(text: &str, to: &mut [u8], at: usize) -> usize {
    let Some((_, mut room)) = to.split_at_mut_checked(at) else { return at };
    let mut bytes = text.as_bytes();
    // Each step of a constant costs, and a call more.
    loop {
        match (bytes, room) {
            ([a, b, c, d, e, f, g, h, after @ ..], [i, j, k, l, m, n, o, p, room_after @ ..]) => {
                (*i, *j, *k, *l, *m, *n, *o, *p) = (*a, *b, *c, *d, *e, *f, *g, *h);
                (bytes, room) = (after, room_after);
            }
            ([byte, after @ ..], [place, room_after @ ..]) => {
                *place = *byte;
                (bytes, room) = (after, room_after);
            }
            _ => return at + text.len(),
        }
    }
}

/// Returns whether two texts have at least `len` bytes and begin with the same ones, in constants.
pub(crate) const fn begin_alike(a: &[u8], b: &[u8], len: usize) -> bool {
    let (Some((a, _)), Some((b, _))) = (a.split_at_checked(len), b.split_at_checked(len)) else { return false };
    same_bytes(a, b)
}
