//! Messages of files and streams: what of them is read, where it lies, and what is refused before arrow-rs sees it.

#[path = "shared/columns.rs"]
mod columns;
#[path = "shared/every_type.rs"]
mod every_type;

use std::{
    cell::Cell,
    io::{Cursor, Read, Seek, SeekFrom},
    rc::Rc,
    sync::Arc,
};

use allocation_counter::measure;
use arrow_array_60::{FixedSizeListArray, RecordBatch, StructArray};
use arrow_buffer_60::NullBuffer;
use arrow_ipc_60::{
    CompressionType, root_as_message,
    writer::{IpcWriteOptions, StreamWriter},
};
use arrow_schema_60::{DataType, Field, Fields, Schema};
use columns::{Mixed, mixed};
use every_type::every_type;
use ndarray::{Array3, ArrayView3};
use tensor_format::{ErrorKind, Tensor, error::Limit};
use tensor_format_arrow::{ReadOptions, Rows, TensorColumn, from_batch, ipc, to_batch};

/// Writes a batch as a stream.
fn stream(batch: &RecordBatch, compression: Option<CompressionType>) -> Vec<u8> {
    let options = IpcWriteOptions::default().try_with_compression(compression).unwrap();
    let mut out = Vec::new();
    let mut writer = StreamWriter::try_new_with_options(&mut out, &batch.schema(), options).unwrap();
    writer.write(batch).unwrap();
    writer.finish().unwrap();
    out
}

/// Where a stream is cut off, its error says up to where it is whole.
#[test]
fn a_stream_that_is_cut_off_is_whole_up_to_the_place_of_the_error() {
    let rows = mixed();
    let mut out = Vec::new();
    let mut writer = StreamWriter::try_new(&mut out, &to_batch(&rows).unwrap().schema()).unwrap();
    for rows in rows.chunks(2) {
        writer.write(&to_batch(rows).unwrap()).unwrap();
    }
    writer.finish().unwrap();
    let mut whole = Vec::new();
    for len in 1..out.len() {
        let Err(error) = ipc::read_stream::<Mixed, _>(&out[..len]) else { continue };
        let place = error.offset().expect("a place");
        let text = format!("expected the rest of a message: the input is cut off, found its end (byte {place})");
        assert_eq!(error.to_string(), text);
        if whole.last() != Some(&place) {
            whole.push(place);
        }
    }
    // The schema, two batches and the end of the stream.
    assert_eq!((whole.len(), whole[0], whole[3] as usize), (4, 0, out.len() - 8));
    for (read, place) in whole[1..].iter().enumerate() {
        let before = ipc::read_stream::<Mixed, _>(&out[..*place as usize]).unwrap();
        assert_eq!(format!("{before:?}"), format!("{:?}", &rows[..2 * read]));
    }
}

/// What is wrong with a message of a stream or a file has the place of the message.
#[test]
fn messages_at_fault_are_named_by_their_place() {
    let batch = to_batch(&mixed()).unwrap();
    let mut stream = stream(&batch, None);
    let (head, _) = last_message(&stream);
    stream[head..head + 4].fill(0xff);
    assert_eq!(ipc::read_stream::<Mixed, _>(&stream[..]).unwrap_err().offset(), Some(head as u64 - 8));
    let mut file = ipc::write_file(Vec::new(), &mixed()).unwrap();
    let at = file.windows(4).rposition(|bytes| bytes == [0xff; 4]).unwrap();
    let block =
        (0..=at).rev().find(|at| file[*at..].starts_with(&[0xff; 4]) && root_as_message(&file[at + 8..]).is_ok());
    let block = block.expect("the message of the batch");
    file[block + 8..block + 12].fill(0xff);
    let error = ipc::read_file::<Mixed, _>(Cursor::new(&file)).unwrap_err();
    assert_eq!(error.offset(), Some(block as u64), "{error}");
}

/// Returns where the head and the body of the last message of a stream begin.
fn last_message(stream: &[u8]) -> (usize, usize) {
    let (mut at, mut last) = (0, (0, 0));
    loop {
        let len = u32::from_le_bytes(stream[at + 4..at + 8].try_into().unwrap()) as usize;
        if len == 0 {
            return last;
        }
        let (head, body) = (at + 8, at + 8 + len);
        last = (head, body);
        at = body + root_as_message(&stream[head..body]).unwrap().bodyLength() as usize;
    }
}

/// Reads all of a stream; returns the number of its batches and tensors that were read.
fn read_all(bytes: &[u8]) -> usize {
    let mut read = ipc::read_stream::<Mixed, _>(bytes).map_or(0, |rows| rows.len());
    for batch in ipc::stream_batches(bytes).into_iter().flatten().map_while(Result::ok) {
        read += 1;
        for field in batch.schema().fields() {
            let Ok(column) = TensorColumn::new(&batch, field.name()) else { continue };
            let rows = 0..column.rows().min(10);
            read += rows.filter(|row| column.get::<tensor_format::Tensor>(*row).is_ok()).count();
        }
    }
    read
}

