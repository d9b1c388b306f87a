//! Reads records from a table of tensors and creates only the tensors that a type names.

use alloc::{collections::BTreeMap, string::String, vec::Vec};

use super::{Value, from_value};
use crate::{
    Decode, DecodeError, ErrorKind, ParamNames, RecordRef, Rules, TensorRef, error::AddPlace,
    rules::positions::Positions,
};

/// Returns the error for a tensor that is asked for by its name and is not there.
#[cold]
pub(crate) fn missing(name: &str) -> DecodeError {
    DecodeError::new(ErrorKind::MissingParam { unknown: ParamNames::default() }).in_parameter(name)
}

/// The tensors that the rules of a type name.
pub(crate) struct Chosen<'n, 'de> {
    record: RecordRef<'de>,
    /// Some of the names that the rules do not list.
    unknown: Vec<&'n str>,
    /// Whether the rules are of a map in its sparse form, of which nothing is there.
    for_map: bool,
}

impl<'de> Chosen<'_, 'de> {
    /// Reads a value of the type.
    pub(crate) fn read<T: Decode<'de>>(self) -> Result<T, DecodeError> {
        match from_value(&Value::Record(self.record)) {
            Ok(value) => Ok(value),
            Err(error) => {
                let error = error.beside(self.unknown);
                Err(if self.for_map { error.for_map() } else { error })
            }
        }
    }
}

/// Returns the tensors that the rules of a type name. `make` creates a tensor, and is called only for those, so that
/// faults of the others do not matter; for all of them if the type lists no parameters.
pub(crate) fn chosen<'n, 'de, P>(
    rules: &Rules<'_>,
    tensors: impl ExactSizeIterator<Item = (&'n str, P)>,
    make: impl Fn(P) -> Result<TensorRef<'de>, DecodeError>,
) -> Result<Chosen<'n, 'de>, DecodeError> {
    let Rules::Record(rules) = rules else {
        return Err(ErrorKind::RecordFound { tensors: tensors.len() }.into());
    };
    let (mut record, mut unknown, mut positions) = (RecordRef::new(), Vec::new(), Positions::new(rules));
    for (name, tensor) in tensors {
        if rules.is_empty() || positions.find(name, record.len()).is_some() {
            record.push(String::from(name), make(tensor).in_parameter(name)?);
        } else if rules.denies_unknown() {
            return Err(DecodeError::new(rules.unknown(name)).in_parameter(name));
        } else if unknown.len() < ParamNames::KEPT {
            unknown.push(name);
        }
    }
    let for_map = record.is_empty() && !unknown.is_empty() && rules.are_of_map();
    Ok(Chosen { record, unknown, for_map })
}

/// Returns the tensors of these names, in the order of the names. `make` creates a tensor, and is called only for
/// those.
pub(crate) fn tensors_of<'n, 'de, P: Copy>(
    names: impl IntoIterator<Item = impl AsRef<str>>,
    tensors: impl Iterator<Item = (&'n str, P)>,
    make: impl Fn(P) -> Result<TensorRef<'de>, DecodeError>,
) -> Result<Vec<TensorRef<'de>>, DecodeError> {
    let tensors: BTreeMap<&str, P> = tensors.collect();
    let tensor = |name: &str| match tensors.get(name) {
        Some(tensor) => make(*tensor).in_parameter(name),
        None => Err(missing(name).beside(tensors.keys().copied())),
    };
    names.into_iter().map(|name| tensor(name.as_ref())).collect()
}
