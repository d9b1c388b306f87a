//! ZIO messages: frames, labels, tensors, typed values, flow control, and what is wrong with them.

use tensor_format::{
    DecodeError,
    zio::{Message, MessageError, MessageFault, Part, Stage},
};

mod any_record;
mod copies;
mod flow;
mod labels;
mod memory;
mod messages;
mod metadata;
mod pieces;
mod tensors;
mod typed;

fn of_label(label: &str, parts: usize) -> Message<'_> {
    Message { label: label.into(), parts: vec![Part::default(); parts], ..Message::default() }
}

/// Stage, fault, path, found and offset of an error.
fn facts(error: &DecodeError) -> (Stage, MessageFault, &str, &str, Option<u64>) {
    let fault = MessageError::of(error.kind()).unwrap_or_else(|| panic!("{error}"));
    (fault.stage, fault.fault, &fault.path, &fault.found, error.offset())
}
