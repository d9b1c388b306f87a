//! Any bytes as a picture: the decoder may not panic, takes no more than is allowed, and what it accepts is the same once
//! written. The last byte chooses format and channels.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tensor_format::{
    ImageRef,
    pixels::{self, Options, PictureFormat},
};
use tensor_format_fuzz::{Choice, bounds::Bound, panics::pass_panics_of};

/// What pixels may take.
const EXPANDED: usize = 64 << 10;

/// What decoders take for themselves: tables and windows.
const DECODERS: usize = 1 << 20;

fuzz_target!(init: pass_panics_of(&["/zune-"]), |input: &[u8]| {
    let Some((mut choice, bytes)) = Choice::split(input) else { return };
    let format = ["png", "jpeg"][usize::from(choice.of(2))];
    let options = Options::new().max_pixels(1 << 12).max_expanded(EXPANDED as u64);
    let options = match choice.of(5) {
        0 => options,
        channels => options.channels(channels.into()),
    };
    let options = options.allow_other_depth(choice.of(2) == 1);
    let image = ImageRef::new(format, bytes);
    let bound = Bound::new("picture", bytes.len(), 32).and(2 * EXPANDED + DECODERS);
    if let Ok(read) = bound.hold(|| options.decode::<u8>(image)) {
        let again = pixels::encode(&read, PictureFormat::Png).expect("pixels that were read can be written");
        assert_eq!(pixels::decode::<u8>(again.as_ref()).expect("what is written can be read"), read);
    }
    if let Ok(read) = bound.hold(|| options.decode::<u16>(image)) {
        let again = pixels::encode(&read, PictureFormat::Png).expect("pixels that were read can be written");
        assert_eq!(pixels::decode::<u16>(again.as_ref()).expect("what is written can be read"), read);
    }
});
