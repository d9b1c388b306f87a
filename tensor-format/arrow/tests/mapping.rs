//! Each row of the mapping: the column that a parameter becomes, under each option, and the way back.

use std::collections::BTreeMap;

use arrow_array_60::{Array, RecordBatch, cast::AsArray};
use arrow_schema_60::{DataType, Field};
use half::f16;
use ndarray::{Array2, Array3};
use tensor_format::{Audio, Batch, Binary, DecodeOwned, Encode, Image, Many, Tensor, Video};
use tensor_format_arrow::{
    Fault, FaultKind, WriteOptions, from_batch, ipc, parquet, schema_of, schema_of_with, to_batch, to_batch_with,
};

/// Writes values under each option, as a batch, a file, a stream and Parquet, and reads them back, whole and sliced.
fn round<T: Encode + DecodeOwned + PartialEq + std::fmt::Debug>(values: &[T]) {
    for options in [
        WriteOptions::new(),
        WriteOptions::new().plain(true),
        WriteOptions::new().bool8(true),
        WriteOptions::new().large(true),
        WriteOptions::new().plain(true).bool8(true).large(true),
    ] {
        let batch = to_batch_with(values, &options).unwrap();
        assert_eq!(batch.schema(), schema_of_with::<T>(&options).unwrap());
        assert_eq!(from_batch::<T>(&batch).unwrap(), values, "{options:?}");
        for start in 0..=values.len() {
            let slice = batch.slice(start, values.len() - start);
            assert_eq!(from_batch::<T>(&slice).unwrap(), values[start..], "{options:?}");
        }
        let few = options.max_rows(2);
        let file = ipc::write_file_with(Vec::new(), values, &few).unwrap();
        assert_eq!(ipc::read_file::<T, _>(std::io::Cursor::new(file)).unwrap(), values, "{options:?}");
        let stream = ipc::write_stream_with(Vec::new(), values, &few).unwrap();
        assert_eq!(ipc::read_stream::<T, _>(&stream[..]).unwrap(), values, "{options:?}");
        if !batch.schema().fields().iter().any(|field| matches!(field.data_type(), DataType::FixedSizeList(_, 0))) {
            let file = parquet::write_with(Vec::new(), values, &few).unwrap();
            assert_eq!(parquet::read::<T, _>(bytes::Bytes::from(file)).unwrap(), values, "{options:?}");
        }
    }
}

fn field<'b>(batch: &'b RecordBatch, name: &str) -> &'b Field {
    batch.schema_ref().field_with_name(name).unwrap()
}

fn extension<'b>(batch: &'b RecordBatch, name: &str) -> (Option<&'b str>, Option<&'b str>) {
    let field = field(batch, name);
    (field.extension_type_name(), field.extension_type_metadata())
}

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Scalars {
    u8: u8,
    u16: u16,
    u32: u32,
    u64: u64,
    i8: i8,
    i16: i16,
    i32: i32,
    i64: i64,
    f16: f16,
    f32: f32,
    f64: f64,
    bool: bool,
    text: String,
    bytes: Binary,
    letter: char,
    size: usize,
}

fn scalars(at: u8) -> Scalars {
    Scalars {
        u8: at,
        u16: u16::MAX - u16::from(at),
        u32: u32::MAX,
        u64: u64::MAX,
        i8: i8::MIN,
        i16: i16::MIN,
        i32: i32::MIN,
        i64: i64::MIN,
        f16: f16::from_f32(0.5),
        f32: f32::NEG_INFINITY,
        f64: -0.0,
        bool: at % 2 == 1,
        text: "é😀\0".repeat(at.into()),
        bytes: Binary::from(vec![0xff; at.into()]),
        letter: 'λ',
        size: usize::MAX,
    }
}

