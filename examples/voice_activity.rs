//! Finds speech in WAV files with a model of others, Silero VAD, behind bytes.
//!
//! ```text
//! examples/get_models.sh
//! cargo run --release -p tensor-format-examples --features models --example voice_activity -- FILE.wav...
//! ```
//!
//! A file travels as an `Audio` element. Then every 32 ms of it are one request: the samples, what the model remembered of
//! those before, and the rate, three tensors of three ranks and two element types. What comes back is a probability, and
//! what the model remembers now. Neither side counts axes or bytes: the definitions of both are made from the model
//! (`tensor-format rules silero_vad_16k_op15.onnx --side input`), and the structs in `voice.rs` are held to them.
//!
//! `--frames` prints the probability of every 32 ms. Speech is what has 0.5 or more.

use std::{env, error::Error, fs, path::Path};

use tensor_format::{Audio, Tensor, decthings};
use tensor_format_examples::voice::{Heard, VoiceActivity, probabilities, report, samples};

/// What is recorded, as a client sends it.
#[derive(Tensor)]
struct Recording {
    sound: Audio,
}

fn main() -> Result<(), Box<dyn Error>> {
    let model = VoiceActivity::load()?;
    let (options, files): (Vec<String>, Vec<String>) = env::args().skip(1).partition(|word| word == "--frames");
    if files.is_empty() {
        return Err("which WAV files? One channel at 16, 32 or 48 kHz".into());
    }
    let (mut request, mut response) = (Vec::new(), Vec::new());
    for file in &files {
        let recording =
            Recording { sound: Audio::new("wav", fs::read(file).map_err(|error| format!("{file}: {error}"))?) };
        let message = tensor_format::to_vec(&recording)?;

        let received: Recording = tensor_format::from_slice(&message)?;
        let samples = samples(received.sound.as_ref()).map_err(|error| format!("{file}: {error}"))?;
        let found = probabilities(&samples, |heard: &Heard<'_>| {
            request.clear();
            tensor_format::append(heard, &mut request)?;
            response.clear();
            decthings::call(&model, &request, &mut response)?;
            Ok(tensor_format::from_slice(&response)?)
        })?;
        let name = Path::new(file).file_name().unwrap_or_default().display().to_string();
        report(&name, &found, !options.is_empty());
    }
    Ok(())
}
