//! The fields of an existing derived record, to read into: like those of [`record`](crate::derive_support::record), but
//! each keeps its memory.

use super::{
    DecodePart, WithRules,
    field::checked,
    field_state::{FieldRead, given_up, unexplained},
    flatten::{
        count_kept,
        nested::{fill_nested, fill_nested_with_gaps},
    },
    part::{FieldMut, may_lack},
    record::{Chain, tuples},
};
use crate::traits::sink::fields::{AxisLengths, FieldNames};
use crate::{
    Bindings, Decode, DecodeError, ErrorKind, HasRules, ParamMatcher, RecordOrder, RecordRules, RecordType, Source,
    derive_support::params::{is_free_param, param_of},
    traits::{EmptyLimit, FieldKind, with_unknown_names},
};

impl<'de, T: DecodePart<'de>> FieldMut<'de> for &mut T {
    type Item = T::Item;
    type Field = T;
    const MAY_LACK: bool = T::MAY_LACK;

    #[inline]
    fn fill<S: Source<'de>>(&mut self, read: usize, source: &mut S, _: AxisLengths<'_>) -> Result<(), DecodeError> {
        T::fill(self, read, source)
    }

    #[inline]
    fn keep(&mut self, read: usize) -> bool {
        T::keep(self, read)
    }

    fn set(&mut self, field: T) {
        **self = field;
    }
}

/// A field to read into, whose type is given by its kind `K`, as that of
/// [`FieldValue`](crate::derive_support::FieldValue).
pub struct FieldMutOf<'f, K: FieldKind>(pub &'f mut K::Field);

impl<'de, K: FieldKind> FieldMut<'de> for FieldMutOf<'_, K>
where
    K::Item: Decode<'de>,
{
    type Item = K::Item;
    type Field = K::Field;
    const MAY_LACK: bool = may_lack::<K::Item>(K::PRESENCE);

    #[inline]
    fn fill<S: Source<'de>>(&mut self, read: usize, source: &mut S, _: AxisLengths<'_>) -> Result<(), DecodeError> {
        K::fill(self.0, read, source)
    }

    #[inline]
    fn keep(&mut self, read: usize) -> bool {
        K::keep(self.0, read)
    }

    fn set(&mut self, field: K::Field) {
        *self.0 = field;
    }
}

impl<'de, R: HasRules, T: FieldMut<'de>, const I: usize> FieldMut<'de> for WithRules<R, T, I> {
    type Item = T::Item;
    type Field = T::Field;
    const MAY_LACK: bool = T::MAY_LACK;

    #[inline]
    fn fill<S: Source<'de>>(&mut self, read: usize, source: &mut S, axes: AxisLengths<'_>) -> Result<(), DecodeError> {
        if const { is_free_param::<R, T::Item, I>() } {
            return self.0.fill(read, source, axes);
        }
        self.0.fill(read, &mut checked(source, const { &param_of::<R, I>() }, axes), None)
    }

    #[inline]
    fn keep(&mut self, read: usize) -> bool {
        self.0.keep(read)
    }

    const CONVERTS: bool = T::CONVERTS;

    fn settle(&mut self) -> Result<bool, DecodeError> {
        self.0.settle()
    }

    fn set(&mut self, field: T::Field) {
        self.0.set(field);
    }
}

/// A field to read into, and the function that makes its default.
pub struct FieldMutOr<T, F>(pub T, pub F);

impl<'de, T: FieldMut<'de>, F: Fn() -> T::Field> FieldMut<'de> for FieldMutOr<T, F> {
    type Item = T::Item;
    type Field = T::Field;

    #[inline]
    fn fill<S: Source<'de>>(&mut self, read: usize, source: &mut S, axes: AxisLengths<'_>) -> Result<(), DecodeError> {
        self.0.fill(read, source, axes)
    }

    fn keep(&mut self, read: usize) -> bool {
        if read == 0 {
            self.0.set((self.1)());
            return true;
        }
        self.0.keep(read)
    }

    const CONVERTS: bool = T::CONVERTS;

    fn settle(&mut self) -> Result<bool, DecodeError> {
        self.0.settle()
    }

    fn set(&mut self, field: T::Field) {
        self.0.set(field);
    }
}

