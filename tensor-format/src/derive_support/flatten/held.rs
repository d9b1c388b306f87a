//! The tensors of a flattened record whose parameters come in any order, kept until all have been read.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::{name_in, prefix};
use crate::{
    Decode, DecodeError, ElementSource, ErrorKind, HasRules, Header, Record, RecordOrder, RecordRef, RecordRules,
    RecordType, Source, Value, ValueSource,
    derive_support::{
        FieldMut,
        checks::flatten::{join, start_of},
        checks::parts::Flattening,
    },
    traits::{
        EmptyLimit,
        decode::kept::{Kept, KeptTensor, of_both},
        exhausted,
        sink::fields::AxisLengths,
        source::offsets::TensorOffsets,
    },
    values::tensor_elements::TensorCursor,
};

/// The tensors of a flattened record whose parameters come in any order, kept until all have been read.
#[derive(Debug, Default)]
pub struct BufferedTensors<'de> {
    borrowed: RecordRef<'de>,
    owned: Record,
    /// All tensors, in the order in which they came.
    all: Vec<HeldTensor>,
}

/// What is known of a tensor that is kept: the name of its parameter, whether it is lent, and the offsets of its outermost axis
/// and of its elements in the input, if known.
#[derive(Debug)]
struct HeldTensor {
    name: &'static str,
    is_lent: bool,
    offsets: TensorOffsets,
}

impl<'de> BufferedTensors<'de> {
    /// Returns whether no tensor has been read.
    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns the name of the first tensor, as the record itself calls its parameter.
    pub(crate) fn first(&self) -> Option<&'static str> {
        self.all.first().map(|held| held.name)
    }

    /// Returns whether a parameter of the flattened record, of type `T`, has no tensor yet.
    pub(super) fn lacks<T: HasRules>(&self) -> bool {
        let all = T::RULES.as_record().copied().unwrap_or(RecordRules::ANY);
        !all.iter().all(|param| self.all.iter().any(|held| held.name == param.name))
    }

    /// Reads and keeps the tensor of parameter `index` of flattened record number `I` of the record `R`, of type `T`.
    pub(crate) fn push<R: Flattening, T: HasRules, S: Source<'de>, const I: usize>(
        &mut self,
        index: usize,
        source: &mut S,
        axes: AxisLengths<'_>,
    ) -> Result<(), DecodeError> {
        let (rules, start) = const { (&join::<R>(), start_of::<R>(I)) };
        let Some(own) = T::RULES.as_record() else { return Ok(()) };
        let (Some(param), Some(own)) = (rules.get(start.saturating_add(index)), own.get(index)) else { return Ok(()) };
        self.hold(own.name, source.tensor_of(&param.rules, axes.zip(Some(param.name)))?)
    }

    /// Reads and keeps a tensor, whose header was read, of the parameter called `name`.
    pub(crate) fn hold<E: ElementSource<'de>>(
        &mut self,
        name: &'static str,
        (header, mut elements): (Header, E),
    ) -> Result<(), DecodeError> {
        let offsets = TensorOffsets::of(&elements);
        let kept = KeptTensor::read(header, &mut elements)?;
        self.all.push(HeldTensor { name, is_lent: matches!(kept, Kept::Lent(_)), offsets });
        match kept {
            Kept::Lent(tensor) => self.borrowed.push(name, tensor),
            Kept::Owned(tensor) => self.owned.push(name, tensor),
        }
        Ok(())
    }

    /// Reads the flattened record from its tensors, all of which have been read.
    pub(crate) fn record<R: Flattening, T: Decode<'de>, const I: usize>(
        self,
        empty: &mut EmptyLimit,
    ) -> Result<T, DecodeError> {
        self.decode(empty).map_err(|error: DecodeError| error.renamed(name_in::<R, T>(I)).prefixed(prefix::<R>(I)))
    }

    /// Reads the flattened record from its tensors into an existing field, as [`record`](Self::record) does.
    pub(crate) fn fill<R: Flattening, P: FieldMut<'de>, const I: usize>(
        self,
        field: &mut P,
        empty: &mut EmptyLimit,
    ) -> Result<(), DecodeError> {
        self.fill_field(field, empty).map_err(|error| error.renamed(name_in::<R, P::Item>(I)).prefixed(prefix::<R>(I)))
    }

    /// Reads the record from its tensors. Errors name the parameters as the record itself does.
    pub(super) fn decode<T: Decode<'de>>(self, empty: &mut EmptyLimit) -> Result<T, DecodeError> {
        self.read_by(Whole(PhantomData), empty)
    }

    /// Reads the record from its tensors into an existing field, as [`decode`](Self::decode) does.
    pub(super) fn fill_field<P: FieldMut<'de>>(self, field: &mut P, empty: &mut EmptyLimit) -> Result<(), DecodeError> {
        self.read_by(Into(field), empty)
    }

    /// Runs `reader` on the tensors. Items without elements count with those of `source`, from which the tensors were
    /// taken.
    pub(crate) fn read_counted<R: TensorsReader<'de>, S: Source<'de>>(
        self,
        reader: R,
        source: &mut S,
    ) -> Result<R::Value, DecodeError> {
        let before = source.empty_limit();
        let mut empty = before;
        let read = self.read_by(reader, &mut empty);
        count_kept(read, source, empty.since(&before))
    }

    /// Runs `reader` on the tensors. Items without elements count against `empty`, and so with those of the input from
    /// which the tensors were taken.
    pub(crate) fn read_by<R: TensorsReader<'de>>(
        self,
        reader: R,
        empty: &mut EmptyLimit,
    ) -> Result<R::Value, DecodeError> {
        let (mut reader, mut value) = (Some(reader), None);
        let read = &mut |source: &mut KeptSource<'de, '_, '_, '_>| {
            value = reader.take().map(|reader| reader.read(source)).transpose()?;
            Ok(())
        };
        self.with_source(read, empty)?;
        value.ok_or_else(|| exhausted(1, 0))
    }

    /// Runs `read` once on the source of the tensors, as [`read_by`](Self::read_by), compiled once for all readers.
    fn with_source(
        self,
        read: &mut dyn FnMut(&mut KeptSource<'de, '_, '_, '_>) -> Result<(), DecodeError>,
        empty: &mut EmptyLimit,
    ) -> Result<(), DecodeError> {
        let BufferedTensors { borrowed, mut owned, all } = self;
        // The source is of one kind: what is lent is copied if something had to be, and all come in their order.
        if !owned.is_empty() && !borrowed.is_empty() {
            let (mut lent, mut own) = (borrowed.iter(), core::mem::take(&mut owned).into_iter());
            for held in &all {
                match if held.is_lent { lent.next() } else { None } {
                    Some((name, tensor)) => owned.push(name, tensor.try_to_tensor()?),
                    None => owned.extend(own.next()),
                }
            }
        }
        let (lent, copied) = (Value::Record(borrowed), Value::Record(owned.as_ref()));
        let mut source = match owned.is_empty() {
            true => Kept::Lent(ValueSource::new(&lent).with_empty_limit(*empty)),
            false => Kept::Owned(ValueSource::new(&copied).with_empty_limit(*empty)),
        };
        let read = read(&mut source);
        *empty = source.empty_limit();
        read.map_err(|error| placed(&all, error))
    }
}

