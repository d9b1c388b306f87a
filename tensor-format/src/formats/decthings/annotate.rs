//! Explanations of a message byte by byte, in words for people.
//!
//! [`Annotations`] goes over a message by a [`SliceSource`], field by field, and says of each what it is. It knows no
//! type, so it looks ahead to tell a record's names from a tensor of strings.

use alloc::{collections::VecDeque, format, string::String, vec::Vec};
use core::fmt;

use super::{Options, SliceSource, element_type::from_byte, read::may_be_padding};
use crate::{
    ByteOrder, DecodeError, Element, ElementSource, ElementType, Header, MediaForm, Source, TensorRef, Variable,
    util::{escaped::Escaped, varint},
};

/// The most numbers of a tensor that an annotation shows, and the most characters of a text.
const SHOWN_NUMBERS: usize = 6;
const SHOWN_CHARS: usize = 40;
/// The most bytes that a line shows.
const SHOWN_BYTES: usize = 8;

/// A few bytes of a message and their meaning.
///
/// Its text is one line: offset, the first bytes in hexadecimal, meaning.
#[derive(Debug)]
#[non_exhaustive]
pub struct Annotation<'a> {
    /// The offset of the first byte in the message.
    pub offset: usize,
    /// The bytes that are explained.
    pub bytes: &'a [u8],
    /// The meaning of the bytes in words, or what is wrong with them.
    pub meaning: String,
    /// The error, if these bytes are at fault; nothing is annotated after an error.
    pub error: Option<DecodeError>,
}

impl fmt::Display for Annotation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = String::new();
        for (index, byte) in self.bytes.iter().take(SHOWN_BYTES).enumerate() {
            shown.push_str(&format!("{}{byte:02x}", if index == 0 { "" } else { " " }));
        }
        if self.bytes.len() > SHOWN_BYTES {
            shown.push('…');
        }
        let mark = if self.error.is_some() { "error: " } else { "" };
        write!(f, "{:>6}  {shown:<24} {mark}{}", self.offset, Escaped(&self.meaning))
    }
}

/// The explanations of a message's bytes, one after another; made by [`annotate`](super::annotate).
///
/// The annotations follow each other without gaps, from the first byte to the last or to an error, whose annotation
/// takes all bytes that are left. Each is made when it is asked for.
#[derive(Debug)]
pub struct Annotations<'a> {
    input: &'a [u8],
    options: Options,
    source: SliceSource<'a>,
    ready: VecDeque<Annotation<'a>>,
    /// The number of bytes annotated so far.
    done: usize,
    /// The number of tensors and records begun so far.
    items: usize,
    /// The text in front of every meaning of the current tensor or record.
    item: String,
    /// The offset of the name of the record's next tensor, and the number of names still to come.
    names: (usize, usize),
    /// The header whose fields come next.
    header: Option<HeaderFields>,
    /// The tensor whose elements come next.
    current: Option<Current>,
    /// The number of tensors still to come, once that is known.
    left: Option<usize>,
    ended: bool,
}

/// The fields of a header that are still to be annotated: those after its rank.
#[derive(Debug)]
struct HeaderFields {
    label: String,
    /// The number of axes annotated so far; `rank` is that of all.
    axis: u8,
    rank: u8,
    /// Whether the byte length of all elements follows the axes, as the dialects of the clients write it.
    has_section: bool,
    /// Fields that end behind this offset are not annotated.
    stop: usize,
    /// The error at `stop`, if there is one.
    error: Option<DecodeError>,
}

#[derive(Debug)]
struct Current {
    header: Header,
    label: String,
    /// The number of elements read so far; `count` is that of all.
    index: usize,
    count: usize,
    /// Whether the elements are the names of a record.
    is_names: bool,
}

/// The tensors that follow some offset, found by looking ahead.
struct Ahead {
    tensors: usize,
    end: usize,
    fault: bool,
}

impl Options {
    /// Explains each byte, as [`annotate`](super::annotate).
    pub fn annotate<'a>(&self, bytes: &'a [u8]) -> Annotations<'a> {
        Annotations::new(bytes, self)
    }
}

impl<'a> Annotations<'a> {
    pub(super) fn new(input: &'a [u8], options: &Options) -> Self {
        Self {
            input,
            options: *options,
            source: SliceSource::new(input, options),
            ready: VecDeque::new(),
            done: 0,
            items: 0,
            item: String::new(),
            names: (0, 0),
            header: None,
            current: None,
            left: None,
            ended: false,
        }
    }

    /// Adds an annotation for the bytes up to offset `end` that have none yet.
    fn note(&mut self, end: usize, meaning: String) {
        let bytes = self.input.get(self.done..end).unwrap_or_default();
        if !bytes.is_empty() {
            self.ready.push_back(Annotation { offset: self.done, bytes, meaning, error: None });
            self.done = end;
        }
    }

    /// Annotates all bytes that are left with an error; nothing is annotated after it.
    fn fail(&mut self, error: DecodeError, label: &str) {
        let offset = error.offset().and_then(|offset| usize::try_from(offset).ok()).unwrap_or(self.done);
        self.note(offset, format!("{label}before the fault"));
        let bytes = self.input.get(self.done..).unwrap_or_default();
        let meaning = format!("{label}{}", error.kind());
        self.ready.push_back(Annotation { offset: self.done, bytes, meaning, error: Some(error) });
        self.ended = true;
    }

