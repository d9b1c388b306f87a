//! The model of a type that derives: the meaning of its attributes, after they have been checked.

use std::cmp::Ordering;

use proc_macro2::Span;
use syn::{Expr, Generics, Ident, LitStr, Member, Path, Type};

use crate::runtime::Runtime;

use doc::Doc;

pub(crate) mod doc;

/// One type that derives `Tensor`.
pub(crate) struct Model<'a> {
    /// The runtime crate.
    pub(crate) krate: Runtime,
    pub(crate) ident: &'a Ident,
    /// Whether the type can be seen outside of its module.
    pub(crate) is_visible: bool,
    /// The generics of the type, with the predicates of the word `bound`.
    pub(crate) generics: Generics,
    /// The span of the value of `bound`, if the user wrote it.
    pub(crate) bound_text: Option<Span>,
    pub(crate) kind: Kind<'a>,
    /// The instances of a generic type that the attribute `check(..)` lists: their rules are checked even if unused.
    pub(crate) check: Vec<Type>,
    pub(crate) matches: Option<Matches>,
}

/// A file of definitions that the rules are checked against.
pub(crate) struct Matches {
    pub(crate) file: LitStr,
    /// Whether the type may allow more values than the file does.
    pub(crate) accepts: bool,
}

/// The kind of values that a type has.
pub(crate) enum Kind<'a> {
    Tensor(Box<Wrapper<'a>>),
    Record(Record<'a>),
    Entries(Entries<'a>),
    Row(Row<'a>),
    Labels(Labels<'a>),
    Union(Vec<Variant<'a>>),
    Variants(Variants<'a>),
}

/// A struct around one field that is a tensor, and so one tensor itself.
pub(crate) struct Wrapper<'a> {
    pub(crate) inner: Slot<'a>,
    pub(crate) with: Option<Path>,
    pub(crate) skipped: Vec<Slot<'a>>,
    pub(crate) narrowing: Narrowing,
}

/// A struct around a map that is a record: each entry is a parameter.
pub(crate) struct Entries<'a> {
    pub(crate) map: Slot<'a>,
    pub(crate) skipped: Vec<Slot<'a>>,
}

/// A record of named tensors.
#[derive(Clone, Default)]
pub(crate) struct Record<'a> {
    pub(crate) params: Vec<Param<'a>>,
    pub(crate) flattened: Vec<Flattened<'a>>,
    pub(crate) metadata: Vec<Metadata<'a>>,
    pub(crate) skipped: Vec<Slot<'a>>,
    pub(crate) deny_unknown: bool,
    /// Whether it is the record that an enum is.
    pub(crate) is_enum: bool,
}

impl Record<'_> {
    /// Returns whether the record's parameters include, or may include, those of other records.
    pub(crate) fn is_joined(&self) -> bool {
        self.is_enum || !self.flattened.is_empty() || self.params.iter().any(Param::may_nest)
    }
}

/// A struct of scalars that are the elements of one tensor.
pub(crate) struct Row<'a> {
    pub(crate) fields: Vec<Slot<'a>>,
    pub(crate) skipped: Vec<Slot<'a>>,
}

/// A field of a struct: its name or number, and its type.
#[derive(Clone)]
pub(crate) struct Slot<'a> {
    pub(crate) member: Member,
    pub(crate) ty: &'a Type,
}

/// One parameter of a record.
#[derive(Clone)]
pub(crate) struct Param<'a> {
    pub(crate) slot: Slot<'a>,
    /// The name on the wire.
    pub(crate) name: String,
    /// Other names under which it is read.
    pub(crate) aliases: Vec<String>,
    /// The name in Rust, for messages.
    pub(crate) field: String,
    pub(crate) doc: Doc,
    /// The module that converts the field to a tensor and back.
    pub(crate) with: Option<Path>,
    pub(crate) narrowing: Narrowing,
    pub(crate) fallback: Option<Fallback>,
    /// Whether the type of the field is spelled as a tensor of the standard library: see
    /// [`std_types`](crate::std_types).
    pub(crate) is_usual: bool,
    /// The word `ragged`, which says that it is a list of lists.
    pub(crate) ragged: Option<Span>,
    /// Whether it is the only field of a variant, and so there only if the label says so.
    pub(crate) is_variant: bool,
}

impl Param<'_> {
    /// Returns whether the type of the field may be a record: its name does not tell, and no attribute says that it is
    /// a tensor.
    pub(crate) fn may_nest(&self) -> bool {
        !self.is_usual && self.with.is_none() && self.narrowing.is_empty()
    }

    /// Returns whether no attribute narrows or converts the field, and its type is spelled as a tensor of the standard
    /// library.
    pub(crate) fn is_plain(&self) -> bool {
        self.is_usual && self.narrowing.is_empty() && self.fallback.is_none() && !self.is_variant
    }
}

