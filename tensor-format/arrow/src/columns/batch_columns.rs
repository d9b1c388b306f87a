//! The columns of a batch that a record is read from.

use std::ops::Range;

use tensor_format::{
    DecodeError, ErrorKind, Header, RecordRules,
    codec::MAX_EMPTY_ITEMS,
    error::Limit,
    rules::{Param, Presence},
};

use super::{
    arrow_array::{Array, RecordBatch, cast::AsArray},
    arrow_schema::DataType,
    blocks::Flat,
    column::Column,
    empty_items::Measured,
    field::Described,
    lists::Lists,
    matching::match_columns,
};
use crate::fault::{Fault, FaultKind};

/// The columns of a batch that the parameters of a record are read from.
pub(super) struct Columns<'b> {
    pub(super) params: Vec<Option<ParamColumn<'b>>>,
    /// The same columns for values of fixed shape; the default for those that have to be read by their headers.
    pub(super) flats: Vec<Flat<'b>>,
    pub(super) metadata: Vec<MetadataColumn<'b>>,
    /// Whether every row has one tensor for each parameter.
    pub(super) in_order: bool,
    pub(super) rows: usize,
    /// The most items without elements of all rows, beyond one for each 4 bytes.
    pub(super) max_empty_items: usize,
    /// The rows that are read one after another, each once; none if any may be read at any time.
    pub(super) once: Range<usize>,
}

/// The column of a parameter.
pub(super) struct ParamColumn<'b> {
    pub(super) name: &'b str,
    pub(super) column: Column<'b>,
    required: bool,
    /// The tensors of each row, of a parameter that may have many.
    many: Option<Lists<'b>>,
}

/// The column of a metadata field.
pub(super) struct MetadataColumn<'b> {
    pub(super) name: String,
    pub(super) texts: Option<Column<'b>>,
    required: bool,
}

impl MetadataColumn<'_> {
    /// Whether a row lacks what it needs. JSON that is null is a text.
    pub(super) fn is_missing(&self, row: usize) -> bool {
        self.required && self.texts.as_ref().is_none_or(|texts| texts.is_null(row))
    }
}

impl<'b> ParamColumn<'b> {
    /// Returns whether rows may have many tensors.
    pub(super) const fn is_many(&self) -> bool {
        self.many.is_some()
    }

    /// Returns where the tensors of a row are in the column; none if it is null and need not be there.
    pub(super) fn tensors(&self, row: usize) -> Result<Range<usize>, Fault> {
        let Some(many) = &self.many else {
            return match self.column.is_null(row) {
                false => Ok(row..row.saturating_add(1)),
                true if !self.required => Ok(0..0),
                true => Err(Fault::rules(FaultKind::Null, "a value, since the parameter is required", "null")),
            };
        };
        if many.is_null(row) {
            return Ok(0..0);
        }
        let range = many.range(row)?;
        if self.column.has_nulls() && range.clone().any(|tensor| self.column.is_null(tensor)) {
            return Err(Fault::data(FaultKind::Null, "tensors that are not null", "null"));
        }
        Ok(range)
    }
}

impl<'b> Columns<'b> {
    pub(super) fn new(record: &RecordRules<'_>, batch: &'b RecordBatch) -> Result<Self, DecodeError> {
        let schema = batch.schema_ref();
        let matched = match_columns(record, schema)?;
        let mut columns = Self {
            params: Vec::with_capacity(record.len()),
            flats: Vec::with_capacity(record.len()),
            metadata: Vec::new(),
            in_order: true,
            rows: batch.num_rows(),
            max_empty_items: MAX_EMPTY_ITEMS,
            once: 0..0,
        };
        for (param, matched) in record.iter().zip(matched.params) {
            let found = matched.and_then(|matched| {
                let array = batch.columns().get(matched.column)?;
                Some((schema.fields().get(matched.column)?, array.as_ref(), matched.described))
            });
            let Some((field, array, described)) = found else {
                columns.in_order = false;
                columns.params.push(None);
                columns.flats.push(Flat::default());
                continue;
            };
            let column = ParamColumn::new(&param, field.name(), array, described);
            let column = column.map_err(|fault| DecodeError::from(fault).in_parameter(param.name))?;
            columns.in_order &= column.many.is_none() && !column.column.has_nulls();
            columns.flats.push(column.column.flat().unwrap_or_default());
            columns.params.push(Some(column));
        }
        // A batch claims its number of rows, and only rows that take memory are known to be there.
        if batch.num_rows() > MAX_EMPTY_ITEMS && is_weightless(batch) {
            let (max, found) = (MAX_EMPTY_ITEMS as u64, batch.num_rows() as u64);
            return Err(ErrorKind::LimitExceeded { limit: Limit::EmptyItems, max, found }.into());
        }
        for (field, column) in record.metadata().iter().zip(matched.metadata) {
            let texts = column.and_then(|column| Some((schema.fields().get(column)?, batch.columns().get(column)?)));
            let texts = texts.map(|(field, array)| Column::new(Described::of(field)?, array.as_ref())).transpose();
            let texts = texts.map_err(|fault| DecodeError::from(fault).in_parameter(field.name))?;
            let (name, required) = (field.name.to_owned(), field.required);
            columns.metadata.push(MetadataColumn { name, texts, required });
        }
        Ok(columns)
    }