    /// Reads up to `max` tensors from offset `from` on without annotating them, and returns how many there are.
    fn look_ahead(&self, from: usize, max: usize) -> Ahead {
        let rest = self.input.get(from..).unwrap_or_default();
        let mut source = SliceSource::new(rest, &self.options);
        let mut ahead = Ahead { tensors: 0, end: from, fault: false };
        while ahead.tensors < max && source.position() < rest.len() {
            let skipped = source.tensor().and_then(|(header, elements)| {
                elements.skip(header.element_type, header.shape.element_count().unwrap_or_default())?;
                elements.end()
            });
            if skipped.is_err() {
                ahead.fault = true;
                break;
            }
            ahead.tensors = ahead.tensors.saturating_add(1);
            ahead.end = from.saturating_add(source.position());
        }
        ahead
    }

    /// Begins a tensor or record, and returns whether its first tensor holds a record's names.
    ///
    /// Nothing in the bytes says so: a string tensor of one axis that is followed by as many tensors as it has
    /// elements, or by a fault before them, is taken for names.
    fn begin_item(&mut self) -> bool {
        let start = self.done;
        let first = self.look_ahead(start, 1);
        let header = SliceSource::new(self.input.get(start..).unwrap_or_default(), &self.options).next_header();
        let names = match header {
            Ok(Header { element_type: ElementType::String, shape }) if !first.fault && self.options.names => {
                match *shape {
                    [names] if names > 0 && names <= self.options.max_params => names,
                    _ => 0,
                }
            }
            _ => 0,
        };
        let params = match self.left {
            // Looking at all of them for each item would take too long.
            Some(left) => Ahead { tensors: names.min(left.saturating_sub(1)), end: 0, fault: false },
            None => self.look_ahead(first.end, names),
        };
        let is_record = names > 0 && (params.tensors == names || params.fault);
        let taken: usize = if is_record { names.saturating_add(1) } else { 1 };
        self.left = match self.left {
            None if params.tensors < names && !params.fault => Some(params.tensors),
            left => left.map(|left| left.saturating_sub(taken)),
        };
        let (end, fault) = if is_record { (params.end, params.fault) } else { (first.end, first.fault) };
        let alone = start == 0 && (fault || end == self.input.len());
        self.item = match (alone, is_record) {
            (true, _) => String::new(),
            (false, true) => format!("record {}, ", self.items),
            (false, false) => format!("tensor {}: ", self.items),
        };
        self.items = self.items.saturating_add(1);
        is_record
    }

    fn begin_tensor(&mut self) {
        if self.done >= self.input.len() {
            self.ended = true;
            return;
        }
        let name = self.next_name();
        let (mut label, is_names) = match name {
            Some("") => (format!("{}padding: ", self.item), false),
            Some(name) => (format!("{}`{name}`: ", self.item), false),
            None if self.begin_item() => (format!("{}names: ", self.item), true),
            None => (self.item.clone(), false),
        };
        match self.source.next_header() {
            Ok(header) => {
                if name == Some("") && !may_be_padding(&header) {
                    label = format!("{}``: ", self.item);
                }
                let elements_at = self.source.position();
                if is_names {
                    self.names = (elements_at, header.shape.element_count().unwrap_or_default());
                }
                let count = header.shape.element_count().unwrap_or_default();
                self.current = Some(Current { header, label: label.clone(), index: 0, count, is_names });
                self.begin_header(elements_at, label, None);
            }
            Err(error) => {
                let stop = error.offset().and_then(|offset| usize::try_from(offset).ok()).unwrap_or(self.done);
                self.begin_header(stop, label, Some(error));
            }
        }
    }

