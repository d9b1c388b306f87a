//! Structs of depth 4, written by `generate`.

use super::*;

shapes! {
    named D0 {
        a4: i8 = one "a4",
        #[tensor(flatten)] b4: C0 = flattened "",
        c4: Box<A0> = one "c4",
    }
    named D1 {
        #[tensor(ragged)] a4: Vec<Vec<f32>> = ragged "a4",
        b4: Option<Box<C11>> = one "b4",
        c4: [[f64; 2]; 2] = one "c4",
        #[tensor(shape = [n4])] x4: Vec<f32> = axis "x4",
        #[tensor(shape = [n4])] y4: Vec<f64> = same_axis "y4",
    }
    named D2 {
        #[tensor(ragged)] a4: Vec<Vec<String>> = ragged "a4",
        b4: (C2, u8) = one "b4",
    }
    named D3 {
        a4: Option<(f32, C8)> = one "a4",
        b4: f32 = one "b4",
        #[tensor(ragged)] c4: Vec<Vec<Vec<u16>>> = ragged "c4",
    }
    named D4 {
        a4: Array2<f32> = one "a4",
        b4: [f32; 3] = one "b4",
        c4: Option<Batch<C8>> = one "c4",
    }
    tuple D5 {
        A2 = one "0" 0,
        #[tensor(ragged)] Vec<Option<[u8; 2]>> = ragged "1" 1,
        Arc<C3> = one "2" 2,
    }
    named D6 {
        a4: [[f64; 2]; 2] = one "a4",
        #[tensor(ragged)] b4: Option<Vec<Vec<i8>>> = ragged_or_none "b4",
        c4: Option<C3> = one "c4",
    }
    named D7 {
        #[tensor(flatten = "a4_")] a4: Ragged<Vec<u32>> = flattened "a4_",
        b4: Batch<C1> = one "b4",
        #[tensor(shape = [n4])] x4: Vec<f32> = axis "x4",
        #[tensor(shape = [n4])] y4: Vec<f64> = same_axis "y4",
    }
    named D8 {
        a4: [[f64; 2]; 2] = one "a4",
        #[tensor(flatten = "b4_")] b4: C8 = flattened "b4_",
    }
    named D9 {
        #[tensor(default = 7)] a4: u32 = one "a4",
        #[tensor(flatten)] b4: C12 = flattened "",
    }
    named D10 {
        #[tensor(default)] a4: Vec<f32> = one "a4",
        b4: Box<C5> = one "b4",
        c4: Option<Box<A15>> = one "c4",
    }
    tuple D11 {
        (C10, u8) = one "0" 0,
        u8 = one "1" 1,
    }
    all D0 D1 D2 D3 D4 D5 D6 D7 D8 D9 D10 D11;
}
