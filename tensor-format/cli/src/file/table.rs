//! Columns of files and streams of Arrow and of Parquet: a column is a tensor with the rows as its outermost axis.
//!
//! Of a column whose rows differ in shape the elements of all rows follow one another in the tensor `NAME.values`, and
//! `NAME.shape` has the shape of each row. Of a column with nulls `NAME.valid` says which rows have a value.

mod column;
mod write;

use std::{fs::File, io::Cursor};

use arrow_array::{Array, RecordBatch, RecordBatchReader};
use arrow_schema::{Schema, SchemaRef};
use bytes::Bytes;
use tensor_format::{DecodeError, Definition, Definitions, RecordRef, Rules};
use tensor_format_arrow::{TensorColumn, check_batch, check_rules, definitions_of, ipc, parquet};

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
}

/// The batches of a file or stream.
pub type Batches<'a> = Box<dyn RecordBatchReader + 'a>;

/// Begins to read the batches.
///
/// # Errors
///
/// The error says what is wrong with the file.
pub fn batches(input: &Input, format: Format) -> Result<Batches<'_>, DecodeError> {
    Ok(match (format, input.path()) {
        (Format::ArrowStream, _) => Box::new(ipc::stream_batches(&**input)?),
        (Format::Parquet, Some(path)) => Box::new(parquet::batches(File::open(path)?)?),
        (Format::Parquet, None) => Box::new(parquet::batches(Bytes::copy_from_slice(input))?),
        _ => Box::new(ipc::file_batches(Cursor::new(&**input))?),
    })
}

/// Returns the rules that the schema gives of a row.
///
/// # Errors
///
/// The error says what is wrong with the file or with columns.
pub fn described(input: &Input, format: Format) -> Result<Definitions, DecodeError> {
    definitions_of(&batches(input, format)?.schema())
}

/// Returns for each column what a row of it is, and as what it is stored.
fn facts(schema: &Schema, definitions: &Definitions) -> Vec<(String, String)> {
    let fact = |field: &arrow_schema::FieldRef| {
        let rules = definitions.get(field.name()).map(|definition| definition.rules.to_string());
        let stored = field.extension_type_name().map_or_else(|| field.data_type().to_string(), str::to_owned);
        let nullable = if field.is_nullable() { ", nullable" } else { "" };
        let row = rules.map(|rules| format!("{rules} in ")).unwrap_or_default();
        (format!("column {}", text::quoted(field.name())), format!("{row}{stored}{nullable}"))
    };
    schema.fields().iter().map(fact).collect()
}

/// Reads all columns.
///
/// # Errors
///
/// The error says what is wrong with the file, and if it expands to more than it may or there is room for.
pub fn read(input: &Input, format: Format, limit: Expansion) -> Result<Read, Unread> {
    let mut batches = batches(input, format)?;
    let schema = batches.schema();
    let definitions = definitions_of(&schema)?;
    let mut columns: Vec<Gathered> = definitions.iter().map(Gathered::new).collect();
    let most = limit.most(input.len());
    let (mut rows, mut count, mut others) = (0, 0_u64, vec![0; schema.fields().len()]);
    while let Some(batch) = next(&mut batches)? {
        for column in &mut columns {
            column.add(&TensorColumn::new(&batch, column.name())?, rows)?;
        }
        let bytes = columns.iter().fold(0, |sum: u64, column| sum.saturating_add(column.bytes()));
        column::check_expansion(bytes, most)?;
        for (bytes, array) in others.iter_mut().zip(batch.columns()) {
            *bytes += array.to_data().get_slice_memory_size().unwrap_or_default() as u64;
        }
        rows += batch.num_rows() as u64;
        count += 1;
    }
    let mut facts = facts(&schema, &definitions);
    facts.splice(0..0, [("rows".into(), rows.to_string()), ("batches".into(), count.to_string())]);
    let foreign = foreign(&schema, &definitions, &others);
    let extras = definitions.iter().filter(|definition| has_names(definition));
    let extras = extras.map(|definition| format!("the names of the axes of {}", text::quoted(&definition.name)));
    let extras = extras.collect();
    let mut parts = Vec::new();
    for column in columns {
        parts.extend(column.finish(rows)?);
    }
    Ok(Read { table: Table(parts), facts, foreign, extras })
}

fn has_names(definition: &Definition) -> bool {
    definition.rules.axes.iter().any(|axis| axis.name.is_some())
}

/// Returns the next batch, its error in the words of the library.
fn next(batches: &mut Batches<'_>) -> Result<Option<RecordBatch>, DecodeError> {
    batches.next().transpose().map_err(ipc::unread)
}

fn foreign(schema: &Schema, definitions: &Definitions, bytes: &[u64]) -> Vec<Foreign> {
    let others = schema.fields().iter().zip(bytes).filter(|(field, _)| definitions.get(field.name()).is_none());
    let foreign = |(field, bytes): (&arrow_schema::FieldRef, &u64)| Foreign {
        name: field.name().clone(),
        dtype: Some(field.data_type().to_string()),
        shape: None,
        bytes: *bytes,
        why: "its rows are no tensors of one element type and rank".into(),
    };
    others.map(foreign).collect()
}

/// Returns parameter, kind and text of everything that breaks rules in the schema, or of the first row that does.
///
/// # Errors
///
/// The error says what is wrong with the file.
pub fn violations(input: &Input, format: Format, definitions: &Definitions) -> Result<Vec<Found>, DecodeError> {
    let mut batches = batches(input, format)?;
    let schema = batches.schema();
    definitions.with(|rules| {
        let rules = Rules::Record(rules);
        if let Err(error) = check_rules(&rules, &schema) {
            let found = error.violations().map(|violation| {
                let parameter = violation.parameter.as_deref().map(str::to_owned);
                (parameter, violation.kind.name(), violation.to_string())
            });
            return Ok(found.collect());
        }
        let mut rows = 0;
        while let Some(batch) = next(&mut batches)? {
            if let Err(error) = check_batch(&rules, &batch, rows) {
                let parameter = error.parameter().map(str::to_owned);
                return Ok(vec![(parameter, error.kind().name(), error.to_string())]);
            }
            rows += batch.num_rows() as u64;
        }
        Ok(Vec::new())
    })
}

/// Returns the schema, and the batches as they are.
///
/// # Errors
///
/// The error says what is wrong with the file.
pub fn copied(
    input: &Input,
    format: Format,
) -> Result<(SchemaRef, impl Iterator<Item = Result<RecordBatch, DecodeError>> + '_), DecodeError> {
    let mut batches = batches(input, format)?;
    let schema = batches.schema();
    Ok((schema, std::iter::from_fn(move || next(&mut batches).transpose())))
}
