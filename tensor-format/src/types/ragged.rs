//! Lists whose items have different lengths: two tensors, the values of all items and the length of each.
//!
//! An item is a list of [parts](RaggedPart), and a part is one value of fixed shape or a list again, so that the depth
//! is the type's. A part hands over lengths level by level and then its values (`items` has the types of the standard
//! library, `arrays` those of ndarray); `read` puts them together again.

use alloc::vec::Vec;
use core::{cell::OnceCell, marker::PhantomData};

use smallvec::SmallVec;

use super::lists::put_blocks;
use crate::{
    Block, Decode, DecodeBlock, DecodeError, ElementSink, ElementSource, ElementType, Encode, EncodeError, HasRules,
    LengthIter, Param, Payload, RecordRules, RecordType, Rules, Sink, Source,
    rules::{columns::ZERO_OR_ONE, has_rules::record_type_of},
    traits::{
        Columns, ListItem,
        decode::lengths,
        sink::fields::{AxisLengths, EncodeFields, FieldNames},
    },
};

#[cfg(any(feature = "ndarray", feature = "ndarray_0_16", feature = "ndarray_0_15"))]
mod arrays;
pub(crate) mod field;
mod items;
mod read;

/// A list whose items have different lengths: a record of `lengths`, the number of rows of each item, and `values`, the
/// rows of all items one after another.
///
/// | parameter | tensor |
/// |---|---|
/// | `lengths` | `u64 [n]`, for `n` items |
/// | `values` | `[total, ..]`, where `total` is the sum of the lengths |
///
/// Lists of lists are the same under `values`: of a `Ragged<Vec<Vec<f32>>>` they are `values.lengths`, `u64 [m]`, and
/// `values.values`, `f32 [total]`, and `lengths` add up to `m`. `Ragged<Vec<T>>` is read whatever the order of the
/// parameters is.
///
/// Items are what [`RaggedItem`](crate::codec::RaggedItem) lists: vectors, slices, ndarray's `Array1`, options. Slices,
/// [`View`](crate::View) and `Cow` are borrowed from the values where a format lends them. For items of one shape
/// [`Batch`](crate::Batch) is one tensor.
///
/// ```
/// use tensor_format::{HasRules, Ragged, Record, Tensor};
/// let sentences = Ragged(vec![vec![7u32, 1], vec![], vec![4, 4, 4]]);
/// assert_eq!(Ragged::<Vec<u32>>::RULES.to_string(), "{ lengths: u64 [_], values: u32 [_] }");
///
/// let bytes = tensor_format::to_vec(&sentences)?;
/// assert_eq!(tensor_format::from_slice::<Ragged<&[u32]>>(&bytes)?.0, sentences.0);
///
/// // The same as two tensors.
/// let mut flat = Record::new();
/// flat.push("lengths", Tensor::from_vec([3], vec![2u64, 0, 3])?);
/// flat.push("values", Tensor::from_vec([5], vec![7u32, 1, 4, 4, 4])?);
/// assert_eq!(tensor_format::to_vec(&flat)?, bytes);
///
/// // Lengths have to add up.
/// flat = Record::new();
/// flat.push("lengths", Tensor::from_vec([2], vec![2u64, 2])?);
/// flat.push("values", Tensor::from_vec([3], vec![7u32, 1, 4])?);
/// let error = tensor_format::from_slice::<Ragged<Vec<u32>>>(&tensor_format::to_vec(&flat)?).unwrap_err();
/// assert_eq!(error.to_string(), "parameter `values`: axis 0: `lengths` add up to 4, found 3 (byte 39)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Ragged<T>(pub Vec<T>);

/// The most levels of lists in a ragged list.
const MAX_LEVELS: usize = 16;

const _: () = assert!(MAX_LEVELS <= 32, "`RaggedPart::OPTIONS` has a bit for each level");

