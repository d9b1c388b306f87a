//! The functions by which values are written and read, of every format.

use tensor_format::{
    DecodeError, DecodeOwned, Encode, ValueBuf,
    codec::ValueSource,
    decthings::{self, Dialect, Options},
    npy, npz, safetensors, stdlib, vespa, xla, zio,
};

/// What is in a buffer before a value is appended.
pub(crate) const BEFORE: &[u8] = b"before";

/// A function that writes a value.
pub(crate) struct EncodeVerb<T> {
    pub(crate) name: &'static str,
    /// Whether it never asks for the elements of numbers.
    pub(crate) skips_elements: bool,
    append: fn(&T, &mut Vec<u8>) -> bool,
}

impl<T> EncodeVerb<T> {
    /// What is in the buffer after the value was written; `None` after an error.
    pub(crate) fn run(&self, value: &T) -> Option<Vec<u8>> {
        let mut out = BEFORE.to_vec();
        let written = (self.append)(value, &mut out);
        if !written {
            assert_eq!(out, BEFORE, "{}: after an error", self.name);
        }
        written.then_some(out)
    }

    /// Writes the value behind what is in the buffer.
    pub(crate) fn append(&self, value: &T, out: &mut Vec<u8>) -> bool {
        (self.append)(value, out)
    }
}

fn put<E>(out: &mut Vec<u8>, written: Result<impl AsRef<[u8]>, E>) -> bool {
    written.map(|bytes| out.extend(bytes.as_ref())).is_ok()
}

const ALIGNED: Options = Options::new().align(16);
const CLIENTS: Options = Options::new().dialect(Dialect::Clients);
const UNNAMED: Options = Options::new().names(false);

