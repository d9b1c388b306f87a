//! Metadata of models, as servers of the Open Inference Protocol give them: `GET v2/models/NAME`, and Triton's
//! `GET v2/models/NAME/config`.

use tensor_format::{Definition, Definitions, ElementType, decthings::ModelDefinitions};
use tensor_format_oip::{
    Datatype,
    metadata::{ConfigTensor, DocumentKind, ModelConfig, ModelMetadata, TensorMetadata},
};

use crate::args::{Bytes, Side};

/// Returns the definitions of the inputs and outputs of a document, or of one side alone; `None` if it is no such
/// document.
///
/// # Errors
///
/// If it is broken, does not list a side that is asked for, or has datatypes that definitions cannot say.
#[must_use]
pub fn model(json: &[u8], side: Option<Side>, bytes: Bytes) -> Option<Result<ModelDefinitions, String>> {
    let definitions = match DocumentKind::of_json(json)? {
        DocumentKind::ModelMetadata => {
            ModelMetadata::from_json(json).map_err(|error| error.to_string()).and_then(|metadata| {
                sides(side, |of| {
                    let tensors = if of == Side::Input { &metadata.inputs } else { &metadata.outputs };
                    of_metadata(tensors.as_deref(), bytes)
                })
            })
        }
        DocumentKind::ModelConfig => {
            ModelConfig::from_json(json).map_err(|error| error.to_string()).and_then(|config| {
                sides(side, |of| match of {
                    Side::Input => of_config(&config.inputs, config.input_definitions(), bytes),
                    Side::Output => of_config(&config.outputs, config.output_definitions(), bytes),
                })
            })
        }
    };
    Some(definitions)
}

/// Returns the definitions of the sides that are asked for.
fn sides(
    side: Option<Side>,
    definitions: impl Fn(Side) -> Result<Definitions, String>,
) -> Result<ModelDefinitions, String> {
    let of = |of, name| match side.is_none_or(|side| side == of) {
        true => definitions(of).map_err(|why| format!("{name}: {why}")),
        false => Ok(Definitions::default()),
    };
    Ok(ModelDefinitions {
        evaluate_input: of(Side::Input, "inputs")?,
        evaluate_output: of(Side::Output, "outputs")?,
        ..ModelDefinitions::default()
    })
}

/// What a side without a list is: unknown, and not empty.
const UNLISTED: &str = "the server does not list them";

fn of_metadata(tensors: Option<&[TensorMetadata]>, bytes: Bytes) -> Result<Definitions, String> {
    let definition = |tensor: &TensorMetadata| {
        let Some(datatype) = tensor.known_datatype() else {
            return Err(format!("`{}` is of the datatype {}, which rules cannot say", tensor.name, tensor.datatype));
        };
        let definition = tensor.to_definition();
        // A definition of the server's says itself what is in its elements.
        Ok(if tensor.definition.is_some() { definition } else { with_bytes(definition, datatype, bytes) })
    };
    tensors.ok_or_else(|| UNLISTED.to_owned())?.iter().map(definition).collect::<Result<_, _>>().map(Definitions)
}

fn of_config(tensors: &[ConfigTensor], definitions: Definitions, bytes: Bytes) -> Result<Definitions, String> {
    if tensors.is_empty() {
        return Err(UNLISTED.to_owned());
    }
    let definition = |(tensor, definition): (&ConfigTensor, Definition)| match tensor.datatype {
        Some(datatype) => Ok(with_bytes(definition, datatype, bytes)),
        None => Err(format!("`{}` is of a datatype that rules cannot say", tensor.name)),
    };
    tensors.iter().zip(definitions.0).map(definition).collect::<Result<_, _>>().map(Definitions)
}

/// Returns the definition with one element type for `BYTES`: a type that is held to a file has one.
fn with_bytes(mut definition: Definition, datatype: Datatype, bytes: Bytes) -> Definition {
    if datatype == Datatype::Bytes {
        definition.rules.allowed_types = vec![match bytes {
            Bytes::String => ElementType::String,
            Bytes::Binary => ElementType::Binary,
        }];
    }
    definition
}
