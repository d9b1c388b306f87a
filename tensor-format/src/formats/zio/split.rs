//! Splitting of one tensor into several messages, and joining them.

use alloc::{collections::BTreeMap, format, string::String, sync::Arc, vec::Vec};

use super::{Json, Message, NAME, errors::fault, hidden_types};
use crate::formats::zio::message_error::{MessageFault, Stage};
use crate::{
    ByteOrder, DecodeError, EncodeError, ErrorKind, Header, Layout, Shape, Tensor, TensorRef,
    tensor::{Buffer, Data, Kind},
    variable::MediaForm,
};

/// The index along the first axis of the whole tensor at which a piece begins: a number.
pub const SPLIT_FIRST: &str = "split_first";
/// The shape of the whole tensor, a text such as `6000,800`.
pub const SPLIT_SHAPE: &str = "split_shape";
/// The index of the piece, counted from 0: a number.
pub const SPLIT_INDEX: &str = "split_index";
/// The number of pieces: a number.
pub const SPLIT_COUNT: &str = "split_count";

/// Cuts a tensor along its first axis into messages whose parts have at most `max_bytes` bytes, or one row if a row has
/// more. Each message is whole by itself: its tensor's metadata says under [`SPLIT_FIRST`], [`SPLIT_SHAPE`],
/// [`SPLIT_INDEX`] and [`SPLIT_COUNT`] where it belongs, and its `seqno` is the index of the piece. Elements are not
/// copied where [`Message::append`] would not.
///
/// ```
/// use tensor_format::{TensorRef, zio::{Join, split}};
/// let elements: Vec<u16> = (0..100).collect();
/// let tensor = TensorRef::from_slice([10, 10], &elements)?;
/// let pieces = split(&tensor, 64, None)?;
/// assert_eq!(pieces.len(), 4);
///
/// let mut join = Join::new();
/// for piece in pieces.iter().rev() {
///     join.push(piece.borrow())?;
/// }
/// assert_eq!(join.finish()?, tensor);
/// # Ok::<(), tensor_format::DecodeError>(())
/// ```
///
/// # Errors
///
/// As [`Message::append`]. The metadata must have none of the four keys.
pub fn split<'a>(
    tensor: &TensorRef<'a>,
    max_bytes: usize,
    metadata: Option<&Json<'_>>,
) -> Result<Vec<Message<'a>>, EncodeError> {
    let whole = tensor.shape();
    let lens = lens(tensor, max_bytes);
    let count = lens.len();
    let theirs = metadata.map(|metadata| metadata.fields()).unwrap_or_default();
    theirs.check_keys(&[SPLIT_FIRST, SPLIT_SHAPE, SPLIT_INDEX, SPLIT_COUNT], "metadata")?;
    let shape = Json::text(&hidden_types::shape_text(whole));
    let mut variables = tensor.variables();
    let mut pieces = Vec::with_capacity(count);
    let mut first: usize = 0;
    for (index, len) in lens.into_iter().enumerate() {
        let piece = piece(tensor, &mut variables, first, len)?;
        let place = [
            (SPLIT_FIRST, Json::from(first as u64)),
            (SPLIT_SHAPE, shape.clone()),
            (SPLIT_INDEX, Json::from(index as u64)),
            (SPLIT_COUNT, Json::from(count as u64)),
        ];
        let fields = theirs.iter().map(|(key, value)| (key, value.clone())).chain(place);
        let mut message = Message { seqno: index as u64, ..Message::default() };
        message.append(&piece, Some(Json::object(fields)))?;
        pieces.push(message);
        first = first.saturating_add(len);
    }
    Ok(pieces)
}

