//! Checks the fields of a schema before arrow-rs makes types of them: its older versions fail with a panic where a field
//! lacks what its type needs.

use tensor_format::{DecodeError, ErrorKind, error::Limit};

use super::super::{
    arrow_ipc::{self, DateUnit, Field, Int, IntervalUnit, KeyValue, Precision, TimeUnit, Type, UnionMode, convert},
    arrow_schema::Schema,
};
use crate::fault::Fault;

/// The most children of a union, whose type ids are 0 to 127.
const MOST_CHILDREN: usize = 128;

/// About the bytes of memory that a field takes, and an entry of metadata, beside their texts.
const FIELD: u64 = 256;
const ENTRY: u64 = 128;

/// Checks that a schema takes at most `most` bytes of memory. What is in its message once may be in many of its fields.
pub(crate) fn check_memory(schema: arrow_ipc::Schema<'_>, most: u64) -> Result<(), ErrorKind> {
    let mut memory = Memory { taken: 0, most };
    let is_all = memory.add_metadata(schema.custom_metadata().into_iter().flatten())
        && schema.fields().into_iter().flatten().all(|field| memory.add_field(&field));
    if is_all {
        return Ok(());
    }
    Err(ErrorKind::LimitExceeded { limit: Limit::Expanded, max: most, found: memory.taken })
}

/// The memory of a schema. Its functions return whether it may take as much.
struct Memory {
    taken: u64,
    most: u64,
}

impl Memory {
    fn add<'t>(&mut self, bytes: u64, texts: impl IntoIterator<Item = Option<&'t str>>) -> bool {
        let texts = texts.into_iter().flatten().map(|text| text.len() as u64);
        self.taken = texts.fold(self.taken.saturating_add(bytes), u64::saturating_add);
        self.taken <= self.most
    }

    fn add_metadata<'m>(&mut self, mut entries: impl Iterator<Item = KeyValue<'m>>) -> bool {
        entries.all(|entry| self.add(ENTRY, [entry.key(), entry.value()]))
    }

    fn add_field(&mut self, field: &Field<'_>) -> bool {
        let zone = field.type_as_timestamp().and_then(|timestamp| timestamp.timezone());
        self.add(FIELD, [field.name(), zone])
            && self.add_metadata(field.custom_metadata().into_iter().flatten())
            && field.children().into_iter().flatten().all(|child| self.add_field(&child))
    }
}

/// Returns the schema of a message or a footer, which may take `most` bytes of memory.
pub(super) fn schema_of(schema: Option<arrow_ipc::Schema<'_>>, most: u64) -> Result<Schema, DecodeError> {
    let schema = schema.ok_or_else(|| Fault::ipc("a schema", "none"))?;
    check_memory(schema, most)?;
    if !schema.endianness().equals_to_target_endianness() {
        return Err(Fault::ipc("numbers in the byte order of this machine", "the other order").into());
    }
    let fields = schema.fields().ok_or_else(|| Fault::ipc("the fields of a schema", "none"))?;
    for field in fields {
        if let Some(int) = field.type_as_int().filter(|int| !is_int(*int)) {
            // As polars writes its Int128.
            let found = format!("field `{}` of {} bits", field.name().unwrap_or_default(), int.bitWidth());
            return Err(Fault::ipc("integers of 8, 16, 32 or 64 bits, which are all that arrow-rs has", found).into());
        }
        let name = || format!("field `{}` of type {:?}", field.name().unwrap_or_default(), field.type_type());
        if !is_whole(&field) {
            return Err(Fault::ipc("fields that have what their types need", name()).into());
        }
    }
    // What is deprecated is that it fails for fields that were refused.
    #[allow(deprecated, reason = "older versions have no other")]
    Ok(convert::fb_to_schema(schema))
}

/// Whether a field has all that its type needs, and its children likewise. The depth was checked with the message.
fn is_whole(field: &Field<'_>) -> bool {
    let index = field.dictionary().is_none_or(|dictionary| dictionary.indexType().is_some_and(is_int));
    let mut children = field.children().into_iter().flatten();
    index && has_type(field) && children.all(|child| is_whole(&child))
}

fn is_int(int: Int<'_>) -> bool {
    matches!(int.bitWidth(), 8 | 16 | 32 | 64)
}

