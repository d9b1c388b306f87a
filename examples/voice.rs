//! Silero VAD, a model of others that finds speech, as types: what it takes and gives, the model itself, and the frames of
//! a sound. The examples `voice_activity`, `voice_server` and `voice_client` share it.

use std::{error::Error, io, io::Cursor};

use hound::{SampleFormat, WavReader};
use ndarray::{Array2, Array3, CowArray, Dimension, Ix2, Ix3};
use rten::Value;
use tensor_format::{AudioRef, Model, Tensor};

use crate::onnx::Onnx;

/// Samples a second.
pub const RATE: u32 = 16_000;
/// Samples in each frame, and of the frame before that stand in front of it.
const FRAME: usize = 512;
const CONTEXT: usize = 64;

/// What the model takes: samples, what it remembered of those before, and the rate.
#[derive(Tensor)]
#[tensor(matches = "definitions/voice_activity.input.json")]
pub struct Heard<'a> {
    /// The samples, with the end of the frame before in front.
    #[tensor(shape = [batch, sequence])]
    pub input: CowArray<'a, f32, Ix2>,
    /// What the model remembered.
    #[tensor(shape = [2, batch, 128])]
    pub state: CowArray<'a, f32, Ix3>,
    /// Samples a second.
    pub sr: i64,
}

/// What the model gives.
#[derive(Tensor)]
#[tensor(matches = "definitions/voice_activity.output.json")]
pub struct Judged {
    /// The probability of speech.
    #[tensor(shape = [batch, 1])]
    pub output: Array2<f32>,
    /// What the model remembers now.
    #[tensor(rename = "stateN", shape = [_, batch, _])]
    pub state: Array3<f32>,
}

/// The model.
#[derive(Debug)]
pub struct VoiceActivity(Onnx);

impl VoiceActivity {
    /// Loads the model from the folder of models.
    ///
    /// # Errors
    ///
    /// If it is not there, which says how to get it.
    pub fn load() -> io::Result<Self> {
        Onnx::load("silero_vad/data/silero_vad_16k_op15.onnx").map(Self)
    }
}

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

/// Returns the samples of one channel at the rate of the model, from -1 to 1.
///
/// # Errors
///
/// If it is no WAV file, or has other channels or another rate.
pub fn samples(sound: AudioRef<'_>) -> Result<Vec<f32>, Box<dyn Error>> {
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

/// Returns the probability of speech in every frame, each judged by a call of the model; an incomplete one at the end is
/// left out.
///
/// # Errors
///
/// Those of the call.
pub fn probabilities(
    samples: &[f32],
    mut call: impl FnMut(&Heard<'static>) -> Result<Judged, Box<dyn Error>>,
) -> Result<Vec<f32>, Box<dyn Error>> {
    let mut state = Array3::zeros((2, 1, 128));
    let mut input = vec![0.0; CONTEXT];
    let mut found = Vec::new();
    for frame in samples.chunks_exact(FRAME) {
        input.extend_from_slice(frame);
        let one = Array2::from_shape_vec((1, input.len()), input.clone())?;
        let judged = call(&Heard { input: one.into(), state: state.into(), sr: RATE.into() })?;
        found.extend(judged.output);
        state = judged.state;
        input.drain(..FRAME);
    }
    Ok(found)
}

/// Prints how much of a file is speech, which is what has 0.5 or more, and each frame if asked for.
pub fn report(name: &str, probabilities: &[f32], frames: bool) {
    let speech = probabilities.iter().filter(|probability| **probability >= 0.5).count();
    println!("{name}: speech in {speech} of {} frames of 32 ms", probabilities.len());
    if frames {
        for (index, probability) in probabilities.iter().enumerate() {
            println!("  {:.3} s {probability:.6}", index as f32 * FRAME as f32 / RATE as f32);
        }
    }
}
