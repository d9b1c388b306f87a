//! The input of a model can be decoded.

use tensor_format::Model;

struct Config;
struct Faulty;

impl Model for Faulty {
    type Input<'a> = Config;
    type Output = f32;
    type Error = std::convert::Infallible;

    fn run(&self, _: Config) -> Result<f32, Self::Error> {
        Ok(0.0)
    }
}

fn main() {}
