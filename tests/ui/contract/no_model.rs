use tensor_format::{Model, Pipe, Tensor};

#[derive(Tensor)]
struct Frame {
    pixels: Vec<u8>,
}

struct Config;
struct Unfinished;
struct Faulty;

impl Model for Faulty {
    type Input<'a> = Config;
    type Output = Config;
    type Error = std::convert::Infallible;

    fn run(&self, _: Config) -> Result<Config, Self::Error> {
        Ok(Config)
    }
}

fn main() {
    let mut response = Vec::new();
    tensor_format::decthings::call(&Unfinished, &[], &mut response).unwrap();
    let _ = Pipe::new(Unfinished, Unfinished);
}
