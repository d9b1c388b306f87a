//! Reads typed values from the tensors of a message.

use std::borrow::Cow;

use tensor_format::{
    ByteOrder, Decode, DecodeError, ElementType, EncodeError, ErrorKind, Header,
    codec::{ElementSource, EmptyLimit, HeaderPlace, RecordOrder, Source},
    rules::{Bindings, ElementTypes, RecordType, Rules, TensorRules},
};

use crate::{Datatype, Request, Response, ShapeOptions, Tensor, bytes, elements::Elements, message::Data};

/// Reads a value from the tensors of a message, by their names; a type that is one tensor takes the only one.
fn decode<'de, T: Decode<'de>>(tensors: &'de [Tensor<'de>], shapes: ShapeOptions) -> Result<T, DecodeError> {
    let empty = EmptyLimit::new(tensors.iter().map(|tensor| tensor.data.len()).sum());
    T::decode(&mut MessageSource { tensors, shapes, next: 0, record: false, in_order: false, empty, current: None })
}

struct MessageSource<'de> {
    tensors: &'de [Tensor<'de>],
    shapes: ShapeOptions,
    /// The number of tensors whose names were returned so far.
    next: usize,
    record: bool,
    /// Whether the tensors are those of the record in its order, so that no name is gone to.
    in_order: bool,
    /// How many items without elements there may be; of the current tensor on, its elements know.
    empty: EmptyLimit,
    current: Option<Elements<'de>>,
}

impl<'de> MessageSource<'de> {
    fn current(&self) -> Option<&'de Tensor<'de>> {
        self.tensors.get(self.next.checked_sub(1)?)
    }

    /// Returns the element type, the lengths and the elements of the next tensor, as a type with these rules sees it.
    fn begin(
        &mut self,
        rules: &TensorRules<'_>,
    ) -> Result<(ElementType, &'de [usize], &mut Elements<'de>), DecodeError> {
        if !self.record {
            match (self.tensors.len(), self.next) {
                (1, 0) => self.next = 1,
                (1, _) => return Err(ErrorKind::ElementCount { expected: 1, found: 0 }.into()),
                (tensors, _) => return Err(ErrorKind::RecordFound { tensors }.into()),
            }
        }
        self.next += usize::from(self.in_order);
        let tensor = self.current().ok_or(ErrorKind::ElementCount { expected: 1, found: 0 })?;
        let element_type = element_type(tensor, rules.types);
        let axes = self.shapes.lengths(rules.axes, &tensor.shape);
        let shape = tensor.shape.get(..axes).unwrap_or_default();
        let elements = Elements::new(tensor, element_type, self.empty_limit())?;
        Ok((element_type, shape, self.current.insert(elements)))
    }
}

/// Returns the element type of a tensor. `BYTES` are texts or byte strings, whichever of them is allowed; if both are,
/// texts if all of them are texts. They are images, audio or video if nothing else is allowed.
pub(crate) fn element_type(tensor: &Tensor<'_>, types: ElementTypes) -> ElementType {
    let held = tensor.datatype.element_types();
    if tensor.datatype != Datatype::Bytes {
        return held.iter().next().unwrap_or(ElementType::Binary);
    }
    if let Some(media) = types.single().filter(|element_type| element_type.is_media()) {
        return media;
    }
    match (types.contains(ElementType::String), types.contains(ElementType::Binary), &tensor.data) {
        (false, true, _) => ElementType::Binary,
        (true, true, Data::Bytes(bytes))
            if bytes::strings(bytes).any(|string| std::str::from_utf8(string).is_err()) =>
        {
            ElementType::Binary
        }
        _ => ElementType::String,
    }
}

