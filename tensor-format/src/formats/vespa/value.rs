//! Values of Rust types as tensors of Vespa, and back.

use alloc::{borrow::Cow, string::String, vec::Vec};

use smallvec::SmallVec;

use super::{
    Constant, Labels, Options, TensorType,
    labels::Added,
    tensor_type::{
        declared_type::{Declared, NO_TENSOR, cell_of, values_of},
        refusal,
    },
    write::{Out, Parts},
};
use crate::{
    ByteOrder, DecodeError, Encode, EncodeError, ErrorKind, Layout, RecordRef, Rules, TensorRef, VALUES, Value,
    from_value, values::EncodedTensors,
};

/// Returns the text of a value, on one line.
///
/// The [type](super::type_of) follows from the value's rules and lengths; where its dimensions are not in the order
/// of their names, the cells are permuted.
///
/// ```
/// use std::collections::BTreeMap;
/// let prices = BTreeMap::from([("tea".to_owned(), 2.5f32), ("cocoa".to_owned(), 3.1)]);
/// let text = tensor_format::vespa::to_string(&prices)?;
/// assert_eq!(text, r#"{"type":"tensor<float>(d0{})","cells":{"cocoa":3.1,"tea":2.5}}"#);
/// assert_eq!(tensor_format::vespa::from_str::<BTreeMap<String, f32>>(&text)?, prices);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`UnsupportedElementType`](ErrorKind::UnsupportedElementType), or [`Rules`](ErrorKind::Rules) for what else Vespa
/// cannot hold: names that are none, lengths of zero, records that are not labels and values, labels that come twice.
pub fn to_string<T: Encode + ?Sized>(value: &T) -> Result<String, EncodeError> {
    text(value, false)
}

/// Returns the text of a value, with a line for each block, cell and row.
///
/// # Errors
///
/// As [`to_string`].
pub fn to_string_pretty<T: Encode + ?Sized>(value: &T) -> Result<String, EncodeError> {
    text(value, true)
}

fn text<T: Encode + ?Sized>(value: &T, pretty: bool) -> Result<String, EncodeError> {
    let pieces = EncodedTensors::of(value)?;
    let mut out = Out::new(pretty, None);
    out.tensor(&Canonical::of(&T::RULES, &pieces.value()?)?.parts())?;
    out.finish()
}

/// Writes the text of a value, on one line, piece by piece.
///
/// # Errors
///
/// As [`to_string`], and [`Io`](ErrorKind::Io).
#[cfg(feature = "std")]
pub fn to_writer<T: Encode + ?Sized>(writer: &mut impl std::io::Write, value: &T) -> Result<(), EncodeError> {
    let pieces = EncodedTensors::of(value)?;
    Canonical::of(&T::RULES, &pieces.value()?)?.parts().write_to(writer, false)
}

/// Writes the text of a value, with a line for each block, cell and row, piece by piece.
///
/// ```
/// let mut bytes = Vec::new();
/// tensor_format::vespa::to_writer_pretty(&mut bytes, &[[1.0f32, 2.0], [3.0, 4.0]])?;
/// let text = r#"{
///   "type": "tensor<float>(d0[2],d1[2])",
///   "values": [
///     [1, 2],
///     [3, 4]
///   ]
/// }"#;
/// assert_eq!(bytes, text.as_bytes());
/// # Ok::<(), tensor_format::EncodeError>(())
/// ```
///
/// # Errors
///
/// As [`to_writer`].
#[cfg(feature = "std")]
pub fn to_writer_pretty<T: Encode + ?Sized>(writer: &mut impl std::io::Write, value: &T) -> Result<(), EncodeError> {
    let pieces = EncodedTensors::of(value)?;
    Canonical::of(&T::RULES, &pieces.value()?)?.parts().write_to(writer, true)
}

/// Returns a value from a text.
///
/// The type is declared by the rules of `T` if they fix all lengths; else the text must name it.
///
/// The numbers of a dense value in lists go to where the value keeps them, without a tensor between, unless its axes
/// must be permuted. Any other value is made from a [`Constant`], whose cells are there beside it as long as that
/// takes.
///
/// # Errors
///
/// As [`Options::read`], and where the tensor breaks the rules of `T`.
pub fn from_str<T: crate::DecodeOwned>(text: &str) -> Result<T, DecodeError> {
    Options::new().from_str(text)
}

