//! The model of a type that derives: the meaning of its attributes, after they have been checked.

use std::cmp::Ordering;

use proc_macro2::{Span, TokenStream};
use syn::{Expr, Generics, Ident, LitStr, Member, Path, Type};

/// One type that derives `Tensor`.
pub(crate) struct Model<'a> {
    /// The path to the runtime crate.
    pub(crate) krate: TokenStream,
    pub(crate) ident: &'a Ident,
    /// The generics, with what `bound` says.
    pub(crate) generics: Generics,
    /// Whether `bound` says all that is asked of the parameters.
    pub(crate) is_bound: bool,
    pub(crate) kind: Kind<'a>,
    /// Instances whose rules are checked although nothing uses them.
    pub(crate) check: Vec<Type>,
    pub(crate) matches: Option<Matches>,
}

/// A file of definitions that the rules are checked against.
pub(crate) struct Matches {
    pub(crate) file: LitStr,
    /// Whether the type may take more than the file says.
    pub(crate) accepts: bool,
}

/// The kind of the type's values.
pub(crate) enum Kind<'a> {
    Tensor(Box<Wrapper<'a>>),
    Record(Record<'a>),
    Row(Row<'a>),
    Labels(Labels<'a>),
    Union(Vec<Variant<'a>>),
}

/// One tensor: a struct around a field that is one.
pub(crate) struct Wrapper<'a> {
    pub(crate) inner: Slot<'a>,
    pub(crate) with: Option<Path>,
    pub(crate) skipped: Vec<Slot<'a>>,
    pub(crate) narrowing: Narrowing,
}

/// A record of named tensors.
pub(crate) struct Record<'a> {
    pub(crate) params: Vec<Param<'a>>,
    pub(crate) flattened: Vec<Flattened<'a>>,
    pub(crate) metadata: Vec<Metadata<'a>>,
    pub(crate) skipped: Vec<Slot<'a>>,
    pub(crate) deny_unknown: bool,
}

/// Scalars that are the elements of one tensor.
pub(crate) struct Row<'a> {
    pub(crate) fields: Vec<Slot<'a>>,
    pub(crate) skipped: Vec<Slot<'a>>,
}

/// A field: how it is reached, and its type.
pub(crate) struct Slot<'a> {
    pub(crate) member: Member,
    pub(crate) ty: &'a Type,
}

/// One parameter of a record.
pub(crate) struct Param<'a> {
    pub(crate) slot: Slot<'a>,
    /// The name on the wire.
    pub(crate) name: String,
    /// The name in Rust, for messages.
    pub(crate) field: String,
    pub(crate) doc: String,
    /// The module that converts the field to a tensor and back.
    pub(crate) with: Option<Path>,
    pub(crate) narrowing: Narrowing,
    pub(crate) fallback: Option<Fallback>,
    /// Whether its type is spelled as a tensor of the standard library: see [`std_types`](crate::std_types).
    pub(crate) is_usual: bool,
}

impl Param<'_> {
    /// Returns whether attributes say nothing of it, and its type is spelled as usual.
    pub(crate) fn is_plain(&self) -> bool {
        self.is_usual && self.narrowing.is_empty() && self.fallback.is_none()
    }
}

/// A field of a record that is no tensor.
pub(crate) struct Metadata<'a> {
    pub(crate) slot: Slot<'a>,
    /// The name on the wire.
    pub(crate) name: String,
    /// The name in Rust, for messages.
    pub(crate) field: String,
    pub(crate) fallback: Option<Fallback>,
}

/// The numbers that the elements of a tensor may be.
pub(crate) struct Range {
    pub(crate) min: Option<Bound>,
    pub(crate) max: Option<Bound>,
    pub(crate) excludes_max: bool,
    /// The place of the word `range`.
    pub(crate) word: Span,
    /// Whether elements are checked against it as they are written and read.
    pub(crate) is_checked: bool,
}

