//! Small Parquet files that would become large: pages that do not expand as they claim, or are where others are, and rows
//! that take no bytes. And those that only look like them.
#![cfg(all(feature = "parquet", feature = "compression"))]

#[path = "shared/small.rs"]
mod small;

use std::{io::Write, sync::Arc};

use allocation_counter::measure;
use arrow_array_60::{
    ArrayRef, BinaryArray, FixedSizeBinaryArray, FixedSizeListArray, Float32Array, LargeStringArray, RecordBatch,
    StringArray,
};
use arrow_schema_60::{DataType, Field};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use bytes::Bytes;
use flatbuffers::FlatBufferBuilder;
use lz4_flex::frame::{BlockSize, FrameEncoder, FrameInfo};
use parquet_60::{
    arrow::ArrowWriter,
    basic::{Compression, GzipLevel, ZstdLevel},
    file::{
        metadata::{ColumnChunkMetaDataBuilder, ParquetMetaDataReader, ParquetMetaDataWriter},
        properties::WriterProperties,
    },
};
use small::{OnlyY, batch, exceeds, rows};
use tensor_format::{DecodeError, DecodeOwned, Tensor, error::Limit};
use tensor_format_arrow::{ReadOptions, parquet};

/// What a bomb expands to, and may.
const BOMB: usize = 8 << 20;
const MOST: u64 = 1 << 16;

/// Bytes as Arrow has them.
#[derive(Tensor, Debug)]
struct Bytes2 {
    #[tensor(with = tensor_format::with::Bytes)]
    b: Vec<u8>,
}

fn written(batch: &RecordBatch, compression: Compression) -> Vec<u8> {
    let properties = WriterProperties::builder()
        .set_dictionary_enabled(false)
        .set_statistics_enabled(parquet_60::file::properties::EnabledStatistics::None)
        .set_compression(compression)
        .set_column_compression("a".into(), Compression::UNCOMPRESSED);
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties.build())).unwrap();
    writer.write(batch).unwrap();
    writer.into_inner().unwrap()
}

/// Changes what the metadata say of column `b`.
fn with_column(file: &[u8], change: impl FnOnce(ColumnChunkMetaDataBuilder) -> ColumnChunkMetaDataBuilder) -> Vec<u8> {
    let metadata = ParquetMetaDataReader::new().parse_and_finish(&Bytes::copy_from_slice(file)).unwrap();
    let group = metadata.row_group(0).clone();
    let mut columns = group.columns().to_vec();
    let column = columns.pop().unwrap();
    columns.push(change(column.into_builder()).build().unwrap());
    let group = group.into_builder().set_column_metadata(columns).build().unwrap();
    let metadata = metadata.into_builder().set_row_groups(vec![group]).build();
    let footer = u32::from_le_bytes(*file[..file.len() - 4].last_chunk().unwrap());
    let mut out = file[..file.len() - 8 - footer as usize].to_vec();
    ParquetMetaDataWriter::new(&mut out, &metadata).finish().unwrap();
    out
}

/// A number with a sign, as Thrift has it.
fn varint(number: usize) -> Vec<u8> {
    unsigned(2 * number as u64)
}

/// A page of one value, with these bytes between its parts and its end.
fn page(data: &[u8], expanded: usize, more: &[u8]) -> Vec<u8> {
    let (expanded, stored) = (varint(expanded), varint(data.len()));
    let values = [0x2c, 0x15, 2, 0x15, 0, 0x15, 6, 0x15, 6, 0];
    [&[0x15, 0, 0x15], &*expanded, &[0x15], &*stored, &values, more, &[0], data].concat()
}

/// A file whose column `a` is bytes, which column `b` is read from.
fn pointing_into(bytes: &[u8], codec: Compression) -> Vec<u8> {
    let a: ArrayRef = Arc::new(FixedSizeBinaryArray::try_from_iter([bytes].into_iter()).unwrap());
    let b: ArrayRef = Arc::new(BinaryArray::from_vec(vec![b"small"]));
    let file = written(&batch(vec![("a", a), ("b", b)]), codec);
    let at = file.windows(bytes.len()).position(|window| window == bytes).unwrap();
    let (at, len) = (i64::try_from(at).unwrap(), i64::try_from(bytes.len()).unwrap());
    with_column(&file, |column| column.set_data_page_offset(at).set_total_compressed_size(len))
}

