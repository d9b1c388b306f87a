//! The rows of a batch are the same whether they are read together or one by one, and so are their errors. `ARROW_MUTATIONS`
//! is how many damaged batches are compared.

#[path = "shared/mutate.rs"]
mod mutate;

use std::{collections::BTreeMap, fmt::Debug, sync::Arc};

use arrow_array_60::{
    Array, ArrayRef, BooleanArray, Float32Array, Int32Array, LargeStringArray, ListArray, RecordBatch, StringArray,
    StringViewArray, UInt32Array, builder::StringViewBuilder, types::Float32Type,
};
use arrow_buffer_60::{Buffer, NullBuffer, OffsetBuffer};
use arrow_schema_60::{DataType, Field};
use mutate::mutate;
use ndarray::Array1;
use tensor_format::{
    Decode, DecodeError, DecodeOwned, Encode, EncodeError, HasRules, RecordRules, Rules, Tensor,
    codec::{RecordOrder, Sink, Source},
    rules::Param,
};
use tensor_format_arrow::{BatchBuilder, Rows, WriteOptions, from_batch, ipc, to_batch};

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Part {
    weight: f64,
    tags: Vec<String>,
}

#[derive(Tensor, Debug, PartialEq, Clone)]
enum Shape {
    Circle { radius: f32 },
    Box { sides: [f32; 2], name: String },
    Empty,
}

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Row {
    id: u32,
    pixels: [[u16; 3]; 2],
    #[tensor(shape = [n, 2])]
    boxes: Vec<[f32; 2]>,
    #[tensor(shape = [n])]
    names: Vec<String>,
    #[tensor(shape = [n])]
    array: Array1<i64>,
    flag: bool,
    mask: Vec<bool>,
    bits: Option<[bool; 3]>,
    title: String,
    note: Option<String>,
    few: Option<Vec<i8>>,
    part: Option<Part>,
    parts: Vec<Part>,
    shapes: Vec<Shape>,
    shape: Shape,
    scores: BTreeMap<String, u32>,
    #[tensor(ragged)]
    ragged: Vec<Vec<u8>>,
    #[tensor(range_checked = ..=90)]
    percent: u8,
}

/// Makes random values.
struct Random(fastrand::Rng);

impl Random {
    fn text(&mut self) -> String {
        // Longer ones have lengths of several bytes.
        let len = if self.0.u8(..20) == 0 { 100 + self.0.usize(..400) } else { self.0.usize(..6) };
        (0..len).map(|_| ['a', 'é', '日', '\0'][self.0.usize(..4)]).collect()
    }

    fn some<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        (self.0.u8(..3) > 0).then(|| make(self))
    }

    fn list<T>(&mut self, most: usize, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.0.usize(..=most)).map(|_| make(self)).collect()
    }

    fn part(&mut self) -> Part {
        Part { weight: self.0.f64(), tags: self.list(3, Self::text) }
    }

    fn shape(&mut self) -> Shape {
        match self.0.u8(..3) {
            0 => Shape::Circle { radius: self.0.f32() },
            1 => Shape::Box { sides: [self.0.f32(), 0.5], name: self.text() },
            _ => Shape::Empty,
        }
    }

    fn row(&mut self) -> Row {
        let n = self.0.usize(..4);
        Row {
            id: self.0.u32(..),
            pixels: [[self.0.u16(..); 3], [self.0.u16(..); 3]],
            boxes: vec![[self.0.f32(), -0.0]; n],
            names: (0..n).map(|_| self.text()).collect(),
            array: (0..n).map(|_| self.0.i64(..)).collect(),
            flag: self.0.bool(),
            mask: self.list(20, |random| random.0.bool()),
            bits: self.some(|random| [0; 3].map(|_| random.0.bool())),
            title: self.text(),
            note: self.some(Self::text),
            few: self.some(|random| random.list(3, |random| random.0.i8(..))),
            part: self.some(Self::part),
            parts: self.list(3, Self::part),
            shapes: self.list(4, Self::shape),
            shape: self.shape(),
            scores: self.list(3, |random| (random.text(), random.0.u32(..))).into_iter().collect(),
            ragged: self.list(3, |random| random.list(3, |random| random.0.u8(..))),
            percent: self.0.u8(..=90),
        }
    }
}

