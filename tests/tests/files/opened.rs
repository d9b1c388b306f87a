//! Files that are opened once, of which only the wanted tensors are read.

use std::{
    cell::Cell,
    io::{self, Cursor, Read, Seek, SeekFrom},
    rc::Rc,
};

use allocation_counter::measure;
use ndarray::ArrayView1;
use tensor_format::{ErrorKind, Record, Tensor, View, error::FileFault, npz, safetensors};
use tensor_format_tests::files::fault;

const LEN: usize = 1 << 16;

/// A file that counts the bytes which are read from it.
struct Counting(Cursor<Vec<u8>>, Rc<Cell<usize>>);

impl Read for Counting {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let len = self.0.read(out)?;
        self.1.set(self.1.get() + len);
        Ok(len)
    }
}

impl Seek for Counting {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}

fn counting(bytes: &[u8]) -> (Counting, Rc<Cell<usize>>) {
    let count = Rc::new(Cell::new(0));
    (Counting(Cursor::new(bytes.to_vec()), count.clone()), count)
}

/// Twenty tensors, of 256 KiB each.
fn weights() -> Record {
    (0..20).map(|index| (format!("w{index:02}"), Tensor::from(vec![index as f32; LEN]))).collect()
}

#[derive(Tensor, Debug, PartialEq)]
struct Two {
    w03: Vec<f32>,
    w17: Vec<f32>,
}

fn two() -> Two {
    Two { w03: vec![3.0; LEN], w17: vec![17.0; LEN] }
}

const TENSOR: usize = LEN * 4;

#[test]
fn only_wanted_members_of_npz_are_read() {
    for deflate in [false, true] {
        let bytes = npz::Options::new().deflate(deflate).to_vec(&weights()).unwrap();
        let (file, count) = counting(&bytes);
        let memory = measure(|| {
            let mut reader = npz::Reader::new(file).unwrap();
            let opened = count.get();
            assert!(opened < TENSOR, "{opened}");
            assert_eq!(reader.names().len(), 20);
            assert_eq!(reader.names().nth(17), Some("w17"));
            assert_eq!(reader.head("w17").unwrap().header().to_string(), "f32 [65536]");
            count.set(0);
            assert_eq!(reader.read::<Two>().unwrap(), two());
            assert!(count.get() < 2 * TENSOR + TENSOR / 2, "{}", count.get());
            count.set(0);
            assert_eq!(reader.read_tensor::<Vec<f32>>("w05").unwrap(), [5.0; LEN]);
            assert!(count.get() < TENSOR + TENSOR / 2, "{}", count.get());
            let some: Result<Vec<Tensor>, _> =
                ["w01", "w02"].into_iter().map(|name| reader.read_tensor(name)).collect();
            assert_eq!(some.unwrap()[1].to_vec::<f32>().unwrap(), [2.0; LEN]);
        });
        // What is read, what it becomes, and what is expected of it.
        assert!(memory.bytes_max < 12 * TENSOR as u64, "{}", memory.bytes_max);
        assert_eq!(npz::Reader::new(Cursor::new(&bytes)).unwrap().read::<Record>().unwrap(), weights());
    }
}

#[test]
fn only_wanted_tensors_of_safetensors_are_read() {
    let bytes = safetensors::to_vec(&weights()).unwrap();
    let (file, count) = counting(&bytes);
    let mut reader = safetensors::Reader::new(file).unwrap();
    assert_eq!(count.get(), bytes.len() - 20 * TENSOR);
    assert_eq!(reader.names().nth(17), Some("w17"));
    assert_eq!(reader.header("w17").unwrap().to_string(), "f32 [65536]");
    assert!(reader.metadata().is_empty());
    count.set(0);
    assert_eq!(reader.read::<Two>().unwrap(), two());
    assert_eq!(count.get(), 2 * TENSOR);
    count.set(0);
    assert_eq!(reader.read_tensor::<Vec<f32>>("w05").unwrap(), [5.0; LEN]);
    assert_eq!(count.get(), TENSOR);
    assert_eq!(reader.read::<Record>().unwrap(), weights());
}

#[test]
fn tensors_of_bytes_are_lent_by_name() {
    let names = ["w03", "w17"];
    let bytes = npz::to_vec(&weights()).unwrap();
    let archive = npz::Archive::from_slice(&bytes).unwrap();
    let file_bytes = safetensors::to_vec(&weights()).unwrap();
    let file = safetensors::File::from_slice(&file_bytes).unwrap();
    let some: Vec<View<'_, f32>> = names.map(|name| archive.read_tensor(name).unwrap()).into();
    assert_eq!(some[1].get(LEN - 1), Some(17.0));
    let memory = measure(|| {
        let some: Vec<View<'_, f32>> = names.map(|name| file.read_tensor(name).unwrap()).into();
        assert_eq!(some[0].get(0), Some(3.0));
    });
    assert!(memory.bytes_total < 4096, "{memory:?}");
}

