//! The tensors of many rows of a column, as a list of records has them in its column.

use std::ops::Range;

use tensor_format::{Header, Shape, rules::Param};

use super::{
    super::{
        blocks::Numbers,
        elements::{Elements, Walk},
        items::{Store, least_bytes},
        lists::{Lists, any_null, is_null},
    },
    Access, Column, Sizes, run,
};

/// The shape that the rules of a parameter ask for.
struct Wanted {
    /// The length of the outermost axis, which is `None` if rows may differ in it; none if there are no axes.
    outer: Option<Option<usize>>,
    /// The lengths of all other axes.
    inner: Shape,
    is_optional: bool,
}

impl Wanted {
    /// Returns what a parameter asks for; `None` if rows may differ in any other axis, or have items without elements, which
    /// are counted in each row.
    fn of(param: &Param<'_>) -> Option<Self> {
        let axes = &param.rules.axes;
        let mut lens = axes.iter().map(|axis| axis.as_exact().map(|len| usize::try_from(len).unwrap_or(usize::MAX)));
        let (outer, inner) = (lens.next(), lens.collect::<Option<Shape>>()?);
        let is_empty = inner.contains(&0);
        (!axes.is_open() && !is_empty).then_some(Self { outer, inner, is_optional: !param.is_required() })
    }

    fn is_open(&self) -> bool {
        self.outer == Some(None)
    }

    /// Returns the axes of `tensors` tensors together, whose outermost axes have these lengths.
    fn shape(&self, tensors: usize, lengths: Option<&[u64]>) -> Option<Shape> {
        let outer = match lengths {
            Some(lengths) => usize::try_from(lengths.iter().copied().fold(0, u64::saturating_add)).ok()?,
            None => tensors,
        };
        let own = self.outer.flatten();
        Some([outer].into_iter().chain(own).chain(self.inner.iter().copied()).collect())
    }
}

/// The tensors of many rows.
pub(in super::super) struct Together {
    /// For each row whether it has a tensor, 0 or 1, if one may have none.
    pub(in super::super) presence: Option<Vec<u64>>,
    /// For each tensor the length of its outermost axis, if they may differ in it.
    pub(in super::super) lengths: Option<Vec<u64>>,
    /// The header of the elements of all tensors.
    pub(in super::super) header: Header,
    elements: Places,
}

/// Where elements are.
enum Places {
    /// In these runs of the column, one after another.
    Runs(Vec<Range<usize>>),
    /// Numbers that were copied, since they are in several runs.
    Copied(Vec<u8>),
}

impl Together {
    /// Returns the elements, which are of this column; none of a column that is not there.
    pub(in super::super) fn elements<'s, 'b>(&'b self, column: Option<&Column<'b>>) -> Elements<'s, 'b> {
        let element = self.header.element_type;
        match (&self.elements, column.map(|column| column.items.store)) {
            (Places::Runs(runs), Some(Store::Bits(bits))) => Elements::bits(bits, Walk::runs(runs)),
            (Places::Runs(runs), Some(Store::Variable(data, _))) => Elements::strings(data, None, Walk::runs(runs)),
            (Places::Runs(runs), Some(Store::Bytes(bytes))) => {
                let bytes = runs.first().map_or(&[][..], |range| run(bytes, element, range));
                Elements::numbers(Numbers { element, bytes })
            }
            (Places::Copied(bytes), _) => Elements::numbers(Numbers { element, bytes }),
            (Places::Runs(_), None) => Elements::numbers(Numbers { element, bytes: &[] }),
        }
    }
}

/// Returns the tensors of so many rows of a column that is not there.
pub(in super::super) fn absent(param: &Param<'_>, rows: usize) -> Option<Together> {
    let wanted = Wanted::of(param)?;
    Some(Together {
        presence: Some(vec![0; rows]),
        lengths: wanted.is_open().then(Vec::new),
        header: Header::new(param.rules.types.single()?, wanted.shape(0, None)?),
        elements: Places::Runs(Vec::new()),
    })
}

