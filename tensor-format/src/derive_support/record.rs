//! The fields of a derived record, as tuples.
//!
//! What the derive would otherwise write out for each record, a call and its error for each field in each direction, is
//! here once for each number of fields, so that deriving is cheap to compile. A tuple holds up to sixteen fields;
//! [`Chain`] joins several tuples for more.

use super::{
    DecodePart, EncodePart, FieldParam,
    field_state::{FieldSlot, absent_field, given_up, unexplained},
    flatten::{
        count_kept,
        nested::{read_nested, read_nested_with_gaps},
    },
    part::lacks_some,
};
use crate::{
    Bindings, DecodeError, EncodeError, ParamMatcher, RecordOrder, RecordRules, RecordType, Sink, Source,
    traits::{
        EmptyLimit,
        sink::fields::{AxisLengths, EncodeFields, FieldNames, begin_listed},
        with_unknown_names,
    },
};

mod chain;
mod table;
pub use chain::Chain;
pub use table::{FieldTable, ParamList, params};

/// All fields of a record, built from the tensors that are read.
pub trait DecodeFields<'de>: Sized {
    /// The number of parameters that the fields make.
    const LEN: usize;
    /// The type that collects the tensors of all fields.
    type Slots;

    /// Returns the empty collections of tensors, one for each field.
    fn slots() -> Self::Slots;

    /// Reads one tensor for each field, where the tensors come in the order of the fields.
    ///
    /// # Errors
    ///
    /// Those of the tensors, under the parameter's name.
    fn in_order<S: Source<'de>>(source: &mut S, names: FieldNames, axes: AxisLengths<'_>) -> Result<Self, DecodeError>;

    /// Does the same as [`in_order`](Self::in_order), inlined into the caller.
    ///
    /// # Errors
    ///
    /// As [`in_order`](Self::in_order).
    #[inline(always)]
    fn in_order_inlined<S: Source<'de>>(
        source: &mut S,
        names: FieldNames,
        axes: AxisLengths<'_>,
    ) -> Result<Self, DecodeError> {
        Self::in_order(source, names, axes)
    }

    /// Whether [`with_gaps`](Self::with_gaps) reads these fields.
    const READS_GAPS: bool = false;
    /// Whether a tensor of these fields may be absent.
    const MAY_LACK: bool = false;

    /// Does the same as [`in_order`](Self::in_order) if only the parameters whose bit is set in `present` have a
    /// tensor, as [`Source::present`] returns them.
    ///
    /// # Errors
    ///
    /// As [`in_order`](Self::in_order), and [`MissingParam`](crate::ErrorKind::MissingParam).
    fn with_gaps<S: Source<'de>>(
        source: &mut S,
        names: FieldNames,
        axes: AxisLengths<'_>,
        present: u64,
    ) -> Result<Self, DecodeError> {
        let _ = present;
        Self::in_order(source, names, axes)
    }

    /// Reads a tensor of the parameter at position `index` and puts it into `slots`.
    ///
    /// # Errors
    ///
    /// Those of the tensor, and that of a second tensor where only one is allowed.
    fn push<S: Source<'de>>(
        slots: &mut Self::Slots,
        index: usize,
        source: &mut S,
        axes: AxisLengths<'_>,
    ) -> Result<(), DecodeError>;

    /// Builds the fields from the tensors that were collected, and takes these out of `slots`: of a part that is moved
    /// out of a value, the compiler keeps account wherever it could end early. Items without elements of tensors that
    /// were kept count against `empty`.
    ///
    /// # Errors
    ///
    /// [`MissingParam`](crate::ErrorKind::MissingParam), and [`UnfitDefault`](crate::ErrorKind::UnfitDefault) of a flattened record.
    fn collect(
        slots: &mut Self::Slots,
        names: FieldNames,
        axes: AxisLengths<'_>,
        empty: &mut EmptyLimit,
    ) -> Result<Self, DecodeError>;
}

