//! Times cases in turns and judges them against each other.
//!
//! The time is the CPU time of the thread. Every case of a workload runs in every round, the order turning, so that
//! what disturbs one disturbs its neighbours; a case is the median over the rounds. A workload is run three times, and
//! every ratio is taken within one run: a goal is met if the best of the three meets it.

use std::{hint::black_box, time::Duration};

use rustix::time::{ClockId, clock_gettime};

use crate::counting::{self, Allocations};

/// A sample lasts this long, unless one call takes longer.
const SAMPLE: Duration = Duration::from_millis(3);
/// How much slower than the peer a row may be.
const TOLERANCE: f64 = 1.10;
/// How much slower than the hand-written codec a row may be.
const HAND: f64 = 2.0;

/// How thoroughly to measure.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    runs: usize,
    /// Rounds of a workload whose calls are shorter than a sample, and of one with longer calls.
    rounds: usize,
    long_rounds: usize,
}

impl Effort {
    /// What figures to publish take.
    pub(crate) const FULL: Self = Self { runs: 3, rounds: 31, long_rounds: 9 };
    /// A glance.
    pub(crate) const QUICK: Self = Self { runs: 1, rounds: 5, long_rounds: 3 };
}

fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

struct Case<'a> {
    name: String,
    /// The memcpy that moves as many bytes to the same kind of buffer.
    limit: Option<&'static str>,
    /// Bytes moved; `None` if the elements stay where they are.
    bytes: Option<usize>,
    run: Box<dyn FnMut(u64) + 'a>,
}

/// A row that must keep up with others.
struct Goal {
    row: String,
    other: String,
    /// How much slower than the other it may be.
    most: f64,
}

/// Cases over the same data. Times are given per item.
pub(crate) struct Workload<'a> {
    title: String,
    items: usize,
    bytes: usize,
    cases: Vec<Case<'a>>,
    goals: Vec<Goal>,
}

impl<'a> Workload<'a> {
    /// Every case handles `items` items of `bytes` bytes in all.
    pub(crate) fn new(title: &str, items: usize, bytes: usize) -> Self {
        Self { title: title.to_owned(), items, bytes, cases: Vec::new(), goals: Vec::new() }
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
        self.cases.push(Case { name: name.to_owned(), limit, bytes, run });
    }

    /// A case that moves all bytes, as `limit` does.
    pub(crate) fn moves<R>(&mut self, name: &str, limit: &'static str, call: impl FnMut() -> R + 'a) -> &mut Self {
        self.push(name, Some(limit), Some(self.bytes), call);
        self
    }

    /// A case that leaves the elements where they are.
    pub(crate) fn looks<R>(&mut self, name: &str, call: impl FnMut() -> R + 'a) -> &mut Self {
        self.push(name, None, None, call);
        self
    }

    /// The last case must keep up with these.
    pub(crate) fn against(&mut self, hand: &str, peer: Option<&str>) -> &mut Self {
        self.goal(hand, HAND);
        peer.into_iter().for_each(|peer| self.goal(peer, TOLERANCE));
        self
    }

    /// The last case must keep up with this peer.
    pub(crate) fn against_peer(&mut self, peer: &str) -> &mut Self {
        self.goal(peer, TOLERANCE);
        self
    }

    /// The last case must be faster than this one.
    pub(crate) fn faster_than(&mut self, other: &str) -> &mut Self {
        self.goal(other, 1.0);
        self
    }

    /// The last case must take at most so many times what this one takes.
    pub(crate) fn within(&mut self, other: &str, most: f64) -> &mut Self {
        self.goal(other, most);
        self
    }

    fn goal(&mut self, other: &str, most: f64) {
        let row = self.cases.last().expect("a case").name.clone();
        self.goals.push(Goal { row, other: other.to_owned(), most });
    }

    fn index(&self, name: &str) -> usize {
        self.cases.iter().position(|case| case.name == name).unwrap_or_else(|| panic!("no case `{name}`"))
    }
}

/// The times of one case in one run, in nanoseconds per item.
#[derive(Clone, Copy)]
struct Times {
    median: f64,
    least: f64,
}

fn time(case: &mut Case<'_>, calls: u64) -> Duration {
    let start = cpu_time();
    (case.run)(calls);
    cpu_time() - start
}

/// How many calls make a sample; this warms the case up too.
fn calibrate(case: &mut Case<'_>) -> u64 {
    let mut calls = 1;
    loop {
        let taken = time(case, calls);
        if taken * 2 >= SAMPLE {
            let scale = SAMPLE.as_secs_f64() / taken.as_secs_f64();
            return ((calls as f64 * scale).ceil() as u64).max(1);
        }
        calls *= 2;
    }
}

fn run_once(workload: &mut Workload<'_>, samples: &[u64], effort: Effort) -> Vec<Times> {
    let rounds = if samples.contains(&1) { effort.long_rounds } else { effort.rounds };
    let count = workload.cases.len();
    let mut taken = vec![Vec::with_capacity(rounds); count];
    for round in 0..rounds {
        for turn in 0..count {
            let at = (turn + round) % count;
            let duration = time(&mut workload.cases[at], samples[at]);
            taken[at].push(duration.as_secs_f64() * 1e9 / samples[at] as f64 / workload.items as f64);
        }
    }
    let times = taken.into_iter().map(|mut taken| {
        taken.sort_by(f64::total_cmp);
        Times { median: taken[taken.len() / 2], least: taken[0] }
    });
    times.collect()
}

