//! Reads the names of a record, and the tensors that they name.

use alloc::{borrow::Cow, string::ToString};

use super::{
    super::{
        element_type::from_byte,
        errors::{at, unknown},
        record_names::{TABLE_HEADER, begin_unnamed},
    },
    Options, SliceSource,
};
use crate::{
    DecodeError, ElementSource, ElementType, ErrorKind, HasRules, Header, Limit, RecordOrder, RecordRef, RecordRules,
    RecordType, Rules, Source, Variable,
    variable::{MAX_SHORT, PackedOptions, read_element},
};

/// A record whose parameters are being read by name.
pub(super) struct OpenRecord<'de> {
    /// The position of the first name, and the number of names.
    pub(super) names: (usize, usize),
    /// The position of the next name.
    pub(super) names_at: usize,
    pub(super) names_left: usize,
    /// The name of the current tensor.
    pub(super) name: &'de str,
    pub(super) name_at: usize,
    /// A bit for each parameter of the type, set if the input names it; missing required ones are reported later.
    pub(super) present: Option<u64>,
}

impl<'de, const FAST: bool> SliceSource<'de, FAST> {
    /// Passes over a tensor whose name, at `name_at`, is empty. It has to be padding: zeros as [`Options::align`] puts
    /// them.
    #[inline(never)]
    pub(super) fn skip_padding(&mut self, name_at: usize) -> Result<(), DecodeError> {
        let header = self.next_header()?;
        let is_padding = may_be_padding(&header) && is_padding(&self.variable()?);
        if !is_padding {
            return Err(at(ErrorKind::EmptyName, name_at));
        }
        self.end()
    }

    /// Reads the names of a record. Usually they are exactly those that its type lists, and one comparison is enough.
    #[inline(always)]
    pub(super) fn begin_record(&mut self, record: RecordType) -> Result<RecordOrder, DecodeError> {
        if self.is_open() {
            return Ok(if self.record.is_some() { RecordOrder::Any } else { RecordOrder::Declared });
        }
        // The one option that is not a constant on the fast path.
        if !self.options.names {
            return if FAST {
                Ok(RecordOrder::Declared)
            } else {
                begin_unnamed(&record.rules(), &self.options, self.position() as u64)
            };
        }
        if let Some(rest) = self.declared_names(record) {
            self.rest = rest;
            return Ok(RecordOrder::Declared);
        }
        if FAST {
            return Err(unknown());
        }
        if record.names().and_then(|declared| self.open_declared(declared)).is_some() {
            return Ok(RecordOrder::Any);
        }
        match self.open_record() {
            Ok(()) => Ok(RecordOrder::Any),
            Err(error) => Err(error),
        }
    }

    /// Reads the names of a record for the fast path, if they are those of its type, or some of them, in their order.
    /// Other messages are right too, and are read by the general path; to see it by an error would take memory.
    #[inline(always)]
    pub(super) fn open_fast(&mut self, record: RecordType) -> bool {
        if let Some(rest) = self.declared_names(record) {
            self.rest = rest;
            return true;
        }
        record.names().and_then(|names| self.open_declared(names)).is_some()
    }

    /// Returns whether [`open_fast`](Self::open_fast) has read the names of the record: nothing else is read before it.
    #[inline]
    pub(super) fn is_open(&self) -> bool {
        FAST && self.rest.len() < self.input.len()
    }

