//! Workloads: cases over the same data, and the goals of each.

use std::hint::black_box;

/// The factor by which a row may be slower than the published client.
const TOLERANCE: f64 = 1.10;
/// The factor by which a row may be slower than the hand-written codec.
const HAND: f64 = 2.0;

/// The names of the two limits.
pub(crate) const REUSED: &str = "memcpy, reused buffer";
pub(crate) const FRESH: &str = "memcpy, fresh buffer";

/// The clock of a workload.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Clock {
    /// CPU time of the thread.
    Thread,
    /// The time that passes, for work of several threads.
    Wall,
}

/// The prefix of the names of this crate's rows.
pub(crate) const OURS: &str = "tensor-format";

pub(crate) struct Case<'a> {
    pub(crate) name: String,
    /// The memcpy that moves as many bytes to the same kind of buffer.
    pub(crate) limit: Option<&'static str>,
    /// The number of bytes moved; `None` if the elements stay where they are.
    pub(crate) bytes: Option<usize>,
    pub(crate) form: Form,
    pub(crate) run: Box<dyn FnMut(u64) + 'a>,
}

/// An allowance for a row to be slower than a peer of the same form, with the reason.
pub(crate) struct Exception {
    pub(crate) row: String,
    pub(crate) peer: &'static str,
    pub(crate) reason: &'static str,
}

/// The form of bytes: what a reader can know of them without being told, and whether they are checked.
#[derive(Clone, Copy, Default, PartialEq)]
pub(crate) struct Form {
    /// Element types and lengths are in the bytes.
    pub(crate) described: bool,
    /// Lengths and values are checked before they are used.
    pub(crate) checked: bool,
}

impl Form {
    pub(crate) const BOTH: Self = Self { described: true, checked: true };
    pub(crate) const DESCRIBED: Self = Self { described: true, checked: false };
    pub(crate) const CHECKED: Self = Self { described: false, checked: true };
}

/// The most that a row may take.
#[derive(Clone)]
pub(crate) enum Bound {
    /// A multiple of the median of another row of the same run.
    Times { other: String, most: f64 },
    /// Nanoseconds an item, on the machine class of the targets.
    Nanoseconds(f64),
    /// Allocations of one call.
    Allocations(usize),
}

/// Returns the bound of at most `most` times what the other row takes.
pub(crate) fn times(most: f64, other: &str) -> Bound {
    Bound::Times { other: other.to_owned(), most }
}

/// Whether a goal is known to be met.
#[derive(Clone, Copy)]
pub(crate) enum Expectation {
    Met,
    /// Missed, and why; `--check` compares it with the bound, if there is one.
    Missed {
        bound: f64,
        reason: &'static str,
    },
    /// Measured, and never a failure.
    Ambition {
        reason: &'static str,
    },
}

/// A row that must keep to a bound; with an id if it is a published target.
pub(crate) struct Goal {
    pub(crate) id: Option<&'static str>,
    pub(crate) row: String,
    pub(crate) bound: Bound,
    pub(crate) expected: Expectation,
}

/// Cases over the same data. Times are given per item.
pub(crate) struct Workload<'a> {
    pub(crate) title: String,
    pub(crate) items: usize,
    pub(crate) bytes: usize,
    pub(crate) clock: Clock,
    pub(crate) cases: Vec<Case<'a>>,
    pub(crate) goals: Vec<Goal>,
    pub(crate) exceptions: Vec<Exception>,
    /// The row that goals are said of: the last, unless another is named.
    row: String,
}

impl<'a> Workload<'a> {
    /// Sets that every case handles `items` items of `bytes` bytes in all.
    pub(crate) fn new(title: &str, items: usize, bytes: usize) -> Self {
        let (cases, goals, exceptions) = (Vec::new(), Vec::new(), Vec::new());
        let (title, row, clock) = (title.to_owned(), String::new(), Clock::Thread);
        Self { title, items, bytes, clock, cases, goals, exceptions, row }
    }

    /// Measures with another clock.
    pub(crate) fn by(self, clock: Clock) -> Self {
        Self { clock, ..self }
    }

    fn push<R>(
        &mut self,
        name: &str,
        limit: Option<&'static str>,
        bytes: Option<usize>,
        mut call: impl FnMut() -> R + 'a,
    ) {
        let run = Box::new(move |calls| {
            for _ in 0..calls {
                black_box(&call());
            }
        });
        self.row = name.to_owned();
        self.cases.push(Case { name: name.to_owned(), limit, bytes, form: Form::default(), run });
    }

    /// Adds a case that moves all bytes, as `limit` does.
    pub(crate) fn moves<R>(&mut self, name: &str, limit: &'static str, call: impl FnMut() -> R + 'a) -> &mut Self {
        self.push(name, Some(limit), Some(self.bytes), call);
        self
    }