/// What an item of a [`Ragged`] list may be: a list of any length, of values of one shape or of lists again.
///
/// | item | note |
/// |---|---|
/// | `Vec<T>`, `VecDeque<T>`, `Box<[T]>` | |
/// | `&[T]`, `Cow<[T]>`, [`View<T>`](crate::View) | borrowed from the values; of numbers alone |
/// | `Array1<T>`, `ArcArray1<T>`, `ArrayView1<T>`, `CowArray<T, Ix1>` | of each version of ndarray |
/// | `Option<T>` | of 0 or 1 rows |
///
/// `T` is a number, a text, an image, `[T; N]`, a type of fixed shape that derives `Tensor`, or one of this table
/// again, to 16 levels.
///
/// ```
/// use tensor_format::{HasRules, Ragged};
/// let rules = Ragged::<Vec<Vec<[f32; 3]>>>::RULES;
/// assert_eq!(rules.to_string(), "{ lengths: u64 [_], values.lengths: u64 [_], values.values: f32 [_, 3] }");
/// let rules = Ragged::<Option<String>>::RULES;
/// assert_eq!(rules.to_string(), "{ lengths: u64 [_] in 0..=1, values: string [_] }");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an item of a ragged list",
    label = "not a list whose elements have one shape",
    note = "items are lists of any length: `Vec<T>`, `VecDeque<T>`, `&[T]`, `Cow<[T]>`, `View<T>`, ndarray's `Array1<T>`, `Option<T>`, and lists of these",
    note = "for items that all have one shape, use `Batch<T>`, or `Vec<T>` if the type fixes it"
)]
pub trait RaggedItem: RaggedPart {}

/// One value of fixed shape, or a list of parts.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be in the items of a ragged list",
    label = "neither of a shape that its type fixes, nor a list of such",
    note = "the innermost values are numbers, texts, media, `[T; N]`, or types of fixed shape that derive `Tensor`; around them stand `Vec<T>`, `VecDeque<T>`, `Array1<T>` or `Option<T>`"
)]
pub trait RaggedPart: Sized {
    /// The innermost values.
    type Leaf: Block;
    /// The levels of lists: 0 of one value.
    const LEVELS: usize;
    /// A bit for each level, from this one down, whose lists have at most one part.
    const OPTIONS: u32;

    /// Returns the size in memory of one part `level` levels below this one.
    fn size_at(level: usize) -> usize;

    /// Calls `put` with the length of each list that is `level` levels below: with that of this one at level 0.
    fn lengths<F: FnMut(usize)>(&self, level: usize, put: &mut F);

    /// Writes the values.
    ///
    /// # Errors
    ///
    /// Those of the sink.
    fn write_values<'a, W: ElementSink<'a>>(&'a self, out: &mut W) -> Result<(), EncodeError>;

    /// Writes the values of many parts, one after another.
    ///
    /// # Errors
    ///
    /// Those of the sink.
    #[inline]
    fn write_parts<'a, W: ElementSink<'a>>(parts: &'a [Self], out: &mut W) -> Result<(), EncodeError> {
        parts.iter().try_for_each(|part| part.write_values(out))
    }
}

/// A [`RaggedPart`] that can be read. Each call takes from the first of `lengths` the length of each list of its own
/// level, and leaves the rest of them to its parts. All of them have been found to add up.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read as an item of a ragged list",
    label = "it, or what it holds, cannot be read",
    note = "slices and `View` are borrowed, which only numbers can be, and not from a stream: read into `Vec<T>`"
)]
pub trait DecodeRaggedPart<'de>: RaggedPart {
    /// Reads one part.
    ///
    /// # Errors
    ///
    /// Those of the source.
    fn read_part<E: ElementSource<'de>>(lengths: &mut [LengthIter<'_>], elements: &mut E) -> Result<Self, DecodeError>;

    /// Reads one part into an existing one, reusing its memory where it can.
    ///
    /// # Errors
    ///
    /// Those of the source.
    #[inline]
    fn read_part_into<E: ElementSource<'de>>(
        &mut self,
        lengths: &mut [LengthIter<'_>],
        elements: &mut E,
    ) -> Result<(), DecodeError> {
        *self = Self::read_part(lengths, elements)?;
        Ok(())
    }

    /// Reads `count` parts and appends them.
    ///
    /// # Errors
    ///
    /// Those of the source.
    #[inline]
    fn extend_parts<E: ElementSource<'de>>(
        count: usize,
        lengths: &mut [LengthIter<'_>],
        elements: &mut E,
        out: &mut Vec<Self>,
    ) -> Result<(), DecodeError> {
        // Each part has its length in the input.
        crate::error::memory::reserve_exact(out, count)?;
        for _ in 0..count {
            out.push(Self::read_part(lengths, elements)?);
        }
        Ok(())
    }

    /// Replaces the contents of `out` by `count` parts that it reads (values or inner lists of a ragged item), and
    /// reuses the memory of the old ones where it can.
    ///
    /// # Errors
    ///
    /// Those of the source.
    #[inline]
    fn refill_parts<E: ElementSource<'de>>(
        count: usize,
        lengths: &mut [LengthIter<'_>],
        elements: &mut E,
        out: &mut Vec<Self>,
    ) -> Result<(), DecodeError> {
        out.truncate(count);
        for part in &mut *out {
            part.read_part_into(lengths, elements)?;
        }
        Self::extend_parts(count.saturating_sub(out.len()), lengths, elements, out)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Block> RaggedPart for T {
    type Leaf = T;
    const LEVELS: usize = 0;
    const OPTIONS: u32 = 0;

    fn size_at(_: usize) -> usize {
        size_of::<T>()
    }

    #[inline]
    fn lengths<F: FnMut(usize)>(&self, _: usize, _: &mut F) {}

    #[inline]
    fn write_values<'a, W: ElementSink<'a>>(&'a self, out: &mut W) -> Result<(), EncodeError> {
        self.write(out)
    }

    #[inline]
    fn write_parts<'a, W: ElementSink<'a>>(parts: &'a [Self], out: &mut W) -> Result<(), EncodeError> {
        T::write_all(parts, out)
    }
}

#[diagnostic::do_not_recommend]
impl<'de, T: DecodeBlock<'de>> DecodeRaggedPart<'de> for T {
    #[inline]
    fn read_part<E: ElementSource<'de>>(_: &mut [LengthIter<'_>], elements: &mut E) -> Result<Self, DecodeError> {
        T::read(elements)
    }

    #[inline]
    fn read_part_into<E: ElementSource<'de>>(
        &mut self,
        _: &mut [LengthIter<'_>],
        elements: &mut E,
    ) -> Result<(), DecodeError> {
        self.read_into(elements)
    }

    #[inline]
    fn extend_parts<E: ElementSource<'de>>(
        count: usize,
        _: &mut [LengthIter<'_>],
        elements: &mut E,
        out: &mut Vec<Self>,
    ) -> Result<(), DecodeError> {
        T::extend(elements, count, out)
    }

    #[inline]
    fn refill_parts<E: ElementSource<'de>>(
        count: usize,
        _: &mut [LengthIter<'_>],
        elements: &mut E,
        out: &mut Vec<Self>,
    ) -> Result<(), DecodeError> {
        T::refill(elements, count, out)
    }
}