/// A field of a record that is metadata, and no tensor.
#[derive(Clone)]
pub(crate) struct Metadata<'a> {
    pub(crate) slot: Slot<'a>,
    /// The word `metadata`.
    pub(crate) word: Span,
    /// The name on the wire.
    pub(crate) name: String,
    /// The name in Rust, for messages.
    pub(crate) field: String,
    pub(crate) fallback: Option<Fallback>,
}

/// The numbers that the elements of a tensor may be.
#[derive(Clone)]
pub(crate) struct Range {
    pub(crate) min: Option<Bound>,
    pub(crate) max: Option<Bound>,
    pub(crate) excludes_max: bool,
    /// The span of the word `range`.
    pub(crate) word: Span,
    /// Whether elements are checked against the range as they are written and read.
    pub(crate) is_checked: bool,
}

impl Range {
    /// Returns whether a number is in the range.
    pub(crate) fn contains(&self, number: &Number) -> bool {
        let above = self.min.as_ref().is_none_or(|min| number.compare(&min.number).is_ge());
        let below = self.max.as_ref().is_none_or(|max| {
            let order = number.compare(&max.number);
            order.is_lt() || (order.is_eq() && !self.excludes_max)
        });
        above && below
    }

    /// Returns the text of the range as it is written.
    pub(crate) fn text(&self) -> String {
        let text = |bound: &Option<Bound>| bound.as_ref().map_or(String::new(), |bound| bound.text.clone());
        let dots = if self.excludes_max || self.max.is_none() { ".." } else { "..=" };
        format!("{}{dots}{}", text(&self.min), text(&self.max))
    }
}

/// One end of a range.
#[derive(Clone)]
pub(crate) struct Bound {
    pub(crate) number: Number,
    /// The text of the bound as it is written, but without separators and suffixes.
    pub(crate) text: String,
    /// The span of the sign, or of the digits if there is none.
    pub(crate) start: Span,
    /// The span of the digits.
    pub(crate) span: Span,
}

/// The number that a literal of a bound is.
#[derive(Clone, Copy)]
pub(crate) enum Number {
    Int(i128),
    Float(f64),
}

impl Number {
    /// Compares two bounds: exactly if both are integers or both are floats, else as floats.
    pub(crate) fn compare(&self, other: &Number) -> Ordering {
        let float = |number: &Number| match number {
            Number::Int(number) => *number as f64,
            Number::Float(number) => *number,
        };
        match (self, other) {
            (Number::Int(a), Number::Int(b)) => a.cmp(b),
            (a, b) => float(a).partial_cmp(&float(b)).unwrap_or(Ordering::Equal),
        }
    }
}

/// The default of an absent parameter: `Default::default()`, or an expression with its span.
#[derive(Clone)]
pub(crate) enum Fallback {
    Default,
    Value(Expr, Span),
}

/// A flattened field: a record or map whose parameters become parameters of the record that has the field.
#[derive(Clone)]
pub(crate) struct Flattened<'a> {
    pub(crate) slot: Slot<'a>,
    /// The name in Rust, for messages.
    pub(crate) field: String,
    /// The number of the record's own parameters that come before those of the field.
    pub(crate) at: usize,
    pub(crate) prefix: Prefix,
    /// Other names under which a map is read.
    pub(crate) aliases: Vec<String>,
    /// The attributes of a map, if the field is one.
    pub(crate) map: Option<Map>,
}

impl Flattened<'_> {
    /// Returns whether the field has a default, as only a map may.
    pub(crate) fn has_default(&self) -> bool {
        self.map.as_ref().is_some_and(|map| map.fallback.is_some())
    }
}

/// The attributes of a map of tensors.
#[derive(Clone)]
pub(crate) struct Map {
    pub(crate) doc: Doc,
    pub(crate) narrowing: Narrowing,
    pub(crate) fallback: Option<Fallback>,
    /// The word `sparse`, which says that it is a map.
    pub(crate) sparse: Option<Span>,
    /// Whether the map is the whole struct.
    pub(crate) is_whole: bool,
}

impl Map {
    /// Returns whether the default of the map is `Default::default()`.
    pub(crate) fn is_made(&self) -> bool {
        matches!(self.fallback, Some(Fallback::Default))
    }
}

/// The prefix of the names of a flattened record.
#[derive(Clone)]
pub(crate) struct Prefix {
    pub(crate) text: String,
    /// The span of the prefix, or of the word `flatten` if there is none.
    pub(crate) span: Span,
}

