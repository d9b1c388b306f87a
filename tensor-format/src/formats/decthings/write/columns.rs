//! Writes all tensors of a list of records by two looks at each record: one that counts what each column has, and one that
//! writes it into memory in which each column has its part.
//!
//! Both looks go over the fields of a record in straight code, since the compiler knows the position of each, where to write
//! one column after another takes a look at each record for every column.

use alloc::vec::Vec;

use arrayvec::ArrayVec;

use super::{
    copy_numbers,
    output::{Count, MemoryPart, Output, WriteParts, lied, with_varint},
};
use crate::{
    Element, ElementSink, ElementType, ElementTypes, EncodeError, ErrorKind, Payload, Variable,
    error::memory::reserve_exact,
    formats::decthings::element_type::to_byte,
    rules::columns::{
        ColumnForm, OpenAxes,
        table::{ListColumn, MOST_PLAIN, is_stacked, tensors_of},
    },
    traits::{mistyped, sink::items::EncodeItems},
    util::reinterpret::spare::{self, len_of_text},
};

mod head;
mod look;

use head::{Head, Size, heads_of};
use look::{Visit, look_at};

/// The element types of columns that are written so: numbers that the format has, and strings.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "evaluated by the compiler")]
pub(super) const TYPES: ElementTypes = {
    let (mut types, mut at) = (ElementTypes::of(ElementType::String), 0);
    while at < ElementType::ALL.len() {
        let element_type = ElementType::ALL[at];
        if element_type.size().is_some() && to_byte(element_type).is_some() {
            types = types.with(element_type);
        }
        at += 1;
    }
    types
};

/// Writes the tensors of a list. Before strings comes the size of all, if there are `sections`.
///
/// # Errors
///
/// Those of the records and of the output.
pub(super) fn write<'a, I, O>(items: &I, sections: bool, out: &mut O) -> Result<(), EncodeError>
where
    I: EncodeItems<'a>,
    O: Output<'a>,
{
    let mut sizes = sizes_of(const { measured(I::LIST) });
    let n = look_at(items, &mut Measure(&mut sizes))?;
    let heads = of_list::<I>();
    let mut lens = ArrayVec::<usize, MOST_PLAIN>::new();
    for head in heads {
        let size = sizes.get(head.column).copied().unwrap_or_default();
        lens.push(head.bytes(head.outer(n, &size), &size, sections).ok_or_else(|| ErrorKind::ShapeOverflow)?);
    }
    out.in_parts(&lens, Columns { items, n, sizes: &sizes, sections })
}

/// The most bytes of a record, by the average of a list, that is copied for an output that need not copy long runs: to look at
/// all records for each of their columns takes longer then.
const COPIED: usize = 1 << 10;

/// Writes the tensors of a list into memory, and these bytes to an output of another kind; returns whether it did, which it does
/// if the records are short. By the functions that write into memory: the compiler joins these with what encodes a record only
/// where no others share that.
///
/// # Errors
///
/// Those of the records and of the output, and [`OutOfMemory`](ErrorKind::OutOfMemory).
pub(super) fn write_short<'a, I, O>(items: &I, sections: bool, out: &mut O) -> Result<bool, EncodeError>
where
    I: EncodeItems<'a>,
    O: Output<'a>,
{
    let mut count = Count(0);
    write(items, sections, &mut count)?;
    if count.0 > items.count().saturating_mul(COPIED) {
        return Ok(false);
    }
    let mut bytes = Vec::new();
    reserve_exact(&mut bytes, count.0)?;
    let (written, missing) = spare::append_with(&mut bytes, false, |mut spare| write(items, sections, &mut spare));
    written?;
    if missing.is_some() {
        return Err(lied());
    }
    out.put(&bytes).map(|()| true)
}

/// The tensors of most lists, whose table takes less of a program.
const FEW: usize = 16;

/// Returns what is known of the tensors of a list from its type.
#[inline(always)]
fn of_list<'a, I: EncodeItems<'a>>() -> &'static [Head] {
    let tensors = const { tensors_of(I::LIST) };
    let heads: &[Head] = match tensors {
        0..=FEW => const { &heads_of::<FEW>(I::LIST) },
        _ => const { &heads_of::<MOST_PLAIN>(I::LIST) },
    };
    heads.get(..tensors).unwrap_or_default()
}

