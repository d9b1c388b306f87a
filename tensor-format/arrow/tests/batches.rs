//! Where batches end, and what a refused row leaves behind.

use tensor_format::{
    DecodeOwned, Encode, EncodeError, ErrorKind, HasRules, Many, RecordRules, Rules, Tensor, codec::Sink, rules::Param,
};
use tensor_format_arrow::{BatchBuilder, Fault, FaultKind, WriteOptions, from_batch, to_batch, to_batch_with};

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Row {
    #[tensor(shape = [n, 2])]
    points: Vec<[f32; 2]>,
    #[tensor(shape = [n])]
    names: Vec<String>,
    text: String,
    flags: [bool; 3],
    many: Many<u8>,
    absent: Option<Vec<u8>>,
}

fn row(n: usize) -> Row {
    Row {
        points: vec![[1.0, 2.0]; n],
        names: vec!["name".into(); n],
        text: "t".repeat(n),
        flags: [n % 2 == 0; 3],
        many: Many(vec![n as u8; n]),
        absent: (n % 2 == 1).then(|| vec![0; n]),
    }
}

fn cut(rows: &[Row], options: &WriteOptions) -> Vec<Vec<Row>> {
    cut_any(rows, options)
}

/// Writes rows, and returns them as batches were cut.
fn cut_any<T: Encode + DecodeOwned>(rows: &[T], options: &WriteOptions) -> Vec<Vec<T>> {
    let mut builder = BatchBuilder::new(options).unwrap();
    let mut batches = Vec::new();
    for row in rows {
        batches.extend(builder.push(row).unwrap());
    }
    batches.push(builder.finish().unwrap());
    batches.iter().map(|batch| from_batch(batch).unwrap()).collect()
}

#[test]
fn a_batch_ends_before_offsets_overflow() {
    let rows: Vec<Row> = [3, 1, 4, 1, 5, 2, 0, 5, 3].map(row).into();
    for (max, large) in [20, 24, 30, 64, 1000].into_iter().flat_map(|max| [(max, false), (max, true)]) {
        // Offsets of 64 bits hold any number of bytes, but a limit is one.
        let batches = cut(&rows, &WriteOptions::new().max_elements(max).large(large));
        assert_eq!(batches.concat(), rows, "{max}");
        assert_eq!(batches.len() > 1, max < 100, "{max}");
        for batch in &batches {
            let points: usize = batch.iter().map(|row| 2 * row.points.len()).sum();
            let bytes: usize = batch.iter().map(|row| 4 * row.names.len()).sum();
            assert!(points <= max && bytes <= max, "{max}");
        }
    }
    let by_rows = cut(&rows, &WriteOptions::new().max_rows(4));
    assert_eq!(by_rows.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4, 1]);
}

#[test]
fn a_batch_ends_with_so_many_bytes() {
    #[derive(Tensor, Debug, PartialEq, Clone)]
    struct Numbers {
        x: [u32; 4],
        flags: [bool; 32],
    }
    #[derive(Tensor, Debug, PartialEq, Clone)]
    struct Tagged {
        x: [u32; 4],
        #[tensor(metadata)]
        tags: Vec<String>,
    }
    // A row is 20 bytes: the third makes it more than 41.
    let numbers = |count| vec![Numbers { x: [7; 4], flags: [true; 32] }; count];
    let lens = |max, count| {
        let batches = cut_any(&numbers(count), &WriteOptions::new().max_bytes(max));
        assert_eq!(batches.concat(), numbers(count));
        batches.iter().map(Vec::len).collect::<Vec<_>>()
    };
    assert_eq!(lens(40, 5), [2, 2, 1]);
    assert_eq!(lens(41, 5), [3, 2]);
    assert_eq!(lens(0, 2), [1, 1]);
    assert_eq!(lens(1000, 5), [5]);
    // Texts, lists and the numbers that tell them apart count, and so do metadata.
    let rows: Vec<Row> = [3, 1, 4, 1, 5, 2, 0, 5, 3].map(row).into();
    for (max, batches) in [(0, 9), (1, 9), (200, 5), (500, 2), (10_000, 1)] {
        let cut = cut(&rows, &WriteOptions::new().max_bytes(max));
        assert_eq!((cut.concat(), cut.len()), (rows.clone(), batches), "{max}");
    }
    let tagged = vec![Tagged { x: [1; 4], tags: vec!["tag".repeat(20)] }; 10];
    let cut = cut_any(&tagged, &WriteOptions::new().max_bytes(250));
    assert_eq!(cut.iter().map(Vec::len).collect::<Vec<_>>(), [3, 3, 3, 1]);
    assert_eq!(cut.concat(), tagged);
    // One batch is one, whatever the options say.
    let one = to_batch_with(&numbers(9), &WriteOptions::new().max_bytes(1).max_rows(2)).unwrap();
    assert_eq!(one.num_rows(), 9);
}