macro_rules! verbs {
    ($($(#[$skips:ident])? $name:literal |$value:ident, $out:ident| $append:expr;)*) => {
        vec![$(EncodeVerb {
            name: $name,
            skips_elements: !stringify!($($skips)?).is_empty(),
            append: |$value, $out| $append,
        }),*]
    };
}

/// The verbs that append to a buffer, those that make one, those that write to a stream, and those that make a value.
pub(crate) fn encode<T: Encode>() -> Vec<EncodeVerb<T>> {
    verbs! {
        "decthings append" |value, out| decthings::append(value, out).is_ok();
        "decthings append, aligned" |value, out| ALIGNED.append(value, out).is_ok();
        "decthings append, Clients" |value, out| CLIENTS.append(value, out).is_ok();
        "decthings append, without names" |value, out| UNNAMED.append(value, out).is_ok();
        "npy append" |value, out| npy::append(value, out).is_ok();
        "npz append" |value, out| npz::append(value, out).is_ok();
        "safetensors append" |value, out| safetensors::append(value, out).is_ok();
        "decthings to_vec" |value, out| put(out, decthings::to_vec(value));
        "decthings to_vec, aligned" |value, out| put(out, ALIGNED.to_vec(value));
        "decthings to_vec, Clients" |value, out| put(out, CLIENTS.to_vec(value));
        "decthings to_vec, without names" |value, out| put(out, UNNAMED.to_vec(value));
        "decthings to_bytes" |value, out| put(out, decthings::to_bytes(value));
        "decthings to_slices" |value, out| put(out, decthings::to_slices(value).map(|slices| slices.to_vec()));
        "decthings to_slices, aligned" |value, out| put(out, ALIGNED.to_slices(value).map(|slices| slices.to_vec()));
        "decthings to_slices, Clients" |value, out| put(out, CLIENTS.to_slices(value).map(|slices| slices.to_vec()));
        "decthings request" |value, out| put(out, decthings::request::to_vec(value));
        "decthings response" |value, out| put(out, decthings::response::to_vec(value));
        #[skips] "decthings encoded_len" |value, out| put(out, decthings::encoded_len(value).map(|_| [0u8; 0]));
        #[skips] "decthings encoded_len, aligned" |value, out| put(out, ALIGNED.encoded_len(value).map(|_| [0u8; 0]));
        "npy to_vec" |value, out| put(out, npy::to_vec(value));
        #[skips] "npy encoded_len" |value, out| put(out, npy::encoded_len(value).map(|_| [0u8; 0]));
        "npz to_vec" |value, out| put(out, npz::to_vec(value));
        #[skips] "npz encoded_len" |value, out| put(out, npz::encoded_len(value).map(|_| [0u8; 0]));
        "safetensors to_vec" |value, out| put(out, safetensors::to_vec(value));
        #[skips] "safetensors encoded_len" |value, out| put(out, safetensors::encoded_len(value).map(|_| [0u8; 0]));
        "stdlib to_message" |value, out| put(out, stdlib::to_message(value).map(|message| message.data));
        "vespa to_string" |value, out| put(out, vespa::to_string(value));
        "vespa to_string_pretty" |value, out| put(out, vespa::to_string_pretty(value));
        "vespa to_constants" |value, out| put(out, vespa::to_constants(value).map(|_| [0u8; 0]));
        "zio to_message" |value, out| put(out, zio::to_message(value).and_then(|message| message.to_vec()));
        "xla Literal" |value, out| put(out, xla::Literal::of(value).map(|literal| literal.buffers().concat()));
        "to_value" |value, out| put(out, tensor_format::to_value(value).and_then(|value| match value {
            ValueBuf::Tensor(tensor) => tensor_format::to_vec(&tensor),
            ValueBuf::Record(record) => tensor_format::to_vec(&record),
        }));
        #[skips] "header" |value, out| put(out, value.header().map(|_| [0u8; 0]));
        #[skips] "validate" |value, out| put(out, value.validate().map(|()| [0u8; 0]));
        "decthings to_writer" |value, out| decthings::to_writer(&mut *out, value).is_ok() || cut(out);
        "decthings to_writer, aligned" |value, out| ALIGNED.to_writer(&mut *out, value).is_ok() || cut(out);
        "npy to_writer" |value, out| npy::to_writer(&mut *out, value).is_ok() || cut(out);
        "npz to_writer" |value, out| npz::to_writer(&mut *out, value).is_ok() || cut(out);
        "safetensors to_writer" |value, out| safetensors::to_writer(&mut *out, value).is_ok() || cut(out);
        "vespa to_writer" |value, out| vespa::to_writer(out, value).is_ok() || cut(out);
    }
}

/// Cuts off what a stream got before an error.
fn cut(out: &mut Vec<u8>) -> bool {
    assert!(out.starts_with(BEFORE));
    out.truncate(BEFORE.len());
    false
}

/// A value in the bytes of every format that can hold it.
pub(crate) struct Messages {
    value: ValueBuf,
    decthings: Option<Vec<u8>>,
    clients: Option<Vec<u8>>,
    npy: Option<Vec<u8>>,
    npz: Option<Vec<u8>>,
    safetensors: Option<Vec<u8>>,
    stdlib: Option<stdlib::Message>,
    vespa: Option<String>,
    zio: Option<zio::Message<'static>>,
    xla: Option<xla::Literal<'static>>,
}

impl Messages {
    pub(crate) fn of<T: Encode>(value: &T) -> Self {
        Self {
            value: tensor_format::to_value(value).expect("a value"),
            decthings: decthings::to_vec(value).ok(),
            clients: CLIENTS.to_vec(value).ok(),
            npy: npy::to_vec(value).ok(),
            npz: npz::to_vec(value).ok(),
            safetensors: safetensors::to_vec(value).ok(),
            stdlib: stdlib::to_message(value).ok(),
            vespa: vespa::to_string(value).ok(),
            zio: zio::to_message(value).ok().map(zio::Message::into_owned),
            xla: xla::Literal::of(value).ok(),
        }
    }
}

/// A function that reads a value.
pub(crate) struct DecodeVerb<T> {
    pub(crate) name: &'static str,
    read: fn(&Messages) -> Option<Result<T, DecodeError>>,
}

impl<T> DecodeVerb<T> {
    /// The value; `None` if the format cannot hold it.
    pub(crate) fn run(&self, messages: &Messages) -> Option<Result<T, DecodeError>> {
        (self.read)(messages)
    }
}

macro_rules! decode_verbs {
    ($($name:literal $format:ident |$bytes:ident| $read:expr;)*) => {
        vec![$(DecodeVerb {
            name: $name,
            read: |messages| messages.$format.as_ref().map(|$bytes| $read),
        }),*]
    };
}

/// The verbs that return a value.
pub(crate) fn decode<T: DecodeOwned>() -> Vec<DecodeVerb<T>> {
    let mut verbs = decode_verbs! {
        "decthings from_slice" decthings |bytes| decthings::from_slice(bytes);
        "decthings from_prefix" decthings |bytes| decthings::from_prefix(bytes).map(|(value, _)| value);
        "decthings from_reader" decthings |bytes| decthings::from_reader(&**bytes);
        "decthings sequence" decthings |bytes| decthings::sequence(bytes).next().expect("a value");
        "decthings sequence_from_reader" decthings |bytes| {
            Options::new().sequence_from_reader(&**bytes).next().expect("a value")
        };
        "decthings from_slice, Clients" clients |bytes| CLIENTS.from_slice(bytes);
        "decthings from_reader, Clients" clients |bytes| CLIENTS.from_reader(&**bytes);
        "npy from_slice" npy |bytes| npy::from_slice(bytes);
        "npy from_prefix" npy |bytes| npy::from_prefix(bytes).map(|(value, _)| value);
        "npy from_reader" npy |bytes| npy::from_reader(&**bytes);
        "npz from_slice" npz |bytes| npz::from_slice(bytes);
        "npz from_reader" npz |bytes| npz::from_reader(&**bytes);
        "safetensors from_slice" safetensors |bytes| safetensors::from_slice(bytes);
        "safetensors from_reader" safetensors |bytes| safetensors::from_reader(&**bytes);
        "safetensors Reader" safetensors |bytes| {
            safetensors::Reader::new(std::io::Cursor::new(bytes)).and_then(|mut reader| reader.read())
        };
        "stdlib from_message" stdlib |message| stdlib::from_message(&message.meta, &message.data);
        "vespa from_str" vespa |text| vespa::from_str(text);
        "vespa from_reader" vespa |text| vespa::from_reader(text.as_bytes());
        "zio from_message" zio |message| zio::from_message(message);
        "xla decode" xla |literal| literal.decode();
        "xla decode_borrowed" xla |literal| literal.decode_borrowed();
    };
    verbs.push(DecodeVerb {
        name: "from_value",
        read: |messages| Some(tensor_format::from_value(&messages.value.as_ref())),
    });
    verbs
}

/// A function that reads a value in place of another.
pub(crate) struct DecodeIntoVerb<T> {
    pub(crate) name: &'static str,
    read: fn(&Messages, &mut T) -> Option<Result<(), DecodeError>>,
}

impl<T> DecodeIntoVerb<T> {
    /// Whether the value was read; `None` if the format cannot hold it.
    pub(crate) fn run(&self, messages: &Messages, value: &mut T) -> Option<Result<(), DecodeError>> {
        (self.read)(messages, value)
    }
}

/// The verbs that read into a value.
pub(crate) fn decode_into<T: DecodeOwned>() -> Vec<DecodeIntoVerb<T>> {
    vec![
        DecodeIntoVerb {
            name: "decthings decode_into",
            read: |messages, value| messages.decthings.as_ref().map(|bytes| decthings::decode_into(bytes, value)),
        },
        DecodeIntoVerb {
            name: "decthings decode_into, Clients",
            read: |messages, value| messages.clients.as_ref().map(|bytes| CLIENTS.decode_into(bytes, value)),
        },
        DecodeIntoVerb {
            name: "decthings read_into",
            read: |messages, value| messages.decthings.as_ref().map(|bytes| Options::new().read_into(&**bytes, value)),
        },
        DecodeIntoVerb {
            name: "decode_into of a value",
            read: |messages, value| Some(value.decode_into(&mut ValueSource::new(&messages.value.as_ref()))),
        },
    ]
}
