//! Values that borrow from bytes which they hold themselves.

#![allow(unsafe_code, reason = "in what the macro of `ouroboros` writes; none of it is of this crate")]

use core::{fmt, marker::PhantomData};

use bytes::Bytes;

use crate::codec::{Borrowing, Covariant};

/// Bytes, and a value that borrows from them. The macro holds the bytes in a box, so that they stay where they are.
#[ouroboros::self_referencing]
struct Held<T: Borrowing + 'static, B: 'static> {
    kind: PhantomData<T>,
    bytes: B,
    #[borrows(bytes)]
    #[not_covariant]
    value: T::Of<'this>,
}

/// A value that borrows, and the bytes that it borrows from, as one value without a lifetime: it can be sent to another
/// thread, kept in a map, returned. Nothing is copied but what reading copies.
///
/// `T` is the type with any lifetime, as `Sample<'static>`; [`with`](Self::with) lends the value, and so does
/// [`get`](Self::get) if its lifetime can be shortened. `B` holds the bytes: `Bytes`, `Vec<u8>`, an [`AlignedBuf`](crate::decthings::AlignedBuf), an `Arc` of a mapped
/// file.
///
/// ```
/// # #[cfg(feature = "derive")] {
/// use bytes::Bytes;
/// use tensor_format::{Tensor, codec::Owned, to_vec};
///
/// #[derive(Tensor)]
/// struct Sample<'a> {
///     name: &'a str,
///     pixels: &'a [u8],
/// }
///
/// let bytes = Bytes::from(to_vec(&Sample { name: "seven", pixels: &[0, 255] })?);
/// let sample: Owned<Sample<'static>> = Owned::from_bytes(bytes)?;
/// let brightest = std::thread::spawn(move || sample.with(|sample| sample.pixels.iter().max().copied()));
/// assert_eq!(brightest.join().expect("joined"), Some(255));
/// # }
/// # Ok::<(), tensor_format::DecodeError>(())
/// ```
pub struct Owned<T: Borrowing + 'static, B: 'static = Bytes>(Held<T, B>);

impl<T: Borrowing, B> Owned<T, B> {
    /// Makes a value of bytes with a function of any format, and keeps the bytes.
    ///
    /// ```
    /// use tensor_format::{View, codec::Owned, decthings::Options, to_vec};
    ///
    /// let bytes = to_vec(&[0.5f32, 1.0])?;
    /// let options = Options::new().max_elements(100);
    /// let view: Owned<View<'static, f32>, _> = Owned::try_new(bytes, |bytes| options.from_slice(bytes))?;
    /// assert_eq!(view.get().get(1), Some(1.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of the function.
    pub fn try_new<E>(bytes: B, read: impl for<'a> FnOnce(&'a B) -> Result<T::Of<'a>, E>) -> Result<Self, E> {
        HeldTryBuilder { kind: PhantomData, bytes, value_builder: read }.try_build().map(Self)
    }

    /// Lends the value to a function, and returns what that returns.
    pub fn with<'s, R>(&'s self, look: impl for<'a> FnOnce(&'s T::Of<'a>) -> R) -> R {
        self.0.with_value(look)
    }

    /// Returns the value, borrowed.
    #[must_use]
    pub fn get(&self) -> &T::Of<'_>
    where
        T: Covariant,
    {
        self.with(|value| T::shorten(value))
    }

    /// Returns the bytes.
    #[must_use]
    pub fn bytes(&self) -> &B {
        self.0.borrow_bytes()
    }

    /// Drops the value, and returns the bytes.
    #[must_use]
    pub fn into_bytes(self) -> B {
        self.0.into_heads().bytes
    }
}

impl<T: Borrowing, B> fmt::Debug for Owned<T, B>
where
    for<'a> T::Of<'a>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with(|value| fmt::Debug::fmt(value, f))
    }
}
