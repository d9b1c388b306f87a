//! `.npy`, `.npz` and `.safetensors` files both ways with Python: `file_peer PYTHON FOLDER`.
//!
//! Python makes the files of `tests/files` anew, and they hold what they must. Then files of every element type, shape
//! and order are written here, and Python reads and writes them again: the same bytes, or for archives the same tensors.

use std::{error::Error, fs, path::Path, process::Command};

use tensor_format::{ByteOrder, ElementType, Record, Shape, Tensor, TensorRef, npy, npz, safetensors};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/peers/files.py");

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [python, folder] = &arguments[..] else { return Err("usage: file_peer PYTHON FOLDER".into()) };
    let folder = Path::new(folder);
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    let (made, written) = (folder.join("made"), folder.join("written"));
    fs::create_dir_all(&written)?;
    run(python, "make", &made)?;
    tensor_format_tests::files::check(&made);

    let mut count = 0;
    let mut write = |name: String, bytes: Vec<u8>| {
        count += 1;
        fs::write(written.join(name), bytes)
    };
    let mut record = Record::new();
    for (index, shape) in shapes().iter().enumerate() {
        for &element_type in ElementType::ALL.iter().filter(|t| t.size().is_some()) {
            let tensor = tensor(element_type, shape)?;
            if ![ElementType::C128, ElementType::BF16].contains(&element_type) {
                record.push(format!("{element_type}/{index}"), tensor.clone());
            }
            if element_type == ElementType::BF16 {
                continue;
            }
            for order in [ByteOrder::Little, ByteOrder::Big] {
                for layout in [npy::Order::RowMajor, npy::Order::ColumnMajor] {
                    let bytes = npy::Options::new().byte_order(order).order(layout).to_vec(&tensor)?;
                    write(format!("{element_type}-{index}-{order:?}-{layout:?}.npy"), bytes)?;
                }
            }
        }
    }
    write("record.npz".into(), npz::to_vec(&record)?)?;
    write("deflated.npz".into(), npz::Options::new().deflate(true).to_vec(&record)?)?;
    record.push("bf16", tensor(ElementType::BF16, &Shape::from([2, 3]))?);
    write("record.safetensors".into(), safetensors::to_vec(&record)?)?;

    run(python, "again", &written)?;
    for file in fs::read_dir(&written)? {
        let file = file?;
        if file.file_type()?.is_dir() {
            continue;
        }
        let (ours, theirs) = (fs::read(file.path())?, fs::read(written.join("again").join(file.file_name()))?);
        let same = if file.path().extension().is_some_and(|end| end == "npz") {
            npz::from_slice::<Record>(&ours)? == npz::from_slice::<Record>(&theirs)?
        } else {
            ours == theirs
        };
        if !same {
            return Err(format!("{} is another file when Python has written it", file.path().display()).into());
        }
    }
    println!("{count} files came back from Python as they were");
    Ok(())
}

fn run(python: &str, mode: &str, folder: &Path) -> Result<(), Box<dyn Error>> {
    let status = Command::new(python).arg(SCRIPT).arg(mode).arg(folder).status()?;
    if status.success() { Ok(()) } else { Err(format!("files.py {mode}: {status}").into()) }
}

fn shapes() -> Vec<Shape> {
    let shapes: [&[usize]; 9] =
        [&[], &[0], &[1], &[7], &[2, 3], &[1, 5], &[3, 0, 2], &[2, 3, 4], &[1, 2, 1, 2, 1, 2, 1, 2]];
    shapes.into_iter().map(Shape::from).collect()
}

/// Elements whose bytes are counted through.
fn tensor(element_type: ElementType, shape: &Shape) -> Result<Tensor, Box<dyn Error>> {
    let count = shape.element_count().unwrap_or_default();
    let size = element_type.size().unwrap_or(1);
    let of_bool = if element_type == ElementType::Bool { 1 } else { u8::MAX };
    let bytes: Vec<u8> = (0..count * size).map(|at| (at * 37 % 251) as u8 & of_bool).collect();
    let tensor = TensorRef::from_bytes(element_type, shape.clone(), &bytes, ByteOrder::Little)?;
    Ok(tensor.to_tensor())
}
