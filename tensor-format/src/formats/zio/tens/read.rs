//! Reads the descriptions of tensors from the field `TENS` of a label, whose text has been checked as JSON.

use alloc::{boxed::Box, format, vec::Vec};

use super::{Description, RESERVED_KEYS, Tens};
use crate::formats::zio::message_error::{MessageFault, Stage};
use crate::{
    DecodeError, Index, Limit, Shape,
    formats::zio::{
        DType, Fields, Json, Kind, Options,
        errors::{fault_at, shorten},
        json::{
            RawFields, integer,
            lex::{Lexer, MAX_DEPTH, unescape},
            push_field, text_of,
        },
        order::Directions,
    },
    layout::check_permutation,
};

/// The state that the readers of all descriptions in a label share.
struct TensReader<'t, 'o> {
    /// The text of the whole label, in which offsets of faults are counted.
    text: &'t str,
    parts: usize,
    options: &'o Options,
}

/// The texts of the fields of one description: those of [`RESERVED_KEYS`] in their order, `None` if absent or null, and
/// the others.
type KnownFields<'t> = ([Option<&'t str>; RESERVED_KEYS.len()], RawFields<'t>);

fn found<'t>(lexer: &mut Lexer<'t>) -> Result<KnownFields<'t>, DecodeError> {
    let (mut known, mut extra) = ([None; RESERVED_KEYS.len()], RawFields::new());
    lexer.object(|lexer, key| -> Result<(), DecodeError> {
        let (key, raw) = (unescape(key), lexer.raw()?);
        match RESERVED_KEYS.iter().zip(&mut known).find(|(known, _)| **known == key) {
            Some((_, slot)) => *slot = (raw != "null").then_some(raw),
            None => push_field(&mut extra, key, raw),
        }
        Ok(())
    })?;
    Ok((known, extra))
}

impl<'a> Tens<'a> {
    /// Reads `tens`, the value of the field `TENS`, which is a slice of the label's `text`; `parts` is the number of
    /// payload parts.
    pub(in super::super) fn read(
        tens: &'a str,
        text: &'a str,
        parts: usize,
        options: &Options,
    ) -> Result<Self, DecodeError> {
        let reader = TensReader { text, parts, options };
        if !tens.starts_with('{') {
            return Err(reader.wrong(MessageFault::TensNotObject, "TENS", "an object", tens));
        }
        let (mut list, mut metadata, mut extra) = (None, None, RawFields::new());
        Lexer::new(tens, MAX_DEPTH).object(|lexer, key| -> Result<(), DecodeError> {
            let key = unescape(key);
            match &*key {
                // Of several the last counts, so a fault here is one only if no other follows.
                "tensors" if lexer.next_byte() == Some(b'[') => {
                    list = Some(lexer.attempt(|lexer| reader.descriptions(lexer))?);
                }
                "tensors" => {
                    let raw = lexer.raw()?;
                    list = Some(Err(reader.wrong(MessageFault::TensorsNotArray, "TENS.tensors", "a list", raw)));
                }
                "metadata" => metadata = Some(lexer.raw()?).filter(|raw| *raw != "null"),
                _ => push_field(&mut extra, key, lexer.raw()?),
            }
            Ok(())
        })?;
        let metadata = reader.metadata(metadata, || "TENS.metadata".into())?;
        let Some(tensors) = list else {
            return Err(reader.wrong(MessageFault::TensorsMissing, "TENS", "a field `tensors`", tens));
        };
        Ok(Tens { tensors: tensors?, metadata, extra: extra.into_iter().collect() })
    }
}

