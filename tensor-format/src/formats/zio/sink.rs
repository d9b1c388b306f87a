//! Typed values to messages.

use alloc::{borrow::Cow, vec::Vec};

use super::{Fields, Json, Message, Options, Part, Tens, elements, label::label_text};
use crate::{
    ElementType, Encode, EncodeError, ErrorKind, HasRules, Header, Payload, Sink,
    traits::{gather, names_of},
};

impl Options {
    /// A value as a message: see [`to_message`](super::to_message).
    ///
    /// # Errors
    ///
    /// As [`to_message`](super::to_message), and [`LimitExceeded`](ErrorKind::LimitExceeded).
    pub fn to_message<'a, T: Encode + ?Sized>(&self, value: &'a T) -> Result<Message<'a>, EncodeError> {
        self.message_of(value, None)
    }

    /// As [`to_message`](Self::to_message), with metadata of the message.
    ///
    /// # Errors
    ///
    /// As [`to_message_with`](super::to_message_with).
    #[cfg(feature = "json")]
    pub fn to_message_with<'a, T, M>(&self, value: &'a T, metadata: &M) -> Result<Message<'a>, EncodeError>
    where
        T: Encode + ?Sized,
        M: serde_core::Serialize + ?Sized,
    {
        self.message_of(value, Some(Json::of(metadata)?))
    }

    fn message_of<'a, T: Encode + ?Sized>(
        &self,
        value: &'a T,
        metadata: Option<Json<'_>>,
    ) -> Result<Message<'a>, EncodeError> {
        let mut sink = MessageSink { options: self, names: None, tens: Tens::new(), parts: Vec::new() };
        if let Some(metadata) = metadata {
            sink.tens.set_metadata(metadata.into_owned())?;
        }
        value.encode(&mut sink)?;
        let MessageSink { names, tens, parts, .. } = sink;
        if names.map_or(1, |names| names.len()) != parts.len() {
            return Err(ErrorKind::custom("the value wrote another number of tensors than it has names").into());
        }
        let text = label_text(&Fields::default(), Some(&tens))?;
        self.check_text(text.len())?;
        Ok(Message { label: text.into(), parts, ..Message::default() })
    }
}

/// Collects the tensors of a value.
struct MessageSink<'a, 'o> {
    options: &'o Options,
    names: Option<Vec<Cow<'static, str>>>,
    tens: Tens<'static>,
    parts: Vec<Part<'a>>,
}

impl<'a> MessageSink<'a, '_> {
    fn begin(&mut self, names: Vec<Cow<'static, str>>) -> Result<(), EncodeError> {
        self.options.check_count(names.len())?;
        self.parts.reserve_exact(names.len());
        self.tens.tensors.reserve_exact(names.len());
        self.names = Some(names);
        Ok(())
    }
}

impl<'a> Sink<'a> for MessageSink<'a, '_> {
    fn tensor<P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        self.options.check_rank(shape.len())?;
        let header = Header::new(element_type, shape);
        let part = Part::from(gather(&header, payload)?);
        let index = self.parts.len();
        let name = self.names.as_ref().and_then(|names| names.get(index)).map(|name| &**name);
        self.tens.tensors.push(elements::describe(&header, part.len(), index, name, None)?);
        self.parts.push(part);
        Ok(())
    }

    fn record<R: HasRules>(&mut self, counts: &[usize]) -> Result<(), EncodeError> {
        self.begin(names_of::<R>(counts))
    }

    fn names<'n, I>(&mut self, names: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        self.begin(names.map(|name| Cow::Owned(name.into())).collect())
    }
}