/// Reads a file, whose error comes before it takes memory.
fn refused<T: DecodeOwned>(file: Vec<u8>) -> DecodeError {
    let mut error = None;
    let options = ReadOptions::new().max_expanded(MOST);
    let taken = measure(|| error = parquet::read_with::<T, _>(Bytes::from(file), &options).err());
    let error = error.unwrap();
    assert!(taken.bytes_max < 1 << 20, "{} bytes: {error}", taken.bytes_max);
    error
}

fn zeros() -> Vec<u8> {
    [&u32::try_from(BOMB - 4).unwrap().to_le_bytes()[..], &vec![0; BOMB - 4]].concat()
}

/// A page of Zstandard that holds `zeros`.
fn zstd() -> Vec<u8> {
    let b: ArrayRef = Arc::new(BinaryArray::from_vec(vec![&zeros()[4..]]));
    let file = written(&batch(vec![("b", b)]), Compression::ZSTD(ZstdLevel::default()));
    let metadata = ParquetMetaDataReader::new().parse_and_finish(&Bytes::copy_from_slice(&file)).unwrap();
    let (start, len) = metadata.row_group(0).column(0).byte_range();
    let (start, len) = (usize::try_from(start).unwrap(), usize::try_from(len).unwrap());
    file[start..start + len].to_vec()
}

#[derive(Tensor, Debug)]
struct Both {
    #[tensor(with = tensor_format::with::Bytes)]
    a: Vec<u8>,
    #[tensor(with = tensor_format::with::Bytes)]
    b: Vec<u8>,
}

#[test]
fn pages_are_checked_wherever_columns_point() {
    let codec = Compression::ZSTD(ZstdLevel::default());
    let bomb = pointing_into(&zstd(), codec);
    // What it is without a limit, so that it is the limit that refuses it.
    let read = parquet::read::<Bytes2, _>(Bytes::from(bomb.clone())).unwrap();
    assert_eq!(read[0].b.len(), BOMB - 4);
    assert!(exceeds(&refused::<Bytes2>(bomb.clone()), Limit::Expanded));
    // In the data of another column, which may be read first.
    let error = parquet::read::<Both, _>(Bytes::from(bomb)).unwrap_err();
    assert!(error.to_string().contains("columns apart from each other"), "{error}");
    // The page once more, whose header says the size at its end again, as Parquet's library takes it.
    let whole = zstd();
    let data = whole.windows(4).position(|window| window == [0x28, 0xb5, 0x2f, 0xfd]).unwrap();
    let again = [&[0x05, 4][..], &varint(BOMB)].concat();
    let twice = pointing_into(&page(&whole[data..], 1000, &again), codec);
    assert!(refused::<Bytes2>(twice).to_string().contains("the header of a page"));
}

#[test]
fn pages_expand_to_no_more_than_they_claim() {
    // A frame is read in blocks of its own size.
    let blocks = FrameInfo::new().block_size(BlockSize::Max64KB);
    let mut lz4 = FrameEncoder::with_frame_info(blocks, Vec::new());
    lz4.write_all(&zeros()).unwrap();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(&zeros()).unwrap();
    let bombs =
        [(lz4.finish().unwrap(), Compression::LZ4), (gzip.finish().unwrap(), Compression::GZIP(GzipLevel::default()))];
    for (bomb, codec) in bombs {
        let claims = |claimed| pointing_into(&page(&bomb, claimed, &[]), codec);
        let error = refused::<Bytes2>(claims(1000));
        assert!(error.to_string().contains("the 1000 bytes that it claims"), "{codec}: {error}");
        assert!(exceeds(&refused::<Bytes2>(claims(BOMB)), Limit::Expanded), "{codec}");
        // An honest one is read.
        let read = parquet::read::<Bytes2, _>(Bytes::from(claims(BOMB))).unwrap();
        assert_eq!(read[0].b.len(), BOMB - 4, "{codec}");
    }
}

#[test]
fn codecs_are_read_or_named() {
    let b: ArrayRef = Arc::new(BinaryArray::from_vec(vec![&[7; 1000]]));
    let batch = batch(vec![("b", b)]);
    for codec in [
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        Compression::GZIP(GzipLevel::default()),
        Compression::LZ4,
        Compression::LZ4_RAW,
        Compression::ZSTD(ZstdLevel::default()),
    ] {
        let read = parquet::read::<Bytes2, _>(Bytes::from(written(&batch, codec))).unwrap();
        assert_eq!(read[0].b, [7; 1000], "{codec}");
    }
    let brotli = Compression::BROTLI(parquet_60::basic::BrotliLevel::default());
    let file = with_column(&written(&batch, Compression::SNAPPY), |column| column.set_compression(brotli));
    let error = parquet::read::<Bytes2, _>(Bytes::from(file)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "parameter `b`: expected pages that are not compressed, or by Snappy, GZIP, LZ4 or Zstandard, found the codec \
         BROTLI"
    );
}

