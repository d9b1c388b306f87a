//! Writes many records as columns, in the form that the rules of each parameter ask for.
//!
//! A sink that takes plain columns all at once gets the records themselves ([`Sink::columns`]). Into every other sink, and
//! where a column is not plain, columns are written one after another, but a value is encoded as a whole. So all records
//! are encoded once for each column, by a sink that passes on the elements of that column alone, and once more before that
//! to find out the lengths of a ragged one. To write elements, the compiler knows the position of the column, so that what
//! is left of encoding a record is to look at one field of it.

use alloc::vec::Vec;
use core::{cell::OnceCell, mem};

use smallvec::SmallVec;

use super::Encode;
use crate::{
    ElementSink, ElementType, EncodeError, ErrorKind, HasRules, Payload, RecordType, Rules, Shape, Sink,
    error::AddPlace,
    rules::columns::{
        AnyLength, ColumnForm, OpenAxes, Part, list_rules,
        table::{ListColumn, is_plain, is_stacked, list_columns, row_size},
    },
    traits::sink::{
        fields::{AxisLengths, EncodeFields, FieldNames},
        items::EncodeItems,
        piece::{FEW, put_pieces},
    },
};

mod gather;
mod nested;
mod pick;
mod position;
mod survey;

use gather::gather;
use pick::pick;
use position::{AtPosition, at_position, position};
use survey::survey;

/// A column to write: what the records have for one parameter.
struct Column {
    of: &'static ListColumn,
    /// The number of records.
    records: usize,
    /// For each record whether it has a tensor, 0 or 1, if the form asks for it.
    presence: Vec<u64>,
    /// For each tensor the lengths of its open axes.
    lengths: Vec<u64>,
    /// The number of tensors; `rows` is the sum of their lengths or, with several open axes, of their elements.
    tensors: usize,
    rows: usize,
    /// The numbers of all tensors, if these are short lists of records.
    kept: Option<Vec<u8>>,
}

/// The form of a column whose tensors are lists.
const LIST: ColumnForm = ColumnForm { is_optional: false, open: OpenAxes::First };

type Columns = SmallVec<[Column; 8]>;

/// Writes many records as columns; `record` is the type of all columns together.
///
/// # Errors
///
/// Those of the records and the sink. What is wrong with one record has its index before the name of its parameter, as
/// `[3].boxes`.
#[inline]
pub(crate) fn encode_records<'a, T: Encode + 'a, I: Iterator<Item = &'a T> + Clone, S: Sink<'a>>(
    items: I,
    record: RecordType,
    sink: &mut S,
) -> Result<(), EncodeError> {
    if let Some(taken) = sink.items(&Items(items.clone())) {
        return taken;
    }
    let fields = RecordsFields { items, ragged: OnceCell::new() };
    sink.fields(record, &fields, false)
}

/// Records one after another.
#[derive(Clone)]
struct Items<I>(I);

impl<'a, T: Encode + 'a, I: Iterator<Item = &'a T> + Clone> EncodeItems<'a> for Items<I> {
    const LIST: &'static [ListColumn] = list_columns::<T>();
    const ROW: usize = row_size::<T>();

    fn check(at: usize, element_type: ElementType, shape: &[usize]) -> Result<(), ErrorKind> {
        check::<T>(at, element_type, shape)
    }

    #[inline]
    fn count(&self) -> usize {
        self.0.clone().count()
    }

    #[inline(always)]
    fn encode_next<S: Sink<'a>>(&mut self, sink: &mut S) -> Option<Result<(), EncodeError>> {
        Some(self.0.next()?.encode(sink))
    }
}

/// Records as the fields of the record that is written: one for each tensor of a column.
struct RecordsFields<I> {
    items: I,
    /// The columns that are not stacked, surveyed when the first is written.
    ragged: OnceCell<Columns>,
}

