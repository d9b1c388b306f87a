//! Copies into another layout.

use std::hint::black_box;

use ndarray::{ArrayD, ArrayViewD, IxDyn};
use strided_view::{StridedView, StridedViewMut};
use tensor_format::{
    Element,
    layout::{Layout, Placement, copy_elements},
};
use threadteam::Exec;

use super::REUSED;
use crate::{
    report::Suite,
    workload::{Bound, Workload, times},
};

const CHANNELS: &str = "three channels go element by element";
const TILES: &str = "elements go through registers and a staged tile, whose lines lie far apart in the source";
const RUNS: &str = "each run is a `memcpy` of its own, of 2 KiB";
const ROWS: &str = "each row is a `memcpy` of its own, of 16 KiB";

/// The greatest ratio to memcpy, where one is set, and whether other crates for transposes have the case.
struct Transpose<'c> {
    title: &'c str,
    shape: &'c [usize],
    /// Axis `i` of the result is axis `axes[i]` of the source.
    axes: &'c [usize],
    most: Option<f64>,
}

pub(crate) fn run(suite: &mut Suite) {
    let case = |title, shape, axes, most| Transpose { title, shape, axes, most };
    let floats = [
        case("relayout f32 [4096, 4096], axes swapped", &[4096, 4096][..], &[1, 0][..], Some(1.7)),
        case("relayout f32 [64, 512, 512], axes reversed", &[64, 512, 512], &[2, 1, 0], Some(1.9)),
        case("relayout f32 [64, 512, 512], axes (0, 2, 1)", &[64, 512, 512], &[0, 2, 1], Some(1.4)),
        case("relayout f32 [64, 512, 512], axes (1, 0, 2)", &[64, 512, 512], &[1, 0, 2], Some(1.1)),
        case("relayout f32 [32, 3, 418, 418], NCHW to NHWC", &[32, 3, 418, 418], &[0, 2, 3, 1], None),
        case("relayout f32 [32, 418, 418, 3], NHWC to NCHW", &[32, 418, 418, 3], &[0, 3, 1, 2], None),
        case("relayout f32 [16, 256, 64, 64], NCHW to NHWC", &[16, 256, 64, 64], &[0, 2, 3, 1], None),
        case("relayout f32 [16, 64, 64, 256], NHWC to NCHW", &[16, 64, 64, 256], &[0, 3, 1, 2], None),
        case("relayout f32 [64, 64, 64, 64], axes reversed", &[64, 64, 64, 64], &[3, 2, 1, 0], None),
    ];
    floats.iter().for_each(|case| measure(suite, case, |i| i as f32, fast_transpose::transpose_plane_f32));
    let bytes = case("relayout u8 [8192, 8192], axes swapped", &[8192, 8192][..], &[1, 0][..], None);
    measure(suite, &bytes, |i| i as u8, fast_transpose::transpose_plane);
    let pairs = case("relayout u16 [5792, 5792], axes swapped", &[5792, 5792][..], &[1, 0][..], None);
    measure(suite, &pairs, |i| i as u16, fast_transpose::transpose_plane16);
    let doubles = case("relayout f64 [2896, 2896], axes swapped", &[2896, 2896][..], &[1, 0][..], None);
    measure(suite, &doubles, |i| i as f64, fast_transpose::transpose_arbitrary);
    let rgb = case("relayout u8 [32, 836, 836, 3], NHWC to NCHW", &[32, 836, 836, 3][..], &[0, 3, 1, 2][..], None);
    measure(suite, &rgb, |i| i as u8, fast_transpose::transpose_plane);
}

/// Measures the encoding of arrays of another memory order.
pub(crate) fn encode(suite: &mut Suite) {
    let (reversed, sliced) = ("encode f32 64 MiB, axes reversed", "encode f32 32 MiB, every other row");
    if ![reversed, sliced].iter().any(|title| suite.wants(title)) {
        return;
    }
    let numbers = ndarray::Array3::from_shape_fn([64, 512, 512], |(i, j, k)| (i + j * 3 + k * 7) as f32);
    if suite.wants(reversed) {
        encode_one(suite, reversed, &numbers.t().into_dyn(), 2.5, None);
    }
    if suite.wants(sliced) {
        let matrix = numbers.into_shape_with_order((4096, 4096)).expect("as many elements");
        encode_one(suite, sliced, &matrix.slice(ndarray::s![..;2, ..]).into_dyn(), 1.4, Some(ROWS));
    }
}

fn encode_one(suite: &mut Suite, title: &str, view: &ArrayViewD<'_, f32>, most: f64, reason: Option<&'static str>) {
    let standard = view.as_standard_layout().into_owned();
    let plain = standard.as_slice().expect("standard layout");
    let encoded = tensor_format::to_vec(view).expect("encoded");
    assert!(encoded == tensor_format::to_vec(&standard).expect("encoded"), "{title}");
    drop(encoded);
    let mut work = Workload::new(title, 1, plain.len() * 4);
    work.copies(f32::as_bytes(plain));
    work.fills("ndarray assign", REUSED, standard.clone(), |assigned| assigned.assign(black_box(view)));
    work.writes("tensor-format append, reused buffer", |out| {
        tensor_format::append(black_box(view), out).expect("encoded");
    });
    work.faster_than("ndarray assign").target("P14", Bound::Allocations(0)).target("P14", times(most, REUSED));
    if let Some(reason) = reason {
        work.missed_within(1.5 * most, reason);
    }
    suite.run(work);
}

