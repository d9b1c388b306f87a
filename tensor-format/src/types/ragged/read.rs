//! Ragged lists on their way in.
//!
//! Lengths are added up before anything is made by them. If the values come before the last of the lengths, as
//! parameters may in any order, they are held until the record has ended.

use alloc::vec::Vec;

use smallvec::SmallVec;

use super::{DecodeRaggedPart, LENGTHS, Ragged, RaggedItem, RaggedTable, VALUES, name};
use crate::{
    DecodeError, ElementSource, ErrorKind, HasRules, HeaderPlace, LengthIter, ParamMatcher, Source,
    error::AddPlace,
    traits::{
        decode::{
            kept::KeptTensor,
            lengths::{LengthsRead, unequal},
        },
        source::{elements::located, offsets::TensorOffsets},
        with_unknown_names,
    },
    types::lists::begin_sequence,
};

/// The bytes of memory that an empty list takes for one of the items that [`ElementSource::count_empty`] counts: one
/// that takes more counts as several.
const COUNTED: usize = 128;

/// A list of one `T` for each level of nested lists, the outermost first: the lengths of that level, or an iterator
/// over them.
type Levels<T> = SmallVec<[T; 2]>;

/// The values that all lists of a ragged list hold, as far as they have been read.
enum ValuesRead<'de> {
    Missing,
    /// Values that are kept until all lengths have come, and where they were.
    Kept(KeptTensor<'de>, TensorOffsets),
    /// The items have been made.
    Done,
}

/// Reads the items in place of the existing ones, reusing their memory where it can.
pub(super) fn read_items<'de, T, S>(items: &mut Vec<T>, source: &mut S) -> Result<(), DecodeError>
where
    T: RaggedItem + DecodeRaggedPart<'de>,
    S: Source<'de>,
{
    let rules = const { &RaggedTable::<T>::RULES };
    let order = source.record(<Ragged<T>>::RECORD)?;
    let mut params = ParamMatcher::new(rules);
    let mut lengths = unread(T::LEVELS);
    let mut values = ValuesRead::Missing;
    while let Some(index) = params.next(order, source)? {
        let Some(param) = rules.get(index) else { break };
        let is_told = lengths.iter().all(Option::is_some);
        match lengths.get_mut(index) {
            Some(level) => *level = Some(LengthsRead::read(source, &param.rules).in_parameter(param.name)?),
            None if is_told => {
                let sums = Sums::of::<T>(&lengths)?;
                let (rows, mut elements) = begin_sequence::<T::Leaf, S>(source).in_parameter(param.name)?;
                let offset = elements.offset(HeaderPlace::Axis(0));
                sums.check_rows::<T>(rows, offset)?;
                located(elements.count_empty(sums.empty), &elements).in_parameter(param.name)?;
                make_items(items, &lengths, &mut elements).in_parameter(param.name)?;
                elements.end().in_parameter(param.name)?;
                values = ValuesRead::Done;
            }
            None => values = hold::<T, S>(source).in_parameter(param.name)?,
        }
    }
    let mut found = lengths.iter().map(Option::is_some).chain([!matches!(values, ValuesRead::Missing)]);
    if let Some(param) = rules.listed().iter().find(|_| found.next() == Some(false)) {
        let error = DecodeError::new(ErrorKind::missing_param()).in_parameter(param.name);
        return Err(with_unknown_names(error, source, rules));
    }
    let ValuesRead::Kept(tensor, offsets) = &values else { return Ok(()) };
    let sums = Sums::of::<T>(&lengths)?;
    sums.check_rows::<T>(tensor.as_ref().shape().first().copied().unwrap_or_default(), offsets.axis)?;
    source.count_empty(sums.empty).map_err(|kind| {
        let first = lengths.iter().flatten().next();
        DecodeError::placed(kind, first.and_then(|level| level.offsets.axis)).in_parameter(name(LENGTHS, 0))
    })?;
    let made = make_items(items, &lengths, &mut tensor.cursor()).in_parameter(values_name::<T>());
    made.map_err(|error| offsets.locate(error))
}

