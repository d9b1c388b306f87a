//! Messages for an enum that is a record, which do not fit: labels and parameters that do not go together.
#![deny(warnings, clippy::pedantic)]

use proptest::prelude::*;
use tensor_format::{
    DecodeError, DecodeOwned, ErrorKind, Many, Record, Tensor, Value, decthings, from_reader, from_slice, from_value,
    to_vec,
};

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
enum Shape {
    Circle {
        radius: f32,
        name: Option<String>,
    },
    Pose(Pose),
    Number(f64),
    Numbers(Many<f64>),
    #[default]
    Empty,
}

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Pose {
    x: f32,
    y: f32,
}

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Scene {
    shape: Shape,
    other: Option<Shape>,
}

fn tensor(number: f32) -> Tensor {
    Tensor::from_vec([], vec![number]).unwrap()
}

fn label(text: &str) -> Tensor {
    from_slice(&to_vec(text).unwrap()).unwrap()
}

/// Returns the bytes of a record of these tensors, of which several may have one name.
fn bytes_of(tensors: &[(&str, Tensor)]) -> Vec<u8> {
    let names: Vec<&str> = tensors.iter().map(|(name, _)| *name).collect();
    let mut bytes = to_vec(&names).unwrap();
    for (_, tensor) in tensors {
        tensor_format::append(tensor, &mut bytes).unwrap();
    }
    bytes
}

/// Returns the one error with which a record of these tensors is refused, however it is read.
#[track_caller]
fn refused<T: DecodeOwned + Default + std::fmt::Debug>(tensors: &[(&str, Tensor)]) -> DecodeError {
    let bytes = bytes_of(tensors);
    let error = from_slice::<T>(&bytes).unwrap_err();
    let same = |other: &DecodeError| {
        assert_eq!((error.parameter(), error.kind().to_string()), (other.parameter(), other.kind().to_string()));
    };
    same(&from_reader::<T, _>(&bytes[..]).unwrap_err());
    let mut into = T::default();
    same(&decthings::decode_into(&bytes, &mut into).unwrap_err());
    if !matches!(error.kind(), ErrorKind::DuplicateParam) {
        let record: Record = tensors.iter().map(|(name, tensor)| ((*name).to_owned(), tensor.clone())).collect();
        same(&from_value::<T>(&Value::Record(record.as_ref())).unwrap_err());
    }
    error
}

/// Returns the text of an error without its place.
fn text(error: &DecodeError) -> String {
    let text = error.to_string();
    text.split(" (byte ").next().unwrap_or_default().to_owned()
}

#[test]
fn a_label_is_one_of_those_known() {
    let error = refused::<Shape>(&[("variant", label("Square")), ("Circle.radius", tensor(1.0))]);
    assert!(matches!(error.kind(), ErrorKind::UnknownLabel { .. }));
    let expected = "parameter `variant`: label: expected one of \"Circle\", \"Pose\", \"Number\", \"Numbers\", \
                    \"Empty\", found \"Square\"";
    assert!(error.to_string().starts_with(expected), "{error}");
    assert!(error.offset().is_some());
    let error = refused::<Scene>(&[("shape.variant", label("circle")), ("shape.Circle.radius", tensor(1.0))]);
    assert_eq!(error.parameter(), Some("shape.variant"));
    let error = refused::<Shape>(&[("variant", tensor(1.0))]);
    assert_eq!(error.parameter(), Some("variant"));
    assert!(matches!(error.kind(), ErrorKind::ElementType { .. }));
    let two = from_slice(&to_vec(&["Circle", "Empty"]).unwrap()).unwrap();
    assert!(matches!(refused::<Shape>(&[("variant", two)]).kind(), ErrorKind::Rank { .. }));
}

#[test]
fn a_label_is_there() {
    for tensors in [&[][..], &[("Circle.radius", tensor(1.0))], &[("Number", label("text"))]] {
        let error = refused::<Shape>(tensors);
        let expected = if tensors.iter().any(|(name, _)| *name == "Number") { "Number" } else { "variant" };
        assert_eq!(error.parameter(), Some(expected), "{error}");
    }
    let error = refused::<Shape>(&[("varian", label("Circle")), ("Circle.radius", tensor(1.0))]);
    let expected = "parameter `variant`: required, but missing; is `varian`, which is not known, meant for it?";
    assert_eq!(text(&error), expected);
    let error = refused::<Scene>(&[("shape.Circle.radius", tensor(1.0))]);
    assert_eq!(error.parameter(), Some("shape.variant"));
}

