//! Comparisons of shapes and layouts, with options to ignore parts of them.

use crate::{
    TileDim,
    formats::xla::{ArrayShape, Dimension, Layout, PrimitiveType, Shape, ShapeKind, SplitConfig},
};

/// The parts that two shapes or layouts must have in common: XLA's `Shape::Equal` and `Layout::Equal`.
///
/// Begin with [`equal`](Self::equal) or [`compatible`](Self::compatible); each further method leaves one property out
/// of the comparison. Sizes of data about dynamic sizes and fields that are not known here never count.
///
/// | XLA | here |
/// |---|---|
/// | `ShapeUtil::Equal` | `Comparison::equal()` |
/// | `ShapeUtil::EqualIgnoringElementType` | `Comparison::equal().ignore_element_type()` |
/// | `ShapeUtil::EqualIgnoringFpPrecision` | `Comparison::equal().ignore_float_precision()` |
/// | `ShapeUtil::EqualStructure` | `Comparison::structure()` |
/// | `ShapeUtil::Compatible` | `Comparison::compatible()` |
/// | `ShapeUtil::CompatibleIgnoringElementType` | `Comparison::compatible().ignore_element_type()` |
/// | `ShapeUtil::CompatibleIgnoringFpPrecision` | `Comparison::compatible().ignore_float_precision()` |
/// | `ShapeUtil::SameDimensions` | `Comparison::compatible().ignore_element_type()` of arrays |
/// | `LayoutUtil::Equal` | `Comparison::equal().layouts(..)` |
/// | `Layout::Equal().MinorToMajorOnly()` | `Comparison::equal().minor_to_major_only()` |
/// | `LayoutUtil::LayoutsInShapesEqual` | `Comparison::layouts_only()` |
///
/// ```
/// use tensor_format::xla::{Comparison, Shape};
/// let (a, b): (Shape, Shape) = ("f32[4,3]{0,1}".parse()?, "f16[4,3]{0,1:T(2)}".parse()?);
/// assert!(!a.equal(&b));
/// assert!(Comparison::equal().ignore_float_precision().ignore_tiles().shapes(&a, &b));
/// # Ok::<(), tensor_format::DecodeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each thing is compared or not")]
pub struct Comparison {
    element_type: TypeMatch,
    sizes: bool,
    dynamic: bool,
    buffers: bool,
    arrays: bool,
    layout: bool,
    tiles: bool,
    tail_padding: bool,
    index_types: bool,
    element_size: bool,
    memory_space: bool,
    splits: bool,
    physical_shape: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TypeMatch {
    Same,
    /// All floats count as one type.
    FloatsAlike,
    Any,
}

impl Comparison {
    /// Compares everything but the sizes of data about dynamic sizes, and fields that are not known here:
    /// `ShapeUtil::Equal`.
    #[must_use]
    pub const fn equal() -> Self {
        Self {
            element_type: TypeMatch::Same,
            sizes: true,
            dynamic: true,
            buffers: true,
            arrays: true,
            layout: true,
            tiles: true,
            tail_padding: true,
            index_types: true,
            element_size: true,
            memory_space: true,
            splits: true,
            physical_shape: true,
        }
    }

    /// Compares element types and sizes, but not layouts, nor whether sizes are known only at run time; a dimension
    /// without a bound agrees with every other: `ShapeUtil::Compatible`.
    #[must_use]
    pub const fn compatible() -> Self {
        Self::equal().ignore_layout().ignore_dynamic_dimensions()
    }

    /// Compares only which members are tuples, and how many members they have: `ShapeUtil::EqualStructure`.
    #[must_use]
    pub const fn structure() -> Self {
        Self { arrays: false, ..Self::equal() }
    }

    /// Compares only layouts and numbers of dimensions: `LayoutUtil::LayoutsInShapesEqual`.
    #[must_use]
    pub const fn layouts_only() -> Self {
        Self::equal().ignore_element_type().ignore_dimensions().ignore_dynamic_dimensions()
    }