#[test]
fn no_number_of_a_head_makes_a_panic() {
    let mixed = to_batch(&mixed()).unwrap();
    let lz4 = Some(CompressionType::LZ4_FRAME);
    let every = every_type();
    let bases =
        [(mixed.slice(0, 0), None), (every.slice(0, 0), None), (every, None), (mixed.clone(), lz4), (mixed, None)];
    let mut refused = 0;
    for (batch, codec) in bases {
        let bytes = stream(&batch, codec);
        // What was compressed may expand.
        let most = if codec.is_some() { 65 << 20 } else { 1 << 20 };
        assert!(read_all(&bytes) > 0);
        let (head, body) = last_message(&bytes);
        for at in (head..body - 3).step_by(4) {
            for value in [0, 3, -1, i32::MAX] {
                let mut damaged = bytes.clone();
                damaged[at..at + 4].copy_from_slice(&value.to_le_bytes());
                let mut read = 0;
                let taken = measure(|| read = read_all(&damaged));
                refused += usize::from(read == 0);
                assert!(taken.bytes_max < most, "{value} at {at}: {} bytes", taken.bytes_max);
            }
        }
    }
    assert!(refused > 1000, "{refused}");
}

#[test]
fn compressed_buffers_expand_only_so_far() {
    let bytes = stream(&to_batch(&mixed()).unwrap(), Some(CompressionType::ZSTD));
    let (head, body) = last_message(&bytes);
    let message = root_as_message(&bytes[head..body]).unwrap();
    let buffers: Vec<_> = message.header_as_record_batch().unwrap().buffers().unwrap().iter().copied().collect();
    let mut claims = 0;
    for buffer in buffers.iter().filter(|buffer| buffer.length() > 0) {
        let at = body + buffer.offset() as usize;
        let mut damaged = bytes.clone();
        damaged[at..at + 8].copy_from_slice(&(1i64 << 40).to_le_bytes());
        let taken = measure(|| {
            let error = ipc::read_stream::<Mixed, _>(&damaged[..]).unwrap_err();
            assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Expanded, .. }), "{error}");
        });
        assert!(taken.bytes_max < 1 << 20, "{} bytes", taken.bytes_max);
        claims += 1;
    }
    assert!(claims > 5, "{claims}");
    let read = |options: &ReadOptions| ipc::stream_batches_with(&bytes[..], options).unwrap().next().unwrap();
    assert_eq!(read(&ReadOptions::new().max_expanded(4096)).unwrap().num_rows(), 4);
    assert!(read(&ReadOptions::new().max_expanded(100)).is_err());
}

#[test]
fn lists_of_items_without_memory_are_few() {
    // Lists of structs without fields, which must not be null: arrow-rs makes a bit for each.
    let list = |size: i32| {
        let item = Arc::new(Field::new("item", DataType::Struct(Fields::empty()), false));
        let items = Arc::new(StructArray::new_empty_fields(size as usize * 2, None));
        let nulls = Some(NullBuffer::from(vec![true, false]));
        let array = FixedSizeListArray::new(item, size, items, nulls);
        let field = Field::new("x", arrow_array_60::Array::data_type(&array).clone(), true);
        stream(&RecordBatch::try_new(Arc::new(Schema::new(vec![field])), vec![Arc::new(array)]).unwrap(), None)
    };
    let read = |bytes: Vec<u8>| ipc::stream_batches(&bytes[..]).unwrap().next().unwrap().map(|batch| batch.num_rows());
    assert_eq!(read(list(1000)).unwrap(), 2);
    let taken = measure(|| {
        let error = read(list(i32::MAX)).unwrap_err().to_string();
        assert!(error.contains("2^24 items that take no memory"), "{error}");
    });
    assert!(taken.bytes_max < 1 << 20, "{} bytes", taken.bytes_max);
}

/// Four columns, of which a program needs the second: those around it are large.
#[derive(Tensor, Debug)]
struct Wide {
    first: [[f64; 64]; 64],
    label: String,
    many: Vec<f32>,
    last: [[f64; 64]; 64],
}

#[derive(Tensor, Debug, PartialEq)]
struct Narrow {
    label: String,
}

fn wide(count: usize) -> Vec<Wide> {
    let row = |at: usize| Wide {
        first: [[at as f64; 64]; 64],
        label: format!("label {at}"),
        many: vec![0.5; at % 3],
        last: [[at as f64; 64]; 64],
    };
    (0..count).map(row).collect()
}

/// Counts the bytes that are read.
struct Counted<R>(R, Rc<Cell<usize>>);

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let read = self.0.read(out)?;
        self.1.set(self.1.get() + read);
        Ok(read)
    }
}

impl<R: Seek> Seek for Counted<R> {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.0.seek(to)
    }
}

