//! Messages placed so that their numbers can be borrowed.

use std::io::{self, Read};

use allocation_counter::measure;
use ndarray::{Array4, ArrayView4, Ix4};
use proptest::{collection::vec, prelude::*};
use tensor_format::{
    Encode, HasRules, Tensor, TensorRef,
    decthings::{AlignedBuf, Dialect, Options, from_slice},
    to_vec,
};

const DIALECTS: [Dialect; 3] = [Dialect::Documented, Dialect::LegacyClients, Dialect::Clients];

/// Gives a few bytes at a time.
struct Trickle<'a>(&'a [u8], usize);

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = buffer.len().min(self.1);
        self.0.read(&mut buffer[..len])
    }
}

/// The buffer, filled in each way.
fn filled<T: Encode + ?Sized>(value: &T, options: Options) -> Vec<AlignedBuf> {
    let message = options.to_vec(value).unwrap();
    let mut buffers: Vec<AlignedBuf> = (0..5).map(|_| AlignedBuf::with_options(options)).collect();
    buffers[0].encode(value).unwrap();
    buffers[1].copy_from(&message);
    buffers[2].read_from(&*message, message.len()).unwrap();
    buffers[3].read_from(Trickle(&message, 61), message.len()).unwrap();
    buffers[4] = buffers[3].clone();
    for buffer in &buffers {
        assert_eq!(**buffer, *message);
    }
    buffers
}

fn is_aligned(place: *const impl Sized) -> bool {
    place.addr().is_multiple_of(AlignedBuf::ALIGN)
}

proptest! {
    /// `&[T]` and views of ndarray borrow whatever the header's length is.
    /// On a machine of the other byte order numbers are refused instead: `short` has the test.
    #[cfg(target_endian = "little")]
    #[test]
    fn one_tensor_can_be_borrowed(shape in vec(1usize..300, 4), seed in any::<u8>()) {
        let shape = [shape[0] % 3 + 1, shape[1] % 2 + 1, shape[2], shape[3] % 4 + 1];
        let array = Array4::<f32>::from_elem(shape, f32::from(seed));
        for options in DIALECTS.map(|dialect| Options::new().dialect(dialect)) {
            for buffer in filled(&array, options) {
                let view: ArrayView4<'_, f32> = options.from_slice(&buffer).unwrap();
                prop_assert_eq!(view, &array);
                prop_assert!(is_aligned(view.as_ptr()));
            }
        }
    }
}

#[derive(tensor_format::Tensor)]
struct Sample<'a> {
    id: u64,
    name: &'a str,
    mask: Vec<bool>,
    image: Array4<f64>,
    offsets: Vec<i16>,
}

fn sample(name: &str, len: usize) -> Sample<'_> {
    Sample { id: 7, name, mask: vec![true; len], image: Array4::ones((1, 3, len, 2)), offsets: vec![5; len] }
}

#[derive(tensor_format::Tensor)]
struct Borrowed<'a> {
    id: u64,
    name: &'a str,
    mask: &'a [bool],
    image: ndarray::ArrayView<'a, f64, Ix4>,
    offsets: tensor_format::View<'a, i16>,
}

/// On a machine of the other byte order numbers are refused instead: `short` has the test.
#[cfg(target_endian = "little")]
#[test]
fn the_largest_payload_of_a_record_can_be_borrowed() {
    for len in [1, 10, 100, 1000, 10_000] {
        for name in ["a", "some name", &"long ".repeat(2000)] {
            let value = sample(name, len);
            for options in DIALECTS.map(|dialect| Options::new().dialect(dialect)) {
                for buffer in filled(&value, options) {
                    let borrowed: Borrowed<'_> = options.from_slice(&buffer).unwrap();
                    assert!(is_aligned(borrowed.image.as_ptr()));
                    assert_eq!((borrowed.id, borrowed.name, borrowed.image), (7, name, value.image.view()));
                    assert_eq!((borrowed.mask.len(), borrowed.offsets.len()), (len, len));
                }
            }
        }
    }
}

/// Every numeric field is borrowed where the sender pads.
/// On a machine of the other byte order numbers are refused instead: `short` has the test.
#[cfg(target_endian = "little")]
#[test]
fn all_numbers_of_an_aligned_record_can_be_borrowed() {
    #[derive(tensor_format::Tensor)]
    struct Numbers<'a> {
        id: u64,
        name: &'a str,
        mask: &'a [bool],
        image: ndarray::ArrayView<'a, f64, Ix4>,
        offsets: &'a [i16],
    }
    for align in [8, 64, 128] {
        for len in [1, 10, 1000] {
            for buffer in filled(&sample("some name", len), Options::new().align(align)) {
                let numbers: Numbers<'_> = from_slice(&buffer).unwrap();
                assert!(is_aligned(numbers.image.as_ptr()));
                assert!(align < 64 || (is_aligned(numbers.mask.as_ptr()) && is_aligned(numbers.offsets.as_ptr())));
                assert_eq!((numbers.id, numbers.name, numbers.offsets.len()), (7, "some name", len));
            }
        }
    }
}

