//! Values that borrow from a batch: what is allocated for a row, if anything is, and whose memory theirs is.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use allocation_counter::measure;
use arrow_array_60::{Array, FixedSizeListArray, Int8Array, RecordBatch, cast::AsArray, types::Float32Type};
use arrow_schema_60::{DataType, Field, Schema};
use ndarray::{Array2, Array3, ArrayView2, ArrayView3};
use tensor_format::{ErrorKind, Many, Tensor, TensorRef, View};
use tensor_format_arrow::{Rows, TensorColumn, WriteOptions, to_batch, to_batch_with};

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Sample {
    #[tensor(shape = [c: 3, h: 4, w: 4])]
    pixels: Array3<f32>,
    boxes: Vec<[f32; 4]>,
    label: String,
    score: Option<f64>,
    flag: bool,
}

#[derive(Tensor, Debug)]
struct SampleRef<'b> {
    #[tensor(shape = [c: 3, h: 4, w: 4])]
    pixels: ArrayView3<'b, f32>,
    #[tensor(shape = [_, 4])]
    boxes: ArrayView2<'b, f32>,
    label: &'b str,
    score: Option<f64>,
    flag: bool,
}

fn samples(count: usize) -> Vec<Sample> {
    let sample = |at: usize| Sample {
        pixels: Array3::from_shape_fn((3, 4, 4), |(c, h, w)| (at + c * 16 + h * 4 + w) as f32),
        boxes: vec![[at as f32; 4]; at % 3],
        label: format!("label {at}"),
        score: (at % 2 == 0).then_some(0.5),
        flag: at % 3 == 0,
    };
    (0..count).map(sample).collect()
}

#[test]
fn borrowed_rows_allocate_nothing() {
    let samples = samples(100);
    let batch = to_batch(&samples).unwrap();
    let column = batch.column(0).as_fixed_size_list().values().as_primitive::<Float32Type>().values().clone();
    let rows = Rows::<SampleRef<'_>>::new(&batch).unwrap();
    let mut sum = 0.0;
    let taken = measure(|| {
        for (at, row) in rows.enumerate() {
            let row = row.unwrap();
            assert!(std::ptr::eq(row.pixels.as_ptr(), &column[at * 48]));
            sum += row.boxes.sum()
                + row.label.len() as f32
                + row.score.unwrap_or(0.0) as f32
                + f32::from(u8::from(row.flag));
        }
    });
    assert_eq!(taken.count_total, 0);
    assert!(sum > 0.0);
    let rows = Rows::<SampleRef<'_>>::new(&batch).unwrap().after(50);
    assert_eq!(rows.len(), 100);
    assert_eq!(rows.get(7).unwrap().label, "label 7");
    assert!(matches!(rows.get(100).unwrap_err().kind(), ErrorKind::Index { index: 100, len: 100 }));
}

#[test]
fn the_lengths_of_more_than_four_named_axes_are_a_list() {
    #[derive(Tensor)]
    struct Named {
        #[tensor(shape = [a, b])]
        x: Array2<u8>,
        #[tensor(shape = [c, d])]
        y: Array2<u8>,
        z: Vec<u8>,
    }
    #[derive(Tensor)]
    struct Four<'b> {
        #[tensor(shape = [a, b])]
        x: ArrayView2<'b, u8>,
        #[tensor(shape = [c, d])]
        y: ArrayView2<'b, u8>,
        #[tensor(shape = [_])]
        z: View<'b, u8>,
    }
    #[derive(Tensor)]
    struct Five<'b> {
        #[tensor(shape = [a, b])]
        x: ArrayView2<'b, u8>,
        #[tensor(shape = [c, d])]
        y: ArrayView2<'b, u8>,
        #[tensor(shape = [e])]
        z: View<'b, u8>,
    }
    let named = |at| Named { x: Array2::from_elem((at, 1), 7), y: Array2::from_elem((2, at), 7), z: vec![7; at] };
    let batch = to_batch(&(0..100).map(named).collect::<Vec<_>>()).unwrap();
    let four = Rows::<Four<'_>>::new(&batch).unwrap();
    let len = |row: Four<'_>| row.x.len() + row.y.len() + row.z.len();
    let taken = measure(|| assert_eq!(four.map(|row| len(row.unwrap())).sum::<usize>(), 4 * 99 * 50));
    assert_eq!(taken.count_total, 0);
    let five = Rows::<Five<'_>>::new(&batch).unwrap();
    let len = |row: Five<'_>| row.x.len() + row.y.len() + row.z.len();
    let taken = measure(|| assert_eq!(five.map(|row| len(row.unwrap())).sum::<usize>(), 4 * 99 * 50));
    assert_eq!(taken.count_total, 100);
}

