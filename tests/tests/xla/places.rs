//! Where the elements of XLA arrays lie: tiles, splits, packed elements, bytes before the elements.

use tensor_format::{ErrorKind, xla::Shape};
use tensor_format_tests::xla::{array, shape};

/// `dimension` of a split counts from the most major dimension; indices lie within it and rise.
#[test]
fn splits_go_by_places_in_memory() {
    for text in ["(f32[10,200]{0,1:SC(0:100)})", "(f32[150,2]{1,0:SC(0:120)(1:1)})", "f32[<=9]{0:SC(0:1,2,8)}"] {
        assert_eq!(shape(text).to_string(), text);
    }
    let why = |text: &str| text.parse::<Shape>().unwrap_err().to_string();
    let within = "split_configs: expected an index within the dimension, found";
    assert_eq!(why("(f32[150,2]{0,1:SC(0:120)})"), format!("{within} 120 (byte 11)"));
    assert_eq!(why("f32[4]{0:SC(0:4)}"), format!("{within} 4 (byte 6)"));
    for (text, index) in [("f32[4]{0:SC(0:0)}", 0), ("f32[4]{0:SC(0:2,2)}", 2), ("f32[4]{0:SC(0:3,1)}", 1)] {
        let expected = format!("split_configs: expected indices from 1 on that rise, found {index} (byte 6)");
        assert_eq!(why(text), expected, "{text}");
    }
    let twice = "split_configs: expected one configuration a dimension, found 0 (byte 8)";
    assert_eq!(why("f32[4,4]{1,0:SC(0:1)(0:2)}"), twice);
    let bound = "split_configs: expected a dimension that has a bound, found 1 (byte 8)";
    assert_eq!(why("f32[?,4]{0,1:SC(1:1)}"), bound);
    let counted = "split_configs: expected a dimension of the shape, counted from the most major, found 1 (byte 6)";
    assert_eq!(why("f32[4]{0:SC(1:1)}"), counted);
    assert_eq!(shape("f32[?,4]{0,1:SC(0:1)}").to_string(), "f32[?,4]{0,1:SC(0:1)}");
}

/// Tiles of more dimensions than there are find dimensions of size 1 in front.
#[test]
fn tiles_may_have_more_dimensions_than_the_array() {
    for (text, index, position, positions) in [
        ("s32[]{:T(128)}", &[][..], 0, 128),
        ("f32[3]{0:T(8,128)}", &[2], 2, 1024),
        ("f32[8]{0:T(2,2)}", &[5], 9, 16),
        ("f32[8,8]{1,0:T(2,2)(2,2,2,2,2)}", &[7, 7], 111, 128),
        ("f32[2]{0:T(2,2,2)}", &[1], 1, 8),
        ("f32[6]{0:T(*,2)}", &[5], 5, 6),
    ] {
        let array = array(text);
        assert_eq!(array.to_string(), text);
        let order = array.order().unwrap();
        assert_eq!((order.positions(), array.position(index).unwrap()), (positions, position), "{text}");
        for index in order.indices() {
            let position = array.position(&index).unwrap();
            assert_eq!(array.index_of(position).unwrap(), Some(index), "{text}");
        }
        // Strides, where there are some, lead to the same places.
        if let Ok(strides) = array.strides() {
            for index in order.indices() {
                let sum: usize = index.iter().zip(&strides).map(|(i, stride)| i * stride).sum();
                assert_eq!(sum, array.position(&index).unwrap(), "{text}");
            }
        }
    }
    assert_eq!(array("f32[3]{0:T(8,128)}").strides().unwrap().as_slice(), [1]);
    assert!(array("f32[8]{0:T(2,2)}").strides().is_err());
    let refused = "f32[2]{0:T(2,*)}".parse::<Shape>().unwrap_err();
    assert_eq!(refused.to_string(), "tiles: expected no `*` on the most minor dimension of a tile, found 2 (byte 6)");
}

/// Integers of 8 bits may be packed, as in XLA's own GPU tests.
#[test]
fn packed_integers_of_8_bits() {
    for (text, bytes) in [("s8[33]{0:E(4)}", 17), ("u8[33]{0:E(2)}", 9), ("s8[33]{0:E(1)}", 5), ("u8[33]{0:E(8)}", 33)]
    {
        assert_eq!((shape(text).to_string(), array(text).byte_size().unwrap()), (text.to_owned(), bytes));
    }
    for text in ["s8[33]{0:E(3)}", "s8[33]{0:E(5)}", "u16[33]{0:E(4)}", "pred[2]{0:E(1)}", "f8e5m2[2]{0:E(4)}"] {
        let packs = text.starts_with("pred");
        assert_eq!(text.parse::<Shape>().is_ok(), packs, "{text}");
    }
    assert!(array("s8[33]{0:E(4)}").to_tensor(&[0; 17]).is_err(), "packed elements have no bytes of their own");
}

/// The data about dynamic sizes stand before the elements; readers step over them, writers leave them alone.
#[test]
fn bytes_before_the_elements_are_stepped_over() {
    let array = array("u16[2,2]{0,1:M(3)}");
    assert_eq!(
        (array.byte_size().unwrap(), array.buffer_size().unwrap(), array.position(&[0, 1]).unwrap()),
        (8, 11, 2)
    );
    let buffer = [9, 9, 9, 1, 0, 2, 0, 3, 0, 4, 0];
    let expected = [1u16, 3, 2, 4];
    assert_eq!(array.view(&buffer).unwrap().to_vec::<u16>().unwrap(), expected);
    let tensor = array.to_tensor(&buffer).unwrap();
    assert_eq!(tensor.as_ref().to_vec::<u16>().unwrap(), expected);
    let mut parts = Vec::new();
    let part = |part: &[u8]| {
        parts.extend_from_slice(part);
        Ok::<(), ErrorKind>(())
    };
    array.try_for_each_part(&buffer, part).unwrap();
    assert_eq!(parts, [1, 0, 3, 0, 2, 0, 4, 0]);
    let mut written = [9; 11];
    array.write(&tensor.as_ref(), &mut written).unwrap();
    assert_eq!(written, buffer);
    let short = |result: Result<(), ErrorKind>| {
        assert!(matches!(result, Err(ErrorKind::Layout { why: "the buffer is shorter than the shape" })), "{result:?}");
    };
    short(array.view(&buffer[..10]).map(drop));
    short(array.to_tensor(&buffer[..10]).map(drop));
    short(array.to_tensor(&[]).map(drop));
    short(array.try_for_each_part(&buffer[..2], |_| Ok(())));
    short(array.write(&tensor.as_ref(), &mut [0; 10]));
    // Tiles that are no strides.
    let tiled = self::array("u8[2,3]{1,0:T(2,2)M(2)}");
    let tensor = tiled.to_tensor(&[9, 9, 1, 2, 4, 5, 3, 0, 6, 0]).unwrap();
    assert_eq!(tensor.as_ref().to_vec::<u8>().unwrap(), [1, 2, 3, 4, 5, 6]);
    assert!(matches!("u8[2]{0:M(9223372036854775807)}".parse::<Shape>().unwrap_err().kind(), ErrorKind::ShapeOverflow));
}
