//! Records of the rows of columns that are in memory.

use super::{
    native_rows::{NativeRows, NextRow},
    places::Places,
};
use crate::{
    Decode, Source,
    rules::columns::table::list_columns,
    traits::source::native::{FEW_NATIVE, MOST_NATIVE, NativeColumns},
};

/// Makes `n` records of these rows of so many columns, in place of the existing ones, and returns how many it made. It ends
/// early at a row that is no record, or whose record has passed over an error. Existing records that own memory are read
/// into if `INTO`, which is compiled for each type of record. The rows are made here, so that they need not be moved.
pub(super) fn make_rows<'de, T, P, R, const INTO: bool>(
    items: &mut P,
    n: usize,
    rows: impl FnOnce() -> R,
    columns: usize,
) -> usize
where
    T: Decode<'de>,
    P: Places<T> + ?Sized,
    R: NextRow + Source<'de>,
{
    let mut rows = rows();
    for index in 0..n {
        if INTO && const { core::mem::needs_drop::<T>() } {
            if let Some(place) = items.existing(index) {
                if place.decode_into(rows.next()).is_err() || !rows.have_read(columns) {
                    return index;
                }
                continue;
            }
        }
        let Ok(item) = T::decode(rows.next()) else { return index };
        if !rows.have_read(columns) {
            return index;
        }
        match items.existing(index) {
            Some(place) => *place = item,
            None => items.append(item, n.saturating_sub(index)),
        }
    }
    n
}

/// Makes `n` records of these columns of numbers as [`make_rows`] does.
#[inline(always)]
pub(super) fn make_number_rows<'de, T: Decode<'de>, P: Places<T> + ?Sized>(
    items: &mut P,
    n: usize,
    columns: &NativeColumns<'_>,
    width: usize,
) -> usize {
    // Few of them are kept in registers.
    if const { list_columns::<T>().len() <= FEW_NATIVE } {
        let Some(few) = columns.first_chunk::<FEW_NATIVE>() else { return 0 };
        make_rows::<T, P, _, false>(items, n, || NativeRows::new(*few), width)
    } else {
        let Some(many) = columns.first_chunk::<MOST_NATIVE>() else { return 0 };
        make_rows::<T, P, _, false>(items, n, || NativeRows::new(*many), width)
    }
}
