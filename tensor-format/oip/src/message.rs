//! Requests and responses, whatever carried them.

use std::{borrow::Cow, sync::OnceLock};

use tensor_format::{ElementType, EncodeError, ErrorKind, Shape, codec::HeaderPlace};

use crate::{Datatype, json::JsonData, util::first_duplicate};

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Parameter<'a> {
    /// A truth value.
    Bool(bool),
    /// An integer.
    I64(i64),
    /// An integer above those of [`I64`](Self::I64), as readers give it; a smaller one is written as an [`I64`](Self::I64).
    U64(u64),
    /// A number that is no such integer.
    F64(f64),
    /// A text.
    String(Cow<'a, str>),
    /// Any other JSON, as its text; in responses alone, where MLServer allows it.
    Json(Cow<'a, str>),
}

impl Parameter<'_> {
    /// Returns the value as JSON has it, for errors.
    #[cold]
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::Bool(value) => value.to_string(),
            Self::I64(value) => value.to_string(),
            Self::U64(value) => value.to_string(),
            Self::F64(value) => value.to_string(),
            Self::String(value) => format!("\"{value}\""),
            Self::Json(text) => text.to_string(),
        }
    }
}

/// Parameters: values by their names, in the order of the message.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Parameters<'a> {
    pub(crate) list: Vec<(Cow<'a, str>, Parameter<'a>)>,
}

impl<'a> Parameters<'a> {
    /// Returns no parameters.
    #[must_use]
    pub const fn new() -> Self {
        Self { list: Vec::new() }
    }

    /// Returns the value of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Parameter<'a>> {
        self.list.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// Sets the value of this name.
    pub fn set(&mut self, name: impl Into<Cow<'a, str>>, value: Parameter<'a>) {
        let name = name.into();
        match self.list.iter_mut().find(|(known, _)| *known == name) {
            Some((_, place)) => *place = value,
            None => self.list.push((name, value)),
        }
    }

    /// Removes the value of this name, and returns it.
    pub fn remove(&mut self, name: &str) -> Option<Parameter<'a>> {
        let index = self.list.iter().position(|(known, _)| known == name)?;
        Some(self.list.remove(index).1)
    }

    /// Returns parameters that borrow nothing from the message.
    #[must_use]
    pub fn into_owned(self) -> Parameters<'static> {
        let owned = |text: Cow<'a, str>| Cow::Owned(text.into_owned());
        let list = self.list.into_iter().map(|(name, value)| {
            let value = match value {
                Parameter::Bool(value) => Parameter::Bool(value),
                Parameter::I64(value) => Parameter::I64(value),
                Parameter::U64(value) => Parameter::U64(value),
                Parameter::F64(value) => Parameter::F64(value),
                Parameter::String(text) => Parameter::String(owned(text)),
                Parameter::Json(text) => Parameter::Json(owned(text)),
            };
            (owned(name), value)
        });
        Parameters { list: list.collect() }
    }

    /// Returns names and values in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Parameter<'a>)> + Clone {
        self.list.iter().map(|(name, value)| (&**name, value))
    }

    /// Returns the number of parameters.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

/// The form in which the elements of a tensor were in its message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// In the JSON, under `data`.
    Json,
    /// As bytes behind the JSON.
    Binary,
    /// As raw contents of a gRPC message.
    Raw,
    /// In the field of the datatype in a gRPC message.
    Typed,
}

/// The elements of a tensor.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Data<'a> {
    /// Bytes, checked: numbers little-endian, byte strings with their lengths.
    Bytes(Cow<'a, [u8]>),
    /// Text, of which the grammar is checked: elements are parsed where they are read.
    Json(JsonData<'a>),
}

impl Data<'_> {
    /// Returns the number of bytes, or of those of the text.
    pub(crate) fn len(&self) -> usize {
        match self {
            Data::Bytes(bytes) => bytes.len(),
            Data::Json(data) => data.text().len(),
        }
    }
}

/// One tensor of a message.
///
/// Tensors are equal if name, datatype, shape, parameters, form and elements are, the last as they are written: in
/// JSON, `1.0` is another text than `1`. Where they are in their messages makes no difference.
#[derive(Clone, Debug)]
pub struct Tensor<'a> {
    pub(crate) name: Cow<'a, str>,
    pub(crate) datatype: Datatype,
    pub(crate) shape: Shape,
    pub(crate) parameters: Parameters<'a>,
    pub(crate) form: Form,
    pub(crate) data: Data<'a>,
    /// The offsets in the body of its description and of its elements.
    pub(crate) at: usize,
    pub(crate) data_at: usize,
    pub(crate) parsed: Parsed,
}

/// The parsed elements of a tensor that cannot be borrowed from the message, filled in when something borrows them: as
/// texts or numbers, as byte strings, and as media of each kind. Most tensors are read without.
#[derive(Debug, Default)]
pub(crate) struct Parsed(OnceLock<Box<[OnceLock<tensor_format::Tensor>; 5]>>);

impl Parsed {
    fn place(element_type: ElementType) -> usize {
        match element_type {
            ElementType::Binary => 1,
            ElementType::Image => 2,
            ElementType::Audio => 3,
            ElementType::Video => 4,
            _ => 0,
        }
    }

    /// Returns the elements of this type, if they are parsed.
    #[inline]
    pub(crate) fn get(&self, element_type: ElementType) -> Option<&tensor_format::Tensor> {
        self.0.get()?[Self::place(element_type)].get()
    }