impl<'de> Source<'de> for MessageSource<'de> {
    type Elements<'s>
        = &'s mut Elements<'de>
    where
        Self: 's;

    fn tensor(&mut self) -> Result<(Header, &mut Elements<'de>), DecodeError> {
        let (element_type, shape, elements) = self.begin(&TensorRules::ANY)?;
        Ok((Header::new(element_type, shape), elements))
    }

    fn tensor_of<'r>(
        &mut self,
        rules: &TensorRules<'r>,
        bindings: Option<(&mut Bindings<'r>, &'r str)>,
    ) -> Result<(Header, &mut Elements<'de>), DecodeError> {
        let (element_type, shape, elements) = self.begin(rules)?;
        rules.check(element_type, shape).map_err(|kind| elements.locate(kind))?;
        if let Some((bindings, parameter)) = bindings {
            bindings.bind(parameter, rules, shape).map_err(|kind| elements.locate(kind))?;
        }
        Ok((Header::new(element_type, shape), elements))
    }

    fn lengths_of(&mut self, rules: &TensorRules<'_>, lens: &mut [usize]) -> Result<&mut Elements<'de>, DecodeError> {
        let (element_type, shape, elements) = self.begin(rules)?;
        rules.check(element_type, shape).map_err(|kind| elements.locate(kind))?;
        if shape.len() != lens.len() {
            let kind = ErrorKind::Rank { expected: lens.len(), or_more: false, found: shape.len() };
            return Err(elements.locate(kind));
        }
        lens.copy_from_slice(shape);
        Ok(elements)
    }

    fn record(&mut self, record: RecordType) -> Result<RecordOrder, DecodeError> {
        self.record = true;
        // Mostly a message has the tensors of the type in its order, and none has to be looked for.
        if let Rules::Record(rules) = record.rules() {
            let names = self.tensors.iter().map(Tensor::name);
            self.in_order = rules.iter().map(|param| param.name).eq(names);
        }
        Ok(if self.in_order { RecordOrder::Declared } else { RecordOrder::Any })
    }

    fn next_name(&mut self) -> Result<bool, DecodeError> {
        let more = self.next < self.tensors.len();
        self.next += usize::from(more);
        Ok(more)
    }

    fn name(&self) -> &str {
        self.current().map_or("", |tensor| &tensor.name)
    }

    fn lent_name(&self) -> Option<&'de str> {
        self.current().map(|tensor| &*tensor.name)
    }

    fn name_offset(&self) -> Option<u64> {
        self.current().map(|tensor| tensor.at as u64)
    }

    fn each_name(&self, show: &mut dyn FnMut(&str)) {
        self.tensors.iter().for_each(|tensor| show(&tensor.name));
    }

    fn offset(&self, place: HeaderPlace) -> Option<u64> {
        self.current().map(|tensor| tensor.offset(place))
    }

    fn count_empty(&mut self, items: usize) -> Result<(), ErrorKind> {
        self.current.as_mut().map_or(&mut self.empty, |elements| &mut elements.empty).add(items)
    }

    fn empty_limit(&self) -> EmptyLimit {
        self.current.as_ref().map_or(self.empty, |elements| elements.empty)
    }
}

impl Tensor<'_> {
    /// Reads a value from this tensor alone.
    ///
    /// # Errors
    ///
    /// As [`Request::decode`].
    pub fn decode<'s, T: Decode<'s>>(&'s self) -> Result<T, DecodeError> {
        decode(std::slice::from_ref(self), ShapeOptions::new())
    }

    /// Returns the elements as bytes: numbers little-endian, byte strings each with its length in 4 bytes in front.
    /// Elements in JSON are parsed.
    ///
    /// # Errors
    ///
    /// A [`Fault`](crate::Fault) where elements in JSON are wrong.
    pub fn to_bytes(&self) -> Result<Cow<'_, [u8]>, DecodeError> {
        if let Data::Bytes(bytes) = &self.data {
            return Ok(Cow::Borrowed(bytes));
        }
        let parsed = self.decode::<tensor_format::Tensor>()?;
        if self.datatype != Datatype::Bytes {
            return Ok(Cow::Owned(parsed.try_to_bytes(ByteOrder::Little)?.into_owned()));
        }
        let mut bytes = Vec::new();
        for text in parsed.strings()? {
            bytes::push(&mut bytes, text.as_bytes()).ok_or_else(|| ErrorKind::custom("a text of 4 GiB or more"))?;
        }
        Ok(Cow::Owned(bytes))
    }

    /// Copies the elements, if they are numbers that do not lie aligned in the message, to where slices can be
    /// borrowed.
    fn align(&self) -> Result<(), DecodeError> {
        let (Data::Bytes(bytes), Some(size)) = (&self.data, self.datatype.size()) else { return Ok(()) };
        let Some(element_type) = self.datatype.element_types().iter().next() else { return Ok(()) };
        if bytes.is_empty() || bytes.as_ptr().addr() % size == 0 {
            return Ok(());
        }
        let aligned = self.decode::<tensor_format::Tensor>()?;
        self.parsed.keep(element_type, aligned);
        Ok(())
    }

    /// Checks all elements, as reading them would; those in JSON are parsed and not kept.
    ///
    /// # Errors
    ///
    /// A [`Fault`](crate::Fault) where elements in JSON are wrong.
    pub fn check(&self) -> Result<(), DecodeError> {
        let Data::Json(_) = &self.data else { return Ok(()) };
        let element_type = element_type(self, ElementTypes::ALL);
        let mut elements = Elements::new(self, element_type, EmptyLimit::new(0))?;
        elements.skip(element_type, elements.left())?;
        elements.end()
    }

    /// Returns the elements as bytes, for writing.
    pub(crate) fn bytes(&self) -> Result<Cow<'_, [u8]>, EncodeError> {
        self.to_bytes().map_err(|error| EncodeError::new(error.into_kind()).in_parameter(&self.name))
    }
}

