//! The rules of a record that holds other records, as one table of parameters, whose names have the prefixes of
//! `flatten`.
//!
//! Constants of a generic type cannot have a length that depends on its parameters, so tables come in a few sizes, and
//! the first that suffices is taken.
//!
//! Constants cannot allocate either, so names with their prefix are written into one table of bytes, axes with changed
//! names into a second, lists of aliases into a third, and parameters refer to them. Each table is a constant by
//! itself, made by the same `Walk`: it assigns ranges of the tables in the same order every time, so the range that it
//! assigns for the table of parameters is the one that was filled in the table of bytes. That is why each pass asks for
//! the range of every text, also where it has no use for it.
//!
//! The checks compare the joined table, not the fields of the derive: the derive sees the name of a flattened type but
//! not its parameters, which the compiler knows only after the type's rules are evaluated.

use core::marker::PhantomData;

mod walk;

use walk::{Step, Walk};

use super::{
    parts::{Flattening, width, width_before},
    verify::verify_names,
};
use crate::{
    AxisRules, Dim, ElementTypes, HasRules, Param, RecordRules, Rules, TensorRules, ValueRange,
    const_text::{bytes::copy, message::ConstText},
    rules::{
        axis_names::shares_axis_names,
        narrow::{is_faulty, is_satisfied},
        spellings::{Spellings, Twin, Twins},
    },
    util::sized_tables::sized_tables,
};

/// A type whose rules list the parameters of `R` without those of its flattened records.
#[derive(Debug)]
pub struct Own<R: ?Sized>(PhantomData<R>);

impl<R: Flattening + ?Sized> HasRules for Own<R> {
    const RULES: Rules<'static> = Rules::Record(R::OWN);
}

/// Returns the rules of the whole record, whose parameters include those of the flattened records, in order of
/// declaration.
#[must_use]
pub const fn join<R: Flattening + ?Sized>() -> RecordRules<'static> {
    let count = start_of::<R>(R::PARTS.len());
    if count > MOST_PARAMS {
        // Reported by `exceeds`.
        return RecordRules::new(const { &[Param::new("", TOO_MANY)] });
    }
    RecordRules::new(all_params::<R>(count).split_at(count).0)
}

/// The names of the parameters of the whole record, as a constant: the compiler keeps what it has evaluated once.
pub(super) struct Names<R: ?Sized>(PhantomData<R>);

impl<R: Flattening + ?Sized> Names<R> {
    pub(super) const ALL: &'static Spellings = &Spellings::new(&join::<R>());
}

/// The most parameters of a record, with those of the records in it.
const MOST_PARAMS: usize = 1024;

/// Rules that no tensor satisfies, so that other checks pass over them.
const TOO_MANY: TensorRules<'static> = TensorRules::new(ElementTypes::NONE, TensorRules::ANY.axes);

/// Returns whether the record has more parameters than it may. Stops compilation if those of the field `what`, from
/// `start` to `end`, make it so.
#[track_caller]
pub(super) const fn exceeds<R: Flattening + ?Sized>(what: &str, start: usize, end: usize) -> bool {
    if start <= MOST_PARAMS && end > MOST_PARAMS {
        let text =
            ConstText::new().str("`").str(what).str("`: a record has at most 1024 parameters, with those of the");
        text.str(" records in it\n  send a part of it as a value by itself, or many of one kind as a list").stop()
    }
    start_of::<R>(R::PARTS.len()) > MOST_PARAMS
}

/// Returns the number of parameters that are declared before flattened record number `part`, or of all if there is no
/// such record; those of other flattened records are not counted.
const fn own_before<R: Flattening + ?Sized>(part: usize) -> usize {
    if part < R::PARTS.len() { R::PARTS[part].at } else { R::OWN.len() }
}

/// Returns the position in the whole record of the first parameter of flattened record number `part`, or the number of
/// all parameters if there is no such record.
pub(crate) const fn start_of<R: Flattening + ?Sized>(part: usize) -> usize {
    let mut start = width_before::<R>(own_before::<R>(part));
    let mut before = 0;
    while before < part && before < R::PARTS.len() {
        start += R::PARTS[before].record().len();
        before += 1;
    }
    start
}

/// Returns the number of parameters of flattened record number `part`.
pub(crate) const fn len_of<R: Flattening + ?Sized>(part: usize) -> usize {
    R::PARTS[part].record().len()
}

/// Returns the range that the values of flattened record number `part`, a map, must be in; `None` for any.
pub(crate) const fn range_of_part<R: Flattening + ?Sized>(part: usize) -> Option<&'static ValueRange> {
    let record = R::PARTS[part].record();
    let Some(values) = record.get(record.len().saturating_sub(1)) else { return None };
    values.rules.range
}

/// Returns the position in the whole record of parameter number `own` of those that are in no flattened record.
#[must_use]
pub const fn position_of_own<R: Flattening + ?Sized>(own: usize) -> usize {
    let mut position = width_before::<R>(own);
    let mut part = 0;
    while part < R::PARTS.len() && R::PARTS[part].at <= own {
        position += R::PARTS[part].record().len();
        part += 1;
    }
    position
}

