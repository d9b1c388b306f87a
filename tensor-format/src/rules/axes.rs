//! The allowed shapes of a tensor, as a list to which a constant of a generic type can add axes.

use core::fmt;

use crate::Dim;

/// The allowed lengths of a tensor's axes, outermost first; at one position (`..`) any number of further axes may be
/// allowed.
///
/// It is a list of slices, so that `[T; N]` can put its axis before those of `T` in a constant, at any depth.
#[derive(Clone, Copy)]
pub struct AxisRules<'a> {
    /// The number of leading axes of any length, before those of `head`.
    any: usize,
    head: &'a [Dim<'a>],
    tail: Option<&'a AxisRules<'a>>,
    /// The axis before which any number of further axes may be, counted from the outermost; `None` if the rank is
    /// fixed.
    open: Option<usize>,
    unnamed: bool,
}

impl<'a> AxisRules<'a> {
    /// The rules that allow any shape, `[..]`.
    pub const ANY: AxisRules<'static> = AxisRules::new(&[]).open_at(0);

    /// Creates a list of these axes.
    #[must_use]
    pub const fn new(dims: &'a [Dim<'a>]) -> Self {
        Self { any: 0, head: dims, tail: None, open: None, unnamed: false }
    }

    /// Creates a list of these axes, then those of `inner`.
    #[must_use]
    pub const fn prepend(dims: &'a [Dim<'a>], inner: &'a AxisRules<'a>) -> Self {
        let open = match inner.open {
            Some(at) => Some(at.saturating_add(dims.len())),
            None => None,
        };
        let tail = if inner.rank() == 0 { None } else { Some(inner) };
        Self { any: 0, head: dims, tail, open, unnamed: false }
    }

    /// Creates a list of `rank` axes of any length.
    #[must_use]
    pub const fn any(rank: usize) -> Self {
        AxisRules::new(&[]).batched_by(rank)
    }

    /// Creates a list of `rank` axes of any length, then those of `inner`.
    #[must_use]
    pub const fn any_before(rank: usize, inner: AxisRules<'a>) -> Self {
        inner.batched_by(rank)
    }

    /// Returns the same axes, with any number of further ones allowed before axis `at`, or after the last if `at` is
    /// their number.
    #[must_use]
    pub const fn open_at(mut self, at: usize) -> Self {
        let rank = self.rank();
        self.open = Some(if at < rank { at } else { rank });
        self
    }

    /// Returns the axes with one of any length put before them.
    #[must_use]
    pub const fn batched(self) -> Self {
        self.batched_by(1)
    }

    /// Returns the axes with `axes` of any length put before them.
    #[must_use]
    pub const fn batched_by(mut self, axes: usize) -> Self {
        self.any = self.any.saturating_add(axes);
        self.open = match self.open {
            Some(at) => Some(at.saturating_add(axes)),
            None => None,
        };
        self
    }

    /// Returns the axes without their names.
    #[must_use]
    pub const fn unnamed(mut self) -> Self {
        self.unnamed = true;
        self
    }

    /// Returns the number of axes that are listed: the rank, or the least rank if further axes are allowed.
    #[must_use]
    #[inline]
    pub const fn rank(&self) -> usize {
        let inner = match self.tail {
            Some(tail) => tail.rank(),
            None => 0,
        };
        self.any.saturating_add(self.head.len()).saturating_add(inner)
    }

    /// Returns whether any number of further axes is allowed.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Returns the position of the listed axis before which any number of further ones may be; `None` if the rank is
    /// fixed.
    #[must_use]
    pub const fn open_position(&self) -> Option<usize> {
        self.open
    }

    /// Returns the listed axis at this position; past the last, an axis of any length.
    #[must_use]
    pub const fn dim(&self, axis: usize) -> Dim<'a> {
        let mut dim = self.listed(axis);
        if self.unnamed {
            dim.name = None;
        }
        dim
    }

    /// Returns the lengths of the axes, and how many there are, if each axis has one length alone and they are at most `N`.
    ///
    /// ```
    /// use tensor_format::rules::{AxisRules, Dim};
    /// const FIXED: AxisRules<'_> = AxisRules::new(&[Dim::exact(2), Dim::exact(3)]);
    /// const LENS: Option<([usize; 4], usize)> = FIXED.exact_lens();
    /// assert_eq!(LENS, Some(([2, 3, 0, 0], 2)));
    /// assert_eq!(FIXED.exact_lens::<1>(), None);
    /// assert_eq!(AxisRules::new(&[Dim::ANY]).exact_lens::<1>(), None);
    /// ```
    #[must_use]
    #[allow(clippy::indexing_slicing, reason = "compared with the length; in constants `get` cannot be called")]
    pub const fn exact_lens<const N: usize>(&self) -> Option<([usize; N], usize)> {
        let (mut lens, rank) = ([0; N], self.rank());
        if self.is_open() || rank > N {
            return None;
        }
        let mut axis = 0;
        while axis < rank {
            match self.dim(axis).as_exact() {
                Some(len) if len <= usize::MAX as u64 => lens[axis] = len as usize,
                _ => return None,
            }
            axis = axis.saturating_add(1);
        }
        Some((lens, rank))
    }

    #[allow(clippy::indexing_slicing, reason = "compared with the length; in constants `get` cannot be called")]
    const fn listed(&self, axis: usize) -> Dim<'a> {
        if axis < self.any {
            return Dim::ANY;
        }
        let axis = axis.saturating_sub(self.any);
        if axis < self.head.len() {
            return self.head[axis];
        }
        match self.tail {
            Some(tail) => tail.dim(axis.saturating_sub(self.head.len())),
            None => Dim::ANY,
        }
    }

    /// Returns the rules for each axis of a tensor of this rank: those of the listed axes, and any length for the
    /// further axes at `..`.
    pub fn over(&self, rank: usize) -> impl Iterator<Item = Dim<'a>> + Clone + use<'a> {
        let rules = *self;
        let extra = rank.saturating_sub(rules.rank());
        (0..rank).map(move |axis| match rules.listed_past(extra, axis) {
            Some(axis) => rules.dim(axis),
            None => Dim::ANY,
        })
    }

    /// Calls `take` for each axis that has a name in a tensor of this rank, with its position.
    #[inline]
    pub(crate) fn each_name(&self, rank: usize, mut take: impl FnMut(usize, &'a str)) {
        if self.is_open() {
            let named = self.over(rank).enumerate().filter_map(|(axis, dim)| Some((axis, dim.name?)));
            return named.for_each(|(axis, name)| take(axis, name));
        }
        let (mut rules, mut first) = (Some(self), 0_usize);
        while let Some(own) = rules.filter(|own| !own.unnamed) {
            first = first.saturating_add(own.any);
            for dim in own.head {
                if let Some(name) = dim.name {
                    take(first, name);
                }
                first = first.saturating_add(1);
            }
            rules = own.tail;
        }
    }

    /// Returns the rules for `axis` of a tensor of `rank` axes: a listed axis, or any length for a further one at `..`.
    /// `rank` is at least the number of listed axes.
    pub(crate) const fn dim_of(&self, axis: usize, rank: usize) -> Dim<'a> {
        match self.listed_at(axis, rank) {
            Some(axis) => self.dim(axis),
            None => Dim::ANY,
        }
    }

    /// Returns the position of the listed axis that applies to `axis` of a tensor of `rank` axes; `None` for a further
    /// one at `..`.
    pub(crate) const fn listed_at(&self, axis: usize, rank: usize) -> Option<usize> {
        self.listed_past(rank.saturating_sub(self.rank()), axis)
    }

    /// Returns the position of the listed axis that applies to `axis` of a tensor that has `extra` axes more than are
    /// listed; `None` for one of these. Listed axes before `..` are counted from the outermost, those after it from the
    /// innermost.
    const fn listed_past(&self, extra: usize, axis: usize) -> Option<usize> {
        match self.open {
            Some(open) if axis >= open && axis.saturating_sub(open) < extra => None,
            Some(open) if axis >= open => Some(axis.saturating_sub(extra)),
            _ => Some(axis),
        }
    }

    /// Returns whether axes of these lengths are allowed, where axes of the same name have the same length.
    #[inline(always)]
    pub(crate) fn allow(&self, lens: &[usize]) -> bool {
        self.allow_plain(lens).unwrap_or_else(|| self.allow_all(lens))
    }

    /// Does the same as [`allow`](Self::allow) for at most two slices of axes, one of them with a name; `None` for
    /// other rules. Inlined where the rules are a constant, a comparison for each fixed length is left of it.
    #[inline(always)]
    pub(crate) fn allow_plain(&self, lens: &[usize]) -> Option<bool> {
        let tail = match self.tail {
            None => &[],
            Some(AxisRules { any: 0, head, tail: None, .. }) => *head,
            Some(_) => return None,
        };
        let lens = lens.get(self.any..)?;
        if self.open.is_some() || lens.len() != self.head.len().saturating_add(tail.len()) {
            return None;
        }
        let mut named = false;
        for (dim, &len) in self.head.iter().chain(tail).zip(lens) {
            if !dim.contains(len as u64) {
                return Some(false);
            }
            if dim.name.is_some() && core::mem::replace(&mut named, true) {
                return None;
            }
        }
        Some(true)
    }

    fn allow_all(&self, lens: &[usize]) -> bool {
        let all = self.over(lens.len()).zip(lens);
        if self.is_open() {
            return lens.len() >= self.rank() && all.clone().all(|(dim, &len)| dim.contains(len as u64)) && agree(all);
        }
        let (mut rules, mut rest) = (self, lens);
        loop {
            let own = rest.split_at_checked(rules.any).and_then(|(_, rest)| rest.split_at_checked(rules.head.len()));
            let Some((own, after)) = own else { return false };
            if !rules.head.iter().zip(own).all(|(dim, &len)| dim.contains(len as u64)) {
                return false;
            }
            rest = after;
            match rules.tail {
                Some(tail) => rules = tail,
                None => break,
            }
        }
        rest.is_empty() && (!self.has_names() || agree(all))
    }

    /// Returns the listed axes, outermost first.
    pub fn iter(&self) -> impl Iterator<Item = Dim<'a>> + use<'a> {
        self.over(self.rank())
    }

    /// Returns whether the rules limit only the number of axes, not their lengths, and `rank` is an allowed number.
    #[inline]
    pub(crate) const fn only_count(&self, rank: usize) -> bool {
        self.head.is_empty() && self.tail.is_none() && (self.any == rank || (self.open.is_some() && self.any < rank))
    }

    /// Returns whether the first axis is known at once to be of any length; `false` where the other lists would have to
    /// be searched.
    pub(crate) const fn begins_with_any(&self) -> bool {
        self.any > 0
    }

    /// Returns whether any axis has a name.
    #[must_use]
    #[allow(clippy::indexing_slicing, reason = "compared with the length; in constants `get` cannot be called")]
    pub const fn has_names(&self) -> bool {
        if self.unnamed {
            return false;
        }
        let mut axis = 0;
        while axis < self.head.len() {
            if self.head[axis].name.is_some() {
                return true;
            }
            axis = axis.saturating_add(1);
        }
        match self.tail {
            Some(tail) => tail.has_names(),
            None => false,
        }
    }
}

/// Returns whether axes of the same name have the same length.
fn agree<'r>(axes: impl Iterator<Item = (Dim<'r>, &'r usize)> + Clone) -> bool {
    let mut later = axes;
    while let Some((dim, len)) = later.next() {
        if dim.name.is_some() && later.clone().any(|(other, found)| other.name == dim.name && found != len) {
            return false;
        }
    }
    true
}

impl PartialEq for AxisRules<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.open == other.open && self.rank() == other.rank() && self.iter().eq(other.iter())
    }
}

impl fmt::Display for AxisRules<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        let mut first = true;
        let mut separate = |f: &mut fmt::Formatter<'_>| {
            let text = if first { "" } else { ", " };
            first = false;
            f.write_str(text)
        };
        for (axis, dim) in self.iter().enumerate() {
            if self.open == Some(axis) {
                separate(f)?;
                f.write_str("..")?;
            }
            separate(f)?;
            dim.fmt(f)?;
        }
        if self.open.is_some_and(|at| at >= self.rank()) {
            separate(f)?;
            f.write_str("..")?;
        }
        f.write_str("]")
    }
}

impl fmt::Debug for AxisRules<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
