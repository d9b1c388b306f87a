//! Beside the published Rust client, `decthings-api` 0.1.5: what one writes the other reads, and where the client is at
//! fault.
//!
//! Generated tensors are built twice, from the same plain elements, so that neither side is the measure of the other.
//! The tests of faults hold the client to what it does today; they fail when it changes.
#![allow(missing_docs)]

use std::panic::{AssertUnwindSafe, catch_unwind};

use bytes::Bytes;
use decthings_api::{
    ndarray::{ArrayD, CowArray, IxDyn},
    tensor::{
        DecthingsElementAudio, DecthingsElementImage, DecthingsElementVideo, DecthingsTensor, OwnedDecthingsTensor,
    },
};
use tensor_format::Tensor;

#[path = "shared/plain.rs"]
mod plain;
use plain::{Elements, Plain, ours, run};
use tensor_format_tests::clients;

/// The formats of media that this client can hold.
const FORMATS: &str = "[ -~]{0,12}";

fn array<'a, T: Clone>(shape: &[usize], elements: impl IntoIterator<Item = T>) -> CowArray<'a, T, IxDyn> {
    let elements = elements.into_iter().collect();
    CowArray::from(ArrayD::from_shape_vec(IxDyn(shape), elements).expect("the elements fill the shape"))
}

/// The client's tensor of the elements.
fn theirs(plain: &Plain) -> DecthingsTensor<'_> {
    let shape = &*plain.shape;
    macro_rules! media {
        ($kind:ident, $element:ident, $elements:expr) => {
            DecthingsTensor::$kind(array(
                shape,
                $elements
                    .iter()
                    .map(|(format, data)| $element::new(format.as_str(), data.as_slice()).expect("a short format")),
            ))
        };
    }
    macro_rules! all {
        ($($name:ident),*) => {
            match &plain.elements {
                $(Elements::$name(elements) => DecthingsTensor::$name(array(shape, elements.iter().copied())),)*
                Elements::String(elements) => DecthingsTensor::String(array(shape, elements.iter().map(String::as_str))),
                Elements::Binary(elements) => DecthingsTensor::Binary(array(shape, elements.iter().map(Vec::as_slice))),
                Elements::Image(elements) => media!(Image, DecthingsElementImage, elements),
                Elements::Audio(elements) => media!(Audio, DecthingsElementAudio, elements),
                Elements::Video(elements) => media!(Video, DecthingsElementVideo, elements),
            }
        };
    }
    all!(F32, F64, I8, I16, I32, I64, U8, U16, U32, U64, Boolean)
}

/// Holds what the client has read to the elements that were written.
fn same(found: &DecthingsTensor<'_>, plain: &Plain) {
    assert_eq!(found.shape(), plain.shape);
    macro_rules! all {
        ($($number:ident),*; $($float:ident),*; $($media:ident),*) => {
            match (found, &plain.elements) {
                $((DecthingsTensor::$number(found), Elements::$number(elements)) => {
                    assert!(found.iter().eq(elements));
                })*
                $((DecthingsTensor::$float(found), Elements::$float(elements)) => {
                    assert!(found.iter().map(|x| x.to_bits()).eq(elements.iter().map(|x| x.to_bits())));
                })*
                (DecthingsTensor::String(found), Elements::String(elements)) => assert!(found.iter().eq(elements)),
                (DecthingsTensor::Binary(found), Elements::Binary(elements)) => assert!(found.iter().eq(elements)),
                $((DecthingsTensor::$media(found), Elements::$media(elements)) => {
                    let elements = elements.iter().map(|(format, data)| (format.as_str(), data.as_slice()));
                    assert!(found.iter().map(|element| (element.format(), &*element.data)).eq(elements));
                })*
                (found, _) => panic!("another element type: {}", found.typ()),
            }
        };
    }
    all!(I8, I16, I32, I64, U8, U16, U32, U64, Boolean; F32, F64; Image, Audio, Video);
}

#[test]
fn the_client_reads_what_we_write() {
    run(FORMATS, |plain| {
        let bytes = clients().to_vec(&ours(plain)).expect("bytes");
        let found = OwnedDecthingsTensor::from_bytes(Bytes::from(bytes.clone())).expect("the client reads it");
        same(&found.tensor(), plain);
        assert_eq!(found.serialize(), bytes);
    });
}

#[test]
fn we_read_what_the_client_writes() {
    run(FORMATS, |plain| {
        let bytes = theirs(plain).serialize();
        let found: Tensor = clients().from_slice(&bytes).expect("it is read");
        assert_eq!(clients().to_vec(&found).expect("bytes"), bytes);
        // Bits are compared, as a NaN is no NaN.
        assert_eq!(bits(&found), bits(&ours(plain)));
    });
}

/// Header and elements, bit by bit.
fn bits(tensor: &Tensor) -> (String, Vec<u8>) {
    let header = tensor.as_ref().header().to_string();
    (header, clients().to_vec(tensor).expect("bytes"))
}

/// What the client makes of bytes.
#[derive(Debug, PartialEq)]
enum Outcome {
    Rejected,
    /// The bytes that it writes again.
    Accepted(Vec<u8>),
    Panicked,
    /// It accepted them, and panicked when the elements were asked for.
    PanickedLater,
}

fn client(bytes: &'static [u8]) -> Outcome {
    let read = catch_unwind(|| OwnedDecthingsTensor::from_bytes(Bytes::from_static(bytes)));
    match read {
        Err(_) => Outcome::Panicked,
        Ok(Err(_)) => Outcome::Rejected,
        Ok(Ok(tensor)) => {
            let written = catch_unwind(AssertUnwindSafe(|| tensor.tensor().serialize()));
            written.map_or(Outcome::PanickedLater, Outcome::Accepted)
        }
    }
}

fn refused(bytes: &[u8], kind: &str) {
    let error = clients().from_slice::<Tensor>(bytes).expect_err("it is refused");
    assert_eq!(error.kind().name(), kind, "{error}");
}

#[test]
fn faults_of_the_client_are_known() {
    // Bytes after the tensor are dropped.
    let bytes = b"\x07\x00\x01\xff";
    assert_eq!(client(bytes), Outcome::Accepted(b"\x07\x00\x01".to_vec()));
    refused(bytes, "trailing_bytes");

    // The length of the section is not looked at, be it too large or too small.
    for bytes in [b"\x0b\x00\x09\x01a", b"\x0b\x00\x00\x01a"] {
        assert_eq!(client(bytes), Outcome::Accepted(b"\x0b\x00\x02\x01a".to_vec()));
        assert!(clients().from_slice::<Tensor>(bytes).is_err());
    }

    // Longer varints than need be are taken, and written short.
    let bytes = b"\x07\x01\xfd\x00\x01\x05";
    assert_eq!(client(bytes), Outcome::Accepted(b"\x07\x01\x01\x05".to_vec()));
    refused(bytes, "non_canonical_varint");

    // Any boolean byte is taken.
    let bytes = b"\x0d\x00\x02";
    assert!(matches!(client(bytes), Outcome::Accepted(_)));
    refused(bytes, "invalid_boolean");

    // A string beyond the input.
    let bytes = b"\x0b\x00\x02\x05a";
    assert!(matches!(client(bytes), Outcome::Panicked | Outcome::PanickedLater), "{:?}", client(bytes));
    refused(bytes, "section_length_mismatch");

    // No elements, but a product of lengths that no address can hold.
    let bytes = b"\x07\x03\x00\xff\x80\x00\x00\x00\x00\x00\x00\x00\x04";
    assert_eq!(client(bytes), Outcome::PanickedLater);
    refused(bytes, "shape_overflow");
}
