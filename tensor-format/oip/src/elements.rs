//! Reads the elements of one tensor of a message, in any of the forms that messages have.

use std::borrow::Cow;

use tensor_format::{
    DecodeError, Element, ElementType, ErrorKind, Header, TensorRef, View,
    codec::{ElementSource, EmptyLimit, HeaderPlace, TensorCursor, Variable},
};

use crate::{Tensor, bytes::Strings, json::JsonElements, message::Data, numbers::Numbers};

/// Calls a method of whichever reader the elements have.
macro_rules! reader {
    ($elements:expr, $reader:ident => $call:expr) => {
        match $elements {
            Reader::Numbers($reader) => $call,
            Reader::Kept($reader) => $call,
            Reader::Strings($reader) => $call,
            Reader::Json($reader) => $call,
        }
    };
}

/// Reads the elements of one tensor of a message.
///
/// Anything can be borrowed: what has another form in the message than in memory is parsed once, and kept there.
pub(crate) struct Elements<'de> {
    reader: Reader<'de>,
    tensor: &'de Tensor<'de>,
    element_type: ElementType,
    /// How many items without elements the message may still have.
    pub(crate) empty: EmptyLimit,
}

impl<'de> Elements<'de> {
    /// Begins at the first element; byte strings are read as this element type.
    pub(crate) fn new(
        tensor: &'de Tensor<'de>,
        element_type: ElementType,
        empty: EmptyLimit,
    ) -> Result<Self, DecodeError> {
        let in_message = if element_type.is_media() { ElementType::Binary } else { element_type };
        Ok(Self { reader: Reader::new(tensor, in_message)?, tensor, element_type, empty })
    }

    /// Reads the next element as one of media: the protocol has its content alone.
    #[cold]
    fn media(&mut self) -> Result<Variable<'de>, DecodeError> {
        match reader!(&mut self.reader, reader => reader.variable())? {
            Variable::Bytes(Cow::Borrowed(data)) => {
                let format = format_of(self.element_type, data)?;
                Ok(Variable::Media { format: Cow::Borrowed(format), data: Cow::Borrowed(data) })
            }
            Variable::Bytes(Cow::Owned(data)) => {
                let format = format_of(self.element_type, &data)?.to_vec();
                Ok(Variable::Media { format: Cow::Owned(format), data: Cow::Owned(data) })
            }
            other => Ok(other),
        }
    }

    /// Parses all elements and stores them, unless that is done, and reads from the stored ones from now on.
    #[cold]
    fn keep(&mut self) -> Result<(), DecodeError> {
        self.keep_from(self.left())
    }

    /// Does the same as [`keep`](Self::keep), and goes to where this many elements are left.
    #[cold]
    fn keep_from(&mut self, left: usize) -> Result<(), DecodeError> {
        if matches!(self.reader, Reader::Numbers(_) | Reader::Kept(_)) {
            return Ok(());
        }
        if self.element_type.is_media() {
            return self.keep_media(left);
        }
        let kept = &self.tensor.parsed;
        let parsed = match kept.get(self.element_type) {
            Some(parsed) => parsed,
            None => {
                let mut parsed = tensor_format::Tensor::default();
                let mut reader = Reader::new(self.tensor, self.element_type)?;
                let header = Header::new(self.element_type, self.tensor.shape.clone());
                reader!(&mut reader, reader => reader.take_into(header, &mut parsed).and_then(|()| reader.end()))?;
                kept.keep(self.element_type, parsed)
            }
        };
        self.read_kept(parsed, left)
    }

    /// Does the same for media, which are kept with the formats that were found.
    fn keep_media(&mut self, left: usize) -> Result<(), DecodeError> {
        let kept = &self.tensor.parsed;
        let parsed = match kept.get(self.element_type) {
            Some(parsed) => parsed,
            None => {
                let mut parsed = tensor_format::Tensor::default();
                let mut elements = Self::new(self.tensor, self.element_type, self.empty)?;
                let header = Header::new(self.element_type, self.tensor.shape.clone());
                Media(&mut elements).take_into(header, &mut parsed)?;
                elements.end()?;
                kept.keep(self.element_type, parsed)
            }
        };
        self.read_kept(parsed, left)
    }

    /// Reads from the kept elements from now on, where this many are left.
    fn read_kept(&mut self, kept: &'de tensor_format::Tensor, left: usize) -> Result<(), DecodeError> {
        let mut cursor = TensorCursor::new(&TensorRef::from(kept));
        cursor.skip(self.element_type, cursor.left().saturating_sub(left))?;
        self.reader = Reader::Kept(Box::new(cursor));
        Ok(())
    }
}

/// Reads elements of media one after another, whatever else their reader can do.
struct Media<'e, 'de>(&'e mut Elements<'de>);

impl<'de> ElementSource<'de> for Media<'_, 'de> {
    fn fill<T: Element>(&mut self, out: &mut [T]) -> Result<(), DecodeError> {
        self.0.fill(out)
    }

    fn left(&self) -> usize {
        self.0.left()
    }

    fn variable(&mut self) -> Result<Variable<'de>, DecodeError> {
        self.0.media()
    }
}

/// Returns the format of media, found from the content.
#[cfg(feature = "media-sniff")]
fn format_of(element_type: ElementType, data: &[u8]) -> Result<&[u8], DecodeError> {
    Ok(match element_type {
        ElementType::Audio => tensor_format::AudioRef::sniff(data)?.format(),
        ElementType::Video => tensor_format::VideoRef::sniff(data)?.format(),
        _ => tensor_format::ImageRef::sniff(data)?.format(),
    })
}

