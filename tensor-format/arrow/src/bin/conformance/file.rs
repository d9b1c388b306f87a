//! Opens the files of test vectors.

use std::io::Cursor;

use tensor_format::DecodeError;
use tensor_format_arrow::Fault;

use super::{
    arrow::ipc,
    arrow_array::{RecordBatch, RecordBatchReader},
    arrow_schema::{ArrowError, SchemaRef},
    parquet,
};
use crate::line::{Failure, Line};

/// The schema of a file, and its batches or what is wrong with one of them.
pub(crate) struct Opened {
    pub(crate) schema: SchemaRef,
    pub(crate) batches: Result<Vec<RecordBatch>, ArrowError>,
}

/// Opens the file of a line; the inner error is what the crate says of it.
pub(crate) fn open(line: &Line) -> Result<Result<Opened, DecodeError>, Failure> {
    let bytes = line.bytes.clone();
    Ok(match line.text("container") {
        "file" => ipc::file_batches(Cursor::new(bytes)).map(opened),
        "stream" => ipc::stream_batches(Cursor::new(bytes)).map(opened),
        "parquet" => parquet(bytes).ok_or(Failure::NoParquet)?,
        other => return Err(Failure::Unknown(format!("the container `{other}`"))),
    })
}

pub(super) fn opened(reader: impl RecordBatchReader) -> Opened {
    Opened { schema: reader.schema(), batches: reader.collect() }
}

/// Returns whether Arrow's own library refuses a file.
pub(crate) fn is_arrow(error: &DecodeError) -> bool {
    let io = matches!(error.kind(), tensor_format::ErrorKind::Io(_));
    io || Fault::of(error).is_some_and(|fault| fault.stage == tensor_format_arrow::Stage::Ipc)
}
