//! Values that borrow, together with the bytes that they borrow from.

use std::{borrow::Cow, collections::HashMap, sync::Arc};

use allocation_counter::measure;
use bytes::Bytes;
use ndarray::ArrayView2;
use tensor_format::{
    DecodeError, Ragged, RecordRef, Tensor, TensorRef, View,
    codec::{Covariant, Owned},
    decthings::{AlignedBuf, Options},
    from_slice, safetensors, to_vec,
};

#[derive(Tensor, Debug, PartialEq)]
struct Sample<'a> {
    name: &'a str,
    points: View<'a, f32>,
    lists: Ragged<&'a [u8]>,
    inner: Inner<'a, 3>,
}

#[derive(Tensor, Debug, PartialEq)]
struct Inner<'a, const N: usize> {
    rows: &'a [[u8; N]],
    owned: Vec<String>,
}

#[derive(Tensor, Debug, PartialEq)]
#[tensor(tag = "kind")]
enum Event<'a> {
    Key { name: &'a str },
    Pointer { at: &'a [u8] },
}

impl Covariant for Sample<'_> {
    fn shorten<'s>(value: &'s Sample<'_>) -> &'s Sample<'s> {
        value
    }
}

#[derive(Tensor)]
struct Pixels<'a>(ArrayView2<'a, u8>);

fn sample() -> Vec<u8> {
    let sample = Wire {
        name: "seven",
        points: vec![1.0, 2.0, 3.0],
        lists: [vec![1, 2], vec![], vec![3]].into_iter().collect(),
        inner: Inner { rows: &[[1, 2, 3]], owned: vec!["x".into()] },
    };
    to_vec(&sample).unwrap()
}

#[derive(Tensor)]
struct Wire<'a> {
    name: &'a str,
    points: Vec<f32>,
    lists: Ragged<Vec<u8>>,
    inner: Inner<'a, 3>,
}

#[test]
fn a_value_goes_to_another_thread_with_its_bytes() {
    let bytes = Bytes::from(sample());
    let range = bytes.as_ptr_range();
    let owned: Owned<Sample<'static>> = Owned::from_bytes(bytes.clone()).unwrap();
    let owned = std::thread::spawn(move || {
        assert_eq!(owned.get().name, "seven");
        owned
    })
    .join()
    .unwrap();
    let value = owned.get();
    assert_eq!(*value, from_slice(&bytes).unwrap());
    // In place.
    assert!(range.contains(&value.name.as_ptr()) && range.contains(&value.inner.rows.as_ptr().cast()));
    assert_eq!(format!("{owned:?}"), format!("{:?}", from_slice::<Sample>(&bytes).unwrap()));
    assert_eq!(owned.bytes().as_ptr(), bytes.as_ptr());
    assert_eq!(owned.into_bytes(), bytes);
}

#[cfg(target_endian = "little")]
#[test]
fn any_holder_of_bytes_and_any_format_will_do() {
    fn kept<T: Send + Sync + 'static>(value: T) -> T {
        value
    }
    let from_vec = kept(Owned::<Sample, Vec<u8>>::from_bytes(sample()).unwrap());
    let from_arc = kept(Owned::<Sample, Arc<[u8]>>::from_bytes(sample().into()).unwrap());
    assert_eq!(from_vec.get(), from_arc.get());
    let mut map = HashMap::new();
    map.insert(1, Arc::new(from_vec));
    assert_eq!(map[&1].clone().get().name, "seven");

    let mut aligned = AlignedBuf::new();
    aligned.encode(&[0.5f64, 1.0]).unwrap();
    let numbers = kept(Owned::<&[f64], _>::from_bytes(aligned).unwrap());
    assert_eq!(*numbers.get(), [0.5, 1.0]);

    let file = safetensors::to_vec(&from_slice::<RecordRef>(&to_vec(&Flat { rows: vec![[7; 3]] }).unwrap()).unwrap());
    let owned: Owned<FlatRef, _> = Owned::try_new(file.unwrap(), |bytes| safetensors::from_slice(bytes)).unwrap();
    owned.with(|value| assert_eq!(value.rows, [[7, 7, 7]]));
}

