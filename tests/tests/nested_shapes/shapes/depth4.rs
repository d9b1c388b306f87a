//! Structs of depth 4, written by `generate`.

use super::*;

shapes! {
    named D0 {
        a4: Vec<A36> = one "a4",
        b4: [f32; 3] = one "b4",
        c4: C4 = one "c4",
    }
    named D1 {
        a4: Option<C4> = one "a4",
        b4: [f32; 3] = one "b4",
        #[tensor(flatten = "c4_")] c4: Ragged<Vec<u32>> = flattened "c4_",
        #[tensor(shape = [n4])] x4: Vec<f32> = axis "x4",
        #[tensor(shape = [n4])] y4: Vec<f64> = same_axis "y4",
    }
    choice D2 {
        One(C2), Two {
        a4: Batch<C3> = one "a4",
        b4: u8 = one "b4",
        }, Three
    }
    all D0 D1 D2;
}
