//! Enums as tensors of different element types.

use crate::{DecodeError, ElementTypes, HasRules, PeekedTensor, Rules, Source};

/// Returns the element types of one tensor.
#[must_use]
pub const fn types_of(rules: Rules<'_>) -> ElementTypes {
    match rules {
        Rules::Tensor(rules) => rules.types,
        Rules::Record(_) => ElementTypes::NONE,
    }
}

/// Begins a tensor of the union `U`, and finds the variant whose element types have that of the tensor.
///
/// # Errors
///
/// What contradicts the rules of the union.
pub fn begin_union<'s, 'de, U: HasRules, S: Source<'de>>(
    source: &'s mut S,
    variants: &[ElementTypes],
) -> Result<(usize, PeekedTensor<S::Elements<'s>>), DecodeError> {
    let begun = PeekedTensor::new(source, &const { U::RULES.expect_tensor() })?;
    let position = begun
        .peek()
        .and_then(|header| variants.iter().position(|types| types.contains(header.element_type)))
        .unwrap_or_default();
    Ok((position, begun))
}
