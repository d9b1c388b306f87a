//! Compares attributes with types in constants: an attribute must narrow the rules of its type, or compilation stops at
//! the attribute.

use crate::{
    AxisRules, Dim, ElementType, ElementTypes, Param, Presence, RecordRules, Rules, TensorRules,
    const_text::{bytes::same, message::ConstText},
    rules::narrow::is_faulty,
};

/// Stops compilation unless the rules of the struct `what`, which has attributes for one tensor, are those of one
/// tensor.
#[track_caller]
pub const fn verify_tensor(what: &str, rules: Rules<'static>) {
    if let Rules::Record(record) = rules {
        if record.as_sparse().is_some() {
            let text = ConstText::of(what).str(" holds labels and values, but its type does not say so by its name");
            text.str("\n  write `sparse` before `dtype`, `shape` and `range`").stop()
        }
        ConstText::of(what).str(" holds a record, but `dtype`, `shape` and `range` are for one tensor").stop()
    }
}

/// Stops compilation unless the value that the module `path` makes of the field `what` is one tensor.
#[track_caller]
pub const fn verify_wire(what: &str, path: &str, rules: Rules<'static>) {
    if let Rules::Record(_) = rules {
        let text =
            ConstText::new().str("`").str(what).str("`: `").str(path).str("` converts to a record, but `with` is");
        let text = text.str(" for one tensor\n  give the field a type that derives `Tensor` itself, or convert to a");
        text.str(" tensor").stop()
    }
}

/// Stops compilation unless the field `what` of a record, whose attribute has the word `word`, is one tensor; of any other,
/// `advice` says what to write.
#[track_caller]
pub const fn verify_field(what: &str, word: &str, advice: &str, rules: Rules<'static>) {
    if let Rules::Record(_) = rules {
        let text = ConstText::of(what).str(" is a record, but `").str(word).str("` is for one tensor\n  ");
        text.str(advice).stop()
    }
}

/// Returns the parameter `entry` of a field whose type has the rules `rules`. If these are not those of one tensor, its
/// name is the error text, which [`verify_entry`] reports.
#[must_use]
pub(crate) const fn listed_entry(rules: Rules<'static>, entry: Param<'static>) -> Param<'static> {
    match rules {
        Rules::Tensor(_) => entry,
        Rules::Record(_) => Param {
            name: "` is a record whose type is called as a tensor of the standard library\n  give the type another name, or write the path to it, as `self::Option<f32>` for `Option<f32>`",
            ..entry
        },
    }
}

/// Stops compilation if `entry`, the parameter of the field `name`, carries an error of [`listed_entry`].
#[track_caller]
pub(crate) const fn verify_entry(name: &str, entry: &Param<'_>) {
    if !entry.name.is_empty() {
        ConstText::new().str("the field of parameter `").str(name).str(entry.name).stop();
    }
}

/// Stops compilation unless the type `ty` of the only field of the struct `what`, which is one tensor, always holds a
/// value.
#[track_caller]
pub const fn verify_one(what: &str, ty: &str, of_type: Presence) {
    if !matches!(of_type, Presence::Required) {
        let text = ConstText::of(what).str(" is one tensor, but `").str(ty);
        text.str("` may hold none or several\n  `Option` and `Many` stand only in fields of a record").stop()
    }
}

/// Stops compilation unless `from_wire` of the `with` module of the field `what` accepts every tensor that its
/// `to_wire` can return.
#[track_caller]
pub const fn verify_with(what: &str, module: &str, written: Rules<'static>, read: Rules<'static>) {
    if read.contains(&written) {
        return;
    }
    let text = ConstText::of(what).str(": `").str(module).str("` does not read what it writes");
    text.str("\n  `to_wire` gives: ")
        .rules(written)
        .str("\n  `from_wire` takes: ")
        .rules(read)
        .str("\n  let both be of one type")
        .stop()
}

