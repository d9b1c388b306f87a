//! Literals: a shape with the buffers of its arrays, made from typed values and read as such.

use alloc::{borrow::Cow, format, string::String, vec::Vec};

use super::{
    ArrayShape, BufferShape, Members, MembersIter, Options, PrimitiveType, Shape, ShapeKind,
    operations::value::check_len,
};
use crate::{
    Decode, DecodeError, DecodeOwned, Encode, EncodeError, ErrorKind, HasRules, RecordRef, Tensor, TensorRef, Value,
    ValueBuf, error::ExpansionLimit, from_value, to_value,
};

/// A value: a shape, and a buffer for each array in it, those inside tuples included, in order.
///
/// A value of one tensor is an array, a record a tuple of its tensors in order. A tuple has no names: those of a record
/// that says them in its type come back from the type, those known at run time, as in a [`Record`](crate::Record) or a
/// state dict, are lost, and such a record is read with the numbers of the arrays in their place.
///
/// ```
/// use tensor_format::xla::{Literal, Shape};
/// let columns: Shape = "s32[2,3]{0,1}".parse()?;
/// let literal = Literal::in_shape(&[[1i32, 2, 3], [4, 5, 6]], columns)?;
/// assert_eq!(literal.buffers()[0][..8], [1, 0, 0, 0, 4, 0, 0, 0]);
/// assert_eq!(literal.decode::<Vec<[i32; 3]>>()?, [[1, 2, 3], [4, 5, 6]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal<'a> {
    shape: Shape,
    buffers: Vec<Cow<'a, [u8]>>,
}

impl Literal<'static> {
    /// Returns a value as a literal in the default layouts.
    ///
    /// # Errors
    ///
    /// [`UnsupportedElementType`](ErrorKind::UnsupportedElementType) for elements of variable size, of a record with
    /// the parameter, [`Rules`](ErrorKind::Rules) for records whose parameters may be missing or repeated, and what the
    /// value itself refuses.
    pub fn of<T: Encode + ?Sized>(value: &T) -> Result<Self, EncodeError> {
        check_presence::<T>()?;
        let value = to_value(value)?;
        let shape = match &value {
            ValueBuf::Tensor(tensor) => Shape::from(default_array(tensor)?),
            ValueBuf::Record(_) => {
                let member = |(name, tensor)| default_array(tensor).map(Shape::from).map_err(|kind| named(name, kind));
                Shape::tuple(tensors(&value).map(member).collect::<Result<Vec<_>, _>>()?)?
            }
        };
        Self::fill(&value, shape, ExpansionLimit::bytes(u64::MAX))
    }

    /// Returns a value as a literal in the layouts of a shape, with the default [`Options`]. Padding is zero.
    ///
    /// # Errors
    ///
    /// As [`Options::literal`].
    pub fn in_shape<T: Encode + ?Sized>(value: &T, shape: Shape) -> Result<Self, EncodeError> {
        Options::new().literal(value, shape)
    }

    fn fill(value: &ValueBuf, shape: Shape, limit: ExpansionLimit) -> Result<Self, EncodeError> {
        check_count(shape.arrays().count(), tensors(value).count())?;
        let (mut elements, mut expanded) = (0u64, 0u64);
        for (array, (name, tensor)) in shape.arrays().zip(tensors(value)) {
            elements = elements.saturating_add(tensor.as_ref().buffer().len() as u64);
            expanded = expanded.saturating_add(array.buffer_size().map_err(|kind| named(name, kind))? as u64);
        }
        limit.check(elements, expanded)?;
        let mut buffers = Vec::new();
        for (array, (name, tensor)) in shape.arrays().zip(tensors(value)) {
            let array = &array;
            buffers.push(Cow::Owned(buffer_of(array, &tensor.as_ref()).map_err(|kind| named(name, kind))?));
        }
        Ok(Self { shape, buffers })
    }
}

