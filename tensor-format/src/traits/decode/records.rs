//! Reads many records whose tensors are columns: those of a `Batch`, which are all stacked, and those of a list of
//! records, in the form that the rules of each parameter ask for.
//!
//! All columns are read before the first record is made of them. Lengths are added up before that, so that no record is
//! made of lengths which contradict the values.

use alloc::string::String;
use core::marker::PhantomData;

use smallvec::SmallVec;

use super::{
    Decode,
    kept::{KeptCursor, KeptTensor},
    lengths::{LengthsRead, unequal},
    lengths_apart,
    lent_rows::LentRows,
    make_rows::{make_number_rows, make_rows},
    places::Places,
    ragged_rows::RaggedRows,
    rows::{Column, Counter, Row},
};
use crate::{
    Bindings, ByteOrder, DecodeError, ElementSource, ElementType, ErrorKind, Header, HeaderPlace, Param, ParamMatcher,
    RecordRules, RecordType, Shape, Source, element_count,
    error::AddPlace,
    rules::columns::{
        ColumnForm, OpenAxes, Part,
        table::{ListColumn, are_numbers, ragged_columns, stacked_columns},
    },
    traits::{
        begin_param, exhausted,
        source::{
            items::DecodeItems,
            native::{FEW_NATIVE, MOST_NATIVE, NativeColumn, NativeColumns, native_places},
        },
        with_unknown_names,
    },
};

/// The most bytes of memory that a record takes for each byte of its tensors. Records that take more are counted by
/// [`count_empty`](ElementSource::count_empty), which bounds their number. All tensors are read before the records are
/// made from them.
pub(crate) const MOST: usize = 64;

/// The bytes of memory of one item that [`count_empty`](ElementSource::count_empty) counts: a record that takes more
/// counts as several.
const COUNTED: usize = 128;

/// The record type and the rules that are needed to read records from columns.
pub(crate) struct RecordColumns<'r> {
    /// The type of the record that all columns form, to pass to the source.
    pub(crate) record: RecordType,
    /// The rules of all columns together, and those of one record.
    pub(crate) rules: &'r RecordRules<'static>,
    pub(crate) row: &'r RecordRules<'static>,
    /// The columns if all are stacked numbers, which a source may have as rows.
    pub(crate) stacked: &'static [ListColumn],
    /// All columns if some are in part of the records alone, or are lists, and all are numbers or texts, which a source may
    /// lend.
    pub(crate) ragged: &'static [ListColumn],
    /// All columns, if the memory of the records is bounded by what a row of another list has of them.
    pub(crate) bounded: &'static [ListColumn],
    /// Returns the form of the column of a parameter of one record.
    pub(crate) form: fn(&Param<'_>) -> ColumnForm,
}

/// What has been read of one column.
struct ColumnRead<'de> {
    form: ColumnForm,
    name: &'static str,
    /// The position of the first tensor of the column in the rules of all columns.
    first: usize,
    presence: Option<LengthsRead<'de>>,
    lengths: Option<LengthsRead<'de>>,
    values: Option<ValuesRead<'de>>,
}

struct ValuesRead<'de> {
    header: Header,
    tensor: KeptTensor<'de>,
    /// The offset of the tensor in the input.
    place: Option<u64>,
    /// The offset of its outermost axis.
    axis: Option<u64>,
}

/// All columns of a list, and the number of rows, if any column has come.
struct Columns<'de> {
    all: SmallVec<[ColumnRead<'de>; 8]>,
    rows: Option<usize>,
}