/// Returns a value from all the bytes of a reader.
///
/// # Errors
///
/// As [`from_str`], and [`Io`](ErrorKind::Io).
#[cfg(feature = "std")]
pub fn from_reader<T: crate::DecodeOwned>(reader: impl std::io::Read) -> Result<T, DecodeError> {
    Options::new().from_reader(reader)
}

impl Options {
    /// Returns a value from a text; see [`from_str`](super::from_str).
    ///
    /// # Errors
    ///
    /// As [`from_str`](super::from_str).
    #[allow(clippy::should_implement_trait, reason = "options, not a conversion of self")]
    pub fn from_str<T: crate::DecodeOwned>(&self, text: &str) -> Result<T, DecodeError> {
        let (tensor_type, declared) = self.declared_in(&T::RULES, text)?;
        if let Ok(declared) = &declared {
            // The fast path takes no other text. Faulty ones are read once more too, for what is wrong.
            if let Some(value) = self.dense_fast_path(&tensor_type, declared.as_ref(), text) {
                return Ok(value);
            }
        }
        let constant = self.read_as(&tensor_type, text)?;
        constant.read(declared?.as_ref())
    }

    /// Returns the type of a text that is read by these rules, and how they declare it.
    #[allow(clippy::type_complexity, reason = "what does not fit is told only after the text is known to be one")]
    fn declared_in(
        &self,
        rules: &Rules<'_>,
        text: &str,
    ) -> Result<(TensorType, Result<Option<Declared>, ErrorKind>), DecodeError> {
        Ok(match Declared::of_rules(rules) {
            Ok(declared) if declared.tensor_type.unbound().is_none() => {
                (declared.tensor_type.clone(), Ok(Some(declared)))
            }
            Err(_) if rules.as_record().is_some_and(|rules| !rules.is_empty() && rules.sole_sparse().is_none()) => {
                return Err(refusal(&[NO_TENSOR]).into());
            }
            _ => {
                let found = self.type_in(text)?;
                let declared = Declared::for_values(rules, &found);
                (found, declared)
            }
        })
    }

    /// Returns a value from all the bytes of a reader.
    ///
    /// # Errors
    ///
    /// As [`from_str`](super::from_str), [`InvalidUtf8`](ErrorKind::InvalidUtf8), and [`Io`](ErrorKind::Io).
    #[cfg(feature = "std")]
    pub fn from_reader<T: crate::DecodeOwned>(&self, reader: impl std::io::Read) -> Result<T, DecodeError> {
        self.from_str(&self.text_of(reader)?)
    }

    /// Returns all the text of a reader; an error if it is longer than the limit.
    #[cfg(feature = "std")]
    pub(super) fn text_of(&self, reader: impl std::io::Read) -> Result<String, DecodeError> {
        use std::io::Read;
        let mut bytes = Vec::new();
        reader.take((self.max_text as u64).saturating_add(1)).read_to_end(&mut bytes)?;
        self.check_text(bytes.len())?;
        utf8(bytes)
    }
}

/// Returns the bytes as text.
#[cfg(feature = "std")]
pub(super) fn utf8(bytes: Vec<u8>) -> Result<String, DecodeError> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to() as u64;
        DecodeError::new(ErrorKind::InvalidUtf8).at(at)
    })
}

impl Constant {
    /// Returns a value as a tensor of Vespa; see [`to_string`](super::to_string).
    ///
    /// # Errors
    ///
    /// As [`to_string`](super::to_string).
    pub fn of<T: Encode + ?Sized>(value: &T) -> Result<Self, EncodeError> {
        Self::of_value(&T::RULES, &EncodedTensors::of(value)?.value()?)
    }

    /// Returns a value of these rules as a tensor of Vespa.
    pub(super) fn of_value(rules: &Rules<'_>, value: &Value<'_>) -> Result<Self, EncodeError> {
        let Canonical { tensor_type, labels, cells } = Canonical::of(rules, value)?;
        let shape = super::constant::shape_of(&tensor_type, &labels);
        let cells = TensorRef::from_bytes(tensor_type.cell().element_type(), &shape[..], &cells, ByteOrder::NATIVE)?;
        Ok(Constant::new(tensor_type, labels, cells.to_tensor()))
    }

