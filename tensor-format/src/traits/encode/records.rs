//! Writes many records as columns, in the form that the rules of each parameter ask for.
//!
//! Columns are written one after another, but a value is encoded as a whole. So all records are encoded first to find
//! out the lengths of ragged columns, and then once for each column, by a sink that passes on the elements of that
//! column alone.

use alloc::vec::Vec;

use smallvec::SmallVec;

use super::Encode;
use crate::{
    Bindings, Block, ElementSink, ElementType, EncodeError, ErrorKind, Param, Payload, RecordRules, RecordType, Shape,
    Sink,
    rules::columns::{ColumnForm, OpenAxes, Part},
    traits::{
        block::header_of,
        sink::fields::{EncodeFields, FieldNames},
    },
};

/// A column to write: what the records have for one parameter.
struct Column {
    param: Param<'static>,
    form: ColumnForm,
    /// For each record whether it has a tensor, 0 or 1, if the form asks for it.
    presence: Vec<u64>,
    /// For each tensor the lengths of its open axes.
    lengths: Vec<u64>,
    /// The number of tensors, and the sum of their lengths or, of several open axes, of their elements.
    tensors: usize,
    rows: usize,
}

type Columns = SmallVec<[Column; 8]>;

/// Writes many records as one of columns; `record` is the type of that, and `rules` are those of one record.
///
/// # Errors
///
/// Those of the records and the sink. What is wrong with one record has its index before the name of its parameter, as
/// `[3].boxes`.
pub(crate) fn encode_records<'a, T: Encode + 'a, I: Iterator<Item = &'a T> + Clone, S: Sink<'a>>(
    items: I,
    record: RecordType,
    rules: &RecordRules<'static>,
    sink: &mut S,
) -> Result<(), EncodeError> {
    // Every column is there, whatever the records are.
    if let Some(counts) = sink.counting() {
        counts.fill(1);
        return Ok(());
    }
    let column = |param: Param<'static>| Column {
        form: ColumnForm::of(&param),
        param,
        presence: Vec::new(),
        lengths: Vec::new(),
        tensors: 0,
        rows: 0,
    };
    let n = items.clone().count();
    let mut columns: Columns = rules.iter().map(column).collect();
    if columns.iter().all(|column| column.form == ColumnForm::STACKED) {
        columns.iter_mut().for_each(|column| column.tensors = n);
    } else {
        for (index, item) in items.clone().enumerate() {
            let mut survey = Survey::begin(&mut columns);
            item.encode(&mut survey).and_then(|()| survey.end(index)).map_err(|error| error.in_item(index))?;
        }
    }
    let counts: SmallVec<[usize; 16]> = columns.iter().flat_map(|column| (0..column.form.width()).map(|_| 1)).collect();
    sink.record(record, &counts)?;
    let mut position = 0usize;
    for (at, column) in columns.iter().enumerate() {
        for part in 0..column.form.width() {
            column.write(part, (n, &items), at, sink.parameter(position))?;
            position = position.saturating_add(1);
        }
    }
    Ok(())
}

impl Column {
    /// Writes tensor number `part` of the column at position `at` of the records.
    fn write<'a, T: Encode + 'a, S: Sink<'a>>(
        &self,
        part: usize,
        (n, items): (usize, &(impl Iterator<Item = &'a T> + Clone)),
        at: usize,
        sink: &mut S,
    ) -> Result<(), EncodeError> {
        let named = |error: EncodeError| error.in_parameter(self.param.name);
        match self.form.part(part) {
            Part::Presence => sink.tensor(ElementType::U64, &[n], &Numbers(&self.presence)).map_err(named),
            Part::Lengths => match self.form.open {
                OpenAxes::All(axes) => sink.tensor(ElementType::U64, &[self.tensors, axes], &Numbers(&self.lengths)),
                _ => sink.tensor(ElementType::U64, &[self.tensors], &Numbers(&self.lengths)),
            }
            .map_err(named),
            Part::Values => {
                let Some(element_type) = self.param.rules.types.single() else { return Ok(()) };
                let axes = self.param.rules.axes;
                let (outer, fixed) = match self.form.open {
                    OpenAxes::None => (self.tensors, 0..axes.rank()),
                    OpenAxes::First => (self.rows, 1..axes.rank()),
                    OpenAxes::All(_) => (self.rows, 0..0),
                };
                let fixed = fixed.filter_map(|axis| usize::try_from(axes.dim(axis).min).ok());
                let shape: Shape = core::iter::once(outer).chain(fixed).collect();
                let fixed = shape.get(1..).unwrap_or_default();
                let size = match self.form.open {
                    OpenAxes::None => element_type.size().zip(crate::element_count(fixed)),
                    OpenAxes::First | OpenAxes::All(_) => None,
                };
                let size = size.and_then(|(size, count)| size.checked_mul(count));
                let of = Picked { at, element_type, fixed, size, form: self.form, param: &self.param };
                sink.tensor(element_type, &shape, &Values { items, of })
            }
        }
    }
}

/// Lengths of lists.
struct Numbers<'n>(&'n [u64]);

