//! Columns of files and streams of Arrow and of Parquet: a column is a tensor with the rows as its outermost axis.
//!
//! Of a column whose rows differ in shape the elements of all rows follow one another in the tensor `NAME.values`, and
//! `NAME.shape` has the shape of each row. Of a column with nulls `NAME.valid` says which rows have a value.

mod column;
mod write;

use std::{collections::HashMap, fs::File, io::Cursor};

use arrow_array::{Array, RecordBatch, RecordBatchReader};
use arrow_schema::{DataType, FieldRef, Schema, SchemaRef};
use bytes::Bytes;
use tensor_format::{DecodeError, Definition, Definitions, RecordRef, Rules};
use tensor_format_arrow::{
    Fault, FaultKind, ReadOptions, TensorColumn, check_batch, check_rules, definitions_of, ipc, parquet,
};

use self::column::{Gathered, Part};
pub use self::write::{Writer, write_record};
use crate::{
    failure::{Found, Unread},
    file::{foreign::Foreign, format::Format, reading::Expansion},
    io::input::Input,
    terminal::text,
};

/// The tensors of all columns.
#[derive(Debug)]
pub struct Table(Vec<(String, Part)>);

impl Table {
    /// Returns the tensors.
    ///
    /// # Errors
    ///
    /// If the elements are not as many as the shape says.
    pub fn record(&self) -> Result<RecordRef<'_>, DecodeError> {
        let mut record = RecordRef::new();
        for (name, part) in &self.0 {
            record.push(name.as_str(), part.tensor()?);
        }
        Ok(record)
    }
}

/// What a file of columns holds.
#[derive(Debug)]
pub struct Read {
    /// The tensors.
    pub table: Table,
    /// Facts to show.
    pub facts: Vec<(String, String)>,
    /// The columns that are no tensors.
    pub foreign: Vec<Foreign>,
    /// What no other format keeps.
    pub extras: Vec<String>,
    /// The positions of the tensors that have zeros or empty texts in the place of null rows, each before that of its
    /// rows.
    pub filled: Vec<usize>,
}

/// The batches of a file or stream.
pub type Batches<'a> = Box<dyn RecordBatchReader + 'a>;

/// The most rows of a batch that take no bytes of a file: nothing is kept of them.
const EMPTY: u64 = 1 << 20;

/// Begins to read the batches.
///
/// # Errors
///
/// The error says what is wrong with the file.
pub fn batches(input: &Input, format: Format, limit: Expansion) -> Result<Batches<'_>, DecodeError> {
    let mut options = ReadOptions::new().max_empty_items(EMPTY);
    options.max_expanded = limit.max_expanded;
    Ok(match (format, input.path()) {
        (Format::ArrowStream, _) => Box::new(ipc::stream_batches_with(&**input, &options)?),
        (Format::Parquet, Some(path)) => Box::new(parquet::batches_with(File::open(path)?, &options)?),
        (Format::Parquet, None) => Box::new(parquet::batches_with(Bytes::copy_from_slice(input), &options)?),
        _ => Box::new(ipc::file_batches_with(Cursor::new(&**input), &options)?),
    })
}

/// Returns the rules that the schema gives of a row.
///
/// # Errors
///
/// The error says what is wrong with the file or with columns.
pub fn described(input: &Input, format: Format, limit: Expansion) -> Result<Definitions, DecodeError> {
    definitions_of(&batches(input, format, limit)?.schema())
}

/// Returns for each column what its rows are, or why they are no tensors.
fn columns_of(schema: &Schema) -> Vec<Result<Definition, String>> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    schema.fields().iter().for_each(|field| *counts.entry(field.name()).or_default() += 1);
    let column = |field: &FieldRef| {
        let count = counts.get(field.name().as_str()).copied().unwrap_or_default();
        if count > 1 {
            return Err(format!("{count} columns have its name"));
        }
        match definitions_of(&Schema::new(vec![field.clone()])) {
            Ok(definitions) => {
                let definition = definitions.0.into_iter().next().filter(|definition| !definition.many);
                definition.ok_or_else(|| why(field.data_type()).to_owned())
            }
            Err(error) => Err(text_of(&error)),
        }
    };
    schema.fields().iter().map(column).collect()
}

/// Returns why rows of this type are no tensors.
fn why(data_type: &DataType) -> &'static str {
    match data_type {
        DataType::Dictionary(..) => "it is a dictionary, which is not read",
        DataType::RunEndEncoded(..) => "it is stored as runs, which are not read",
        DataType::ListView(_) | DataType::LargeListView(_) => "it is stored as views of lists, which are not read",
        _ => "its rows are no tensors of one element type and rank",
    }
}

/// Returns what is wrong with a column, without its name.
fn text_of(error: &DecodeError) -> String {
    Fault::of(error).map_or_else(|| error.to_string(), Fault::to_string)
}

/// Returns for each column what a row of it is, and as what it is stored.
fn facts(schema: &Schema, columns: &[Result<Definition, String>]) -> Vec<(String, String)> {
    let fact = |(field, column): (&FieldRef, &Result<Definition, String>)| {
        let rules = column.as_ref().ok().map(|definition| definition.rules.to_string());
        let stored = field.extension_type_name().map_or_else(|| field.data_type().to_string(), str::to_owned);
        let nullable = if field.is_nullable() { ", nullable" } else { "" };
        let row = rules.map(|rules| format!("{rules} in ")).unwrap_or_default();
        (format!("column {}", text::quoted(field.name())), format!("{row}{stored}{nullable}"))
    };
    schema.fields().iter().zip(columns).map(fact).collect()
}

