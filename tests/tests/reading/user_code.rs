//! Implementations by hand that ask for other things than their rules say: errors, never other values.

use std::borrow::Cow;

use tensor_format::{
    Binary, Decode, DecodeError, DecodeOwned, ElementType, Encode, EncodeError, HasRules, Rules, Tensor, TensorRef,
    codec::{ElementSink, ElementSource, Payload, Sink, Source, Variable},
    decthings::{Dialect, Options, ReadSource, SliceSource, from_slice},
    from_value, to_value, to_vec,
};

const DIALECTS: [Dialect; 3] = [Dialect::Documented, Dialect::LegacyClients, Dialect::Clients];

/// The errors of every way to read some bytes, which are all alike.
#[track_caller]
fn refused<T: DecodeOwned>(options: &Options, bytes: &[u8], text: &str) {
    let errors = [
        options.from_slice::<T>(bytes).err(),
        options.from_reader::<T, _>(bytes).err(),
        options.from_prefix::<T>(bytes).err(),
        options.sequence::<T>(bytes).next().and_then(Result::err),
    ];
    for error in errors {
        let error = error.expect("an error");
        assert_eq!((error.kind().to_string().as_str(), error.offset().is_some()), (text, true), "{error}");
    }
    let tensor = options.from_slice::<Tensor>(bytes).expect("a tensor");
    let error = from_value::<T>(&to_value(&tensor).expect("a value").as_ref()).err().expect("an error");
    assert_eq!(error.to_string(), text);
}

macro_rules! reads {
    ($name:ident, |$source:ident| $read:expr) => {
        struct $name;

        impl HasRules for $name {
            const RULES: Rules<'static> = Rules::ANY;
        }

        impl<'de> Decode<'de> for $name {
            fn decode<S: Source<'de>>($source: &mut S) -> Result<Self, DecodeError> {
                let (_, mut $source) = $source.tensor()?;
                $read;
                $source.end()?;
                Ok(Self)
            }
        }
    };
}

reads!(OneFloat, |source| source.number::<f32>()?);
reads!(FourBytes, |source| source.array::<u8, 4>()?);
reads!(ManyFloats, |source| source.extend::<f32>(1, &mut Vec::new())?);
reads!(Nothing, |source| source.skip(ElementType::U8, 0)?);
reads!(One, |source| source.skip(ElementType::U8, 1)?);
reads!(OneText, |source| source.variable()?);
reads!(Three, |source| source.skip(ElementType::U8, 3)?);

#[test]
fn elements_of_another_type_are_not_given() {
    for dialect in DIALECTS {
        let options = Options::new().dialect(dialect);
        let int = options.to_vec(&7i32).unwrap();
        refused::<OneFloat>(&options, &int, "element type: expected f32, found i32");
        refused::<ManyFloats>(&options, &int, "element type: expected f32, found i32");
        refused::<FourBytes>(&options, &int, "element type: expected u8, found i32");
        let text = options.to_vec("abcd").unwrap();
        refused::<FourBytes>(&options, &text, "element type: expected u8, found string");
        refused::<OneFloat>(&options, &text, "element type: expected f32, found string");
    }
    // Numbers of another type, borrowed.
    struct Lent;
    impl HasRules for Lent {
        const RULES: Rules<'static> = Rules::ANY;
    }
    impl<'de> Decode<'de> for Lent {
        fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
            let (_, mut elements) = source.tensor()?;
            elements.borrow::<u32>(1)?;
            elements.end()?;
            Ok(Self)
        }
    }
    let error = from_slice::<Lent>(&to_vec(&7i32).unwrap()).err().unwrap();
    assert_eq!(error.to_string(), "element type: expected u32, found i32 (byte 0)");
}

#[test]
fn elements_that_are_left_are_an_error() {
    for dialect in DIALECTS {
        let options = Options::new().dialect(dialect);
        let left = |n: usize| format!("the shape holds 0 elements, but {n} are given");
        for value in [options.to_vec(&[1u8, 2]).unwrap(), options.to_vec(&["a", "b"]).unwrap()] {
            refused::<Nothing>(&options, &value, &left(2));
            refused::<One>(&options, &value, &left(1));
        }
        assert!(options.from_slice::<Nothing>(&options.to_vec(&Vec::<u8>::new()).unwrap()).is_ok());
        assert!(options.from_slice::<One>(&options.to_vec(&["a"]).unwrap()).is_ok());
    }
}

