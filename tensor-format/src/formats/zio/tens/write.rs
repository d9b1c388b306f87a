//! The writer of the descriptions of tensors.

use alloc::string::String;
use core::fmt::Write;

use super::{DESCRIPTION_KEYS, Description, RESERVED_KEYS, TENS_KEYS, Tens};
use crate::formats::zio::message_error::{MessageFault, Stage};
use crate::{
    EncodeError, ErrorKind,
    formats::zio::{
        DType, Json, Kind,
        errors::{fault, shorten},
        json::canonical::{write_integer, write_numbers, write_object},
    },
};

/// Checks that elements of this type can have `word` bytes, and that the bytes of the tensor can be addressed.
pub(super) fn check(dtype: DType, word: usize, shape: &[usize]) -> Result<(), EncodeError> {
    let nothing = dtype.kind == Kind::Nothing;
    if !dtype.has_word(word) || (nothing && !shape.is_empty()) {
        let found = alloc::format!("`{dtype}` of {word} bytes");
        let expected = "a size that elements of this letter have";
        return Err(fault(Stage::Tens, MessageFault::DtypeWord, "word", expected, found).into());
    }
    let bytes = shape.iter().try_fold(word, |bytes, &len| bytes.checked_mul(len.max(1)));
    let fits = bytes.is_some_and(|bytes| isize::try_from(bytes).is_ok());
    if fits { Ok(()) } else { Err(ErrorKind::ShapeOverflow.into()) }
}

pub(in super::super) fn object_only<'a>(metadata: Json<'a>, path: &'static str) -> Result<Json<'a>, EncodeError> {
    if metadata.is_object() {
        return Ok(metadata);
    }
    let found = shorten(metadata.as_str());
    Err(fault(Stage::Tens, MessageFault::MetadataNotObject, path, "an object", found).into())
}

impl Tens<'_> {
    /// Returns an estimate of the text's length in bytes.
    pub(in super::super) fn text_len(&self) -> usize {
        let metadata = |metadata: &Option<Json<'_>>| metadata.as_ref().map_or(2, |json| json.as_str().len());
        let each = |tensor: &Description<'_>| {
            metadata(&tensor.metadata).saturating_add(tensor.shape.rank().saturating_mul(8)).saturating_add(72)
        };
        self.tensors.iter().map(each).fold(metadata(&self.metadata).saturating_add(48), usize::saturating_add)
    }

    pub(in super::super) fn write(&self, out: &mut String) -> Result<(), EncodeError> {
        self.extra.check_keys(&TENS_KEYS, "TENS")?;
        write_object(out, &TENS_KEYS, &self.extra, |out, key| {
            if key == "metadata" {
                self.metadata.as_ref().unwrap_or(&Json::EMPTY).write(out);
                return Ok(());
            }
            out.push('[');
            for (index, tensor) in self.tensors.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                tensor.write(out)?;
            }
            out.push(']');
            Ok(())
        })
    }
}

impl Description<'_> {
    fn write(&self, out: &mut String) -> Result<(), EncodeError> {
        self.extra.check_keys(&RESERVED_KEYS, "TENS.tensors")?;
        let mut present = [""; DESCRIPTION_KEYS.len()];
        let is_present = |key: &&str| match *key {
            "ascend" => self.ascend.is_some(),
            "metadata" => self.metadata.is_some(),
            "order" => self.order.is_some(),
            _ => true,
        };
        let keys = DESCRIPTION_KEYS.into_iter().filter(is_present);
        let count = present.iter_mut().zip(keys).map(|(to, key)| *to = key).count();
        write_object(out, present.get(..count).unwrap_or_default(), &self.extra, |out, key| {
            match key {
                "ascend" => self.write_ascend(out),
                // Writing to a string does not fail.
                "dtype" => write!(out, "\"{}\"", self.dtype).unwrap_or_default(),
                "metadata" => self.metadata.iter().for_each(|metadata| metadata.write(out)),
                "order" => write_numbers(out, self.order().unwrap_or_default()),
                "part" => write_integer(out, self.part),
                "shape" => write_numbers(out, &self.shape),
                _ => write_integer(out, self.word),
            }
            Ok(())
        })
    }

    fn write_ascend(&self, out: &mut String) {
        out.push('[');
        for (axis, ascends) in self.ascend().unwrap_or_default().iter().enumerate() {
            if axis > 0 {
                out.push(',');
            }
            out.push_str(if *ascends { "true" } else { "false" });
        }
        out.push(']');
    }
}
