//! `samples write FILE ROWS [plain]` writes samples as Parquet, a parameter a column, with or without extension types;
//! `samples check FOLDER ROWS` reads the Parquet files that another program has made of them, in whatever order, and
//! compares every value; `samples check-means FOLDER ROWS` does so with files that have the means of the pictures too.

use std::{error::Error, fs, fs::File, io::BufWriter, mem, path::Path};

use engine_samples::Sample;
use ndarray::Array3;
use tensor_format::{DecodeOwned, Tensor};
use tensor_format_arrow::{WriteOptions, parquet};

/// A sample with the mean of its pixels.
#[derive(Tensor)]
struct Measured {
    id: u32,
    #[tensor(shape = [c: 3, h: 32, w: 32])]
    pixels: Array3<u8>,
    label: String,
    mean: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["write", file, rows] => write(Path::new(file), rows.parse()?, false),
        ["write", file, rows, "plain"] => write(Path::new(file), rows.parse()?, true),
        ["check", folder, rows] => {
            check(Path::new(folder), rows.parse()?, |sample: &Sample| (sample.id, *sample == Sample::new(sample.id)))
        }
        ["check-means", folder, rows] => check(Path::new(folder), rows.parse()?, |found: &Measured| {
            let Sample { id, pixels, label, .. } = Sample::new(found.id);
            (id, (&found.pixels, &found.label, found.mean) == (&pixels, &label, Sample::mean(id)))
        }),
        _ => {
            Err("usage: samples write FILE ROWS [plain] | samples check FOLDER ROWS | samples check-means FOLDER ROWS"
                .into())
        }
    }
}

fn write(file: &Path, rows: u32, plain: bool) -> Result<(), Box<dyn Error>> {
    // Engines read groups of rows side by side.
    let options = WriteOptions::new().max_rows(1 << 13).plain(plain);
    let out = BufWriter::new(File::create(file)?);
    let samples: Vec<Sample> = (0..rows).map(Sample::new).collect();
    parquet::write_with(out, &samples, &options)?.into_inner()?.sync_all()?;
    println!("{rows} samples written, {} MiB", fs::metadata(file)?.len() >> 20);
    Ok(())
}

/// Reads all values, of which `judge` says the number and whether they are right: each number is there once.
fn check<T: DecodeOwned>(folder: &Path, rows: u32, judge: impl Fn(&T) -> (u32, bool)) -> Result<(), Box<dyn Error>> {
    let (mut seen, mut files) = (vec![false; rows as usize], 0);
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_none_or(|end| end != "parquet") {
            continue;
        }
        files += 1;
        for value in parquet::values::<T, _>(File::open(&path)?)? {
            let (id, right) = judge(&value?);
            let place = seen.get_mut(id as usize).ok_or_else(|| format!("there is no sample {id}"))?;
            if mem::replace(place, true) || !right {
                return Err(format!("{}: sample {id} is there twice, or another", path.display()).into());
            }
        }
    }
    if let Some(missing) = seen.iter().position(|seen| !seen) {
        return Err(format!("sample {missing} of {rows} is missing").into());
    }
    println!("{rows} samples equal, in {files} files");
    Ok(())
}
