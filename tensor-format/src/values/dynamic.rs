//! Versions of the encoding traits that can be used as `dyn`, for lists of values whose types differ.

use alloc::vec::Vec;

use crate::{
    Block, ByteOrder, Element, ElementSink, ElementType, Encode, EncodeError, HasRules, OneBlock, Payload, RecordType,
    Rules, Sink, Variable,
    traits::{encode::validate::validate, header_of, sink::elements::strided::copy_bytes},
};

/// A version of [`Encode`] that can be used as `dyn`. Every type that implements `Encode` has it.
///
/// ```
/// use tensor_format::codec::DynEncode;
/// let values: [Box<dyn DynEncode>; 2] = [Box::new(1.5f32), Box::new("text")];
/// let mut out = Vec::new();
/// for value in &values {
///     tensor_format::append(&**value, &mut out)?;
/// }
/// assert_eq!(out, b"\x01\x00\x00\x00\xc0\x3f\x0b\x00\x04text");
/// # Ok::<(), tensor_format::EncodeError>(())
/// ```
pub trait DynEncode {
    /// Returns the rules of the value's type.
    fn rules(&self) -> Rules<'static>;

    /// Passes the value to a sink.
    ///
    /// # Errors
    ///
    /// As [`Encode::encode`].
    fn encode_dyn<'a>(&'a self, sink: &mut dyn DynSink<'a>) -> Result<(), EncodeError>;
}

impl<T: Encode> DynEncode for T {
    fn rules(&self) -> Rules<'static> {
        T::RULES
    }

    fn encode_dyn<'a>(&'a self, sink: &mut dyn DynSink<'a>) -> Result<(), EncodeError> {
        self.encode(&mut ToDyn(sink))
    }
}

macro_rules! encode {
    ($($value:ty),*) => { $(
        impl HasRules for $value {
            const RULES: Rules<'static> = Rules::ANY;
        }

        impl Encode for $value {
            fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
                self.encode_dyn(&mut FromStatic { sink, next: None, is_told: false })
            }

            fn validate(&self) -> Result<(), EncodeError> {
                validate(self, self.rules())
            }
        }
    )* };
}

encode!(dyn DynEncode + '_, dyn DynEncode + Send + '_, dyn DynEncode + Send + Sync + '_);

/// A version of [`Sink`] that can be used as `dyn`.
pub trait DynSink<'a> {
    /// Writes one tensor, as [`Sink::tensor`] does.
    ///
    /// # Errors
    ///
    /// As [`Sink::tensor`].
    fn tensor_dyn(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &dyn DynPayload<'a>,
    ) -> Result<(), EncodeError>;

    /// Writes one tensor of numbers that are next to each other in the value, in the machine's byte order.
    ///
    /// # Errors
    ///
    /// As [`Sink::tensor`].
    fn numbers_dyn(&mut self, element_type: ElementType, shape: &[usize], bytes: &'a [u8]) -> Result<(), EncodeError> {
        self.tensor_dyn(element_type, shape, &NativeBytes { element_type, bytes })
    }

    /// Writes metadata of the next record, as [`Sink::metadata`] does.
    ///
    /// # Errors
    ///
    /// As [`Sink::metadata`].
    fn metadata_dyn(&mut self, name: &str, json: &str) -> Result<(), EncodeError> {
        let _ = name;
        if json == "null" { Ok(()) } else { Err(crate::ErrorKind::NoMetadata.into()) }
    }

    /// Begins a record whose tensors have these names, as [`Sink::names`] does.
    ///
    /// # Errors
    ///
    /// As [`Sink::names`].
    fn names_dyn(&mut self, names: &[&str]) -> Result<(), EncodeError>;

    /// Begins a record of a type, as [`Sink::record`] does.
    ///
    /// # Errors
    ///
    /// As [`Sink::record`].
    fn record_dyn(&mut self, record: RecordType, counts: &[usize]) -> Result<(), EncodeError> {
        self.names_dyn(&record.rules().names_of_tensors(counts).collect::<Vec<_>>())
    }

    /// Selects the parameter of the tensors that come next, as [`Sink::parameter`] does.
    fn parameter_dyn(&mut self, index: usize) {
        let _ = index;
    }
}

