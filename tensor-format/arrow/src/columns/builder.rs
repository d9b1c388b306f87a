//! Makes batches of values, row by row.

use std::{marker::PhantomData, mem};

use tensor_format::{
    ElementType, Encode, EncodeError, ErrorKind, HasRules, RecordRules, Rules,
    codec::{Block, ElementSink, MAX_EMPTY_ITEMS, OneBlock, Payload, Sink, Variable},
    error::Limit,
    rules::{MetadataField, RecordType},
};

use super::{
    arrow_array::{ArrayRef, RecordBatch},
    arrow_buffer::NullBufferBuilder,
    arrow_schema::{ArrowError, DataType, FieldRef, Schema, SchemaRef},
    items_writer::ItemsWriter,
    schema::schema,
    writer::{ColumnWriter, bits_per_row},
};
use crate::{
    fault::Fault,
    options::WriteOptions,
    plan::{Plan, plans, record_of},
};

/// Makes a batch of values, a value a row and a parameter a column, under the schema [`schema_of`](super::schema_of).
///
/// ```
/// use tensor_format::Tensor;
/// use tensor_format_arrow::{from_batch, to_batch};
///
/// #[derive(Tensor, Debug, PartialEq)]
/// struct Sample {
///     #[tensor(shape = [n, 4])]
///     boxes: Vec<[f32; 4]>,
///     label: String,
///     score: Option<f64>,
/// }
///
/// let samples = [
///     Sample { boxes: vec![[0.0, 0.0, 1.0, 1.0]], label: "cat".into(), score: Some(0.5) },
///     Sample { boxes: vec![], label: "none".into(), score: None },
/// ];
/// let batch = to_batch(&samples)?;
/// assert_eq!((batch.num_rows(), batch.num_columns()), (2, 3));
/// assert_eq!(from_batch::<Sample>(&batch)?, samples);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// As [`schema_of`](super::schema_of); where a value breaks its rules, with its row as the record of the error; and
/// [`LimitExceeded`](ErrorKind::LimitExceeded) if the values do not fit into one batch, or are more than 4,096 of which
/// none has an element: [`BatchBuilder`] makes several batches.
pub fn to_batch<T: Encode>(values: &[T]) -> Result<RecordBatch, EncodeError> {
    to_batch_with(values, &WriteOptions::new())
}

/// Does the same as [`to_batch`], with these options. The batch is one: [`WriteOptions::max_rows`] and
/// [`WriteOptions::max_bytes`] do not end it.
///
/// # Errors
///
/// As [`to_batch`].
pub fn to_batch_with<T: Encode>(values: &[T], options: &WriteOptions) -> Result<RecordBatch, EncodeError> {
    let whole = options.max_rows(usize::MAX).max_bytes(usize::MAX);
    let mut builder = BatchBuilder::with_capacity(&whole, values.len())?;
    let most = most_rows(&builder.schema);
    if values.len() > most {
        let (max, found) = (most as u64, values.len() as u64);
        return Err(ErrorKind::LimitExceeded { limit: Limit::EmptyItems, max, found }.into());
    }
    for value in values {
        builder.append(value)?;
    }
    builder.finish()
}

/// Returns the most rows of a batch that are read again: few where all columns are tensors without elements, whose rows
/// take no memory.
pub(super) fn most_rows(schema: &Schema) -> usize {
    let is_empty = |field: &FieldRef| matches!(field.data_type(), DataType::FixedSizeList(_, 0));
    if schema.fields().iter().all(is_empty) { MAX_EMPTY_ITEMS } else { usize::MAX }
}

/// Makes batches of values that come one by one.
///
/// A batch ends as the options say: after [`max_rows`](WriteOptions::max_rows), with
/// [`max_bytes`](WriteOptions::max_bytes), and before a column has more than
/// [`max_elements`](WriteOptions::max_elements), which are at most what its offsets can tell apart; and after 4,096
/// rows if no column has elements.
///
/// ```
/// use tensor_format::Tensor;
/// use tensor_format_arrow::{BatchBuilder, WriteOptions};
///
/// #[derive(Tensor)]
/// struct Point {
///     at: [f64; 3],
/// }
///
/// let mut builder = BatchBuilder::<Point>::new(&WriteOptions::new().max_rows(2))?;
/// let mut batches = Vec::new();
/// for x in 0..5 {
///     batches.extend(builder.push(&Point { at: [f64::from(x), 0.0, 0.0] })?);
/// }
/// batches.push(builder.finish()?);
/// let rows: Vec<usize> = batches.iter().map(|batch| batch.num_rows()).collect();
/// assert_eq!(rows, [2, 2, 1]);
/// # Ok::<(), tensor_format::EncodeError>(())
/// ```
pub struct BatchBuilder<T> {
    schema: SchemaRef,
    options: WriteOptions,
    capacity: usize,
    record: RecordRules<'static>,
    batch: Begun<'static>,
    /// The number of rows of the batches before.
    before: u64,
    values: PhantomData<fn(&T)>,
}