#[test]
fn no_more_elements_are_given_than_there_are() {
    for dialect in DIALECTS {
        let options = Options::new().dialect(dialect);
        let bytes = [options.to_vec(&[1u8, 2]).unwrap(), vec![0; 20]].concat();
        let options = options.allow_trailing(true);
        assert!(options.from_slice::<Three>(&bytes).is_err() && options.from_reader::<Three, _>(&*bytes).is_err());
        let none = options.to_vec(&Vec::<&str>::new()).unwrap();
        let bytes = [none, vec![0; 20]].concat();
        assert!(options.from_slice::<OneText>(&bytes).is_err() && options.from_reader::<OneText, _>(&*bytes).is_err());
    }
}

/// A value of the text type with what elements it likes.
struct Writes(ElementType, Vec<usize>, Variable<'static>);

impl HasRules for Writes {
    const RULES: Rules<'static> = Rules::ANY;
}

impl<'a> Payload<'a> for &'a Writes {
    fn write<W: ElementSink<'a>>(&self, out: &mut W) -> Result<(), EncodeError> {
        out.variable(self.2.clone())
    }
}

impl Encode for Writes {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        sink.tensor(self.0, &self.1, &self)
    }
}

/// The error of every way to write a value, after which a buffer is as it was.
#[track_caller]
fn unwritable(value: &impl Encode, text: &str) {
    for dialect in DIALECTS {
        for options in [Options::new().dialect(dialect), Options::new().dialect(dialect).align(16)] {
            let mut out = b"before".to_vec();
            let mut written = Vec::new();
            let errors = [
                options.to_vec(value).err(),
                options.append(value, &mut out).err(),
                options.encoded_len(value).err(),
                options.to_slices(value).err(),
                options.to_writer(&mut written, value).err(),
            ];
            for error in errors {
                assert_eq!(error.expect("an error").to_string(), text);
            }
            assert_eq!((&*out, &*written), (&b"before"[..], &[][..]));
        }
    }
}

#[test]
fn variables_of_another_type_are_not_written() {
    let text = || Variable::Text(Cow::Borrowed("text"));
    let bytes = || Variable::Bytes(Cow::Borrowed(b"bytes"));
    let media = || Variable::Media { format: Cow::Borrowed(b"png"), data: Cow::Borrowed(b"data") };
    for (element_type, element) in [
        (ElementType::String, bytes()),
        (ElementType::String, media()),
        (ElementType::Binary, text()),
        (ElementType::Binary, media()),
        (ElementType::Image, text()),
        (ElementType::Image, bytes()),
        (ElementType::U8, text()),
    ] {
        let what = "the value wrote an element of another type than its header says";
        unwritable(&Writes(element_type, vec![], element), what);
    }
    assert_eq!(to_vec(&Writes(ElementType::String, vec![], text())).unwrap(), b"\x0b\x00\x04text");
}

#[test]
fn no_more_than_255_axes_are_written() {
    let deep = |rank: usize| Tensor::from_vec(vec![1usize; rank], vec![7u8]).unwrap();
    let one = |rank| Writes(ElementType::Binary, vec![1; rank], Variable::Bytes(b"a".into()));
    unwritable(&one(256), "limit exceeded: at most 255 axes allowed, found 256");
    assert!(to_vec(&one(255)).is_ok());
    let bytes = to_vec(&deep(255)).unwrap();
    assert_eq!((bytes[1], bytes.len()), (255, 258));
    assert!(from_slice::<Tensor>(&bytes).unwrap() == deep(255));
    let none = vec![1usize; 300];
    let text = Writes(ElementType::String, none, Variable::Text("a".into()));
    unwritable(&text, "limit exceeded: at most 255 axes allowed, found 300");
}

/// Reads an element, and does not say that it was the last.
struct Unended;

impl HasRules for Unended {
    const RULES: Rules<'static> = Rules::ANY;
}

