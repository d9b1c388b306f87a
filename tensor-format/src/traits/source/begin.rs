//! Reads tensors whose type knows their number of axes: the defaults of [`Source`]'s methods for lists and whole values.

use super::Source;
use crate::{Block, DecodeBlock, DecodeError, ElementSource, Shape, TensorRules};

/// Reads the header of the next tensor, whose rules know its number of axes, and returns the length of the first axis
/// and the reader of the elements.
#[inline(always)]
fn begin<'s, 'de, S: Source<'de>>(
    source: &'s mut S,
    rules: &TensorRules<'_>,
    rank: usize,
) -> Result<(usize, S::Elements<'s>), DecodeError> {
    let mut lens = [0; Shape::INLINE];
    if let Some(lens) = lens.get_mut(..rank) {
        let elements = source.lengths_of(rules, lens)?;
        return Ok((lens.first().copied().unwrap_or_default(), elements));
    }
    let (header, elements) = source.tensor_of(rules, None)?;
    Ok((header.shape.first().copied().unwrap_or_default(), elements))
}

/// Reads the header of a list of values of type `T`: the default of [`Source::list_of`].
#[inline]
pub(crate) fn begin_list<'s, 'de, T: Block, S: Source<'de>>(
    source: &'s mut S,
) -> Result<(usize, S::Elements<'s>), DecodeError> {
    let rules = const { &T::RULES.batched().expect_tensor() };
    begin(source, rules, const { T::RULES.batched().expect_tensor().axes.rank() })
}

/// Reads the header of the next tensor, which is one value of type `T`, and returns the reader of its elements.
#[inline]
fn begin_whole<'s, 'de, T: Block, S: Source<'de>>(source: &'s mut S) -> Result<S::Elements<'s>, DecodeError> {
    let rules = const { &T::RULES.expect_tensor() };
    Ok(begin(source, rules, const { T::RULES.expect_tensor().axes.rank() })?.1)
}

/// Reads the next tensor as one value of type `T`.
pub(crate) fn read_whole<'de, T, S>(source: &mut S) -> Result<T, DecodeError>
where
    T: DecodeBlock<'de>,
    S: Source<'de>,
{
    let mut elements = begin_whole::<T, S>(source)?;
    let value = T::read(&mut elements)?;
    elements.end()?;
    Ok(value)
}

/// Reads the next tensor as one value of type `T` into an existing one, as [`read_whole`] does.
pub(crate) fn read_whole_into<'de, T, S>(value: &mut T, source: &mut S) -> Result<(), DecodeError>
where
    T: DecodeBlock<'de>,
    S: Source<'de>,
{
    let mut elements = begin_whole::<T, S>(source)?;
    value.read_into(&mut elements)?;
    elements.end()
}
