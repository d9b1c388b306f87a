//! One column while it is read: the shape of each tensor, and where its elements are.

use std::ops::Range;

use tensor_format::{
    ByteOrder, DecodeError, ElementType, ErrorKind, Header, Shape, TensorRef, codec::MAX_EMPTY_ITEMS, layout::Layout,
};

use super::{
    arrow_array::{
        Array, FixedSizeListArray, PrimitiveArray, StructArray,
        types::{Int32Type, Int64Type},
    },
    arrow_buffer::NullBuffer,
    blocks::{Flat, Numbers},
    elements::{Elements, Walk, unlent},
    empty_items::Measured,
    field::{Described, Storage},
    items::{Items, Store, least_bytes},
    lists::{Lists, any_null, is_null},
};
use crate::fault::{Fault, FaultKind};

mod together;
pub(super) use together::{Together, absent};

/// A column while it is read.
pub(super) struct Column<'b> {
    described: Described,
    nulls: Option<&'b NullBuffer>,
    rows: usize,
    access: Access<'b>,
    /// The lists of fixed sizes in each other: which are null, and how many there are of each in a tensor, or in an
    /// item of a list.
    inner: Vec<(&'b NullBuffer, usize)>,
    items: Items<'b>,
    /// The axes of all tensors as they are seen, if all have the same.
    shape: Option<Shape>,
    /// The bytes of all tensors, and the number of those of one, if they are one after another and none has a null in
    /// it.
    flat: Option<(&'b [u8], usize)>,
}

/// Where the elements of a tensor are.
enum Access<'b> {
    /// Each tensor has this number of elements.
    Even(usize),
    /// A list, whose items have this number of elements each.
    Lists(Lists<'b>, usize),
    /// Lists in lists.
    Nested(Vec<Lists<'b>>),
    /// A list, and sizes beside it.
    Variable(Lists<'b>, Sizes<'b>),
}

enum Sizes<'b> {
    /// So many sizes for each tensor.
    Fixed { lists: Option<&'b NullBuffer>, sizes: &'b [i32], nulls: Option<&'b NullBuffer>, rank: usize },
    /// A list of sizes for each tensor.
    Lists { lists: Lists<'b>, sizes: &'b [i64], nulls: Option<&'b NullBuffer>, rank: usize },
}

impl<'b> Column<'b> {
    /// Returns the column of an array that is stored as its field says.
    pub(super) fn new(described: Described, array: &'b dyn Array) -> Result<Self, Fault> {
        let other = || Fault::schema(FaultKind::Storage, "an array as its field says", array.data_type().to_string());
        let mut inner = Vec::new();
        let (access, items) = match described.storage {
            Storage::Scalar | Storage::Media => (Access::Even(1), array),
            Storage::Fixed(depth) => {
                let (count, items) = fixed(array, depth, &mut inner).ok_or_else(other)?;
                // The nulls of the outermost are those of the rows.
                (Access::Even(count), items)
            }
            Storage::List(depth) => {
                let (lists, items) = Lists::of(array).ok_or_else(other)?;
                let (count, leaf) = fixed(items, depth, &mut inner).ok_or_else(other)?;
                if let Some(nulls) = items.nulls().filter(|_| depth > 0) {
                    inner.push((nulls, 1));
                }
                (Access::Lists(lists, count), leaf)
            }
            Storage::Nested(depth) => {
                let (mut levels, mut items) = (Vec::with_capacity(depth), array);
                for _ in 0..depth {
                    let (lists, next) = Lists::of(items).ok_or_else(other)?;
                    levels.push(lists);
                    items = next;
                }
                (Access::Nested(levels), items)
            }
            Storage::Variable => {
                let fields = array.as_any().downcast_ref::<StructArray>().ok_or_else(other)?.columns();
                let [data, shape] = fields else { return Err(other()) };
                let (lists, items) = Lists::of(data.as_ref()).ok_or_else(other)?;
                (Access::Variable(lists, sizes(shape.as_ref(), described.rank()).ok_or_else(other)?), items)
            }
        };
        let items = Items::of(described.element, items).ok_or_else(other)?;
        let lens = described.axes().map(|axis| axis.len).collect::<Option<Shape>>();
        let shape = lens.filter(|_| matches!(access, Access::Even(_) | Access::Lists(..)));
        let flat = match (&access, items.store, described.element.size()) {
            (Access::Even(count), Store::Bytes(bytes), Some(size))
                if described.permutation.is_none() && inner.is_empty() && !items.has_nulls() =>
            {
                Some((bytes, count.saturating_mul(size)))
            }
            _ => None,
        };
        Ok(Self { nulls: array.nulls(), rows: array.len(), described, access, inner, items, shape, flat })
    }

    #[inline]
    pub(super) fn element(&self) -> ElementType {
        self.described.element
    }

    /// Returns the bytes that are copied of a row where rows are read together: of what is not numbers, and of lengths.
    pub(super) fn copied_of_row(&self) -> usize {
        let size = match self.items.store {
            // Between absent rows.
            Store::Bytes(_) if self.has_nulls() => self.element().size().unwrap_or(1),
            Store::Bytes(_) if self.element() != ElementType::Bool => 0,
            Store::Bytes(_) | Store::Bits(_) => 1,
            Store::Variable(..) => size_of::<&str>(),
        };
        (self.items.len().saturating_mul(size) / self.rows.max(1)).saturating_add(size_of::<u64>())
    }

    /// Returns the bytes of these tensors, as [`bytes_of`](Measured::bytes_of) does of one.
    pub(super) fn bytes_of_many(&self, tensors: Range<usize>) -> usize {
        match self.bytes_of_each() {
            // There may be any number of those that take nothing.
            Some(each) => tensors.len().saturating_mul(each),
            None => tensors.map(|tensor| self.bytes_of(tensor)).fold(0, usize::saturating_add),
        }
    }

    /// Returns whether no tensor of the column takes any bytes.
    pub(super) fn takes_nothing(&self) -> bool {
        self.bytes_of_each() == Some(0)
    }

    /// Returns the bytes of each tensor, if all have as many elements.
    fn bytes_of_each(&self) -> Option<usize> {
        match self.access {
            Access::Even(count) => Some(count.saturating_mul(self.least_bytes())),
            _ => None,
        }
    }

    /// Returns the bytes that an element takes at least.
    fn least_bytes(&self) -> usize {
        match self.items.store {
            Store::Variable(data, format) => least_bytes(data, format),
            _ => self.element().size().unwrap_or(1),
        }
    }

    pub(super) fn is_null(&self, row: usize) -> bool {
        is_null(self.nulls, row)
    }

    pub(super) fn has_nulls(&self) -> bool {
        self.nulls.is_some_and(|nulls| nulls.null_count() > 0)
    }

    /// Returns the header and the elements of a tensor.
    #[inline]
    pub(super) fn read<'s>(&self, row: usize) -> Result<(Header, Elements<'s, 'b>), DecodeError> {
        if let (Some((bytes, len)), Some(shape)) = (self.flat, &self.shape) {
            let start = row.saturating_mul(len);
            if let Some(run) = bytes.get(start..start.saturating_add(len)) {
                let element = self.element();
                let elements = Elements::numbers(Numbers { element, bytes: run });
                return Ok((Header::new(element, shape.clone()), elements));
            }
        }
        self.read_any(row)
    }

    /// Returns the column for values of fixed shape, if its tensors are one after another.
    pub(super) fn flat(&self) -> Option<Flat<'b>> {
        let ((bytes, size), shape) = (self.flat?, self.shape.clone()?);
        Some(Flat::new(bytes, size, self.element(), shape))
    }

    fn read_any<'s>(&self, row: usize) -> Result<(Header, Elements<'s, 'b>), DecodeError> {
        // A text alone is itself what may be null.
        if let (Storage::Scalar, Store::Variable(texts, None)) = (&self.described.storage, self.items.store) {
            if row < self.items.len() && !self.is_null(row) {
                let text = Elements::strings(texts, None, Walk::Run(row..row.saturating_add(1)));
                return Ok((Header::new(self.element(), Shape::scalar()), text));
            }
        }
        let (shape, range) = self.tensor(row)?;
        let elements = self.elements(&shape, range)?;
        Ok((Header::new(self.element(), shape), elements))
    }

    /// Returns the shape of a tensor, and which elements it has.
    pub(super) fn tensor(&self, row: usize) -> Result<(Shape, Range<usize>), Fault> {
        let (stored, range) = match &self.access {
            Access::Even(count) => {
                let start = row.checked_mul(*count);
                let end = start.and_then(|start| start.checked_add(*count)).filter(|end| *end <= self.items.len());
                let range = start.zip(end).map(|(start, end)| start..end);
                let range = range.ok_or_else(|| self.too_few(*count))?;
                self.check_inner(row..row.saturating_add(1))?;
                (None, range)
            }
            Access::Lists(lists, count) => {
                let list = lists.range(row)?;
                let range = list.start.saturating_mul(*count)..list.end.saturating_mul(*count);
                let stored = self.of_list(list.len(), range.len())?;
                self.check_inner(list)?;
                (Some(stored), range)
            }
            Access::Nested(levels) => {
                let (stored, range) = self.nested(levels, row)?;
                (Some(stored), range)
            }
            Access::Variable(lists, sizes) => {
                let range = lists.range(row)?;
                let stored = self.variable(lists, sizes, row, &range)?;
                (Some(stored), range)
            }
        };
        if range.end > self.items.len() {
            return Err(self.too_few(range.len()));
        }
        self.items.check_nulls(range.clone())?;
        let shape = match (&self.shape, stored) {
            (Some(shape), _) => shape.clone(),
            (None, Some(stored)) => self.seen(stored),
            (None, None) => return Err(self.too_few(range.len())),
        };
        Ok((shape, range))
    }

    #[cold]
    fn too_few(&self, wanted: usize) -> Fault {
        let expected = format!("{wanted} elements");
        Fault::data(FaultKind::ElementCount, expected, format!("{} in all rows", self.items.len()))
    }

    /// Checks that no list in a list is null.
    fn check_inner(&self, range: Range<usize>) -> Result<(), Fault> {
        let is_null = self.inner.iter().any(|(nulls, count)| {
            any_null(Some(nulls), range.start.saturating_mul(*count)..range.end.saturating_mul(*count))
        });
        if is_null { Err(Fault::data(FaultKind::ElementNull, "lists that are not null", "null")) } else { Ok(()) }
    }

    /// Returns the stored axes of a list of so many items and elements.
    fn of_list(&self, items: usize, elements: usize) -> Result<Shape, Fault> {
        let axes = self.described.stored();
        if let Some(count) = self.described.count() {
            // A list of all elements, whose shape is known.
            if elements != count {
                let expected = format!("{count} elements, as the shape has");
                return Err(Fault::data(FaultKind::ElementCount, expected, elements.to_string()));
            }
        }
        Ok(axes.iter().map(|axis| axis.len.unwrap_or(items)).collect())
    }

    /// Returns the stored axes and the elements of lists in each other.
    fn nested(&self, levels: &[Lists<'b>], row: usize) -> Result<(Shape, Range<usize>), Fault> {
        let mut range = row..row.saturating_add(1);
        let mut shape = Shape::scalar();
        for (axis, (lists, stored)) in levels.iter().zip(self.described.stored()).enumerate() {
            let mut items: Option<Range<usize>> = None;
            let mut len = stored.len;
            for list in range.clone() {
                if lists.is_null(list) {
                    return Err(Fault::data(FaultKind::ElementNull, "lists that are not null", "null").at_axis(axis));
                }
                let next = lists.range(list)?;
                let found = next.len();
                let expected = *len.get_or_insert(found);
                if expected != found {
                    let fault = Fault::data(FaultKind::Ragged, format!("a list of {expected}"), found.to_string());
                    return Err(fault.at_axis(axis));
                }
                items = Some(items.map_or(next.clone(), |items| items.start..next.end));
            }
            shape.push(len.unwrap_or_default());
            range = items.unwrap_or(0..0);
        }
        Ok((shape, range))
    }

    /// Returns the stored axes of a tensor of variable shape, whose elements are in this range.
    fn variable(&self, data: &Lists<'b>, sizes: &Sizes<'b>, row: usize, range: &Range<usize>) -> Result<Shape, Fault> {
        let null = || Fault::data(FaultKind::ShapeNull, "a shape that is not null", "null");
        let shape: Result<Shape, Fault> = match sizes {
            Sizes::Fixed { lists, sizes, nulls, rank } => {
                let start = row.saturating_mul(*rank);
                let places = start..start.saturating_add(*rank);
                if is_null(*lists, row) || any_null(*nulls, places.clone()) {
                    return Err(null());
                }
                lengths(sizes.get(places).ok_or_else(null)?)
            }
            Sizes::Lists { lists, sizes, nulls, rank } => {
                let places = lists.range(row)?;
                if lists.is_null(row) || any_null(*nulls, places.clone()) {
                    return Err(null());
                }
                if places.len() != *rank {
                    let expected = format!("{rank} sizes");
                    return Err(Fault::data(FaultKind::Shape, expected, places.len().to_string()));
                }
                lengths(sizes.get(places).ok_or_else(null)?)
            }
        };
        if data.is_null(row) {
            return Err(Fault::data(FaultKind::DataNull, "elements that are not null", "null"));
        }
        let shape = shape?;
        let found = range.len();
        match shape.element_count() {
            Some(count) if count == found => {}
            Some(count) => {
                let expected = format!("{count} elements, as the shape {shape} has");
                return Err(Fault::data(FaultKind::ElementCount, expected, found.to_string()));
            }
            None => {
                let expected = "a shape of at most 2^63-1 elements";
                return Err(Fault::data(FaultKind::SizeOverflow, expected, shape.to_string()));
            }
        }
        for (axis, (stored, len)) in self.described.stored().iter().zip(shape.iter()).enumerate() {
            if let Some(uniform) = stored.len.filter(|uniform| uniform != len) {
                let fault = Fault::data(FaultKind::UniformShape, format!("{uniform}, as all rows"), len.to_string());
                return Err(fault.at_axis(axis));
            }
        }
        Ok(shape)
    }

    /// Returns stored axes in the order in which they are seen.
    fn seen(&self, stored: Shape) -> Shape {
        if self.described.permutation.is_none() {
            return stored;
        }
        let axis = |axis| stored.get(self.described.stored_axis(axis)).copied().unwrap_or_default();
        (0..stored.rank()).map(axis).collect()
    }

    /// Returns the strides of the axes as they are seen, in elements; `None` if the elements are in row-major order.
    fn strides(&self, shape: &Shape) -> Option<Vec<usize>> {
        let order = self.described.permutation.as_ref()?;
        let mut strides = vec![0; shape.rank()];
        let mut stride: usize = 1;
        for stored in (0..shape.rank()).rev() {
            let axis = order.iter().position(|other| *other == stored)?;
            *strides.get_mut(axis)? = stride;
            stride = stride.saturating_mul(shape.get(axis).copied()?);
        }
        Some(strides)
    }

    /// Returns the elements of a tensor, whose shape and place [`tensor`](Self::tensor) has returned.
    pub(super) fn elements<'s>(&self, shape: &Shape, range: Range<usize>) -> Result<Elements<'s, 'b>, DecodeError> {
        let element = self.element();
        let strides = self.strides(shape);
        let walk = |strides: Option<Vec<usize>>| match strides {
            Some(strides) => Walk::permuted(shape, strides, range.clone()),
            None => Walk::Run(range.clone()),
        };
        Ok(match (self.items.store, strides) {
            (Store::Bytes(bytes), None) => Elements::numbers(Numbers { element, bytes: run(bytes, element, &range) }),
            (Store::Bytes(bytes), Some(strides)) if element == ElementType::Bool => {
                Elements::bools(bytes, walk(Some(strides)))
            }
            (Store::Bytes(bytes), Some(strides)) => {
                let bytes = run(bytes, element, &range);
                let tensor =
                    TensorRef::with_layout(element, shape, bytes, layout(&strides, element), ByteOrder::NATIVE)?;
                Elements::tensor(&tensor)
            }
            (Store::Bits(bits), strides) => Elements::bits(bits, walk(strides)),
            (Store::Variable(data, format), strides) => Elements::strings(data, format, walk(strides)),
        })
    }

    /// Returns all rows as one tensor, borrowed.
    pub(super) fn whole(&self, rows: usize) -> Result<TensorRef<'b>, DecodeError> {
        let lend = |why| ErrorKind::NotBorrowable { why };
        let (Access::Even(count), Some(shape)) = (&self.access, &self.shape) else {
            return Err(lend("the rows of the column differ in their shapes, or are lists").into());
        };
        let Store::Bytes(bytes) = self.items.store else {
            return Err(lend("the elements of the column are no numbers in memory").into());
        };
        let range = 0..rows.saturating_mul(*count);
        if self.has_nulls() {
            return Err(Fault::data(FaultKind::Null, "rows that are not null", "null").into());
        }
        self.items.check_nulls(range.clone())?;
        self.check_inner(0..rows)?;
        let element = self.element();
        let bytes = run(bytes, element, &range);
        let mut whole = shape.clone();
        whole.push_front(rows);
        let tensor = match self.strides(shape) {
            None => TensorRef::from_bytes(element, whole, bytes, ByteOrder::NATIVE),
            Some(mut strides) => {
                strides.insert(0, *count);
                TensorRef::with_layout(element, whole, bytes, layout(&strides, element), ByteOrder::NATIVE)
            }
        };
        Ok(tensor.map_err(unlent)?)
    }
}

