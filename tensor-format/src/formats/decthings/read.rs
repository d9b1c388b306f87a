//! Reading: from bytes to values.
//!
//! `verbs` and `sequence` hold what users call. They make a [`SliceSource`], the source of this format over bytes in
//! memory, or a `ReadSource` over a stream (`stream`), from which a type takes headers and elements. `short_header` and
//! `constant_header` recognise the headers that most tensors have in one step; `elements`, `bytes` and `variable` take
//! elements, `record` the names of a record's tensors, and `conclude` says what was wrong.

use core::fmt;

use smallvec::SmallVec;

use super::{
    Options,
    aligned_payloads::AlignedPayloads,
    element_type::from_byte,
    errors::{at, grow, unknown},
};
use crate::{
    Block, ByteOrder, DecodeBlock, DecodeError, Element, ElementSource, ElementType, ErrorKind, Header, HeaderPlace,
    Limit, RecordOrder, RecordType, Shape, Source, TensorRef, TensorRules, View,
    rules::columns::table::ListColumn,
    tensor::Data,
    traits::{
        EmptyItems, EmptyLimit,
        source::{
            items::DecodeItems,
            native::{LentColumn, NativeColumns, native_places},
        },
    },
};

mod block;
mod bytes;
mod columns;
mod conclude;
mod constant_header;
mod elements;
pub(super) mod framer;
mod record;
pub(super) mod sequence;
pub(super) mod short_header;
pub(super) mod short_strings;
#[cfg(feature = "std")]
pub(super) mod stream;
mod variable;
pub(super) mod verbs;
pub(super) use conclude::{is_of_header, record_found};
pub(super) use constant_header::{fixed_part, read_fixed, read_record, read_record_into};
#[cfg(feature = "std")]
use record::begun_as;
#[cfg(feature = "std")]
pub(super) use record::is_padding;
pub(super) use record::{check_names, may_be_padding, tensors_of_record};

/// Reads Decthings tensors and records from bytes in memory; what it reads may borrow from them.
///
/// There are two ways to read. With `FAST` the source knows only the default options (beside [`Options::names`]) and
/// the headers that a type itself fixes; anything else is an error without a reason. The caller then reads the same
/// bytes again without `FAST`, for the value or for the reason. `FAST` is a constant and not a field, so that the
/// compiler removes all code of the general path from the fast one, of which a few comparisons are left.
pub struct SliceSource<'de, const FAST: bool = false> {
    input: &'de [u8],
    /// The part of the input that is not yet read.
    rest: &'de [u8],
    options: Options,
    /// Whether the options allow any tensor, so that none needs to be compared with each of them.
    is_plain: bool,
    /// The offset where the current tensor begins.
    start: usize,
    element_type: ElementType,
    /// The offset where the elements of the current tensor begin.
    elements_at: usize,
    /// The number of elements of the current tensor not yet read.
    left: usize,
    /// The offset where the elements of the current tensor have to end, if the dialect writes their length.
    section_end: Option<usize>,
    record: Option<record::OpenRecord<'de>>,
    empty: EmptyItems,
    /// The number of bytes of the values before this one, which are not in the input.
    before: usize,
    /// Aligned copies of those numbers that are not aligned in the input, to borrow from instead.
    copies: Option<&'de AlignedPayloads>,
    /// Whether the general path has to read all of it again, as [`Source::give_up`] says.
    is_unfit: bool,
}

impl<const FAST: bool> fmt::Debug for SliceSource<'_, FAST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (position, len) = (self.position(), self.input.len());
        f.debug_struct("SliceSource").field("position", &position).field("len", &len).finish_non_exhaustive()
    }
}

impl<'de> SliceSource<'de> {
    /// Creates a source of these bytes.
    #[must_use]
    #[inline]
    pub fn new(input: &'de [u8], options: &Options) -> Self {
        Self::begin(input, options)
    }

    /// Creates a source of the bytes from offset `start` on; byte offsets in errors are counted from the first byte of
    /// `input`.
    #[cfg(feature = "json")]
    pub(super) fn within(input: &'de [u8], start: usize, options: &Options) -> Self {
        Self { rest: input.get(start..).unwrap_or_default(), ..Self::begin(input, options) }
    }