fn values_name<T: RaggedItem>() -> &'static str {
    name(VALUES, T::LEVELS.saturating_sub(1))
}

/// Reads and keeps the values, whose lists the lengths will delimit later.
fn hold<'de, T, S>(source: &mut S) -> Result<ValuesRead<'de>, DecodeError>
where
    T: RaggedItem + DecodeRaggedPart<'de>,
    S: Source<'de>,
{
    let rules = const { &<T::Leaf as HasRules>::RULES.batched().expect_tensor() };
    let (header, mut elements) = source.tensor_of(rules, None)?;
    crate::traits::check_blocks::<T::Leaf, _>(&mut elements, header.shape.first().copied().unwrap_or_default())?;
    let offsets = TensorOffsets::of(&elements);
    Ok(ValuesRead::Kept(KeptTensor::read(header, &mut elements)?, offsets))
}

/// Sums over the lengths of all levels.
struct Sums {
    /// The number of rows of the values.
    rows: u64,
    /// The number of empty lists in all levels, as [`ElementSource::count_empty`] counts them.
    empty: usize,
}

impl Sums {
    /// Adds up the lengths of each level, which must be as many as those of the level above say.
    fn of<'de, T: RaggedItem>(levels: &[Option<LengthsRead<'de>>]) -> Result<Self, DecodeError> {
        let mut sums = Sums { rows: 0, empty: 0 };
        for (index, level) in levels.iter().flatten().enumerate() {
            let named = |error: DecodeError| error.in_parameter(name(LENGTHS, index));
            if index > 0 && level.len() as u64 != sums.rows {
                let above = name(LENGTHS, index.saturating_sub(1));
                return Err(named(unequal(above, sums.rows, level.len(), level.offsets.axis)));
            }
            let (sum, empty) = level.sum(T::OPTIONS >> index & 1 == 1).map_err(named)?;
            let weight = T::size_at(index).div_ceil(COUNTED);
            sums = Sums { rows: sum, empty: sums.empty.saturating_add(empty.saturating_mul(weight)) };
        }
        Ok(sums)
    }

    fn check_rows<T: RaggedItem>(&self, rows: usize, offset: Option<u64>) -> Result<(), DecodeError> {
        if rows as u64 == self.rows {
            return Ok(());
        }
        let lengths = name(LENGTHS, T::LEVELS.saturating_sub(1));
        Err(unequal(lengths, self.rows, rows, offset).in_parameter(values_name::<T>()))
    }
}

/// Makes the items of lengths that add up to the rows of these elements.
fn make_items<'de, T, E>(
    items: &mut Vec<T>,
    lengths: &[Option<LengthsRead<'de>>],
    elements: &mut E,
) -> Result<(), DecodeError>
where
    T: DecodeRaggedPart<'de>,
    E: ElementSource<'de>,
{
    let n = lengths.iter().flatten().next().map_or(0, LengthsRead::len);
    T::refill_parts(n, &mut iterators(lengths), elements, items)
}

/// Returns a place for the lengths of each level.
fn unread<'de>(levels: usize) -> Levels<Option<LengthsRead<'de>>> {
    (0..levels).map(|_| None).collect()
}

/// Returns an iterator over the lengths of each level.
fn iterators<'l>(lengths: &'l [Option<LengthsRead<'_>>]) -> Levels<LengthIter<'l>> {
    lengths.iter().flatten().map(LengthsRead::iter).collect()
}

/// Takes the length of the next list, and gives it with the lengths of what it holds.
#[inline]
pub(super) fn next_list<'s, 'l>(lengths: &'s mut [LengthIter<'l>]) -> (usize, &'s mut [LengthIter<'l>]) {
    match lengths.split_first_mut() {
        Some((own, inner)) => (own.next_len(), inner),
        None => (0, &mut []),
    }
}
