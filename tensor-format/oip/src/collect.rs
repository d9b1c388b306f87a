//! Makes the tensors of a message from a typed value: numbers are borrowed from it if they are contiguous.

use std::borrow::Cow;

use tensor_format::{
    ByteOrder, Element, ElementType, Encode, EncodeError, ErrorKind, Shape, TensorRef, View,
    codec::{ElementSink, Payload, Sink, Variable},
    layout::Layout,
    rules::{RecordRules, RecordType, Rules},
};

use crate::{
    Datatype, Form, Parameters, Request, Response, ShapeOptions, Tensor, bytes,
    message::{Data, Parsed},
    util::first_duplicate,
};

const FORMAT: &str = "the Open Inference Protocol";

/// Returns the tensors of a value; one tensor that is no record gets this name.
fn collect<'a, T: Encode + ?Sized>(value: &'a T, name: &'a str) -> Result<Vec<Tensor<'a>>, EncodeError> {
    let mut sink = Collector { names: Names::One(name), tensors: Vec::new(), may_repeat: false };
    value.encode(&mut sink)?;
    let expected = match &sink.names {
        Names::One(_) => 1,
        Names::Record(rules) => rules.len(),
        Names::List(names) => names.len(),
    };
    if sink.tensors.len() != expected {
        return Err(ErrorKind::custom("the value wrote another number of tensors than it has names").into());
    }
    // The names of a type differ: one is there twice only if a parameter has several tensors.
    if !sink.may_repeat {
        return Ok(sink.tensors);
    }
    let twice = first_duplicate(sink.tensors.iter().map(Tensor::name)).and_then(|index| sink.tensors.get(index));
    match twice {
        Some(tensor) => Err(EncodeError::new(ErrorKind::DuplicateParam).in_parameter(tensor.name())),
        None => Ok(sink.tensors),
    }
}

/// The names that tensors take one after another.
enum Names<'a> {
    /// That of a tensor that is no record.
    One(&'a str),
    /// Those of the parameters of a record, of which each has one tensor.
    Record(RecordRules<'static>),
    List(Vec<Cow<'a, str>>),
}

struct Collector<'a> {
    names: Names<'a>,
    tensors: Vec<Tensor<'a>>,
    /// Whether a name may be there twice.
    may_repeat: bool,
}

impl<'a> Sink<'a> for Collector<'a> {
    fn tensor<P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        let unsupported = || ErrorKind::UnsupportedElementType { element_type, format: FORMAT };
        let datatype = if element_type.is_media() { Some(Datatype::Bytes) } else { Datatype::of(element_type) };
        let datatype = datatype.ok_or_else(unsupported)?;
        let count = shape.iter().try_fold(1usize, |count, len| count.checked_mul(*len));
        let count = count.ok_or(ErrorKind::ShapeOverflow)?;
        let mut gather = Gather { element_type, total: 0, lent: Some(&[]), copied: Vec::new(), elements: 0 };
        gather.total = count.saturating_mul(datatype.size().unwrap_or_default());
        payload.write(&mut gather)?;
        if gather.elements != count {
            return Err(ErrorKind::ElementCount { expected: count as u64, found: gather.elements as u64 }.into());
        }
        let index = self.tensors.len();
        let name = match &mut self.names {
            Names::One(name) => Cow::Borrowed(*name),
            Names::Record(rules) => rules.get(index).map_or_else(Cow::default, |param| Cow::Borrowed(param.name)),
            Names::List(names) => names.get_mut(index).map(std::mem::take).unwrap_or_default(),
        };
        let data = Data::Bytes(gather.lent.map_or(Cow::Owned(gather.copied), Cow::Borrowed));
        let (shape, parameters) = (Shape::from(shape), Parameters::new());
        self.tensors.push(Tensor {
            name,
            datatype,
            shape,
            parameters,
            form: Form::Binary,
            data,
            at: 0,
            data_at: 0,
            parsed: Parsed::default(),
        });
        Ok(())
    }

    fn names<'n, I>(&mut self, names: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        self.may_repeat = true;
        self.names = Names::List(names.map(|name| Cow::Owned(name.to_owned())).collect());
        Ok(())
    }

    fn record(&mut self, record: RecordType, counts: &[usize]) -> Result<(), EncodeError> {
        let tensors = counts.iter().sum();
        self.tensors.reserve_exact(tensors);
        self.may_repeat = counts.iter().any(|count| *count > 1);
        self.names = match record.rules() {
            Rules::Record(rules) if counts.len() == rules.len() && counts.iter().all(|count| *count == 1) => {
                Names::Record(rules)
            }
            Rules::Record(rules) => {
                let mut names = Vec::with_capacity(tensors);
                for (param, count) in rules.iter().zip(counts) {
                    names.extend((0..*count).map(|_| Cow::Borrowed(param.name)));
                }
                Names::List(names)
            }
            Rules::Tensor(_) => Names::List(Vec::new()),
        };
        Ok(())
    }
}

