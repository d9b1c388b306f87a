//! Any record comes back, and no frames make a reader panic.

use proptest::{collection::vec, prelude::*};
use tensor_format::{
    ByteOrder, ElementType, Record, RecordRef, Tensor, TensorRef,
    codec::Variable,
    layout::Layout,
    zio::{self, Endpoint, Fields, Json, Message, Options, Part},
};

fn variable(element_type: ElementType) -> BoxedStrategy<Variable<'static>> {
    match element_type {
        ElementType::String => any::<String>().prop_map(|text| Variable::Text(text.into())).boxed(),
        ElementType::Binary => vec(any::<u8>(), 0..300).prop_map(|bytes| Variable::Bytes(bytes.into())).boxed(),
        _ => (vec(any::<u8>(), 0..9), vec(any::<u8>(), 0..9))
            .prop_map(|(format, data)| Variable::Media { format: format.into(), data: data.into() })
            .boxed(),
    }
}

fn tensor() -> impl Strategy<Value = Tensor> {
    (prop::sample::select(ElementType::ALL), vec(0usize..4, 0..5)).prop_flat_map(|(element_type, shape)| {
        let count: usize = shape.iter().product();
        match element_type.size() {
            Some(size) => vec(any::<u8>(), count * size)
                .prop_map(move |mut bytes| {
                    if element_type == ElementType::Bool {
                        bytes.iter_mut().for_each(|byte| *byte &= 1);
                    }
                    let tensor = TensorRef::from_bytes(element_type, shape.clone(), &bytes, ByteOrder::Little);
                    tensor.expect("a tensor").to_tensor()
                })
                .boxed(),
            None => vec(variable(element_type), count)
                .prop_map(move |elements| {
                    Tensor::from_variables(element_type, shape.clone(), elements).expect("a tensor")
                })
                .boxed(),
        }
    })
}

fn record() -> impl Strategy<Value = Record> {
    vec((".{0,8}", tensor()), 0..6).prop_map(|entries| {
        let mut record = Record::new();
        for (name, tensor) in entries {
            if record.get(&name).is_none() {
                record.push(name, tensor);
            }
        }
        record
    })
}

fn json() -> impl Strategy<Value = serde_json::Value> {
    use serde_json::Value;
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map(any::<String>(), inner, 0..5)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

fn strided() -> impl Strategy<Value = (Vec<u8>, Vec<usize>, Layout)> {
    vec(1usize..4, 0..5).prop_perturb(|shape, mut rng| {
        let mut axes: Vec<usize> = (0..shape.len()).collect();
        (1..axes.len()).rev().for_each(|i| axes.swap(i, rng.random_range(0..=i)));
        let (mut strides, mut offset, mut step) = (vec![0isize; shape.len()], 0, 2isize);
        for axis in axes {
            let backwards = rng.random_range(0..2) == 1;
            strides[axis] = if backwards { -step } else { step };
            offset += if backwards { step as usize * (shape[axis] - 1) } else { 0 };
            step *= (shape[axis] + rng.random_range(0..4) / 3) as isize;
        }
        ((0..step as usize).map(|i| i as u8).collect(), shape, Layout::new(&strides, offset))
    })
}

proptest! {
    #[test]
    fn records_round_trip(record in record()) {
        let message = zio::to_message(&record).expect("a message");
        prop_assert_eq!(&zio::from_message::<Record>(&message).expect("a record"), &record);
        let bytes = message.to_vec().expect("bytes");
        let received = Message::from_slice(&bytes).expect("a message");
        prop_assert_eq!(&received, &message);
        let borrowed = zio::from_message::<RecordRef<'_>>(&received).expect("a record");
        prop_assert_eq!(borrowed, record.as_ref());
        let mut again = message.borrow();
        again.set_label(&Fields::default(), Some(message.tensors().expect("tensors").tens())).expect("a label");
        prop_assert_eq!(&again.label, &message.label);
    }

    #[test]
    fn layouts_round_trip((bytes, shape, layout) in strided()) {
        let tensor = TensorRef::with_layout(ElementType::I16, shape, &bytes, layout, ByteOrder::Little).expect("a tensor");
        for options in [Options::new(), Options::new().row_major_only(true)] {
            let mut message = Message::default();
            options.append(&mut message, &tensor, None).expect("appended");
            prop_assert_eq!(&message.tensors().expect("tensors").tensor(0).expect("a tensor"), &tensor);
        }
    }

    #[test]
    fn json_is_what_serde_json_reads(value in json()) {
        let pretty = serde_json::to_string_pretty(&value).expect("text");
        let canonical = Json::new(&*pretty).expect("JSON").canonical();
        prop_assert_eq!(&serde_json::from_str::<serde_json::Value>(&canonical).expect("JSON"), &value);
        prop_assert_eq!(&Json::new(&*canonical).expect("JSON").canonical(), &canonical);
    }

    #[test]
    fn texts_are_refused_as_serde_json_refuses_them(text in r#"[\{\}\[\]:,"\\untrfalse0-9eE.+ -]{0,12}"#) {
        let theirs = serde_json::from_str::<serde_json::Value>(&text);
        prop_assert_eq!(Json::new(&*text).is_ok(), theirs.is_ok(), "{}: {:?}", text, theirs);
    }

    #[test]
    fn no_bytes_panic(bytes in vec(any::<u8>(), 0..200), frames in vec(vec(any::<u8>(), 0..60), 0..5)) {
        look_at(Message::from_slice(&bytes).ok());
        look_at(Message::from_frames(&frames).ok());
    }

    #[test]
    fn no_change_panics(record in record(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let message = zio::to_message(&record).expect("a message");
        let mut bytes = message.to_vec().expect("bytes");
        let at = at.index(bytes.len());
        bytes[at] = byte;
        look_at(Message::from_slice(&bytes).ok());
        let mut label = message.label.to_vec();
        let at = at % label.len();
        label[at] = byte;
        look_at(Some(Message { label: label.into(), ..message }));
    }
}

/// Reads a message in every way; what it accepts must be written and read as the same.
fn look_at(message: Option<Message<'_>>) {
    let Some(mut message) = message else { return };
    let _ = message.flow();
    let _ = Endpoint::server(3).receive(&message);
    let _ = zio::from_message::<Vec<f32>>(&message);
    if let Ok(record) = zio::from_message::<Record>(&message) {
        let again = zio::to_message(&record).expect("a message");
        assert_eq!(zio::from_message::<Record>(&again).expect("a record"), record);
    }
    let tens = message.tensors().map(|tensors| {
        tensors.iter().for_each(drop);
        tensors.tens().clone().into_owned()
    });
    if let Ok(tens) = tens {
        let fields = message.label().expect("a label").fields().clone().into_owned();
        message.set_label(&fields, Some(&tens)).expect("a label");
        assert_eq!(message.tensors().expect("tensors").tens().tensors(), tens.tensors());
    }
    let _ = message.append(&TensorRef::from(&[1.0f32][..]), None);
    message.parts.push(Part::default());
    let _ = zio::Join::new().push(message);
}