/// Each type of number.
/// On a machine of the other byte order numbers are refused instead: `short` has the test.
#[cfg(target_endian = "little")]
#[test]
fn numbers_of_every_type() {
    fn check<T: tensor_format::Element + PartialEq + std::fmt::Debug>(numbers: Vec<T>) {
        for rank in 1..9 {
            let mut shape = vec![1; rank];
            shape[0] = numbers.len();
            let tensor = Tensor::from_vec(shape, numbers.clone()).unwrap();
            for buffer in filled(&tensor, Options::new()) {
                let read: TensorRef<'_> = from_slice(&buffer).unwrap();
                let slice = read.as_slice::<T>().unwrap();
                assert_eq!(slice, numbers);
                assert!(is_aligned(slice.as_ptr()));
            }
        }
    }
    check(vec![1.5f32, -2.0]);
    check(vec![1.5f64; 1000]);
    check(vec![-1i8; 3]);
    check(vec![-1i16; 300]);
    check(vec![-1i32; 70_000]);
    check(vec![-1i64; 5]);
    check(vec![1u8; 5]);
    check(vec![1u16; 5]);
    check(vec![1u32; 5]);
    check(vec![1u64; 5]);
    check(vec![true, false]);
}

/// Memory grows only with what arrives, and is kept.
#[cfg(target_endian = "little")]
#[test]
fn memory_is_kept() {
    let messages: Vec<Vec<u8>> = [10_000, 1, 100].map(|len| to_vec(&sample("some name", len)).unwrap()).to_vec();
    let mut buffer = AlignedBuf::new();
    for message in &messages {
        buffer.read_from(&**message, message.len()).unwrap();
    }
    let value = sample("some name", 10_000);
    for message in &messages {
        assert_eq!(measure(|| buffer.read_from(&**message, message.len()).unwrap()).count_total, 0);
        assert_eq!(measure(|| buffer.copy_from(message)).count_total, 0);
        assert_eq!(measure(|| buffer.encode(&value).unwrap()).count_total, 0);
        let borrowed: Borrowed<'_> = from_slice(&buffer).unwrap();
        assert!(is_aligned(borrowed.image.as_ptr()));
    }
    let capacity = buffer.capacity();
    buffer.clear();
    assert!(buffer.is_empty() && buffer.capacity() == capacity && capacity >= messages[0].len());
}

#[test]
fn a_reader_that_ends_early() {
    let message = to_vec(&vec![1.0f32; 100]).unwrap();
    let mut buffer = AlignedBuf::new();
    buffer.copy_from(&message);
    let measured = measure(|| {
        let error = buffer.read_from(&*message, usize::MAX).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    });
    assert!(buffer.is_empty());
    assert!(measured.bytes_max < 16 * 1024, "{}", measured.bytes_max);
    // Behind the first pieces memory grows with what arrives, too.
    let long = to_vec(&vec![1.0f32; 3000]).unwrap();
    let measured = measure(|| assert!(AlignedBuf::new().read_from(&*long, 1 << 30).is_err()));
    assert!(measured.bytes_max < 4 * long.len() as u64 + 4096, "{}", measured.bytes_max);

    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::ConnectionReset.into())
        }
    }
    buffer.copy_from(&message);
    assert_eq!(buffer.read_from(Broken, 10).unwrap_err().kind(), io::ErrorKind::ConnectionReset);
    assert!(buffer.is_empty());

    // What came before is gone, too.
    let error = buffer.read_from((&*message).chain(Broken), message.len() + 1).unwrap_err();
    assert_eq!((error.kind(), buffer.len()), (io::ErrorKind::ConnectionReset, 0));
    let error = buffer.read_from(Trickle(&message, 7), message.len() + 1).unwrap_err();
    assert_eq!((error.kind(), buffer.len()), (io::ErrorKind::UnexpectedEof, 0));

    // No more than asked for is taken.
    let mut two = &*message.repeat(2);
    buffer.read_from(&mut two, message.len()).unwrap();
    assert_eq!((&*buffer, two), (&*message, &*message));
}

#[test]
fn a_value_that_cannot_be_encoded_leaves_no_message() {
    #[derive(tensor_format::Tensor)]
    #[tensor(shape = [2])]
    struct Pair(Vec<u8>);
    let mut buffer = AlignedBuf::new();
    buffer.encode(&Pair(vec![1, 2])).unwrap();
    assert_eq!(&*buffer, [7, 1, 2, 1, 2]);
    buffer.encode(&Pair(vec![1])).unwrap_err();
    assert!(buffer.is_empty());
}