/// Returns `None` in place of a field of type `T` that does not exist.
#[must_use]
pub const fn no_field<T>() -> Option<T> {
    None
}

/// All fields of an existing record, into which tensors are read.
pub trait FillFields<'de> {
    /// The number of parameters that the fields make.
    const LEN: usize;
    /// The state of reading: how many tensors of each field were read, or the tensors that are kept until all have been
    /// read.
    type Read: Default;

    /// Reads one tensor into each field, where the tensors come in the order of the fields.
    ///
    /// # Errors
    ///
    /// Those of the tensors, under the parameter's name.
    fn in_order<S: Source<'de>>(
        &mut self,
        source: &mut S,
        names: FieldNames,
        axes: AxisLengths<'_>,
    ) -> Result<(), DecodeError>;

    /// Whether [`with_gaps`](Self::with_gaps) reads into these fields.
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
        &mut self,
        source: &mut S,
        names: FieldNames,
        axes: AxisLengths<'_>,
        present: u64,
    ) -> Result<(), DecodeError> {
        let _ = present;
        self.in_order(source, names, axes)
    }

    /// Reads a tensor into the field of the parameter at position `index`.
    ///
    /// # Errors
    ///
    /// Those of the tensor, and that of a second tensor where only one is allowed.
    fn fill<S: Source<'de>>(
        &mut self,
        read: &mut Self::Read,
        index: usize,
        source: &mut S,
        axes: AxisLengths<'_>,
    ) -> Result<(), DecodeError>;

    /// Removes, after all tensors have been read, what fields still hold from before, and checks that no required field
    /// is missing. Items without elements of tensors that were kept count against `empty`.
    ///
    /// # Errors
    ///
    /// [`MissingParam`](crate::ErrorKind::MissingParam), and [`UnfitDefault`](crate::ErrorKind::UnfitDefault) of a
    /// flattened record.
    fn keep(
        &mut self,
        read: Self::Read,
        names: FieldNames,
        axes: AxisLengths<'_>,
        empty: &mut EmptyLimit,
    ) -> Result<(), DecodeError>;

    /// Whether [`settle`](Self::settle) has something to say.
    const CONVERTS: bool = false;

    /// Reports, after all tensors have been read, what was wrong with fields that were converted, as reading anew does,
    /// which converts them last.
    ///
    /// # Errors
    ///
    /// Those of conversions, and [`MissingParam`](crate::ErrorKind::MissingParam).
    fn settle(&mut self, names: FieldNames) -> Result<(), DecodeError> {
        let _ = names;
        Ok(())
    }
}

