//! The traits of one field of a derived record: to write it, to read it, and to read into it. A field is a part of its
//! record: one parameter, or all parameters of a record that it holds.

use crate::{
    Decode, DecodeError, Encode, EncodeError, HasRules, Param, Presence, Rules, Sink, Slot, Source,
    traits::sink::fields::{AxisLengths, FieldNames},
};

/// A type of a field, and the parameter that it makes in the rules of its record.
pub trait FieldParam {
    /// The parameter that the field's type makes, without a name.
    const ENTRY: Param<'static>;
}

/// A field of a record, as the tensors to write.
pub trait EncodePart<'a>: Sized {
    /// Whether the field is a record, whose parameters are among those of the outer record under the field's name.
    const NESTS: bool = false;
    /// The number of parameters of the field: 1 unless it is a record.
    const LEN: usize = 1;
    /// The rules of the field, if it is a record.
    const RULES: Rules<'static> = Rules::ANY;
    /// Whether the field has one tensor whatever its value, so that nothing is compiled to count them.
    const IS_ONE: bool = false;

    /// Returns the number of tensors to write: 0 or 1, or any number for [`Many`](crate::Many).
    fn count(&self) -> usize;

    /// Writes the tensors of the field, and checks their named axes against `axes` if these are given.
    ///
    /// # Errors
    ///
    /// Those of the tensors.
    fn encode<S: Sink<'a>>(&self, sink: &mut S, axes: AxisLengths<'_>) -> Result<(), EncodeError>;

    /// Puts the number of tensors of each parameter into `counts`, of a field that is a record.
    fn count_nested(&self, counts: &mut [usize]) {
        let _ = counts;
    }

    /// Writes the tensors of a field that is a record. `names` are those of the outer record, from the first of its
    /// parameters on.
    ///
    /// # Errors
    ///
    /// Those of the tensors, under the names that their parameters have in the outer record.
    fn encode_nested<S: Sink<'a>>(&self, sink: &mut S, names: FieldNames) -> Result<(), EncodeError> {
        let _ = (sink, names);
        Ok(())
    }

    /// Writes the tensors of the field, whose parameters are the first of `names`, and takes these from `names`.
    ///
    /// # Errors
    ///
    /// As [`encode`](Self::encode) and [`encode_nested`](Self::encode_nested), under the parameter's name.
    #[inline(always)]
    fn write<S: Sink<'a>>(
        &self,
        sink: &mut S,
        names: &mut FieldNames,
        axes: &mut AxisLengths<'_>,
    ) -> Result<(), EncodeError> {
        let written = if const { Self::NESTS } {
            self.encode_nested(sink, *names)
        } else {
            self.encode(sink.parameter(names.position(0)), axes.as_deref_mut())
        };
        match written {
            Ok(()) => {
                *names = names.after(Self::LEN);
                Ok(())
            }
            Err(error) => Err(names.unwritten(0, error)),
        }
    }
}

/// A field to write that holds its tensors as values, so that it can return them.
pub trait FieldTensors<'a>: EncodePart<'a> {
    /// The type of each tensor of the field.
    type Item: Encode + 'a;

    /// Returns the tensors of the field.
    fn items(&self) -> &'a [Self::Item];
}

/// A field of a record that is built from the tensors that are read.
pub trait DecodePart<'de>: Sized {
    /// The type of each tensor of the field.
    type Item: Decode<'de>;
    /// The type that collects the tensors of the field.
    type Slot: Slot<Self::Item>;
    /// Whether the field is a record, as [`EncodePart::NESTS`].
    const NESTS: bool = is_record::<Self::Item>();
    /// The number of parameters of the field, as [`EncodePart::LEN`].
    const LEN: usize = param_count::<Self::Item>();
    /// Whether a tensor of the field may be absent in a record.
    const MAY_LACK: bool = lacks_some::<Self::Item>();

    /// Reads one tensor of the field.
    ///
    /// # Errors
    ///
    /// Those of the tensor.
    #[inline(always)]
    fn decode<S: Source<'de>>(source: &mut S, _axes: AxisLengths<'_>) -> Result<Self::Item, DecodeError> {
        Self::Item::decode(source)
    }

    /// Builds the field from the only tensor that was read for it.
    fn of_one(item: Self::Item) -> Self;

    /// Builds the field from the tensors that were collected; returns `None` if one is needed and there was none.
    fn of_slot(slot: Self::Slot) -> Option<Self>;

    /// Reads one tensor into an existing field, as `FieldKind::fill` does.
    ///
    /// # Errors
    ///
    /// Those of the tensor.
    #[inline]
    fn fill<S: Source<'de>>(&mut self, _read: usize, source: &mut S) -> Result<(), DecodeError> {
        *self = Self::of_one(Self::decode(source, None)?);
        Ok(())
    }

    /// Shortens the field to the `read` tensors that were read into it, as `FieldKind::keep` does.
    #[inline]
    fn keep(&mut self, read: usize) -> bool {
        read > 0
    }
}

/// Returns whether a value of this type is a record.
pub(crate) const fn is_record<T: HasRules>() -> bool {
    T::RULES.as_record().is_some()
}

/// Returns whether a value of this type is a record that may lack a tensor.
pub(crate) const fn lacks_some<T: HasRules>() -> bool {
    let Some(rules) = T::RULES.as_record() else { return false };
    let mut params = rules.listed();
    while let [first, rest @ ..] = params {
        if !first.is_required() {
            return true;
        }
        params = rest;
    }
    false
}

/// Returns whether a tensor of a field that holds `T` and is there so often may be absent. Reading anew and into a field
/// have to agree on it: it decides which of two errors is found first.
pub(crate) const fn may_lack<T: HasRules>(presence: Presence) -> bool {
    lacks_some::<T>() || !matches!(presence, Presence::Required)
}

/// Returns the number of parameters of a field of this type.
pub(crate) const fn param_count<T: HasRules>() -> usize {
    match T::RULES.as_record() {
        Some(record) => record.len(),
        None => 1,
    }
}

/// A field of an existing record, into which tensors are read.
pub trait FieldMut<'de> {
    /// The type of each tensor of the field.
    type Item: Decode<'de>;
    /// The type of the field.
    type Field;
    /// Whether the field is a record, whose parameters are among those of the outer record under the field's name.
    const NESTS: bool = is_record::<Self::Item>();
    /// The number of parameters of the field: 1 unless it is a record.
    const LEN: usize = param_count::<Self::Item>();
    /// Whether a tensor of the field may be absent in a record.
    const MAY_LACK: bool = true;

    /// Reads one tensor into the field, into which `read` tensors have been read already.
    ///
    /// # Errors
    ///
    /// Those of the tensor, and that of a second tensor where only one is allowed.
    fn fill<S: Source<'de>>(&mut self, read: usize, source: &mut S, axes: AxisLengths<'_>) -> Result<(), DecodeError>;

    /// Shortens the field to the `read` tensors that were read into it; returns `false` if a tensor is needed and none
    /// was read.
    fn keep(&mut self, read: usize) -> bool;

    /// Whether [`settle`](Self::settle) has something to say. Then it has to be called after [`keep`](Self::keep), which
    /// leaves all to it.
    const CONVERTS: bool = false;

    /// Returns, after all tensors of the record have been read, what was wrong with those of the field that were
    /// converted, or `false` if one is needed and none was read.
    ///
    /// # Errors
    ///
    /// That of the conversion.
    fn settle(&mut self) -> Result<bool, DecodeError> {
        Ok(true)
    }

    /// Replaces the value of the field.
    fn set(&mut self, field: Self::Field);
}