#[test]
fn parameters_of_the_variant_are_there() {
    let error = refused::<Shape>(&[("variant", label("Circle"))]);
    assert_eq!(text(&error), "parameter `Circle.radius`: required, but missing");
    let error = refused::<Shape>(&[("variant", label("Circle")), ("Circle.radiu", tensor(1.0))]);
    let expected = "parameter `Circle.radius`: required, but missing; is `Circle.radiu`, which is not known, meant for \
                    it?";
    assert_eq!(text(&error), expected);
    let error = refused::<Shape>(&[("Circle.name", label("a")), ("variant", label("Circle"))]);
    assert_eq!(error.parameter(), Some("Circle.radius"));
    let error = refused::<Shape>(&[("variant", label("Number"))]);
    assert_eq!(text(&error), "parameter `Number`: required, but missing");
    let error = refused::<Shape>(&[("variant", label("Pose"))]);
    assert_eq!(text(&error), "parameter `Pose.x`: required, but missing");
    let error = refused::<Shape>(&[("variant", label("Pose")), ("Pose.x", tensor(1.0))]);
    assert_eq!(text(&error), "parameter `Pose.y`: required, but missing");
    let error = refused::<Scene>(&[("shape.variant", label("Empty")), ("other.variant", label("Number"))]);
    assert_eq!(text(&error), "parameter `other.Number`: required beside `other.variant`, but missing");
}

#[test]
fn parameters_of_other_variants_are_not() {
    let cases: [(&str, &[&str]); 5] = [
        ("Circle", &["Circle.radius"]),
        ("Pose", &["Pose.x", "Pose.y"]),
        ("Number", &["Number"]),
        ("Numbers", &[]),
        ("Empty", &[]),
    ];
    let number = |name: &str| match name {
        "Number" => Tensor::from_vec([], vec![1.0f64]).unwrap(),
        _ => tensor(1.0),
    };
    for (variant, own) in cases {
        for other in ["Circle.radius", "Pose.y", "Number"] {
            if own.contains(&other) {
                continue;
            }
            let own: Vec<(&str, Tensor)> = own.iter().map(|name| (*name, number(name))).collect();
            let (tag, other_tensor) = (("variant", label(variant)), (other, number(other)));
            let last: Vec<_> = [tag.clone()].into_iter().chain(own.clone()).chain([other_tensor.clone()]).collect();
            let first: Vec<_> = [tag.clone(), other_tensor.clone()].into_iter().chain(own.clone()).collect();
            let before: Vec<_> = [other_tensor].into_iter().chain(own).chain([tag]).collect();
            for tensors in [first, last, before] {
                let error = refused::<Shape>(&tensors);
                assert_eq!(error.parameter(), Some(other));
                assert!(matches!(error.kind(), ErrorKind::OtherVariant { label } if *label == variant), "{error}");
                let text = format!("belongs to another variant than \"{variant}\", which the label names");
                assert!(error.to_string().contains(&text), "{error}");
                let nested: Vec<(String, Tensor)> =
                    tensors.iter().map(|(name, tensor)| (format!("shape.{name}"), tensor.clone())).collect();
                let nested: Vec<(&str, Tensor)> =
                    nested.iter().map(|(name, tensor)| (&**name, tensor.clone())).collect();
                assert_eq!(refused::<Scene>(&nested).parameter(), Some(&*format!("shape.{other}")));
            }
        }
    }
}

#[test]
fn all_parameters_in_order_are_too_many() {
    #[derive(Tensor, Debug, PartialEq, Clone, Default)]
    enum Either {
        Left {
            x: f32,
        },
        Right(f32),
        #[default]
        Neither,
    }
    for (variant, other) in [("Left", "Right"), ("Right", "Left.x"), ("Neither", "Left.x")] {
        let tensors = [("variant", label(variant)), ("Left.x", tensor(1.0)), ("Right", tensor(2.0))];
        let error = refused::<Either>(&tensors);
        assert_eq!(error.parameter(), Some(other));
        assert!(matches!(error.kind(), ErrorKind::OtherVariant { .. }), "{error}");
    }
}

#[test]
fn all_parameters_in_order_may_be_those_of_one_variant() {
    #[derive(Tensor, Debug, PartialEq, Clone, Default)]
    enum Perhaps {
        Some {
            x: f32,
            y: f32,
        },
        #[default]
        None,
    }
    let some = Perhaps::Some { x: 1.0, y: 2.0 };
    assert_eq!(from_slice::<Perhaps>(&to_vec(&some).unwrap()).unwrap(), some);
    let mut into = Perhaps::Some { x: 0.0, y: 0.0 };
    decthings::decode_into(&to_vec(&some).unwrap(), &mut into).unwrap();
    assert_eq!(into, some);
    let tensors = [("variant", label("None")), ("Some.x", tensor(1.0)), ("Some.y", tensor(1.0))];
    assert_eq!(refused::<Perhaps>(&tensors).parameter(), Some("Some.x"));
}

