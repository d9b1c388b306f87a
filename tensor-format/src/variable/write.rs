//! Writes elements of variable size, packed one after another.

use alloc::vec::Vec;

use super::{MediaForm, Variable};
use crate::util::varint;

/// The size in bytes of the longest string that is copied by a few moves of fixed size.
const SHORT: usize = 32;

/// Calls `put` with parts of `bytes`, each with its offset, to copy them: up to [`SHORT`] bytes in parts of constant
/// size, of which the last may overlap the first. A call that copies any number of bytes would take longer than a short
/// string.
#[inline(always)]
fn in_moves(bytes: &[u8], mut put: impl FnMut(usize, &[u8])) {
    #[inline(always)]
    fn ends<const N: usize>(bytes: &[u8], mut put: impl FnMut(usize, &[u8])) {
        if let (Some(first), Some(last)) = (bytes.first_chunk::<N>(), bytes.last_chunk::<N>()) {
            put(0, first);
            put(bytes.len().saturating_sub(N), last);
        }
    }
    match bytes.len() {
        0..=3 => bytes.iter().enumerate().for_each(|(at, byte)| put(at, core::slice::from_ref(byte))),
        4..=8 => ends::<4>(bytes, put),
        9..=16 => ends::<8>(bytes, put),
        17..=SHORT => ends::<16>(bytes, put),
        _ => put(0, bytes),
    }
}

/// Appends a string: its length, then its bytes.
#[inline(always)]
pub(crate) fn push_text(out: &mut Vec<u8>, text: &str) {
    varint::push(out, text.len() as u64);
    let start = out.len();
    in_moves(text.as_bytes(), |at, bytes| {
        out.truncate(start.saturating_add(at));
        out.extend_from_slice(bytes);
    });
}

/// Appends strings, each as [`push_text`] does, and returns their number.
///
/// Many short ones are written into blocks as long as there is room, so that the length of the vector is set once for
/// each block.
#[inline]
pub(crate) fn push_texts<'a>(out: &mut Vec<u8>, texts: impl Iterator<Item = &'a str>) -> usize {
    const BLOCK: usize = 512;
    let mut texts = texts.fuse();
    let mut count: usize = 0;
    // For fewer it would not pay to clear a block.
    while texts.size_hint().0 >= 16 && out.capacity().saturating_sub(out.len()) >= BLOCK {
        let start = out.len();
        out.extend_from_slice(&[0; BLOCK]);
        let Some(block) = out.last_chunk_mut::<BLOCK>() else { break };
        let (mut used, mut beyond) = (0_usize, None);
        // While one more has room, with its length.
        while let Some([len, slot @ ..]) = block.get_mut(used..).and_then(<[u8]>::first_chunk_mut::<{ SHORT + 1 }>) {
            let Some(text) = texts.next() else { break };
            count = count.wrapping_add(1);
            if text.len() > SHORT {
                beyond = Some(text);
                break;
            }
            *len = text.len() as u8;
            in_moves(text.as_bytes(), |at, bytes| {
                if let Some(place) = slot.get_mut(at..at.saturating_add(bytes.len())) {
                    place.copy_from_slice(bytes);
                }
            });
            used = used.saturating_add(1).saturating_add(text.len());
        }
        out.truncate(start.saturating_add(used));
        beyond.into_iter().for_each(|text| push_text(out, text));
        if used < BLOCK / 2 {
            break;
        }
    }
    for text in texts {
        push_text(out, text);
        count = count.wrapping_add(1);
    }
    count
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
