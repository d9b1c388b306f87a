//! Enums whose variants are tensors of different element types.

use crate::{DecodeError, ElementTypes, HasRules, PeekedTensor, Rules, Source};

/// Returns the element types that rules allow; none for those of a record.
#[must_use]
pub const fn types_of(rules: Rules<'_>) -> ElementTypes {
    match rules {
        Rules::Tensor(rules) => rules.types,
        Rules::Record(_) => ElementTypes::NONE,
    }
}

/// Begins to read a tensor of the enum `U`, and finds the variant that has its element type.
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
