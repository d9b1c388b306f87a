//! Records are read with a limit on their size.

use tensor_format::{DecodeError, decthings::Options};
use tensor_format_users::{Fault, Scenario, record::*};

fn ours(messages: &[u8], options: &Options, out: &mut [Record]) -> Result<(), DecodeError> {
    for (place, message) in out.iter_mut().zip(messages.chunks(LEN)) {
        *place = options.from_slice(message)?;
    }
    Ok(())
}

fn by_hand(messages: &[u8], most: usize, out: &mut [Record]) -> Result<(), Fault> {
    for (place, message) in out.iter_mut().zip(messages.chunks(LEN)) {
        if message.len() > most {
            return Err(Fault::Trailing);
        }
        *place = decode(message)?;
    }
    Ok(())
}

fn main() {
    let (messages, out) = (&messages(), records());
    let (mut first, mut second) = (out.clone(), out);
    let most = std::env::args().count() << 20;
    let options = Options::new().max_bytes(most);
    Scenario::new("record with a limit, moved into a slice", COUNT)
        .case("tensor-format", || ours(messages, &options, &mut first))
        .case("by hand", || by_hand(messages, most, &mut second))
        .run();
}