impl<'de> Columns<'de> {
    fn new(of: &RecordColumns<'_>) -> Self {
        let mut first = 0usize;
        let column = |param: Param<'static>| {
            let form = (of.form)(&param);
            let at = first;
            first = first.saturating_add(form.width());
            ColumnRead { form, name: param.name, first: at, presence: None, lengths: None, values: None }
        };
        // No more room than for all: it would be a multiple of what a short message may take.
        let mut all = SmallVec::with_capacity(of.row.len());
        all.extend(of.row.iter().map(column));
        Self { all, rows: None }
    }

    /// Reads all columns of records that take `size` bytes of memory each, and checks their lengths.
    fn read_all<S: Source<'de>>(
        &mut self,
        of: &RecordColumns<'_>,
        source: &mut S,
        size: usize,
    ) -> Result<(), DecodeError> {
        let order = source.record(of.record)?;
        let mut bindings = Bindings::new();
        let mut seen: SmallVec<[bool; 32]> = smallvec::smallvec![false; of.rules.len()];
        let mut params = ParamMatcher::new(of.rules);
        while let Some(index) = params.next(order, source)? {
            seen.get_mut(index).into_iter().for_each(|seen| *seen = true);
            self.read(index, of, &mut bindings, source)?;
        }
        if let Some(param) = of.rules.missing(&seen).next() {
            let error = DecodeError::new(ErrorKind::missing_param()).in_parameter(param.name);
            let error = error.required_beside(of.rules.seen_beside(&param, &seen));
            return Err(with_unknown_names(error, source, of.rules));
        }
        self.check_lengths(of)?;
        let n = self.rows.unwrap_or_default();
        let apart = self.all.iter().zip(of.row.iter()).map(|(column, param)| {
            let row = column.values.as_ref().map_or(0, |values| values.header.shape.len().saturating_sub(1));
            lengths_apart(&param.rules, row)
        });
        let size = apart.fold(size, usize::saturating_add);
        if size.max(1).saturating_mul(n) > self.size().saturating_mul(MOST) {
            let counted = n.saturating_mul(size.div_ceil(COUNTED).max(1));
            source.count_empty(counted).map_err(|kind| source.locate(kind))?;
        }
        Ok(())
    }

    /// Reads the next tensor of the source, which is at position `index` in the rules.
    fn read<'r, S: Source<'de>>(
        &mut self,
        index: usize,
        of: &RecordColumns<'r>,
        bindings: &mut Bindings<'r>,
        source: &mut S,
    ) -> Result<(), DecodeError> {
        let Some(param) = of.rules.get(index) else { return Ok(()) };
        let Some(column) = self.all.iter_mut().rev().find(|column| column.first <= index) else { return Ok(()) };
        let part = column.form.part(index.saturating_sub(column.first));
        let rows = if part == Part::Values {
            let place = source.position();
            let (header, elements) = begin_param(source, of.rules, &param, bindings).in_parameter(param.name)?;
            let values = ValuesRead::read(header, elements, place).in_parameter(param.name)?;
            let rows = values.header.shape.first().copied();
            column.values = Some(values);
            rows
        } else {
            let read = LengthsRead::read(source, &param.rules).in_parameter(param.name)?;
            let rows = match column.form.open {
                OpenAxes::All(axes) if part == Part::Lengths => read.len().checked_div(axes),
                _ => Some(read.len()),
            };
            if let Err(kind) = bindings.bind_param(of.rules, &param, rows.as_slice()) {
                return Err(source.locate(kind).in_parameter(param.name));
            }
            *(if part == Part::Presence { &mut column.presence } else { &mut column.lengths }) = Some(read);
            rows
        };
        if index == column.first {
            self.rows = rows;
        }
        Ok(())
    }

    /// Checks that the lengths of each column add up to its values.
    fn check_lengths(&self, of: &RecordColumns<'_>) -> Result<(), DecodeError> {
        let rows = self.rows.unwrap_or_default();
        for column in &self.all {
            let Some(values) = &column.values else { continue };
            let name = |part: usize| of.rules.get(column.first.saturating_add(part)).map_or("", |param| param.name);
            let (mut part, mut count) = (0usize, rows as u64);
            if let Some(presence) = &column.presence {
                count = presence.sum(true).map_err(|error| error.in_parameter(name(part)))?.0;
                part = 1;
            }
            if let Some(lengths) = &column.lengths {
                let (axes, sum) = match column.form.open {
                    OpenAxes::All(axes) => (axes, lengths.sum_of_products(axes)),
                    _ => (1, lengths.sum(false)?.0),
                };
                let found = lengths.len().checked_div(axes).unwrap_or_default();
                if found as u64 != count {
                    let above = name(part.saturating_sub(1));
                    return Err(unequal(above, count, found, lengths.axis).in_parameter(name(part)));
                }
                count = sum;
                part = part.saturating_add(1);
            }
            let found = values.header.shape.first().copied().unwrap_or_default();
            if part > 0 && found as u64 != count {
                let lengths = name(part.saturating_sub(1));
                return Err(unequal(lengths, count, found, values.axis).in_parameter(name(part)));
            }
        }
        Ok(())
    }

    /// Returns the size in bytes of all tensors.
    fn size(&self) -> usize {
        let lengths =
            |read: &Option<LengthsRead<'_>>| read.as_ref().map_or(0, LengthsRead::len).saturating_mul(size_of::<u64>());
        let values = |column: &ColumnRead<'_>| column.values.as_ref().map_or(0, ValuesRead::size);
        let sizes = self.all.iter().map(|column| {
            lengths(&column.presence).saturating_add(lengths(&column.lengths)).saturating_add(values(column))
        });
        sizes.fold(0, usize::saturating_add)
    }

    /// Returns the columns as numbers in memory, if all are.
    fn native(&self) -> Option<SmallVec<[NativeColumn<'_>; FEW_NATIVE]>> {
        let mut native = native_places(self.all.len());
        for (index, column) in self.all.iter().enumerate() {
            *native.get_mut(index)? = column.native()?;
        }
        Some(native)
    }

    /// Returns the elements of each column that has any.
    fn cursors(&self) -> SmallVec<[KeptCursor<'de, '_>; 8]> {
        let mut cursors = SmallVec::with_capacity(self.all.len());
        cursors.extend(self.all.iter().filter_map(|column| Some(column.values.as_ref()?.tensor.cursor())));
        cursors
    }

    /// Returns the columns before the first row; `cursors` are their elements.
    fn begin<'c, 'k>(
        &'c self,
        cursors: &'c mut [KeptCursor<'de, 'k>],
    ) -> SmallVec<[Column<'c, KeptCursor<'de, 'k>>; 8]> {
        let present = self.all.iter().filter_map(|column| Some((column, column.values.as_ref()?)));
        let mut columns = SmallVec::with_capacity(cursors.len());
        columns.extend(present.zip(cursors).map(|((column, values), cursor)| column.begin(&values.header, cursor)));
        columns
    }

    /// Adds the offset of the column at fault to the error of a row: the source is behind all of them already.
    #[cold]
    fn locate(&self, error: DecodeError) -> DecodeError {
        // The items of inner lists are in the columns of these.
        let parts = error.parameter().unwrap_or_default().split('[');
        let name: String = parts.map(|part| part.split_once(']').map_or(part, |(_, rest)| rest)).collect();
        let is_of = |column: &&ColumnRead<'_>| {
            let rest = column.name.strip_prefix(&*name).or_else(|| name.strip_prefix(column.name));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let column = self.all.iter().find(is_of).or_else(|| self.all.first());
        match column.and_then(|column| column.values.as_ref()?.place) {
            Some(place) => error.at(place),
            None => error,
        }
    }
}