/// Returns the sizes of the columns of a list of no records.
#[inline(always)]
fn sizes_of(list: &[ListColumn]) -> ArrayVec<Size, MOST_PLAIN> {
    let mut sizes = ArrayVec::new();
    while sizes.len() < list.len() && !sizes.is_full() {
        sizes.push(Size::default());
    }
    sizes
}

/// Returns the columns of a list, or none if each tensor has as many items as there are records, and no strings.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "evaluated by the compiler")]
const fn measured(list: &[ListColumn]) -> &[ListColumn] {
    let (mut at, mut has_texts) = (0, false);
    while at < list.len() {
        has_texts |= matches!(list[at].element_type, Some(ElementType::String));
        at += 1;
    }
    if has_texts { list } else { ragged(list) }
}

/// Returns the columns of a list, or none if each tensor has as many items as there are records.
const fn ragged(list: &[ListColumn]) -> &[ListColumn] {
    if is_stacked(list) { &[] } else { list }
}

/// Counts what the records have for each column.
struct Measure<'m>(&'m mut [Size]);

impl Visit for Measure<'_> {
    const BINDS: bool = true;

    #[inline(always)]
    fn tensor<'a, P: Payload<'a>>(
        &mut self,
        at: usize,
        of: &'static ListColumn,
        open: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        let Some(size) = self.0.get_mut(at) else { return Ok(()) };
        if of.form != ColumnForm::STACKED {
            size.add(open)?;
        }
        if of.element_type != Some(ElementType::String) {
            return Ok(());
        }
        // Strings take as many bytes as there are, so that another number of them fills its part too.
        let expected = open.iter().fold(of.count.unwrap_or_default(), |count, len| count.wrapping_mul(*len));
        let mut lens = TextLens { bytes: &mut size.texts, written: 0 };
        payload.write(&mut lens)?;
        if lens.written == expected { Ok(()) } else { Err(miscounted(of.name, expected, lens.written)) }
    }

    #[inline]
    fn list<'a, J: EncodeItems<'a>>(
        &mut self,
        at: usize,
        to: &'static [ListColumn],
        items: &J,
    ) -> Result<(), EncodeError> {
        let mut inner = sizes_of(const { measured(J::LIST) });
        let n = look_at(items, &mut Measure(&mut inner))?;
        let sizes = self.0.get_mut(at..).unwrap_or_default();
        each_tensor::<J>(n, &inner, to, |index, of, rows, texts| {
            if matches!(of.form.open, OpenAxes::None) && of.inner.first() != Some(&rows) {
                return Err(lied());
            }
            if let Some(size) = sizes.get_mut(index) {
                size.add(&[rows])?;
                size.texts = size.texts.saturating_add(texts);
            }
            Ok(())
        })
    }

    #[inline(always)]
    fn end(&mut self, _: &'static [ListColumn], _: u64) -> Result<(), EncodeError> {
        Ok(())
    }
}

/// Calls `take` for each tensor of a list of `n` records, which is a value of one of the columns `to` of an outer list, with
/// its position, the column, the length of its outermost axis, and the size of its strings.
#[inline(always)]
fn each_tensor<'a, J: EncodeItems<'a>>(
    n: usize,
    sizes: &[Size],
    to: &'static [ListColumn],
    mut take: impl FnMut(usize, &'static ListColumn, usize, usize) -> Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    if const { measured(J::LIST).is_empty() } {
        return to.iter().enumerate().try_for_each(|(index, of)| take(index, of, n, 0));
    }
    for (index, (of, head)) in to.iter().zip(of_list::<J>()).enumerate() {
        let size = sizes.get(head.column).copied().unwrap_or_default();
        take(index, of, head.outer(n, &size), if head.is_texts { size.texts } else { 0 })?;
    }
    Ok(())
}

/// Adds the sizes of strings up, each behind its length, and counts them.
struct TextLens<'s> {
    bytes: &'s mut usize,
    written: usize,
}

