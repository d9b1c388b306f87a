//! Work of many threads beside the same on one: what passes by the clock, since the time of one thread says nothing of
//! it.

use std::{hint::black_box, time::Duration};

use strided_view::{StridedView, StridedViewMut};
use tensor_format::{
    Element,
    decthings::{Options, sequence},
    layout::{Layout, Placement, copy_elements, par_copy_elements},
};
use threadteam::{Exec, Pool};

use super::{
    FRESH, REUSED,
    records::{Reading, readings},
};
use crate::{
    report::Suite,
    workload::{Clock, Workload},
};

const SIDE: usize = 4096;
const ONE: &str = "tensor-format, one thread";
const ALL: &str = "tensor-format, all threads";

/// The reason why these rows have a bound on the loss and none on the gain: busy cores cannot give a gain.
const CORES: &str = "threads gain what cores are free to give";
const LOSS: f64 = 2.0;

/// Measures the calls with `par_` in their names, on a thread for each core.
pub(crate) fn run(suite: &mut Suite) {
    let title = "relayout f32 [4096, 4096], axes swapped, all threads, wall clock";
    if suite.wants(title) {
        swap(suite, title);
    }
    let titles = [
        "encode 300,000 records, all threads, wall clock, each",
        "decode 300,000 records, all threads, wall clock, each",
    ];
    if titles.iter().any(|title| suite.wants(title)) {
        // Beyond 16 MiB.
        let readings: Vec<Reading> = readings().into_iter().cycle().take(300_000).collect();
        let [encode, decode] = titles;
        if suite.wants(encode) {
            append(suite, encode, &readings);
        }
        if suite.wants(decode) {
            read(suite, decode, &readings);
        }
    }
}

fn swap(suite: &mut Suite, title: &str) {
    let source: Vec<f32> = (0..SIDE * SIDE).map(|i| i as f32).collect();
    let bytes = f32::as_bytes(&source);
    let shape = [SIDE, SIDE];
    let from = &Placement::strided(&shape, Layout::column_major(&shape, size_of::<f32>()));
    let to = &Placement::strided(&shape, Layout::row_major(&shape, size_of::<f32>()));
    let (one, all) = (&mut vec![0; bytes.len()], &mut vec![0; bytes.len()]);
    copy_elements(size_of::<f32>(), (from, bytes), (to, one)).expect("it fits");
    par_copy_elements(size_of::<f32>(), (from, bytes), (to, all)).expect("it fits");
    assert!(one == all, "{title}");
    let strided = StridedView::<f32>::new(&source, &shape, &[1, SIDE as isize], 0).expect("it fits");
    let threads = std::thread::available_parallelism().expect("a number of cores");
    // Workers that wait do not take the time of others.
    let pool = Pool::builder().threads(threads.get()).idle_spin(Duration::ZERO).build().expect("a pool");

    let mut work = Workload::new(title, 1, bytes.len()).by(Clock::Wall);
    work.copies(bytes);
    work.fills("strided-perm, all threads", REUSED, vec![0.0f32; source.len()], |target| {
        let mut to = StridedViewMut::new(target, &shape, &[SIDE as isize, 1], 0).expect("it fits");
        let threads = Exec::new(&pool, threads.get()).expect("threads");
        strided_perm::copy_into(&mut to, &strided, threads).expect("it fits");
    });
    work.fills("memcpy, all threads", REUSED, vec![0; bytes.len()], |target| copy_by(threads.get(), bytes, target));
    work.fills(ONE, REUSED, one, |target| {
        copy_elements(size_of::<f32>(), (from, bytes), (to, target)).expect("it fits");
    });
    work.fills(ALL, REUSED, all, |target| {
        par_copy_elements(size_of::<f32>(), (from, bytes), (to, target)).expect("it fits");
    });
    work.faster_than(ONE).missed_within(LOSS, CORES).faster_than("strided-perm, all threads");
    suite.run(work);
}

/// Copies bytes by so many threads: how much faster than by one of them the memory of the machine is.
fn copy_by(threads: usize, bytes: &[u8], target: &mut [u8]) {
    let part = bytes.len().div_ceil(threads);
    std::thread::scope(|scope| {
        for (from, to) in bytes.chunks(part).zip(target.chunks_mut(part)) {
            scope.spawn(|| to.copy_from_slice(from));
        }
    });
}

fn append(suite: &mut Suite, title: &str, readings: &[Reading]) {
    let mut wire = Vec::new();
    Options::new().par_append_all(readings, &mut wire).expect("records");
    let unnamed = Options::new().names(false);
    let (mut one, mut all) = (Vec::new(), Vec::new());
    readings.iter().for_each(|reading| unnamed.append(reading, &mut one).expect("a record"));
    unnamed.par_append_all(readings, &mut all).expect("records");
    assert!(one == all && unnamed.par_sequence::<Reading>(&all).expect("records") == readings, "{title}");
    let mut work = Workload::new(title, readings.len(), wire.len()).by(Clock::Wall);
    work.copies(&wire);
    work.writes(ONE, |out| {
        readings.iter().for_each(|reading| tensor_format::append(reading, out).expect("a record"));
    });
    work.writes(ALL, |out| Options::new().par_append_all(black_box(readings), out).expect("records"));
    work.faster_than(ONE).missed_within(LOSS, CORES);
    suite.run(work);
}

fn read(suite: &mut Suite, title: &str, readings: &[Reading]) {
    let mut wire = Vec::new();
    Options::new().par_append_all(readings, &mut wire).expect("records");
    let one = || sequence::<Reading>(black_box(&wire)).collect::<Result<Vec<_>, _>>().expect("records");
    let all = || Options::new().par_sequence::<Reading>(black_box(&wire)).expect("records");
    assert!(one() == readings && all() == readings, "{title}");
    let mut work = Workload::new(title, readings.len(), wire.len()).by(Clock::Wall);
    work.clones(&wire);
    work.moves(ONE, FRESH, one).moves(ALL, FRESH, all).faster_than(ONE).missed_within(LOSS, CORES);
    suite.run(work);
}
