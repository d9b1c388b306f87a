//! The functions of a module borrow the field, and return a `Result`.

use tensor_format::Tensor;

struct Duration(u64);

mod by_value {
    pub fn to_wire(duration: super::Duration) -> u64 {
        duration.0
    }

    pub fn from_wire(millis: u64) -> Result<super::Duration, String> {
        Ok(super::Duration(millis))
    }
}

mod infallible {
    pub fn to_wire(duration: &super::Duration) -> u64 {
        duration.0
    }

    pub fn from_wire(millis: u64) -> super::Duration {
        super::Duration(millis)
    }
}

mod by_reference {
    pub fn to_wire(duration: &super::Duration) -> u64 {
        duration.0
    }

    pub fn from_wire(millis: &u64) -> Result<super::Duration, String> {
        Ok(super::Duration(*millis))
    }
}

mod optional {
    pub fn to_wire(duration: &super::Duration) -> u64 {
        duration.0
    }

    pub fn from_wire(millis: u64) -> Option<super::Duration> {
        Some(super::Duration(millis))
    }
}

#[derive(Tensor)]
struct TakesTheValue {
    #[tensor(with = by_value)]
    elapsed: Duration,
}

#[derive(Tensor)]
struct GivesNoResult {
    #[tensor(with = infallible)]
    elapsed: Duration,
}

#[derive(Tensor)]
struct TakesAReference {
    #[tensor(with = by_reference)]
    elapsed: Duration,
    other: f32,
}

#[derive(Tensor)]
struct OneThatTakesAReference(#[tensor(with = by_reference)] Duration);

#[derive(Tensor)]
struct GivesAnOption {
    #[tensor(with = optional)]
    elapsed: Option<Duration>,
}

fn main() {}
