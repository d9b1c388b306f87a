//! Maps from labels to tensors: sparse data.

use alloc::{boxed::Box, collections::BTreeMap, string::String, vec::Vec};

use smallvec::SmallVec;

use super::lists::{RecordList, write_records};
use crate::{
    Decode, DecodeError, Dim, ElementSink, ElementType, Encode, EncodeError, ErrorKind, HasRules, Param, ParamMatcher,
    Payload, Presence, RecordRules, Rules, Sink, Source, TensorRules, VALUES, Variable,
    const_text::bytes::same,
    derive_support::{
        checks::{
            flatten::join,
            parts::{FlattenedPart, Flattening, NestedField},
        },
        decode_record,
        flatten::nested::in_nested,
        part::param_count,
    },
    error::AddPlace,
    rules::holds::HeldRef,
    rules::{
        columns::{AnyLength, list_rules},
        fault::{Fault, param_at_fault, verify_no_fault},
        sparse::{MAX_LABELS, NO_VALUES},
    },
    traits::{encode_column, sink::fields::FieldNames, source::offsets::TensorOffsets, with_unknown_names},
};

mod keys;
mod labels;
pub use keys::LabelKey;
use labels::Labels;

const LABELS: TensorRules<'static> = Rules::tensor(ElementType::String, &[Dim::ANY]).expect_tensor();

/// The parameters of a map with keys `K` and values `V`: the labels of each dimension, then the values.
struct MapTable<K, V>(core::marker::PhantomData<(K, V)>);

