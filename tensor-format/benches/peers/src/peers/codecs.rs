//! Crates that write any type of Rust: a reader that does not know the type makes nothing of the bytes.

use std::{cell::RefCell, io::Cursor, ops::Deref};

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
use crate::workload::Form;

/// A crate by its name and form, what it asks of a type, and its calls: to bytes of their own, to memory that is there,
/// and back.
macro_rules! codec {
    (
        $format:ident, $name:literal, $form:ident, [$($bounds:tt)+],
        |$value:ident| $to_bytes:expr, |$from:ident, $out:ident| $write:expr, |$bytes:ident| $read:expr $(,)?
    ) => {
        pub(crate) struct $format;

        impl<T: $($bounds)+> Format<T> for $format {
            const NAME: &'static str = $name;
            const FORM: Form = Form::$form;
            type Bytes = Vec<u8>;

            fn to_bytes($value: &T) -> Vec<u8> {
                $to_bytes
            }

            #[inline]
            fn write($from: &T, $out: &mut [u8]) -> Option<usize> {
                $write
            }

            #[inline]
            fn read($bytes: &[u8]) -> T {
                $read
            }
        }
    };
}

/// Writes to the front of memory by way of [`Write`](std::io::Write), and counts the bytes.
#[inline]
pub(super) fn through<E>(mut out: &mut [u8], write: impl FnOnce(&mut &mut [u8]) -> Result<(), E>) -> Option<usize> {
    let room = out.len();
    write(&mut out).ok()?;
    Some(room - out.len())
}

codec!(
    Bincode,
    "bincode",
    CHECKED,
    [bincode::Encode + bincode::Decode<()>],
    |value| bincode::encode_to_vec(value, bincode::config::standard()).expect("encoded"),
    |value, out| bincode::encode_into_slice(value, out, bincode::config::standard()).ok(),
    |bytes| bincode::decode_from_slice(bytes, bincode::config::standard()).expect("decoded").0,
);

codec!(
    Postcard,
    "postcard",
    CHECKED,
    [Serialize + DeserializeOwned],
    |value| postcard::to_stdvec(value).expect("encoded"),
    |value, out| postcard::to_slice(value, out).ok().map(|bytes| bytes.len()),
    |bytes| postcard::from_bytes(bytes).expect("decoded"),
);

thread_local! {
    /// The memory that `bitcode` keeps for many messages, from which a message is copied to where it is wanted.
    static KEPT: RefCell<bitcode::Buffer> = RefCell::default();
}

codec!(
    Bitcode,
    "bitcode",
    CHECKED,
    [bitcode::Encode + bitcode::DecodeOwned],
    |value| bitcode::encode(value),
    |value, out| KEPT.with_borrow_mut(|kept| {
        let bytes = kept.encode(value);
        out.get_mut(..bytes.len())?.copy_from_slice(bytes);
        Some(bytes.len())
    }),
    |bytes| KEPT.with_borrow_mut(|kept| kept.decode(bytes)).expect("decoded"),
);

codec!(
    Borsh,
    "borsh",
    CHECKED,
    [borsh::BorshSerialize + borsh::BorshDeserialize],
    |value| borsh::to_vec(value).expect("encoded"),
    |value, out| through(out, |out| borsh::to_writer(out, value)),
    |bytes| borsh::from_slice(bytes).expect("decoded"),
);

codec!(
    SerdeJson,
    "serde_json",
    BOTH,
    [Serialize + DeserializeOwned],
    |value| serde_json::to_vec(value).expect("encoded"),
    |value, out| through(out, |out| serde_json::to_writer(out, value)),
    |bytes| serde_json::from_slice(bytes).expect("decoded"),
);

/// The configuration without a limit on what is allocated, which the larger workloads exceed.
const WINCODE: wincode::config::Configuration<true, { usize::MAX }> =
    wincode::config::Configuration::default().disable_preallocation_size_limit();
type WincodeConfig = wincode::config::Configuration<true, { usize::MAX }>;

codec!(
    Wincode,
    "wincode",
    CHECKED,
    [wincode::SchemaWrite<WincodeConfig, Src = T> + for<'a> wincode::SchemaRead<'a, WincodeConfig, Dst = T>],
    |value| wincode::config::serialize(value, WINCODE).expect("encoded"),
    |value, out| {
        let mut cursor = Cursor::new(out);
        wincode::config::serialize_into(&mut cursor, value, WINCODE).ok()?;
        usize::try_from(cursor.position()).ok()
    },
    |bytes| wincode::config::deserialize(bytes, WINCODE).expect("decoded"),
);

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
        Self::fill(value, out)?;
        value.bytes_needed().ok()
    }

    /// Measures the value in a call of its own, since this crate does not return the length that it wrote.
    #[inline]
    fn fill(value: &T, out: &mut [u8]) -> Option<()> {
        value.write_to_buffer_with_ctx(Native {}, out).ok()
    }

    #[inline]
    fn read(bytes: &[u8]) -> T {
        T::read_from_buffer_with_ctx(Native {}, bytes).expect("decoded")
    }
}

/// Returns a value that borrows from the bytes.
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

/// Returns an archive in place.
#[inline]
pub(crate) fn archived<T: Portable + for<'a> CheckBytes<HighValidator<'a, Error>>>(bytes: &[u8]) -> &T {
    rkyv::access::<T, Error>(bytes).expect("an archive")
}
