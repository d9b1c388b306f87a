//! From a picture and a sound to a typed model input, to bytes, and back; then three broken inputs and their errors.

use std::{error::Error, fs, path::Path};

use ndarray::{Array2, Axis};
use tensor_format::{
    Audio, Definitions, HasRules, Image, Tensor,
    decthings::{self, Dialect},
};

/// What a model takes: a picture and a sound as they lie in their files, and what was read from them.
#[derive(Tensor, Debug, PartialEq)]
#[tensor(rename_all = "camelCase")]
struct ClipInput {
    picture: Image,
    /// Width and height in pixels.
    picture_size: [u32; 2],
    sound: Audio,
    /// Samples from -1 to 1.
    #[tensor(shape = [channels: 1..=2, time])]
    samples: Array2<f32>,
    /// When each sample was heard, in seconds: as many as there are samples.
    #[tensor(shape = [time])]
    seconds: Vec<f64>,
    language: Option<String>,
    #[tensor(default = 5)]
    top_k: u8,
}

/// The same, as a program imagines it that is mistaken about two parameters.
#[derive(Tensor, Debug)]
#[tensor(rename_all = "camelCase")]
struct OtherInput {
    #[tensor(shape = [3])]
    _picture_size: Vec<u32>,
    #[tensor(shape = [channels: 2..=8, time])]
    _samples: Array2<f32>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let input = clip(fs::read(assets.join("picture.png"))?, fs::read(assets.join("sound.wav"))?)?;

    title("The rules of the type, a constant");
    let rules = ClipInput::RULES.as_record().ok_or("the input is a record")?;
    rules.iter().for_each(|param| println!("{param}"));

    title("Its definitions as JSON, as a server publishes them");
    for definition in Definitions::from(rules).iter() {
        println!("{}", decthings::definition_to_json(definition, Dialect::Documented)?);
    }

    title("The message");
    let bytes = tensor_format::to_vec(&input)?;
    println!("offset  bytes                    meaning");
    decthings::annotate(&bytes).for_each(|annotation| println!("{annotation}"));

    title("Read back");
    let read: ClipInput = tensor_format::from_slice(&bytes)?;
    println!("{} bytes, equal to what was written: {}", bytes.len(), read == input);
    assert_eq!(read, input);

    title("Truncated: the last 2000 bytes are missing");
    println!("{}", refused(tensor_format::from_slice::<ClipInput>(&bytes[..bytes.len() - 2000]))?);

    title("Wrong shape: another struct expects other lengths");
    println!("{}", refused(tensor_format::from_slice::<OtherInput>(&bytes))?);
    println!("all of them, from the headers alone:");
    decthings::check_all::<OtherInput>(&bytes)?.iter().for_each(|violation| println!("  {violation}"));

    title("Wrong element type: doubles where floats belong");
    let doubles = tensor_format::to_vec(&input.samples.mapv(f64::from))?;
    println!("{}", refused(tensor_format::from_slice::<Array2<f32>>(&doubles))?);
    Ok(())
}

/// The typed input from the contents of a PNG and of a WAV file with 16-bit samples.
fn clip(png: Vec<u8>, wav: Vec<u8>) -> Result<ClipInput, Box<dyn Error>> {
    let number = |bytes: &[u8], at: usize| Some(*bytes.get(at..)?.first_chunk::<4>()?);
    // In a PNG, width and height follow the signature and the head of the first chunk.
    let size = [16, 20].map(|at| number(&png, at).map(u32::from_be_bytes));
    let [Some(width), Some(height)] = size else { return Err("the picture is too short".into()) };

    // In a plain WAV, the samples follow 44 bytes of headers.
    let channels = match wav.get(22) {
        Some(&channels @ 1..) => usize::from(channels),
        Some(0) => return Err("the sound has no channels".into()),
        None => return Err("the sound is too short".into()),
    };
    let rate = number(&wav, 24).map(u32::from_le_bytes).ok_or("the sound is too short")?;
    let samples = wav.get(44..).ok_or("the sound is too short")?;
    let samples: Vec<f32> =
        samples.chunks_exact(2).map(|pair| f32::from(i16::from_le_bytes([pair[0], pair[1]])) / 32_768.0).collect();
    // A WAV holds one sample of each channel after another: [time, channels]. The model wants the channels outermost;
    // a transposed array is written all the same.
    let samples = Array2::from_shape_vec((samples.len() / channels, channels), samples)?.reversed_axes();
    let seconds = (0..samples.len_of(Axis(1))).map(|i| i as f64 / f64::from(rate)).collect();

    Ok(ClipInput {
        picture: Image::new("png", png),
        picture_size: [width, height],
        sound: Audio::new("wav", wav),
        samples,
        seconds,
        language: None,
        top_k: 3,
    })
}

/// The error of an input that must be refused.
fn refused<T>(result: Result<T, tensor_format::DecodeError>) -> Result<tensor_format::DecodeError, &'static str> {
    result.err().ok_or("a broken input was accepted")
}

fn title(text: &str) {
    println!("\n== {text}");
}
