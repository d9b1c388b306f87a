//! Messages over `bytes::Bytes`.

use allocation_counter::measure;
use bytes::{Bytes, BytesMut};
use ndarray::{Array3, ArrayView3};
use tensor_format::{
    ErrorKind, Image, Record, Tensor,
    decthings::{
        AlignedBuf, Dialect, Options, append_bytes, from_slice, record_from_bytes, tensor_from_bytes, to_bytes,
    },
    to_vec,
};

#[derive(Tensor, Clone, Debug, PartialEq)]
struct Sample {
    id: u64,
    name: String,
    image: Array3<f32>,
    pictures: Vec<Image>,
}

fn sample() -> Sample {
    Sample {
        id: 7,
        name: "some name".into(),
        image: Array3::ones((3, 40, 50)),
        pictures: vec![Image::new("png", [1, 2, 3]), Image::new("jpg", [])],
    }
}

#[test]
fn written_with_one_reservation() {
    let value = sample();
    for options in [
        Options::new(),
        Options::new().dialect(Dialect::LegacyClients),
        Options::new().dialect(Dialect::Clients),
        Options::new().align(64),
    ] {
        let value = Sample { pictures: vec![Image::new("png", [1])], ..value.clone() };
        let message = options.to_vec(&value).unwrap();
        let planned = measure(|| drop(options.encoded_len(&value))).count_total;
        let mut bytes = Bytes::new();
        assert_eq!(measure(|| bytes = options.to_bytes(&value).unwrap()).count_total, planned + 1);
        assert_eq!(bytes, message);

        let mut buffer = BytesMut::new();
        assert_eq!(measure(|| options.append_bytes(&value, &mut buffer).unwrap()).count_total, planned + 1);
        assert_eq!(buffer, message);
        options.append_bytes(&value, &mut buffer).unwrap();
        assert_eq!(buffer, message.repeat(2));
        buffer.clear();
        assert_eq!(measure(|| options.append_bytes(&value, &mut buffer).unwrap()).count_total, planned);
        assert_eq!(buffer, message);
    }
    assert_eq!(to_bytes(&value).unwrap(), to_vec(&value).unwrap());
}

#[test]
fn after_an_error_the_buffer_is_as_it_was() {
    #[derive(Tensor)]
    struct Two {
        #[tensor(shape = [n])]
        first: Vec<u8>,
        #[tensor(shape = [n])]
        second: Vec<u8>,
    }
    let mut buffer = BytesMut::from(&b"head"[..]);
    let value = Two { first: vec![1], second: vec![1, 2] };
    let error = append_bytes(&value, &mut buffer).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::AxisName { .. }), "{error}");
    assert_eq!(buffer, &b"head"[..]);
    Options::new().align(64).append_bytes(&value, &mut buffer).unwrap_err();
    assert_eq!(buffer, &b"head"[..]);
}

/// Whether a tensor's elements lie in these bytes.
fn lies_in(tensor: &Tensor, bytes: &Bytes) -> bool {
    let elements = tensor.as_ref().buffer().as_ptr();
    bytes.as_ptr_range().contains(&elements)
}

/// On a machine of the other byte order numbers are refused instead: `short` has the test.
#[cfg(target_endian = "little")]
#[test]
fn tensors_keep_the_bytes_they_came_in() {
    let image = Array3::<f32>::ones((3, 40, 50));
    let mut buffer = AlignedBuf::new();
    buffer.encode(&image).unwrap();
    let bytes = Bytes::from(buffer);
    let tensor = tensor_from_bytes(&bytes).unwrap();
    assert!(lies_in(&tensor, &bytes));
    // It outlives them, stays aligned, and goes to another thread.
    drop(bytes);
    let sum = std::thread::spawn(move || {
        let tensor = tensor.as_ref();
        let view: ArrayView3<'_, f32> = tensor.array_view().unwrap();
        view.sum()
    });
    assert_eq!(sum.join().unwrap(), image.sum());
}

#[test]
fn records_keep_the_bytes_they_came_in() {
    let value = sample();
    for dialect in [Dialect::Documented, Dialect::Clients] {
        let options = Options::new().dialect(dialect);
        let bytes = options.to_bytes(&value).unwrap();
        let record = options.record_from_bytes(&bytes).unwrap();
        assert_eq!(record, options.from_slice::<Record>(&bytes).unwrap());
        assert!(lies_in(record.get("image").unwrap(), &bytes));
        let message = options.to_vec(&record).unwrap();
        assert_eq!(options.from_slice::<Sample>(&message).unwrap(), value);
        drop(bytes);
        assert_eq!(record.get("pictures").unwrap().as_ref().media().unwrap().count(), 2);
    }
    assert_eq!(record_from_bytes(&to_bytes(&value).unwrap()).unwrap().len(), 4);
}

#[test]
fn empty_tensors_and_faults() {
    let empty = tensor_from_bytes(&to_bytes(&Vec::<f32>::new()).unwrap()).unwrap();
    assert_eq!(empty, Tensor::from(Vec::<f32>::new()));
    let short = Bytes::from_static(b"\x07\x01\x03\x01\x02");
    assert!(matches!(tensor_from_bytes(&short).unwrap_err().kind(), ErrorKind::UnexpectedEnd { .. }));
    let one = to_bytes(&[1u8, 2]).unwrap();
    assert!(matches!(record_from_bytes(&one).unwrap_err().kind(), ErrorKind::NotARecord { .. }));

    // Elements that lie elsewhere are copied.
    let message = to_vec(&[1u8, 2]).unwrap();
    let tensor: tensor_format::TensorRef<'_> = from_slice(&message).unwrap();
    assert_eq!(tensor.to_tensor_in(&short), Tensor::from(vec![1u8, 2]));
}

#[test]
fn a_buffer_gets_the_bytes_of_a_vector() {
    for dialect in [Dialect::Documented, Dialect::Clients] {
        for align in [1, 64] {
            let options = Options::new().dialect(dialect).align(align);
            let record: Record = [
                ("numbers", Tensor::from(vec![0.5f64; 3000])),
                ("texts", Tensor::from_strings([3], ["a", "", "wörld"]).unwrap()),
                ("flags", Tensor::from(vec![true, false])),
            ]
            .map(|(name, tensor)| (name.to_owned(), tensor))
            .into_iter()
            .collect();
            let mut buffer = BytesMut::from(&b"head"[..]);
            options.append_bytes(&record, &mut buffer).unwrap();
            options.append_bytes(&7u16, &mut buffer).unwrap();
            let expected = [&b"head"[..], &options.to_vec(&record).unwrap(), &[8, 0, 7, 0]].concat();
            assert_eq!(buffer, expected);
        }
    }
}
