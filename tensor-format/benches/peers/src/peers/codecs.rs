//! Crates that write any type of Rust: a reader that does not know the type makes nothing of the bytes.

use std::{io::Cursor, ops::Deref};

use rkyv::{
    Archive, Deserialize, Portable,
    api::high::{HighDeserializer, HighSerializer, HighValidator},
    bytecheck::CheckBytes,
    rancor::Error,
    ser::{allocator::ArenaHandle, writer::Buffer},
    util::AlignedVec,
};
use serde::{Serialize, de::DeserializeOwned};

use super::Format;
use crate::goals::Form;

/// The rest of the room that a writer has left.
fn written(room: usize, rest: &[u8]) -> Option<usize> {
    Some(room - rest.len())
}

pub(crate) struct Bincode;

impl<T: bincode::Encode + bincode::Decode<()>> Format<T> for Bincode {
    const NAME: &'static str = "bincode";
    const FORM: Form = Form::CHECKED;
    type Bytes = Vec<u8>;

    fn to_bytes(value: &T) -> Vec<u8> {
        bincode::encode_to_vec(value, bincode::config::standard()).expect("encoded")
    }

    #[inline]
    fn write(value: &T, out: &mut [u8]) -> Option<usize> {
        bincode::encode_into_slice(value, out, bincode::config::standard()).ok()
    }

    #[inline]
    fn read(bytes: &[u8]) -> T {
        bincode::decode_from_slice(bytes, bincode::config::standard()).expect("decoded").0
    }
}

pub(crate) struct Postcard;

impl<T: Serialize + DeserializeOwned> Format<T> for Postcard {
    const NAME: &'static str = "postcard";
    const FORM: Form = Form::CHECKED;
    type Bytes = Vec<u8>;

    fn to_bytes(value: &T) -> Vec<u8> {
        postcard::to_stdvec(value).expect("encoded")
    }

    #[inline]
    fn write(value: &T, out: &mut [u8]) -> Option<usize> {
        postcard::to_slice(value, out).ok().map(|bytes| bytes.len())
    }

    #[inline]
    fn read(bytes: &[u8]) -> T {
        postcard::from_bytes(bytes).expect("decoded")
    }
}

pub(crate) struct Bitcode;

impl<T: bitcode::Encode + bitcode::DecodeOwned> Format<T> for Bitcode {
    const NAME: &'static str = "bitcode";
    const FORM: Form = Form::CHECKED;
    type Bytes = Vec<u8>;

    fn to_bytes(value: &T) -> Vec<u8> {
        bitcode::encode(value)
    }

    fn write(_: &T, _: &mut [u8]) -> Option<usize> {
        None
    }

    #[inline]
    fn read(bytes: &[u8]) -> T {
        bitcode::decode(bytes).expect("decoded")
    }
}

pub(crate) struct Borsh;

impl<T: borsh::BorshSerialize + borsh::BorshDeserialize> Format<T> for Borsh {
    const NAME: &'static str = "borsh";
    const FORM: Form = Form::CHECKED;
    type Bytes = Vec<u8>;

    fn to_bytes(value: &T) -> Vec<u8> {
        borsh::to_vec(value).expect("encoded")
    }

    #[inline]
    fn write(value: &T, mut out: &mut [u8]) -> Option<usize> {
        let room = out.len();
        borsh::to_writer(&mut out, value).ok()?;
        written(room, out)
    }

    #[inline]
    fn read(bytes: &[u8]) -> T {
        borsh::from_slice(bytes).expect("decoded")
    }
}

pub(crate) struct Speedy;

type Native = speedy::LittleEndian;

impl<T: speedy::Writable<Native> + for<'a> speedy::Readable<'a, Native>> Format<T> for Speedy {
    const NAME: &'static str = "speedy";
    const FORM: Form = Form::CHECKED;
    type Bytes = Vec<u8>;

    fn to_bytes(value: &T) -> Vec<u8> {
        value.write_to_vec_with_ctx(Native {}).expect("encoded")
    }