impl<'a> Payload<'a> for Numbers<'_> {
    fn write<W: ElementSink<'a>>(&self, out: &mut W) -> Result<(), EncodeError> {
        out.copy_numbers(self.0)
    }
}

/// A sink that writes nothing and adds what one record has to the columns.
struct Survey<'c> {
    columns: &'c mut Columns,
    /// The position of the next tensor's parameter.
    at: usize,
    begun: bool,
}

impl<'c> Survey<'c> {
    fn begin(columns: &'c mut Columns) -> Self {
        columns.iter_mut().filter(|column| column.form.is_optional).for_each(|column| column.presence.push(0));
        Self { columns, at: 0, begun: false }
    }

    /// Ends the record at position `index` of the list.
    fn end(&self, index: usize) -> Result<(), EncodeError> {
        let lacks = |column: &&Column| !column.form.is_optional && column.tensors <= index;
        match self.columns.iter().find(lacks) {
            _ if !self.begun => Err(ErrorKind::TensorFound.into()),
            Some(column) => Err(missing(&column.param)),
            None => Ok(()),
        }
    }

    /// Adds a tensor of this shape.
    #[inline]
    fn add(&mut self, shape: &[usize]) -> Result<(), EncodeError> {
        let Some(column) = self.columns.get_mut(self.at) else { return Ok(()) };
        if let Some(last) = column.presence.last_mut() {
            *last = last.saturating_add(1);
        }
        column.tensors = column.tensors.saturating_add(1);
        let (open, rows) = match column.form.open {
            OpenAxes::None => return Ok(()),
            OpenAxes::First => (shape.get(..1).unwrap_or_default(), shape.first().copied()),
            OpenAxes::All(_) => (shape, crate::element_count(shape)),
        };
        column.lengths.extend(open.iter().map(|len| *len as u64));
        column.rows = rows.and_then(|rows| column.rows.checked_add(rows)).ok_or(ErrorKind::ShapeOverflow)?;
        Ok(())
    }
}

impl<'a> Sink<'a> for Survey<'_> {
    #[inline]
    fn tensor<P: Payload<'a>>(&mut self, _: ElementType, shape: &[usize], _: &P) -> Result<(), EncodeError> {
        self.add(shape)
    }

    #[inline]
    fn block<B: Block>(&mut self, _: &'a B) -> Result<(), EncodeError> {
        match self.columns.get(self.at).map(|column| column.form.open) {
            Some(OpenAxes::None) => self.add(&[]),
            _ => self.add(&header_of::<B>()?.1),
        }
    }

    #[inline]
    fn parameter(&mut self, index: usize) -> &mut Self {
        self.at = index;
        self
    }

    #[inline]
    fn record(&mut self, _: RecordType, _: &[usize]) -> Result<(), EncodeError> {
        self.begun = true;
        Ok(())
    }

    #[inline]
    fn fields<F: EncodeFields<'a>>(&mut self, record: RecordType, fields: &F, named: bool) -> Result<(), EncodeError> {
        self.begun = true;
        let axes = if named { Some(&mut Bindings::new()) } else { None };
        fields.encode(self, FieldNames::of(record), axes)
    }

    fn names<'n, I>(&mut self, _: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        Err(ErrorKind::custom(NO_NAMES).into())
    }
}

const NO_NAMES: &str = "the names of records in a list must be known at compile time";

#[cold]
fn missing(param: &Param<'_>) -> EncodeError {
    EncodeError::new(ErrorKind::missing_param()).in_parameter(param.name)
}

/// The elements that all records have for one parameter, one record after another.
struct Values<'v, I> {
    items: &'v I,
    of: Picked<'v>,
}