impl Range {
    /// Returns whether a number is in it.
    pub(crate) fn contains(&self, number: &Number) -> bool {
        let above = self.min.as_ref().is_none_or(|min| number.compare(&min.number).is_ge());
        let below = self.max.as_ref().is_none_or(|max| {
            let order = number.compare(&max.number);
            order.is_lt() || (order.is_eq() && !self.excludes_max)
        });
        above && below
    }

    /// Returns the range as it is written.
    pub(crate) fn text(&self) -> String {
        let text = |bound: &Option<Bound>| bound.as_ref().map_or(String::new(), |bound| bound.text.clone());
        let dots = if self.excludes_max || self.max.is_none() { ".." } else { "..=" };
        format!("{}{dots}{}", text(&self.min), text(&self.max))
    }
}

/// One end of a range.
pub(crate) struct Bound {
    pub(crate) number: Number,
    /// As it is written, but without separators and suffixes.
    pub(crate) text: String,
    /// The place of its sign, or else of the digits.
    pub(crate) start: Span,
    /// The place of its digits.
    pub(crate) span: Span,
}

/// A literal.
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

/// The default of an absent parameter.
pub(crate) enum Fallback {
    Default,
    Value(Expr, Span),
}

/// A record whose parameters are among those of another.
pub(crate) struct Flattened<'a> {
    pub(crate) slot: Slot<'a>,
    /// The name in Rust, for messages.
    pub(crate) field: String,
    /// The number of parameters of the record itself before it.
    pub(crate) at: usize,
    pub(crate) prefix: Prefix,
    /// The attributes of a map, if the field is one.
    pub(crate) map: Option<Map>,
}

impl Flattened<'_> {
    /// Returns whether it has a default, as only a map may.
    pub(crate) fn has_default(&self) -> bool {
        self.map.as_ref().is_some_and(|map| map.fallback.is_some())
    }
}

/// The attributes of a map of tensors.
pub(crate) struct Map {
    pub(crate) doc: String,
    pub(crate) narrowing: Narrowing,
    pub(crate) fallback: Option<Fallback>,
    /// Whether the map is the whole struct.
    pub(crate) is_whole: bool,
}

impl Map {
    /// Returns whether its default is `Default::default()`.
    pub(crate) fn is_made(&self) -> bool {
        matches!(self.fallback, Some(Fallback::Default))
    }
}

/// The prefix of the names of a flattened record.
pub(crate) struct Prefix {
    pub(crate) text: String,
    /// The place of the prefix, or else of the word `flatten`.
    pub(crate) span: Span,
}

/// The attributes that narrow the rules of a type.
#[derive(Default)]
pub(crate) struct Narrowing {
    pub(crate) types: Option<Types>,
    pub(crate) shape: Option<Shape>,
    pub(crate) range: Option<Range>,
}

/// The element types that an attribute allows.
pub(crate) struct Types {
    /// Variants of `ElementType`.
    pub(crate) variants: Vec<Ident>,
    pub(crate) span: Span,
}

/// The shape that an attribute gives.
pub(crate) struct Shape {
    pub(crate) axes: Vec<Axis>,
    /// The number of axes before `..`.
    pub(crate) open: Option<usize>,
    pub(crate) span: Span,
}

/// One axis of a shape.
pub(crate) struct Axis {
    pub(crate) name: Option<String>,
    pub(crate) size: Size,
}

/// The allowed lengths of an axis.
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

/// An enum of labels.
pub(crate) struct Labels<'a> {
    pub(crate) list: Vec<Label<'a>>,
    /// The integer type of the numbers that are sent; without one the texts are.
    pub(crate) repr: Option<Ident>,
}

/// One label of an enum.
pub(crate) struct Label<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) text: String,
}

impl Narrowing {
    /// Returns whether nothing is narrowed.
    pub(crate) fn is_empty(&self) -> bool {
        !self.is_of_header() && self.range.is_none()
    }

    /// Returns whether it narrows what headers may be: all but a range does.
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