/// Asserts that the rows of a batch are the same in both ways, and returns them.
#[track_caller]
fn read<T: DecodeOwned + Encode + Debug>(batch: &RecordBatch) -> Result<Vec<T>, String> {
    let each = Rows::<T>::new(batch).and_then(Iterator::collect::<Result<Vec<T>, DecodeError>>);
    let each = each.map_err(|error| error.to_string());
    let together = from_batch::<T>(batch).map_err(|error| error.to_string());
    // As texts: some numbers are none.
    assert!(format!("{together:?}") == format!("{each:?}"), "{:?}, {:?}", together.err(), each.err());
    each
}

#[test]
fn random_rows_come_back() {
    for seed in 1..=60 {
        let mut random = Random(fastrand::Rng::with_seed(seed));
        let values: Vec<Row> = (0..random.0.usize(..40)).map(|_| random.row()).collect();
        let (plain, bool8, large) = (random.0.u8(..3) == 0, random.0.bool(), random.0.bool());
        let options = WriteOptions::new().plain(plain).bool8(bool8).large(large);
        let mut builder = BatchBuilder::<Row>::new(&options).unwrap();
        values.iter().for_each(|value| assert!(builder.push(value).unwrap().is_none()));
        let batch = builder.finish().unwrap();
        assert_eq!(read::<Row>(&batch).unwrap(), values, "seed {seed}");
        let start = random.0.usize(..=values.len());
        let len = random.0.usize(..=values.len() - start);
        assert_eq!(read::<Row>(&batch.slice(start, len)).unwrap(), values[start..start + len], "seed {seed}");
    }
}

