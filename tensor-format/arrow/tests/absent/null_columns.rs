//! Columns of type null, which pyarrow makes of values that no row has.

use std::{collections::HashMap, io::Cursor, sync::Arc};

use arrow_array_60::{Array, ArrayRef, Float32Array, NullArray, RecordBatch};
use arrow_ipc_60::writer::{FileWriter, StreamWriter};
use arrow_schema_60::{Field, Schema};
use parquet_60::arrow::ArrowWriter;
use tensor_format::{DecodeError, DecodeOwned, Image, Many, Tensor};
use tensor_format_arrow::{Fault, FaultKind, check_schema, from_batch, ipc, parquet};

/// A batch of three rows with a column of numbers, and these columns of type null.
fn batch(names: &[&str]) -> RecordBatch {
    let numbers: ArrayRef = Arc::new(Float32Array::from(vec![1.0, 2.0, 3.0]));
    let nulls = names.iter().map(|name| (*name, Arc::new(NullArray::new(3)) as ArrayRef));
    let columns: Vec<_> = [("x", numbers)].into_iter().chain(nulls).collect();
    let fields = columns.iter().map(|(name, array)| Field::new(*name, array.data_type().clone(), true));
    let schema = Schema::new(fields.collect::<Vec<_>>());
    RecordBatch::try_new(Arc::new(schema), columns.into_iter().map(|(_, array)| array).collect()).unwrap()
}

/// Reads a batch as it is, from a file, a stream, in place, and from Parquet; all agree.
fn read<T: DecodeOwned + PartialEq + std::fmt::Debug>(batch: &RecordBatch) -> Result<Vec<T>, DecodeError> {
    let mut file = FileWriter::try_new(Vec::new(), &batch.schema()).unwrap();
    file.write(batch).unwrap();
    let mut stream = StreamWriter::try_new(Vec::new(), &batch.schema()).unwrap();
    stream.write(batch).unwrap();
    let mut columns = ArrowWriter::try_new(Vec::new(), batch.schema(), None).unwrap();
    columns.write(batch).unwrap();
    let (file, stream) = (file.into_inner().unwrap(), stream.into_inner().unwrap());
    let columns = bytes::Bytes::from(columns.into_inner().unwrap());
    let read = from_batch::<T>(batch);
    let others = [
        ipc::read_file::<T, _>(Cursor::new(&file)),
        ipc::read_stream::<T, _>(&stream[..]),
        ipc::file_in_place(file)
            .unwrap()
            .columns_of::<T>()
            .and_then(|mut batches| from_batch(&batches.next().unwrap().unwrap())),
        parquet::read::<T, _>(columns),
    ];
    for other in others {
        match (&read, other) {
            (Ok(values), Ok(others)) => assert_eq!(values, &others),
            (Err(error), Err(other)) => assert_eq!(error.to_string(), other.to_string()),
            (read, other) => panic!("{read:?} and {other:?}"),
        }
    }
    read
}

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Absent {
    x: f32,
    score: Option<f64>,
    fixed: Option<[u8; 3]>,
    boxes: Option<Vec<[f32; 4]>>,
    text: Option<String>,
    image: Option<Image>,
    many: Many<i16>,
    #[tensor(default = 7)]
    count: u32,
    #[tensor(metadata)]
    note: Option<String>,
}

#[test]
fn optional_values_are_absent_in_every_row() {
    let batch = batch(&["score", "fixed", "boxes", "text", "image", "many", "count", "note", "other"]);
    let absent = |x| Absent {
        x,
        score: None,
        fixed: None,
        boxes: None,
        text: None,
        image: None,
        many: Many(vec![]),
        count: 7,
        note: None,
    };
    assert_eq!(read::<Absent>(&batch).unwrap(), [1.0, 2.0, 3.0].map(absent));
}

#[test]
fn required_values_are_refused_with_the_reason() {
    #[derive(Tensor, Debug, PartialEq)]
    struct Required {
        x: f32,
        score: f64,
        text: String,
        #[tensor(metadata)]
        note: String,
    }
    let batch = batch(&["score", "text", "note"]);
    let none = "expected values, since the parameter is required, found a column of type Null, which has none";
    let note = "expected a column of texts that hold JSON, found Null";
    let expected = format!("parameter `note`: {note}\nparameter `score`: {none}\nparameter `text`: {none}");
    let error = check_schema::<Required>(&batch.schema()).unwrap_err();
    assert_eq!(error.to_string(), expected);
    assert_eq!(
        error.violations().filter_map(|found| Fault::of_kind(&found.kind)).nth(1).unwrap().kind,
        FaultKind::UnsupportedType
    );
    assert_eq!(read::<Required>(&batch).unwrap_err().to_string(), expected);
}

#[test]
fn a_column_that_claims_tensors_has_to_have_them() {
    let field = Field::new("fixed", arrow_schema_60::DataType::Null, true);
    let name = ("ARROW:extension:name".to_owned(), "arrow.fixed_shape_tensor".to_owned());
    let field = field.with_metadata(HashMap::from([name]));
    #[derive(Tensor, Debug, PartialEq)]
    struct Fixed {
        fixed: Option<[u8; 3]>,
    }
    let error = check_schema::<Fixed>(&Schema::new(vec![field])).unwrap_err();
    assert_eq!(Fault::of(&error).unwrap().kind, FaultKind::Storage);
}