    /// Continues a source in a longer input: sets how many bytes (`before`), and which items without elements
    /// (`empty`), other sources have read already.
    pub(super) fn after(self, before: usize, empty: EmptyItems) -> Self {
        Self { before, empty, ..self }
    }

    /// Sets the aligned copies to lend in place of numbers that are not aligned in the input.
    pub(super) fn with_copies(self, copies: Option<&'de AlignedPayloads>) -> Self {
        Self { copies, ..self }
    }

    /// Returns the number of items without elements read so far.
    pub(super) fn empty_items(&self) -> EmptyItems {
        self.empty
    }
}

impl<'de, const FAST: bool> SliceSource<'de, FAST> {
    #[inline]
    fn begin(input: &'de [u8], options: &Options) -> Self {
        Self {
            input,
            rest: input,
            options: *options,
            is_plain: options.is_plain(),
            start: 0,
            element_type: ElementType::U8,
            elements_at: 0,
            left: 0,
            section_end: None,
            record: None,
            empty: EmptyItems::default(),
            before: 0,
            copies: None,
            is_unfit: false,
        }
    }

    /// Returns the options. On the fast path they are a constant, the default, so that a comparison with one costs
    /// nothing; `options.names` may differ from the default and is read where a record begins.
    #[inline]
    fn options(&self) -> &Options {
        if FAST { const { &Options::new() } } else { &self.options }
    }

    /// Returns whether the options allow any tensor.
    #[inline]
    fn is_plain(&self) -> bool {
        FAST || self.is_plain
    }

    /// Returns the number of bytes that are not yet read.
    #[cfg(feature = "json")]
    pub(super) fn rest_len(&self) -> usize {
        self.rest.len()
    }

    /// Returns the number of bytes read so far.
    #[must_use]
    #[inline]
    pub fn position(&self) -> usize {
        self.input.len().saturating_sub(self.rest.len())
    }

    /// Returns whether reading may end here: no bytes are left, or the options allow bytes behind the value.
    #[inline]
    pub(super) fn is_finished(&self) -> bool {
        self.rest.is_empty() || self.options().allow_trailing
    }

    /// Checks that no bytes are left.
    ///
    /// # Errors
    ///
    /// [`TrailingBytes`](ErrorKind::TrailingBytes) if bytes are left and the options do not allow it.
    #[inline]
    pub fn finish(&self) -> Result<(), DecodeError> {
        if self.is_finished() {
            return Ok(());
        }
        let count = self.rest.len() as u64;
        Err(at(ErrorKind::TrailingBytes { count, or_more: false, record_of: None }, self.position()))
    }

    /// Reads the header of the next tensor.
    pub(super) fn next_header(&mut self) -> Result<Header, DecodeError> {
        self.start = self.position();
        let byte = self.byte()?;
        let element_type = from_byte(byte).ok_or_else(|| at(ErrorKind::UnknownElementType(byte), self.start))?;
        let rank_at = self.position();
        let rank = self.byte()?;
        self.limit(Limit::Rank, self.options().max_rank, rank.into(), rank_at)?;
        let size = element_type.size().unwrap_or(1);
        let dims_at = self.position();
        let mut shape = Shape::scalar();
        let mut bytes = size;
        for _ in 0..rank {
            let dim_at = self.position();
            let len = self.varint()?;
            let (len, product) = grow(bytes, len, dim_at)?;
            bytes = product;
            shape.push(len);
        }
        let count = if shape.contains(&0) { 0 } else { bytes.checked_div(size).unwrap_or_default() };
        self.limit(Limit::Elements, self.options().max_elements, count as u64, dims_at)?;
        self.section_end = None;
        let mut section_at = self.position();
        if element_type.size().is_none() && self.options().dialect.has_section() {
            section_at = self.position();
            let len = self.varint()?;
            let left = self.rest.len();
            let Some(len) = usize::try_from(len).ok().filter(|len| *len <= left) else {
                return Err(at(ErrorKind::UnexpectedEnd { needed: len, left: left as u64 }, self.position()));
            };
            self.section_end = Some(self.position().saturating_add(len));
        }
        let available = self.available().len();
        let needed = if element_type.size().is_some() && count == 0 { 0 } else { count.saturating_mul(size) };
        if needed > available {
            let (needed, left) = (needed as u64, available as u64);
            return Err(match self.section_end {
                None => at(ErrorKind::UnexpectedEnd { needed, left }, self.position()),
                Some(_) => {
                    let why = "it is shorter than one byte for each element";
                    at(ErrorKind::SectionLength { why, needed, left }, section_at)
                }
            });
        }
        let data = if element_type.size().is_some() { needed } else { self.section_end.map_or(0, |_| available) };
        self.limit(Limit::Bytes, self.options().max_bytes, data as u64, dims_at)?;
        self.element_type = element_type;
        self.elements_at = self.position();
        self.left = count;
        Ok(Header { element_type, shape })
    }
}

