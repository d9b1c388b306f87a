//! Writes the elements of a tensor to human-readable formats, and reads them.

use alloc::{borrow::Cow, vec::Vec};

use base64::{Engine as _, engine::general_purpose::STANDARD as BASE64};
use serde::{Serialize, Serializer, ser::Error};

use super::text::{Float, Item, MediaForm as Media, Text, unfit, unfit_as};
use crate::{
    ByteOrder, Element, ElementType, ErrorKind, Shape, Tensor, TensorRef, Variable, Variables,
    variable::{MediaForm, Packed, push_element},
};

/// Serializes the elements of a tensor as a list.
pub(super) struct Elements<'t, 'a>(pub(super) &'t TensorRef<'a>);

impl Elements<'_, '_> {
    fn numbers<T: Element, N: Serialize, S: Serializer>(
        &self,
        serializer: S,
        form: impl Fn(T) -> N,
    ) -> Result<S::Ok, S::Error> {
        let numbers = self.0.to_cow::<T>().map_err(S::Error::custom)?;
        serializer.collect_seq(numbers.iter().map(|number| form(*number)))
    }

    fn pairs<T: Float, S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let bytes = self.0.try_to_bytes(ByteOrder::Little).map_err(S::Error::custom)?;
        let mut parts = Vec::new();
        T::extend(&mut parts, &bytes, ByteOrder::Little);
        let pair = |pair: &[T]| Some((Text(*pair.first()?), Text(*pair.last()?)));
        serializer.collect_seq(parts.chunks_exact(2).filter_map(pair))
    }

    fn variables<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let texts = |element| match element {
            Variable::Text(text) => text,
            Variable::Bytes(bytes) => BASE64.encode(bytes).into(),
            Variable::Media { .. } => Cow::Borrowed(""),
        };
        if !self.0.element_type().is_media() {
            return serializer.collect_seq(self.0.variables().map(texts));
        }
        let mut media = Vec::new();
        for (format, data) in self.0.media().map_err(S::Error::custom)? {
            let format = core::str::from_utf8(format)
                .map_err(|_| S::Error::custom("a media format that is no text cannot be written as text"))?;
            media.push((format, data));
        }
        let form = |(format, data): (&str, &[u8])| Media { format: format.into(), data: BASE64.encode(data) };
        serializer.collect_seq(media.into_iter().map(form))
    }
}

/// Returns the error for an element type whose elements have no text without a feature of the crate.
#[cfg(not(feature = "half"))]
fn no_text(element_type: ElementType) -> ErrorKind {
    ErrorKind::UnsupportedElementType { element_type, format: "the human-readable form without the feature `half`" }
}

impl Serialize for Elements<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.element_type() {
            ElementType::F32 => self.numbers(serializer, Text::<f32>),
            ElementType::F64 => self.numbers(serializer, Text::<f64>),
            ElementType::I8 => self.numbers(serializer, |n: i8| n),
            ElementType::I16 => self.numbers(serializer, |n: i16| n),
            ElementType::I32 => self.numbers(serializer, |n: i32| n),
            ElementType::I64 => self.numbers(serializer, |n: i64| n),
            ElementType::U8 => self.numbers(serializer, |n: u8| n),
            ElementType::U16 => self.numbers(serializer, |n: u16| n),
            ElementType::U32 => self.numbers(serializer, |n: u32| n),
            ElementType::U64 => self.numbers(serializer, |n: u64| n),
            ElementType::Bool => self.numbers(serializer, |truth: bool| truth),
            ElementType::C64 => self.pairs::<f32, S>(serializer),
            ElementType::C128 => self.pairs::<f64, S>(serializer),
            #[cfg(feature = "half")]
            ElementType::F16 => self.numbers(serializer, Text::<half::f16>),
            #[cfg(feature = "half")]
            ElementType::BF16 => self.numbers(serializer, Text::<half::bf16>),
            #[cfg(not(feature = "half"))]
            ElementType::F16 | ElementType::BF16 => Err(S::Error::custom(no_text(self.0.element_type()))),
            ElementType::String
            | ElementType::Binary
            | ElementType::Image
            | ElementType::Audio
            | ElementType::Video => self.variables(serializer),
        }
    }
}

/// Builds a tensor from the elements of a list, one after another.
pub(super) struct Builder {
    element_type: ElementType,
    bytes: Vec<u8>,
    count: usize,
}

impl Builder {
    pub(super) fn new(element_type: ElementType) -> Self {
        Self { element_type, bytes: Vec::new(), count: 0 }
    }

    /// Adds an element.
    pub(super) fn push(&mut self, item: Item) -> Result<(), ErrorKind> {
        match self.push_item(item) {
            Ok(()) => {
                self.count = self.count.saturating_add(1);
                Ok(())
            }
            Err(kind) => Err(ErrorKind::custom(alloc::format!("element {}: {kind}", self.count))),
        }
    }

