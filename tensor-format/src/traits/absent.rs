//! What stands in for absent parameters: it is held to the rules of its record, as what is sent is.

use alloc::boxed::Box;

use super::{
    Encode, EncodeFields, EncodePart, HasRules, InRange, Names, Payload, Sink, flatten::write_part, part::Axes,
};
use crate::{
    __private::param_of,
    Bindings, Block, DecodeError, ElementType, EncodeError, ErrorKind, RecordType,
    rules::join::{Flattening, range_of_part},
};

/// Holds the default of parameter `I` of the record `R` to its rules, and its named axes to those that were sent.
///
/// # Errors
///
/// [`UnfitDefault`](ErrorKind::UnfitDefault).
pub fn hold_default<'a, R: HasRules, P: EncodePart<'a>, const I: usize>(
    field: &P,
    axes: Axes<'_>,
) -> Result<(), DecodeError> {
    let param = const { &param_of::<R, I>() };
    let held = field.encode(&mut InRange::new(&mut Nowhere, param.rules.range), axes);
    held.map_err(|error| unfit(error.in_parameter(param.name)))
}

/// The same for a map, part `I` of the record `R`.
///
/// # Errors
///
/// [`UnfitDefault`](ErrorKind::UnfitDefault).
pub fn hold_map_default<'a, R: Flattening + HasRules, F: EncodeFields<'a>, const I: usize>(
    map: &F,
    axes: Axes<'_>,
) -> Result<(), DecodeError> {
    let range = const { range_of_part::<R>(I) };
    map.encode(&mut InRange::new(&mut Nowhere, range), Names::of(R::RECORD), axes).map_err(unfit)
}

/// Holds part `I` of the record `R`, of which a parameter is absent, to the names of axes that stand outside of it too.
pub(super) fn hold_part<R: Flattening, T: Encode, const I: usize>(
    part: &T,
    axes: &mut Bindings,
) -> Result<(), DecodeError> {
    write_part::<R, T, _, I>(part, &mut Nowhere, Some(axes)).map_err(unfit)
}

#[cold]
fn unfit(error: EncodeError) -> DecodeError {
    let name = error.parameter().map(Box::<str>::from);
    let error = DecodeError::new(ErrorKind::UnfitDefault(Box::new(error.into_kind())));
    match name {
        Some(name) => error.in_parameter(&name),
        None => error,
    }
}

/// Takes tensors for the sake of their headers.
struct Nowhere;

impl<'a> Sink<'a> for Nowhere {
    fn tensor<P: Payload<'a>>(&mut self, _: ElementType, _: &[usize], _: &P) -> Result<(), EncodeError> {
        Ok(())
    }

    fn block<T: Block>(&mut self, _: &'a T) -> Result<(), EncodeError> {
        Ok(())
    }

    fn record(&mut self, _: RecordType, _: &[usize]) -> Result<(), EncodeError> {
        Ok(())
    }

    fn names<'n, I>(&mut self, _: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        Ok(())
    }
}