    /// Returns the name of the record's next tensor. The names were read before.
    fn next_name(&mut self) -> Option<&'a str> {
        let (at, left) = self.names;
        let left = left.checked_sub(1)?;
        let (name, end) = self.source.name_at(at).ok()?;
        self.names = (end, left);
        Some(name)
    }

    /// Begins to annotate the fields of a header that end before offset `stop`; `error` is the fault at `stop`, if any.
    fn begin_header(&mut self, stop: usize, label: String, error: Option<DecodeError>) {
        let mut bytes = self.input.get(self.done..stop).unwrap_or_default().iter().copied();
        let element_type = bytes.next().and_then(from_byte);
        let rank = bytes.next();
        if let Some(element_type) = element_type {
            self.note(self.done.saturating_add(1), format!("{label}element type {element_type}"));
        }
        if let (Some(_), Some(rank)) = (element_type, rank) {
            self.note(self.done.saturating_add(1), format!("{label}rank {rank}"));
        }
        let has_section = self.options.dialect.has_section()
            && element_type.is_some_and(|element_type| element_type.size().is_none());
        let rank = rank.unwrap_or_default();
        self.header = Some(HeaderFields { label, axis: 0, rank, has_section, stop, error });
    }

    /// Annotates the next field of a header.
    fn field(&mut self, mut fields: HeaderFields) {
        let label = &fields.label;
        match self.varint_before(fields.stop) {
            Some((len, end)) if fields.axis < fields.rank => {
                self.note(end, format!("{label}axis {}: {len}", fields.axis));
                fields.axis = fields.axis.saturating_add(1);
                self.header = Some(fields);
            }
            Some((len, end)) if fields.has_section => {
                self.note(end, format!("{label}{len} bytes follow for all elements"));
                fields.has_section = false;
                self.header = Some(fields);
            }
            _ => {
                if let Some(error) = fields.error {
                    self.fail(error, label);
                }
            }
        }
    }

    /// Returns the varint behind the bytes annotated so far, and where it ends, if that is not behind `stop`.
    fn varint_before(&self, stop: usize) -> Option<(u64, usize)> {
        let (value, width) = varint::read(self.input.get(self.done..stop)?, true).ok()?;
        Some((value, self.done.saturating_add(width)))
    }

    fn elements(&mut self, mut current: Current) {
        if current.index >= current.count {
            return self.end_tensor(&current.label);
        }
        if current.header.element_type.size().is_some() {
            match self.source.take(current.header.clone()) {
                Ok(tensor) => {
                    let meaning = format!("{}{}", current.label, numbers(&tensor));
                    self.note(self.source.position(), meaning);
                    self.end_tensor(&current.label);
                }
                Err(error) => self.fail(error, &current.label),
            }
            return;
        }
        let what = match (current.is_names, current.count) {
            (true, _) => format!("{}name {}: ", self.item, current.index),
            (false, 1) => current.label.clone(),
            (false, _) => format!("{}element {}: ", current.label, current.index),
        };
        match self.source.variable() {
            Ok(element) => {
                self.note_element(&element, &what);
                current.index = current.index.saturating_add(1);
                self.current = Some(current);
            }
            Err(error) => {
                let stop = error.offset().and_then(|offset| usize::try_from(offset).ok()).unwrap_or(self.done);
                self.note_length(stop, &what);
                self.fail(error, &what);
            }
        }
    }

    fn end_tensor(&mut self, label: &str) {
        if let Err(error) = self.source.end() {
            self.fail(error, label);
        }
    }

    fn note_length(&mut self, stop: usize, what: &str) {
        if let Some((len, end)) = self.varint_before(stop) {
            self.note(end, format!("{what}{len} bytes"));
        }
    }

    fn note_element(&mut self, element: &Variable<'_>, what: &str) {
        let end = self.source.position();
        self.note_length(end, what);
        match element {
            Variable::Text(text) => self.note(end, format!("{what}{}", quoted(text))),
            Variable::Bytes(_) => self.note(end, format!("{what}content")),
            Variable::Media { format, .. } => {
                if self.options.dialect.media_form() == MediaForm::LengthPrefixed {
                    self.note(self.done.saturating_add(1), format!("{what}{} bytes of format", format.len()));
                }
                let shown = String::from_utf8_lossy(format);
                self.note(self.done.saturating_add(format.len()), format!("{what}format {}", quoted(&shown)));
                self.note(end, format!("{what}content"));
            }
        }
    }
}

impl<'a> Iterator for Annotations<'a> {
    type Item = Annotation<'a>;

    fn next(&mut self) -> Option<Annotation<'a>> {
        loop {
            if let Some(annotation) = self.ready.pop_front() {
                return Some(annotation);
            }
            if self.ended {
                return None;
            }
            match (self.header.take(), self.current.take()) {
                (Some(fields), current) => {
                    self.current = current;
                    self.field(fields);
                }
                (None, Some(current)) => self.elements(current),
                (None, None) => self.begin_tensor(),
            }
        }
    }
}

/// Returns a text in quotes, cut to a few characters.
fn quoted(text: &str) -> String {
    match text.char_indices().nth(SHOWN_CHARS) {
        None => format!("{text:?}"),
        Some((cut, _)) => format!("{:?}…", text.get(..cut).unwrap_or_default()),
    }
}

/// Returns the first numbers of a tensor as a text, with commas between them.
fn numbers(tensor: &TensorRef<'_>) -> String {
    macro_rules! shown {
        ($($element_type:ident => $ty:ty),*) => {
            match tensor.element_type() {
                $(ElementType::$element_type => first::<$ty>(tensor.buffer()),)*
                _ => Vec::new(),
            }
        };
    }
    let shown = shown!(
        F32 => f32, F64 => f64, I8 => i8, I16 => i16, I32 => i32, I64 => i64, U8 => u8, U16 => u16, U32 => u32,
        U64 => u64, Bool => bool
    );
    let more = if tensor.len() > shown.len() { ", …" } else { "" };
    format!("{}{more}", shown.join(", "))
}

fn first<T: Element>(bytes: &[u8]) -> Vec<String> {
    let chunks = bytes.chunks_exact(T::SIZE).take(SHOWN_NUMBERS);
    chunks.map(|chunk| format!("{:?}", T::read(chunk, ByteOrder::Little))).collect()
}

#[cfg(test)]
mod tests;
