//! Records are read to where they are wanted: `out[i] = from_slice(message)?`.

use tensor_format::{DecodeError, from_slice};
use tensor_format_users::{Fault, Scenario, record::*};

fn ours(messages: &[u8], out: &mut [Record]) -> Result<(), DecodeError> {
    for (place, message) in out.iter_mut().zip(messages.chunks(LEN)) {
        *place = from_slice(message)?;
    }
    Ok(())
}

fn by_hand(messages: &[u8], out: &mut [Record]) -> Result<(), Fault> {
    for (place, message) in out.iter_mut().zip(messages.chunks(LEN)) {
        *place = decode(message)?;
    }
    Ok(())
}

fn wincode(messages: &[u8], out: &mut [Record]) -> Result<(), wincode::ReadError> {
    for (place, message) in out.iter_mut().zip(messages.chunks(WINCODE)) {
        *place = wincode::deserialize(message)?;
    }
    Ok(())
}

fn main() {
    let (messages, peers, out) = (&messages(), &wincode_messages(), records());
    let (mut first, mut second, mut third) = (out.clone(), out.clone(), out);
    Scenario::new("record, moved into a slice", COUNT)
        .case("tensor-format", || ours(messages, &mut first))
        .case("by hand", || by_hand(messages, &mut second))
        .case("wincode", || wincode(peers, &mut third))
        .run();
}