/// A version of [`Payload`] that can be used as `dyn`.
pub trait DynPayload<'a> {
    /// Writes all elements, as [`Payload::write`] does.
    ///
    /// # Errors
    ///
    /// As [`Payload::write`].
    fn write_dyn(&self, out: &mut dyn DynElementSink<'a>) -> Result<(), EncodeError>;
}

/// A version of [`ElementSink`] that can be used as `dyn`.
pub trait DynElementSink<'a> {
    /// Writes fixed-size elements from their bytes, as [`ElementSink::bytes`] does.
    ///
    /// # Errors
    ///
    /// As [`ElementSink::bytes`].
    fn bytes_dyn(&mut self, element_type: ElementType, bytes: &'a [u8], order: ByteOrder) -> Result<(), EncodeError>;

    /// Writes numbers from bytes in the machine's byte order that need not outlive the call.
    ///
    /// # Errors
    ///
    /// As [`ElementSink::copy_numbers`].
    fn copy_dyn(&mut self, element_type: ElementType, bytes: &[u8]) -> Result<(), EncodeError>;

    /// Writes one element of variable size, as [`ElementSink::variable`] does.
    ///
    /// # Errors
    ///
    /// As [`ElementSink::variable`].
    fn variable_dyn(&mut self, element: Variable<'a>) -> Result<(), EncodeError>;
}

/// Wraps a [`DynSink`] so that it can be used as a [`Sink`].
struct ToDyn<'s, 'a>(&'s mut dyn DynSink<'a>);

impl<'a> Sink<'a> for ToDyn<'_, 'a> {
    fn tensor<P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        self.0.tensor_dyn(element_type, shape, &PayloadToDyn(payload))
    }

    // One dynamic call, where a payload and the sink of its elements would take two more.
    fn block<T: Block>(&mut self, value: &'a T) -> Result<(), EncodeError> {
        let (element_type, shape) = header_of::<T>()?;
        match T::bytes_of(core::slice::from_ref(value)) {
            Some(bytes) => self.0.numbers_dyn(element_type, &shape, bytes),
            None => self.tensor(element_type, &shape, &OneBlock(value)),
        }
    }

    fn metadata(&mut self, name: &str, json: &str) -> Result<(), EncodeError> {
        self.0.metadata_dyn(name, json)
    }

    fn names<'n, I>(&mut self, names: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        self.0.names_dyn(&names.collect::<Vec<_>>())
    }

    fn record(&mut self, record: RecordType, counts: &[usize]) -> Result<(), EncodeError> {
        self.0.record_dyn(record, counts)
    }

    fn parameter(&mut self, index: usize) -> &mut Self {
        self.0.parameter_dyn(index);
        self
    }
}

/// Numbers in the machine's byte order.
struct NativeBytes<'a> {
    element_type: ElementType,
    bytes: &'a [u8],
}

impl<'a> Payload<'a> for NativeBytes<'a> {
    fn write<W: ElementSink<'a>>(&self, out: &mut W) -> Result<(), EncodeError> {
        out.bytes(self.element_type, self.bytes, ByteOrder::NATIVE)
    }
}

impl<'a> DynPayload<'a> for NativeBytes<'a> {
    fn write_dyn(&self, out: &mut dyn DynElementSink<'a>) -> Result<(), EncodeError> {
        out.bytes_dyn(self.element_type, self.bytes, ByteOrder::NATIVE)
    }
}

struct PayloadToDyn<'p, P>(&'p P);

impl<'a, P: Payload<'a>> DynPayload<'a> for PayloadToDyn<'_, P> {
    fn write_dyn(&self, out: &mut dyn DynElementSink<'a>) -> Result<(), EncodeError> {
        self.0.write(&mut ElementsToDyn(out))
    }
}

