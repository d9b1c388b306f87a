//! A tensor of a Vespa type: its labels and its cells.

use alloc::{vec, vec::Vec};
use core::fmt;

use smallvec::SmallVec;

use super::{
    CellType, Labels, Size, TensorType,
    cell::{Cell, Cells},
};
use crate::{ByteOrder, Element, ErrorKind, Limit, Tensor, TensorRef, next_index};

/// A tensor of a [`TensorType`], as it was read.
///
/// Cells are stored in one tensor of the model, without a copy. A dense type gives it the shape of its dimensions in
/// order; any other adds one axis in front, along which the blocks of the [labels](Self::labels) follow one another.
///
/// ```
/// use tensor_format::vespa::Options;
/// let table = Options::new().read(
///     r#"{"type": "tensor<float>(category{},x[3])", "blocks": {"tops": [1, 2, 3], "caps": [4, 5, 6]}}"#,
/// )?;
/// assert_eq!(table.cells().header().to_string(), "f32 [2, 3]");
/// assert_eq!(table.block(&["caps"]).unwrap().to_vec::<f32>()?, [4.0, 5.0, 6.0]);
/// assert_eq!(table.get(&[("category", "tops"), ("x", "1")]), Some(2.0));
/// let names: Vec<Vec<&str>> = table.iter().map(|(labels, _)| labels).collect();
/// assert_eq!(names, [["caps"], ["tops"]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Constant {
    tensor_type: TensorType,
    labels: Labels,
    cells: Tensor,
}

impl Constant {
    pub(super) fn from_parts(tensor_type: TensorType, labels: Labels, cells: Cells) -> Result<Self, ErrorKind> {
        let shape = shape_of(&tensor_type, &labels);
        Ok(Self { cells: cells.into_tensor(&shape)?, tensor_type, labels })
    }

    /// Creates a tensor of this type; `cells` are block after block, in the order of `labels`.
    pub(super) fn new(tensor_type: TensorType, labels: Labels, cells: Tensor) -> Self {
        Self { tensor_type, labels, cells }
    }

    /// Returns the type.
    #[must_use]
    pub fn tensor_type(&self) -> &TensorType {
        &self.tensor_type
    }

    /// Returns the addresses of the blocks, in the order in which they were read; none of a dense tensor.
    #[must_use]
    pub fn labels(&self) -> &Labels {
        &self.labels
    }

    /// Returns all cells.
    #[must_use]
    pub fn cells(&self) -> TensorRef<'_> {
        self.cells.as_ref()
    }

    /// Returns all cells as a tensor, without a copy.
    #[must_use]
    pub fn into_cells(self) -> Tensor {
        self.cells
    }

    /// Returns the values of the block with these labels, one for each mapped dimension. A dense tensor is one block
    /// without labels.
    #[must_use]
    pub fn block(&self, labels: &[&str]) -> Option<TensorRef<'_>> {
        if self.labels.dimensions() == 0 {
            return labels.is_empty().then(|| self.cells());
        }
        self.block_at(self.labels.find(labels)?)
    }

    fn block_at(&self, block: usize) -> Option<TensorRef<'_>> {
        let shape = self.tensor_type.shape();
        let bytes = self.cells.as_ref().buffer();
        let size = bytes.len().checked_div(self.labels.len())?;
        let start = block.checked_mul(size)?;
        let bytes = bytes.get(start..start.checked_add(size)?)?;
        TensorRef::from_bytes(self.cells.as_ref().element_type(), shape, bytes, ByteOrder::NATIVE).ok()
    }

    /// Returns the cell at an address, which names each dimension once, with an index as decimal digits.
    #[must_use]
    pub fn get(&self, address: &[(&str, &str)]) -> Option<f64> {
        if address.len() != self.tensor_type.dimensions().len() {
            return None;
        }
        let (mut labels, mut at) = (Vec::new(), 0usize);
        for dimension in self.tensor_type.dimensions() {
            let (_, label) = address.iter().find(|(name, _)| *name == dimension.name())?;
            match dimension.size() {
                Size::Mapped => labels.push(*label),
                Size::Indexed(size) => {
                    let index = label.parse::<u32>().ok().filter(|index| *index < size)?;
                    at = at.checked_mul(size as usize)?.checked_add(index as usize)?;
                }
                Size::Unbound => return None,
            }
        }
        let block = self.block(&labels)?;
        number_at(self.tensor_type.cell(), block.buffer(), at)
    }

    /// Returns labels and values of the blocks in canonical order: by their labels, dimension after dimension, byte by
    /// byte. A dense tensor is one block without labels.
    pub fn iter(&self) -> impl Iterator<Item = (Vec<&str>, TensorRef<'_>)> {
        let order = if self.labels.dimensions() == 0 { vec![0] } else { self.labels.sorted() };
        order.into_iter().filter_map(|block| {
            let values = if self.labels.dimensions() == 0 { self.cells() } else { self.block_at(block)? };
            Some((self.labels.of_block(block).collect(), values))
        })
    }

    /// Returns the tensor with every mapped dimension turned into an axis, which has one index for each different label
    /// of the dimension, in sorted order. Elements without a cell are `default`.
    ///
    /// ```
    /// use tensor_format::vespa::Options;
    /// let sparse = Options::new().read(
    ///     r#"{"type": "tensor(k{},x[2])", "blocks": {"b": [3, 4], "a": [1, 2]}}"#,
    /// )?;
    /// let dense = sparse.to_dense(0.0, 1000)?;
    /// assert_eq!(dense.axes[0].labels, Some(vec!["a", "b"]));
    /// assert_eq!(dense.cells.as_ref().to_vec::<f64>()?, [1.0, 2.0, 3.0, 4.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`LimitExceeded`](ErrorKind::LimitExceeded) if there would be more than `max_cells`, and
    /// [`Custom`](ErrorKind::Custom) if no cell can hold the default.
    pub fn to_dense(&self, default: f64, max_cells: usize) -> Result<Dense<'_>, ErrorKind> {
        let mut axes = Vec::new();
        let mut places = Vec::new();
        for dimension in self.tensor_type.dimensions() {
            let (labels, place) = match dimension.size() {
                Size::Mapped => {
                    let (labels, place) = self.labels.axis(places.len());
                    places.push(place);
                    (Some(labels), 0)
                }
                Size::Indexed(size) => (None, size as usize),
                Size::Unbound => (None, 0),
            };
            let len = labels.as_ref().map_or(place, Vec::len);
            axes.push(Axis { name: dimension.name(), len, labels });
        }
        let shape: Vec<usize> = axes.iter().map(|axis| axis.len).collect();
        let count = crate::element_count(&shape).unwrap_or(usize::MAX);
        Limit::Elements.check(max_cells, count)?;
        let cell = self.tensor_type.cell();
        let mut cells = Cells::new(cell);
        if !cells.push(default) {
            return Err(ErrorKind::custom("no cell of the type can hold the default"));
        }
        cells.truncate(0);
        cells.reserve_exact(count);
        (0..count).for_each(|_| {
            cells.push(default);
        });
        self.scatter(&axes, &places, &mut cells);
        Ok(Dense { axes, cells: cells.into_tensor(&shape)? })
    }

    /// Copies every cell into the dense cells `into`. `places` has, for each mapped dimension and each label number in
    /// it, the index along its axis.
    fn scatter(&self, axes: &[Axis<'_>], places: &[Vec<u32>], into: &mut Cells) {
        let cell = self.tensor_type.cell();
        let inner = self.tensor_type.shape();
        let blocks = if self.labels.dimensions() == 0 { 1 } else { self.labels.len() };
        let bytes = self.cells.as_ref();
        let bytes = bytes.buffer();
        let mut from = 0usize;
        for block in 0..blocks {
            let address = self.labels.address(block);
            let mut index = vec![0; inner.len()];
            loop {
                let (mut at, mut mapped, mut indexed) = (0usize, 0usize, 0usize);
                for axis in axes {
                    let step = if axis.labels.is_some() {
                        let number = address.get(mapped).copied().unwrap_or_default() as usize;
                        let place = places.get(mapped).and_then(|places| places.get(number));
                        mapped = mapped.saturating_add(1);
                        place.copied().unwrap_or_default() as usize
                    } else {
                        indexed = indexed.saturating_add(1);
                        index.get(indexed.saturating_sub(1)).copied().unwrap_or_default()
                    };
                    at = at.saturating_mul(axis.len).saturating_add(step);
                }
                if let Some(number) = number_at(cell, bytes, from) {
                    into.set(at, number);
                }
                from = from.saturating_add(1);
                if !next_index(&inner, &mut index) {
                    break;
                }
            }
        }
    }
}