#[test]
fn shapes_of_more_than_six_axes_are_lists() {
    type Six = [[[[[[u8; 1]; 1]; 1]; 1]; 1]; 1];
    #[derive(Tensor)]
    struct Deep<T> {
        x: T,
    }
    #[derive(Tensor)]
    struct Lent<'b> {
        x: TensorRef<'b>,
    }
    let count = |batch: &RecordBatch| {
        let rows = Rows::<Lent<'_>>::new(batch).unwrap();
        measure(|| assert_eq!(rows.map(|row| row.unwrap().x.len()).sum::<usize>(), 10)).count_total
    };
    let six: Six = Default::default();
    assert_eq!(count(&to_batch(&[six; 10].map(|x| Deep { x })).unwrap()), 0);
    assert!(count(&to_batch(&[[six]; 10].map(|x| Deep { x })).unwrap()) >= 10);
}

#[test]
fn values_become_a_batch_by_one_copy() {
    let samples = samples(500);
    let payload: usize = samples.iter().map(|sample| 48 * 4 + sample.boxes.len() * 16 + sample.label.len() + 9).sum();
    let taken = measure(|| assert_eq!(to_batch(&samples).unwrap().num_rows(), 500));
    // What grows, as texts and boxes do, is allocated again and again.
    assert!(taken.count_total < 200, "{}", taken.count_total);
    assert!(taken.bytes_max < 2 * payload as u64, "{} of {payload}", taken.bytes_max);
}

#[test]
fn a_column_is_one_view() {
    let samples = samples(5);
    let batch = to_batch(&samples).unwrap();
    let column = TensorColumn::new(&batch, "pixels").unwrap();
    let whole = column.whole().unwrap();
    assert_eq!(whole.shape(), &[5, 3, 4, 4]);
    assert_eq!(whole.get::<f32>(&[4, 2, 3, 3]), Some(samples[4].pixels[[2, 3, 3]]));
    let slice = batch.slice(2, 2);
    let column = TensorColumn::new(&slice, "pixels").unwrap();
    assert_eq!(column.whole().unwrap().get::<f32>(&[1, 0, 0, 0]), Some(3.0));
    for (name, kind) in
        [("boxes", "not_borrowable"), ("label", "not_borrowable"), ("flag", "not_borrowable"), ("score", "null")]
    {
        let error = TensorColumn::new(&batch, name).unwrap().whole().unwrap_err();
        assert_eq!((error.kind().name(), error.parameter()), (kind, Some(name)));
    }
    let score = TensorColumn::new(&batch, "score").unwrap();
    assert_eq!((score.get::<f64>(0).unwrap(), score.get::<f64>(1).unwrap()), (Some(0.5), None));
    assert_eq!(score.get::<f32>(0).unwrap_err().kind().name(), "type_not_allowed");
}

#[test]
fn bits_are_not_lent_and_bytes_are() {
    #[derive(Tensor)]
    struct Flags {
        flags: [bool; 3],
    }
    #[derive(Tensor, Debug)]
    struct FlagsRef<'b> {
        #[tensor(shape = [3])]
        flags: View<'b, bool>,
    }
    let values = [Flags { flags: [true, false, true] }];
    let bits = to_batch(&values).unwrap();
    let error = Rows::<FlagsRef<'_>>::new(&bits).unwrap().get(0).unwrap_err();
    assert_eq!((error.kind().name(), error.parameter(), error.record()), ("not_borrowable", Some("flags"), Some(0)));
    let bytes = to_batch_with(&values, &WriteOptions::new().bool8(true)).unwrap();
    let row = Rows::<FlagsRef<'_>>::new(&bytes).unwrap().get(0).unwrap();
    assert_eq!(row.flags.to_vec(), [true, false, true]);
}

