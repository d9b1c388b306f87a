//! Messages of several types go through the same functions.

use tensor_format::{DecodeError, DecodeOwned, Tensor, from_slice, to_vec};
use tensor_format_users::{Fault, Scenario, detection, record, record::Record};

#[derive(Tensor, Clone, Debug, Default)]
struct Point {
    x: f64,
    y: f64,
    label: u8,
}

#[derive(Tensor, Clone, Debug, Default)]
struct Pose {
    rotation: [[f32; 3]; 3],
    translation: [f32; 3],
    valid: bool,
}

fn receive<T: DecodeOwned>(message: &[u8], look: impl Fn(&T) -> f32) -> Result<f32, DecodeError> {
    let value: T = from_slice(message)?;
    Ok(look(&value))
}

fn ours(messages: &[u8], others: &[Vec<u8>]) -> Result<f32, DecodeError> {
    let [detection, point, pose] = others else { return Ok(0.0) };
    let mut sum = 0.0;
    for message in messages.chunks(record::LEN) {
        sum += receive(message, |record: &Record| record.score)?;
    }
    sum += receive(detection, |detection: &detection::Detection| detection.score)?;
    sum += receive(point, |point: &Point| point.x as f32)?;
    sum += receive(pose, |pose: &Pose| pose.translation[0])?;
    Ok(sum)
}

fn by_hand(messages: &[u8]) -> Result<f32, Fault> {
    let mut sum = 0.0;
    for message in messages.chunks(record::LEN) {
        sum += record::decode(message)?.score;
    }
    Ok(sum)
}

fn main() {
    let messages = &record::messages();
    let bytes = |result: Result<Vec<u8>, _>| result.unwrap_or_default();
    let others = &[
        bytes(to_vec(&detection::Detection::default())),
        bytes(to_vec(&Point::default())),
        bytes(to_vec(&Pose::default())),
    ];
    Scenario::new("record, among several types", record::COUNT)
        .case("tensor-format", || ours(messages, others))
        .case("by hand", || by_hand(messages))
        .run();
}
