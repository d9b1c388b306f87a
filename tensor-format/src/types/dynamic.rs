//! Implementations for tensors and records whose element types and shapes are known only at run time.

use alloc::string::String;

use smallvec::SmallVec;

use crate::{
    Decode, DecodeError, ElementSink, ElementSource, Encode, EncodeError, ErrorKind, HasRules, Payload, Record,
    RecordRef, RecordRules, Rules, Sink, Source, Tensor, TensorRef, ValueBuf, error::AddPlace,
};

impl HasRules for TensorRef<'_> {
    const RULES: Rules<'static> = Rules::ANY;
}

impl Encode for TensorRef<'_> {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        sink.tensor(self.element_type(), self.shape(), self)
    }
}

impl<'de: 'x, 'x> Decode<'de> for TensorRef<'x> {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        source.whole()
    }
}

crate::field!(['x] TensorRef<'x>);

impl HasRules for Tensor {
    const RULES: Rules<'static> = Rules::ANY;
}

impl Encode for Tensor {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        sink.tensor(self.element_type(), self.shape(), &self)
    }
}

impl<'a> Payload<'a> for &'a Tensor {
    fn write<W: ElementSink<'a>>(&self, out: &mut W) -> Result<(), EncodeError> {
        (*self).as_ref().write(out)
    }
}

impl<'de> Decode<'de> for Tensor {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        let mut tensor = Tensor::empty();
        tensor.decode_into(source)?;
        Ok(tensor)
    }

    fn decode_into<S: Source<'de>>(&mut self, source: &mut S) -> Result<(), DecodeError> {
        let read = source.tensor().and_then(|(header, mut elements)| {
            elements.take_into(header, self)?;
            elements.end()
        });
        if read.is_err() {
            // What was read so far does not fill the shape.
            *self = Tensor::empty();
        }
        read
    }
}

crate::field!(Tensor);

// As fields they are refused by what is checked of nested records, which says why.
crate::field!(['x] RecordRef<'x>);
crate::field!(Record);

const ANY_RECORD: Rules<'static> = Rules::Record(RecordRules::ANY);

impl HasRules for RecordRef<'_> {
    const RULES: Rules<'static> = ANY_RECORD;
}

impl HasRules for Record {
    const RULES: Rules<'static> = ANY_RECORD;
}

impl Encode for RecordRef<'_> {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        check_names(self.iter().map(|(name, _)| name))?;
        sink.names(self.iter().map(|(name, _)| name))?;
        self.iter()
            .enumerate()
            .try_for_each(|(index, (name, tensor))| tensor.encode(sink.parameter(index)).in_parameter(name))
    }
}

impl Encode for Record {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        check_names(self.iter().map(|(name, _)| name))?;
        sink.names(self.iter().map(|(name, _)| name))?;
        self.iter()
            .enumerate()
            .try_for_each(|(index, (name, tensor))| tensor.encode(sink.parameter(index)).in_parameter(name))
    }
}

/// Returns an error for a name that is used again after another name: no reader could return such tensors in order.
fn check_names<'n>(names: impl Iterator<Item = &'n str>) -> Result<(), EncodeError> {
    let mut groups: SmallVec<[&str; 16]> = SmallVec::new();
    for name in names {
        if groups.last() != Some(&name) {
            groups.push(name);
        }
    }
    groups.sort_unstable();
    match groups.windows(2).find(|pair| pair.first() == pair.last()).and_then(<[&str]>::first) {
        Some(name) => Err(EncodeError::new(ErrorKind::DuplicateParam).in_parameter(name)),
        None => Ok(()),
    }
}

impl<'de: 'x, 'x> Decode<'de> for RecordRef<'x> {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        source.record(Self::RECORD)?;
        let mut record = RecordRef::new();
        while source.next_name()? {
            let tensor = TensorRef::decode(source).map_err(|error| error.in_parameter(source.name()))?;
            match source.lent_name() {
                Some(name) => record.push(name, tensor),
                None => record.push(String::from(source.name()), tensor),
            }
        }
        repeated(record.iter().map(|(name, _)| name))?;
        Ok(record)
    }
}

impl<'de> Decode<'de> for Record {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        let mut record = Record::new();
        record.decode_into(source)?;
        Ok(record)
    }

    fn decode_into<S: Source<'de>>(&mut self, source: &mut S) -> Result<(), DecodeError> {
        source.record(Self::RECORD)?;
        let mut read: usize = 0;
        while source.next_name()? {
            let most = source.tensors_left().saturating_add(1);
            let Some(tensor) = self.entry_mut(read, source.name(), most) else { break };
            tensor.decode_into(source).map_err(|error| error.in_parameter(source.name()))?;
            read = read.saturating_add(1);
        }
        self.truncate(read);
        repeated(self.iter().map(|(name, _)| name))
    }
}

fn repeated<'n>(names: impl Iterator<Item = &'n str>) -> Result<(), DecodeError> {
    check_names(names).map_err(DecodeError::from)
}

impl From<Tensor> for ValueBuf {
    fn from(tensor: Tensor) -> Self {
        ValueBuf::Tensor(tensor)
    }
}

impl From<Record> for ValueBuf {
    fn from(record: Record) -> Self {
        ValueBuf::Record(record)
    }
}
