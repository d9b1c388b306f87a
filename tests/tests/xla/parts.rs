//! Parts of shapes: members of tuples, arrays and layouts compared, arrays with something changed.

use std::collections::HashSet;

use tensor_format::{
    ErrorKind,
    xla::{AnyShape, Comparison, Options, PrimitiveType, Shape},
};
use tensor_format_tests::xla::{array, shape};

#[test]
fn members_are_shapes_in_their_order() {
    let tuple = shape("(f32[2]{0}, (s8[]), u8[3]{0})");
    let members = tuple.members().expect("a tuple");
    assert_eq!((members.len(), members.is_empty()), (3, false));
    assert_eq!(format!("{members:?}"), format!("{:?}", members.iter().collect::<Vec<_>>()));
    assert_eq!(members.iter().nth(2), Some(shape("u8[3]{0}")));
    assert_eq!((members.iter().nth(3), members.iter().skip(1).len()), (None, 2));
    let again: Vec<Shape> = members.into_iter().collect();
    assert_eq!(Shape::tuple(again).expect("a tuple"), tuple);

    let empty = shape("()");
    assert!(empty.members().expect("a tuple").is_empty());
    let set: HashSet<_> = [&tuple, &empty, &tuple].map(|shape| shape.members().expect("a tuple").clone()).into();
    assert_eq!(set.len(), 2);
    assert_eq!((shape("token[]").members(), shape("f32[]").members()), (None, None));
    assert!(shape("token[]").into_array().is_none() && shape("token[]").as_array().is_none());
}

/// A field of a message: its number and its bytes.
fn field(number: u8, bytes: &[u8]) -> Vec<u8> {
    [&[number << 3 | 2, bytes.len() as u8], bytes].concat()
}

#[test]
fn the_last_element_type_counts() {
    let member = shape("f32[2]{0}").to_vec();
    let (tuple, buffer) = ([2 << 3, 13], [2 << 3, 34]);
    let of = |parts: &[&[u8]]| Shape::from_slice(&parts.concat());
    // A member that came while the shape was a buffer is the first of the tuple.
    let second = shape("u8[]").to_vec();
    let read = of(&[&buffer, &field(4, &member), &tuple, &field(4, &second)]).expect("a tuple");
    assert_eq!(read, shape("(f32[2]{0}, u8[])"));
    let inner = [&buffer[..], &field(4, &member), &tuple].concat();
    assert_eq!(of(&[&tuple, &field(4, &inner)]).expect("a tuple"), shape("((f32[2]{0}))"));
    // And the other way round.
    let read = of(&[&tuple, &field(4, &member), &buffer]).expect("a buffer");
    assert_eq!(read, Shape::buffer(array("f32[2]{0}")).expect("a buffer"));
    let two = of(&[&tuple, &field(4, &member), &field(4, &member), &buffer]).expect_err("two arrays");
    assert_eq!(two.kind().name(), "invalid_field", "{two}");
    let nested = of(&[&buffer, &field(4, &shape("()").to_vec())]).expect_err("no array");
    assert_eq!(nested.kind().name(), "invalid_field", "{nested}");
}

#[test]
fn arrays_and_layouts_are_compared() {
    let (rows, columns) = (array("f32[2,3]{1,0}"), array("f32[2,3]{0,1}"));
    assert!(rows.equal(&rows.clone()) && !rows.equal(&columns) && rows.compatible(&columns));
    assert!(!rows.compatible(&array("f32[3,2]{1,0}")) && !rows.compatible(&array("f64[2,3]{1,0}")));
    assert!(rows.layout().equal(rows.layout()) && !rows.layout().equal(columns.layout()));
    assert!(Comparison::equal().arrays(&rows, &rows) && Comparison::compatible().arrays(&rows, &columns));
}

#[test]
fn arrays_take_another_element_type() {
    let packed = array("s4[8]{0:E(4)}");
    assert_eq!(packed.clone().with_element_type(PrimitiveType::U4).expect("as large").to_string(), "u4[8]{0:E(4)}");
    let larger = packed.with_element_type(PrimitiveType::F32).expect_err("32 bits");
    assert!(matches!(larger, ErrorKind::Field { .. }), "{larger}");
}

#[test]
fn shapes_of_either_kind_have_buffers() {
    assert_eq!(format!("{:?}", Options::default()), format!("{:?}", Options::new()));
    let bytes: Vec<u8> = (0..6_u8).collect();
    let tiled = AnyShape::Shape(shape("u8[2,3]{0,1}"));
    assert_eq!(tiled.buffer_size().expect("bytes"), 6);
    assert_eq!(tiled.header().expect("a header").to_string(), "u8 [2, 3]");
    let tensor = tiled.to_tensor(&bytes).expect("a tensor");
    assert_eq!(tensor.to_vec::<u8>().expect("bytes"), [0, 2, 4, 1, 3, 5]);
    assert_eq!(tiled.view(&bytes).expect("a view").try_to_tensor().expect("a tensor"), tensor);
    assert!(tiled.view(&bytes[1..]).is_err() && tiled.to_tensor(&bytes[1..]).is_err());
    for other in ["token[]", "(u8[])"] {
        let other = AnyShape::Shape(shape(other));
        let errors = [other.header().map(drop), other.buffer_size().map(drop), other.view(&[]).map(drop)];
        assert!(errors.iter().all(|error| matches!(error, Err(ErrorKind::Layout { .. }))), "{errors:?}");
    }
}
