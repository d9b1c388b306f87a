//! Archives whose bytes were changed, and readers that fail, which is another matter.

use std::{
    cell::Cell,
    io::{self, Cursor, Read, Seek, SeekFrom},
    rc::Rc,
};

use tensor_format::{DecodeError, Record, Tensor, error::FileFault, npz};
use tensor_format_tests::files::fault;

/// Numbers that deflate to less, and not to nothing.
fn numbers() -> Record {
    let numbers: Vec<u32> = (0..20_000u32).map(|index| index.wrapping_mul(0x9e37_79b9) >> 20).collect();
    [("a".to_owned(), Tensor::from(numbers))].into_iter().collect()
}

/// The errors of all that reads all of a member.
fn errors(bytes: &[u8]) -> [DecodeError; 5] {
    let archive = npz::Archive::from_slice(bytes).unwrap();
    let member = archive.get("a").unwrap();
    let mut reader = npz::Reader::new(Cursor::new(bytes)).unwrap();
    [
        npz::from_slice::<Record>(bytes).unwrap_err(),
        npz::from_reader::<Record, _>(bytes).unwrap_err(),
        member.write_to(&mut io::sink()).unwrap_err(),
        reader.read::<Record>().unwrap_err(),
        reader.read_tensor::<Tensor>("a").unwrap_err(),
    ]
}

#[test]
fn changed_bytes_of_a_member_are_the_fault_of_the_input() {
    for deflate in [false, true] {
        let bytes = npz::Options::new().deflate(deflate).to_vec(&numbers()).unwrap();
        let mut texts = Vec::new();
        for at in (0..20).map(|part| 1000 + part * (bytes.len() - 2000) / 20) {
            for bits in [1, 0xff] {
                let mut changed = bytes.clone();
                changed[at] ^= bits;
                for error in errors(&changed) {
                    assert!(error.kind().is_malformed(), "{at}: {error}");
                    assert_eq!((fault(&error), error.parameter()), (FileFault::Damaged, Some("a")), "{at}: {error}");
                    texts.push(error.to_string());
                }
            }
        }
        let sum = "npz: expected bytes that have the checksum which the archive says, found bytes that have another";
        assert!(texts.iter().any(|text| text.contains(sum)), "{texts:?}");
        if !deflate {
            assert!(texts.iter().all(|text| text.starts_with(&format!("parameter `a`: {sum} (byte "))), "{texts:?}");
            continue;
        }
        let packed = "npz: expected bytes that unpack to what the archive says, found ";
        assert!(texts.iter().any(|text| text.contains(packed)), "{texts:?}");
    }
}

#[derive(Tensor, Debug, PartialEq)]
struct Optional {
    a: Vec<u8>,
    b: Option<Vec<u8>>,
}

/// Renamed in the directory alone, an optional parameter would be absent.
#[test]
fn an_entry_has_the_name_that_the_directory_says() {
    for deflate in [false, true] {
        let value = Optional { a: vec![1, 2], b: Some(vec![3]) };
        let bytes = npz::Options::new().deflate(deflate).to_vec(&value).unwrap();
        assert_eq!(npz::from_slice::<Optional>(&bytes).unwrap(), value);
        let places = |name: &[u8]| {
            let windows = bytes.windows(name.len()).enumerate();
            windows.filter(|(_, window)| *window == name).map(|(at, _)| at).collect::<Vec<_>>()
        };
        let names = places(b"b.npy");
        let [own, listed] = names[..] else { panic!("{names:?}") };
        for (at, text) in [
            (listed, "`c.npy` in the directory, `b.npy` at the entry"),
            (own, "`b.npy` in the directory, `c.npy` at the entry"),
        ] {
            let mut renamed = bytes.clone();
            renamed[at] = b'c';
            let expected = "npz: expected the same name in the directory and at the entry, found";
            for error in [
                npz::from_slice::<Optional>(&renamed).unwrap_err(),
                npz::from_reader::<Optional, _>(&renamed[..]).unwrap_err(),
                npz::Archive::from_slice(&renamed).unwrap_err(),
                npz::Reader::new(Cursor::new(&renamed)).unwrap_err(),
            ] {
                assert!(error.kind().is_malformed(), "{error}");
                assert_eq!(error.to_string(), format!("{expected} {text} (byte {})", own - 30));
            }
            // Behind other bytes too, as in a program that unpacks itself.
            let behind = [&b"#!"[..], &renamed].concat();
            assert!(npz::from_slice::<Optional>(&behind).unwrap_err().to_string().contains(text));
            assert_eq!(npz::from_slice::<Optional>(&[&b"#!"[..], &bytes].concat()).unwrap(), value);
        }
    }
}

