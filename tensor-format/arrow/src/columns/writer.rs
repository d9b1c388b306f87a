//! One column while it is written.

use std::sync::Arc;

use tensor_format::{
    ElementType, EncodeError, ErrorKind, Shape,
    codec::{Block, Payload},
    error::Limit,
    rules::Presence,
};

use super::{
    arrow_array::{ArrayRef, FixedSizeListArray, ListArray, PrimitiveArray, StructArray, types::Int32Type},
    arrow_buffer::{NullBufferBuilder, OffsetBuffer, ScalarBuffer},
    arrow_schema::{ArrowError, DataType},
    blocks::{Even, NumberSink},
    items_writer::ItemsWriter,
    schema::{is_bool8, sizes_item},
};
use crate::{
    options::WriteOptions,
    plan::{Plan, PlanForm},
};

/// Returns the bits that each row of a column takes; `None` if rows differ in it.
pub(super) fn bits_per_row(plan: &Plan<'_>, options: &WriteOptions) -> Option<usize> {
    let count = match plan.form {
        PlanForm::Scalar => 1,
        PlanForm::Fixed(count) => count,
        _ => return None,
    };
    let is_bit = plan.element == ElementType::Bool && !is_bool8(plan, options);
    let bits = if is_bit { 1 } else { plan.element.size()?.saturating_mul(8) };
    Some(count.saturating_mul(bits)).filter(|_| plan.presence != Presence::Many)
}

/// The column of one parameter while it is written.
pub(super) struct ColumnWriter<'r> {
    plan: Plan<'r>,
    /// The header of all tensors, where it is the same.
    even: Option<Even>,
    items: ItemsWriter,
    /// The number of elements up to and with each tensor, after a 0, where tensors differ in it.
    offsets: Vec<i32>,
    /// The sizes of all axes of each tensor, where they differ.
    sizes: Vec<i32>,
    /// Which of the tensors are there.
    present: NullBufferBuilder,
    /// The number of tensors up to and with each row, after a 0, where a row may have many.
    lists: Vec<i32>,
    max_elements: usize,
}

impl<'r> ColumnWriter<'r> {
    /// Creates a writer with memory for this many rows, as far as their size is known.
    pub(super) fn new(plan: Plan<'r>, options: &WriteOptions, rows: usize) -> Self {
        let per_row = match plan.form {
            PlanForm::Scalar => Some(1),
            PlanForm::Fixed(count) => Some(count),
            _ => None,
        };
        let lens = plan.axes.iter().map(|(size, _)| size.and_then(|size| usize::try_from(size).ok()));
        let even =
            lens.collect::<Option<Shape>>().filter(|_| per_row.is_some()).map(|shape| Even::new(plan.element, shape));
        let bool8 = is_bool8(&plan, options);
        let capacity = rows.saturating_mul(per_row.unwrap_or_default());
        let items = ItemsWriter::new(plan.element, bool8, options, capacity);
        Self {
            plan,
            even,
            items,
            offsets: vec![0],
            sizes: Vec::new(),
            present: NullBufferBuilder::new(rows),
            lists: vec![0],
            max_elements: options.max_elements,
        }
    }

    /// Returns the bytes of all elements, and of what tells them apart.
    pub(super) fn memory(&self) -> usize {
        let numbers = self.offsets.len().saturating_add(self.sizes.len()).saturating_add(self.lists.len());
        self.items.memory().saturating_add(numbers.saturating_mul(size_of::<i32>()))
    }