/// All workloads, and what became of their goals.
pub(crate) struct Suite {
    filter: String,
    effort: Effort,
    verdicts: Vec<Verdict>,
    rows: Vec<serde_json::Value>,
}

/// What became of one goal.
struct Verdict {
    kept: bool,
    row: String,
    ratio: String,
}

impl Suite {
    /// Runs the workloads whose title holds `filter`, in any letter case.
    pub(crate) fn new(filter: &str, effort: Effort) -> Self {
        Self { filter: filter.to_lowercase(), effort, verdicts: Vec::new(), rows: Vec::new() }
    }

    /// Whether a workload of this title is wanted.
    pub(crate) fn wants(&self, title: &str) -> bool {
        title.to_lowercase().contains(&self.filter)
    }

    /// Runs a workload, prints its table and notes its goals.
    pub(crate) fn run(&mut self, mut workload: Workload<'_>) {
        let samples: Vec<u64> = workload.cases.iter_mut().map(calibrate).collect();
        let allocations: Vec<Allocations> =
            workload.cases.iter_mut().map(|case| counting::measure(|| (case.run)(1))).collect();
        let runs: Vec<Vec<Times>> =
            (0..self.effort.runs).map(|_| run_once(&mut workload, &samples, self.effort)).collect();
        self.judge(&workload, &runs);
        self.note(&workload, &runs, &allocations);
        print_table(&workload, &runs, &allocations);
    }

    fn judge(&mut self, workload: &Workload<'_>, runs: &[Vec<Times>]) {
        for Goal { row, other, most } in &workload.goals {
            let ratio = best_ratio(runs, workload.index(row), workload.index(other));
            self.verdicts.push(Verdict {
                kept: ratio <= *most,
                row: format!("{}: {row}", workload.title),
                ratio: format!("{ratio:.2} x {other}, at most {most:.2}"),
            });
        }
    }

    fn note(&mut self, workload: &Workload<'_>, runs: &[Vec<Times>], allocations: &[Allocations]) {
        for (at, case) in workload.cases.iter().enumerate() {
            let best = best_times(runs, at);
            self.rows.push(serde_json::json!({
                "workload": workload.title,
                "case": case.name,
                "median_ns": best.median,
                "least_ns": best.least,
                "of_memcpy": case.limit.map(|limit| best_ratio(runs, at, workload.index(limit))),
                "allocations": allocations[at].calls,
                "peak_bytes": allocations[at].peak,
            }));
        }
    }

    /// All rows and goals as one JSON document.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        let goal = |goal: &Verdict| serde_json::json!({ "row": goal.row, "goal": goal.ratio, "kept": goal.kept });
        let goals: Vec<serde_json::Value> = self.verdicts.iter().map(goal).collect();
        serde_json::json!({ "rows": self.rows, "goals": goals })
    }

    /// Prints one line per goal, and which rows miss theirs. Returns whether there were goals and all are met.
    pub(crate) fn print_goals(&self) -> bool {
        println!("### Goals\n");
        for Verdict { kept, row, ratio } in &self.verdicts {
            println!("- {} {row}: {ratio}", if *kept { "PASS" } else { "FAIL" });
        }
        let mut missed: Vec<&str> = self.verdicts.iter().filter(|goal| !goal.kept).map(|goal| &*goal.row).collect();
        missed.dedup();
        let goals = self.verdicts.len();
        match (missed.as_slice(), goals) {
            (_, 0) => println!("\nNo row was measured."),
            ([], _) => println!("\nEvery row is within its bounds: {goals} goals."),
            (rows, _) => println!("\nOut of their bounds: {}.", rows.join("; ")),
        }
        goals > 0 && missed.is_empty()
    }
}

/// The least ratio of two cases within one run.
fn best_ratio(runs: &[Vec<Times>], row: usize, other: usize) -> f64 {
    runs.iter().map(|times| times[row].median / times[other].median).fold(f64::INFINITY, f64::min)
}

/// The times of a case in its best run.
fn best_times(runs: &[Vec<Times>], at: usize) -> Times {
    runs.iter().map(|times| times[at]).min_by(|a, b| a.median.total_cmp(&b.median)).expect("a run")
}

fn print_table(workload: &Workload<'_>, runs: &[Vec<Times>], allocations: &[Allocations]) {
    println!("### {}\n", workload.title);
    println!("| case | median | least | GB/s | of memcpy | allocations | peak bytes |");
    println!("|---|--:|--:|--:|--:|--:|--:|");
    for (at, case) in workload.cases.iter().enumerate() {
        let best = best_times(runs, at);
        let rate = case.bytes.map(|bytes| format!("{:.1}", bytes as f64 / workload.items as f64 / best.median));
        let ratio = case.limit.map(|limit| format!("{:.2}", best_ratio(runs, at, workload.index(limit))));
        println!(
            "| {} | {} | {} | {} | {} | {} | {} |",
            case.name,
            nanoseconds(best.median),
            nanoseconds(best.least),
            rate.as_deref().unwrap_or("-"),
            ratio.as_deref().unwrap_or("-"),
            allocations[at].calls,
            allocations[at].peak,
        );
    }
    println!();
}

fn nanoseconds(time: f64) -> String {
    match time {
        1e6.. => format!("{:.2} ms", time / 1e6),
        1e3.. => format!("{:.2} µs", time / 1e3),
        _ => format!("{time:.2} ns"),
    }
}
