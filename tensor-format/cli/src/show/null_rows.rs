//! Statistics of a column's tensor without its null rows, in whose place it has zeros.

use std::cmp::Ordering;

use tensor_format::{TensorRef, layout::Layout};

use super::stats::{Scalar, Stats, stats};

/// The rows of a tensor that have a value: `valid` says it of each row.
#[derive(Clone, Copy, Debug)]
pub struct ValidRows<'v>(pub &'v TensorRef<'v>);

impl ValidRows<'_> {
    fn rows(&self) -> usize {
        self.0.shape().first().copied().unwrap_or_default()
    }

    fn is_valid(&self, row: usize) -> bool {
        self.0.get::<bool>(&[row]) == Some(true)
    }

    /// Returns the number of rows that are null, and that of all rows.
    #[must_use]
    pub fn nulls(&self) -> (usize, usize) {
        ((0..self.rows()).filter(|row| !self.is_valid(*row)).count(), self.rows())
    }

    /// Returns the statistics of the rows that have a value; `None` if the elements have none.
    #[must_use]
    pub fn stats(&self, tensor: &TensorRef<'_>) -> Option<Stats> {
        let layout = tensor.layout()?;
        let mut all = stats(&part(tensor, &layout, 0, 0)?)?;
        let mut sum = 0.0;
        let mut row = 0;
        while row < self.rows() {
            let len = (row..self.rows()).take_while(|row| self.is_valid(*row)).count();
            if len > 0 {
                let run = stats(&part(tensor, &layout, row, len)?)?;
                all.min = further(all.min, run.min, Ordering::Less);
                all.max = further(all.max, run.max, Ordering::Greater);
                // A sum that is too large has no mean, and leaves none.
                sum += if run.finite == 0 { 0.0 } else { run.mean.unwrap_or(f64::INFINITY) * run.finite as f64 };
                all.finite += run.finite;
                all.nan += run.nan;
                all.infinite += run.infinite;
            }
            // The one behind them is null.
            row += len + 1;
        }
        all.mean = (all.finite > 0 && sum.is_finite()).then(|| sum / all.finite as f64);
        Some(all)
    }
}

/// Returns some rows of a tensor.
fn part<'t>(tensor: &'t TensorRef<'_>, layout: &Layout, row: usize, len: usize) -> Option<TensorRef<'t>> {
    let (first, inner) = (layout.strides().first()?, tensor.shape().get(1..)?);
    let start = layout.offset() as isize + first * isize::try_from(row).ok()?;
    let layout = Layout::new(layout.strides(), usize::try_from(start).ok()?);
    let shape: Vec<usize> = std::iter::once(len).chain(inner.iter().copied()).collect();
    TensorRef::with_layout(tensor.element_type(), shape, tensor.buffer(), layout, tensor.byte_order()).ok()
}

/// Returns the second of two elements if it is in this order to the first, or the one that there is.
fn further(a: Option<Scalar>, b: Option<Scalar>, order: Ordering) -> Option<Scalar> {
    let (Some(x), Some(y)) = (a, b) else { return a.or(b) };
    let found = match (x, y) {
        (Scalar::Int(x), Scalar::Int(y)) => Some(y.cmp(&x)),
        (Scalar::Float(x), Scalar::Float(y)) => y.partial_cmp(&x),
        _ => None,
    };
    if found == Some(order) { b } else { a }
}

#[cfg(test)]
mod tests {
    use tensor_format::Tensor;

    use super::*;

    #[test]
    fn null_rows_are_left_out() {
        let valid = Tensor::from_vec(5, vec![false, true, true, false, true]).unwrap();
        let valid = valid.as_ref();
        let rows = ValidRows(&valid);
        assert_eq!(rows.nulls(), (2, 5));
        let floats = Tensor::from_vec([5, 2], vec![0.0f32, 0.0, 3.0, 5.0, f32::NAN, 4.0, 0.0, 0.0, 2.0, 6.0]).unwrap();
        let found = rows.stats(&floats.as_ref()).unwrap();
        assert_eq!((found.min, found.max), (Some(Scalar::Float(2.0)), Some(Scalar::Float(6.0))));
        assert_eq!((found.mean, found.finite, found.nan), (Some(4.0), 5, 1));
        let integers = Tensor::from_vec(5, vec![0, i64::MIN, i64::MAX, 0, -1]).unwrap();
        let found = rows.stats(&integers.as_ref()).unwrap();
        assert_eq!((found.min, found.max), (Some(Scalar::Int(i64::MIN.into())), Some(Scalar::Int(i64::MAX.into()))));
        // All are null, a sum is too large, and elements without statistics.
        let none = Tensor::from_vec(2, vec![false; 2]).unwrap();
        let none = none.as_ref();
        let found = ValidRows(&none).stats(&Tensor::from_vec(2, vec![0u8; 2]).unwrap().as_ref()).unwrap();
        assert_eq!((found.min, found.max, found.mean, found.finite), (None, None, None, 0));
        let large = Tensor::from_vec(5, vec![f64::MAX; 5]).unwrap();
        assert_eq!(rows.stats(&large.as_ref()).unwrap().mean, None);
        assert!(rows.stats(&Tensor::from_strings([5], ["a"; 5]).unwrap().as_ref()).is_none());
    }
}