#[test]
fn scalars_are_primitive_columns() {
    let values: Vec<_> = (0..5).map(scalars).collect();
    round(&values);
    let batch = to_batch(&values).unwrap();
    let types: Vec<_> = batch.schema().fields().iter().map(|field| field.data_type().clone()).collect();
    use DataType::*;
    let expected = [
        UInt8, UInt16, UInt32, UInt64, Int8, Int16, Int32, Int64, Float16, Float32, Float64, Boolean, Utf8, Binary,
        Utf8, UInt64,
    ];
    assert_eq!(types, expected);
    assert!(batch.schema().fields().iter().all(|field| !field.is_nullable() && field.metadata().is_empty()));
    let batch = to_batch_with(&values, &WriteOptions::new().bool8(true).large(true)).unwrap();
    assert_eq!(extension(&batch, "bool"), (Some("arrow.bool8"), Some("")));
    assert_eq!(field(&batch, "text").data_type(), &LargeUtf8);
    assert_eq!(field(&batch, "bytes").data_type(), &LargeBinary);
}

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Fixed {
    #[tensor(shape = [c: 3, h: 2, w: 2])]
    pixels: Array3<f32>,
    flags: [[bool; 3]; 3],
    words: [String; 2],
    blobs: [[Binary; 1]; 2],
    none: [[u8; 0]; 3],
}