macro_rules! tuple {
    ($([$part:ident $field:ident $index:tt])*) => {
        #[allow(unused_variables, unused_mut, reason = "there may be no field")]
        impl<'de, $($part: FieldMut<'de>),*> FillFields<'de> for ($($part,)*) {
            const LEN: usize = { 0usize $(.saturating_add($part::LEN))* };
            const READS_GAPS: bool = true;
            const MAY_LACK: bool = false $(|| $part::MAY_LACK)*;
            type Read = [FieldRead<'de>; <[usize]>::len(&[$($index),*])];

            fn in_order<S: Source<'de>>(
                &mut self,
                source: &mut S,
                names: FieldNames,
                mut axes: AxisLengths<'_>,
            ) -> Result<(), DecodeError> {
                $(let read = if const { $part::NESTS } {
                    fill_nested(&mut self.$index, source, names)
                } else {
                    self.$index.fill(0, source, axes.as_deref_mut())
                };
                match read {
                    Ok(()) => self.$index.keep(1),
                    Err(error) => return Err(names.unread(0, error)),
                };
                let names = names.after($part::LEN);)*
                Ok(())
            }

            fn with_gaps<S: Source<'de>>(
                &mut self,
                source: &mut S,
                names: FieldNames,
                mut axes: AxisLengths<'_>,
                present: u64,
            ) -> Result<(), DecodeError> {
                $(let own = names.bits(present, $part::LEN);
                if own == 0 {
                    FieldRead::default().keep(&mut self.$index, names, &mut EmptyLimit::default())?;
                } else {
                    let read = if const { $part::NESTS } {
                        fill_nested_with_gaps(&mut self.$index, source, names, own)
                    } else {
                        self.$index.fill(0, source, axes.as_deref_mut())
                    };
                    match read {
                        Ok(()) => self.$index.keep(1),
                        Err(error) => return Err(names.unread(0, error)),
                    };
                }
                let names = names.after($part::LEN);)*
                Ok(())
            }

            fn fill<S: Source<'de>>(
                &mut self,
                read: &mut Self::Read,
                index: usize,
                source: &mut S,
                axes: AxisLengths<'_>,
            ) -> Result<(), DecodeError> {
                let [$($field),*] = read;
                $(let Some(index) = index.checked_sub($part::LEN) else {
                    return $field.fill(&mut self.$index, index, source, axes);
                };)*
                Ok(())
            }

            fn keep(
                &mut self,
                read: Self::Read,
                names: FieldNames,
                _: AxisLengths<'_>,
                empty: &mut EmptyLimit,
            ) -> Result<(), DecodeError> {
                let [$($field),*] = read;
                $($field.keep(&mut self.$index, names, empty)?;
                let names = names.after($part::LEN);)*
                Ok(())
            }

            const CONVERTS: bool = false $(|| $part::CONVERTS)*;

            fn settle(&mut self, names: FieldNames) -> Result<(), DecodeError> {
                $(if const { $part::CONVERTS } {
                    settled(self.$index.settle(), names.get(0))?;
                }
                let names = names.after($part::LEN);)*
                Ok(())
            }
        }
    };
}

tuples!(tuple);

impl<'de, T: FillFields<'de>, U: FillFields<'de>> FillFields<'de> for Chain<T, U> {
    const LEN: usize = T::LEN.saturating_add(U::LEN);
    const READS_GAPS: bool = T::READS_GAPS && U::READS_GAPS;
    const MAY_LACK: bool = T::MAY_LACK || U::MAY_LACK;
    type Read = (T::Read, U::Read);

    fn in_order<S: Source<'de>>(
        &mut self,
        source: &mut S,
        names: FieldNames,
        mut axes: AxisLengths<'_>,
    ) -> Result<(), DecodeError> {
        self.0.in_order(source, names, axes.as_deref_mut())?;
        self.1.in_order(source, names.after(T::LEN), axes)
    }

    fn with_gaps<S: Source<'de>>(
        &mut self,
        source: &mut S,
        names: FieldNames,
        mut axes: AxisLengths<'_>,
        present: u64,
    ) -> Result<(), DecodeError> {
        self.0.with_gaps(source, names, axes.as_deref_mut(), present)?;
        self.1.with_gaps(source, names.after(T::LEN), axes, present)
    }

    fn fill<S: Source<'de>>(
        &mut self,
        read: &mut Self::Read,
        index: usize,
        source: &mut S,
        axes: AxisLengths<'_>,
    ) -> Result<(), DecodeError> {
        match index.checked_sub(T::LEN) {
            None => self.0.fill(&mut read.0, index, source, axes),
            Some(index) => self.1.fill(&mut read.1, index, source, axes),
        }
    }

    fn keep(
        &mut self,
        read: Self::Read,
        names: FieldNames,
        mut axes: AxisLengths<'_>,
        empty: &mut EmptyLimit,
    ) -> Result<(), DecodeError> {
        self.0.keep(read.0, names, axes.as_deref_mut(), empty)?;
        self.1.keep(read.1, names.after(T::LEN), axes, empty)
    }

    const CONVERTS: bool = T::CONVERTS || U::CONVERTS;

    fn settle(&mut self, names: FieldNames) -> Result<(), DecodeError> {
        self.0.settle(names)?;
        self.1.settle(names.after(T::LEN))
    }
}