impl<'de> ValuesRead<'de> {
    fn read<E: ElementSource<'de>>(header: Header, mut elements: E, place: Option<u64>) -> Result<Self, DecodeError> {
        let axis = elements.offset(HeaderPlace::Axis(0));
        let tensor = KeptTensor::read(header.clone(), &mut elements)?;
        Ok(Self { header, tensor, place, axis })
    }

    /// Returns the size in bytes.
    fn size(&self) -> usize {
        let tensor = self.tensor.as_ref();
        match tensor.element_type().size() {
            Some(_) => tensor.element_bytes_len(),
            None => tensor.buffer().len(),
        }
    }
}

impl<'de> ColumnRead<'de> {
    /// Returns the rows of a column that is stacked, as they are in memory.
    fn native(&self) -> Option<NativeColumn<'_>> {
        let values = self.values.as_ref().filter(|_| self.form == ColumnForm::STACKED)?;
        let row = values.header.shape.get(1..).unwrap_or_default();
        let size = element_count(row)?.checked_mul(values.header.element_type.size()?)?;
        let tensor = values.tensor.as_ref();
        if tensor.byte_order() != ByteOrder::NATIVE {
            return None;
        }
        let bytes = tensor.row_major_bytes()?;
        Some(NativeColumn { element_type: values.header.element_type, size, bytes })
    }

    /// Returns the column before its first row.
    #[inline]
    fn begin<'c, 'k>(
        &'c self,
        header: &Header,
        cursor: &'c mut KeptCursor<'de, 'k>,
    ) -> Column<'c, KeptCursor<'de, 'k>> {
        let row = row_of(header.element_type, self.form.open, &header.shape);
        let presence = self.presence.as_ref().map(LengthsRead::iter);
        let lengths = self.lengths.as_ref().map(LengthsRead::iter);
        Column::new(self.name, row, cursor).ragged(presence, lengths, self.form.open)
    }
}

/// Returns the header of a row of values of this shape, whose open axes are yet to get their lengths.
#[inline]
pub(super) fn row_of(element_type: ElementType, open: OpenAxes, values: &[usize]) -> Header {
    let (inner, open) = match open {
        OpenAxes::None => (values.get(1..).unwrap_or_default(), 0),
        OpenAxes::First => (values, 1),
        OpenAxes::All(axes) => (&[][..], axes),
    };
    let mut row = Header { element_type, shape: Shape::from(inner) };
    while row.shape.rank() < open {
        row.shape.push(0);
    }
    row
}

/// Reads many records in place of the existing `items`.
///
/// # Errors
///
/// As [`Decode::decode`], and [`RaggedLengths`](ErrorKind::RaggedLengths). What is wrong with one record has its index
/// before the name of its parameter, as `[3].boxes`.
pub(crate) fn decode_records<'de, T: Decode<'de>, S: Source<'de>, P: Places<T> + ?Sized>(
    items: &mut P,
    source: &mut S,
    of: &RecordColumns<'_>,
) -> Result<(), DecodeError> {
    if const { ragged_columns::<T>(MOST).is_empty() } {
        if read_stacked(items, source, of) {
            return Ok(());
        }
    } else if source.with_ragged_columns(Some(of.record), of.ragged, &mut |n, columns| {
        let width = columns.len();
        items.prepare(n).is_ok() && make_rows::<T, P, _, true>(items, n, || RaggedRows::new(columns), width) == n
    }) {
        return Ok(());
    }
    if const { S::COLUMNS_ALONE } {
        return Err(exhausted(1, 0));
    }
    if !of.bounded.is_empty() {
        let listed = &mut Listed { items: &mut *items, list: of.bounded, of: PhantomData };
        if let Some(read) = source.items(Some(of.record), listed) {
            return read;
        }
    }
    read_columns(items, source, of)
}

