//! Writes views of arrays whose strides are drawn at random, beside the best of three other ways to copy them: `assign`
//! of ndarray, `strided-perm`, and by hand. Prints the worst ten of 500 draws that have at least 4 KiB, and how many are
//! beyond the goal of 1.25. What a call takes whatever it copies is in the programs beside this one.
//!
//!     cargo run --profile bench -p tensor-format-users --bin views [SEED]

use std::{hint::black_box, process::ExitCode};

use bytemuck::Pod;
use ndarray::{ArrayD, ArrayViewD, Axis, IxDyn, Slice};
use rustix::time::{ClockId, clock_gettime};

use strided_view::{StridedView, StridedViewMut};
use tensor_format::{codec::Block, decthings};
use threadteam::Exec;

const DRAWS: usize = 500;
const GOAL: f64 = 1.25;
/// The fewest bytes of a view for which the goal is.
const LEAST: usize = 1 << 12;
const ROUNDS: usize = 15;
/// The most elements of a view.
const MOST: usize = 1 << 21;

/// The generator `xorshift64*`.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize) % end
    }

    fn odds(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }
}

/// How a view is made of an array: the lengths, steps and order of its axes, and which of them is repeated.
#[derive(Clone, Debug)]
struct Draw {
    shape: Vec<usize>,
    steps: Vec<isize>,
    order: Vec<usize>,
    repeated: Option<usize>,
}

impl Draw {
    fn new(random: &mut Random) -> Self {
        let rank = 1 + random.below(5);
        let (mut shape, mut left) = (vec![1; rank], MOST);
        // The innermost axis is as long as a run may be, the others share what is left.
        for axis in (0..rank).rev() {
            let most = if axis + 1 == rank { 10_000 } else { 512 };
            let most = most.min(left).max(1);
            // As often short as long.
            let bits = 1 + random.below(most.ilog2() as usize + 1);
            shape[axis] = (1 + random.below(1 << bits)).min(most);
            left /= shape[axis];
        }
        let step = |random: &mut Random| {
            let step = if random.odds(3) { 2 + random.below(3) as isize } else { 1 };
            if random.odds(5) { -step } else { step }
        };
        let steps = (0..rank).map(|_| step(random)).collect();
        let mut order: Vec<usize> = (0..rank).collect();
        if random.odds(2) {
            (1..rank).rev().for_each(|at| order.swap(at, random.below(at + 1)));
        }
        let repeated = random.odds(6).then(|| random.below(rank));
        Self { shape, steps, order, repeated }
    }

    /// Returns an array from which [`view`](Self::view) takes every step-th element; a repeated axis is of length 1.
    fn array<T>(&self, value: impl Fn(usize) -> T) -> ArrayD<T> {
        let len = |axis: usize| match self.repeated {
            Some(repeated) if repeated == axis => 1,
            _ => self.shape[axis] * self.steps[axis].unsigned_abs(),
        };
        let shape: Vec<usize> = (0..self.shape.len()).map(len).collect();
        let count = shape.iter().product::<usize>();
        ArrayD::from_shape_vec(IxDyn(&shape), (0..count).map(value).collect()).expect("as many as the shape says")
    }

    fn view<'a, T>(&self, array: &'a ArrayD<T>) -> ArrayViewD<'a, T> {
        let mut shape = array.shape().to_vec();
        if let Some(axis) = self.repeated {
            shape[axis] = self.shape[axis] * self.steps[axis].unsigned_abs();
        }
        let mut view = array.broadcast(IxDyn(&shape)).expect("an axis of length 1");
        for (axis, step) in self.steps.iter().enumerate() {
            view.slice_axis_inplace(Axis(axis), Slice::new(0, None, *step));
        }
        view.permuted_axes(IxDyn(&self.order))
    }
}

/// Writes a view by hand: rows that are contiguous at once, others number by number.
fn by_hand<T: Pod>(header: &[u8], view: &ArrayViewD<'_, T>, out: &mut Vec<u8>) {
    out.clear();
    out.reserve(header.len() + size_of::<T>() * view.len());
    out.extend_from_slice(header);
    for row in view.rows() {
        match row.as_slice() {
            Some(row) => out.extend_from_slice(bytemuck::cast_slice(row)),
            None => row.iter().for_each(|number| out.extend_from_slice(bytemuck::bytes_of(number))),
        }
    }
}

