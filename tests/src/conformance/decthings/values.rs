//! Elements as vectors state them, and as the types of the library hold them.

use std::{borrow::Cow, fmt::Debug};

use ndarray::{Array, ArrayBase, ArrayView, CowArray, Data, IxDyn};
use serde_json::Value as Json;
use tensor_format::{
    Audio, AudioRef, Binary, BinaryRef, DecodeOwned, Element, ElementType, Encode, ErrorKind, Header, Image, ImageRef,
    Shape, Tensor, TensorRef, Video, VideoRef,
    codec::{DecodeBlock, Variable},
    decthings::Options,
};

use super::ways::{Visitor, Way};

/// The Rust type of an element.
pub trait Item: for<'de> DecodeBlock<'de> + DecodeOwned + Encode + Clone + Debug + 'static {
    /// The element type.
    const TYPE: ElementType;

    /// An element as a vector states it.
    ///
    /// # Errors
    ///
    /// What the text is not.
    fn parse(value: &Json) -> Result<Self, String>;

    /// Whether two elements are the same, bit by bit.
    fn same(&self, other: &Self) -> bool;

    /// A tensor of these elements.
    ///
    /// # Errors
    ///
    /// If the shape holds another number of elements.
    fn tensor(shape: &Shape, items: &[Self]) -> Result<Tensor, ErrorKind>;

    /// The elements of a tensor.
    ///
    /// # Errors
    ///
    /// If it holds others.
    fn items_of(tensor: &TensorRef<'_>) -> Result<Vec<Self>, ErrorKind>;

    /// Decodes in every way that borrows.
    fn visit_borrowing<V: Visitor<Self>>(bytes: &[u8], options: &Options, visitor: &mut V);
}

/// What a decoded value holds.
pub type Content<A> = (Header, Vec<A>);

/// A decoded value whose elements can be compared.
pub trait Observe<A> {
    /// Element type, shape and elements in row-major order.
    ///
    /// # Errors
    ///
    /// If it holds others than `A`.
    fn observe(&self) -> Result<Content<A>, ErrorKind>;
}

impl<A: Item> Observe<A> for TensorRef<'_> {
    fn observe(&self) -> Result<Content<A>, ErrorKind> {
        Ok((self.header().clone(), A::items_of(self)?))
    }
}

impl<A: Item> Observe<A> for Tensor {
    fn observe(&self) -> Result<Content<A>, ErrorKind> {
        self.as_ref().observe()
    }
}

impl<A: Item, S: Data<Elem = A>> Observe<A> for ArrayBase<S, IxDyn> {
    fn observe(&self) -> Result<Content<A>, ErrorKind> {
        Ok((Header::new(A::TYPE, self.shape()), self.iter().cloned().collect()))
    }
}

impl<A: Item> Observe<A> for Vec<A> {
    fn observe(&self) -> Result<Content<A>, ErrorKind> {
        Ok((Header::new(A::TYPE, self.len()), self.clone()))
    }
}

/// A scalar.
pub struct One<A>(pub(super) A);

impl<A: Item> Observe<A> for One<A> {
    fn observe(&self) -> Result<Content<A>, ErrorKind> {
        Ok((Header::new(A::TYPE, ()), vec![self.0.clone()]))
    }
}

/// An array of borrowed elements.
struct Borrowed<B>(Array<B, IxDyn>);

macro_rules! borrowed {
    ($($owned:ty: $borrowed:ty, $to_owned:expr;)*) => { $(
        impl Observe<$owned> for Borrowed<$borrowed> {
            fn observe(&self) -> Result<Content<$owned>, ErrorKind> {
                Ok((Header::new(<$owned>::TYPE, self.0.shape()), self.0.iter().map($to_owned).collect()))
            }
        }
    )* };
}

borrowed! {
    String: &str, |text| (*text).to_owned();
    String: Cow<'_, str>, |text| text.clone().into_owned();
    Binary: BinaryRef<'_>, |bytes| Binary(bytes.0.to_vec());
    Image: ImageRef<'_>, |media| media.to_owned();
    Audio: AudioRef<'_>, |media| media.to_owned();
    Video: VideoRef<'_>, |media| media.to_owned();
}

