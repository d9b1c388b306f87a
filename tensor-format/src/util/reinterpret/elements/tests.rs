use alloc::{vec, vec::Vec};

use proptest::prelude::*;

use super::{super::spare::append_with, *};

/// The size of elements, and for each axis its length, the step between its elements in an array without gaps, its
/// place in the order of memory, and whether it is repeated.
type Drawn = (usize, Vec<(usize, isize, usize, bool)>);

fn drawn() -> impl Strategy<Value = Drawn> {
    let sizes = prop::sample::select(vec![1, 2, 3, 4, 5, 7, 8, 12, 16, 20, 24, 32, 40, 160]);
    let steps = prop::sample::select(vec![1_isize, 1, 1, -1, 2, -2, 3]);
    let lens = prop_oneof![4 => 1_usize..6, 1 => 1_usize..80];
    let axis = (lens, steps, any::<usize>(), prop::bool::weighted(0.2));
    (sizes, prop::collection::vec(axis, 0..5)).prop_filter("small", |(size, axes)| {
        axes.iter().map(|(len, step, ..)| len * step.unsigned_abs()).product::<usize>() * size
            < if cfg!(miri) { 1 << 10 } else { 1 << 16 }
    })
}

/// Returns an array, the axes of a view into it with row-major places, and the offset of its first element.
fn view((size, drawn): &Drawn) -> (Vec<u8>, Axes, usize) {
    let mut order: Vec<usize> = (0..drawn.len()).collect();
    order.sort_by_key(|axis| drawn[*axis].2);
    let (mut from, mut at, mut reach) = (vec![0; drawn.len()], 0, *size);
    for axis in order {
        let (len, step, _, repeated) = drawn[axis];
        if !repeated {
            from[axis] = step * reach as isize;
            at += if step < 0 { reach * step.unsigned_abs() * (len - 1) } else { 0 };
            reach *= len * step.unsigned_abs();
        }
    }
    let (mut axes, mut to) = (Axes::new(), *size);
    for (axis, (len, ..)) in drawn.iter().enumerate().rev() {
        axes.insert(0, Axis { len: *len, from: from[axis], to: to as isize });
        to *= len;
    }
    ((0..reach).map(|byte| (byte * 31 + byte / 251) as u8).collect(), axes, at)
}

fn append(elements: &Elements<'_>, out: &mut Vec<u8>) {
    out.reserve(elements.bytes());
    append_with(out, false, |spare| spare.put_elements(elements));
}

fn by_element(source: &[u8], size: usize, axes: &Axes, at: usize) -> Vec<u8> {
    Starts::new(axes, at, 0).flat_map(|(at, _)| source[at..at + size].iter().copied()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 20 } else { 200 }, failure_persistence: None, ..Default::default() })]

    #[test]
    fn copies_are_those_by_element(drawn in drawn(), most in 1_usize..5000) {
        let (source, axes, at) = view(&drawn);
        let expected = by_element(&source, drawn.0, &axes, at);
        let plan = Plan::of(drawn.0, axes, at, 0);
        let elements = Elements::of_slice(&source, &plan).unwrap();
        prop_assert_eq!(elements.bytes(), expected.len());
        let mut found = vec![0xaa; expected.len()];
        elements.copy(&mut found);
        prop_assert!(found == expected);
        let mut appended = vec![7];
        append(&elements, &mut appended);
        prop_assert!(appended.split_off(1) == expected);
        let mut runs = Vec::new();
        elements.runs().for_each(|run| runs.extend_from_slice(run));
        prop_assert!(runs == expected);
        let mut parts = Vec::new();
        elements.parts(most, &mut |part, bytes| {
            let start = parts.len();
            parts.resize(start + bytes, 0);
            part.copy(&mut parts[start..]);
            Ok::<(), ()>(())
        }).unwrap();
        prop_assert!(parts == expected);
    }
}

#[test]
fn runs_outside_of_a_slice_are_refused() {
    let axes = Axes::from_slice(&[Axis { len: 3, from: -8, to: 8 }, Axis { len: 2, from: 5, to: 4 }]);
    let within = |at, len| Elements::of_slice(&[0; 64][..len], &Plan::of(4, axes.clone(), at, 0)).is_some();
    assert!(within(16, 25));
    assert!(!within(16, 24));
    assert!(!within(15, 64));
}

#[test]
fn places_outside_of_a_target_are_not_written() {
    let axes = Axes::from_slice(&[Axis { len: 3, from: 4, to: 12 }, Axis { len: 2, from: 12, to: 4 }]);
    let plan = Plan::of(4, axes, 0, 3);
    let elements = Elements::of_slice(&[1; 24], &plan).unwrap();
    let (mut small, mut enough, mut appended) = ([0; 34], [0; 35], vec![5]);
    elements.copy(&mut small);
    assert_eq!(small, [0; 34]);
    elements.copy(&mut enough);
    assert_eq!(enough.iter().filter(|byte| **byte == 1).count(), 24);
    // Not from the first byte on.
    append(&elements, &mut appended);
    assert_eq!(appended, [[5].as_slice(), &[0; 24]].concat());
}

/// What is between the elements of a view may be written meanwhile: Miri sees whether it is touched.
#[cfg(feature = "ndarray")]
#[test]
fn only_the_elements_of_a_view_are_read() {
    use ndarray::{Array3, s};

    let mut array = Array3::from_shape_fn((4, 30, 6), |(a, b, c)| (100 * a + 10 * b + c) as u16);
    let (mut view, mut others) = array.multi_slice_mut((s![.., ..;2, ..;-2], s![.., ..;2, ..;2]));
    view[[0, 0, 0]] = 7;
    let expected: Vec<u8> = view.iter().flat_map(|number| number.to_ne_bytes()).collect();
    for axes in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
        let permuted = view.view().permuted_axes(axes);
        let expected: Vec<u8> = permuted.iter().flat_map(|number| number.to_ne_bytes()).collect();
        let elements = of_view(&permuted, Bytewise::new()).unwrap();
        others.fill(1);
        let mut found = Vec::new();
        append(&elements, &mut found);
        others.fill(2);
        assert_eq!(found, expected);
    }
    let again = view.view();
    let again = again.broadcast((3, 4, 15, 3)).unwrap();
    let mut found = Vec::new();
    append(&of_view(&again, Bytewise::new()).unwrap(), &mut found);
    assert_eq!(found, expected.repeat(3));
    assert!(of_view(&Array3::<u8>::zeros((2, 0, 3)).view(), Bytewise::new()).is_none());
}

#[test]
fn elements_repeat_in_targets_with_gaps_and_in_such_that_overlap() {
    let axis = |len, from, to| Axis { len, from, to };
    let gaps = (1, [axis(64, 0, 4), axis(4, 1, 3)], 262);
    let more_gaps = (4, [axis(64, 0, 32), axis(3, 4, 8)], 64 * 32);
    let overlap = (4, [axis(64, 0, 32), axis(8, 4, 1)], 2027);
    let two = (4, [axis(8, 0, 1024), axis(64, 0, 16)], 8 * 1024);
    for (run, axes, len) in [gaps, more_gaps, overlap, two] {
        let source: Vec<u8> = (1..=32).collect();
        let plan = Plan { run, axes: Axes::from_slice(&axes), at: 0, put: 0 };
        let mut expected = vec![0; len];
        for (at, put) in Starts::new(&axes, 0, 0) {
            expected[put..put + run].copy_from_slice(&source[at..at + run]);
        }
        let mut found = vec![0; len];
        Elements::of_slice(&source, &plan).unwrap().copy(&mut found);
        assert_eq!(found, expected, "{axes:?}");
    }
}