/// Returns the number of rows, which are the items of the first axis, of each piece. There is at least one piece, which
/// has none if the tensor has no row.
fn lens(tensor: &TensorRef<'_>, max_bytes: usize) -> Vec<usize> {
    let rows = tensor.shape().first().copied().unwrap_or(1);
    let of_row = tensor.len().checked_div(rows).unwrap_or_default();
    if let Some(size) = tensor.element_type().size() {
        // Rows without bytes fit into any piece.
        let step = max_bytes.checked_div(of_row.saturating_mul(size)).unwrap_or(rows).max(1);
        let firsts = (0..rows.max(1)).step_by(step);
        return firsts.map(|first| step.min(rows.saturating_sub(first))).collect();
    }
    let mut variables = tensor.variables();
    let (mut lens, mut len, mut bytes) = (Vec::new(), 0_usize, 0_usize);
    for _ in 0..rows {
        let row = variables.by_ref().take(of_row).map(|element| element.packed_len(MediaForm::LengthPrefixed));
        let row = row.fold(0, usize::saturating_add);
        if len > 0 && bytes.saturating_add(row) > max_bytes {
            lens.push(core::mem::take(&mut len));
            bytes = 0;
        }
        (len, bytes) = (len.saturating_add(1), bytes.saturating_add(row));
    }
    lens.push(len);
    lens
}

/// Returns `len` rows of a tensor from row `first` on; a scalar counts as one row.
fn piece<'a>(
    tensor: &TensorRef<'a>,
    variables: &mut crate::Variables<'a>,
    first: usize,
    len: usize,
) -> Result<TensorRef<'a>, ErrorKind> {
    let mut shape = tensor.shape().clone();
    let Some(rows) = shape.as_mut_slice().first_mut() else { return Ok(tensor.clone()) };
    *rows = len;
    let header = Header { element_type: tensor.element_type(), shape };
    let Some(layout) = tensor.layout() else {
        let count = header.shape.element_count().ok_or(ErrorKind::ShapeOverflow)?;
        return Ok(TensorRef { header, data: Data::Packed(variables.take_packed(count)) });
    };
    let offset = match layout.outer(first) {
        Some(outer) if !header.shape.contains(&0) => outer.offset(),
        _ => layout.offset(),
    };
    let layout = Layout::new(layout.strides(), offset);
    TensorRef::with_layout(header.element_type, header.shape, tensor.buffer(), layout, tensor.byte_order())
}

/// A tensor that is put together from its pieces, in whatever order they arrive.
#[derive(Clone, Debug, Default)]
pub struct Join<'a> {
    whole: Option<WholeTensor>,
    pieces: BTreeMap<u64, Message<'a>>,
}

/// The properties that all pieces share.
#[derive(Clone, Debug, PartialEq, Eq)]
struct WholeTensor {
    header: Header,
    count: u64,
    name: Option<String>,
}

/// Where a piece belongs in the whole tensor, as its metadata says.
struct PiecePlace {
    whole: WholeTensor,
    first: u64,
    index: u64,
    shape: Shape,
}

impl<'a> Join<'a> {
    /// Creates a join to which no piece was added yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a piece; returns whether it was the last one missing.
    ///
    /// # Errors
    ///
    /// As [`Message::tensors`], and [`MessageError`](crate::zio::MessageError) with [`Pieces`](MessageFault::Pieces) if
    /// the message is no piece, one of another tensor, or came before. The pieces added before stay.
    pub fn push(&mut self, message: Message<'a>) -> Result<bool, DecodeError> {
        let PiecePlace { whole, index, .. } = place_of(&message)?;
        if let Some(known) = self.whole.as_ref().filter(|known| **known != whole) {
            let found = format!("one of {} of {}", whole.count, whole.header);
            let expected = "a piece of the same tensor";
            let path = format!("a tensor {} in {} pieces", known.header, known.count);
            return Err(fault(Stage::Data, MessageFault::Pieces, path, expected, found).into());
        }
        if self.pieces.contains_key(&index) {
            return Err(wrong("a piece that is still missing", format!("piece {index} again")));
        }
        self.pieces.insert(index, message);
        self.whole = Some(whole);
        Ok(self.is_complete())
    }

