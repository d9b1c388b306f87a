//! Typed values as the parameters of a message.

use alloc::{string::String, vec::Vec};

use super::{
    super::{
        Dialect, Options,
        write::{Writer, encoded_slices::EncodedSlices},
    },
    frame::{MessageFrame, json_of},
    list::{Dataset, ParameterList},
};
use crate::{
    Block, ElementType, Encode, EncodeError, ErrorKind, HasRules, Payload, Presence, RecordRules, RecordType, Sink,
    traits::{no_length, unlike_records},
};

/// The parameters of a message to send: one value of a record, or a batch of them.
///
/// A parameter of a batch has one tensor for each value, one after another. [`list`](Self::list) gives the names for
/// the JSON, and [`request::write`](super::request::write()) and similar functions the bytes.
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
    /// Returns the parameters of one value.
    #[must_use]
    pub fn new(value: &'v T) -> Self {
        Self::batch(core::slice::from_ref(value))
    }

    /// Returns the parameters of a batch: each has a tensor for every value.
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

    /// Sets the dialect and limits of the tensors. The default is [`Dialect::Clients`], strictly.
    #[must_use]
    pub fn with_options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// Returns the parameters as the JSON of the message must list them.
    ///
    /// # Errors
    ///
    /// When a value breaks its own rules, or is one tensor instead of a record; if the values of a batch differ in the
    /// parameters they have, or have [`Many`](crate::Many) tensors of one; if several values have no tensor at all, which
    /// would be read as none; if two parameters have one name.
    pub fn list(&self) -> Result<ParameterList, EncodeError> {
        self.list_of(&self.encoded()?)
    }

    fn list_of(&self, parameters: &[EncodedParameter<'_>]) -> Result<ParameterList, EncodeError> {
        let mut list: ParameterList = parameters.iter().map(|parameter| parameter.name.clone()).collect();
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
        let parameters = self.encoded()?;
        let json = json_of(&self.list_of(&parameters)?)?;
        append(frame, &json, &parameters, out)
    }

    /// Returns a message whose JSON is the list alone.
    pub(super) fn to_vec_listed(&self, frame: MessageFrame<'_>) -> Result<Vec<u8>, EncodeError> {
        let mut out = Vec::new();
        self.append_listed(frame, &mut out)?;
        Ok(out)
    }

    /// Returns a message with this JSON.
    pub(super) fn to_vec<J>(&self, frame: MessageFrame<'_>, json: &J) -> Result<Vec<u8>, EncodeError>
    where
        J: serde_core::Serialize + ?Sized,
    {
        let parameters = self.encoded()?;
        let mut out = Vec::new();
        append(frame, &json_of(json)?, &parameters, &mut out)?;
        Ok(out)
    }

    /// Encodes every parameter: its tensors one after another.
    fn encoded(&self) -> Result<Vec<EncodedParameter<'v>>, EncodeError> {
        let mut parameters: Option<Vec<EncodedParameter<'v>>> = None;
        for (index, value) in self.values.iter().enumerate() {
            let mut writer = ParameterWriter { options: &self.options, parameters: None, at: 0, left: 0 };
            value.encode(&mut writer)?;
            let found = writer.parameters.ok_or(ErrorKind::TensorFound)?;
            if self.values.len() > 1 {
                if found.is_empty() {
                    return Err(no_length());
                }
                if let Some(many) = found.iter().find(|parameter| parameter.tensors != 1) {
                    let kind = ErrorKind::custom("a value with `Many` tensors of one parameter cannot be in a batch");
                    return Err(EncodeError::new(kind).in_parameter(&many.name));
                }
            }
            match &mut parameters {
                None => parameters = Some(found),
                Some(parameters) => add(parameters, found, index)?,
            }
        }
        match parameters {
            Some(parameters) => Ok(parameters),
            None => Ok(of_empty_batch::<T>()),
        }
    }
}

