//! Types that borrow for one lifetime.

use alloc::borrow::{Cow, ToOwned};

use crate::{Element, RecordRef, TensorRef, View};

/// A type that borrows for one lifetime, with that lifetime as a parameter: what `codec::Owned` holds beside the bytes
/// that it borrows from. Types that derive `Tensor` have it, if they have one lifetime and no type parameters, and so
/// do `&T`, `Cow`, views and arrays' views.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no type that borrows for one lifetime",
    label = "`Borrowing` is not implemented",
    note = "types with one lifetime and no type parameters that derive `Tensor` have it; what owns its elements needs no \
            `Owned` around it"
)]
pub trait Borrowing {
    /// The type with this lifetime.
    type Of<'a>;
}

/// A type whose lifetime can be taken for a shorter one, so that `codec::Owned` can lend it by `get`.
///
/// It is safe to implement: the compiler accepts a body of `shorten` that returns its argument only if the lifetime is
/// one that can be shortened. That of ndarray's views is none.
///
/// ```
/// # #[cfg(feature = "derive")] {
/// use tensor_format::{Tensor, codec::Covariant};
///
/// #[derive(Tensor)]
/// struct Named<'a> {
///     name: &'a str,
/// }
///
/// impl Covariant for Named<'_> {
///     fn shorten<'s>(value: &'s Named<'_>) -> &'s Named<'s> {
///         value
///     }
/// }
///
/// assert_eq!(Named::shorten(&Named { name: "one" }).name, "one");
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "the lifetime of `{Self}` is not known to be one that can be shortened",
    label = "`Covariant` is not implemented",
    note = "use `Owned::with`, or implement `tensor_format::codec::Covariant`, whose only function returns its argument"
)]
pub trait Covariant: Borrowing {
    /// Returns the value as one that borrows for no longer than itself is borrowed.
    fn shorten<'s>(value: &'s Self::Of<'_>) -> &'s Self::Of<'s>;
}

macro_rules! borrowing {
    ($([$($params:tt)*] $name:ident <_ $(, $argument:ty)*>;)*) => { $(
        impl<$($params)*> $crate::codec::Borrowing for $name<'_ $(, $argument)*> {
            type Of<'a> = $name<'a $(, $argument)*>;
        }
    )* };
}
#[cfg(any(feature = "ndarray", feature = "ndarray_0_16", feature = "ndarray_0_15"))]
pub(crate) use borrowing;

macro_rules! covariant {
    ($([$($params:tt)*] $name:ident <_ $(, $argument:ty)*>;)*) => { $(
        borrowing! { [$($params)*] $name<_ $(, $argument)*>; }

        impl<$($params)*> Covariant for $name<'_ $(, $argument)*> {
            fn shorten<'s>(value: &'s $name<'_ $(, $argument)*>) -> &'s $name<'s $(, $argument)*> {
                value
            }
        }
    )* };
}

covariant! {
    [T: ToOwned + ?Sized + 'static] Cow<_, T>;
    [T: Element] View<_, T>;
    [] TensorRef<_>;
    [] RecordRef<_>;
}

impl<T: ?Sized + 'static> Borrowing for &'_ T {
    type Of<'a> = &'a T;
}

impl<T: ?Sized + 'static> Covariant for &'_ T {
    fn shorten<'s>(value: &'s &T) -> &'s &'s T {
        value
    }
}
