//! One column of a batch by itself.

use tensor_format::{Decode, DecodeError, ElementType, TensorRef, error::ParamNames};

use super::{
    arrow_array::{Array, RecordBatch},
    column::Column,
    field::{Described, check_sizes},
    source::TensorSource,
};

/// One column of a batch: its tensors row by row, or as one.
///
/// ```
/// use ndarray::ArrayView3;
/// use tensor_format::{Tensor, Value};
/// use tensor_format_arrow::{TensorColumn, to_batch};
///
/// #[derive(Tensor)]
/// struct Sample {
///     pixels: [[f32; 3]; 2],
/// }
///
/// let batch = to_batch(&[Sample { pixels: [[0.0; 3]; 2] }, Sample { pixels: [[1.0, 2.0, 3.0]; 2] }])?;
/// let column = TensorColumn::new(&batch, "pixels")?;
/// assert_eq!(column.get::<[[f32; 3]; 2]>(1)?, Some([[1.0, 2.0, 3.0]; 2]));
///
/// // All rows as one array, without a copy.
/// let whole = Value::Tensor(column.whole()?);
/// let whole: ArrayView3<f32> = tensor_format::from_value(&whole)?;
/// assert_eq!(whole.shape(), [2, 2, 3]);
/// assert_eq!(whole[[1, 0, 2]], 3.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TensorColumn<'b> {
    name: &'b str,
    column: Column<'b>,
    rows: usize,
}

impl<'b> TensorColumn<'b> {
    /// Finds the column of this name.
    ///
    /// # Errors
    ///
    /// [`MissingParam`](tensor_format::ErrorKind::MissingParam),
    /// [`DuplicateParam`](tensor_format::ErrorKind::DuplicateParam) if there are several, and the
    /// [`Fault`](crate::Fault) of a column that has no tensors.
    pub fn new(batch: &'b RecordBatch, name: &str) -> Result<Self, DecodeError> {
        let at_fault = |error: DecodeError| error.in_parameter(name);
        let fields = batch.schema_ref().fields().iter().enumerate();
        let mut found = fields.filter(|(_, field)| field.name() == name);
        let Some((index, _)) = found.next() else {
            let names = batch.schema_ref().fields().iter().map(|field| field.name().as_str());
            let unknown = ParamNames::beside(name, names);
            return Err(at_fault(tensor_format::ErrorKind::MissingParam { unknown }.into()));
        };
        if found.next().is_some() {
            return Err(at_fault(tensor_format::ErrorKind::DuplicateParam.into()));
        }
        Self::at(batch, index)
    }

    /// Takes the column at this position: for whoever reads all columns, and so need not look for each.
    ///
    /// # Errors
    ///
    /// [`Index`](tensor_format::ErrorKind::Index) if there is no such column, and the [`Fault`](crate::Fault) of one
    /// that has no tensors.
    pub fn at(batch: &'b RecordBatch, index: usize) -> Result<Self, DecodeError> {
        let Some((field, array)) = batch.schema_ref().fields().get(index).zip(batch.columns().get(index)) else {
            let index = i64::try_from(index).unwrap_or(i64::MAX);
            return Err(tensor_format::ErrorKind::Index { index, len: batch.num_columns() }.into());
        };
        let described = check_sizes(field.data_type()).and_then(|()| Described::of(field));
        let column = described.and_then(|described| Column::new(described, array.as_ref()));
        let column = column.map_err(|fault| DecodeError::from(fault).in_parameter(field.name()))?;
        Ok(Self { name: field.name(), column, rows: array.len() })
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &'b str {
        self.name
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the type of the elements.
    #[must_use]
    pub fn element_type(&self) -> ElementType {
        self.column.element()
    }

    /// Returns the tensor of a row; `None` if it is null.
    ///
    /// # Errors
    ///
    /// Where the tensor breaks the rules of `T`, is damaged, or cannot be borrowed, with its row;
    /// [`LimitExceeded`](tensor_format::ErrorKind::LimitExceeded) if it has more items without elements than the row's share
    /// of 4,096 and one for each 4 bytes; and [`Index`](tensor_format::ErrorKind::Index) if there is no such row.
    pub fn get<T: Decode<'b>>(&self, row: usize) -> Result<Option<T>, DecodeError> {
        if row >= self.rows {
            let index = i64::try_from(row).unwrap_or(i64::MAX);
            return Err(tensor_format::ErrorKind::Index { index, len: self.rows }.into());
        }
        if self.column.is_null(row) {
            return Ok(None);
        }
        let value = T::decode(&mut TensorSource::new(&self.column, row)).map(Some);
        value.map_err(|error| error.in_parameter(self.name).in_record(row as u64))
    }

    /// Returns all rows as one tensor with one more axis, the outermost, borrowed from the batch. Axes in another order
    /// than in memory are seen in that order.
    ///
    /// # Errors
    ///
    /// [`NotBorrowable`](tensor_format::ErrorKind::NotBorrowable) unless all rows have numbers of one shape, or truth
    /// values as bytes 0 and 1: `arrow.bool8` takes any byte but 0 for true, as [`get`](Self::get) of an owned type
    /// does. A [`Fault`](crate::Fault) if any is null.
    pub fn whole(&self) -> Result<TensorRef<'b>, DecodeError> {
        self.column.whole(self.rows).map_err(|error| error.in_parameter(self.name))
    }
}