#[test]
fn tensors_without_elements_have_no_pages() {
    let items: ArrayRef = Arc::new(Float32Array::from(Vec::<f32>::new()));
    let item = Arc::new(Field::new("item", DataType::Float32, true));
    let lists: ArrayRef = Arc::new(FixedSizeListArray::try_new_with_length(item, 0, items, None, 2).unwrap());
    let file =
        written(&batch(vec![("x", lists), ("b", Arc::new(StringArray::from(vec!["a", "b"])))]), Compression::SNAPPY);
    let Err(error) = parquet::batches(Bytes::from(file.clone())) else { panic!("it was read") };
    assert_eq!(error.to_string(), "parameter `x`: expected a tensor with elements, found lists of size 0");
    // The other columns are read.
    #[derive(Tensor)]
    struct Other {
        b: String,
    }
    let read = parquet::read::<Other, _>(Bytes::from(file)).unwrap();
    assert_eq!(read[1].b, "b");
}

#[test]
fn rows_without_a_column_are_those_of_groups_with_data() {
    let file = parquet::write(Vec::new(), &rows(10_000)).unwrap();
    let read = parquet::read::<OnlyY, _>(Bytes::from(file)).unwrap();
    assert_eq!(read, vec![OnlyY { y: None }; 10_000]);
    // Groups that claim rows, and have no page.
    let columnless = batch(vec![("a", Arc::new(Float32Array::from(vec![1.0])))]);
    let file = written(&columnless, Compression::UNCOMPRESSED);
    let claim = |rows, size| {
        let metadata = ParquetMetaDataReader::new().parse_and_finish(&Bytes::copy_from_slice(&file)).unwrap();
        let group = metadata.row_group(0).clone();
        let column = group.columns()[0].clone().into_builder().set_total_compressed_size(size).build().unwrap();
        let group = group.into_builder().set_num_rows(rows).set_column_metadata(vec![column]).build().unwrap();
        let metadata = metadata.into_builder().set_row_groups(vec![group]).build();
        let mut out = file.clone();
        ParquetMetaDataWriter::new(&mut out, &metadata).finish().unwrap();
        Bytes::from(out)
    };
    assert_eq!(parquet::read::<OnlyY, _>(claim(4096, 0)).unwrap().len(), 4096);
    assert!(exceeds(&parquet::read::<OnlyY, _>(claim(4097, 0)).unwrap_err(), Limit::EmptyItems));
    let options = ReadOptions::new().max_empty_items(5000);
    assert_eq!(parquet::read_with::<OnlyY, _>(claim(5000, 0), &options).unwrap().len(), 5000);
    assert!(exceeds(&parquet::read::<OnlyY, _>(claim(1 << 50, 1 << 40)).unwrap_err(), Limit::EmptyItems));
    // Pages that are not read are held to nothing, and each of their bytes allows a row.
    assert_eq!(parquet::read::<OnlyY, _>(claim(4196, 100)).unwrap().len(), 4196);
    assert!(exceeds(&parquet::read::<OnlyY, _>(claim(4197, 100)).unwrap_err(), Limit::EmptyItems));
}

#[test]
fn rows_of_one_long_text_come_few_at_once() {
    #[derive(Tensor)]
    struct Word {
        s: String,
    }
    let s: ArrayRef = Arc::new(LargeStringArray::from(vec!["y".repeat(1 << 16).as_str(); 1000]));
    let mut writer = ArrowWriter::try_new(Vec::new(), batch(vec![("s", s.clone())]).schema(), None).unwrap();
    writer.write(&batch(vec![("s", s)])).unwrap();
    let file = Bytes::from(writer.into_inner().unwrap());
    assert!(file.len() < 1 << 18);
    // As many texts as are allowed are a batch.
    let options = ReadOptions::new().max_expanded(1 << 20);
    let taken = measure(|| {
        let rows = parquet::batches_with(file.clone(), &options).unwrap().map(|batch| batch.unwrap().num_rows());
        assert_eq!(rows.map(|rows| (rows, rows <= 16)).fold((0, true), |a, b| (a.0 + b.0, a.1 & b.1)), (1000, true));
    });
    assert!(taken.bytes_max < 4 << 20, "{} bytes", taken.bytes_max);
    assert_eq!(parquet::read::<Word, _>(file).unwrap()[999].s.len(), 1 << 16);
}

