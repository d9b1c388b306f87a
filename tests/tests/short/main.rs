//! What is short enough for an interpreter: short conformance vectors of every format by their judges, and values that
//! lie in the bytes which they were read from. The long gate runs it under Miri, on machines of both byte orders.

use std::{fs, path::Path};

use bytes::Bytes;
use tensor_format::{
    Decode, Element, ErrorKind, Record, Tensor, TensorRef, View,
    decthings::{self, AlignedBuf},
    npy, npz, safetensors, zio,
};
use tensor_format_tests::{
    conformance::{Case, FORMATS},
    messages,
};

/// The longest line of a vector that is judged, in bytes, unless a file has fewer than five of these.
const LONGEST: usize = if cfg!(miri) { 320 } else { 4096 };

/// Of the lines of a file that are short enough, one in so many is judged, if there are many: `repository` judges all lines.
const EACH: usize = if cfg!(miri) { 8 } else { 4 };

#[test]
fn short_vectors_are_judged_right() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance");
    for format in FORMATS {
        let mut judged = 0;
        for (name, judge) in format.files {
            // Not every kind of vectors that can be judged is there.
            let Ok(text) = fs::read_to_string(root.join(format.name).join(name)) else { continue };
            let mut short: Vec<_> = text.lines().filter(|line| !line.is_empty()).collect();
            short.sort_by_key(|line| line.len());
            short.truncate(short.partition_point(|line| line.len() <= LONGEST).max(5));
            let each = if short.len() < 8 * EACH { 1 } else { EACH };
            for (number, line) in short.into_iter().enumerate().step_by(each) {
                let mut case = Case::of_line(line, number);
                if let Err(error) = judge(line, &mut case) {
                    case.fault("reading the vector", "a vector as documented", error);
                }
                assert!(case.passed() || case.exceeds_machine(), "{name}: {case:?}");
                judged += 1;
            }
        }
        assert!(judged >= 5, "{}: {judged} vectors", format.name);
    }
}

/// Bytes at each address of an aligned word: a slice is lent where they lie right, or refused with the reason; a view is lent
/// anywhere, by machines of the bytes' order.
#[test]
fn numbers_lie_in_their_bytes_or_are_refused() {
    fn lent<T: Element>(values: &[T])
    where
        for<'b> &'b [T]: Decode<'b>,
        for<'b> View<'b, T>: Decode<'b>,
    {
        let tensor = Tensor::from_slice(values.len(), values).expect("a tensor");
        let bytes = tensor_format::to_vec(&tensor).expect("written");
        let native = size_of::<T>() == 1 || cfg!(target_endian = "little");
        let (mut lent, mut words) = (0, vec![0u64; bytes.len() / 8 + 3]);
        for shift in 0..16 {
            let place = u64::as_bytes_mut(&mut words).expect("numbers");
            let place = &mut place[shift..shift + bytes.len()];
            place.copy_from_slice(&bytes);
            match tensor_format::from_slice::<&[T]>(place) {
                Ok(slice) => {
                    lent += 1;
                    assert_eq!(slice, values);
                }
                Err(error) => match error.kind() {
                    ErrorKind::Misaligned { .. } => assert!(native),
                    ErrorKind::NotBorrowable { .. } => assert!(!native),
                    other => panic!("{other:?}"),
                },
            }
            match tensor_format::from_slice::<View<'_, T>>(place) {
                Ok(view) => assert_eq!(view.to_vec(), values),
                Err(error) => assert!(!native, "{error}"),
            }
            assert_eq!(tensor_format::from_slice::<TensorRef<'_>>(place).expect("read"), tensor);
        }
        assert_eq!(lent, if native { 16 / align_of::<T>() } else { 0 });
    }
    lent(&[1u8, 2, 3]);
    lent(&[1i16, -2, 3]);
    lent(&[1.5f32, -2.5]);
    lent(&[1.5f64, f64::INFINITY, -0.0]);
    lent(&[u64::MAX, 1, 2, 3, 4]);
}

/// An aligned buffer is filled, lent and shared.
#[test]
fn aligned_buffers_are_filled_lent_and_shared() {
    let values = [1.0f32, 2.0, 3.0, 4.0];
    let mut buffer = AlignedBuf::new();
    for len in [4, 1, 0, 3] {
        buffer.clear();
        buffer.encode(&values[..len]).expect("written");
        let view = tensor_format::from_slice::<View<'_, f32>>(buffer.as_slice()).expect("read");
        assert_eq!(view.to_vec(), &values[..len]);
        // The other byte order is no slice of this machine.
        if cfg!(target_endian = "little") {
            assert_eq!(view.as_slice(), Some(&values[..len]));
        }
    }
    let bytes = buffer.as_slice().to_vec();
    buffer.read_from(bytes.as_slice(), bytes.len()).expect("in memory");
    assert_eq!(buffer.as_slice(), bytes);
    let shared = Bytes::from(buffer);
    let other = shared.clone();
    assert_eq!(tensor_format::from_slice::<Vec<f32>>(&shared).expect("read"), values[..3]);
    drop(shared);
    assert_eq!(other, bytes);
}

/// Messages of every format are read and written again; those of Decthings in the place of others, too; and none of which
/// the end is missing is taken for a whole one.
#[test]
fn messages_are_read_whole_and_in_the_place_of_others() {
    let again = |options: decthings::Options, bytes: &[u8], there: &mut Record| {
        options.decode_into(bytes, there).expect("read");
        assert_eq!(options.to_vec(there).expect("written"), bytes);
    };
    let count = if cfg!(miri) { 64 } else { 1000 };
    let (mut there, mut cut) = (Record::new(), 0);
    let options = decthings::Options::new();
    let clients = options.dialect(decthings::Dialect::Clients);
    for message in messages::all().into_iter().take(count) {
        assert!(message.read, "{}", message.format);
        let read: fn(&[u8]) -> bool = match message.format {
            "decthings" => {
                again(options, &message.bytes, &mut there);
                |bytes| tensor_format::from_slice::<Record>(bytes).is_ok()
            }
            "decthings-clients" => {
                again(clients, &message.bytes, &mut there);
                |bytes| {
                    decthings::Options::new().dialect(decthings::Dialect::Clients).from_slice::<Record>(bytes).is_ok()
                }
            }
            "npy" => |bytes| npy::from_slice::<Tensor>(bytes).is_ok(),
            "npz" => |bytes| npz::from_slice::<Record>(bytes).is_ok(),
            "safetensors" => |bytes| safetensors::from_slice::<Record>(bytes).is_ok(),
            "zio" => |bytes| zio::Message::from_slice(bytes).is_ok_and(|m| zio::from_message::<Record>(&m).is_ok()),
            // Text, and two parts in one.
            _ => continue,
        };
        for end in (0..message.bytes.len().min(64)).chain([message.bytes.len() - 1]) {
            assert!(!read(&message.bytes[..end]), "{} of {}", end, message.format);
            cut += 1;
        }
    }
    assert!(cut > count);
}
