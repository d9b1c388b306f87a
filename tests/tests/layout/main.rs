//! Layouts: order of elements, copies, and one layout in the words of each format.

mod copies;
mod exhaustive;
mod interop;
mod judges;
mod orders;
mod strides;

/// All indices in row-major order, by counting.
fn all(dims: &[usize]) -> Vec<Vec<usize>> {
    let mut indices = vec![vec![]];
    for &len in dims {
        indices = indices.iter().flat_map(|index| (0..len).map(|i| [index.as_slice(), &[i]].concat())).collect();
    }
    indices
}
