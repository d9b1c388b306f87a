//! Metadata of models, as servers of the Open Inference Protocol give them: `GET v2/models/NAME`, and Triton's
//! `GET v2/models/NAME/config`.

use tensor_format::{DecodeError, decthings::ModelDefinitions};
use tensor_format_oip::metadata::{ModelConfig, ModelMetadata};

/// Returns the definitions of the inputs and outputs of a document; `None` if it is no such document.
#[must_use]
pub fn model(json: &[u8]) -> Option<Result<ModelDefinitions, DecodeError>> {
    let document: serde_json::Value = serde_json::from_slice(json).ok()?;
    let has = |key: &str| document.get(key).is_some();
    if has("max_batch_size") || has("input") {
        return Some(ModelConfig::from_json(json).map(|config| ModelDefinitions {
            evaluate_input: config.input_definitions(),
            evaluate_output: config.output_definitions(),
            ..ModelDefinitions::default()
        }));
    }
    if !has("platform") {
        return None;
    }
    Some(ModelMetadata::from_json(json).map(|metadata| ModelDefinitions {
        evaluate_input: metadata.input_definitions().unwrap_or_default(),
        evaluate_output: metadata.output_definitions().unwrap_or_default(),
        ..ModelDefinitions::default()
    }))
}
