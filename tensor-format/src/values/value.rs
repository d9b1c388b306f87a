//! Values whose type is known only at run time, with the sink that creates them and the source that reads them.

use alloc::{borrow::Cow, string::String, vec::Vec};
use core::fmt;

use super::{
    elements::{gather, gathered},
    tensor_elements::{Expansion, TensorCursor},
};
use crate::{
    Decode, DecodeError, DecodeOwned, ElementSource, ElementType, Encode, EncodeError, ErrorKind, Header, Payload,
    Record, RecordOrder, RecordRef, RecordType, Sink, Source, Tensor, TensorRef,
    error::ExpansionLimit,
    traits::{EmptyLimit, exhausted},
};

/// A borrowed value: one tensor or a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value<'de> {
    /// One tensor.
    Tensor(TensorRef<'de>),
    /// A record.
    Record(RecordRef<'de>),
}

/// An owned value: one tensor or a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ValueBuf {
    /// One tensor.
    Tensor(Tensor),
    /// A record.
    Record(Record),
}

impl ValueBuf {
    /// Returns the value as one that borrows from this.
    #[must_use]
    pub fn as_ref(&self) -> Value<'_> {
        match self {
            ValueBuf::Tensor(tensor) => Value::Tensor(tensor.as_ref()),
            ValueBuf::Record(record) => Value::Record(record.as_ref()),
        }
    }
}

/// Writes the tensor or record as its own `Display` does.
impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Tensor(tensor) => fmt::Display::fmt(tensor, f),
            Value::Record(record) => fmt::Display::fmt(record, f),
        }
    }
}

/// Writes the tensor or record as its own `Display` does.
impl fmt::Display for ValueBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueBuf::Tensor(tensor) => fmt::Display::fmt(tensor, f),
            ValueBuf::Record(record) => fmt::Display::fmt(record, f),
        }
    }
}

/// Converts a typed value to owned tensors.
///
/// # Errors
///
/// When the value breaks its own rules.
///
/// ```
/// use tensor_format::{ValueBuf, to_value};
/// let ValueBuf::Tensor(t) = to_value(&vec![1.5f32, 2.5])? else { unreachable!() };
/// assert_eq!(t.header().to_string(), "f32 [2]");
/// # Ok::<(), tensor_format::EncodeError>(())
/// ```
pub fn to_value<T: Encode + ?Sized>(value: &T) -> Result<ValueBuf, EncodeError> {
    let mut sink = ValueSink::default();
    value.encode(&mut sink)?;
    sink.without_metadata()
}

/// A list of metadata: names, and values as JSON.
pub(crate) type MetadataBuf = Vec<(String, String)>;

/// Returns the tensors and the metadata of a value.
pub(crate) fn collect_all<T: Encode>(value: &T) -> Result<(ValueBuf, MetadataBuf), EncodeError> {
    let mut sink = ValueSink::default();
    value.encode(&mut sink)?;
    sink.finish()
}

/// The metadata of a record: values as JSON, found by name.
pub(crate) trait Metadata: fmt::Debug {
    /// Returns the value under a name; `None` if there is none.
    fn get(&self, name: &str) -> Option<String>;
}

impl Metadata for MetadataBuf {
    fn get(&self, name: &str) -> Option<String> {
        self.iter().find(|(known, _)| known == name).map(|(_, json)| json.clone())
    }
}

impl ValueSink {
    /// Returns the tensors and the metadata that were written.
    pub(crate) fn finish(self) -> Result<(ValueBuf, MetadataBuf), EncodeError> {
        let Self { names, metadata, mut tensors } = self;
        let value = match names {
            Some(names) if names.len() == tensors.len() => ValueBuf::Record(names.into_iter().zip(tensors).collect()),
            None if tensors.len() <= 1 => match tensors.pop() {
                Some(tensor) => ValueBuf::Tensor(tensor),
                None => return Err(ErrorKind::custom("the value wrote no tensor").into()),
            },
            _ => return Err(ErrorKind::custom("the value wrote another number of tensors than it has names").into()),
        };
        Ok((value, metadata))
    }

    /// Returns the tensors that were written; metadata are an error.
    pub(crate) fn without_metadata(self) -> Result<ValueBuf, EncodeError> {
        let (value, metadata) = self.finish()?;
        match metadata.first() {
            Some((name, _)) => Err(EncodeError::new(ErrorKind::NoMetadata).in_parameter(name)),
            None => Ok(value),
        }
    }
}

/// Reads a typed value from the tensors of a [`Value`].
///
/// # Errors
///
/// Where the value breaks the rules of `T`.
///
/// ```
/// use tensor_format::{TensorRef, Value, from_value};
/// let value = Value::Tensor(TensorRef::from_slice([2], &[1u8, 2])?);
/// assert_eq!(from_value::<Vec<u8>>(&value)?, [1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn from_value<'de, T: Decode<'de>>(value: &Value<'de>) -> Result<T, DecodeError> {
    T::decode(&mut ValueSource::new(value))
}

/// Joins many values into one of type `B`, which has each parameter of all of them as one tensor with a leading axis.
///
/// # Errors
///
/// As [`Encode::encode_batch`] and [`Decode::decode`].
///
/// ```
/// let columns: Vec<[f32; 2]> = tensor_format::codec::to_columns(&[[1.0f32, 2.0], [3.0, 4.0]])?;
/// assert_eq!(columns, [[1.0, 2.0], [3.0, 4.0]]);
/// # Ok::<(), tensor_format::DecodeError>(())
/// ```
pub fn to_columns<B: DecodeOwned, T: Encode>(items: &[T]) -> Result<B, DecodeError> {
    let mut sink = ValueSink::default();
    T::encode_batch(items, &mut sink)?;
    from_value(&sink.without_metadata()?.as_ref())
}