/// A draw that was measured: the ratio to the best of the others, which one that is, and what it is of.
struct Measured {
    ratio: f64,
    bytes: usize,
    best: &'static str,
    what: String,
}

fn measure<T: Block + Pod + Default + Send + Sync>(draw: &Draw, value: impl Fn(usize) -> T) -> Measured {
    let array = draw.array(value);
    let view = draw.view(&array);
    let shape = view.shape().to_vec();
    let (mut ours, mut hand) = (Vec::new(), Vec::new());
    let (mut assigned, mut permuted) = (ArrayD::<T>::default(IxDyn(&shape)), vec![T::default(); view.len()]);
    let strides: Vec<isize> = assigned.strides().to_vec();
    let begin: isize = draw
        .steps
        .iter()
        .zip(array.strides())
        .zip(array.shape())
        .map(|((step, stride), len)| if *step < 0 { stride * (*len as isize - 1) } else { 0 })
        .sum();
    let source = array.as_slice().expect("a new array");
    let strided = StridedView::<T>::new(source, &shape, view.strides(), begin).ok();
    decthings::append(&view, &mut ours).expect("written");
    let header = ours[..ours.len() - size_of::<T>() * view.len()].to_vec();
    by_hand(&header, &view, &mut hand);
    assert_eq!(ours, hand, "{draw:?}");

    let bytes = size_of::<T>() * view.len();
    let calls = (200_000 / bytes.max(1)).clamp(1, 2_000);
    // The least time of each, as they take turns: what disturbs some rounds does not count.
    let (mut own, mut others) = (f64::INFINITY, [f64::INFINITY; 3]);
    for _ in 0..ROUNDS {
        own = own.min(time(calls, || {
            ours.clear();
            decthings::append(black_box(&view), &mut ours).expect("written");
        }));
        let [assign, perm, hand_time] = &mut others;
        *assign = assign.min(time(calls, || assigned.assign(black_box(&view))));
        if let (Some(from), Ok(mut to)) = (&strided, StridedViewMut::new(&mut permuted, &shape, &strides, 0)) {
            *perm = perm.min(time(calls, || {
                strided_perm::copy_into(&mut to, black_box(from), Exec::serial()).expect("of one shape");
            }));
        }
        *hand_time = hand_time.min(time(calls, || by_hand(&header, black_box(&view), &mut hand)));
    }
    let names = ["assign", "strided-perm", "by hand"];
    let (best, least) = names.into_iter().zip(others).min_by(|a, b| a.1.total_cmp(&b.1)).expect("three");
    let ratio = own / least;
    let what = format!("{} bytes an element, {shape:?}, strides {:?}", size_of::<T>(), view.strides());
    Measured { ratio, bytes, best, what }
}

/// Returns the processor time of this thread in seconds.
fn now() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Returns the time of some calls in seconds, after one that brings the memory into the caches.
fn time(calls: usize, mut work: impl FnMut()) -> f64 {
    work();
    let start = now();
    (0..calls).for_each(|_| work());
    now() - start
}

fn main() -> ExitCode {
    let seed = std::env::args().nth(1).and_then(|seed| seed.parse().ok()).unwrap_or(22);
    let mut random = Random(seed | 1 << 63);
    let mut all: Vec<Measured> = (0..DRAWS)
        .map(|index| {
            let draw = Draw::new(&mut random);
            match index % 5 {
                0 => measure(&draw, |n| n as u8),
                1 => measure(&draw, |n| n as u16),
                2 => measure(&draw, |n| n as f32),
                3 => measure(&draw, |n| n as f64),
                _ => measure(&draw, |n| [n as f64, 1.0]),
            }
        })
        .collect();
    all.sort_by(|a, b| b.ratio.total_cmp(&a.ratio));
    println!("| × the best of the others | which | view |");
    println!("|--:|---|---|");
    let (all, small): (Vec<_>, Vec<_>) = all.into_iter().partition(|measured| measured.bytes >= LEAST);
    for Measured { ratio, best, what, .. } in all.iter().take(10) {
        println!("| {ratio:.2} | {best} | {what} |");
    }
    let beyond = all.iter().filter(|measured| measured.ratio > GOAL).count();
    let median = |all: &[Measured]| all.get(all.len() / 2).map_or(f64::NAN, |measured| measured.ratio);
    println!("seed {seed}: {beyond} of {} views beyond {GOAL}, median {:.2}", all.len(), median(&all));
    println!("{} views of less than {LEAST} bytes: median {:.2}", small.len(), median(&small));
    if beyond == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
