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

#[cfg(all(feature = "parquet", feature = "compression"))]
mod parquet_files {
    use bytes::Bytes;
    use parquet_60::{
        arrow::ArrowWriter,
        basic::{Compression, ZstdLevel},
        file::{
            metadata::{ParquetMetaData, ParquetMetaDataReader, ParquetMetaDataWriter},
            properties::WriterProperties,
        },
    };
    use tensor_format_arrow::{ReadOptions, parquet};

    use super::*;

    /// What a page may expand to.
    const PAGE: u64 = 1 << 20;

    /// What reading may take: a page of the most bytes and the values that are copied out of it, and buffers of fixed size.
    const MOST: u64 = 2 * PAGE + (512 << 10);

    /// What the header of a page may claim.
    const CLAIMS: [u64; 9] = [0, 1, 2, 63, 4096, PAGE - 1, 100 << 20, (1 << 31) - 1, 1 << 31];

    /// The type of a struct in a header.
    const STRUCT: u8 = 12;

    struct Base {
        file: Vec<u8>,
        metadata: ParquetMetaData,
        /// Where headers of pages are.
        headers: Vec<usize>,
    }

    impl Base {
        fn new(batch: &RecordBatch, codec: Compression) -> Self {
            // All columns have dictionaries, tensors too.
            let properties = WriterProperties::builder().set_compression(codec).set_dictionary_enabled(true).build();
            let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties)).unwrap();
            (0..2).for_each(|_| writer.write(batch).and_then(|()| writer.flush()).unwrap());
            let file = writer.into_inner().unwrap();
            let metadata = ParquetMetaDataReader::new().parse_and_finish(&Bytes::from(file.clone())).unwrap();
            let columns = metadata.row_groups().iter().flat_map(|group| group.columns());
            let places = columns.flat_map(|column| [column.dictionary_page_offset(), Some(column.data_page_offset())]);
            let headers = places.flatten().map(|place| usize::try_from(place).unwrap()).collect();
            Self { file, metadata, headers }
        }

        /// Returns the file with another number in one of the headers: one of its sizes, or the number of values.
        fn claiming(&self, random: &mut fastrand::Rng) -> Vec<u8> {
            let header = random.choice(self.headers.iter().copied()).unwrap();
            // The kind, the size, the stored size, and in the struct behind them the number of values.
            let mut at = header;
            for number in 0..random.usize(1..4) {
                at = self.end(at + 1);
                assert_eq!(self.file[at] & 15, if number == 2 { STRUCT } else { 5 }, "a field of 32 bits");
            }
            at += if self.file[at] & 15 == STRUCT { 2 } else { 1 };
            let mut claim = Vec::new();
            let mut rest = random.choice(CLAIMS).unwrap() * 2;
            while rest > 127 {
                claim.push((rest & 127) as u8 | 128);
                rest >>= 7;
            }
            claim.push(rest as u8);
            let end = self.end(at);
            let longer = i64::try_from(claim.len()).unwrap() - i64::try_from(end - at).unwrap();
            let mut file = [&self.file[..at], &claim, &self.file[end..]].concat();
            ParquetMetaDataWriter::new(&mut file, &self.moved(header, longer)).finish().unwrap();
            file
        }

        /// Returns where a number of variable length ends.
        fn end(&self, at: usize) -> usize {
            at + self.file[at..].iter().position(|byte| byte & 128 == 0).unwrap() + 1
        }

        /// Returns the metadata of the file with so many more bytes in the header at a place.
        fn moved(&self, header: usize, longer: i64) -> ParquetMetaData {
            let header = i64::try_from(header).unwrap();
            let place = |place: i64| if place > header { place + longer } else { place };
            let groups = self.metadata.row_groups().iter().map(|group| {
                let columns = group.columns().iter().map(|column| {
                    let (start, len) = column.byte_range();
                    let is_own = (start..start + len).contains(&header.unsigned_abs());
                    let size = column.compressed_size() + if is_own { longer } else { 0 };
                    let moved = column.clone().into_builder().set_total_compressed_size(size);
                    let moved = moved.set_data_page_offset(place(column.data_page_offset()));
                    moved.set_dictionary_page_offset(column.dictionary_page_offset().map(place)).build().unwrap()
                });
                group.clone().into_builder().set_column_metadata(columns.collect()).build().unwrap()
            });
            self.metadata.clone().into_builder().set_row_groups(groups.collect()).build()
        }
    }

    fn read(bytes: &Bytes) -> usize {
        let options = ReadOptions::new().max_expanded(PAGE);
        let rows = parquet::read_with::<Mixed, _>(bytes.clone(), &options).map_or(0, |rows| rows.len());
        let batches = parquet::batches_with(bytes.clone(), &options).into_iter().flatten();
        rows + batches.map_while(Result::ok).take(10).map(|batch| batch.num_rows()).sum::<usize>()
    }

    #[test]
    fn mutated_parquet_files_take_no_more_memory_than_they_may() {
        // Parquet's library is slower, and its panics are errors: one in four. The 1,960th takes the most memory: a
        // dictionary of texts, which are copied out of the page while that is held.
        let count = (mutations() / 4).max(2000);
        let batch = to_batch(&mixed()).unwrap();
        let codecs = [
            Compression::UNCOMPRESSED,
            Compression::SNAPPY,
            Compression::ZSTD(ZstdLevel::default()),
            Compression::LZ4,
            Compression::LZ4_RAW,
            Compression::GZIP(parquet_60::basic::GzipLevel::default()),
        ];
        let bases = codecs.map(|codec| Base::new(&batch, codec));
        for base in &bases {
            assert_eq!(read(&Bytes::from(base.file.clone())), 16);
        }
        // The trace of a panic takes more memory than the file: those of Parquet's library are not printed.
        let print = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if panic.location().is_some_and(|place| place.file().contains("tests")) {
                print(panic);
            }
        }));
        let mut random = fastrand::Rng::with_seed(0x9a94e7);
        // Those refused and read, of bytes and of claims.
        let (mut found, mut most) = ([[0; 2]; 2], [0; 2]);
        for round in 0..count {
            let base = &bases[round / 2 % bases.len()];
            let claims = round % 2;
            let bytes = if claims == 1 { base.claiming(&mut random) } else { mutate(&base.file, &mut random) };
            let bytes = Bytes::from(bytes);
            let mut rows = 0;
            let taken = measure(|| rows = read(&bytes));
            assert!(taken.bytes_max <= MOST, "mutation {round}: {} bytes", taken.bytes_max);
            most[claims] = taken.bytes_max.max(most[claims]);
            found[claims][usize::from(rows > 0)] += 1;
        }
        println!(
            "{count} Parquet files, half with other numbers in headers of pages: {} and {} refused, {} and {} read in part \
             or whole; at most {} and {} bytes of memory at once",
            found[0][0], found[1][0], found[0][1], found[1][1], most[0], most[1]
        );
        // That claims below the limit are believed, and take what they claim.
        assert!(most[1] > PAGE, "{most:?}");
        let each = count / 50;
        assert!(found.iter().flatten().all(|found| *found > each), "{found:?}");
    }
}