/// A batch that was begun.
#[derive(Default)]
pub(super) struct Begun<'r> {
    /// None before the first row.
    columns: Vec<ColumnWriter<'r>>,
    metadata: Vec<MetadataWriter>,
    pub(super) rows: usize,
    /// The most rows, from the options and from the bytes of a row.
    max_rows: usize,
    /// The bytes with which it ends; `None` if all rows are of one size.
    max_bytes: Option<usize>,
}

/// The column of a metadata field: a text for each row, and which rows have one.
struct MetadataWriter {
    name: &'static str,
    required: bool,
    texts: ItemsWriter,
    present: NullBufferBuilder,
}

impl MetadataWriter {
    fn new(field: &MetadataField<'static>, options: &WriteOptions) -> Self {
        // Offsets of 32 bits, whatever those of the parameters are.
        let texts = ItemsWriter::new(ElementType::String, false, &options.large(false), 0);
        Self { name: field.name, required: field.required, texts, present: NullBufferBuilder::new(0) }
    }

    /// Adds what a row has; the batch may have no room for it.
    fn push(&mut self, json: Option<&str>) -> Result<(), EncodeError> {
        match json {
            Some(json) => (&mut &mut self.texts).variable(Variable::Text(json.into()))?,
            None => self.texts.push_empty(1),
        }
        self.present.append(json.is_some());
        Ok(())
    }

    fn truncate(&mut self, rows: usize) {
        self.texts.full = false;
        self.texts.truncate(rows);
        self.present.truncate(rows);
    }

    fn finish(mut self) -> Result<ArrayRef, ArrowError> {
        self.texts.finish(&DataType::Utf8, self.present.finish())
    }
}

impl<T: HasRules> BatchBuilder<T> {
    /// Creates a builder.
    ///
    /// # Errors
    ///
    /// As [`schema_of`](super::schema_of).
    pub fn new(options: &WriteOptions) -> Result<Self, EncodeError> {
        Self::with_capacity(options, 0)
    }

    /// Creates a builder whose batches have memory for this many rows, as far as the size of a row is known. A builder
    /// without it grows as rows come.
    ///
    /// # Errors
    ///
    /// As [`schema_of`](super::schema_of).
    pub fn with_capacity(options: &WriteOptions, rows: usize) -> Result<Self, EncodeError> {
        let rules: Rules<'static> = T::RULES;
        let (plans, record) = (plans(&rules, options)?, record_of(&rules)?);
        let schema = schema(&plans, &record, options);
        let mut options = *options;
        options.max_rows = options.max_rows.min(most_rows(&schema));
        Ok(Self { schema, options, capacity: rows, record, batch: Begun::default(), before: 0, values: PhantomData })
    }

    /// Begins a batch, unless it has a row.
    #[inline]
    fn begin(&mut self) -> Result<(), EncodeError> {
        if self.batch.rows > 0 || !self.batch.columns.is_empty() { Ok(()) } else { self.begin_batch() }
    }

    fn begin_batch(&mut self) -> Result<(), EncodeError> {
        let plans = plans(&Rules::Record(self.record), &self.options)?;
        self.batch = Begun::new(plans, self.record.metadata(), &self.options, self.capacity);
        Ok(())
    }

    /// Returns the schema of the batches.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    /// Returns the number of rows of the batch that was begun.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.batch.rows
    }

    /// Ends the batch, with the rows since the last; none if there were none. The next row begins another.
    ///
    /// # Errors
    ///
    /// When Arrow refuses an array: never for values that were pushed.
    pub fn finish(&mut self) -> Result<RecordBatch, EncodeError> {
        self.begin()?;
        let batch = mem::take(&mut self.batch);
        self.before = self.before.saturating_add(batch.rows as u64);
        batch.finish(&self.schema)
    }
}