    /// Ignores element types.
    #[must_use]
    pub const fn ignore_element_type(self) -> Self {
        Self { element_type: TypeMatch::Any, ..self }
    }

    /// Treats every float as every other; complex numbers are none.
    #[must_use]
    pub const fn ignore_float_precision(self) -> Self {
        match self.element_type {
            TypeMatch::Any => self,
            _ => Self { element_type: TypeMatch::FloatsAlike, ..self },
        }
    }

    /// Ignores the sizes of the dimensions, but not their number.
    #[must_use]
    pub const fn ignore_dimensions(self) -> Self {
        Self { sizes: false, ..self }
    }

    /// Ignores whether sizes are known only at run time; a dimension without a bound agrees with every other.
    #[must_use]
    pub const fn ignore_dynamic_dimensions(self) -> Self {
        Self { dynamic: false, ..self }
    }

    /// Treats a buffer as the array that it holds.
    #[must_use]
    pub const fn ignore_buffers(self) -> Self {
        Self { buffers: false, ..self }
    }

    /// Ignores layouts.
    #[must_use]
    pub const fn ignore_layout(self) -> Self {
        Self { layout: false, ..self }
    }

    /// Compares only the order of the dimensions in layouts, and how a sparse array stores each.
    #[must_use]
    pub const fn minor_to_major_only(self) -> Self {
        let rest = self.ignore_tiles().ignore_tail_padding().ignore_index_types().ignore_element_size();
        rest.ignore_memory_space().ignore_split_configs().ignore_physical_shape()
    }

    /// Ignores tiles.
    #[must_use]
    pub const fn ignore_tiles(self) -> Self {
        Self { tiles: false, ..self }
    }

    /// Ignores the multiple that the number of elements is rounded up to.
    #[must_use]
    pub const fn ignore_tail_padding(self) -> Self {
        Self { tail_padding: false, ..self }
    }

    /// Ignores the types of indices and pointers in sparse arrays.
    #[must_use]
    pub const fn ignore_index_types(self) -> Self {
        Self { index_types: false, ..self }
    }

    /// Ignores the number of bits that each element takes.
    #[must_use]
    pub const fn ignore_element_size(self) -> Self {
        Self { element_size: false, ..self }
    }

    /// Ignores the memory that holds the arrays.
    #[must_use]
    pub const fn ignore_memory_space(self) -> Self {
        Self { memory_space: false, ..self }
    }

    /// Ignores where dimensions are split over several memories.
    #[must_use]
    pub const fn ignore_split_configs(self) -> Self {
        Self { splits: false, ..self }
    }

    /// Ignores the shape of a sparse array's storage.
    #[must_use]
    pub const fn ignore_physical_shape(self) -> Self {
        Self { physical_shape: false, ..self }
    }

    /// Returns whether two shapes have all compared properties in common, tuples member by member.
    #[must_use]
    pub fn shapes(&self, a: &Shape, b: &Shape) -> bool {
        if let (ShapeKind::Tuple(a), ShapeKind::Tuple(b)) = (a.kind(), b.kind()) {
            return a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.shapes(&a, &b));
        }
        if !self.arrays {
            return a.members().is_none() && b.members().is_none();
        }
        let alike = || core::mem::discriminant(a.kind()) == core::mem::discriminant(b.kind());
        match (a.kind(), b.kind()) {
            (ShapeKind::Token, ShapeKind::Token) | (ShapeKind::Opaque, ShapeKind::Opaque) => true,
            _ => match (a.array_or_buffer(), b.array_or_buffer()) {
                (Some(one), Some(other)) => (!self.buffers || alike()) && self.arrays(one, other),
                _ => false,
            },
        }
    }

    /// Returns whether two arrays have all compared properties in common.
    #[must_use]
    pub fn arrays(&self, a: &ArrayShape, b: &ArrayShape) -> bool {
        let types = match self.element_type {
            TypeMatch::Same => a.element_type() == b.element_type(),
            TypeMatch::FloatsAlike => {
                a.element_type() == b.element_type() || (a.element_type().is_float() && b.element_type().is_float())
            }
            TypeMatch::Any => true,
        };
        types
            && a.rank() == b.rank()
            && a.dimensions().iter().zip(b.dimensions()).all(|(a, b)| self.dimensions(*a, *b))
            && (!self.layout || self.layouts(a.layout(), b.layout()))
    }

