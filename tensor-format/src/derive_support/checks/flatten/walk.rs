//! Goes over the parameters of a record with those of the records in it, and over the names that they have there.
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "evaluated by the compiler")]

use core::marker::PhantomData;

use crate::{
    AxisRules, Param,
    derive_support::checks::parts::{Flattening, NestedField, nested_at},
};

/// A parameter of the whole record, as it is in its own record.
pub(super) struct Step {
    pub(super) param: Param<'static>,
    /// The prefix of its names; empty for a parameter whose names stay as they are.
    pub(super) prefix: &'static str,
    /// Other prefixes that its names may have instead, each with a dot.
    pub(super) aliases: &'static [&'static str],
    /// Whether the names of its axes get the prefix too.
    pub(super) owns_axes: bool,
}

impl Step {
    /// Returns the number of names in the whole record: each of its own behind the prefix and behind each alias.
    pub(super) const fn count(&self) -> usize {
        (1 + self.aliases.len()) * (1 + self.param.aliases.len())
    }

    /// Returns the parts of a name in the whole record. Number 0 is the name on the wire, the others are aliases.
    pub(super) const fn name(&self, number: usize) -> [&'static str; 3] {
        let own = 1 + self.param.aliases.len();
        let name = match number % own {
            0 => self.param.name,
            alias => self.param.aliases[alias - 1],
        };
        match number / own {
            0 => [self.prefix, "", name],
            alias => [self.aliases[alias - 1], ".", name],
        }
    }
}

/// Goes over the parameters of the whole record in order, and assigns ranges of the tables to names and axes that a
/// prefix changes.
pub(super) struct Walk<R: ?Sized> {
    own: usize,
    /// The own field that is next, if it is a record: it is looked for once, not for each of its parameters.
    nested: Option<&'static NestedField>,
    part: usize,
    inner: usize,
    /// The number of bytes of text that were assigned so far.
    pub(super) bytes: usize,
    /// The number of axes that were assigned so far.
    pub(super) dims: usize,
    /// The number of aliases that were assigned so far.
    pub(super) aliases: usize,
    record: PhantomData<fn(&R)>,
}

impl<R: Flattening + ?Sized> Walk<R> {
    pub(super) const fn new() -> Self {
        Self {
            own: 0,
            nested: nested_at::<R>(0),
            part: 0,
            inner: 0,
            bytes: 0,
            dims: 0,
            aliases: 0,
            record: PhantomData,
        }
    }

    /// Returns the next parameter; `None` after the last one.
    pub(super) const fn next(&mut self) -> Option<Step> {
        while self.part < R::PARTS.len() && R::PARTS[self.part].at <= self.own {
            let part = R::PARTS[self.part];
            if let Some(param) = part.record().get(self.inner) {
                self.inner += 1;
                let owns_axes = part.owns_axes && param.rules.axes.has_names();
                return Some(Step { param, prefix: part.prefix, aliases: part.aliases, owns_axes });
            }
            self.part += 1;
            self.inner = 0;
        }
        let nested = self.nested;
        if let Some(nested) = nested {
            if let Some(param) = nested.param(self.inner) {
                self.inner += 1;
                let aliases = match R::OWN.get(self.own) {
                    Some(field) => field.aliases,
                    None => &[],
                };
                let owns_axes = param.rules.axes.has_names();
                return Some(Step { param, prefix: nested.prefix, aliases, owns_axes });
            }
        }
        let own = R::OWN.get(self.own);
        self.own += 1;
        self.nested = nested_at::<R>(self.own);
        self.inner = 0;
        match own {
            _ if nested.is_some() => self.next(),
            Some(param) => Some(Step { param, prefix: "", aliases: &[], owns_axes: false }),
            None => None,
        }
    }

    /// Assigns the next range of the table of bytes, as long as the parts of a name together.
    pub(super) const fn text(&mut self, [prefix, dot, name]: [&str; 3]) -> Range {
        let (start, len) = (self.bytes, prefix.len() + dot.len() + name.len());
        self.bytes += len;
        Range { start, len }
    }

    /// Assigns the ranges of the names of a parameter, of which it returns that of the name on the wire, and that of
    /// its aliases in their table.
    pub(super) const fn names(&mut self, step: &Step) -> (Range, Range) {
        let name = self.text(step.name(0));
        let aliases = Range { start: self.aliases, len: step.count() - 1 };
        let mut number = 1;
        while number < step.count() {
            self.text(step.name(number));
            number += 1;
        }
        self.aliases += aliases.len;
        (name, aliases)
    }

    /// Passes over the texts of the axes' names.
    pub(super) const fn pass_names(&mut self, prefix: &str, axes: AxisRules<'_>) {
        let mut axis = 0;
        while axis < axes.rank() {
            if let Some(name) = axes.dim(axis).name {
                self.text([prefix, "", name]);
            }
            axis += 1;
        }
    }

    /// Makes room for axes.
    pub(super) const fn axes(&mut self, rank: usize) -> Range {
        let start = self.dims;
        self.dims += rank;
        Range { start, len: rank }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Range {
    pub(super) start: usize,
    pub(super) len: usize,
}

impl Range {
    pub(super) const fn of<T>(self, all: &'static [T]) -> &'static [T] {
        if self.start + self.len > all.len() {
            return &[];
        }
        all.split_at(self.start).1.split_at(self.len).0
    }

    pub(super) const fn text(self, all: &'static [u8]) -> &'static str {
        match core::str::from_utf8(self.of(all)) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}