impl<'de> Decode<'de> for Unended {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        let (_, mut elements) = source.tensor()?;
        elements.variable()?;
        Ok(Self)
    }
}

#[test]
fn a_tensor_after_a_section_has_none() {
    // A record whose first tensor has a section: where that ended is nothing to the numbers behind it.
    let options = Options::new().dialect(Dialect::Clients);
    #[derive(tensor_format::Tensor, Debug, PartialEq, Clone)]
    struct Mixed {
        text: String,
        numbers: Vec<u32>,
        whole: Tensor,
        image: Vec<Binary>,
        last: [u8; 3],
    }
    let value = Mixed {
        text: "text".into(),
        numbers: vec![1, 2, 3],
        whole: Tensor::from_vec([2, 2], vec![1.0f64; 4]).unwrap(),
        image: vec![Binary(vec![1, 2]); 2],
        last: [1, 2, 3],
    };
    let bytes = options.to_vec(&value).unwrap();
    assert_eq!(options.from_slice::<Mixed>(&bytes).unwrap(), value);
    assert_eq!(options.from_reader::<Mixed, _>(&*bytes).unwrap(), value);
    assert!(options.check::<Mixed>(&bytes).is_ok());
    // One source over them, tensor by tensor.
    let tensors = [options.to_vec("text").unwrap(), options.to_vec(&vec![1u32, 2, 3]).unwrap()].concat();
    let mut source = SliceSource::new(&tensors, &options);
    assert_eq!(String::decode(&mut source).unwrap(), "text");
    assert_eq!(Vec::<u32>::decode(&mut source).unwrap(), [1, 2, 3]);
    assert!(source.finish().is_ok());
    // One that does not end the first.
    let mut source = ReadSource::new(&*tensors, &options);
    assert!(Unended::decode(&mut source).is_ok());
    assert_eq!(Tensor::decode(&mut source).unwrap().to_vec::<u32>().unwrap(), [1, 2, 3]);
    let mut source = SliceSource::new(&tensors, &options);
    assert!(Unended::decode(&mut source).is_ok());
    assert_eq!(Tensor::decode(&mut source).unwrap().to_vec::<u32>().unwrap(), [1, 2, 3]);
    let mut source = SliceSource::new(&tensors, &options);
    assert_eq!(String::decode(&mut source).unwrap(), "text");
    assert_eq!(TensorRef::decode(&mut source).unwrap().to_vec::<u32>().unwrap(), [1, 2, 3]);
}

/// Reads a tensor, and where the name of its parameter is.
struct NameAt(Option<u64>);

impl HasRules for NameAt {
    const RULES: Rules<'static> = Rules::ANY;
}

impl Encode for NameAt {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        7u8.encode(sink)
    }
}

tensor_format::field!(NameAt);

impl<'de> Decode<'de> for NameAt {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        let place = source.name_offset();
        u8::decode(source)?;
        Ok(Self(place))
    }
}

#[test]
fn the_place_of_a_name_is_known_in_variants() {
    #[derive(Tensor)]
    #[tensor(tag = "kind")]
    enum Sent {
        Place(NameAt),
        Places {
            at: NameAt,
            more: Option<u8>,
        },
        #[allow(dead_code, reason = "one variant alone would be no choice")]
        Other(u8),
    }
    for sent in [Sent::Place(NameAt(None)), Sent::Places { at: NameAt(None), more: None }] {
        let place = |bytes: &[u8]| match from_slice(bytes).unwrap() {
            Sent::Place(NameAt(place)) | Sent::Places { at: NameAt(place), .. } => place,
            Sent::Other(_) => panic!("another variant"),
        };
        // With padding, each name is looked at.
        let bytes = Options::new().align(16).to_vec(&sent).unwrap();
        // The byte before it is its length.
        let name = bytes.windows(5).position(|found| found == b"Place").unwrap() as u64 - 1;
        assert_eq!(place(&bytes), Some(name));
        // Without, no name is looked at if all parameters of the variant are there.
        let bytes = to_vec(&sent).unwrap();
        let name = bytes.windows(5).position(|found| found == b"Place").unwrap() as u64 - 1;
        let known = matches!(sent, Sent::Places { .. });
        assert_eq!(place(&bytes), known.then_some(name));
    }
}
