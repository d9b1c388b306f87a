//! Layouts against a slow reference that visits every index.

use alloc::{vec, vec::Vec};

use proptest::prelude::*;

use super::Layout;
use crate::ErrorKind;

/// Returns the offset of every element in logical order, computed in `i128` index by index.
fn offsets(shape: &[usize], strides: &[isize], offset: usize) -> Vec<i128> {
    let mut all = vec![offset as i128];
    for (&len, &stride) in shape.iter().zip(strides) {
        all = all.iter().flat_map(|&at| (0..len).map(move |i| at + i as i128 * stride as i128)).collect();
    }
    all
}

fn elements(layout: &Layout, shape: &[usize], size: usize) -> Vec<i128> {
    layout.runs(shape, size).flat_map(|(at, len)| (at..at + len).step_by(size).map(|at| at as i128)).collect()
}

fn case() -> impl Strategy<Value = (Vec<usize>, Vec<isize>, usize, usize)> {
    (0usize..5).prop_flat_map(|rank| {
        let shape = proptest::collection::vec(0usize..4, rank);
        let strides = proptest::collection::vec(prop_oneof![Just(0isize), -40isize..40, Just(4), Just(8)], rank);
        (shape, strides, 600usize..700, prop_oneof![Just(1usize), Just(2), Just(4), Just(8)])
    })
}

fn hostile() -> impl Strategy<Value = (Vec<usize>, Vec<isize>, usize)> {
    let len = prop_oneof![0usize..3, any::<usize>(), Just(usize::MAX), Just(isize::MAX as usize)];
    let stride = prop_oneof![any::<isize>(), Just(isize::MIN), Just(isize::MAX), Just(0), Just(-1)];
    (0usize..5).prop_flat_map(move |rank| {
        let (len, stride) = (len.clone(), stride.clone());
        (proptest::collection::vec(len, rank), proptest::collection::vec(stride, 0..5), any::<usize>())
    })
}

proptest! {
    #[test]
    fn runs_visit_every_element_in_logical_order((shape, strides, offset, size) in case()) {
        let layout = Layout::new(&strides, offset);
        prop_assert_eq!(elements(&layout, &shape, size), offsets(&shape, &strides, offset));
    }

    #[test]
    fn bytes_are_the_hull_of_all_elements((shape, strides, offset, size) in case()) {
        let all = offsets(&shape, &strides, offset);
        let touched = Layout::new(&strides, offset).bytes(&shape, size).unwrap();
        match (all.iter().min(), all.iter().max()) {
            (Some(&low), Some(&high)) => {
                prop_assert_eq!((touched.start as i128, touched.end as i128), (low, high + size as i128));
            }
            _ => prop_assert!(touched.is_empty()),
        }
    }

    #[test]
    fn row_major_is_what_the_offsets_say((shape, strides, offset, size) in case()) {
        let all = offsets(&shape, &strides, offset);
        let expected = all.iter().enumerate().all(|(i, &at)| at == offset as i128 + (i * size) as i128);
        prop_assert_eq!(Layout::new(&strides, offset).is_row_major(&shape, size), expected);
    }

    #[test]
    fn an_index_is_the_sum_of_its_steps((shape, strides, offset, _) in case()) {
        let layout = Layout::new(&strides, offset);
        let mut expected = offsets(&shape, &strides, offset).into_iter();
        let mut index = vec![0; shape.len()];
        if shape.contains(&0) {
            prop_assert_eq!(layout.byte_offset(&shape, &index), None);
            return Ok(());
        }
        loop {
            prop_assert_eq!(layout.byte_offset(&shape, &index).map(|at| at as i128), expected.next());
            let Some(axis) = (0..shape.len()).rev().find(|&axis| index[axis] + 1 < shape[axis]) else { break };
            index[axis] += 1;
            index[axis + 1..].fill(0);
        }
        prop_assert_eq!(expected.next(), None);
    }

    #[test]
    fn the_outer_part_is_the_row_at_an_index((shape, strides, offset, size) in case(), index in 0usize..4) {
        let layout = Layout::new(&strides, offset);
        let Some((&len, rest)) = shape.split_first() else {
            prop_assert_eq!(layout.outer(index), None);
            return Ok(());
        };
        if index < len {
            let per_row: usize = rest.iter().product();
            let all = offsets(&shape, &strides, offset);
            let row = layout.outer(index).unwrap();
            prop_assert_eq!(elements(&row, rest, size), &all[index * per_row..(index + 1) * per_row]);
        }
    }

    #[test]
    fn hostile_layouts_do_not_panic((shape, strides, offset) in hostile(), size in prop_oneof![Just(1usize), Just(16)]) {
        let layout = Layout::new(&strides, offset);
        let _ = layout.bytes(&shape, size);
        let _ = layout.is_row_major(&shape, size);
        let _ = layout.runs(&shape, size).take(5).count();
        let _ = layout.byte_offset(&shape, &vec![1; shape.len()]);
        let _ = layout.outer(usize::MAX);
        let _ = Layout::row_major(&shape, size);
    }
}

#[test]
fn a_scalar_is_one_run() {
    let layout = Layout::new(&[], 12);
    assert_eq!(layout.runs(&[], 4).collect::<Vec<_>>(), [(12, 4)]);
    assert_eq!(layout.bytes(&[], 4).unwrap(), 12..16);
    assert!(layout.is_row_major(&[], 4));
}

#[test]
fn row_major_elements_are_one_run() {
    let layout = Layout::row_major(&[2, 1, 3], 4);
    assert_eq!(layout.strides(), [12, 12, 4]);
    assert_eq!(layout.runs(&[2, 1, 3], 4).collect::<Vec<_>>(), [(0, 24)]);
}

#[test]
fn columns_are_runs_of_one_element() {
    let layout = Layout::new(&[4, 8], 0);
    assert_eq!(layout.runs(&[2, 3], 4).collect::<Vec<_>>(), [(0, 4), (8, 4), (16, 4), (4, 4), (12, 4), (20, 4)]);
}

#[test]
fn no_elements_lie_in_any_order() {
    assert!(Layout::new(&[0, 99], 5).is_row_major(&[0, 2], 4));
    assert_eq!(Layout::new(&[0, 99], 5).bytes(&[0, 2], 4).unwrap(), 5..5);
}

#[test]
fn strides_must_match_the_rank() {
    let layout = Layout::new(&[4], 0);
    assert!(matches!(layout.bytes(&[2, 2], 4), Err(ErrorKind::Layout { .. })));
    assert!(!layout.is_row_major(&[2, 2], 4));
    assert_eq!(layout.runs(&[2, 2], 4).next(), None);
}

#[test]
fn elements_below_the_buffer_are_refused() {
    assert!(matches!(Layout::new(&[-4], 4).bytes(&[3], 4), Err(ErrorKind::Layout { .. })));
    assert_eq!(Layout::new(&[-4], 8).bytes(&[3], 4).unwrap(), 0..12);
}

mod copies;
