//! Dense and padded orders: which axis varies fastest in memory, and how far each axis is padded.

use smallvec::SmallVec;

use super::{
    Layout,
    index::{Index, check_index, check_permutation, indices},
};
use crate::{ErrorKind, Shape, element_count};

/// The order of a shape's elements in memory: its axes from the fastest-varying to the slowest, each padded at its end
/// to a number of elements (its bound), and each stored forwards or backwards.
///
/// A position is the number of an element in that order, counted from 0, padding included.
///
/// ```
/// use tensor_format::layout::DimOrder;
/// let padded = DimOrder::padded(&[2, 3], &[0, 1], &[3, 5])?;
/// assert_eq!(padded.strides(), [1, 3]);
/// assert_eq!(padded.position(&[1, 2])?, 7);
/// assert_eq!(padded.index_of(7)?.as_deref(), Some([1, 2].as_slice()));
/// assert_eq!(padded.index_of(2)?, None);
/// # Ok::<(), tensor_format::ErrorKind>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DimOrder {
    shape: Shape,
    bounds: Shape,
    minor_to_major: SmallVec<[usize; 6]>,
    strides: SmallVec<[usize; 6]>,
    descending: SmallVec<[bool; 6]>,
    positions: usize,
}

impl DimOrder {
    /// Creates the order without padding in which `minor_to_major[0]` varies fastest.
    ///
    /// # Errors
    ///
    /// [`Rank`](ErrorKind::Rank) or [`Field`](ErrorKind::Field) if `minor_to_major` does not name each axis once,
    /// [`ShapeOverflow`](ErrorKind::ShapeOverflow).
    pub fn new(shape: &[usize], minor_to_major: &[usize]) -> Result<Self, ErrorKind> {
        Self::padded(shape, minor_to_major, shape)
    }

    /// Creates the order without padding in which the last axis varies fastest.
    ///
    /// # Errors
    ///
    /// [`ShapeOverflow`](ErrorKind::ShapeOverflow).
    pub fn row_major(shape: &[usize]) -> Result<Self, ErrorKind> {
        Self::new(shape, &(0..shape.len()).rev().collect::<Index>())
    }

    /// Creates the order without padding in which the first axis varies fastest.
    ///
    /// # Errors
    ///
    /// [`ShapeOverflow`](ErrorKind::ShapeOverflow).
    pub fn column_major(shape: &[usize]) -> Result<Self, ErrorKind> {
        Self::new(shape, &(0..shape.len()).collect::<Index>())
    }

    /// Creates the order in which `minor_to_major[0]` varies fastest and axis `i` is padded to `bounds[i]` elements.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new), and [`Rank`](ErrorKind::Rank) if the number of bounds is not that of the axes,
    /// [`Field`](ErrorKind::Field) if a bound is smaller than its axis.
    pub fn padded(shape: &[usize], minor_to_major: &[usize], bounds: &[usize]) -> Result<Self, ErrorKind> {
        check_permutation(minor_to_major, shape.len())?;
        check_bounds(shape, bounds)?;
        let positions = element_count(bounds).ok_or(ErrorKind::ShapeOverflow)?;
        let mut strides: SmallVec<[usize; 6]> = SmallVec::from_elem(0, shape.len());
        // A neighbour along an axis is as far away as all faster axes take room: padding of an axis moves the slower
        // ones, and its own is behind its last element. Bounds 3 x 5, axis 0 fastest: strides 1 and 3, whatever the 5.
        let mut step = 1usize;
        for &axis in minor_to_major {
            if let (Some(stride), Some(bound)) = (strides.get_mut(axis), bounds.get(axis)) {
                *stride = step;
                step = step.saturating_mul(*bound);
            }
        }
        let minor_to_major = SmallVec::from_slice(minor_to_major);
        let descending = SmallVec::from_elem(false, shape.len());
        Ok(Self { shape: shape.into(), bounds: bounds.into(), minor_to_major, strides, descending, positions })
    }

    /// Returns the order with the axes for which `descending` is `true` stored backwards: their last index comes first
    /// in memory, their padding after all elements.
    ///
    /// # Errors
    ///
    /// [`Rank`](ErrorKind::Rank) if the length of `descending` is not the number of axes.
    ///
    /// ```
    /// use tensor_format::layout::DimOrder;
    /// let backwards = DimOrder::row_major(&[2, 3])?.directed(&[false, true])?;
    /// assert_eq!(backwards.position(&[0, 0])?, 2);
    /// let layout = backwards.to_layout(4)?;
    /// assert_eq!((layout.strides(), layout.offset()), ([12, -4].as_slice(), 8));
    /// # Ok::<(), tensor_format::ErrorKind>(())
    /// ```
    pub fn directed(mut self, descending: &[bool]) -> Result<Self, ErrorKind> {
        if descending.len() != self.shape.rank() {
            return Err(ErrorKind::Rank { expected: self.shape.rank(), or_more: false, found: descending.len() });
        }
        self.descending = SmallVec::from_slice(descending);
        Ok(self)
    }

    /// Returns the lengths of the axes.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Returns the lengths of the axes with their padding.
    #[must_use]
    pub fn bounds(&self) -> &Shape {
        &self.bounds
    }

    /// Returns the axes from the fastest-varying to the slowest.
    #[must_use]
    pub fn minor_to_major(&self) -> &[usize] {
        &self.minor_to_major
    }

    /// Returns for each axis the distance in elements between neighbours along it.
    #[must_use]
    pub fn strides(&self) -> &[usize] {
        &self.strides
    }

