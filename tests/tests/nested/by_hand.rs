//! Records in lists that are written by hand, and not as they say: none of them becomes bytes that nobody can read.

use tensor_format::{
    Decode, DecodeError, ElementType, Encode, EncodeError, HasRules, Rules, Tensor,
    codec::{Columns, ElementSink, ListItem, Payload, Sink, Source},
    decthings::{Dialect, Options},
    rules::RecordType,
};

#[derive(Tensor)]
struct Like {
    numbers: Vec<f32>,
    texts: [String; 2],
    text: Option<String>,
    nothing: Vec<[f32; 0]>,
}

/// A tensor of this shape for a parameter of [`Like`], with so many elements in each look at it.
struct ByHand(Vec<Written>);

struct Written {
    at: usize,
    shape: Vec<usize>,
    elements: usize,
}

impl HasRules for ByHand {
    const RULES: Rules<'static> = Like::RULES;
    const RECORD: RecordType = Like::RECORD;
}

impl ListItem for ByHand {
    type Form = Columns;
}

impl<'a> Payload<'a> for Written {
    fn write<W: ElementSink<'a>>(&self, out: &mut W) -> Result<(), EncodeError> {
        match self.element_type() {
            ElementType::String => out.texts((0..self.elements).map(|_| "a")),
            _ => out.copy_numbers(&vec![0.5_f32; self.elements]),
        }
    }
}

impl Written {
    fn element_type(&self) -> ElementType {
        if let 1 | 2 = self.at { ElementType::String } else { ElementType::F32 }
    }
}

impl Encode for ByHand {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        let has_text = self.0.iter().any(|written| written.at == 2);
        sink.record(Self::RECORD, &[1, 1, usize::from(has_text), 1])?;
        for written in &self.0 {
            sink.parameter(written.at).tensor(written.element_type(), &written.shape, written)?;
        }
        Ok(())
    }
}

impl<'de> Decode<'de> for ByHand {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        Like::decode(source).map(|_| Self(Vec::new()))
    }
}

#[derive(Tensor)]
struct Holder {
    list: Vec<ByHand>,
}

/// Makes a record that is written as its rules say, but for the tensor of the parameter at position `at`.
fn by_hand(at: usize, shape: &[usize], elements: usize) -> ByHand {
    let mut all = [(vec![2], 2), (vec![2], 2), (vec![], 1), (vec![3, 0], 0)];
    all[at] = (shape.to_vec(), elements);
    ByHand(all.into_iter().enumerate().map(|(at, (shape, elements))| Written { at, shape, elements }).collect())
}

/// Returns the error of each way to write into memory, and asserts that all other ways refuse the value too.
fn refused<T: Encode>(value: &T) -> String {
    for dialect in [Dialect::LegacyClients, Dialect::Documented] {
        let options = Options::new().dialect(dialect);
        let error = options.to_vec(value).unwrap_err().to_string();
        for room in [0, 100, 2000] {
            let mut out = Vec::with_capacity(room);
            assert_eq!(options.append(value, &mut out).unwrap_err().to_string(), error);
            assert!(out.is_empty());
        }
        assert_eq!(options.to_slices(value).map(drop).unwrap_err().to_string(), error);
        assert_eq!(options.append_bytes(value, &mut bytes::BytesMut::new()).unwrap_err().to_string(), error);
        let mut written = Vec::new();
        assert_eq!(options.to_writer(&mut written, value).unwrap_err().to_string(), error);
        assert!(written.is_empty());
    }
    Options::new().to_vec(value).unwrap_err().to_string()
}