fn has_type(field: &Field<'_>) -> bool {
    let children = field.children().map_or(0, |children| children.len());
    match field.type_type() {
        Type::Null | Type::Bool | Type::Struct_ => true,
        Type::Binary | Type::LargeBinary | Type::BinaryView => true,
        Type::Utf8 | Type::LargeUtf8 | Type::Utf8View => true,
        Type::Int => field.type_as_int().is_some_and(is_int),
        Type::FixedSizeBinary => field.type_as_fixed_size_binary().is_some(),
        Type::FloatingPoint => field
            .type_as_floating_point()
            .is_some_and(|float| matches!(float.precision(), Precision::HALF | Precision::SINGLE | Precision::DOUBLE)),
        Type::Date => {
            field.type_as_date().is_some_and(|date| matches!(date.unit(), DateUnit::DAY | DateUnit::MILLISECOND))
        }
        Type::Time => field.type_as_time().is_some_and(|time| match time.unit() {
            TimeUnit::SECOND | TimeUnit::MILLISECOND => time.bitWidth() == 32,
            TimeUnit::MICROSECOND | TimeUnit::NANOSECOND => time.bitWidth() == 64,
            _ => false,
        }),
        Type::Timestamp => field.type_as_timestamp().is_some_and(|timestamp| is_time_unit(timestamp.unit())),
        Type::Duration => field.type_as_duration().is_some_and(|duration| is_time_unit(duration.unit())),
        Type::Interval => field.type_as_interval().is_some_and(|interval| {
            matches!(interval.unit(), IntervalUnit::YEAR_MONTH | IntervalUnit::DAY_TIME | IntervalUnit::MONTH_DAY_NANO)
        }),
        Type::Decimal => field.type_as_decimal().is_some_and(|decimal| {
            let digits = u8::try_from(decimal.precision()).is_ok() && i8::try_from(decimal.scale()).is_ok();
            digits && matches!(decimal.bitWidth(), 32 | 64 | 128 | 256)
        }),
        Type::List | Type::LargeList | Type::ListView | Type::LargeListView => children == 1,
        Type::FixedSizeList => children == 1 && field.type_as_fixed_size_list().is_some(),
        Type::Map => {
            children == 1
                && field.type_as_map().is_some()
                && first_child(field).is_some_and(|entries| is_pair(&entries))
        }
        Type::RunEndEncoded => children == 2 && first_child(field).is_some_and(|ends| are_ends(&ends)),
        Type::Union => field.type_as_union().is_some_and(|union| {
            let mode = matches!(union.mode(), UnionMode::Dense | UnionMode::Sparse);
            let ids = union.typeIds().is_none_or(|ids| are_ids(ids.iter(), children));
            mode && children <= MOST_CHILDREN && ids
        }),
        _ => false,
    }
}

fn first_child<'m>(field: &Field<'m>) -> Option<Field<'m>> {
    field.children().filter(|children| !children.is_empty()).map(|children| children.get(0))
}

/// Whether a field has the entries of a map.
fn is_pair(entries: &Field<'_>) -> bool {
    entries.type_type() == Type::Struct_ && entries.children().is_some_and(|children| children.len() == 2)
}

/// Whether a field has the ends of runs.
fn are_ends(ends: &Field<'_>) -> bool {
    let is_end = |int: Int<'_>| int.is_signed() && matches!(int.bitWidth(), 16 | 32 | 64);
    ends.dictionary().is_none() && ends.type_as_int().is_some_and(is_end)
}

fn is_time_unit(unit: TimeUnit) -> bool {
    matches!(unit, TimeUnit::SECOND | TimeUnit::MILLISECOND | TimeUnit::MICROSECOND | TimeUnit::NANOSECOND)
}

/// Whether these are the type ids of so many children: from 0 to 127, each once.
fn are_ids(ids: impl ExactSizeIterator<Item = i32>, children: usize) -> bool {
    let mut seen = 0u128;
    ids.len() == children
        && ids.into_iter().all(|id| {
            let bit = u32::try_from(id).ok().and_then(|id| 1u128.checked_shl(id)).unwrap_or_default();
            let is_new = bit != 0 && seen & bit == 0;
            seen |= bit;
            is_new
        })
}
