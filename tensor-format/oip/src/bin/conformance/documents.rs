//! Judges documents: metadata, configurations, readiness, errors.

use serde_json::{Value, json};
use tensor_format::DecodeError;
use tensor_format_oip::{
    http::{ErrorDocument, is_ready},
    metadata::{ModelConfig, ModelMetadata, ServerMetadata, TensorMetadata},
};

use crate::line::{Failure, Line, Verdict, equal, wrong};

pub(crate) fn judge(line: &Line) -> Verdict {
    let refused = |error: DecodeError| Failure::Wrong(format!("refused: {error}"));
    let (kind, expect) = (line.text("kind"), line.expect());
    match kind {
        "http_model_metadata" | "grpc_model_metadata" => {
            let grpc = kind.starts_with("grpc");
            let read = |bytes: &[u8]| {
                if grpc { ModelMetadata::from_grpc(bytes) } else { ModelMetadata::from_json(bytes) }.map_err(refused)
            };
            let found = read(&line.body)?;
            let known: Vec<&str> = expect.as_object().into_iter().flatten().map(|(key, _)| &**key).collect();
            let mut shown = json!({
                "name": found.name, "platform": found.platform, "versions": found.versions,
                "inputs": tensors(&found.inputs), "outputs": tensors(&found.outputs),
            });
            shown.as_object_mut().into_iter().for_each(|shown| shown.retain(|key, _| known.contains(&&**key)));
            equal("metadata", expect, &shown)?;
            let again = if grpc { found.to_grpc() } else { found.to_json().into_bytes() };
            if grpc {
                equal("bytes, written again", &line.body, &again)?;
            }
            equal("metadata, written again", &found, &read(&again)?)
        }
        "http_server_metadata" | "grpc_server_metadata" => {
            let read = |bytes: &[u8]| {
                let grpc = kind.starts_with("grpc");
                if grpc { ServerMetadata::from_grpc(bytes) } else { ServerMetadata::from_json(bytes) }.map_err(refused)
            };
            let found = read(&line.body)?;
            let shown = json!({"name": found.name, "version": found.version, "extensions": found.extensions});
            equal("metadata", expect, &shown)?;
            let again = if kind.starts_with("grpc") { found.to_grpc() } else { found.to_json().into_bytes() };
            equal("metadata, written again", &found, &read(&again)?)
        }
        "http_model_config" => {
            let found = ModelConfig::from_json(&line.body).map_err(refused)?;
            equal("max_batch_size", &expect["max_batch_size"], &json!(found.max_batch_size))?;
            let optional = found.inputs.iter().filter(|input| input.optional).map(|input| &input.name);
            equal("optional inputs", &expect["optional_inputs"], &json!(optional.collect::<Vec<_>>()))
        }
        "http_ready" => equal("ready", &expect["ready"], &json!(is_ready(line.status(), &line.body))),
        "http_error" => {
            let found = ErrorDocument::new(line.status(), &line.body);
            if found.to_string().is_empty() {
                return wrong("an error without a text");
            }
            equal("error", &expect["error"], &json!(found.error))
        }
        _ => Err(Failure::Unknown(format!("kind `{kind}`"))),
    }
}

fn tensors(tensors: &Option<Vec<TensorMetadata>>) -> Value {
    let tensor =
        |tensor: &TensorMetadata| json!({"name": tensor.name, "datatype": tensor.datatype, "shape": tensor.shape});
    tensors.as_ref().map_or(Value::Null, |tensors| tensors.iter().map(tensor).collect())
}
