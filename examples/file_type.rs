//! Says of what type files are by their content with a model of others, Magika, behind bytes.
//!
//! ```text
//! examples/get_models.sh
//! cargo run --release -p tensor-format-examples --features models --example file_type -- FILE...
//! ```
//!
//! All files are one request, a row each: 1024 tokens of the beginning and 1024 of the end, where a token is a byte or, for
//! want of bytes, 256. What comes back has a score of each of 214 types in every row. The definitions of both are made from
//! the model (`tensor-format rules model.onnx --side input`), and the structs here are held to them.

use std::{
    env,
    error::Error,
    fs::File,
    io::{self, Read, Seek, SeekFrom},
};

use rten::Value;
use serde_json::Value as Json;
use tensor_format::{Model, Tensor, decthings};
use tensor_format_examples::{models, onnx::Onnx};

/// Where the model, and the names of the types, lie.
const MODEL: &str = "magika/models/standard_v3_3/model.onnx";
const CONFIG: &str = "magika/models/standard_v3_3/config.min.json";

/// What is read of each end of a file, and how many tokens are made of it.
const BLOCK: u64 = 4096;
const TOKENS: usize = 1024;
const PADDING: i32 = 256;
const TYPES: usize = 214;

#[derive(Tensor)]
#[tensor(matches = "definitions/file_type.input.json")]
struct Contents {
    #[tensor(shape = [files, {2 * TOKENS}])]
    bytes: Vec<[i32; 2 * TOKENS]>,
}

#[derive(Tensor)]
#[tensor(matches = "definitions/file_type.output.json")]
struct Scores {
    #[tensor(shape = [files, {TYPES}])]
    target_label: Vec<[f32; TYPES]>,
}

struct FileType(Onnx);

impl Model for FileType {
    type Input<'a> = Contents;
    type Output = Scores;
    type Error = io::Error;

    fn run(&self, contents: Contents) -> io::Result<Scores> {
        let shape = [contents.bytes.len(), 2 * TOKENS];
        let bytes = Value::from_shape(shape, contents.bytes.into_flattened()).map_err(io::Error::other)?;
        let [scores] = self.0.run(vec![("bytes", bytes.into())], ["target_label"])?;
        let (_, scores) = scores.into_shape_vec::<f32, 2>().map_err(io::Error::other)?;
        let (rows, []) = scores.as_chunks::<TYPES>() else {
            return Err(io::Error::other("the model gave another number of types"));
        };
        Ok(Scores { target_label: rows.to_vec() })
    }
}

/// What the model looks at: the beginning without white space in front, the end without any behind it.
fn tokens(mut file: File) -> io::Result<[i32; 2 * TOKENS]> {
    let size = file.metadata()?.len();
    let mut block = |start| -> io::Result<Vec<u8>> {
        file.seek(SeekFrom::Start(start))?;
        let mut bytes = Vec::new();
        file.by_ref().take(BLOCK).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let (first, last) = (block(0)?, block(size.saturating_sub(BLOCK))?);
    let is_space = |byte: &u8| matches!(byte, b'\t'..=b'\r' | b' ');
    let first = first.iter().skip_while(|byte| is_space(byte));
    let last = last.iter().rev().skip_while(|byte| is_space(byte));

    let mut tokens = [PADDING; 2 * TOKENS];
    let (beginning, end) = tokens.split_at_mut(TOKENS);
    beginning.iter_mut().zip(first).for_each(|(token, byte)| *token = (*byte).into());
    end.iter_mut().rev().zip(last).for_each(|(token, byte)| *token = (*byte).into());
    Ok(tokens)
}

fn main() -> Result<(), Box<dyn Error>> {
    let model = FileType(Onnx::load(MODEL)?);
    let config: Json = serde_json::from_slice(&models::read(CONFIG)?)?;
    let files: Vec<String> = env::args().skip(1).collect();
    if files.is_empty() {
        return Err("which files?".into());
    }
    let read = |file: &String| {
        File::open(file).and_then(tokens).map_err(|error| io::Error::new(error.kind(), format!("{file}: {error}")))
    };
    let contents = Contents { bytes: files.iter().map(read).collect::<Result<_, _>>()? };

    let request = tensor_format::to_vec(&contents)?;
    let mut response = Vec::new();
    decthings::call(&model, &request, &mut response)?;
    let scores: Scores = tensor_format::from_slice(&response)?;

    for (file, scores) in files.iter().zip(&scores.target_label) {
        let best = scores.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
        let (index, score) = best.ok_or("no types")?;
        let label = config["target_labels_space"][index].as_str().ok_or("the types have no names")?;
        println!("{file}: {label} ({score:.4})");
    }
    Ok(())
}
