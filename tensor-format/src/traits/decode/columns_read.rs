//! The columns of a list of records as they are read, before the first record is made of them.

use alloc::string::String;

use smallvec::SmallVec;

use super::{
    kept::{Kept, KeptBytes, KeptCursor, KeptTensor},
    lengths::{LengthsRead, unequal},
    lengths_apart,
    rows::Column,
};
use crate::{
    Bindings, ByteOrder, DecodeError, ElementSource, ElementType, ErrorKind, Header, HeaderPlace, Param, ParamMatcher,
    RecordRules, RecordType, Shape, Source, element_count,
    error::AddPlace,
    rules::columns::{ColumnForm, OpenAxes, Part, table::ListColumn},
    traits::{
        begin_param,
        source::native::{FEW_NATIVE, LentColumn, NativeColumn, native_places},
        with_unknown_names,
    },
};

/// The bytes of memory of one item that [`count_empty`](ElementSource::count_empty) counts: a record that takes more
/// counts as several.
const COUNTED: usize = 128;

/// The most bytes of memory that a record takes for each byte of its tensors. Records that take more are counted by
/// [`count_empty`](ElementSource::count_empty), which bounds their number. All tensors are read before the records are
/// made from them.
pub(crate) const MOST: usize = 64;

/// The record type and the rules that are needed to read records from columns.
pub(crate) struct RecordColumns<'r> {
    /// The type of the record that all columns form, to pass to the source.
    pub(crate) record: RecordType,
    /// The rules of all columns together, and those of one record.
    pub(crate) rules: &'r RecordRules<'static>,
    pub(crate) row: &'r RecordRules<'static>,
    /// All columns if all are numbers or texts, which a source may have in memory.
    pub(crate) listed: &'static [ListColumn],
    /// All columns, if the memory of the records is bounded by what a row of another list has of them.
    pub(crate) bounded: &'static [ListColumn],
    /// Returns the form of the column of a parameter of one record.
    pub(crate) form: fn(&Param<'_>) -> ColumnForm,
}

/// What has been read of one column.
pub(super) struct ColumnRead<'de> {
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
pub(super) struct Columns<'de> {
    pub(super) all: SmallVec<[ColumnRead<'de>; 8]>,
    pub(super) rows: Option<usize>,
}

impl<'de> Columns<'de> {
    pub(super) fn new(of: &RecordColumns<'_>) -> Self {
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
    pub(super) fn read_all<S: Source<'de>>(
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
                    return Err(unequal(above, count, found, lengths.offsets.axis).in_parameter(name(part)));
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
    pub(super) fn native(&self) -> Option<SmallVec<[NativeColumn<'_>; FEW_NATIVE]>> {
        let mut native = native_places(self.all.len());
        for (index, column) in self.all.iter().enumerate() {
            *native.get_mut(index)? = column.native()?;
        }
        Some(native)
    }

    /// Returns the elements of each column that has any.
    pub(super) fn cursors(&self) -> SmallVec<[KeptCursor<'de, '_>; 8]> {
        let mut cursors = SmallVec::with_capacity(self.all.len());
        cursors.extend(self.all.iter().filter_map(|column| Some(column.values.as_ref()?.tensor.cursor())));
        cursors
    }

    /// Returns the columns before the first row; `cursors` are their elements.
    pub(super) fn begin<'c, 'k>(
        &'c self,
        cursors: &'c mut [KeptCursor<'de, 'k>],
    ) -> SmallVec<[Column<'c, KeptCursor<'de, 'k>>; 8]> {
        let present = self.all.iter().filter_map(|column| Some((column, column.values.as_ref()?)));
        let mut columns = SmallVec::with_capacity(cursors.len());
        columns.extend(present.zip(cursors).map(|((column, values), cursor)| column.begin(&values.header, cursor)));
        columns
    }

    /// Returns the columns of this list, which are numbers and texts; `None` if they are not in memory as such.
    pub(super) fn lent(&self, list: &[ListColumn]) -> Option<SmallVec<[LentColumn<'_, 'de>; 8]>> {
        let columns = list.iter().zip(&self.all).map(|(of, column)| {
            let (records, lent) = LentColumn::of(of, |part| column.lent(part, of))?;
            (Some(records) == self.rows).then_some(lent)
        });
        columns.collect()
    }

    /// Adds the offset of the column at fault to the error of a row: the source is behind all of them already.
    #[cold]
    pub(super) fn locate(&self, error: DecodeError) -> DecodeError {
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

    /// Returns the length of the outermost axis and the elements of a tensor of the column, if they are in memory as a source
    /// lends those of the column `of`.
    fn lent(&self, part: Part, of: &ListColumn) -> Option<(usize, KeptBytes<'de, '_>)> {
        let lengths = match part {
            Part::Presence => self.presence.as_ref()?,
            Part::Lengths => self.lengths.as_ref()?,
            Part::Values => {
                let ValuesRead { header, tensor, .. } = self.values.as_ref()?;
                let (len, inner) = header.shape.split_first()?;
                let count = header.shape.element_count()?;
                let bytes = tensor.cursor().elements(of.element_type?, count).filter(|_| inner.iter().eq(of.inner))?;
                return Some((*len, bytes));
            }
        };
        Some((lengths.len(), Kept::Owned(lengths.native()?)))
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
