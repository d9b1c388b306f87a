//! Small files that would become large: as pages and buffers that do not expand as they claim, rows that take no bytes, and
//! bytes that are read again and again. And those that only look like them.

use std::{io::Cursor, sync::Arc};

use allocation_counter::measure;
use arrow_array_60::{
    Array, ArrayRef, BinaryArray, DictionaryArray, FixedSizeBinaryArray, FixedSizeListArray, Float32Array, Int8Array,
    RecordBatch, StringArray, StringViewArray, types::Int8Type,
};
use arrow_buffer_60::{Buffer, ScalarBuffer};
use arrow_ipc_60::{
    CompressionType,
    reader::read_footer_length,
    root_as_footer,
    writer::{FileWriter, IpcWriteOptions, StreamWriter},
};
use arrow_schema_60::{DataType, Field, Schema};
use tensor_format::{DecodeError, DecodeOwned, ErrorKind, Tensor, error::Limit};
use tensor_format_arrow::{BatchBuilder, ReadOptions, WriteOptions, from_batch, ipc, to_batch};

fn exceeds(error: &DecodeError, limit: Limit) -> bool {
    matches!(error.kind(), ErrorKind::LimitExceeded { limit: found, .. } if *found == limit)
}

fn batch(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    let fields = columns.iter().map(|(name, array)| Field::new(*name, array.data_type().clone(), false));
    let schema = Schema::new(fields.collect::<Vec<_>>());
    RecordBatch::try_new(Arc::new(schema), columns.into_iter().map(|(_, array)| array).collect()).unwrap()
}

fn as_file(batch: &RecordBatch, times: usize) -> Vec<u8> {
    let mut writer = FileWriter::try_new(Vec::new(), &batch.schema()).unwrap();
    (0..times).for_each(|_| writer.write(batch).unwrap());
    writer.into_inner().unwrap()
}

#[cfg(all(feature = "parquet", feature = "compression"))]
mod parquet_files {
    use std::io::Write;

    use bytes::Bytes;
    use lz4_flex::frame::{BlockSize, FrameEncoder, FrameInfo};
    use parquet_60::{
        arrow::ArrowWriter,
        basic::{Compression, GzipLevel, ZstdLevel},
        file::{
            metadata::{ColumnChunkMetaDataBuilder, ParquetMetaDataReader, ParquetMetaDataWriter},
            properties::WriterProperties,
        },
    };
    use tensor_format::Tensor;
    use tensor_format_arrow::parquet;