/// Returns the number of the field that has the parameter at a position of the whole record. Fields are numbered so:
/// first those that are not flattened, then the flattened records.
pub(super) const fn member_at<R: Flattening + ?Sized>(position: usize) -> usize {
    let (mut end, mut own, mut part) = (0, 0, 0);
    loop {
        while part < R::PARTS.len() && R::PARTS[part].at <= own {
            end += R::PARTS[part].record().len();
            if position < end {
                return R::OWN.len() + part;
            }
            part += 1;
        }
        if own >= R::OWN.len() {
            return own;
        }
        end += width::<R>(own);
        if position < end {
            return own;
        }
        own += 1;
    }
}

/// Returns whether a name of an axis of flattened record number `part` is also used in the record outside of it, so
/// that its lengths must be compared over the whole record.
pub(crate) const fn shares_names<R: Flattening + ?Sized>(part: usize) -> bool {
    let rules = join::<R>();
    let (start, end) = (start_of::<R>(part), start_of::<R>(part) + R::PARTS[part].record().len());
    let mut own = start;
    while let (Some(param), true) = (rules.get(own), own < end) {
        let (has_names, mut index) = (param.rules.axes.has_names(), 0);
        while let (Some(other), true) = (rules.get(index), has_names) {
            let (one, rules) = (Rules::Tensor(param.rules), Rules::Tensor(other.rules));
            if (index < start || index >= end) && shares_axis_names(&one, &rules) {
                return true;
            }
            index += 1;
        }
        own += 1;
    }
    false
}

/// Returns whether flattened record number `part` has rules that its type, whose rules are `of_type`, does not ensure,
/// so that its tensors must be checked against them.
pub(crate) const fn narrows<R: Flattening + ?Sized>(part: usize, of_type: Rules<'static>) -> bool {
    let (own, Rules::Record(of_type)) = (R::PARTS[part].record(), of_type) else { return false };
    let mut index = 0;
    while let (Some(param), Some(of_type)) = (own.get(index), of_type.get(index)) {
        if param.rules.axes.has_names() || !is_satisfied(of_type.rules, param.rules) {
            return true;
        }
        index += 1;
    }
    false
}