impl<K: LabelKey, V: HasRules> MapTable<K, V> {
    #[allow(
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects,
        clippy::panic,
        reason = "evaluated in a constant, where it is a compile error"
    )]
    const PARAMS: &'static [Param<'static>; MAX_LABELS + 1] = &{
        assert!(
            !K::NAMES.is_empty() && K::NAMES.len() <= MAX_LABELS,
            "the key of a map of tensors has from 1 to 8 labels"
        );
        let values = match V::RULES.batched() {
            Rules::Tensor(values) => values,
            Rules::Record(_) => NO_VALUES,
        };
        let mut params = [Param { of_map: true, ..Param::new(VALUES, values) }; MAX_LABELS + 1];
        let mut index = 0;
        while index < K::NAMES.len() {
            let mut other = 0;
            while other < index {
                assert!(!same(K::NAMES[index], K::NAMES[other]), "the key of a map of tensors names a dimension twice");
                other += 1;
            }
            assert!(!same(K::NAMES[index], VALUES), "a dimension of a map of tensors cannot be called `values`");
            params[index] = Param { of_map: true, ..Param::new(K::NAMES[index], LABELS) };
            index += 1;
        }
        params
    };

    const RULES: RecordRules<'static> = match V::RULES {
        Rules::Tensor(_) => RecordRules::new(Self::PARAMS.split_at(K::NAMES.len().saturating_add(1)).0),
        Rules::Record(_) if K::NAMES.len() != 1 => RecordRules::new(const { &[SEVERAL_LABELS] }),
        Rules::Record(_) => match list_rules::<V, AnyLength>() {
            Rules::Record(list) if Fault::of(&list).is_some() => list,
            _ => join::<Self>(),
        },
    };

    const HOLDS_RECORDS: bool = matches!(V::RULES, Rules::Record(_));

    /// Writes the items, which are in the order of their keys.
    fn encode<'a, M, S>(items: &[(&'a K, &'a V)], sink: &mut S) -> Result<(), EncodeError>
    where
        V: Encode,
        M: HasRules,
        S: Sink<'a>,
    {
        if Self::HOLDS_RECORDS {
            return Self::encode_records::<M, S>(items, sink);
        }
        let counts = [1; MAX_LABELS + 1];
        sink.record(M::RECORD, counts.get(..=K::NAMES.len()).unwrap_or_default())?;
        for (index, name) in K::NAMES.iter().enumerate() {
            let labels = Column { items, index };
            let written = sink.parameter(index).tensor(ElementType::String, &[items.len()], &labels);
            written.in_parameter(name)?;
        }
        let sink = sink.parameter(K::NAMES.len());
        match encode_column(values_of(items), 0, V::RULES.as_tensor(), sink) {
            Ok(()) => Ok(()),
            Err(error) => Err(unlike(items, error).in_parameter(VALUES)),
        }
    }

    /// Reads the items in the order in which they come.
    fn decode<'de, M, S>(source: &mut S) -> Result<Items<K, V>, DecodeError>
    where
        V: Decode<'de>,
        M: HasRules,
        S: Source<'de>,
    {
        if Self::HOLDS_RECORDS {
            return Self::decode_records::<M, S>(source);
        }
        let mut columns: [Option<Labels>; MAX_LABELS] = Default::default();
        let mut values: Option<Vec<V>> = None;
        let order = source.record(M::RECORD)?;
        let mut params = ParamMatcher::new(&Self::RULES);
        while let Some(index) = params.next(order, source)? {
            match columns.get_mut(index) {
                Some(column) if index < K::NAMES.len() => {
                    let name = K::NAMES.get(index).copied().unwrap_or_default();
                    *column = Some(Labels::decode(source).in_parameter(name)?);
                }
                _ => values = Some(V::decode_batch(source).in_parameter(VALUES)?),
            }
        }
        let mut found = columns.iter().take(K::NAMES.len()).map(Option::is_some).chain([values.is_some()]);
        let lacking = Self::RULES.listed().iter().find(|_| found.next() == Some(false));
        let (Some(values), None) = (values, lacking) else {
            let name = lacking.map_or(VALUES, |param| param.name);
            let error = DecodeError::new(ErrorKind::missing_param()).in_parameter(name);
            return Err(with_unknown_names(error, source, &Self::RULES));
        };
        labelled(columns.into_iter().take(K::NAMES.len()).map(Option::unwrap_or_default).collect(), values)
    }

    /// Writes the items of a map of records: their labels, then the columns of the records.
    fn encode_records<'a, M, S>(items: &[(&'a K, &'a V)], sink: &mut S) -> Result<(), EncodeError>
    where
        V: Encode,
        M: HasRules,
        S: Sink<'a>,
    {
        const { verify_no_fault(&Self::RULES) };
        let columns = const { param_count::<RecordList<V>>() };
        let counts: SmallVec<[usize; 16]> = smallvec::smallvec![1; columns.saturating_add(1)];
        sink.record(M::RECORD, &counts)?;
        let labels = sink.parameter(0).tensor(ElementType::String, &[items.len()], &Column { items, index: 0 });
        labels.map_err(|error| error.in_parameter(Self::RULES.listed().first().map_or("", |param| param.name)))?;
        let mut view = in_nested(sink, FieldNames::of(M::RECORD).after(1), columns);
        match write_records(values_of(items), &mut view) {
            Ok(()) => Ok(()),
            Err(error) => Err(error.prefixed(PREFIX)),
        }
    }

    /// Reads the items of a map of records.
    fn decode_records<'de, M, S>(source: &mut S) -> Result<Items<K, V>, DecodeError>
    where
        V: Decode<'de>,
        M: HasRules,
        S: Source<'de>,
    {
        const { verify_no_fault(&Self::RULES) };
        let begun = source.record(M::RECORD);
        let (labels, values): (Labels, RecordList<V>) = decode_record(begun, source, M::RECORD, false)?;
        labelled(alloc::vec![labels], values.0)
    }
}

/// Returns the values of items. It knows no sink, so that what is made of its closure is compiled once for a type of map.
fn values_of<'i, 'a, K, V>(
    items: &'i [(&'a K, &'a V)],
) -> impl ExactSizeIterator<Item = &'a V> + Clone + use<'i, 'a, K, V> {
    items.iter().map(|(_, value)| *value)
}

/// The items of a map, and where the first labels are.
type Items<K, V> = (Vec<(K, V)>, TensorOffsets);

