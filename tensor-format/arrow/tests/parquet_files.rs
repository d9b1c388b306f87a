//! What files of Parquet take beside the elements that are in them, and what is read of them.
#![cfg(feature = "parquet")]

use std::{
    fmt::Debug,
    io,
    sync::atomic::{AtomicUsize, Ordering},
};

use bytes::Bytes;
use parquet_60::{
    errors::Result,
    file::reader::{ChunkReader, Length},
};
use tensor_format::{Binary, DecodeOwned, Encode, ErrorKind, Many, Tensor};
use tensor_format_arrow::{WriteOptions, parquet};

const ROWS: usize = 200;

/// Writes values as a file, which gives them back, and returns its bytes for each element without those of an empty one.
fn size<T: Encode + DecodeOwned + PartialEq + Debug>(values: &[T], elements: usize, options: &WriteOptions) -> f64 {
    let written = |values: &[T]| parquet::write_with(Vec::new(), values, options).unwrap();
    let file = Bytes::from(written(values));
    assert!(parquet::read::<T, _>(file.clone()).unwrap() == values);
    (file.len() - written(&[]).len()) as f64 / elements as f64
}

/// Asserts that the elements take about so many bytes each.
macro_rules! takes {
    ($bytes:expr, $size:expr) => {
        let (most, size): (f64, f64) = ($bytes, $size);
        assert!(size <= most && size > 0.8 * most, "{size:.3} bytes an element, not {most}");
    };
}

#[derive(Tensor, PartialEq, Debug)]
struct Fixed<T: tensor_format::Element> {
    x: [[T; 32]; 24],
}

/// Rows whose elements are functions of their number.
fn fixed<T: tensor_format::Element>(mut element: impl FnMut(usize) -> T) -> Vec<Fixed<T>> {
    let mut at = 0..;
    let mut next = move || element(at.next().unwrap());
    (0..ROWS).map(|_| Fixed { x: std::array::from_fn(|_| std::array::from_fn(|_| next())) }).collect()
}

#[test]
fn elements_of_8_and_16_bits_take_little_more_than_these() {
    let elements = ROWS * 24 * 32;
    let options = WriteOptions::new();
    let mut random = fastrand::Rng::with_seed(8);
    takes!(1.03, size(&fixed(|_| random.u8(..)), elements, &options));
    takes!(1.03, size(&fixed(|_| random.i8(..)), elements, &options));
    takes!(2.3, size(&fixed(|_| random.u16(..)), elements, &options));
    takes!(2.3, size(&fixed(|_| random.i16(..)), elements, &options));
    // Neighbours that are alike, few values, and one.
    takes!(0.65, size(&fixed(|at| (at / 7 % 200) as i16 + random.i16(0..9)), elements, &options));
    takes!(0.53, size(&fixed(|_| 17 * random.u8(..16)), elements, &options));
    takes!(0.05, size(&fixed(|_| 7i16), elements, &options));
    // Truth values are bits, as bytes too.
    takes!(0.14, size(&fixed(|_| random.bool()), elements, &options));
    takes!(0.14, size(&fixed(|_| random.bool()), elements, &options.bool8(true)));
    // As they are in memory.
    takes!(4.02, size(&fixed(|_| random.u32(..)), elements, &options));
    takes!(8.02, size(&fixed(|_| random.f64()), elements, &options));
}

#[test]
fn so_do_those_of_variable_shape_and_of_many_tensors() {
    #[derive(Tensor, PartialEq, Debug)]
    struct Variable {
        x: Vec<[u8; 32]>,
    }
    #[derive(Tensor, PartialEq, Debug)]
    struct Parts {
        x: Many<[u8; 32]>,
    }
    let mut random = fastrand::Rng::with_seed(9);
    let mut lines = |row: usize| (0..row % 40).map(|_| [0; 32].map(|_: u8| random.u8(..))).collect::<Vec<_>>();
    let variable: Vec<Variable> = (0..ROWS).map(|row| Variable { x: lines(row) }).collect();
    let parts: Vec<Parts> = (0..ROWS).map(|row| Parts { x: Many(lines(row)) }).collect();
    let elements = variable.iter().map(|row| row.x.len() * 32).sum();
    for options in [WriteOptions::new(), WriteOptions::new().large(true), WriteOptions::new().plain(true)] {
        takes!(1.1, size(&variable, elements, &options));
        takes!(1.2, size(&parts, elements, &options));
    }
}

