//! Tensors added to messages and looked at in them.

use tensor_format::{
    ByteOrder, DecodeError, ElementType, ErrorKind, TensorRef,
    error::Limit,
    layout::Layout,
    zio::{DType, Description, Fields, Json, Kind, Message, MessageFault, Options, Part, Tens},
};

use super::{facts, of_label};

#[test]
fn appended_tensors() {
    let (floats, bytes) = ([1.0f32, 2.0, 3.0, 4.0], [1u8, 2, 3]);
    let mut message = Message {
        label: r#"{"run": 7, "TENS": {"tensors": [], "note": [1]}, "a": "é"}"#.into(),
        ..Message::default()
    };
    message.parts.push(b"other".into());
    let matrix = TensorRef::from_slice([2, 2], &floats).expect("a tensor");
    assert_eq!(message.append(&matrix, None).expect("appended"), 0);
    let row = TensorRef::from_slice([3], &bytes).expect("a tensor");
    let metadata = Json::new(r#"{"z": 1, "a": {"deep": [2]}}"#).expect("JSON");
    assert_eq!(message.append(&row, Some(metadata)).expect("appended"), 1);
    assert_eq!(message.append_metadata(Json::EMPTY).expect("appended"), 2);
    assert_eq!(
        String::from_utf8_lossy(&message.label),
        r#"{"TENS":{"metadata":{},"note":[1],"tensors":[{"dtype":"f","part":1,"shape":[2,2],"word":4},{"dtype":"u","metadata":{"a":{"deep":[2]},"z":1},"part":2,"shape":[3],"word":1},{"dtype":"?","metadata":{},"part":3,"shape":[],"word":0}]},"a":"é","run":7}"#
    );
    // Where numbers of the machine are of the message's order, they are lent.
    let is_lent = message.parts[1].as_ptr() == floats.as_ptr().cast();
    assert_eq!(is_lent, cfg!(target_endian = "little"));
    let tensors = message.tensors().expect("tensors");
    assert_eq!(tensors.tensor(0).expect("a tensor"), matrix);
    assert_eq!((tensors.len(), tensors.is_empty(), tensors.iter().len()), (3, false, 3));
    assert_eq!(tensors.find("z", &Json::from(1u64)), Some(1));
    assert_eq!(tensors.find("z", &Json::from(2u64)), None);
    assert_eq!(tensors.find_by(|metadata| !metadata.is_flat()), Some(1));
    let error = tensors.tensor(2).expect_err("no array");
    assert_eq!(facts(&error).3, "metadata alone");
    assert!(matches!(tensors.tensor(3).expect_err("out of range").kind(), ErrorKind::Index { index: 3, len: 3 }));
    assert!(tensors.raw(9).is_err() && tensors.view::<f32>(9).is_err() && tensors.byte_order(9).is_err());
    let error = tensors.view::<u8>(0).expect_err("another type");
    assert!(matches!(error.kind(), ErrorKind::ElementType { found: ElementType::F32, .. }));

    for (label, fault) in [("[]", MessageFault::LabelNotObject), (r#"{"TENS":{}}"#, MessageFault::TensorsMissing)] {
        let mut wrong = of_label(label, 0);
        let error = DecodeError::from(wrong.append(&row, None).expect_err("a label that is wrong"));
        assert_eq!(facts(&error).1, fault);
        assert_eq!((&*wrong.label, wrong.parts.len()), (label.as_bytes(), 0));
    }
    let error = DecodeError::from(Message::default().append(&row, Some(Json::from(1u64))).expect_err("no object"));
    assert_eq!(facts(&error).1, MessageFault::MetadataNotObject);
    let deep = TensorRef::from_slice(vec![1; 65], &[1u8]).expect("a tensor");
    let error = Message::default().append(&deep, None).expect_err("rank 65");
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Rank, .. }));
    for max in [2, 3] {
        let few = Options::new().max_tensors(max);
        let error = few.append(&mut message.borrow(), &row, None).expect_err("a fourth");
        assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Params, .. }));
    }
    assert_eq!(Options::new().max_tensors(4).append(&mut message.borrow(), &row, None).expect("a fourth"), 3);
    // Of the application's metadata none may say what the tensor is, if ours must.
    let words = tensor_format::Tensor::from_strings([1], ["a"]).expect("a tensor");
    for key in ["element_type", "element_shape"] {
        let metadata = || Some(Json::object([(key, Json::text("f32"))]));
        let error = Message::default().append(&words.as_ref(), metadata()).expect_err("a clash");
        assert_eq!(facts(&DecodeError::from(error)).1, MessageFault::ReservedKey);
        assert_eq!(Message::default().append(&row, metadata()).expect("no clash"), 0);
    }
    let short = Options::new().max_label_bytes(20);
    assert!(short.append(&mut Message::default(), &row, None).is_err());
}