    fn dimensions(&self, a: Dimension, b: Dimension) -> bool {
        let bounds = match (a.bound(), b.bound()) {
            (Some(a), Some(b)) => a == b,
            (None, None) => true,
            _ => !self.dynamic,
        };
        (!self.sizes || bounds) && (!self.dynamic || a.is_dynamic() == b.is_dynamic())
    }

    /// Returns whether two layouts have all compared properties in common.
    #[must_use]
    pub fn layouts(&self, a: &Layout, b: &Layout) -> bool {
        fn splits(layout: &Layout) -> impl Iterator<Item = (usize, &[u64])> {
            layout.split_configs.iter().map(|split: &SplitConfig| (split.dimension, split.split_indices.as_slice()))
        }
        fn tiles(layout: &Layout) -> impl Iterator<Item = &[TileDim]> {
            layout.tiles.iter().map(AsRef::as_ref)
        }
        let levels = (a.is_dense() && b.is_dense()) || a.dim_level_types == b.dim_level_types;
        let physical = match (&a.physical_shape, &b.physical_shape) {
            (Some(a), Some(b)) => Self::equal().shapes(a, b),
            (None, None) => true,
            _ => false,
        };
        let types = |layout: &Layout| -> [Option<PrimitiveType>; 2] {
            [layout.index_primitive_type, layout.pointer_primitive_type]
        };
        a.minor_to_major == b.minor_to_major
            && levels
            && (!self.tiles || tiles(a).eq(tiles(b)))
            && (!self.tail_padding || a.tail_padding_alignment_in_elements == b.tail_padding_alignment_in_elements)
            && (!self.index_types || types(a) == types(b))
            && (!self.element_size || a.element_size_in_bits == b.element_size_in_bits)
            && (!self.memory_space || a.memory_space == b.memory_space)
            && (!self.splits || splits(a).eq(splits(b)))
            && (!self.physical_shape || physical)
    }
}

impl Shape {
    /// Returns whether the shapes are equal for XLA: in element types, dimensions and layouts, but not the sizes of
    /// data about dynamic sizes, nor fields that are not known here. [`Comparison`] leaves more out.
    #[must_use]
    pub fn equal(&self, other: &Shape) -> bool {
        Comparison::equal().shapes(self, other)
    }

    /// Returns whether both have the same element types and sizes, whatever their layouts, and whether or not sizes are
    /// known only at run time; a dimension without a bound agrees with every other.
    ///
    /// ```
    /// use tensor_format::xla::Shape;
    /// let (rows, columns): (Shape, Shape) = ("f32[2,3]{1,0}".parse()?, "f32[<=2,3]{0,1}".parse()?);
    /// assert!(rows.compatible(&columns) && !rows.equal(&columns));
    /// # Ok::<(), tensor_format::DecodeError>(())
    /// ```
    #[must_use]
    pub fn compatible(&self, other: &Shape) -> bool {
        Comparison::compatible().shapes(self, other)
    }
}

impl ArrayShape {
    /// Returns whether the arrays are equal for XLA: see [`Shape::equal`](crate::xla::Shape::equal).
    #[must_use]
    pub fn equal(&self, other: &ArrayShape) -> bool {
        Comparison::equal().arrays(self, other)
    }

    /// Returns whether both have the same element type and sizes, whatever their layouts: see
    /// [`Shape::compatible`](crate::xla::Shape::compatible).
    #[must_use]
    pub fn compatible(&self, other: &ArrayShape) -> bool {
        Comparison::compatible().arrays(self, other)
    }
}

impl Layout {
    /// Returns whether the layouts are equal for XLA: sizes of data about dynamic sizes, and fields that are not known
    /// here, do not count.
    #[must_use]
    pub fn equal(&self, other: &Layout) -> bool {
        Comparison::equal().layouts(self, other)
    }
}
