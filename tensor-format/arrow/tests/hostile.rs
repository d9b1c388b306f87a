//! Schemas, batches and files that claim what is not there: errors, no panic, and no memory for what is claimed.

#[path = "shared/columns.rs"]
mod columns;

use std::{collections::HashMap, io::Cursor, sync::Arc};

use allocation_counter::measure;
use arrow_array_60::{
    ArrayRef, BinaryArray, FixedSizeListArray, Float32Array, Int32Array, ListArray, RecordBatch, RecordBatchOptions,
    StringArray, StructArray,
};
use arrow_buffer_60::{NullBuffer, OffsetBuffer};
use arrow_ipc_60::writer::StreamWriter;
use arrow_schema_60::{DataType, Field, Schema};
use columns::{Mixed, mixed};
use tensor_format::{DecodeError, ErrorKind, Image, Tensor};
use tensor_format_arrow::{
    Fault, FaultKind, Rows, TensorColumn, check_schema, definitions_of, from_batch, ipc, parquet, to_batch,
};

fn kind(error: &DecodeError) -> FaultKind {
    Fault::of(error).unwrap_or_else(|| panic!("{error}")).kind
}

fn item(data_type: DataType) -> Arc<Field> {
    Arc::new(Field::new("item", data_type, true))
}

fn extension(field: Field, name: &str, metadata: &str) -> Field {
    let entries = [("ARROW:extension:name", name), ("ARROW:extension:metadata", metadata)];
    field.with_metadata(
        entries.map(|(key, value)| (key.to_owned(), value.to_owned())).into_iter().collect::<HashMap<_, _>>(),
    )
}

#[derive(Tensor, Debug, PartialEq)]
struct Row {
    x: [f32; 3],
}

#[derive(Tensor, Debug, PartialEq)]
struct Optional {
    x: Option<[f32; 3]>,
}

#[test]
fn lists_of_negative_sizes_are_refused_at_any_depth() {
    let negative = DataType::FixedSizeList(item(DataType::Float32), -1);
    let types = [
        negative.clone(),
        DataType::FixedSizeBinary(-1),
        DataType::List(item(negative.clone())),
        DataType::LargeList(item(negative.clone())),
        DataType::ListView(item(negative.clone())),
        DataType::FixedSizeList(item(negative.clone()), 2),
        DataType::Struct(vec![Field::new("a", negative.clone(), true)].into()),
        DataType::Dictionary(Box::new(DataType::Int8), Box::new(negative.clone())),
        DataType::RunEndEncoded(Arc::new(Field::new("run_ends", DataType::Int32, false)), item(negative.clone())),
        DataType::Map(
            item(DataType::Struct(
                vec![Field::new("key", DataType::Int8, false), Field::new("value", negative, true)].into(),
            )),
            false,
        ),
    ];
    for data_type in types {
        // In a column that is read, and in one that is not.
        for name in ["x", "other"] {
            let schema = Schema::new(vec![Field::new(name, data_type.clone(), true)]);
            assert_eq!(kind(&check_schema::<Optional>(&schema).unwrap_err()), FaultKind::Storage, "{data_type}");
            assert_eq!(kind(&definitions_of(&schema).unwrap_err()), FaultKind::Storage, "{data_type}");
            let mut stream = Vec::new();
            StreamWriter::try_new(&mut stream, &schema).unwrap().finish().unwrap();
            let Err(error) = ipc::stream_batches(&stream[..]) else { panic!("{data_type} was read") };
            assert_eq!((kind(&error), error.parameter()), (FaultKind::Storage, Some(name)), "{data_type}");
        }
    }
    // That an index of the tensor column names it too.
    let batch = RecordBatch::new_empty(Arc::new(Schema::new(vec![Field::new("y", DataType::Int32, true)])));
    let Err(error) = TensorColumn::new(&batch, "x") else { panic!("a column that is not there") };
    assert_eq!(error.kind().name(), "missing_param");
}

