//! A model's weights in one file, of which a program reads a few: the file is mapped into memory, opened once, and only
//! the pages of the tensors that are asked for are read from the disk.
//!
//! `cargo run -p tensor-format-examples --features files --example weights` writes 64 MiB of weights as `.safetensors`
//! and as `.npz`, and reads two tensors of each, as a struct and as a list.

use std::{error::Error, fs::File};

use memmap2::Mmap;
use ndarray::ArrayView2;
use tensor_format::{Record, Tensor, npz, safetensors};

/// The part of the model that this program needs; it borrows from the mapped file.
#[derive(Tensor)]
struct Head<'a> {
    #[tensor(rename = "head.weight", shape = [classes, features])]
    weight: ArrayView2<'a, f32>,
    #[tensor(rename = "head.bias", shape = [classes])]
    bias: &'a [f32],
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::temp_dir().join(format!("weights-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let done = write_and_read(&folder);
    std::fs::remove_dir_all(&folder)?;
    done
}

fn write_and_read(folder: &std::path::Path) -> Result<(), Box<dyn Error>> {
    let layers = (0..64).map(|layer| (format!("layer.{layer}.weight"), Tensor::from(vec![layer as f32; 1 << 18])));
    let head = [
        ("head.weight".to_owned(), Tensor::from_slice([2, 3], &[0.5f32, 1.0, 1.5, 2.0, 2.5, 3.0])?),
        ("head.bias".to_owned(), Tensor::from(vec![-0.5f32, 0.5])),
    ];
    let model: Record = layers.chain(head).collect();
    let (safetensors_path, npz_path) = (folder.join("model.safetensors"), folder.join("model.npz"));
    safetensors::to_writer(File::create(&safetensors_path)?, &model)?;
    npz::to_writer(File::create(&npz_path)?, &model)?;

    let map = map(&safetensors_path)?;
    let file = safetensors::File::from_slice(&map)?;
    println!("{}: {} bytes, {} tensors", safetensors_path.display(), map.len(), file.members().len());
    let head: Head = file.read()?;
    println!("  head: {} x {}, bias {:?}", head.weight.nrows(), head.weight.ncols(), head.bias);
    let tensors = file.tensors(["layer.0.weight", "layer.63.weight"])?;
    println!("  {}: begins with {:?}", tensors[1].header(), &tensors[1].as_slice::<f32>()?[..2]);
    let missing = file.tensors(["layer.64.weight"]).err().ok_or("found")?;
    println!("  {missing}");

    // NumPy's own archives are not aligned: of those, arrays that own their elements are read, or `View`.
    let map = self::map(&npz_path)?;
    let archive = npz::Archive::from_slice(&map)?;
    println!("{}: {} bytes, {} members", npz_path.display(), map.len(), archive.members().len());
    let head: Head = archive.read()?;
    println!("  head: {} x {}, bias {:?}", head.weight.nrows(), head.weight.ncols(), head.bias);
    println!("  {} of {} bytes", archive.tensors(["layer.63.weight"])?[0].header(), map.len());
    Ok(())
}

#[allow(unsafe_code, reason = "a map is unsafe because others can change the file")]
fn map(path: &std::path::Path) -> std::io::Result<Mmap> {
    // SAFETY: the map is only read. Nothing else writes to the file, which this program has made; numbers that changed
    // would be other numbers, and texts and booleans are checked when they are read.
    unsafe { Mmap::map(&File::open(path)?) }
}