/// The attributes that narrow the rules of a type.
#[derive(Clone, Default)]
pub(crate) struct Narrowing {
    pub(crate) types: Option<Types>,
    pub(crate) shape: Option<Shape>,
    pub(crate) range: Option<Range>,
}

/// The element types that the word `dtype` of an attribute lists.
#[derive(Clone)]
pub(crate) struct Types {
    /// The names of the variants of `ElementType`.
    pub(crate) variants: Vec<Ident>,
    pub(crate) span: Span,
}

/// The shape that the word `shape` of an attribute lists.
#[derive(Clone)]
pub(crate) struct Shape {
    pub(crate) axes: Vec<Axis>,
    /// The number of axes before `..`; `None` if there is no `..`.
    pub(crate) open: Option<usize>,
    /// The names of axes that are one upper-case letter, as constants are too.
    pub(crate) letters: Vec<Ident>,
    pub(crate) span: Span,
}

/// One axis of a shape.
#[derive(Clone)]
pub(crate) struct Axis {
    pub(crate) name: Option<String>,
    pub(crate) size: Size,
    /// Where it begins.
    pub(crate) span: Span,
    /// Where its length begins, which a macro may give.
    pub(crate) len: Span,
}

/// The allowed lengths of an axis.
#[derive(Clone)]
pub(crate) enum Size {
    Any,
    Range(u64, u64),
    Expr(Expr),
}

/// One variant of an enum of tensors.
pub(crate) struct Variant<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) ty: &'a Type,
}

/// An enum that is a record of a label and the parameters of one variant.
pub(crate) struct Variants<'a> {
    /// The name of the label's parameter.
    pub(crate) tag: String,
    pub(crate) list: Vec<Tagged<'a>>,
    pub(crate) deny_unknown: bool,
}

/// One variant of an enum that is a record.
pub(crate) struct Tagged<'a> {
    pub(crate) ident: &'a Ident,
    /// The label, and the name of the parameters.
    pub(crate) label: String,
    /// Other labels, under which it is read.
    pub(crate) aliases: Vec<String>,
    pub(crate) doc: Doc,
    /// All fields in order.
    pub(crate) fields: Vec<Slot<'a>>,
    pub(crate) content: Content<'a>,
}

impl Tagged<'_> {
    /// Returns the parameters of the variant that are tensors or records.
    pub(crate) fn params(&self) -> &[Param<'_>] {
        match &self.content {
            Content::Nothing(_) => &[],
            Content::One(param, _) => std::slice::from_ref(param),
            Content::Fields(record) => &record.params,
        }
    }
}

/// What a variant of an enum that is a record has beside its label.
pub(crate) enum Content<'a> {
    /// Nothing; there may be fields that are not sent.
    Nothing(Vec<Slot<'a>>),
    /// A parameter or record under the label's name, and fields that are not sent.
    One(Box<Param<'a>>, Vec<Slot<'a>>),
    /// A record of its fields.
    Fields(Record<'a>),
}

/// An enum of labels.
pub(crate) struct Labels<'a> {
    pub(crate) list: Vec<Label<'a>>,
    /// The integer type of the numbers that are sent for labels; without one their texts are sent.
    pub(crate) repr: Option<Ident>,
}

/// One label of an enum.
pub(crate) struct Label<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) text: String,
    /// Other texts, which are read as this label.
    pub(crate) aliases: Vec<String>,
}

impl Narrowing {
    /// Returns the first word of these attributes, and the place of its value.
    pub(crate) fn first(&self) -> Option<(&'static str, Span)> {
        let shape = self.shape.as_ref().map(|shape| ("shape", shape.span));
        let types = self.types.as_ref().map(|types| ("dtype", types.span));
        let range = self.range.as_ref();
        let range = range.map(|range| (if range.is_checked { "range_checked" } else { "range" }, range.word));
        shape.or(types).or(range)
    }

    /// Returns whether no attribute narrows the rules.
    pub(crate) fn is_empty(&self) -> bool {
        !self.is_of_header() && self.range.is_none()
    }

    /// Returns whether an attribute narrows the element types or shapes that headers may have: all but a range do.
    pub(crate) fn is_of_header(&self) -> bool {
        self.types.is_some() || self.shape.is_some()
    }

    /// Returns whether elements are checked against a range as they are written and read.
    pub(crate) fn checks_range(&self) -> bool {
        self.range.as_ref().is_some_and(|range| range.is_checked)
    }

    /// Returns the names of axes.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.shape.iter().flat_map(|shape| &shape.axes).filter_map(|axis| axis.name.as_deref())
    }
}
