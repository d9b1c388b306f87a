//! Where the largest payload of numbers in a message begins.

use super::{
    Options,
    element_type::from_byte,
    write::{Count, Writer},
};
use crate::{ElementType, Encode, EncodeError, Payload, RecordType, Sink, varint};

/// The bytes of a tensor's numbers within a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stretch {
    pub(super) at: usize,
    pub(super) len: usize,
}

impl Stretch {
    /// The larger of two, or this one.
    pub(super) fn or(&mut self, at: usize, len: usize) {
        if len > self.len {
            *self = Self { at, len };
        }
    }
}

/// The largest payload of a message as far as it is there, and where what is not seen yet begins. Faults end the
/// search: they are the reader's to find.
pub(super) fn largest_payload(message: &[u8], options: &Options) -> (Stretch, usize) {
    let (mut largest, mut at) = (Stretch::default(), 0);
    while let Some(end) = tensor(message, at, options, &mut largest) {
        at = end;
    }
    (largest, at)
}

/// Where the tensor at this position ends, if its header is there.
fn tensor(message: &[u8], at: usize, options: &Options, largest: &mut Stretch) -> Option<usize> {
    let &[byte, rank] = message.get(at..)?.first_chunk()?;
    let element_type = from_byte(byte)?;
    let mut at = at.checked_add(2)?;
    let (mut count, mut is_empty) = (1usize, false);
    for _ in 0..rank {
        let len = usize::try_from(next(message, &mut at)?).ok()?;
        is_empty |= len == 0;
        count = count.checked_mul(len.max(1))?;
    }
    let count = if is_empty { 0 } else { count };
    if let Some(size) = element_type.size() {
        let len = count.checked_mul(size)?;
        largest.or(at, len);
        return at.checked_add(len);
    }
    if options.dialect.has_section() {
        let len = usize::try_from(next(message, &mut at)?).ok()?;
        return at.checked_add(len);
    }
    for _ in 0..count {
        let len = usize::try_from(next(message, &mut at)?).ok()?;
        at = at.checked_add(len)?;
    }
    Some(at)
}

fn next(message: &[u8], at: &mut usize) -> Option<u64> {
    let (value, len) = varint::read(message.get(*at..)?, true).ok()?;
    *at = at.checked_add(len)?;
    Some(value)
}

/// The number of bytes of a value without padding, and where its largest payload begins.
pub(super) fn measured<T: Encode + ?Sized>(value: &T, options: &Options) -> Result<(usize, usize), EncodeError> {
    let mut measured = Measured { writer: Writer::new(Count(0), options), largest: Stretch::default() };
    value.encode(&mut measured)?;
    Ok((measured.writer.out.0, measured.largest.at))
}

/// Counts the bytes of a value, and notes its largest payload.
struct Measured {
    writer: Writer<Count>,
    largest: Stretch,
}

impl<'a> Sink<'a> for Measured {
    fn tensor<P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        let count = self.writer.put_header(element_type, shape)?;
        let at = self.writer.out.0;
        self.writer.put_elements(element_type, count, payload)?;
        if element_type.size().is_some() {
            self.largest.or(at, self.writer.out.0.saturating_sub(at));
        }
        Ok(())
    }

    fn record(&mut self, record: RecordType, counts: &[usize]) -> Result<(), EncodeError> {
        self.writer.record(record, counts)
    }

    fn names<'n, I>(&mut self, names: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        self.writer.names(names)
    }
}
