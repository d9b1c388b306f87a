//! Appends a value to a buffer that grows once: what has no room is counted, and written by one more go when there is.

use alloc::vec::Vec;

use super::{super::Options, Writer};
use crate::{
    Block, ElementType, EncodeError, ErrorKind, Payload, RecordType, Sink,
    error::memory::{reserve, reserve_exact},
    traits::{put_list, sink::fields::EncodeFields},
    util::{
        reinterpret::spare::{self, Spare, has_room},
        varint,
    },
};

/// Appends what `write` writes: by one call if there is room for it, else by one more, when there is room for the bytes
/// that the first one counted.
///
/// # Errors
///
/// Those of `write`, and [`OutOfMemory`](crate::ErrorKind::OutOfMemory). The buffer may hold a part then.
#[inline]
pub(in super::super) fn append_or_grow(
    out: &mut Vec<u8>,
    options: &Options,
    write: impl Fn(&mut Writer<&mut Spare<'_>>) -> Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    for is_first in [true, false] {
        match spare::append_with(out, is_first, |spare| write(&mut Writer::new(spare, options))) {
            (Err(error), _) => return Err(error),
            (Ok(()), None) => return Ok(()),
            (Ok(()), Some(bytes)) if is_first => make_room(out, bytes)?,
            _ => {}
        }
    }
    Err(grown())
}

/// Appends what `write` writes to a buffer that has room for it.
///
/// # Errors
///
/// Those of `write`. The buffer may hold a part then.
#[inline]
pub(in super::super) fn append_reserved(
    out: &mut Vec<u8>,
    options: &Options,
    write: impl FnOnce(&mut Writer<&mut Spare<'_>>) -> Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    match spare::append_with(out, false, |spare| write(&mut Writer::new(spare, options))) {
        (Ok(()), Some(_)) => Err(grown()),
        (result, _) => result,
    }
}

/// Returns the error for a hand-written `Encode` that writes more bytes each time.
#[cold]
fn grown() -> EncodeError {
    ErrorKind::custom("the value wrote more bytes than when they were counted").into()
}

/// Returns the number of bytes of a tensor, if that of its elements is known.
#[inline]
fn known_len(element_type: ElementType, shape: &[usize]) -> Option<usize> {
    let elements = crate::element_count(shape)?.checked_mul(element_type.size()?)?;
    let axes = shape.iter().map(|len| varint::len(*len as u64)).sum::<usize>();
    elements.checked_add(axes)?.checked_add(2)
}

/// Makes room for `bytes` more bytes. An empty buffer gets room for no more than these. One that holds messages already
/// grows by a factor, so that not each of many messages moves all those before it.
///
/// # Errors
///
/// [`OutOfMemory`](crate::ErrorKind::OutOfMemory): a tensor whose layout repeats elements may be of any size.
#[inline]
pub(in super::super) fn make_room(out: &mut Vec<u8>, bytes: usize) -> Result<(), EncodeError> {
    Ok(if out.is_empty() { reserve_exact(out, bytes) } else { reserve(out, bytes) }?)
}

/// A sink that appends a tensor, or a record whose fields come by one call, to a buffer that grows once. What a record
/// prepares before it is written is prepared once. For a record that comes in several calls the buffer grows with each.
pub(in super::super) struct ExactReserve<'o> {
    pub(in super::super) out: &'o mut Vec<u8>,
    pub(in super::super) options: &'o Options,
}

impl<'a> Sink<'a> for ExactReserve<'_> {
    #[inline]
    fn tensor<P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        let write = |writer: &mut Writer<&mut Spare<'_>>| writer.tensor(element_type, shape, payload);
        // What has no room at all need not be written once to be counted.
        let bytes = if has_room(self.out) { None } else { known_len(element_type, shape) };
        let Some(bytes) = bytes else { return append_or_grow(self.out, self.options, write) };
        make_room(self.out, bytes)?;
        append_reserved(self.out, self.options, write)
    }

    #[inline]
    fn block<T: Block>(&mut self, value: &'a T) -> Result<(), EncodeError> {
        append_or_grow(self.out, self.options, |writer| writer.block(value))
    }

    #[inline]
    fn list<T: Block, P: Payload<'a>>(&mut self, n: usize, payload: &P) -> Result<(), EncodeError> {
        if T::SIZE.is_some() && !has_room(self.out) {
            return put_list::<T, _, P>(self, n, payload);
        }
        append_or_grow(self.out, self.options, |writer| writer.list::<T, P>(n, payload))
    }

    #[inline]
    fn fields<F: EncodeFields<'a>>(&mut self, record: RecordType, fields: &F, named: bool) -> Result<(), EncodeError> {
        append_or_grow(self.out, self.options, |writer| writer.fields(record, fields, named))
    }

    fn record(&mut self, record: RecordType, counts: &[usize]) -> Result<(), EncodeError> {
        append_or_grow(self.out, self.options, |writer| writer.record(record, counts))
    }

    fn names<'n, I>(&mut self, names: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        append_or_grow(self.out, self.options, |writer| writer.names(names.clone()))
    }
}
