//! Shapes of types: what their rules say, in XLA's words.

use super::{ArrayShape, Dimension, PrimitiveType, Shape};
use crate::{Dim, ErrorKind, HasRules, Presence, Rules, TensorRules};

/// The most dimensions of a [`ConstShape`].
const MAX_CONST_RANK: usize = 32;

/// The shape of an array as a constant, in the default layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConstShape {
    element_type: PrimitiveType,
    rank: usize,
    dimensions: [Dimension; MAX_CONST_RANK],
}

impl ConstShape {
    /// The element type.
    #[must_use]
    pub const fn element_type(&self) -> PrimitiveType {
        self.element_type
    }

    /// The dimensions, dimension 0 first.
    #[must_use]
    pub const fn dimensions(&self) -> &[Dimension] {
        self.dimensions.split_at(self.rank).0
    }

    /// The array's shape.
    ///
    /// # Errors
    ///
    /// [`ShapeOverflow`](ErrorKind::ShapeOverflow) if its elements cannot be addressed.
    pub fn to_array(&self) -> Result<ArrayShape, ErrorKind> {
        ArrayShape::dynamic(self.element_type, self.dimensions().iter().copied())
    }

    #[allow(
        clippy::panic,
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects,
        reason = "called in a constant, where a panic is a compile error"
    )]
    const fn of_rules(rules: &Rules<'_>) -> Self {
        let Rules::Tensor(rules) = rules else {
            panic!("a record is no single array: use `xla::Shape::of_rules`");
        };
        let Some(element_type) = rules.types.single() else {
            panic!("the type allows several element types, an XLA shape has one");
        };
        let Some(element_type) = PrimitiveType::of(element_type) else {
            panic!("XLA has no elements of variable size");
        };
        assert!(!rules.axes.is_open(), "the type allows any rank, an XLA shape has one");
        let rank = rules.axes.rank();
        assert!(rank <= MAX_CONST_RANK, "the rank is above 32: use `xla::Shape::of_rules`");
        let mut dimensions = [Dimension::Unbounded; MAX_CONST_RANK];
        let mut axis = 0;
        while axis < rank {
            match dimension(&rules.axes.dim(axis)) {
                Some(dimension) => dimensions[axis] = dimension,
                None => panic!("a length cannot be addressed"),
            }
            axis += 1;
        }
        Self { element_type, rank, dimensions }
    }
}

/// The shape of a type whose values are one tensor, from its [rules](HasRules): a fixed length becomes a size, an upper
/// bound a bound, any other length a dimension without one.
///
/// Types that XLA cannot describe do not compile.
///
/// ```
/// use tensor_format::xla::{ConstShape, shape_of};
/// const BOXES: ConstShape = shape_of::<Vec<[f32; 4]>>();
/// assert_eq!(BOXES.to_array()?.to_string(), "f32[?,4]{1,0}");
/// # Ok::<(), tensor_format::ErrorKind>(())
/// ```
///
/// ```compile_fail
/// // XLA has no strings.
/// const NAME: tensor_format::xla::ConstShape = tensor_format::xla::shape_of::<String>();
/// ```
#[must_use]
pub const fn shape_of<T: HasRules>() -> ConstShape {
    const { ConstShape::of_rules(&T::RULES) }
}

/// `None` if the length cannot be addressed.
const fn dimension(dim: &Dim<'_>) -> Option<Dimension> {
    if dim.max == u64::MAX {
        return Some(Dimension::Unbounded);
    }
    if dim.max > isize::MAX as u64 {
        return None;
    }
    let max = dim.max as usize;
    Some(if dim.min == dim.max { Dimension::Static(max) } else { Dimension::Bounded(max) })
}

impl Shape {
    /// The shape of values of these rules: of one tensor an array, of a record a tuple of its tensors in order.
    ///
    /// # Errors
    ///
    /// [`UnsupportedElementType`](ErrorKind::UnsupportedElementType) for elements of variable size, and
    /// [`Rules`](ErrorKind::Rules) for what no XLA shape can say: several element types, any rank, tensors that may be
    /// missing or repeated.
    ///
    /// ```
    /// use tensor_format::{HasRules, xla::Shape};
    /// assert_eq!(Shape::of_rules(&<[[u8; 3]; 2]>::RULES)?.to_string(), "u8[2,3]{1,0}");
    /// # Ok::<(), tensor_format::ErrorKind>(())
    /// ```
    pub fn of_rules(rules: &Rules<'_>) -> Result<Self, ErrorKind> {
        let rules = match rules {
            Rules::Tensor(rules) => return array(rules).map(Shape::from),
            Rules::Record(rules) => rules,
        };
        let members = rules.iter().map(|param| match param.presence {
            Presence::Required => array(&param.rules).map(Shape::from),
            _ => Err(refusal("a tuple has no members that may be missing or repeated")),
        });
        Shape::tuple(members.collect::<Result<alloc::vec::Vec<_>, _>>()?)
    }
}

fn array(rules: &TensorRules<'_>) -> Result<ArrayShape, ErrorKind> {
    let element_type = rules.types.single().ok_or_else(|| refusal("an XLA shape has one element type"))?;
    let unsupported = ErrorKind::UnsupportedElementType { element_type, format: "XLA" };
    let element_type = PrimitiveType::of(element_type).ok_or(unsupported)?;
    if rules.axes.is_open() {
        return Err(refusal("an XLA shape has one rank"));
    }
    let dimensions: Option<alloc::vec::Vec<Dimension>> =
        rules.axes.over(rules.axes.rank()).map(|dim| dimension(&dim)).collect();
    ArrayShape::dynamic(element_type, dimensions.ok_or(ErrorKind::ShapeOverflow)?)
}

fn refusal(why: &'static str) -> ErrorKind {
    ErrorKind::Rules { why: why.into() }
}