    fn push_item(&mut self, item: Item) -> Result<(), ErrorKind> {
        match self.element_type {
            ElementType::F32 => self.put(Text::<f32>::read(&item)?),
            ElementType::F64 => self.put(Text::<f64>::read(&item)?),
            ElementType::I8 => self.put(integer::<i8>(&item)?),
            ElementType::I16 => self.put(integer::<i16>(&item)?),
            ElementType::I32 => self.put(integer::<i32>(&item)?),
            ElementType::I64 => self.put(integer::<i64>(&item)?),
            ElementType::U8 => self.put(integer::<u8>(&item)?),
            ElementType::U16 => self.put(integer::<u16>(&item)?),
            ElementType::U32 => self.put(integer::<u32>(&item)?),
            ElementType::U64 => self.put(integer::<u64>(&item)?),
            ElementType::Bool => match item {
                Item::Bool(truth) => self.put(truth),
                _ => return Err(unfit::<bool>(&item)),
            },
            ElementType::C64 => self.put_pair::<f32>(&item)?,
            ElementType::C128 => self.put_pair::<f64>(&item)?,
            #[cfg(feature = "half")]
            ElementType::F16 => self.put(Text::<half::f16>::read(&item)?),
            #[cfg(feature = "half")]
            ElementType::BF16 => self.put(Text::<half::bf16>::read(&item)?),
            #[cfg(not(feature = "half"))]
            ElementType::F16 | ElementType::BF16 => return Err(no_text(self.element_type)),
            ElementType::String
            | ElementType::Binary
            | ElementType::Image
            | ElementType::Audio
            | ElementType::Video => self.put_variable(item)?,
        }
        Ok(())
    }

    fn put<T: Element>(&mut self, value: T) {
        let mut bytes = [0; 16];
        value.write(&mut bytes, ByteOrder::Little);
        self.bytes.extend_from_slice(bytes.get(..T::SIZE).unwrap_or_default());
    }

    fn put_pair<T: Float>(&mut self, item: &Item) -> Result<(), ErrorKind> {
        let Item::Pair(pair) = item else { return Err(unfit_as("a list of two numbers", item)) };
        for part in &**pair {
            self.put(Text::<T>::read(part)?);
        }
        Ok(())
    }

    fn put_variable(&mut self, item: Item) -> Result<(), ErrorKind> {
        let bytes = |text: &str| {
            BASE64.decode(text).map_err(|error| ErrorKind::custom(alloc::format!("the data are not base64: {error}")))
        };
        let element = match (self.element_type, item) {
            (ElementType::String, Item::Text(text)) => Variable::Text(text.into()),
            (ElementType::Binary, Item::Text(text)) => Variable::Bytes(bytes(&text)?.into()),
            (ElementType::Image | ElementType::Audio | ElementType::Video, Item::Media(media)) => {
                let format = media.format.into_bytes();
                MediaForm::LengthPrefixed.check_format(&format, true)?;
                Variable::Media { format: format.into(), data: bytes(&media.data)?.into() }
            }
            (ElementType::String, item) => return Err(unfit_as("text", &item)),
            (ElementType::Binary, item) => return Err(unfit_as("base64 text", &item)),
            (_, item) => return Err(unfit_as("an object of format and data", &item)),
        };
        push_element(&mut self.bytes, &element, MediaForm::LengthPrefixed);
        Ok(())
    }

    /// Returns a tensor of this shape, which the elements must fill.
    pub(super) fn finish(self, shape: Shape) -> Result<Tensor, ErrorKind> {
        if self.element_type.size().is_some() {
            let tensor = TensorRef::from_bytes(self.element_type, shape, &self.bytes, ByteOrder::Little)?;
            return Ok(tensor.to_tensor());
        }
        from_packed(self.element_type, shape, &self.bytes, self.count)
    }
}

/// Returns a tensor over `count` packed elements of variable size, which have been checked.
pub(super) fn from_packed(
    element_type: ElementType,
    shape: Shape,
    bytes: &[u8],
    count: usize,
) -> Result<Tensor, ErrorKind> {
    let packed = Packed { bytes, form: MediaForm::LengthPrefixed };
    Tensor::from_variables(element_type, shape, Variables::new(packed, element_type, count))
}

fn integer<T: Element + TryFrom<i64> + TryFrom<u64>>(item: &Item) -> Result<T, ErrorKind> {
    let value = match item {
        Item::Int(value) => T::try_from(*value).ok(),
        Item::Uint(value) => T::try_from(*value).ok(),
        _ => None,
    };
    value.ok_or_else(|| unfit::<T>(item))
}