    /// Returns the bytes behind the names of a record, if they are exactly those that its type lists.
    #[inline(always)]
    pub(super) fn declared_names(&self, record: RecordType) -> Option<&'de [u8]> {
        let names = record.names().filter(|names| self.allows_names(names.len()))?;
        if self.options().dialect.has_section() {
            return None;
        }
        self.rest.strip_prefix(&TABLE_HEADER)?.strip_prefix(names)
    }

    /// Reads the names of a record whose rules are known only at run time.
    pub(in super::super) fn begin_record_of(&mut self, rules: &RecordRules<'_>) -> Result<RecordOrder, DecodeError> {
        if self.options.names {
            return self.open_record().map(|()| RecordOrder::Any);
        }
        begin_unnamed(&Rules::Record(*rules), &self.options, self.position() as u64)
    }

    /// Opens a record whose names are some of those that its type declares, in their order. They need no other check.
    #[inline]
    fn open_declared(&mut self, declared: &'static [u8]) -> Option<()> {
        let (rest, count, present) = declared_some(self.rest, declared)?;
        let len = self.rest.len().saturating_sub(rest.len()).saturating_sub(TABLE_HEADER.len());
        if self.options().dialect.has_section() || !self.allows_names(len) {
            return None;
        }
        let names_at = self.position().saturating_add(TABLE_HEADER.len()).saturating_add(1);
        self.rest = rest;
        let names_left = usize::from(count);
        let (names, present) = ((names_at, names_left), Some(present));
        self.record = Some(OpenRecord { names, names_at, names_left, name: "", name_at: names_at, present });
        Some(())
    }

    #[inline(never)]
    fn open_record(&mut self) -> Result<(), DecodeError> {
        let start = self.position();
        let header = self.next_header()?;
        check_names(&header).map_err(|kind| at(kind, start))?;
        let params = self.left;
        self.limit(Limit::Params, self.options().max_params, params as u64, start)?;
        let names_at = self.position();
        self.skip(header.element_type, params)?;
        self.end()?;
        self.record = Some(OpenRecord {
            names: (names_at, params),
            names_at,
            names_left: params,
            name: "",
            name_at: names_at,
            present: None,
        });
        Ok(())
    }

    /// Returns the next name of the open record. The names were checked when the record was opened.
    pub(super) fn next_wire_name(&mut self) -> Result<Option<&'de str>, DecodeError> {
        let options = self.packed_options();
        let Some(record) = &mut self.record else { return Ok(None) };
        let Some(left) = record.names_left.checked_sub(1) else { return Ok(None) };
        let (name, end) = name_at(self.input, record.names_at, &options)?;
        (record.name, record.name_at) = (name, record.names_at);
        record.names_left = left;
        record.names_at = end;
        Ok(Some(name))
    }

    /// Returns the name at offset `place`, and where it ends.
    pub(in super::super) fn name_at(&self, place: usize) -> Result<(&'de str, usize), DecodeError> {
        name_at(self.input, place, &self.packed_options())
    }

    /// Returns the names of the record, those of padding included.
    pub(super) fn wire_names(&self) -> impl Iterator<Item = &'de str> {
        let (mut place, count) = self.record.as_ref().map_or((0, 0), |record| record.names);
        let (input, options) = (self.input, self.packed_options());
        core::iter::repeat_n((), count).map_while(move |()| {
            let (name, end) = name_at(input, place, &options).ok()?;
            place = end;
            Some(name)
        })
    }
}

/// Returns whether bytes begin as the values of `T` do, with its names, or with its element type and its number of axes: a bit
/// for each parameter that has a tensor, or all bits.
#[cfg(feature = "std")]
pub(super) fn begun_as<T: HasRules>(arrived: &[u8]) -> Option<u64> {
    let begins = match T::RULES {
        Rules::Record(_) => {
            let mut source = SliceSource::<true>::begin(arrived, &Options::new());
            let begins = source.open_fast(T::RECORD);
            if let Some(OpenRecord { present: Some(present), .. }) = source.record {
                return Some(present);
            }
            begins
        }
        Rules::Tensor(rules) => match arrived {
            [byte, rank, ..] => {
                from_byte(*byte).is_some_and(|found| rules.types.contains(found))
                    && usize::from(*rank) == rules.axes.rank()
            }
            _ => false,
        },
    };
    begins.then_some(u64::MAX)
}