/// Calls the macro `$tuple` for each number of fields up to sixteen: with a type, a variable and a position for each.
macro_rules! tuples {
    ($tuple:ident) => {
        tuples!(
            @ $tuple [] [A a 0] [B b 1] [C c 2] [D d 3] [E e 4] [F f 5] [G g 6] [H h 7]
            [I i 8] [J j 9] [K k 10] [L l 11] [M m 12] [N n 13] [O o 14] [P p 15]
        );
    };
    (@ $tuple:ident [$($known:tt)*]) => { $tuple!($($known)*); };
    (@ $tuple:ident [$($known:tt)*] $next:tt $($rest:tt)*) => {
        $tuple!($($known)*);
        tuples!(@ $tuple [$($known)* $next] $($rest)*);
    };
}
pub(crate) use tuples;

macro_rules! tuple {
    ($([$part:ident $field:ident $index:tt])*) => {
        impl<Checked, $($part: FieldParam),*> FieldTable<Checked> for ($($part,)*) {
            const FIELDS: ParamList = ParamList {
                fields: &[$($part::ENTRY),*],
                are_tensors: true $(&& $part::ENTRY.name.is_empty())*,
                more: None,
            };
        }

        #[allow(unused_variables, unused_mut, reason = "there may be no field")]
        impl<'a, $($part: EncodePart<'a>),*> EncodeFields<'a> for ($($part,)*) {
            const LEN: usize = { 0usize $(.saturating_add($part::LEN))* };

            #[inline]
            fn count(&self, counts: &mut [usize]) {
                $(let counts = match counts.split_at_mut_checked($part::LEN) {
                    Some((first, rest)) => {
                        if const { $part::NESTS } {
                            self.$index.count_nested(first);
                        } else {
                            first.fill(self.$index.count());
                        }
                        rest
                    }
                    None => counts,
                };)*
            }

            #[inline(always)]
            fn begin<S: Sink<'a>>(&self, sink: &mut S, record: RecordType) -> Result<(), EncodeError> {
                // Of constants the compiler knows what follows from them, of a list it does not.
                if const { true $(&& $part::IS_ONE)* } {
                    sink.record(record, const { &[1; <[usize]>::len(&[$($index),*])] })
                } else if const { false $(|| $part::NESTS)* } {
                    begin_listed(self, sink, record)
                } else {
                    sink.record(record, &[$(self.$index.count()),*])
                }
            }

            #[inline]
            fn encode<S: Sink<'a>>(
                &self,
                sink: &mut S,
                mut names: FieldNames,
                mut axes: AxisLengths<'_>,
            ) -> Result<(), EncodeError> {
                $(self.$index.write(sink, &mut names, &mut axes)?;)*
                Ok(())
            }

            #[inline]
            fn encode_at<S: Sink<'a>>(
                &self,
                index: usize,
                sink: &mut S,
                names: FieldNames,
            ) -> Result<(), EncodeError> {
                $(let Some(index) = index.checked_sub($part::LEN) else {
                    return self.$index.write(sink, &mut { names }, &mut None);
                };
                let names = names.after($part::LEN);)*
                Ok(())
            }
        }

        #[allow(unused_variables, unused_mut, reason = "there may be no field")]
        impl<'de, $($part: DecodePart<'de>),*> DecodeFields<'de> for ($($part,)*) {
            const LEN: usize = { 0usize $(.saturating_add($part::LEN))* };
            const READS_GAPS: bool = true;
            const MAY_LACK: bool = false $(|| $part::MAY_LACK)*;
            type Slots = ($(FieldSlot<'de, $part::Slot>,)*);

            #[allow(clippy::unused_unit, reason = "there may be no field")]
            fn slots() -> Self::Slots {
                ($(FieldSlot::<'de, $part::Slot>::default(),)*)
            }

            #[inline]
            fn in_order<S: Source<'de>>(
                source: &mut S,
                names: FieldNames,
                axes: AxisLengths<'_>,
            ) -> Result<Self, DecodeError> {
                Self::in_order_inlined(source, names, axes)
            }

            #[inline(always)]
            fn in_order_inlined<S: Source<'de>>(
                source: &mut S,
                mut names: FieldNames,
                mut axes: AxisLengths<'_>,
            ) -> Result<Self, DecodeError> {
                $(let $field = if const { S::EXPLAINS } {
                    read_field::<$part, S>(source, &mut names, &mut axes)?
                } else {
                    read_field_inlined::<$part, S>(source, &mut names, &mut axes)?
                };)*
                Ok(($($field,)*))
            }

            #[inline(always)]
            fn with_gaps<S: Source<'de>>(
                source: &mut S,
                names: FieldNames,
                mut axes: AxisLengths<'_>,
                present: u64,
            ) -> Result<Self, DecodeError> {
                $(let own = names.bits(present, $part::LEN);
                let has_all = own == names.bits(u64::MAX, $part::LEN);
                let $field = if const { !S::EXPLAINS && !$part::MAY_LACK } {
                    if !has_all {
                        return Err(unexplained(source));
                    }
                    read_field_inlined::<$part, S>(source, &mut { names }, &mut axes)?
                } else if own == 0 {
                    absent_field::<$part>(names)?
                } else if const { $part::NESTS } && !has_all {
                    if const { !S::EXPLAINS && !lacks_some::<$part::Item>() } {
                        return Err(unexplained(source));
                    }
                    match read_nested_with_gaps::<$part, S>(source, names, own) {
                        Ok(item) => $part::of_one(item),
                        Err(error) => return Err(names.unread(0, error)),
                    }
                } else if const { S::EXPLAINS } {
                    read_field::<$part, S>(source, &mut { names }, &mut axes)?
                } else {
                    read_field_inlined::<$part, S>(source, &mut { names }, &mut axes)?
                };
                let names = names.after($part::LEN);)*
                Ok(($($field,)*))
            }

            fn push<S: Source<'de>>(
                slots: &mut Self::Slots,
                index: usize,
                source: &mut S,
                axes: AxisLengths<'_>,
            ) -> Result<(), DecodeError> {
                $(let Some(index) = index.checked_sub($part::LEN) else {
                    return slots.$index.push::<$part, S>(index, source, axes);
                };)*
                Ok(())
            }

            fn collect(
                slots: &mut Self::Slots,
                mut names: FieldNames,
                _: AxisLengths<'_>,
                empty: &mut EmptyLimit,
            ) -> Result<Self, DecodeError> {
                $(let $field = slots.$index.collect::<$part>(&mut names, empty)?;)*
                Ok(($($field,)*))
            }
        }
    };
}