#[test]
fn metadata_that_do_not_fit_begin_another_batch() {
    #[derive(Tensor, Debug, PartialEq, Clone)]
    struct Tagged {
        #[tensor(metadata)]
        tags: String,
    }
    let tagged: Vec<Tagged> = ["1234", "", "567", "89"].map(|tags| Tagged { tags: tags.into() }).into();
    let options = WriteOptions::new().max_elements(10);
    let cut = cut_any(&tagged, &options);
    assert_eq!(cut.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2]);
    assert_eq!(cut.concat(), tagged);
    let long = Tagged { tags: "a text of 20 letters".into() };
    let error = BatchBuilder::new(&options).unwrap().push(&long).unwrap_err();
    assert_eq!(error.to_string(), "record 0: parameter `tags`: limit exceeded: at most 10 bytes allowed, found 22");
}

#[test]
fn a_text_that_is_too_long_is_said_with_its_length() {
    #[derive(Tensor)]
    struct Text {
        text: String,
    }
    for large in [false, true] {
        let options = WriteOptions::new().max_elements(10).large(large);
        let mut builder = BatchBuilder::new(&options).unwrap();
        assert!(builder.push(&Text { text: "short".into() }).unwrap().is_none());
        let error = builder.push(&Text { text: "x".repeat(30) }).unwrap_err();
        assert_eq!(error.to_string(), "record 1: parameter `text`: limit exceeded: at most 10 bytes allowed, found 30");
    }
}

#[test]
fn a_row_that_fits_no_batch_is_refused_and_leaves_nothing() {
    let options = WriteOptions::new().max_elements(10);
    let mut builder = BatchBuilder::new(&options).unwrap();
    assert!(builder.push(&row(1)).unwrap().is_none());
    let error = builder.push(&row(100)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { max: 10, .. }), "{error}");
    assert_eq!((error.record(), error.parameter()), (Some(1), Some("points")));
    // The rows before it are still there, and the next go on.
    assert!(builder.push(&row(1)).unwrap().is_none());
    let full = builder.push(&row(2)).unwrap().expect("a batch that is full");
    assert_eq!(from_batch::<Row>(&full).unwrap(), [row(1), row(1)]);
    assert_eq!(from_batch::<Row>(&builder.finish().unwrap()).unwrap(), [row(2)]);
}

#[test]
fn a_refused_row_leaves_nothing_behind() {
    let mut builder = BatchBuilder::new(&WriteOptions::new()).unwrap();
    assert!(builder.push(&row(2)).unwrap().is_none());
    let broken = Row { names: vec!["one".into()], ..row(3) };
    let error = builder.push(&broken).unwrap_err();
    assert_eq!(error.to_string(), "record 1: parameter `names`: axis 0: `n` is 3 in `points`, found 1");
    assert!(builder.push(&row(1)).unwrap().is_none());
    assert_eq!(builder.rows(), 2);
    assert_eq!(from_batch::<Row>(&builder.finish().unwrap()).unwrap(), [row(2), row(1)]);
    // Rows are counted over all batches.
    assert_eq!(builder.push(&broken).unwrap_err().record(), Some(2));
    assert_eq!(builder.finish().unwrap().num_rows(), 0);
    let error = to_batch(&[row(1), broken]).unwrap_err();
    assert_eq!((error.record(), error.parameter()), (Some(1), Some("names")));
    let error = to_batch_with(&[row(9)], &WriteOptions::new().max_elements(3)).unwrap_err();
    assert_eq!(error.kind().name(), "limit_exceeded");
}

