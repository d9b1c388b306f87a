//! What a server and its clients say of what is wrong: what was found, and what to do.
#![cfg(all(feature = "client", feature = "client-blocking"))]

use crate::support::{exchange, models, request, serve};

#[test]
fn the_method_that_a_page_has_not_is_named() {
    let running = serve(models().build().expect("a server").router());
    for (method, page, allowed) in [("PUT", "/v2/models/sum/infer", "POST"), ("DELETE", "/v2", "GET, HEAD")] {
        let answer = exchange(running.address, &request(method, page, &[], b""));
        assert_eq!(answer.error(), format!("method: expected {allowed}, found {method}"));
    }
}
