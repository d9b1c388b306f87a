//! Arrow's streams of record batches, of one column.

use std::{collections::HashMap, io::Cursor, sync::Arc};

use arrow_array::{
    Array, ArrayRef, Float32Array, ListArray, RecordBatch, StringArray,
    builder::{ListBuilder, StringBuilder},
    types::Float32Type,
};
use arrow_buffer::Buffer;
use arrow_ipc::{reader::StreamDecoder, writer::StreamWriter};
use arrow_schema::{DataType, Field, Schema};

use super::{Format, Shaped};
use crate::workload::Form;

pub(crate) struct Arrow;

impl Arrow {
    /// Returns the batch of a stream in shared memory, in place where alignment allows.
    pub(crate) fn view(bytes: &Buffer) -> RecordBatch {
        StreamDecoder::new().decode(&mut bytes.clone()).expect("a stream").expect("a batch")
    }

    /// Returns a column of numbers; the field carries the shape.
    pub(crate) fn numbers(value: &Shaped) -> RecordBatch {
        let shape = serde_json::to_string(&value.shape).expect("a text");
        let field = Field::new("x", DataType::Float32, false);
        let field = field.with_metadata(HashMap::from([("shape".to_owned(), shape)]));
        Self::batch(field, Arc::new(Float32Array::from(value.data.clone())))
    }

    /// Returns a column of strings.
    pub(crate) fn texts(texts: &[&str]) -> RecordBatch {
        Self::batch(Field::new("x", DataType::Utf8, false), Arc::new(StringArray::from_iter_values(texts)))
    }

    /// Returns a column of lists of numbers.
    pub(crate) fn lists(lists: &[Vec<f32>]) -> RecordBatch {
        let rows = lists.iter().map(|list| Some(list.iter().copied().map(Some)));
        let array = ListArray::from_iter_primitive::<Float32Type, _, _>(rows);
        Self::batch(Field::new("x", array.data_type().clone(), false), Arc::new(array))
    }

    /// Returns a column of lists of strings.
    pub(crate) fn lists_of_texts(lists: &[Vec<String>]) -> RecordBatch {
        let mut builder = ListBuilder::new(StringBuilder::new());
        for list in lists {
            list.iter().for_each(|text| builder.values().append_value(text));
            builder.append(true);
        }
        let array = builder.finish();
        Self::batch(Field::new("x", array.data_type().clone(), false), Arc::new(array))
    }

    fn batch(field: Field, array: ArrayRef) -> RecordBatch {
        RecordBatch::try_new(Arc::new(Schema::new(vec![field])), vec![array]).expect("a batch")
    }
}

impl Format<RecordBatch> for Arrow {
    const NAME: &'static str = "arrow IPC";
    const FORM: Form = Form::BOTH;
    const ALIGN: usize = 64;
    type Bytes = Vec<u8>;

    fn to_bytes(value: &RecordBatch) -> Vec<u8> {
        let mut out = vec![0; value.get_array_memory_size() + 4096];
        let len = Self::write(value, &mut out).expect("there is room");
        out.truncate(len);
        out
    }

    fn write(value: &RecordBatch, out: &mut [u8]) -> Option<usize> {
        let mut cursor = Cursor::new(out);
        let mut writer = StreamWriter::try_new(&mut cursor, &value.schema()).ok()?;
        writer.write(value).ok()?;
        writer.finish().ok()?;
        drop(writer);
        usize::try_from(cursor.position()).ok()
    }

    fn read(bytes: &[u8]) -> RecordBatch {
        Self::view(&Buffer::from(bytes))
    }
}