    /// Adds a case that moves all bytes into an existing value, whose content is looked at before the next call.
    pub(crate) fn fills<T: 'a, R>(
        &mut self,
        name: &str,
        limit: &'static str,
        mut value: T,
        mut fill: impl FnMut(&mut T) -> R + 'a,
    ) -> &mut Self {
        self.moves(name, limit, move || fill(black_box(&mut value)))
    }

    /// Adds a case that writes all bytes to an existing, empty buffer.
    pub(crate) fn writes<R>(&mut self, name: &str, mut write: impl FnMut(&mut Vec<u8>) -> R + 'a) -> &mut Self {
        self.fills(name, REUSED, Vec::new(), move |out| {
            out.clear();
            write(out)
        })
    }

    /// Adds the limit: these bytes copied to an existing buffer.
    pub(crate) fn copies(&mut self, bytes: &'a [u8]) -> &mut Self {
        self.writes(REUSED, |out| out.extend_from_slice(black_box(bytes)))
    }

    /// Adds the limit: these bytes copied to memory of their own.
    pub(crate) fn clones(&mut self, bytes: &'a [u8]) -> &mut Self {
        self.moves(FRESH, FRESH, move || black_box(bytes).to_vec())
    }

    /// Adds a case that leaves the elements where they are.
    pub(crate) fn looks<R>(&mut self, name: &str, call: impl FnMut() -> R + 'a) -> &mut Self {
        self.push(name, None, None, call);
        self
    }

    /// Makes this the row that the next calls are about.
    pub(crate) fn row(&mut self, name: &str) -> &mut Self {
        self.row = self.cases[self.index(name)].name.clone();
        self
    }

    /// Sets the form of the last case: whether its bytes describe themselves, and what is checked.
    pub(crate) fn of(&mut self, form: Form) -> &mut Self {
        self.cases.last_mut().expect("a case").form = form;
        self
    }

    /// Sets the form of every case whose name begins with one of these.
    pub(crate) fn all_of(mut self, names: &[&str], form: Form) -> Self {
        let named = |case: &&mut Case<'_>| names.iter().any(|name| case.name.starts_with(name));
        self.cases.iter_mut().filter(named).for_each(|case| case.form = form);
        self
    }

    /// Adds the goal that the row keeps up with these.
    pub(crate) fn against(&mut self, hand: &str, peer: Option<&str>) -> &mut Self {
        self.within(hand, HAND);
        if let Some(peer) = peer {
            self.within(peer, TOLERANCE);
        }
        self
    }

    /// Adds the goal that the row keeps up with this peer.
    pub(crate) fn against_peer(&mut self, peer: &str) -> &mut Self {
        self.within(peer, TOLERANCE)
    }

    /// Adds the goal that the row is faster than this one.
    pub(crate) fn faster_than(&mut self, other: &str) -> &mut Self {
        self.within(other, 1.0)
    }

    /// Adds the goal that the row takes at most `most` times what this one takes.
    pub(crate) fn within(&mut self, other: &str, most: f64) -> &mut Self {
        self.goal(None, Bound::Times { other: other.to_owned(), most })
    }

    /// Adds a published target of the row.
    pub(crate) fn target(&mut self, id: &'static str, bound: Bound) -> &mut Self {
        self.goal(Some(id), bound)
    }

    /// Marks the last goal as known to be missed.
    pub(crate) fn missed(&mut self, reason: &'static str) -> &mut Self {
        self.missed_within(f64::INFINITY, reason)
    }

    /// Marks the last goal as known to be missed, with a `bound` that it has to keep all the same.
    pub(crate) fn missed_within(&mut self, bound: f64, reason: &'static str) -> &mut Self {
        self.goals.last_mut().expect("a goal").expected = Expectation::Missed { bound, reason };
        self
    }

    /// Marks goals as [`missed_within`](Self::missed_within) does: those of the row that are ratios to this one.
    pub(crate) fn missed_beside(&mut self, other: &str, bound: f64, reason: &'static str) -> &mut Self {
        let row = &self.row;
        let meant = |goal: &&mut Goal| {
            goal.row == *row && matches!(&goal.bound, Bound::Times { other: found, .. } if found == other)
        };
        self.goals.iter_mut().filter(meant).for_each(|goal| goal.expected = Expectation::Missed { bound, reason });
        self
    }

    /// Marks the last goal as an ambition, which is measured and is never a failure.
    pub(crate) fn ambition(&mut self, reason: &'static str) -> &mut Self {
        self.goals.last_mut().expect("a goal").expected = Expectation::Ambition { reason };
        self
    }

    /// Allows the row to be slower than this peer of the same form.
    pub(crate) fn except(&mut self, peer: &'static str, reason: &'static str) -> &mut Self {
        let row = self.row.clone();
        self.exceptions.push(Exception { row, peer, reason });
        self
    }

    fn goal(&mut self, id: Option<&'static str>, bound: Bound) -> &mut Self {
        let row = self.row.clone();
        self.goals.push(Goal { id, row, bound, expected: Expectation::Met });
        self
    }

    pub(crate) fn index(&self, name: &str) -> usize {
        self.cases.iter().position(|case| case.name == name).unwrap_or_else(|| panic!("no case `{name}`"))
    }
}
