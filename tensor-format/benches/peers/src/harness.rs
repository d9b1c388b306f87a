//! Times cases in turns.
//!
//! The time is the CPU time of the thread, but for work of several threads, where it is the time that passes. Every
//! case of a workload runs in every round, the order turning, so that what disturbs one disturbs its neighbours; a case
//! is the median over the rounds. A workload is run three times, and every ratio is taken within one run: a goal is met
//! if the best of the three meets it.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use tensor_format_users::counting::{self, Allocations};

use crate::workload::{Case, Clock, Workload};

/// A sample lasts this long, unless one call takes longer.
const SAMPLE: Duration = Duration::from_millis(3);

/// The effort of measuring: the numbers of runs and rounds.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    runs: usize,
    /// Rounds of a case whose calls are shorter than a sample, and of one with longer calls.
    rounds: usize,
    long_rounds: usize,
}

impl Effort {
    /// The effort for figures that are published.
    pub(crate) const FULL: Self = Self { runs: 3, rounds: 31, long_rounds: 9 };
    /// The effort for a quick look.
    pub(crate) const QUICK: Self = Self { runs: 1, rounds: 5, long_rounds: 3 };

    /// Returns in words how often each case is measured.
    pub(crate) fn facts(self) -> String {
        format!("- figures: the best of {} runs of {} rounds, long calls {}", self.runs, self.rounds, self.long_rounds)
    }
}

/// The times of one case in one run, in nanoseconds per item.
#[derive(Clone, Copy)]
pub(crate) struct Times {
    pub(crate) median: f64,
    pub(crate) least: f64,
}

/// The measurements of a workload's cases.
pub(crate) struct Measured {
    pub(crate) runs: Vec<Vec<Times>>,
    pub(crate) allocations: Vec<Allocations>,
}

/// Measures every case.
pub(crate) fn measure(workload: &mut Workload<'_>, effort: Effort) -> Measured {
    let clock = workload.clock;
    let samples: Vec<u64> = workload.cases.iter_mut().map(|case| calibrate(case, clock)).collect();
    let allocations = workload.cases.iter_mut().map(|case| counting::measure(|| (case.run)(1))).collect();
    let runs = (0..effort.runs).map(|_| run_once(workload, &samples, effort)).collect();
    Measured { runs, allocations }
}

fn now(clock: Clock) -> Duration {
    let time = clock_gettime(match clock {
        Clock::Thread => ClockId::ThreadCPUTime,
        Clock::Wall => ClockId::Monotonic,
    });
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

fn time(case: &mut Case<'_>, calls: u64, clock: Clock) -> Duration {
    let start = now(clock);
    (case.run)(calls);
    now(clock) - start
}

/// Returns how many calls make a sample; this warms the case up too.
fn calibrate(case: &mut Case<'_>, clock: Clock) -> u64 {
    let mut calls = 1;
    loop {
        let taken = time(case, calls, clock);
        if taken * 2 >= SAMPLE {
            let scale = SAMPLE.as_secs_f64() / taken.as_secs_f64();
            return ((calls as f64 * scale).ceil() as u64).max(1);
        }
        calls *= 2;
    }
}

fn run_once(workload: &mut Workload<'_>, samples: &[u64], effort: Effort) -> Vec<Times> {
    let count = workload.cases.len();
    let mut taken = vec![Vec::with_capacity(effort.rounds); count];
    for round in 0..effort.rounds {
        for turn in 0..count {
            let at = (turn + round) % count;
            // Long calls sit some rounds out.
            if samples[at] == 1 && !round.is_multiple_of(effort.rounds / effort.long_rounds) {
                continue;
            }
            let duration = time(&mut workload.cases[at], samples[at], workload.clock);
            taken[at].push(duration.as_secs_f64() * 1e9 / samples[at] as f64 / workload.items as f64);
        }
    }
    let times = taken.into_iter().map(|mut taken| {
        taken.sort_by(f64::total_cmp);
        Times { median: taken[taken.len() / 2], least: taken[0] }
    });
    times.collect()
}

/// Returns the least ratio of two cases within one run.
pub(crate) fn best_ratio(runs: &[Vec<Times>], row: usize, other: usize) -> f64 {
    runs.iter().map(|times| times[row].median / times[other].median).fold(f64::INFINITY, f64::min)
}

/// Returns the least ratio of the least times of two cases within one run.
pub(crate) fn least_ratio(runs: &[Vec<Times>], row: usize, other: usize) -> f64 {
    runs.iter().map(|times| times[row].least / times[other].least).fold(f64::INFINITY, f64::min)
}

/// Returns the times of a case in its best run.
pub(crate) fn best_times(runs: &[Vec<Times>], at: usize) -> Times {
    runs.iter().map(|times| times[at]).min_by(|a, b| a.median.total_cmp(&b.median)).expect("a run")
}