impl<'a> ElementSink<'a> for TextLens<'_> {
    fn copy_numbers<T: Element>(&mut self, _: &[T]) -> Result<(), EncodeError> {
        Err(mistyped())
    }

    #[inline(always)]
    fn variable(&mut self, element: Variable<'a>) -> Result<(), EncodeError> {
        let Variable::Text(text) = &element else { return Err(mistyped()) };
        *self.bytes = self.bytes.saturating_add(len_of_text(text));
        self.written = self.written.wrapping_add(1);
        Ok(())
    }

    #[inline(always)]
    fn texts<T: Iterator<Item = &'a str>>(&mut self, texts: T) -> Result<(), EncodeError> {
        let before = (*self.bytes, self.written);
        (*self.bytes, self.written) = texts
            .fold(before, |(bytes, written), text| (bytes.saturating_add(len_of_text(text)), written.wrapping_add(1)));
        Ok(())
    }
}

/// The tensors of a list of `n` records, whose sizes are known.
struct Columns<'c, I> {
    items: &'c I,
    n: usize,
    sizes: &'c [Size],
    sections: bool,
}

impl<'a, I: EncodeItems<'a>> WriteParts for Columns<'_, I> {
    #[inline]
    fn write<P: MemoryPart>(self, parts: &mut [P]) -> Result<(), EncodeError> {
        for (head, part) in of_list::<I>().iter().zip(&mut *parts) {
            let size = self.sizes.get(head.column).copied().unwrap_or_default();
            part.put(&[head.element_type, head.rank])?;
            put_varint(part, head.outer(self.n, &size))?;
            head.inner.iter().try_for_each(|len| put_varint(part, *len))?;
            if self.sections && head.is_texts {
                put_varint(part, size.texts)?;
            }
        }
        look_at(self.items, &mut Fill { parts: &mut *parts, places: SamePlaces, sizes: &mut [] })?;
        if parts.iter().all(P::is_full) { Ok(()) } else { Err(unfilled::<I, P>(parts, self.n, self.sizes)) }
    }
}

/// Returns the error of the first part that was not filled, or was too small: hand-written tensors have more or fewer numbers
/// than their shapes, or records changed between the two looks at them.
#[cold]
fn unfilled<'a, I: EncodeItems<'a>, P: MemoryPart>(parts: &[P], n: usize, sizes: &[Size]) -> EncodeError {
    let mut all = of_list::<I>().iter().zip(parts).enumerate();
    let Some((at, (head, part))) = all.find(|(_, (_, part))| !part.is_full()) else { return lied() };
    let Some(of) = I::LIST.get(head.column) else { return lied() };
    let size = of.element_type.and_then(ElementType::size).filter(|_| at == of.last);
    let outer = head.outer(n, &sizes.get(head.column).copied().unwrap_or_default());
    match (size, of.count.and_then(|one| outer.checked_mul(one))) {
        (Some(size), Some(expected)) => {
            let found =
                (expected as isize).saturating_add(part.excess().checked_div(size as isize).unwrap_or_default());
            miscounted(of.name, expected, found.unsigned_abs())
        }
        _ => lied().in_parameter(of.name),
    }
}

/// Returns the error for tensors that were written by hand, with another number of elements than their headers say.
#[cold]
fn miscounted(name: &str, expected: usize, found: usize) -> EncodeError {
    let kind = ErrorKind::ElementCount { expected: expected as u64, found: found as u64 };
    EncodeError::new(kind).in_parameter(name)
}

#[inline(always)]
fn put_varint(part: &mut impl MemoryPart, value: usize) -> Result<(), EncodeError> {
    with_varint(value as u64, |bytes| part.put(bytes))
}

/// The parts for the tensors of a list.
trait Places {
    /// Returns the position of the part for tensor number `tensor`.
    fn place(&self, tensor: usize) -> usize;
}

/// The places of a list that is written: each tensor has a part.
struct SamePlaces;

impl Places for SamePlaces {
    #[inline(always)]
    fn place(&self, tensor: usize) -> usize {
        tensor
    }
}

/// The places of a list in a record: each tensor is a value of one of these columns of an outer list.
struct InnerPlaces<'o, L> {
    outer: &'o L,
    to: &'static [ListColumn],
}

