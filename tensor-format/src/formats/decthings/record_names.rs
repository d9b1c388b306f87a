//! Records that are written without names, and the table of names in front of the others.

use super::Options;
use crate::{DecodeError, ErrorKind, Limit, RecordOrder, Rules};

/// The first bytes of a table of names: the element type `string` and the rank 1. The table of a
/// [`RecordType`](crate::RecordType) goes on with the length of the axis, and each name behind its length.
pub(super) const TABLE_HEADER: [u8; 2] = [11, 1];

/// Returns the number of parameters of a record whose type lists each exactly once. For another type it returns an
/// error, which `in_parameter` gives the name of the first parameter at fault, if the type lists any.
pub(super) fn expect_each_once<E>(rules: &Rules<'_>, in_parameter: fn(E, &str) -> E) -> Result<usize, E>
where
    E: From<ErrorKind>,
{
    match rules {
        Rules::Record(rules) if !rules.is_empty() => match rules.listed().iter().find(|param| !param.is_required()) {
            Some(param) => Err(in_parameter(ErrorKind::Unnamed.into(), param.name)),
            None => Ok(rules.len()),
        },
        _ => Err(ErrorKind::Unnamed.into()),
    }
}

/// Begins a record without names, whose tensors come in the order in which its type lists them. An error, at byte
/// `place` of the input, if the type does not list each exactly once, or lists too many.
pub(super) fn begin_unnamed(rules: &Rules<'_>, options: &Options, place: u64) -> Result<RecordOrder, DecodeError> {
    let found = expect_each_once(rules, DecodeError::in_parameter).map_err(|error| error.at(place))?;
    Limit::Params.check(options.max_params, found).map_err(|kind| DecodeError::new(kind).at(place))?;
    Ok(RecordOrder::Declared)
}
