//! Structs of depth 1, written by `generate`.

use super::*;

shapes! {
    named A0 {
        a1: f32 = one "a1",
        b1: Vec<f32> = one "b1",
    }
    named A1 {
        a1: u8 = one "a1",
        b1: f32 = one "b1",
        #[tensor(shape = [n1])] x1: Vec<f32> = axis "x1",
        #[tensor(shape = [n1])] y1: Vec<f64> = same_axis "y1",
    }
    named A2 {
        a1: u64 = one "a1",
        b1: Vec<[f64; 2]> = one "b1",
    }
    named A3 {
        a1: i8 = one "a1",
        b1: bool = one "b1",
    }
    named A4 {
        a1: Vec<f32> = one "a1",
        b1: f64 = one "b1",
    }
    tuple A5 {
        char = one "0" 0,
        Vec<[f64; 2]> = one "1" 1,
    }
    named A6 {
        a1: usize = one "a1",
        b1: [[f64; 2]; 2] = one "b1",
    }
    named A7 {
        a1: isize = one "a1",
        b1: Vec<f32> = one "b1",
        #[tensor(shape = [n1])] x1: Vec<f32> = axis "x1",
        #[tensor(shape = [n1])] y1: Vec<f64> = same_axis "y1",
    }
    named A8 {
        a1: Array2<f32> = one "a1",
        b1: i8 = one "b1",
    }
    named A9 {
        a1: i8 = one "a1",
        b1: NonZero<u32> = one "b1",
    }
    named A10 {
        a1: String = one "a1",
        b1: [[f64; 2]; 2] = one "b1",
    }
    tuple A11 {
        Array2<f32> = one "0" 0,
        [[u8; 2]; 2] = one "1" 1,
    }
    named A12 {
        a1: [f32; 3] = one "a1",
        b1: Vec<f32> = one "b1",
    }
    named A13 {
        a1: [String; 2] = one "a1",
        b1: f32 = one "b1",
        #[tensor(shape = [n1])] x1: Vec<f32> = axis "x1",
        #[tensor(shape = [n1])] y1: Vec<f64> = same_axis "y1",
    }
    named A14 {
        a1: Vec<[i32; 2]> = one "a1",
        b1: i8 = one "b1",
    }
    named A15 {
        a1: f32 = one "a1",
        b1: Vec<bool> = one "b1",
    }
    named A16 {
        a1: [[f64; 2]; 2] = one "a1",
        b1: f64 = one "b1",
    }
    tuple A17 {
        Array2<f32> = one "0" 0,
        Vec<String> = one "1" 1,
    }
    named A18 {
        a1: Vec<char> = one "a1",
        b1: Vec<f32> = one "b1",
    }
    named A19 {
        a1: i8 = one "a1",
        b1: VecDeque<u16> = one "b1",
        #[tensor(shape = [n1])] x1: Vec<f32> = axis "x1",
        #[tensor(shape = [n1])] y1: Vec<f64> = same_axis "y1",
    }
    named A20 {
        a1: f64 = one "a1",
        b1: Vec<f32> = one "b1",
    }
    named A21 {
        a1: Vec<f32> = one "a1",
        b1: BTreeSet<u16> = one "b1",
    }
    named A22 {
        a1: BTreeSet<String> = one "a1",
        b1: f64 = one "b1",
    }
    tuple A23 {
        Box<Vec<u8>> = one "0" 0,
        [f32; 3] = one "1" 1,
    }
    named A24 {
        a1: Vec<[f64; 2]> = one "a1",
        b1: [f32; 3] = one "b1",
    }
    named A25 {
        a1: Vec<f32> = one "a1",
        b1: Option<u16> = one "b1",
        #[tensor(shape = [n1])] x1: Vec<f32> = axis "x1",
        #[tensor(shape = [n1])] y1: Vec<f64> = same_axis "y1",
    }
    named A26 {
        a1: Option<String> = one "a1",
        b1: [f32; 3] = one "b1",
    }
    named A27 {
        a1: Vec<[f64; 2]> = one "a1",
        b1: Option<[i64; 2]> = one "b1",
    }
    named A28 {
        a1: [[f64; 2]; 2] = one "a1",
        b1: Array2<f32> = one "b1",
    }
    tuple A29 {
        Vec<f32> = one "0" 0,
        Batch<Vec<String>> = one "1" 1,
    }
    named A30 {
        a1: BTreeMap<u32, [u8; 2]> = one "a1",
        b1: [f32; 3] = one "b1",
    }
    named A31 {
        a1: f64 = one "a1",
        b1: BTreeMap<(String, String), i64> = one "b1",
        #[tensor(shape = [n1])] x1: Vec<f32> = axis "x1",
        #[tensor(shape = [n1])] y1: Vec<f64> = same_axis "y1",
    }
    named A32 {
        a1: Option<Vec<f64>> = one "a1",
        b1: [f32; 3] = one "b1",
    }
    named A33 {
        a1: HashMap<String, f64> = one "a1",
        b1: Vec<f32> = one "b1",
    }
    named A34 {
        a1: [f32; 3] = one "a1",
        b1: Option<BTreeMap<String, u8>> = one "b1",
    }
    tuple A35 {
        Ragged<Vec<f32>> = one "0" 0,
        f64 = one "1" 1,
    }
    named A36 {
        a1: Vec<f32> = one "a1",
        b1: Batch<Vec<i8>> = one "b1",
    }
    named A37 {
        a1: f32 = one "a1",
        b1: Ragged<Vec<Vec<u8>>> = one "b1",
        #[tensor(shape = [n1])] x1: Vec<f32> = axis "x1",
        #[tensor(shape = [n1])] y1: Vec<f64> = same_axis "y1",
    }
    named A38 {
        a1: [f32; 3] = one "a1",
        b1: Ragged<Vec<Option<String>>> = one "b1",
    }
    named A39 {
        a1: f64 = one "a1",
        b1: Ragged<Option<f64>> = one "b1",
    }
    named A40 {
        a1: BTreeMap<String, f32> = one "a1",
        b1: Vec<[f64; 2]> = one "b1",
    }
    tuple A41 {
        [[f64; 2]; 2] = one "0" 0,
        Option<Ragged<Vec<[u8; 2]>>> = one "1" 1,
    }
    named A42 {
        a1: [[f64; 2]; 2] = one "a1",
        b1: Box<Ragged<Vec<bool>>> = one "b1",
    }
    all A0 A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11 A12 A13 A14 A15 A16 A17 A18 A19 A20 A21 A22 A23 A24 A25 A26 A27 A28 A29 A30 A31 A32 A33 A34 A35 A36 A37 A38 A39 A40 A41 A42;
}
