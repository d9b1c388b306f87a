//! Vespa tensors: types, constants, documents, files, and texts made to harm.

use tensor_format::{
    DecodeError, ErrorKind,
    error::JsonError,
    vespa::{Constant, Options, TensorType},
};

mod documents;
mod faults;
mod fields;
mod files;
mod hostile;
mod judge;
mod maps;
mod memory;
mod random_tensors;
mod tensors;
mod typed;
mod writers;

fn tensor_type(text: &str) -> TensorType {
    text.parse().expect("a type")
}

fn constant(text: &str) -> Constant {
    Options::new().read(text).expect("a constant")
}

fn json(error: &DecodeError) -> &JsonError {
    let ErrorKind::Json(json) = error.kind() else { panic!("{error}") };
    json
}

fn text(label: &str) -> String {
    label.to_owned()
}
