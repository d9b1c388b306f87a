//! Each record is read by a function of its own, which has more to say.

use std::error::Error;

use tensor_format::from_slice;
use tensor_format_users::{Scenario, record::*};

#[inline(never)]
fn receive(message: &[u8], least: f32) -> Result<Option<Record>, Box<dyn Error>> {
    let record: Record = from_slice(message)?;
    Ok((record.score >= least).then_some(record))
}

#[inline(never)]
fn receive_by_hand(message: &[u8], least: f32) -> Result<Option<Record>, Box<dyn Error>> {
    let record = decode(message).map_err(|fault| format!("{fault:?}"))?;
    Ok((record.score >= least).then_some(record))
}

#[inline(never)]
fn receive_wincode(message: &[u8], least: f32) -> Result<Option<Record>, Box<dyn Error>> {
    let record: Record = wincode::deserialize(message)?;
    Ok((record.score >= least).then_some(record))
}

fn sum(
    messages: &[u8],
    len: usize,
    receive: impl Fn(&[u8], f32) -> Result<Option<Record>, Box<dyn Error>>,
) -> Result<f32, Box<dyn Error>> {
    let mut sum = 0.0;
    for message in messages.chunks(len) {
        if let Some(record) = receive(message, 5.0)? {
            sum += record.max[0];
        }
    }
    Ok(sum)
}

fn main() {
    let (messages, peers) = (&messages(), &wincode_messages());
    Scenario::new("record, by a function with `?`", COUNT)
        .case("tensor-format", || sum(messages, LEN, receive))
        .case("by hand", || sum(messages, LEN, receive_by_hand))
        .case("wincode", || sum(peers, WINCODE, receive_wincode))
        .run();
}
