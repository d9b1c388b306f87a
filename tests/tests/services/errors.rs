//! Errors as the answers of a service.

use tensor_format::{
    DecodeError, ElementType, EncodeError, ErrorKind, Tensor,
    decthings::{self, CallError},
    error::{FaultValue, Violation},
    from_slice, model, to_vec,
    with::serde::ErrorReport,
};

#[derive(Tensor)]
struct Input {
    #[tensor(shape = [n, 4])]
    boxes: Vec<[f32; 4]>,
    #[tensor(shape = [n])]
    scores: Vec<f32>,
}

/// The answer that the guide shows.
fn status(error: &DecodeError) -> u16 {
    match error.kind() {
        ErrorKind::LimitExceeded { .. } => 413,
        _ if error.is_malformed() => 400,
        _ if error.is_invalid() => 422,
        _ => 500,
    }
}

fn refused(request: &[u8]) -> DecodeError {
    let count = model::from_fn(|input: Input| Ok::<u64, EncodeError>((input.boxes.len() + input.scores.len()) as u64));
    match decthings::call(&count, request, &mut Vec::new()) {
        Err(CallError::Decode(error)) => error,
        other => panic!("{other:?}"),
    }
}

#[test]
fn one_type_holds_one_and_many_violations() {
    #[derive(Tensor)]
    struct Sent {
        boxes: Vec<[u8; 3]>,
    }
    let error = refused(&to_vec(&Sent { boxes: vec![[1; 3]] }).unwrap());
    let texts: Vec<String> = error.violations().map(ToString::to_string).collect();
    let expected = [
        "parameter `boxes`: element type: expected f32, found u8",
        "parameter `boxes`: axis 1: expected 4, found 3",
        "parameter `scores`: required, but missing",
    ];
    assert_eq!(texts, expected);
    assert_eq!((error.to_string(), status(&error)), (expected.join("\n"), 422));
    assert_eq!(error.found(), Some(FaultValue::ElementType(ElementType::U8)));
    let kinds: Vec<_> = error.violations().map(|violation| (violation.kind.axis(), violation.kind.name())).collect();
    assert_eq!(kinds, [(None, "type_not_allowed"), (Some(1), "dim_mismatch"), (None, "missing_param")]);

    let report: ErrorReport = serde_json::from_str(&serde_json::to_string(&error).unwrap()).unwrap();
    assert!(report.is_invalid && !report.is_malformed);
    assert_eq!((report.kind.as_str(), report.violations.len()), ("type_not_allowed", 3));
    let axis = &report.violations[1];
    assert_eq!((axis.axis, axis.expected.as_deref(), axis.found.as_deref()), (Some(1), Some("4"), Some("3")));

    // One that reading stops at is a list of one.
    let error = from_slice::<f32>(&[7, 0, 1]).unwrap_err();
    assert_eq!((error.violations().count(), error.offset()), (1, Some(0)));
    assert!(DecodeError::from_violations([]).is_none());
    let violation = Violation { parameter: None, kind: ErrorKind::TensorFound };
    assert_eq!(DecodeError::from_violations([violation]).unwrap().violations().count(), 1);
}

#[test]
fn the_status_says_whose_fault_it_is() {
    let whole = to_vec(&Input { boxes: vec![[0.0; 4]], scores: vec![1.0] }).unwrap();
    assert_eq!(status(&refused(&whole[..whole.len() - 1])), 400);
    assert_eq!(status(&refused(b"GET")), 400);
    assert_eq!(status(&refused(&to_vec(&1.0f32).unwrap())), 422);
    let limit = decthings::Options::new().max_elements(3).from_slice::<Input>(&whole).err().unwrap();
    assert_eq!(
        (status(&limit), limit.expected(), limit.found()),
        (413, Some(FaultValue::AtMost(3)), Some(FaultValue::Number(4)))
    );
    let misaligned = DecodeError::new(ErrorKind::Misaligned { align: 4 });
    assert_eq!(status(&misaligned), 500);
}
