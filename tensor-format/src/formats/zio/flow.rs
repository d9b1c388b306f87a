//! Flow control: the fields of labels of form FLOW.
//!
//! A [`Flow`] is one such label, read from a message and set on one. `endpoint` keeps the state of one side: it counts
//! credit, says which messages it may send, and refuses those that the state does not allow. It opens no socket: its
//! owner sends the messages that it returns, and passes it those that arrive.

use super::{Fields, Form, Json, Message, Options, errors::fault, errors::shorten};
use crate::formats::zio::message_error::{MessageFault, Stage};
use crate::{DecodeError, EncodeError};

mod endpoint;
pub use endpoint::{Endpoint, Event, Received};

const FLOW: &str = "flow";
const DIRECTION: &str = "direction";
const CREDIT: &str = "credit";

/// The direction of data, seen from the endpoint that names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// The endpoint sends data.
    Extract,
    /// The endpoint receives data.
    Inject,
}

impl Direction {
    /// Returns the direction as the other endpoint sees it.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Direction::Extract => Direction::Inject,
            Direction::Inject => Direction::Extract,
        }
    }

    /// Returns the word for the direction in a label.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Direction::Extract => "extract",
            Direction::Inject => "inject",
        }
    }
}

/// The purpose of a message of form FLOW.
///
/// ```
/// use tensor_format::zio::{Direction, Flow, Message};
/// let mut message = Message::default();
/// message.set_flow(Flow::Bot { direction: Direction::Extract, credit: 8 })?;
/// assert_eq!(&*message.label, br#"{"credit":8,"direction":"extract","flow":"BOT"}"#);
/// assert_eq!(message.flow()?, Flow::Bot { direction: Direction::Extract, credit: 8 });
/// # Ok::<(), tensor_format::DecodeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flow {
    /// Beginning of transmission: what the sender wants to do, and how many messages may be under way at most.
    Bot {
        /// Whether the sender of BOT will send or receive data.
        direction: Direction,
        /// The most messages under way.
        credit: u64,
    },
    /// Data: the payload and all other fields of the label are the application's, `TENS` among them.
    Dat,
    /// Credit from the receiver of data to its sender: the number of further messages that the sender may send.
    Pay {
        /// The number of messages.
        credit: u64,
    },
    /// End of transmission, which the other side sends back. As an answer to BOT it is a refusal, and is not sent back.
    Eot,
}

impl Flow {
    /// Returns the word for the purpose in a label.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Flow::Bot { .. } => "BOT",
            Flow::Dat => "DAT",
            Flow::Pay { .. } => "PAY",
            Flow::Eot => "EOT",
        }
    }

    /// Returns the purpose that the fields of a label state.
    ///
    /// # Errors
    ///
    /// [`MessageError`](crate::zio::MessageError) of [`Stage::Flow`]: an unknown word, or a direction or credit that is
    /// missing.
    pub fn of_fields(fields: &Fields<'_>) -> Result<Self, DecodeError> {
        let wrong = |path: &str, expected, key| {
            let found = fields.get(key).map(|value| shorten(value.as_str())).unwrap_or_default();
            DecodeError::new(fault(Stage::Flow, MessageFault::Flow, path, expected, found))
        };
        let text = |key| fields.get(key).and_then(Json::as_text);
        let credit = || {
            let credit = fields.get(CREDIT).and_then(Json::as_u64);
            credit.ok_or_else(|| wrong("label.credit", "a number of messages", CREDIT))
        };
        match text(FLOW).as_deref() {
            Some("BOT") => {
                let direction = match text(DIRECTION).as_deref() {
                    Some("extract") => Direction::Extract,
                    Some("inject") => Direction::Inject,
                    _ => return Err(wrong("label.direction", "`extract` or `inject`", DIRECTION)),
                };
                Ok(Flow::Bot { direction, credit: credit()? })
            }
            Some("DAT") => Ok(Flow::Dat),
            Some("PAY") => Ok(Flow::Pay { credit: credit()? }),
            Some("EOT") => Ok(Flow::Eot),
            _ => Err(wrong("label.flow", "`BOT`, `DAT`, `PAY` or `EOT`", FLOW)),
        }
    }

    /// Writes this purpose into the fields of a label, in place of another purpose there.
    fn write(self, fields: &mut Fields<'_>) {
        let (direction, credit) = match self {
            Flow::Bot { direction, credit } => (Some(direction), Some(credit)),
            Flow::Pay { credit } => (None, Some(credit)),
            Flow::Dat | Flow::Eot => (None, None),
        };
        fields.set(FLOW, Json::text(self.name()));
        if let Some(direction) = direction {
            fields.set(DIRECTION, Json::text(direction.name()));
        }
        if let Some(credit) = credit {
            fields.set(CREDIT, Json::from(credit));
        }
    }
}

impl Message<'_> {
    /// Returns the purpose of a message of form FLOW.
    ///
    /// # Errors
    ///
    /// As [`label`](Self::label), and [`MessageError`](crate::zio::MessageError) of [`Stage::Flow`] for another form or
    /// a label that is no flow's.
    pub fn flow(&self) -> Result<Flow, DecodeError> {
        if self.form != Form::FLOW {
            let found = alloc::format!("`{}`", self.form);
            return Err(fault(Stage::Flow, MessageFault::Flow, "frame 0", "the form FLOW", found).into());
        }
        Flow::of_fields(self.label()?.fields())
    }

    /// Makes this a message of flow control: its form becomes FLOW and its level undefined, and the fields of the flow
    /// are added to its label. Tensors stay in it as they are.
    ///
    /// # Errors
    ///
    /// [`MessageError`](crate::zio::MessageError) if the label is not one that fields can be added to.
    pub fn set_flow(&mut self, flow: Flow) -> Result<(), EncodeError> {
        let (fields, tens) = Options::new().label_parts(self)?;
        let (mut fields, tens) = (fields.into_owned(), tens.map(super::Tens::into_owned));
        flow.write(&mut fields);
        self.set_label(&fields, tens.as_ref())?;
        self.form = Form::FLOW;
        self.level = super::Level::Undefined;
        Ok(())
    }
}
