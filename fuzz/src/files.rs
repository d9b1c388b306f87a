//! The ways of reading the formats whose values are whole files, which agree.

use std::io::Cursor;

use tensor_format::{DecodeError, Record, RecordRef, Tensor, TensorRef, npy, npz, safetensors};

use crate::{bounds::Bound, fault};

/// What the archives may expand to.
const EXPANDED: u64 = 16 << 10;

/// What the program that inflates takes for itself, whatever it inflates.
const INFLATER: usize = 64 << 10;

/// Reads any bytes as a file of one array.
pub fn npy(bytes: &[u8]) {
    let bound = Bound::new("npy", bytes.len(), 32);
    let options = npy::Options::new();
    let owned = bound.hold(|| options.from_slice::<Tensor>(bytes));
    let borrowed = bound.hold(|| options.from_slice::<TensorRef<'_>>(bytes));
    assert_eq!(fault(&borrowed), fault(&owned));
    let streamed = bound.hold(|| options.from_reader::<Tensor, _>(bytes));
    assert_eq!(streamed.is_ok(), owned.is_ok());
    let head = bound.hold(|| npy::Head::from_slice(bytes));
    let prefix = bound.hold(|| options.from_prefix::<Tensor>(bytes));
    let numbers = bound.hold(|| options.from_slice::<Vec<f32>>(bytes));
    assert!(prefix.is_ok() || owned.is_err());
    let (Ok(owned), Ok(borrowed), Ok(streamed)) = (owned, borrowed, streamed) else { return };
    let head = head.expect("the header of a file that was read");
    assert_eq!((head.header(), head.data_start() + head.data_len()), (owned.header(), bytes.len()));
    assert!(prefix.is_ok_and(|(value, len)| same(&value, &owned) && len == bytes.len()));
    assert!(same(&borrowed.to_tensor(), &owned) && same(&streamed, &owned));
    let again = npy::to_vec(&owned).expect("a tensor that was read can be written");
    assert_eq!(npy::encoded_len(&owned).expect("as before"), again.len());
    assert_eq!(npy::to_vec(&borrowed).expect("as before"), again);
    let read: Tensor = npy::from_slice(&again).expect("what is written can be read");
    assert!(same(&read, &owned));
    if let Ok(numbers) = numbers {
        assert!(same(&Tensor::from(numbers), &owned));
    }
}

/// Reads any bytes as an archive of arrays.
pub fn npz(bytes: &[u8]) {
    let bound = Bound::new("npz", bytes.len(), 32).and(EXPANDED as usize + INFLATER);
    let options = npz::Options::new().max_expanded(EXPANDED);
    let owned = bound.hold(|| options.from_slice::<Record>(bytes));
    let streamed = bound.hold(|| options.from_reader::<Record, _>(bytes));
    assert_eq!(fault(&streamed), fault(&owned));
    // Opened, it is read member by member.
    let archive = bound.hold(|| options.archive(bytes));
    let borrowed = archive.as_ref().map(|archive| bound.hold(|| archive.record().map(|record| record.to_record())));
    let opened = bound.hold(|| options.reader(Cursor::new(bytes)).and_then(|mut reader| reader.read::<Record>()));
    if let Ok(archive) = &archive {
        for member in archive.members() {
            let _ = (member.name(), member.dtype(), member.shape(), member.len(), member.path());
            let head = bound.hold(|| member.head());
            if member.len() <= EXPANDED && bound.hold(|| member.tensor().map(drop)).is_ok() {
                assert!(head.is_ok());
            }
        }
    }
    let Ok(owned) = owned else {
        // Not all ways count together what is unpacked.
        let is_limit = |error: &DecodeError| error.kind().name() == "limit_exceeded";
        let is_limit = owned.as_ref().err().is_some_and(is_limit);
        assert!(is_limit || !matches!(borrowed, Ok(Ok(_))), "an archive reads more");
        assert!(is_limit || opened.is_err(), "a reader reads more");
        return;
    };
    let borrowed = borrowed.expect("an archive that was read").expect("as before");
    let (opened, streamed) = (opened.expect("as before"), streamed.expect("as before"));
    assert!([borrowed, opened, streamed].iter().all(|other| same_record(other, &owned)));
    for options in [npz::Options::new(), npz::Options::new().deflate(true)] {
        let again = options.to_vec(&owned).expect("a record that was read can be written");
        let read: Record = options.from_slice(&again).expect("what is written can be read");
        assert!(same_record(&read, &owned));
    }
}

/// Reads any bytes as a file of named tensors.
pub fn safetensors(bytes: &[u8]) {
    let bound = Bound::new("safetensors", bytes.len(), 32);
    let tiny = Bound::new("safetensors, owned", bytes.len(), 64);
    let options = safetensors::Options::new();
    let owned = tiny.hold(|| options.from_slice::<Record>(bytes));
    let borrowed = bound.hold(|| options.from_slice::<RecordRef<'_>>(bytes));
    assert_eq!(fault(&borrowed), fault(&owned));
    let file = bound.hold(|| options.file(bytes));
    let opened = tiny.hold(|| options.reader(Cursor::new(bytes)).and_then(|mut reader| reader.read::<Record>()));
    let streamed = tiny.hold(|| safetensors::from_reader::<Record, _>(bytes));
    assert_eq!((opened.is_ok(), streamed.is_ok()), (owned.is_ok(), owned.is_ok()));
    if let Ok(file) = &file {
        for member in file.members() {
            let _ = (member.name(), member.dtype(), member.shape(), member.bytes(), member.tensor().is_ok());
        }
    }
    let (Ok(owned), Ok(borrowed), Ok(opened), Ok(streamed)) = (owned, borrowed, opened, streamed) else { return };
    let file = file.expect("a file that was read");
    let of_file = file.record().expect("as before").to_record();
    assert!([borrowed.to_record(), opened, streamed, of_file].iter().all(|other| same_record(other, &owned)));
    let metadata = file.metadata();
    let again = safetensors::to_vec_with(&owned, metadata).expect("a record that was read can be written");
    let file = safetensors::File::from_slice(&again).expect("what is written can be read");
    assert_eq!(file.metadata(), metadata);
    let read: Record = file.read().expect("as before");
    // Files keep tensors in an order of their own.
    let is_there =
        |(name, tensor): (&str, &TensorRef<'_>)| read.get(name).is_some_and(|read| same(read, &tensor.to_tensor()));
    assert!(read.len() == owned.len() && owned.as_ref().iter().all(is_there));
}

/// Whether two tensors are the same, bit for bit.
pub fn same(left: &Tensor, right: &Tensor) -> bool {
    left.header() == right.header() && tensor_format::to_vec(left).ok() == tensor_format::to_vec(right).ok()
}

/// Whether two records have the same tensors in the same order.
pub fn same_record(left: &Record, right: &Record) -> bool {
    left.len() == right.len()
        && left
            .as_ref()
            .iter()
            .zip(right.as_ref().iter())
            .all(|((name, left), (other, right))| name == other && same(&left.to_tensor(), &right.to_tensor()))
}