    /// Returns whether no piece is missing.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.whole.as_ref().is_some_and(|whole| whole.count == self.pieces.len() as u64)
    }

    /// Returns the indices of the pieces that are missing; none are known before the first piece.
    pub fn missing(&self) -> impl Iterator<Item = u64> {
        let count = self.whole.as_ref().map_or(0, |whole| whole.count);
        (0..count).filter(|index| !self.pieces.contains_key(index))
    }

    /// Returns the whole tensor, its pieces copied.
    ///
    /// # Errors
    ///
    /// [`MessageError`](super::MessageError) with [`Pieces`](MessageFault::Pieces) if pieces are missing, with the
    /// first of them, or are not one behind the other; and what is wrong with the elements of one.
    pub fn finish(self) -> Result<Tensor, DecodeError> {
        let Some(whole) = self.whole.as_ref().filter(|_| self.is_complete()) else {
            let missing = self.missing().next().map_or("no piece".into(), |index| format!("no piece {index}"));
            return Err(wrong("every piece", missing));
        };
        let header = whole.header.clone();
        let (mut bytes, mut rows) = (Vec::new(), 0_u64);
        for message in self.pieces.values() {
            let PiecePlace { first, shape, .. } = place_of(message)?;
            if first != rows {
                return Err(wrong(
                    "a piece that begins where the last one ends",
                    format!("first row {first} after {rows} rows"),
                ));
            }
            rows = rows.saturating_add(shape.first().map_or(1, |len| *len as u64));
            bytes.extend_from_slice(&message.tensors()?.tensor(0)?.to_bytes(ByteOrder::NATIVE));
        }
        if rows != header.shape.first().map_or(1, |len| *len as u64) {
            return Err(wrong("pieces that fill the tensor", format!("{rows} rows")));
        }
        let kind = match header.element_type.size() {
            Some(_) => Kind::Fixed { layout: None, order: ByteOrder::NATIVE },
            None => Kind::Packed(MediaForm::LengthPrefixed),
        };
        Ok(Tensor { header, buffer: Buffer::Shared(Arc::new(bytes)), kind })
    }
}

fn place_of(message: &Message<'_>) -> Result<PiecePlace, DecodeError> {
    let tensors = message.tensors()?;
    let description = tensors.description(0)?;
    let Some(metadata) = description.metadata().filter(|_| tensors.len() == 1) else {
        return Err(wrong("one tensor with metadata", format!("{} tensors", tensors.len())));
    };
    let number = |key: &'static str| {
        let number = metadata.get(key).and_then(|value| value.as_u64());
        number.ok_or_else(|| wrong("the place of a piece in the metadata", format!("no number under `{key}`")))
    };
    let (first, index, count) = (number(SPLIT_FIRST)?, number(SPLIT_INDEX)?, number(SPLIT_COUNT)?);
    let header = tensors.header(0)?;
    let whole = metadata.get(SPLIT_SHAPE);
    let whole = whole.as_ref().and_then(|text| text.as_text());
    let whole = whole.map(|text| hidden_types::parse_shape(&text)).transpose()?.flatten();
    let fits = |whole: &Shape| whole.rank() == header.shape.rank() && whole.get(1..) == header.shape.get(1..);
    let Some(whole) = whole.filter(fits).filter(|_| index < count) else {
        return Err(wrong("the shape of the whole tensor", format!("a piece {} that cannot be of it", header.shape)));
    };
    whole.check(header.element_type)?;
    let name = metadata.get(NAME).and_then(|name| name.as_text().map(|name| name.into_owned()));
    let whole = WholeTensor { header: Header { element_type: header.element_type, shape: whole }, count, name };
    Ok(PiecePlace { whole, first, index, shape: header.shape })
}

#[cold]
fn wrong(expected: &'static str, found: String) -> DecodeError {
    fault(Stage::Data, MessageFault::Pieces, "", expected, found).into()
}
