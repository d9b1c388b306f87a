//! Reads the rows of a batch together, as a list of records: its columns are those of the batch.

use std::ops::Range;

use tensor_format::{
    DecodeError, DecodeOwned, ElementType, ErrorKind, Header, RecordRules,
    codec::{RecordOrder, Source, from_columns},
    rules::RecordType,
};

use super::super::{
    batch_columns::Columns,
    blocks::Numbers,
    column::{Column, Together, absent},
    elements::Elements,
    empty_items::{EmptyOfRow, RowLimit},
};

/// The bytes that are copied at once, and those of the values: they stay in the cache.
const AT_ONCE: usize = 1 << 16;

/// Fewer rows are sooner read one by one.
const FEWEST: usize = 8;

/// The most columns that the fast ways to read a list have.
const MOST: usize = 64;

/// Adds the values of these rows to a list; returns false, with nothing added, if they have to be read one by one, as those of a
/// batch with anything that is wrong, for the error.
pub(super) fn read_together<T: DecodeOwned>(
    columns: &Columns<'_>,
    record: &RecordRules<'_>,
    rows: &Range<usize>,
    values: &mut Vec<T>,
) -> bool {
    let is_many = columns.params.iter().flatten().any(|column| column.is_many());
    if rows.len() < FEWEST || record.len() > MOST || is_many || !columns.metadata.is_empty() {
        return false;
    }
    let (before, empty) = (values.len(), RowLimit::default());
    let row = columns.copied_of_row().saturating_add(size_of::<T>());
    // Of a slice, the columns have more than its rows.
    let most = (AT_ONCE / row.max(1)).max(16);
    let mut start = rows.start;
    while start < rows.end {
        let part = start..rows.end.min(start.saturating_add(most));
        if read_part(columns, record, &empty, &part, values).is_none() {
            values.truncate(before);
            return false;
        }
        start = part.end;
    }
    true
}

/// Adds the values of these rows, or nothing.
fn read_part<T: DecodeOwned>(
    columns: &Columns<'_>,
    record: &RecordRules<'_>,
    empty: &RowLimit,
    rows: &Range<usize>,
    values: &mut Vec<T>,
) -> Option<()> {
    let mut lists = Vec::with_capacity(record.len());
    for (column, param) in columns.params.iter().zip(record.iter()) {
        lists.push(match column {
            Some(column) => (Some(&column.column), column.column.together(rows, &param)?),
            None => (None, absent(&param, rows.len())?),
        });
    }
    let empty = EmptyOfRow { columns, row: rows.start, limit: empty };
    let mut source = ListSource { lists: &lists, tensor: 0, empty };
    from_columns(values, &mut source).ok()
}

/// Reads the tensors of a list of records.
struct ListSource<'b> {
    lists: &'b [(Option<&'b Column<'b>>, Together)],
    /// The number of tensors of the first of `lists` that were read.
    tensor: usize,
    empty: EmptyOfRow<'b>,
}

impl<'b> Source<'b> for ListSource<'b> {
    type Elements<'s>
        = Elements<'s, 'b>
    where
        Self: 's;

    fn tensor(&mut self) -> Result<(Header, Elements<'_, 'b>), DecodeError> {
        let ((column, list), rest) = self.lists.split_first().ok_or_else(ErrorKind::missing_param)?;
        let lengths = [&list.presence, &list.lengths].into_iter().flatten().nth(self.tensor);
        let Some(lengths) = lengths else {
            (self.lists, self.tensor) = (rest, 0);
            return Ok((list.header.clone(), list.elements(*column).in_row(self.empty)));
        };
        self.tensor = self.tensor.saturating_add(1);
        let numbers = Numbers::of(lengths);
        Ok((Header::new(ElementType::U64, [lengths.len()]), Elements::numbers(numbers).in_row(self.empty)))
    }

    fn record(&mut self, _: RecordType) -> Result<RecordOrder, DecodeError> {
        Ok(RecordOrder::Declared)
    }

    fn count_empty(&mut self, items: usize) -> Result<(), ErrorKind> {
        self.empty.count(items)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use tensor_format::{Encode, HasRules, Tensor};

    use super::{super::super::builder::to_batch, *};
    use crate::plan::record_of;

    #[derive(Tensor, Clone)]
    struct Point {
        id: u32,
        #[tensor(shape = [n, 2])]
        corners: Vec<[f32; 2]>,
        #[tensor(shape = [n])]
        labels: Vec<String>,
        note: Option<String>,
    }

    #[derive(Tensor, Clone)]
    struct Scene {
        points: Vec<Point>,
        scores: BTreeMap<String, u64>,
        flags: Vec<bool>,
        #[tensor(ragged)]
        ragged: Vec<Vec<i16>>,
    }

    #[derive(Tensor, Clone)]
    struct Noted {
        value: u8,
        #[tensor(metadata)]
        note: Option<String>,
    }

    #[derive(Tensor, Clone)]
    struct Grid {
        grid: ndarray::Array2<f32>,
    }

    /// Returns whether ten rows are read together.
    fn is_together<T: Encode + DecodeOwned + HasRules + Clone>(value: T) -> bool {
        let rules = T::RULES;
        let (batch, record) = (to_batch(&vec![value; 10]).unwrap(), record_of(&rules).unwrap());
        let columns = Columns { once: 0..10, ..Columns::new(&record, &batch).unwrap() };
        let mut values = Vec::<T>::new();
        let is_read = read_together(&columns, &record, &(0..10), &mut values);
        assert_eq!(values.len(), if is_read { 10 } else { 0 });
        is_read
    }

    #[test]
    fn rows_of_most_types_are_read_together() {
        let point = Point { id: 1, corners: vec![[0.0; 2]; 2], labels: vec!["a".into(); 2], note: None };
        assert!(is_together(point.clone()));
        let scores = [("a".to_owned(), 1)].into();
        let scene = Scene { points: vec![point; 3], scores, flags: vec![true; 9], ragged: vec![vec![1], vec![]] };
        assert!(is_together(scene));
        assert!(!is_together(Noted { value: 1, note: None }));
        assert!(!is_together(Grid { grid: ndarray::Array2::zeros((2, 3)) }));
    }
}