impl<'r> Begun<'r> {
    /// Begins a batch of these columns, with memory for so many rows, as far as their size is known and they are in one
    /// batch.
    pub(super) fn new(
        plans: Vec<Plan<'r>>,
        metadata: &[MetadataField<'static>],
        options: &WriteOptions,
        rows: usize,
    ) -> Self {
        let bits = || plans.iter().map(|plan| bits_per_row(plan, options));
        let known = bits().flatten().fold(0, usize::saturating_add);
        let by_bytes = options.max_bytes.saturating_mul(8).div_ceil(known.max(1));
        let max_rows = options.max_rows.min(by_bytes).max(1);
        let is_known = metadata.is_empty() && bits().all(|bits| bits.is_some());
        let max_bytes = if is_known { None } else { Some(options.max_bytes) };
        let columns = plans.into_iter().map(|plan| ColumnWriter::new(plan, options, rows.min(max_rows)));
        let metadata = metadata.iter().map(|field| MetadataWriter::new(field, options));
        Self { columns: columns.collect(), metadata: metadata.collect(), rows: 0, max_rows, max_bytes }
    }

    /// Whether the options let another row be in the batch.
    #[inline]
    pub(super) fn has_room(&self) -> bool {
        self.rows < self.max_rows && (self.rows == 0 || self.max_bytes.is_none_or(|max| self.memory() < max))
    }

    fn memory(&self) -> usize {
        let columns = self.columns.iter().map(ColumnWriter::memory);
        columns.chain(self.metadata.iter().map(|column| column.texts.memory())).fold(0, usize::saturating_add)
    }

    pub(super) fn finish(self, schema: &SchemaRef) -> Result<RecordBatch, EncodeError> {
        let build = || -> Result<RecordBatch, ArrowError> {
            let types = schema.fields().iter().map(|field| field.data_type());
            let columns = self.columns.into_iter().zip(types).map(|(column, data_type)| column.finish(data_type));
            let texts = self.metadata.into_iter().map(MetadataWriter::finish);
            RecordBatch::try_new(schema.clone(), columns.chain(texts).collect::<Result<_, _>>()?)
        };
        Ok(build().map_err(|error| Fault::arrow(&error))?)
    }

    /// Writes a row; the error comes with whether only the batch has no room for it. The row is then removed.
    pub(super) fn write<T: Encode>(&mut self, value: &T) -> Result<(), (EncodeError, bool)> {
        let row = self.rows;
        let mut sink = RowSink { columns: &mut self.columns, metadata: &mut self.metadata, row, at: 0, in_order: 0 };
        let written = value.encode(&mut sink).and_then(|()| sink.end_row());
        let Err(error) = written else {
            self.rows = self.rows.saturating_add(1);
            return Ok(());
        };
        let full =
            self.columns.iter().any(ColumnWriter::is_full) || self.metadata.iter().any(|column| column.texts.full);
        self.columns.iter_mut().for_each(|column| column.truncate(row));
        self.metadata.iter_mut().for_each(|column| column.truncate(row));
        Err((error, full))
    }
}

impl<T: Encode> BatchBuilder<T> {
    /// Adds a row. Returns the batch of the rows before if the row begins another.
    ///
    /// After an error the row is not there, and the builder goes on.
    ///
    /// # Errors
    ///
    /// Where the value breaks its rules, with its row, counted over all batches; and
    /// [`LimitExceeded`](ErrorKind::LimitExceeded) if the row alone does not fit into a batch.
    #[must_use = "a batch that is full is returned"]
    pub fn push(&mut self, value: &T) -> Result<Option<RecordBatch>, EncodeError> {
        self.begin()?;
        let row = self.before.saturating_add(self.batch.rows as u64);
        if self.batch.has_room() {
            match self.batch.write(value) {
                Ok(()) => return Ok(None),
                Err((_, true)) if self.batch.rows > 0 => {}
                Err((error, _)) => return Err(error.in_record(row)),
            }
        }
        // The row begins another batch, if it fits into one at all; if not, this one goes on.
        let full = mem::take(&mut self.batch);
        let written = self.begin().and_then(|()| self.batch.write(value).map_err(|(error, _)| error));
        if let Err(error) = written {
            self.batch = full;
            return Err(error.in_record(row));
        }
        self.before = row;
        full.finish(&self.schema).map(Some)
    }

