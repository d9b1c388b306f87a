//! Columns of dictionaries: texts that are often the same, and dictionaries inside of each other.

use std::{io::Cursor, sync::Arc};

use arrow_array_60::{
    Array, ArrayRef, DictionaryArray, Int8Array, Int32Array, ListArray, RecordBatch, StringArray, StringViewArray,
    types::{ArrowDictionaryKeyType, Int8Type, Int64Type, UInt16Type, UInt32Type},
};
use arrow_buffer_60::OffsetBuffer;
use arrow_schema_60::{Field, Schema};
use tensor_format::Tensor;
use tensor_format_arrow::{Rows, definitions_of, from_batch, ipc};

#[derive(Tensor, Debug, PartialEq)]
struct Named {
    name: Option<String>,
}

#[derive(Tensor, Debug, PartialEq)]
struct NamedRef<'b> {
    name: Option<&'b str>,
}

fn batch(name: &str, array: ArrayRef) -> RecordBatch {
    let schema = Schema::new(vec![Field::new(name, array.data_type().clone(), true)]);
    RecordBatch::try_new(Arc::new(schema), vec![array]).unwrap()
}

#[test]
fn texts_of_dictionaries_are_texts() {
    fn check<K: ArrowDictionaryKeyType>() {
        let words: DictionaryArray<K> = [Some("cat"), None, Some("dog"), Some("cat")].into_iter().collect();
        let views = Arc::new(StringViewArray::from(vec!["cat", "dog"]));
        let viewed = DictionaryArray::<K>::new(words.keys().clone(), views);
        for words in [words, viewed] {
            let data_type = words.data_type().clone();
            let batch = batch("name", Arc::new(words));
            assert_eq!(definitions_of(&batch.schema()).unwrap().to_string(), "name?: string []", "{data_type}");
            let expected = [Some("cat"), None, Some("dog"), Some("cat")];
            let read = from_batch::<Named>(&batch).unwrap();
            assert_eq!(read.iter().map(|row| row.name.as_deref()).collect::<Vec<_>>(), expected, "{data_type}");
            let rows = Rows::<NamedRef>::new(&batch).unwrap().collect::<Result<Vec<_>, _>>().unwrap();
            assert_eq!(rows.iter().map(|row| row.name).collect::<Vec<_>>(), expected, "{data_type}");
            #[cfg(feature = "parquet")]
            {
                let mut writer = parquet_60::arrow::ArrowWriter::try_new(Vec::new(), batch.schema(), None).unwrap();
                writer.write(&batch).unwrap();
                let file = bytes::Bytes::from(writer.into_inner().unwrap());
                assert_eq!(tensor_format_arrow::parquet::read::<Named, _>(file).unwrap(), read, "{data_type}");
            }
        }
    }
    check::<Int8Type>();
    check::<Int64Type>();
    check::<UInt16Type>();
    check::<UInt32Type>();
}

#[test]
fn lists_of_texts_of_dictionaries_are_tensors() {
    #[derive(Tensor, Debug, PartialEq)]
    struct Tagged {
        tags: Vec<String>,
    }
    let words: DictionaryArray<Int8Type> = ["a", "b", "a"].into_iter().collect();
    let item = Arc::new(Field::new("item", words.data_type().clone(), true));
    let lists = ListArray::new(item, OffsetBuffer::from_lengths([2, 0, 1]), Arc::new(words), None);
    let read = from_batch::<Tagged>(&batch("tags", Arc::new(lists))).unwrap();
    let tags: Vec<_> = read.iter().map(|row| row.tags.join(" ")).collect();
    assert_eq!(tags, ["a b", "", "a"]);
}

#[test]
fn dictionaries_of_nulls_and_of_numbers_are_refused() {
    let nulls = Arc::new(StringArray::from(vec![Some("a"), None]));
    let keys = Int8Array::from(vec![0, 1]);
    let array = DictionaryArray::<Int8Type>::try_new(keys.clone(), nulls).unwrap();
    let error = from_batch::<Named>(&batch("name", Arc::new(array))).unwrap_err();
    assert!(error.to_string().contains("a dictionary whose values are not null"), "{error}");
    let numbers = DictionaryArray::<Int8Type>::try_new(keys, Arc::new(Int32Array::from(vec![1, 2]))).unwrap();
    assert!(definitions_of(&batch("name", Arc::new(numbers)).schema()).unwrap().0.is_empty());
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
