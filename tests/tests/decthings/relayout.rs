//! Values whose elements do not lie in row-major order are written as if they did.

use allocation_counter::measure;
use ndarray::{Array, ArrayD, ArrayViewD, Axis, IxDyn, Slice};
use proptest::prelude::*;
use tensor_format::{
    ByteOrder, ElementType, Encode, Tensor, TensorRef, from_slice, layout::Layout, to_slices, to_vec, to_writer,
};

/// What every writer makes of a value.
#[track_caller]
fn same_everywhere<A: Encode + ?Sized, B: Encode + ?Sized>(value: &A, standard: &B) {
    let expected = to_vec(standard).expect("encoded");
    assert!(to_vec(value).expect("encoded") == expected, "to_vec");
    assert_eq!(tensor_format::encoded_len(value).expect("encoded"), expected.len());
    let mut after = vec![7; 3];
    tensor_format::append(value, &mut after).expect("encoded");
    assert!(after[3..] == expected, "append");
    assert!(to_slices(value).expect("encoded").to_vec() == expected, "to_slices");
    let mut written = Vec::new();
    to_writer(&mut written, value).expect("written");
    assert!(written == expected, "to_writer");
    let dynamic = tensor_format::to_value(value).expect("a value");
    let tensor: Tensor = tensor_format::from_value(&dynamic.as_ref()).expect("a tensor");
    assert!(to_vec(&tensor).expect("encoded") == expected, "to_value");
}

fn views(shape: Vec<usize>) -> impl Strategy<Value = (Vec<usize>, Vec<usize>, Vec<bool>, Vec<usize>)> {
    let rank = shape.len();
    let axes: Vec<usize> = (0..rank).collect();
    let steps = prop_oneof![3 => Just(vec![1; rank]), 1 => proptest::collection::vec(1usize..4, rank)];
    (Just(shape), Just(axes).prop_shuffle(), proptest::collection::vec(any::<bool>(), rank), steps)
}

/// Swapped, reversed and stepped axes.
fn turned<'a, T>(array: &'a ArrayD<T>, axes: &[usize], backwards: &[bool], steps: &[usize]) -> ArrayViewD<'a, T> {
    let mut view = array.view().permuted_axes(IxDyn(axes));
    for (axis, (backwards, step)) in backwards.iter().zip(steps).enumerate() {
        let step = if *backwards { -(*step as isize) } else { *step as isize };
        view.slice_axis_inplace(Axis(axis), Slice::new(0, None, step));
    }
    view
}

proptest! {
    #[test]
    fn arrays_of_any_memory_order(
        (shape, axes, backwards, steps) in proptest::collection::vec(0usize..7, 0..6).prop_flat_map(views),
    ) {
        let count: usize = shape.iter().product();
        let numbers = Array::from_iter((0..count).map(|i| i as f32)).into_shape_with_order(IxDyn(&shape)).unwrap();
        let view = turned(&numbers, &axes, &backwards, &steps);
        same_everywhere(&view, &view.as_standard_layout());
        let flags = numbers.mapv(|i| (i as usize).is_multiple_of(3));
        let view = turned(&flags, &axes, &backwards, &steps);
        same_everywhere(&view, &view.as_standard_layout());
        let rows = numbers.mapv(|i| [i as i16, 1, -3]);
        let view = turned(&rows, &axes, &backwards, &steps);
        same_everywhere(&view, &view.as_standard_layout());
        let labels = numbers.mapv(|i| format!("{i}"));
        let view = turned(&labels, &axes, &backwards, &steps);
        same_everywhere(&view, &view.as_standard_layout());
    }

    #[test]
    fn tensors_of_any_layout(
        shape in proptest::collection::vec(0usize..9, 1..4),
        order in any::<bool>(),
        element_type in proptest::sample::select(vec![ElementType::U8, ElementType::I16, ElementType::F64, ElementType::Bool]),
    ) {
        let size = element_type.size().unwrap();
        let count: usize = shape.iter().product();
        let bytes: Vec<u8> = (0..count * size)
            .map(|i| if element_type == ElementType::Bool { (i % 2) as u8 } else { i as u8 })
            .collect();
        let order = if order { ByteOrder::Little } else { ByteOrder::Big };
        let columns = Layout::column_major(&shape, size);
        let tensor = TensorRef::with_layout(element_type, shape.as_slice(), &bytes, columns, order).unwrap();
        let standard = TensorRef::from_bytes(element_type, shape.as_slice(), &[], ByteOrder::Little);
        let little = tensor.to_bytes(ByteOrder::Little);
        prop_assert!(standard.is_err() || count == 0);
        let standard = TensorRef::from_bytes(element_type, shape.as_slice(), &little, ByteOrder::Little).unwrap();
        same_everywhere(&tensor, &standard);
    }
}

