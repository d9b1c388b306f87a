use tensor_format::{HasRules, Tensor};

#[derive(Tensor)]
#[tensor(shape = [2..=4])]
struct Row<const N: usize>([f32; N]);

#[derive(Tensor)]
struct Pair<T> {
    #[tensor(shape = [n])]
    first: T,
    #[tensor(shape = [n: 4])]
    second: [u8; 4],
}

fn main() {
    println!("{}", Row::<3>::RULES);
    println!("{}", Row::<5>::RULES);
    println!("{}", Pair::<[u8; 3]>::RULES);
}