impl Measured for Column<'_> {
    fn shared(&self) -> (usize, usize) {
        (self.rows, MAX_EMPTY_ITEMS)
    }

    fn bytes_of(&self, row: usize) -> usize {
        let Ok((shape, range)) = self.tensor(row) else { return 0 };
        // Lists and sizes have places of 4 bytes at least.
        let places = match &self.access {
            Access::Even(_) => 0,
            Access::Lists(..) | Access::Nested(_) => 1,
            Access::Variable(..) => shape.rank().saturating_add(1),
        };
        let elements = range.len().saturating_mul(self.least_bytes());
        elements.saturating_add(places.saturating_mul(size_of::<i32>()))
    }
}

/// Returns the layout of these strides in elements.
fn layout(strides: &[usize], element: ElementType) -> Layout {
    let size = element.size().unwrap_or(1);
    let bytes = |stride: &usize| isize::try_from(stride.saturating_mul(size)).unwrap_or(isize::MAX);
    let strides: Vec<isize> = strides.iter().map(bytes).collect();
    Layout::new(&strides, 0)
}

fn run<'b>(bytes: &'b [u8], element: ElementType, range: &Range<usize>) -> &'b [u8] {
    let size = element.size().unwrap_or(1);
    bytes.get(range.start.saturating_mul(size)..range.end.saturating_mul(size)).unwrap_or_default()
}