/// Stops compilation if an attribute allows element types that the type does not.
#[track_caller]
pub const fn verify_types(what: &str, ty: &str, of_type: TensorRules<'static>, declared: ElementTypes) {
    if declared.is_subset(of_type.types) || is_faulty(&of_type) {
        return;
    }
    let text = ConstText::of(what).str(": `dtype` contradicts the type: the element types differ\n  the type `");
    let text = text.str(ty).str("` has: ").types(of_type.types).str("\n  the attribute says: ").types(declared);
    let text = text.str("\n  `dtype` converts nothing: leave it out, or ");
    match declared.single() {
        Some(ElementType::Binary) => text.str("take the type `tensor_format::Binary`").stop(),
        Some(ElementType::Image) => text.str("take the type `tensor_format::Image`").stop(),
        Some(ElementType::Audio) => text.str("take the type `tensor_format::Audio`").stop(),
        Some(ElementType::Video) => text.str("take the type `tensor_format::Video`").stop(),
        None => text.str("take `tensor_format::Tensor`, whose elements may be of several types").stop(),
        _ => text.str("take a type whose elements are ").types(declared).stop(),
    }
}

/// Stops compilation if no tensor of the type has a shape that this attribute allows; `open` is the position of `..` in
/// it. The type `what` has the constant parameters `constants`, each with its value.
#[track_caller]
pub const fn verify_axes<'a>(
    what: &'a str,
    ty: &'a str,
    of_type: TensorRules<'a>,
    declared: &'a [Dim<'a>],
    open: Option<usize>,
    constants: &'a [(&'a str, i128)],
) -> DeclaredAxes<'a> {
    let axes = DeclaredAxes { what, ty, of_type, declared, open, constants };
    if is_faulty(&of_type) {
        return axes;
    }
    let (rank, listed, own_open) = (declared.len(), of_type.axes.rank(), of_type.axes.open_position());
    let why = match (own_open, open) {
        (None, Some(_)) => "`..` needs a type of dynamic rank, as `ArrayD<T>`: leave it out",
        (None, None) if rank != listed => "the ranks differ",
        (Some(_), _) if rank < listed => "the type has more axes",
        (Some(at), Some(declared_at)) if at > declared_at || listed - at > rank - declared_at => {
            "`..` stands where the type has axes of its own"
        }
        _ => "",
    };
    let says = axes.rules();
    if !why.is_empty() {
        let text = contradiction(instance(what, constants), ty, of_type, says, why);
        if listed == 0 && own_open.is_none() {
            one_element(text.str("\n  remove `shape`: "), ty, of_type.types).stop();
        }
        if own_open.is_none() && open.is_none() && rank == 0 {
            text.str("\n  `[]` is the shape of one element: list the axes of the type, or take the type of one").stop();
        }
        if own_open.is_none() && open.is_none() && matches!(rank, 1..=6) {
            let text = text.str("\n  list as many axes as the type has, or take a type of rank ").num(rank as u64);
            text.str(", as `Array").num(rank as u64).str("<_>` of ndarray").stop();
        }
        text.stop()
    }
    let (mut axis, mut elements) = (0, 1u64);
    while axis < rank {
        elements = elements.saturating_mul(declared[axis].min);
        axis += 1;
    }
    if elements > MOST_ELEMENTS {
        let text = instance(what, constants).str(": no value has this shape\n  a tensor has at most ");
        text.num(MOST_ELEMENTS)
            .str(" elements, as many as memory has room for\n  the attribute says: ")
            .axes(says)
            .stop();
    }
    axes
}

/// Appends what a shape overlooks of the type `ty`, whose values are one element each.
const fn one_element(text: ConstText, ty: &str, types: ElementTypes) -> ConstText {
    match types.single() {
        Some(ElementType::Image) => {
            text.str("an image is one element, whose pixels are not seen here; pixels are an `Array3<u8>` of ndarray")
        }
        Some(ElementType::Audio) => {
            text.str("a recording is one element, whose samples are not seen here; samples are a `Vec<f32>`")
        }
        Some(ElementType::Video) => {
            text.str("a video is one element, whose frames are not seen here; frames are an `Array4<u8>` of ndarray")
        }
        _ if !is_path(ty) => text.str("the value is one element; many are an array or a `Vec`"),
        _ => text.str("this is one element; many are `[").str(ty).str("; 3]` or `Vec<").str(ty).str(">`"),
    }
}

/// Returns whether a type is written as a path without arguments.
const fn is_path(ty: &str) -> bool {
    let mut rest = ty.as_bytes();
    while let [byte, after @ ..] = rest {
        if !(byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':')) {
            return false;
        }
        rest = after;
    }
    true
}