/// Reads all columns. One of whose rows some are no tensors is listed with the reason; the others are read.
///
/// # Errors
///
/// The error says what is wrong with the file, and if it expands to more than it may or there is room for.
pub fn read(input: &Input, format: Format, limit: Expansion) -> Result<Read, Unread> {
    let mut batches = batches(input, format, limit)?;
    let schema = batches.schema();
    let definitions = columns_of(&schema);
    let mut columns: Vec<Result<Gathered, String>> =
        definitions.iter().map(|column| column.as_ref().map(Gathered::new).map_err(String::clone)).collect();
    let most = limit.most(input.len());
    let (mut rows, mut count, mut bytes) = (0, 0_u64, vec![0; schema.fields().len()]);
    while let Some(batch) = next(&mut batches)? {
        for (index, column) in columns.iter_mut().enumerate() {
            if let Some(why) = add(column, &batch, index, rows)? {
                *column = Err(why);
            }
        }
        let gathered = columns.iter().flatten().fold(0, |sum: u64, column| sum.saturating_add(column.bytes()));
        column::check_expansion(gathered, most)?;
        for (bytes, array) in bytes.iter_mut().zip(batch.columns()) {
            *bytes += array.to_data().get_slice_memory_size().unwrap_or_default() as u64;
        }
        rows += batch.num_rows() as u64;
        count += 1;
    }
    let mut facts = facts(&schema, &definitions);
    facts.splice(0..0, [("rows".into(), rows.to_string()), ("batches".into(), count.to_string())]);
    let (mut parts, mut others, mut extras, mut filled) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (((column, definition), field), bytes) in columns.into_iter().zip(definitions).zip(schema.fields()).zip(bytes) {
        match column {
            Ok(column) => {
                let at = parts.len();
                parts.extend(column.finish(rows)?);
                let valid = format!("{}.valid", field.name());
                if parts.get(at + 1).is_some_and(|(name, _)| *name == valid) {
                    filled.push(at);
                }
                if definition.is_ok_and(|definition| has_names(&definition)) {
                    extras.push(format!("the names of the axes of {}", text::quoted(field.name())));
                }
            }
            Err(why) => others.push(foreign(field, bytes, why)),
        }
    }
    Ok(Read { table: Table(parts), facts, foreign: others, extras, filled })
}

/// Adds the rows of a batch to a column; returns why it is no column of tensors, if one of these rows is none.
fn add(
    column: &mut Result<Gathered, String>,
    batch: &RecordBatch,
    index: usize,
    rows: u64,
) -> Result<Option<String>, Unread> {
    let Ok(column) = column else { return Ok(None) };
    let added = TensorColumn::at(batch, index).map_err(Unread::from).and_then(|rest| column.add(&rest, rows));
    match added {
        Err(Unread::Malformed(error)) => match Fault::of(&error) {
            // Offsets that lead nowhere are damage, not another kind of column.
            Some(fault) if fault.kind != FaultKind::Offsets => {
                let row = error.record().map(|row| format!("row {row}: ")).unwrap_or_default();
                Ok(Some(format!("{row}{fault}")))
            }
            _ => Err(error.into()),
        },
        other => other.map(|()| None),
    }
}

fn has_names(definition: &Definition) -> bool {
    definition.rules.axes.iter().any(|axis| axis.name.is_some())
}

/// Returns the next batch, its error in the words of the library.
fn next(batches: &mut Batches<'_>) -> Result<Option<RecordBatch>, DecodeError> {
    batches.next().transpose().map_err(ipc::unread)
}

fn foreign(field: &FieldRef, bytes: u64, why: String) -> Foreign {
    Foreign { name: field.name().clone(), dtype: Some(field.data_type().to_string()), shape: None, bytes, why }
}

/// Returns parameter, kind and text of everything that breaks rules in the schema, or of the first row that does.
///
/// # Errors
///
/// The error says what is wrong with the file.
pub fn violations(
    input: &Input,
    format: Format,
    limit: Expansion,
    definitions: &Definitions,
) -> Result<Vec<Found>, DecodeError> {
    let mut batches = batches(input, format, limit)?;
    let schema = batches.schema();
    definitions.with(|rules| {
        let rules = Rules::Record(rules);
        if let Err(error) = check_rules(&rules, &schema) {
            return Ok(each(&error));
        }
        let mut rows = 0;
        while let Some(batch) = next(&mut batches)? {
            if let Err(error) = check_batch(&rules, &batch, rows) {
                return Ok(each(&error));
            }
            rows += batch.num_rows() as u64;
        }
        Ok(Vec::new())
    })
}

/// Returns parameter, kind and text of each violation, with its row if it has one.
fn each(error: &DecodeError) -> Vec<Found> {
    let row = error.record().map(|row| format!("record {row}: ")).unwrap_or_default();
    let found = error.violations().map(|violation| {
        (violation.parameter.as_deref().map(str::to_owned), violation.kind.name(), format!("{row}{violation}"))
    });
    found.collect()
}

/// Returns the schema, and the batches as they are.
///
/// # Errors
///
/// The error says what is wrong with the file.
pub fn copied(
    input: &Input,
    format: Format,
    limit: Expansion,
) -> Result<(SchemaRef, impl Iterator<Item = Result<RecordBatch, DecodeError>> + '_), DecodeError> {
    let mut batches = batches(input, format, limit)?;
    let schema = batches.schema();
    Ok((schema, std::iter::from_fn(move || next(&mut batches).transpose())))
}