#[derive(Default)]
pub(crate) struct ValueSink {
    names: Option<Vec<String>>,
    metadata: MetadataBuf,
    tensors: Vec<Tensor>,
}

impl<'a> Sink<'a> for ValueSink {
    fn tensor<P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        let header = Header::new(element_type, shape);
        let bytes = gather(&header, payload)?;
        self.tensors.push(gathered(header, &bytes).try_to_tensor()?);
        Ok(())
    }

    fn metadata(&mut self, name: &str, json: &str) -> Result<(), EncodeError> {
        if json != "null" {
            self.metadata.push((name.into(), json.into()));
        }
        Ok(())
    }

    fn names<'n, I>(&mut self, names: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        self.names = Some(names.map(Into::into).collect());
        Ok(())
    }
}

/// Reads a [`Value`]: one tensor, or the tensors of a record in order.
///
/// A format that has parsed its input into tensors reads typed values from them by this.
#[derive(Debug)]
pub struct ValueSource<'de, 'v> {
    value: &'v Value<'de>,
    metadata: Option<&'v dyn Metadata>,
    most: Option<Expansion>,
    /// How many items without elements may be read, as long as there is no current tensor, which goes on from it.
    limit: EmptyLimit,
    next: usize,
    /// The name of the current tensor of a record.
    name: Option<&'v str>,
    current: Option<TensorCursor<'de>>,
}

impl<'de, 'v> ValueSource<'de, 'v> {
    /// Creates a source of this value.
    #[must_use]
    pub fn new(value: &'v Value<'de>) -> Self {
        Self { value, metadata: None, most: None, limit: EmptyLimit::default(), next: 0, name: None, current: None }
    }

    /// Sets the metadata of the record.
    pub(crate) fn with_metadata(mut self, metadata: &'v dyn Metadata) -> Self {
        self.metadata = Some(metadata);
        self
    }

    /// Sets how many items without elements may be read: those that the input of the value still allows.
    pub(crate) fn with_empty_limit(mut self, limit: EmptyLimit) -> Self {
        self.limit = limit;
        self
    }

    /// Sets a limit on the memory into which elements are copied that are not in row-major order: the layout of an
    /// input may repeat them. `input` is the size of the input in bytes.
    #[allow(dead_code, reason = "for formats whose input has layouts")]
    pub(crate) fn with_limit(mut self, limit: ExpansionLimit, input: u64) -> Self {
        self.most = Some((limit, input));
        self
    }
}

impl<'de> Source<'de> for ValueSource<'de, '_> {
    type Elements<'s>
        = &'s mut TensorCursor<'de>
    where
        Self: 's;

    fn tensor(&mut self) -> Result<(Header, &mut TensorCursor<'de>), DecodeError> {
        let tensor = match self.value {
            Value::Tensor(tensor) if self.next == 0 => tensor,
            Value::Record(record) if self.name.is_none() => {
                return Err(ErrorKind::RecordFound { tensors: record.len() }.into());
            }
            Value::Record(record) => {
                record.entry(self.next.wrapping_sub(1)).map(|(_, tensor)| tensor).ok_or_else(|| exhausted(1, 0))?
            }
            Value::Tensor(_) => return Err(exhausted(1, 0)),
        };
        if matches!(self.value, Value::Tensor(_)) {
            self.next = 1;
        }
        let mut cursor = TensorCursor::new(tensor);
        cursor.most = self.most;
        cursor.limit = self.empty_limit().with_tensor(tensor.buffer().len());
        Ok((tensor.header().clone(), self.current.insert(cursor)))
    }

    fn metadata(&mut self, name: &str) -> Result<Option<Cow<'_, str>>, DecodeError> {
        Ok(self.metadata.and_then(|metadata| metadata.get(name)).map(Cow::Owned))
    }

    fn record(&mut self, _: RecordType) -> Result<RecordOrder, DecodeError> {
        match self.value {
            Value::Record(_) => Ok(RecordOrder::Any),
            Value::Tensor(_) => Err(ErrorKind::TensorFound.into()),
        }
    }

    fn next_name(&mut self) -> Result<bool, DecodeError> {
        let Value::Record(record) = self.value else { return Ok(false) };
        self.name = record.entry(self.next).map(|(name, _)| name);
        self.next = self.next.saturating_add(1);
        Ok(self.name.is_some())
    }

    fn name(&self) -> &str {
        self.name.unwrap_or_default()
    }

    fn each_name(&self, show: &mut dyn FnMut(&str)) {
        if let Value::Record(record) = self.value {
            record.iter().for_each(|(name, _)| show(name));
        }
    }

    fn skip_tensor(&mut self) -> Result<(), DecodeError> {
        Ok(())
    }

    fn count_empty(&mut self, items: usize) -> Result<(), ErrorKind> {
        match &mut self.current {
            Some(cursor) => cursor.count_empty(items),
            None => self.limit.add(items),
        }
    }

    fn empty_limit(&self) -> EmptyLimit {
        self.current.as_ref().map_or(self.limit, |cursor| cursor.limit)
    }
}