/// The longest name of lengths; that of each level is an end of it, with one `values.` for each level above.
const LENGTHS: &str = "values.values.values.values.values.values.values.values.values.values.values.values.values.\
                       values.values.lengths";
const VALUES: &str = "values.values.values.values.values.values.values.values.values.values.values.values.values.\
                      values.values.values";

/// Returns the end of `longest` that names this level: one `values.` for each level above, and the last word.
#[allow(clippy::arithmetic_side_effects, reason = "evaluated in a constant, where it is a compile error")]
const fn name(longest: &'static str, level: usize) -> &'static str {
    let (_, end) = longest.as_bytes().split_at((MAX_LEVELS - 1 - level) * "values.".len());
    match core::str::from_utf8(end) {
        Ok(name) => name,
        Err(_) => "",
    }
}

/// The rules of a ragged list: the lengths of each level, then the values.
struct RaggedTable<T>(PhantomData<T>);

impl<T: RaggedPart> RaggedTable<T> {
    #[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "evaluated in a constant")]
    const PARAMS: &'static [Param<'static>; MAX_LEVELS + 1] = &{
        assert!(T::LEVELS <= MAX_LEVELS, "a ragged list has at most 16 levels");
        let mut params = [Param::new("", lengths::LENGTHS); MAX_LEVELS + 1];
        let mut level = 0;
        while level < T::LEVELS {
            params[level] =
                Param { doc: "The number of rows of each item.", ..Param::new(name(LENGTHS, level), lengths::LENGTHS) };
            if T::OPTIONS >> level & 1 == 1 {
                params[level].rules.range = Some(&ZERO_OR_ONE);
            }
            level += 1;
        }
        let values = <T::Leaf as HasRules>::RULES.expect_tensor().batched();
        let name = name(VALUES, T::LEVELS.saturating_sub(1));
        params[T::LEVELS] = Param { doc: "The rows of all items, one after another.", ..Param::new(name, values) };
        params
    };

    const RULES: RecordRules<'static> = RecordRules::new(Self::PARAMS.split_at(T::LEVELS.saturating_add(1)).0);
}

impl<T: RaggedItem> HasRules for Ragged<T> {
    const RULES: Rules<'static> = Rules::Record(RaggedTable::<T>::RULES);
    const RECORD: RecordType = record_type_of::<Self>().in_one_call();
}

crate::field!([T: RaggedItem] Ragged<T>);

#[diagnostic::do_not_recommend]
impl<T: RaggedItem> ListItem for Ragged<T> {
    type Form = Columns;
}