/// Collects the elements of a tensor as contiguous bytes, in the form that messages have.
struct Gather<'a> {
    element_type: ElementType,
    /// The number of bytes of all elements, if they are of fixed size.
    total: usize,
    /// All elements so far, borrowed from the value; `None` once they are in `copied`.
    lent: Option<&'a [u8]>,
    copied: Vec<u8>,
    elements: usize,
}

impl<'a> Gather<'a> {
    fn count(&mut self, element_type: ElementType, elements: usize) -> Result<(), EncodeError> {
        if element_type != self.element_type {
            return Err(ErrorKind::custom("the value wrote an element of another type than its header says").into());
        }
        self.elements = self.elements.saturating_add(elements);
        Ok(())
    }

    fn copied(&mut self) -> &mut Vec<u8> {
        if let Some(before) = self.lent.take() {
            self.copied = Vec::with_capacity(self.total.max(before.len()));
            self.copied.extend_from_slice(before);
        }
        &mut self.copied
    }

    fn lend(&mut self, bytes: &'a [u8]) {
        match self.lent {
            Some([]) => self.lent = Some(bytes),
            _ if bytes.is_empty() => {}
            _ => self.copied().extend_from_slice(bytes),
        }
    }
}

impl<'a> ElementSink<'a> for Gather<'a> {
    fn numbers<T: Element>(&mut self, run: &'a [T]) -> Result<(), EncodeError> {
        if ByteOrder::NATIVE != ByteOrder::Little && T::SIZE > 1 {
            return self.copy_numbers(run);
        }
        self.count(T::TYPE, run.len())?;
        self.lend(View::from(run).as_bytes());
        Ok(())
    }

    fn copy_numbers<T: Element>(&mut self, run: &[T]) -> Result<(), EncodeError> {
        self.count(T::TYPE, run.len())?;
        if run.is_empty() {
            return Ok(());
        }
        match ByteOrder::NATIVE {
            ByteOrder::Little => self.copied().extend_from_slice(View::from(run).as_bytes()),
            ByteOrder::Big => self.copied().extend_from_slice(&TensorRef::from(run).to_bytes(ByteOrder::Little)),
        }
        Ok(())
    }

    fn bytes(&mut self, element_type: ElementType, bytes: &'a [u8], order: ByteOrder) -> Result<(), EncodeError> {
        let size = element_type.size().unwrap_or(1);
        self.count(element_type, bytes.len() / size)?;
        if element_type == ElementType::Bool && bytes.iter().any(|byte| *byte > 1) {
            // Read in place with any byte but 0 for true.
            self.copied().extend(bytes.iter().map(|byte| u8::from(*byte != 0)));
        } else if order == ByteOrder::Little || size == 1 {
            self.lend(bytes);
        } else {
            let run = TensorRef::from_bytes(element_type, bytes.len() / size, bytes, order)?;
            self.copied().extend_from_slice(&run.to_bytes(ByteOrder::Little));
        }
        Ok(())
    }

    fn strided(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        layout: &Layout,
        buffer: &'a [u8],
    ) -> Result<(), EncodeError> {
        let tensor = TensorRef::with_layout(element_type, shape, buffer, layout.clone(), ByteOrder::NATIVE)?;
        self.count(element_type, tensor.len())?;
        let bytes = tensor.try_to_bytes(ByteOrder::Little)?;
        let odd = element_type == ElementType::Bool;
        self.copied().extend(bytes.iter().map(|byte| if odd { u8::from(*byte != 0) } else { *byte }));
        Ok(())
    }

    fn variable(&mut self, element: Variable<'a>) -> Result<(), EncodeError> {
        let element_type = match &element {
            Variable::Text(_) => ElementType::String,
            Variable::Bytes(_) => ElementType::Binary,
            Variable::Media { .. } => self.element_type,
        };
        self.count(element_type, 1)?;
        let string = match &element {
            Variable::Text(text) => text.as_bytes(),
            // The protocol has no place for the format of media.
            Variable::Bytes(bytes) | Variable::Media { data: bytes, .. } => bytes,
        };
        Ok(bytes::push(self.copied(), string).ok_or_else(too_long)?)
    }

    fn texts<I: Iterator<Item = &'a str>>(&mut self, texts: I) -> Result<(), EncodeError> {
        let (mut elements, out) = (0, self.copied());
        for text in texts {
            bytes::push(out, text.as_bytes()).ok_or_else(too_long)?;
            elements += 1;
        }
        self.count(ElementType::String, elements)
    }
}