/// Appends a message. After an error the buffer is as it was: once the front of the frame is written, nothing can fail.
fn append(
    frame: MessageFrame<'_>,
    json: &str,
    parameters: &[EncodedParameter<'_>],
    out: &mut Vec<u8>,
) -> Result<(), EncodeError> {
    let before = out.len();
    let lengths: Vec<usize> = parameters.iter().map(EncodedParameter::len).collect();
    frame.begin(out, json, &lengths).inspect_err(|_| out.truncate(before))?;
    for (parameter, len) in parameters.iter().zip(lengths) {
        frame.before_blob(out, len);
        parameter.values.iter().flat_map(EncodedSlices::iter).for_each(|piece| out.extend_from_slice(piece));
    }
    Ok(())
}

/// Returns a batch without values: every required parameter without tensors.
fn of_empty_batch<'v, T: HasRules>() -> Vec<EncodedParameter<'v>> {
    let rules = T::RULES.as_record().copied().unwrap_or(RecordRules::ANY);
    let required = rules.iter().filter(|param| param.presence == Presence::Required);
    required.map(|param| EncodedParameter::new(param.name, 1)).collect()
}

/// Adds the tensors of one more value of the batch.
fn add<'v>(
    parameters: &mut [EncodedParameter<'v>],
    found: Vec<EncodedParameter<'v>>,
    index: usize,
) -> Result<(), EncodeError> {
    let same = parameters.len() == found.len() && parameters.iter().zip(&found).all(|(a, b)| a.name == b.name);
    if !same {
        let first: Vec<&str> = parameters.iter().map(|parameter| &*parameter.name).collect();
        let this: Vec<&str> = found.iter().map(|parameter| &*parameter.name).collect();
        return Err(unlike_records(index, &first, &this));
    }
    parameters.iter_mut().zip(found).for_each(|(parameter, mut one)| parameter.values.append(&mut one.values));
    Ok(())
}

/// A parameter to send: its encoded tensors, which borrow long runs of elements from the values.
struct EncodedParameter<'v> {
    name: String,
    /// The number of tensors that each value has of this parameter.
    tensors: usize,
    values: Vec<EncodedSlices<'v>>,
}

impl EncodedParameter<'_> {
    fn new(name: &str, tensors: usize) -> Self {
        Self { name: name.into(), tensors, values: Vec::new() }
    }

    fn len(&self) -> usize {
        self.values.iter().map(EncodedSlices::len).fold(0, usize::saturating_add)
    }
}

/// Writes the tensors of a value, each to its parameter.
struct ParameterWriter<'o, 'v> {
    options: &'o Options,
    parameters: Option<Vec<EncodedParameter<'v>>>,
    /// The index of the parameter that the next tensor belongs to.
    at: usize,
    /// The number of tensors of that parameter which are still to come.
    left: usize,
}

impl<'v> ParameterWriter<'_, 'v> {
    fn begin<'n>(&mut self, parameters: impl Iterator<Item = (&'n str, usize)>) {
        let parameters: Vec<_> = parameters.map(|(name, tensors)| EncodedParameter::new(name, tensors)).collect();
        self.left = parameters.first().map_or(0, |parameter| parameter.tensors);
        self.at = 0;
        self.parameters = Some(parameters);
    }

    /// Returns the writer of the next tensor.
    fn next(&mut self) -> Result<Writer<&mut EncodedSlices<'v>>, EncodeError> {
        let unnamed = || ErrorKind::custom("the value wrote more tensors than it has names");
        let parameters = self.parameters.as_mut().ok_or(ErrorKind::TensorFound)?;
        while self.left == 0 {
            self.at = self.at.saturating_add(1);
            self.left = parameters.get(self.at).ok_or_else(unnamed)?.tensors;
        }
        self.left = self.left.saturating_sub(1);
        let values = &mut parameters.get_mut(self.at).ok_or_else(unnamed)?.values;
        values.push(EncodedSlices::new());
        Ok(Writer::new(values.last_mut().ok_or_else(unnamed)?, self.options))
    }
}

impl<'v> Sink<'v> for ParameterWriter<'_, 'v> {
    fn tensor<P: Payload<'v>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        self.next()?.tensor(element_type, shape, payload)
    }

    fn block<T: Block>(&mut self, value: &'v T) -> Result<(), EncodeError> {
        self.next()?.block(value)
    }

    fn record(&mut self, record: RecordType, counts: &[usize]) -> Result<(), EncodeError> {
        let rules = record.rules().as_record().copied().unwrap_or(RecordRules::ANY);
        // A parameter of many tensors that has none of them is listed too: its data are in the message, and empty.
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
