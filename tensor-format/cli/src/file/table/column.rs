//! One column, gathered over all batches.

use std::{io::Write, mem};

use tensor_format::{
    ByteOrder, DecodeError, Definition, ElementType, ErrorKind, Header, Tensor, TensorRef, codec::Variable,
    error::Limit,
};
use tensor_format_arrow::TensorColumn;

use crate::{
    failure::Unread,
    io::input::{Input, Spool},
};

/// A tensor that a column has become.
#[derive(Debug)]
pub(super) enum Part {
    /// Elements in row-major order, little-endian.
    Spooled(Header, Input),
    /// Elements of variable size, shapes, and which rows have a value.
    Held(Tensor),
}

impl Part {
    pub(super) fn tensor(&self) -> Result<TensorRef<'_>, DecodeError> {
        Ok(match self {
            Part::Held(tensor) => tensor.as_ref(),
            Part::Spooled(header, elements) => {
                TensorRef::from_bytes(header.element_type, header.shape.clone(), elements, ByteOrder::Little)?
            }
        })
    }
}

/// The rows of a column that were read.
pub(super) struct Gathered {
    name: String,
    element: ElementType,
    rank: usize,
    /// The shape that the schema says all rows have.
    exact: Option<Vec<usize>>,
    numbers: Spool,
    variables: Vec<Variable<'static>>,
    /// The bytes of all elements.
    bytes: u64,
    /// The shapes of all rows one after another, unless the schema says them.
    shapes: Vec<usize>,
    /// Whether each row has a value; empty while all have.
    valid: Vec<bool>,
}

