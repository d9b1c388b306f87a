//! Encoded values as lists of tensors, each in one piece of memory: borrowed from the value where its elements are one
//! run of bytes, else a copy.

use alloc::{borrow::Cow, vec::Vec};

#[cfg(feature = "json")]
use super::elements::gathered;
use super::elements::{gather, names_of};
use crate::{ElementType, Encode, EncodeError, ErrorKind, Header, Payload, RecordType, Sink};
#[cfg(feature = "json")]
use crate::{RecordRef, Value};

/// An encoded value: its tensors, each in one piece of memory.
#[derive(Default)]
pub(crate) struct EncodedTensors<'a> {
    /// The names of a record's tensors; `None` for one tensor.
    names: Option<Vec<Cow<'static, str>>>,
    tensors: Vec<(Header, Cow<'a, [u8]>)>,
}

/// A tensor of a record: its name, its element type and shape, and the bytes of its elements.
#[cfg(any(feature = "npy", feature = "safetensors"))]
pub(crate) type NamedTensor<'a> = (Cow<'static, str>, Header, Cow<'a, [u8]>);

impl<'a> EncodedTensors<'a> {
    pub(crate) fn of<T: Encode + ?Sized>(value: &'a T) -> Result<Self, EncodeError> {
        let mut pieces = EncodedTensors::default();
        value.encode(&mut pieces)?;
        Ok(pieces)
    }

    /// Returns the only tensor; an error if the value is a record.
    #[cfg(feature = "npy")]
    pub(crate) fn into_tensor(mut self) -> Result<(Header, Cow<'a, [u8]>), EncodeError> {
        if self.names.is_some() {
            return Err(ErrorKind::RecordFound { tensors: self.tensors.len() }.into());
        }
        match (self.tensors.pop(), self.tensors.is_empty()) {
            (Some(tensor), true) => Ok(tensor),
            _ => Err(ErrorKind::custom("the value wrote no tensor, or several without names").into()),
        }
    }

    /// Returns the tensors as a value of the model, borrowed.
    #[cfg(feature = "json")]
    pub(crate) fn value(&self) -> Result<Value<'_>, EncodeError> {
        let mut tensors = self.tensors.iter().map(|(header, bytes)| gathered(header.clone(), bytes));
        match &self.names {
            Some(names) if names.len() == self.tensors.len() => {
                let mut record = RecordRef::new();
                names.iter().zip(tensors).for_each(|(name, tensor)| record.push(&**name, tensor));
                Ok(Value::Record(record))
            }
            None if self.tensors.len() <= 1 => {
                tensors.next().map(Value::Tensor).ok_or_else(|| ErrorKind::custom("the value wrote no tensor").into())
            }
            _ => Err(ErrorKind::custom("the value wrote another number of tensors than it has names").into()),
        }
    }

    /// Returns the tensors of the record; an error if the value is one tensor, or if a name occurs twice.
    #[cfg(any(feature = "npy", feature = "safetensors"))]
    pub(crate) fn into_record(self) -> Result<Vec<NamedTensor<'a>>, EncodeError> {
        let Some(names) = self.names else { return Err(ErrorKind::TensorFound.into()) };
        if names.len() != self.tensors.len() {
            return Err(ErrorKind::custom("the value wrote another number of tensors than it has names").into());
        }
        let mut sorted: Vec<&str> = names.iter().map(|name| &**name).collect();
        sorted.sort_unstable();
        if let Some(name) = sorted.windows(2).find(|pair| pair.first() == pair.last()).and_then(<[&str]>::first) {
            return Err(EncodeError::new(ErrorKind::DuplicateParam).in_parameter(name));
        }
        Ok(names.into_iter().zip(self.tensors).map(|(name, (header, bytes))| (name, header, bytes)).collect())
    }
}

impl<'a> Sink<'a> for EncodedTensors<'a> {
    fn tensor<P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        let header = Header::new(element_type, shape);
        let bytes = gather(&header, payload)?;
        self.tensors.push((header, bytes));
        Ok(())
    }

    fn record(&mut self, record: RecordType, counts: &[usize]) -> Result<(), EncodeError> {
        self.names = Some(names_of(record, counts));
        Ok(())
    }

    fn names<'n, I>(&mut self, names: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        self.names = Some(names.map(|name| Cow::Owned(name.into())).collect());
        Ok(())
    }
}
