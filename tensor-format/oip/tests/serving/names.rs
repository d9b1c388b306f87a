//! Names of inputs and outputs that are not those of the other side.
#![cfg(all(feature = "client", feature = "client-blocking", feature = "server"))]

use crate::{
    client::{at_once, block_on, both},
    support::{fake, get, json_answer, json_post, serve},
};
use tensor_format::{Record, Tensor, model};
use tensor_format_oip::{
    client::{self, CallOptions, ClientOptions},
    server::Server,
};

#[derive(Tensor, Debug, PartialEq)]
struct Old {
    old: Vec<f32>,
    b: Vec<f32>,
}

#[derive(Tensor, Debug, PartialEq)]
struct Required {
    #[tensor(alias = "old")]
    a: Vec<f32>,
    b: Vec<f32>,
}

#[derive(Tensor, Debug, PartialEq)]
struct Optional {
    #[tensor(alias = "old")]
    a: Option<Vec<f32>>,
    b: Vec<f32>,
}

fn old() -> Server {
    let run = |x: Vec<f32>| Ok::<_, String>(Old { old: x.clone(), b: x });
    Server::builder().model("m", model::from_fn(run)).build().expect("a server")
}

/// A checked client asks for an output by the name that the server has for it.
#[test]
fn outputs_are_asked_for_by_their_aliases() {
    let running = serve(old().router());
    both!(running.address, ClientOptions::new(), |client, wait| {
        let model = wait(client.model::<Vec<f32>, Required>("m")).expect("the model");
        let answer = wait(model.infer(&vec![1.0])).expect("an answer");
        assert_eq!(answer, Required { a: vec![1.0], b: vec![1.0] });
        let model = wait(client.model::<Vec<f32>, Optional>("m")).expect("the model");
        let answer = wait(model.infer(&vec![1.0])).expect("an answer");
        assert_eq!(answer, Optional { a: Some(vec![1.0]), b: vec![1.0] });
    });
}

#[cfg(feature = "grpc")]
#[test]
fn outputs_are_asked_for_by_their_aliases_over_grpc() {
    let running = crate::support::serve_grpc(&old());
    block_on(async {
        let address = format!("http://{}", running.address);
        let client = client::grpc::Client::connect(&address).await.expect("a client");
        let model = client.model::<Vec<f32>, Optional>("m").await.expect("the model");
        let answer = model.infer(&vec![1.0]).await.expect("an answer");
        assert_eq!(answer, Optional { a: Some(vec![1.0]), b: vec![1.0] });
    });
}

/// The output is compared with the request, whichever of its names an input has there.
#[test]
fn inputs_under_aliases_are_compared_with_the_output() {
    #[derive(Tensor)]
    struct In {
        #[tensor(alias = "w", shape = [rows])]
        y: Vec<f32>,
    }
    #[derive(Tensor)]
    struct Out {
        #[tensor(shape = [rows])]
        z: Vec<f32>,
    }
    let run = |input: In| Ok::<_, String>(Out { z: input.y.into_iter().skip(1).collect() });
    let running = serve(Server::builder().model("m", model::from_fn(run)).build().expect("a server").router());
    for name in ["y", "w"] {
        let tensor = format!(r#"{{"name": "{name}", "datatype": "FP32", "shape": [2], "data": [1, 2]}}"#);
        let answer = json_post(running.address, "m", &format!(r#"{{"inputs": [{tensor}]}}"#));
        assert_eq!(answer.status, 500, "{name}: {}", answer.text());
        assert!(answer.error().contains("does not fit the request"), "{}", answer.error());
    }
}

/// A type that is one tensor is the output that it was compared with, though the server has others.
#[test]
fn a_lone_output_is_one_of_several() {
    #[derive(Tensor)]
    struct Two {
        other: Vec<i64>,
        output: Vec<f32>,
    }
    let run = |x: Vec<f32>| Ok::<_, String>(Two { other: vec![1], output: x });
    let running = serve(Server::builder().model("m", model::from_fn(run)).build().expect("a server").router());
    both!(running.address, ClientOptions::new(), |client, wait| {
        let model = wait(client.model::<Vec<f32>, Vec<f32>>("m")).expect("the model");
        assert_eq!(wait(model.infer(&vec![1.5])).expect("an answer"), [1.5]);
    });
}

/// What a server answers beyond what this call asks for is ignored.
#[test]
fn outputs_that_were_not_asked_for_are_ignored() {
    let all = fake(|_, _, _| {
        let tensor = |name: &str, value: &str| {
            format!(r#"{{"name": "{name}", "datatype": "FP32", "shape": [1], "data": [{value}]}}"#)
        };
        json_answer(
            200,
            &format!(r#"{{"model_name": "m", "outputs": [{}, {}]}}"#, tensor("old", "1"), tensor("b", "2")),
        )
    });
    both!(all.address, ClientOptions::new(), |client, wait| {
        let call = CallOptions::new().output("b");
        let model = client.unchecked_model::<f32, Vec<f32>>("m", "");
        assert_eq!(wait(model.infer_with(&1.0, &call)).expect("an answer").value, [2.0]);
        let model = client.unchecked_model::<f32, Optional>("m", "");
        let answer = wait(model.infer_with(&1.0, &call)).expect("an answer").value;
        assert_eq!(answer, Optional { a: None, b: vec![2.0] });
        // A server that knows nothing of the names of the type.
        let model = client.unchecked_model::<f32, Required>("m", "");
        let answer = wait(model.infer(&1.0)).expect("an answer");
        assert_eq!(answer, Required { a: vec![1.0], b: vec![2.0] });
    });
}

/// A model that takes any inputs lists none, and no type is refused for it.
#[test]
fn models_of_maps_take_typed_clients() {
    let run = |input: Record| Ok::<_, String>(input);
    let running = serve(Server::builder().model("m", model::from_fn(run)).build().expect("a server").router());
    let metadata = get(running.address, "/v2/models/m").json();
    assert_eq!((metadata.get("inputs"), metadata.get("outputs")), (None, None), "{metadata}");
    both!(running.address, ClientOptions::new(), |client, wait| {
        let model = wait(client.model::<Old, Old>("m")).expect("the model");
        let both = Old { old: vec![1.0], b: vec![2.0] };
        assert_eq!(wait(model.infer(&both)).expect("an answer"), both);
    });
}
