//! The output of a model can be encoded.

use tensor_format::Model;

struct Config;
struct Faulty;

impl Model for Faulty {
    type Input<'a> = f32;
    type Output = Config;
    type Error = std::convert::Infallible;

    fn run(&self, _: f32) -> Result<Config, Self::Error> {
        Ok(Config)
    }
}

fn main() {}