/// Python reads all of the directory. A writer that knows no ZIP64 counts 70,000 entries as 4,464.
#[test]
fn an_archive_of_more_entries_than_are_counted_is_refused() {
    let value = Optional { a: vec![1, 2], b: Some(vec![3]) };
    let bytes = npz::to_vec(&value).unwrap();
    let end = bytes.windows(4).rposition(|window| window == b"PK\x05\x06").unwrap();
    let listed: Vec<usize> = (0..end).filter(|at| bytes[*at..].starts_with(b"PK\x01\x02")).collect();
    // Behind other bytes too, as in a program that unpacks itself.
    for (count, before) in [(1, &b""[..]), (1, b"#!"), (0, b"")] {
        let mut changed = [before, &bytes].concat();
        for at in [8, 10] {
            changed[before.len() + end + at] = count;
        }
        let at = before.len() + listed[usize::from(count)];
        let expected =
            format!("npz: expected as many entries as are counted at the end, found more than {count} (byte {at})");
        assert_eq!(npz::Archive::from_slice(&changed).unwrap_err().to_string(), expected);
        assert_eq!(npz::Reader::new(Cursor::new(&changed)).unwrap_err().to_string(), expected);
    }
}

/// A file that fails, as a disk does, once it is told to.
#[derive(Debug)]
struct Failing(Cursor<Vec<u8>>, Rc<Cell<bool>>);

impl Failing {
    fn check(&self) -> io::Result<()> {
        // Of a kind that damaged bytes have too.
        if self.1.get() { Err(io::Error::new(io::ErrorKind::InvalidData, "the disk is gone")) } else { Ok(()) }
    }
}

impl Read for Failing {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.check()?;
        self.0.read(out)
    }
}

impl Seek for Failing {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.check()?;
        self.0.seek(to)
    }
}

struct Full;

impl io::Write for Full {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::new(io::ErrorKind::InvalidData, "the disk is full"))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_reader_or_writer_that_fails_is_not_the_fault_of_the_input() {
    for deflate in [false, true] {
        let bytes = npz::Options::new().deflate(deflate).to_vec(&numbers()).unwrap();
        let fails = Rc::new(Cell::new(false));
        let mut reader = npz::Reader::new(Failing(Cursor::new(bytes.clone()), fails.clone())).unwrap();
        reader.head("a").unwrap();
        fails.set(true);
        let archive = npz::Archive::from_slice(&bytes).unwrap();
        for (error, what) in [
            (reader.head("a").unwrap_err(), "the disk is gone"),
            (reader.read::<Record>().unwrap_err(), "the disk is gone"),
            (reader.read_tensor::<Tensor>("a").unwrap_err(), "the disk is gone"),
            (npz::Reader::new(Failing(Cursor::new(bytes.clone()), fails.clone())).unwrap_err(), "the disk is gone"),
            (archive.get("a").unwrap().write_to(&mut Full).unwrap_err(), "the disk is full"),
        ] {
            assert_eq!((error.kind().name(), error.kind().is_malformed()), ("io", false), "{error}");
            assert!(error.to_string().contains(what), "{error}");
        }
        // Nothing of the failure is kept.
        fails.set(false);
        assert_eq!(reader.read::<Record>().unwrap(), numbers());
    }
}