/// Counts the items without elements that were read from tensors which were kept, unless reading failed.
#[inline]
pub(crate) fn count_kept<'de, T, S: Source<'de>>(
    read: Result<T, DecodeError>,
    source: &mut S,
    items: usize,
) -> Result<T, DecodeError> {
    if items > 0 && read.is_ok() {
        source.count_empty(items).map_err(DecodeError::new)?;
    }
    read
}

/// A function that is generic over the source: it reads from tensors that were kept.
pub(crate) trait TensorsReader<'de> {
    /// What is read.
    type Value;

    /// Reads it.
    fn read<S: Source<'de>>(self, source: &mut S) -> Result<Self::Value, DecodeError>;
}

/// Reads a new value of type `T`.
struct Whole<T>(PhantomData<T>);

impl<'de, T: Decode<'de>> TensorsReader<'de> for Whole<T> {
    type Value = T;

    fn read<S: Source<'de>>(self, source: &mut S) -> Result<T, DecodeError> {
        T::decode(source)
    }
}

/// Reads into a field.
struct Into<'f, P>(&'f mut P);

impl<'de, P: FieldMut<'de>> TensorsReader<'de> for Into<'_, P> {
    type Value = ();

    fn read<S: Source<'de>>(self, source: &mut S) -> Result<(), DecodeError> {
        self.0.fill(0, source, None)
    }
}

/// Returns the error with the offset of the tensor at fault in the input.
#[cold]
fn placed(all: &[HeldTensor], error: DecodeError) -> DecodeError {
    match all.iter().find(|held| error.parameter() == Some(held.name)) {
        Some(held) if !error.kind().is_absence() => held.offsets.locate(error),
        _ => error,
    }
}

/// The source of a record whose tensors were kept.
type KeptSource<'de, 'v, 'x, 'w> = Kept<ValueSource<'de, 'v>, ValueSource<'x, 'w>>;

impl<'de, 'x> Source<'de> for KeptSource<'de, '_, 'x, '_> {
    type Elements<'s>
        = Kept<&'s mut TensorCursor<'de>, &'s mut TensorCursor<'x>>
    where
        Self: 's;

    fn tensor(&mut self) -> Result<(Header, Self::Elements<'_>), DecodeError> {
        Ok(match self {
            Kept::Lent(source) => {
                let (header, elements) = source.tensor()?;
                (header, Kept::Lent(elements))
            }
            Kept::Owned(source) => {
                let (header, elements) = source.tensor()?;
                (header, Kept::Owned(elements))
            }
        })
    }

    fn record(&mut self, record: RecordType) -> Result<RecordOrder, DecodeError> {
        of_both!(self, source => source.record(record))
    }

    fn next_name(&mut self) -> Result<bool, DecodeError> {
        of_both!(self, source => source.next_name())
    }

    fn name(&self) -> &str {
        of_both!(self, source => source.name())
    }

    fn each_name(&self, show: &mut dyn FnMut(&str)) {
        of_both!(self, source => source.each_name(show));
    }

    fn skip_tensor(&mut self) -> Result<(), DecodeError> {
        of_both!(self, source => source.skip_tensor())
    }

    fn count_empty(&mut self, items: usize) -> Result<(), ErrorKind> {
        of_both!(self, source => source.count_empty(items))
    }

    fn empty_limit(&self) -> EmptyLimit {
        of_both!(self, source => source.empty_limit())
    }
}