/// Returns items of their labels, a list for each dimension, and their values. It knows no source, as [`values_of`].
fn labelled<K: LabelKey, V>(columns: Vec<Labels>, values: Vec<V>) -> Result<Items<K, V>, DecodeError> {
    for (name, column) in K::NAMES.iter().zip(&columns) {
        if column.texts.len() != values.len() {
            let expected = Dim::exact(values.len() as u64).into();
            let kind = ErrorKind::AxisLength { axis: 0, expected, found: column.texts.len() as u64 };
            return Err(column.offsets.locate(DecodeError::new(kind).in_parameter(name)));
        }
    }
    let offsets = columns.first().map(|column| column.offsets).unwrap_or_default();
    let mut labels: Vec<_> = columns.into_iter().map(|column| column.texts.into_iter()).collect();
    let mut items = Vec::with_capacity(values.len());
    for (index, value) in values.into_iter().enumerate() {
        let shown = if K::EXPECTED.is_empty() { Shown::new() } else { start_of_label(labels.first()) };
        match K::from_labels(labels.iter_mut().filter_map(Iterator::next)) {
            Some(key) => items.push((key, value)),
            None => return Err(offsets.locate(no_key::<K>(index, shown))),
        }
    }
    Ok((items, offsets))
}

/// The only parameter of a map of records under several labels.
const SEVERAL_LABELS: Param<'static> = param_at_fault(
    "",
    Presence::Required,
    "is a map of records, whose key is one label: a `String` or an integer\n  for several labels hold a list, \
     `Vec<((String, String), Record)>`",
);

/// What the names of the columns begin with in a map of records.
const PREFIX: &str = "values.";

/// The parameters of a map of records.
impl<K: LabelKey, V: HasRules> Flattening for MapTable<K, V> {
    const OWN: RecordRules<'static> = RecordRules::new(
        const {
            let name = match K::NAMES {
                [name, ..] => name,
                [] => "",
            };
            &[Param::new(name, LABELS), Param::new(VALUES, TensorRules::ANY)]
        },
    );
    const PARTS: &'static [FlattenedPart] = &[];
    const NESTED: &'static [NestedField] =
        &[NestedField { own: 1, prefix: PREFIX, rules: list_rules::<V, AnyLength>(), presence: Presence::Required }];
}

/// The labels that all items have in one dimension, as a payload for a sink.
struct Column<'i, 'a, K, V> {
    items: &'i [(&'a K, &'a V)],
    index: usize,
}

impl<'a, K: LabelKey, V> Payload<'a> for Column<'_, 'a, K, V> {
    fn write<W: ElementSink<'a>>(&self, out: &mut W) -> Result<(), EncodeError> {
        self.items.iter().try_for_each(|(key, _)| {
            let key: &'a K = key;
            out.variable(Variable::Text(key.label(self.index)))
        })
    }
}

/// The start of a label, long enough for every integer.
type Shown = arrayvec::ArrayString<32>;

/// Returns the start of the label that is read next.
fn start_of_label(labels: Option<&alloc::vec::IntoIter<String>>) -> Shown {
    let mut shown = Shown::new();
    let label = labels.and_then(|labels| labels.as_slice().first()).map(String::as_str).unwrap_or_default();
    for letter in label.chars() {
        if shown.try_push(letter).is_err() {
            break;
        }
    }
    shown
}

#[cold]
fn no_key<K: LabelKey>(index: usize, found: Shown) -> DecodeError {
    let kind = match K::EXPECTED {
        "" => ErrorKind::custom(alloc::format!("the labels of item {index} are no key of the map")),
        expected => ErrorKind::InvalidElement { index, expected, found: alloc::format!("\"{found}\"").into() },
    };
    let error = DecodeError::new(kind);
    error.in_parameter(K::NAMES.first().copied().unwrap_or_default())
}

/// Returns the labels of a key, each no longer than fits an error.
#[cold]
fn shown<K: LabelKey>(key: &K) -> Box<str> {
    let mut shown = String::new();
    for index in 0..K::NAMES.len() {
        if index > 0 {
            shown.push_str(", ");
        }
        shown.push('"');
        shown.extend(key.label(index).chars().take(32).flat_map(char::escape_debug));
        shown.push('"');
    }
    Box::from(shown)
}