fn mutations() -> usize {
    std::env::var("ARROW_MUTATIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(2000)
}

/// Batches that are damaged somewhere give the same values, or the same first error.
#[test]
fn mutated_batches_are_read_alike() {
    let mut random = Random(fastrand::Rng::with_seed(0x70_6e7));
    let values: Vec<Row> = (0..20).map(|_| random.row()).collect();
    let stream = ipc::write_stream(Vec::new(), &values).unwrap();
    let (mut same, mut refused) = (0, 0);
    for _ in 0..mutations() {
        let bytes = mutate(&stream, &mut random.0);
        for batch in ipc::stream_batches(&bytes[..]).into_iter().flatten().map_while(Result::ok) {
            match read::<Row>(&batch) {
                Ok(_) => same += 1,
                Err(_) => refused += 1,
            }
        }
    }
    println!("{same} read, {refused} refused");
    assert!(same > mutations() / 20 && refused > mutations() / 40, "{same} read, {refused} refused");
}

fn column(name: &str, array: impl Array + 'static, is_nullable: bool) -> (String, ArrayRef, bool) {
    (name.to_owned(), Arc::new(array), is_nullable)
}

fn batch<const N: usize>(columns: [(String, ArrayRef, bool); N]) -> RecordBatch {
    RecordBatch::try_from_iter_with_nullable(columns).unwrap()
}

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Text {
    id: u32,
    text: String,
    values: Vec<f32>,
}

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Maybe {
    id: Option<u32>,
    text: Option<String>,
    flag: Option<bool>,
    values: Option<Vec<f32>>,
    absent: Option<Vec<[f64; 2]>>,
}

/// The rows of a batch five times: few rows are read one by one.
fn often(batch: &RecordBatch) -> RecordBatch {
    arrow_select_60::concat::concat_batches(&batch.schema(), [batch; 5]).unwrap()
}

fn lists(lists: &[Option<&[f32]>]) -> ListArray {
    let items = lists.iter().map(|list| list.map(|list| list.iter().copied().map(Some)));
    ListArray::from_iter_primitive::<Float32Type, _, _>(items)
}

/// Arrays that this crate would not write.
#[test]
fn foreign_arrays_are_read() {
    let expected = [
        Text { id: 1, text: "a".into(), values: vec![0.5] },
        Text { id: 2, text: String::new(), values: vec![] },
        Text { id: 3, text: "é".repeat(300), values: vec![1.5, 2.5] },
    ];
    let texts = || expected.iter().map(|row| Some(row.text.as_str()));
    let ids = || column("id", UInt32Array::from(vec![1, 2, 3]), false);
    let values = || column("values", lists(&[Some(&[0.5]), Some(&[]), Some(&[1.5, 2.5])]), true);
    let texts: [ArrayRef; 3] = [
        Arc::new(texts().collect::<StringArray>()),
        Arc::new(texts().collect::<LargeStringArray>()),
        Arc::new(texts().collect::<StringViewArray>()),
    ];
    for texts in texts {
        let batch = often(&batch([ids(), ("text".to_owned(), texts, false), values()]));
        let expected = [&expected[..]; 5].concat();
        assert_eq!(read::<Text>(&batch).unwrap(), expected);
        assert_eq!(read::<Text>(&batch.slice(1, 14)).unwrap(), expected[1..]);
    }
}

/// Nulls are absent values where these may be, whatever lies under them, and refused elsewhere.
#[test]
fn nulls_are_absent() {
    let ids = column("id", UInt32Array::from(vec![None, Some(2), None, Some(4), Some(5)]), true);
    let text = column("text", StringArray::from(vec![Some("a"), None, None, Some("d"), Some("")]), true);
    let flag = column("flag", BooleanArray::from(vec![Some(true), None, Some(false), None, Some(true)]), true);
    // The third list is null, and has an item under it.
    let offsets = OffsetBuffer::new(vec![0, 1, 1, 2, 4, 4].into());
    let item = Arc::new(Field::new("item", DataType::Float32, true));
    let items = Arc::new(Float32Array::from(vec![0.5, 9.0, 1.0, 2.0]));
    let nulls = NullBuffer::from(vec![true, true, false, true, false]);
    let values = column("values", ListArray::new(item, offsets, items, Some(nulls)), true);
    let batch = often(&batch([ids, text, flag, values]));
    let row = |id, text: Option<&str>, flag, values: Option<&[f32]>| Maybe {
        id,
        text: text.map(Into::into),
        flag,
        values: values.map(Into::into),
        absent: None,
    };
    let expected = [
        row(None, Some("a"), Some(true), Some(&[0.5])),
        row(Some(2), None, None, Some(&[])),
        row(None, None, Some(false), None),
        row(Some(4), Some("d"), None, Some(&[1.0, 2.0])),
        row(Some(5), Some(""), Some(true), None),
    ];
    let expected = [expected.as_slice(); 5].concat();
    assert_eq!(read::<Maybe>(&batch).unwrap(), expected);
    assert_eq!(read::<Maybe>(&batch.slice(2, 23)).unwrap(), expected[2..]);
    let error = read::<Text>(&batch).unwrap_err();
    assert!(error.contains("record 0") && error.contains("null"), "{error}");
    // Behind the null.
    assert!(read::<Text>(&batch.slice(3, 1)).is_ok());
}

/// What breaks the rules has the error of its row, behind rows that are right.
#[test]
fn errors_name_the_row() {
    let text = StringArray::from(vec!["a"; 200]);
    let mut values = vec![Some(&[0.5f32][..]); 200];
    values[150] = None;
    let ids = UInt32Array::from((0..200).collect::<Vec<_>>());
    let batch = batch([column("id", ids, false), column("text", text, false), column("values", lists(&values), true)]);
    let error = read::<Text>(&batch).unwrap_err();
    assert!(error.contains("record 150: parameter `values`"), "{error}");
    let ints = batch_of_ints(&[1, 2, 91, 3]);
    let error = read::<Percent>(&ints).unwrap_err();
    assert!(error.contains("record 2") && error.contains("91"), "{error}");
}

#[derive(Tensor, Debug, PartialEq)]
struct Percent {
    #[tensor(range_checked = ..=90)]
    value: i32,
}

fn batch_of_ints(ints: &[i32]) -> RecordBatch {
    batch([column("value", Int32Array::from(ints.to_vec()), false)])
}

/// A record by hand that leaves a tensor of its rules.
#[derive(Debug, PartialEq)]
struct Left(u32);

impl HasRules for Left {
    const RULES: Rules<'static> = Text::RULES;
}

impl Encode for Left {
    fn encode<'a, S: Sink<'a>>(&'a self, _: &mut S) -> Result<(), EncodeError> {
        unreachable!("it is read alone")
    }
}

impl<'de> Decode<'de> for Left {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        if source.record(Self::RECORD)? == RecordOrder::Any {
            while source.next_name()? && source.name() != "id" {
                source.skip_tensor()?;
            }
        }
        u32::decode(source).map(Left)
    }
}

#[test]
fn records_by_hand_may_leave_tensors() {
    let values = |id| Text { id, text: "a".into(), values: vec![0.5; id as usize] };
    let batch = to_batch(&(0..10).map(values).collect::<Vec<_>>()).unwrap();
    assert_eq!(read::<Left>(&batch).unwrap(), (0..10).map(Left).collect::<Vec<_>>());
}

/// A record of more parameters than one in a list may have.
#[derive(Debug, PartialEq, Clone)]
struct Wide(Vec<f32>);