impl Request<'_> {
    /// Checks the elements of all inputs, also of those that no value is read from: [`from_http`](Self::from_http)
    /// leaves what is in the lists of the JSON to the reading of values.
    ///
    /// # Errors
    ///
    /// A [`Fault`](crate::Fault) where elements in JSON are wrong.
    pub fn check(&self) -> Result<(), DecodeError> {
        self.tensors.iter().try_for_each(|tensor| tensor.check().map_err(|error| error.in_parameter(&tensor.name)))
    }

    /// Reads a value from the inputs: a record by the names of its parameters, a tensor from the only input.
    ///
    /// # Errors
    ///
    /// Where an input breaks the rules of `T`, and a [`Fault`](crate::Fault) where numbers in JSON are wrong.
    pub fn decode<'s, T: Decode<'s>>(&'s self) -> Result<T, DecodeError> {
        decode(&self.tensors, ShapeOptions::new())
    }

    /// Copies those numbers that do not lie aligned in the message, so that types with slices can borrow all of them:
    /// the JSON in front has any length. Types with [`View`](tensor_format::View) borrow without it.
    ///
    /// # Errors
    ///
    /// When there is not enough memory.
    pub fn align(&self) -> Result<(), DecodeError> {
        self.tensors.iter().try_for_each(Tensor::align)
    }

    /// Reads a value from the inputs, taking shapes for each other as the options say.
    ///
    /// # Errors
    ///
    /// As [`decode`](Self::decode).
    pub fn decode_with<'s, T: Decode<'s>>(&'s self, shapes: ShapeOptions) -> Result<T, DecodeError> {
        decode(&self.tensors, shapes)
    }
}

impl Response<'_> {
    /// Checks the elements of all outputs, as [`Request::check`] does those of inputs.
    ///
    /// # Errors
    ///
    /// As [`Request::check`].
    pub fn check(&self) -> Result<(), DecodeError> {
        self.tensors.iter().try_for_each(|tensor| tensor.check().map_err(|error| error.in_parameter(&tensor.name)))
    }

    /// Reads a value from the outputs: a record by the names of its parameters, a tensor from the only output.
    ///
    /// # Errors
    ///
    /// As [`Request::decode`].
    pub fn decode<'s, T: Decode<'s>>(&'s self) -> Result<T, DecodeError> {
        decode(&self.tensors, ShapeOptions::new())
    }

    /// Reads a value from the outputs, taking shapes for each other as the options say.
    ///
    /// # Errors
    ///
    /// As [`decode`](Self::decode).
    pub fn decode_with<'s, T: Decode<'s>>(&'s self, shapes: ShapeOptions) -> Result<T, DecodeError> {
        decode(&self.tensors, shapes)
    }
}