    #[inline]
    fn write(value: &T, out: &mut [u8]) -> Option<usize> {
        let len = value.bytes_needed().ok()?;
        value.write_to_buffer_with_ctx(Native {}, out.get_mut(..len)?).ok()?;
        Some(len)
    }

    #[inline]
    fn read(bytes: &[u8]) -> T {
        T::read_from_buffer_with_ctx(Native {}, bytes).expect("decoded")
    }
}

pub(crate) struct Wincode;

/// Without its limit on what is allocated, which the larger workloads exceed.
const WINCODE: wincode::config::Configuration<true, { usize::MAX }> =
    wincode::config::Configuration::default().disable_preallocation_size_limit();
type WincodeConfig = wincode::config::Configuration<true, { usize::MAX }>;

impl<T> Format<T> for Wincode
where
    T: wincode::SchemaWrite<WincodeConfig, Src = T> + for<'a> wincode::SchemaRead<'a, WincodeConfig, Dst = T>,
{
    const NAME: &'static str = "wincode";
    const FORM: Form = Form::CHECKED;
    type Bytes = Vec<u8>;

    fn to_bytes(value: &T) -> Vec<u8> {
        wincode::config::serialize(value, WINCODE).expect("encoded")
    }

    #[inline]
    fn write(value: &T, out: &mut [u8]) -> Option<usize> {
        let mut cursor = Cursor::new(out);
        wincode::config::serialize_into(&mut cursor, value, WINCODE).ok()?;
        usize::try_from(cursor.position()).ok()
    }

    #[inline]
    fn read(bytes: &[u8]) -> T {
        wincode::config::deserialize(bytes, WINCODE).expect("decoded")
    }
}

/// A value that borrows from the bytes.
#[inline]
pub(crate) fn wincode_borrowed<'a, T: wincode::SchemaRead<'a, WincodeConfig, Dst = T>>(bytes: &'a [u8]) -> T {
    wincode::config::deserialize(bytes, WINCODE).expect("decoded")
}

pub(crate) struct Rkyv;

impl<T> Format<T> for Rkyv
where
    T: Archive
        + for<'a> rkyv::Serialize<HighSerializer<AlignedVec, ArenaHandle<'a>, Error>>
        + for<'a, 'b> rkyv::Serialize<HighSerializer<Buffer<'b>, ArenaHandle<'a>, Error>>,
    T::Archived: for<'a> CheckBytes<HighValidator<'a, Error>> + Deserialize<T, HighDeserializer<Error>>,
{
    const NAME: &'static str = "rkyv, checked";
    const FORM: Form = Form::CHECKED;
    const ALIGN: usize = 16;
    type Bytes = AlignedVec;

    fn to_bytes(value: &T) -> AlignedVec {
        rkyv::to_bytes::<Error>(value).expect("encoded")
    }

    #[inline]
    fn write(value: &T, out: &mut [u8]) -> Option<usize> {
        let buffer = rkyv::api::high::to_bytes_in::<_, Error>(value, Buffer::from(out)).ok()?;
        Some(buffer.deref().len())
    }

    #[inline]
    fn read(bytes: &[u8]) -> T {
        rkyv::from_bytes::<T, Error>(bytes).expect("decoded")
    }
}

/// An archive in place.
#[inline]
pub(crate) fn archived<T: Portable + for<'a> CheckBytes<HighValidator<'a, Error>>>(bytes: &[u8]) -> &T {
    rkyv::access::<T, Error>(bytes).expect("an archive")
}

pub(crate) struct SerdeJson;

impl<T: Serialize + DeserializeOwned> Format<T> for SerdeJson {
    const NAME: &'static str = "serde_json";
    const FORM: Form = Form::BOTH;
    type Bytes = Vec<u8>;

    fn to_bytes(value: &T) -> Vec<u8> {
        serde_json::to_vec(value).expect("encoded")
    }

    #[inline]
    fn write(value: &T, mut out: &mut [u8]) -> Option<usize> {
        let room = out.len();
        serde_json::to_writer(&mut out, value).ok()?;
        written(room, out)
    }

    #[inline]
    fn read(bytes: &[u8]) -> T {
        serde_json::from_slice(bytes).expect("decoded")
    }
}