    /// Keeps the elements of this type, unless there are some.
    pub(crate) fn keep(&self, element_type: ElementType, elements: tensor_format::Tensor) -> &tensor_format::Tensor {
        self.0.get_or_init(Box::default)[Self::place(element_type)].get_or_init(|| elements)
    }
}

/// Leaves out what was parsed: it can be parsed again.
impl Clone for Parsed {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Tensor<'_> {
    fn eq(&self, other: &Self) -> bool {
        // `at` and `data_at` are places in the message, and what is parsed follows from the elements.
        let Self { name, datatype, shape, parameters, form, data, at: _, data_at: _, parsed: _ } = self;
        *name == other.name
            && *datatype == other.datatype
            && *shape == other.shape
            && *form == other.form
            && *parameters == other.parameters
            && *data == other.data
    }
}

/// Refuses tensors of the same name.
pub(crate) fn check_names(tensors: &[Tensor<'_>]) -> Result<(), EncodeError> {
    let twice = first_duplicate(tensors.iter().map(Tensor::name)).and_then(|index| tensors.get(index));
    match twice {
        Some(tensor) => Err(EncodeError::new(ErrorKind::DuplicateParam).in_parameter(&tensor.name)),
        None => Ok(()),
    }
}

impl<'a> Tensor<'a> {
    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Sets the name: a value that is one tensor has none of its own, and is called `input` or `output`.
    pub fn set_name(&mut self, name: impl Into<Cow<'a, str>>) {
        self.name = name.into();
    }

    /// Returns the datatype.
    #[must_use]
    pub fn datatype(&self) -> Datatype {
        self.datatype
    }

    /// Returns the lengths of the axes, outermost first.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Returns the parameters; those that were read over HTTP without `binary_data_size`.
    #[must_use]
    pub fn parameters(&self) -> &Parameters<'a> {
        &self.parameters
    }

    /// Returns whether the bytes of the elements are those of the message, whose offsets are known: they are rebuilt where
    /// the message has them in typed fields.
    pub(crate) fn has_offsets(&self) -> bool {
        matches!(self.data, Data::Bytes(Cow::Borrowed(_)))
    }

    pub(crate) fn offset(&self, place: HeaderPlace) -> u64 {
        (if place == HeaderPlace::Elements { self.data_at } else { self.at }) as u64
    }

    /// Sets the form in which the elements are written: over HTTP in the JSON for [`Json`](Form::Json) and
    /// [`Typed`](Form::Typed), else as bytes behind it; over gRPC in typed fields if no tensor is
    /// [`Binary`](Form::Binary) or [`Raw`](Form::Raw). Triton reads no typed tensor without elements, and no typed `FP16`
    /// or `BF16`.
    pub fn set_form(&mut self, form: Form) {
        self.form = form;
    }

    /// Returns the parameters, to change them. Over HTTP a `binary_data_size` among them is not written: there it is found
    /// from the elements.
    pub fn parameters_mut(&mut self) -> &mut Parameters<'a> {
        &mut self.parameters
    }

    /// Returns the form in which the elements were in the message, or are to be written.
    #[must_use]
    pub fn form(&self) -> Form {
        self.form
    }
}

/// An output that a request asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestedOutput<'a> {
    /// The name of the output.
    pub name: Cow<'a, str>,
    /// Its parameters, such as `binary_data`.
    pub parameters: Parameters<'a>,
}

impl<'a> RequestedOutput<'a> {
    /// Asks for an output in binary.
    #[must_use]
    pub fn binary(name: impl Into<Cow<'a, str>>) -> Self {
        let parameters = Parameters { list: vec![(Cow::Borrowed("binary_data"), Parameter::Bool(true))] };
        Self { name: name.into(), parameters }
    }
}

/// A request: what a client sends to a model.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Request<'a> {
    /// The name of the model; empty over HTTP, where the URL has it.
    pub model_name: Cow<'a, str>,
    /// The version of the model; empty if the server chooses, and over HTTP.
    pub model_version: Cow<'a, str>,
    /// The id, which comes back in the response.
    pub id: Option<Cow<'a, str>>,
    /// The parameters of the request.
    pub parameters: Parameters<'a>,
    /// The outputs that are asked for; none for all.
    pub outputs: Vec<RequestedOutput<'a>>,
    pub(crate) tensors: Vec<Tensor<'a>>,
}

impl<'a> Request<'a> {
    /// Returns the inputs, to change their forms and parameters.
    pub fn inputs_mut(&mut self) -> &mut [Tensor<'a>] {
        &mut self.tensors
    }

    /// Returns the inputs in the order of the message.
    #[must_use]
    pub fn inputs(&self) -> &[Tensor<'a>] {
        &self.tensors
    }
}

/// A response: what a model returns.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Response<'a> {
    /// The name of the model.
    pub model_name: Cow<'a, str>,
    /// The version of the model; empty if the message has none.
    pub model_version: Cow<'a, str>,
    /// The id of the request.
    pub id: Option<Cow<'a, str>>,
    /// The parameters of the response.
    pub parameters: Parameters<'a>,
    pub(crate) tensors: Vec<Tensor<'a>>,
}

impl<'a> Response<'a> {
    /// Returns the outputs, to change their forms and parameters.
    pub fn outputs_mut(&mut self) -> &mut [Tensor<'a>] {
        &mut self.tensors
    }

    /// Returns the outputs in the order of the message. They are matched by name: servers return them in any order.
    #[must_use]
    pub fn outputs(&self) -> &[Tensor<'a>] {
        &self.tensors
    }
}