    /// Returns for each axis whether it is stored backwards.
    #[must_use]
    pub fn descending(&self) -> &[bool] {
        &self.descending
    }

    /// Returns whether every axis of more than one element is stored forwards.
    #[must_use]
    pub fn is_ascending(&self) -> bool {
        self.descending.iter().zip(self.shape.iter()).all(|(descending, len)| !descending || *len <= 1)
    }

    /// Returns the number of positions, padding included.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// Returns whether the last axis varies fastest, then the one before it, and so on, all forwards.
    #[must_use]
    pub fn is_row_major(&self) -> bool {
        self.is_ascending() && self.minor_to_major.iter().rev().copied().eq(0..self.shape.rank())
    }

    /// Returns whether the first axis varies fastest, then the one after it, and so on, all forwards.
    #[must_use]
    pub fn is_column_major(&self) -> bool {
        self.is_ascending() && self.minor_to_major.iter().copied().eq(0..self.shape.rank())
    }

    /// Returns whether there is no padding.
    #[must_use]
    pub fn is_dense(&self) -> bool {
        self.shape == self.bounds
    }

    /// Returns the position of the element at an index.
    ///
    /// # Errors
    ///
    /// [`Rank`](ErrorKind::Rank) if the length of `index` is not the number of axes, [`Index`](ErrorKind::Index) for a
    /// number outside of its axis.
    pub fn position(&self, index: &[usize]) -> Result<usize, ErrorKind> {
        check_index(&self.shape, index)?;
        let steps = self.strides.iter().zip(index).enumerate();
        let steps = steps.map(|(axis, (stride, i))| self.turned(axis, *i).saturating_mul(*stride));
        Ok(steps.fold(0, usize::saturating_add))
    }

    /// Returns index `i` along an axis counted from the end if the axis is stored backwards, else `i` itself. This
    /// converts an index to its place in memory, and a place back to its index.
    pub(super) fn turned(&self, axis: usize, i: usize) -> usize {
        match (self.descending.get(axis), self.shape.get(axis)) {
            (Some(true), Some(len)) => len.saturating_sub(1).saturating_sub(i),
            _ => i,
        }
    }

    /// Returns the index of the element at a position; `None` for padding.
    ///
    /// # Errors
    ///
    /// [`Index`](ErrorKind::Index) past the last position.
    pub fn index_of(&self, position: usize) -> Result<Option<Index>, ErrorKind> {
        if position >= self.positions {
            return Err(ErrorKind::outside(position, self.positions));
        }
        let steps = self.strides.iter().zip(self.bounds.iter());
        let index: Option<Index> =
            steps.map(|(stride, bound)| position.checked_div(*stride)?.checked_rem(*bound)).collect();
        let index = index.filter(|index| index.iter().zip(self.shape.iter()).all(|(i, len)| i < len));
        Ok(index.map(|mut index| {
            index.iter_mut().enumerate().for_each(|(axis, i)| *i = self.turned(axis, *i));
            index
        }))
    }

    /// Returns the indices of all elements in logical order: the last axis varies fastest.
    pub fn indices(&self) -> impl Iterator<Item = Index> + use<> {
        indices(&self.shape)
    }

    /// Returns the index of the element at each position in turn; `None` for padding.
    pub fn memory_order(&self) -> impl Iterator<Item = Option<Index>> + '_ {
        (0..self.positions).map(|position| self.index_of(position).ok().flatten())
    }

    /// Returns the layout, in byte strides, of elements of `size` bytes in this order.
    ///
    /// # Errors
    ///
    /// [`ShapeOverflow`](ErrorKind::ShapeOverflow) if they cannot be addressed.
    pub fn to_layout(&self, size: usize) -> Result<Layout, ErrorKind> {
        self.layout_of(&self.strides, self.positions, size)
    }

    /// Returns the layout of elements of `size` bytes with these `strides`, in elements and without sign; axes that are
    /// stored backwards get negative strides. `positions` is the number of elements with padding.
    pub(super) fn layout_of(&self, strides: &[usize], positions: usize, size: usize) -> Result<Layout, ErrorKind> {
        let bytes = positions.checked_mul(size).and_then(|bytes| isize::try_from(bytes).ok());
        bytes.ok_or(ErrorKind::ShapeOverflow)?;
        let mut offset: usize = 0;
        let mut steps: SmallVec<[isize; 6]> = SmallVec::new();
        for ((&stride, &len), &descending) in strides.iter().zip(self.shape.iter()).zip(&self.descending) {
            let step = stride.checked_mul(size).and_then(|step| isize::try_from(step).ok());
            let step = step.ok_or(ErrorKind::ShapeOverflow)?;
            if descending {
                offset = offset.saturating_add(step.unsigned_abs().saturating_mul(len.saturating_sub(1)));
            }
            steps.push(if descending { step.saturating_neg() } else { step });
        }
        Ok(Layout::new(&steps, if positions == 0 { 0 } else { offset }))
    }
}

fn check_bounds(shape: &[usize], bounds: &[usize]) -> Result<(), ErrorKind> {
    if bounds.len() != shape.len() {
        return Err(ErrorKind::Rank { expected: shape.len(), or_more: false, found: bounds.len() });
    }
    match bounds.iter().zip(shape).find(|(bound, len)| bound < len) {
        Some((&bound, _)) => Err(ErrorKind::Field {
            field: "padded_dimensions",
            expected: "at least the length of the dimension",
            found: i64::try_from(bound).unwrap_or(i64::MAX),
        }),
        None => Ok(()),
    }
}