    /// Returns the tensor as a value, its dimensions in the order in which `T` declares them.
    ///
    /// A dense tensor is one tensor of the model. Any other is a record: for each mapped dimension a string tensor of
    /// its labels, named for it, and then [`values`](VALUES); items are in the order of [`labels`](Self::labels).
    ///
    /// # Errors
    ///
    /// Where the tensor breaks the rules of `T`, the names of dimensions included.
    pub fn to<T: crate::DecodeOwned>(&self) -> Result<T, DecodeError> {
        let declared = Declared::for_values(&T::RULES, self.tensor_type())?;
        self.read(declared.as_ref())
    }

    /// Returns the tensor as a value, its dimensions in the order of `declared`.
    fn read<T: crate::DecodeOwned>(&self, declared: Option<&Declared>) -> Result<T, DecodeError> {
        // Until it is read, which is once.
        let mut read = Err(ErrorKind::TensorFound.into());
        self.with_value(declared, &mut |value| read = from_value(value))?;
        read
    }

    /// Calls `take` once with the tensor as a value of the model, its dimensions in the order of `declared`; without one in
    /// that of its type.
    pub(super) fn with_value(
        &self,
        declared: Option<&Declared>,
        take: &mut dyn FnMut(&Value<'_>),
    ) -> Result<(), DecodeError> {
        let cells = self.cells();
        let items = usize::from(self.labels().dimensions() > 0);
        let values = match declared {
            Some(declared) if !declared.is_in_order() => {
                // The axis of the items stays where it is.
                let mut canonical = alloc::vec![0; declared.axes.len()];
                for (index, axis) in declared.axes.iter().enumerate() {
                    if let Some(place) = canonical.get_mut(*axis) {
                        *place = index;
                    }
                }
                permute(&cells, items, &canonical)?
            }
            _ => cells.clone(),
        };
        if items == 0 {
            take(&Value::Tensor(values));
            return Ok(());
        }
        let names: Vec<&str> = self.tensor_type().mapped().map(|dimension| dimension.name()).collect();
        let mut order: Vec<usize> = (0..names.len()).collect();
        if let Some(declared) = declared {
            order.sort_by_key(|dimension| declared.labels.get(*dimension));
        }
        let mut tensors = Vec::new();
        for dimension in &order {
            tensors.push(self.labels().to_tensor(*dimension)?);
        }
        let prefix = declared.map_or("", |declared| &declared.prefix);
        let names = order.iter().filter_map(|dimension| Some(alloc::format!("{prefix}{}", names.get(*dimension)?)));
        let mut record = RecordRef::new();
        names.zip(&tensors).for_each(|(name, labels)| record.push(name, labels.as_ref()));
        record.push(alloc::format!("{prefix}{VALUES}"), values);
        take(&Value::Record(record));
        Ok(())
    }
}

/// Returns the same elements with the axes after the first `kept` in another order: axis `i` is the old axis
/// `order[i]`.
fn permute<'a>(tensor: &TensorRef<'a>, kept: usize, order: &[usize]) -> Result<TensorRef<'a>, ErrorKind> {
    let layout = tensor.layout().ok_or(ErrorKind::Layout { why: "elements of variable size have no strides" })?;
    let axes = (0..kept).chain(order.iter().map(|axis| axis.saturating_add(kept)));
    let (mut shape, mut strides): (Vec<usize>, SmallVec<[isize; 6]>) = Default::default();
    for axis in axes {
        shape.push(tensor.shape().get(axis).copied().unwrap_or_default());
        strides.push(layout.strides().get(axis).copied().unwrap_or_default());
    }
    let layout = Layout::new(&strides, layout.offset());
    TensorRef::with_layout(tensor.element_type(), shape, tensor.buffer(), layout, tensor.byte_order())
}

/// A value's type, labels and cells, its dimensions in the order of their names.
struct Canonical<'a> {
    tensor_type: TensorType,
    labels: Labels,
    cells: Cow<'a, [u8]>,
}

