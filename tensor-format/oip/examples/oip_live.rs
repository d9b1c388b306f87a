//! Calls a server of another implementation, which `tests/peers/oip/check` of the repository starts, by all clients: it has
//! the model `sum` of the peers. Panics at a wrong answer.
//!
//! `OIP_HTTP` and `OIP_GRPC` are the addresses; `OIP_FORMS` lists what the server has of `binary`, `json` and `gzip`.

#[path = "../tests/serving/support.rs"]
mod support;

use std::env::var;

use support::{SumInput, SumOutput, sum};
use tensor_format_oip::client::{CallOptions, Client, ClientError, ClientOptions, TensorForm, blocking, grpc};

/// Inputs of the model, whose sums are exact.
fn inputs() -> impl Iterator<Item = SumInput> {
    (1..6u8).map(|rows| {
        let x = (0..rows).map(|row| [f32::from(row), 0.5, -1.25 * f32::from(rows)]).collect();
        SumInput { x, bias: (rows % 2 == 0).then_some([f32::from(rows) * 0.25]) }
    })
}

fn main() {
    let (http, over_grpc) = (var("OIP_HTTP").expect("OIP_HTTP"), var("OIP_GRPC").expect("OIP_GRPC"));
    let forms = var("OIP_FORMS").expect("OIP_FORMS");
    let forms: Vec<_> = forms.split(',').collect();
    let (binary, gzip) = (forms.contains(&"binary"), forms.contains(&"gzip"));
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.expect("a runtime");
    let mut calls = 0;
    for (form, compress) in [
        (TensorForm::Binary, false),
        (TensorForm::Binary, true),
        (TensorForm::Json, false),
        (TensorForm::Json, true),
        (TensorForm::Auto, false),
    ] {
        if (form == TensorForm::Binary && !binary) || (compress && !gzip) {
            continue;
        }
        let options = ClientOptions::new().form(form).compress(compress);
        let blocking = blocking::Client::with_options(&http, options).expect("a client");
        let client = Client::with_options(&http, options).expect("a client");
        assert!(blocking.is_live().expect("an answer") && blocking.is_ready().expect("an answer"));
        assert!(blocking.is_model_ready("sum", "").expect("an answer"));
        assert!(!blocking.is_model_ready("no-such-model", "").expect("an answer"));
        let model = blocking.model::<SumInput, SumOutput>("sum").expect("the model");
        let model_async = runtime.block_on(client.model::<SumInput, SumOutput>("sum")).expect("the model");
        for (index, input) in inputs().enumerate() {
            let id = format!("call {index}");
            let call = CallOptions::new().id(&*id);
            let answer = model.infer_with(&input, &call).expect("an answer");
            assert_eq!((&answer.value, answer.id.as_deref()), (&sum(&input), Some(&*id)));
            let answer = runtime.block_on(model_async.infer(&input)).expect("an answer");
            assert_eq!(answer, sum(&input), "{form:?}");
            calls += 2;
        }
        let error = blocking.model::<SumInput, SumOutput>("no-such-model").expect_err("an error");
        assert!(matches!(error, ClientError::Status(_)), "{error}");
        let error = blocking.model::<SumInput, Vec<[f64; 7]>>("sum").expect_err("an error");
        assert!(matches!(error, ClientError::Mismatches { .. }), "{error}");
    }
    runtime.block_on(async {
        // All of the servers read gzip there, also those that do not over HTTP.
        for compress in [false, true] {
            let options = ClientOptions::new().compress(compress);
            let client = grpc::Client::connect_with(&over_grpc, options).await.expect("a client");
            assert!(client.is_live().await.expect("an answer") && client.is_ready().await.expect("an answer"));
            assert!(client.is_model_ready("sum", "").await.expect("an answer"));
            let model = client.model::<SumInput, SumOutput>("sum").await.expect("the model");
            for input in inputs() {
                let answer = model.infer_with(&input, &CallOptions::new().id("g")).await.expect("an answer");
                assert_eq!((answer.value, answer.id.as_deref()), (sum(&input), Some("g")));
                calls += 1;
            }
            let error = client.model::<SumInput, SumOutput>("no-such-model").await.expect_err("an error");
            assert!(matches!(error, ClientError::Rpc { .. }), "{error}");
        }
    });
    println!("{calls} calls answered");
}