#[test]
fn columns_that_a_type_does_not_have_are_not_read() {
    let wide = wide(40);
    let expected: Vec<Narrow> = wide.iter().map(|row| Narrow { label: row.label.clone() }).collect();
    let options = tensor_format_arrow::WriteOptions::new().max_rows(16);
    let file = ipc::write_file_with(Vec::new(), &wide, &options).unwrap();
    let count = Rc::new(Cell::new(0));
    let values = ipc::file::<Narrow, _>(Counted(Cursor::new(&file), count.clone())).unwrap();
    assert_eq!(values.collect::<Result<Vec<_>, _>>().unwrap(), expected);
    assert!(count.get() < file.len() / 50, "{} of {} bytes", count.get(), file.len());

    let stream = ipc::write_stream_with(Vec::new(), &wide, &options).unwrap();
    assert_eq!(ipc::read_stream::<Narrow, _>(&stream[..]).unwrap(), expected);
    // A buffer without bytes behind what is not read.
    let empty =
        ipc::write_stream(Vec::new(), &[Wide { many: Vec::new(), ..wide.into_iter().next().unwrap() }]).unwrap();
    #[derive(Tensor)]
    struct Ends {
        label: String,
        many: Vec<f32>,
    }
    let read = ipc::read_stream::<Ends, _>(&empty[..]).unwrap();
    assert_eq!((read[0].label.as_str(), read[0].many.len()), ("label 0", 0));
}

#[test]
fn columns_are_chosen_among_those_that_were_chosen() {
    #[derive(Tensor)]
    #[allow(dead_code, reason = "only its rules are asked for")]
    struct Two {
        label: String,
        last: [[f64; 64]; 64],
    }
    #[derive(Tensor, Debug, PartialEq)]
    struct One {
        last: Option<[[f64; 64]; 64]>,
    }
    let expected = [One { last: Some([[0.0; 64]; 64]) }];
    let file = ipc::write_file(Vec::new(), &wide(1)).unwrap();
    let mut batches = ipc::file_batches(Cursor::new(file)).unwrap().columns_of::<Two>().unwrap();
    batches = batches.columns_of::<One>().unwrap();
    assert_eq!(from_batch::<One>(&batches.next().unwrap().unwrap()).unwrap(), expected);
    let stream = ipc::write_stream(Vec::new(), &wide(1)).unwrap();
    let mut batches = ipc::stream_batches(&stream[..]).unwrap().columns_of::<Two>().unwrap();
    batches = batches.columns_of::<One>().unwrap();
    assert_eq!(from_batch::<One>(&batches.next().unwrap().unwrap()).unwrap(), expected);
}

#[derive(Tensor, Debug)]
struct Picture {
    #[tensor(shape = [3, 32, 32])]
    pixels: Array3<f32>,
    label: String,
    place: u32,
}

#[derive(Tensor, Debug)]
struct PictureRef<'f> {
    #[tensor(shape = [3, 32, 32])]
    pixels: ArrayView3<'f, f32>,
    label: &'f str,
}

#[test]
fn a_mapped_file_is_read_in_place() {
    let picture = |at: u32| Picture {
        pixels: Array3::from_elem((3, 32, 32), at as f32),
        label: format!("picture {at}"),
        place: at,
    };
    let pictures: Vec<Picture> = (0..300).map(picture).collect();
    let path = std::env::temp_dir().join(format!("tensor-format-arrow-{}.arrow", std::process::id()));
    let file = std::fs::File::create_new(&path).unwrap();
    ipc::write_file_with(file, &pictures, &tensor_format_arrow::WriteOptions::new().max_rows(100)).unwrap();
    let file = std::fs::File::open(&path).unwrap();
    // SAFETY: the file is of this process alone, and nothing writes it while it is mapped.
    #[allow(unsafe_code, reason = "mapping is unsafe, since others may write the file")]
    let map = unsafe { memmap2::Mmap::map(&file) }.unwrap();
    std::fs::remove_file(&path).unwrap();
    let range = map.as_ptr_range();
    let bytes = bytes::Bytes::from_owner(map);
    let mut rows = 0;
    // Less than one picture, and that for all: the schema and what arrays are described by.
    let taken = measure(|| {
        for batch in ipc::file_in_place(bytes).unwrap().columns_of::<PictureRef<'_>>().unwrap() {
            let batch = batch.unwrap();
            let column = TensorColumn::new(&batch, "pixels").unwrap();
            let whole = column.whole().unwrap();
            assert_eq!(whole.shape(), &[100, 3, 32, 32]);
            let each = measure(|| {
                for row in Rows::<PictureRef<'_>>::new(&batch).unwrap() {
                    let row = row.unwrap();
                    assert!(range.contains(&row.pixels.as_ptr().cast::<u8>()) && range.contains(&row.label.as_ptr()));
                    assert_eq!(row.pixels[[2, 31, 31]], rows as f32);
                    assert_eq!(row.label.len(), "picture ".len() + rows.to_string().len());
                    rows += 1;
                }
            });
            // Of the test itself: the digits of each number; and what finds the columns.
            assert!(each.bytes_max < 4096, "{} bytes", each.bytes_max);
        }
    });
    assert_eq!(rows, 300);
    assert!(taken.bytes_max < 12 * 1024, "{} bytes", taken.bytes_max);
}