#[test]
fn orders_and_directions() {
    // Axis 1 fastest, then axis 0 backwards, then axis 2.
    let elements: Vec<u16> = (0..24).collect();
    let bytes: Vec<u8> = elements.iter().flat_map(|x| x.to_le_bytes()).collect();
    let layout = Layout::new(&[-8, 2, 24], 16);
    let tensor =
        TensorRef::with_layout(ElementType::U16, [3, 4, 2], &bytes, layout, ByteOrder::Little).expect("a tensor");
    let mut message = Message::default();
    message.append(&tensor, None).expect("appended");
    let tensors = message.tensors().expect("tensors");
    let described = &tensors.tens().tensors()[0];
    assert_eq!((described.order(), described.ascend()), (Some(&[1, 0, 2][..]), Some(&[false, true, true][..])));
    assert_eq!(message.parts[0].as_ptr(), bytes.as_ptr());
    let view = tensors.view::<u16>(0).expect("a view");
    assert_eq!(view, tensor);
    assert_eq!((view.get::<u16>(&[0, 0, 0]), view.get::<u16>(&[2, 3, 1])), (Some(8), Some(15)));

    let mut rows = Message::default();
    Options::new().row_major_only(true).append(&mut rows, &tensor, None).expect("appended");
    assert!(!String::from_utf8_lossy(&rows.label).contains("order"));
    assert_eq!(rows.tensors().expect("tensors").tensor(0).expect("a tensor"), tensor);

    // Gaps and shared places cannot be described.
    for layout in [Layout::new(&[16, 4], 0), Layout::new(&[0, 2], 0)] {
        let gaps =
            TensorRef::with_layout(ElementType::U16, [2, 2], &bytes, layout, ByteOrder::Little).expect("a tensor");
        let mut message = Message::default();
        message.append(&gaps, None).expect("appended");
        assert_eq!(message.tensors().expect("tensors").tensor(0).expect("a tensor"), gaps);
        assert!(!message.parts[0].is_borrowed());
    }
    let big = TensorRef::from_bytes(ElementType::U16, [2], &[1, 2, 3, 4], ByteOrder::Big).expect("a tensor");
    let mut message = Message::default();
    message.append(&big, None).expect("appended");
    assert_eq!(&*message.parts[0], [2, 1, 4, 3]);
    // Nothing in any order, with directions that would reach below the part.
    let text = r#"{"TENS":{"tensors":[{"shape":[3,0],"word":2,"dtype":"u","order":[0,1],"ascend":[false,false]}]}}"#;
    let message = of_label(text, 1);
    assert!(message.tensors().expect("tensors").tensor(0).expect("a tensor").is_empty());
}

