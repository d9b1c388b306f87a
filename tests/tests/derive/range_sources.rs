//! What stands between a checked range and a format: other ranges, and types of users.

use std::num::NonZeroI16;

use tensor_format::{
    ByteOrder, Decode, DecodeError, ElementType, Encode, EncodeError, HasRules, Rules, Tensor,
    codec::{Block, DecodeBlock, ElementSink, ElementSource, ListItem, Sink, Source, Stacked},
    error::Limit,
    from_slice, to_vec,
};

/// A byte that is written as bytes, not as a number.
#[derive(Debug, PartialEq, Clone, Copy)]
struct Byte([u8; 1]);

impl HasRules for Byte {
    const RULES: Rules<'static> = u8::RULES;
}

impl ListItem for Byte {
    type Form = Stacked;
}

impl Block for Byte {
    fn write<'a, W: ElementSink<'a>>(&'a self, out: &mut W) -> Result<(), EncodeError> {
        out.bytes(ElementType::U8, &self.0, ByteOrder::Little)
    }
}

impl<'de> DecodeBlock<'de> for Byte {
    fn read<E: ElementSource<'de>>(source: &mut E) -> Result<Self, DecodeError> {
        source.array().map(Self)
    }
}

impl Encode for Byte {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        sink.block(self)
    }
}

impl<'de> Decode<'de> for Byte {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        source.block()
    }
}

#[derive(Tensor, Debug, PartialEq, Clone, Copy)]
#[tensor(range_checked = 0..=9)]
struct Digit(Byte);

#[derive(Tensor, Debug, PartialEq, Clone, Copy)]
#[tensor(range_checked = 0..=5)]
struct Small(Digit);

#[test]
fn numbers_written_as_bytes_are_checked() {
    let digits = |last| [3, last].map(|byte| Small(Digit(Byte([byte])))).to_vec();
    assert_eq!(from_slice::<Vec<Small>>(&to_vec(&digits(5)).unwrap()).unwrap(), digits(5));
    assert_eq!(to_vec(&digits(6)).unwrap_err().to_string(), "expected 0..=5, found 6");
    assert_eq!(to_vec(&digits(10)).unwrap_err().to_string(), "expected 0..=9, found 10");
    let error = from_slice::<Vec<Small>>(&to_vec(&vec![3u8, 6]).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "expected 0..=5, found 6 (byte 4)");
}

#[derive(Tensor, Debug, PartialEq, Clone, Copy)]
#[tensor(range_checked = -9..=9)]
struct Step(NonZeroI16);

#[test]
fn what_is_in_range_and_no_value_of_the_type_has_its_byte() {
    let bytes = to_vec(&vec![1i16, 0]).unwrap();
    let [expected, found] =
        [from_slice::<Vec<NonZeroI16>>(&bytes).map(drop), from_slice::<Vec<Step>>(&bytes).map(drop)];
    let (expected, found) = (expected.unwrap_err(), found.unwrap_err());
    assert_eq!((found.offset(), found.kind().name()), (Some(5), expected.kind().name()));
    assert_eq!(from_slice::<Step>(&to_vec(&0i16).unwrap()).unwrap_err().offset(), Some(2));
}

/// What a source says beside its elements.
#[derive(Debug, PartialEq)]
struct Asked {
    names: Vec<String>,
    position: Option<u64>,
}

impl HasRules for Asked {
    const RULES: Rules<'static> = <Vec<u8>>::RULES;
}

impl Encode for Asked {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        sink.block(&1u8)
    }
}

impl<'de> Decode<'de> for Asked {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        let (mut names, position) = (Vec::new(), source.position());
        source.each_name(&mut |name| names.push(name.to_owned()));
        let items = Vec::<u8>::decode(source)?;
        source.count_empty(items.len() * 1000).map_err(|kind| source.locate(kind))?;
        Ok(Self { names, position })
    }
}

/// A field of any type.
#[derive(Tensor, Debug, PartialEq)]
struct Held<T: Encode + for<'x> Decode<'x>>(T);

#[derive(Tensor, Debug, PartialEq)]
struct Checked {
    id: u8,
    #[tensor(range_checked = 0..=9)]
    asked: Held<Asked>,
}

#[derive(Tensor, Debug, PartialEq)]
struct Unchecked {
    id: u8,
    asked: Held<Asked>,
}

/// What types of users ask of a source.
#[test]
fn a_field_with_a_checked_range_asks_the_source_of_its_record() {
    #[derive(Tensor)]
    struct Sent {
        asked: Vec<u8>,
        id: u8,
    }
    let bytes = to_vec(&Sent { asked: vec![1, 2], id: 1 }).unwrap();
    let checked = from_slice::<Checked>(&bytes).unwrap();
    assert_eq!(checked.asked.0.names, ["asked", "id"]);
    assert_eq!(checked.asked, from_slice::<Unchecked>(&bytes).unwrap().asked);
    let many = to_vec(&Sent { asked: vec![1; 100], id: 1 }).unwrap();
    let error = from_slice::<Checked>(&many).unwrap_err();
    assert_eq!(error.to_string(), from_slice::<Unchecked>(&many).unwrap_err().to_string());
    assert!(matches!(
        error.kind(),
        tensor_format::ErrorKind::LimitExceeded { limit: Limit::EmptyItems, found: 100_000, .. }
    ));
}
