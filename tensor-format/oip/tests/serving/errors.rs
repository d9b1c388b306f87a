//! What errors look like: the page on serving shows these texts.
#![cfg(all(feature = "client-blocking", feature = "server"))]

use std::time::Duration;

use tensor_format::Tensor;
use tensor_format_oip::client::{CallOptions, ClientError, ClientOptions, blocking::Client};

use crate::support::{SumInput, SumOutput, fake, json_answer, models, serve};

#[derive(Tensor)]
struct Rows {
    #[tensor(shape = [batch: 1..=4, 3])]
    x: Vec<[f32; 3]>,
}

#[derive(Tensor, Debug)]
struct Wide {
    total: Vec<f64>,
}

/// Returns whether a cell of a table of the page has the text of this error.
fn is_shown(error: &ClientError) -> bool {
    let page = include_str!("../../../../docs/serving.md");
    page.split('|').any(|cell| cell.trim().trim_matches('`').trim() == error.to_string())
}

#[test]
fn the_page_shows_the_texts_of_a_client() {
    let shown = |error: ClientError| assert!(is_shown(&error), "{error}");
    let running = serve(models().build().expect("a server").router());
    let client = Client::new(&running.address.to_string()).expect("a client");
    let rows = |n| SumInput { x: vec![[1.0; 3]; n], bias: None };
    shown(client.model::<SumInput, SumOutput>("product").expect_err("no model"));
    shown(client.unchecked_model::<SumInput, Wide>("sum", "").infer(&rows(1)).expect_err("another type"));
    let many = Rows { x: vec![[1.0; 3]; 5] };
    shown(client.unchecked_model::<Rows, SumOutput>("sum", "").infer(&many).expect_err("too many rows"));
    let other = fake(|_, _, _| json_answer(200, r#"{"model_name": "m", "id": "8", "outputs": []}"#));
    let call = CallOptions::new().id("7");
    let model = Client::new(&other.address.to_string()).expect("a client");
    shown(model.unchecked_model::<f32, f32>("m", "").infer_with(&1.0, &call).expect_err("another id"));
    let silent = fake(|_, _, _| {
        std::thread::sleep(Duration::from_secs(2));
        Vec::new()
    });
    let options = ClientOptions::new().timeout(Some(Duration::from_millis(300)));
    shown(
        Client::with_options(&silent.address.to_string(), options).expect("a client").is_live().expect_err("no answer"),
    );
    let none = Client::new("http://").expect_err("no address").to_string();
    assert!(none.starts_with("the address `http://`: "), "{none}");
}

#[cfg(feature = "grpc")]
#[test]
fn the_page_shows_the_text_of_a_status() {
    let running = crate::support::serve_grpc(&models().build().expect("a server"));
    let error = crate::grpc::block_on(async {
        let client = tensor_format_oip::client::grpc::Client::connect(&running.address.to_string()).await;
        client.expect("a client").model::<SumInput, SumOutput>("product").await.expect_err("no model")
    });
    assert!(is_shown(&error), "{error}");
}
