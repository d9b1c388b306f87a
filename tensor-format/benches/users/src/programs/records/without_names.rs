//! Records without names are read with options that are set.

use tensor_format::{DecodeError, decthings::Options};
use tensor_format_users::{Fault, Scenario, record::*};

fn ours(messages: &[u8], options: &Options, out: &mut [Record]) -> Result<(), DecodeError> {
    for (place, message) in out.iter_mut().zip(messages.chunks(UNNAMED)) {
        *place = options.from_slice(message)?;
    }
    Ok(())
}

fn by_hand(messages: &[u8], out: &mut [Record]) -> Result<(), Fault> {
    for (place, message) in out.iter_mut().zip(messages.chunks(UNNAMED)) {
        *place = decode_unnamed(message)?;
    }
    Ok(())
}

fn main() {
    let (messages, out) = (&unnamed_messages(), records());
    let (mut first, mut second) = (out.clone(), out);
    let options = Options::new().names(false);
    Scenario::new("record without names, moved into a slice", COUNT)
        .case("tensor-format", || ours(messages, &options, &mut first))
        .case("by hand", || by_hand(messages, &mut second))
        .run();
}
