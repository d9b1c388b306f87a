//! Structs of depth 3, written by `generate`.

use super::*;

shapes! {
    named C0 {
        #[tensor(flatten = "a3_")] a3: Box<B12> = flattened "a3_",
        b3: A12 = one "b3",
        c3: BTreeMap<String, f32> = one "c3",
    }
    named C1 {
        a3: Option<B12> = one "a3",
        b3: Vec<[f64; 2]> = one "b3",
        c3: Ragged<Vec<f32>> = one "c3",
        #[tensor(shape = [n3])] x3: Vec<f32> = axis "x3",
        #[tensor(shape = [n3])] y3: Vec<f64> = same_axis "y3",
    }
    named C2 {
        a3: Batch<B12> = one "a3",
        b3: Ragged<Vec<Vec<u8>>> = one "b3",
    }
    named C3 {
        #[tensor(flatten = "a3_")] a3: B12 = flattened "a3_",
        b3: Ragged<Vec<Option<String>>> = one "b3",
    }
    named C4 {
        #[tensor(flatten)] a3: B0 = flattened "",
        b3: (f32, Option<f64>) = one "b3",
    }
    tuple C5 {
        Option<Box<A10>> = one "0" 0,
        Ragged<Option<f64>> = one "1" 1,
        Box<B4> = one "2" 2,
    }
    named C6 {
        a3: Option<Ragged<Vec<[u8; 2]>>> = one "a3",
        b3: (B15, u8) = one "b3",
    }
    named C7 {
        a3: Vec<f32> = one "a3",
        b3: Box<Ragged<Vec<bool>>> = one "b3",
        c3: Option<(f32, B13)> = one "c3",
        #[tensor(shape = [n3])] x3: Vec<f32> = axis "x3",
        #[tensor(shape = [n3])] y3: Vec<f64> = same_axis "y3",
    }
    named C8 {
        a3: Vec<[f64; 2]> = one "a3",
        b3: f32 = one "b3",
        c3: Option<Batch<B4>> = one "c3",
    }
    named C9 {
        a3: Arc<B15> = one "a3",
        b3: (u8, Vec<f32>) = one "b3",
    }
    named C10 {
        a3: A2 = one "a3",
        b3: ((u8, char), Option<Ragged<Vec<i16>>>) = one "b3",
        #[tensor(flatten = "c3_")] c3: Box<B10> = flattened "c3_",
    }
    tuple C11 {
        f32 = one "0" 0,
        Option<(u8, Vec<String>)> = one "1" 1,
        Option<B0> = one "2" 2,
    }
    named C12 {
        a3: Batch<B4> = one "a3",
        b3: f64 = one "b3",
    }
    named C13 {
        a3: Batch<(u8, Vec<f32>)> = one "a3",
        #[tensor(flatten = "b3_")] b3: B11 = flattened "b3_",
        #[tensor(shape = [n3])] x3: Vec<f32> = axis "x3",
        #[tensor(shape = [n3])] y3: Vec<f64> = same_axis "y3",
    }
    all C0 C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 C11 C12 C13;
}