macro_rules! number {
    ($($ty:ident, $parse:expr;)*) => { $(
        impl Item for $ty {
            const TYPE: ElementType = <$ty as Element>::TYPE;

            fn parse(value: &Json) -> Result<Self, String> {
                let parse: fn(&Json) -> Option<$ty> = $parse;
                parse(value).ok_or_else(|| format!("{value} is no {}", stringify!($ty)))
            }

            fn same(&self, other: &Self) -> bool {
                self.to_le_bytes() == other.to_le_bytes()
            }

            number!(tensor);
        }
    )* };
    (tensor) => {
        fn tensor(shape: &Shape, items: &[Self]) -> Result<Tensor, ErrorKind> {
            Tensor::from_vec(shape.clone(), items.to_vec())
        }

        fn items_of(tensor: &TensorRef<'_>) -> Result<Vec<Self>, ErrorKind> {
            Ok(tensor.view::<Self>()?.iter().collect())
        }

        fn visit_borrowing<V: Visitor<Self>>(bytes: &[u8], options: &Options, visitor: &mut V) {
            visitor.visit(Way::slice("CowArray"), || {
                Ok((options.from_slice::<CowArray<'_, Self, IxDyn>>(bytes)?, bytes.len()))
            });
            visitor.visit(Way::borrowing("ArrayView"), || {
                Ok((options.from_slice::<ArrayView<'_, Self, IxDyn>>(bytes)?, bytes.len()))
            });
        }
    };
}

fn integer<T: TryFrom<i64>>(value: &Json) -> Option<T> {
    T::try_from(value.as_i64()?).ok()
}

/// A bit pattern, big-endian, in exactly `digits` hexadecimal digits.
fn bits(value: &Json, digits: usize) -> Option<u64> {
    let text = value.as_str().filter(|text| text.len() == digits)?;
    u64::from_str_radix(text, 16).ok()
}

number! {
    f32, |value| Some(f32::from_bits(u32::try_from(bits(value, 8)?).ok()?));
    f64, |value| Some(f64::from_bits(bits(value, 16)?));
    i8, integer;
    i16, integer;
    i32, integer;
    i64, |value| value.as_str()?.parse().ok();
    u8, integer;
    u16, integer;
    u32, integer;
    u64, |value| value.as_str()?.parse().ok();
}

impl Item for bool {
    const TYPE: ElementType = ElementType::Bool;

    fn parse(value: &Json) -> Result<Self, String> {
        value.as_bool().ok_or_else(|| format!("{value} is no boolean"))
    }

    fn same(&self, other: &Self) -> bool {
        self == other
    }

    number!(tensor);
}

/// Bytes in hexadecimal digits.
fn bytes_of(value: &Json) -> Result<Vec<u8>, String> {
    let text = value.as_str().ok_or_else(|| format!("{value} is no text of hexadecimal digits"))?;
    hex::decode(text).map_err(|error| error.to_string())
}

fn strings_of(value: &Json, key: &str) -> Result<String, String> {
    let text = value.get(key).and_then(Json::as_str);
    text.map(str::to_owned).ok_or_else(|| format!("{value} has no text `{key}`"))
}

macro_rules! variable {
    ($($ty:ident, $element:expr, [$($borrowed:ty),*], $parse:expr, $items:expr;)*) => { $(
        impl Item for $ty {
            const TYPE: ElementType = ElementType::$ty;

            fn parse(value: &Json) -> Result<Self, String> {
                let parse: fn(&Json) -> Result<$ty, String> = $parse;
                parse(value)
            }

            fn same(&self, other: &Self) -> bool {
                self == other
            }

            fn tensor(shape: &Shape, items: &[Self]) -> Result<Tensor, ErrorKind> {
                let element: fn(&Self) -> Variable<'_> = $element;
                Tensor::from_variables(Self::TYPE, shape.clone(), items.iter().map(element))
            }

            fn items_of(tensor: &TensorRef<'_>) -> Result<Vec<Self>, ErrorKind> {
                if tensor.element_type() != Self::TYPE {
                    return Err(ErrorKind::custom(format!("a tensor of {}", tensor.element_type())));
                }
                let items: fn(&TensorRef<'_>) -> Result<Vec<Self>, ErrorKind> = $items;
                items(tensor)
            }

            fn visit_borrowing<V: Visitor<Self>>(bytes: &[u8], options: &Options, visitor: &mut V) {
                $(visitor.visit(Way::slice(concat!("Array<", stringify!($borrowed), ">")), || {
                    Ok((options.from_slice::<Array<$borrowed, IxDyn>>(bytes).map(Borrowed)?, bytes.len()))
                });)*
            }
        }
    )* };
}

macro_rules! media_parts {
    ($ty:ident) => {
        |tensor| Ok(tensor.media()?.map(|(format, data)| $ty::new(format, data)).collect())
    };
}

variable! {
    String, |text| Variable::Text(Cow::Borrowed(text)), [&str, Cow<'_, str>],
        |value| value.as_str().map(str::to_owned).ok_or_else(|| format!("{value} is no string")),
        |tensor| Ok(tensor.strings()?.map(str::to_owned).collect());
    Binary, |bytes| Variable::Bytes(Cow::Borrowed(&bytes.0)), [BinaryRef<'_>],
        |value| bytes_of(value).map(Binary),
        |tensor| Ok(tensor.binaries()?.map(Binary::from).collect());
    Image, |media| Variable::Media { format: media.format().into(), data: media.data().into() }, [ImageRef<'_>],
        |value| Ok(Image::new(strings_of(value, "format")?, bytes_of(&value["data"])?)), media_parts!(Image);
    Audio, |media| Variable::Media { format: media.format().into(), data: media.data().into() }, [AudioRef<'_>],
        |value| Ok(Audio::new(strings_of(value, "format")?, bytes_of(&value["data"])?)), media_parts!(Audio);
    Video, |media| Variable::Media { format: media.format().into(), data: media.data().into() }, [VideoRef<'_>],
        |value| Ok(Video::new(strings_of(value, "format")?, bytes_of(&value["data"])?)), media_parts!(Video);
}

/// Where two contents differ, in words.
#[must_use]
pub fn difference<A: Item>(expected: &Content<A>, got: &Content<A>) -> Option<(String, String)> {
    if expected.0 != got.0 {
        return Some((expected.0.to_string(), got.0.to_string()));
    }
    let (expected, got) = (&expected.1, &got.1);
    if expected.len() != got.len() {
        return Some((format!("{} elements", expected.len()), format!("{} elements", got.len())));
    }
    let index = expected.iter().zip(got).position(|(expected, got)| !expected.same(got))?;
    Some((format!("element {index} = {:?}", expected[index]), format!("{:?}", got[index])))
}