#[test]
fn elements_without_a_meaning() {
    let mut tens = Tens::new();
    for (part, (kind, word)) in
        [(Kind::Void, 3), (Kind::Bytes, 5), (Kind::Moment, 8), (Kind::Span, 8), (Kind::Float, 16), (Kind::Complex, 32)]
            .into_iter()
            .enumerate()
    {
        tens.push(Description::new(DType::new(kind), word, [2], part).expect("a description"));
    }
    tens.fields_mut().set("note", Json::from(1u64));
    tens.set_metadata(Json::EMPTY).expect("an object");
    let mut message = Message::default();
    message.parts.extend([6, 10, 16, 16, 32, 64].map(|len| Part::from(vec![1; len])));
    message.set_label(&Fields::default(), Some(&tens)).expect("a label");
    let tensors = message.tensors().expect("tensors");
    assert_eq!(tensors.tens(), &tens.clone().into_owned());
    for index in 0..6 {
        assert_eq!(tensors.raw(index).expect("bytes").len(), message.parts[index].len());
        assert_eq!(facts(&tensors.tensor(index).expect_err("no element type")).1, MessageFault::Dtype);
    }
    for (kind, word) in [(Kind::Float, 3), (Kind::Moment, 4), (Kind::Void, 0), (Kind::Nothing, 1)] {
        let error = DecodeError::from(Description::new(DType::new(kind), word, [2], 0).expect_err("no such elements"));
        assert_eq!(facts(&error).1, MessageFault::DtypeWord);
    }
    for shape in [vec![usize::MAX], vec![0, usize::MAX], vec![usize::MAX, 0]] {
        let error = Description::new(DType::new(Kind::Void), 2, shape, 0).expect_err("too many bytes");
        assert!(matches!(error.kind(), ErrorKind::ShapeOverflow));
    }
    assert!(tens.set_metadata(Json::text("a")).is_err());
}

#[test]
fn reserved_keys() {
    let refused = |fields: &Fields<'_>, tens: &Tens<'_>| {
        let error = Message::default().set_label(fields, Some(tens)).expect_err("a reserved key");
        facts(&DecodeError::from(error)).1 == MessageFault::ReservedKey
    };
    let field = |key: &'static str| {
        let mut fields = Fields::default();
        fields.set(key, Json::from(1u64));
        fields
    };
    assert!(refused(&field("TENS"), &Tens::new()));
    for key in ["tensors", "metadata"] {
        let mut tens = Tens::new();
        *tens.fields_mut() = field(key);
        assert!(refused(&Fields::default(), &tens));
    }
    for key in ["shape", "word", "dtype", "part", "order", "ascend", "metadata", "packing", "pointer"] {
        let mut description = Description::new(DType::NOTHING, 0, (), 0).expect("a description");
        *description.fields_mut() = field(key);
        let mut tens = Tens::new();
        tens.push(description);
        assert!(refused(&Fields::default(), &tens), "{key}");
    }
    let mut description = Description::new(DType::NOTHING, 0, (), 0).expect("a description");
    description.fields_mut().set("axis", Json::text("t"));
    let mut tens = Tens::new();
    tens.push(description);
    let mut message = Message { parts: vec![Part::default()], ..Message::default() };
    message.set_label(&field("tens"), Some(&tens)).expect("a label");
    assert_eq!(
        &*message.label,
        br#"{"TENS":{"metadata":{},"tensors":[{"axis":"t","dtype":"?","part":0,"shape":[],"word":0}]},"tens":1}"#
    );
}

#[test]
fn booleans_are_checked() {
    let label = r#"{"TENS":{"tensors":[{"shape":[2],"word":1,"dtype":"b"}]}}"#;
    let message = Message { label: label.into(), parts: vec![[1, 2].as_slice().to_vec().into()], ..Message::default() };
    let tensors = message.tensors().expect("tensors");
    let error = tensors.tensor(0).expect_err("2 is none");
    assert!(matches!(error.kind(), ErrorKind::InvalidBoolean(2)));
    assert_eq!(error.to_string(), "boolean: expected 0 or 1, found 2 (byte 1)");
    assert_eq!(tensors.raw(0).expect("bytes"), [1, 2]);
}