/// The file, with fields of these bytes behind those of its metadata.
fn with_fields(file: &[u8], fields: &[u8]) -> Vec<u8> {
    let end = file.len() - 8;
    let len = u32::from_le_bytes(file[end..][..4].try_into().unwrap()) + u32::try_from(fields.len()).unwrap();
    // The last byte ends the struct.
    [&file[..end - 1], fields, &[0], &len.to_le_bytes(), b"PAR1"].concat()
}

/// Parquet's library passes over each truth value of a list that it does not know, and there are as many as the list says.
#[test]
fn lists_of_fields_that_are_not_known_are_no_longer_than_the_file() {
    #[derive(Tensor, Debug, PartialEq)]
    struct Sample {
        y: f32,
    }
    let file = parquet::write(Vec::new(), &[Sample { y: 0.5 }]).unwrap();
    // A struct of a number and a text, and a list of numbers, are passed over.
    let file = with_fields(&file, &[0xfc, 0x15, 4, 0x18, 1, b'a', 0, 0x19, 0x25, 1, 2]);
    assert_eq!(parquet::read::<Sample, _>(Bytes::from(file.clone())).unwrap(), [Sample { y: 0.5 }]);
    // 2^31-1 truth values, 100 times.
    for field in [0x19, 0x1a] {
        let fields = [field, 0xf1, 0xff, 0xff, 0xff, 0xff, 7].repeat(100);
        let error = parquet::read::<Sample, _>(Bytes::from(with_fields(&file, &fields))).unwrap_err().to_string();
        assert!(error.starts_with("expected metadata as Parquet has them, found a field that is "), "{error}");
    }
}

/// An element of a schema: a group of so many children, or a column.
fn element(name: &[u8], children: u64) -> Vec<u8> {
    let is_column = [0x15, 2, 0x25, 0, 0x18];
    let head: &[u8] = if children > 0 { &[0x35, 0, 0x18] } else { &is_column };
    let tail = if children > 0 { [&[0x15][..], &unsigned(children * 2), &[0]].concat() } else { vec![0] };
    [head, &[name.len() as u8], name, &tail].concat()
}

fn unsigned(mut number: u64) -> Vec<u8> {
    let mut out = Vec::new();
    while number > 127 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
    out
}

/// A file of no rows with this schema, and these fields of metadata behind it.
fn of_schema(elements: &[Vec<u8>], more: &[u8]) -> Bytes {
    let len = unsigned(elements.len() as u64);
    let metadata = [&[0x15, 2, 0x19, 0xfc][..], &len, &elements.concat(), &[0x16, 0, 0x19, 0x0c], more, &[0]].concat();
    let len = u32::try_from(metadata.len()).unwrap().to_le_bytes();
    Bytes::from([b"PAR1", &metadata[..], &len, b"PAR1"].concat())
}

/// What is wrong with a file, the most bytes that were taken meanwhile, and its length.
fn opened(file: Bytes, options: &ReadOptions) -> (String, u64, u64) {
    let (len, mut error) = (file.len() as u64, None);
    let taken = measure(|| error = parquet::batches_with(file, options).err());
    (error.map(|error| error.to_string()).unwrap_or_default(), taken.bytes_max, len)
}

/// Parquet's library makes a tree of the schema: with room for as many children as a group says that it has, by calls in
/// each other, and with the names of all groups in each column.
#[test]
fn schemas_are_bounded() {
    let read = |elements: &[Vec<u8>], options: &ReadOptions| opened(of_schema(elements, &[]), options);
    let options = ReadOptions::new();
    let columns = |len| vec![element(b"x", 0); len];
    assert_eq!(read(&[vec![element(b"", 2)], columns(2)].concat(), &options).0, "");

    let (error, taken, _) = read(&vec![element(b"", (1 << 31) - 1); 40], &options);
    assert!(error.starts_with("expected a schema that has as many children as its groups say"), "{error}");
    assert!(taken < 8192, "{taken} bytes");
    // Of a larger number the library takes 32 bits.
    let (error, taken, _) = read(&vec![element(b"", (1 << 32) | (1 << 26)); 3], &options);
    assert!(error.starts_with("expected metadata as Parquet has them"), "{error}");
    assert!(taken < 8192, "{taken} bytes");
    // Behind a logical type with a field that is not known, and is as deep as is passed over.
    for lists in 10..20 {
        let inner = [&[0x99][..], &vec![0x19; lists], &[0x13, 7]].concat();
        let mut deep = [&[0x35, 0, 0x18, 0, 0x15][..], &unsigned((1 << 26) * 2), &[0x5c, 0x5c]].concat();
        deep.extend([&inner[..], &[0, 0, 0]].concat());
        let (error, taken, _) = read(&[deep], &options);
        assert!(error.starts_with("expected "), "{error}");
        assert!(taken < 8192, "{taken} bytes");
    }

    let nested = |levels: usize| [vec![element(b"g", 1); levels], columns(1)].concat();
    assert_eq!(read(&nested(64), &options).0, "");
    let (error, taken, _) = read(&nested(100_000), &options);
    assert!(error.starts_with("expected a schema of at most 64 groups in each other, found more"), "{error}");
    assert!(taken < 8192, "{taken} bytes");

    let named = |len| [vec![element(b"", 1), element(&[b'g'; 127], len as u64)], columns(len)].concat();
    let (error, taken, len) = read(&named(30_000), &options);
    assert_eq!(error, "");
    assert!(taken < (64 << 20) + 32 * len, "{taken} bytes");
    let (error, taken, _) = read(&named(60_000), &options);
    assert!(error.starts_with("limit exceeded: at most "), "{error}");
    assert!(taken < 8192, "{taken} bytes");
    assert_eq!(read(&named(60_000), &ReadOptions::new().max_expanded(1 << 30)).0, "");
}

