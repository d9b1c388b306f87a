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
//! (`tensor-format rules silero_vad_16k_op15.onnx --side input`), and the structs here are held to them.
//!
//! `--frames` prints the probability of every 32 ms. Speech is what has 0.5 or more.

use std::{env, error::Error, fs, io, io::Cursor, path::Path};

use hound::{SampleFormat, WavReader};
use ndarray::{Array2, Array3, CowArray, Dimension, Ix2, Ix3};
use rten::Value;
use tensor_format::{Audio, AudioRef, Model, Tensor, decthings};
use tensor_format_examples::onnx::Onnx;

/// Samples a second, in each frame, and of the frame before that stand in front of it.
const RATE: u32 = 16_000;
const FRAME: usize = 512;
const CONTEXT: usize = 64;

/// What is recorded, as a client sends it.
#[derive(Tensor)]
struct Recording {
    sound: Audio,
}

#[derive(Tensor)]
#[tensor(matches = "definitions/voice_activity.input.json")]
struct Heard<'a> {
    #[tensor(shape = [batch, sequence])]
    input: CowArray<'a, f32, Ix2>,
    #[tensor(shape = [2, batch, 128])]
    state: CowArray<'a, f32, Ix3>,
    sr: i64,
}

#[derive(Tensor)]
#[tensor(matches = "definitions/voice_activity.output.json")]
struct Judged {
    #[tensor(shape = [batch, 1])]
    output: Array2<f32>,
    #[tensor(rename = "stateN", shape = [_, batch, _])]
    state: Array3<f32>,
}

struct VoiceActivity(Onnx);

impl Model for VoiceActivity {
    type Input<'a> = Heard<'a>;
    type Output = Judged;
    type Error = io::Error;

    fn run(&self, heard: Heard<'_>) -> io::Result<Judged> {
        // The runtime has no integers of 64 bits, and takes these for the model's.
        let rate = i32::try_from(heard.sr).map_err(io::Error::other)?;
        let inputs = vec![
            ("input", value(&heard.input)?.into()),
            ("state", value(&heard.state)?.into()),
            ("sr", Value::from(rate).into()),
        ];
        let [output, state] = self.0.run(inputs, ["output", "stateN"])?;
        let (output_shape, output) = output.into_shape_vec::<f32, 2>().map_err(io::Error::other)?;
        let (state_shape, state) = state.into_shape_vec::<f32, 3>().map_err(io::Error::other)?;
        Ok(Judged {
            output: Array2::from_shape_vec(output_shape, output).map_err(io::Error::other)?,
            state: Array3::from_shape_vec(state_shape, state).map_err(io::Error::other)?,
        })
    }
}

fn value<D: Dimension>(array: &CowArray<'_, f32, D>) -> io::Result<Value> {
    Value::from_shape(array.shape(), array.iter().copied().collect::<Vec<_>>()).map_err(io::Error::other)
}

/// The samples of one channel at the rate of the model, from -1 to 1.
fn samples(sound: AudioRef<'_>) -> Result<Vec<f32>, Box<dyn Error>> {
    if sound.format() != b"wav" {
        return Err(
            format!("the sound is {:?}, not \"wav\"", sound.format_str().unwrap_or("of no known format")).into()
        );
    }
    let reader = WavReader::new(Cursor::new(sound.data()))?;
    let spec = reader.spec();
    if spec.channels != 1 || !spec.sample_rate.is_multiple_of(RATE) || spec.sample_rate == 0 {
        let (channels, rate) = (spec.channels, spec.sample_rate);
        return Err(format!("{channels} channels at {rate} Hz: one is needed, at a multiple of {RATE} Hz").into());
    }
    let every = (spec.sample_rate / RATE) as usize;
    let loudest = 2f32.powi(i32::from(spec.bits_per_sample) - 1);
    let samples = match spec.sample_format {
        SampleFormat::Float => reader.into_samples::<f32>().step_by(every).collect::<Result<_, _>>(),
        SampleFormat::Int => {
            let scaled = |sample: Result<i32, _>| sample.map(|sample| sample as f32 / loudest);
            reader.into_samples::<i32>().step_by(every).map(scaled).collect()
        }
    };
    Ok(samples?)
}

/// The probability of speech in every frame; an incomplete one at the end is left out.
fn probabilities(model: &VoiceActivity, samples: &[f32]) -> Result<Vec<f32>, Box<dyn Error>> {
    let mut state = Array3::zeros((2, 1, 128));
    let mut input = vec![0.0; CONTEXT];
    let (mut request, mut response) = (Vec::new(), Vec::new());
    let mut found = Vec::new();
    for frame in samples.chunks_exact(FRAME) {
        input.extend_from_slice(frame);
        let one = ndarray::aview1(&input).into_shape_with_order((1, input.len()))?;
        let heard = Heard { input: one.into(), state: state.view().into(), sr: RATE.into() };
        request.clear();
        tensor_format::append(&heard, &mut request)?;
        response.clear();
        decthings::call(model, &request, &mut response)?;
        let judged: Judged = tensor_format::from_slice(&response)?;
        found.extend(judged.output);
        state = judged.state;
        input.drain(..FRAME);
    }
    Ok(found)
}

fn main() -> Result<(), Box<dyn Error>> {
    let model = VoiceActivity(Onnx::load("silero_vad/data/silero_vad_16k_op15.onnx")?);
    let (options, files): (Vec<String>, Vec<String>) = env::args().skip(1).partition(|word| word == "--frames");
    if files.is_empty() {
        return Err("which WAV files? One channel at 16, 32 or 48 kHz".into());
    }
    for file in &files {
        let recording =
            Recording { sound: Audio::new("wav", fs::read(file).map_err(|error| format!("{file}: {error}"))?) };
        let message = tensor_format::to_vec(&recording)?;

        let received: Recording = tensor_format::from_slice(&message)?;
        let samples = samples(received.sound.as_ref()).map_err(|error| format!("{file}: {error}"))?;
        let found = probabilities(&model, &samples)?;
        let speech = found.iter().filter(|probability| **probability >= 0.5).count();
        let name = Path::new(file).file_name().unwrap_or_default().display();
        println!("{name}: speech in {speech} of {} frames of 32 ms", found.len());
        if !options.is_empty() {
            for (index, probability) in found.iter().enumerate() {
                println!("  {:.3} s {probability:.6}", index as f32 * FRAME as f32 / RATE as f32);
            }
        }
    }
    Ok(())
}