/// Returns what is behind the names at the front of `input`, if these are some of those that a type declares, in their
/// order; the number of names, and a bit for each that is declared.
#[inline(never)]
fn declared_some<'de>(input: &'de [u8], declared: &'static [u8]) -> Option<(&'de [u8], u8, u64)> {
    let [count @ 0..=MAX_SHORT, names @ ..] = input.strip_prefix(&TABLE_HEADER)? else { return None };
    let (_, mut declared) = declared.split_first()?;
    let (mut rest, mut left, mut present, mut bit) = (names, *count, 0u64, 1u64);
    while left > 0 {
        // Compared with its length in front, a name need not be split off first.
        let (len, _) = declared.split_first()?;
        let len = usize::from(*len).saturating_add(1);
        let (_, others) = declared.split_at_checked(len)?;
        if begin_alike(rest, declared, len) {
            (rest, left) = (rest.get(len..)?, left.saturating_sub(1));
            present |= bit;
        }
        bit = bit.wrapping_shl(1);
        declared = others;
    }
    Some((rest, *count, present))
}

/// Returns whether both begin with the same `len` bytes, at least one. Short names are compared as words, without a call.
#[inline]
fn begin_alike(a: &[u8], b: &[u8], len: usize) -> bool {
    let word = |bytes: &[u8], at: usize| Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
    match (word(a, 0), word(b, 0)) {
        (Some(a), Some(b)) if len <= 8 => (a ^ b).wrapping_shl(64usize.wrapping_sub(len.wrapping_mul(8)) as u32) == 0,
        (Some(first), Some(other)) if len <= 16 => {
            let last = len.wrapping_sub(8);
            first == other && word(a, last).is_some() && word(a, last) == word(b, last)
        }
        _ => a.get(..len).is_some_and(|start| b.starts_with(start)),
    }
}

/// Returns the name at offset `place`, and where it ends.
fn name_at<'de>(input: &'de [u8], place: usize, options: &PackedOptions) -> Result<(&'de str, usize), DecodeError> {
    match read_element(input.get(place..).unwrap_or_default(), ElementType::String, options) {
        Ok((Variable::Text(Cow::Borrowed(name)), len)) => Ok((name, place.saturating_add(len))),
        Ok(_) => Err(at(ErrorKind::InvalidUtf8, place)),
        Err(error) => Err(at(error.kind, place.saturating_add(error.at))),
    }
}

/// Returns whether the header of a tensor with an empty name may be that of padding.
pub(in super::super) fn may_be_padding(header: &Header) -> bool {
    header.element_type == ElementType::Binary && header.shape.rank() == 0
}

/// Returns whether an element, the only one of a tensor with an empty name, is padding.
pub(in super::super) fn is_padding(element: &Variable<'_>) -> bool {
    match element {
        Variable::Bytes(bytes) => bytes.len() < Options::MAX_ALIGN && bytes.iter().all(|byte| *byte == 0),
        _ => false,
    }
}

/// Checks that a tensor of this header may hold the names of a record.
pub(in super::super) fn check_names(header: &Header) -> Result<(), ErrorKind> {
    match (header.element_type, header.shape.rank()) {
        (ElementType::String, 1) => Ok(()),
        _ => Err(ErrorKind::NotARecord { found: header.to_string().into() }),
    }
}

/// Returns the number of tensors of a record that fills the input; `None` if the input is not a record.
#[cold]
pub(in super::super) fn tensors_of_record(input: &[u8], options: &Options) -> Option<usize> {
    // Booleans are not checked here, as they are not where headers are checked against rules.
    let mut source = SliceSource::new(input, &options.names(true).allow_any_true_byte(true));
    source.record(<RecordRef<'_>>::RECORD).ok()?;
    let mut tensors: usize = 0;
    while source.next_wire_name().ok()?.is_some() {
        source.skip_tensor().ok()?;
        tensors = tensors.saturating_add(1);
    }
    (tensors > 0 && source.position() == input.len()).then_some(tensors)
}