#[cold]
fn too_long() -> ErrorKind {
    ErrorKind::custom("a byte string of the protocol has less than 4 GiB")
}

impl<'a> Request<'a> {
    /// Makes a request of a value: an input for each parameter of a record, or the input `input` of one tensor. The
    /// elements are borrowed from it where they are contiguous, and are written as bytes unless
    /// [`Tensor::set_form`] says otherwise.
    ///
    /// # Errors
    ///
    /// When the value breaks its own rules, or has element types that the protocol does not: complex numbers.
    pub fn from_value<T: Encode + ?Sized>(value: &'a T) -> Result<Self, EncodeError> {
        Ok(Self { tensors: collect(value, "input")?, ..Self::default() })
    }

    /// Makes a request of a value, with the shapes that the options say.
    ///
    /// # Errors
    ///
    /// As [`from_value`](Self::from_value).
    pub fn from_value_with<T: Encode + ?Sized>(value: &'a T, shapes: ShapeOptions) -> Result<Self, EncodeError> {
        let mut message = Self::from_value(value)?;
        for tensor in message.tensors.iter_mut().filter(|_| shapes.writes_scalars_as_one()) {
            if tensor.shape.is_empty() {
                tensor.shape.push(1);
            }
        }
        Ok(message)
    }
}

impl<'a> Response<'a> {
    /// Makes a response of a value: an output for each parameter of a record, or the output `output` of one tensor, as
    /// [`Request::from_value`] does.
    ///
    /// # Errors
    ///
    /// As [`Request::from_value`].
    pub fn from_value<T: Encode + ?Sized>(value: &'a T) -> Result<Self, EncodeError> {
        Ok(Self { tensors: collect(value, "output")?, ..Self::default() })
    }

    /// Makes a response of a value, with the shapes that the options say.
    ///
    /// # Errors
    ///
    /// As [`from_value`](Self::from_value).
    pub fn from_value_with<T: Encode + ?Sized>(value: &'a T, shapes: ShapeOptions) -> Result<Self, EncodeError> {
        let mut message = Self::from_value(value)?;
        for tensor in message.tensors.iter_mut().filter(|_| shapes.writes_scalars_as_one()) {
            if tensor.shape.is_empty() {
                tensor.shape.push(1);
            }
        }
        Ok(message)
    }
}
