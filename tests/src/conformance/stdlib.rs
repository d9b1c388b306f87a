//! Vectors of stdlib-js meta-data records.

use serde::Deserialize;
use tensor_format::{
    ByteOrder, DecodeError, ErrorKind,
    stdlib::{IndexMode, MetaData, Options, Order, Table},
};

use super::{Case, Format, decthings::from_hex};

/// The format and its files.
pub const FORMAT: Format = Format { name: "stdlib", files: &[("accept.jsonl", accept), ("reject.jsonl", reject)] };

#[derive(Clone, Copy, Deserialize)]
enum TableName {
    A,
    A2,
    B,
}

impl TableName {
    fn table(self) -> Table {
        match self {
            TableName::A => Table::Orders0_2_1,
            TableName::A2 => Table::Dtypes0_3_0,
            TableName::B => Table::Current,
        }
    }
}

#[derive(Deserialize)]
struct Accept {
    table: TableName,
    dtype: String,
    dtype_enum: i16,
    bytes_per_element: Option<usize>,
    shape: Vec<usize>,
    strides: Vec<i64>,
    strides_bytes: Vec<i64>,
    offset: i64,
    offset_bytes: i64,
    order: String,
    order_enum: i8,
    mode: String,
    mode_enum: i8,
    submodes: Vec<String>,
    submodes_enum: Vec<i8>,
    readonly: bool,
    flags: i32,
    endianness: String,
    nbytes: usize,
    #[serde(deserialize_with = "from_hex")]
    hex: Vec<u8>,
    strict_ok: bool,
    strict_why: Option<String>,
}

fn mode_name(mode: IndexMode) -> &'static str {
    match mode {
        IndexMode::Throw => "throw",
        IndexMode::Clamp => "clamp",
        IndexMode::Wrap => "wrap",
        IndexMode::Normalize => "normalize",
    }
}

fn accept(line: &str, case: &mut Case) -> Result<(), serde_json::Error> {
    let vector: Accept = serde_json::from_str(line)?;
    let bytes = vector.hex.as_slice();
    let strict = Options::new().table(vector.table.table());
    let lenient = strict.lenient(true);
    match (strict.from_slice(bytes), &vector.strict_why) {
        (Ok(_), _) => case.equal("strict", &vector.strict_ok, &true),
        (Err(error), None) => case.fault("strict", "a record", error),
        (Err(error), Some(why)) => {
            case.equal("strict", &vector.strict_ok, &false);
            refused(why, "strict", bytes, &error, case);
        }
    }
    let meta = match lenient.from_slice(bytes) {
        Ok(meta) => meta,
        Err(error) => {
            case.fault("lenient", "a record", error);
            return Ok(());
        }
    };
    facts(&vector, &meta, case);
    case.equal("encoded_len", &vector.nbytes, &meta.encoded_len());
    match meta.to_vec() {
        Ok(written) => case.equal("bytes", &hex::encode(bytes), &hex::encode(&written)),
        Err(error) => case.fault("to_vec", "bytes", error),
    }
    let mut longer = bytes.to_vec();
    longer.push(0);
    match lenient.from_prefix(&longer) {
        Ok((prefix, len)) => {
            case.equal("prefix", &meta, &prefix);
            case.equal("prefix length", &bytes.len(), &len);
        }
        Err(error) => case.fault("from_prefix", "a record", error),
    }
    for bytes in (0..bytes.len()).map(|end| &bytes[..end]) {
        for result in
            [strict.from_slice(bytes), lenient.from_slice(bytes), lenient.from_prefix(bytes).map(|read| read.0)]
        {
            match result {
                Ok(_) => case.fault(format_args!("the first {} bytes", bytes.len()), "an error", "a record"),
                Err(error) => refused("truncated", "cut short", bytes, &error, case),
            }
        }
    }
    Ok(())
}