tuples!(tuple);

/// Reads a field whose parameters are the first of `names` and have one tensor each, and takes these from `names`.
///
/// # Errors
///
/// Those of the tensors, under the parameter's name.
#[inline]
fn read_field<'de, P: DecodePart<'de>, S: Source<'de>>(
    source: &mut S,
    names: &mut FieldNames,
    axes: &mut AxisLengths<'_>,
) -> Result<P, DecodeError> {
    read_field_inlined(source, names, axes)
}

/// Does the same as [`read_field`], inlined into the caller.
#[inline(always)]
fn read_field_inlined<'de, P: DecodePart<'de>, S: Source<'de>>(
    source: &mut S,
    names: &mut FieldNames,
    axes: &mut AxisLengths<'_>,
) -> Result<P, DecodeError> {
    let read = if const { P::NESTS } { read_nested(source, *names) } else { P::decode(source, axes.as_deref_mut()) };
    match read {
        Ok(item) => {
            *names = names.after(P::LEN);
            Ok(P::of_one(item))
        }
        Err(error) if S::EXPLAINS => Err(names.unread(0, error)),
        Err(error) => Err(error),
    }
}

/// Reads the fields of a record. `begun` is the order of its tensors, or an error, which is returned. Tensors in
/// declared order are read in one go, others by name. `named` says whether axes have names. What depends on its type
/// alone comes as plain data, so that this is compiled once for all records whose fields have the same types.
///
/// # Errors
///
/// Those of the source and of the tensors, and [`MissingParam`](crate::ErrorKind::MissingParam).
#[inline(always)]
pub fn decode_record<'de, F, S>(
    begun: Result<RecordOrder, DecodeError>,
    source: &mut S,
    record: RecordType,
    named: bool,
) -> Result<F, DecodeError>
where
    F: DecodeFields<'de>,
    S: Source<'de>,
{
    // A value of a row is in registers, and would not be behind one more step.
    if const { S::EXPLAINS || S::COLUMNS_ALONE } {
        return decode_fields(begun, source, record, named);
    }
    given_up(decode_fields(begun, source, record, named), source)
}

