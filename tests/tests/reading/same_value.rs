//! Reading into a value that is there, beside reading a new one.

use std::fmt::Debug;

use tensor_format::{Decode, Encode, decthings::Options, to_vec};

/// Reading into a value comes to what reading a new one does: the same value or the same error, of bytes and of a stream.
#[track_caller]
pub(crate) fn agrees<T>(options: &Options, bytes: &[u8], mut there: T)
where
    T: for<'de> Decode<'de> + Encode + Clone + PartialEq + Debug,
{
    let fresh = options.from_slice::<T>(bytes);
    let mut stream = there.clone();
    let into = options.decode_into(bytes, &mut there);
    let streamed =
        options.read_into(tensor_format_tests::in_pieces(bytes), &mut stream).map_err(|error| error.to_string());
    let fresh_stream =
        options.from_reader::<T, _>(tensor_format_tests::in_pieces(bytes)).map_err(|error| error.to_string());
    assert_eq!(streamed.as_ref().err(), fresh_stream.as_ref().err());
    match fresh {
        Ok(value) => {
            into.expect("read into");
            streamed.expect("read from a stream");
            if value == value.clone() {
                assert_eq!((&there, &stream), (&value, &value));
            }
            // What holds NaN equals nothing.
            let [there, stream, value] = [there, stream, value].map(|value| to_vec(&value).expect("encoded"));
            assert!(there == value && stream == value);
        }
        Err(error) => {
            assert_eq!(into.expect_err("refused").to_string(), error.to_string());
            streamed.expect_err("refused from a stream");
            // Whatever is left is a value like any other.
            let _ = to_vec(&there).and_then(|_| to_vec(&stream));
        }
    }
}