struct ElementsToDyn<'s, 'a>(&'s mut dyn DynElementSink<'a>);

impl<'a> ElementSink<'a> for ElementsToDyn<'_, 'a> {
    fn numbers<T: Element>(&mut self, run: &'a [T]) -> Result<(), EncodeError> {
        self.0.bytes_dyn(T::TYPE, T::as_bytes(run), ByteOrder::NATIVE)
    }

    fn copy_numbers<T: Element>(&mut self, run: &[T]) -> Result<(), EncodeError> {
        self.0.copy_dyn(T::TYPE, T::as_bytes(run))
    }

    fn bytes(&mut self, element_type: ElementType, bytes: &'a [u8], order: ByteOrder) -> Result<(), EncodeError> {
        self.0.bytes_dyn(element_type, bytes, order)
    }

    fn variable(&mut self, element: Variable<'a>) -> Result<(), EncodeError> {
        self.0.variable_dyn(element)
    }
}

/// Wraps a [`Sink`] so that it can be used as a [`DynSink`].
struct FromStatic<'s, S> {
    sink: &'s mut S,
    /// The position of the parameter of the next tensor in a record.
    next: Option<usize>,
    /// Whether the value says the positions, so that they are not counted.
    is_told: bool,
}

impl<'a, S: Sink<'a>> FromStatic<'_, S> {
    /// Tells the sink the parameter of the next tensor, if it is one of a record.
    #[inline]
    fn parameter(&mut self) {
        if let Some(index) = &mut self.next {
            self.sink.parameter(*index);
            if !self.is_told {
                *index = index.saturating_add(1);
            }
        }
    }
}

impl<'a, S: Sink<'a>> DynSink<'a> for FromStatic<'_, S> {
    fn tensor_dyn(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &dyn DynPayload<'a>,
    ) -> Result<(), EncodeError> {
        self.parameter();
        self.sink.tensor(element_type, shape, &PayloadFromDyn(payload))
    }

    fn numbers_dyn(&mut self, element_type: ElementType, shape: &[usize], bytes: &'a [u8]) -> Result<(), EncodeError> {
        self.parameter();
        self.sink.tensor(element_type, shape, &NativeBytes { element_type, bytes })
    }

    fn metadata_dyn(&mut self, name: &str, json: &str) -> Result<(), EncodeError> {
        self.sink.metadata(name, json)
    }

    fn names_dyn(&mut self, names: &[&str]) -> Result<(), EncodeError> {
        (self.next, self.is_told) = (Some(0), false);
        self.sink.names(names.iter().copied())
    }

    fn record_dyn(&mut self, record: RecordType, counts: &[usize]) -> Result<(), EncodeError> {
        (self.next, self.is_told) = (Some(0), false);
        self.sink.record(record, counts)
    }

    fn parameter_dyn(&mut self, index: usize) {
        (self.next, self.is_told) = (Some(index), true);
    }
}

struct PayloadFromDyn<'p, 'a>(&'p dyn DynPayload<'a>);

impl<'a> Payload<'a> for PayloadFromDyn<'_, 'a> {
    fn write<W: ElementSink<'a>>(&self, out: &mut W) -> Result<(), EncodeError> {
        self.0.write_dyn(&mut ElementsFromStatic(out))
    }
}

struct ElementsFromStatic<'s, W>(&'s mut W);

impl<'a, W: ElementSink<'a>> DynElementSink<'a> for ElementsFromStatic<'_, W> {
    fn bytes_dyn(&mut self, element_type: ElementType, bytes: &'a [u8], order: ByteOrder) -> Result<(), EncodeError> {
        self.0.bytes(element_type, bytes, order)
    }

    fn copy_dyn(&mut self, element_type: ElementType, bytes: &[u8]) -> Result<(), EncodeError> {
        copy_bytes(self.0, element_type, bytes, ByteOrder::NATIVE)
    }

    fn variable_dyn(&mut self, element: Variable<'a>) -> Result<(), EncodeError> {
        self.0.variable(element)
    }
}