    pub(super) fn name(&self) -> &'r str {
        self.plan.name
    }

    /// Whether the last row was refused because the batch has no room for it.
    pub(super) fn is_full(&self) -> bool {
        self.items.full
    }

    #[inline]
    fn tensors(&self) -> usize {
        self.present.len()
    }

    #[inline]
    pub(super) fn is_many(&self) -> bool {
        self.plan.presence == Presence::Many
    }

    /// Removes all but the first rows.
    pub(super) fn truncate(&mut self, rows: usize) {
        let tensors = if self.is_many() {
            self.lists.truncate(rows.saturating_add(1));
            self.lists.last().and_then(|tensors| usize::try_from(*tensors).ok()).unwrap_or_default()
        } else {
            rows
        };
        self.present.truncate(tensors);
        self.offsets.truncate(tensors.saturating_add(1));
        self.sizes.truncate(tensors.saturating_mul(self.plan.axes.len()));
        self.items.full = false;
        self.items.truncate(match self.plan.form {
            PlanForm::Scalar | PlanForm::Media => tensors,
            PlanForm::Fixed(count) => tensors.saturating_mul(count),
            PlanForm::Variable | PlanForm::List => {
                self.offsets.last().and_then(|elements| usize::try_from(*elements).ok()).unwrap_or_default()
            }
        });
    }

    /// Writes a tensor of the row that was begun.
    pub(super) fn push<'a, P: Payload<'a>>(
        &mut self,
        element: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        let count = self.check(element, shape)?;
        let before = self.items.len();
        payload.write(&mut &mut self.items)?;
        let found = self.items.len().saturating_sub(before);
        if found != count {
            return Err(ErrorKind::ElementCount { expected: count as u64, found: found as u64 }.into());
        }
        self.end_tensor(true)
    }

    /// Writes a value of the row that was begun, if it is always such numbers as this column has; else returns `false`.
    #[inline(always)]
    pub(super) fn push_block<T: Block>(&mut self, value: &T) -> Result<bool, EncodeError> {
        let size = self.even.as_ref().and_then(Even::size_of::<T>);
        let (Some(size), Some(out)) = (size, self.items.numbers()) else { return Ok(false) };
        let before = out.len();
        let mut sink = NumberSink { element: self.plan.element, out };
        value.write(&mut sink)?;
        let found = sink.out.len().wrapping_sub(before);
        if found != size {
            return Err(other_count(self.plan.element, size, found));
        }
        self.present.append(true);
        Ok(true)
    }

    /// Checks the header of a tensor, and returns the number of its elements. Types that derive `Tensor` have checked
    /// it before, others may not.
    fn check(&mut self, element: ElementType, shape: &[usize]) -> Result<usize, EncodeError> {
        if let Some(count) = self.even.as_ref().and_then(|even| even.count_of(element, shape)) {
            return Ok(count);
        }
        if element != self.plan.element {
            let allowed = tensor_format::rules::ElementTypes::of(self.plan.element);
            return Err(ErrorKind::ElementType { allowed, found: element }.into());
        }
        if shape.len() != self.plan.axes.len() {
            let expected = self.plan.axes.len();
            return Err(ErrorKind::Rank { expected, or_more: false, found: shape.len() }.into());
        }
        for (axis, ((size, name), len)) in self.plan.axes.iter().zip(shape).enumerate() {
            if size.is_some_and(|size| size != *len as u64) {
                let dim = tensor_format::rules::Dim { name: *name, ..size.unwrap_or_default().into() };
                return Err(ErrorKind::AxisLength { axis, expected: dim.into(), found: *len as u64 }.into());
            }
        }
        let count = shape.iter().filter(|len| **len > 0).try_fold(1usize, |count, len| count.checked_mul(*len));
        let count = count.ok_or(ErrorKind::ShapeOverflow)?;
        let count = if shape.contains(&0) { 0 } else { count };
        if let PlanForm::Variable | PlanForm::List = self.plan.form {
            if self.items.len().saturating_add(count) > self.max_elements {
                self.items.full = true;
                return Err(too_many(self.max_elements, self.items.len().saturating_add(count)));
            }
            for len in shape {
                // A longer axis fits into no batch.
                let len = i32::try_from(*len).map_err(|_| too_many(WriteOptions::MOST, *len))?;
                self.sizes.push(len);
            }
        }
        Ok(count)
    }

    fn end_tensor(&mut self, present: bool) -> Result<(), EncodeError> {
        self.present.append(present);
        if let PlanForm::Variable | PlanForm::List = self.plan.form {
            let end = i32::try_from(self.items.len()).map_err(|_| too_many(WriteOptions::MOST, self.items.len()))?;
            self.offsets.push(end);
        }
        Ok(())
    }

    /// Ends a row; if no tensor of it was written, it is null.
    #[inline]
    pub(super) fn end_row(&mut self, rows: usize) -> Result<(), EncodeError> {
        if !self.is_many() && self.tensors().wrapping_sub(rows) == 1 { Ok(()) } else { self.end_other(rows) }
    }

    /// Ends a row that has not one tensor.
    fn end_other(&mut self, rows: usize) -> Result<(), EncodeError> {
        if self.is_many() {
            let tensors = self.tensors();
            let end = i32::try_from(tensors).ok().filter(|_| tensors <= self.max_elements);
            let Some(end) = end else {
                self.items.full = true;
                return Err(too_many(self.max_elements, tensors));
            };
            self.lists.push(end);
            return Ok(());
        }
        match self.tensors().checked_sub(rows) {
            Some(0) if self.plan.presence == Presence::Optional => self.push_null(),
            Some(0) => Err(ErrorKind::missing_param().into()),
            _ => Err(ErrorKind::DuplicateParam.into()),
        }
    }

    fn push_null(&mut self) -> Result<(), EncodeError> {
        match self.plan.form {
            PlanForm::Scalar | PlanForm::Media => self.items.push_empty(1),
            PlanForm::Fixed(count) => self.items.push_empty(count),
            PlanForm::Variable | PlanForm::List => self.sizes.extend(self.plan.axes.iter().map(|_| 0)),
        }
        self.end_tensor(false)
    }

    /// Returns the column as an array of this type.
    pub(super) fn finish(mut self, data_type: &DataType) -> Result<ArrayRef, ArrowError> {
        let many = self.is_many();
        let lists = std::mem::take(&mut self.lists);
        match data_type {
            DataType::List(item) if many => {
                let tensors = self.finish_tensors(item.data_type())?;
                let offsets = OffsetBuffer::new(ScalarBuffer::from(lists));
                Ok(Arc::new(ListArray::try_new(item.clone(), offsets, tensors, None)?))
            }
            other => self.finish_tensors(other),
        }
    }

    fn finish_tensors(mut self, data_type: &DataType) -> Result<ArrayRef, ArrowError> {
        let tensors = self.tensors();
        let nulls = self.present.finish().filter(|nulls| nulls.null_count() > 0);
        let offsets = std::mem::take(&mut self.offsets);
        match (self.plan.form, data_type) {
            (PlanForm::Fixed(_), DataType::FixedSizeList(item, size)) => {
                let items = self.items.finish(item.data_type(), None)?;
                let list = FixedSizeListArray::try_new_with_length(item.clone(), *size, items, nulls, tensors)?;
                Ok(Arc::new(list))
            }
            (PlanForm::List, DataType::List(item)) => {
                let items = self.items.finish(item.data_type(), None)?;
                let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
                Ok(Arc::new(ListArray::try_new(item.clone(), offsets, items, nulls)?))
            }
            (PlanForm::Variable, DataType::Struct(fields)) => {
                let Some(DataType::List(item)) = fields.first().map(|field| field.data_type()) else {
                    return Err(ArrowError::InvalidArgumentError("no list of elements".into()));
                };
                let items = self.items.finish(item.data_type(), None)?;
                let data =
                    ListArray::try_new(item.clone(), OffsetBuffer::new(ScalarBuffer::from(offsets)), items, None)?;
                let rank = i32::try_from(self.plan.axes.len()).unwrap_or(i32::MAX);
                let sizes = Arc::new(PrimitiveArray::<Int32Type>::try_new(ScalarBuffer::from(self.sizes), None)?);
                let shape = FixedSizeListArray::try_new_with_length(sizes_item(), rank, sizes, None, tensors)?;
                let columns: Vec<ArrayRef> = vec![Arc::new(data), Arc::new(shape)];
                Ok(Arc::new(StructArray::try_new(fields.clone(), columns, nulls)?))
            }
            (_, data_type) => self.items.finish(data_type, nulls),
        }
    }
}

#[cold]
fn other_count(element: ElementType, expected: usize, found: usize) -> EncodeError {
    let count = |bytes: usize| bytes.checked_div(element.size().unwrap_or(1)).unwrap_or_default() as u64;
    ErrorKind::ElementCount { expected: count(expected), found: count(found) }.into()
}

#[cold]
fn too_many(max: usize, found: usize) -> EncodeError {
    ErrorKind::LimitExceeded { limit: Limit::Elements, max: max as u64, found: found as u64 }.into()
}
