//! Writes elements of variable size, packed one after another.

use alloc::vec::Vec;

use super::{MediaForm, Variable};
use crate::util::varint;

/// Appends a string: its length, then its bytes.
#[inline]
pub(crate) fn push_text(out: &mut Vec<u8>, text: &str) {
    varint::push(out, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}

/// Appends an element: its length, then its bytes. The format must have been checked against the form.
#[inline]
pub(crate) fn push_element(out: &mut Vec<u8>, element: &Variable<'_>, form: MediaForm) {
    match element {
        Variable::Text(text) => push_text(out, text),
        Variable::Bytes(bytes) => {
            varint::push(out, bytes.len() as u64);
            out.extend_from_slice(bytes);
        }
        Variable::Media { format, data } => {
            varint::push(out, element.body_len(form) as u64);
            if form == MediaForm::LengthPrefixed {
                out.push(u8::try_from(format.len()).unwrap_or(u8::MAX));
            }
            out.extend_from_slice(format);
            out.extend_from_slice(data);
        }
    }
}