#[test]
fn exact_lengths_are_tensors_of_fixed_shape() {
    let value = |at: u8| Fixed {
        pixels: Array3::from_shape_fn((3, 2, 2), |(c, h, w)| f32::from(at) + (c * 4 + h * 2 + w) as f32),
        flags: [[true, false, at == 1]; 3],
        words: [String::new(), "w".repeat(at.into())],
        blobs: [[Binary::from(vec![at])], [Binary::from(vec![])]],
        none: [[], [], []],
    };
    let values: Vec<_> = (0..4).map(value).collect();
    round(&values);
    let batch = to_batch(&values).unwrap();
    let metadata = r#"{"shape":[3,2,2],"dim_names":["c","h","w"]}"#;
    assert_eq!(extension(&batch, "pixels"), (Some("arrow.fixed_shape_tensor"), Some(metadata)));
    let item = |data_type| std::sync::Arc::new(Field::new("item", data_type, true));
    assert_eq!(field(&batch, "pixels").data_type(), &DataType::FixedSizeList(item(DataType::Float32), 12));
    assert_eq!(field(&batch, "flags").data_type(), &DataType::FixedSizeList(item(DataType::Boolean), 9));
    assert_eq!(field(&batch, "words").data_type(), &DataType::FixedSizeList(item(DataType::Utf8), 2));
    assert_eq!(extension(&batch, "none"), (Some("arrow.fixed_shape_tensor"), Some(r#"{"shape":[3,0]}"#)));
    let bool8 = to_batch_with(&values, &WriteOptions::new().bool8(true)).unwrap();
    let DataType::FixedSizeList(item, 9) = field(&bool8, "flags").data_type() else { panic!("a list of 9") };
    assert_eq!((item.data_type(), item.extension_type_name()), (&DataType::Int8, Some("arrow.bool8")));
    let plain = to_batch_with(&values, &WriteOptions::new().plain(true)).unwrap();
    assert!(plain.schema().fields().iter().all(|field| field.metadata().is_empty()));
    // Parquet gives no lists of size 0 back.
    let error = parquet::write(Vec::new(), &values).unwrap_err();
    assert_eq!((error.parameter(), Fault::of_encode(&error).unwrap().kind), (Some("none"), FaultKind::Storage));
}

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Variable {
    #[tensor(shape = [n, 4])]
    boxes: Vec<[f32; 4]>,
    #[tensor(shape = [h, w])]
    mask: Array2<bool>,
    tokens: Vec<u32>,
    texts: Vec<String>,
    blobs: Vec<Binary>,
    batch: Batch<[u16; 2]>,
}

#[test]
fn open_lengths_are_tensors_of_variable_shape() {
    let value = |n: u16| Variable {
        boxes: vec![[f32::from(n); 4]; n.into()],
        mask: Array2::from_shape_fn((n.into(), 3), |(y, x)| (x + y) % 2 == 0),
        tokens: (0..u32::from(n)).collect(),
        texts: (0..n).map(|i| "t".repeat(i.into())).collect(),
        blobs: (0..n).map(|i| Binary::from(vec![7; i.into()])).collect(),
        batch: Batch(vec![[n, 1]; n.into()]),
    };
    let values: Vec<_> = [2, 0, 1, 5].map(value).into();
    round(&values);
    let batch = to_batch(&values).unwrap();
    let name = Some("arrow.variable_shape_tensor");
    assert_eq!(extension(&batch, "boxes"), (name, Some(r#"{"dim_names":["n",""],"uniform_shape":[null,4]}"#)));
    assert_eq!(extension(&batch, "mask"), (name, Some(r#"{"dim_names":["h","w"]}"#)));
    assert_eq!(extension(&batch, "tokens"), (name, Some("{}")));
    assert_eq!(extension(&batch, "batch"), (name, Some(r#"{"uniform_shape":[null,2]}"#)));
    let item = |data_type| std::sync::Arc::new(Field::new("item", data_type, true));
    assert_eq!(field(&batch, "texts").data_type(), &DataType::List(item(DataType::Utf8)));
    let plain = to_batch_with(&values, &WriteOptions::new().plain(true)).unwrap();
    assert_eq!(field(&plain, "tokens").data_type(), &DataType::List(item(DataType::UInt32)));
}

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Media {
    image: Image,
    audio: Audio,
    video: Option<Video>,
}

#[test]
fn media_are_a_content_and_a_format() {
    let value = |at: u8| Media {
        image: Image::new("png", vec![at; 3]),
        audio: Audio::new("wav", vec![]),
        video: (at > 0).then(|| Video::new("mp4", vec![at])),
    };
    round(&[value(0), value(1), value(2)]);
    let batch = to_batch(&[value(0), value(1)]).unwrap();
    assert_eq!(extension(&batch, "image"), (Some("tensor_format.image"), Some("{}")));
    assert_eq!(extension(&batch, "video"), (Some("tensor_format.video"), Some("{}")));
    assert_eq!(batch.column(0).as_struct().column_by_name("path").unwrap().as_string::<i32>().value(0), "png");
    let odd = Media { image: Image::new(vec![0xff_u8], vec![]), ..value(0) };
    let error = to_batch(&[value(0), odd]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "record 1: parameter `image`: media format \"\\xff\": a column holds formats as text, in UTF-8"
    );
    // An audio is no image, unless nothing says what it is.
    #[derive(Tensor, Debug)]
    #[allow(dead_code, reason = "never read: the column is refused")]
    struct Wrong {
        audio: Image,
    }
    assert_eq!(from_batch::<Wrong>(&batch).unwrap_err().kind().name(), "type_not_allowed");
}

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Absent {
    number: Option<f64>,
    flag: Option<bool>,
    text: Option<String>,
    fixed: Option<[u8; 3]>,
    fixed_text: Option<[String; 2]>,
    variable: Option<Vec<i16>>,
    texts: Option<Vec<String>>,
    #[tensor(default)]
    count: u32,
}

#[test]
fn what_is_absent_is_null() {
    let none = Absent {
        number: None,
        flag: None,
        text: None,
        fixed: None,
        fixed_text: None,
        variable: None,
        texts: None,
        count: 0,
    };
    let some = Absent {
        number: Some(0.5),
        flag: Some(true),
        text: Some(String::new()),
        fixed: Some([1, 2, 3]),
        fixed_text: Some(["a".into(), "b".into()]),
        variable: Some(vec![]),
        texts: Some(vec![]),
        count: 7,
    };
    round(&[none.clone(), some.clone(), none.clone(), none.clone(), some.clone()]);
    let batch = to_batch(&[none, some]).unwrap();
    assert!(batch.schema().fields().iter().all(|field| field.is_nullable()));
    for column in batch.columns().iter().take(7) {
        assert_eq!((column.is_null(0), column.is_null(1)), (true, false));
    }
}

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Repeated {
    frames: Many<[[u8; 2]; 2]>,
    labels: Many<String>,
    tracks: Many<Vec<f32>>,
    after: i32,
}

#[test]
fn many_tensors_are_a_list() {
    let value = |n: u8| Repeated {
        frames: Many((0..n).map(|i| [[i; 2]; 2]).collect()),
        labels: Many((0..n).map(|i| "l".repeat(i.into())).collect()),
        tracks: Many((0..n).rev().map(|i| vec![f32::from(i); i.into()]).collect()),
        after: n.into(),
    };
    round(&[value(2), value(0), value(1), value(3)]);
    let batch = to_batch(&[value(2)]).unwrap();
    let DataType::List(item) = field(&batch, "frames").data_type() else { panic!("a list") };
    assert_eq!(item.extension_type_name(), Some("arrow.fixed_shape_tensor"));
    assert_eq!(item.extension_type_metadata(), Some(r#"{"shape":[2,2]}"#));
}

#[derive(Tensor, Debug, PartialEq, Clone, Copy)]
#[tensor(stack)]
struct Point {
    x: f32,
    y: f32,
}

#[derive(Tensor, Debug, PartialEq, Clone)]
enum Side {
    Left,
    Right,
}

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Camera {
    position: Point,
    zoom: Option<f32>,
}

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Nested {
    camera: Camera,
    spare: Option<Camera>,
    #[tensor(ragged)]
    sentences: Vec<Vec<u32>>,
    scores: BTreeMap<String, f32>,
    side: Side,
    points: Vec<Point>,
    #[tensor(metadata)]
    run: Option<String>,
    #[tensor(metadata)]
    tags: Vec<String>,
}

#[test]
fn records_in_records_are_columns_of_their_own() {
    let value = |n: u8| Nested {
        camera: Camera { position: Point { x: f32::from(n), y: 0.5 }, zoom: (n == 1).then_some(2.0) },
        spare: (n == 2).then_some(Camera { position: Point { x: 1.0, y: 1.0 }, zoom: None }),
        sentences: (0..n).map(|i| (0..u32::from(i)).collect()).collect(),
        scores: (0..n).map(|i| (format!("k{i}"), f32::from(i))).collect(),
        side: if n == 0 { Side::Left } else { Side::Right },
        points: vec![Point { x: 1.0, y: 2.0 }; n.into()],
        run: (n == 0).then(|| "first".into()),
        tags: vec!["a".into(); n.into()],
    };
    round(&[value(0), value(1), value(2), value(3)]);
    let schema = schema_of::<Nested>().unwrap();
    let names: Vec<_> = schema.fields().iter().map(|field| field.name().as_str()).collect();
    let expected = [
        "camera.position",
        "camera.zoom",
        "spare.position",
        "spare.zoom",
        "sentences.lengths",
        "sentences.values",
        "scores.d0",
        "scores.values",
        "side",
        "points",
        "run",
        "tags",
    ];
    assert_eq!(names, expected);
    let run = schema.field_with_name("run").unwrap();
    assert_eq!((run.extension_type_name(), run.is_nullable()), (Some("arrow.json"), true));
    let batch = to_batch(&[value(0), value(1)]).unwrap();
    let run = batch.column_by_name("run").unwrap().as_string::<i32>();
    assert_eq!((run.value(0), run.is_null(1)), ("\"first\"", true));
}

#[test]
fn no_rows_are_a_batch_too() {
    round::<Variable>(&[]);
    round::<Scalars>(&[]);
    round::<Nested>(&[]);
}
