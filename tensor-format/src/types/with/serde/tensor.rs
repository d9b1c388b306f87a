//! Serde's traits for tensors and records.

use alloc::{borrow::Cow, string::String, vec::Vec};
use core::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor},
    ser::{Error as _, SerializeStruct},
};

use super::{
    elements::{Builder, Elements, from_packed},
    list,
    text::Item,
};
use crate::{
    ByteOrder, ElementType, ErrorKind, Record, RecordRef, Shape, Tensor, TensorRef,
    tensor::pack,
    variable::{MediaForm, PackedOptions, read_element},
};

impl Serialize for TensorRef<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let readable = serializer.is_human_readable();
        let mut form = serializer.serialize_struct("Tensor", 3)?;
        form.serialize_field("element_type", &self.element_type())?;
        form.serialize_field("shape", self.shape())?;
        if readable {
            form.serialize_field("data", &Elements(self))?;
        } else if self.element_type().size().is_some() {
            let bytes = self.try_to_bytes(ByteOrder::Little).map_err(S::Error::custom)?;
            form.serialize_field("data", &ByteData(bytes))?;
        } else {
            let (bytes, _) = pack(self.element_type(), self.variables()).map_err(S::Error::custom)?;
            form.serialize_field("data", &ByteData(bytes.into()))?;
        }
        form.end()
    }
}

impl Serialize for Tensor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_ref().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Tensor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        const FIELDS: &[&str] = &["element_type", "shape", "data"];
        let readable = deserializer.is_human_readable();
        deserializer.deserialize_struct("Tensor", FIELDS, TensorVisitor { readable })
    }
}

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "snake_case")]
enum FieldName {
    ElementType,
    Shape,
    Data,
}

struct TensorVisitor {
    readable: bool,
}

impl<'de> Visitor<'de> for TensorVisitor {
    type Value = Tensor;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a tensor: its element type, shape and data")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut fields: A) -> Result<Tensor, A::Error> {
        let element_type = fields.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
        let shape = fields.next_element()?.ok_or_else(|| A::Error::invalid_length(1, &self))?;
        let seed = DataSeed { readable: self.readable, element_type: Some(element_type) };
        let found = fields.next_element_seed(seed)?.ok_or_else(|| A::Error::invalid_length(2, &self))?;
        found.finish(element_type, shape).map_err(A::Error::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Tensor, A::Error> {
        let (mut element_type, mut shape, mut data) = (None, None, None);
        while let Some(field) = fields.next_key()? {
            match field {
                FieldName::ElementType if element_type.is_some() => {
                    return Err(A::Error::duplicate_field("element_type"));
                }
                FieldName::Shape if shape.is_some() => return Err(A::Error::duplicate_field("shape")),
                FieldName::Data if data.is_some() => return Err(A::Error::duplicate_field("data")),
                FieldName::ElementType => element_type = Some(fields.next_value()?),
                FieldName::Shape => shape = Some(fields.next_value()?),
                FieldName::Data => {
                    data = Some(fields.next_value_seed(DataSeed { readable: self.readable, element_type })?)
                }
            }
        }
        let element_type = element_type.ok_or_else(|| A::Error::missing_field("element_type"))?;
        let shape = shape.ok_or_else(|| A::Error::missing_field("shape"))?;
        let data: TensorData<'de> = data.ok_or_else(|| A::Error::missing_field("data"))?;
        data.finish(element_type, shape).map_err(A::Error::custom)
    }
}

/// Reads the elements of a tensor in the form of the format, binary or human-readable; as elements at once if their
/// type is known already.
struct DataSeed {
    readable: bool,
    element_type: Option<ElementType>,
}

/// The elements of a tensor as they were read.
enum TensorData<'de> {
    Bytes(Cow<'de, [u8]>),
    Elements(Builder),
    Items(Vec<Item>),
}

impl<'de> DeserializeSeed<'de> for DataSeed {
    type Value = TensorData<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<TensorData<'de>, D::Error> {
        match (self.readable, self.element_type) {
            (false, _) => deserializer.deserialize_byte_buf(BytesVisitor).map(TensorData::Bytes),
            (true, None) => list(deserializer, "a list of elements").map(TensorData::Items),
            (true, Some(element_type)) => deserializer.deserialize_seq(ElementsVisitor(Builder::new(element_type))),
        }
    }
}

impl TensorData<'_> {
    fn finish(self, element_type: ElementType, shape: Shape) -> Result<Tensor, ErrorKind> {
        match self {
            TensorData::Bytes(bytes) => from_bytes(element_type, shape, &bytes),
            TensorData::Elements(builder) => builder.finish(shape),
            TensorData::Items(items) => {
                let mut builder = Builder::new(element_type);
                items.into_iter().try_for_each(|item| builder.push(item))?;
                builder.finish(shape)
            }
        }
    }
}

/// Creates a tensor from the bytes that a binary format holds; every element is checked.
fn from_bytes(element_type: ElementType, shape: Shape, bytes: &[u8]) -> Result<Tensor, ErrorKind> {
    if element_type.size().is_some() {
        return Ok(TensorRef::from_bytes(element_type, shape, bytes, ByteOrder::Little)?.to_tensor());
    }
    let options = PackedOptions {
        form: MediaForm::LengthPrefixed,
        allow_non_canonical: false,
        allow_non_ascii: true,
        max_element_bytes: usize::MAX,
    };
    let (mut rest, mut count): (&[u8], usize) = (bytes, 0);
    while !rest.is_empty() {
        let (_, len) = read_element(rest, element_type, &options).map_err(|error| error.kind)?;
        rest = rest.get(len..).unwrap_or_default();
        count = count.saturating_add(1);
    }
    from_packed(element_type, shape, bytes, count)
}

struct ElementsVisitor(Builder);

impl<'de> Visitor<'de> for ElementsVisitor {
    type Value = TensorData<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of elements")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<TensorData<'de>, A::Error> {
        while let Some(item) = list.next_element()? {
            self.0.push(item).map_err(A::Error::custom)?;
        }
        Ok(TensorData::Elements(self.0))
    }
}

struct ByteData<'a>(Cow<'a, [u8]>);

impl Serialize for ByteData<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

struct BytesVisitor;

impl<'de> Visitor<'de> for BytesVisitor {
    type Value = Cow<'de, [u8]>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes")
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Self::Value, E> {
        Ok(Cow::Owned(bytes.into()))
    }

    fn visit_borrowed_bytes<E>(self, bytes: &'de [u8]) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(bytes))
    }

    fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Self::Value, E> {
        Ok(Cow::Owned(bytes))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = list.next_element()? {
            bytes.push(byte);
        }
        Ok(Cow::Owned(bytes))
    }
}

/// One tensor of a record.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Entry", deny_unknown_fields)]
struct Entry<N, T> {
    name: N,
    tensor: T,
}

impl Serialize for RecordRef<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|(name, tensor)| Entry { name, tensor }))
    }
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|(name, tensor)| Entry { name, tensor }))
    }
}

impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let entries: Vec<Entry<String, Tensor>> = list(deserializer, "a list of names and tensors")?;
        Ok(entries.into_iter().map(|Entry { name, tensor }| (name, tensor)).collect())
    }
}
