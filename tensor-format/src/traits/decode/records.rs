//! Reads many records whose tensors are columns: those of a `Batch`, which are all stacked, and those of a list of
//! records, in the form that the rules of each parameter ask for.
//!
//! All columns are read before the first record is made of them. Lengths are added up before that, so that no record is
//! made of lengths which contradict the values.

use core::marker::PhantomData;

use super::{
    Decode, DecodeOwned,
    columns_read::Columns,
    kept::KeptCursor,
    lent_rows::LentRows,
    make_rows::{make_number_rows, make_rows},
    places::Places,
    ragged_rows::RaggedRows,
    rows::{Column, Counter, Row},
};
use crate::{
    DecodeError, ElementSource, ErrorKind, HasRules, Source,
    rules::columns::table::{ListColumn, are_numbers, is_stacked, list_columns},
    traits::{
        exhausted,
        source::{items::DecodeItems, native::LentColumn},
    },
};

pub(crate) use super::columns_read::{MOST, RecordColumns};

/// Reads many records in place of the existing `items`.
///
/// # Errors
///
/// As [`Decode::decode`], and [`RaggedLengths`](ErrorKind::RaggedLengths). What is wrong with one record has its index
/// before the name of its parameter, as `[3].boxes`.
pub(crate) fn decode_records<'de, T: Decode<'de>, S: Source<'de>, P: Places<T> + ?Sized>(
    items: &mut P,
    source: &mut S,
    of: &RecordColumns<'_>,
) -> Result<(), DecodeError> {
    if read_listed(items, source, of) {
        return Ok(());
    }
    if const { S::COLUMNS_ALONE } {
        return Err(exhausted(1, 0));
    }
    if !of.bounded.is_empty() {
        let listed = &mut Listed { items: &mut *items, list: of.bounded, of: PhantomData };
        if let Some(read) = source.items(Some(of.record), listed) {
            return read;
        }
    }
    read_columns(items, source, of)
}

/// Reads records whose columns are numbers and texts that the source has in memory; returns whether it did.
#[inline(always)]
fn read_listed<'de, T: Decode<'de>, S: Source<'de>, P: Places<T> + ?Sized>(
    items: &mut P,
    source: &mut S,
    of: &RecordColumns<'_>,
) -> bool {
    if const { is_of_numbers::<T>() } {
        let width = of.listed.len();
        source.with_native_columns(Some(of.record), of.listed, &mut |n, columns| {
            items.prepare(n).is_ok() && make_number_rows(items, n, columns, width) == n
        })
    } else {
        source.with_lent_columns(Some(of.record), of.listed, &mut |n, columns| {
            items.prepare(n).is_ok() && make_lent_rows(items, n, columns) == n
        })
    }
}

/// Returns whether records are numbers of one shape alone.
const fn is_of_numbers<T: HasRules>() -> bool {
    are_numbers(list_columns::<T>())
}

/// Makes `n` records of these columns of numbers and texts as [`make_rows`] does.
fn make_lent_rows<'k, 'de: 'k, T: Decode<'de>, P: Places<T> + ?Sized>(
    items: &mut P,
    n: usize,
    columns: &mut [LentColumn<'k, 'de>],
) -> usize {
    let width = columns.len();
    if const { is_stacked(list_columns::<T>()) } {
        make_rows::<T, P, _, true>(items, n, || LentRows::new(columns), width)
    } else {
        make_rows::<T, P, _, true>(items, n, || RaggedRows::new(columns), width)
    }
}

/// Reads all columns, and makes the records of them. Apart from the shorter ways, whose stack is small without it.
#[inline(never)]
fn read_columns<'de, T: Decode<'de>, S: Source<'de>, P: Places<T> + ?Sized>(
    items: &mut P,
    source: &mut S,
    of: &RecordColumns<'_>,
) -> Result<(), DecodeError> {
    let mut columns = Columns::new(of);
    columns.read_all(of, source, size_of::<T>())?;
    make_all(items, &columns, of, &mut |items| source.count_empty(items))
}

/// Makes the records of columns that have been read. For all sources, so that the compiler looks at it once.
#[inline(never)]
fn make_all<'de, T: Decode<'de>, P: Places<T> + ?Sized>(
    items: &mut P,
    columns: &Columns<'de>,
    of: &RecordColumns<'_>,
    count: &mut dyn FnMut(usize) -> Result<(), ErrorKind>,
) -> Result<(), DecodeError> {
    let n = columns.rows.unwrap_or_default();
    items.prepare(n)?;
    let made = make_kept(items, n, columns, of);
    // Most lists are read by then.
    if made == n {
        return Ok(());
    }
    make_rest(&mut Listed { items, list: of.bounded, of: PhantomData }, columns, made, count).map(|_| ())
}

/// Makes `n` records of columns that have been read, in place of the existing ones, by the rows for numbers, or for numbers and
/// texts. Returns how many are made: all, or the first ones.
fn make_kept<'de, T: Decode<'de>, P: Places<T> + ?Sized>(
    items: &mut P,
    n: usize,
    columns: &Columns<'de>,
    of: &RecordColumns<'_>,
) -> usize {
    let made = match columns.native() {
        Some(native) => make_number_rows(items, n, &native, columns.all.len()),
        None => 0,
    };
    if made == n || const { is_of_numbers::<T>() } || of.listed.is_empty() {
        return made;
    }
    let all = columns.lent(of.listed).is_some_and(|mut lent| make_lent_rows(items, n, &mut lent) == n);
    if all { n } else { made }
}