proptest! {
    /// What is no message is held as it came; refusing it is the reader's work.
    #[test]
    fn any_bytes_are_held(bytes in vec(any::<u8>(), 0..300), step in 1usize..50) {
        let mut buffer = AlignedBuf::new();
        buffer.copy_from(&bytes);
        prop_assert_eq!(&*buffer, &*bytes);
        buffer.read_from(Trickle(&bytes, step), bytes.len()).unwrap();
        prop_assert_eq!(&*buffer, &*bytes);
        let _ = from_slice::<Tensor>(&buffer);
    }
}

/// Is interrupted before each byte.
struct Interrupted<'a>(&'a [u8], bool);

impl Read for Interrupted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1 = !self.1;
        if self.1 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let len = buffer.len().min(1);
        self.0.read(&mut buffer[..len])
    }
}

/// On a machine of the other byte order numbers are refused instead: `short` has the test.
#[cfg(target_endian = "little")]
#[test]
fn a_reader_that_is_interrupted() {
    let value = sample("some name", 1000);
    let message = to_vec(&value).unwrap();
    let mut buffer = AlignedBuf::new();
    buffer.read_from(Interrupted(&message, false), message.len()).unwrap();
    assert_eq!(&*buffer, &*message);
    let borrowed: Borrowed<'_> = from_slice(&buffer).unwrap();
    assert!(is_aligned(borrowed.image.as_ptr()));
}

/// A header's word about what is still to come moves nothing, and reserves nothing.
#[test]
fn lengths_that_are_not_there() {
    let numbers = to_vec(&vec![0.5f32; 1000]).unwrap();
    for len in [1u64 << 20, 1 << 40, 1 << 62, u64::MAX] {
        let mut message = vec![1, 2, 0xff];
        message.extend(len.to_be_bytes());
        message.push(4);
        message.extend(&numbers);
        for whole in [len, message.len() as u64] {
            let mut buffer = AlignedBuf::new();
            // A machine of 32 bits cannot even ask for more.
            let Ok(whole) = usize::try_from(whole) else { continue };
            let measured = measure(|| assert_eq!(buffer.read_from(&*message, whole).is_ok(), whole == message.len()));
            assert!(measured.bytes_max < 4 * message.len() as u64 + 8192, "{}", measured.bytes_max);
            assert!(buffer.is_empty() || *buffer == *message);
        }
    }
}

/// Measured once, and written to where it stays.
/// On a machine of the other byte order numbers are refused instead: `short` has the test.
#[cfg(target_endian = "little")]
#[test]
fn a_value_is_gone_over_twice() {
    struct Watched(std::cell::Cell<usize>);

    impl tensor_format::HasRules for Watched {
        const RULES: tensor_format::Rules<'static> = Sample::RULES;
    }

    impl Encode for Watched {
        fn encode<'a, S: tensor_format::codec::Sink<'a>>(
            &'a self,
            sink: &mut S,
        ) -> Result<(), tensor_format::EncodeError> {
            self.0.set(self.0.get() + 1);
            sink.record(Self::RECORD, &[1, 1, 1, 1, 1])?;
            sink.block(&7u64)?;
            sink.block(&"some name")?;
            sink.block(&[true; 300])?;
            sink.block(&[[0.5f64; 100]; 9])?;
            sink.block(&[5i16; 300])
        }
    }

    let value = Watched(0.into());
    for align in [1, 8, 64, 128] {
        let options = Options::new().align(align);
        let mut buffer = AlignedBuf::with_options(options);
        let allocations = measure(|| buffer.encode(&value).unwrap()).count_total;
        assert!(align > 1 || allocations == 1, "{allocations}");
        assert_eq!(value.0.take(), 2);
        assert_eq!(*buffer, *options.to_vec(&value).unwrap());
        value.0.take();
        let place = buffer.as_ptr();
        buffer.encode(&value).unwrap();
        assert_eq!((buffer.as_ptr(), value.0.take()), (place, 2));
        let record: tensor_format::RecordRef<'_> = from_slice(&buffer).unwrap();
        assert!(is_aligned(record.get("image").unwrap().as_slice::<f64>().unwrap().as_ptr()));
    }
}

/// Turned into shared bytes, the message stays where it is.
/// On a machine of the other byte order numbers are refused instead: `short` has the test.
#[cfg(target_endian = "little")]
#[test]
fn shared_bytes_keep_the_place() {
    let array = Array4::<f32>::ones((1, 3, 50, 50));
    let mut buffer = AlignedBuf::new();
    buffer.encode(&array).unwrap();
    let (place, message) = (buffer.as_ptr(), buffer.to_vec());
    let bytes = bytes::Bytes::from(buffer);
    assert_eq!((bytes.as_ptr(), &*bytes), (place, &*message));
    let view: ArrayView4<'_, f32> = from_slice(&bytes).unwrap();
    assert!(is_aligned(view.as_ptr()));
    assert_eq!(bytes::Bytes::from(AlignedBuf::new()), bytes::Bytes::new());
}