/// Stops the compiler where ragged lists are stacked.
const fn cannot_be_stacked() {
    #![allow(clippy::panic, reason = "evaluated by the compiler")]
    panic!("ragged lists cannot be in a `Batch`, whose items have one shape: use `Ragged<Vec<..>>`, one level deeper")
}

/// Writes the items of a ragged list.
fn write_items<'a, T: RaggedItem, S: Sink<'a>>(items: &'a [T], sink: &mut S) -> Result<(), EncodeError> {
    sink.fields(<Ragged<T>>::RECORD, &RaggedFields { items, counts: OnceCell::new() }, false)
}

/// The items of a ragged list as the fields of a record: the lengths of each level, and the values.
struct RaggedFields<'a, T> {
    items: &'a [T],
    /// The number of lists of each level, and of values.
    counts: OnceCell<SmallVec<[usize; 4]>>,
}

impl<'a, T: RaggedItem> RaggedFields<'a, T> {
    fn counts(&self) -> &[usize] {
        if let Some(counts) = self.counts.get() {
            return counts;
        }
        let mut counts: SmallVec<[usize; 4]> = smallvec::smallvec![self.items.len()];
        for level in 0..T::LEVELS {
            let mut sum: usize = 0;
            for item in self.items {
                item.lengths(level, &mut |len| sum = sum.saturating_add(len));
            }
            counts.push(sum);
        }
        self.counts.get_or_init(|| counts)
    }
}

impl<'a, T: RaggedItem> EncodeFields<'a> for RaggedFields<'a, T> {
    const LEN: usize = T::LEVELS.saturating_add(1);

    fn count(&self, counts: &mut [usize]) {
        counts.fill(1);
    }

    fn encode<S: Sink<'a>>(&self, sink: &mut S, names: FieldNames, _: AxisLengths<'_>) -> Result<(), EncodeError> {
        for index in 0..Self::LEN {
            self.encode_at(index, sink, names)?;
        }
        Ok(())
    }

    fn encode_at<S: Sink<'a>>(&self, index: usize, sink: &mut S, names: FieldNames) -> Result<(), EncodeError> {
        let (items, n) = (self.items, self.counts().get(index).copied().unwrap_or_default());
        let sink = sink.parameter(names.position(index));
        let written = if index < T::LEVELS {
            sink.tensor(ElementType::U64, &[n], &Lengths { items, level: index })
        } else {
            put_blocks::<T::Leaf, S, _>(sink, &[n], &Values(items))
        };
        match written {
            Ok(()) => Ok(()),
            Err(error) => Err(names.unwritten(index, error)),
        }
    }
}

impl<T: RaggedItem> Encode for Ragged<T> {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        write_items(self, sink)
    }

    fn encode_batch<'a, S: Sink<'a>>(_: &'a [Self], _: &mut S) -> Result<(), EncodeError> {
        const { cannot_be_stacked() };
        Ok(())
    }
}

/// The lengths of all lists of one level.
struct Lengths<'s, T> {
    items: &'s [T],
    level: usize,
}

impl<'a, T: RaggedPart> Payload<'a> for Lengths<'_, T> {
    fn write<W: ElementSink<'a>>(&self, out: &mut W) -> Result<(), EncodeError> {
        let mut piece = arrayvec::ArrayVec::<u64, 128>::new();
        let mut written = Ok(());
        for item in self.items {
            item.lengths(self.level, &mut |len| {
                piece.push(len as u64);
                if piece.is_full() {
                    if written.is_ok() {
                        written = out.copy_numbers(&piece);
                    }
                    piece.clear();
                }
            });
        }
        written.and_then(|()| out.copy_numbers(&piece))
    }
}

/// The values of all items.
struct Values<'a, T>(&'a [T]);

impl<'a, T: RaggedPart> Payload<'a> for Values<'a, T> {
    fn write<W: ElementSink<'a>>(&self, out: &mut W) -> Result<(), EncodeError> {
        T::write_parts(self.0, out)
    }
}

impl<'de, T: RaggedItem + DecodeRaggedPart<'de>> Decode<'de> for Ragged<T> {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        let mut items = Vec::new();
        read::read_items(&mut items, source)?;
        Ok(Self(items))
    }

    fn decode_into<S: Source<'de>>(&mut self, source: &mut S) -> Result<(), DecodeError> {
        read::read_items(&mut self.0, source)
    }

    fn decode_batch_into<S: Source<'de>>(_: &mut Vec<Self>, _: &mut S) -> Result<(), DecodeError> {
        const { cannot_be_stacked() };
        Ok(())
    }
}