impl Options {
    /// Returns a value as a literal in the layouts of a shape. Padding is zero.
    ///
    /// # Errors
    ///
    /// As [`Literal::of`], as [`ArrayShape::write`] if the shape is not one of the value,
    /// [`LimitExceeded`](ErrorKind::LimitExceeded) if the buffers take more bytes than
    /// [`max_expanded`](Self::max_expanded) allows, and [`OutOfMemory`](ErrorKind::OutOfMemory).
    ///
    /// ```
    /// use tensor_format::xla::{Literal, Options};
    /// let shape = "f32[2]{0:T(100000000)}";
    /// let error = Literal::in_shape(&[1f32, 2.0], shape.parse()?).unwrap_err().to_string();
    /// let expected = "limit exceeded: at most 67109120 bytes after expansion allowed, found 400000000";
    /// assert!(error.starts_with(expected), "{error}");
    /// let small = Options::new().max_expanded(1024).literal(&[1f32, 2.0], "f32[2]{0:T(256)}".parse()?)?;
    /// assert_eq!(small.buffers()[0].len(), 1024);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn literal<T: Encode + ?Sized>(&self, value: &T, shape: Shape) -> Result<Literal<'static>, EncodeError> {
        check_presence::<T>()?;
        Literal::fill(&to_value(value)?, shape, self.max_expanded)
    }
}

impl<'a> Literal<'a> {
    /// Creates a literal from a shape and the buffers of its arrays, in order.
    ///
    /// # Errors
    ///
    /// [`Field`](ErrorKind::Field) if there is not one buffer for each array, [`Layout`](ErrorKind::Layout) if one is
    /// shorter or longer than [its array says](ArrayShape::buffer_size).
    pub fn new<B: Into<Cow<'a, [u8]>>>(shape: Shape, buffers: impl IntoIterator<Item = B>) -> Result<Self, ErrorKind> {
        let buffers: Vec<Cow<'a, [u8]>> = buffers.into_iter().map(Into::into).collect();
        check_count(shape.arrays().count(), buffers.len())?;
        for (array, buffer) in shape.arrays().zip(&buffers) {
            check_len(array.buffer_size()?, buffer)?;
        }
        Ok(Self { shape, buffers })
    }

    /// Returns the shape of the value.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Returns the buffer of each array.
    #[must_use]
    pub fn buffers(&self) -> &[Cow<'a, [u8]>] {
        &self.buffers
    }

    /// Returns shape and buffers.
    #[must_use]
    pub fn into_parts(self) -> (Shape, Vec<Cow<'a, [u8]>>) {
        (self.shape, self.buffers)
    }

    /// Returns the arrays as tensors, copied into row-major order.
    ///
    /// # Errors
    ///
    /// As [`ArrayShape::to_tensor`].
    pub fn to_tensors(&self) -> Result<Vec<Tensor>, ErrorKind> {
        self.parts().map(|(array, buffer)| array.to_tensor(buffer)).collect()
    }

    /// Returns the arrays as tensors that borrow their buffers, without a copy.
    ///
    /// # Errors
    ///
    /// As [`ArrayShape::view`]: tiles that do more than pad cannot be viewed.
    pub fn views(&self) -> Result<Vec<TensorRef<'_>>, ErrorKind> {
        self.parts().map(|(array, buffer)| array.view(buffer)).collect()
    }

    /// Returns the value, copied out of any layout.
    ///
    /// # Errors
    ///
    /// As [`to_tensors`](Self::to_tensors), [`Field`](ErrorKind::Field) if a tuple has another number of arrays than
    /// the type has parameters, and where the literal breaks the rules of `T`.
    pub fn decode<T: DecodeOwned>(&self) -> Result<T, DecodeError> {
        let tensors = self.to_tensors()?;
        from_value(&self.value::<T>(tensors.iter().map(Tensor::as_ref).collect())?)
    }

    /// Returns the value, which may borrow the buffers.
    ///
    /// # Errors
    ///
    /// As [`views`](Self::views) and [`decode`](Self::decode).
    pub fn decode_borrowed<'s, T: Decode<'s>>(&'s self) -> Result<T, DecodeError> {
        from_value(&self.value::<T>(self.views()?)?)
    }

    fn parts(&self) -> impl Iterator<Item = (ArrayShape, &[u8])> {
        self.shape.arrays().zip(self.buffers.iter().map(|buffer| &**buffer))
    }

    /// Returns the tensors as one tensor, or as a record with the names of `T`'s parameters. If `T` is a record that
    /// lists none, the names are the numbers of the arrays.
    fn value<'v, T: HasRules>(&self, tensors: Vec<TensorRef<'v>>) -> Result<Value<'v>, ErrorKind> {
        if let (ShapeKind::Array(_) | ShapeKind::Buffer(_), [tensor]) = (self.shape.kind(), tensors.as_slice()) {
            return Ok(Value::Tensor(tensor.clone()));
        }
        let params = T::RULES.as_record().filter(|params| !params.is_empty());
        if let Some(params) = params {
            check_presence::<T>()?;
            check_count(params.len(), tensors.len())?;
        }
        let mut record = RecordRef::new();
        for (number, tensor) in tensors.into_iter().enumerate() {
            let name = params.and_then(|params| params.get(number));
            record.push(name.map_or_else(|| format!("{number}"), |param| String::from(param.name)), tensor);
        }
        Ok(Value::Record(record))
    }
}

