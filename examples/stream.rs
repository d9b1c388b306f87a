//! Ten thousand records into a file, one after another, and back in batches of 32.

use std::{
    error::Error,
    fs::File,
    io::{BufWriter, Write},
};

use tensor_format::{Tensor, decthings::Options};

const RECORDS: u64 = 10_000;
const BATCH: usize = 32;

/// One measurement.
#[derive(Tensor, Debug, PartialEq)]
struct Sample {
    id: u64,
    features: [f32; 4],
    label: Option<String>,
}

impl Sample {
    fn new(id: u64) -> Self {
        let label = id.is_multiple_of(10).then(|| format!("sample {id}"));
        Self { id, features: [0, 1, 2, 3].map(|i| (id * 4 + i) as f32), label }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::temp_dir().join(format!("tensor-format-stream-{}", std::process::id()));
    let mut file = BufWriter::new(File::create(&path)?);
    let mut bytes = Vec::new();
    for id in 0..RECORDS {
        bytes.clear(); // the buffer is used again: no allocation for each record
        tensor_format::append(&Sample::new(id), &mut bytes)?;
        file.write_all(&bytes)?;
    }
    file.flush()?;
    println!("wrote {RECORDS} records, {} bytes", path.metadata()?.len());

    let batches = Options::new().sequence_from_reader::<Sample, _>(File::open(&path)?).batches(BATCH);
    let (mut count, mut full, mut last) = (0, 0, 0);
    for batch in batches {
        let batch = batch?;
        for sample in &batch {
            assert_eq!(*sample, Sample::new(count));
            count += 1;
        }
        last = batch.len();
        full += usize::from(last == BATCH);
    }
    println!("read {count} records: {full} batches of {BATCH} and a last one of {last}");
    assert_eq!(count, RECORDS);

    std::fs::remove_file(&path)?;
    Ok(())
}
