//! Tensors with the rows as their outermost axis, as batches.

use tensor_format::{
    ByteOrder, ElementType, ErrorKind, Record, RecordRef, Tensor, TensorRef, codec::Variable, error::Limit,
    layout::Layout,
};
use tensor_format_arrow::{WriteOptions, from_batch, stacked_to_batches};

#[derive(tensor_format::Tensor, Debug, PartialEq)]
struct Row {
    x: [[u16; 3]; 2],
    words: [String; 2],
    data: tensor_format::Binary,
}

/// The rows of each batch.
fn batches(record: &RecordRef<'_>, options: &WriteOptions) -> Result<Vec<Vec<Row>>, tensor_format::EncodeError> {
    let mut batches = Vec::new();
    stacked_to_batches(record, options, |batch| {
        batches.push(from_batch(&batch).unwrap());
        Ok(())
    })?;
    Ok(batches)
}

#[test]
fn rows_of_any_layout_become_batches() {
    // Element `[row, i, j]` is `100 * row + 10 * i + j`; the rows are innermost in memory, and big-endian.
    let mut bytes = Vec::new();
    for i in 0..2u16 {
        for j in 0..3u16 {
            bytes.extend((0..5u16).flat_map(|row| (100 * row + 10 * i + j).to_be_bytes()));
        }
    }
    let layout = Layout::new(&[2, 30, 10], 0);
    let x = TensorRef::with_layout(ElementType::U16, [5, 2, 3], &bytes, layout, ByteOrder::Big).unwrap();
    let words: Vec<String> = (0..10).map(|at| "w".repeat(at)).collect();
    let words = Tensor::from_strings([5, 2], words.iter().map(String::as_str)).unwrap();
    let data =
        Tensor::from_variables(ElementType::Binary, 5, (0..5).map(|_| Variable::Bytes(vec![0, 255].into()))).unwrap();
    let record: RecordRef<'_> = [("x", x), ("words", words.as_ref()), ("data", data.as_ref())].into_iter().collect();

    let expected = |row: u16| Row {
        x: [0, 1].map(|i| [0, 1, 2].map(|j| 100 * row + 10 * i + j)),
        words: [0, 1].map(|at| "w".repeat(usize::from(2 * row + at))),
        data: vec![0, 255].into(),
    };
    let all: Vec<Row> = (0..5).map(expected).collect();
    // By rows, by the 45 bytes of the words, and at once.
    for (options, lens) in [
        (WriteOptions::new().max_rows(2), &[2, 2, 1][..]),
        (WriteOptions::new().max_elements(17), &[3, 1, 1]),
        (WriteOptions::new(), &[5]),
    ] {
        let found = batches(&record, &options).unwrap();
        assert_eq!(found.iter().map(Vec::len).collect::<Vec<_>>(), lens, "{options:?}");
        assert_eq!(found.into_iter().flatten().collect::<Vec<_>>(), all, "{options:?}");
    }
    let error = batches(&record, &WriteOptions::new().max_elements(16)).unwrap_err();
    assert!(error.to_string().starts_with("record 4: parameter `words`: "), "{error}");
    let none: RecordRef<'_> = record.iter().map(|(name, tensor)| (name, tensor.clone())).take(0).collect();
    assert!(batches(&none, &WriteOptions::new()).is_err());
}

#[test]
fn what_has_no_rows_is_refused() {
    let of = |shape: &[usize]| Tensor::from_vec(shape, vec![0u8; shape.iter().product()]).unwrap();
    let refused = |tensors: &[(&str, &[usize])]| {
        let record: Record = tensors.iter().map(|(name, shape)| ((*name).to_owned(), of(shape))).collect();
        stacked_to_batches(&record.as_ref(), &WriteOptions::new(), |_| Ok(())).unwrap_err()
    };
    assert_eq!(refused(&[("x", &[2]), ("y", &[3, 1])]).to_string(), "parameter `y`: axis 0: expected rows: 2, found 3");
    assert!(matches!(refused(&[("x", &[2]), ("x", &[2])]).kind(), ErrorKind::DuplicateParam));
    assert_eq!(
        refused(&[("x", &[])]).to_string(),
        "parameter `x`: expected a tensor whose outermost axis is the rows, found u8 []"
    );
    // A header of a few bytes is not believed.
    let error = refused(&[("x", &[1 << 40, 0])]);
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::EmptyItems, .. }), "{error}");
    let mut rows = 0;
    let record: Record = [("x".to_owned(), of(&[3, 0]))].into_iter().collect();
    stacked_to_batches(&record.as_ref(), &WriteOptions::new(), |batch| {
        rows += batch.num_rows();
        Ok(())
    })
    .unwrap();
    assert_eq!(rows, 3);
}
