//! Checks of values whose headers have the usual form, by a short loop without errors: what it does not know is left to the
//! general path, which finds the reason.

use smallvec::SmallVec;

use super::super::{
    Options,
    read::{
        short_header::{ShortHeader, short_len},
        short_strings::take_short,
    },
    record_names::TABLE_HEADER,
};
use crate::{
    AsRules, Bindings, ElementType, MediaForm, RecordRules, Shape,
    variable::{split_media, split_packed, text_of},
};

impl Options {
    /// Returns whether the bytes are a tensor with a [`ShortHeader`] that keeps the rules; for every other header it
    /// returns `false`.
    #[inline]
    pub(super) fn keeps_by_short_header(&self, rules: &impl AsRules, bytes: &[u8]) -> bool {
        let mut lens = [0; Shape::INLINE];
        let rank = usize::from(bytes.get(1).copied().unwrap_or_default());
        let Some(short) = ShortHeader::read(bytes, rank, &mut lens) else { return false };
        let shape = lens.get(..rank).unwrap_or_default();
        short.element_type.size().is_some()
            && (short.bytes == short.rest.len() || self.allow_trailing)
            && self.allows_short(rank, &short)
            && rules.allow(short.element_type, shape)
    }

    /// Returns whether the bytes are a record that keeps the rules, of tensors with [`ShortHeader`]s in the order of their
    /// parameters and one for each; for every other record it returns `false`. `names` are those of all parameters as the
    /// format has them, if they are known.
    pub(super) fn keeps_by_short_headers(&self, rules: &RecordRules<'_>, names: Option<&[u8]>, bytes: &[u8]) -> bool {
        self.behind_tensors(rules, names, bytes).is_some_and(|rest| rest.is_empty() || self.allow_trailing)
    }

    /// Returns what is behind such a record.
    fn behind_tensors<'b>(
        &self,
        rules: &RecordRules<'_>,
        all_names: Option<&[u8]>,
        bytes: &'b [u8],
    ) -> Option<&'b [u8]> {
        if !self.names || !self.is_plain() || rules.batch_axes() > 0 {
            return None;
        }
        let table = bytes.strip_prefix(&TABLE_HEADER)?;
        let (mut left, mut names) = short_len(table)?;
        if left > self.max_params {
            return None;
        }
        // The names of a type are compared at once if all are there.
        let all = all_names.and_then(|names| table.strip_prefix(names));
        let mut rest = all.unwrap_or(names);
        if all.is_none() {
            for _ in 0..left {
                let (len, after) = short_len(rest)?;
                rest = after.get(len..)?;
            }
        }
        let mut bindings = Bindings::new();
        let mut seen: SmallVec<[bool; 32]> = SmallVec::new();
        for param in rules.listed() {
            if all.is_none() {
                let name = param.name.as_bytes();
                let named = short_len(names).filter(|(len, _)| left > 0 && *len == name.len());
                let after = named.and_then(|(_, names)| names.strip_prefix(name));
                seen.push(after.is_some());
                let Some(after) = after else { continue };
                (names, left) = (after, left.saturating_sub(1));
            }
            let mut lens = [0; Shape::INLINE];
            let rank = usize::from(*rest.get(1)?);
            let short = ShortHeader::read(rest, rank, &mut lens)?;
            let shape = lens.get(..rank)?;
            if !param.rules.allow(short.element_type, shape) || !bindings.binds(param.name, &param.rules, shape) {
                return None;
            }
            rest = behind_elements(&short, self.dialect.media_form())?;
        }
        let is_whole = all.is_some() || (left == 0 && rules.missing(&seen).next().is_none());
        is_whole.then_some(rest)
    }
}

/// Returns what is behind the elements of a tensor.
fn behind_elements<'b>(short: &ShortHeader<'b>, form: MediaForm) -> Option<&'b [u8]> {
    if short.element_type.size().is_some() {
        return short.rest.get(short.bytes..);
    }
    let (mut rest, mut left) = (short.rest, short.count);
    while left > 0 {
        let mut passed = 1;
        rest = match short.element_type {
            ElementType::String => match take_short(rest, left, |_| Ok(())).ok()? {
                (0, _) => {
                    let (text, rest) = split_packed(rest)?;
                    text_of(text).ok()?;
                    rest
                }
                (taken, len) => {
                    passed = taken;
                    rest.get(len..)?
                }
            },
            ElementType::Binary => split_packed(rest)?.1,
            _ => split_media(rest, form, usize::MAX)?.1,
        };
        left = left.saturating_sub(passed);
    }
    Some(rest)
}