#[test]
fn parameters_come_once() {
    let cases = [
        ("Circle", "Circle.radius", "Circle.radius"),
        ("Circle", "variant", "Circle.radius"),
        ("Number", "Number", "Number"),
        ("Pose", "Pose.x", "Pose.x"),
        ("Empty", "variant", "variant"),
    ];
    let tensor = |name: &str, variant: &str| match name {
        "variant" => label(variant),
        "Number" => Tensor::from_vec([], vec![1.0f64]).unwrap(),
        _ => tensor(1.0),
    };
    for (variant, twice, other) in cases {
        let tensors = [
            ("variant", label(variant)),
            (other, tensor(other, variant)),
            ("unknown", label("a")),
            (twice, tensor(twice, variant)),
        ];
        let error = refused::<Shape>(&tensors);
        assert_eq!(error.parameter(), Some(twice));
        assert!(matches!(error.kind(), ErrorKind::DuplicateParam), "{error}");
    }
    // Tensors of one name come together.
    let number = Tensor::from_vec([], vec![1.0f64]).unwrap();
    let tensors =
        [("Numbers", number.clone()), ("Numbers", number.clone()), ("variant", label("Numbers")), ("Numbers", number)];
    assert!(matches!(refused::<Shape>(&tensors).kind(), ErrorKind::DuplicateParam));
}

#[test]
fn parameters_keep_their_rules() {
    let error = refused::<Shape>(&[("variant", label("Circle")), ("Circle.radius", label("text"))]);
    assert_eq!(error.parameter(), Some("Circle.radius"));
    assert!(error.offset().is_some());
    for first in [true, false] {
        let mut tensors = vec![("variant", label("Number")), ("Number", tensor(1.0))];
        if !first {
            tensors.reverse();
        }
        let error = refused::<Shape>(&tensors);
        assert_eq!(error.parameter(), Some("Number"));
        assert!(matches!(error.kind(), ErrorKind::ElementType { .. }), "{error}");
        assert!(error.offset().is_some());
    }
}

#[test]
fn unknown_names_are_denied_where_that_is_asked() {
    #[derive(Tensor, Debug, PartialEq, Clone, Default)]
    #[tensor(deny_unknown)]
    enum Strict {
        #[default]
        None,
        Some {
            x: f32,
        },
    }
    let tensors = [("variant", label("Some")), ("Some.x", tensor(1.0)), ("Some.y", tensor(1.0))];
    let error = refused::<Strict>(&tensors);
    assert_eq!(error.parameter(), Some("Some.y"));
    assert!(matches!(error.kind(), ErrorKind::UnknownParam { .. }), "{error}");
    let error = refused::<Strict>(&[("other", tensor(1.0)), ("variant", label("None"))]);
    assert_eq!(error.parameter(), Some("other"));
}

#[test]
fn checks_of_headers_know_what_comes_together() {
    let record: Record =
        [("variant".to_owned(), label("Circle")), ("Circle.name".to_owned(), label("a"))].into_iter().collect();
    let bytes = to_vec(&record).unwrap();
    let error = decthings::check::<Shape>(&bytes).unwrap_err();
    assert_eq!(error.parameter(), Some("Circle.radius"));
    let violations = decthings::check_all::<Shape>(&bytes).unwrap();
    assert_eq!(violations.len(), 1);
}

proptest! {
    #[test]
    fn no_bytes_are_too_odd(cut in 0usize..400, byte: u8, at in 0usize..400, backwards: bool) {
        let shape = Shape::Circle { radius: 1.0, name: Some("a".into()) };
        let mut bytes = to_vec(&Scene { shape, other: Some(Shape::Pose(Pose { x: 1.0, y: 2.0 })) }).unwrap();
        if backwards {
            bytes = tensor_format_tests::reversed(&bytes);
        }
        if let Some(place) = bytes.get_mut(at) {
            *place = byte;
        }
        bytes.truncate(bytes.len().saturating_sub(cut % 7));
        let by_rules = decthings::check::<Scene>(&bytes).is_ok();
        let by_type = from_slice::<Scene>(&bytes).is_ok();
        prop_assert!(by_rules || !by_type);
        prop_assert_eq!(by_type, from_reader::<Scene, _>(&bytes[..]).is_ok());
    }
}