impl Gathered {
    pub(super) fn new(definition: &Definition) -> Self {
        let axes = &definition.rules.axes;
        let exact =
            axes.iter().map(|axis| axis.as_dim().as_exact().and_then(|len| usize::try_from(len).ok())).collect();
        Self {
            name: definition.name.clone(),
            element: definition.rules.allowed_types.first().copied().unwrap_or(ElementType::U8),
            rank: axes.len(),
            exact,
            numbers: Spool::new(),
            variables: Vec::new(),
            bytes: 0,
            shapes: Vec::new(),
            valid: Vec::new(),
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Adds the rows of a batch; `before` is the number of rows of those before.
    pub(super) fn add(&mut self, column: &TensorColumn<'_>, before: u64) -> Result<(), Unread> {
        if self.exact.is_some() && self.valid.is_empty() {
            // Numbers without nulls lie one after another.
            if let Ok(rows) = column.whole() {
                return self.push(&rows);
            }
        }
        for row in 0..column.rows() {
            match column.get::<Tensor>(row)? {
                Some(tensor) => {
                    self.push(&tensor.as_ref())?;
                    if self.exact.is_none() {
                        self.shapes.extend_from_slice(tensor.shape());
                    }
                    if !self.valid.is_empty() {
                        self.valid.push(true);
                    }
                }
                None => self.push_null(before + row as u64)?,
            }
        }
        Ok(())
    }

    fn push(&mut self, tensor: &TensorRef<'_>) -> Result<(), Unread> {
        if self.element.size().is_none() {
            for element in tensor.variables() {
                let element = owned(element);
                self.bytes += crate::file::layout::variable_bytes(&element);
                self.variables.push(element);
            }
            return Ok(());
        }
        let written = tensor.try_for_each_part(ByteOrder::Little, |part| {
            self.bytes += part.len() as u64;
            Ok::<(), DecodeError>(self.numbers.write_all(part)?)
        });
        self.numbers.check(written.map_err(Unread::from))
    }

    /// Adds a row without a value: zeros where every row has as many elements, else none.
    fn push_null(&mut self, rows: u64) -> Result<(), Unread> {
        let rows = usize::try_from(rows).unwrap_or(usize::MAX);
        if self.valid.is_empty() {
            self.valid = vec![true; rows];
        }
        self.valid.push(false);
        let Some(shape) = &self.exact else {
            self.shapes.extend(std::iter::repeat_n(0, self.rank));
            return Ok(());
        };
        let count = shape.iter().product::<usize>();
        if self.element.size().is_none() {
            self.variables.extend((0..count).map(|_| empty(self.element)));
            return Ok(());
        }
        let zeros = vec![0; count.saturating_mul(self.element.size().unwrap_or(1))];
        self.bytes += zeros.len() as u64;
        let written = self.numbers.write_all(&zeros).map_err(DecodeError::from);
        self.numbers.check(written.map_err(Unread::from))
    }

    /// Returns the tensors of the column, each under its name.
    pub(super) fn finish(mut self, rows: u64) -> Result<Vec<(String, Part)>, Unread> {
        let rows = usize::try_from(rows).unwrap_or(usize::MAX);
        let name = self.name.clone();
        let shapes = mem::take(&mut self.shapes);
        let valid = mem::take(&mut self.valid);
        let (even, trailing) = match &self.exact {
            Some(exact) => (Some(exact.clone()), exact.clone()),
            None => common(&shapes, self.rank, &valid),
        };
        let mut parts = Vec::new();
        match even {
            Some(shape) => {
                let shape = std::iter::once(rows).chain(shape).collect();
                parts.push((name.clone(), self.elements(shape)?));
            }
            None => {
                let rank = self.rank;
                // Elements of rows that differ in more than the first axis have no axes in common.
                let per_item: usize = trailing.iter().product();
                let count = shapes.chunks(rank.max(1)).map(|shape| shape.iter().product::<usize>()).sum::<usize>();
                let items = count.checked_div(per_item).unwrap_or_default();
                let shape = std::iter::once(items).chain(trailing).collect();
                parts.push((format!("{name}.values"), self.elements(shape)?));
                let shapes = shapes.into_iter().map(|len| i64::try_from(len).unwrap_or(i64::MAX)).collect();
                let shapes = Tensor::from_vec([rows, rank], shapes).map_err(DecodeError::from)?;
                parts.push((format!("{name}.shape"), Part::Held(shapes)));
            }
        }
        if !valid.is_empty() {
            let valid = Tensor::from_vec([rows], valid).map_err(DecodeError::from)?;
            parts.push((format!("{name}.valid"), Part::Held(valid)));
        }
        Ok(parts)
    }

    fn elements(self, shape: Vec<usize>) -> Result<Part, Unread> {
        if self.element.size().is_none() {
            let tensor = Tensor::from_variables(self.element, shape, self.variables).map_err(DecodeError::from)?;
            return Ok(Part::Held(tensor));
        }
        Ok(Part::Spooled(Header::new(self.element, shape), self.numbers.finish()?))
    }
}

/// Returns the shape that all rows have, if they have one, and the axes after the first if all rows have these.
fn common(shapes: &[usize], rank: usize, valid: &[bool]) -> (Option<Vec<usize>>, Vec<usize>) {
    if rank == 0 {
        return (Some(Vec::new()), Vec::new());
    }
    let is_valid = |row: usize| valid.get(row).copied().unwrap_or(true);
    let mut rows = shapes.chunks(rank).enumerate().filter(|(row, _)| is_valid(*row)).map(|(_, shape)| shape);
    let Some(first) = rows.next() else { return (None, Vec::new()) };
    let (mut same, mut same_after) = (valid.is_empty(), true);
    for shape in rows {
        same &= shape == first;
        same_after &= shape[1..] == first[1..];
    }
    let after = if same_after && !first[1..].contains(&0) { first[1..].to_vec() } else { Vec::new() };
    (same.then(|| first.to_vec()), after)
}

/// Returns an error if columns have become more bytes than they may.
pub(super) fn check_expansion(bytes: u64, max: u64) -> Result<(), ErrorKind> {
    if bytes <= max {
        return Ok(());
    }
    Err(ErrorKind::LimitExceeded { limit: Limit::Expanded, max, found: bytes })
}

fn owned(element: Variable<'_>) -> Variable<'static> {
    match element {
        Variable::Text(text) => Variable::Text(text.into_owned().into()),
        Variable::Bytes(bytes) => Variable::Bytes(bytes.into_owned().into()),
        Variable::Media { format, data } => {
            Variable::Media { format: format.into_owned().into(), data: data.into_owned().into() }
        }
    }
}

fn empty(element: ElementType) -> Variable<'static> {
    match element {
        ElementType::String => Variable::Text("".into()),
        ElementType::Binary => Variable::Bytes(Vec::new().into()),
        _ => Variable::Media { format: Vec::new().into(), data: Vec::new().into() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rows_have_in_common() {
        let of = |shapes: &[usize], valid: &[bool]| common(shapes, 2, valid);
        assert_eq!(of(&[2, 3, 2, 3], &[]), (Some(vec![2, 3]), vec![3]));
        assert_eq!(of(&[2, 3, 1, 3], &[]), (None, vec![3]));
        assert_eq!(of(&[2, 3, 2, 1], &[]), (None, vec![]));
        // Rows that are null have no elements, and so no shape.
        assert_eq!(of(&[2, 3, 0, 0], &[true, false]), (None, vec![3]));
        assert_eq!(of(&[0, 0], &[false]), (None, vec![]));
        // No number of items can be told from none of their elements.
        assert_eq!(of(&[2, 0, 1, 0], &[]), (None, vec![]));
        assert_eq!(common(&[], 0, &[]), (Some(vec![]), vec![]));
    }
}