#[inline(always)]
fn decode_fields<'de, F, S>(
    begun: Result<RecordOrder, DecodeError>,
    source: &mut S,
    record: RecordType,
    named: bool,
) -> Result<F, DecodeError>
where
    F: DecodeFields<'de>,
    S: Source<'de>,
{
    match begun {
        Ok(order) if const { !S::EXPLAINS && reads_gaps::<F>() } && named => {
            unexplained_gaps(order, source, record, Some(&mut Bindings::new()))
        }
        Ok(order) if const { !S::EXPLAINS && reads_gaps::<F>() } => unexplained_gaps(order, source, record, None),
        Ok(RecordOrder::Declared) if named => F::in_order(source, FieldNames::of(record), Some(&mut Bindings::new())),
        Ok(RecordOrder::Declared) if !S::EXPLAINS => F::in_order_inlined(source, FieldNames::of(record), None),
        Ok(RecordOrder::Declared) => F::in_order(source, FieldNames::of(record), None),
        // A field is missing, for which this source gives no reason.
        Ok(RecordOrder::Any) if const { !S::EXPLAINS && !F::MAY_LACK } => Err(unexplained(source)),
        Ok(RecordOrder::Any) if named => by_name(source, record, Some(&mut Bindings::new())),
        Ok(RecordOrder::Any) => by_name(source, record, None),
        Err(error) => Err(error),
    }
}

/// Does the same as [`decode_record`] for a record with defaults: puts the lengths of named axes into `axes`, against
/// which the caller then checks the defaults by [`hold_default`](crate::derive_support::hold_default).
///
/// # Errors
///
/// As [`decode_record`].
#[inline]
pub fn decode_bound<'de, F, S>(
    begun: Result<RecordOrder, DecodeError>,
    source: &mut S,
    record: RecordType,
    axes: AxisLengths<'_>,
) -> Result<F, DecodeError>
where
    F: DecodeFields<'de>,
    S: Source<'de>,
{
    let read = match begun {
        Ok(order) if const { !S::EXPLAINS && reads_gaps::<F>() } => unexplained_gaps(order, source, record, axes),
        Ok(RecordOrder::Declared) => F::in_order(source, FieldNames::of(record), axes),
        Ok(RecordOrder::Any) if const { !S::EXPLAINS && !F::MAY_LACK } => Err(unexplained(source)),
        Ok(RecordOrder::Any) => by_name(source, record, axes),
        Err(error) => Err(error),
    };
    given_up(read, source)
}

/// Returns whether these fields are read by [`with_gaps`](DecodeFields::with_gaps).
const fn reads_gaps<'de, F: DecodeFields<'de>>() -> bool {
    F::READS_GAPS && F::MAY_LACK && F::LEN <= u64::BITS as usize
}

/// Reads the fields whose tensors the source has, for a source that gives no reasons.
#[inline(always)]
fn unexplained_gaps<'de, F, S>(
    order: RecordOrder,
    source: &mut S,
    record: RecordType,
    axes: AxisLengths<'_>,
) -> Result<F, DecodeError>
where
    F: DecodeFields<'de>,
    S: Source<'de>,
{
    let present = if order == RecordOrder::Declared { Some(u64::MAX) } else { source.present(record) };
    match present {
        Some(present) => F::with_gaps(source, FieldNames::of(record), axes, present),
        None => Err(unexplained(source)),
    }
}

#[inline(never)]
fn by_name<'de, F, S>(source: &mut S, record: RecordType, mut axes: AxisLengths<'_>) -> Result<F, DecodeError>
where
    F: DecodeFields<'de>,
    S: Source<'de>,
{
    let names = FieldNames::of(record);
    if const { reads_gaps::<F>() } {
        if let Some(present) = source.present(record) {
            return F::with_gaps(source, names, axes, present);
        }
    }
    let rules = record.rules().as_record().copied().unwrap_or(RecordRules::ANY);
    let mut slots = F::slots();
    let mut params = ParamMatcher::new(&rules);
    while let Some(index) = params.next(RecordOrder::Any, source)? {
        if let Err(error) = F::push(&mut slots, index, source, axes.as_deref_mut()) {
            return Err(names.unread(index, error));
        }
    }
    let before = source.empty_limit();
    let mut empty = before;
    let collected = F::collect(&mut slots, names, axes, &mut empty);
    match count_kept(collected, source, empty.since(&before)) {
        Ok(fields) => Ok(fields),
        Err(error) => Err(with_unknown_names(error, source, &rules)),
    }
}
