//! The arithmetic of layouts and headers over all shapes of up to four axes of up to four elements, against counting.

use tensor_format::{
    Tensor, TensorRef,
    layout::{DimOrder, Layout, Placement, copy_elements, element_count, next_index},
};

use super::{all, strides::permutations};

/// Bytes of an element: two, so that a place in bytes is not one in elements.
const SIZE: usize = 2;

fn shapes() -> impl Iterator<Item = Vec<usize>> {
    (0..=4).flat_map(|rank| all(&vec![5; rank]))
}

/// Those of four axes, which are of up to three elements: orders and directions are what differs in them.
fn four_axes() -> impl Iterator<Item = Vec<usize>> {
    all(&[4; 4]).into_iter()
}

/// Which axes are stored backwards: all choices.
fn directions(dims: &[usize]) -> Vec<Vec<bool>> {
    let rank = dims.len();
    (0..1 << rank).map(|mask| (0..rank).map(|axis| mask >> axis & 1 == 1).collect()).collect()
}

/// The indices as they come in memory: sorted by the slowest axis, then the next.
fn in_memory(dims: &[usize], minor_to_major: &[usize], descending: &[bool]) -> Vec<Vec<usize>> {
    let mut indices = all(dims);
    let turned = |index: &[usize], axis: usize| if descending[axis] { dims[axis] - index[axis] } else { index[axis] };
    indices.sort_by_key(|index| minor_to_major.iter().rev().map(|axis| turned(index, *axis)).collect::<Vec<_>>());
    indices
}

fn bytes(count: usize) -> Vec<u8> {
    (0..count).flat_map(|number| u16::try_from(number).expect("few").to_be_bytes()).collect()
}

/// Compares all orders of the axes of these shapes, in these directions, with counting. Returns how many there are.
fn orders(shapes: impl Iterator<Item = Vec<usize>>, directions: impl Fn(&[usize]) -> Vec<Vec<bool>>) -> usize {
    let mut orders = 0;
    for dims in shapes {
        let indices = all(&dims);
        let logical = bytes(indices.len());
        for minor_to_major in permutations(dims.len()) {
            for descending in directions(&dims) {
                orders += 1;
                let order = DimOrder::new(&dims, &minor_to_major).unwrap().directed(&descending).unwrap();
                let layout = order.to_layout(SIZE).unwrap();
                let memory = in_memory(&dims, &minor_to_major, &descending);
                assert_eq!(order.positions(), memory.len());
                assert!(order.index_of(memory.len()).is_err());
                let mut expected = vec![0; logical.len()];
                for (at, index) in memory.iter().enumerate() {
                    assert_eq!(order.position(index).unwrap(), at, "{dims:?} {minor_to_major:?} {descending:?}");
                    assert_eq!(order.index_of(at).unwrap().as_deref(), Some(index.as_slice()));
                    assert_eq!(layout.byte_offset(&dims, index), Some(SIZE * at));
                    let number = index.iter().zip(&dims).fold(0, |number, (i, len)| number * len + i);
                    expected[SIZE * at..][..SIZE].copy_from_slice(&logical[SIZE * number..][..SIZE]);
                }
                // Elements lie apart, within their bytes, and each is moved to its place.
                assert!(!layout.overlaps(&dims, SIZE));
                let runs = layout.runs(&dims, SIZE).flat_map(|(at, len)| (at..at + len).step_by(SIZE));
                assert!(runs.eq(indices.iter().map(|index| layout.byte_offset(&dims, index).unwrap())));
                let mut copied = vec![0; logical.len()];
                let from = Placement::strided(&dims, Layout::row_major(&dims, SIZE));
                let to = Placement::strided(&dims, layout);
                copy_elements(SIZE, (&from, &logical), (&to, &mut copied)).unwrap();
                assert_eq!(copied, expected);
                let mut back = vec![0; logical.len()];
                copy_elements(SIZE, (&to, &copied), (&from, &mut back)).unwrap();
                assert_eq!(back, logical);
                if !logical.is_empty() {
                    assert!(copy_elements(SIZE, (&to, &copied[1..]), (&from, &mut back)).is_err());
                }
            }
        }
    }
    orders
}

// Two tests, for two cores.

#[test]
fn every_order_counts_as_memory_does() {
    let small = orders(shapes().filter(|dims| dims.len() < 4), directions);
    // 5^rank shapes of rank! orders, in all directions.
    assert_eq!(small, 1 + 5 * 2 + 25 * 2 * 4 + 125 * 6 * 8);
    let large = orders(four_axes(), |_| vec![vec![false; 4]]);
    assert_eq!(large, 256 * 24);
}

#[test]
fn every_order_of_four_axes_counts_backwards_too() {
    let turned = orders(four_axes(), |_| vec![vec![false, true, true, false]]);
    assert_eq!(turned, 256 * 24);
}

#[test]
fn every_index_is_followed_by_the_next() {
    for dims in shapes().filter(|dims| !dims.contains(&0)) {
        let mut index = vec![0; dims.len()];
        for expected in all(&dims) {
            assert_eq!(index, expected);
            let more = next_index(&dims, &mut index);
            assert_eq!(more, !index.iter().all(|i| *i == 0));
        }
        assert!(index.iter().all(|i| *i == 0));
    }
}

#[test]
fn elements_are_counted_as_with_wider_numbers() {
    let lens = [0, 1, 2, 3, 255, 1 << 16, (1 << 31) - 1, usize::MAX >> 1, usize::MAX];
    let most = isize::MAX as u128;
    for rank in 0..=4 {
        for dims in all(&vec![lens.len(); rank]) {
            let dims: Vec<usize> = dims.iter().map(|at| lens[*at]).collect();
            let product =
                dims.iter().filter(|len| **len > 0).try_fold(1u128, |product, len| product.checked_mul(*len as u128));
            let expected = product.filter(|product| *product <= most);
            let expected = expected.map(|product| if dims.contains(&0) { 0 } else { product as usize });
            assert_eq!(element_count(&dims), expected, "{dims:?}");
        }
    }
}

/// A header of any shape goes with as many elements as it says, and no other number of bytes.
#[test]
fn a_header_takes_its_elements_and_no_more() {
    for dims in shapes() {
        let count: usize = dims.iter().product();
        let tensor =
            Tensor::from_vec(dims.clone(), (0..count).map(|number| number as u16).collect::<Vec<_>>()).unwrap();
        let message = tensor_format::to_vec(&tensor).unwrap();
        let (header, elements) = message.split_at(message.len() - SIZE * count);
        for len in (0..=SIZE * count + 2).filter(|len| *len <= 16 || *len + 6 > SIZE * count) {
            let elements = elements.iter().copied().chain([0, 0]).take(len);
            let bytes: Vec<u8> = header.iter().copied().chain(elements).collect();
            let read = tensor_format::from_slice::<TensorRef<'_>>(&bytes);
            assert_eq!(read.is_ok(), len == SIZE * count, "{dims:?} and {len} bytes");
            if let Ok(read) = read {
                assert_eq!(read, tensor);
            }
        }
    }
}
