//! Structs of depth 2, written by `generate`.

use super::*;

shapes! {
    named B0 {
        a2: Vec<A0> = one "a2",
        b2: (f32, Option<f64>) = one "b2",
        c2: A24 = one "c2",
    }
    named B1 {
        a2: [f32; 3] = one "a2",
        b2: (u8, Vec<f32>) = one "b2",
        c2: Option<A33> = one "c2",
        #[tensor(shape = [n2])] x2: Vec<f32> = axis "x2",
        #[tensor(shape = [n2])] y2: Vec<f64> = same_axis "y2",
    }
    choice B2 {
        One(A20), Two {
        a2: ((u8, char), Option<Ragged<Vec<i16>>>) = one "a2",
        b2: Batch<A33> = one "b2",
        }, Three
    }
    choice B3 {
        One(A30), Two {
        a2: Option<(u8, Vec<String>)> = one "a2",
        b2: BTreeMap<String, A24> = one "b2",
        }, Three
    }
    named B4 {
        a2: f32 = one "a2",
        #[tensor(flatten = "b2_")] b2: A28 = flattened "b2_",
    }
    tuple B5 {
        Batch<(u8, Vec<f32>)> = one "0" 0,
        Box<A22> = one "1" 1,
        Option<Box<A25>> = one "2" 2,
    }
    named B6 {
        #[tensor(flatten)] a2: A24 = flattened "",
        #[tensor(ragged)] b2: Vec<Vec<f32>> = ragged "b2",
    }
    named B7 {
        #[tensor(ragged)] a2: Vec<Vec<String>> = ragged "a2",
        b2: (A39, u8) = one "b2",
        #[tensor(shape = [n2])] x2: Vec<f32> = axis "x2",
        #[tensor(shape = [n2])] y2: Vec<f64> = same_axis "y2",
    }
    choice B8 {
        One(A8), Two {
        a2: f32 = one "a2",
        #[tensor(ragged)] b2: Vec<Vec<Vec<u16>>> = ragged "b2",
        c2: Option<Vec<A10>> = one "c2",
        }, Three
    }
    choice B9 {
        One(A16), Two {
        #[tensor(ragged)] a2: Vec<Option<[u8; 2]>> = ragged "a2",
        b2: Option<(f32, A10)> = one "b2",
        c2: Array2<f32> = one "c2",
        }, Three
    }
    all B0 B1 B2 B3 B4 B5 B6 B7 B8 B9;
}
