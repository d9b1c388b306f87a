//! Every way of decoding one tensor.

use std::io::{self, Read};

use ndarray::{Array, IxDyn};
use tensor_format::{DecodeError, ErrorKind, Tensor, TensorRef, decthings::Options};

use super::values::{Item, Observe, One};

/// Where the bytes come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// Bytes in memory, all of them one tensor.
    Slice,
    /// Bytes in memory, of which the tensor is the first part.
    Prefix,
    /// A stream that ends with the tensor.
    Stream,
}

/// A way of decoding.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// Where the bytes come from.
    pub input: Input,
    /// Whether it borrows numbers as they lie, and so may refuse for their alignment.
    pub needs_alignment: bool,
    target: &'static str,
}

impl Way {
    /// From bytes in memory, as the type named.
    #[must_use]
    pub fn slice(target: &'static str) -> Self {
        Self { input: Input::Slice, needs_alignment: false, target }
    }

    /// From bytes in memory, borrowing numbers as they lie.
    #[must_use]
    pub fn borrowing(target: &'static str) -> Self {
        Self { needs_alignment: true, ..Self::slice(target) }
    }

    /// Whether the error is that this machine cannot borrow numbers as they lie: for their address, or its byte order.
    pub fn cannot_borrow(&self, error: &DecodeError) -> bool {
        let foreign = cfg!(target_endian = "big") && matches!(error.kind(), ErrorKind::NotBorrowable { .. });
        self.needs_alignment && (foreign || matches!(error.kind(), ErrorKind::Misaligned { .. }))
    }

    fn prefix(target: &'static str) -> Self {
        Self { input: Input::Prefix, ..Self::slice(target) }
    }

    fn stream(target: &'static str) -> Self {
        Self { input: Input::Stream, ..Self::slice(target) }
    }
}

impl std::fmt::Display for Way {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let verb = match self.input {
            Input::Slice => "from_slice",
            Input::Prefix => "from_prefix",
            Input::Stream => "from_reader",
        };
        write!(f, "{verb} as {}", self.target)
    }
}

/// Judges the ways.
pub trait Visitor<A> {
    /// Judges one way. `decode` gives the value and the number of bytes it took.
    fn visit<T: Observe<A>>(&mut self, way: Way, decode: impl Fn() -> Result<(T, usize), DecodeError>);
}

/// Decodes `bytes` in every way that fits a tensor of elements `A`; for prefixes `extended`, which begins with them.
pub fn visit_all<A: Item>(bytes: &[u8], extended: &[u8], options: &Options, visitor: &mut impl Visitor<A>) {
    let all = bytes.len();
    visitor.visit(Way::slice("TensorRef"), || Ok((options.from_slice::<TensorRef<'_>>(bytes)?, all)));
    visitor.visit(Way::slice("Tensor"), || Ok((options.from_slice::<Tensor>(bytes)?, all)));
    visitor.visit(Way::slice("Array"), || Ok((options.from_slice::<Array<A, IxDyn>>(bytes)?, all)));
    visitor.visit(Way::slice("a Tensor that is there"), || {
        let mut tensor = Tensor::from_vec((), vec![0u8])?;
        options.decode_into(bytes, &mut tensor)?;
        Ok((tensor, all))
    });
    visitor.visit(Way::slice("an Array that is there"), || {
        let mut array = Array::from_shape_fn(IxDyn(&[0]), |_| unreachable!("an axis of length 0"));
        options.decode_into::<Array<A, IxDyn>>(bytes, &mut array)?;
        Ok((array, all))
    });
    A::visit_borrowing(bytes, options, visitor);

    visitor.visit(Way::prefix("TensorRef"), || options.from_prefix::<TensorRef<'_>>(extended));
    visitor.visit(Way::prefix("Tensor"), || options.from_prefix::<Tensor>(extended));
    visitor.visit(Way::prefix("Array"), || options.from_prefix::<Array<A, IxDyn>>(extended));

    visitor.visit(Way::stream("Tensor"), || Ok((options.from_reader::<Tensor, _>(bytes)?, all)));
    visitor.visit(Way::stream("Array"), || Ok((options.from_reader::<Array<A, IxDyn>, _>(bytes)?, all)));
    visitor
        .visit(Way::stream("Tensor, byte by byte"), || Ok((options.from_reader::<Tensor, _>(ByteByByte(bytes))?, all)));

    // A type of fixed rank refuses other ranks, so it is tried on its own rank only.
    match bytes.get(1) {
        Some(0) => {
            visitor.visit(Way::slice("a scalar"), || Ok((options.from_slice::<A>(bytes).map(One)?, all)));
            visitor.visit(Way::prefix("a scalar"), || {
                options.from_prefix::<A>(extended).map(|(value, len)| (One(value), len))
            });
            visitor.visit(Way::stream("a scalar"), || Ok((options.from_reader::<A, _>(bytes).map(One)?, all)));
        }
        Some(1) => {
            visitor.visit(Way::slice("Vec"), || Ok((options.from_slice::<Vec<A>>(bytes)?, all)));
            visitor.visit(Way::prefix("Vec"), || options.from_prefix::<Vec<A>>(extended));
            visitor.visit(Way::stream("Vec"), || Ok((options.from_reader::<Vec<A>, _>(bytes)?, all)));
        }
        _ => {}
    }
}

/// A stream that gives one byte a call.
struct ByteByByte<'a>(&'a [u8]);

impl Read for ByteByByte<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let most = into.len().min(1);
        self.0.read(&mut into[..most])
    }
}
