//! Small values of the model: faults of formats, shapes, tensors of bytes.

use std::fmt;

use tensor_format::{
    Binary, ByteOrder, ElementType, Encode, EncodeError, ErrorKind, HasRules, Rules, Shape, TensorRef,
    codec::Sink,
    decthings,
    error::{AnyFault, FaultValue, FormatFault},
    layout::Layout,
    to_value,
};

/// A fault of a format of another crate.
#[derive(Debug, PartialEq)]
struct Crooked(u8);

impl FormatFault for Crooked {
    fn name(&self) -> &'static str {
        "crooked"
    }

    fn expected(&self) -> Option<FaultValue<'_>> {
        Some(FaultValue::Text("straight"))
    }
}

impl fmt::Display for Crooked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "crooked by {}", self.0)
    }
}

#[test]
fn faults_of_formats_are_compared_and_shown() {
    let fault = AnyFault::new(Crooked(1));
    assert_eq!(fault, AnyFault::new(Crooked(1)));
    assert_ne!(fault, AnyFault::new(Crooked(2)));
    assert_eq!(format!("{fault:?}, {fault}"), "Crooked(1), crooked by 1");
    let kind = ErrorKind::Format(fault);
    assert_eq!(kind.expected(), Some(FaultValue::Text("straight")));
    assert_eq!(kind.found(), None);
}

#[test]
fn faults_of_definitions_say_what_was_found() {
    let found = |json: &str| {
        let error = decthings::definitions_from_json(json).expect_err("a fault");
        error.kind().found().map(|found| found.to_string())
    };
    let rules = |rules: &str| format!("[{{\"name\": \"x\", \"required\": true, \"rules\": {rules}}}]");
    assert_eq!(found(&rules("{\"shape\": [-2], \"allowedTypes\": [\"f32\"]}")).as_deref(), Some("-2"));
    assert_eq!(found(&rules("{\"shape\": [1], \"allowedTypes\": [\"f33\"]}")).as_deref(), Some("\"f33\""));
}

#[test]
fn shapes_are_compared_with_slices() {
    let shape = Shape::from([2, 3]);
    let [same, other, shorter]: [&[usize]; 3] = [&[2, 3], &[2, 4], &[2]];
    assert!(shape == same && shape != other && shape != shorter);
}

#[test]
fn bytes_of_binary_data_are_lent() {
    assert_eq!(AsRef::<[u8]>::as_ref(&Binary::from(vec![1, 2])), [1, 2]);
}

/// Elements of one byte have no order.
#[test]
fn tensors_of_bytes_are_lent_in_any_order() {
    let other = if ByteOrder::NATIVE == ByteOrder::Little { ByteOrder::Big } else { ByteOrder::Little };
    let plain = TensorRef::from_bytes(ElementType::U8, [3], &[1, 2, 3], other).expect("a tensor");
    assert_eq!(plain.as_slice::<u8>().expect("lent"), [1, 2, 3]);
    let layout = Layout::new(&[2], 0);
    let strided = TensorRef::with_layout(ElementType::I8, [2], &[1, 2, 3], layout, other).expect("a tensor");
    assert_eq!(strided.array_view::<i8, ndarray::IxDyn>().expect("lent"), ndarray::arr1(&[1i8, 3]).into_dyn());
    let wide = TensorRef::from_bytes(ElementType::U16, [1], &[1, 2], other).expect("a tensor");
    assert_eq!(wide.as_slice::<u16>().expect_err("another order").name(), "not_borrowable");
}

#[test]
fn tensors_of_two_orders_are_compared_by_their_values() {
    let of =
        |bytes: &'static [u8], order| TensorRef::from_bytes(ElementType::U16, [2], bytes, order).expect("a tensor");
    let big = of(&[0, 1, 0, 2], ByteOrder::Big);
    assert_eq!(big, of(&[1, 0, 2, 0], ByteOrder::Little));
    assert_ne!(big, of(&[1, 0, 3, 0], ByteOrder::Little));
    assert_ne!(big, of(&[0, 1, 0, 2], ByteOrder::Little));
}

/// A value that writes two tensors and is no record.
struct Two;

impl HasRules for Two {
    const RULES: Rules<'static> = u8::RULES;
}

impl Encode for Two {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        1u8.encode(sink)?;
        2u8.encode(sink)
    }
}

#[test]
fn a_value_of_two_tensors_is_no_tensor() {
    let text = to_value(&Two).expect_err("two tensors").to_string();
    assert_eq!(text, "the value wrote another number of tensors than it has names");
}
