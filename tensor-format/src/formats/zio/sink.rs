//! Typed values to messages.

use alloc::{borrow::Cow, format, string::String, vec::Vec};

use super::{Fields, Json, Message, Options, Part, Tens, elements, fault::fault, tens::object_only};
use crate::{
    ByteOrder, DecodeError, Element, ElementSink, ElementType, ElementTypes, Encode, EncodeError, ErrorKind, HasRules,
    Header, MessageFault, Payload, RecordRules, Sink, Stage, TensorRef, Variable,
    reinterpret::find_invalid_boolean,
    variable::{MediaForm, push_element},
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
        let mut sink = MessageSink {
            options: self,
            names: None,
            tens: Tens::new(),
            metadata: Fields::default(),
            parts: Vec::new(),
        };
        if let Some(metadata) = metadata {
            sink.metadata = object_only(metadata, "TENS.metadata")?.fields().into_owned();
        }
        value.encode(&mut sink)?;
        let MessageSink { names, mut tens, metadata, parts, .. } = sink;
        tens.metadata = (!metadata.is_empty()).then(|| Json::object(metadata.iter().map(|(k, v)| (k, v.clone()))));
        if names.map_or(1, |names| names.len()) != parts.len() {
            return Err(ErrorKind::custom("the value wrote another number of tensors than it has names").into());
        }
        let text = self.label_text(&Fields::default(), &tens)?;
        Ok(Message { label: text.into(), parts, ..Message::default() })
    }
}

/// Collects the tensors of a value.
struct MessageSink<'a, 'o> {
    options: &'o Options,
    names: Option<Vec<Cow<'static, str>>>,
    tens: Tens<'static>,
    /// Of the message: what was given beside the value, and the fields of the value that are metadata.
    metadata: Fields<'static>,
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
        let count = header.shape.check(element_type)?;
        let total = count.saturating_mul(element_type.size().unwrap_or_default());
        let mut elements = Gather { element_type, count: 0, total, lent: Some(&[]), copied: Vec::new() };
        payload.write(&mut elements)?;
        header.shape.check_count(element_type, elements.count)?;
        let part = Part::from(elements.lent.map_or(Cow::Owned(elements.copied), Cow::Borrowed));
        let index = self.parts.len();
        let name = self.names.as_ref().and_then(|names| names.get(index)).map(|name| &**name);
        self.tens.tensors.push(elements::describe(&header, part.len(), index, name, None)?);
        self.parts.push(part);
        Ok(())
    }

    fn metadata(&mut self, name: &str, json: &str) -> Result<(), EncodeError> {
        let value = Json::new(json).map_err(DecodeError::into_kind)?;
        match self.metadata.set(String::from(name), value.into_owned()) {
            None => Ok(()),
            Some(_) => Err(fault(
                Stage::Tens,
                MessageFault::ReservedKey,
                "TENS.metadata",
                "metadata without the names of the record's own",
                format!("`{name}`"),
            )
            .into()),
        }
    }

    fn record<R: HasRules>(&mut self, counts: &[usize]) -> Result<(), EncodeError> {
        let params = R::RULES.as_record().copied().unwrap_or(RecordRules::ANY);
        let repeated = |(param, &count): (crate::Param<'static>, &usize)| core::iter::repeat_n(param.name, count);
        self.begin(params.iter().zip(counts).flat_map(repeated).map(Cow::Borrowed).collect())
    }

    fn names<'n, I>(&mut self, names: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        self.begin(names.map(|name| Cow::Owned(name.into())).collect())
    }
}

/// The elements of one tensor: referred to where they lie if they come in one run, else copied.
struct Gather<'a> {
    element_type: ElementType,
    count: usize,
    /// The bytes of all elements, if they are of fixed size.
    total: usize,
    /// All elements so far, unless they were copied.
    lent: Option<&'a [u8]>,
    copied: Vec<u8>,
}

impl<'a> Gather<'a> {
    fn count(&mut self, element_type: ElementType, elements: usize) -> Result<(), EncodeError> {
        if element_type != self.element_type {
            let allowed = ElementTypes::of(self.element_type);
            return Err(ErrorKind::ElementType { allowed, found: element_type }.into());
        }
        self.count = self.count.saturating_add(elements);
        Ok(())
    }

    fn lend(&mut self, bytes: &'a [u8]) {
        match self.lent {
            Some([]) => self.lent = Some(bytes),
            _ => self.copy(bytes),
        }
    }

    fn copied(&mut self) -> &mut Vec<u8> {
        if let Some(before) = self.lent.take() {
            // Only a wish: a value may claim more than it then writes.
            let _: Result<(), _> = self.copied.try_reserve_exact(self.total);
            self.copied.extend_from_slice(before);
        }
        &mut self.copied
    }

    fn copy(&mut self, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.copied().extend_from_slice(bytes);
        }
    }
}

impl<'a> ElementSink<'a> for Gather<'a> {
    fn numbers<T: Element>(&mut self, run: &'a [T]) -> Result<(), EncodeError> {
        if ByteOrder::NATIVE == ByteOrder::Little || T::SIZE == 1 {
            self.count(T::TYPE, run.len())?;
            self.lend(T::as_bytes(run));
            return Ok(());
        }
        self.copy_numbers(run)
    }

    fn copy_numbers<T: Element>(&mut self, run: &[T]) -> Result<(), EncodeError> {
        self.count(T::TYPE, run.len())?;
        let run = TensorRef::from(run);
        self.copy(&run.to_bytes(ByteOrder::Little));
        Ok(())
    }

    fn bytes(&mut self, element_type: ElementType, bytes: &'a [u8], order: ByteOrder) -> Result<(), EncodeError> {
        let size = element_type.size().unwrap_or(1);
        let count = bytes.len().checked_div(size).unwrap_or_default();
        self.count(element_type, count)?;
        if element_type == ElementType::Bool && find_invalid_boolean(bytes).is_some() {
            // Read in place with any byte but 0 for true.
            self.copied().extend(bytes.iter().map(|byte| u8::from(*byte != 0)));
        } else if order == ByteOrder::Little || size == 1 {
            self.lend(bytes);
        } else {
            let run = TensorRef::from_bytes(element_type, count, bytes, order)?;
            self.copy(&run.to_bytes(ByteOrder::Little));
        }
        Ok(())
    }

    fn variable(&mut self, element: Variable<'a>) -> Result<(), EncodeError> {
        if !element.is_of(self.element_type) {
            return Err(ErrorKind::custom("the value wrote an element of another type than its header says").into());
        }
        if let Variable::Media { format, .. } = &element {
            MediaForm::LengthPrefixed.check_format(format, true)?;
        }
        self.count = self.count.saturating_add(1);
        push_element(self.copied(), &element, MediaForm::LengthPrefixed);
        Ok(())
    }
}
