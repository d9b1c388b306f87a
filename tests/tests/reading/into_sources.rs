//! Reading into records from a source that leaves it to the record to judge what comes.

use std::borrow::Cow;

use tensor_format::{
    Decode, DecodeError, Element, ErrorKind, Header, Many, Record, RecordRules, Tensor, TensorRef, Value, View,
    codec::{ElementSource, Place, RecordOrder, Source, ValueSource, Variable},
    rules::RecordType,
};

/// Gives tensors under the first name, however often, and leaves it to the record to refuse that.
struct Unjudged<'v>(ValueSource<'v, 'v>);

impl<'v> ElementSource<'v> for Unjudged<'v> {
    fn array<T: Element, const N: usize>(&mut self) -> Result<[T; N], DecodeError> {
        self.0.array()
    }

    fn extend<T: Element>(&mut self, count: usize, out: &mut Vec<T>) -> Result<(), DecodeError> {
        self.0.extend(count, out)
    }

    fn borrow<T: Element>(&mut self, count: usize) -> Result<View<'v, T>, DecodeError> {
        self.0.borrow(count)
    }

    fn variable(&mut self) -> Result<Variable<'v>, DecodeError> {
        self.0.variable()
    }

    fn take(&mut self, header: Header) -> Result<TensorRef<'v>, DecodeError> {
        self.0.take(header)
    }

    fn take_into(&mut self, header: Header, into: &mut Tensor) -> Result<(), DecodeError> {
        self.0.take_into(header, into)
    }

    fn skip(&mut self, count: usize) -> Result<(), DecodeError> {
        self.0.skip(count)
    }

    fn size_hint(&self) -> usize {
        self.0.size_hint()
    }
}

impl<'v> Source<'v> for Unjudged<'v> {
    const BORROWS: bool = true;

    fn tensor(&mut self) -> Result<Header, DecodeError> {
        self.0.tensor()
    }

    fn end(&mut self) -> Result<(), DecodeError> {
        self.0.end()
    }

    fn record(&mut self, record: RecordType) -> Result<RecordOrder, DecodeError> {
        self.0.record(record)
    }

    fn next_parameter(&mut self, _: &RecordRules<'_>) -> Result<Option<usize>, DecodeError> {
        Ok(self.0.next_name()?.map(|_| 0))
    }

    fn next_name(&mut self) -> Result<Option<Cow<'v, str>>, DecodeError> {
        self.0.next_name()
    }

    fn offset(&self, place: Place) -> Option<u64> {
        self.0.offset(place)
    }
}

#[test]
fn a_source_that_does_not_judge_names() {
    #[derive(Tensor, Debug, PartialEq)]
    struct One {
        a: Vec<u8>,
    }
    #[derive(Tensor, Debug, PartialEq)]
    struct Perhaps {
        a: Option<String>,
    }
    #[derive(Tensor, Debug, PartialEq)]
    struct Several {
        a: Many<Vec<u8>>,
    }
    fn refused<'v, T: Decode<'v>>(value: &'v Value<'v>, mut there: T) {
        let fresh = T::decode(&mut Unjudged(ValueSource::new(value))).err().expect("twice");
        let into = there.decode_into(&mut Unjudged(ValueSource::new(value))).expect_err("twice");
        assert!(matches!(into.kind(), ErrorKind::DuplicateParam), "{into}");
        assert_eq!((into.to_string(), into.parameter()), (fresh.to_string(), Some("a")));
    }
    let twice =
        |tensor: &Tensor| -> Record { ["a", "a"].map(|name| (name.to_owned(), tensor.clone())).into_iter().collect() };
    let (numbers, texts) = (twice(&vec![1u8].into()), twice(&Tensor::from_strings([], ["text"]).expect("a tensor")));
    let (numbers, texts) = (Value::Record(numbers.as_ref()), Value::Record(texts.as_ref()));
    refused(&numbers, One { a: vec![] });
    refused(&texts, Perhaps { a: None });
    refused(&texts, Perhaps { a: Some("there".to_owned()) });
    let mut several = Several { a: vec![vec![9; 3]; 3].into() };
    several.decode_into(&mut Unjudged(ValueSource::new(&numbers))).expect("decoded");
    assert_eq!(several.a.0, [[1], [1]]);
}