#[test]
fn wanted_tensors_that_are_missing_or_of_another_type_are_named() {
    #[derive(Tensor, Debug)]
    #[allow(dead_code, reason = "never read whole")]
    struct Other {
        w03: Vec<u8>,
    }
    #[derive(Tensor, Debug)]
    #[allow(dead_code, reason = "never read whole")]
    struct Lacking {
        w99: Vec<f32>,
    }
    let (archive, file) = (npz::to_vec(&weights()).unwrap(), safetensors::to_vec(&weights()).unwrap());
    let (lent, held) = (npz::Archive::from_slice(&archive).unwrap(), safetensors::File::from_slice(&file).unwrap());
    let mut npz = npz::Reader::new(Cursor::new(&archive)).unwrap();
    let mut tensors = safetensors::Reader::new(Cursor::new(&file)).unwrap();
    for error in [
        npz.read_tensor::<Tensor>("w99").unwrap_err(),
        npz.head("w99").unwrap_err(),
        tensors.read_tensor::<Tensor>("w99").unwrap_err(),
        tensors.header("w99").unwrap_err(),
        lent.read_tensor::<Tensor>("w99").unwrap_err(),
        held.read_tensor::<Tensor>("w99").unwrap_err(),
    ] {
        assert_eq!(error.to_string(), "parameter `w99`: required, but missing");
    }
    for error in [
        npz.read_tensor::<Vec<u8>>("w03").unwrap_err(),
        tensors.read_tensor::<Vec<u8>>("w03").unwrap_err(),
        lent.read_tensor::<Vec<u8>>("w03").unwrap_err(),
        held.read_tensor::<Vec<u8>>("w03").unwrap_err(),
        npz.read::<Other>().unwrap_err(),
        tensors.read::<Other>().unwrap_err(),
    ] {
        assert_eq!(error.to_string(), "parameter `w03`: element type: expected u8, found f32");
    }
    assert_eq!(npz.read::<Lacking>().unwrap_err().to_string(), lent.read::<Lacking>().unwrap_err().to_string());
    assert_eq!(tensors.read::<Lacking>().unwrap_err().to_string(), held.read::<Lacking>().unwrap_err().to_string());
    assert!(npz.read_tensor::<Tensor>("w03").is_ok() && tensors.read_tensor::<Tensor>("w03").is_ok());
}

fn small() -> Record {
    [("a".to_owned(), Tensor::from(vec![1.0f32, 2.0])), ("b".to_owned(), Tensor::from(vec![true, false]))]
        .into_iter()
        .collect()
}

/// Opens a file and reads everything; memory stays near the size of the file.
fn read_npz(bytes: &[u8]) -> Result<Record, tensor_format::DecodeError> {
    let mut read = None;
    let memory = measure(|| {
        read = Some(npz::Reader::new(Cursor::new(bytes)).and_then(|mut reader| reader.read()));
    });
    assert!(memory.bytes_max < 1 << 20, "{}", memory.bytes_max);
    read.unwrap()
}

fn read_safetensors(bytes: &[u8]) -> Result<Record, tensor_format::DecodeError> {
    let mut read = None;
    let memory = measure(|| {
        read = Some(safetensors::Reader::new(Cursor::new(bytes)).and_then(|mut reader| reader.read()));
    });
    assert!(memory.bytes_max < 32 * bytes.len() as u64 + 8192, "{}", memory.bytes_max);
    read.unwrap()
}

#[test]
fn a_file_that_is_cut_or_changed_gives_the_errors_of_its_bytes() {
    let file = safetensors::to_vec(&small()).unwrap();
    for end in 0..file.len() {
        let expected = safetensors::from_slice::<Record>(&file[..end]).unwrap_err().to_string();
        assert_eq!(read_safetensors(&file[..end]).unwrap_err().to_string(), expected, "{end}");
    }
    for (at, bits) in (0..file.len()).flat_map(|at| [(at, 1u8), (at, 0x80), (at, 0xff)]) {
        let mut changed = file.clone();
        changed[at] ^= bits;
        let (read, expected) = (read_safetensors(&changed), safetensors::from_slice::<Record>(&changed));
        assert_eq!(read.map_err(|error| error.to_string()), expected.map_err(|error| error.to_string()), "{at}");
    }
    for deflate in [false, true] {
        let archive = npz::Options::new().deflate(deflate).to_vec(&small()).unwrap();
        for end in 0..archive.len() {
            assert!(read_npz(&archive[..end]).is_err(), "{end}");
        }
        for (at, bits) in (0..archive.len()).flat_map(|at| [(at, 1u8), (at, 0x80), (at, 0xff)]) {
            let mut changed = archive.clone();
            changed[at] ^= bits;
            let (read, expected) = (read_npz(&changed), npz::from_slice::<Record>(&changed));
            let name = |error: tensor_format::DecodeError| (error.kind().name(), error.parameter().map(str::to_owned));
            assert_eq!(read.map_err(name), expected.map_err(name), "{at}");
        }
    }
}