impl Shape {
    /// Returns all arrays in the shape in order, those inside tuples included.
    #[must_use]
    pub fn arrays(&self) -> Arrays {
        match self.array_or_buffer() {
            Some(array) => Arrays { only: Some(array.clone()), open: Vec::new() },
            None => Arrays { only: None, open: self.members().map(Members::iter).into_iter().collect() },
        }
    }
}

/// An iterator over all arrays in a shape in order, those inside tuples included.
#[derive(Clone, Debug)]
pub struct Arrays {
    only: Option<ArrayShape>,
    /// The unread members of each tuple that is being read, the outermost first.
    open: Vec<MembersIter>,
}

impl Iterator for Arrays {
    type Item = ArrayShape;

    fn next(&mut self) -> Option<ArrayShape> {
        if let Some(only) = self.only.take() {
            return Some(only);
        }
        loop {
            match self.open.last_mut()?.next().map(Shape::into_kind) {
                Some(ShapeKind::Array(array) | ShapeKind::Buffer(BufferShape { array, .. })) => return Some(array),
                Some(ShapeKind::Tuple(members)) => self.open.push(members.into_iter()),
                Some(ShapeKind::Token | ShapeKind::Opaque) => {}
                None => drop(self.open.pop()),
            }
        }
    }
}

fn default_array(tensor: &Tensor) -> Result<ArrayShape, ErrorKind> {
    let element_type = tensor.header().element_type;
    let unsupported = ErrorKind::UnsupportedElementType { element_type, format: "XLA" };
    ArrayShape::new(PrimitiveType::of(element_type).ok_or(unsupported)?, &tensor.header().shape)
}

/// Returns the buffer of an array of this shape with the tensor's elements.
fn buffer_of(array: &ArrayShape, tensor: &TensorRef<'_>) -> Result<Vec<u8>, ErrorKind> {
    super::operations::value::check_same(tensor, &array.header()?)?;
    let len = array.buffer_size()?;
    let mut buffer = Vec::new();
    // Tiles can be of any size.
    buffer.try_reserve_exact(len).map_err(|_| ErrorKind::OutOfMemory { bytes: len as u64 })?;
    buffer.resize(len, 0);
    array.write(tensor, &mut buffer)?;
    Ok(buffer)
}

/// Returns the tensors of a value in order, those of a record with their names.
fn tensors(value: &ValueBuf) -> impl Iterator<Item = (Option<&str>, &Tensor)> {
    let (one, many) = match value {
        ValueBuf::Tensor(tensor) => (Some((None, tensor)), None),
        ValueBuf::Record(record) => (None, Some(record.iter().map(|(name, tensor)| (Some(name), tensor)))),
    };
    one.into_iter().chain(many.into_iter().flatten())
}

/// Returns the error of a tensor, with the tensor's name if it has one.
#[cold]
fn named(name: Option<&str>, kind: ErrorKind) -> EncodeError {
    let error = EncodeError::new(kind);
    match name {
        Some(name) => error.in_parameter(name),
        None => error,
    }
}

fn check_count(expected: usize, found: usize) -> Result<(), ErrorKind> {
    if expected == found {
        return Ok(());
    }
    let found = i64::try_from(found).unwrap_or(i64::MAX);
    Err(ErrorKind::Field { field: "tuple_shapes", expected: "one array for each tensor", found })
}

/// Checks that no parameter may be left out, since the members of a tuple have no names.
fn check_presence<T: HasRules + ?Sized>() -> Result<(), ErrorKind> {
    let all = T::RULES.as_record().is_none_or(|params| params.iter().all(|param| param.is_required()));
    if all { Ok(()) } else { Err(super::rules::no_optional_members()) }
}
