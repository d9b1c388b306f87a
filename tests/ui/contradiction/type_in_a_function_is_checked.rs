//! A type inside of a function is checked as any other, used or not.

fn main() {
    use tensor_format::Tensor;

    #[derive(Tensor)]
    struct Local {
        #[tensor(shape = [4])]
        values: [u8; 3],
    }
}