/// Reads records whose columns are all stacked numbers and texts that the source has in memory; returns whether it did.
#[inline(always)]
fn read_stacked<'de, T: Decode<'de>, S: Source<'de>, P: Places<T> + ?Sized>(
    items: &mut P,
    source: &mut S,
    of: &RecordColumns<'_>,
) -> bool {
    let width = of.stacked.len();
    let lent = &mut |n, columns: &mut NativeColumns<'de>| {
        let made = if const { are_numbers(stacked_columns::<T>(MOST_NATIVE, MOST)) } {
            items.prepare(n).map(|()| make_number_rows(items, n, columns, width))
        } else {
            items.prepare(n).map(|()| make_rows::<T, P, _, true>(items, n, || LentRows::new(columns), width))
        };
        matches!(made, Ok(made) if made == n)
    };
    source.with_lent_columns(Some(of.record), of.stacked, lent)
        || source.with_native_columns(of.stacked, &mut |n, columns| {
            items.prepare(n).is_ok() && make_number_rows(items, n, columns, width) == n
        })
}

/// Reads all columns, and makes the records of them. Apart from the shorter ways, whose stack is small without it.
#[inline(never)]
fn read_columns<'de, T: Decode<'de>, S: Source<'de>, P: Places<T> + ?Sized>(
    items: &mut P,
    source: &mut S,
    of: &RecordColumns<'_>,
) -> Result<(), DecodeError> {
    let mut columns = Columns::new(of);
    columns.read_all(of, source, size_of::<T>())?;
    let n = columns.rows.unwrap_or_default();
    items.prepare(n)?;
    let made = match columns.native() {
        Some(native) => make_number_rows(items, n, &native, columns.all.len()),
        None => 0,
    };
    // Most lists are of numbers alone, and are read.
    if made == n {
        return Ok(());
    }
    // Columns do not know of each other, so the source counts for all of them.
    let count = &mut |items| source.count_empty(items);
    let mut cursors = columns.cursors();
    let listed = &mut Listed { items, list: of.bounded, of: PhantomData };
    let made = make_items(listed, n, &mut columns.begin(&mut cursors), columns.all.len(), made, count);
    made.map_err(|(index, error)| columns.locate(error).in_item(index))
}

/// The places of records of type `T`, and the columns of their list.
struct Listed<'p, T, P: ?Sized> {
    items: &'p mut P,
    list: &'static [ListColumn],
    of: PhantomData<T>,
}

impl<'de, T: Decode<'de>, P: Places<T> + ?Sized> DecodeItems<'de> for Listed<'_, T, P> {
    fn list(&self) -> &'static [ListColumn] {
        self.list
    }

    fn prepare(&mut self, n: usize) -> Result<(), DecodeError> {
        self.items.prepare(n)
    }

    #[inline]
    fn read<S: Source<'de>>(&mut self, index: usize, most: usize, source: &mut S) -> Result<(), DecodeError> {
        match self.items.existing(index) {
            Some(item) => item.decode_into(source),
            None => T::decode(source).map(|item| self.items.append(item, most)),
        }
    }
}

/// Makes `n` records of the rows of `columns`, in place of the existing ones, of which the first `made` are made
/// already. The rules of a record list `params` parameters. An error comes with the index of its row.
pub(super) fn make_items<'de, I: DecodeItems<'de>, C: ElementSource<'de>>(
    items: &mut I,
    n: usize,
    columns: &mut [Column<'_, C>],
    params: usize,
    made: usize,
    count: &mut dyn FnMut(usize) -> Result<(), ErrorKind>,
) -> Result<(), (usize, DecodeError)> {
    let declared = columns.len() == params && columns.iter().all(Column::is_in_each_row);
    let plain = columns.iter().all(Column::is_plain);
    if made > 0 {
        columns.iter_mut().try_for_each(|column| column.skip(made)).map_err(|error| (made, error))?;
    }
    for index in made..n {
        let count: Counter<'_> = Some(count);
        if !plain {
            columns.iter_mut().for_each(Column::advance);
        }
        let mut row = Row::new(columns, declared, count);
        items.read(index, n.saturating_sub(index), &mut row).map_err(|error| (index, error))?;
    }
    Ok(())
}
