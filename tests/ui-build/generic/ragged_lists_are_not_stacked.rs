//! Ragged lists have no shape to agree in, and 16 levels at most.

use tensor_format::{Batch, HasRules, Ragged, from_slice, to_vec};

type Deep<T> = Vec<Vec<Vec<Vec<T>>>>;

fn main() {
    let list = Ragged(vec![vec![1.0f32]]);
    let _ = to_vec(&Batch(vec![list]));
    let _ = from_slice::<Batch<Ragged<Vec<f32>>>>(&[]);
    let _ = Ragged::<Deep<Deep<Deep<Deep<Vec<f32>>>>>>::RULES;
}