/// Returns the shape of the tensor of all cells: the number of blocks if there are labels, then the sizes of the
/// indexed dimensions.
pub(super) fn shape_of(tensor_type: &TensorType, labels: &Labels) -> SmallVec<[usize; 6]> {
    let blocks = (labels.dimensions() > 0).then_some(labels.len());
    blocks.into_iter().chain(tensor_type.sizes()).collect()
}

/// Returns the number that cell `at` of `bytes` holds; `None` if there are fewer cells.
pub(super) fn number_at(cell: CellType, bytes: &[u8], at: usize) -> Option<f64> {
    let start = at.checked_mul(cell.size())?;
    let bytes = bytes.get(start..start.checked_add(cell.size())?)?;
    let order = ByteOrder::NATIVE;
    Some(match cell {
        CellType::Double => <f64 as Element>::read(bytes, order).number(),
        CellType::Float => <f32 as Element>::read(bytes, order).number(),
        CellType::Bfloat16 => <u16 as Element>::read(bytes, order).number(),
        CellType::Int8 => <i8 as Element>::read(bytes, order).number(),
    })
}

impl PartialEq for Constant {
    /// Returns whether the types are equal and the same cells hold the same bits, in whatever order they were read.
    fn eq(&self, other: &Self) -> bool {
        if self.labels.dimensions() == 0 {
            return self.tensor_type == other.tensor_type && self.cells == other.cells;
        }
        self.tensor_type == other.tensor_type
            && self.labels.len() == other.labels.len()
            && (0..self.labels.len()).all(|block| {
                let labels: Vec<&str> = self.labels.of_block(block).collect();
                other.block(&labels).is_some() && self.block_at(block) == other.block(&labels)
            })
    }
}

/// Prints the canonical type and the cells.
impl fmt::Debug for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Constant")
            .field("tensor_type", &self.tensor_type)
            .field("labels", &self.labels)
            .field("cells", &self.cells)
            .finish()
    }
}

/// A tensor whose mapped dimensions have become axes; made by [`Constant::to_dense`].
#[derive(Clone, Debug, PartialEq)]
pub struct Dense<'a> {
    /// The axes: one for each dimension of the type, in order.
    pub axes: Vec<Axis<'a>>,
    /// The cells, for [`to_array`](TensorRef::to_array) and the like.
    pub cells: Tensor,
}

/// An axis of a [`Dense`] tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis<'a> {
    /// The name of the dimension.
    pub name: &'a str,
    /// The length of the axis.
    pub len: usize,
    /// The label of each index along the axis, if the dimension is mapped.
    pub labels: Option<Vec<&'a str>>,
}
