//! One end of a flow: it knows which messages it may send and receive next. A transport moves the messages.

use alloc::{boxed::Box, format};

use super::{Direction, Flow};
use crate::formats::zio::message_error::{MessageFault, Stage};
use crate::{
    DecodeError, EncodeError, ErrorKind,
    formats::zio::{Message, errors::fault},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// A client that has sent nothing, or a server that has received nothing.
    New,
    /// A client that waits for the answer to its BOT.
    Opening,
    Open,
    /// EOT was sent, and its echo has not arrived.
    Closing,
    Closed,
    /// A server that sent EOT in place of BOT. Peers may echo it or not.
    Refused,
}

/// One end of a flow.
///
/// The client opens. Whoever takes data holds all credit at first and pays it to the giver, who spends one on each
/// message of data; each message of data brings one back. Both number what they send from 0.
///
/// ```
/// use tensor_format::{DecodeError, zio::{Direction, Endpoint, Event, Message, self}};
///
/// let mut giver = Endpoint::client(Direction::Extract, 2);
/// let mut taker = Endpoint::server(8);
///
/// let opening = giver.open()?;
/// let answer = taker.receive(&opening)?.answer.unwrap();
/// giver.receive(&answer)?;
/// let payment = taker.pay()?.unwrap();
/// assert_eq!(giver.receive(&payment)?.event, Event::Credit(2));
///
/// let mut data = zio::to_message(&[1.0f32, 2.0])?;
/// giver.give(&mut data)?;
/// assert_eq!(taker.receive(&data)?.event, Event::Data);
/// assert_eq!(zio::from_message::<[f32; 2]>(&data)?, [1.0, 2.0]);
///
/// let end = giver.close()?;
/// let echo = taker.receive(&end)?.answer.unwrap();
/// giver.receive(&echo)?;
/// assert!(giver.is_closed() && taker.is_closed());
/// # Ok::<(), DecodeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Endpoint {
    state: State,
    direction: Direction,
    /// The most messages of data that may be under way at once.
    total: u64,
    /// The credit that this end holds: how many messages of data it may still send, or has yet to pay to the sender.
    credit: u64,
    sent: u64,
    received: u64,
    client: bool,
}

/// The meaning of a message that was received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// The flow is open.
    Open,
    /// The message holds data.
    Data,
    /// The number of messages of data that may still be sent.
    Credit(u64),
    /// The flow has ended.
    End,
}

/// The meaning of a message that was received, and the answer to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    /// The meaning of the message.
    pub event: Event,
    /// The message to send back, if there is one.
    pub answer: Option<Message<'static>>,
}

impl Endpoint {
    /// Creates the end that opens the flow: it sends data ([`Direction::Extract`]) or receives it, with at most
    /// `credit` messages under way.
    #[must_use]
    pub fn client(direction: Direction, credit: u64) -> Self {
        Self { state: State::New, direction, total: credit, credit: 0, sent: 0, received: 0, client: true }
    }

    /// Creates the end that waits for the other to open the flow, and allows at most `credit` messages under way.
    #[must_use]
    pub fn server(credit: u64) -> Self {
        let direction = Direction::Inject;
        Self { state: State::New, direction, total: credit, credit: 0, sent: 0, received: 0, client: false }
    }

    /// Returns which way data goes, as this end sees it; a server knows only once the flow is open.
    #[must_use]
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// Returns the most messages of data that may be under way at once.
    #[must_use]
    pub fn total_credit(&self) -> u64 {
        self.total
    }

    /// Returns the credit that this end holds: the number of messages that it may send if it sends data, or may pay for
    /// if it receives data.
    #[must_use]
    pub fn credit(&self) -> u64 {
        self.credit
    }

