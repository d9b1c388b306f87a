//! Structs of depth 3, written by `generate`.

use super::*;

shapes! {
    named C0 {
        a3: Arc<A8> = one "a3",
        b3: f64 = one "b3",
        c3: Option<Batch<B0>> = one "c3",
    }
    named C1 {
        a3: HashMap<u32, B3> = one "a3",
        #[tensor(ragged)] b3: Option<Vec<Vec<i8>>> = ragged_or_none "b3",
        #[tensor(shape = [n3])] x3: Vec<f32> = axis "x3",
        #[tensor(shape = [n3])] y3: Vec<f64> = same_axis "y3",
    }
    choice C2 {
        One(B6), Two {
        #[tensor(default = 7)] a3: u32 = or_default "a3",
        b3: [B4; 2] = one "b3",
        }, Three
    }
    choice C3 {
        One(B5), Two {
        #[tensor(default)] a3: Vec<f32> = or_default "a3",
        b3: Vec<(u8, B7)> = one "b3",
        }, Three
    }
    named C4 {
        #[tensor(flatten = "a3_")] a3: Box<B0> = flattened "a3_",
        b3: i8 = one "b3",
    }
    all C0 C1 C2 C3 C4;
}