#[test]
fn content_gets_no_dictionary_and_sizes_do() {
    #[derive(Tensor, PartialEq, Debug)]
    struct Content {
        data: Binary,
        empty: Vec<[f32; 4]>,
    }
    // Two contents of 1000 bytes: a dictionary would hold each once.
    let values = (0..ROWS).map(|row| Content { data: vec![row as u8 % 2; 1000].into(), empty: vec![] });
    takes!(1.01, size(&values.collect::<Vec<_>>(), ROWS * 1000, &WriteOptions::new()));
}

#[test]
fn columns_that_a_type_does_not_have_are_not_read() {
    #[derive(Tensor, PartialEq, Debug, Clone)]
    struct Wide {
        pixels: [f32; 1000],
        label: String,
    }
    #[derive(Tensor, PartialEq, Debug)]
    struct Narrow {
        label: String,
    }
    let wide: Vec<Wide> =
        (0..20).map(|at: u8| Wide { pixels: [at.into(); 1000], label: format!("label {at}") }).collect();
    let mut file = parquet::write(Vec::new(), &wide).unwrap();
    assert_eq!(parquet::read::<Wide, _>(Bytes::from(file.clone())).unwrap(), wide);
    // The pages of the first column are behind the four letters of the format.
    file[4..1000].fill(0xff);
    assert!(parquet::read::<Wide, _>(Bytes::from(file.clone())).is_err());
    let narrow: Vec<Narrow> = wide.into_iter().map(|row| Narrow { label: row.label }).collect();
    assert_eq!(parquet::read::<Narrow, _>(Bytes::from(file)).unwrap(), narrow);
}

#[test]
fn a_file_that_is_cut_says_what_is_missing() {
    let file = parquet::write(Vec::new(), &fixed(|at| at as u16)).unwrap();
    let error = |bytes: Vec<u8>| parquet::read::<Fixed<u16>, _>(Bytes::from(bytes)).unwrap_err().to_string();
    for cut in [0, 3, 4, 10, file.len() / 2, file.len() - 1] {
        let found = if cut < 12 { format!("found {cut} bytes") } else { format!("found {cut} bytes, which end with") };
        let error = error(file[..cut].to_vec());
        assert!(error.contains("a whole file of Parquet, which ends with `PAR1`") && error.contains(&found), "{error}");
    }
    let encrypted = [&file[..file.len() - 1], b"E"].concat();
    assert!(error(encrypted).contains("an encrypted one, which is not read"));
}

/// An input of which only so many reads succeed.
struct Failing(Bytes, AtomicUsize);

impl Failing {
    fn read(&self) -> io::Result<()> {
        let left = self.1.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        left.map(|_| ()).map_err(|_| io::ErrorKind::PermissionDenied.into())
    }
}

impl Length for Failing {
    fn len(&self) -> u64 {
        self.0.len() as u64
    }
}

impl ChunkReader for Failing {
    type T = <Bytes as ChunkReader>::T;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        self.0.get_read(start)
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        self.read()?;
        self.0.get_bytes(start, length)
    }
}

#[test]
fn an_input_that_fails_is_no_damaged_file() {
    let file = Bytes::from(parquet::write(Vec::new(), &fixed(|at| at as u16)).unwrap());
    let mut reads = 0;
    while let Err(error) = parquet::read::<Fixed<u16>, _>(Failing(file.clone(), reads.into())) {
        assert!(matches!(error.kind(), ErrorKind::Io(_)), "after {reads} reads: {error}");
        reads += 1;
    }
    assert!(reads > 4, "{reads} reads");
}