    /// Returns a bit for each parameter that has a tensor in a row; `None` if one may have many, or is null and may not be.
    pub(super) fn present(&self, row: usize) -> Option<u64> {
        let mut present = 0;
        for (index, param) in self.params.iter().enumerate() {
            let Some(param) = param else { continue };
            let tensors = if param.many.is_none() { param.tensors(row).ok()? } else { return None };
            present |= u64::from(!tensors.is_empty()).checked_shl(index as u32)?;
        }
        Some(present)
    }

    /// Returns the bytes that are copied of a row where rows are read together.
    pub(super) fn copied_of_row(&self) -> usize {
        let bytes = self.params.iter().flatten().map(|param| param.column.copied_of_row());
        bytes.fold(0, usize::saturating_add)
    }

    /// Returns the header of each tensor that a parameter has in a row, or what is wrong with the row.
    pub(super) fn headers(&self, index: usize, row: usize) -> impl Iterator<Item = Result<Header, Fault>> {
        let param = self.params.get(index).and_then(Option::as_ref);
        let (tensors, fault) = match param.map(|param| param.tensors(row)) {
            Some(Ok(tensors)) => (tensors, None),
            Some(Err(fault)) => (0..0, Some(fault)),
            None => (0..0, None),
        };
        let header = |param: &ParamColumn<'_>, tensor| {
            let (shape, _) = param.column.tensor(tensor)?;
            Ok(Header::new(param.column.element(), shape))
        };
        let headers = tensors.filter_map(move |tensor| param.map(|param| header(param, tensor)));
        fault.into_iter().map(Err).chain(headers)
    }
}

impl Measured for Columns<'_> {
    fn shared(&self) -> (usize, usize) {
        (self.rows, self.max_empty_items)
    }

    fn bytes_of(&self, row: usize) -> usize {
        let bytes = self.params.iter().flatten().map(|param| {
            // The list of a row has its place.
            let list = if param.many.is_some() { size_of::<i32>() } else { 0 };
            param.column.bytes_of_many(param.tensors(row).unwrap_or_default()).saturating_add(list)
        });
        bytes.fold(0, usize::saturating_add)
    }

    fn together(&self, row: usize) -> Range<usize> {
        if self.once.contains(&row) { self.once.clone() } else { row..row.saturating_add(1) }
    }
}

/// Returns whether the rows of a batch take no memory: not a bit.
pub(super) fn is_weightless(batch: &RecordBatch) -> bool {
    batch.columns().iter().all(|column| takes_nothing(column.as_ref()))
}

fn takes_nothing(array: &dyn Array) -> bool {
    array.nulls().is_none()
        && match array.data_type() {
            // One run may be any number of rows.
            DataType::Null | DataType::RunEndEncoded(..) => true,
            DataType::FixedSizeBinary(size) => *size == 0,
            DataType::FixedSizeList(_, size) => {
                *size == 0 || array.as_fixed_size_list_opt().is_some_and(|lists| takes_nothing(lists.values().as_ref()))
            }
            DataType::Struct(_) => array
                .as_struct_opt()
                .is_some_and(|fields| fields.columns().iter().all(|field| takes_nothing(field.as_ref()))),
            _ => false,
        }
}

impl<'b> ParamColumn<'b> {
    fn new(param: &Param<'_>, name: &'b str, array: &'b dyn Array, described: Described) -> Result<Self, Fault> {
        let (many, array) = match Lists::of(array).filter(|_| param.presence == Presence::Many) {
            Some((lists, items)) => (Some(lists), items),
            None => (None, array),
        };
        Ok(Self { name, column: Column::new(described, array)?, required: param.is_required(), many })
    }
}