impl Wide {
    const PARAMS: usize = 1030;
    const NAMES: [u8; 4 * Self::PARAMS] = {
        let (mut names, mut at) = ([b'0'; 4 * Self::PARAMS], 0);
        while at < names.len() {
            names[at] += (at / 4 / [1000, 100, 10, 1][at % 4] % 10) as u8;
            at += 1;
        }
        names
    };
    const LIST: [Param<'static>; Self::PARAMS] = {
        let mut params = [const { Param::new("", <f32 as HasRules>::RULES.expect_tensor()) }; Self::PARAMS];
        let (mut rest, mut at) = (Self::NAMES.as_slice(), 0);
        while let Some((name, behind)) = rest.split_first_chunk::<4>() {
            if let Ok(name) = std::str::from_utf8(name) {
                params[at].name = name;
            }
            (rest, at) = (behind, at + 1);
        }
        params
    };
}

impl HasRules for Wide {
    const RULES: Rules<'static> = Rules::Record(RecordRules::new(&Self::LIST));
}

impl Encode for Wide {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        sink.record(Self::RECORD, &[1; Self::PARAMS])?;
        self.0.iter().enumerate().try_for_each(|(at, number)| number.encode(sink.parameter(at)))
    }
}

impl<'de> Decode<'de> for Wide {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        assert_eq!(source.record(Self::RECORD)?, RecordOrder::Declared);
        (0..Self::PARAMS).map(|_| f32::decode(source)).collect::<Result<_, _>>().map(Wide)
    }
}

#[test]
fn records_too_wide_for_a_list_are_read() {
    let values: Vec<Wide> = (0..3).map(|row| Wide((0..Wide::PARAMS).map(|at| (row * at) as f32).collect())).collect();
    assert_eq!(read::<Wide>(&to_batch(&values).unwrap()).unwrap(), values);
}

#[allow(clippy::large_enum_variant, reason = "memory that the tensors do not have is what this is about")]
#[derive(Tensor, Debug, PartialEq, Clone)]
enum Event {
    Start,
    Move { pose: [[f64; 32]; 8] },
}

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Rare {
    pose: Option<[[f64; 32]; 32]>,
    events: Vec<Event>,
}

/// Rows are no items without elements, however large they are beside their tensors.
#[test]
fn rows_are_not_counted() {
    for rows in [8, 64, 128, 400] {
        let values = vec![Rare { pose: None, events: vec![Event::Start] }; rows];
        assert_eq!(read::<Rare>(&to_batch(&values).unwrap()).unwrap(), values);
    }
}

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Two {
    first: Vec<u8>,
    second: Vec<u8>,
}

/// Reads the first tensor alone if they come in the declared order, and else notes all names.
#[derive(Debug, PartialEq)]
struct Named(String, Vec<u8>);

impl HasRules for Named {
    const RULES: Rules<'static> = Two::RULES;
}

impl Encode for Named {
    fn encode<'a, S: Sink<'a>>(&'a self, _: &mut S) -> Result<(), EncodeError> {
        unreachable!("it is read alone")
    }
}

impl<'de> Decode<'de> for Named {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        let mut named = Named(String::new(), Vec::new());
        if source.record(Self::RECORD)? == RecordOrder::Declared {
            named.1 = Vec::decode(source)?;
            return Ok(named);
        }
        while source.next_name()? {
            named.0.push_str(source.name());
            named.1.append(&mut Vec::decode(source)?);
        }
        Ok(named)
    }
}

#[test]
fn an_empty_tensor_that_is_left_is_noticed() {
    let values = vec![Two { first: vec![1, 2], second: vec![] }; 10];
    let named = read::<Named>(&to_batch(&values).unwrap()).unwrap();
    assert!(named.iter().all(|named| *named == Named("firstsecond".into(), vec![1, 2])), "{named:?}");
}

#[derive(Tensor, Debug, PartialEq)]
struct Parsed {
    #[tensor(with = tensor_format::with::DisplayFromStr)]
    number: u32,
}

/// Views of the same text are not copied each.
#[test]
fn texts_that_share_bytes_are_read_where_they_are() {
    let mut texts = StringViewBuilder::new();
    let block = texts.append_block(Buffer::from(format!("{}7", "0".repeat(99_999)).into_bytes()));
    (0..400).for_each(|_| texts.try_append_view(block, 0, 100_000).unwrap());
    let batch = batch([column("number", texts.finish(), false)]);
    let mut values = Vec::new();
    let taken = allocation_counter::measure(|| values = from_batch::<Parsed>(&batch).unwrap());
    assert!(values.iter().all(|parsed| parsed.number == 7) && values.len() == 400);
    assert!(taken.bytes_max < 32 * 100_000, "{}", taken.bytes_max);
}
