//! Bytes whose type nobody knows: look at them, then check them against rules that came as JSON.

use std::error::Error;

use tensor_format::{Record, RecordRef, Tensor, TensorRef, decthings};

const RULES: &str = r#"[
    {"name": "image",     "required": true,  "rules": {"shape": [-1, 3, 2, 2], "allowedTypes": ["f32", "f64"]}},
    {"name": "labels",    "required": true,  "rules": {"shape": [-1],          "allowedTypes": ["string"]}},
    {"name": "threshold", "required": false, "rules": {"shape": [],            "allowedTypes": ["f32"]}}
]"#;

fn main() -> Result<(), Box<dyn Error>> {
    let definitions = decthings::definitions_from_json(RULES)?;
    println!("The rules:\n{definitions}");

    for (title, bytes) in [("A record", record()?), ("Another record", other_record()?), ("A tensor", tensor()?)] {
        println!("\n{title}: {} bytes", bytes.len());
        match tensor_format::from_slice::<RecordRef<'_>>(&bytes) {
            Ok(record) => record.iter().try_for_each(|(name, tensor)| explore(name, tensor))?,
            Err(error) => {
                println!("no record: {error}");
                explore("the tensor", &tensor_format::from_slice(&bytes)?)?;
                continue;
            }
        }
        let violations = decthings::check_all_against(&definitions, &bytes)?;
        println!("{} violations of the rules", violations.len());
        violations.iter().for_each(|violation| println!("  {violation}"));
    }
    Ok(())
}

/// Prints what can be said of any tensor: its type and shape, and its elements by their kind.
fn explore(name: &str, tensor: &TensorRef<'_>) -> Result<(), Box<dyn Error>> {
    println!("{name}: {}, {} elements, rank {}", tensor.header(), tensor.len(), tensor.rank());
    if let Ok(strings) = tensor.strings() {
        println!("  strings: {}", strings.collect::<Vec<_>>().join(", "));
    } else if let Ok(numbers) = tensor.view::<f32>() {
        println!(
            "  mean {}, last {:?}",
            numbers.iter().sum::<f32>() / numbers.len() as f32,
            numbers.iter().next_back()
        );
    } else if let Ok(media) = tensor.media() {
        media.for_each(|(format, data)| println!("  {}: {} bytes", format.escape_ascii(), data.len()));
    }
    Ok(())
}

fn record() -> Result<Vec<u8>, Box<dyn Error>> {
    let pixels: Vec<f32> = (0..12u8).map(f32::from).collect();
    let mut record = Record::new();
    record.push("image", Tensor::from_vec([1, 3, 2, 2], pixels)?);
    record.push("labels", Tensor::from_strings([2], ["cat", "dog"])?);
    Ok(tensor_format::to_vec(&record)?)
}

/// Breaks the rules in every parameter.
fn other_record() -> Result<Vec<u8>, Box<dyn Error>> {
    let mut record = Record::new();
    record.push("image", Tensor::from_vec([1, 4, 2, 1], vec![0u8; 8])?);
    record.push("threshold", Tensor::from_vec([1], vec![0.5f32])?);
    Ok(tensor_format::to_vec(&record)?)
}

fn tensor() -> Result<Vec<u8>, Box<dyn Error>> {
    Ok(tensor_format::to_vec(&[tensor_format::Image::new("png", *b"\x89PNG\r\n\x1a\n")])?)
}
