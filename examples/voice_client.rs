//! Finds speech in WAV files with Silero VAD on a server of the Open Inference Protocol, such as `voice_server`, or Triton
//! with the same model.
//!
//! ```text
//! cargo run --release -p tensor-format-examples --features served --example voice_client -- http://127.0.0.1:8000 FILE.wav...
//! ```
//!
//! Before the first call the client compares the two structs with what the server says of the model.

use std::{env, error::Error, fs, path::Path};

use tensor_format::Audio;
use tensor_format_examples::voice::{Heard, Judged, probabilities, report, samples};
use tensor_format_oip::client::blocking::Client;

fn main() -> Result<(), Box<dyn Error>> {
    let (options, words): (Vec<String>, Vec<String>) = env::args().skip(1).partition(|word| word == "--frames");
    let [address, files @ ..] = &words[..] else { return Err("which server, and which WAV files?".into()) };
    let model = Client::new(address)?.model::<Heard<'static>, Judged>("voice_activity")?;
    for file in files {
        let sound = Audio::new("wav", fs::read(file).map_err(|error| format!("{file}: {error}"))?);
        let samples = samples(sound.as_ref()).map_err(|error| format!("{file}: {error}"))?;
        let found = probabilities(&samples, |heard| Ok(model.infer(heard)?))?;
        let name = Path::new(file).file_name().unwrap_or_default().display().to_string();
        report(&name, &found, !options.is_empty());
    }
    Ok(())
}
