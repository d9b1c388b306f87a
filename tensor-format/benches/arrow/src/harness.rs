//! Measures programs that take turns, and prints their rows.

use std::time::Instant;

use tensor_format_users::counting;

/// The rounds of each row.
const ROUNDS: usize = 15;

/// One program: its name, what it does, and how many times as long as the first it may take.
pub(crate) struct Side<'a> {
    pub(crate) name: &'a str,
    pub(crate) goal: Option<f64>,
    pub(crate) work: &'a mut dyn FnMut(),
}

/// Returns a program.
pub(crate) fn side<'a>(name: &'a str, goal: Option<f64>, work: &'a mut dyn FnMut()) -> Side<'a> {
    Side { name, goal, work }
}

/// Measures programs of so many rows and bytes, and prints a row for each. The first is what the others are beside.
pub(crate) fn print(what: &str, rows: usize, bytes: usize, sides: &mut [Side<'_>]) {
    let allocations: Vec<_> = sides.iter_mut().map(|side| counting::measure(|| (side.work)())).collect();
    let mut times = vec![Vec::new(); sides.len()];
    for _ in 0..ROUNDS {
        for (side, times) in sides.iter_mut().zip(&mut times) {
            times.push(time(side.work));
        }
    }
    for (at, side) in sides.iter().enumerate() {
        let ratio = median(times[at].iter().zip(&times[0]).map(|(own, first)| own / first));
        let nanos = median(times[at].iter().map(|time| time * 1e9 / rows as f64));
        let goal = side.goal.map_or(String::new(), |goal| format!("{goal:.2}"));
        let bold = if side.goal.is_some_and(|goal| ratio > goal) { "**" } else { "" };
        let peak = allocations[at].peak as f64 / bytes as f64;
        let calls = allocations[at].calls;
        println!("| {what} | {} | {nanos:.1} | {calls} | {peak:.2} | {bold}{ratio:.2}{bold} | {goal} |", side.name);
    }
}

/// Returns the seconds that work takes.
pub(crate) fn time(work: &mut dyn FnMut()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

pub(crate) fn median(figures: impl Iterator<Item = f64>) -> f64 {
    let mut figures: Vec<f64> = figures.collect();
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
