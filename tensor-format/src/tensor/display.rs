//! Writes tensors as text like NumPy does: nested brackets, aligned columns, long axes shortened to their ends.
//!
//! Only the elements that are shown are read, so the cost does not depend on the size of a tensor of numbers.

use alloc::{string::String, vec::Vec};
use core::fmt::{self, Write};

use super::{Data, Tensor, TensorRef, text};

/// The number of elements above which a tensor is shortened.
const SUMMARY_ABOVE: usize = 1000;
/// The most elements that are shown of a shortened tensor.
const MOST_SHOWN: usize = 1000;
/// How many items are shown at the start and at the end of each axis of a shortened tensor: the first pair with which
/// at most [`MOST_SHOWN`] elements are shown.
const ENDS: [(usize, usize); 4] = [(3, 3), (2, 2), (1, 1), (1, 0)];
/// The number of characters after which a row is broken into several lines.
const WIDTH: usize = 100;
/// The number of axes for which rows are indented, and parts separated by blank lines; deeper ones are not.
const DEEP: usize = 16;

/// Which elements of a tensor are shown: how many at the ends of each axis.
struct PrintPlan<'s> {
    shape: &'s [usize],
    ends: (usize, usize),
}

impl<'s> PrintPlan<'s> {
    fn new(shape: &'s [usize]) -> Self {
        let all = shape.iter().try_fold(1, |product: usize, len| product.checked_mul(*len));
        let whole = (usize::MAX, 0);
        if all.is_some_and(|all| all <= SUMMARY_ABOVE) {
            return Self { shape, ends: whole };
        }
        let shown = |ends: &(usize, usize)| {
            let axes = shape.iter().map(|len| (*len).min(ends.0.saturating_add(ends.1)));
            axes.fold(1, |product: usize, len| product.saturating_mul(len)) <= MOST_SHOWN
        };
        Self { shape, ends: ENDS.into_iter().find(shown).unwrap_or((1, 0)) }
    }

    /// Returns the positions along an axis of length `len` that are shown, with one `None` in place of those left out.
    fn items(&self, len: usize) -> impl Iterator<Item = Option<usize>> + Clone + use<> {
        let (front, back) = self.ends;
        let cut = front.checked_add(back).is_some_and(|shown| shown < len);
        let (front, back) = if cut { (front, len.saturating_sub(back)) } else { (len, len) };
        (0..front).map(Some).chain(cut.then_some(None)).chain((back..len).map(Some))
    }

    /// Calls `visit` with the index of each element that is shown, in order.
    fn each(&self, index: &mut Vec<usize>, visit: &mut impl FnMut(&[usize])) {
        match self.shape.get(index.len()) {
            None => visit(index),
            Some(&len) => self.items(len).flatten().for_each(|item| {
                index.push(item);
                self.each(index, visit);
                index.pop();
            }),
        }
    }
}

/// Returns the text of each element that is shown, in row-major order.
fn texts(tensor: &TensorRef<'_>, plan: &PrintPlan<'_>, precision: Option<usize>) -> Vec<String> {
    let mut texts = Vec::new();
    let element_type = tensor.element_type();
    let mut index = Vec::with_capacity(plan.shape.len());
    if let Data::Packed(_) = tensor.data {
        let mut elements = tensor.variables();
        let mut next: usize = 0;
        plan.each(&mut index, &mut |index| {
            let at = index.iter().zip(plan.shape).fold(0, |at: usize, (i, len)| at.wrapping_mul(*len).wrapping_add(*i));
            let element = elements.nth(at.wrapping_sub(next));
            next = at.wrapping_add(1);
            texts.push(element.as_ref().map_or_else(String::new, text::variable));
        });
        return texts;
    }
    let (buffer, size, layout) = (tensor.buffer(), element_type.size().unwrap_or(1), tensor.layout());
    let foreign = tensor.byte_order() != crate::ByteOrder::Little;
    plan.each(&mut index, &mut |index| {
        let at = layout.as_ref().and_then(|layout| layout.byte_offset(plan.shape, index));
        let mut bytes = [0; 16];
        let element = at.and_then(|at| buffer.get(at..at.checked_add(size)?)).unwrap_or_default();
        bytes.iter_mut().zip(element).for_each(|(to, from)| *to = *from);
        let bytes = bytes.get_mut(..size).unwrap_or_default();
        if foreign {
            tensor.turn(bytes);
        }
        texts.push(text::number(element_type, bytes, precision));
    });
    texts
}

/// The widths in characters of a column of numbers: before the decimal point, and from it on.
#[derive(Default)]
struct Columns {
    before: usize,
    after: usize,
}

fn split(text: &str) -> (&str, &str) {
    text.split_at(text.find('.').unwrap_or(text.len()))
}

