//! Lists and texts whose headers are constants but for the number of values: their bytes, beside those by hand.

use std::fmt::Debug;

use tensor_format::{
    DecodeOwned, Encode, ErrorKind,
    decthings::{self, Dialect, Options},
    from_slice, to_vec,
};

fn varint(len: usize) -> Vec<u8> {
    match len {
        0..=252 => vec![len as u8],
        253..=0xffff => [&[253], &(len as u16).to_be_bytes()[..]].concat(),
        _ => [&[254], &(len as u32).to_be_bytes()[..]].concat(),
    }
}

/// Writes and reads lists of `item`, which has the axes `inner` and these elements.
fn check<T>(item: &T, element_type: u8, inner: &[usize], elements: &[u8], lens: &[usize])
where
    T: Clone + PartialEq + Debug,
    Vec<T>: Encode + DecodeOwned + PartialEq + Debug,
{
    for len in lens {
        let list = vec![item.clone(); *len];
        let axes: Vec<u8> = [*len].iter().chain(inner).flat_map(|len| varint(*len)).collect();
        let header = [&[element_type, inner.len() as u8 + 1], &axes[..]].concat();
        let bytes = [header.clone(), elements.repeat(*len)].concat();
        assert_eq!(to_vec(&list).expect("a list"), bytes, "{len} values");
        assert_eq!(decthings::encoded_len(&list).expect("a list"), bytes.len());
        assert_eq!(from_slice::<Vec<T>>(&bytes).expect("a list"), list);
        let mut again = vec![item.clone(); 3];
        decthings::decode_into(&bytes, &mut again).expect("a list");
        assert_eq!(again, list);
        for end in [1, 2, header.len() - 1, bytes.len() - 1] {
            assert!(from_slice::<Vec<T>>(&bytes[..end]).is_err(), "{end} bytes of {len} values");
        }
        assert!(from_slice::<Vec<T>>(&[&bytes[..], &[0]].concat()).is_err());
        for dialect in [Dialect::LegacyClients, Dialect::Clients] {
            let options = Options::new().dialect(dialect);
            let bytes = options.to_vec(&list).expect("a list");
            assert_eq!(options.from_slice::<Vec<T>>(&bytes).expect("a list"), list);
        }
    }
}

#[test]
fn lists_of_every_length_have_the_bytes_of_the_document() {
    let lens = [0, 1, 2, 252, 253, 65_535, 65_536];
    check(&0.5f32, 1, &[], &0.5f32.to_le_bytes(), &lens);
    check(&[0.5f32, 2.0], 1, &[2], &[0.5f32.to_le_bytes(), 2.0f32.to_le_bytes()].concat(), &lens[..5]);
    check(&"é".to_owned(), 11, &[], b"\x02\xc3\xa9", &lens);
    check(&["a".to_owned(), String::new()], 11, &[2], b"\x01a\x00", &lens[..5]);
    check(&[[7u8; 300]; 2], 7, &[2, 300], &[7; 600], &lens[..5]);
    // Longer than what is kept as a constant.
    check(&[[[[7u8; 1]; 1]; 1]; 300], 7, &[300, 1, 1, 1], &[7; 300], &lens[..5]);
    // A text of many bytes.
    let long = "x".repeat(300);
    check(&long, 11, &[], &[&[253, 1, 44], long.as_bytes()].concat(), &lens[..5]);
}

#[test]
fn texts_have_the_bytes_of_the_document() {
    for text in ["", "a", "é", &"x".repeat(252), &"x".repeat(253), &"x".repeat(70_000)] {
        let bytes = [&[11, 0], &varint(text.len())[..], text.as_bytes()].concat();
        assert_eq!(to_vec(text).expect("a text"), bytes);
        assert_eq!(from_slice::<String>(&bytes).expect("a text"), text);
        let mut again = "something longer".to_owned();
        decthings::decode_into(&bytes, &mut again).expect("a text");
        assert_eq!(again, text);
        assert!(from_slice::<String>(&bytes[..bytes.len() - 1]).is_err());
    }
    let error = from_slice::<String>(b"\x0b\x00\x02\xc3\x28").expect_err("no UTF-8");
    assert!(matches!(error.kind(), ErrorKind::InvalidUtf8), "{error}");
}

#[test]
fn limits_hold_for_headers_that_are_constants() {
    let boxes = to_vec(&vec![[1f32, 2.0, 3.0, 4.0]; 3]).expect("a list");
    let text = to_vec("abc").expect("a text");
    let limits: [(Options, Options); 2] = [
        (Options::new().max_elements(12), Options::new().max_elements(11)),
        (Options::new().max_bytes(48), Options::new().max_bytes(47)),
    ];
    for (enough, too_few) in limits {
        assert_eq!(enough.from_slice::<Vec<[f32; 4]>>(&boxes).expect("a list").len(), 3);
        let error = too_few.from_slice::<Vec<[f32; 4]>>(&boxes).expect_err("beyond a limit");
        assert!(matches!(error.kind(), ErrorKind::LimitExceeded { .. }), "{error}");
    }
    assert!(Options::new().max_rank(2).from_slice::<Vec<[f32; 4]>>(&boxes).is_ok());
    assert!(Options::new().max_rank(1).from_slice::<Vec<[f32; 4]>>(&boxes).is_err());
    assert_eq!(Options::new().max_element_bytes(3).from_slice::<String>(&text).expect("a text"), "abc");
    for too_few in [Options::new().max_element_bytes(2), Options::new().max_bytes(3)] {
        let error = too_few.from_slice::<String>(&text).expect_err("beyond a limit");
        assert!(matches!(error.kind(), ErrorKind::LimitExceeded { .. }), "{error}");
    }
}

#[test]
fn longer_forms_of_lengths_are_read_only_if_allowed() {
    let lenient = Options::new().allow_non_canonical_varint(true);
    let boxes = [&[1, 2, 253, 0, 1, 4][..], &[0; 16]].concat();
    assert!(from_slice::<Vec<[f32; 4]>>(&boxes).is_err());
    assert_eq!(lenient.from_slice::<Vec<[f32; 4]>>(&boxes).expect("a list"), [[0.0; 4]]);
    let text = b"\x0b\x00\xfd\x00\x01a";
    assert!(from_slice::<String>(text).is_err());
    assert_eq!(lenient.from_slice::<String>(text).expect("a text"), "a");
}
