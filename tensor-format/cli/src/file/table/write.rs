//! Tensors and columns as files and streams of Arrow and as Parquet.

use std::{io::Write, mem};

use arrow_array::RecordBatch;
use arrow_ipc::writer::{FileWriter, StreamWriter};
use arrow_schema::{ArrowError, Schema};
use tensor_format::{EncodeError, ErrorKind, RecordRef};
use tensor_format_arrow::{WriteOptions, parquet::BatchWriter, stacked_to_batches};

use crate::file::format::Format;

/// Writes batches of one schema.
pub struct Writer<'o>(Kind<'o>);

enum Kind<'o> {
    File(Box<FileWriter<&'o mut dyn Write>>),
    Stream(Box<StreamWriter<&'o mut dyn Write>>),
    /// Parquet's writer goes from thread to thread, which an output need not: it writes to memory, group by group.
    Parquet(Box<BatchWriter<Vec<u8>>>, &'o mut dyn Write),
}

impl<'o> Writer<'o> {
    /// Begins a file or stream.
    ///
    /// # Errors
    ///
    /// If the output cannot be written, and for columns that Parquet does not have or that do not come back.
    pub fn new(format: Format, schema: &Schema, out: &'o mut dyn Write) -> Result<Self, EncodeError> {
        Ok(Self(match format {
            Format::Parquet => {
                let writer = BatchWriter::new(Vec::new(), schema.clone().into(), &WriteOptions::new())?;
                Kind::Parquet(Box::new(writer), out)
            }
            Format::ArrowStream => Kind::Stream(Box::new(StreamWriter::try_new(out, schema).map_err(unwritten)?)),
            _ => Kind::File(Box::new(FileWriter::try_new(out, schema).map_err(unwritten)?)),
        }))
    }

    /// Writes a batch.
    ///
    /// # Errors
    ///
    /// If the output cannot be written.
    pub fn write(&mut self, batch: &RecordBatch) -> Result<(), EncodeError> {
        match &mut self.0 {
            Kind::File(writer) => writer.write(batch).map_err(unwritten),
            Kind::Stream(writer) => writer.write(batch).map_err(unwritten),
            Kind::Parquet(writer, out) => {
                writer.write(batch)?;
                if let Some(ended) = writer.get_mut() {
                    out.write_all(&mem::take(ended))?;
                }
                Ok(())
            }
        }
    }

    /// Writes what comes behind the last batch.
    ///
    /// # Errors
    ///
    /// If the output cannot be written.
    pub fn finish(self) -> Result<(), EncodeError> {
        match self.0 {
            Kind::File(mut writer) => writer.finish().map_err(unwritten),
            Kind::Stream(mut writer) => writer.finish().map_err(unwritten),
            Kind::Parquet(writer, out) => Ok(out.write_all(&writer.finish()?)?),
        }
    }
}

/// Writes the tensors of a record, each a column with its outermost axis as the rows.
///
/// # Errors
///
/// If they have not as many rows each, Arrow has no column for one, or the output cannot be written.
pub fn write_record(format: Format, record: &RecordRef<'_>, out: &mut dyn Write) -> Result<(), EncodeError> {
    let (mut out, mut writer) = (Some(out), None);
    stacked_to_batches(record, &WriteOptions::new(), |batch| {
        if let Some(out) = out.take() {
            writer = Some(Writer::new(format, batch.schema_ref(), out)?);
        }
        writer.as_mut().map_or(Ok(()), |writer| writer.write(&batch))
    })?;
    writer.map_or(Ok(()), Writer::finish)
}

fn unwritten(error: ArrowError) -> EncodeError {
    match error {
        ArrowError::IoError(_, error) => error.into(),
        error => ErrorKind::custom(error.to_string()).into(),
    }
}
