//! Cell types, and buffers of cells.

use alloc::vec::Vec;
use core::fmt;

use crate::{ElementType, Tensor};

/// The type of the cells of a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum CellType {
    /// 64-bit floating point; what a type without a cell type means.
    #[default]
    Double,
    /// 32-bit floating point.
    Float,
    /// The upper half of a 32-bit floating point number.
    Bfloat16,
    /// Whole numbers from -128 to 127.
    Int8,
}

impl CellType {
    /// Returns the name of the cell type, as the text of a tensor type has it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            CellType::Double => "double",
            CellType::Float => "float",
            CellType::Bfloat16 => "bfloat16",
            CellType::Int8 => "int8",
        }
    }

    /// Returns the element type that tensors of these cells have.
    #[must_use]
    pub const fn element_type(self) -> ElementType {
        match self {
            CellType::Double => ElementType::F64,
            CellType::Float => ElementType::F32,
            CellType::Bfloat16 => ElementType::BF16,
            CellType::Int8 => ElementType::I8,
        }
    }

    /// Returns the cell type that holds elements of this type; `None` if Vespa has none.
    #[must_use]
    pub const fn of(element_type: ElementType) -> Option<Self> {
        match element_type {
            ElementType::F64 => Some(CellType::Double),
            ElementType::F32 => Some(CellType::Float),
            ElementType::BF16 => Some(CellType::Bfloat16),
            ElementType::I8 => Some(CellType::Int8),
            _ => None,
        }
    }

    /// Returns the size of a cell in bytes.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            CellType::Double => 8,
            CellType::Float => 4,
            CellType::Bfloat16 => 2,
            CellType::Int8 => 1,
        }
    }
}

impl fmt::Display for CellType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A number as it is stored in a cell. A bfloat16 is stored as its bits.
pub(super) trait Cell: Copy + Default {
    /// Returns the cell that holds a number; `None` if no cell of this type can.
    fn of(number: f64) -> Option<Self>;
    /// Returns the number that the cell holds.
    fn number(self) -> f64;
}

impl Cell for f64 {
    #[inline]
    fn of(number: f64) -> Option<Self> {
        Some(number)
    }

    fn number(self) -> f64 {
        self
    }
}

impl Cell for f32 {
    #[inline]
    fn of(number: f64) -> Option<Self> {
        Some(if number.is_nan() { narrow_nan(number) } else { number as f32 })
    }

    fn number(self) -> f64 {
        if self.is_nan() { widen_nan(self) } else { self.into() }
    }
}

impl Cell for u16 {
    #[inline]
    fn of(number: f64) -> Option<Self> {
        <f32 as Cell>::of(number).map(truncate)
    }

    fn number(self) -> f64 {
        f32::from_bits(u32::from(self) << 16).number()
    }
}

impl Cell for i8 {
    #[inline]
    fn of(number: f64) -> Option<Self> {
        let cell = number as i8;
        (f64::from(cell) == number).then_some(cell)
    }

    fn number(self) -> f64 {
        self.into()
    }
}

/// Returns the upper half of a float, rounded toward zero as Vespa does; a NaN stays a NaN.
pub(super) fn truncate(number: f32) -> u16 {
    let upper = (number.to_bits() >> 16) as u16;
    if number.is_nan() && upper & 0x7f == 0 { upper | 0x40 } else { upper }
}

/// Returns a NaN as a float, with its sign and as much of its payload as fits: a cast need not keep them.
fn narrow_nan(number: f64) -> f32 {
    let bits = number.to_bits();
    let sign = ((bits >> 32) as u32) & 0x8000_0000;
    let payload = ((bits >> 29) as u32) & 0x007f_ffff;
    f32::from_bits(sign | 0x7f80_0000 | if payload == 0 { 0x0040_0000 } else { payload })
}