impl<L: Places> Places for InnerPlaces<'_, L> {
    #[inline(always)]
    fn place(&self, tensor: usize) -> usize {
        self.to.get(tensor).map_or(usize::MAX, |of| self.outer.place(of.last))
    }
}

/// Writes what the records have for each column into its part of memory.
struct Fill<'p, P, L> {
    parts: &'p mut [P],
    places: L,
    /// Of a list in a record what was written for each column.
    sizes: &'p mut [Size],
}

impl<P: MemoryPart, L: Places> Fill<'_, P, L> {
    #[inline(always)]
    fn part(&mut self, tensor: usize) -> Result<&mut P, EncodeError> {
        self.parts.get_mut(self.places.place(tensor)).ok_or_else(lied)
    }

    #[inline(always)]
    fn put_number(&mut self, tensor: usize, number: u64) -> Result<(), EncodeError> {
        self.part(tensor)?.put(&number.to_le_bytes())
    }

    /// Writes what comes before the values of a tensor of a column.
    #[inline(always)]
    fn begin(&mut self, at: usize, of: &ListColumn, open: &[usize]) -> Result<(), EncodeError> {
        if let Some(size) = self.sizes.get_mut(at) {
            size.add(open)?;
        }
        open.iter().try_for_each(|len| self.put_number(of.last.wrapping_sub(1), *len as u64))
    }
}

impl<P: MemoryPart, L: Places> Visit for Fill<'_, P, L> {
    const BINDS: bool = false;

    #[inline(always)]
    fn tensor<'a, Y: Payload<'a>>(
        &mut self,
        at: usize,
        of: &'static ListColumn,
        open: &[usize],
        payload: &Y,
    ) -> Result<(), EncodeError> {
        self.begin(at, of, open)?;
        let Some(element_type) = of.element_type else { return Err(lied()) };
        payload.write(&mut PartElements { out: self.part(of.last)?, element_type })
    }

    #[inline]
    fn list<'a, J: EncodeItems<'a>>(
        &mut self,
        at: usize,
        to: &'static [ListColumn],
        items: &J,
    ) -> Result<(), EncodeError> {
        let mut sizes = sizes_of(const { ragged(J::LIST) });
        let places = InnerPlaces { outer: &self.places, to };
        let n = look_at(items, &mut Fill { parts: &mut *self.parts, places, sizes: &mut sizes })?;
        each_tensor::<J>(n, &sizes, to, |index, of, rows, _| {
            let rows = [rows];
            let open = if matches!(of.form.open, OpenAxes::None) { &[][..] } else { &rows };
            self.begin(at.wrapping_add(index), of, open)
        })
    }

    #[inline(always)]
    fn end(&mut self, list: &'static [ListColumn], found: u64) -> Result<(), EncodeError> {
        for (at, of) in list.iter().enumerate() {
            if of.form.is_optional {
                self.put_number(of.first, found.wrapping_shr(at as u32) & 1)?;
            }
        }
        Ok(())
    }
}

/// Writes elements of one type into a part of memory.
struct PartElements<'p, P> {
    out: &'p mut P,
    element_type: ElementType,
}

impl<P> PartElements<'_, P> {
    #[inline(always)]
    fn expect(&self, element_type: ElementType) -> Result<(), EncodeError> {
        if self.element_type == element_type { Ok(()) } else { Err(mistyped()) }
    }
}

impl<'a, P: MemoryPart> ElementSink<'a> for PartElements<'_, P> {
    #[inline(always)]
    fn copy_numbers<T: Element>(&mut self, run: &[T]) -> Result<(), EncodeError> {
        self.expect(T::TYPE)?;
        copy_numbers(run, |bytes| self.out.put(bytes))
    }

    #[inline(always)]
    fn variable(&mut self, element: Variable<'a>) -> Result<(), EncodeError> {
        self.expect(ElementType::String)?;
        let Variable::Text(text) = &element else { return Err(mistyped()) };
        self.out.put_text(text)
    }

    #[inline(always)]
    fn texts<T: Iterator<Item = &'a str>>(&mut self, mut texts: T) -> Result<(), EncodeError> {
        self.expect(ElementType::String)?;
        texts.try_for_each(|text| self.out.put_text(text))
    }
}