impl<'a, T: Encode + 'a, I: Iterator<Item = &'a T> + Clone> RecordsFields<I> {
    fn ragged(&self) -> Result<&Columns, EncodeError> {
        if let Some(columns) = self.ragged.get() {
            return Ok(columns);
        }
        let n = self.items.clone().count();
        let all = const { list_columns::<T>() }.iter().enumerate();
        let mut positions: SmallVec<[usize; 8]> = SmallVec::new();
        let mut columns = Columns::new();
        for (at, of) in all.filter(|(_, of)| of.form != ColumnForm::STACKED) {
            positions.push(at);
            columns.push(Column::new(of, n));
        }
        // All fields of a record are looked at once, by the first column that needs a look.
        let mut binds = true;
        for (index, at) in positions.into_iter().enumerate() {
            if let Some((column, behind)) = columns.get_mut(index..).and_then(<[Column]>::split_first_mut) {
                if !column.is_surveyed() {
                    survey(Items(self.items.clone()), column, behind, (at, mem::take(&mut binds)))?;
                }
            }
        }
        Ok(self.ragged.get_or_init(|| columns))
    }

    /// Writes one column after another.
    fn encode_each<S: Sink<'a>>(&self, sink: &mut S, names: FieldNames) -> Result<(), EncodeError> {
        let all = const { list_columns::<T>() };
        let mut ragged = if const { is_stacked(list_columns::<T>()) } { &[][..] } else { self.ragged()? }.iter();
        let n = self.items.clone().count();
        for (at, of) in all.iter().enumerate() {
            if of.form == ColumnForm::STACKED {
                write_values(of, n, None, (&self.items, at), sink.parameter(names.position(of.first)))?;
                continue;
            }
            let Some(column) = ragged.next() else { continue };
            for part in 0..of.form.width() {
                let index = of.first.saturating_add(part);
                column.write(part, &self.items, at, sink.parameter(names.position(index)))?;
            }
        }
        Ok(())
    }
}

impl<'a, T: Encode + 'a, I: Iterator<Item = &'a T> + Clone> EncodeFields<'a> for RecordsFields<I> {
    const LEN: usize = match list_rules::<T, AnyLength>() {
        Rules::Record(rules) => rules.len(),
        Rules::Tensor(_) => 0,
    };

    fn count(&self, counts: &mut [usize]) {
        counts.fill(1);
    }

    #[inline]
    fn encode<S: Sink<'a>>(&self, sink: &mut S, names: FieldNames, _: AxisLengths<'_>) -> Result<(), EncodeError> {
        if const { is_plain(list_columns::<T>(), S::COLUMN_TYPES) } && sink.columns(&Items(self.items.clone()))? {
            return Ok(());
        }
        self.encode_each(sink, names)
    }

    #[inline]
    fn encode_at<S: Sink<'a>>(&self, index: usize, sink: &mut S, names: FieldNames) -> Result<(), EncodeError> {
        let Some((at, of)) = column_of(const { list_columns::<T>() }, index) else { return Ok(()) };
        let part = index.saturating_sub(of.first);
        if part >= of.form.width() {
            return Ok(());
        }
        let sink = sink.parameter(names.position(index));
        // Of a list in a record of another list this is done for each record.
        if of.form == ColumnForm::STACKED {
            return write_values(of, self.items.clone().count(), None, (&self.items, at), sink);
        }
        let mut column = Column::new(of, self.items.clone().count());
        survey(Items(self.items.clone()), &mut column, &mut [], (at, true))?;
        column.write(part, &self.items, at, sink)
    }
}

/// Returns the column that has the parameter at position `index` of all, and its own position.
#[inline]
fn column_of(columns: &'static [ListColumn], index: usize) -> Option<(usize, &'static ListColumn)> {
    columns.iter().enumerate().rfind(|(_, column)| column.first <= index)
}

impl Column {
    /// Creates a column of `n` records, as it is if it is stacked.
    fn new(of: &'static ListColumn, n: usize) -> Self {
        let tensors = if of.form == ColumnForm::STACKED { n } else { 0 };
        let (presence, lengths, kept) = (Vec::new(), Vec::new(), (of.form == LIST).then(Vec::new));
        Self { of, records: n, presence, lengths, tensors, rows: 0, kept }
    }

    /// Writes tensor number `part` of the column at position `at` of the records.
    fn write<'a, T: Encode + 'a, S: Sink<'a>>(
        &self,
        part: usize,
        items: &(impl Iterator<Item = &'a T> + Clone),
        at: usize,
        sink: &mut S,
    ) -> Result<(), EncodeError> {
        let of = self.of;
        match of.form.part(part) {
            Part::Presence => {
                sink.tensor(ElementType::U64, &[self.records], &Numbers(&self.presence)).in_parameter(of.name)
            }
            Part::Lengths => match of.form.open {
                OpenAxes::All(axes) => sink.tensor(ElementType::U64, &[self.tensors, axes], &Numbers(&self.lengths)),
                _ => sink.tensor(ElementType::U64, &[self.tensors], &Numbers(&self.lengths)),
            }
            .in_parameter(of.name),
            Part::Values => {
                let outer = if of.form.open == OpenAxes::None { self.tensors } else { self.rows };
                write_values(of, outer, self.kept.as_deref(), (items, at), sink)
            }
        }
    }
}

