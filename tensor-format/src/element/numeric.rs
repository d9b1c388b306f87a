//! Converts elements of fixed size, numbers and booleans, to bytes and back.

use alloc::vec::Vec;
use core::fmt::Debug;

use super::FromScalar;
use crate::{ElementType, ErrorKind, util::reinterpret};

/// The order of the bytes within one element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ByteOrder {
    /// Least significant byte first.
    Little,
    /// Most significant byte first.
    Big,
}

impl ByteOrder {
    /// The byte order of this machine.
    pub const NATIVE: ByteOrder = if cfg!(target_endian = "big") { ByteOrder::Big } else { ByteOrder::Little };
}

/// The number of booleans that are copied with one test of all.
const PART: usize = 4096;

mod sealed {
    pub trait Sealed {}
}

/// A number or boolean that a tensor holds as bytes: `f32`, `f64`, the 8- to 64-bit integers, `bool`, and with features
/// `f16`, `bf16`, `Complex<f32>` and `Complex<f64>`.
///
/// The trait is sealed: a format can rely on an element having no other content than its bytes.
pub trait Element: sealed::Sealed + FromScalar + Copy + Default + PartialEq + Debug + Send + Sync + 'static {
    /// The element type.
    const TYPE: ElementType;
    /// The size in bytes.
    const SIZE: usize;

    /// Returns the bytes of a run of elements as they are in memory.
    fn as_bytes(run: &[Self]) -> &[u8];

    /// Returns the bytes of a run of elements as they are in memory, to be overwritten; `None` for `bool`, for which
    /// not every byte is valid.
    #[doc(hidden)]
    fn as_bytes_mut(run: &mut [Self]) -> Option<&mut [u8]>;

    /// Returns bytes in the machine's byte order as elements, without a copy.
    ///
    /// # Errors
    ///
    /// [`Misaligned`](ErrorKind::Misaligned), [`InvalidBoolean`](ErrorKind::InvalidBoolean), or
    /// [`Layout`](ErrorKind::Layout) if the length is no multiple of the size.
    fn cast(bytes: &[u8]) -> Result<&[Self], ErrorKind>;

    /// Reads the element in the first [`SIZE`](Self::SIZE) bytes; returns zero if there are fewer. A boolean is true if
    /// not 0.
    fn read(bytes: &[u8], order: ByteOrder) -> Self;

    /// Writes the element into the first [`SIZE`](Self::SIZE) bytes; nothing if there are fewer.
    fn write(self, bytes: &mut [u8], order: ByteOrder);

    /// Reads the elements in `bytes` and appends them to `out`; an incomplete one at the end is left out.
    #[inline]
    fn extend(out: &mut Vec<Self>, bytes: &[u8], order: ByteOrder) {
        out.extend(bytes.chunks_exact(Self::SIZE).map(|chunk| Self::read(chunk, order)));
    }

    /// Does the same as [`extend`](Self::extend), but checks booleans: the error is the position of the first byte that
    /// is neither 0 nor 1.
    #[doc(hidden)]
    #[inline]
    fn extend_checked(out: &mut Vec<Self>, bytes: &[u8], order: ByteOrder) -> Result<(), usize> {
        Self::extend(out, bytes, order);
        Ok(())
    }

    /// Returns booleans borrowed from `bytes` after a check of every byte; the error is the position of the first byte
    /// that is neither 0 nor 1. Returns `None` for other types, which need no check.
    #[doc(hidden)]
    #[inline]
    fn checked(_: &[u8]) -> Result<Option<&[Self]>, usize> {
        Ok(None)
    }
}

/// Returns the error for bytes that cannot be taken as elements of type `T`; an empty slice if there are no bytes.
#[cold]
fn not_cast<T: Element>(bytes: &[u8]) -> Result<&[T], ErrorKind> {
    if bytes.is_empty() {
        Ok(&[])
    } else if bytes.len().checked_rem(T::SIZE) != Some(0) {
        Err(ErrorKind::Layout { why: "the number of bytes is no multiple of the size of an element" })
    } else {
        Err(ErrorKind::Misaligned { align: align_of::<T>() })
    }
}

