//! The trait by which values are written as tensors.
//!
//! [`Encode`] passes a value's header and elements to a sink. `batch` writes many values as tensors with one more axis,
//! a tensor (column) for each parameter; `validate` writes a value to a sink that keeps nothing but what breaks the
//! rules.

use super::Sink;
use crate::{EncodeError, HasRules, Header};

pub(crate) mod batch;
pub(crate) mod records;
pub(crate) mod validate;

/// A value that can be written in every format.
///
/// Derive it with `#[derive(Tensor)]`. An implementation by hand says which tensor the value is, and leaves the rest to
/// the sink:
///
/// ```
/// use tensor_format::{ElementType, Encode, EncodeError, HasRules, Rules, codec::{ElementSink, Payload, Sink}, rules::Dim};
///
/// /// 64 flags, as booleans `[64]`.
/// struct Flags(u64);
///
/// impl HasRules for Flags {
///     const RULES: Rules<'static> = Rules::tensor(ElementType::Bool, &[Dim::exact(64)]);
/// }
///
/// impl Encode for Flags {
///     fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
///         sink.tensor(ElementType::Bool, &[64], &Bits(self.0))
///     }
/// }
///
/// struct Bits(u64);
///
/// impl<'a> Payload<'a> for Bits {
///     fn write<W: ElementSink<'a>>(&self, out: &mut W) -> Result<(), EncodeError> {
///         let bits: [bool; 64] = core::array::from_fn(|i| self.0 >> i & 1 == 1);
///         out.copy_numbers(&bits)
///     }
/// }
///
/// let bytes = tensor_format::to_vec(&Flags(5))?;
/// assert_eq!(bytes[..6], [13, 1, 64, 1, 0, 1]);
/// # Ok::<(), EncodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be encoded as a tensor or record",
    label = "`Encode` is not implemented",
    note = "for your own type, add `#[derive(tensor_format::Tensor)]` to it and to the types in its `<..>`; `Option` and `Many` stand only in fields of a record"
)]
#[cfg_attr(
    not(feature = "derive"),
    diagnostic::on_unimplemented(
        note = "the derive needs the feature `derive` of tensor-format, which is off: add `\"derive\"` to the `features` of tensor-format in Cargo.toml"
    )
)]
#[cfg_attr(
    not(all(feature = "ndarray", feature = "std")),
    diagnostic::on_unimplemented(
        note = "some types need a feature of tensor-format in Cargo.toml: arrays of ndarray `ndarray`, `f16` `half`, `Complex` `num-complex`, `HashMap` and `HashSet` `std`"
    )
)]
#[diagnostic::on_unimplemented(
    note = "in a generic function, bound the whole type, as `where Vec<T>: tensor_format::Encode`"
)]
pub trait Encode: HasRules {
    /// Passes the value to a sink, which may keep references to what lives as long as the value.
    ///
    /// # Errors
    ///
    /// When the value breaks its own rules (an axis of a length that its attribute forbids), or the format cannot hold
    /// it.
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError>;

    /// Returns element type and shape of the value.
    ///
    /// # Errors
    ///
    /// [`RecordFound`](crate::ErrorKind::RecordFound) if the value is a record, and as [`encode`](Self::encode): a
    /// ragged batch has no header.
    ///
    /// ```
    /// use tensor_format::Encode;
    /// assert_eq!(vec![[1.0f32; 4]; 3].header()?.to_string(), "f32 [3, 4]");
    /// # Ok::<(), tensor_format::EncodeError>(())
    /// ```
    fn header(&self) -> Result<Header, EncodeError> {
        batch::header(self)
    }

    /// Checks the elements against the ranges of their parameters, `#[tensor(range = 0.0..=1.0)]`, which neither
    /// writing nor reading checks.
    ///
    /// # Errors
    ///
    /// [`violations`](EncodeError::violations) lists every element that is out of its range, with parameter, index,
    /// range and number (the first
    /// [`MAX_VIOLATIONS`](crate::MAX_VIOLATIONS)). If the value cannot be written at all, because it breaks the rules
    /// of its shapes, that ends the list.
    ///
    #[cfg_attr(feature = "derive", doc = "```")]
    #[cfg_attr(not(feature = "derive"), doc = "```ignore")]
    /// use tensor_format::{Encode, Tensor};
    ///
    /// #[derive(Tensor)]
    /// struct Scores {
    ///     #[tensor(range = 0.0..=1.0)]
    ///     scores: Vec<f32>,
    /// }
    ///
    /// assert!(Scores { scores: vec![0.0, 1.0] }.validate().is_ok());
    /// let error = Scores { scores: vec![0.5, 1.5, -0.1] }.validate().unwrap_err();
    /// let violations: Vec<String> = error.violations().map(ToString::to_string).collect();
    /// assert_eq!(violations.len(), 2);
    /// assert_eq!(violations[0], "parameter `scores`: element [1]: expected 0.0..=1.0, found 1.5");
    /// ```
    fn validate(&self) -> Result<(), EncodeError> {
        validate::validate(self, Self::RULES)
    }

    /// Passes many values to a sink as one: each tensor gains an outermost axis, `[n, ..]`.
    ///
    /// # Errors
    ///
    /// As [`encode`](Self::encode), and [`RaggedBatch`](crate::ErrorKind::RaggedBatch) if the values differ in element
    /// type or shape.
    fn encode_batch<'a, S: Sink<'a>>(items: &'a [Self], sink: &mut S) -> Result<(), EncodeError>
    where
        Self: Sized,
    {
        batch::encode_batch(items, sink)
    }
}