const PARAMS: &[Param<'_>] =
    &[Param::new("x", <[f32; 2]>::RULES.expect_tensor()), Param::new("y", u8::RULES.expect_tensor())];

type Write = fn(&mut Calls<'_>) -> Result<(), EncodeError>;

/// A type whose values need not be what its rules say.
struct Wrong(Write);

/// The calls that a value makes, whatever the sink.
struct Calls<'s> {
    call: &'s mut dyn FnMut(Call) -> Result<(), EncodeError>,
}

enum Call {
    Record,
    Names(&'static [&'static str]),
    Floats(usize, &'static [f32]),
    Byte(usize),
    Text(usize),
}

impl HasRules for Wrong {
    const RULES: Rules<'static> = Rules::Record(RecordRules::new(PARAMS));
}

impl Encode for Wrong {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        let mut call = |call| match call {
            Call::Record => sink.record(Self::RECORD, &[1, 1]),
            Call::Names(names) => sink.names(names.iter().copied()),
            Call::Floats(index, floats) => tensor_format::TensorRef::from(floats).encode_into(sink.parameter(index)),
            Call::Byte(index) => 7u8.encode_into(sink.parameter(index)),
            Call::Text(index) => String::from("t").encode_into(sink.parameter(index)),
        };
        (self.0)(&mut Calls { call: &mut call })
    }
}

/// Encodes a value that does not live as long as the sink wants: by a copy that does.
trait EncodeInto: Encode + Sized + 'static {
    fn encode_into<'a, S: Sink<'a>>(self, sink: &mut S) -> Result<(), EncodeError> {
        Box::leak(Box::new(self)).encode(sink)
    }
}

impl<T: Encode + 'static> EncodeInto for T {}

#[test]
fn values_that_are_not_what_their_rules_say_are_refused() {
    let refused = |write| to_batch(&[Wrong(write)]).unwrap_err();
    let wrong: [(Write, &str); 9] = [
        (|calls| (calls.call)(Call::Record).and_then(|()| (calls.call)(Call::Floats(0, &[1.0, 2.0]))), "missing_param"),
        (|calls| (calls.call)(Call::Floats(0, &[1.0; 3])), "dim_mismatch"),
        (|calls| (calls.call)(Call::Floats(1, &[1.0; 2])), "type_not_allowed"),
        (|calls| (calls.call)(Call::Text(1)), "type_not_allowed"),
        (|calls| (calls.call)(Call::Byte(0)), "type_not_allowed"),
        (|calls| (calls.call)(Call::Floats(2, &[1.0; 2])), "custom"),
        (|calls| (calls.call)(Call::Names(&["y", "x"])), "custom"),
        (|calls| (calls.call)(Call::Byte(1)).and_then(|()| (calls.call)(Call::Byte(1))), "missing_param"),
        (
            |calls| {
                (calls.call)(Call::Floats(0, &[1.0, 2.0]))?;
                (calls.call)(Call::Byte(1))?;
                (calls.call)(Call::Byte(1))
            },
            "duplicate_param",
        ),
    ];
    for (write, kind) in wrong {
        assert_eq!(refused(write).kind().name(), kind);
    }
    let right = Wrong(|calls| {
        (calls.call)(Call::Names(&["x", "y"]))?;
        (calls.call)(Call::Floats(0, &[1.0, 2.0]))?;
        (calls.call)(Call::Byte(1))
    });
    assert_eq!(to_batch(&[right]).unwrap().num_rows(), 1);
    let in_another_order =
        Wrong(|calls| (calls.call)(Call::Byte(1)).and_then(|()| (calls.call)(Call::Floats(0, &[1.0, 2.0]))));
    assert_eq!(to_batch(&[in_another_order]).unwrap().num_rows(), 1);
}

#[test]
fn one_tensor_is_no_record() {
    let error = to_batch(&[1.0f32]).unwrap_err();
    assert_eq!(Fault::of_encode(&error).unwrap().kind, FaultKind::NoColumns);
}