/// The functions of [`Element`] for numbers, which are in memory what they are in bytes.
macro_rules! in_memory {
    () => {
        #[inline]
        fn as_bytes(run: &[Self]) -> &[u8] {
            bytemuck::must_cast_slice(run)
        }

        #[inline]
        fn as_bytes_mut(run: &mut [Self]) -> Option<&mut [u8]> {
            Some(bytemuck::must_cast_slice_mut(run))
        }

        #[inline]
        fn cast(bytes: &[u8]) -> Result<&[Self], ErrorKind> {
            bytemuck::try_cast_slice(bytes).or_else(|_| not_cast(bytes))
        }

        #[inline]
        fn extend(out: &mut Vec<Self>, bytes: &[u8], order: ByteOrder) {
            if order == ByteOrder::NATIVE {
                reinterpret::extend(out, bytes);
            } else {
                out.extend(bytes.chunks_exact(Self::SIZE).map(|chunk| Self::read(chunk, order)));
            }
        }
    };
}

macro_rules! element {
    ($($ty:ty => $variant:ident),* $(,)?) => { $(
        impl sealed::Sealed for $ty {}
        impl Element for $ty {
            const TYPE: ElementType = ElementType::$variant;
            const SIZE: usize = size_of::<$ty>();

            in_memory!();

            #[inline]
            fn read(bytes: &[u8], order: ByteOrder) -> Self {
                match (bytes.first_chunk(), order) {
                    (Some(chunk), ByteOrder::Little) => <$ty>::from_le_bytes(*chunk),
                    (Some(chunk), ByteOrder::Big) => <$ty>::from_be_bytes(*chunk),
                    (None, _) => Self::default(),
                }
            }

            #[inline]
            fn write(self, bytes: &mut [u8], order: ByteOrder) {
                if let Some(chunk) = bytes.first_chunk_mut() {
                    *chunk = match order {
                        ByteOrder::Little => self.to_le_bytes(),
                        ByteOrder::Big => self.to_be_bytes(),
                    };
                }
            }
        }
    )* };
}

element! {
    f32 => F32, f64 => F64, i8 => I8, i16 => I16, i32 => I32, i64 => I64, u8 => U8, u16 => U16, u32 => U32, u64 => U64,
}

#[cfg(feature = "half")]
element! { half::f16 => F16, half::bf16 => BF16 }

impl sealed::Sealed for bool {}
impl Element for bool {
    const TYPE: ElementType = ElementType::Bool;
    const SIZE: usize = 1;

    #[inline]
    fn as_bytes(run: &[Self]) -> &[u8] {
        bytemuck::must_cast_slice(run)
    }

    #[inline]
    fn as_bytes_mut(_: &mut [Self]) -> Option<&mut [u8]> {
        None
    }

    fn cast(bytes: &[u8]) -> Result<&[Self], ErrorKind> {
        reinterpret::booleans(bytes)
            .map_err(|index| ErrorKind::InvalidBoolean(bytes.get(index).copied().unwrap_or_default()))
    }

    #[inline]
    fn read(bytes: &[u8], _: ByteOrder) -> Self {
        bytes.first().is_some_and(|byte| *byte != 0)
    }

    #[inline]
    fn write(self, bytes: &mut [u8], _: ByteOrder) {
        if let Some(byte) = bytes.first_mut() {
            *byte = u8::from(self);
        }
    }

    fn extend_checked(out: &mut Vec<Self>, bytes: &[u8], _: ByteOrder) -> Result<(), usize> {
        out.reserve(bytes.len());
        // Checked on the way: one pass over the memory.
        for chunk in bytes.chunks(PART) {
            let mut all = 0;
            out.extend(chunk.iter().map(|byte| {
                all |= byte;
                *byte != 0
            }));
            if all > 1 {
                return reinterpret::find_invalid_boolean(bytes).map_or(Ok(()), Err);
            }
        }
        Ok(())
    }

    fn checked(bytes: &[u8]) -> Result<Option<&[Self]>, usize> {
        reinterpret::booleans(bytes).map(Some)
    }
}

#[cfg(feature = "num-complex")]
macro_rules! complex {
    ($($part:ty => $variant:ident),*) => { $(
        impl sealed::Sealed for num_complex::Complex<$part> {}
        impl Element for num_complex::Complex<$part> {
            const TYPE: ElementType = ElementType::$variant;
            const SIZE: usize = size_of::<Self>();

            in_memory!();

            #[inline]
            fn read(bytes: &[u8], order: ByteOrder) -> Self {
                let (re, im) = bytes.split_at_checked(size_of::<$part>()).unwrap_or_default();
                Self::new(<$part>::read(re, order), <$part>::read(im, order))
            }

            #[inline]
            fn write(self, bytes: &mut [u8], order: ByteOrder) {
                if let Some((re, im)) = bytes.split_at_mut_checked(size_of::<$part>()) {
                    self.re.write(re, order);
                    self.im.write(im, order);
                }
            }
        }
    )* };
}

#[cfg(feature = "num-complex")]
complex! { f32 => C64, f64 => C128 }
