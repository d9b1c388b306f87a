//! Search for the end of a message of which only a part has arrived.

use core::fmt;

use super::{
    super::{
        Options,
        element_type::from_byte,
        errors::{at, grow},
        record_names::expect_each_once,
    },
    check_names,
};
use crate::{
    AsRules, DecodeError, ElementType, ErrorKind, HasRules, Header, Limit, Rules, Shape, util::varint,
    variable::MAX_SHORT,
};

/// Finds where messages end in bytes that arrive in pieces, without decoding them.
///
/// A tensor says in its header and in the lengths of its elements how long it is, a record in its names how many
/// tensors it has. Each byte of a header is looked at once, however small the pieces are, and elements are passed over,
/// so that feeding takes linear time; the framer holds the current header and none of the message.
///
/// What it looks at it checks as [`from_slice`](super::super::from_slice) does, with the same kinds of errors at the
/// same offsets: element types, lengths and limits. It checks neither elements nor names, nor the rules of the type.
///
/// ```
/// use tensor_format::decthings::{Framer, Framing};
///
/// let mut stream = Vec::new();
/// tensor_format::append(&[0.5f32, 1.0], &mut stream)?;
/// tensor_format::append(&[2.0f32], &mut stream)?;
///
/// // From a socket, in pieces of any size.
/// let (mut framer, mut buffer, mut received) = (Framer::new::<Vec<f32>>(), Vec::new(), Vec::new());
/// for piece in stream.chunks(4) {
///     buffer.extend_from_slice(piece);
///     while let Framing::Whole { len } = framer.feed(&buffer[framer.position()..])? {
///         received.push(tensor_format::from_slice::<Vec<f32>>(&buffer[..len])?);
///         buffer.drain(..len);
///     }
/// }
/// assert_eq!(received, [vec![0.5, 1.0], vec![2.0]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Framer {
    options: Options,
    max_message_bytes: usize,
    tensors: Tensors,
    /// The offset in the message of the field that is to be read, or up to which it was passed over.
    at: usize,
    /// The number of bytes that are passed over before that field.
    skip: usize,
    field: Field,
    /// The bytes of the field that have arrived: a byte, or an integer of variable length.
    held: [u8; 9],
    held_len: usize,
    /// Whether the current tensor holds the names of a record.
    is_names: bool,
    /// The number of tensors behind the current one, as far as it is known.
    tensors_left: usize,
    header: PartialHeader,
    /// The number of elements of variable size whose lengths are still to be read, and where the first one begins.
    elements_left: usize,
    elements_at: usize,
}

/// The number of tensors in a message, as far as it is known before the first byte.
#[derive(Clone, Copy, Debug)]
enum Tensors {
    /// This many tensors, one after another.
    Counted(usize),
    /// A record: its names say how many.
    Named,
}

#[derive(Clone, Copy, Debug)]
enum Field {
    ElementType,
    Rank,
    Axis,
    /// No bytes: all axes were read.
    EndOfAxes,
    /// The number of bytes that all elements of variable size take.
    Section,
    /// The number of bytes that the next element of variable size takes.
    Element,
    /// None: the message is whole.
    End,
}

/// The header of the current tensor, as far as it was read.
#[derive(Clone)]
struct PartialHeader {
    start: usize,
    element_type: ElementType,
    /// The offset of the first axis, and the number of axes still to be read.
    axes_at: usize,
    axes_left: usize,
    shape: Shape,
    /// The number of bytes of the elements without regard to axes of length 0; those of variable size count as one.
    bytes: usize,
}

/// What is known of a message after a piece of it: see [`Framer::feed`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// The message is whole; bytes that follow belong to the next one.
    Whole {
        /// The number of bytes of the message, from its first one.
        len: usize,
    },
    /// Bytes are missing.
    Missing {
        /// The number of bytes that are surely missing; there may be more.
        at_least: usize,
    },
}

impl fmt::Debug for Framer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("Framer");
        out.field("position", &self.position()).field("at_least", &self.missing()).finish_non_exhaustive()
    }
}

