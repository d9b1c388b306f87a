//! Structs of depth 2, written by `generate`.

use super::*;

shapes! {
    named B0 {
        a2: Vec<[f64; 2]> = one "a2",
        b2: Option<A16> = one "b2",
        c2: Batch<A4> = one "c2",
    }
    named B1 {
        a2: VecDeque<u16> = one "a2",
        #[tensor(flatten = "b2_")] b2: A0 = flattened "b2_",
        #[tensor(shape = [n2])] x2: Vec<f32> = axis "x2",
        #[tensor(shape = [n2])] y2: Vec<f64> = same_axis "y2",
    }
    named B2 {
        a2: BTreeSet<u16> = one "a2",
        #[tensor(flatten)] b2: A6 = flattened "",
    }
    named B3 {
        a2: BTreeSet<String> = one "a2",
        b2: Box<A4> = one "b2",
    }
    named B4 {
        a2: Array2<f32> = one "a2",
        b2: Option<Box<A16>> = one "b2",
        c2: [f32; 3] = one "c2",
    }
    tuple B5 {
        Option<(f32, A3)> = one "0" 0,
        Box<Vec<u8>> = one "1" 1,
        (A7, u8) = one "2" 2,
    }
    named B6 {
        a2: Option<Batch<A0>> = one "a2",
        b2: [f32; 3] = one "b2",
        c2: Option<u16> = one "c2",
    }
    named B7 {
        a2: Arc<A10> = one "a2",
        b2: Option<String> = one "b2",
        #[tensor(shape = [n2])] x2: Vec<f32> = axis "x2",
        #[tensor(shape = [n2])] y2: Vec<f64> = same_axis "y2",
    }
    named B8 {
        #[tensor(flatten = "a2_")] a2: Box<A0> = flattened "a2_",
        b2: Option<Vec<f64>> = one "b2",
    }
    named B9 {
        a2: A11 = one "a2",
        b2: Option<[i64; 2]> = one "b2",
    }
    named B10 {
        a2: Option<A1> = one "a2",
        b2: Batch<A15> = one "b2",
        c2: Batch<Vec<String>> = one "c2",
    }
    tuple B11 {
        BTreeMap<u32, [u8; 2]> = one "0" 0,
        Box<A12> = one "1" 1,
    }
    named B12 {
        a2: Batch<Vec<i8>> = one "a2",
        b2: Option<Box<A16>> = one "b2",
        c2: Vec<f32> = one "c2",
    }
    named B13 {
        a2: (A9, u8) = one "a2",
        b2: BTreeMap<(String, String), i64> = one "b2",
        #[tensor(shape = [n2])] x2: Vec<f32> = axis "x2",
        #[tensor(shape = [n2])] y2: Vec<f64> = same_axis "y2",
    }
    named B14 {
        a2: [f32; 3] = one "a2",
        b2: HashMap<String, f64> = one "b2",
        c2: Option<(f32, A17)> = one "c2",
    }
    named B15 {
        a2: Option<BTreeMap<String, u8>> = one "a2",
        b2: Option<Batch<A0>> = one "b2",
        c2: Arc<A16> = one "c2",
    }
    all B0 B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 B11 B12 B13 B14 B15;
}
