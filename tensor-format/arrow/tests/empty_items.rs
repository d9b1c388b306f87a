//! Items without elements: as many are read as are written, and their number is bounded by the bytes of the input.

use std::{fmt::Debug, io::Cursor, sync::Arc};

use allocation_counter::measure;
use arrow_array_60::{Array, ArrayRef, FixedSizeBinaryArray, FixedSizeListArray, Float32Array, ListArray, RecordBatch};
use arrow_buffer_60::OffsetBuffer;
use arrow_schema_60::{DataType, Field};
use tensor_format::{
    Binary, BinaryRef, DecodeError, DecodeOwned, Encode, ErrorKind, HasRules, Many, Ragged, Tensor, error::Limit,
};
use tensor_format_arrow::{ReadOptions, Rows, TensorColumn, Values, check_batch, from_batch, ipc, to_batch};

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Tags {
    id: u32,
    #[tensor(ragged)]
    tags: Vec<Vec<String>>,
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Notes {
    notes: Ragged<Option<f32>>,
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Deep {
    deep: Ragged<Vec<Vec<u8>>>,
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Video {
    frames: Vec<Frame>,
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Frame {
    score: f32,
    boxes: Vec<[f32; 4]>,
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Empty {
    #[tensor(shape = [0])]
    each: Many<Vec<f32>>,
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Nothing {
    rows: Vec<[f32; 0]>,
}

fn exceeds(error: &DecodeError) -> bool {
    matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::EmptyItems, .. })
}

/// Reads what is written of the values in every way, and gives the first error.
fn read<T: Encode + DecodeOwned + PartialEq + Debug>(values: &[T], options: &ReadOptions) -> Result<(), DecodeError> {
    let file = ipc::write_file(Vec::new(), values).unwrap();
    assert_eq!(ipc::read_file_with::<T, _>(Cursor::new(&file), options)?, values);
    let stream = ipc::write_stream(Vec::new(), values).unwrap();
    assert_eq!(ipc::read_stream_with::<T, _>(&stream[..], options)?, values);
    #[cfg(feature = "parquet")]
    {
        use tensor_format_arrow::parquet;
        let file = bytes::Bytes::from(parquet::write(Vec::new(), values).unwrap());
        assert_eq!(parquet::read_with::<T, _>(file, options)?, values);
    }
    Ok(())
}

/// The same without options, of a batch as a whole, in parts, and by rows in any order.
#[track_caller]
fn is_read<T: Encode + DecodeOwned + PartialEq + Debug>(values: &[T]) {
    read(values, &ReadOptions::new()).unwrap();
    let batch = to_batch(values).unwrap();
    assert_eq!(from_batch::<T>(&batch).unwrap(), values);
    let (half, rest) = (values.len() / 2, values.len() - values.len() / 2);
    assert_eq!(from_batch::<T>(&batch.slice(half, rest)).unwrap(), &values[half..]);
    let rows = Rows::<T>::new(&batch).unwrap();
    for row in (0..values.len()).rev().take(10).chain([0, 0]) {
        assert_eq!(rows.get(row).unwrap(), values[row]);
    }
}

#[test]
fn empty_lists_are_read_however_many_rows_there_are() {
    for rows in [1, 100, 4095, 4096, 10_000] {
        let tags = |id| Tags { id, tags: vec![Vec::new(), Vec::new()] };
        is_read(&(0..rows).map(tags).collect::<Vec<_>>());
        is_read(&vec![Notes { notes: Ragged(vec![None, None, Some(1.0)]) }; rows as usize]);
        is_read(&vec![Deep { deep: Ragged(vec![vec![], vec![vec![], vec![1, 2]]]) }; rows as usize]);
        is_read(&vec![Video { frames: vec![Frame { score: 0.5, boxes: Vec::new() }; 3] }; rows as usize]);
        // Parquet has no lists of size 0.
        let empty = vec![Empty { each: Many(vec![Vec::new(); 2]) }; rows as usize];
        let file = ipc::write_file(Vec::new(), &empty).unwrap();
        assert_eq!(ipc::read_file::<Empty, _>(Cursor::new(&file)).unwrap(), empty);
        assert_eq!(from_batch::<Empty>(&to_batch(&empty).unwrap()).unwrap(), empty);
    }
    // Many in a row.
    is_read(&vec![Tags { id: 1, tags: vec![Vec::new(); 5000] }; 10]);
    is_read(&vec![Video { frames: vec![Frame { score: 0.5, boxes: Vec::new() }; 5000] }; 10]);
    // One among many others.
    let tags = |id| Tags { id, tags: if id == 5 { vec![Vec::new(); 2] } else { vec![vec!["a".into()]] } };
    is_read(&(0..70_000).map(tags).collect::<Vec<_>>());
}

#[test]
fn items_that_take_no_bytes_are_bounded() {
    let nothing = |rows: usize, each: usize| vec![Nothing { rows: vec![[]; each] }; rows];
    is_read(&nothing(1000, 4));
    is_read(&nothing(1, 4000));
    for values in [nothing(5000, 10), nothing(1, 5000), nothing(100, 100)] {
        let error = read(&values, &ReadOptions::new()).unwrap_err();
        assert!(exceeds(&error), "{error}");
        assert!(error.to_string().contains("`max_empty_items`"), "{error}");
        let error = from_batch::<Nothing>(&to_batch(&values).unwrap()).unwrap_err();
        assert!(exceeds(&error), "{error}");
        read(&values, &ReadOptions::new().max_empty_items(50_000)).unwrap();
        assert!(read(&values, &ReadOptions::new().max_empty_items(4000)).is_err());
    }
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Wide {
    flag: u8,
    values: Option<[f64; 200]>,
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Wides {
    all: Vec<Wide>,
}

/// Records that take many times as much as their columns count for the whole row.
#[test]
fn records_of_next_to_nothing_are_bounded() {
    let values = vec![Wides { all: vec![Wide { flag: 0, values: None }; 4000] }; 50];
    let file = ipc::write_file(Vec::new(), &values).unwrap();
    let mut read = None;
    let taken = measure(|| read = Some(ipc::read_file::<Wides, _>(Cursor::new(&file))));
    let Some(Err(error)) = read else { panic!("too many are read") };
    assert!(exceeds(&error), "{error}");
    assert!(taken.bytes_max <= 64 * file.len() as u64 + (1 << 20), "{} bytes of {}", taken.bytes_max, file.len());
    let raised = ReadOptions::new().max_empty_items(1 << 22);
    assert!(ipc::read_file_with::<Wides, _>(Cursor::new(&file), &raised).unwrap() == values);
}

#[test]
fn batches_of_other_programs_are_read_with_options_too() {
    let values: Vec<Wides> = vec![Wides { all: vec![Wide { flag: 0, values: None }; 2] }; 1000];
    let batch = to_batch(&values).unwrap();
    assert!(exceeds(&from_batch::<Wides>(&batch).unwrap_err()));
    let raised = ReadOptions::new().max_empty_items(1 << 20);
    let rows = Rows::<Wides>::new(&batch).unwrap().with_options(&raised);
    assert!(rows.collect::<Result<Vec<_>, _>>().unwrap() == values);
    let read = Values::<Wides, _>::new(&batch.schema(), [Ok(batch.clone())].into_iter()).unwrap();
    assert!(read.with_options(&raised).collect::<Result<Vec<_>, _>>().unwrap() == values);
}

#[test]
fn rows_that_are_read_once_share_what_they_may_have() {
    let large = |at: u8| Wide { flag: at, values: (at % 2 == 1).then_some([0.5; 200]) };
    // Some records have what others lack, in other rows.
    let values: Vec<Wides> = (0..2000).map(|at: usize| Wides { all: vec![large(at as u8)] }).collect();
    read(&values, &ReadOptions::new()).unwrap();
    let batch = to_batch(&values).unwrap();
    assert!(from_batch::<Wides>(&batch).unwrap() == values);
    assert!(from_batch::<Wides>(&batch.slice(1000, 3)).unwrap() == values[1000..1003]);
    // Rows that may be read again have each their own.
    let rows = Rows::<Wides>::new(&batch).unwrap();
    assert!(exceeds(&rows.get(0).unwrap_err()));
    assert!(rows.get(1).unwrap() == values[1]);
}

/// A batch with the column `x`, of lists of these items, of so many in each row.
fn lists(items: ArrayRef, lens: [usize; 2]) -> RecordBatch {
    let item = Arc::new(Field::new("item", items.data_type().clone(), true));
    let list = ListArray::new(item, OffsetBuffer::from_lengths(lens), items, None);
    RecordBatch::try_from_iter([("x", Arc::new(list) as ArrayRef)]).unwrap()
}

/// Lists of what takes no bytes have as many items as their offsets say.
#[test]
fn items_of_lists_are_bounded_too() {
    let texts = |lens: [usize; 2]| {
        let no_bytes = FixedSizeBinaryArray::try_new_with_len(0, (&[][..]).into(), None, lens[0] + lens[1]).unwrap();
        lists(Arc::new(no_bytes), lens)
    };
    let few = texts([3, 2]);
    let read = TensorColumn::new(&few, "x").unwrap().get::<Vec<BinaryRef<'_>>>(0).unwrap();
    assert_eq!(read, Some(vec![BinaryRef(&[]); 3]));
    let refused = |call: &dyn Fn() -> DecodeError| {
        let taken = measure(|| assert!(exceeds(&call())));
        assert!(taken.bytes_max < 8192, "{} bytes", taken.bytes_max);
    };
    let many = texts([50_000_000, 1]);
    let column = TensorColumn::new(&many, "x").unwrap();
    refused(&|| column.get::<Tensor>(0).unwrap_err());
    refused(&|| column.get::<Vec<BinaryRef<'_>>>(0).unwrap_err());
    assert!(column.get::<Tensor>(1).is_ok());

    #[derive(Tensor, Debug)]
    #[allow(dead_code, reason = "it is read and refused")]
    struct Each<T> {
        x: Many<T>,
    }
    refused(&|| from_batch::<Each<Binary>>(&many).unwrap_err());
    assert_eq!(from_batch::<Each<Binary>>(&few).unwrap()[0].x.len(), 3);
    let numbers = |lens: [usize; 2]| {
        let item = Arc::new(Field::new("item", DataType::Float32, true));
        let values = Arc::new(Float32Array::from(Vec::<f32>::new()));
        let none = FixedSizeListArray::try_new_with_length(item, 0, values, None, lens[0] + lens[1]).unwrap();
        lists(Arc::new(none), lens)
    };
    let many = numbers([50_000_000, 1]);
    refused(&|| from_batch::<Each<Vec<f32>>>(&many).unwrap_err());
    refused(&|| check_batch(&<Each<Vec<f32>>>::RULES, &many, 0).unwrap_err());
    assert_eq!(from_batch::<Each<Vec<f32>>>(&numbers([4, 1])).unwrap()[0].x.len(), 4);
}

#[test]
fn tensors_are_empty_if_all_of_the_column_are() {
    #[derive(Tensor, Debug)]
    struct Each {
        x: Many<Vec<f32>>,
    }
    let batch = |len: usize, first: Option<f32>| {
        let item = |data_type: &DataType| Arc::new(Field::new("item", data_type.clone(), true));
        let values: Float32Array = std::iter::once(first).chain(vec![Some(1.0); 2 * len - 1]).collect();
        let pairs = FixedSizeListArray::try_new(item(&DataType::Float32), 2, Arc::new(values), None).unwrap();
        let list = ListArray::new(item(pairs.data_type()), OffsetBuffer::from_lengths([len]), Arc::new(pairs), None);
        RecordBatch::try_from_iter([("x", Arc::new(list) as ArrayRef)]).unwrap()
    };
    assert_eq!(from_batch::<Each>(&batch(5000, Some(1.0))).unwrap()[0].x.len(), 5000);
    // The first of them is damaged, and takes bytes as the others do.
    for error in [
        from_batch::<Each>(&batch(5000, None)).unwrap_err(),
        check_batch(&Each::RULES, &batch(5000, None), 0).unwrap_err(),
    ] {
        assert_eq!(error.to_string(), "record 0: parameter `x`: expected elements that are not null, found null");
    }
}