impl Options {
    /// Creates a framer for values of type `T` that are written with these options.
    ///
    /// # Errors
    ///
    /// [`Unnamed`](ErrorKind::Unnamed) if records are written [without names](Self::names) and those of the type cannot
    /// be.
    pub fn framer<T: HasRules + ?Sized>(&self) -> Result<Framer, DecodeError> {
        self.framer_of(&T::RULES)
    }

    /// Creates a framer as [`framer`](Self::framer), for values of rules known at run time.
    ///
    /// # Errors
    ///
    /// As [`framer`](Self::framer).
    pub fn framer_of(&self, rules: &impl AsRules) -> Result<Framer, DecodeError> {
        let tensors = rules.with_rules(|rules| match rules {
            Rules::Tensor(_) => Ok(Tensors::Counted(1)),
            Rules::Record(_) if self.names => Ok(Tensors::Named),
            Rules::Record(_) => expect_each_once(rules, DecodeError::in_parameter).map(Tensors::Counted),
        });
        tensors.map(|tensors| Framer::with(tensors, self))
    }
}

impl Framer {
    /// Creates a framer for values of type `T`, written with the default options; see [`Options::framer`] for others.
    #[must_use]
    pub fn new<T: HasRules + ?Sized>() -> Self {
        let tensors = match T::RULES {
            Rules::Tensor(_) => Tensors::Counted(1),
            Rules::Record(_) => Tensors::Named,
        };
        Self::with(tensors, &Options::new())
    }

    fn with(tensors: Tensors, options: &Options) -> Self {
        let header = PartialHeader {
            start: 0,
            element_type: ElementType::U8,
            axes_at: 0,
            axes_left: 0,
            shape: Shape::scalar(),
            bytes: 1,
        };
        let mut framer = Self {
            options: *options,
            max_message_bytes: isize::MAX as usize,
            tensors,
            at: 0,
            skip: 0,
            field: Field::ElementType,
            held: [0; 9],
            held_len: 0,
            is_names: false,
            tensors_left: 0,
            header,
            elements_left: 0,
            elements_at: 0,
        };
        framer.begin();
        framer
    }

    /// Sets the most bytes that a message may have (as many as memory can address). A message that is surely longer is
    /// an error as soon as its headers say so.
    #[must_use]
    pub fn max_message_bytes(mut self, bytes: usize) -> Self {
        self.max_message_bytes = bytes.min(isize::MAX as usize);
        self
    }

    /// Returns the number of bytes of the current message that were fed: 0 after a whole one.
    #[must_use]
    pub fn position(&self) -> usize {
        self.at.saturating_add(self.held_len)
    }

    /// Forgets the current message.
    fn begin(&mut self) {
        (self.at, self.skip, self.held_len, self.field) = (0, 0, 0, Field::ElementType);
        (self.is_names, self.tensors_left) = match self.tensors {
            Tensors::Counted(tensors) => (false, tensors.saturating_sub(1)),
            Tensors::Named => (true, 0),
        };
    }

    /// Takes the next bytes of the message, up to its end: those behind it are the next message's, and are to be fed
    /// again.
    ///
    /// # Errors
    ///
    /// What is wrong with a header, at its offset in the message, and
    /// [`LimitExceeded`](ErrorKind::LimitExceeded). Nobody can say then where the next message begins: the framer stays
    /// where it is, and returns the error again.
    pub fn feed(&mut self, piece: &[u8]) -> Result<Framing, DecodeError> {
        self.feed_allowed(piece, &mut |_, _| true)
    }

