//! Shares a strided view with JavaScript: writes its meta data and the buffer it lies in to two files, without copying
//! elements, and reads them again.
//!
//! ```sh
//! cargo run --example share_with_js -- target/shared
//! ```
//!
//! Where `node` and `npm` are there, the package of stdlib that the record comes from reads and writes it too:
//!
//! ```sh
//! cd target/shared
//! npm install @stdlib/ndarray-base-serialize-meta-data @stdlib/ndarray-base-dtype-resolve-str @stdlib/ndarray-base-vind2bind
//! node ../../examples/share_with_js.js
//! ```

use std::{env, error::Error, fs, path::PathBuf};

use ndarray::{Array2, ArrayView2, s};
use tensor_format::{
    Element, TensorRef,
    stdlib::{self, IndexMode, MetaData},
};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args().nth(1).map_or_else(|| env::temp_dir().join("share_with_js"), PathBuf::from);
    fs::create_dir_all(&folder)?;

    // A picture of 4 x 6 numbers, of which every other row is shared, its columns backwards.
    let picture = Array2::from_shape_fn((4, 6), |(y, x)| (10 * y + x) as f64);
    let buffer = picture.as_slice().ok_or("a new array is contiguous")?;
    let view = picture.slice(s![..;2, ..;-1]);
    let mut meta = MetaData::of(&TensorRef::from_array_in(&view, buffer)?)?;
    // Indices from -1 down count from the end, as negative subscripts do in JavaScript.
    meta.mode = IndexMode::Normalize;
    meta.submodes = [IndexMode::Normalize].into_iter().collect();
    println!("{} {}, strides {:?}, offset {}", meta.dtype.name(), meta.shape, meta.strides, meta.offset);

    fs::write(folder.join("array.meta"), meta.to_vec()?)?;
    fs::write(folder.join("array.data"), f64::as_bytes(buffer))?;
    println!("wrote array.meta ({} bytes) and array.data to {}", meta.encoded_len(), folder.display());

    // And back: the bytes of a file lie anywhere, so the array may have to be copied.
    let (record, data) = (fs::read(folder.join("array.meta"))?, fs::read(folder.join("array.data"))?);
    let read = stdlib::Options::new().from_slice(&record)?;
    assert_eq!(read, meta);
    println!("element [-1, -1]: {}", read.get::<f64>(&data, &[-1, -1])?);
    let array: Array2<f64> = stdlib::from_message(&record, &data)?;
    assert_eq!(array, view);
    let lent = read.view(f64::as_bytes(buffer))?;
    assert_eq!(lent.array_view::<f64, _>()? as ArrayView2<'_, f64>, view);
    println!("{array}");
    Ok(())
}
