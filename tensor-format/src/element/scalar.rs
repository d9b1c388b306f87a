//! A number of any element type, and its conversion to another element type.

/// A number or boolean of any element type, without loss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i128),
    /// A floating-point number.
    Float(f64),
    /// A complex number.
    Complex {
        /// The real part.
        re: f64,
        /// The imaginary part.
        im: f64,
    },
}

/// A number converted to another type, and whether it has kept its value.
///
/// It has if the conversion back returns the original number: -0.0 is no integer, NaN is NaN whatever its payload, and
/// a complex number is real if its imaginary part is 0.0.
type Conversion<T> = (T, bool);

/// Conversions between numbers: the nearest value, and whether it is exact.
pub trait FromScalar: Sized {
    /// Returns the number as a [`Scalar`].
    fn to_scalar(self) -> Scalar;

    /// Returns the nearest number of this type, and whether it has kept its value. Integers are clamped to the bounds
    /// of the type, floats are cut towards zero to become integers, NaN becomes 0.
    fn from_scalar(scalar: Scalar) -> Conversion<Self>;
}

/// Returns the real part of a complex number, and whether that is the whole number: the imaginary part is 0.0.
fn real(re: f64, im: f64) -> (Scalar, bool) {
    (Scalar::Float(re), im.to_bits() == 0)
}

fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
}

macro_rules! integer {
    ($($ty:ty),*) => { $(
        impl FromScalar for $ty {
            #[inline]
            fn to_scalar(self) -> Scalar {
                Scalar::Int(self.into())
            }

            #[inline]
            fn from_scalar(scalar: Scalar) -> (Self, bool) {
                match scalar {
                    Scalar::Bool(value) => (value.into(), true),
                    Scalar::Int(value) => match Self::try_from(value) {
                        Ok(value) => (value, true),
                        Err(_) if value < 0 => (Self::MIN, false),
                        Err(_) => (Self::MAX, false),
                    },
                    Scalar::Float(value) => {
                        // Whole floats below 2^127 are exact as `i128`, so that the way back tells the truth even at
                        // the bounds of 64 bits, where `u64::MAX as f64` is 2^64.
                        let whole = value as i128;
                        let (integer, fits) = Self::from_scalar(Scalar::Int(whole));
                        (integer, fits && same(whole as f64, value))
                    }
                    Scalar::Complex { re, im } => {
                        let (part, is_real) = real(re, im);
                        let (integer, exact) = Self::from_scalar(part);
                        (integer, exact && is_real)
                    }
                }
            }
        }
    )* };
}

integer!(i8, i16, i32, i64, u8, u16, u32, u64);

macro_rules! float {
    ($($ty:ty, $narrow:expr, $widen:expr, $of_int:expr;)*) => { $(
        impl FromScalar for $ty {
            #[inline]
            fn to_scalar(self) -> Scalar {
                Scalar::Float($widen(self))
            }

            #[inline]
            fn from_scalar(scalar: Scalar) -> (Self, bool) {
                match scalar {
                    Scalar::Bool(value) => ($narrow(f64::from(u8::from(value))), true),
                    Scalar::Int(value) => {
                        let float: $ty = $of_int(value);
                        let back: f64 = $widen(float);
                        (float, back.is_finite() && back as i128 == value)
                    }
                    Scalar::Float(value) => {
                        let float: $ty = $narrow(value);
                        (float, same($widen(float), value))
                    }
                    Scalar::Complex { re, im } => {
                        let (part, is_real) = real(re, im);
                        let (float, exact) = Self::from_scalar(part);
                        (float, exact && is_real)
                    }
                }
            }
        }
    )* };
}

float! {
    f32, |wide: f64| wide as f32, f64::from, |value: i128| value as f32;
    f64, core::convert::identity, core::convert::identity, |value: i128| value as f64;
}

#[cfg(feature = "half")]
float! {
    half::f16, |wide| half::f16::from_f64(sticky(wide)), half::f16::to_f64,
        |value| half::f16::from_f64(sticky(odd(value)));
    half::bf16, |wide| half::bf16::from_f64(sticky(wide)), half::bf16::to_f64,
        |value| half::bf16::from_f64(sticky(odd(value)));
}

/// Returns the upper 32 bits of a float, with the last of them set if anything is cut off. The result rounds to the
/// same half-precision number as the float; conversions to half precision may otherwise look at the upper half only, or
/// round by way of `f32`.
#[cfg(feature = "half")]
pub(crate) fn sticky(value: f64) -> f64 {
    const LOWER: u64 = u32::MAX as u64;
    let bits = value.to_bits();
    let rest = u64::from(bits & LOWER != 0) << 32;
    f64::from_bits((bits & !LOWER) | rest)
}

/// Rounds an integer to the 53 bits of a float's mantissa, to odd: a bit that is cut off sets the last one.
#[cfg(feature = "half")]
fn odd(value: i128) -> f64 {
    let size = value.unsigned_abs();
    let cut = 128u32.saturating_sub(size.leading_zeros()).saturating_sub(53);
    let kept = size >> cut;
    let float = ((kept | u128::from(kept << cut != size)) << cut) as f64;
    if value < 0 { -float } else { float }
}

impl FromScalar for bool {
    #[inline]
    fn to_scalar(self) -> Scalar {
        Scalar::Bool(self)
    }

    #[inline]
    fn from_scalar(scalar: Scalar) -> (Self, bool) {
        match scalar {
            Scalar::Bool(value) => (value, true),
            Scalar::Int(value) => (value != 0, value == 0 || value == 1),
            Scalar::Float(value) => (value != 0.0, value.to_bits() == 0 || value == 1.0),
            Scalar::Complex { re, im } => {
                let (part, is_real) = real(re, im);
                let (value, exact) = Self::from_scalar(part);
                (value || im != 0.0, exact && is_real)
            }
        }
    }
}

#[cfg(feature = "num-complex")]
macro_rules! complex {
    ($($part:ty),*) => { $(
        impl FromScalar for num_complex::Complex<$part> {
            #[inline]
            fn to_scalar(self) -> Scalar {
                Scalar::Complex { re: self.re.into(), im: self.im.into() }
            }

            #[inline]
            fn from_scalar(scalar: Scalar) -> (Self, bool) {
                let (re, im) = match scalar {
                    Scalar::Complex { re, im } => (Scalar::Float(re), im),
                    number => (number, 0.0),
                };
                let (re, re_exact) = <$part>::from_scalar(re);
                let (im, im_exact) = <$part>::from_scalar(Scalar::Float(im));
                (Self::new(re, im), re_exact && im_exact)
            }
        }
    )* };
}

#[cfg(feature = "num-complex")]
complex!(f32, f64);
