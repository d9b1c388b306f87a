//! Messages of two types go in turns through the same function.

use tensor_format::{DecodeError, DecodeOwned, from_slice};
use tensor_format_users::{
    Fault, Scenario,
    detection::{self, Detection},
    record::{self, Record},
};

fn receive<T: DecodeOwned>(message: &[u8], look: impl Fn(&T) -> f32) -> Result<f32, DecodeError> {
    let value: T = from_slice(message)?;
    Ok(look(&value))
}

fn ours(records: &[u8], detections: &[Vec<u8>]) -> Result<f32, DecodeError> {
    let mut sum = 0.0;
    for (record, detection) in records.chunks(record::LEN).zip(detections) {
        sum += receive(record, |record: &Record| record.score)?;
        sum += receive(detection, |detection: &Detection| detection.score)?;
    }
    Ok(sum)
}

fn receive_by_hand<T>(
    message: &[u8],
    decode: impl Fn(&[u8]) -> Result<T, Fault>,
    look: impl Fn(&T) -> f32,
) -> Result<f32, Fault> {
    let value = decode(message)?;
    Ok(look(&value))
}

fn by_hand(records: &[u8], detections: &[Vec<u8>]) -> Result<f32, Fault> {
    let mut sum = 0.0;
    for (record, detection) in records.chunks(record::LEN).zip(detections) {
        sum += receive_by_hand(record, record::decode, |record| record.score)?;
        sum += receive_by_hand(detection, detection::decode, |detection| detection.score)?;
    }
    Ok(sum)
}

fn main() {
    let (records, detections) = (&record::messages(), &detection::messages());
    Scenario::new("records of two types, in turns", 2 * detection::COUNT)
        .case("tensor-format", || ours(records, detections))
        .case("by hand", || by_hand(records, detections))
        .run();
}
