//! Makes batches of tensors that have the rows as their outermost axis.

use std::mem;

use tensor_format::{
    Definition, Definitions, EncodeError, ErrorKind, RecordRef, Rules, Tensor, TensorRef,
    codec::Variables,
    error::Limit,
    layout::Layout,
    rules::{Dim, DimBuf, TensorRulesBuf},
};

use super::{
    arrow_array::RecordBatch,
    builder::{Begun, most_rows},
    schema::schema,
};
use crate::{
    fault::{Fault, FaultKind},
    options::WriteOptions,
    plan::plans,
};

/// The most rows if none has an element: a header says any number of them in no bytes.
const EMPTY: usize = 1 << 20;

/// Makes batches of the tensors of a record, for programs that know no type: each tensor is a column, and its outermost
/// axis, which all have alike, the rows. `take` gets the batches in order, at least one.
///
/// ```
/// use tensor_format::{Record, Tensor};
/// use tensor_format_arrow::{WriteOptions, definitions_of, stacked_to_batches};
///
/// let mut record = Record::new();
/// record.push("pixels", Tensor::from_vec([3, 2, 2], (0..12u8).collect())?);
/// record.push("label", Tensor::from_strings([3], ["a", "b", "c"])?);
/// let mut rows = Vec::new();
/// stacked_to_batches(&record.as_ref(), &WriteOptions::new().max_rows(2), |batch| {
///     assert_eq!(definitions_of(&batch.schema()).unwrap().to_string(), "pixels: u8 [2, 2]\nlabel: string []");
///     rows.push(batch.num_rows());
///     Ok(())
/// })?;
/// assert_eq!(rows, [2, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// A tensor of rank 0, of another number of rows than the first, or of a name that is there twice; as
/// [`schema_of`](super::schema_of); [`LimitExceeded`](ErrorKind::LimitExceeded) if one row does not fit into a batch,
/// or there are more than 2^20 rows and no element in any; and the errors of `take`.
pub fn stacked_to_batches(
    record: &RecordRef<'_>,
    options: &WriteOptions,
    mut take: impl FnMut(RecordBatch) -> Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    let rows = rows_of(record)?;
    let definitions = record.iter().map(|(name, tensor)| definition(name, tensor)).collect();
    Definitions(definitions).with(|record_rules| {
        let plans = plans(&Rules::Record(record_rules), options)?;
        let schema = schema(&plans, &record_rules, options);
        let options = &options.max_rows(options.max_rows.min(most_rows(&schema)));
        let stack = record.iter().map(|(name, tensor)| Stack::new(name, tensor));
        let mut stack = stack.collect::<Result<Vec<_>, _>>()?;
        let begin = |rows: usize| Begun::new(plans.clone(), &[], options, rows);
        let mut batch = begin(rows);
        for at in 0..rows {
            let located = |error: EncodeError| error.in_record(at as u64);
            stack.iter_mut().try_for_each(Stack::advance).map_err(located)?;
            let row =
                stack.iter().map(|tensor| tensor.row(at)).collect::<Result<RecordRef<'_>, _>>().map_err(located)?;
            if batch.has_room() {
                match batch.write(&row) {
                    Ok(()) => continue,
                    Err((_, true)) if batch.rows > 0 => {}
                    Err((error, _)) => return Err(located(error)),
                }
            }
            // Another batch has room for the row.
            take(mem::replace(&mut batch, begin(rows.saturating_sub(at))).finish(&schema)?)?;
            batch.write(&row).map_err(|(error, _)| located(error))?;
        }
        take(batch.finish(&schema)?)
    })
}

/// Returns the number of rows, which all tensors have alike.
fn rows_of(record: &RecordRef<'_>) -> Result<usize, EncodeError> {
    let mut rows = None;
    for (at, (name, tensor)) in record.iter().enumerate() {
        let failed = |kind: ErrorKind| EncodeError::new(kind).in_parameter(name);
        if record.iter().take(at).any(|(other, _)| other == name) {
            return Err(failed(ErrorKind::DuplicateParam));
        }
        let Some(len) = tensor.shape().first() else {
            let expected = "a tensor whose outermost axis is the rows";
            return Err(failed(Fault::rules(FaultKind::NoColumnForm, expected, tensor.header().to_string()).into()));
        };
        let expected = *rows.get_or_insert(*len);
        if expected != *len {
            let expected = Dim { name: Some("rows"), ..Dim::exact(expected as u64) };
            return Err(failed(ErrorKind::AxisLength { axis: 0, expected: expected.into(), found: *len as u64 }));
        }
    }
    let rows = rows.unwrap_or_default();
    if rows > EMPTY && record.iter().all(|(_, tensor)| tensor.is_empty()) {
        let (max, found) = (EMPTY as u64, rows as u64);
        return Err(ErrorKind::LimitExceeded { limit: Limit::EmptyItems, max, found }.into());
    }
    Ok(rows)
}

/// Returns the rules of one row of a tensor.
fn definition(name: &str, tensor: &TensorRef<'_>) -> Definition {
    let axes = tensor.shape().iter().skip(1).map(|len| DimBuf::from(Dim::exact(*len as u64))).collect();
    let rules = TensorRulesBuf { allowed_types: vec![tensor.element_type()], axes, ..TensorRulesBuf::default() };
    Definition::new(name, true, rules)
}

/// A tensor that is taken apart along its outermost axis.
struct Stack<'t> {
    name: &'t str,
    tensor: &'t TensorRef<'t>,
    elements: Elements<'t>,
}

enum Elements<'t> {
    /// Numbers, where this layout says.
    Fixed(Layout),
    /// The elements behind the row that was taken last, and that row.
    Variable { rest: Variables<'t>, row: Tensor },
}

impl<'t> Stack<'t> {
    fn new(name: &'t str, tensor: &'t TensorRef<'t>) -> Result<Self, EncodeError> {
        let elements = match tensor.layout() {
            Some(layout) => Elements::Fixed(layout),
            None => {
                let row = Tensor::from_variables(tensor.element_type(), 0, [])?;
                Elements::Variable { rest: tensor.variables(), row }
            }
        };
        Ok(Self { name, tensor, elements })
    }

    fn row_shape(&self) -> &'t [usize] {
        self.tensor.shape().get(1..).unwrap_or_default()
    }

    /// Takes the elements of the next row.
    fn advance(&mut self) -> Result<(), EncodeError> {
        let shape = self.row_shape();
        if let Elements::Variable { rest, row } = &mut self.elements {
            let count = shape.iter().product();
            *row = Tensor::from_variables(self.tensor.element_type(), shape, rest.by_ref().take(count))?;
        }
        Ok(())
    }

    /// Returns row number `at`, which was taken last.
    fn row(&self, at: usize) -> Result<(&'t str, TensorRef<'_>), EncodeError> {
        let row = match &self.elements {
            Elements::Fixed(layout) => {
                // A row without elements may lie outside of a buffer that has none either.
                let at = if self.row_shape().contains(&0) { 0 } else { at };
                let layout = layout.outer(at).ok_or(ErrorKind::ShapeOverflow)?;
                let (element_type, order) = (self.tensor.element_type(), self.tensor.byte_order());
                TensorRef::with_layout(element_type, self.row_shape(), self.tensor.buffer(), layout, order)?
            }
            Elements::Variable { row, .. } => row.as_ref(),
        };
        Ok((self.name, row))
    }
}