    use super::*;

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
    fn with_column(
        file: &[u8],
        change: impl FnOnce(ColumnChunkMetaDataBuilder) -> ColumnChunkMetaDataBuilder,
    ) -> Vec<u8> {
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

    fn varint(mut number: usize) -> Vec<u8> {
        let mut out = Vec::new();
        number *= 2;
        while number > 127 {
            out.push(number as u8 | 128);
            number >>= 7;
        }
        out.push(number as u8);
        out
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
        let bombs = [
            (lz4.finish().unwrap(), Compression::LZ4),
            (gzip.finish().unwrap(), Compression::GZIP(GzipLevel::default())),
        ];
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
        let file = written(
            &batch(vec![("x", lists), ("b", Arc::new(StringArray::from(vec!["a", "b"])))]),
            Compression::SNAPPY,
        );
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
    }
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Rows {
    x: f32,
    s: String,
}

fn rows(count: u16) -> Vec<Rows> {
    (0..count).map(|at| Rows { x: at.into(), s: at.to_string() }).collect()
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct OnlyY {
    y: Option<f32>,
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Empty {
    x: [[f32; 0]; 3],
}

/// Reads a file or a stream in every way; all agree.
fn read<T: DecodeOwned + PartialEq + std::fmt::Debug>(
    file: &[u8],
    stream: &[u8],
    options: &ReadOptions,
) -> Result<Vec<T>, DecodeError> {
    let in_place = || -> Result<Vec<T>, DecodeError> {
        let batches = ipc::file_in_place_with(file.to_vec(), options)?.columns_of::<T>()?;
        batches
            .map(|batch| from_batch::<T>(&batch.map_err(ipc::unread)?))
            .collect::<Result<Vec<_>, _>>()
            .map(|all| all.into_iter().flatten().collect())
    };
    let read = ipc::read_file_with::<T, _>(Cursor::new(file), options);
    let others = [in_place(), ipc::read_stream_with::<T, _>(stream, options)];
    for other in others {
        match (&read, other) {
            (Ok(read), Ok(other)) => assert_eq!(*read, other),
            (Err(read), Err(other)) => assert_eq!(read.to_string(), other.to_string()),
            (read, other) => panic!("{read:?} and {other:?}"),
        }
    }
    read
}

#[test]
fn rows_that_we_write_without_elements_are_read() {
    let values = vec![Empty { x: [[]; 3] }; 5000];
    let file = ipc::write_file(Vec::new(), &values).unwrap();
    let stream = ipc::write_stream(Vec::new(), &values).unwrap();
    assert_eq!(read::<Empty>(&file, &stream, &ReadOptions::new()).unwrap(), values);
    let mut builder = BatchBuilder::<Empty>::new(&WriteOptions::new()).unwrap();
    let full: Vec<_> = values.iter().filter_map(|value| builder.push(value).unwrap()).collect();
    assert_eq!(full.iter().map(RecordBatch::num_rows).collect::<Vec<_>>(), [4096]);
    let error = to_batch(&values).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::EmptyItems, .. }), "{error}");
    assert_eq!(from_batch::<Empty>(&to_batch(&values[..4096]).unwrap()).unwrap().len(), 4096);
}

#[test]
fn rows_of_absent_columns_weigh_what_the_others_do() {
    let values = rows(5000);
    let (file, stream) =
        (ipc::write_file(Vec::new(), &values).unwrap(), ipc::write_stream(Vec::new(), &values).unwrap());
    let read = |file: &[u8], stream: &[u8]| read::<OnlyY>(file, stream, &ReadOptions::new());
    assert_eq!(read(&file, &stream).unwrap(), vec![OnlyY { y: None }; 5000]);
    // And of the whole batch.
    assert_eq!(from_batch::<OnlyY>(&to_batch(&values).unwrap()).unwrap().len(), 5000);
    // More rows than the buffers have bits for.
    let more = |bytes: &[u8]| {
        let mut bytes = bytes.to_vec();
        let claim = 5000i64.to_le_bytes();
        let places: Vec<usize> = (0..bytes.len() - 8).filter(|at| bytes[*at..at + 8] == claim).collect();
        assert!(places.len() >= 3, "{places:?}");
        places.iter().for_each(|at| bytes[*at..at + 8].copy_from_slice(&(1i64 << 32).to_le_bytes()));
        bytes
    };
    let error = read(&more(&file), &more(&stream)).unwrap_err();
    assert!(exceeds(&error, Limit::EmptyItems), "{error}");
}

#[test]
fn metadata_alone_are_rows() {
    #[derive(Tensor, Debug, PartialEq)]
    struct Noted {
        #[tensor(metadata)]
        note: Option<u32>,
    }
    let values: Vec<Noted> = (0..5000).map(|at| Noted { note: Some(at) }).collect();
    let (file, stream) =
        (ipc::write_file(Vec::new(), &values).unwrap(), ipc::write_stream(Vec::new(), &values).unwrap());
    assert_eq!(read::<Noted>(&file, &stream, &ReadOptions::new()).unwrap(), values);
    assert_eq!(from_batch::<Noted>(&to_batch(&values).unwrap()).unwrap(), values);
}

#[test]
fn the_limit_of_rows_without_bytes_can_be_raised() {
    let items: ArrayRef = Arc::new(Float32Array::from(Vec::<f32>::new()));
    let item = Arc::new(Field::new("item", DataType::Float32, true));
    let lists = FixedSizeListArray::try_new_with_length(item.clone(), 0, items, None, 15_000).unwrap();
    let lists = FixedSizeListArray::try_new(
        Arc::new(Field::new("item", lists.data_type().clone(), true)),
        3,
        Arc::new(lists),
        None,
    )
    .unwrap();
    // Another library writes them as one batch.
    let batch = batch(vec![("x", Arc::new(lists))]);
    let file = as_file(&batch, 2);
    let mut writer = StreamWriter::try_new(Vec::new(), &batch.schema()).unwrap();
    (0..2).for_each(|_| writer.write(&batch).unwrap());
    let stream = writer.into_inner().unwrap();
    let error = read::<Empty>(&file, &stream, &ReadOptions::new()).unwrap_err();
    assert!(exceeds(&error, Limit::EmptyItems), "{error}");
    assert!(error.to_string().contains("`max_empty_items`"), "{error}");
    let raised = ReadOptions::new().max_empty_items(5000);
    assert_eq!(read::<Empty>(&file, &stream, &raised).unwrap(), vec![Empty { x: [[]; 3] }; 10_000]);
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Word {
    s: String,
}

#[test]
fn blocks_do_not_share_bytes() {
    let file = as_file(&to_batch(&[Word { s: "word".repeat(1000) }]).unwrap(), 3);
    assert_eq!(ipc::read_file::<Word, _>(Cursor::new(&file)).unwrap().len(), 3);
    let len = read_footer_length(*file.last_chunk().unwrap()).unwrap();
    let at = file.len() - 10 - len;
    let footer = root_as_footer(&file[at..file.len() - 10]).unwrap();
    let blocks: Vec<[u8; 24]> = footer.recordBatches().unwrap().iter().map(|block| block.0).collect();
    let mut shared = file.clone();
    let third = file.windows(24).rposition(|window| window == blocks[2]).unwrap();
    shared[third..third + 24].copy_from_slice(&blocks[0]);
    for read in
        [ipc::read_file::<Word, _>(Cursor::new(&shared)).map(|_| ()), ipc::file_in_place(shared.clone()).map(|_| ())]
    {
        assert!(read.unwrap_err().to_string().contains("bytes of its own"));
    }
}

#[test]
fn buffers_do_not_share_bytes() {
    let numbers =
        |from: f32| -> ArrayRef { Arc::new(Float32Array::from_iter_values((0..100).map(|at| from + at as f32))) };
    let file = as_file(&batch(vec![("a", numbers(0.0)), ("b", numbers(1.0))]), 1);
    #[derive(Tensor, Debug)]
    #[allow(dead_code, reason = "never read")]
    struct Two {
        a: f32,
        b: f32,
    }
    assert_eq!(ipc::read_file::<Two, _>(Cursor::new(&file)).unwrap().len(), 100);
    // The place of the second column's numbers becomes that of the first.
    let place = |start: i64| [start.to_le_bytes(), 400i64.to_le_bytes()].concat();
    let of = |file: &[u8], start| file.windows(16).position(|window| window == place(start));
    let (first, second) = (0, (64..1024).step_by(8).find(|start| of(&file, *start).is_some()).unwrap());
    assert!(of(&file, first).is_some());
    let at = of(&file, second).unwrap();
    let mut shared = file.clone();
    shared[at..at + 16].copy_from_slice(&place(first));
    let error = ipc::read_file::<Two, _>(Cursor::new(&shared)).unwrap_err();
    assert!(error.to_string().contains("bytes of its own"), "{error}");
}

#[test]
fn texts_that_share_bytes_count_as_often_as_they_are_there() {
    const LEN: u32 = 1 << 16;
    let text = "y".repeat(LEN as usize);
    let view = u128::from(LEN) | u128::from(u32::from_le_bytes(*b"yyyy")) << 32;
    let views = |rows: usize| -> ArrayRef {
        let buffer = Buffer::from_slice_ref(text.as_bytes());
        Arc::new(StringViewArray::try_new(ScalarBuffer::from(vec![view; rows]), vec![buffer], None).unwrap())
    };
    let words = |rows: usize| -> ArrayRef {
        let words = Arc::new(StringArray::from(vec![text.as_str()]));
        Arc::new(DictionaryArray::<Int8Type>::try_new(Int8Array::from(vec![0; rows]), words).unwrap())
    };
    for of in [&views as &dyn Fn(usize) -> ArrayRef, &words] {
        let bytes = as_file(&batch(vec![("s", of(100))]), 1);
        assert_eq!(ipc::read_file::<Word, _>(Cursor::new(&bytes)).unwrap(), vec![Word { s: text.clone() }; 100][..]);
        // 64 MiB, 32 times the batch, and one row more.
        let bytes = as_file(&batch(vec![("s", of(1200))]), 1);
        let mut error = None;
        let taken = measure(|| error = ipc::read_file::<Word, _>(Cursor::new(&bytes)).err());
        assert!(exceeds(&error.unwrap(), Limit::Expanded));
        assert!(taken.bytes_max < 4 << 20, "{} bytes", taken.bytes_max);
        let raised = ReadOptions::new().max_expanded(100 << 20);
        assert_eq!(ipc::read_file_with::<Word, _>(Cursor::new(&bytes), &raised).unwrap().len(), 1200);
    }
}

#[cfg(feature = "compression")]
#[test]
fn buffers_expand_to_no_more_than_they_claim() {
    const ROWS: i64 = 8 << 20;
    let x: ArrayRef = Arc::new(Float32Array::from(vec![0.0; ROWS as usize]));
    let batch = batch(vec![("x", x)]);
    let options = IpcWriteOptions::default().try_with_compression(Some(CompressionType::LZ4_FRAME)).unwrap();
    let mut writer = StreamWriter::try_new_with_options(Vec::new(), &batch.schema(), options).unwrap();
    writer.write(&batch).unwrap();
    let mut stream = writer.into_inner().unwrap();
    let mut change = |from: i64, to: i64| {
        let (from, to) = (from.to_le_bytes(), to.to_le_bytes());
        let places: Vec<usize> = (0..stream.len() - 8).filter(|at| stream[*at..at + 8] == from).collect();
        assert!(!places.is_empty());
        places.iter().for_each(|at| stream[*at..at + 8].copy_from_slice(&to));
    };
    // 1,000 bytes, and as many rows as these are.
    change(4 * ROWS, 1000);
    change(ROWS, 250);
    macro_rules! refused {
        ($($version:ident)*) => { $( {
            use tensor_format_arrow::$version::ipc;
            let mut error = None;
            let taken = measure(|| error = ipc::stream_batches(&stream[..]).unwrap().next().unwrap().err());
            assert!(error.is_some(), stringify!($version));
            // A frame is read in blocks of 4 MiB, of which the one before is kept.
            assert!(taken.bytes_max < 10 << 20, "{}: {} bytes", stringify!($version), taken.bytes_max);
        } )* };
    }
    refused!(v60);
    #[cfg(feature = "arrow-59")]
    refused!(v59);
    #[cfg(feature = "arrow-58")]
    refused!(v58);
}