/// Goes into so many lists of fixed sizes in each other: returns the number of elements of each of the outermost, and
/// the array of the elements. Nulls of inner lists are added to `inner`, with their number in an outermost one.
fn fixed<'b>(
    array: &'b dyn Array,
    depth: usize,
    inner: &mut Vec<(&'b NullBuffer, usize)>,
) -> Option<(usize, &'b dyn Array)> {
    let (mut count, mut items) = (1usize, array);
    for level in 0..depth {
        let lists = items.as_any().downcast_ref::<FixedSizeListArray>()?;
        if let Some(nulls) = lists.nulls().filter(|_| level > 0) {
            inner.push((nulls, count));
        }
        count = count.checked_mul(usize::try_from(lists.value_length()).ok()?)?;
        items = lists.values().as_ref();
    }
    Some((count, items))
}

fn sizes(array: &dyn Array, rank: usize) -> Option<Sizes<'_>> {
    if let Some(lists) = array.as_any().downcast_ref::<FixedSizeListArray>() {
        let sizes = lists.values().as_any().downcast_ref::<PrimitiveArray<Int32Type>>()?;
        return Some(Sizes::Fixed { lists: lists.nulls(), sizes: sizes.values(), nulls: sizes.nulls(), rank });
    }
    let (lists, sizes) = Lists::of(array)?;
    let sizes = sizes.as_any().downcast_ref::<PrimitiveArray<Int64Type>>()?;
    Some(Sizes::Lists { lists, sizes: sizes.values(), nulls: sizes.nulls(), rank })
}

fn lengths<T: Copy + TryInto<usize> + std::fmt::Display>(sizes: &[T]) -> Result<Shape, Fault> {
    let negative = |size: &T| Fault::data(FaultKind::NegativeSize, "a size of 0 or more", size.to_string());
    let size = |(axis, size): (usize, &T)| (*size).try_into().map_err(|_| negative(size).at_axis(axis));
    sizes.iter().enumerate().map(size).collect()
}
