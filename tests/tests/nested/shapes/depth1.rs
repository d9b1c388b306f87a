//! Structs of depth 1, written by `generate`.

use super::*;

shapes! {
    named A0 {
        a1: f64 = one "a1",
        b1: Vec<f32> = one "b1",
    }
    named A1 {
        a1: u64 = one "a1",
        b1: f32 = one "b1",
        #[tensor(shape = [n1])] x1: Vec<f32> = axis "x1",
        #[tensor(shape = [n1])] y1: Vec<f64> = same_axis "y1",
    }
    named A2 {
        a1: bool = one "a1",
        b1: Vec<[f64; 2]> = one "b1",
    }
    named A3 {
        a1: i8 = one "a1",
        b1: char = one "b1",
    }
    named A4 {
        a1: Vec<f32> = one "a1",
        b1: i8 = one "b1",
    }
    tuple A5 {
        usize = one "0" 0,
        Vec<[f64; 2]> = one "1" 1,
    }
    named A6 {
        a1: isize = one "a1",
        b1: [[f64; 2]; 2] = one "b1",
    }
    named A7 {
        a1: NonZero<u32> = one "a1",
        b1: Vec<f32> = one "b1",
        #[tensor(shape = [n1])] x1: Vec<f32> = axis "x1",
        #[tensor(shape = [n1])] y1: Vec<f64> = same_axis "y1",
    }
    named A8 {
        a1: Array2<f32> = one "a1",
        b1: [f32; 3] = one "b1",
    }
    named A9 {
        a1: i8 = one "a1",
        b1: String = one "b1",
    }
    named A10 {
        a1: [[u8; 2]; 2] = one "a1",
        b1: [[f64; 2]; 2] = one "b1",
    }
    tuple A11 {
        Array2<f32> = one "0" 0,
        [String; 2] = one "1" 1,
    }
    named A12 {
        a1: [[f64; 2]; 2] = one "a1",
        b1: Vec<f32> = one "b1",
    }
    named A13 {
        a1: Vec<[i32; 2]> = one "a1",
        b1: f32 = one "b1",
        #[tensor(shape = [n1])] x1: Vec<f32> = axis "x1",
        #[tensor(shape = [n1])] y1: Vec<f64> = same_axis "y1",
    }
    named A14 {
        a1: Vec<bool> = one "a1",
        b1: i8 = one "b1",
    }
    named A15 {
        a1: f32 = one "a1",
        b1: Vec<String> = one "b1",
    }
    named A16 {
        a1: Vec<f32> = one "a1",
        b1: f64 = one "b1",
    }
    tuple A17 {
        Array2<f32> = one "0" 0,
        Vec<char> = one "1" 1,
    }
    all A0 A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11 A12 A13 A14 A15 A16 A17;
}
