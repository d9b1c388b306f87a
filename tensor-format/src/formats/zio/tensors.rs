//! The tensors of a message.

use alloc::format;

use super::{Description, Json, Message, Options, Part, Tens, errors::fault, hidden_types};
use crate::formats::zio::message_error::{MessageFault, Stage};
use crate::{ByteOrder, DecodeError, Element, ErrorKind, Header, TensorRef};

/// The tensors of a message: descriptions that were checked, and parts of the right lengths.
///
/// ```
/// use tensor_format::{TensorRef, zio::{Json, Message}};
/// let elements = [1.0f32, 2.0, 3.0];
/// let mut message = Message::default();
/// message.append(&TensorRef::from_slice([3], &elements)?, Some(Json::new(r#"{"plane": "u"}"#)?))?;
///
/// let tensors = message.tensors()?;
/// let wanted = tensors.find("plane", &Json::text("u")).unwrap();
/// assert_eq!(tensors.tensor(wanted)?.as_slice::<f32>()?, elements);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tensors<'m> {
    tens: Tens<'m>,
    parts: &'m [Part<'m>],
}

impl Message<'_> {
    /// Returns the tensors of the message.
    ///
    /// # Errors
    ///
    /// As [`Options::tensors`].
    pub fn tensors(&self) -> Result<Tensors<'_>, DecodeError> {
        Options::new().tensors(self)
    }
}

impl Options {
    /// Returns the tensors of a message, whatever its form: the presence of `TENS` in its label decides.
    ///
    /// # Errors
    ///
    /// As [`label`](Self::label) and [`Label::tens`](super::Label::tens), and
    /// [`MessageError`](crate::zio::MessageError) of [`Stage::Data`] if a part has another length than its tensor.
    pub fn tensors<'m>(&self, message: &'m Message<'_>) -> Result<Tensors<'m>, DecodeError> {
        let tens = self.label(message)?.tens(message.parts.len())?;
        let parts: &'m [Part<'m>] = &message.parts;
        for (index, tensor) in tens.tensors().iter().enumerate() {
            let found = parts.get(tensor.part()).map_or(0, |part| part.len());
            if found != tensor.byte_len() {
                return Err(wrong_length(index, tensor, found));
            }
        }
        Ok(Tensors { tens, parts })
    }
}

#[cold]
fn wrong_length(index: usize, tensor: &Description<'_>, found: usize) -> DecodeError {
    let bytes = |count: usize| format!("{count} byte{}", if count == 1 { "" } else { "s" });
    let path = format!("TENS.tensors[{index}] of {}", bytes(tensor.byte_len()));
    let part = tensor.part();
    let found = format!("{} in part {part}, frame {}", bytes(found), part.saturating_add(2));
    let error: DecodeError =
        fault(Stage::Data, MessageFault::LengthMismatch, path, "a part of this length", found).into();
    match hidden_types::name(tensor) {
        Some(name) => error.in_parameter(&name),
        None => error,
    }
}