impl Column<'_> {
    /// Returns the tensors of these rows for a parameter; `None` if they have to be read one by one, as what is damaged or
    /// breaks the rules.
    pub(in super::super) fn together(&self, rows: &Range<usize>, param: &Param<'_>) -> Option<Together> {
        let wanted = Wanted::of(param)?;
        let is_known = match self.items.store {
            Store::Variable(data, format) => format.is_none() && least_bytes(data, None) > 0,
            _ => true,
        };
        let has_absent = any_null(self.nulls, rows.clone());
        let is_plain = self.described.permutation.is_none() && self.inner.is_empty();
        let is_of = Some(self.element()) == param.rules.types.single();
        if !is_known || !is_plain || !is_of || rows.end > self.rows || (has_absent && !wanted.is_optional) {
            return None;
        }
        let mut found = Found { lengths: wanted.is_open().then(Vec::new), runs: Vec::new(), tensors: 0 };
        self.find(rows, has_absent, &wanted, &mut found)?;
        for run in &found.runs {
            let is_short = match self.items.store {
                Store::Variable(data, _) => data.are_short(run.clone()),
                _ => true,
            };
            if !is_short || run.end > self.items.len() || self.items.check_nulls(run.clone()).is_err() {
                return None;
            }
        }
        let elements = match self.items.store {
            Store::Bytes(bytes) if found.runs.len() > 1 => {
                let runs = found.runs.iter().map(|range| run(bytes, self.element(), range));
                Places::Copied(runs.collect::<Vec<_>>().concat())
            }
            _ => Places::Runs(found.runs),
        };
        let is_there = |row| u64::from(!is_null(self.nulls, row));
        Some(Together {
            presence: wanted.is_optional.then(|| rows.clone().map(is_there).collect()),
            header: Header::new(self.element(), wanted.shape(found.tensors, found.lengths.as_deref())?),
            lengths: found.lengths,
            elements,
        })
    }

    /// Finds the tensors of rows; `None` if one has not the shape that is wanted.
    fn find(&self, rows: &Range<usize>, has_absent: bool, wanted: &Wanted, found: &mut Found) -> Option<()> {
        let mut present = rows.clone().filter(|row| !has_absent || !is_null(self.nulls, *row));
        let stored = self.described.stored();
        // What is a list has an outermost axis.
        let has_inner = || {
            let inner = stored.iter().skip(1).map(|axis| axis.len);
            wanted.outer.is_some() && inner.eq(wanted.inner.iter().copied().map(Some))
        };
        match &self.access {
            Access::Even(count) => {
                let shape = self.shape.as_ref()?;
                let outer = shape.first().copied();
                if outer.is_some() != wanted.outer.is_some() || shape.get(1..).unwrap_or_default() != &*wanted.inner {
                    return None;
                }
                let place = |row: usize| Some(row.checked_mul(*count)?..row.checked_add(1)?.checked_mul(*count)?);
                if !has_absent {
                    let all = place(rows.start)?.start..place(rows.end)?.start;
                    return found.add_all(rows.len(), outer, all, wanted);
                }
                present.try_for_each(|row| found.add(outer, place(row)?, wanted))
            }
            Access::Lists(lists, count) if has_inner() => {
                let (outer, each) = (stored.first()?.len, self.described.count());
                present.try_for_each(|row| {
                    let list = lists.range(row).ok()?;
                    let place = list.start.checked_mul(*count)?..list.end.checked_mul(*count)?;
                    let is_whole = each.is_none_or(|each| each == place.len());
                    found.add(Some(outer.unwrap_or(list.len())).filter(|_| is_whole), place, wanted)
                })
            }
            Access::Nested(levels) if has_inner() => {
                let ([lists], outer) = (&levels[..], stored.first()?.len) else { return None };
                present.try_for_each(|row| {
                    let place = lists.range(row).ok()?;
                    let len = place.len();
                    found.add(Some(len).filter(|len| outer.is_none_or(|outer| outer == *len)), place, wanted)
                })
            }
            Access::Variable(lists, sizes) if wanted.outer.is_some() => {
                self.find_variable(lists, sizes, (rows, present), wanted, found)
            }
            _ => None,
        }
    }

    /// Does the same as [`find`](Self::find) for lists with their sizes.
    fn find_variable(
        &self,
        lists: &Lists<'_>,
        sizes: &Sizes<'_>,
        (rows, mut present): (&Range<usize>, impl Iterator<Item = usize>),
        wanted: &Wanted,
        found: &mut Found,
    ) -> Option<()> {
        let axes = wanted.inner.rank().checked_add(1)?;
        let count = wanted.inner.element_count()?;
        let Sizes::Fixed { lists: places, sizes, nulls: None, rank } = sizes else { return None };
        let (outer, inner) = self.described.stored().split_first()?;
        let mut uniform = inner.iter().map(|axis| axis.len).zip(wanted.inner.iter());
        if *rank != axes || outer.len.is_some() || uniform.any(|(len, wanted)| len.is_some_and(|len| len != *wanted)) {
            return None;
        }
        let has_null = any_null(*places, rows.clone()) || lists.any_null(rows.clone());
        present.try_for_each(|row| {
            let start = row.checked_mul(axes)?;
            let (outer, inner) = sizes.get(start..start.checked_add(axes)?)?.split_first()?;
            let is_inner =
                inner.iter().map(|len| usize::try_from(*len).ok()).eq(wanted.inner.iter().copied().map(Some));
            let (outer, place) = (usize::try_from(*outer).ok()?, lists.range(row).ok()?);
            let is_whole = is_inner && outer.checked_mul(count)? == place.len();
            if !is_whole || (has_null && (is_null(*places, row) || lists.is_null(row))) {
                return None;
            }
            found.add(Some(outer), place, wanted)
        })
    }
}

/// The tensors that were found.
struct Found {
    lengths: Option<Vec<u64>>,
    runs: Vec<Range<usize>>,
    tensors: usize,
}

impl Found {
    /// Adds a tensor, whose outermost axis has this length, with the place of its elements.
    #[inline]
    fn add(&mut self, outer: Option<usize>, place: Range<usize>, wanted: &Wanted) -> Option<()> {
        self.add_all(1, outer, place, wanted)
    }

    /// Adds so many tensors, each of whose outermost axes has this length, with the place of all their elements.
    #[inline]
    fn add_all(&mut self, tensors: usize, outer: Option<usize>, place: Range<usize>, wanted: &Wanted) -> Option<()> {
        match (&mut self.lengths, wanted.outer) {
            (Some(lengths), _) if tensors == 1 => lengths.push(outer? as u64),
            (Some(lengths), _) => lengths.extend(std::iter::repeat_n(outer? as u64, tensors)),
            (None, Some(Some(len))) if outer != Some(len) => return None,
            _ => {}
        }
        self.tensors = self.tensors.saturating_add(tensors);
        match self.runs.last_mut() {
            Some(last) if last.end == place.start => last.end = place.end,
            _ => self.runs.push(place),
        }
        Some(())
    }
}
