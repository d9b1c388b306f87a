//! A module converts the type of the field to and from a tensor, and its errors are text.

use tensor_format::Tensor;

struct Duration(u64);

struct Other;

struct NoError;

/// Converts durations.
mod millis {
    pub fn to_wire(duration: &super::Duration) -> u64 {
        duration.0
    }

    pub fn from_wire(millis: u64) -> Result<super::Duration, String> {
        Ok(super::Duration(millis))
    }
}

/// What it makes of them is no tensor.
mod no_tensor {
    pub fn to_wire(_: &super::Duration) -> super::Other {
        super::Other
    }

    pub fn from_wire(_: super::Other) -> Result<super::Duration, String> {
        Err(String::new())
    }
}

/// Its errors cannot be shown.
mod no_error {
    pub fn to_wire(duration: &super::Duration) -> u64 {
        duration.0
    }

    pub fn from_wire(_: u64) -> Result<super::Duration, super::NoError> {
        Err(super::NoError)
    }
}

#[derive(Tensor)]
struct OtherField {
    #[tensor(with = millis)]
    elapsed: Option<u64>,
}

#[derive(Tensor)]
struct OtherPlainField {
    #[tensor(with = millis)]
    elapsed: u16,
}

#[derive(Tensor)]
struct ListOfDurations {
    #[tensor(with = millis)]
    elapsed: Vec<Duration>,
}

#[derive(Tensor)]
struct OtherNewtype(#[tensor(with = millis)] String);

#[derive(Tensor)]
struct NoTensor {
    #[tensor(with = no_tensor)]
    elapsed: Duration,
}

#[derive(Tensor)]
struct NoErrorText {
    #[tensor(with = no_error)]
    elapsed: Duration,
}

#[derive(Tensor)]
struct Optional(#[tensor(with = millis)] Option<Duration>);

fn main() {}
