//! The elements of one tensor on their way to a value.

use std::{borrow::Cow, iter::from_fn, ops::Range};

use tensor_format::{
    ByteOrder, DecodeError, Element, ElementType, ErrorKind, Header, Tensor, TensorRef, View,
    codec::{ElementSource, EmptyLimit, TensorCursor, Variable},
    rules::ElementTypes,
};

use super::{
    arrow_array::Array,
    arrow_buffer::BooleanBuffer,
    blocks::{Numbers, take, too_few},
    empty_items::EmptyOfRow,
    items::{Strings, least_bytes},
};

/// Reads the elements of one tensor of a column.
///
/// Of numbers, values take whole tensors from it that live as long as the batch. Texts and bits are not there as a tensor has
/// them: types that need a whole tensor of them, as maps do, copy them.
pub(super) struct Elements<'s, 'b> {
    kind: Kind<'b>,
    /// What counts items without elements; `None` of texts that are read one by one.
    empty: Option<EmptyOfRow<'s>>,
}

enum Kind<'b> {
    /// Numbers one after another, and truth values as bytes.
    Numbers(Numbers<'b>),
    /// Numbers in another order.
    Tensor(Box<TensorCursor<'b>>),
    /// Truth values as bits.
    Bits(&'b BooleanBuffer, Walk),
    /// Truth values as bytes, in another order.
    Bools(&'b [u8], Walk),
    /// Texts, byte strings, and media with their formats.
    Strings(Strings<'b>, Option<Strings<'b>>, Walk),
}

/// Returns why bytes are no tensor that is lent: in a column any byte but 0 is true, and a tensor has 1.
pub(super) fn unlent(kind: ErrorKind) -> ErrorKind {
    match kind {
        ErrorKind::InvalidBoolean(_) => {
            ErrorKind::NotBorrowable { why: "a truth value of the column is a byte other than 0 and 1" }
        }
        other => other,
    }
}

/// The positions of elements in row-major order.
pub(super) enum Walk {
    /// One after another.
    Run(Range<usize>),
    /// In several runs: the first, those behind it, and the number of elements in these.
    Runs(Range<usize>, std::vec::IntoIter<Range<usize>>, usize),
    /// In the order of a permutation.
    Permuted(Box<Permuted>),
}

/// Goes over elements in an order of the axes that is not that of memory.
pub(super) struct Permuted {
    /// For each axis its length, the distance of its items, and the index that comes next.
    axes: Vec<(usize, usize, usize)>,
    start: usize,
    left: usize,
}

impl Walk {
    pub(super) fn permuted(shape: &[usize], strides: Vec<usize>, range: Range<usize>) -> Self {
        let axes = shape.iter().zip(strides).map(|(len, stride)| (*len, stride, 0)).collect();
        Self::Permuted(Box::new(Permuted { axes, start: range.start, left: range.len() }))
    }

    /// Returns the positions in these runs.
    pub(super) fn runs(runs: &[Range<usize>]) -> Self {
        let Some((first, behind)) = runs.split_first() else { return Self::Run(0..0) };
        if behind.is_empty() {
            return Self::Run(first.clone());
        }
        let rest: Vec<_> = behind.to_vec();
        let left = rest.iter().map(ExactSizeIterator::len).sum();
        Self::Runs(first.clone(), rest.into_iter(), left)
    }

    fn left(&self) -> usize {
        match self {
            Walk::Run(range) => range.len(),
            Walk::Runs(run, _, behind) => run.len().saturating_add(*behind),
            Walk::Permuted(permuted) => permuted.left,
        }
    }

    /// Returns the position of the next element.
    fn next(&mut self) -> Option<usize> {
        let permuted = match self {
            Walk::Run(range) => return range.next(),
            Walk::Runs(run, runs, behind) => {
                while run.start >= run.end {
                    *run = runs.next()?;
                    *behind = behind.saturating_sub(run.len());
                }
                return run.next();
            }
            Walk::Permuted(permuted) => permuted,
        };
        permuted.left = permuted.left.checked_sub(1)?;
        let offset: usize = permuted.axes.iter().map(|(_, stride, index)| stride * index).sum();
        for (len, _, index) in permuted.axes.iter_mut().rev() {
            *index += 1;
            if *index < *len {
                break;
            }
            *index = 0;
        }
        permuted.start.checked_add(offset)
    }
}

/// Returns whether a run of elements has so many, and an array of `len` elements has them.
fn has(run: &Range<usize>, count: usize, len: usize) -> bool {
    run.end <= len && run.len() >= count
}

impl<'s, 'b> Elements<'s, 'b> {
    fn new(kind: Kind<'b>) -> Self {
        Self { kind, empty: None }
    }

    /// Returns the same as those of a tensor in a row.
    #[inline]
    pub(super) fn in_row(self, row: EmptyOfRow<'s>) -> Self {
        Self { empty: Some(row), ..self }
    }

    /// Does the same as [`in_row`](Self::in_row) for elements of any kind, and counts byte strings that take no bytes: a
    /// list has as many as its lengths say.
    #[inline]
    pub(super) fn counted_in_row(self, row: EmptyOfRow<'s>) -> Result<Self, ErrorKind> {
        if let Kind::Strings(data, format, walk) = &self.kind {
            // One is the tensor itself.
            if walk.left() > 1 && least_bytes(*data, *format) == 0 {
                row.count(walk.left())?;
            }
        }
        Ok(self.in_row(row))
    }

    pub(super) fn numbers(numbers: Numbers<'b>) -> Self {
        Self::new(Kind::Numbers(numbers))
    }

    pub(super) fn tensor(tensor: &TensorRef<'b>) -> Self {
        Self::new(Kind::Tensor(Box::new(TensorCursor::new(tensor))))
    }

    pub(super) fn bits(bits: &'b BooleanBuffer, walk: Walk) -> Self {
        Self::new(Kind::Bits(bits, walk))
    }

    pub(super) fn bools(bytes: &'b [u8], walk: Walk) -> Self {
        Self::new(Kind::Bools(bytes, walk))
    }

    pub(super) fn strings(data: Strings<'b>, format: Option<Strings<'b>>, walk: Walk) -> Self {
        Self::new(Kind::Strings(data, format, walk))
    }

    /// Returns the next truth value of bits or bytes.
    fn next_bool(&mut self) -> Option<bool> {
        match &mut self.kind {
            Kind::Bits(bits, walk) => walk.next().filter(|at| *at < bits.len()).map(|at| bits.value(at)),
            Kind::Bools(bytes, walk) => walk.next().and_then(|at| bytes.get(at)).map(|byte| *byte != 0),
            _ => None,
        }
    }

    fn element(&self) -> ElementType {
        match &self.kind {
            Kind::Numbers(numbers) => numbers.element,
            // Those of variable size say it themselves.
            _ => ElementType::Bool,
        }
    }

    fn expect(&self, found: ElementType) -> Result<(), DecodeError> {
        let own = self.element();
        if own == found {
            return Ok(());
        }
        Err(ErrorKind::ElementType { allowed: ElementTypes::of(found), found: own }.into())
    }
}

impl<'b> ElementSource<'b> for Elements<'_, 'b> {
    const BORROWS: bool = true;

    #[inline]
    fn lends(&self) -> bool {
        matches!(&self.kind, Kind::Numbers(numbers) if numbers.element != ElementType::Bool)
    }

    #[inline]
    fn fill<T: Element>(&mut self, out: &mut [T]) -> Result<(), DecodeError> {
        if let Kind::Tensor(cursor) = &mut self.kind {
            return cursor.fill(out);
        }
        if let Kind::Numbers(numbers) = &mut self.kind {
            return numbers.fill(out);
        }
        self.expect(T::TYPE)?;
        let (wanted, left) = (out.len(), self.left());
        for to in out {
            let bit = self.next_bool().ok_or_else(|| too_few(wanted, left))?;
            *to = T::read(&[u8::from(bit)], ByteOrder::NATIVE);
        }
        Ok(())
    }

    fn left(&self) -> usize {
        match &self.kind {
            Kind::Numbers(numbers) => numbers.left(),
            Kind::Tensor(cursor) => cursor.left(),
            Kind::Bits(_, walk) | Kind::Bools(_, walk) | Kind::Strings(_, _, walk) => walk.left(),
        }
    }

    #[inline]
    fn extend<T: Element>(&mut self, count: usize, out: &mut Vec<T>) -> Result<(), DecodeError> {
        match &mut self.kind {
            Kind::Tensor(cursor) => return cursor.extend(count, out),
            Kind::Numbers(Numbers { element, bytes }) if *element == T::TYPE => {
                // The one copy.
                T::extend(out, take(bytes, count, T::SIZE)?, ByteOrder::NATIVE);
                return Ok(());
            }
            _ => {}
        }
        self.expect(T::TYPE)?;
        let left = self.left();
        out.reserve_exact(count.min(left));
        if let Kind::Bits(bits, Walk::Run(range)) = &mut self.kind {
            if !has(range, count, bits.len()) {
                return Err(too_few(count, left));
            }
            let bits = bits.slice(range.start, count);
            range.start = range.start.saturating_add(count);
            out.extend(bits.iter().map(|bit| T::read(&[u8::from(bit)], ByteOrder::NATIVE)));
            return Ok(());
        }
        for _ in 0..count {
            let bit = self.next_bool().ok_or_else(|| too_few(count, left))?;
            out.push(T::read(&[u8::from(bit)], ByteOrder::NATIVE));
        }
        Ok(())
    }

    fn borrow<T: Element>(&mut self, count: usize) -> Result<View<'b, T>, DecodeError> {
        match &mut self.kind {
            Kind::Tensor(cursor) => cursor.borrow(count),
            Kind::Numbers(Numbers { element, bytes }) if *element == T::TYPE => {
                Ok(View::new(take(bytes, count, T::SIZE)?, ByteOrder::NATIVE))
            }
            _ => {
                self.expect(T::TYPE)?;
                Err(ErrorKind::NotBorrowable { why: "the column has truth values as bits, or in another order" }.into())
            }
        }
    }

    #[inline]
    fn variable(&mut self) -> Result<Variable<'b>, DecodeError> {
        let Kind::Strings(data, format, walk) = &mut self.kind else {
            return Err(ErrorKind::custom("the elements of the column are of fixed size").into());
        };
        let at = walk.next();
        let next = |strings: &Strings<'b>| at.and_then(|at| strings.get(at)).ok_or_else(|| too_few(1, 0));
        let Some(format) = format else { return next(data) };
        let bytes = |variable| match variable {
            Variable::Text(Cow::Borrowed(text)) => Cow::Borrowed(text.as_bytes()),
            Variable::Bytes(bytes) => bytes,
            _ => Cow::Borrowed(&[][..]),
        };
        Ok(Variable::Media { format: bytes(next(format)?), data: bytes(next(data)?) })
    }

    fn take(&mut self, header: Header) -> Result<TensorRef<'b>, DecodeError> {
        match &mut self.kind {
            Kind::Tensor(cursor) => cursor.take(header),
            Kind::Numbers(Numbers { element, bytes }) if *element == header.element_type => {
                let count = header.shape.element_count().ok_or(ErrorKind::ShapeOverflow)?;
                let run = take(bytes, count, element.size().unwrap_or(1))?;
                let tensor = TensorRef::from_bytes(header.element_type, header.shape, run, ByteOrder::NATIVE);
                Ok(tensor.map_err(unlent)?)
            }
            _ => {
                Err(ErrorKind::NotBorrowable { why: "the column does not have the elements as a tensor has them" }
                    .into())
            }
        }
    }

    fn take_into(&mut self, header: Header, into: &mut Tensor) -> Result<(), DecodeError> {
        let count = header.shape.element_count().ok_or(ErrorKind::ShapeOverflow)?;
        match &mut self.kind {
            Kind::Tensor(cursor) => cursor.take_into(header, into),
            Kind::Strings(Strings::Text(texts), None, Walk::Run(range)) if has(range, count, texts.len()) => {
                let own = range.start..range.start.saturating_add(count);
                range.start = own.end;
                *into = Tensor::from_strings(header.shape, own.map(|at| texts.value(at)))?;
                Ok(())
            }
            Kind::Strings(..) => {
                let mut failed = None;
                let next = || self.variable().map_err(|error| failed = Some(error)).ok();
                let tensor = Tensor::from_variables(header.element_type, header.shape, from_fn(next).take(count));
                *into = failed.map_or(tensor.map_err(DecodeError::from), Err)?;
                Ok(())
            }
            Kind::Bits(..) | Kind::Bools(..) | Kind::Numbers(Numbers { element: ElementType::Bool, .. }) => {
                let mut bits: Vec<bool> = Vec::new();
                self.extend(count, &mut bits)?;
                *into = Tensor::from_vec(header.shape, bits)?;
                Ok(())
            }
            Kind::Numbers(_) => {
                *into = self.take(header)?.try_to_tensor()?;
                Ok(())
            }
        }
    }

    fn skip(&mut self, _: ElementType, count: usize) -> Result<(), DecodeError> {
        match &mut self.kind {
            Kind::Tensor(cursor) => cursor.skip(ElementType::Bool, count),
            Kind::Numbers(Numbers { element, bytes }) => take(bytes, count, element.size().unwrap_or(1)).map(|_| ()),
            Kind::Bits(_, walk) | Kind::Bools(_, walk) | Kind::Strings(_, _, walk) => {
                let left = walk.left();
                (0..count).try_for_each(|_| walk.next().map(|_| ()).ok_or_else(|| too_few(count, left)))
            }
        }
    }

    fn count_empty(&mut self, items: usize) -> Result<(), ErrorKind> {
        self.empty.map_or_else(|| EmptyLimit::new(0).add(items), |row| row.count(items))
    }

    fn native(&self, element_type: ElementType, count: usize) -> Option<&[u8]> {
        match &self.kind {
            Kind::Tensor(cursor) => cursor.native(element_type, count),
            Kind::Numbers(Numbers { element, bytes }) if *element == element_type && *element != ElementType::Bool => {
                bytes.get(..count.checked_mul(element_type.size()?)?)
            }
            _ => None,
        }
    }

    fn size_hint(&self) -> usize {
        // The elements are in memory.
        self.left()
    }
}