type Plane<T> = fn(
    &[T],
    usize,
    &mut [T],
    usize,
    usize,
    usize,
    fast_transpose::FlipMode,
    fast_transpose::FlopMode,
) -> Result<(), fast_transpose::TransposeError>;

fn measure<T: Element>(suite: &mut Suite, case: &Transpose<'_>, number: impl Fn(usize) -> T, plane: Plane<T>) {
    if !suite.wants(case.title) {
        return;
    }
    let Transpose { title, shape, axes, most } = *case;
    let count: usize = shape.iter().product();
    let size = size_of::<T>();
    let source: Vec<T> = (0..count).map(number).collect();
    let turned: Vec<usize> = axes.iter().map(|axis| shape[*axis]).collect();
    let view = ArrayViewD::from_shape(IxDyn(shape), &source).expect("the shape fits");
    let view = view.permuted_axes(IxDyn(axes));
    let expected: Vec<T> = view.iter().copied().collect();
    let empty = || vec![T::default(); count];

    let mut ours = empty();
    let strides: Vec<isize> = view.strides().to_vec();
    let rows: Vec<isize> = ArrayD::<u8>::zeros(IxDyn(&turned)).strides().to_vec();
    let strided = StridedView::<T>::new(&source, &turned, &strides, 0).expect("it fits");
    let in_bytes: Vec<isize> = strides.iter().map(|stride| stride * size as isize).collect();
    let from = Placement::strided(&turned, Layout::new(&in_bytes, 0));
    let to = Placement::strided(&turned, Layout::row_major(&turned, size));

    let mut work = Workload::new(title, 1, count * size);
    work.copies(T::as_bytes(&source));

    let assigned = ArrayD::from_shape_vec(IxDyn(&turned), empty()).expect("the shape fits");
    let by_ndarray = view.clone();
    work.fills("ndarray assign", REUSED, assigned, move |assigned| assigned.assign(black_box(&by_ndarray)));

    // The planes of a batch one after another.
    let rank = shape.len();
    let (batch, height, width) = match axes {
        [1, 0] => (1, shape[0], shape[1]),
        [0, 2, 1] => (shape[0], shape[1], shape[2]),
        [0, 2, 3, 1] => (shape[0], shape[1], shape[2] * shape[3]),
        [0, 3, 1, 2] => (shape[0], shape[1] * shape[2], shape[rank - 1]),
        _ => (0, 0, 0),
    };
    let each = height * width;
    if batch > 0 {
        work.fills("transpose", REUSED, empty(), |target| {
            for (from, to) in source.chunks_exact(each).zip(target.chunks_exact_mut(each)) {
                transpose::transpose(from, to, width, height);
            }
        });
        work.fills("fast_transpose", REUSED, empty(), |target| {
            let (flip, flop) = (fast_transpose::FlipMode::NoFlip, fast_transpose::FlopMode::NoFlop);
            for (from, to) in source.chunks_exact(each).zip(target.chunks_exact_mut(each)) {
                plane(from, width, to, height, width, height, flip, flop).expect("the planes fit");
            }
        });
    }

    work.fills("strided-perm", REUSED, empty(), |target| {
        let mut to = StridedViewMut::new(target, &turned, &rows, 0).expect("it fits");
        strided_perm::copy_into(&mut to, &strided, Exec::serial()).expect("it fits");
    });

    let copy_ours = |target: &mut Vec<T>| {
        let bytes = T::as_bytes_mut(target).expect("not booleans");
        copy_elements(size, (&from, T::as_bytes(&source)), (&to, bytes)).expect("it fits");
    };
    copy_ours(&mut ours);
    assert!(ours == expected, "{title}");
    work.fills("tensor-format copy_elements", REUSED, ours, copy_ours);
    let reason = match axes {
        [.., 2] => RUNS,
        _ if shape.contains(&3) => CHANNELS,
        _ => TILES,
    };
    let peers: &[&str] = if batch > 0 { &["transpose", "fast_transpose"] } else { &[] };
    for peer in peers.iter().chain(&["ndarray assign", "strided-perm"]) {
        if title.starts_with("relayout f32") {
            work.target("P15", times(1.0, peer)).missed_within(1.5, reason);
        } else {
            work.faster_than(peer);
        }
    }
    if let Some(most) = most {
        work.target("P15", times(most, REUSED)).missed_within(1.5 * most, reason);
        work.target("P15", times(1.3, REUSED)).ambition("it is beyond what any crate here does");
    }
    suite.run(work);
}