impl<'a> Canonical<'a> {
    fn of(rules: &Rules<'_>, value: &Value<'a>) -> Result<Self, EncodeError> {
        // A type that says what its record holds says whether that is a map; else names are all that there is to go by.
        if rules.as_record().is_some_and(|rules| !rules.is_empty() && rules.sole_sparse().is_none()) {
            return Err(refusal(&[NO_TENSOR]).into());
        }
        let (texts, values) = split(value)?;
        let names: Vec<&str> = texts.iter().map(|(name, _)| *name).collect();
        let items = usize::from(!texts.is_empty());
        let declared = Declared::of_header(rules, &names, values)?;
        let shape = values.shape().get(items..).unwrap_or_default();
        let tensor_type = declared.bind(shape)?;
        let mut labels = Labels::new(texts.len());
        if items > 0 {
            let columns = texts.iter().map(|(_, tensor)| Ok(tensor.strings()?.collect::<Vec<&str>>()));
            let columns: Vec<Vec<&str>> = columns.collect::<Result<_, ErrorKind>>()?;
            for item in 0..values.shape().first().copied().unwrap_or_default() {
                let address = declared.labels.iter().map(|column| {
                    columns.get(*column).and_then(|labels| labels.get(item)).copied().unwrap_or_default()
                });
                match labels.add(address.clone()) {
                    Added::New => {}
                    Added::Known(_) => {
                        let address: Vec<&str> = address.collect();
                        return Err(refusal(&["the labels \"", &address.join("\", \""), "\" stand twice"]).into());
                    }
                    Added::TooMany => return Err(ErrorKind::ShapeOverflow.into()),
                }
            }
        }
        let values = if declared.is_in_order() { values.clone() } else { permute(values, items, &declared.axes)? };
        let cells = values.try_to_bytes(ByteOrder::NATIVE)?;
        Ok(Self { tensor_type, labels, cells })
    }

    fn parts(&self) -> Parts<'_> {
        Parts { tensor_type: &self.tensor_type, labels: &self.labels, cells: &self.cells }
    }
}

/// Tensors of labels with their names, and the values.
type Split<'v, 'a> = (Vec<(&'v str, &'v TensorRef<'a>)>, &'v TensorRef<'a>);

fn split<'v, 'a>(value: &'v Value<'a>) -> Result<Split<'v, 'a>, ErrorKind> {
    let record = match value {
        Value::Tensor(tensor) => return Ok((Vec::new(), tensor)),
        Value::Record(record) => record,
    };
    let no_tensor = || refusal(&[NO_TENSOR]);
    let mut texts: Vec<(&str, &TensorRef<'_>)> = record.iter().collect();
    let Some((last, values)) = texts.pop() else { return Err(no_tensor()) };
    let prefix = last.strip_suffix(VALUES).filter(|prefix| prefix.is_empty() || prefix.ends_with('.'));
    for (name, _) in &mut texts {
        *name = prefix.and_then(|prefix| name.strip_prefix(prefix)).ok_or_else(no_tensor)?;
    }
    let items = values.shape().first();
    let fits = |(_, labels): &(&str, &TensorRef<'_>)| {
        labels.element_type() == crate::ElementType::String && labels.rank() == 1 && labels.shape().first() == items
    };
    if texts.is_empty() || items.is_none() || !texts.iter().all(fits) {
        return Err(no_tensor());
    }
    Ok((texts, values))
}

impl Declared {
    /// Returns the type of a value whose element type and lengths are known; its dimensions have the names in `rules`,
    /// if there are any.
    fn of_header(rules: &Rules<'_>, labels: &[&str], values: &TensorRef<'_>) -> Result<Self, ErrorKind> {
        let cell = cell_of(values.element_type())?;
        let rules = values_of(rules);
        let items = usize::from(!labels.is_empty());
        let rank = values.rank();
        let named = |axis: usize| rules.and_then(|rules| rules.axes.over(rank).nth(axis)).and_then(|dim| dim.name);
        let dims = values
            .shape()
            .iter()
            .enumerate()
            .skip(items)
            .map(|(axis, len)| crate::Dim { name: named(axis), ..crate::Dim::exact(*len as u64) });
        Self::of_dims(labels, cell, &dims.collect::<Vec<_>>())
    }
}

impl TensorType {
    /// Returns the type of values of these rules; see [`type_of`](super::type_of).
    ///
    /// # Errors
    ///
    /// [`UnsupportedElementType`](ErrorKind::UnsupportedElementType), or [`Rules`](ErrorKind::Rules) for what else no
    /// type can say: several element types, any rank, records that are not labels and values.
    ///
    /// ```
    /// use tensor_format::{HasRules, vespa::TensorType};
    /// let found = TensorType::of_rules(&<Vec<[f32; 3]>>::RULES)?;
    /// assert_eq!(found.to_string(), "tensor<float>(d0[],d1[3])");
    /// # Ok::<(), tensor_format::ErrorKind>(())
    /// ```
    pub fn of_rules(rules: &Rules<'_>) -> Result<Self, ErrorKind> {
        Declared::of_rules(rules).map(|declared| declared.tensor_type)
    }
}
