//! Measures programs that take turns, and prints their rows.

use std::time::Instant;

use tensor_format_users::counting;

/// The rounds of each row.
const ROUNDS: usize = 15;

/// One program: its name, what it does, and its goal.
pub(crate) struct Side<'a> {
    pub(crate) name: &'a str,
    pub(crate) goal: Option<Goal>,
    pub(crate) work: &'a mut dyn FnMut(),
}

/// How many times as long as another program one may take at most: the position of the other, and the ratio.
#[derive(Clone, Copy)]
pub(crate) struct Goal(pub(crate) usize, pub(crate) f64);

/// Returns a program.
pub(crate) fn side<'a>(name: &'a str, goal: Option<Goal>, work: &'a mut dyn FnMut()) -> Side<'a> {
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
    // Both of a ratio are of one round.
    let ratio = |at: usize, other: usize| median(times[at].iter().zip(&times[other]).map(|(own, other)| own / other));
    for (at, side) in sides.iter().enumerate() {
        let nanos = median(times[at].iter().map(|time| time * 1e9 / rows as f64));
        let goal = side.goal.map_or(String::new(), |Goal(other, most)| {
            let (found, name) = (ratio(at, other), sides[other].name);
            let bold = if found > most { "**" } else { "" };
            format!("{bold}{found:.2}{bold} of at most {most:.2} × {name}")
        });
        let peak = allocations[at].peak as f64 / bytes as f64;
        let (calls, first) = (allocations[at].calls, ratio(at, 0));
        println!("| {what} | {} | {nanos:.1} | {calls} | {peak:.2} | {first:.2} | {goal} |", side.name);
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
