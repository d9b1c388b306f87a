//! Typed values as the parameters of a message.

use alloc::{string::String, vec::Vec};

use super::{
    super::{
        Dialect, Options,
        write::{Count, Writer},
    },
    frame::{MessageFrame, json_of},
    list::{Dataset, ParameterList},
};
use crate::{
    Block, ElementType, Encode, EncodeError, ErrorKind, HasRules, Payload, Presence, RecordRules, RecordType, Sink,
};

/// The parameters of a message to send: one value of a record, or a batch of them.
///
/// A parameter of a batch has one tensor for each value, one after another. [`list`](Self::list) gives the names for
/// the JSON, and [`request::write`](super::request::write()) and its kin the bytes.
///
/// ```
/// use tensor_format::{Tensor, decthings::{Dataset, Parameters, request}};
///
/// #[derive(Tensor)]
/// struct Input {
///     x: [f32; 2],
/// }
///
/// let input = Input { x: [1.0, 2.0] };
/// let parameters = Parameters::new(&input).with_dataset("labels", Dataset::new("photos", "2024"));
/// let json = serde_json::json!({ "modelId": "m", "params": parameters.list()? });
/// let bytes = request::write(&json, &parameters)?;
///
/// let message = request::read(&bytes)?;
/// assert_eq!(message.json::<serde_json::Value>()?["params"][1]["data"]["datasetId"], "photos");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Parameters<'v, T> {
    values: &'v [T],
    datasets: Vec<(String, Dataset)>,
    options: Options,
}

impl<'v, T: Encode> Parameters<'v, T> {
    /// The parameters of one value.
    #[must_use]
    pub fn new(value: &'v T) -> Self {
        Self::batch(core::slice::from_ref(value))
    }

    /// The parameters of a batch: each has a tensor for every value.
    #[must_use]
    pub fn batch(values: &'v [T]) -> Self {
        Self { values, datasets: Vec::new(), options: Options::new().dialect(Dialect::Clients) }
    }

    /// Adds a parameter after the others, whose data are in a dataset.
    #[must_use]
    pub fn with_dataset(mut self, name: impl Into<String>, dataset: Dataset) -> Self {
        self.datasets.push((name.into(), dataset));
        self
    }

    /// The dialect and limits of the tensors; otherwise [`Dialect::Clients`], strictly.
    #[must_use]
    pub fn with_options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// The parameters as the JSON of the message must list them.
    ///
    /// # Errors
    ///
    /// When a value breaks its own rules, or is one tensor instead of a record; if the values of a batch differ in the
    /// parameters they have, or have [`Many`](crate::Many) tensors of one; if two parameters have one name.
    pub fn list(&self) -> Result<ParameterList, EncodeError> {
        self.list_of(&self.entries()?)
    }

    fn list_of(&self, entries: &[Entry]) -> Result<ParameterList, EncodeError> {
        let mut list: ParameterList = entries.iter().map(|entry| entry.name.clone()).collect();
        for (name, dataset) in &self.datasets {
            list = list.with_dataset(name.clone(), dataset.clone());
        }
        let mut names: Vec<&str> = list.iter().map(|parameter| &*parameter.name).collect();
        names.sort_unstable();
        match names.windows(2).find_map(|pair| if let [a, b] = pair { (a == b).then_some(*a) } else { None }) {
            Some(name) => Err(EncodeError::new(ErrorKind::DuplicateParam).in_parameter(name)),
            None => Ok(list),
        }
    }

    /// Appends a message whose JSON is the list alone. After an error the buffer is as it was.
    pub(super) fn append_listed(&self, frame: MessageFrame<'_>, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        let entries = self.entries()?;
        let json = json_of(&self.list_of(&entries)?)?;
        self.append(frame, &json, &entries, out)
    }

