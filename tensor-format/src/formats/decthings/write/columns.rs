//! Writes all tensors of a list of records by two looks at each record: one that counts what each column has, and one that
//! writes it into memory in which each column has its part.
//!
//! Both looks go over the fields of a record in straight code, since the compiler knows the position of each, where to write
//! one column after another takes a look at each record for every column.

use arrayvec::ArrayVec;

use super::{
    copy_numbers,
    output::{MemoryPart, Output, WriteParts, lied},
};
use crate::{
    Element, ElementSink, ElementType, ElementTypes, EncodeError, Payload, Variable,
    formats::decthings::element_type::to_byte,
    rules::columns::{
        ColumnForm, OpenAxes,
        table::{ListColumn, MOST_PLAIN, tensors_of},
    },
    traits::{mistyped, sink::items::EncodeItems},
    util::{reinterpret::spare::len_of_text, varint},
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
    let mut sizes = sizes_of(I::LIST);
    let n = look_at(items, &mut Measure(&mut sizes))?;
    let heads = of_list::<I>();
    let mut lens = ArrayVec::<usize, MOST_PLAIN>::new();
    for head in heads {
        let size = sizes.get(head.column).copied().unwrap_or_default();
        lens.push(head.bytes(head.outer(n, &size), &size, sections));
    }
    out.in_parts(&lens, Columns { items, n, sizes: &sizes, sections })
}

/// Returns what is known of the tensors of a list from its type.
#[inline(always)]
fn of_list<'a, I: EncodeItems<'a>>() -> &'static [Head] {
    const { &heads_of(I::LIST) }.get(..const { tensors_of(I::LIST) }).unwrap_or_default()
}

/// Returns the sizes of the columns of a list of no records.
#[inline(always)]
fn sizes_of(list: &[ListColumn]) -> ArrayVec<Size, MOST_PLAIN> {
    list.iter().map(|_| Size::default()).take(MOST_PLAIN).collect()
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
        rows: usize,
        payload: &P,
    ) -> Result<(), EncodeError> {
        let Some(size) = self.0.get_mut(at) else { return Ok(()) };
        if of.form != ColumnForm::STACKED {
            size.add(rows);
        }
        if of.element_type == Some(ElementType::String) {
            payload.write(&mut TextLens(&mut size.texts))
        } else {
            Ok(())
        }
    }

    #[inline]
    fn list<'a, J: EncodeItems<'a>>(
        &mut self,
        at: usize,
        to: &'static [ListColumn],
        items: &J,
    ) -> Result<(), EncodeError> {
        let mut inner = sizes_of(J::LIST);
        let n = look_at(items, &mut Measure(&mut inner))?;
        let sizes = self.0.get_mut(at..).unwrap_or_default();
        for ((head, of), size) in of_list::<J>().iter().zip(to).zip(sizes) {
            let Some(inner) = inner.get(head.column) else { continue };
            let rows = head.outer(n, inner);
            if of.form.open == OpenAxes::None && of.inner.first() != Some(&rows) {
                return Err(lied());
            }
            size.add(rows);
            if head.is_texts {
                size.texts = size.texts.saturating_add(inner.texts);
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn end(&mut self, _: &'static [ListColumn], _: u32) -> Result<(), EncodeError> {
        Ok(())
    }
}

/// Adds the sizes of strings up, each behind its length.
struct TextLens<'s>(&'s mut usize);

impl<'a> ElementSink<'a> for TextLens<'_> {
    fn copy_numbers<T: Element>(&mut self, _: &[T]) -> Result<(), EncodeError> {
        Err(mistyped())
    }

    #[inline(always)]
    fn variable(&mut self, element: Variable<'a>) -> Result<(), EncodeError> {
        let Variable::Text(text) = &element else { return Err(mistyped()) };
        *self.0 = self.0.saturating_add(len_of_text(text));
        Ok(())
    }

    #[inline(always)]
    fn texts<T: Iterator<Item = &'a str>>(&mut self, texts: T) -> Result<(), EncodeError> {
        *self.0 = texts.map(len_of_text).fold(*self.0, usize::saturating_add);
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
        if parts.iter().all(P::is_full) { Ok(()) } else { Err(lied()) }
    }
}

#[inline(always)]
fn put_varint(part: &mut impl MemoryPart, value: usize) -> Result<(), EncodeError> {
    if value < 253 {
        return part.put(&[value as u8]);
    }
    let (bytes, len) = varint::encode(value as u64);
    part.put(bytes.get(..len).unwrap_or_default())
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

/// The places of a list in a record: each tensor is a value of a column of the outer list.
impl Places for &[usize] {
    #[inline(always)]
    fn place(&self, tensor: usize) -> usize {
        self.get(tensor).copied().unwrap_or(usize::MAX)
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

    /// Writes what comes before the values of a tensor of a column, and returns the number of the tensor that takes them.
    #[inline(always)]
    fn begin(&mut self, at: usize, of: &ListColumn, rows: usize) -> Result<usize, EncodeError> {
        if of.form != ColumnForm::STACKED {
            if let Some(size) = self.sizes.get_mut(at) {
                size.add(rows);
            }
        }
        let tensor = of.first.wrapping_add(usize::from(of.form.is_optional));
        if of.form.open == OpenAxes::None {
            return Ok(tensor);
        }
        self.put_number(tensor, rows as u64)?;
        Ok(tensor.wrapping_add(1))
    }
}

impl<P: MemoryPart, L: Places> Visit for Fill<'_, P, L> {
    const BINDS: bool = false;

    #[inline(always)]
    fn tensor<'a, Y: Payload<'a>>(
        &mut self,
        at: usize,
        of: &'static ListColumn,
        rows: usize,
        payload: &Y,
    ) -> Result<(), EncodeError> {
        let tensor = self.begin(at, of, rows)?;
        let Some(element_type) = of.element_type else { return Err(lied()) };
        payload.write(&mut PartElements { out: self.part(tensor)?, element_type })
    }

    #[inline]
    fn list<'a, J: EncodeItems<'a>>(
        &mut self,
        at: usize,
        to: &'static [ListColumn],
        items: &J,
    ) -> Result<(), EncodeError> {
        let values = |of: &ListColumn| of.first.wrapping_add(of.form.width()).wrapping_sub(1);
        let places: ArrayVec<_, MOST_PLAIN> =
            to.iter().map(|of| self.places.place(values(of))).take(MOST_PLAIN).collect();
        let mut sizes = sizes_of(J::LIST);
        let n = look_at(items, &mut Fill { parts: &mut *self.parts, places: &*places, sizes: &mut sizes })?;
        for (index, (head, of)) in of_list::<J>().iter().zip(to).enumerate() {
            let size = sizes.get(head.column).copied().unwrap_or_default();
            self.begin(at.wrapping_add(index), of, head.outer(n, &size))?;
        }
        Ok(())
    }

    #[inline(always)]
    fn end(&mut self, list: &'static [ListColumn], found: u32) -> Result<(), EncodeError> {
        for (at, of) in list.iter().enumerate() {
            if of.form.is_optional {
                self.put_number(of.first, u64::from(found.wrapping_shr(at as u32) & 1))?;
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
