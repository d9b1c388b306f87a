//! Mutated files, streams and schemas end in errors: no panic, no memory for what they claim, in every version of arrow.
//!
//! `ARROW_MUTATIONS` is how many there are of each; they are counted, and so are those that were read all the same.

#[path = "shared/columns.rs"]
mod columns;
#[path = "shared/every_type.rs"]
mod every_type;
#[path = "shared/mutate.rs"]
mod mutate;

use std::io::Cursor;

use allocation_counter::measure;
use arrow_array_60::RecordBatch;
use arrow_ipc_60::{
    CompressionType,
    writer::{FileWriter, IpcWriteOptions, StreamWriter},
};
use arrow_schema_60::{Field, Schema};
use columns::{Mixed, mixed};
use every_type::every_type;
use mutate::mutate;
use tensor_format_arrow::{check_schema, definitions_of, to_batch};

/// What reading may take beside 32 bytes for each of the input: buffers of fixed size.
const FIXED: u64 = 256 << 10;

/// What compressed buffers may expand to.
const EXPANDED: u64 = 64 << 20;

fn mutations() -> usize {
    std::env::var("ARROW_MUTATIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(2000)
}

macro_rules! read_with {
    ($name:ident, $version:ident, $array:ident) => {
        /// Reads bytes in every way; returns how many tensors were read.
        fn $name(bytes: &[u8], is_file: bool) -> usize {
            use tensor_format_arrow::$version::{Rows, TensorColumn, ipc};
            let mut batches: Vec<$array::RecordBatch> = Vec::new();
            let mut rows = 0;
            if is_file {
                rows += ipc::read_file::<Mixed, _>(Cursor::new(bytes)).map_or(0, |rows| rows.len());
                batches
                    .extend(ipc::file_batches(Cursor::new(bytes)).into_iter().flatten().map_while(Result::ok).take(10));
                let copy = bytes.to_vec();
                batches.extend(ipc::file_in_place(copy).into_iter().flatten().map_while(Result::ok).take(10));
            } else {
                rows += ipc::read_stream::<Mixed, _>(bytes).map_or(0, |rows| rows.len());
                batches.extend(ipc::stream_batches(bytes).into_iter().flatten().map_while(Result::ok).take(10));
            }
            for batch in &batches {
                if let Ok(read) = Rows::<Mixed>::new(batch) {
                    rows += read.take(100).filter(Result::is_ok).count();
                }
                for field in batch.schema().fields() {
                    let Ok(column) = TensorColumn::new(batch, field.name()) else { continue };
                    let each = 0..column.rows().min(100);
                    rows += each.filter(|row| column.get::<tensor_format::Tensor>(*row).is_ok()).count();
                    let _ = column.whole();
                }
            }
            rows
        }
    };
}

read_with!(read_60, v60, arrow_array_60);
#[cfg(feature = "arrow-59")]
read_with!(read_59, v59, arrow_array_59);
#[cfg(feature = "arrow-58")]
read_with!(read_58, v58, arrow_array_58);

type Read = fn(&[u8], bool) -> usize;

const VERSIONS: &[(&str, Read)] = &[
    ("60", read_60),
    #[cfg(feature = "arrow-59")]
    ("59", read_59),
    #[cfg(feature = "arrow-58")]
    ("58", read_58),
];

/// Writes batches as a file or a stream.
fn written(batch: &RecordBatch, is_file: bool, compression: Option<CompressionType>) -> Vec<u8> {
    let options = IpcWriteOptions::default().try_with_compression(compression).unwrap();
    let mut out = Vec::new();
    let half = batch.num_rows() / 2;
    let parts = [batch.slice(0, half), batch.slice(half, batch.num_rows() - half)];
    if is_file {
        let mut writer = FileWriter::try_new_with_options(&mut out, &batch.schema(), options).unwrap();
        parts.iter().for_each(|part| writer.write(part).unwrap());
        writer.finish().unwrap();
    } else {
        let mut writer = StreamWriter::try_new_with_options(&mut out, &batch.schema(), options).unwrap();
        parts.iter().for_each(|part| writer.write(part).unwrap());
        writer.finish().unwrap();
    }
    out
}

#[test]
fn mutated_files_and_streams_end_in_errors() {
    let count = mutations();
    let batches = [("tensors", to_batch(&mixed()).unwrap()), ("every type", every_type())];
    let codecs = [None, Some(CompressionType::LZ4_FRAME), Some(CompressionType::ZSTD)];
    let mut bases = Vec::new();
    for ((name, batch), is_file) in batches.iter().flat_map(|batch| [(batch, false), (batch, true)]) {
        for codec in codecs {
            let bytes = written(batch, is_file, codec);
            for (version, read) in VERSIONS {
                assert!(read(&bytes, is_file) > 20, "{name}, {codec:?}, arrow {version}");
            }
            bases.push((bytes, is_file, codec.is_some()));
        }
    }
    let mut random = fastrand::Rng::with_seed(0x5eed);
    // Those refused and read, and the most memory, plain and compressed.
    let (mut refused, mut read, mut most) = (0, 0, [0u64; 2]);
    for round in 0..count {
        // Half are of plain tensors.
        let base = if round % 2 == 0 { round / 2 % 2 * 3 } else { random.usize(..bases.len()) };
        let (base, is_file, compressed) = &bases[base];
        let bytes = mutate(base, &mut random);
        let (version, read_all) = VERSIONS[round % VERSIONS.len()];
        let mut rows = 0;
        let taken = measure(|| rows = read_all(&bytes, *is_file));
        let allowed = 32 * bytes.len() as u64 + FIXED + if *compressed { EXPANDED } else { 0 };
        assert!(taken.bytes_max <= allowed, "mutation {round}, arrow {version}: {} bytes", taken.bytes_max);
        let most = &mut most[usize::from(*compressed)];
        *most = taken.bytes_max.max(*most);
        if rows == 0 { refused += 1 } else { read += 1 }
    }
    let sizes: Vec<usize> = bases.iter().map(|(bytes, ..)| bytes.len()).collect();
    println!(
        "{count} files and streams of {} to {} bytes: {refused} refused, {read} read in part or whole; at most {} bytes \
         of memory at once, {} of compressed ones",
        sizes.iter().min().unwrap(),
        sizes.iter().max().unwrap(),
        most[0],
        most[1]
    );
    assert!(refused > count / 5 && read > count / 20, "{refused} refused, {read} read");
}

#[test]
fn mutated_schemas_end_in_errors() {
    let count = mutations();
    let schemas = [to_batch(&mixed()).unwrap().schema(), every_type().schema()];
    let texts = [
        r#"{"shape":[2,3],"dim_names":["h","w"],"permutation":[1,0]}"#,
        r#"{"uniform_shape":[null,4],"dim_names":["n",""]}"#,
        "[[2, 3], \"float32\"]",
        "{}",
        "2",
    ];
    let names = [
        "arrow.fixed_shape_tensor",
        "arrow.variable_shape_tensor",
        "arrow.bool8",
        "arrow.json",
        "ray.data.arrow_tensor",
        "ray.data.arrow_variable_shaped_tensor",
        "datasets.features.features.Array2DExtensionType",
        "tensor_format.image",
    ];
    let mut random = fastrand::Rng::with_seed(0x5c4e3a);
    let (mut refused, mut taken_as, mut most) = (0, 0, 0);
    for round in 0..count {
        let schema = &schemas[random.usize(..2)];
        let fields = schema.fields().iter().map(|field| {
            let mut field: Field = field.as_ref().clone();
            if random.u8(..4) == 0 {
                let text = mutate(random.choice(texts).unwrap().as_bytes(), &mut random);
                let text = String::from_utf8_lossy(&text).into_owned();
                let name = random.choice(names).unwrap().to_owned();
                let entries =
                    [("ARROW:extension:name".to_owned(), name), ("ARROW:extension:metadata".to_owned(), text)];
                field = field.with_metadata(std::collections::HashMap::from(entries));
            }
            if random.u8(..8) == 0 {
                field = field.with_data_type(random.choice(schema.fields().iter()).unwrap().data_type().clone());
            }
            field
        });
        let mutated = Schema::new(fields.collect::<Vec<_>>());
        let mut right = false;
        let taken = measure(|| {
            right = definitions_of(&mutated).is_ok() & check_schema::<Mixed>(&mutated).is_ok();
        });
        assert!(taken.bytes_max < 1 << 20, "mutation {round}: {} bytes", taken.bytes_max);
        most = taken.bytes_max.max(most);
        if right { taken_as += 1 } else { refused += 1 }
    }
    println!("{count} schemas: {refused} refused, {taken_as} taken; at most {most} bytes of memory at once");
    assert!(refused > count / 4 && taken_as > count / 50, "{refused} refused, {taken_as} taken");
}

#[cfg(feature = "parquet")]
#[test]
fn mutated_parquet_files_take_no_more_memory_than_they_may() {
    // Parquet's library is slower, and its panics are errors: one in ten.
    let count = mutations() / 10;
    let file = tensor_format_arrow::parquet::write(Vec::new(), &mixed()).unwrap();
    let read = |bytes: Vec<u8>| {
        let read = tensor_format_arrow::parquet::read::<Mixed, _>(bytes::Bytes::from(bytes.clone()))
            .map_or(0, |rows| rows.len());
        let batches = tensor_format_arrow::parquet::batches(bytes::Bytes::from(bytes)).into_iter().flatten();
        read + batches.map_while(Result::ok).take(10).map(|batch| batch.num_rows()).sum::<usize>()
    };
    assert_eq!(read(file.clone()), 8);
    let mut random = fastrand::Rng::with_seed(0x9a94e7);
    let (mut refused, mut whole, mut most) = (0, 0, 0);
    for round in 0..count {
        let bytes = mutate(&file, &mut random);
        let allowed = EXPANDED + 64 * bytes.len() as u64 + (4 << 20);
        let mut rows = 0;
        let taken = measure(|| rows = read(bytes));
        assert!(taken.bytes_max <= allowed, "mutation {round}: {} bytes", taken.bytes_max);
        most = taken.bytes_max.max(most);
        if rows == 0 { refused += 1 } else { whole += 1 }
    }
    println!("{count} Parquet files: {refused} refused, {whole} read in part or whole; at most {most} bytes at once");
    assert!(refused > count / 4 && whole > count / 50, "{refused} refused, {whole} read");
}