    /// A message with this JSON.
    pub(super) fn to_vec<J>(&self, frame: MessageFrame<'_>, json: &J) -> Result<Vec<u8>, EncodeError>
    where
        J: serde_core::Serialize + ?Sized,
    {
        let entries = self.entries()?;
        let mut out = Vec::new();
        self.append(frame, &json_of(json)?, &entries, &mut out)?;
        Ok(out)
    }

    fn append(
        &self,
        frame: MessageFrame<'_>,
        json: &str,
        entries: &[Entry],
        out: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        let before = out.len();
        let result = self.put(frame, json, entries, out);
        if result.is_err() {
            out.truncate(before);
        }
        result
    }

    fn put(
        &self,
        frame: MessageFrame<'_>,
        json: &str,
        entries: &[Entry],
        out: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        let lengths: Vec<usize> = entries.iter().map(|entry| entry.bytes).collect();
        frame.begin(out, json, &lengths)?;
        let mut first: usize = 0;
        for entry in entries {
            frame.before_blob(out, entry.bytes);
            let start = out.len();
            let end = first.saturating_add(entry.tensors);
            for value in self.values {
                value.encode(&mut Pick { out: &mut *out, options: &self.options, wanted: first..end, at: 0 })?;
            }
            if out.len().wrapping_sub(start) != entry.bytes {
                return Err(changed());
            }
            first = end;
        }
        Ok(())
    }

    /// Every parameter with its tensors, measured.
    fn entries(&self) -> Result<Vec<Entry>, EncodeError> {
        let mut entries: Option<Vec<Entry>> = None;
        for (index, value) in self.values.iter().enumerate() {
            let mut measure = Measure { options: &self.options, entries: None, at: 0, left: 0 };
            value.encode(&mut measure)?;
            let found = measure.entries.ok_or(ErrorKind::TensorFound)?;
            if self.values.len() > 1 {
                if let Some(many) = found.iter().find(|entry| entry.tensors != 1) {
                    let kind = ErrorKind::custom("a value with `Many` tensors of one parameter cannot be in a batch");
                    return Err(EncodeError::new(kind).in_parameter(&many.name));
                }
            }
            match &mut entries {
                None => entries = Some(found),
                Some(entries) => add(entries, &found, index)?,
            }
        }
        match entries {
            Some(entries) => Ok(entries),
            None => Ok(of_empty_batch::<T>()),
        }
    }
}

/// A batch without values: every required parameter without tensors.
fn of_empty_batch<T: HasRules>() -> Vec<Entry> {
    let rules = T::RULES.as_record().copied().unwrap_or(RecordRules::ANY);
    let required = rules.iter().filter(|param| param.presence == Presence::Required);
    required.map(|param| Entry { name: param.name.into(), tensors: 1, bytes: 0 }).collect()
}

/// Adds the bytes of one more value of the batch.
fn add(entries: &mut [Entry], found: &[Entry], index: usize) -> Result<(), EncodeError> {
    let same = entries.len() == found.len() && entries.iter().zip(found).all(|(a, b)| a.name == b.name);
    if !same {
        let names = |entries: &[Entry]| {
            let names: Vec<&str> = entries.iter().map(|entry| &*entry.name).collect();
            alloc::format!("a record of {}", names.join(", ")).into()
        };
        let (expected, found) = (names(entries), names(found));
        return Err(ErrorKind::RaggedBatch { index, expected, found }.into());
    }
    entries.iter_mut().zip(found).for_each(|(sum, one)| sum.bytes = sum.bytes.saturating_add(one.bytes));
    Ok(())
}

/// A value gave other tensors the second time.
#[cold]
fn changed() -> EncodeError {
    ErrorKind::custom("the value wrote other tensors the second time it was asked").into()
}

/// A parameter that is sent.
struct Entry {
    name: String,
    tensors: usize,
    bytes: usize,
}

/// Finds the names and sizes of a value's parameters.
struct Measure<'o> {
    options: &'o Options,
    entries: Option<Vec<Entry>>,
    /// The entry that the next tensor belongs to, and how many more do.
    at: usize,
    left: usize,
}

impl Measure<'_> {
    fn begin<'n>(&mut self, parameters: impl Iterator<Item = (&'n str, usize)>) {
        let entries: Vec<Entry> =
            parameters.map(|(name, tensors)| Entry { name: name.into(), tensors, bytes: 0 }).collect();
        self.left = entries.first().map_or(0, |entry| entry.tensors);
        self.at = 0;
        self.entries = Some(entries);
    }
}

impl<'a> Sink<'a> for Measure<'_> {
    fn tensor<P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        let entries = self.entries.as_mut().ok_or(ErrorKind::TensorFound)?;
        while self.left == 0 {
            self.at = self.at.saturating_add(1);
            self.left = entries.get(self.at).ok_or_else(changed)?.tensors;
        }
        self.left = self.left.saturating_sub(1);
        let entry = entries.get_mut(self.at).ok_or_else(changed)?;
        let mut count = Writer::new(Count(entry.bytes), self.options);
        count.tensor(element_type, shape, payload)?;
        entry.bytes = count.out.0;
        Ok(())
    }

    fn record(&mut self, record: RecordType, counts: &[usize]) -> Result<(), EncodeError> {
        let rules = record.rules().as_record().copied().unwrap_or(RecordRules::ANY);
        // A parameter of many tensors that has none is listed all the same: its data are there, and empty.
        let listed = rules.iter().zip(counts.iter().copied());
        self.begin(
            listed
                .filter(|(param, count)| *count > 0 || param.presence == Presence::Many)
                .map(|(param, count)| (param.name, count)),
        );
        Ok(())
    }

    fn names<'n, I>(&mut self, names: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        let mut grouped: Vec<(&str, usize)> = Vec::new();
        for name in names {
            match grouped.last_mut() {
                Some((last, count)) if *last == name => *count = count.saturating_add(1),
                _ => grouped.push((name, 1)),
            }
        }
        self.begin(grouped.into_iter());
        Ok(())
    }
}

/// Writes some tensors of a value and passes over the others.
struct Pick<'o> {
    out: &'o mut Vec<u8>,
    options: &'o Options,
    wanted: core::ops::Range<usize>,
    at: usize,
}

impl Pick<'_> {
    fn next(&mut self) -> bool {
        let wanted = self.wanted.contains(&self.at);
        self.at = self.at.saturating_add(1);
        wanted
    }
}

impl<'a> Sink<'a> for Pick<'_> {
    fn tensor<P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        match self.next() {
            true => Writer::new(&mut *self.out, self.options).tensor(element_type, shape, payload),
            false => Ok(()),
        }
    }

    fn block<T: Block>(&mut self, value: &'a T) -> Result<(), EncodeError> {
        match self.next() {
            true => Writer::new(&mut *self.out, self.options).block(value),
            false => Ok(()),
        }
    }

    fn record(&mut self, _: RecordType, _: &[usize]) -> Result<(), EncodeError> {
        Ok(())
    }

    fn names<'n, I>(&mut self, _: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        Ok(())
    }
}