impl<'a, T: Encode + 'a, I: Iterator<Item = &'a T> + Clone> Payload<'a> for Values<'_, I> {
    fn write<W: ElementSink<'a>>(&self, out: &mut W) -> Result<(), EncodeError> {
        let mut pick = Pick { at: 0, of: &self.of, found: 0, out };
        for (index, item) in self.items.clone().enumerate() {
            item.encode(&mut pick).and_then(|()| pick.end(index)).map_err(|error| error.in_item(index))?;
        }
        Ok(())
    }
}

/// The parameter whose elements are written.
struct Picked<'v> {
    /// Its position in the rules of a record.
    at: usize,
    element_type: ElementType,
    /// The lengths of the axes that all tensors have in common.
    fixed: &'v [usize],
    /// The size in bytes of each tensor, if all have the same.
    size: Option<usize>,
    form: ColumnForm,
    param: &'v Param<'static>,
}

/// A sink that passes on the elements of one parameter of each record.
struct Pick<'p, W> {
    /// The position of the next tensor's parameter.
    at: usize,
    of: &'p Picked<'p>,
    /// The number of tensors that were passed on.
    found: usize,
    out: &'p mut W,
}

impl<W> Pick<'_, W> {
    /// Ends the record at position `index` of the list.
    #[inline]
    fn end(&self, index: usize) -> Result<(), EncodeError> {
        if self.of.form.is_optional || self.found > index { Ok(()) } else { Err(missing(self.of.param)) }
    }

    /// Checks that a tensor fits into the column.
    #[inline]
    fn check(&mut self, element_type: ElementType, shape: &[usize]) -> Result<(), EncodeError> {
        let (open, fixed) = match self.of.form.open {
            OpenAxes::None => (0, shape),
            OpenAxes::First => (1, shape.get(1..).unwrap_or_default()),
            OpenAxes::All(axes) => (axes, &[][..]),
        };
        let rank = open.saturating_add(self.of.fixed.len());
        if element_type != self.of.element_type || shape.len() != rank || fixed != self.of.fixed {
            self.of.param.rules.check(element_type, shape).map_err(|kind| self.named(kind))?;
        }
        self.found = self.found.saturating_add(1);
        Ok(())
    }

    #[cold]
    fn named(&self, kind: ErrorKind) -> EncodeError {
        EncodeError::new(kind).in_parameter(self.of.param.name)
    }
}

impl<'a, W: ElementSink<'a>> Sink<'a> for Pick<'_, W> {
    #[inline]
    fn tensor<P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        if self.at != self.of.at {
            return Ok(());
        }
        self.check(element_type, shape)?;
        payload.write(self.out)
    }

    #[inline]
    fn block<B: Block>(&mut self, value: &'a B) -> Result<(), EncodeError> {
        if self.at != self.of.at {
            return Ok(());
        }
        let is_fixed = self.of.form.open == OpenAxes::None && is_of::<B>(self.of.element_type);
        let rank = const { B::RULES.expect_tensor().axes.rank() };
        // Of scalars nothing else can differ, and of numbers nothing else matters to those who read them.
        if is_fixed && ((rank == 0 && self.of.fixed.is_empty()) || (B::SIZE.is_some() && B::SIZE == self.of.size)) {
            self.found = self.found.saturating_add(1);
        } else {
            let (element_type, shape) = header_of::<B>()?;
            self.check(element_type, &shape)?;
        }
        value.write(self.out)
    }

    #[inline]
    fn parameter(&mut self, index: usize) -> &mut Self {
        self.at = index;
        self
    }

    #[inline]
    fn record(&mut self, _: RecordType, _: &[usize]) -> Result<(), EncodeError> {
        Ok(())
    }

    #[inline]
    fn fields<F: EncodeFields<'a>>(&mut self, record: RecordType, fields: &F, _: bool) -> Result<(), EncodeError> {
        fields.encode_at(self.of.at, self, FieldNames::of(record))
    }

    #[inline]
    fn picked(&self) -> Option<usize> {
        Some(self.of.at)
    }

    fn names<'n, I>(&mut self, _: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        Err(ErrorKind::custom(NO_NAMES).into())
    }
}

/// Returns whether the elements of `B` are of this type.
#[inline]
fn is_of<B: Block>(element_type: ElementType) -> bool {
    Some(element_type) == const { B::RULES.expect_tensor().types.single() }
}
