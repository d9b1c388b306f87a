//! Appending of single tensors to a message.

use alloc::{borrow::Cow, string::String};

use super::{
    DType, Description, Fields, Json, Message, Options, Part, Tens, errors::fault, hidden_types, label::label_text,
    order::stored,
};
use crate::formats::zio::message_error::{MessageFault, Stage};
use crate::{
    ByteOrder, DecodeError, EncodeError, ErrorKind, Limit, TensorRef,
    tensor::Data,
    variable::{MediaForm, push_element},
};

/// A payload part, and the storage order and directions of the elements in it, as [`stored`] finds them.
type PlacedPart<'a> = (Part<'a>, Option<crate::Index>, Option<super::order::Directions>);

impl<'a> Message<'a> {
    /// Adds a tensor behind those in the message, its elements as a new part; returns the tensor's index. See
    /// [`Options::append`].
    ///
    /// # Errors
    ///
    /// As [`Options::append`].
    pub fn append(&mut self, tensor: &TensorRef<'a>, metadata: Option<Json<'_>>) -> Result<usize, EncodeError> {
        Options::new().append(self, tensor, metadata)
    }

    /// Adds a tensor without an array, which is metadata alone; returns the tensor's index.
    ///
    /// ```
    /// use tensor_format::zio::{Json, Message};
    /// let mut message = Message::default();
    /// message.append_metadata(Json::new(r#"{"datatype": "trace"}"#)?)?;
    /// assert!(!message.tensors()?.description(0)?.has_array());
    /// # Ok::<(), tensor_format::DecodeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`append`](Self::append).
    pub fn append_metadata(&mut self, metadata: Json<'_>) -> Result<usize, EncodeError> {
        let mut description = Description::new(DType::NOTHING, 0, (), self.parts.len())?;
        description.set_metadata(metadata.into_owned())?;
        Options::new().extend_label(self, description, Part::default())
    }
}

impl Options {
    /// Adds a tensor to a message, and returns the tensor's index. What the label says already stays; its text becomes
    /// canonical.
    ///
    /// The elements are not copied: an order in which the last axis does not vary fastest, or axes that run backwards,
    /// are written down as `order` and `ascend`. No known consumer honours these; with
    /// [`row_major_only`](Self::row_major_only) the elements are copied instead. They are copied too if they are
    /// big-endian or have gaps between them.
    ///
    /// # Errors
    ///
    /// [`MessageError`](crate::zio::MessageError) if the label is not one that tensors can be added to, or the metadata
    /// is no object or has a key that is needed here (see [`ELEMENT_TYPE`](super::ELEMENT_TYPE));
    /// [`LimitExceeded`](ErrorKind::LimitExceeded).
    pub fn append<'a>(
        &self,
        message: &mut Message<'a>,
        tensor: &TensorRef<'a>,
        metadata: Option<Json<'_>>,
    ) -> Result<usize, EncodeError> {
        let (part, order, ascend) = self.part_of(tensor)?;
        if let Some(metadata) = metadata.as_ref().filter(|metadata| !metadata.is_object()) {
            Tens::new().set_metadata(metadata.clone())?;
        }
        let index = message.parts.len();
        let mut description = hidden_types::describe(tensor.header(), part.len(), index, None, metadata)?;
        (description.order, description.ascend) = (order, ascend);
        self.extend_label(message, description, part)
    }

    /// Adds the description of a tensor to the label, and `part` with its elements to the message; returns the tensor's
    /// index.
    fn extend_label<'a>(
        &self,
        message: &mut Message<'a>,
        description: Description<'_>,
        part: Part<'a>,
    ) -> Result<usize, EncodeError> {
        self.check_rank(description.shape().rank())?;
        let (fields, tens) = self.label_parts(message)?;
        let mut tens = tens.unwrap_or_default();
        let index = tens.tensors.len();
        self.check_count(index.saturating_add(1))?;
        tens.push(description);
        let text = self.label_text(&fields, &tens)?;
        message.label = text.into();
        message.parts.push(part);
        Ok(index)
    }

    /// Returns the payload part for a tensor, and the order of the elements in it.
    fn part_of<'a>(&self, tensor: &TensorRef<'a>) -> Result<PlacedPart<'a>, ErrorKind> {
        if let Data::Packed(packed) = &tensor.data {
            if packed.form == MediaForm::LengthPrefixed || !tensor.element_type().is_media() {
                return Ok((packed.bytes.into(), None, None));
            }
            let mut bytes = alloc::vec::Vec::with_capacity(packed.bytes.len());
            tensor.variables().for_each(|element| push_element(&mut bytes, &element, MediaForm::LengthPrefixed));
            return Ok((bytes.into(), None, None));
        }
        let little = tensor.byte_order() == ByteOrder::Little || tensor.element_type().size() == Some(1);
        match stored(tensor)
            .filter(|stored| little && !(self.row_major_only && (stored.order.is_some() || stored.ascend.is_some())))
        {
            Some(stored) => Ok((stored.bytes.into(), stored.order, stored.ascend)),
            None => {
                let bytes: Cow<'a, [u8]> = tensor.try_to_bytes(ByteOrder::Little)?;
                Ok((bytes.into(), None, None))
            }
        }
    }

    pub(super) fn check_rank(&self, rank: usize) -> Result<(), EncodeError> {
        Ok(Limit::Rank.check(self.max_rank, rank)?)
    }

    pub(super) fn check_count(&self, tensors: usize) -> Result<(), EncodeError> {
        Ok(Limit::Params.check(self.max_tensors, tensors)?)
    }

    /// Returns the fields and the TENS of a message's label, to write them again.
    pub(super) fn label_parts<'m>(
        &self,
        message: &'m Message<'_>,
    ) -> Result<(Fields<'m>, Option<Tens<'m>>), EncodeError> {
        if message.label.is_empty() {
            return Ok(Default::default());
        }
        let failed = |error: DecodeError| EncodeError::new(error.into_kind());
        let label = self.label(message).map_err(failed)?;
        let tens = label.has_tens().then(|| label.tens(message.parts.len())).transpose().map_err(failed)?;
        Ok((label.fields().clone(), tens))
    }

    /// Returns the text of a label with these fields and descriptions; an error if a reader with the same options would
    /// refuse it.
    pub(super) fn label_text(&self, fields: &Fields<'_>, tens: &Tens<'_>) -> Result<String, EncodeError> {
        let check = |json: &Json<'_>, outside: usize| match json.nests_within(self.max_depth.saturating_sub(outside)) {
            true => Ok(()),
            false => {
                let (expected, found) = ("no deeper nesting than the limit", "another list or object");
                Err(EncodeError::from(fault(Stage::Label, MessageFault::LabelTooDeep, "label", expected, found)))
            }
        };
        fields.iter().try_for_each(|(_, json)| check(json, 1))?;
        tens.fields().iter().map(|(_, json)| json).chain(tens.metadata()).try_for_each(|json| check(json, 2))?;
        for tensor in tens.tensors() {
            let values = tensor.fields().iter().map(|(_, json)| json).chain(tensor.metadata());
            values.into_iter().try_for_each(|json| check(json, 4))?;
        }
        let text = label_text(fields, Some(tens))?;
        Limit::Text.check(self.max_label_bytes, text.len())?;
        Ok(text)
    }
}