#[test]
fn limits_hold_and_lies_cost_nothing() {
    let bomb = npz::Options::new().deflate(true).to_vec(&weights()).unwrap();
    let options = npz::Options::new().max_expanded(TENSOR as u64);
    let error = options.reader(Cursor::new(&bomb)).unwrap().read::<Two>().unwrap_err();
    assert_eq!((error.kind().name(), error.parameter()), ("limit_exceeded", Some("w03")), "{error}");
    let error = npz::Options::new().max_params(3).reader(Cursor::new(&bomb)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { max: 3, found: 20, .. }), "{error}");
    let file = safetensors::to_vec(&small()).unwrap();
    let error = safetensors::Options::new().max_params(1).reader(Cursor::new(&file)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { max: 1, found: 2, .. }), "{error}");
    for len in [100_000_000u64, u64::MAX] {
        assert!(read_safetensors(&len.to_le_bytes()).is_err());
    }
    let text = r#"{"f":{"dtype":"F8_E5M2","shape":[2],"data_offsets":[0,2]}}"#;
    let foreign = [&(text.len() as u64).to_le_bytes()[..], text.as_bytes(), &[1, 2]].concat();
    let mut reader = safetensors::Reader::new(Cursor::new(&foreign)).unwrap();
    assert_eq!(fault(&reader.header("f").unwrap_err()), FileFault::Dtype);
    assert_eq!(fault(&reader.read_tensor::<Tensor>("f").unwrap_err()), FileFault::Dtype);
}

/// A file that says another length than it has, as one that is cut while it is open.
#[derive(Debug)]
struct Shrunk(Cursor<Vec<u8>>, u64);

impl Read for Shrunk {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.0.read(out)
    }
}

impl Seek for Shrunk {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to).map(|at| if to == SeekFrom::End(0) { self.1 } else { at })
    }
}

#[test]
fn a_file_that_shrinks_is_refused() {
    let mut file = safetensors::to_vec(&small()).unwrap();
    let len = file.len() as u64;
    file.truncate(file.len() - 1);
    let mut reader = safetensors::Reader::new(Shrunk(Cursor::new(file), len)).unwrap();
    let error = reader.read_tensor::<Vec<bool>>("b").unwrap_err();
    assert_eq!((error.kind().name(), error.parameter()), ("truncated", Some("b")), "{error}");
    assert_eq!(reader.read_tensor::<Vec<f32>>("a").map_err(|error| error.to_string()), Ok(vec![1.0, 2.0]));
}

#[test]
fn another_file_is_no_large_header() {
    let numbers: Record = [("a".to_owned(), Tensor::from(vec![0u8; 200]))].into_iter().collect();
    for other in [npz::to_vec(&numbers).unwrap(), br#"{"inputs": [{"name": "a"}]}"#.to_vec()] {
        let needed = u64::from_le_bytes(other[..8].try_into().unwrap());
        let text = format!("the input ends too early: {needed} bytes needed, {} left (byte 8)", other.len() - 8);
        for error in [
            safetensors::from_slice::<Record>(&other).unwrap_err(),
            safetensors::from_reader::<Record, _>(&other[..]).unwrap_err(),
            read_safetensors(&other).unwrap_err(),
        ] {
            assert!(error.kind().is_malformed() && error.to_string() == text, "{error}");
        }
    }
    // A file that has room for a header of more than 100 MB, and one that lacks a byte for it.
    let len = 100_000_001u64;
    for (more, name, place) in [(8, "limit_exceeded", 0), (7, "truncated", 8)] {
        let memory = measure(|| {
            let file = Shrunk(Cursor::new(len.to_le_bytes().to_vec()), len + more);
            let error = safetensors::Reader::new(file).unwrap_err();
            assert_eq!((error.kind().name(), error.offset()), (name, Some(place)), "{error}");
        });
        assert!(memory.bytes_max < 4096, "{memory:?}");
        let mut file = vec![0; usize::try_from(len + more).unwrap()];
        file[..8].copy_from_slice(&len.to_le_bytes());
        let error = safetensors::from_slice::<Record>(&file).unwrap_err();
        assert_eq!((error.kind().name(), error.offset()), (name, Some(place)), "{error}");
    }
}

/// Aligned bytes are lent, others are what `from_slice` says of them.
#[cfg(target_endian = "little")]
#[test]
fn aligned_tensors_are_lent_as_arrays() {
    let bytes = safetensors::to_vec(&small()).unwrap();
    let mut shifted = vec![0; bytes.len() + 8];
    let mut results = [0; 2];
    for shift in 0..4 {
        shifted[shift..shift + bytes.len()].copy_from_slice(&bytes);
        let file = safetensors::File::from_slice(&shifted[shift..shift + bytes.len()]).unwrap();
        match file.read_tensor::<ArrayView1<'_, f32>>("a") {
            Ok(array) => {
                assert_eq!(array.as_ptr().cast(), file.get("a").unwrap().bytes().as_ptr());
                results[0] += 1;
            }
            Err(error) => {
                assert_eq!((error.kind().name(), error.parameter()), ("misaligned", Some("a")), "{error}");
                results[1] += 1;
            }
        }
    }
    assert_eq!(results, [1, 3]);
}
