//! Helpers that know nothing of formats.

use std::collections::HashSet;

use tensor_format::{DecodeError, ElementType, ErrorKind, Shape};

/// Returns the position of the first name that came before.
pub(crate) fn first_duplicate<'n>(names: impl ExactSizeIterator<Item = &'n str> + Clone) -> Option<usize> {
    if names.len() <= 16 {
        let mut after = names.clone();
        return (0..names.len()).find(|index| {
            let name = after.next();
            names.clone().take(*index).any(|before| Some(before) == name)
        });
    }
    let mut seen = HashSet::with_capacity(names.len());
    names.into_iter().position(|name| !seen.insert(name))
}

/// Returns the shape if its elements can be counted, also with the lengths that are 0 left out.
pub(crate) fn checked_shape(lengths: &[u64]) -> Option<Shape> {
    let shape = lengths.iter().map(|len| usize::try_from(*len).ok()).collect::<Option<Shape>>()?;
    is_countable(&shape).then_some(shape)
}

/// Returns whether the elements of a shape can be counted, also with the lengths that are 0 left out.
pub(crate) fn is_countable(shape: &[usize]) -> bool {
    let counted = shape.iter().filter(|len| **len > 0).try_fold(1usize, |count, len| count.checked_mul(*len));
    counted.is_some_and(|count| isize::try_from(count).is_ok())
}

/// Returns the error for more elements than there are.
#[cold]
pub(crate) fn exhausted(expected: usize, found: usize) -> DecodeError {
    ErrorKind::ElementCount { expected: expected as u64, found: found as u64 }.into()
}

/// Returns the error for elements of another type than those that are there.
#[cold]
pub(crate) fn mistyped(allowed: ElementType, found: ElementType) -> DecodeError {
    ErrorKind::ElementType { allowed: allowed.into(), found }.into()
}