    /// Does the same as [`feed`](Self::feed), but ends with any error at the first tensor whose element type and shape `allows`
    /// refuses.
    pub(super) fn feed_allowed(
        &mut self,
        mut piece: &[u8],
        allows: &mut dyn FnMut(ElementType, &[usize]) -> bool,
    ) -> Result<Framing, DecodeError> {
        loop {
            let passed = self.skip.min(piece.len());
            piece = piece.get(passed..).unwrap_or_default();
            self.skip = self.skip.saturating_sub(passed);
            self.at = self.at.saturating_add(passed);
            if self.skip > 0 {
                break;
            }
            if matches!(self.field, Field::End) {
                let len = self.at;
                self.limit(Limit::Message, self.max_message_bytes, len as u64, 0)?;
                self.begin();
                return Ok(Framing::Whole { len });
            }
            if matches!(self.field, Field::Element) && self.held_len == 0 {
                piece = self.pass_short_elements(piece);
            }
            while self.field_rest() > 0 {
                let Some((&byte, rest)) = piece.split_first() else { return self.unfinished() };
                if let Some(place) = self.held.get_mut(self.held_len) {
                    *place = byte;
                }
                self.held_len = self.held_len.saturating_add(1);
                piece = rest;
            }
            let is_header = matches!(self.field, Field::EndOfAxes) && !self.is_names;
            if is_header && !allows(self.header.element_type, &self.header.shape) {
                return Err(at(ErrorKind::custom("the tensor is another one"), self.header.start));
            }
            self.take_field()?;
        }
        self.unfinished()
    }