fn widen_nan(number: f32) -> f64 {
    let bits = u64::from(number.to_bits());
    f64::from_bits((bits & 0x8000_0000) << 32 | 0x7ff0_0000_0000_0000 | (bits & 0x007f_ffff) << 29)
}

/// A vector of cells of one type.
#[derive(Clone, Debug)]
pub(super) enum Cells {
    Double(Vec<f64>),
    Float(Vec<f32>),
    Bfloat16(Vec<u16>),
    Int8(Vec<i8>),
}

/// Runs the same code on the vector of each cell type.
macro_rules! each {
    ($cells:expr, $vector:ident => $body:expr) => {
        match $cells {
            $crate::formats::vespa::cell::Cells::Double($vector) => $body,
            $crate::formats::vespa::cell::Cells::Float($vector) => $body,
            $crate::formats::vespa::cell::Cells::Bfloat16($vector) => $body,
            $crate::formats::vespa::cell::Cells::Int8($vector) => $body,
        }
    };
}
pub(super) use each;

impl Cells {
    pub(super) fn new(cell: CellType) -> Self {
        match cell {
            CellType::Double => Cells::Double(Vec::new()),
            CellType::Float => Cells::Float(Vec::new()),
            CellType::Bfloat16 => Cells::Bfloat16(Vec::new()),
            CellType::Int8 => Cells::Int8(Vec::new()),
        }
    }

    pub(super) fn len(&self) -> usize {
        each!(self, cells => cells.len())
    }

    pub(super) fn reserve_exact(&mut self, more: usize) {
        each!(self, cells => cells.reserve_exact(more));
    }

    pub(super) fn capacity(&self) -> usize {
        each!(self, cells => cells.capacity())
    }

    /// Frees unused memory if the cells fill much less than was allocated.
    pub(super) fn shrink(&mut self) {
        if self.capacity() > self.len().saturating_add(self.len() >> 3).saturating_add(64) {
            each!(self, cells => cells.shrink_to_fit());
        }
    }

    pub(super) fn truncate(&mut self, len: usize) {
        each!(self, cells => cells.truncate(len));
    }

    /// Appends zeros until there are `len` cells.
    pub(super) fn fill_to(&mut self, len: usize) {
        each!(self, cells => cells.resize(len, Default::default()));
    }

    /// Appends a cell that holds a number; returns `false` if no cell can hold it.
    #[inline]
    pub(super) fn push(&mut self, number: f64) -> bool {
        fn one<C: Cell>(cells: &mut Vec<C>, number: f64) -> bool {
            C::of(number).map(|cell| cells.push(cell)).is_some()
        }
        each!(self, cells => one(cells, number))
    }

    /// Returns whether a cell can hold a number.
    pub(super) fn holds(&self, number: f64) -> bool {
        fn one<C: Cell>(_: &[C], number: f64) -> bool {
            C::of(number).is_some()
        }
        each!(self, cells => one(cells, number))
    }

    /// Replaces cell `at`, if the tensor has it, by one that holds the number; returns `false` if no cell can hold the
    /// number.
    pub(super) fn set(&mut self, at: usize, number: f64) -> bool {
        fn one<C: Cell>(cells: &mut [C], at: usize, number: f64) -> bool {
            let Some(cell) = C::of(number) else { return false };
            if let Some(place) = cells.get_mut(at) {
                *place = cell;
            }
            true
        }
        each!(self, cells => one(cells, at, number))
    }

    /// Returns the cells as a tensor of this shape, without a copy.
    pub(super) fn into_tensor(self, shape: &[usize]) -> Result<Tensor, crate::ErrorKind> {
        match self {
            Cells::Double(cells) => Tensor::from_vec(shape, cells),
            Cells::Float(cells) => Tensor::from_vec(shape, cells),
            Cells::Bfloat16(cells) => Ok(Tensor::from_vec(shape, cells)?.with_element_type(ElementType::BF16)),
            Cells::Int8(cells) => Tensor::from_vec(shape, cells),
        }
    }
}
