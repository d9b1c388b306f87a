//! Messages that must be refused, at the stage that a vector names.

use serde::Deserialize;
use tensor_format::{
    DecodeError, Record,
    zio::{self, Message},
};

use super::{Buffer, Frames, words};
use crate::conformance::Case;

#[derive(Deserialize)]
struct Vector {
    stage: String,
    error: String,
    frames_hex: Option<Frames>,
    encoded_hex: Option<Buffer>,
}

/// Each stage up to the named one must pass, that one must fail with the named class.
pub(super) fn judge(line: &str, case: &mut Case) -> Result<(), serde_json::Error> {
    let vector: Vector = serde_json::from_str(line)?;
    if vector.frames_hex.is_none() && vector.encoded_hex.is_none() {
        case.fault("the vector", "frames or a buffer", "neither");
    }
    if let Some(frames) = &vector.frames_hex {
        stages(&vector, Message::from_frames(frames.slices()), case);
    }
    // Too few frames are another stage's fault in one buffer.
    let same_stage = vector.frames_hex.as_ref().is_none_or(|Frames(frames)| frames.len() >= 2);
    if let Some(Buffer(bytes)) = vector.encoded_hex.as_ref().filter(|_| same_stage) {
        stages(&vector, Message::from_slice(bytes), case);
    }
    Ok(())
}

fn stages(vector: &Vector, message: Result<Message<'_>, DecodeError>, case: &mut Case) {
    let message = match message {
        Ok(message) => message,
        Err(error) => return class(vector, &["encoded", "message"], &error, case),
    };
    let label = match message.label() {
        Ok(label) => label,
        Err(error) => {
            class(vector, &["label"], &error, case);
            return whole(vector, &message, case);
        }
    };
    match (label.tens(message.parts.len()), message.tensors()) {
        (Err(error), _) => class(vector, &["tens"], &error, case),
        (Ok(_), Err(error)) => class(vector, &["data"], &error, case),
        (Ok(_), Ok(_)) => case.fault("tensors", format_args!("{} {}", vector.stage, vector.error), "tensors"),
    }
    whole(vector, &message, case);
}

/// The typed reader must say the same.
fn whole(vector: &Vector, message: &Message<'_>, case: &mut Case) {
    match zio::from_message::<Record>(message) {
        Ok(_) => case.fault("from_message", &vector.error, "a record"),
        Err(error) => class(vector, &["label", "tens", "data"], &error, case),
    }
}

fn class(vector: &Vector, stages: &[&str], error: &DecodeError, case: &mut Case) {
    let (stage, name) = words(error);
    case.equal("stage", &&*vector.stage, &stage);
    case.equal("class", &&*vector.error, &name);
    if !stages.contains(&stage) {
        case.fault("the call that failed", stages.join(" or "), stage);
    }
}
