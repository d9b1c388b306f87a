//! Enums as records: the label of a variant, and the parameters of that variant under its label.
//!
//! The parameters of all variants follow the label's, one after another, those of each variant under a prefix, as the
//! parameters of a nested record do. A value has those of one variant. Writing counts none of the others. Reading
//! begins with the label: the variant then reads from a view of the source (`source`), which refuses the parameters of
//! the others. Where something comes before the label, it is kept until the label has been read.

use core::marker::PhantomData;

use super::{
    checks::{
        flatten::position_of_own,
        parts::{Flattening, width},
    },
    flatten::nested::{in_nested, prefix_in},
};
use crate::{
    Bindings, Encode, EncodeError, HasRules, RecordType, Sink,
    traits::sink::fields::{AxisLengths, EncodeFields, FieldNames},
};

mod read;
mod source;
pub use read::{decode_variant, fill_variant};
pub use source::{VariantSource, Variants};

/// Returns what [`Variants::RANGES`] lists for the variant of field `own` of the enum `R`, whose field 0 is the label.
#[must_use]
#[allow(clippy::arithmetic_side_effects, reason = "evaluated by the compiler")]
pub const fn variant_range<R: Flattening>(own: usize) -> (usize, usize) {
    if own == 0 { (1, 0) } else { (position_of_own::<R>(own), width::<R>(own)) }
}

/// Returns whether an axis of these parameters of `R` has a name.
#[allow(clippy::arithmetic_side_effects, reason = "evaluated by the compiler")]
const fn names_axes<R: HasRules>((start, len): (usize, usize)) -> bool {
    let (Some(record), mut at) = (R::RULES.as_record(), start) else { return false };
    while let Some(param) = record.get(at) {
        if at < start + len && param.rules.axes.has_names() {
            return true;
        }
        at += 1;
    }
    false
}

/// The fields of a variant that become a record of their own, to write among the parameters of the enum.
#[derive(Debug)]
pub struct RecordFields<F> {
    /// The type of that record.
    pub record: RecordType,
    /// Whether axes have names.
    pub named: bool,
    /// The fields to write.
    pub fields: F,
}

impl<'a, F: EncodeFields<'a>> EncodeFields<'a> for RecordFields<F> {
    const LEN: usize = F::LEN;

    fn count(&self, counts: &mut [usize]) {
        self.fields.count(counts);
    }

    fn encode<S: Sink<'a>>(&self, sink: &mut S, names: FieldNames, _: AxisLengths<'_>) -> Result<(), EncodeError> {
        let mut view = in_nested(sink, names, F::LEN);
        let written =
            self.fields.encode(&mut view, FieldNames::of(self.record), self.named.then(Bindings::new).as_mut());
        written.map_err(|error| error.prefixed(&prefix_in(&self.record.rules(), names)))
    }

    #[inline]
    fn encode_at<S: Sink<'a>>(&self, index: usize, sink: &mut S, names: FieldNames) -> Result<(), EncodeError> {
        let mut view = in_nested(sink, names, F::LEN);
        let written = self.fields.encode_at(index, &mut view, FieldNames::of(self.record));
        written.map_err(|error| error.prefixed(&prefix_in(&self.record.rules(), names)))
    }
}

/// A value of the enum `R`: its label, and the fields `F` of its variant, number `I` of those that have parameters,
/// counted from 1.
struct VariantFields<R, F, const I: usize> {
    label: &'static &'static str,
    fields: F,
    of: PhantomData<R>,
}

impl<'a, R: Flattening + HasRules, F: EncodeFields<'a>, const I: usize> EncodeFields<'a> for VariantFields<R, F, I> {
    const LEN: usize = match R::RULES.as_record() {
        Some(rules) => rules.len(),
        None => 0,
    };

    fn count(&self, counts: &mut [usize]) {
        let (start, len) = const { variant_range::<R>(I) };
        if let Some(label) = counts.first_mut() {
            *label = 1;
        }
        if let Some(counts) = counts.get_mut(start..start.saturating_add(len)) {
            self.fields.count(counts);
        }
    }

    fn encode<S: Sink<'a>>(&self, sink: &mut S, names: FieldNames, _: AxisLengths<'_>) -> Result<(), EncodeError> {
        if let Err(error) = self.label.encode(sink.parameter(names.position(0))) {
            return Err(names.unwritten(0, error));
        }
        let range = const { variant_range::<R>(I) };
        let mut axes = const { names_axes::<R>(variant_range::<R>(I)) }.then(Bindings::new);
        self.fields.encode(sink, names.after(range.0), axes.as_mut())
    }

    #[inline]
    fn encode_at<S: Sink<'a>>(&self, index: usize, sink: &mut S, names: FieldNames) -> Result<(), EncodeError> {
        if index == 0 {
            return self.label.encode(sink.parameter(names.position(0))).map_err(|error| names.unwritten(0, error));
        }
        let (start, len) = const { variant_range::<R>(I) };
        match index.checked_sub(start) {
            Some(index) if index < len => self.fields.encode_at(index, sink, names.after(start)),
            // A parameter of another variant.
            _ => Ok(()),
        }
    }
}

/// Writes a value of the enum `R`: a label, and the fields of the variant, number `I` of those that have parameters,
/// counted from 1; 0 if it has none.
///
/// # Errors
///
/// Those of the sink and of the fields, under the names that their parameters have in the enum.
pub fn encode_variant<'a, R, F, S, const I: usize>(
    sink: &mut S,
    label: &'static &'static str,
    fields: F,
) -> Result<(), EncodeError>
where
    R: Flattening + HasRules,
    F: EncodeFields<'a>,
    S: Sink<'a>,
{
    let named = const { names_axes::<R>(variant_range::<R>(I)) };
    sink.fields(R::RECORD, &VariantFields::<R, F, I> { label, fields, of: PhantomData }, named)
}
