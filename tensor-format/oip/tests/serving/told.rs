//! What a server and its clients say of what is wrong: what was found, and what to do.
#![cfg(all(feature = "client", feature = "client-blocking"))]

use crate::{
    client::{at_once, block_on, both},
    support::{exchange, fake, json_answer, json_post, models, request, serve},
};
use tensor_format_oip::{
    Options,
    client::{self, ClientError, ClientOptions},
};

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

/// The status of an error is told, whatever becomes of its text.
#[test]
fn the_status_is_told_whatever_its_text() {
    let server = fake(|line, _, _| match line.split('/').nth(3).unwrap_or_default() {
        "empty" => json_answer(500, ""),
        "spaces" => json_answer(502, "\r\n"),
        "large" => json_answer(503, &"a".repeat(5000)),
        "chunks" => {
            let chunk = format!("3e8\r\n{}\r\n", "a".repeat(1000));
            format!("HTTP/1.1 503 X\r\nTransfer-Encoding: chunked\r\n\r\n{}0\r\n\r\n", chunk.repeat(5)).into_bytes()
        }
        "unended" => b"HTTP/1.1 504 X\r\nContent-Length: 100\r\nConnection: close\r\n\r\na part".to_vec(),
        _ => json_answer(200, "{}"),
    });
    let options = ClientOptions::new()
        .read_options(Options::new().max_body(2000))
        .timeout(Some(std::time::Duration::from_millis(500)));
    both!(server.address, options, |client, wait| {
        let status = |name: &str| {
            let error = wait(client.unchecked_model::<f32, f32>(name, "").infer(&1.0)).expect_err(name);
            let ClientError::Status(document) = &error else { panic!("{name}: {error}") };
            (error.to_string(), document.body.len())
        };
        assert_eq!(status("empty").0, "the server answered with status 500: nothing");
        assert_eq!(status("spaces").0, "the server answered with status 502: nothing");
        for name in ["large", "chunks"] {
            let (text, len) = status(name);
            assert!(text.starts_with("the server answered with status 503: aaaa") && len == 1024, "{text}");
        }
        assert_eq!(status("unended").0, "the server answered with status 504: a part");
    });
}

/// Nothing is sent to another place than a user meant.
#[test]
fn addresses_are_what_they_seem() {
    for (address, why) in [
        ("127.0.0.1:99999", "the port: expected a number of at most 65535, found `99999`"),
        ("http://127.0.0.1:80x/prefix", "the port: expected a number of at most 65535, found `80x`"),
        ("[::1]:+80", "the port: expected a number of at most 65535, found `+80`"),
        ("127.0.0.1:", "the port: expected a number of at most 65535, found ``"),
        ("http:/127.0.0.1:8000", "the port: expected a number of at most 65535, found ``"),
        ("::1", "an address of IPv6 stands in brackets, as `[::1]:8000`"),
        ("127.0.0.1:8000 ", "the address of a server has no spaces"),
        ("127.0.0.1:8000\n", "the address of a server has no spaces"),
        ("ftp://127.0.0.1", "expected `http://` or `https://`, found `ftp://`"),
    ] {
        for error in [client::Client::new(address).err(), client::blocking::Client::new(address).err()] {
            let Some(ClientError::Address { address: of, why: found }) = error else { panic!("{address}: {error:?}") };
            assert_eq!((&*of, &*found), (address, why));
        }
        #[cfg(feature = "grpc")]
        {
            let error = block_on(client::grpc::Client::connect(address)).expect_err(address);
            assert!(matches!(error, ClientError::Address { .. }), "{address}: {error}");
        }
    }
    #[cfg(feature = "grpc")]
    {
        let error = block_on(client::grpc::Client::connect("HTTPS://127.0.0.1")).expect_err("no TLS");
        assert!(error.to_string().contains("by `with_channel`"), "{error}");
        // The socket of a system, which is not there.
        let error = block_on(client::grpc::Client::connect("unix:///nowhere/models.sock")).expect_err("no socket");
        assert!(matches!(error, ClientError::Transport(_)), "{error}");
    }
    for address in ["127.0.0.1", "https://[::1]:8000/prefix/", "HTTP://user:password@host", "localhost:8000/a:b"] {
        client::Client::new(address).expect(address);
        client::blocking::Client::new(address).expect(address);
    }
}

/// A server that speaks another protocol was reached.
#[test]
fn what_broke_is_told() {
    let server = fake(|_, _, _| b"SSH-2.0-OpenSSH\r\n\r\n".to_vec());
    both!(server.address, ClientOptions::new(), |client, wait| {
        let error = wait(client.server_metadata()).expect_err("an error");
        assert!(matches!(error, ClientError::Transport(_)), "{error}");
        let text = error.to_string();
        assert!(text.starts_with("the connection failed: ") && text.contains("invalid HTTP version"), "{text}");
    });
}

/// Proxies send errors with the status of an answer.
#[test]
fn what_a_server_says_in_place_of_metadata_is_told() {
    let server = fake(|line, _, _| match line {
        line if line.contains("/models/") => json_answer(200, r#"{"error": "the model is asleep"}"#),
        _ => json_answer(200, r#"{"detail": "nothing"}"#),
    });
    both!(server.address, ClientOptions::new(), |client, wait| {
        let error = wait(client.model_metadata("sum", "")).expect_err("an error");
        assert!(matches!(&error, ClientError::Status(document) if document.status == 200), "{error}");
        assert_eq!(error.to_string(), "the server answered with status 200: the model is asleep");
        let error = wait(client.server_metadata()).expect_err("no metadata");
        assert!(matches!(error, ClientError::Answer(_)), "{error}");
    });
}
