//! Files that are opened once, and of which only the wanted tensors are read.

use tensor_format::{
    ErrorKind, Record, Tensor,
    npz::{self, Archive},
    safetensors::{self, File},
};

#[derive(Tensor)]
struct Head<'a> {
    #[tensor(rename = "head.weight", shape = [2, 2])]
    weight: &'a [[f32; 2]],
    #[tensor(rename = "head.bias")]
    bias: Option<&'a [f32]>,
}

/// Tensors `layer.0` to `layer.{n-1}`, of booleans, and a head behind them.
fn model(n: usize) -> Record {
    let layers = (0..n).map(|i| (format!("layer.{i}"), Tensor::from(vec![i % 2 == 0; 100])));
    let weight = Tensor::from_slice([2, 2], &[1.0f32, 2.0, 3.0, 4.0]).unwrap();
    layers.chain([("head.weight".to_owned(), weight)]).collect()
}

/// Makes each boolean of the layers neither, so that whoever looks at one refuses it.
fn spoilt(mut bytes: Vec<u8>) -> Vec<u8> {
    let mut count = 0;
    let mut at = 0;
    while at + 100 <= bytes.len() {
        let run = bytes[at];
        if run <= 1 && bytes[at..at + 100].iter().all(|byte| *byte == run) {
            bytes[at..at + 100].fill(7);
            (count, at) = (count + 1, at + 100);
        } else {
            at += 1;
        }
    }
    assert_eq!(count, 50);
    bytes
}

/// On a machine of the other byte order numbers are refused instead: `short` has the test.
#[cfg(target_endian = "little")]
#[test]
fn only_what_is_wanted_is_read_of_safetensors() {
    let bytes = spoilt(safetensors::to_vec(&model(50)).unwrap());
    assert!(safetensors::from_slice::<Record>(&bytes).is_err());
    let file = File::from_slice(&bytes).unwrap();
    assert_eq!(file.members().len(), 51);
    let head: Head = file.read().unwrap();
    assert_eq!((head.weight, head.bias), (&[[1.0, 2.0], [3.0, 4.0]][..], None));
    // In place.
    assert!(bytes.as_ptr_range().contains(&head.weight.as_ptr().cast()));
    let tensors = file.tensors(["head.weight", "head.weight"]).unwrap();
    assert_eq!((tensors.len(), tensors[1].as_slice::<f32>().unwrap()), (2, &[1.0, 2.0, 3.0, 4.0][..]));
    assert!(file.tensors([""; 0]).unwrap().is_empty());

    let error = file.tensors(["head.weight".to_owned(), "layer.7".to_owned()]).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::InvalidBoolean(7)) && error.parameter() == Some("layer.7"), "{error}");
    let error = file.tensors(["head.weigth"]).unwrap_err();
    assert!(error.to_string().contains("`head.weight`"), "{error}");
    assert_eq!((error.kind().name(), error.parameter()), ("missing_param", Some("head.weigth")));
}

/// On a machine of the other byte order numbers are refused instead: `short` has the test.
#[cfg(target_endian = "little")]
#[test]
fn only_what_is_wanted_is_read_of_npz() {
    for deflate in [false, true] {
        let options = npz::Options::new().deflate(deflate);
        let plain = options.to_vec(&model(50)).unwrap();
        // Deflated bytes are spoilt in the middle of each layer, which its checksum or its packing shows.
        let bytes = if deflate { spoilt_members(plain) } else { spoilt(plain) };
        assert!(npz::from_slice::<Record>(&bytes).is_err());
        let archive = Archive::from_slice(&bytes).unwrap();
        assert_eq!(archive.members().len(), 51);
        let head: Head = archive.read().unwrap();
        assert_eq!((head.weight, head.bias), (&[[1.0, 2.0], [3.0, 4.0]][..], None));
        let start = bytes.as_ptr_range().contains(&head.weight.as_ptr().cast());
        assert_eq!(start, !deflate);
        // Stored elements begin at multiples of 64 bytes.
        let at = head.weight.as_ptr().addr().wrapping_sub(bytes.as_ptr().addr());
        assert!(deflate || at % 64 == 0, "{at}");
        let tensors = archive.tensors(["head.weight"]).unwrap();
        assert_eq!(tensors[0].as_slice::<f32>().unwrap(), [1.0, 2.0, 3.0, 4.0]);
        assert_eq!(archive.tensors(["layer.49"]).unwrap_err().parameter(), Some("layer.49"));
        let error = archive.tensors(vec!["layer.50".to_owned()]).unwrap_err();
        assert_eq!((error.kind().name(), error.parameter()), ("missing_param", Some("layer.50")));
    }
}

/// Changes a byte in the packed bytes of each layer.
fn spoilt_members(mut bytes: Vec<u8>) -> Vec<u8> {
    for i in 0..50 {
        let name = format!("layer.{i}.npy");
        let at = bytes.windows(name.len()).position(|window| window == name.as_bytes()).unwrap();
        bytes[at + name.len() + 30] ^= 0xff;
    }
    bytes
}

/// As the package `safetensors` reads it.
#[test]
fn metadata_may_be_null() {
    let text = br#"{"__metadata__":null,"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}"#;
    let bytes = [&(text.len() as u64).to_le_bytes()[..], text, &[1, 2]].concat();
    let file = File::from_slice(&bytes).unwrap();
    assert!(file.metadata().is_empty() && file.members().len() == 1);
    assert_eq!(file.read_tensor::<&[u8]>("a").unwrap(), [1, 2]);
}