    /// Returns whether both ends have opened and none has closed.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.state == State::Open
    }

    /// Returns whether both ends have closed, or the server refused to open.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        matches!(self.state, State::Closed | State::Refused)
    }

    /// Returns whether data may be sent now.
    #[must_use]
    pub fn can_give(&self) -> bool {
        self.is_open() && self.direction == Direction::Extract && self.credit > 0
    }

    /// Returns the first message of a client.
    ///
    /// # Errors
    ///
    /// [`MessageError`](crate::zio::MessageError) with [`FlowState`](MessageFault::FlowState) for a server, or the
    /// second time.
    pub fn open(&mut self) -> Result<Message<'static>, EncodeError> {
        if !self.client || self.state != State::New {
            return Err(refused("a client that has not opened", self.name()).into());
        }
        self.state = State::Opening;
        self.send(Flow::Bot { direction: self.direction, credit: self.total })
    }

    /// Turns a message into data of this flow, to be sent now: sets its form, label and sequence number, and spends one
    /// credit.
    ///
    /// # Errors
    ///
    /// [`MessageError`](crate::zio::MessageError) with [`FlowState`](MessageFault::FlowState) if no data may be sent
    /// now, or the message has no payload part: known takers read that as the end. After an error the message is as it
    /// was.
    pub fn give(&mut self, message: &mut Message<'_>) -> Result<(), EncodeError> {
        if message.parts.is_empty() {
            return Err(refused("data with a payload part", "none").into());
        }
        if !self.can_give() {
            let held = format!("{} with a credit of {}", self.name(), self.credit);
            return Err(refused("an open giver with credit", held).into());
        }
        message.set_flow(Flow::Dat)?;
        message.seqno = self.next_seqno();
        self.credit = self.credit.saturating_sub(1);
        Ok(())
    }

    /// Returns the message that passes all credit of this end to the other one, which may then send as many messages of
    /// data; `None` if this end holds no credit.
    ///
    /// # Errors
    ///
    /// [`MessageError`](crate::zio::MessageError) with [`FlowState`](MessageFault::FlowState) for a giver, or if the
    /// flow is not open.
    pub fn pay(&mut self) -> Result<Option<Message<'static>>, EncodeError> {
        if !self.is_open() || self.direction == Direction::Extract {
            return Err(refused("an open taker", self.name()).into());
        }
        match core::mem::take(&mut self.credit) {
            0 => Ok(None),
            credit => self.send(Flow::Pay { credit }).map(Some),
        }
    }

    /// Ends the flow: returns the message to send, which the other end sends back.
    ///
    /// # Errors
    ///
    /// [`MessageError`](crate::zio::MessageError) with [`FlowState`](MessageFault::FlowState) if the flow is not open.
    pub fn close(&mut self) -> Result<Message<'static>, EncodeError> {
        if !self.is_open() {
            return Err(refused("an open flow", self.name()).into());
        }
        self.state = State::Closing;
        self.send(Flow::Eot)
    }

    /// Receives the first message of a client and refuses to open: returns the message to send back, which ends the
    /// flow.
    ///
    /// ```
    /// use tensor_format::{DecodeError, zio::{Direction, Endpoint, Event, Flow}};
    /// let (mut client, mut server) = (Endpoint::client(Direction::Extract, 2), Endpoint::server(8));
    /// let refusal = server.refuse(&client.open()?)?;
    /// assert_eq!(refusal.flow()?, Flow::Eot);
    /// assert_eq!(client.receive(&refusal)?.event, Event::End);
    /// assert!(client.is_closed() && server.is_closed());
    /// # Ok::<(), DecodeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`receive`](Self::receive), and [`MessageError`](crate::zio::MessageError) with
    /// [`FlowState`](MessageFault::FlowState) for anything but the opening of a client. After an error this end is as
    /// it was.
    pub fn refuse(&mut self, opening: &Message<'_>) -> Result<Message<'static>, DecodeError> {
        let mut next = self.clone();
        if next.receive(opening)?.event != Event::Open || next.client {
            return Err(unexpected("BOT for a server", opening.flow()?.name()));
        }
        // The endpoint as it was, since the answer that would have opened the flow was not sent.
        let mut refusing = Self { state: State::Refused, received: next.received, ..self.clone() };
        let refusal = refusing.send(Flow::Eot)?;
        *self = refusing;
        Ok(refusal)
    }

    /// Receives a message. To a client that opens, [`Event::End`] says that the server refuses.
    ///
    /// # Errors
    ///
    /// As [`Message::flow`], and [`MessageError`](crate::zio::MessageError) with [`FlowState`](MessageFault::FlowState)
    /// for a sequence number or a message that cannot come now: data without credit, credit beyond the total, a wrong
    /// direction. After an error this end is as it was.
    pub fn receive(&mut self, message: &Message<'_>) -> Result<Received, DecodeError> {
        let flow = message.flow()?;
        if message.seqno != self.received {
            return Err(unexpected(
                "the next sequence number",
                format!("{} in place of {}", message.seqno, self.received),
            ));
        }
        let mut next = self.clone();
        next.received = next.received.saturating_add(1);
        let received = next.take(flow)?;
        *self = next;
        Ok(received)
    }

    fn take(&mut self, flow: Flow) -> Result<Received, DecodeError> {
        let (event, answer) = match (self.state, flow) {
            (State::New, Flow::Bot { direction, credit }) if !self.client => {
                self.begin(direction.reversed(), credit.min(self.total));
                (Event::Open, Some(Flow::Bot { direction: self.direction, credit: self.total }))
            }
            (State::Opening, Flow::Bot { direction, credit }) => {
                if direction != self.direction.reversed() || credit > self.total {
                    let expected = "the other direction, and no more credit than was asked for";
                    return Err(unexpected(expected, format!("`{}` and {credit}", direction.name())));
                }
                self.begin(self.direction, credit);
                (Event::Open, None)
            }
            (State::Open | State::Closing, Flow::Dat) => {
                if self.direction == Direction::Extract || self.credit >= self.total {
                    return Err(unexpected("data that was paid for", "DAT without credit"));
                }
                self.credit = self.credit.saturating_add(1);
                (Event::Data, None)
            }
            (State::Open | State::Closing, Flow::Pay { credit }) => {
                if self.direction == Direction::Inject || credit > self.total.saturating_sub(self.credit) {
                    return Err(unexpected("no more credit than was spent", format!("PAY of {credit}")));
                }
                self.credit = self.credit.saturating_add(credit);
                (Event::Credit(credit), None)
            }
            (State::Open, Flow::Eot) => {
                self.state = State::Closed;
                (Event::End, Some(Flow::Eot))
            }
            // The broker of the Python package refuses with EOT and takes no echo.
            (State::Opening | State::Closing | State::Refused, Flow::Eot) => {
                self.state = State::Closed;
                (Event::End, None)
            }
            (_, flow) => return Err(unexpected(self.expects(), flow.name())),
        };
        Ok(Received { event, answer: answer.map(|flow| self.send(flow)).transpose()? })
    }

    fn begin(&mut self, direction: Direction, credit: u64) {
        self.state = State::Open;
        self.direction = direction;
        self.total = credit;
        self.credit = if direction == Direction::Inject { credit } else { 0 };
    }

    fn send(&mut self, flow: Flow) -> Result<Message<'static>, EncodeError> {
        let mut message = Message { seqno: self.next_seqno(), ..Message::default() };
        message.set_flow(flow)?;
        Ok(message)
    }

    fn next_seqno(&mut self) -> u64 {
        let seqno = self.sent;
        self.sent = self.sent.saturating_add(1);
        seqno
    }

    fn name(&self) -> &'static str {
        match (self.state, self.direction) {
            (State::New, _) => "a flow that is not open",
            (State::Opening, _) => "a flow that is being opened",
            (State::Open, Direction::Extract) => "an open giver",
            (State::Open, Direction::Inject) => "an open taker",
            (State::Closing, _) => "a flow that is being closed",
            (State::Closed, _) => "a closed flow",
            (State::Refused, _) => "a flow that was refused",
        }
    }

    fn expects(&self) -> &'static str {
        match self.state {
            State::New if self.client => "nothing before it opens",
            State::New => "BOT",
            State::Opening => "BOT or EOT",
            State::Refused => "nothing but an echo after the end",
            State::Open | State::Closing => "DAT, PAY or EOT",
            State::Closed => "nothing after the end",
        }
    }
}

#[cold]
fn refused(expected: &'static str, found: impl Into<Box<str>>) -> ErrorKind {
    fault(Stage::Flow, MessageFault::FlowState, "flow", expected, found)
}

#[cold]
fn unexpected(expected: &'static str, found: impl Into<Box<str>>) -> DecodeError {
    refused(expected, found).into()
}
