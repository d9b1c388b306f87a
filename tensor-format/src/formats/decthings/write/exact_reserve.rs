//! A sink that counts the bytes of a value and makes room before it writes them. `encode` is compiled once for both,
//! where going over the value twice would compile it twice.

use alloc::vec::Vec;

use super::{super::Options, Count, Size, Writer};
use crate::{
    Block, ElementType, EncodeError, Payload, RecordType, Sink,
    error::memory::{reserve, reserve_exact},
    traits::sink::fields::EncodeFields,
};

/// A sink that appends a tensor, or a record whose fields come by one call, to a buffer that grows once. For a record
/// that comes in several calls the buffer grows with each.
pub(in super::super) struct ExactReserve<'o> {
    out: &'o mut Vec<u8>,
    options: &'o Options,
}

impl<'o> ExactReserve<'o> {
    #[inline]
    pub(in super::super) fn new(out: &'o mut Vec<u8>, options: &'o Options) -> Self {
        Self { out, options }
    }

    #[inline]
    fn counter(&self) -> Writer<Size> {
        Writer::new(Size(Count(0)), self.options)
    }

    #[inline]
    fn writer(&mut self) -> Writer<&mut Vec<u8>> {
        Writer::new(&mut *self.out, self.options)
    }
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

/// Counts the bytes that one call of a sink's method writes, reserves memory for them, and writes them.
macro_rules! counted {
    ($self:ident.$put:ident $(::<$($generic:ty),*>)? ($($given:expr),*)) => {{
        let mut counter = $self.counter();
        match counter.$put$(::<$($generic),*>)?($($given),*) {
            Ok(()) => {
                make_room($self.out, counter.out.0.0)?;
                $self.writer().$put$(::<$($generic),*>)?($($given),*)
            }
            Err(error) => Err(error),
        }
    }};
}

impl<'a> Sink<'a> for ExactReserve<'_> {
    #[inline]
    fn tensor<P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        counted!(self.tensor(element_type, shape, payload))
    }

    #[inline]
    fn block<T: Block>(&mut self, value: &'a T) -> Result<(), EncodeError> {
        counted!(self.block(value))
    }

    #[inline]
    fn list<T: Block, P: Payload<'a>>(&mut self, n: usize, payload: &P) -> Result<(), EncodeError> {
        counted!(self.list::<T, P>(n, payload))
    }

    #[inline]
    fn fields<F: EncodeFields<'a>>(&mut self, record: RecordType, fields: &F, named: bool) -> Result<(), EncodeError> {
        counted!(self.fields(record, fields, named))
    }

    fn record(&mut self, record: RecordType, counts: &[usize]) -> Result<(), EncodeError> {
        self.writer().record(record, counts)
    }

    fn names<'n, I>(&mut self, names: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        self.writer().names(names)
    }
}