impl<'de, const FAST: bool> Source<'de> for SliceSource<'de, FAST> {
    type Elements<'s>
        = &'s mut Self
    where
        Self: 's;

    const EXPLAINS: bool = !FAST;

    #[inline]
    fn give_up(&mut self) {
        self.is_unfit = true;
    }

    fn tensor(&mut self) -> Result<(Header, &mut Self), DecodeError> {
        let mut lens = [0; Shape::INLINE];
        let rank = self.rank_ahead();
        let Some(short) = self.short_header(rank, &mut lens) else { return Ok((self.next_header()?, self)) };
        self.begin_short(&short);
        Ok((Header { element_type: short.element_type, shape: Shape::inline(lens, rank) }, self))
    }

    #[inline(always)]
    fn lengths_of(&mut self, rules: &TensorRules<'_>, lens: &mut [usize]) -> Result<&mut Self, DecodeError> {
        match self.short_header(lens.len(), lens) {
            Some(short) if rules.allow(short.element_type, lens) => {
                self.begin_short(&short);
                Ok(self)
            }
            _ => crate::traits::lengths_of(self, rules, lens),
        }
    }

    fn shape_of(&mut self, rules: &TensorRules<'_>, shape: &mut Shape) -> Result<&mut Self, DecodeError> {
        let mut lens = [0; Shape::INLINE];
        let rank = self.rank_ahead();
        match self.short_header(rank, &mut lens) {
            Some(short) if rules.allow(short.element_type, lens.get(..rank).unwrap_or_default()) => {
                self.begin_short(&short);
                *shape = Shape::inline(lens, rank);
            }
            _ => *shape = self.tensor_of(rules, None)?.0.shape,
        }
        Ok(self)
    }

    #[inline(always)]
    fn borrow_of<T: Element>(
        &mut self,
        rules: &TensorRules<'_>,
        lens: &mut [usize],
    ) -> Result<View<'de, T>, DecodeError> {
        match self.short_header_of::<T>(lens) {
            Some(short) if rules.only_count(T::TYPE, lens.len()) => {
                self.start = self.position();
                self.elements_at = self.start.saturating_add(short.len);
                let (elements, rest) = short.rest.split_at_checked(short.bytes).unwrap_or_default();
                self.rest = rest;
                self.view(elements, self.elements_at)
            }
            _ => crate::traits::borrow_of(self, rules, lens),
        }
    }

    #[inline(always)]
    fn whole(&mut self) -> Result<TensorRef<'de>, DecodeError> {
        let mut lens = [0; Shape::INLINE];
        let rank = self.rank_ahead();
        let Some(short) = self.short_header(rank, &mut lens) else { return crate::traits::whole(self) };
        let data = if short.element_type.size().is_some() {
            let elements_at = self.position().saturating_add(short.len);
            let (bytes, rest) = short.rest.split_at_checked(short.bytes).unwrap_or_default();
            if short.element_type == ElementType::Bool {
                self.check_booleans(bytes, elements_at)?;
            }
            self.start = self.position();
            self.elements_at = elements_at;
            self.rest = rest;
            Data::Fixed { bytes: self.lent(bytes, elements_at), layout: None, order: ByteOrder::Little }
        } else {
            self.begin_short(&short);
            Data::Packed(self.packed(short.element_type, short.count)?)
        };
        let header = Header { element_type: short.element_type, shape: Shape::inline(lens, rank) };
        Ok(TensorRef { header, data })
    }

    // Inlined into optimised programs alone: in others it would be compiled for each field, not for each type.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn block<T: DecodeBlock<'de>>(&mut self) -> Result<T, DecodeError> {
        if const { T::SIZE.is_none() } && self.known_header::<T>().is_some() {
            let value = T::read(self)?;
            return self.end().map(|()| value);
        }
        match self.known_block() {
            Some(result) => result,
            None if FAST => Err(unknown()),
            None => crate::traits::read_whole(self),
        }
    }

    fn block_into<T: DecodeBlock<'de>>(&mut self, value: &mut T) -> Result<(), DecodeError> {
        if self.known_header::<T>().is_none() {
            return crate::traits::read_whole_into(value, self);
        }
        value.read_into(self)?;
        self.end()
    }

    #[inline(always)]
    fn list_of<T: Block>(&mut self) -> Result<(usize, &mut Self), DecodeError> {
        match self.known_list::<T>() {
            Some(count) => Ok((count, self)),
            None => crate::traits::begin_list::<T, _>(self),
        }
    }

    #[inline(always)]
    fn record(&mut self, record: RecordType) -> Result<RecordOrder, DecodeError> {
        self.begin_record(record)
    }

    fn present(&mut self, record: RecordType) -> Option<u64> {
        let present = self.record.as_ref()?.present?;
        if FAST {
            return Some(present);
        }
        record.rules().as_record()?.lacks_none(present).then_some(present)
    }

    fn next_name(&mut self) -> Result<bool, DecodeError> {
        loop {
            let name_at = self.record.as_ref().map_or(0, |record| record.names_at);
            match self.next_wire_name()? {
                Some("") => self.skip_padding(name_at)?,
                name => return Ok(name.is_some()),
            }
        }
    }

    fn name(&self) -> &str {
        self.record.as_ref().map_or("", |record| record.name)
    }

    fn lent_name(&self) -> Option<&'de str> {
        self.record.as_ref().map(|record| record.name)
    }

    fn name_offset(&self) -> Option<u64> {
        // None was read of a record whose tensors are read in order.
        self.record.as_ref().filter(|record| !record.name.is_empty()).map(|record| record.name_at as u64)
    }

    #[cold]
    fn each_name(&self, show: &mut dyn FnMut(&str)) {
        self.wire_names().filter(|name| !name.is_empty()).for_each(show);
    }

    fn tensors_left(&self) -> usize {
        self.record.as_ref().map_or(0, |record| record.names_left)
    }

    fn offset(&self, place: HeaderPlace) -> Option<u64> {
        ElementSource::offset(self, place)
    }

    fn position(&self) -> Option<u64> {
        self.element_offset()
    }

    fn with_native_columns(
        &mut self,
        record: Option<RecordType>,
        columns: &[ListColumn],
        read: &mut dyn FnMut(usize, &NativeColumns<'_>) -> bool,
    ) -> bool {
        let mut native = native_places(columns.len());
        let Some((rows, last)) = self.native_columns(record, columns, &mut native) else { return false };
        let is_read = read(rows, &native);
        if is_read {
            self.pass_columns(&last);
        }
        is_read
    }

    fn with_lent_columns(
        &mut self,
        record: Option<RecordType>,
        columns: &[ListColumn],
        read: &mut dyn FnMut(usize, &mut [LentColumn<'_, 'de>]) -> bool,
    ) -> bool {
        let mut lent = SmallVec::new();
        let Some((rows, last)) = self.lent_columns(record, columns, &mut lent) else { return false };
        let is_read = read(rows, &mut lent);
        if is_read {
            self.pass_columns(&last);
        }
        is_read
    }

    fn items<I: DecodeItems<'de>>(
        &mut self,
        record: Option<RecordType>,
        items: &mut I,
    ) -> Option<Result<(), DecodeError>> {
        self.read_items(record, items).map(Ok)
    }

    fn count_empty(&mut self, items: usize) -> Result<(), ErrorKind> {
        ElementSource::count_empty(self, items)
    }

    fn empty_limit(&self) -> EmptyLimit {
        let bytes = self.before.saturating_add(self.position());
        EmptyLimit::after(self.empty, self.options().max_empty_items, bytes)
    }
}