impl<'m> Tensors<'m> {
    /// Returns the number of tensors.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tens.tensors.len()
    }

    /// Returns whether there are no tensors.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tens.tensors.is_empty()
    }

    /// Returns the label's description of all tensors.
    #[must_use]
    pub fn tens(&self) -> &Tens<'m> {
        &self.tens
    }

    /// Returns the label's description of the tensor at `index`.
    ///
    /// # Errors
    ///
    /// [`Index`](ErrorKind::Index).
    pub fn description(&self, index: usize) -> Result<&Description<'m>, DecodeError> {
        let len = self.len();
        self.tens.tensors.get(index).ok_or_else(|| ErrorKind::outside(index, len).into())
    }

    /// Returns the metadata of the message; `None` if there is none.
    #[must_use]
    pub fn metadata(&self) -> Option<&Json<'m>> {
        self.tens.metadata()
    }

    /// Returns the bytes of a tensor's part.
    ///
    /// # Errors
    ///
    /// [`Index`](ErrorKind::Index).
    pub fn raw(&self, index: usize) -> Result<&'m [u8], DecodeError> {
        let part = self.description(index)?.part();
        Ok(self.parts.get(part).map(|part| &**part).unwrap_or_default())
    }

    /// Returns a tensor that borrows its part, without a copy: `order` and `ascend` are its strides. Elements of
    /// variable size and `bf16`, which travel as `u`, come as what they are.
    ///
    /// # Errors
    ///
    /// [`Index`](ErrorKind::Index), [`MessageError`](crate::zio::MessageError) with [`Dtype`](MessageFault::Dtype) if
    /// there is no array or the model has no such elements, and with the offset in the part
    /// [`InvalidBoolean`](ErrorKind::InvalidBoolean) and what is wrong with elements of variable size.
    pub fn tensor(&self, index: usize) -> Result<TensorRef<'m>, DecodeError> {
        let description = self.description(index)?;
        let bytes = self.raw(index)?;
        let header = self.header(index)?;
        if header.element_type.size().is_none() {
            return hidden_types::packed(header, bytes);
        }
        let (Header { element_type, shape }, order) = (header, description.dtype().byte_order());
        let tensor = match (description.order(), description.ascend()) {
            (None, None) => TensorRef::from_bytes(element_type, shape, bytes, order),
            _ => TensorRef::with_layout(element_type, shape, bytes, description.layout()?, order),
        };
        tensor.map_err(|kind| match kind {
            ErrorKind::InvalidBoolean(found) => {
                let at = bytes.iter().position(|byte| *byte == found).unwrap_or_default();
                DecodeError::new(kind).at(at as u64)
            }
            kind => kind.into(),
        })
    }

    /// Returns a tensor as [`tensor`](Self::tensor) does, and checks that its elements are of type `T`; they may be in
    /// any layout.
    ///
    /// ```
    /// use tensor_format::{ByteOrder, ElementType, TensorRef, zio::Message, layout::Layout};
    /// let columns = Layout::new(&[1, 2], 0);
    /// let tensor = TensorRef::with_layout(ElementType::U8, [2, 3], &[1, 4, 2, 5, 3, 6], columns, ByteOrder::Little)?;
    /// let mut message = Message::default();
    /// message.append(&tensor, None)?;
    ///
    /// let view = message.tensors()?.view::<u8>(0)?;
    /// assert_eq!(view.get::<u8>(&[1, 0]), Some(4));
    /// assert!(view.iter::<u8>()?.eq(1..=6));
    /// assert!(message.tensors()?.view::<i8>(0).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`tensor`](Self::tensor), and [`ElementType`](ErrorKind::ElementType).
    pub fn view<T: Element>(&self, index: usize) -> Result<TensorRef<'m>, DecodeError> {
        T::TYPE.expect(self.header(index)?.element_type)?;
        self.tensor(index)
    }

    /// Returns element type and shape of a tensor, from the label alone.
    ///
    /// # Errors
    ///
    /// [`Index`](ErrorKind::Index), [`MessageError`](crate::zio::MessageError) as [`tensor`](Self::tensor), and
    /// [`ShapeOverflow`](ErrorKind::ShapeOverflow) if a shape in the metadata has lengths that a machine of 32 bits has not.
    pub fn header(&self, index: usize) -> Result<Header, DecodeError> {
        let description = self.description(index)?;
        hidden_types::header(description)?.ok_or_else(|| {
            let (path, expected) = (format!("TENS.tensors[{index}]"), "elements that the model has");
            let found = match description.has_array() {
                true => format!("`{}` of {} bytes", description.dtype(), description.word()),
                false => "metadata alone".into(),
            };
            fault(Stage::Data, MessageFault::Dtype, path, expected, found).into()
        })
    }

    /// Returns the order of the bytes of a tensor's numbers.
    ///
    /// # Errors
    ///
    /// [`Index`](ErrorKind::Index).
    pub fn byte_order(&self, index: usize) -> Result<ByteOrder, DecodeError> {
        Ok(self.description(index)?.dtype().byte_order())
    }

    /// Returns the name of a tensor, the text under `name` in its metadata.
    #[must_use]
    pub fn name(&self, index: usize) -> Option<alloc::borrow::Cow<'_, str>> {
        hidden_types::name(self.tens.tensors.get(index)?)
    }

    /// Returns the index of the first tensor whose metadata has this value under `key`.
    #[must_use]
    pub fn find(&self, key: &str, value: &Json<'_>) -> Option<usize> {
        self.find_by(|metadata| metadata.get(key).is_some_and(|found| found == *value))
    }

    /// Returns the index of the first tensor for whose metadata `wanted` returns `true`.
    #[must_use]
    pub fn find_by(&self, mut wanted: impl FnMut(&Json<'m>) -> bool) -> Option<usize> {
        self.tens.tensors.iter().position(|tensor| tensor.metadata().is_some_and(&mut wanted))
    }

    /// Returns the tensors in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Result<TensorRef<'m>, DecodeError>> {
        (0..self.len()).map(|index| self.tensor(index))
    }
}
