//! Makes the position of a parameter known to the compiler, so that nothing is left of all other fields of a record.

use crate::{
    HasRules,
    rules::columns::{ColumnForm, OpenAxes, table::is_nested},
};

/// Something to do for one parameter of many records.
pub(super) trait AtPosition: Sized {
    /// What is returned.
    type Output;

    /// Does it for the parameter at position `AT`, or, if that is [`UNKNOWN`], at the one that `self` holds.
    fn run<const AT: usize>(self) -> Self::Output;
}

/// The value of the constant `AT` for a position that is not known to the compiler.
const UNKNOWN: usize = usize::MAX;

/// Returns the position of a parameter: `AT`, or `at` where `AT` is [`UNKNOWN`].
pub(super) const fn position<const AT: usize>(at: usize) -> usize {
    if AT == UNKNOWN { at } else { AT }
}

/// Runs `then` for the parameter at this position of the record `T`.
#[inline]
pub(super) fn at_position<T: HasRules, V: AtPosition>(position: usize, then: V) -> V::Output {
    match const { &at_positions::<T, V>() }.get(position) {
        Some(run) => run(then),
        None => then.run::<UNKNOWN>(),
    }
}

/// Returns what is run at each position. A table of functions rather than branches: the compiler looks at all functions
/// that branches name, those of branches that are not taken too, and of a constant at those that are in it.
const fn at_positions<T: HasRules, V: AtPosition>() -> [fn(V) -> V::Output; 16] {
    let len = compiled_positions::<T>();
    macro_rules! table {
        ($($index:literal)*) => { [$(if $index < len { V::run::<$index> } else { V::run::<UNKNOWN> }),*] };
    }
    table!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
}

/// Returns the number of parameters for each of which encoding a record is compiled by itself. There are none in a record
/// of more than eight that holds records with lists: those lists would be compiled as often, and lists in them as often
/// again, and the compiler would take minutes. Where nothing is optimised there are two, which gain nothing and are tested.
#[allow(clippy::arithmetic_side_effects, reason = "evaluated by the compiler")]
const fn compiled_positions<T: HasRules>() -> usize {
    let Some(record) = T::RULES.as_record() else { return 0 };
    let (mut index, mut holds_lists) = (0, false);
    while let Some(param) = record.get(index) {
        holds_lists |= is_nested(param.name) && !matches!(ColumnForm::of(&param).open, OpenAxes::None);
        index += 1;
    }
    match index {
        9.. if holds_lists => 0,
        2.. if cfg!(debug_assertions) => 2,
        _ => index,
    }
}