#[derive(Tensor)]
struct Flat {
    rows: Vec<[u8; 3]>,
}

#[derive(Tensor)]
struct FlatRef<'a> {
    rows: &'a [[u8; 3]],
}

#[test]
fn all_that_borrows_can_be_owned() {
    let text: Owned<&str, _> = Owned::from_bytes(to_vec("text").unwrap()).unwrap();
    assert_eq!(*text.get(), "text");
    let cow: Owned<Cow<[u8]>, _> = Owned::from_bytes(to_vec(&[1u8, 2]).unwrap()).unwrap();
    assert_eq!(**cow.get(), [1, 2]);
    let view: Owned<View<u16>, _> = Owned::from_bytes(to_vec(&[1u16, 2]).unwrap()).unwrap();
    assert_eq!(view.get().to_vec(), [1, 2]);
    let tensor: Owned<TensorRef, _> = Owned::from_bytes(to_vec(&[1u16, 2]).unwrap()).unwrap();
    assert_eq!(tensor.get().header().to_string(), "u16 [2]");
    let record: Owned<RecordRef, _> = Owned::from_bytes(sample()).unwrap();
    assert_eq!(record.get().get("name").unwrap().header().to_string(), "string []");
    let array: Owned<ArrayView2<u8>, _> = Owned::from_bytes(to_vec(&[[1u8, 2]]).unwrap()).unwrap();
    assert_eq!(array.with(|array| array[[0, 1]]), 2);
    let pixels: Owned<Pixels, _> = Owned::from_bytes(to_vec(&[[1u8, 2]]).unwrap()).unwrap();
    assert_eq!(pixels.with(|pixels| pixels.0[[0, 0]]), 1);
    let event: Owned<Event, _> = Owned::from_bytes(to_vec(&Event::Key { name: "up" }).unwrap()).unwrap();
    event.with(|event| assert_eq!(*event, Event::Key { name: "up" }));
}

#[test]
fn errors_are_those_of_from_slice() {
    let bytes = sample();
    let shown = |error: DecodeError| (error.to_string(), error.offset());
    for end in 0..bytes.len() {
        let error = Owned::<Sample, _>::from_bytes(bytes[..end].to_vec()).unwrap_err();
        assert_eq!(shown(error), shown(from_slice::<Sample>(&bytes[..end]).unwrap_err()));
    }
    // Numbers that are not aligned for a slice are refused, as they are without their bytes.
    let bytes = Bytes::from(to_vec(&[0u8; 1].map(f64::from)).unwrap());
    let all: Vec<bool> = (0..8)
        .map(|offset| {
            let moved = Bytes::from([&vec![0; offset][..], &bytes].concat()).slice(offset..);
            let owned = Owned::<&[f64]>::from_bytes(moved.clone());
            assert_eq!(owned.is_ok(), from_slice::<&[f64]>(&moved).is_ok());
            owned.is_ok()
        })
        .collect();
    let read = if cfg!(target_endian = "little") { 8 / align_of::<f64>() } else { 0 };
    assert_eq!(all.iter().filter(|is_read| **is_read).count(), read, "{all:?}");
    let limited = Owned::<View<f64>, _>::try_new(bytes, |bytes| Options::new().max_elements(0).from_slice(bytes));
    assert_eq!(limited.unwrap_err().kind().name(), "limit_exceeded");
}

#[test]
fn one_allocation_holds_the_bytes_where_they_are() {
    let bytes = Bytes::from(to_vec(&[7u8; 10_000]).unwrap());
    let shared = bytes.clone();
    let taken = measure(|| drop(Owned::<View<'static, u8>>::from_bytes(shared).unwrap()));
    assert_eq!(taken.count_total, 1, "{taken:?}");
    assert!(taken.bytes_max < 100, "{taken:?}");
}