/// `arrow.bool8` takes any byte but 0 for true.
#[test]
fn other_bytes_than_0_and_1_are_true_and_not_lent() {
    #[derive(Tensor, Debug)]
    struct Copied {
        x: Vec<bool>,
    }
    #[derive(Tensor, Debug)]
    struct Lent<'b> {
        x: TensorRef<'b>,
    }
    #[derive(Tensor, Debug)]
    struct Slice<'b> {
        x: &'b [bool],
    }
    let column = |bytes: Vec<i8>, text: &str| {
        let entries = |name: &str, text: &str| {
            let entries = [("ARROW:extension:name", name), ("ARROW:extension:metadata", text)];
            HashMap::from(entries.map(|(key, value)| (key.to_owned(), value.to_owned())))
        };
        let item = Arc::new(Field::new("item", DataType::Int8, true).with_metadata(entries("arrow.bool8", "")));
        let lists = FixedSizeListArray::new(item, 4, Arc::new(Int8Array::from(bytes)), None);
        let field = Field::new("x", Array::data_type(&lists).clone(), true);
        let field = field.with_metadata(entries("arrow.fixed_shape_tensor", text));
        RecordBatch::try_new(Arc::new(Schema::new(vec![field])), vec![Arc::new(lists)]).unwrap()
    };
    let right = column(vec![0, 1, 1, 0], r#"{"shape":[4]}"#);
    assert_eq!(Rows::<Lent<'_>>::new(&right).unwrap().get(0).unwrap().x.get::<bool>(&[1]), Some(true));
    assert_eq!(TensorColumn::new(&right, "x").unwrap().whole().unwrap().shape(), &[1, 4]);

    let other = column(vec![0, 1, 2, -1], r#"{"shape":[4]}"#);
    let is_true = [false, true, true, true];
    let rows = Rows::<Copied>::new(&other).unwrap();
    assert_eq!(rows.get(0).unwrap().x, is_true);
    let tensor_column = TensorColumn::new(&other, "x").unwrap();
    let owned = tensor_column.get::<tensor_format::Tensor>(0).unwrap().unwrap();
    assert_eq!(owned.as_ref().get::<bool>(&[3]), Some(true));
    assert_eq!(tensor_column.get::<View<'_, bool>>(0).unwrap().unwrap().to_vec(), is_true);
    assert_eq!(tensor_column.get::<std::borrow::Cow<'_, [bool]>>(0).unwrap().unwrap()[..], is_true);
    let lent = Rows::<Lent<'_>>::new(&other).unwrap().get(0).unwrap_err();
    let slice = Rows::<Slice<'_>>::new(&other).unwrap().get(0).unwrap_err();
    for error in [lent, slice, tensor_column.whole().unwrap_err()] {
        assert_eq!((error.kind().name(), error.parameter()), ("not_borrowable", Some("x")), "{error}");
    }
    let why = "a truth value of the column is a byte other than 0 and 1";
    assert!(tensor_column.whole().unwrap_err().to_string().contains(why));
    assert!(tensor_column.get::<TensorRef<'_>>(0).unwrap_err().to_string().contains(why));
    // In another order of the axes too.
    let turned = column(vec![0, 1, 2, -1], r#"{"shape":[2,2],"permutation":[1,0]}"#);
    let turned = TensorColumn::new(&turned, "x").unwrap();
    assert_eq!(turned.get::<[[bool; 2]; 2]>(0).unwrap(), Some([[false, true], [true, true]]));
    assert!(turned.whole().unwrap_err().to_string().contains(why));
}

/// What needs whole tensors of texts is copied, beside what is borrowed.
#[test]
fn maps_of_texts_are_copied_in_rows_that_borrow() {
    #[derive(Tensor, Debug)]
    struct Owned {
        scores: BTreeMap<String, f32>,
        pixels: [f32; 2],
        many: Many<[u8; 2]>,
    }
    #[derive(Tensor, Debug)]
    struct Borrowed<'b> {
        scores: BTreeMap<String, f32>,
        #[tensor(shape = [2])]
        pixels: View<'b, f32>,
        #[tensor(shape = [2])]
        many: Many<View<'b, u8>>,
    }
    let scores = BTreeMap::from([("a".to_owned(), 1.0), ("b".to_owned(), 2.0)]);
    let value = |at: u8| Owned { scores: scores.clone(), pixels: [1.0, 2.0], many: Many(vec![[at, 1]; at.into()]) };
    let batch = to_batch(&[value(0), value(2)]).unwrap();
    for (at, row) in Rows::<Borrowed<'_>>::new(&batch).unwrap().enumerate() {
        let row = row.unwrap();
        assert_eq!((row.scores, row.pixels.to_vec(), row.many.0.len()), (scores.clone(), vec![1.0, 2.0], 2 * at));
    }
}

/// Of the tensors of a list some are lent and some are not.
#[test]
fn lists_of_records_borrow_what_is_lent() {
    #[derive(Tensor, Debug, Clone)]
    struct Found {
        label: String,
        score: f32,
        v: Vec<f32>,
    }
    #[derive(Tensor, Debug)]
    struct FoundRef<'b> {
        label: Cow<'b, str>,
        score: f32,
        v: Cow<'b, [f32]>,
    }
    #[derive(Tensor, Debug)]
    struct Row {
        found: Vec<Found>,
    }
    #[derive(Tensor, Debug)]
    struct RowRef<'b> {
        found: Vec<FoundRef<'b>>,
    }
    let found = |at: usize| Found { label: format!("label {at}"), score: at as f32, v: vec![0.5; at] };
    let all: Vec<Row> = (0..4).map(|len| Row { found: (0..len).map(found).collect() }).collect();
    let batch = to_batch(&all).unwrap();
    for (row, read) in all.iter().zip(Rows::<RowRef<'_>>::new(&batch).unwrap()) {
        let read = read.unwrap();
        assert_eq!(read.found.len(), row.found.len());
        for (found, read) in row.found.iter().zip(&read.found) {
            assert_eq!((&*found.label, found.score, &*found.v), (&*read.label, read.score, &*read.v));
        }
    }
}

/// Tensors of a flattened record are kept, some lent and some copied, and are read in their order.
#[test]
fn the_first_fault_of_a_flattened_record_is_told() {
    #[derive(Tensor, Debug)]
    struct Inner {
        score: f32,
        label: String,
        v: Vec<f32>,
    }
    #[derive(Tensor, Debug)]
    struct Outer {
        #[tensor(flatten)]
        inner: Inner,
        id: i64,
        note: Option<u8>,
    }
    #[derive(Tensor, Debug)]
    struct Narrow {
        #[tensor(range_checked = 0.0..=3.0)]
        score: f32,
        label: char,
        v: Vec<f32>,
    }
    #[derive(Tensor, Debug)]
    struct Other {
        #[tensor(flatten)]
        inner: Narrow,
        id: i64,
        note: Option<u8>,
    }
    let inner = |score: f32, label: &str| Inner { score, label: label.to_owned(), v: vec![0.5; 2] };
    let outer = |inner: Inner| to_batch(&[Outer { inner, id: 1, note: None }]).unwrap();
    let read = |batch: &RecordBatch| Rows::<Other>::new(batch).unwrap().get(0);
    let value = read(&outer(inner(2.0, "a"))).unwrap();
    assert_eq!(
        (value.inner.score, value.inner.label, value.inner.v.len(), value.id, value.note),
        (2.0, 'a', 2, 1, None)
    );
    let error = read(&outer(inner(6.0, "two letters"))).unwrap_err();
    assert_eq!(error.parameter(), Some("score"), "{error}");
    let error = read(&outer(inner(2.0, "two letters"))).unwrap_err();
    assert_eq!(error.parameter(), Some("label"), "{error}");
}