/// Puts what [`FieldMut::settle`] says under the name of the field.
pub(super) fn settled(settled: Result<bool, DecodeError>, name: &str) -> Result<(), DecodeError> {
    match settled {
        Ok(true) => Ok(()),
        Ok(false) => Err(DecodeError::new(ErrorKind::missing_param()).in_parameter(name)),
        Err(error) => Err(error.in_parameter(name)),
    }
}

/// Reads a new value in place of one whose type owns no memory that could be reused; does nothing and returns `None`
/// for other types.
///
/// # Errors
///
/// Those of [`Decode::decode`].
pub fn replaced<'de, T: Decode<'de>, S: Source<'de>>(value: &mut T, source: &mut S) -> Option<Result<(), DecodeError>> {
    if const { core::mem::needs_drop::<T>() } {
        return None;
    }
    Some(T::decode(source).map(|read| *value = read))
}

/// Reads a record into the fields of an existing one. What depends on its type alone comes as plain data, as for
/// [`decode_record`](crate::derive_support::decode_record).
///
/// # Errors
///
/// Those of the source and of the tensors, and [`MissingParam`](crate::ErrorKind::MissingParam).
#[inline]
pub fn fill_record<'de, F, S>(source: &mut S, record: RecordType, named: bool, fields: F) -> Result<(), DecodeError>
where
    F: FillFields<'de>,
    S: Source<'de>,
{
    fill_bound(source, record, named.then(Bindings::new).as_mut(), fields)
}

/// Does the same as [`fill_record`] for a record with defaults: puts the lengths of named axes into `axes`, as
/// [`decode_bound`](crate::derive_support::decode_bound) does.
///
/// # Errors
///
/// As [`fill_record`].
#[inline]
pub fn fill_bound<'de, F, S>(
    source: &mut S,
    record: RecordType,
    mut axes: AxisLengths<'_>,
    mut fields: F,
) -> Result<(), DecodeError>
where
    F: FillFields<'de>,
    S: Source<'de>,
{
    let (names, rules) = (FieldNames::of(record), || record.rules().as_record().copied().unwrap_or(RecordRules::ANY));
    // One function, which users' crates compile for each list of fields.
    let read = 'read: {
        if source.record(record)? == RecordOrder::Declared {
            break 'read fields.in_order(source, names, axes);
        }
        if const { F::READS_GAPS && F::MAY_LACK && F::LEN <= u64::BITS as usize } {
            if let Some(present) = source.present(record) {
                break 'read fields.with_gaps(source, names, axes, present);
            }
        }
        // A field is missing, for which this source gives no reason.
        if const { !S::EXPLAINS && !F::MAY_LACK } {
            break 'read Err(unexplained(source));
        }
        let rules = rules();
        let mut read = F::Read::default();
        let mut params = ParamMatcher::new(&rules);
        while let Some(index) = params.next(RecordOrder::Any, source)? {
            if let Err(error) = fields.fill(&mut read, index, source, axes.as_deref_mut()) {
                return Err(names.unread(index, error));
            }
        }
        let before = source.empty_limit();
        let mut empty = before;
        let kept = fields.keep(read, names, axes, &mut empty);
        count_kept(kept, source, empty.since(&before)).map_err(|error| with_unknown_names(error, source, &rules))
    };
    let settled = match read {
        Ok(()) if const { F::CONVERTS } => {
            fields.settle(names).map_err(|error| with_unknown_names(error, source, &rules()))
        }
        read => read,
    };
    given_up(settled, source)
}
