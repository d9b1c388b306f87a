//! Judges rows against their goals and against other crates.

use tensor_format_users::counting::Allocations;

use crate::{
    harness::{Measured, best_ratio, best_times, least_ratio},
    units::nanoseconds,
    workload::{Bound, Exception, Expectation, Form, Goal, OURS, Workload},
};

/// The ratio up to which rows that move the same bytes count as equal: beyond it a row is slower than a peer of the
/// same form.
const TIE: f64 = 1.10;
/// The factor by which `--check` lets a ratio exceed its goal, unless that is known to be missed: short cases vary from
/// build to build.
const SLACK: f64 = 1.20;

/// The result of one goal.
#[derive(serde::Serialize)]
pub(crate) struct Verdict {
    pub(crate) id: Option<&'static str>,
    pub(crate) workload: String,
    pub(crate) row: String,
    pub(crate) goal: String,
    pub(crate) measured: String,
    pub(crate) met: bool,
    pub(crate) ambition: bool,
    /// The reason why it is missed, where that is known.
    pub(crate) reason: Option<&'static str>,
    /// Whether `--check` fails.
    pub(crate) fails: bool,
}

/// A row that is slower than a peer of the same form.
#[derive(serde::Serialize)]
pub(crate) struct Slower {
    pub(crate) workload: String,
    pub(crate) row: String,
    pub(crate) peer: String,
    pub(crate) ratio: f64,
    /// The reason why it is slower; a row without a reason fails `--check`.
    pub(crate) reason: Option<&'static str>,
}

/// Judges every goal of a workload.
pub(crate) fn judge(workload: &Workload<'_>, measured: &Measured) -> Vec<Verdict> {
    workload.goals.iter().map(|goal| verdict(workload, measured, goal)).collect()
}

fn verdict(workload: &Workload<'_>, measured: &Measured, goal: &Goal) -> Verdict {
    let at = workload.index(&goal.row);
    let Allocations { calls, .. } = measured.allocations[at];
    // The value, the most, what is allowed beyond it, and both as texts.
    let (value, most, slack, shown, wanted) = match &goal.bound {
        Bound::Times { other, most } => {
            let ratio = best_ratio(&measured.runs, at, workload.index(other));
            (ratio, *most, SLACK, format!("{ratio:.2} × {other}"), format!("{most:.2} × {other}"))
        }
        Bound::Nanoseconds(most) => {
            let time = best_times(&measured.runs, at).median;
            (time, *most, f64::INFINITY, nanoseconds(time), nanoseconds(*most))
        }
        Bound::Allocations(most) => {
            let plural = |count: usize| format!("{count} allocation{}", if count == 1 { "" } else { "s" });
            (calls as f64, *most as f64, 1.0, plural(calls), plural(*most))
        }
    };
    let (bound, ambition, reason) = match goal.expected {
        Expectation::Met => (most * slack, false, None),
        Expectation::Missed { bound, reason } => (bound, false, Some(reason)),
        Expectation::Ambition { reason } => (f64::INFINITY, true, Some(reason)),
    };
    Verdict {
        id: goal.id,
        workload: workload.title.clone(),
        row: goal.row.clone(),
        goal: wanted,
        measured: shown,
        met: value <= most,
        ambition,
        reason,
        fails: value > bound,
    }
}

/// Returns the rows of this crate that are slower than a peer whose bytes are self-describing and checked, and which
/// goes to the same kind of buffer: by their medians, and by their least times too.
pub(crate) fn slower(workload: &Workload<'_>, measured: &Measured) -> Vec<Slower> {
    let mut found = Vec::new();
    for (row, ours) in workload.cases.iter().enumerate().filter(|(_, case)| case.name.starts_with(OURS)) {
        for (peer, theirs) in workload.cases.iter().enumerate() {
            if theirs.form != Form::BOTH || theirs.name.starts_with(OURS) || theirs.limit != ours.limit {
                continue;
            }
            let ratio = best_ratio(&measured.runs, row, peer).min(least_ratio(&measured.runs, row, peer));
            if ratio > TIE {
                let known = |e: &&Exception| e.row == ours.name && e.peer == theirs.name;
                found.push(Slower {
                    workload: workload.title.clone(),
                    row: ours.name.clone(),
                    peer: theirs.name.clone(),
                    ratio,
                    reason: workload.exceptions.iter().find(known).map(|exception| exception.reason),
                });
            }
        }
    }
    found
}
