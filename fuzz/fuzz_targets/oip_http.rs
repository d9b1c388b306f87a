//! Any bytes as a body of the Open Inference Protocol: no reader may panic, and what is accepted means the same once written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tensor_format::HasRules;
use tensor_format_fuzz::bounds::Bound;
use tensor_format_oip::{
    NonFinite, Options, Request, Response, Tensor, WriteOptions,
    http::{Body, ErrorDocument, Headers, is_ready},
    metadata::{ModelConfig, ModelMetadata, ServerMetadata},
};

fuzz_target!(|bytes: &[u8]| {
    let bound = Bound::new("message", bytes.len(), 32);
    for non_finite in [NonFinite::Refused, NonFinite::Tokens, NonFinite::Null] {
        let options = Options::new().non_finite(non_finite);
        // All of it is JSON, or that up to the last bracket and the rest is binary data.
        let json = bytes.iter().rposition(|byte| *byte == b'}').map_or(bytes.len(), |at| at + 1);
        for len in [None, Some(json.to_string())] {
            let len = len.as_ref().map(|len| len.as_bytes());
            let headers = Headers { inference_header_content_length: len, ..Headers::new() };
            let Ok(body) = bound.hold(|| Body::with_options(&headers, bytes, &options)) else { continue };
            let write = WriteOptions::new().non_finite(non_finite).half_as_numbers(true);
            if let Ok(request) = bound.hold(|| Request::from_http(&body)) {
                if let (Some(values), Ok(message)) = (values(request.inputs()), request.to_http_with(&write)) {
                    let (len, bytes) = (message.header_length().map(|len| len.to_string()), message.to_vec());
                    let len = len.as_ref().map(|len| len.as_bytes());
                    let headers = Headers { inference_header_content_length: len, ..Headers::new() };
                    let body = Body::with_options(&headers, &bytes, &options).expect("what is written can be read");
                    let again = Request::from_http(&body).expect("what is written can be read");
                    assert_eq!(self::values(again.inputs()).expect("as before"), values);
                }
            }
            if let Ok(response) = bound.hold(|| Response::from_http(&body)) {
                values(response.outputs());
            }
        }
    }
    let _ = bound.hold(|| ModelMetadata::from_json(bytes));
    let _ = bound.hold(|| ModelConfig::from_json(bytes));
    let _ = bound.hold(|| ServerMetadata::from_json(bytes));
    // Without JSON, by the rules of a model.
    let headers = Headers { inference_header_content_length: Some(b"0"), ..Headers::new() };
    if let Ok(body) = Body::with_options(&headers, bytes, &Options::new().raw_requests(true)) {
        for rules in [<Vec<f32>>::RULES, <Vec<[u8; 3]>>::RULES, String::RULES] {
            if let Ok(request) = bound.hold(|| Request::from_raw(&body, &rules)) {
                values(request.inputs());
            }
        }
    }
    let _ = (ErrorDocument::new(500, bytes), is_ready(200, bytes));
});

fn values(tensors: &[Tensor<'_>]) -> Option<Vec<Vec<u8>>> {
    tensors.iter().map(|tensor| tensor.to_bytes().ok().map(|bytes| bytes.into_owned())).collect()
}
