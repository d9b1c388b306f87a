//! What a user's program gets: small programs, each in a form in which messages are used, beside the same program with a
//! codec by hand and with another crate.
//!
//! [`Scenario`] times the cases of one program in turns and prints a row for each; `run` builds all programs, without and
//! with link-time optimisation, and prints the tables.

pub mod answer;
pub mod counting;
pub mod detection;
pub mod events;
pub mod numbers;
pub mod page;
pub mod picture;
pub mod record;
pub mod table;
pub mod varint;

use std::{
    env,
    hint::black_box,
    time::{Duration, Instant},
};

/// The time that one measurement of a case takes at least.
const SAMPLE: Duration = Duration::from_millis(4);

/// The measurements of each case.
const ROUNDS: usize = 25;

/// One way to do the work of a program.
struct Case<'a> {
    name: &'static str,
    work: Box<dyn FnMut() + 'a>,
    calls: u32,
    times: Vec<f64>,
}

/// The cases of one program: ours, the one by hand, and peers.
pub struct Scenario<'a> {
    name: &'static str,
    items: usize,
    cases: Vec<Case<'a>>,
}

impl<'a> Scenario<'a> {
    /// Creates a program that goes over `items` values at a time.
    #[must_use]
    pub fn new(name: &'static str, items: usize) -> Self {
        Self { name, items, cases: Vec::new() }
    }

    /// Adds a way to do the work. The first is ours, the second the one by hand.
    ///
    /// # Panics
    ///
    /// If the work fails.
    #[must_use]
    pub fn case<T: Outcome>(mut self, name: &'static str, mut work: impl FnMut() -> T + 'a) -> Self {
        assert!(work().is_good(), "{name} fails");
        let work = Box::new(move || drop(black_box(work())));
        self.cases.push(Case { name, work, calls: 1, times: Vec::new() });
        self
    }

    /// Measures all cases in turns and prints nanoseconds and allocations an item, and the ratio to the case by hand:
    /// the median of the ratios of all rounds.
    ///
    /// With the variables `CASE` and `PASSES` it does the work of this case so many times instead, for what counts
    /// instructions.
    pub fn run(mut self) {
        if let (Ok(name), Ok(passes)) = (env::var("CASE"), env::var("PASSES")) {
            let case = self.cases.iter_mut().find(|case| case.name == name).expect("CASE is a case of the program");
            (0..passes.parse::<u32>().expect("PASSES is a number")).for_each(|_| (case.work)());
            return;
        }
        for case in &mut self.cases {
            let start = Instant::now();
            (case.work)();
            let first = start.elapsed().max(Duration::from_nanos(1));
            case.calls = (SAMPLE.as_nanos() / first.as_nanos()).clamp(1, 1_000_000) as u32;
        }
        let count = self.cases.len();
        for round in 0..ROUNDS {
            for turn in 0..count {
                let case = &mut self.cases[(turn + round) % count];
                let start = Instant::now();
                (0..case.calls).for_each(|_| (case.work)());
                let items = f64::from(case.calls) * self.items as f64;
                case.times.push(start.elapsed().as_nanos() as f64 / items);
            }
        }
        let by_hand = self.cases.get(1).map(|case| case.times.clone()).unwrap_or_default();
        for case in &mut self.cases {
            let allocations = counting::measure(&mut case.work).calls as f64 / self.items as f64;
            let ratios = case.times.iter().zip(&by_hand).map(|(time, hand)| time / hand);
            let (ratio, time) = (median(ratios.collect()), median(case.times.clone()));
            println!("| {} | {} | {time:.1} | {ratio:.2} | {allocations:.2} |", self.name, case.name);
        }
    }
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or(f64::NAN)
}

/// What a case returns.
pub trait Outcome {
    /// Returns whether the work was done.
    fn is_good(&self) -> bool;
}

impl<T, E> Outcome for Result<T, E> {
    fn is_good(&self) -> bool {
        self.is_ok()
    }
}

impl<T> Outcome for Option<T> {
    fn is_good(&self) -> bool {
        self.is_some()
    }
}

impl<T> Outcome for Vec<T> {
    fn is_good(&self) -> bool {
        !self.is_empty()
    }
}

impl Outcome for usize {
    fn is_good(&self) -> bool {
        *self > 0
    }
}

impl Outcome for () {
    fn is_good(&self) -> bool {
        true
    }
}

/// The reason why a codec by hand refuses its input.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fault {
    /// The names of the record are others.
    Names,
    /// The header of this parameter is another.
    Header(&'static str),
    /// The input ends in this parameter.
    End(&'static str),
    /// The text of this parameter is not UTF-8.
    Text(&'static str),
    /// Bytes follow.
    Trailing,
}

/// Splits a tensor of `N` bytes with this header off.
///
/// # Errors
///
/// [`Fault::Header`] and [`Fault::End`], with `name`.
#[inline]
pub fn fixed<'a, const N: usize>(
    bytes: &'a [u8],
    header: &[u8],
    name: &'static str,
) -> Result<([u8; N], &'a [u8]), Fault> {
    let rest = bytes.strip_prefix(header).ok_or(Fault::Header(name))?;
    let (payload, rest) = rest.split_first_chunk().ok_or(Fault::End(name))?;
    Ok((*payload, rest))
}
