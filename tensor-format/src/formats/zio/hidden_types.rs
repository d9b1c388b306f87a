//! Element types that the format has no letter for: elements of variable size and `bf16`, sent under other letters. The
//! keys below say in a tensor's metadata what it really is, and its name; other readers see valid tensors of bytes.

use alloc::{borrow::Cow, format, string::String};

use smallvec::SmallVec;

use super::{
    DType, Description, Json, Kind,
    json::canonical::{Object, write_text},
};
use crate::{
    DecodeError, ElementType, ErrorKind, Header, Shape, TensorRef,
    tensor::Data,
    variable::{MediaForm, Packed, PackedOptions, read_element},
};

/// The name of a tensor, a parameter of a record: a text.
pub const NAME: &str = "name";
/// The [name](ElementType::name) of an element type that the format has no letter for: a text.
pub const ELEMENT_TYPE: &str = "element_type";
/// The shape of a tensor of elements of variable size, as `2,3`: a text, since metadata should be flat. The part's own
/// shape is its number of bytes.
pub const ELEMENT_SHAPE: &str = "element_shape";

/// Returns the name that a tensor's metadata has under [`NAME`].
pub(super) fn name<'d>(description: &'d Description<'_>) -> Option<Cow<'d, str>> {
    description.metadata()?.text_of(NAME)
}

/// Returns element type and shape of a described tensor, with what its metadata says of them; `None` if the model has
/// no such elements.
///
/// # Errors
///
/// As [`parse_shape`].
pub(super) fn header(description: &Description<'_>) -> Result<Option<Header>, ErrorKind> {
    let plain = |element_type| Header { element_type, shape: description.shape().clone() };
    let unsigned = description.dtype().kind == Kind::Unsigned;
    let metadata = description.metadata().filter(|_| unsigned);
    let element_type = metadata.and_then(|metadata| metadata.text_of(ELEMENT_TYPE));
    match (element_type.and_then(|name| ElementType::from_name(&name)), description.word()) {
        (Some(ElementType::BF16), 2) => return Ok(Some(plain(ElementType::BF16))),
        (Some(element_type), 1) if element_type.size().is_none() && description.is_row_major() => {
            let shape = metadata.and_then(|metadata| metadata.text_of(ELEMENT_SHAPE));
            if let Some(shape) = shape.map(|text| parse_shape(&text)).transpose()?.flatten() {
                return Ok(Some(Header { element_type, shape }));
            }
        }
        _ => {}
    }
    Ok(description.element_type().map(plain))
}

/// Returns the description of a tensor of this header whose payload part has `bytes` bytes.
pub(super) fn describe(
    header: &Header,
    bytes: usize,
    part: usize,
    name: Option<&str>,
    metadata: Option<Json<'_>>,
) -> Result<Description<'static>, crate::EncodeError> {
    let element_type = header.element_type;
    let (dtype, word, shape) = match DType::of(element_type) {
        Some((dtype, word)) => (dtype, word, header.shape.clone()),
        None => match element_type.size() {
            Some(word) => (DType::new(Kind::Unsigned), word, header.shape.clone()),
            None => (DType::new(Kind::Unsigned), 1, Shape::from(bytes)),
        },
    };
    let mut description = Description::new(dtype, word, shape, part)?;
    let hidden = DType::of(element_type).is_none();
    description.metadata = match metadata {
        None if name.is_none() && !hidden => None,
        None => Some(own_metadata(header, hidden, name)),
        Some(metadata) => Some(with_own(header, hidden, name, &metadata)?),
    };
    Ok(description)
}

fn own_metadata(header: &Header, hidden: bool, name: Option<&str>) -> Json<'static> {
    let mut out = String::with_capacity(name.map_or(48, |name| name.len().saturating_add(16)));
    let mut object = Object::begin(&mut out);
    if hidden {
        if header.element_type.size().is_none() {
            write_text(object.key(ELEMENT_SHAPE), &shape_text(&header.shape));
        }
        write_text(object.key(ELEMENT_TYPE), header.element_type.name());
    }
    if let Some(name) = name {
        write_text(object.key(NAME), name);
    }
    object.end();
    Json::canonical_text(out)
}

/// Returns `metadata`, which is the application's, with the keys of this module added; an error if it has one of them.
fn with_own(
    header: &Header,
    hidden: bool,
    name: Option<&str>,
    metadata: &Json<'_>,
) -> Result<Json<'static>, crate::EncodeError> {
    let own = own_metadata(header, hidden, name);
    let own = own.fields();
    let theirs = metadata.fields();
    let keys: SmallVec<[&str; 3]> = own.iter().map(|(key, _)| key).collect();
    theirs.check_keys(&keys, "metadata")?;
    Ok(Json::object(theirs.iter().chain(own.iter()).map(|(key, value)| (key, value.clone()))))
}

/// Returns a shape as `2,3`; empty for a scalar.
pub(super) fn shape_text(shape: &[usize]) -> String {
    let text = format!("{}", Shape::from(shape));
    text.trim_matches(['[', ']']).replace(' ', "")
}

/// Returns the shape of such a text; `None` if it is none.
///
/// # Errors
///
/// [`ShapeOverflow`](ErrorKind::ShapeOverflow) if it is one on machines of more bits: the same text is a shape on all.
pub(super) fn parse_shape(text: &str) -> Result<Option<Shape>, ErrorKind> {
    if text.is_empty() {
        return Ok(Some(Shape::scalar()));
    }
    let len = |len: &str| len.bytes().all(|byte| byte.is_ascii_digit()).then(|| len.parse().ok()).flatten();
    let lens: Option<SmallVec<[u64; 6]>> = text.split(',').take(crate::MAX_RANK.saturating_add(1)).map(len).collect();
    let addressed = |len: &u64| usize::try_from(*len).map_err(|_| ErrorKind::ShapeOverflow);
    lens.map(|lens| lens.iter().map(addressed).collect()).transpose()
}

/// Returns a tensor of elements of variable size that borrows the bytes of its part, each element checked.
pub(super) fn packed(header: Header, bytes: &[u8]) -> Result<TensorRef<'_>, DecodeError> {
    const OPTIONS: PackedOptions = PackedOptions {
        form: MediaForm::LengthPrefixed,
        allow_non_canonical: false,
        allow_non_ascii: true,
        max_element_bytes: usize::MAX,
    };
    let count = header.shape.check(header.element_type)?;
    let mut at: usize = 0;
    for _ in 0..count {
        let rest = bytes.get(at..).unwrap_or_default();
        match read_element(rest, header.element_type, &OPTIONS) {
            Ok((_, len)) => at = at.saturating_add(len),
            Err(error) => return Err(DecodeError::new(error.kind).at(at.saturating_add(error.at) as u64)),
        }
    }
    if at != bytes.len() {
        let count = bytes.len().saturating_sub(at) as u64;
        return Err(DecodeError::new(ErrorKind::TrailingBytes { count, or_more: false, record_of: None }).at(at as u64));
    }
    Ok(TensorRef { header, data: Data::Packed(Packed { bytes, form: MediaForm::LengthPrefixed }) })
}