impl<'t> TensReader<'t, '_> {
    /// Returns the error of a fault at `raw`, which is a slice of the label's text.
    #[cold]
    fn wrong(
        &self,
        fault: MessageFault,
        path: impl Into<Box<str>>,
        expected: &'static str,
        raw: &'t str,
    ) -> DecodeError {
        use MessageFault as F;
        let at = raw.as_ptr().addr().saturating_sub(self.text.as_ptr().addr());
        let found = match raw.bytes().next() {
            Some(b'{') => "an object".into(),
            // With these faults a list is allowed, and its items are at fault: these are shown.
            Some(b'[') if !matches!(fault, F::Order | F::Ascend | F::Rank | F::Overflow) => "a list".into(),
            _ => shorten(raw),
        };
        fault_at(Stage::Tens, fault, path, expected, found, at)
    }

    /// Returns the error that the description at `index` lacks the field `key`.
    #[cold]
    fn missing(&self, fault: MessageFault, index: usize, key: &str) -> DecodeError {
        let path = format!("TENS.tensors[{index}].{key}");
        DecodeError::new(crate::formats::zio::errors::fault(Stage::Tens, fault, path, "a value", ""))
    }

    fn metadata(&self, raw: Option<&'t str>, path: impl FnOnce() -> Box<str>) -> Result<Option<Json<'t>>, DecodeError> {
        match raw {
            Some(raw) if !raw.starts_with('{') => {
                Err(self.wrong(MessageFault::MetadataNotObject, path(), "an object", raw))
            }
            raw => Ok(raw.map(Json::trusted)),
        }
    }

    /// Reads the list of descriptions.
    fn descriptions(&self, lexer: &mut Lexer<'t>) -> Result<Vec<Description<'t>>, DecodeError> {
        let mut tensors = Vec::new();
        lexer.array(|lexer, index| -> Result<(), DecodeError> {
            Limit::Params.check(self.options.max_tensors, index.saturating_add(1))?;
            if lexer.next_byte() != Some(b'{') {
                let path = format!("TENS.tensors[{index}]");
                return Err(self.wrong(MessageFault::TensorNotObject, path, "an object", lexer.raw()?));
            }
            tensors.push(self.description(index, found(lexer)?)?);
            Ok(())
        })?;
        Ok(tensors)
    }

    fn description(&self, index: usize, found: KnownFields<'t>) -> Result<Description<'t>, DecodeError> {
        use MessageFault as F;
        let ([ascend, dtype, metadata, order, packing, part, pointer, shape, word], extra) = found;
        let path = |key: &str| format!("TENS.tensors[{index}].{key}");
        let wrong = |fault, key: &str, expected, raw| Err(self.wrong(fault, path(key), expected, raw));
        if let Some(raw) = packing.filter(|raw| text_of(raw).as_deref() != Some("dense")) {
            return wrong(F::Packing, "packing", "no packing, or `dense`", raw);
        }
        if let Some(raw) = pointer {
            return wrong(F::Pointer, "pointer", "no address in memory", raw);
        }
        let raw_shape = shape.ok_or_else(|| self.missing(F::Shape, index, "shape"))?;
        let shape = self.shape(index, raw_shape)?;
        let raw_dtype = dtype.ok_or_else(|| self.missing(F::Dtype, index, "dtype"))?;
        let Some(dtype) = text_of(raw_dtype).and_then(|letter| DType::parse(&letter)) else {
            return wrong(F::Dtype, "dtype", "one of the letters f, i, u, b, c, S, V, m, M", raw_dtype);
        };
        let raw_word = word.ok_or_else(|| self.missing(F::Word, index, "word"))?;
        let Some(word) = integer(raw_word).and_then(|word| usize::try_from(word).ok()) else {
            return wrong(F::Word, "word", "a number of bytes", raw_word);
        };
        if dtype.kind == Kind::Nothing && (word != 0 || shape.rank() != 0) {
            return wrong(F::Dtype, "dtype", "a letter; `?` stands with a word of 0 and the shape []", raw_dtype);
        }
        if word == 0 && dtype.kind != Kind::Nothing {
            return wrong(F::Word, "word", "a number of bytes above 0", raw_word);
        }
        if !dtype.has_word(word) {
            return wrong(F::DtypeWord, "word", "a size that elements of this letter have", raw_word);
        }
        let part = match part.map(|raw| (raw, integer(raw).and_then(|part| usize::try_from(part).ok()))) {
            None if index < self.parts => index,
            None => return Err(self.missing(F::Part, index, "part")),
            Some((_, Some(part))) if part < self.parts => part,
            Some((raw, _)) => return wrong(F::Part, "part", "the index of a payload part", raw),
        };
        let order = order.map(|raw| self.order(index, &shape, raw)).transpose()?;
        let ascend = ascend.map(|raw| self.ascend(index, &shape, raw)).transpose()?;
        let metadata = self.metadata(metadata, || path("metadata").into())?;
        let product = shape.iter().filter(|len| **len > 0).try_fold(word as u64, |product, len| {
            product.checked_mul(*len as u64).filter(|product| *product <= i64::MAX as u64)
        });
        if product.is_none_or(|product| isize::try_from(product).is_err()) {
            return wrong(F::Overflow, "shape", "no more bytes than can be addressed", raw_shape);
        }
        let extra: Fields<'t> = extra.into_iter().collect();
        Ok(Description { shape, dtype, word, part, order, ascend, metadata, extra })
    }

    /// Calls `each` with the index and the text of each item of the list `raw`; an error with `fault` if `raw` is no
    /// list, or `each` returns `None`.
    fn list(
        &self,
        fault: MessageFault,
        index: usize,
        key: &str,
        raw: &'t str,
        mut each: impl FnMut(usize, &'t str) -> Option<()>,
    ) -> Result<(), DecodeError> {
        let path = || format!("TENS.tensors[{index}].{key}");
        if !raw.starts_with('[') {
            return Err(self.wrong(fault, path(), "a list", raw));
        }
        Lexer::new(raw, MAX_DEPTH).array(|lexer, axis| {
            let raw = lexer.raw()?;
            each(axis, raw).ok_or_else(|| {
                let expected = if key == "ascend" { "true or false" } else { "an integer that is not negative" };
                self.wrong(fault, format!("{}[{axis}]", path()), expected, raw)
            })
        })
    }

    fn shape(&self, index: usize, raw: &'t str) -> Result<Shape, DecodeError> {
        let (mut shape, mut rank) = (Shape::scalar(), 0_usize);
        self.list(MessageFault::Shape, index, "shape", raw, |_, raw| {
            let len = integer(raw)?;
            rank = rank.saturating_add(1);
            if rank <= self.options.max_rank {
                // A length that this machine cannot address is more than any part has.
                shape.push(usize::try_from(len).unwrap_or(usize::MAX));
            }
            Some(())
        })?;
        if rank > self.options.max_rank {
            let path = format!("TENS.tensors[{index}].shape");
            return Err(self.wrong(MessageFault::Rank, path, "no more axes than the limit", raw));
        }
        Ok(shape)
    }

    fn order(&self, index: usize, shape: &Shape, raw: &'t str) -> Result<Index, DecodeError> {
        let mut order = Index::new();
        self.list(MessageFault::Order, index, "order", raw, |at, raw| {
            let axis = usize::try_from(integer(raw)?).unwrap_or(usize::MAX);
            if at <= shape.rank() {
                order.push(axis);
            }
            Some(())
        })?;
        if check_permutation(&order, shape.rank()).is_err() {
            let path = format!("TENS.tensors[{index}].order");
            return Err(self.wrong(MessageFault::Order, path, "each axis once", raw));
        }
        Ok(order)
    }

    fn ascend(&self, index: usize, shape: &Shape, raw: &'t str) -> Result<Directions, DecodeError> {
        let mut ascend = Directions::new();
        self.list(MessageFault::Ascend, index, "ascend", raw, |at, raw| {
            let ascends = raw.parse().ok()?;
            if at <= shape.rank() {
                ascend.push(ascends);
            }
            Some(())
        })?;
        if ascend.len() != shape.rank() {
            let path = format!("TENS.tensors[{index}].ascend");
            return Err(self.wrong(MessageFault::Ascend, path, "one boolean for each axis", raw));
        }
        Ok(ascend)
    }
}