    /// Adds a row to the batch that was begun.
    fn append(&mut self, value: &T) -> Result<(), EncodeError> {
        self.begin()?;
        let row = self.before.saturating_add(self.batch.rows as u64);
        self.batch.write(value).map_err(|(error, _)| error.in_record(row))
    }
}

/// Takes the tensors of one row.
struct RowSink<'c, 'r> {
    columns: &'c mut [ColumnWriter<'r>],
    metadata: &'c mut [MetadataWriter],
    /// The number of rows before this one.
    row: usize,
    /// The column of the next tensor.
    at: usize,
    /// The number of the first columns that were given one tensor each, in their order; the most there is after any
    /// other.
    in_order: usize,
}

impl RowSink<'_, '_> {
    // Inlined, as `block` is: how many types of rows a program has must not change what a row takes.
    #[inline(always)]
    fn end_row(&mut self) -> Result<(), EncodeError> {
        let row = self.row;
        // In most rows every column was given one tensor, and none has more to do.
        if self.in_order != self.columns.len() {
            self.end_columns()?;
        }
        for column in self.metadata.iter_mut() {
            if column.texts.len() == row {
                if column.required {
                    return Err(EncodeError::new(ErrorKind::MissingMetadata).in_parameter(column.name));
                }
                column.push(None)?;
            }
        }
        Ok(())
    }

    fn end_columns(&mut self) -> Result<(), EncodeError> {
        let row = self.row;
        for column in self.columns.iter_mut() {
            column.end_row(row).map_err(|error| error.in_parameter(column.name()))?;
        }
        Ok(())
    }
}

impl<'a> Sink<'a> for RowSink<'_, '_> {
    fn tensor<P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        let column = self.columns.get_mut(self.at).ok_or_else(unlisted)?;
        let is_next = self.in_order == self.at && !column.is_many();
        // Whoever drops the error has not written the column.
        self.in_order = usize::MAX;
        column.push(element_type, shape, payload)?;
        if is_next {
            self.in_order = self.at.wrapping_add(1);
        }
        Ok(())
    }

    #[inline(always)]
    fn block<T: Block>(&mut self, value: &'a T) -> Result<(), EncodeError> {
        let column = self.columns.get_mut(self.at).ok_or_else(unlisted)?;
        let is_next = self.in_order == self.at && !column.is_many();
        self.in_order = usize::MAX;
        if !column.push_block(value)? {
            return by_header(column, value);
        }
        if is_next {
            self.in_order = self.at.wrapping_add(1);
        }
        Ok(())
    }

    fn names<'n, I>(&mut self, names: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        if names.eq(self.columns.iter().map(ColumnWriter::name)) { Ok(()) } else { Err(other_parameters()) }
    }

    #[inline]
    fn record(&mut self, _: RecordType, counts: &[usize]) -> Result<(), EncodeError> {
        // There is one for each parameter of the rules, which would have to be made for this.
        if counts.len() == self.columns.len() { Ok(()) } else { Err(other_parameters()) }
    }

    #[inline]
    fn parameter(&mut self, index: usize) -> &mut Self {
        self.at = index;
        self
    }

    fn metadata(&mut self, name: &str, json: &str) -> Result<(), EncodeError> {
        let column = self.metadata.iter_mut().find(|column| column.name == name);
        match column {
            // Null is a null, so that it can be looked for; a required one may be null itself, and is then a text.
            Some(column) if column.texts.len() == self.row => {
                let is_there = column.required || json != "null";
                column.push(Some(json).filter(|_| is_there)).map_err(|error| error.in_parameter(name))?;
            }
            Some(_) => return Err(ErrorKind::DuplicateParam.into()),
            None if json == "null" => {}
            None => return Err(ErrorKind::NoMetadata.into()),
        }
        Ok(())
    }
}

/// Writes a value of fixed shape by its header. Apart, so that the code of what needs none stays small, and without the
/// sink of the row, which stays in registers.
#[inline(never)]
fn by_header<T: Block>(column: &mut ColumnWriter<'_>, value: &T) -> Result<(), EncodeError> {
    let header = T::RULES.expect_tensor().as_header();
    let header = header.ok_or_else(|| ErrorKind::custom("a `Block` must have rules of one element type and shape"))?;
    column.push(header.element_type, &header.shape, &OneBlock(value))
}

#[cold]
fn unlisted() -> EncodeError {
    ErrorKind::custom("the value wrote a tensor that its rules do not list").into()
}

#[cold]
fn other_parameters() -> EncodeError {
    ErrorKind::custom("the value has other parameters than its rules list").into()
}