fn facts(vector: &Accept, meta: &MetaData, case: &mut Case) {
    let table = vector.table.table();
    case.equal("dtype", &&*vector.dtype, &meta.dtype.name());
    case.equal("dtype number", &Some(vector.dtype_enum), &meta.dtype.number(table));
    case.equal("bytes per element", &vector.bytes_per_element, &meta.dtype.size());
    case.equal("shape", &&*vector.shape, &&*meta.shape);
    case.equal("strides", &&*vector.strides_bytes, &meta.strides.as_slice());
    case.equal("offset", &vector.offset_bytes, &meta.offset);
    if let Some(size) = vector.bytes_per_element.map(|size| size as i64) {
        let in_bytes: Vec<i64> = vector.strides.iter().map(|stride| stride * size).collect();
        // The array has a stride for its only element where it has no dimensions; the record does not.
        let in_bytes = if vector.shape.is_empty() { &[] } else { &*in_bytes };
        case.equal("strides in elements", &in_bytes, &meta.strides.as_slice());
        case.equal("offset in elements", &(vector.offset * size), &meta.offset);
    }
    if vector.strict_ok && meta.dtype.size().is_some() {
        let layout =
            meta.layout().map(|layout| (layout.strides().iter().map(|s| *s as i64).collect(), layout.offset()));
        // A machine of 32 bits has no layout of larger steps.
        let steps = vector.strides_bytes.iter().all(|step| isize::try_from(*step).is_ok());
        let offset = usize::try_from(vector.offset_bytes).ok().filter(|_| steps);
        case.equal("layout", &offset.map(|offset| (vector.strides_bytes.clone(), offset)), &layout.ok());
    }
    let order = if meta.order == Order::RowMajor { "row-major" } else { "column-major" };
    case.equal("order", &&*vector.order, &order);
    case.equal("order number", &vector.order_enum, &meta.order.number(table));
    case.equal("mode", &&*vector.mode, &mode_name(meta.mode));
    case.equal("mode number", &vector.mode_enum, &meta.mode.number());
    let names: Vec<&str> = meta.submodes.iter().map(|mode| mode_name(*mode)).collect();
    case.equal("submodes", &vector.submodes.iter().map(|name| &**name).collect(), &names);
    case.equal("submode numbers", &vector.submodes_enum, &meta.submodes.iter().map(|mode| mode.number()).collect());
    case.equal("read-only", &vector.readonly, &meta.is_read_only());
    case.equal("flags", &vector.flags, &meta.flags);
    let byte_order = if meta.byte_order == ByteOrder::Little { "little" } else { "big" };
    case.equal("byte order", &&*vector.endianness, &byte_order);
}

#[derive(Deserialize)]
struct Reject {
    table: TableName,
    cls: String,
    kind: String,
    #[serde(deserialize_with = "from_hex")]
    hex: Vec<u8>,
}

/// The error must be of the stated kind, at a byte of the input or at its end.
fn refused(kind: &str, way: &str, bytes: &[u8], error: &DecodeError, case: &mut Case) {
    if !is_kind(kind, error) {
        case.fault(way, kind, error);
    }
    if error.offset().is_none_or(|offset| offset > bytes.len() as u64) {
        case.fault("offset", "a byte of the input", format_args!("{:?}", error.offset()));
    }
}

/// Whether an error is the typed one of a vector's word.
fn is_kind(word: &str, error: &DecodeError) -> bool {
    let field = match error.kind() {
        ErrorKind::Field { field, .. } => Some(*field),
        _ => None,
    };
    let truncated = matches!(error.kind(), ErrorKind::UnexpectedEnd { .. });
    match word {
        "truncated" => truncated || matches!(field, Some("ndims" | "nsubmodes")),
        "bad-endianness" => field == Some("endianness"),
        "bad-ndims" => field == Some("ndims") || truncated,
        "unknown-dtype" | "reserved-dtype" => field == Some("dtype"),
        "negative-shape" => field == Some("shape"),
        "overflow" => matches!(error.kind(), ErrorKind::ShapeOverflow),
        "negative-offset" | "misaligned-offset" => field == Some("offset"),
        "misaligned-stride" => field == Some("strides"),
        "bad-order" => field == Some("order"),
        "bad-mode" => field == Some("mode"),
        "bad-nsubmodes" => field == Some("nsubmodes"),
        "bad-submode" => field == Some("submode"),
        "unknown-flags" => field == Some("flags"),
        "out-of-range-view" => matches!(error.kind(), ErrorKind::Layout { .. }),
        "trailing" => matches!(error.kind(), ErrorKind::TrailingBytes { .. }),
        // Read at the shifted places, what stands there is no such field.
        "inconsistent" => matches!(field, Some("order" | "mode" | "nsubmodes")),
        "wrong-endianness" => field == Some("ndims"),
        _ => false,
    }
}

fn reject(line: &str, case: &mut Case) -> Result<(), serde_json::Error> {
    let vector: Reject = serde_json::from_str(line)?;
    let bytes = vector.hex.as_slice();
    let strict = Options::new().table(vector.table.table());
    match strict.from_slice(bytes) {
        Ok(_) => case.fault("strict", &vector.kind, "a record"),
        Err(error) => refused(&vector.kind, "strict", bytes, &error, case),
    }
    let lenient = strict.lenient(true);
    match (lenient.from_slice(bytes), &*vector.cls) {
        (Ok(_), "structural") => case.fault("lenient", &vector.kind, "a record"),
        (Err(error), "structural") => refused(&vector.kind, "lenient", bytes, &error, case),
        (Err(error), "strict") => case.fault("lenient", "a record", error),
        (Ok(_), "strict") => {}
        (_, class) => case.fault("cls", "structural or strict", class),
    }
    // A reader of prefixes takes what is only followed by more, and nothing else that every reader must refuse.
    match (lenient.from_prefix(bytes), &*vector.kind) {
        (Ok((_, len)), "trailing") => case.equal("bytes behind the record", &true, &(len < bytes.len())),
        (Err(error), "trailing") => case.fault("prefix", "a record", error),
        (Ok(_), _) if vector.cls == "structural" => case.fault("prefix", &vector.kind, "a record"),
        _ => {}
    }
    Ok(())
}