/// Writes the values of the column at position `at` of the records, whose outermost axis has this length, or those that
/// were `kept`.
#[inline]
fn write_values<'a, T: Encode + 'a, S: Sink<'a>>(
    of: &'static ListColumn,
    outer: usize,
    kept: Option<&[u8]>,
    (items, at): (&(impl Iterator<Item = &'a T> + Clone), usize),
    sink: &mut S,
) -> Result<(), EncodeError> {
    let Some(element_type) = of.element_type else { return Ok(()) };
    let values = Values { items, kept, of: Picked { at, element_type, column: of, check: check::<T> } };
    let mut few = [outer; 4];
    if let Some(inner) = few.get_mut(1..=of.inner.len()) {
        inner.copy_from_slice(of.inner);
        return sink.tensor(element_type, few.get(..=of.inner.len()).unwrap_or_default(), &values);
    }
    let shape: Shape = core::iter::once(outer).chain(of.inner.iter().copied()).collect();
    sink.tensor(element_type, &shape, &values)
}

/// Lengths of lists.
struct Numbers<'n>(&'n [u64]);

impl<'a> Payload<'a> for Numbers<'_> {
    fn write<W: ElementSink<'a>>(&self, out: &mut W) -> Result<(), EncodeError> {
        out.copy_numbers(self.0)
    }
}

pub(crate) const NO_NAMES: &str = "the names of records in a list must be known at compile time";

/// Returns the error for a record that lacks a tensor.
#[cold]
pub(crate) fn missing(name: &str) -> EncodeError {
    EncodeError::new(ErrorKind::missing_param()).in_parameter(name)
}

/// The elements that all records have for one parameter, one record after another.
struct Values<'v, I> {
    items: &'v I,
    kept: Option<&'v [u8]>,
    of: Picked,
}

impl<'a, T: Encode + 'a, I: Iterator<Item = &'a T> + Clone> Payload<'a> for Values<'_, I> {
    fn write<W: ElementSink<'a>>(&self, out: &mut W) -> Result<(), EncodeError> {
        let Self { items, kept, of } = self;
        if let (Some(kept), false) = (kept, W::CHECKS) {
            return put_pieces(kept, of.element_type, out).in_parameter(of.column.name);
        }
        // To clear memory takes as long as to write a few items one by one. Iterators over lists know how many they have.
        let done = if W::CHECKS || items.size_hint().0 < FEW { 0 } else { gather((*items).clone(), of, out)? };
        at_position::<T, _>(of.at, WriteValues { of: self, done, out })
    }
}

/// Writes the elements for one parameter, but for those of the first `done` items.
struct WriteValues<'v, I, W> {
    of: &'v Values<'v, I>,
    done: usize,
    out: &'v mut W,
}

impl<'a, T: Encode + 'a, I: Iterator<Item = &'a T> + Clone, W: ElementSink<'a>> AtPosition for WriteValues<'_, I, W> {
    type Output = Result<(), EncodeError>;

    fn run<const AT: usize>(self) -> Self::Output {
        let Values { items, of, .. } = self.of;
        let mut items = (*items).clone().enumerate();
        if let Some(last) = self.done.checked_sub(1) {
            items.nth(last);
        }
        pick::<AT, T, W>(items, of, self.out)
    }
}

/// The parameter whose elements are written.
struct Picked {
    /// Its position in the rules of a record.
    at: usize,
    element_type: ElementType,
    column: &'static ListColumn,
    /// Checks an element type and a shape against the rules of the parameter at a position.
    check: fn(usize, ElementType, &[usize]) -> Result<(), ErrorKind>,
}

/// Checks a tensor against the rules of the parameter at position `at` of `T`.
fn check<T: HasRules>(at: usize, element_type: ElementType, shape: &[usize]) -> Result<(), ErrorKind> {
    // There is a column only where the same rules have a parameter.
    match T::RULES.as_record().and_then(|rules| rules.get(at)) {
        Some(param) => param.rules.check(element_type, shape),
        None => Ok(()),
    }
}
