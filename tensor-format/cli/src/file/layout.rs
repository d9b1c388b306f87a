//! Descriptions of where the elements of a tensor are stored, and the number of their bytes.

use tensor_format::{ByteOrder, Header, TensorRef, codec::Variable, layout::Layout, npy};

/// Describes where the elements of a tensor are stored, in words; `None` for elements of variable size.
#[must_use]
pub fn layout(tensor: &TensorRef<'_>) -> Option<String> {
    layout_words(tensor.header(), &tensor.layout()?, tensor.byte_order())
}

/// Describes where the elements of a NumPy file are stored, by its header.
#[must_use]
pub fn head_layout(head: &npy::Head) -> Option<String> {
    let (shape, size) = (&head.header().shape, head.element_type().size()?);
    let layout = match head.order() {
        npy::Order::RowMajor => Layout::row_major(shape, size),
        npy::Order::ColumnMajor => Layout::column_major(shape, size),
    };
    layout_words(head.header(), &layout, head.byte_order())
}

fn layout_words(header: &Header, layout: &Layout, byte_order: ByteOrder) -> Option<String> {
    let size = header.element_type.size()?;
    let shape = &header.shape;
    let mut words = if layout.is_row_major(shape, size) {
        "row-major".to_owned()
    } else if layout.is_column_major(shape, size) {
        "column-major".to_owned()
    } else {
        format!("strides {:?} bytes", layout.strides())
    };
    if layout.offset() != 0 {
        words.push_str(&format!(" from byte {}", layout.offset()));
    }
    if byte_order == ByteOrder::Big && size > 1 {
        words.push_str(", big-endian");
    }
    Some(words)
}

/// Returns the number of bytes of all elements.
#[must_use]
pub fn element_bytes(tensor: &TensorRef<'_>) -> u64 {
    match tensor.element_type().size() {
        Some(size) => (tensor.len() as u64).saturating_mul(size as u64),
        None => tensor.variables().map(|element| variable_bytes(&element)).sum(),
    }
}

/// Returns the number of bytes of one element of variable size.
#[must_use]
pub fn variable_bytes(element: &Variable<'_>) -> u64 {
    (match element {
        Variable::Text(text) => text.len(),
        Variable::Bytes(bytes) => bytes.len(),
        Variable::Media { data, .. } => data.len(),
    }) as u64
}
