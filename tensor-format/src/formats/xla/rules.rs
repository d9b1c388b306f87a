//! Shapes of Rust types, made from their rules.

use alloc::vec::Vec;

use super::{ArrayShape, Dimension, PrimitiveType, Shape};
use crate::{Dim, ErrorKind, HasRules, Presence, Rules, TensorRules};

/// The shape of a Rust type as a constant, in the default layout: made by [`shape_of`].
#[derive(Clone, Copy, Debug)]
pub struct ConstShape {
    rules: &'static Rules<'static>,
}

impl ConstShape {
    /// Returns the number of arrays: 1, or the members of a tuple.
    #[must_use]
    pub const fn len(&self) -> usize {
        match self.rules {
            Rules::Tensor(_) => 1,
            Rules::Record(params) => params.len(),
        }
    }

    /// Returns whether the shape is a tuple without members.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns whether the shape is a tuple: that of a record.
    #[must_use]
    pub const fn is_tuple(&self) -> bool {
        matches!(self.rules, Rules::Record(_))
    }

    /// Returns the element type of array number `array`; `None` if there are fewer.
    #[must_use]
    pub const fn element_type(&self, array: usize) -> Option<PrimitiveType> {
        let Some(rules) = self.array(array) else { return None };
        let Some(element_type) = rules.types.single() else { return None };
        PrimitiveType::of(element_type)
    }

    /// Returns the rank of array number `array`; `None` if there are fewer.
    #[must_use]
    pub const fn rank(&self, array: usize) -> Option<usize> {
        let Some(rules) = self.array(array) else { return None };
        Some(rules.axes.rank())
    }

    /// Returns dimension `number` of array number `array`; `None` if there is none.
    #[must_use]
    pub const fn dimension(&self, array: usize, number: usize) -> Option<Dimension> {
        match self.array(array) {
            Some(rules) if number < rules.axes.rank() => dimension(&rules.axes.dim(number)),
            _ => None,
        }
    }

    const fn array(&self, array: usize) -> Option<TensorRules<'static>> {
        match self.rules {
            Rules::Tensor(rules) if array == 0 => Some(*rules),
            Rules::Tensor(_) => None,
            Rules::Record(params) => match params.get(array) {
                Some(param) => Some(param.rules),
                None => None,
            },
        }
    }

    /// Returns the shape as one that is not a constant.
    ///
    /// # Errors
    ///
    /// [`ShapeOverflow`](ErrorKind::ShapeOverflow) if its elements cannot be addressed.
    pub fn to_shape(&self) -> Result<Shape, ErrorKind> {
        Shape::of_rules(self.rules)
    }

    #[allow(
        clippy::panic,
        clippy::arithmetic_side_effects,
        reason = "called in a constant: a panic is a compile error"
    )]
    const fn of_rules(rules: &'static Rules<'static>) -> Self {
        let shape = Self { rules };
        let mut number = 0;
        while number < shape.len() {
            if let Rules::Record(params) = rules {
                match params.get(number) {
                    Some(param) if param.is_required() => {}
                    _ => panic!("an XLA tuple has no members that may be missing or repeated"),
                }
            }
            if let Some(rules) = shape.array(number) {
                check_array(&rules);
            }
            number += 1;
        }
        shape
    }
}

#[allow(clippy::panic, clippy::arithmetic_side_effects, reason = "called in a constant: a panic is a compile error")]
const fn check_array(rules: &TensorRules<'_>) {
    let Some(element_type) = rules.types.single() else {
        panic!("the type allows several element types, an XLA shape has one");
    };
    assert!(PrimitiveType::of(element_type).is_some(), "XLA has no elements of variable size");
    assert!(!rules.axes.is_open(), "the type allows any rank, an XLA shape has one");
    let mut axis = 0;
    while axis < rules.axes.rank() {
        assert!(dimension(&rules.axes.dim(axis)).is_some(), "a length cannot be addressed");
        axis += 1;
    }
}

/// Returns the shape of a Rust type, from its [rules](HasRules): of one tensor an array, of a record a tuple of its
/// tensors in order. A fixed length becomes a size, an upper bound a bound, any other length a dimension without one.
///
/// Types that XLA cannot describe do not compile.
///
/// ```
/// use tensor_format::xla::{ConstShape, Dimension, shape_of};
/// const BOXES: ConstShape = shape_of::<Vec<[f32; 4]>>();
/// const WIDTH: Option<Dimension> = BOXES.dimension(0, 1);
/// assert_eq!(WIDTH, Some(Dimension::Static(4)));
/// assert_eq!(BOXES.to_shape()?.to_string(), "f32[?,4]{1,0}");
/// # Ok::<(), tensor_format::ErrorKind>(())
/// ```
///
/// ```compile_fail
/// // XLA has no strings.
/// const NAME: tensor_format::xla::ConstShape = tensor_format::xla::shape_of::<String>();
/// ```
#[must_use]
pub const fn shape_of<T: HasRules + ?Sized>() -> ConstShape {
    struct Of<T: ?Sized>(core::marker::PhantomData<T>);
    impl<T: HasRules + ?Sized> Of<T> {
        const RULES: &'static Rules<'static> = &T::RULES;
        const SHAPE: ConstShape = ConstShape::of_rules(Self::RULES);
    }
    Of::<T>::SHAPE
}