    /// Passes over all elements but the last whose lengths take one byte and that have arrived whole, unless there are limits for
    /// them. Returns the bytes behind them.
    fn pass_short_elements<'p>(&mut self, mut piece: &'p [u8]) -> &'p [u8] {
        if self.options.max_element_bytes != usize::MAX || self.options.max_bytes != usize::MAX {
            return piece;
        }
        while let (2.., [len @ 0..=MAX_SHORT, rest @ ..]) = (self.elements_left, piece) {
            let Some(behind) = rest.get(usize::from(*len)..) else { break };
            self.at = self.at.saturating_add(piece.len().saturating_sub(behind.len()));
            self.elements_left = self.elements_left.saturating_sub(1);
            piece = behind;
        }
        piece
    }

    fn unfinished(&self) -> Result<Framing, DecodeError> {
        let at_least = self.missing();
        self.limit(Limit::Message, self.max_message_bytes, self.position().saturating_add(at_least) as u64, 0)?;
        Ok(Framing::Missing { at_least })
    }

    /// Returns the number of bytes of the current field that have not arrived, as far as it is known.
    fn field_rest(&self) -> usize {
        let len = match self.field {
            Field::EndOfAxes | Field::End => 0,
            Field::ElementType | Field::Rank => 1,
            Field::Axis | Field::Section | Field::Element => match varint::read(self.held(), true) {
                Ok((_, len)) => len,
                Err(varint::VarintError::Truncated { needed }) => needed,
                Err(varint::VarintError::NonCanonical { .. }) => 0,
            },
        };
        len.saturating_sub(self.held_len)
    }

    /// Returns the number of bytes that are missing at least.
    fn missing(&self) -> usize {
        // Each axis, and each element of variable size, has a length of one byte at least, and each tensor two bytes.
        let header = match self.field {
            Field::ElementType => 1,
            Field::Axis => self.header.axes_left.saturating_sub(1),
            Field::Element => self.elements_left.saturating_sub(1),
            Field::Rank | Field::EndOfAxes | Field::Section | Field::End => 0,
        };
        let tensors = self.tensors_left.saturating_mul(2);
        self.skip.saturating_add(self.field_rest()).saturating_add(header).saturating_add(tensors)
    }

    fn held(&self) -> &[u8] {
        self.held.get(..self.held_len).unwrap_or_default()
    }

    fn limit(&self, limit: Limit, max: usize, found: u64, place: usize) -> Result<(), DecodeError> {
        match found > max as u64 {
            true => Err(at(ErrorKind::LimitExceeded { limit, max: max as u64, found }, place)),
            false => Ok(()),
        }
    }

    fn varint(&self) -> Result<u64, DecodeError> {
        match varint::read(self.held(), self.options.allow_non_canonical_varint) {
            Ok((value, _)) => Ok(value),
            Err(error) => Err(at(crate::variable::varint_error(error, self.held_len, 0).kind, self.at)),
        }
    }

    /// Reads the current field, which is whole, and goes to the next one. After an error the field is as it was.
    fn take_field(&mut self) -> Result<(), DecodeError> {
        let end = self.position();
        let byte = self.held[0];
        let next = match self.field {
            Field::End => Field::End,
            Field::ElementType => {
                self.header.element_type =
                    from_byte(byte).ok_or_else(|| at(ErrorKind::UnknownElementType(byte), self.at))?;
                self.header.start = self.at;
                Field::Rank
            }
            Field::Rank => {
                self.limit(Limit::Rank, self.options.max_rank, byte.into(), self.at)?;
                self.header.axes_at = end;
                self.header.axes_left = byte.into();
                self.header.shape = Shape::scalar();
                self.header.bytes = self.header.element_type.size().unwrap_or(1);
                if byte == 0 { Field::EndOfAxes } else { Field::Axis }
            }
            Field::Axis => {
                let (len, bytes) = grow(self.header.bytes, self.varint()?, self.at)?;
                self.header.bytes = bytes;
                self.header.shape.push(len);
                self.header.axes_left = self.header.axes_left.saturating_sub(1);
                if self.header.axes_left == 0 { Field::EndOfAxes } else { Field::Axis }
            }
            Field::EndOfAxes => self.end_axes()?,
            Field::Section => {
                let (count, data) = (self.header.count(), self.varint()?);
                if count as u64 > data {
                    let why = "it is shorter than one byte for each element";
                    return Err(at(ErrorKind::SectionLength { why, needed: count as u64, left: data }, self.at));
                }
                self.end_header(data, 0)?
            }
            Field::Element => {
                let len = self.varint()?;
                self.limit(Limit::ElementBytes, self.options.max_element_bytes, len, end)?;
                let found = (end.saturating_sub(self.elements_at) as u64).saturating_add(len);
                self.limit(Limit::Bytes, self.options.max_bytes, found, self.at)?;
                self.skip = usize::try_from(len).unwrap_or(usize::MAX);
                self.elements_left = self.elements_left.saturating_sub(1);
                if self.elements_left == 0 { self.end_tensor() } else { Field::Element }
            }
        };
        (self.at, self.held_len, self.field) = (end, 0, next);
        Ok(())
    }

    /// Returns the field behind the axes of a header.
    fn end_axes(&mut self) -> Result<Field, DecodeError> {
        let count = self.header.count();
        self.limit(Limit::Elements, self.options.max_elements, count as u64, self.header.axes_at)?;
        self.elements_at = self.at;
        match self.header.element_type.size() {
            Some(size) => self.end_header(count.saturating_mul(size) as u64, 0),
            None if self.options.dialect.has_section() => Ok(Field::Section),
            None => self.end_header(0, count),
        }
    }

    /// Returns the field behind a header: `data` bytes are to be passed over, and the lengths of `elements` to be read.
    fn end_header(&mut self, data: u64, elements: usize) -> Result<Field, DecodeError> {
        let PartialHeader { start, axes_at, element_type, .. } = self.header;
        self.limit(Limit::Bytes, self.options.max_bytes, data, axes_at)?;
        if self.is_names {
            let tensors = self.header.count();
            let header = Header { element_type, shape: self.header.shape.clone() };
            check_names(&header).map_err(|kind| at(kind, start))?;
            self.limit(Limit::Params, self.options.max_params, tensors as u64, start)?;
            (self.is_names, self.tensors_left) = (false, tensors);
        }
        self.skip = usize::try_from(data).unwrap_or(usize::MAX);
        self.elements_left = elements;
        Ok(if elements == 0 { self.end_tensor() } else { Field::Element })
    }

    /// Returns the field behind a tensor.
    fn end_tensor(&mut self) -> Field {
        match self.tensors_left.checked_sub(1) {
            Some(left) => {
                self.tensors_left = left;
                Field::ElementType
            }
            None => Field::End,
        }
    }
}

impl PartialHeader {
    fn count(&self) -> usize {
        let size = self.element_type.size().unwrap_or(1);
        if self.shape.contains(&0) { 0 } else { self.bytes.checked_div(size).unwrap_or_default() }
    }
}
