//! A batch that has a column of each type of Arrow's.

use std::sync::Arc;

use arrow_array_60::{
    Array, ArrayRef, BinaryViewArray, BooleanArray, Date32Array, Decimal128Array, DictionaryArray,
    FixedSizeBinaryArray, Int32Array, Int64Array, LargeListArray, LargeStringArray, ListArray, ListViewArray, MapArray,
    NullArray, RecordBatch, RunArray, StringArray, StringViewArray, StructArray, TimestampMillisecondArray, UnionArray,
    types::{Int8Type, Int32Type},
};
use arrow_buffer_60::{OffsetBuffer, ScalarBuffer};
use arrow_schema_60::{DataType, Field, Schema, UnionFields};

/// A batch of four rows with a column of each type of Arrow's that is stored in another way.
pub(crate) fn every_type() -> RecordBatch {
    let item = |data_type| Arc::new(Field::new("item", data_type, true));
    let numbers: ArrayRef = Arc::new(Int32Array::from(vec![Some(1), None, Some(3), Some(4)]));
    let words = ["a", "a word that is longer than twelve bytes", "", "b"];
    let text: ArrayRef = Arc::new(StringArray::from(words.to_vec()));
    let entries = StructArray::from(vec![
        (Arc::new(Field::new("keys", DataType::Utf8, false)), text.clone()),
        (Arc::new(Field::new("values", DataType::Int32, true)), numbers.clone()),
    ]);
    let entries_field = Arc::new(Field::new("entries", entries.data_type().clone(), false));
    let offsets = OffsetBuffer::new(ScalarBuffer::from(vec![0, 1, 1, 3, 4]));
    let map = MapArray::new(entries_field, offsets.clone(), entries, None, false);
    let list = ListArray::new(item(DataType::Int32), offsets.clone(), numbers.clone(), None);
    let large = OffsetBuffer::new(ScalarBuffer::from(vec![0i64, 0, 2, 2, 4]));
    let view_at = (ScalarBuffer::from(vec![3, 0, 1, 0]), ScalarBuffer::from(vec![1, 2, 2, 0]));
    let dictionary: DictionaryArray<Int8Type> = words.into_iter().collect();
    let runs = RunArray::<Int32Type>::try_new(&Int32Array::from(vec![1, 4]), &StringArray::from(vec!["x", "y"]));
    let members = [Field::new("number", DataType::Int32, true), Field::new("text", DataType::Utf8, true)];
    let members = UnionFields::try_new([0, 3], members).unwrap();
    let ids = ScalarBuffer::from(vec![0i8, 3, 3, 0]);
    let sparse = UnionArray::try_new(members.clone(), ids.clone(), None, vec![numbers.clone(), text.clone()]);
    let places = Some(ScalarBuffer::from(vec![2, 0, 3, 1]));
    let dense = UnionArray::try_new(members, ids, places, vec![numbers.clone(), text.clone()]);
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("null", Arc::new(NullArray::new(4))),
        ("flag", Arc::new(BooleanArray::from(vec![Some(true), None, Some(false), Some(true)]))),
        ("long", Arc::new(Int64Array::from(vec![1, 2, 3, 4]))),
        ("text", text),
        ("large_text", Arc::new(LargeStringArray::from(words.to_vec()))),
        ("text_view", Arc::new(StringViewArray::from(words.to_vec()))),
        ("binary_view", Arc::new(BinaryViewArray::from_iter_values(words))),
        ("fixed", Arc::new(FixedSizeBinaryArray::try_from_iter([b"ab", b"cd", b"ef", b"gh"].into_iter()).unwrap())),
        ("date", Arc::new(Date32Array::from(vec![1, 2, 3, 4]))),
        ("time", Arc::new(TimestampMillisecondArray::from(vec![1, 2, 3, 4]).with_timezone("UTC"))),
        ("decimal", Arc::new(Decimal128Array::from(vec![1, 2, 3, 4]))),
        ("large_list", Arc::new(LargeListArray::new(item(DataType::Int32), large, numbers.clone(), None))),
        ("list_view", Arc::new(ListViewArray::new(item(DataType::Int32), view_at.0, view_at.1, numbers, None))),
        ("list", Arc::new(list)),
        ("map", Arc::new(map)),
        ("dictionary", Arc::new(dictionary)),
        ("runs", Arc::new(runs.unwrap())),
        ("sparse", Arc::new(sparse.unwrap())),
        ("dense", Arc::new(dense.unwrap())),
    ];
    let fields = columns.iter().map(|(name, array)| Field::new(*name, array.data_type().clone(), true));
    let schema = Schema::new(fields.collect::<Vec<_>>());
    RecordBatch::try_new(Arc::new(schema), columns.into_iter().map(|(_, array)| array).collect()).unwrap()
}
