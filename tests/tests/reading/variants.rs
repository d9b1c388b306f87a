//! Variants of enums that lack some of their parameters: whatever reads them, in order or by name, from whatever call.

use tensor_format::{
    Decode, DecodeError, DecodeOwned, Encode, EncodeError, ErrorKind, HasRules, Rules, Tensor,
    codec::{Sink, Source},
    decthings::{Options, from_prefix, sequence},
    from_reader, from_slice,
    rules::RecordType,
    to_vec,
};

#[derive(Clone, Debug, Default, PartialEq, Tensor)]
struct Inner {
    b: Option<Vec<String>>,
    c: Option<Vec<String>>,
}

#[derive(Clone, Debug, Default, PartialEq, Tensor)]
struct Flat {
    a: Option<Vec<String>>,
    #[tensor(flatten)]
    inner: Inner,
}

#[derive(Clone, Debug, Default, PartialEq, Tensor)]
struct Deep {
    id: Option<u8>,
    kind: u16,
    pair: Option<Pair>,
    last: Option<[f32; 2]>,
}

#[derive(Clone, Debug, Default, PartialEq, Tensor)]
struct Pair {
    x: u8,
    y: Option<u8>,
}

/// One of two numbers, which code by hand tells apart by their names.
#[derive(Clone, Debug, PartialEq)]
enum Named {
    X(u8),
    Y(u8),
}

#[derive(Tensor)]
#[allow(dead_code, reason = "for its rules")]
struct Two {
    x: Option<u8>,
    y: Option<u8>,
}

impl HasRules for Named {
    const RULES: Rules<'static> = Two::RULES;
    const RECORD: RecordType = Two::RECORD;
}

impl Encode for Named {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        let (counts, index, number) = match self {
            Self::X(number) => ([1, 0], 0, number),
            Self::Y(number) => ([0, 1], 1, number),
        };
        sink.record(Self::RECORD, &counts)?;
        number.encode(sink.parameter(index))
    }
}

impl<'de> Decode<'de> for Named {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        source.record(Self::RECORD)?;
        if !source.next_name()? {
            return Err(ErrorKind::missing_param().into());
        }
        let read: fn(u8) -> Self = if source.name() == "x" { Self::X } else { Self::Y };
        let number = u8::decode(source)?;
        if source.next_name()? { Err(ErrorKind::custom("both").into()) } else { Ok(read(number)) }
    }
}

tensor_format::field!(Named);

#[derive(Clone, Debug, PartialEq, Tensor)]
enum Event {
    Idle,
    Flat(Flat),
    Named(Named),
    Deep(Deep),
    Maybe(Option<Deep>),
    Fields { at: Option<u8>, deep: Option<Deep>, named: Named, end: Option<String> },
}

/// Few parameters, so that a build that is not optimised takes the fast path as well.
#[derive(Clone, Debug, PartialEq, Tensor)]
enum ByHand {
    Idle,
    Named(Named),
}

#[derive(Clone, Debug, PartialEq, Tensor)]
enum Flattened {
    Idle,
    Flat(Flat),
}

#[derive(Clone, Debug, PartialEq, Tensor)]
enum Paired {
    Pair { x: Option<u8>, pair: Pair },
    Idle,
}

/// Reads values by every call, each in front of another one.
#[track_caller]
fn read_everywhere<T>(values: &[T])
where
    T: Encode + DecodeOwned + Clone + PartialEq + std::fmt::Debug,
    Vec<T>: Encode + DecodeOwned,
{
    for value in values {
        let bytes = to_vec(value).expect("a message");
        let general = Options::new().max_empty_items(1);
        assert_eq!(
            (&from_slice::<T>(&bytes).expect("a value"), &general.from_slice(&bytes).expect("a value")),
            (value, value)
        );
        assert_eq!(&from_reader::<T, _>(&bytes[..]).expect("a value"), value);
        for other in values {
            let both = [&bytes[..], &to_vec(other).expect("a message")].concat();
            assert_eq!(from_prefix::<T>(&both).expect("a value"), (value.clone(), bytes.len()));
            let read: Vec<T> = sequence(&both).collect::<Result<_, _>>().expect("two values");
            assert_eq!(read, [value.clone(), other.clone()]);
            let mut into = other.clone();
            Options::new().decode_into(&bytes, &mut into).expect("a value");
            assert_eq!(&into, value);
        }
        let list = vec![value.clone(); 3];
        let bytes = to_vec(&list).expect("a list");
        assert_eq!(from_slice::<Vec<T>>(&bytes).expect("a list"), list);
        let owned = tensor_format::to_value(&list).expect("a list");
        assert_eq!(tensor_format::from_value::<Vec<T>>(&owned.as_ref()).expect("a list"), list);
    }
}

#[test]
fn variants_are_read_with_the_parameters_that_they_have() {
    let words = || Some(vec!["a word".to_owned()]);
    let deep = |id, pair, last| Deep { id, kind: 5, pair, last };
    let pair = Pair { x: 1, y: None };
    let values = [
        Event::Idle,
        Event::Flat(Flat { a: None, inner: Inner { b: words(), c: None } }),
        Event::Flat(Flat { a: words(), inner: Inner { b: None, c: words() } }),
        Event::Flat(Flat::default()),
        Event::Named(Named::Y(9)),
        Event::Named(Named::X(8)),
        Event::Deep(deep(None, Some(pair.clone()), None)),
        Event::Deep(deep(None, None, Some([1.0, 2.0]))),
        Event::Maybe(None),
        Event::Maybe(Some(deep(None, Some(Pair { y: Some(2), ..pair }), None))),
        Event::Fields { at: None, deep: None, named: Named::Y(7), end: None },
        Event::Fields { at: None, deep: Some(deep(Some(1), None, None)), named: Named::X(7), end: Some("end".into()) },
    ];
    read_everywhere(&values);
    read_everywhere(&[ByHand::Idle, ByHand::Named(Named::X(1)), ByHand::Named(Named::Y(2))]);
    let flat = |a, b, c| Flattened::Flat(Flat { a, inner: Inner { b, c } });
    read_everywhere(&[
        Flattened::Idle,
        flat(None, words(), None),
        flat(None, None, words()),
        flat(words(), None, words()),
        flat(None, None, None),
        flat(words(), words(), words()),
    ]);
    let paired = |x, y| Paired::Pair { x, pair: Pair { x: 3, y } };
    read_everywhere(&[paired(None, Some(4)), paired(Some(1), None), paired(None, None), Paired::Idle]);
}