sized_tables! {
    fn all_texts[R: Flattening + ?Sized][R] -> [u8; 256 | 4096 | 65536] = texts,
        "the prefixed names of a record have at most 65536 bytes";
    fn all_dims[R: Flattening + ?Sized][R] -> [Dim<'static>; 16 | 128 | 1024] = dims,
        "the flattened parameters of a record have at most 1024 axes";
    fn all_aliases[R: Flattening + ?Sized][R] -> [&'static str; 16 | 128 | 1024] = aliases,
        "the parameters of the records in a record have at most 1024 aliases";
    fn all_params[R: Flattening + ?Sized][R] -> [Param<'static>; 16 | 128 | 1024] = params,
        "a record has at most 1024 parameters";
}

/// The sizes of the tables of a record.
struct Sizes<R: ?Sized>(PhantomData<R>);

impl<R: Flattening + ?Sized> Sizes<R> {
    /// A walk at its end, which has counted all bytes, axes and aliases.
    const ALL: Walk<R> = {
        let mut walk = Walk::<R>::new();
        while let Some(step) = walk.next() {
            if !step.prefix.is_empty() {
                walk.names(&step);
                if step.owns_axes {
                    walk.axes(step.param.rules.axes.rank());
                    walk.pass_names(step.prefix, step.param.rules.axes);
                }
            }
        }
        walk
    };
}

const fn texts<R: Flattening + ?Sized, const N: usize>() -> [u8; N] {
    let mut all = [0; N];
    let mut walk = Walk::<R>::new();
    while let Some(step) = walk.next() {
        if !step.prefix.is_empty() {
            let mut number = 0;
            while number < step.count() {
                put(&mut all, walk.text(step.name(number)), step.name(number));
                number += 1;
            }
            if step.owns_axes {
                let (axes, mut axis) = (step.param.rules.axes, 0);
                while axis < axes.rank() {
                    if let Some(name) = axes.dim(axis).name {
                        let name = [step.prefix, "", name];
                        put(&mut all, walk.text(name), name);
                    }
                    axis += 1;
                }
            }
        }
    }
    all
}

/// Writes the parts of a name into `range` of `all`.
const fn put(all: &mut [u8], range: walk::Range, [prefix, dot, name]: [&str; 3]) {
    let at = copy(prefix, all, range.start);
    let at = copy(dot, all, at);
    copy(name, all, at);
}

const fn aliases<R: Flattening + ?Sized, const N: usize>() -> [&'static str; N] {
    let mut all = [""; N];
    let (mut walk, texts) = (Walk::<R>::new(), all_texts::<R>(Sizes::<R>::ALL.bytes));
    let mut at = 0;
    while let Some(step) = walk.next() {
        if !step.prefix.is_empty() {
            walk.text(step.name(0));
            let mut number = 1;
            while number < step.count() && at < N {
                all[at] = walk.text(step.name(number)).text(texts);
                (number, at) = (number + 1, at + 1);
            }
            if step.owns_axes {
                walk.pass_names(step.prefix, step.param.rules.axes);
            }
        }
    }
    all
}

const fn dims<R: Flattening + ?Sized, const N: usize>() -> [Dim<'static>; N] {
    let mut all = [Dim::ANY; N];
    let (mut walk, texts) = (Walk::<R>::new(), all_texts::<R>(Sizes::<R>::ALL.bytes));
    while let Some(step) = walk.next() {
        if !step.prefix.is_empty() {
            walk.names(&step);
            if step.owns_axes {
                let axes = step.param.rules.axes;
                let range = walk.axes(axes.rank());
                let mut axis = 0;
                while axis < range.len {
                    let mut dim = axes.dim(axis);
                    if let Some(name) = dim.name {
                        dim.name = Some(walk.text([step.prefix, "", name]).text(texts));
                    }
                    if range.start + axis < N {
                        all[range.start + axis] = dim;
                    }
                    axis += 1;
                }
            }
        }
    }
    all
}

const fn params<R: Flattening + ?Sized, const N: usize>() -> [Param<'static>; N] {
    let mut all = [const { Param::new("", TensorRules::ANY) }; N];
    let (mut walk, texts, dims) =
        (Walk::<R>::new(), all_texts::<R>(Sizes::<R>::ALL.bytes), all_dims::<R>(Sizes::<R>::ALL.dims));
    let (mut index, all_aliases) = (0, all_aliases::<R>(Sizes::<R>::ALL.aliases));
    while let Some(step) = walk.next() {
        let Step { mut param, prefix, .. } = step;
        if !prefix.is_empty() {
            let axes = param.rules.axes;
            let (name, aliases) = walk.names(&step);
            (param.name, param.aliases) = (name.text(texts), aliases.of(all_aliases));
            if let Some(shared) = param.required_with {
                param.required_with = Some(shared + prefix.len() as u16);
            }
            if step.owns_axes {
                walk.pass_names(prefix, axes);
                param.rules.axes = AxisRules::new(walk.axes(axes.rank()).of(dims));
                if let Some(at) = axes.open_position() {
                    param.rules.axes = param.rules.axes.open_at(at);
                }
            }
        }
        if index < N {
            all[index] = param;
        }
        index += 1;
    }
    all
}

/// Stops compilation unless the field `what` of the record `R`, of type `ty`, can be flattened: it is a record, and
/// none of its names is another parameter's; if one is, the message ends with `advice`. `part` is its number among the
/// flattened records.
#[track_caller]
pub const fn verify_flattened<R: Flattening + ?Sized>(what: &str, ty: &str, part: usize, advice: &str) {
    let rules = R::PARTS[part].rules;
    let fault = ConstText::of(what).str(": ");
    let record = match rules {
        // Another error has been reported for this type.
        Rules::Tensor(rules) if is_faulty(&rules) => return,
        Rules::Tensor(_) => {
            fault.str("`flatten` is for records, but `").str(ty).str("` is one tensor: remove `flatten`").stop()
        }
        Rules::Record(record) => record,
    };
    if record.batch_axes() > 0 {
        fault.str("`flatten` takes one record, but `").str(ty).str("` is a batch of them\n  leave `flatten` out").stop()
    }
    if let [field, ..] = record.metadata() {
        let text = fault.str("`flatten` takes tensors alone, but `").str(ty).str("` has metadata `").str(field.name);
        text.str("`: put them into this record").stop()
    }
    if record.is_empty() {
        fault.str("there is nothing to flatten: no parameter of `").str(ty).str("` is known here").stop()
    }
    let all = join::<R>();
    let (start, end) = (start_of::<R>(part), start_of::<R>(part) + record.len());
    if exceeds::<R>(what, start, end) {
        return;
    }
    let mut twins = Twins::new(Names::<R>::ALL, &all, start, end);
    while let Some(Twin { text, other: (other, _), .. }) = twins.next() {
        // Each pair of equal names is reported once. Between an own parameter and a part, the part is at fault, wherever it
        // is. Of two flattened records the later one is at fault.
        if other < start || member_at::<R>(other) < R::OWN.len() {
            let text = fault.str("the record has a parameter \"").str(text).str("\" already").str("\n  ");
            text.str(advice).stop()
        }
    }
}

/// Stops compilation if a named axis of flattened record number `part` has no length in common with an axis of that
/// name in the same or an earlier parameter.
#[track_caller]
pub const fn verify_flattened_names<R: Flattening + ?Sized>(what: &str, part: usize) {
    // `verify_names` compares with earlier parameters only; parts and parameters after this one are checked by
    // themselves.
    let all = join::<R>();
    let mut index = start_of::<R>(part);
    let end = index + R::PARTS[part].record().len();
    while let (true, Some(param)) = (index < end, all.get(index)) {
        let mut axis = 0;
        while axis < param.rules.axes.rank() {
            verify_names(what, all, index, axis);
            axis += 1;
        }
        index += 1;
    }
}