#[test]
fn tensors_have_as_many_elements_as_their_shape() {
    let cases: [(usize, &[usize], usize, &str); 7] = [
        (0, &[2], 3, "`numbers`: the shape holds 3 elements, but 4 are given"),
        (0, &[2], 1, "`numbers`: the shape holds 3 elements, but 2 are given"),
        (1, &[2], 3, "`[1].texts`: the shape holds 2 elements, but 3 are given"),
        (1, &[2], 0, "`[1].texts`: the shape holds 2 elements, but 0 are given"),
        (2, &[], 2, "`[1].text`: the shape holds 1 elements, but 2 are given"),
        (2, &[], 0, "`[1].text`: the shape holds 1 elements, but 0 are given"),
        (3, &[3, 0], 1, "`nothing`: the shape holds 0 elements, but 1 are given"),
    ];
    for (at, shape, elements, expected) in cases {
        let list = || vec![by_hand(0, &[1], 1), by_hand(at, shape, elements)];
        assert_eq!(refused(&list()), format!("parameter {expected}"));
        // Of more than 8 KiB, what comes before is in a buffer of the writer.
        let long = list().into_iter().chain((0..3000).map(|_| by_hand(0, &[1], 1))).collect::<Vec<_>>();
        assert_eq!(refused(&long).split(": the").next(), format!("parameter {expected}").split(": the").next());
        // Of numbers all are counted together, of strings those of a record.
        let nested = expected.replace("`[1].", "`[1].list[1].").replace("`n", "`list.n");
        let holders = vec![Holder { list: Vec::new() }, Holder { list: list() }];
        assert_eq!(refused(&holders).replace(".values", ""), format!("parameter {nested}"));
    }
    let list = vec![by_hand(0, &[0], 0), by_hand(0, &[4], 4), by_hand(3, &[7, 0], 0)];
    let bytes = Options::new().to_vec(&list).unwrap();
    assert_eq!(Options::new().from_slice::<Vec<ByHand>>(&bytes).unwrap().len(), 3);
}

#[test]
fn tensors_that_no_memory_holds_are_refused() {
    const MANY: usize = usize::MAX / 2 + 1;
    for (at, shape) in [(0, vec![MANY]), (0, vec![MANY / 4]), (3, vec![MANY, 0])] {
        let list = vec![by_hand(at, &shape, 0), by_hand(at, &shape, 0)];
        assert!(refused(&list).ends_with("the shape describes more bytes than can be addressed"), "{shape:?}");
        assert_eq!(Options::new().encoded_len(&list).unwrap_err().kind().name(), "shape_overflow");
        assert!(refused(&vec![Holder { list }]).ends_with("can be addressed"));
    }
}

#[derive(Tensor)]
struct Numbers {
    id: u32,
}

#[derive(Tensor)]
struct Texts {
    text: String,
}

#[derive(Tensor)]
struct Pairs {
    pair: [f32; 2],
}

#[derive(Tensor)]
struct Two {
    left: Vec<f32>,
    right: Vec<f32>,
}

/// Writes a list of records where its rules have a list of numbers.
struct Misplaced<T>(Vec<T>);

impl<T> HasRules for Misplaced<T> {
    const RULES: Rules<'static> = Two::RULES;
    const RECORD: RecordType = Two::RECORD;
}

impl<T> ListItem for Misplaced<T> {
    type Form = Columns;
}

impl<T> Encode for Misplaced<T>
where
    Vec<T>: Encode,
{
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        sink.record(Self::RECORD, &[1, 1])?;
        sink.parameter(1).list::<f32, _>(0, &tensor_format::codec::Blocks::<f32>(&[]))?;
        self.0.encode(sink.parameter(0))
    }
}

#[test]
fn lists_of_records_are_no_tensors() {
    let expected = "parameter `[0].left`: expected one tensor, found a record of 1 tensor";
    let to_vec = |value: &dyn Fn() -> Result<Vec<u8>, EncodeError>| value().unwrap_err().to_string();
    assert_eq!(to_vec(&|| tensor_format::to_vec(&[Misplaced(vec![Numbers { id: 1 }])])), expected);
    assert_eq!(to_vec(&|| tensor_format::to_vec(&[Misplaced(vec![Texts { text: "abc".into() }])])), expected);
    assert_eq!(to_vec(&|| tensor_format::to_vec(&[Misplaced(vec![Pairs { pair: [0.5; 2] }])])), expected);
}