#[test]
fn the_number_of_axes_is_no_reason_to_take_memory() {
    let sizes = DataType::FixedSizeList(item(DataType::Int32), i32::MAX);
    let data = Field::new("data", DataType::List(item(DataType::Float32)), true);
    let storage = DataType::Struct(vec![data, Field::new("shape", sizes, true)].into());
    let list = Field::new("x", DataType::FixedSizeList(item(DataType::Float32), 1), true);
    let ones = format!(r#"{{"shape":[1{}],"permutation":[0{}]}}"#, ",1".repeat(4000), ",1".repeat(4000));
    let sizes64 = Field::new("shape", DataType::List(item(DataType::Int64)), true);
    let ray = Field::new("data", DataType::LargeList(item(DataType::Float32)), true);
    let ray = Field::new("x", DataType::Struct(vec![ray, sizes64].into()), true);
    for field in [
        extension(Field::new("x", storage, true), "arrow.variable_shape_tensor", "{}"),
        extension(list, "arrow.fixed_shape_tensor", &ones),
        extension(ray, "ray.data.arrow_variable_shaped_tensor", "1000000000"),
    ] {
        let schema = Schema::new(vec![field]);
        let taken = measure(|| assert_eq!(kind(&check_schema::<Row>(&schema).unwrap_err()), FaultKind::Shape));
        assert!(taken.bytes_max < 4 << 20, "{} bytes", taken.bytes_max);
    }
}

#[test]
fn rows_that_take_no_memory_are_few() {
    #[derive(Tensor, Debug)]
    struct Empty {
        x: [[f32; 0]; 3],
    }
    let empty = |rows: usize| {
        let items: ArrayRef = Arc::new(Float32Array::from(Vec::<f32>::new()));
        let list = FixedSizeListArray::try_new_with_length(item(DataType::Float32), 0, items, None, rows).unwrap();
        let field = Field::new("x", DataType::FixedSizeList(item(DataType::Float32), 0), false);
        let field = extension(field, "arrow.fixed_shape_tensor", r#"{"shape":[3,0]}"#);
        RecordBatch::try_new(Arc::new(Schema::new(vec![field])), vec![Arc::new(list)]).unwrap()
    };
    let read = from_batch::<Empty>(&empty(4096)).unwrap();
    assert_eq!((read.len(), read[0].x), (4096, [[]; 3]));
    for rows in [4097, 1 << 40] {
        let error = from_batch::<Empty>(&empty(rows)).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::LimitExceeded { max: 4096, .. }), "{error}");
        assert!(Rows::<Empty>::new(&empty(rows)).is_err());
    }
    // All columns are absent.
    let options = RecordBatchOptions::new().with_row_count(Some(1 << 50));
    let none = RecordBatch::try_new_with_options(Arc::new(Schema::empty()), vec![], &options).unwrap();
    let error = from_batch::<Optional>(&none).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { max: 4096, .. }), "{error}");
}

/// A batch of one tensor of variable shape.
fn variable(data: Vec<f32>, shape: Vec<i32>) -> RecordBatch {
    let rank = i32::try_from(shape.len()).unwrap();
    let (offsets, items) = (OffsetBuffer::from_lengths([data.len()]), Arc::new(Float32Array::from(data)));
    let data: ArrayRef = Arc::new(ListArray::new(item(DataType::Float32), offsets, items, None));
    let sizes = Arc::new(Int32Array::from(shape));
    let sizes = FixedSizeListArray::try_new_with_length(item(DataType::Int32), rank, sizes, None, 1).unwrap();
    let fields = vec![
        Field::new("data", data.data_type().clone(), true),
        Field::new("shape", DataType::FixedSizeList(item(DataType::Int32), rank), true),
    ];
    let array = StructArray::new(fields.into(), vec![data, Arc::new(sizes)], None);
    let field = Field::new("x", arrow_array_60::Array::data_type(&array).clone(), true);
    let field = extension(field, "arrow.variable_shape_tensor", "");
    RecordBatch::try_new(Arc::new(Schema::new(vec![field])), vec![Arc::new(array)]).unwrap()
}

#[test]
fn shapes_that_do_not_fit_their_elements_are_refused() {
    let big = i32::MAX;
    for (data, shape, expected) in [
        (vec![1.0; 4], vec![2, 3], FaultKind::ElementCount),
        (vec![1.0; 4], vec![-2, -2], FaultKind::NegativeSize),
        (vec![], vec![-1, 0], FaultKind::NegativeSize),
        (vec![], vec![big, big, big, 0], FaultKind::SizeOverflow),
        (vec![], vec![65536, 65536], FaultKind::ElementCount),
        (vec![1.0], vec![0], FaultKind::ElementCount),
        (vec![1.0; 2], vec![], FaultKind::ElementCount),
    ] {
        let batch = variable(data, shape.clone());
        let column = TensorColumn::new(&batch, "x").unwrap();
        let error = column.get::<tensor_format::Tensor>(0).unwrap_err();
        assert_eq!((kind(&error), error.record(), error.parameter()), (expected, Some(0), Some("x")), "{shape:?}");
    }
    let batch = variable(vec![], vec![big, 0]);
    let read = TensorColumn::new(&batch, "x").unwrap().get::<tensor_format::Tensor>(0).unwrap().unwrap();
    assert_eq!(read.shape(), &[big as usize, 0]);
    // A list of so many rows without elements is not taken.
    let error = TensorColumn::new(&batch, "x").unwrap().get::<Vec<[f32; 0]>>(0).unwrap_err();
    assert_eq!(error.kind().name(), "limit_exceeded");
    let error = TensorColumn::new(&batch, "x").unwrap().get::<tensor_format::Tensor>(1).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Index { index: 1, len: 1 }), "{error}");
}