impl Columns {
    fn of(tensor: &TensorRef<'_>, texts: &[String]) -> Self {
        let complex = tensor.element_type().part_size() != tensor.element_type().size().unwrap_or(1);
        if complex || matches!(tensor.data, Data::Packed(_)) || tensor.rank() == 0 {
            return Self::default();
        }
        texts.iter().map(|text| split(text)).fold(Self::default(), |widths, (before, after)| Self {
            before: widths.before.max(before.len()),
            after: widths.after.max(after.len()),
        })
    }

    fn write(&self, text: &str, out: &mut String) {
        let (before, after) = split(text);
        out.extend(core::iter::repeat_n(' ', self.before.saturating_sub(before.len())));
        out.push_str(text);
        out.extend(core::iter::repeat_n(' ', self.after.saturating_sub(after.len())));
    }
}

/// Writes the texts of elements within nested brackets.
struct ArrayPrinter<'p> {
    plan: PrintPlan<'p>,
    columns: Columns,
    texts: core::slice::Iter<'p, String>,
    /// The indentation of every line but the first; `None` to write all on one line.
    lines: Option<usize>,
}

impl ArrayPrinter<'_> {
    fn print(&mut self, f: &mut fmt::Formatter<'_>, depth: usize) -> fmt::Result {
        let Some(&len) = self.plan.shape.get(depth) else {
            return f.write_str(self.texts.next().map_or("", String::as_str));
        };
        f.write_str("[")?;
        let inner = self.plan.shape.len().saturating_sub(depth).saturating_sub(1);
        if inner == 0 {
            self.row(f, depth, len)?;
        } else {
            for (i, item) in self.plan.items(len).enumerate() {
                if i > 0 {
                    self.separate(f, depth, inner)?;
                }
                match item {
                    Some(_) => self.print(f, depth.saturating_add(1))?,
                    None => f.write_str("...")?,
                }
            }
        }
        f.write_str("]")
    }

    fn separate(&self, f: &mut fmt::Formatter<'_>, depth: usize, inner: usize) -> fmt::Result {
        f.write_str(",")?;
        match self.lines {
            None => f.write_str(" "),
            Some(indent) => {
                f.write_str(if inner > 1 { "\n\n" } else { "\n" })?;
                spaces(f, indent.saturating_add(depth.min(DEEP)).saturating_add(1))
            }
        }
    }

    /// Writes the innermost axis, over several lines if it is long.
    fn row(&mut self, f: &mut fmt::Formatter<'_>, depth: usize, len: usize) -> fmt::Result {
        let margin = self.lines.map(|indent| indent.saturating_add(depth.min(DEEP)).saturating_add(1));
        let mut column = margin.unwrap_or(0);
        let mut cell = String::new();
        for (i, item) in self.plan.items(len).enumerate() {
            cell.clear();
            match (item, self.texts.as_slice().first()) {
                (None, _) => cell.push_str("..."),
                (Some(_), Some(text)) => {
                    self.texts.next();
                    if margin.is_some() { self.columns.write(text, &mut cell) } else { cell.push_str(text) }
                }
                (Some(_), None) => {}
            }
            let width = cell.chars().count();
            if i > 0 {
                f.write_str(",")?;
                match margin {
                    Some(margin) if column.saturating_add(width).saturating_add(3) > WIDTH => {
                        f.write_char('\n')?;
                        spaces(f, margin)?;
                        column = margin;
                    }
                    _ => {
                        f.write_char(' ')?;
                        column = column.saturating_add(2);
                    }
                }
            }
            column = column.saturating_add(width);
            f.write_str(&cell)?;
        }
        Ok(())
    }
}

fn spaces(f: &mut fmt::Formatter<'_>, count: usize) -> fmt::Result {
    write!(f, "{:count$}", "")
}

impl TensorRef<'_> {
    /// Writes the elements, without the header: on lines of their own with the indentation `lines`, or on the same line
    /// if that is `None`.
    pub(crate) fn fmt_elements(&self, f: &mut fmt::Formatter<'_>, lines: Option<usize>) -> fmt::Result {
        match lines {
            None => f.write_char(' ')?,
            Some(indent) => {
                f.write_char('\n')?;
                spaces(f, indent)?;
            }
        }
        if self.is_empty() {
            return f.write_str("[]");
        }
        let plan = PrintPlan::new(self.shape());
        let texts = texts(self, &plan, f.precision());
        let columns = Columns::of(self, &texts);
        ArrayPrinter { plan, columns, texts: texts.iter(), lines }.print(f, 0)
    }
}

/// Writes a line with element type and shape, then the elements. Of more than 1000 elements only the ends of each axis
/// are shown. A precision (`{:.2}`) sets the digits of floats.
impl fmt::Display for TensorRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.header)?;
        self.fmt_elements(f, Some(0))
    }
}

/// Writes the same text as `Display`, but on one line; with `{:#?}` on several.
impl fmt::Debug for TensorRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.header)?;
        self.fmt_elements(f, f.alternate().then_some(0))
    }
}

/// Writes the same text as for a [`TensorRef`].
impl fmt::Display for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.as_ref(), f)
    }
}

/// Writes the same text as for a [`TensorRef`].
impl fmt::Debug for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.as_ref(), f)
    }
}
