//! Columns of dictionaries, which are no tensors, and of dictionaries inside of each other.

use std::{io::Cursor, sync::Arc};

use arrow_array_60::{Array, ArrayRef, DictionaryArray, ListArray, RecordBatch, types::Int8Type};
use arrow_buffer_60::OffsetBuffer;
use arrow_schema_60::{Field, Schema};
use tensor_format::Tensor;
use tensor_format_arrow::{definitions_of, from_batch, ipc};

#[test]
fn dictionaries_are_refused_where_a_parameter_asks_for_them() {
    #[derive(Tensor, Debug)]
    struct Named {
        name: Option<String>,
    }
    #[derive(Tensor, Debug)]
    struct Tagged {
        name: Vec<String>,
    }
    #[derive(Tensor, Debug)]
    struct Other {
        y: Option<u8>,
    }
    let words: DictionaryArray<Int8Type> = [Some("cat"), Some("dog"), Some("cat")].into_iter().collect();
    let item = Arc::new(Field::new("item", words.data_type().clone(), true));
    let lists = ListArray::new(item, OffsetBuffer::from_lengths([2, 0, 1]), Arc::new(words.clone()), None);
    for array in [Arc::new(words) as ArrayRef, Arc::new(lists)] {
        let schema = Schema::new(vec![Field::new("name", array.data_type().clone(), true)]);
        let batch = RecordBatch::try_new(Arc::new(schema), vec![array]).unwrap();
        assert!(definitions_of(&batch.schema()).unwrap().0.is_empty());
        assert!(from_batch::<Named>(&batch).is_err());
        assert!(from_batch::<Tagged>(&batch).is_err());
        assert!(from_batch::<Other>(&batch).unwrap().iter().all(|row| row.y.is_none()));
    }
}

/// Files of pyarrow's: a dictionary of lists of a dictionary, and of structs of one.
#[test]
fn dictionaries_in_dictionaries_are_read() {
    #[derive(Tensor, Debug, PartialEq)]
    struct Other {
        x: i64,
    }
    let files: [&[u8]; 2] =
        [include_bytes!("files/dictionary_of_lists.arrow"), include_bytes!("files/dictionary_of_structs.arrow")];
    for file in files {
        let batches = ipc::file_batches(Cursor::new(file)).unwrap().collect::<Result<Vec<_>, _>>().unwrap();
        assert_eq!(batches.iter().map(RecordBatch::num_rows).sum::<usize>(), 3);
        let column = batches[0].column(0).as_any().downcast_ref::<DictionaryArray<Int8Type>>().unwrap();
        assert_eq!((column.len(), column.values().len()), (3, 2));
        let rows = ipc::read_file::<Other, _>(Cursor::new(file)).unwrap();
        assert_eq!(rows, [Other { x: 1 }, Other { x: 2 }, Other { x: 3 }]);
    }
}
