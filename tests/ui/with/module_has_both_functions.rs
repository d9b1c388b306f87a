//! A module has both functions, and they are visible.

use tensor_format::Tensor;

struct Duration(u64);

mod empty {}

mod only_writes {
    pub fn to_wire(duration: &super::Duration) -> u64 {
        duration.0
    }
}

mod private {
    fn to_wire(duration: &super::Duration) -> u64 {
        duration.0
    }

    fn from_wire(millis: u64) -> Result<super::Duration, String> {
        Ok(super::Duration(millis))
    }
}

#[derive(Tensor)]
struct NoFunction {
    #[tensor(with = empty)]
    elapsed: Duration,
}

#[derive(Tensor)]
struct OneFunction(#[tensor(with = self::only_writes)] Duration);

#[derive(Tensor)]
struct NoModule {
    #[tensor(with = millis)]
    elapsed: Duration,
}

#[derive(Tensor)]
struct Private {
    #[tensor(with = private)]
    elapsed: Duration,
}

fn main() {}