/// A message of a schema whose fields are there once, and named in many places: so many structs of so many columns.
fn shared_schema(structs: usize, columns: usize) -> Vec<u8> {
    use arrow_ipc_60::{
        BoolBuilder, FieldBuilder, MessageBuilder, MessageHeader, MetadataVersion, SchemaBuilder, Struct_Builder, Type,
    };
    let mut out = FlatBufferBuilder::new();
    let name = out.create_string(&"n".repeat(1000));
    let none = out.create_vector::<flatbuffers::WIPOffset<arrow_ipc_60::Field<'_>>>(&[]);
    let (bool, of) = (BoolBuilder::new(&mut out).finish(), Struct_Builder::new(&mut out).finish());
    let types = [(Type::Bool, bool.as_union_value()), (Type::Struct_, of.as_union_value())];
    let field = |out: &mut FlatBufferBuilder<'static>, (kind, data), children| {
        let mut field = FieldBuilder::new(out);
        field.add_name(name);
        field.add_type_type(kind);
        field.add_type_(data);
        field.add_children(children);
        field.finish()
    };
    let column = field(&mut out, types[0], none);
    let children = out.create_vector(&vec![column; columns]);
    let group = field(&mut out, types[1], children);
    let fields = out.create_vector(&vec![group; structs]);
    let mut schema = SchemaBuilder::new(&mut out);
    schema.add_fields(fields);
    let schema = schema.finish();
    let mut message = MessageBuilder::new(&mut out);
    message.add_version(MetadataVersion::V5);
    message.add_header_type(MessageHeader::Schema);
    message.add_header(schema.as_union_value());
    let message = message.finish();
    out.finish(message, None);
    out.finished_data().to_vec()
}

#[test]
fn schemas_of_arrow_are_bounded() {
    let of_message = |message: &[u8]| {
        let (key, text) = (b"ARROW:schema", STANDARD.encode(message).into_bytes());
        let pair = [&[0x19, 0x1c, 0x18, key.len() as u8][..], key, &[0x18], &unsigned(text.len() as u64), &text, &[0]];
        of_schema(&[element(b"", 1), element(b"x", 0)], &pair.concat())
    };
    let message = shared_schema(690, 690);
    for file in [of_message(&message), of_message(&[&[255, 255, 255, 255, 0, 0, 0, 0], &message[..]].concat())] {
        let (error, taken, len) = opened(file, &ReadOptions::new());
        assert!(error.starts_with("limit exceeded: at most "), "{error}");
        assert!(taken < 32 * len, "{taken} bytes");
    }
    // One that is small is not that of the file.
    let (error, ..) = opened(of_message(&shared_schema(2, 2)), &ReadOptions::new());
    assert!(error.contains("incompatible arrow schema"), "{error}");
    // A stream has it too.
    let padded = [&message[..], &vec![0; message.len().next_multiple_of(8) - message.len()]].concat();
    let stream = [&[255; 4][..], &u32::try_from(padded.len()).unwrap().to_le_bytes(), &padded].concat();
    let mut error = None;
    let taken = measure(|| error = tensor_format_arrow::ipc::read_stream::<OnlyY, _>(&stream[..]).err());
    let error = error.unwrap().to_string();
    assert!(error.starts_with("limit exceeded: at most "), "{error}");
    assert!(taken.bytes_max < 32 * stream.len() as u64, "{taken:?}");
}
