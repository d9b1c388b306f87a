//! Copies large tensors on several threads: the target is cut along its outermost axis, and each part is a copy by
//! itself.

use alloc::vec::Vec;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::{Placement, copy::copy_by};
use crate::{
    ErrorKind,
    util::plan::{Plan, step},
};

/// The number of bytes that a copy must have for each thread it uses.
const LEAST: usize = if cfg!(test) { 64 } else { 1 << 20 };

/// Does the same as [`copy_elements`](super::copy_elements), on the threads of rayon's current pool if the copy is of
/// several megabytes.
///
/// A copy whose target cannot be cut into parts that do not share bytes, as with tiles that merge axes, is made on one
/// thread.
///
/// # Errors
///
/// As [`copy_elements`](super::copy_elements).
///
/// ```
/// use tensor_format::layout::{Layout, Placement, par_copy_elements};
/// let shape = [1024, 2048];
/// let (rows, columns) = (Layout::row_major(&shape, 1), Layout::column_major(&shape, 1));
/// let (source, mut target) = (vec![7; 1024 * 2048], vec![0; 1024 * 2048]);
/// let (from, to) = (Placement::strided(&shape, rows), Placement::strided(&shape, columns));
/// par_copy_elements(1, (&from, &source), (&to, &mut target))?;
/// assert!(target == source);
/// # Ok::<(), tensor_format::ErrorKind>(())
/// ```
pub fn par_copy_elements(
    size: usize,
    from: (&Placement<'_>, &[u8]),
    to: (&Placement<'_>, &mut [u8]),
) -> Result<(), ErrorKind> {
    copy_by(size, from, to, |plan, source, target| {
        let most = plan.bytes().checked_div(LEAST).unwrap_or_default().min(rayon::current_num_threads());
        match plan.cut(most, target) {
            Some(parts) => parts.into_par_iter().for_each(|(part, target)| part.copy(source, target)),
            None => plan.copy(source, target),
        }
    })
}

impl Plan {
    /// Splits the copy into at most `most` smaller ones, each with the part of the target that it writes; returns
    /// `None` if it cannot be split.
    fn cut<'t>(&self, most: usize, mut target: &'t mut [u8]) -> Option<Vec<(Plan, &'t mut [u8])>> {
        let (outer, inner) = self.axes.split_first()?;
        let stride = usize::try_from(outer.to).ok()?;
        // From the first byte of an index of the outermost axis to the end of the last.
        let span = inner.iter().try_fold(self.run, |span, axis| {
            let reach = usize::try_from(axis.to).ok()?.checked_mul(axis.len.checked_sub(1)?)?;
            span.checked_add(reach)
        })?;
        let len = outer.len.div_ceil(most.max(1));
        if len >= outer.len || stride < span {
            return None;
        }
        let mut parts = Vec::new();
        let mut passed = 0;
        for first in (0..outer.len).step_by(len) {
            let put = step(self.put, outer.to, first);
            // What is between two parts belongs to the first.
            let (before, rest) = target.split_at_mut_checked(put.checked_sub(passed)?)?;
            if let Some((_, here)) = parts.last_mut() {
                *here = before;
            }
            (target, passed) = (rest, put);
            let mut part = Plan { at: step(self.at, outer.from, first), put: 0, ..self.clone() };
            part.axes.first_mut()?.len = outer.len.saturating_sub(first).min(len);
            parts.push((part, &mut [][..]));
        }
        if let Some((_, here)) = parts.last_mut() {
            *here = target;
        }
        Some(parts)
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use proptest::prelude::*;

    use super::super::{Layout, copy_elements};
    use super::*;

    fn layouts() -> impl Strategy<Value = (Vec<usize>, Vec<usize>, Vec<bool>)> {
        proptest::collection::vec(1_usize..9, 1..5).prop_flat_map(|shape| {
            let axes: Vec<usize> = (0..shape.len()).collect();
            let turned = proptest::collection::vec(any::<bool>(), shape.len());
            (Just(shape), Just(axes).prop_shuffle(), turned)
        })
    }

    /// Returns a layout without gaps whose axes are in this order, some of them backwards.
    fn layout(shape: &[usize], axes: &[usize], turned: &[bool], size: usize) -> Layout {
        let mut strides = alloc::vec![0_isize; shape.len()];
        let (mut step, mut offset) = (size, 0);
        for &axis in axes {
            strides[axis] = if turned[axis] { -(step as isize) } else { step as isize };
            offset += if turned[axis] { step * (shape[axis] - 1) } else { 0 };
            step *= shape[axis];
        }
        Layout::new(&strides, offset)
    }

    proptest! {
        #[test]
        fn threads_copy_what_one_does(
            (shape, axes, turned) in layouts(),
            size in prop_oneof![Just(1_usize), Just(4), Just(16)],
            gap in 0_usize..5,
        ) {
            let count: usize = shape.iter().product();
            let source: Vec<u8> = (0..count * size).map(|byte| (byte * 31 + byte / 251) as u8).collect();
            let from = Placement::strided(&shape, layout(&shape, &axes, &turned, size));
            let rows: Vec<usize> = (0..shape.len()).rev().collect();
            for order in [&rows, &axes] {
                let tight = layout(&shape, order, &alloc::vec![false; shape.len()], size);
                let to = Placement::strided(&shape, Layout::new(tight.strides(), gap));
                let (mut one, mut many) = (alloc::vec![0xaa; count * size + gap + 3], alloc::vec![0xaa; count * size + gap + 3]);
                copy_elements(size, (&from, &source), (&to, &mut one)).unwrap();
                let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
                pool.install(|| par_copy_elements(size, (&from, &source), (&to, &mut many))).unwrap();
                prop_assert_eq!(&one, &many);
            }
        }
    }

    #[test]
    fn a_large_copy_is_cut_for_each_thread() {
        let (rows, columns) = (Layout::row_major(&[64, 64], 4), Layout::column_major(&[64, 64], 4));
        let plan = Plan::new(4, &[64, 64], &columns, &rows).unwrap();
        let mut target = alloc::vec![0; 64 * 64 * 4];
        let parts = plan.cut(3, &mut target).unwrap();
        let lens: Vec<_> = parts.iter().map(|(part, bytes)| (part.axes[0].len, bytes.len())).collect();
        assert_eq!(lens, [(22, 22 * 256), (22, 22 * 256), (20, 20 * 256)]);
        assert!(plan.cut(1, &mut target).is_none());
    }

    /// Checks rows that each begin before the one in front of them ends, although no byte is shared.
    #[test]
    fn a_target_of_rows_within_one_another_is_not_cut() {
        let shape = [100, 3];
        let (from, to) = (Layout::row_major(&shape, 1), Layout::new(&[3, 2], 0));
        let mut target = alloc::vec![0; 304];
        assert!(Plan::new(1, &shape, &from, &to).unwrap().cut(3, &mut target).is_none());
        let source: Vec<u8> = (0..300).map(|byte| byte as u8).collect();
        let (from, to) = (Placement::strided(&shape, from), Placement::strided(&shape, to));
        let mut one = target.clone();
        let copied = copy_elements(1, (&from, &source), (&to, &mut one)).map_err(|kind| kind.to_string());
        let many = par_copy_elements(1, (&from, &source), (&to, &mut target)).map_err(|kind| kind.to_string());
        assert_eq!((copied, one), (many, target));
    }

    #[test]
    fn a_target_of_interleaved_rows_is_not_cut() {
        // Elements of the second axis are three apart, those of the first two: no byte is shared, and no part is by
        // itself.
        let to = Layout::new(&[2, 3], 0);
        let plan = Plan::new(1, &[2, 2], &Layout::row_major(&[2, 2], 1), &to).unwrap();
        let mut target = alloc::vec![0; 6];
        assert!(plan.cut(2, &mut target).is_none_or(|parts| parts.len() == 2));
        let (from, to) = (Layout::row_major(&[2, 2], 1), Layout::new(&[2, 3], 0));
        let (from, to) = (Placement::strided(&[2, 2], from), Placement::strided(&[2, 2], to));
        par_copy_elements(1, (&from, b"abcd"), (&to, &mut target)).unwrap();
        assert_eq!(target, *b"a\0cb\0d");
    }
}
