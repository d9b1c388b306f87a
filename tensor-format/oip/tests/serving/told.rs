//! What a server and its clients say of what is wrong: what was found, and what to do.
#![cfg(all(feature = "client", feature = "client-blocking"))]

use crate::support::{exchange, json_post, models, request, serve};

#[test]
fn the_method_that_a_page_has_not_is_named() {
    let running = serve(models().build().expect("a server").router());
    for (method, page, allowed) in [("PUT", "/v2/models/sum/infer", "POST"), ("DELETE", "/v2", "GET, HEAD")] {
        let answer = exchange(running.address, &request(method, page, &[], b""));
        assert_eq!(answer.error(), format!("method: expected {allowed}, found {method}"));
    }
}

/// Who asks for an output in shared memory does not look for it in the answer.
#[test]
fn outputs_in_shared_memory_are_refused() {
    let running = serve(models().build().expect("a server").router());
    let ask = |parameters: &str| {
        let input = r#"{"name": "x", "datatype": "FP32", "shape": [1, 3], "data": [1, 2, 3]}"#;
        let output = format!(r#"{{"name": "total", "parameters": {{{parameters}}}}}"#);
        json_post(running.address, "sum", &format!(r#"{{"inputs": [{input}], "outputs": [{output}]}}"#))
    };
    assert_eq!(ask("").status, 200);
    for (parameter, name) in
        [(r#""shared_memory_region": "r""#, "shared_memory_region"), (r#""classification": 2"#, "classification")]
    {
        let answer = ask(parameter);
        assert_eq!((answer.status, answer.error()), (400, format!("output `total`: `{name}` is not offered")));
        assert_eq!(answer.json()["tensor"], "total");
    }
}