#[test]
fn files_that_are_cut_off_say_so() {
    let file = ipc::write_file(Vec::new(), &mixed()).unwrap();
    for len in 0..file.len() {
        let error = ipc::read_file::<Mixed, _>(Cursor::new(&file[..len])).unwrap_err().to_string();
        let expected =
            "expected a whole file, which ends with `ARROW1`; a stream does not, and is read by `stream`, found ";
        assert!(error.starts_with(&format!("{expected}{len} bytes")), "{error}");
    }
    let stream = ipc::write_stream(Vec::new(), &mixed()).unwrap();
    let error = ipc::read_file::<Mixed, _>(Cursor::new(&stream)).unwrap_err().to_string();
    assert!(error.contains("a stream does not, and is read by `stream`"), "{error}");
    let mut negative = file;
    let at = negative.len() - 7;
    negative[at] = 0xff;
    let error = ipc::read_file::<Mixed, _>(Cursor::new(&negative)).unwrap_err().to_string();
    assert!(error.starts_with("expected a footer of 0 bytes or more, found ["), "{error}");
}

/// A reader that fails where more than the mark of a file is read.
struct Mark<'m>(&'m [u8]);

impl std::io::Read for Mark<'_> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        assert!(!self.0.is_empty(), "the length of a message is believed");
        std::io::Read::read(&mut self.0, out)
    }
}

#[test]
fn files_are_told_from_each_other_and_from_streams() {
    let file = ipc::write_file(Vec::new(), &mixed()).unwrap();
    let parquet_file = parquet::write(Vec::new(), &mixed()).unwrap();
    let begins = "expected a stream, which begins with a schema, found";
    for (file, found) in [(&file, "a file of Arrow, which is read by `file`"), (&parquet_file, "a file of Parquet")] {
        let error = ipc::read_stream::<Mixed, _>(Mark(&file[..4])).unwrap_err().to_string();
        assert_eq!(error, format!("{begins} {found} (byte 0)"));
    }
    let error = ipc::read_file::<Mixed, _>(Cursor::new(&parquet_file)).unwrap_err().to_string();
    assert!(error.ends_with(", as files of Parquet do"), "{error}");
    let error = parquet::read::<Mixed, _>(bytes::Bytes::from(file)).unwrap_err().to_string();
    assert!(error.ends_with("found a file of Arrow, which is read by `ipc::file`"), "{error}");
}

#[test]
fn media_say_what_they_lack() {
    #[derive(Tensor, Debug)]
    #[allow(dead_code, reason = "never read: a part is null")]
    struct Picture {
        image: Image,
    }
    let read = |bytes: Option<&[u8]>, path: Option<&str>, is_there: bool| {
        let parts: [ArrayRef; 2] = [Arc::new(BinaryArray::from(vec![bytes])), Arc::new(StringArray::from(vec![path]))];
        let fields = [("bytes", DataType::Binary), ("path", DataType::Utf8)];
        let fields = fields.map(|(name, data_type)| Field::new(name, data_type, true)).to_vec();
        let nulls = Some(NullBuffer::from(vec![is_there]));
        let pictures = StructArray::new(fields.into(), parts.into(), nulls);
        let field = Field::new("image", arrow_array_60::Array::data_type(&pictures).clone(), true);
        let batch = RecordBatch::try_new(Arc::new(Schema::new(vec![field])), vec![Arc::new(pictures)]).unwrap();
        from_batch::<Picture>(&batch).map(|read| read.len()).map_err(|error| error.to_string())
    };
    assert_eq!(read(Some(b"x"), Some("png"), true), Ok(1));
    for (bytes, path, is_there, expected) in [
        (Some(&b"x"[..]), None, true, "media with their format in `path`"),
        (None, Some("png"), true, "media with their content in `bytes`"),
        (None, None, true, "media with their content in `bytes`"),
        (None, None, false, "a value, since the parameter is required"),
    ] {
        let error = read(bytes, path, is_there).unwrap_err();
        assert_eq!(error, format!("record 0: parameter `image`: expected {expected}, found null"));
    }
}

#[test]
fn a_batch_of_another_type_is_refused() {
    let batch = to_batch(&[Row { x: [1.0; 3] }]).unwrap();
    #[derive(Tensor, Debug)]
    #[allow(dead_code, reason = "never read: the column is refused")]
    struct Other {
        x: [f32; 4],
        y: u8,
    }
    let error = from_batch::<Other>(&batch).unwrap_err();
    assert_eq!(error.to_string(), "parameter `x`: axis 0: expected 4, found 3\nparameter `y`: required, but missing");
    assert_eq!(error.violations().count(), 2);
}
