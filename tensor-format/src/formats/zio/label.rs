//! The label: a JSON object.

use alloc::{format, string::String};

use super::{
    Fields, Message, Options, Part, Tens,
    errors::{fault, fault_at, shorten},
    json::{
        RawFields,
        canonical::write_object,
        lex::{Lexer, unescape},
        push_field,
    },
};
use crate::formats::zio::message_error::{MessageFault, Stage};
use crate::{DecodeError, EncodeError, Limit};

/// The key of the label's field that describes tensors.
pub(super) const TENS: &str = "TENS";

/// A label that was read: a JSON object, whose field `TENS` describes tensors.
///
/// ```
/// use tensor_format::zio::{Json, Message};
/// let message = Message { label: r#"{"run": 7, "TENS": {"tensors": []}}"#.into(), ..Message::default() };
/// let label = message.label()?;
/// assert_eq!(label.fields().get("run"), Some(&Json::from(7u64)));
/// assert_eq!(label.tens(0)?.tensors().len(), 0);
/// # Ok::<(), tensor_format::DecodeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Label<'a> {
    /// The whole text of the label, in which offsets of faults are counted.
    text: &'a str,
    tens: Option<&'a str>,
    fields: Fields<'a>,
    options: Options,
}

impl<'a> Label<'a> {
    pub(super) fn read(bytes: &'a [u8], options: &Options) -> Result<Self, DecodeError> {
        Limit::Text.check(options.max_label_bytes, bytes.len())?;
        let wrong = |what, expected, found: &str, at: usize| fault_at(Stage::Label, what, "label", expected, found, at);
        if bytes.is_empty() {
            return Err(wrong(MessageFault::LabelEmpty, "a JSON object", "", 0));
        }
        let text = core::str::from_utf8(bytes).map_err(|error| {
            let at = error.valid_up_to();
            let found = bytes.get(at).map(|byte| format!("byte {byte:#04x}")).unwrap_or_default();
            wrong(MessageFault::LabelNotUtf8, "UTF-8", &found, at)
        })?;
        let mut lexer = Lexer::new(text, options.max_depth);
        let (mut tens, mut fields) = (None, RawFields::new());
        let at = lexer.offset();
        if lexer.next_byte() != Some(b'{') {
            lexer.value()?;
            lexer.end()?;
            return Err(wrong(MessageFault::LabelNotObject, "a JSON object", &shorten(text.trim()), at));
        }
        lexer.object(|lexer, key| -> Result<(), DecodeError> {
            let (key, value) = (unescape(key), lexer.raw()?);
            if key == TENS {
                tens = Some(value);
            } else {
                push_field(&mut fields, key, value);
            }
            Ok(())
        })?;
        lexer.end()?;
        Ok(Self { text, tens, fields: fields.into_iter().collect(), options: *options })
    }

    /// Returns the fields beside `TENS`, which are the application's or belong to flow control.
    #[must_use]
    pub fn fields(&self) -> &Fields<'a> {
        &self.fields
    }

    /// Returns whether the label describes tensors.
    #[must_use]
    pub fn has_tens(&self) -> bool {
        self.tens.is_some()
    }

    /// Returns the description of the tensors, for a message of this many payload parts.
    ///
    /// # Errors
    ///
    /// [`MessageError`](crate::zio::MessageError) of [`Stage::Tens`] with the path to the fault and its offset in the
    /// label, or [`LimitExceeded`](crate::ErrorKind::LimitExceeded) for too many tensors.
    pub fn tens(&self, parts: usize) -> Result<Tens<'a>, DecodeError> {
        match self.tens {
            Some(tens) => Tens::read(tens, self.text, parts, &self.options),
            None => {
                let expected = "a field `TENS`";
                Err(fault(Stage::Tens, MessageFault::TensMissing, "label", expected, "").into())
            }
        }
    }
}

impl Message<'_> {
    /// Returns the label, if it is a JSON object.
    ///
    /// # Errors
    ///
    /// As [`Options::label`].
    pub fn label(&self) -> Result<Label<'_>, DecodeError> {
        Options::new().label(self)
    }

    /// Replaces the label: the application's fields, and the description of tensors if there is one. Its text is
    /// deterministic, the same as that of the C++ peer. Limits of options are not looked at.
    ///
    /// ```
    /// use tensor_format::zio::{Fields, Json, Message};
    /// let mut message = Message::default();
    /// let mut fields = Fields::default();
    /// fields.set("run", Json::from(7u64));
    /// message.set_label(&fields, None)?;
    /// assert_eq!(&*message.label, br#"{"run":7}"#);
    /// # Ok::<(), tensor_format::EncodeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`MessageError`](crate::zio::MessageError) with [`ReservedKey`](MessageFault::ReservedKey) if a field of the
    /// application is called as one of the format.
    pub fn set_label(&mut self, fields: &Fields<'_>, tens: Option<&Tens<'_>>) -> Result<(), EncodeError> {
        self.label = Part::from(label_text(fields, tens)?);
        Ok(())
    }
}

impl Options {
    /// Returns the label of a message, if it is a JSON object.
    ///
    /// # Errors
    ///
    /// [`MessageError`](crate::zio::MessageError) of [`Stage::Label`] with the offset in the label, or
    /// [`LimitExceeded`](crate::ErrorKind::LimitExceeded) for a label that is too long.
    pub fn label<'m>(&self, message: &'m Message<'_>) -> Result<Label<'m>, DecodeError> {
        Label::read(&message.label, self)
    }
}

/// Returns the text of a label with these fields and descriptions of tensors.
pub(super) fn label_text(fields: &Fields<'_>, tens: Option<&Tens<'_>>) -> Result<String, EncodeError> {
    fields.check_keys(&[TENS], "label")?;
    let mut out = String::with_capacity(tens.map_or(64, Tens::text_len));
    let keys: &[&str] = if tens.is_some() { &[TENS] } else { &[] };
    write_object(&mut out, keys, fields, |out, _| tens.map_or(Ok(()), |tens| tens.write(out)))?;
    Ok(out)
}
