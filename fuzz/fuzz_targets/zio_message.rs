//! Any bytes as a ZIO message in one buffer and as a label: no reader may panic, and what is accepted means the same once
//! written.
#![no_main]

use std::collections::BTreeMap;

use libfuzzer_sys::fuzz_target;
use tensor_format::{
    Record, RecordRef, Tensor, TensorRef,
    zio::{self, Endpoint, Join, Json, Message, Part},
};
use tensor_format_fuzz::{
    bounds::Bound,
    files::{same, same_record},
};

#[derive(Tensor)]
struct Run {
    #[tensor(metadata)]
    number: u64,
    #[tensor(metadata)]
    notes: Option<BTreeMap<String, Vec<f64>>>,
    #[tensor(metadata, default)]
    tags: Vec<String>,
}

fuzz_target!(|bytes: &[u8]| {
    let bound = Bound::new("message", bytes.len(), 32);
    if let Ok(message) = bound.hold(|| Message::from_slice(bytes)) {
        let written = message.to_vec().expect("a message that was read can be written");
        assert_eq!(written.len(), message.encoded_len());
        assert_eq!(Message::from_slice(&written).expect("as before"), message);
        assert_eq!(Message::from_frames(message.clone().into_frames()).expect("as before"), message);
        look_at(message);
    }
    for len in [0, 1, 4, 24] {
        look_at(Message { label: bytes.into(), parts: vec![vec![1; len].into(); 3], ..Message::default() });
    }
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Ok(json) = bound.hold(|| Json::new(text))
    {
        let canonical = json.canonical();
        let again = Json::new(&*canonical).expect("what is written can be read");
        assert_eq!((again.canonical(), &again), (canonical.clone(), &json));
        assert_eq!(again.fields(), json.fields());
    }
});

/// What tensors that share a part may take when they are copied.
const EXPANDED: usize = 16 << 10;

fn look_at(mut message: Message<'_>) {
    let options = zio::Options::new().max_expanded(EXPANDED as u64);
    let bound = Bound::new("value", message.encoded_len(), 32).and(EXPANDED);
    let tiny = Bound { times: 64, ..bound };
    let owned = tiny.hold(|| options.from_message::<Record>(&message));
    let borrowed = bound.hold(|| options.from_message::<RecordRef<'_>>(&message));
    assert_eq!(owned.is_ok(), borrowed.is_ok());
    if let (Ok(owned), Ok(borrowed)) = (owned, borrowed) {
        assert!(same_record(&owned, &borrowed.to_record()));
    }
    let owned = bound.hold(|| options.from_message::<Tensor>(&message));
    let borrowed = bound.hold(|| options.from_message::<TensorRef<'_>>(&message));
    assert_eq!(owned.is_ok(), borrowed.is_ok());
    if let (Ok(owned), Ok(borrowed)) = (owned, borrowed) {
        assert!(same(&owned, &borrowed.to_tensor()));
    }
    bound.hold(|| drop(options.check_all::<Record>(&message)));
    bound.hold(|| drop(message.flow()));
    let _ = Endpoint::server(3).receive(&message);
    let _ = zio::from_message::<Vec<f32>>(&message);
    let _ = zio::from_message::<Vec<String>>(&message);
    if let Ok(run) = zio::from_message::<Run>(&message) {
        let again = zio::to_message(&run).expect("metadata that were read can be written");
        let again: Run = zio::from_message(&again).expect("as before");
        assert_eq!((again.number, again.notes, again.tags), (run.number, run.notes, run.tags));
    }
    if let Ok(record) = zio::from_message::<Record>(&message) {
        let again = zio::to_message(&record).expect("a record that was read can be written");
        assert_eq!(zio::from_message::<Record>(&again).expect("as before"), record);
    }
    let read = message.tensors().map(|tensors| {
        for tensor in tensors.iter().flatten() {
            assert_eq!(tensor.to_tensor(), tensor);
        }
        tensors.tens().clone().into_owned()
    });
    if let Ok(tens) = read {
        let fields = message.label().expect("it has tensors").fields().clone().into_owned();
        message.set_label(&fields, Some(&tens)).expect("what was read can be written");
        let label = message.label.clone();
        assert_eq!(message.tensors().expect("as before").tens().tensors(), tens.tensors());
        message.set_label(&fields, Some(&tens)).expect("as before");
        assert_eq!(message.label, label);
    }
    let _ = message.append(&TensorRef::from(&[1.0f32][..]), None);
    message.parts.push(Part::default());
    let _ = Join::new().push(message);
}
