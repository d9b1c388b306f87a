//! Small files that would become large: as pages and buffers that do not expand as they claim, rows that take no bytes, and
//! bytes that are read again and again. And those that only look like them.

#[path = "shared/small.rs"]
mod small;

use std::{io::Cursor, sync::Arc};

use allocation_counter::measure;
use arrow_array_60::{Array, ArrayRef, FixedSizeListArray, Float32Array, RecordBatch, StringViewArray};
use arrow_buffer_60::{Buffer, ScalarBuffer};
use arrow_ipc_60::{
    CompressionType,
    reader::read_footer_length,
    root_as_footer,
    writer::{FileWriter, IpcWriteOptions, StreamWriter},
};
use arrow_schema_60::{DataType, Field};
use small::{OnlyY, batch, exceeds, rows};
use tensor_format::{Batch, DecodeError, DecodeOwned, ErrorKind, Tensor, error::Limit};
use tensor_format_arrow::{BatchBuilder, ReadOptions, WriteOptions, from_batch, ipc, to_batch};

fn as_file(batch: &RecordBatch, times: usize) -> Vec<u8> {
    let mut writer = FileWriter::try_new(Vec::new(), &batch.schema()).unwrap();
    (0..times).for_each(|_| writer.write(batch).unwrap());
    writer.into_inner().unwrap()
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
    // Their messages are at other places.
    let text = |error: &DecodeError| {
        let (text, place) = (error.to_string(), error.offset().expect("the place of a message"));
        text.strip_suffix(&format!(" (byte {place})")).map(str::to_owned)
    };
    let read = ipc::read_file_with::<T, _>(Cursor::new(file), options);
    let others = [in_place(), ipc::read_stream_with::<T, _>(stream, options)];
    for other in others {
        match (&read, other) {
            (Ok(read), Ok(other)) => assert_eq!(*read, other),
            (Err(read), Err(other)) => assert_eq!(text(read), text(&other)),
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

/// Each of these is a vector in memory, and nothing in the columns.
#[test]
fn items_without_elements_are_bounded_over_a_batch() {
    #[derive(Tensor, Debug, Clone, PartialEq)]
    struct Crops {
        id: u32,
        crops: Batch<Vec<f32>>,
    }

    let rows = |rows: u32, each: usize| -> Vec<Crops> {
        (0..rows).map(|id| Crops { id, crops: Batch(vec![Vec::new(); each]) }).collect()
    };
    // A row has 16 bytes: its number, two sizes and an offset, for 4 more than its share.
    for (count, each, is_read) in
        [(1, 4100, true), (1, 4101, false), (64, 68, true), (64, 69, false), (1000, 4096, false)]
    {
        let batch = to_batch(&rows(count, each)).unwrap();
        for again in 0..2 {
            let read = from_batch::<Crops>(&batch);
            assert_eq!(read.is_ok(), is_read, "{count} rows of {each}, time {again}");
            if let Err(error) = read {
                assert!(exceeds(&error, Limit::EmptyItems), "{error}");
            }
        }
    }
    // Of these each has an element.
    let values: Vec<_> = (0..500).map(|id| Crops { id, crops: Batch(vec![vec![1.0]; 100]) }).collect();
    assert_eq!(from_batch::<Crops>(&to_batch(&values).unwrap()).unwrap(), values);
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
    let bytes = as_file(&batch(vec![("s", views(100))]), 1);
    assert_eq!(ipc::read_file::<Word, _>(Cursor::new(&bytes)).unwrap(), vec![Word { s: text.clone() }; 100][..]);
    // 64 MiB, 32 times the batch, and one row more.
    let bytes = as_file(&batch(vec![("s", views(1200))]), 1);
    let mut error = None;
    let taken = measure(|| error = ipc::read_file::<Word, _>(Cursor::new(&bytes)).err());
    assert!(exceeds(&error.unwrap(), Limit::Expanded));
    assert!(taken.bytes_max < 4 << 20, "{} bytes", taken.bytes_max);
    let raised = ReadOptions::new().max_expanded(100 << 20);
    assert_eq!(ipc::read_file_with::<Word, _>(Cursor::new(&bytes), &raised).unwrap().len(), 1200);
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