/// Returns the XLA dimension for an axis with these rules; `None` if its length cannot be addressed.
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
    /// Returns the shape of values of these rules: of one tensor an array, of a record a tuple of its tensors in order.
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
            _ => Err(no_optional_members()),
        });
        Shape::tuple(members.collect::<Result<Vec<_>, _>>()?)
    }
}

fn array(rules: &TensorRules<'_>) -> Result<ArrayShape, ErrorKind> {
    let element_type = rules.types.single().ok_or_else(|| refusal("an XLA shape has one element type"))?;
    let unsupported = ErrorKind::UnsupportedElementType { element_type, format: "XLA" };
    let element_type = PrimitiveType::of(element_type).ok_or(unsupported)?;
    if rules.axes.is_open() {
        return Err(refusal("an XLA shape has one rank"));
    }
    let dimensions: Option<Vec<Dimension>> = rules.axes.over(rules.axes.rank()).map(|dim| dimension(&dim)).collect();
    ArrayShape::dynamic(element_type, dimensions.ok_or(ErrorKind::ShapeOverflow)?)
}

pub(super) fn no_optional_members() -> ErrorKind {
    refusal("an XLA tuple has no members that may be missing or repeated")
}

fn refusal(why: &'static str) -> ErrorKind {
    ErrorKind::Rules { why: why.into() }
}

#[cfg(test)]
mod tests {
    use alloc::string::{String, ToString};

    use super::*;
    use crate::{ElementType, ElementTypes, Param, RecordRules, rules::AxisRules};

    /// What the compiler does for [`shape_of`], at run time.
    fn text<T: HasRules>() -> String {
        let rules = const { &T::RULES };
        let shape = ConstShape::of_rules(rules);
        let expected = Shape::of_rules(rules).expect("a shape");
        assert_eq!(shape.to_shape().expect("a shape"), expected);
        assert_eq!(shape.len(), expected.members().map_or(1, |members| members.len()));
        expected.to_string()
    }

    #[test]
    fn constants_are_the_shapes_of_rules() {
        assert_eq!(text::<f32>(), "f32[]");
        assert_eq!(text::<Vec<[f32; 4]>>(), "f32[?,4]{1,0}");
        assert_eq!(text::<(u8, [bool; 3])>(), "(u8[], pred[3]{0})");
    }

    #[test]
    #[should_panic = "an XLA tuple has no members that may be missing or repeated"]
    fn optional_members_stop_the_compiler() {
        let _ = ConstShape::of_rules(const { &<(u8, Option<u8>)>::RULES });
    }

    #[test]
    #[should_panic = "XLA has no elements of variable size"]
    fn texts_stop_the_compiler() {
        let _ = ConstShape::of_rules(const { &String::RULES });
    }

    #[test]
    #[should_panic = "the type allows several element types"]
    fn several_element_types_stop_the_compiler() {
        let _ = ConstShape::of_rules(&Rules::ANY);
    }

    const OPEN: TensorRules<'_> = TensorRules::new(ElementTypes::of(ElementType::F32), AxisRules::ANY);

    #[test]
    #[should_panic = "the type allows any rank"]
    fn an_open_rank_stops_the_compiler() {
        let _ = ConstShape::of_rules(&Rules::Tensor(OPEN));
    }

    #[test]
    fn rules_without_one_shape_are_refused() {
        let refused = |rules: &Rules<'_>| Shape::of_rules(rules).expect_err("no shape").to_string();
        assert!(refused(&Rules::Tensor(OPEN)).contains("an XLA shape has one rank"));
        assert!(refused(&Rules::ANY).contains("an XLA shape has one element type"));
        assert!(refused(&String::RULES).contains("XLA"));
        let params = [Param { presence: Presence::Many, ..Param::new("a", TensorRules::scalar(ElementType::U8)) }];
        let many = refused(&Rules::Record(RecordRules::new(&params)));
        assert_eq!(many, no_optional_members().to_string());
    }
}