/// Reads all columns, and makes records of them that borrow nothing.
///
/// # Errors
///
/// As [`decode_records`].
pub(crate) fn read_owned<'de, T: DecodeOwned, S: Source<'de>, P: Places<T>>(
    items: &mut P,
    source: &mut S,
    of: &RecordColumns<'_>,
) -> Result<(), DecodeError> {
    let mut columns = Columns::new(of);
    // As many as there are: memory for them is the caller's, who has the records in columns already.
    columns.read_all(of, source, 0)?;
    let n = columns.rows.unwrap_or_default();
    items.prepare(n)?;
    let mut made = make_kept(items, n, &columns, of);
    // Arrays of one shape are no blocks, and are read as lists are.
    if const { is_stacked(list_columns::<T>()) } && made < n && !of.listed.is_empty() {
        if let Some(mut lent) = columns.lent(of.listed) {
            made = make_rows::<T, _, _, true>(items, n, || RaggedRows::new(&mut lent), of.listed.len());
        }
    }
    if made == n {
        return Ok(());
    }
    // Lists that differ are read from their first on. What a record by hand leaves would be taken for that of the next.
    let listed = &mut Listed { items, list: of.bounded, of: PhantomData };
    match make_rest(listed, &columns, 0, &mut |items| source.count_empty(items))? {
        true => Ok(()),
        false => Err(ErrorKind::custom("a record has left elements of its tensors").into()),
    }
}

/// Makes the records whose columns have been read, in place of the existing ones, of which the first `made` are made already.
/// Returns whether no record has left a tensor or an element. Columns do not know of each other, so that one function counts items
/// without elements for all of them.
fn make_rest<'de>(
    items: &mut dyn for<'k> RowItems<'de, KeptCursor<'de, 'k>>,
    columns: &Columns<'de>,
    made: usize,
    count: &mut dyn FnMut(usize) -> Result<(), ErrorKind>,
) -> Result<bool, DecodeError> {
    let mut cursors = columns.cursors();
    let n = columns.rows.unwrap_or_default();
    let made = make_items(items, n, &mut columns.begin(&mut cursors), columns.all.len(), made, count);
    let is_whole = made.map_err(|(index, error)| columns.locate(error).in_item(index))?;
    Ok(is_whole && cursors.iter().all(|cursor| cursor.left() == 0))
}

/// The places of records of type `T`, and the columns of their list.
struct Listed<'p, T, P: ?Sized> {
    items: &'p mut P,
    list: &'static [ListColumn],
    of: PhantomData<T>,
}

impl<'de, T: Decode<'de>, P: Places<T> + ?Sized> DecodeItems<'de> for Listed<'_, T, P> {
    fn list(&self) -> &'static [ListColumn] {
        self.list
    }

    fn prepare(&mut self, n: usize) -> Result<(), DecodeError> {
        self.items.prepare(n)
    }

    #[inline]
    fn read<S: Source<'de>>(&mut self, index: usize, most: usize, source: &mut S) -> Result<(), DecodeError> {
        match self.items.existing(index) {
            Some(item) => item.decode_into(source),
            None => T::decode(source).map(|item| self.items.append(item, most)),
        }
    }
}

/// The places of the records of a list whose rows are of columns `C`: what [`DecodeItems`] do for one kind of source, so that
/// what goes around it is compiled once for all types of records.
pub(crate) trait RowItems<'de, C> {
    /// As [`DecodeItems::list`].
    fn list(&self) -> &'static [ListColumn];

    /// As [`DecodeItems::prepare`].
    fn prepare(&mut self, n: usize) -> Result<(), DecodeError>;

    /// As [`DecodeItems::read`].
    fn read(&mut self, index: usize, most: usize, row: &mut Row<'_, '_, C>) -> Result<(), DecodeError>;
}

impl<'de, I: DecodeItems<'de>, C: ElementSource<'de>> RowItems<'de, C> for I {
    fn list(&self) -> &'static [ListColumn] {
        DecodeItems::list(self)
    }

    fn prepare(&mut self, n: usize) -> Result<(), DecodeError> {
        DecodeItems::prepare(self, n)
    }

    fn read(&mut self, index: usize, most: usize, row: &mut Row<'_, '_, C>) -> Result<(), DecodeError> {
        DecodeItems::read(self, index, most, row)
    }
}

/// Makes `n` records of the rows of `columns`, in place of the existing ones, of which the first `made` are made
/// already. The rules of a record list `params` parameters. Returns whether all tensors were begun; an error comes with the
/// index of its row.
pub(super) fn make_items<'de, C: ElementSource<'de>>(
    items: &mut dyn RowItems<'de, C>,
    n: usize,
    columns: &mut [Column<'_, C>],
    params: usize,
    made: usize,
    count: &mut dyn FnMut(usize) -> Result<(), ErrorKind>,
) -> Result<bool, (usize, DecodeError)> {
    let declared = columns.len() == params && columns.iter().all(Column::is_in_each_row);
    let plain = columns.iter().all(Column::is_plain);
    if made > 0 {
        columns.iter_mut().try_for_each(|column| column.skip(made)).map_err(|error| (made, error))?;
    }
    let mut is_whole = true;
    for index in made..n {
        let count: Counter<'_> = Some(count);
        if !plain {
            columns.iter_mut().for_each(Column::advance);
        }
        let mut row = Row::new(columns, declared, count);
        items.read(index, n.saturating_sub(index), &mut row).map_err(|error| (index, error))?;
        row.skip_absent();
        is_whole &= row.at == row.columns.len();
    }
    Ok(is_whole)
}