/// Returns the error for values that differ with the keys of the first and of the one at fault.
#[cold]
fn unlike<K: LabelKey, V>(items: &[(&K, &V)], error: EncodeError) -> EncodeError {
    match (error.kind(), items.first()) {
        (ErrorKind::RaggedBatch { index, expected, found }, Some((first, _))) => match items.get(*index) {
            Some((key, _)) => {
                let keys = Box::new([shown(*first), shown(*key)]);
                ErrorKind::RaggedMap { keys, expected: expected.clone(), found: found.clone() }.into()
            }
            None => error,
        },
        _ => error,
    }
}

#[cold]
fn repeated<K: LabelKey>(key: &K) -> DecodeError {
    let error = DecodeError::new(ErrorKind::DuplicateLabel { found: shown(key) });
    error.in_parameter(K::NAMES.first().copied().unwrap_or_default())
}

/// Returns items in the order of their keys, so that one value is always written in one way. It knows no sink, as
/// [`values_of`].
#[cfg(feature = "std")]
fn sorted<'a, K: LabelKey, V>(items: &[(&'a K, &'a V)]) -> Vec<(&'a K, &'a V)> {
    // Keys are in memory of their own, each somewhere else: few are looked at again.
    let mut ranked: Vec<_> = items.iter().map(|(key, value)| (key.sort_rank(), *key, *value)).collect();
    ranked.sort_unstable_by(|left, right| left.0.cmp(&right.0).then_with(|| left.1.cmp(right.1)));
    ranked.into_iter().map(|(_, key, value)| (key, value)).collect()
}

/// Returns a number of bytes than which the labels of items are not shorter, each with its length in front.
#[cfg(feature = "std")]
fn least_len<K: LabelKey, V>(items: &[(&K, &V)]) -> usize {
    items.iter().map(|(key, _)| key.least_label_len().saturating_add(1)).fold(0, usize::saturating_add)
}

macro_rules! map {
    ([$($extra:tt)*] $ty:ty, [$($key:tt)*] [$($hasher:tt)*], $new:expr, [$($sorted:ident)?]) => {
        impl<K: LabelKey $($key)*, V: HasRules $($extra)*> HasRules for $ty {
            const RULES: Rules<'static> = Rules::Record(MapTable::<K, V>::RULES);
            const HOLDS: Option<HeldRef> = V::HOLDS;
        }

        impl<K: LabelKey $($key)*, V: HasRules $($extra)*> crate::Field for $ty {
            type Item = Self;
            type Kind = crate::traits::One<Self>;
        }

        impl<K: LabelKey $($key)*, V: Encode $($extra)*> Encode for $ty {
            fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
                // Every parameter is there once, in whatever order the items are.
                if let Some(counts) = sink.counting() {
                    counts.fill(1);
                    return Ok(());
                }
                let items: Vec<(&K, &V)> = self.iter().collect();
                // What is only counted is sorted for its error alone, which names the first key that is at fault.
                $(if sink.lacks_room(least_len(&items)) && MapTable::encode::<Self, S>(&items, sink).is_ok() {
                    return Ok(());
                }
                let items = $sorted(&items);)?
                MapTable::encode::<Self, S>(&items, sink)
            }
        }

        impl<'de, K: LabelKey $($key)*, V: Decode<'de> $($extra)* $($hasher)*> Decode<'de> for $ty {
            fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
                let (items, offsets) = MapTable::<K, V>::decode::<Self, S>(source)?;
                // Items in the order of their keys, as they are written, are all different.
                if items.is_sorted_by(|(key, _), (next, _)| key.cmp(next).is_lt()) {
                    let (count, map) = (items.len(), items.into_iter().collect::<Self>());
                    let unlike = "two keys of the map are equal, though one is less than the other";
                    return if map.len() == count { Ok(map) } else { Err(ErrorKind::custom(unlike).into()) };
                }
                let mut map = $new;
                for (key, value) in items {
                    if map.contains_key(&key) {
                        return Err(offsets.locate(repeated(&key)));
                    }
                    map.insert(key, value);
                }
                Ok(map)
            }
        }
    };
}

map!([] BTreeMap<K, V>, [] [], Self::new(), []);
#[cfg(feature = "std")]
map!(
    [, H: core::hash::BuildHasher] std::collections::HashMap<K, V, H>,
    [+ core::hash::Hash] [+ Default],
    Self::with_hasher(H::default()),
    [sorted]
);
