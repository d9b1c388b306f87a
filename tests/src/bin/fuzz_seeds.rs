//! Writes the seeds of the fuzz target, one file each, from the conformance vectors: `fuzz_seeds FOLDER`.

use std::{env, error::Error, fs, path::Path};

use serde_json::Value;

/// The largest seed in bytes: more would only slow the fuzzer down.
const LARGEST: usize = 1024;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args().nth(1).ok_or("usage: fuzz_seeds FOLDER")?;
    let folder = Path::new(&folder);
    fs::create_dir_all(folder)?;
    let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance/decthings");
    let mut written = 0;
    for (file, field) in [
        ("positive.jsonl", "hex"),
        ("hostile.jsonl", "hex"),
        ("rules-json.jsonl", "json"),
        ("definition-json.jsonl", "json"),
    ] {
        for (index, line) in fs::read_to_string(vectors.join(file))?.lines().enumerate() {
            let vector: Value = serde_json::from_str(line)?;
            let text = vector[field].as_str().ok_or_else(|| format!("{file}, line {}: no {field}", index + 1))?;
            let bytes = if field == "hex" {
                hex::decode(text).map_err(|error| error.to_string())?
            } else {
                text.as_bytes().to_vec()
            };
            if bytes.len() <= LARGEST {
                fs::write(folder.join(format!("{file}-{index}")), bytes)?;
                written += 1;
            }
        }
    }
    for (index, record) in records()?.into_iter().enumerate() {
        fs::write(folder.join(format!("record-{index}")), record)?;
        written += 1;
    }
    println!("{written} seeds");
    Ok(())
}

/// A record in each dialect: the vectors hold single tensors only.
fn records() -> Result<Vec<Vec<u8>>, tensor_format::EncodeError> {
    use tensor_format::{
        RecordRef, TensorRef, ValueBuf,
        decthings::{Dialect, Options},
        to_value,
    };
    let ValueBuf::Tensor(words) = to_value(&["left", "right"])? else { return Ok(Vec::new()) };
    let ValueBuf::Tensor(image) = to_value(&tensor_format::Image::new("png", *b"\x89PNG"))? else {
        return Ok(Vec::new());
    };
    let mut record = RecordRef::new();
    record.push("numbers", TensorRef::from_slice([2, 2], &[1.0f32, 2.0, 3.0, 4.0])?);
    record.push("flags", TensorRef::from_slice([2], &[true, false])?);
    record.push("words", words.as_ref());
    record.push("image", image.as_ref());
    let dialects = [Dialect::Documented, Dialect::LegacyClients, Dialect::Clients];
    dialects.iter().map(|dialect| Options::new().dialect(*dialect).to_vec(&record)).collect()
}
