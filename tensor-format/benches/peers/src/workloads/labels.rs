//! The label of a ZIO message of three tensors, 240 bytes of JSON.

use serde_json::{Value, json};
use tensor_format::{
    Tensor,
    zio::{self, Fields, Message},
};

use super::JSON;
use crate::{
    report::Suite,
    workload::{Form, Workload},
};

#[derive(Tensor)]
struct Planes {
    #[tensor(shape = [_, 800])]
    u: Vec<[f32; 800]>,
    #[tensor(shape = [_, 800])]
    v: Vec<[f32; 800]>,
    #[tensor(shape = [_, 960])]
    w: Vec<[f32; 960]>,
}

pub(crate) fn run(suite: &mut Suite) {
    let planes = Planes { u: vec![[0.5; 800]; 6], v: vec![[1.5; 800]; 6], w: vec![[2.5; 960]; 6] };
    let message = zio::to_message(&planes).expect("a message");
    let text = String::from_utf8(message.label.to_vec()).expect("text");
    let (planes, text) = (&planes, &*text);
    let message = &message;
    let tensors = message.tensors().expect("tensors");
    let (fields, tens) = (&Fields::default(), tensors.tens());

    let title = "write the label of three tensors";
    if suite.wants(title) {
        assert_eq!(of_value(planes), text);
        let mut written = Message::default();
        let mut work = Workload::new(title, 1, text.len());
        work.looks("serde_json::Value", || of_value(planes));
        work.looks("tensor-format set_label", move || {
            written.set_label(fields, Some(tens)).expect("a label");
            written.label.len()
        });
        work.faster_than("serde_json::Value");
        work.looks("tensor-format to_message, parts and all", || zio::to_message(planes).expect("a message"));
        work.faster_than("serde_json::Value");
        suite.run(work.all_of(&JSON, Form::BOTH));
    }

    let title = "read the label of three tensors";
    if suite.wants(title) {
        let mut work = Workload::new(title, 1, text.len());
        work.looks("serde_json::Value", || serde_json::from_str::<Value>(text).expect("JSON"));
        work.looks("tensor-format tensors", || message.tensors().expect("tensors"));
        work.faster_than("serde_json::Value");
        suite.run(work.all_of(&JSON, Form::BOTH));
    }
}

/// Writes the same label by way of a tree.
fn of_value(planes: &Planes) -> String {
    let tensor = |name: &str, part: usize, rows: usize, len: usize| json!({"dtype": "f", "metadata": {"name": name}, "part": part, "shape": [rows, len], "word": 4});
    let tensors =
        [tensor("u", 0, planes.u.len(), 800), tensor("v", 1, planes.v.len(), 800), tensor("w", 2, planes.w.len(), 960)];
    json!({"TENS": {"metadata": {}, "tensors": tensors}}).to_string()
}