/// The stride of an axis of length 1 says nothing, however great it is.
#[test]
fn an_axis_of_one_element_may_have_any_stride() {
    use ndarray::{ArrayView2, ShapeBuilder};
    let numbers = [1.0f32, 2.0, 3.0];
    let view = ArrayView2::from_shape((1, 2).strides((1 << (usize::BITS - 2), 2)), &numbers).unwrap();
    same_everywhere(&view, &ndarray::array![[1.0f32, 3.0]]);
}

/// Rows are taken along the last axis that is longer than 1.
#[test]
fn axes_of_length_one_are_anywhere() {
    for code in 0..81usize {
        let shape: Vec<usize> = (0..4).map(|axis| 1 + code / 3usize.pow(axis) % 3).collect();
        let twice: Vec<usize> = shape.iter().map(|len| 2 * len).collect();
        let array = Array::from_shape_fn(IxDyn(&twice), |at| (0..4).fold(0, |sum, axis| sum * 10 + at[axis] as u32));
        let mut view = array.view();
        (0..4).for_each(|axis| view.slice_axis_inplace(Axis(axis), Slice::new(0, None, 2)));
        let mut standard = ArrayD::zeros(IxDyn(&shape));
        standard.assign(&view);
        same_everywhere(&view, &standard);
    }
}

/// Larger than one part in every way of writing.
#[test]
fn large_arrays_of_any_memory_order() {
    let numbers = Array::from_iter((0..100 * 90 * 60).map(|i| i as f32)).into_shape_with_order((100, 90, 60)).unwrap();
    for axes in [[2, 1, 0], [0, 2, 1], [1, 0, 2], [2, 0, 1]] {
        let view = numbers.view().permuted_axes(axes);
        assert!(to_vec(&view).unwrap() == to_vec(&view.as_standard_layout()).unwrap());
    }
    let view = numbers.slice(ndarray::s![..;2, ..;-1, 1..]);
    same_everywhere(&view, &view.as_standard_layout());
    let tensor: Tensor = from_slice(&to_vec(&numbers.t()).unwrap()).unwrap();
    assert!(tensor.as_ref().iter::<f32>().unwrap().eq(numbers.t().iter().copied()));
}

#[test]
fn no_copy_of_the_elements_is_made_on_the_way() {
    let numbers = Array::from_iter((0..100 * 90 * 80).map(|i| i as f32)).into_shape_with_order((100, 90, 80)).unwrap();
    for view in [numbers.t(), numbers.view().permuted_axes([1, 0, 2]), numbers.slice(ndarray::s![..;2, .., ..;-1])] {
        let mut out = to_vec(&view).unwrap();
        out.clear();
        let reused = measure(|| tensor_format::append(&view, &mut out).unwrap());
        assert_eq!((reused.count_total, reused.bytes_max), (0, 0));
        let fresh = measure(|| drop(to_vec(&view).unwrap()));
        assert_eq!((fresh.count_total, fresh.bytes_max), (1, out.len() as u64));
    }
}
