//! The writer of files.

use alloc::{boxed::Box, collections::BTreeMap, string::String, vec::Vec};
use core::iter;

use ::safetensors::{Dtype, tensor::TensorInfo};

use super::{
    FORMAT, dtype,
    head::{MAX_TEXT, METADATA, PREFIX},
};
use crate::{
    Encode, EncodeError, ErrorKind, FileError, FileFault, Limit,
    values::{EncodedTensors, NamedTensor},
};

/// Metadata: texts by their names, which a file has beside its tensors, under `__metadata__`.
pub type Metadata = BTreeMap<String, String>;

/// A file ready to be written, in pieces.
pub(super) struct Prepared<'a> {
    head: Vec<u8>,
    tensors: Vec<(Dtype, NamedTensor<'a>)>,
}

impl<'a> Prepared<'a> {
    pub(super) fn of<T: Encode + ?Sized>(value: &'a T, metadata: &Metadata) -> Result<Self, EncodeError> {
        let mut tensors = Vec::new();
        for tensor in EncodedTensors::of(value)?.into_record()? {
            let (name, header, _) = &tensor;
            let element_type = header.element_type;
            if name == METADATA {
                let expected = "another name than that of the metadata";
                let error = FileError::new(FORMAT, FileFault::Entry, "", expected, name);
                return Err(EncodeError::new(ErrorKind::File(Box::new(error))).in_parameter(name));
            }
            let unsupported = ErrorKind::UnsupportedElementType { element_type, format: FORMAT };
            let dtype = dtype::written(element_type);
            tensors.push((dtype.ok_or_else(|| EncodeError::new(unsupported).in_parameter(name))?, tensor));
        }
        // The package's own order, in which every tensor begins at a multiple of its element's size.
        tensors.sort_by(|(left, (name, ..)), (right, (other, ..))| right.cmp(left).then_with(|| name.cmp(other)));
        Ok(Self { head: head(&tensors, metadata)?, tensors })
    }

    pub(super) fn len(&self) -> usize {
        self.pieces().fold(0, |len: usize, piece| len.saturating_add(piece.len()))
    }

    pub(super) fn pieces(&self) -> impl Iterator<Item = &[u8]> {
        iter::once(&*self.head).chain(self.tensors.iter().map(|(_, (_, _, bytes))| &**bytes))
    }
}

/// Returns the front of a file: the length of the header, then the header. The package's own writer orders metadata by
/// chance; here two writes are equal.
fn head(tensors: &[(Dtype, NamedTensor<'_>)], metadata: &Metadata) -> Result<Vec<u8>, EncodeError> {
    let mut out = Vec::from([0; PREFIX]);
    out.push(b'{');
    let entry = |out: &mut Vec<u8>, name: &str, value: Vec<u8>| {
        if out.len() > PREFIX.saturating_add(1) {
            out.push(b',');
        }
        out.extend_from_slice(&serde_json::to_vec(name).map_err(json)?);
        out.push(b':');
        out.extend_from_slice(&value);
        Ok::<(), EncodeError>(())
    };
    if !metadata.is_empty() {
        entry(&mut out, METADATA, serde_json::to_vec(metadata).map_err(json)?)?;
    }
    let mut at = 0usize;
    for (dtype, (name, header, bytes)) in tensors {
        let end = at.checked_add(bytes.len()).ok_or(ErrorKind::ShapeOverflow)?;
        let info = TensorInfo { dtype: *dtype, shape: header.shape.to_vec(), data_offsets: (at, end) };
        entry(&mut out, name, serde_json::to_vec(&info).map_err(json)?)?;
        at = end;
    }
    out.push(b'}');
    // The tensors begin at a multiple of 8 bytes.
    let text = out.len().saturating_sub(PREFIX).next_multiple_of(8);
    Limit::Text.check(MAX_TEXT, text)?;
    out.resize(text.saturating_add(PREFIX), b' ');
    if let Some(prefix) = out.first_chunk_mut::<PREFIX>() {
        *prefix = (text as u64).to_le_bytes();
    }
    Ok(out)
}

fn json(error: serde_json::Error) -> EncodeError {
    ErrorKind::custom(alloc::format!("{error}")).into()
}