/// The axes that an attribute declares for the type `ty` of the item `what`.
#[derive(Clone, Copy, Debug)]
pub struct DeclaredAxes<'a> {
    what: &'a str,
    ty: &'a str,
    of_type: TensorRules<'a>,
    declared: &'a [Dim<'a>],
    open: Option<usize>,
    constants: &'a [(&'a str, i128)],
}

impl<'a> DeclaredAxes<'a> {
    const fn rules(&self) -> AxisRules<'a> {
        match self.open {
            Some(at) => AxisRules::new(self.declared).open_at(at),
            None => AxisRules::new(self.declared),
        }
    }
}

/// Stops compilation if the type has no length that this attribute allows for an axis.
#[track_caller]
pub const fn verify_axis(axes: DeclaredAxes<'_>, axis: usize) -> DeclaredAxes<'_> {
    let DeclaredAxes { what, ty, of_type, declared, constants, .. } = axes;
    if is_faulty(&of_type) {
        return axes;
    }
    let (found, wanted) = (of_type.axes.dim_of(axis, declared.len()), declared[axis]);
    if found.intersection(wanted).is_empty() {
        let why = ConstText::new().str("axis ").num(axis as u64).str(" differs");
        let text = contradiction(instance(what, constants), ty, of_type, axes.rules(), why.as_str());
        let text = text.str("\n  let axis ").num(axis as u64).str(" be `").dim(found);
        if !constants.is_empty() {
            text.str("` too: widen `").dim(wanted).str("`, or leave this type out").stop();
        }
        text.str("`, or take a type where it can be `").dim(wanted).str("`").stop();
    }
    axes
}

/// The most elements of a tensor in memory.
const MOST_ELEMENTS: u64 = i64::MAX as u64;

/// Begins a message about the item `what`, with the values of the constant parameters of its type.
const fn instance(what: &str, constants: &[(&str, i128)]) -> ConstText {
    let mut text = ConstText::of(what);
    let mut at = 0;
    while at < constants.len() {
        let (name, value) = constants[at];
        text = text.str(if at == 0 { " with `" } else { ", `" }).str(name).str(" = ").int(value).str("`");
        at += 1;
    }
    text
}

const fn contradiction(
    item: ConstText,
    ty: &str,
    of_type: TensorRules<'_>,
    declared: AxisRules<'_>,
    why: &str,
) -> ConstText {
    let text = item.str(": `shape` contradicts the type: ").str(why).str("\n  the type `").str(ty);
    text.str("` has: ").axes(of_type.axes).str("\n  the attribute says: ").axes(declared)
}

/// Stops compilation if a default is given to a field whose type has a value of its own for an absent parameter
/// (`None`, an empty `Many`): it would be read back as the default.
#[track_caller]
pub const fn verify_default(what: &str, of_type: Presence) {
    let meaning = match of_type {
        Presence::Required => return,
        Presence::Optional => "an absent parameter is `None` already",
        Presence::Many => "an absent parameter is an empty list already",
    };
    let text = ConstText::of(what).str(": the type of this field leaves no use for a default: ").str(meaning);
    text.str("\n  remove `default`, or give the field the type of one tensor").stop()
}

/// Stops compilation if a default that is written as a literal has a length on an axis that parameter `index` of the
/// struct's rules cannot have: by its own rules, or by those of an axis of the same name.
#[track_caller]
pub const fn verify_default_len(what: &str, rules: RecordRules<'static>, index: usize, axis: usize, len: u64) {
    let Some(param) = rules.get(index) else { return };
    let axes = &param.rules.axes;
    let is_after_open = matches!(axes.open_position(), Some(at) if at <= axis);
    if is_after_open || axis >= axes.rank() || is_faulty(&param.rules) {
        return;
    }
    let (dim, found) = (axes.dim(axis), Dim::exact(len));
    if dim.intersection(found).is_empty() {
        need(unfit(what, axis, len), "", axes, axis).stop();
    }
    let mut other = 0;
    while let Some(beside) = rules.get(other) {
        let mut there = 0;
        while there < beside.rules.axes.rank() {
            let dim_there = beside.rules.axes.dim(there);
            if same_name(dim, dim_there) && dim_there.intersection(found).is_empty() {
                let text = need(unfit(what, axis, len), beside.name, &beside.rules.axes, there);
                let name = match dim.name {
                    Some(name) => name,
                    None => "",
                };
                text.str(", and `").str(name).str("` has one length").stop();
            }
            there += 1;
        }
        other += 1;
    }
}

const fn unfit(what: &str, axis: usize, len: u64) -> ConstText {
    let text = ConstText::of(what).str(": the default has ").num(len);
    text.str(if len == 1 { " item" } else { " items" }).str(" on axis ").num(axis as u64)
}

/// Stops compilation if this axis of parameter `index`, which has a name, has no length in common with an axis of that
/// name in the same or an earlier parameter.
#[track_caller]
pub const fn verify_names(what: &str, rules: RecordRules<'static>, index: usize, axis: usize) {
    let Some(param) = rules.get(index) else { return };
    // An axis of any length has one in common with every other.
    if let Dim { min: 0, max: u64::MAX, .. } = param.rules.axes.dim(axis) {
        return;
    }
    let mut earlier = 0;
    while earlier <= index {
        let Some(other) = rules.get(earlier) else { return };
        if let Some((first, second)) = apart_at(&other.rules, &param.rules, axis) {
            let text = no_length(what, param.rules.axes.dim(second));
            let text = need(text, other.name, &other.rules.axes, first);
            need(text, param.name, &param.rules.axes, second).str(OTHER_NAME).stop();
        }
        earlier += 1;
    }
}

/// Stops compilation if two axes of one tensor have the same name, but no length in common.
#[track_caller]
pub const fn verify_own_names(what: &str, rules: TensorRules<'static>) {
    // The earlier of the two is found first, as the second.
    if let Some((second, first)) = apart(&rules, &rules) {
        let text = no_length(what, rules.axes.dim(second));
        let text = need(text, "", &rules.axes, first);
        need(text, "", &rules.axes, second).str(OTHER_NAME).stop();
    }
}

/// Returns whether all axes of a tensor that have the same name have a length in common.
pub(crate) const fn names_agree(rules: &TensorRules<'_>) -> bool {
    apart(rules, rules).is_none()
}

/// Returns the positions of the first two axes, one of each tensor, that have the same name but no length in common.
const fn apart(first: &TensorRules<'_>, second: &TensorRules<'_>) -> Option<(usize, usize)> {
    let mut axis = 0;
    while axis < second.axes.rank() {
        if let Some(apart) = apart_at(first, second, axis) {
            return Some(apart);
        }
        axis += 1;
    }
    None
}

/// Returns the positions of the first axis of one tensor and of this one of the other, if they have the same name but
/// no length in common.
const fn apart_at(first: &TensorRules<'_>, second: &TensorRules<'_>, axis: usize) -> Option<(usize, usize)> {
    let dim = second.axes.dim(axis);
    let mut one = 0;
    while one < first.axes.rank() {
        // Few axes have no length in common: names are compared last, since of many parameters that takes the compiler long.
        if first.axes.dim(one).intersection(dim).is_empty() && same_name(first.axes.dim(one), dim) {
            return if is_faulty(first) || is_faulty(second) { None } else { Some((one, axis)) };
        }
        one += 1;
    }
    None
}

const OTHER_NAME: &str = "\n  give one of the two axes another name, or both a length in common";

const fn no_length(what: &str, dim: Dim<'_>) -> ConstText {
    let name = match dim.name {
        Some(name) => name,
        None => "",
    };
    ConstText::of(what).str(": no length of `").str(name).str("` fits wherever it stands: one name is one length")
}

/// Appends to an error text the lengths that the rules of the parameter `name` allow for an axis; `name` is empty if
/// there is just one tensor.
const fn need(text: ConstText, name: &str, axes: &AxisRules<'_>, axis: usize) -> ConstText {
    let text = text.str("\n  axis ").num(axis as u64);
    let text = if name.is_empty() { text } else { text.str(" of `").str(name).str("`") };
    text.str(" needs: ").dim(Dim { name: None, ..axes.dim(axis) })
}

const fn same_name(a: Dim<'_>, b: Dim<'_>) -> bool {
    match (a.name, b.name) {
        (Some(a), Some(b)) => same(a, b),
        _ => false,
    }
}
