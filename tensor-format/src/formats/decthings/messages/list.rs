//! The list of parameters in the JSON of a message.

use alloc::{string::String, vec::Vec};
use core::fmt;

use serde_core::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, IgnoredAny, MapAccess, Visitor},
    ser::SerializeStruct,
};

/// The parameters of a message in order, as its JSON lists them.
///
/// In JSON it is `[{"name": "x"}, ..]`, to be used as a field of whatever else a request says. A parameter whose data
/// are in a dataset names it: `{"name": "y", "data": {"type": "dataset", "datasetId": "..", "datasetKey": ".."}}`. The
/// Rust client 0.1.5 writes `dataset_id` and `dataset_key`, which are read too. Unknown fields are ignored.
///
/// ```
/// use tensor_format::decthings::{Dataset, ParameterList};
/// let list = ParameterList::from_iter(["x"]).with_dataset("y", Dataset::new("photos", "2024"));
/// let text = serde_json::to_string(&list)?;
/// assert_eq!(
///     text,
///     r#"[{"name":"x"},{"name":"y","data":{"type":"dataset","datasetId":"photos","datasetKey":"2024"}}]"#
/// );
/// assert_eq!(serde_json::from_str::<ParameterList>(&text)?, list);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ParameterList(Vec<ListedParameter>);

/// A parameter as the JSON of a message lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListedParameter {
    /// The name of the parameter.
    pub name: String,
    /// The dataset that holds the data, if they are not in the message.
    pub dataset: Option<Dataset>,
}

/// A place outside of the message where the data of a parameter are kept.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Dataset {
    /// The identifier of the dataset.
    pub id: String,
    /// The key within the dataset.
    pub key: String,
}

impl Dataset {
    /// Creates the reference to the data under `key` in the dataset `id`.
    pub fn new(id: impl Into<String>, key: impl Into<String>) -> Self {
        Self { id: id.into(), key: key.into() }
    }
}

impl ParameterList {
    /// Returns a list without parameters.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a parameter whose data are in the message.
    pub fn push(&mut self, name: impl Into<String>) {
        self.0.push(ListedParameter { name: name.into(), dataset: None });
    }

    /// Adds a parameter whose data are in a dataset.
    #[must_use]
    pub fn with_dataset(mut self, name: impl Into<String>, dataset: Dataset) -> Self {
        self.0.push(ListedParameter { name: name.into(), dataset: Some(dataset) });
        self
    }

    /// Returns the parameters in order.
    pub fn iter(&self) -> core::slice::Iter<'_, ListedParameter> {
        self.0.iter()
    }

    /// Returns the number of parameters.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are no parameters.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Makes a list of parameters with these names, whose data are all in the message.
impl<S: Into<String>> FromIterator<S> for ParameterList {
    fn from_iter<I: IntoIterator<Item = S>>(names: I) -> Self {
        Self(names.into_iter().map(|name| ListedParameter { name: name.into(), dataset: None }).collect())
    }
}

impl<'a> IntoIterator for &'a ParameterList {
    type Item = &'a ListedParameter;
    type IntoIter = core::slice::Iter<'a, ListedParameter>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Serialize for ParameterList {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

impl Serialize for ListedParameter {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = if self.dataset.is_some() { 2 } else { 1 };
        let mut out = serializer.serialize_struct("ListedParameter", fields)?;
        out.serialize_field("name", &self.name)?;
        match &self.dataset {
            Some(dataset) => out.serialize_field("data", dataset)?,
            None => out.skip_field("data")?,
        }
        out.end()
    }
}

impl Serialize for Dataset {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Dataset", 3)?;
        out.serialize_field("type", "dataset")?;
        out.serialize_field("datasetId", &self.id)?;
        out.serialize_field("datasetKey", &self.key)?;
        out.end()
    }
}

impl<'de> Deserialize<'de> for ParameterList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self)
    }
}

impl<'de> Deserialize<'de> for ListedParameter {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_struct("ListedParameter", &["name", "data"], ParameterVisitor)
    }
}

impl<'de> Deserialize<'de> for Dataset {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_struct("Dataset", &["type", "datasetId", "datasetKey"], DatasetVisitor)
    }
}

/// Reads the value of a field into `slot`; a field that comes twice is an error.
fn fill<'de, T: Deserialize<'de>, M: MapAccess<'de>>(
    slot: &mut Option<T>,
    field: &'static str,
    map: &mut M,
) -> Result<(), M::Error> {
    match slot.replace(map.next_value()?) {
        None => Ok(()),
        Some(_) => Err(M::Error::duplicate_field(field)),
    }
}

struct ParameterVisitor;

impl<'de> Visitor<'de> for ParameterVisitor {
    type Value = ListedParameter;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a parameter as {\"name\": \"..\"}")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<ListedParameter, M::Error> {
        let (mut name, mut data) = (None, None);
        while let Some(key) = map.next_key::<String>()? {
            match &*key {
                "name" => fill(&mut name, "name", &mut map)?,
                "data" => fill(&mut data, "data", &mut map)?,
                _ => map.next_value::<IgnoredAny>().map(|_| ())?,
            }
        }
        let name = name.ok_or_else(|| M::Error::missing_field("name"))?;
        Ok(ListedParameter { name, dataset: data.flatten() })
    }
}

struct DatasetVisitor;

impl<'de> Visitor<'de> for DatasetVisitor {
    type Value = Dataset;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{\"type\": \"dataset\", \"datasetId\": \"..\", \"datasetKey\": \"..\"}")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Dataset, M::Error> {
        let (mut kind, mut id, mut key) = (None::<String>, None, None);
        while let Some(field) = map.next_key::<String>()? {
            match &*field {
                "type" => fill(&mut kind, "type", &mut map)?,
                "datasetId" | "dataset_id" => fill(&mut id, "datasetId", &mut map)?,
                "datasetKey" | "dataset_key" => fill(&mut key, "datasetKey", &mut map)?,
                _ => map.next_value::<IgnoredAny>().map(|_| ())?,
            }
        }
        match kind.as_deref() {
            Some("dataset") => {}
            Some(other) => return Err(M::Error::unknown_variant(other, &["dataset"])),
            None => return Err(M::Error::missing_field("type")),
        }
        Ok(Dataset {
            id: id.ok_or_else(|| M::Error::missing_field("datasetId"))?,
            key: key.ok_or_else(|| M::Error::missing_field("datasetKey"))?,
        })
    }
}