#[cfg(not(feature = "media-sniff"))]
fn format_of(element_type: ElementType, _: &[u8]) -> Result<&'static [u8], DecodeError> {
    let why = format!(
        "the format of {element_type} is not in the message: the feature `media-sniff` finds it from the content"
    );
    Err(ErrorKind::custom(why).into())
}

enum Reader<'de> {
    Numbers(Numbers<'de>),
    Kept(Box<TensorCursor<'de>>),
    Strings(Strings<'de>),
    Json(JsonElements<'de>),
}

impl<'de> Reader<'de> {
    fn new(tensor: &'de Tensor<'de>, element_type: ElementType) -> Result<Self, DecodeError> {
        let shape = &*tensor.shape;
        Ok(match &tensor.data {
            Data::Json(data) => Self::Json(JsonElements::new(*data, element_type, shape)?),
            Data::Bytes(bytes) if element_type.size().is_none() => {
                let count = shape.iter().product();
                Self::Strings(Strings::new(bytes, tensor, count, element_type == ElementType::String))
            }
            Data::Bytes(bytes) => match tensor.parsed.get(element_type) {
                Some(aligned) => Self::Kept(Box::new(TensorCursor::new(&TensorRef::from(aligned)))),
                None => Self::Numbers(Numbers::new(bytes, element_type, shape.iter().product())),
            },
        })
    }
}

impl<'de> ElementSource<'de> for Elements<'de> {
    const BORROWS: bool = true;

    #[inline]
    fn fill<T: Element>(&mut self, out: &mut [T]) -> Result<(), DecodeError> {
        reader!(&mut self.reader, reader => reader.fill(out))
    }

    fn left(&self) -> usize {
        reader!(&self.reader, reader => reader.left())
    }

    #[inline]
    fn extend<T: Element>(&mut self, count: usize, out: &mut Vec<T>) -> Result<(), DecodeError> {
        reader!(&mut self.reader, reader => reader.extend(count, out))
    }

    fn borrow<T: Element>(&mut self, count: usize) -> Result<View<'de, T>, DecodeError> {
        self.keep()?;
        reader!(&mut self.reader, reader => reader.borrow(count))
    }

    fn variable(&mut self) -> Result<Variable<'de>, DecodeError> {
        if self.element_type.is_media() {
            return self.media();
        }
        let left = self.left();
        let element = reader!(&mut self.reader, reader => reader.variable())?;
        if let Variable::Text(Cow::Owned(_)) | Variable::Bytes(Cow::Owned(_)) = &element {
            // A text with an escape.
            self.keep_from(left)?;
            return reader!(&mut self.reader, reader => reader.variable());
        }
        Ok(element)
    }

    fn texts<F>(&mut self, count: usize, mut take: F) -> Result<(), DecodeError>
    where
        F: FnMut(Cow<'de, str>) -> Result<(), DecodeError>,
    {
        let mut rest = count;
        while let (Reader::Json(reader), 1..) = (&mut self.reader, rest) {
            let left = reader.left();
            match reader.next_text()? {
                Cow::Borrowed(text) => take(Cow::Borrowed(text))?,
                // A text with an escape, which some values own.
                owned => match take(owned) {
                    Err(error) if matches!(error.kind(), ErrorKind::NotBorrowable { .. }) => {
                        self.keep_from(left)?;
                        break;
                    }
                    taken => taken?,
                },
            }
            rest -= 1;
        }
        reader!(&mut self.reader, reader => reader.texts(rest, take))
    }

    fn take(&mut self, header: Header) -> Result<TensorRef<'de>, DecodeError> {
        self.keep()?;
        reader!(&mut self.reader, reader => reader.take(header))
    }

    fn take_into(&mut self, header: Header, into: &mut tensor_format::Tensor) -> Result<(), DecodeError> {
        if self.element_type.is_media() {
            return Media(self).take_into(header, into);
        }
        reader!(&mut self.reader, reader => reader.take_into(header, into))
    }

    fn skip(&mut self, element_type: ElementType, count: usize) -> Result<(), DecodeError> {
        reader!(&mut self.reader, reader => reader.skip(element_type, count))
    }

    fn end(&mut self) -> Result<(), DecodeError> {
        reader!(&mut self.reader, reader => reader.end())
    }

    fn size_hint(&self) -> usize {
        reader!(&self.reader, reader => reader.size_hint())
    }

    fn count_empty(&mut self, items: usize) -> Result<(), ErrorKind> {
        self.empty.add(items)
    }

    fn element_offset(&self) -> Option<u64> {
        match &self.reader {
            Reader::Numbers(_) | Reader::Kept(_) => {
                let size = self.tensor.datatype.size().filter(|_| self.tensor.has_offsets()).unwrap_or_default();
                let count: usize = self.tensor.shape.iter().product();
                Some((self.tensor.data_at + (count - self.left()) * size) as u64)
            }
            other => reader!(other, reader => reader.element_offset()),
        }
    }

    fn evenly_spaced(&self) -> bool {
        self.tensor.has_offsets()
    }

    fn offset(&self, place: HeaderPlace) -> Option<u64> {
        Some(self.tensor.offset(place))
    }
}
