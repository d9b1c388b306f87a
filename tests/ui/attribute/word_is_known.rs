//! A word is one of those that may stand there; the nearest is suggested, and all are listed.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(shpae = [3])]
struct Pixels(Vec<f32>);

#[derive(Tensor)]
#[tensor(banana)]
struct Input {
    #[tensor(defualt = 0.5)]
    second: f32,
}

#[derive(Tensor)]
enum Label {
    #[tensor(nick = "kitten")]
    Cat,
}

fn main() {}
