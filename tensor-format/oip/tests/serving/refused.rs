//! What clients refuse before they send anything, and which answers they do not take.
#![cfg(all(feature = "client", feature = "client-blocking"))]

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use crate::{
    client::{at_once, block_on, both},
    support::{fake, json_answer},
};
use tensor_format_oip::client::{self, ClientError, ClientOptions};

/// The standard for URLs takes them for steps in the path, however they are written.
#[test]
fn names_are_no_steps_in_a_path() {
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = asked.clone();
    let server = fake(move |_, _, _| {
        counted.fetch_add(1, Ordering::SeqCst);
        json_answer(200, r#"{"name": "m", "platform": "", "version": "", "extensions": [], "ready": true}"#)
    });
    both!(server.address, ClientOptions::new(), |client, wait| {
        for (name, version) in [(".", ""), ("..", ""), ("..", "1"), ("m", "."), ("m", "..")] {
            let infer = wait(client.unchecked_model::<f32, f32>(name, version).infer(&1.0));
            let errors = [
                wait(client.is_model_ready(name, version)).err(),
                wait(client.model_metadata(name, version)).err(),
                wait(client.model_config(name, version)).err(),
                wait(client.model_version::<f32, f32>(name, version)).err(),
                infer.err(),
            ];
            for error in errors {
                assert!(matches!(error, Some(ClientError::Address { .. })), "{name} {version}: {error:?}");
            }
        }
        assert_eq!((server.connections.load(Ordering::SeqCst), asked.load(Ordering::SeqCst)), (0, 0));
        assert!(wait(client.is_model_ready("...", "..1")).expect("an answer"));
        assert_eq!((server.connections.swap(0, Ordering::SeqCst), asked.swap(0, Ordering::SeqCst)), (1, 1));
    });
}
