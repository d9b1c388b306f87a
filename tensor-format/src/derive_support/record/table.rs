//! The parameters of a derived record, from the types of its fields.

use crate::{Param, TensorRules, derive_support::checks::verify::verify_entry};

/// The parameters of a record as the types of its fields give them, without names: a linked list of tables.
#[derive(Clone, Copy, Debug)]
pub struct ParamList {
    pub(crate) fields: &'static [Param<'static>],
    /// Whether every field of this table is a tensor, as it must be.
    pub(crate) are_tensors: bool,
    pub(crate) more: Option<&'static ParamList>,
}

/// A tuple of the types of a record's fields. `Checked` is any type: if it is at fault, which was reported, the
/// compiler is silent about what the fields lack.
pub trait FieldTable<Checked> {
    /// The parameters that the types make.
    const FIELDS: ParamList;
}

/// Returns the parameters of a record of `N` fields: the types `F` give the rules, `names` the names.
///
/// # Panics
///
/// As a compile error, if a field is a record.
#[must_use]
#[track_caller]
#[allow(
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "in constants, evaluated by the compiler"
)]
pub const fn params<F: FieldTable<Checked>, Checked, const N: usize>(names: [&'static str; N]) -> [Param<'static>; N] {
    let mut table = &F::FIELDS;
    let (mut index, mut first) = (0, 0);
    // Most records end with the first table. The compiler takes each of these steps for each record.
    if let (Some(fields), true) = (table.fields.first_chunk::<N>(), table.are_tensors) {
        let mut params = *fields;
        while index < N {
            params[index].name = names[index];
            index += 1;
        }
        return params;
    }
    let mut params = [Param::new("", TensorRules::ANY); N];
    while index < N {
        if index - first < table.fields.len() {
            params[index] = table.fields[index - first];
            verify_entry(names[index], &params[index]);
            params[index].name = names[index];
            index += 1;
        } else if let Some(more) = table.more {
            first = index;
            table = more;
        } else {
            panic!("the record has fewer fields");
        }
    }
    params
}
