//! Definitions of models by what a server of the Open Inference Protocol says of them: `GET v2/models/NAME`, and
//! Triton's `GET v2/models/NAME/config`.

use tensor_format::{Definition, Definitions, ElementType, decthings::ModelDefinitions};
use tensor_format_oip::{
    Datatype,
    metadata::{ConfigTensor, DocumentKind, ModelConfig, ModelMetadata},
};

use crate::{
    args::{Bytes, Side},
    file::inference::framed,
};

/// What a server says of a model.
#[derive(Debug, Default)]
pub struct Described {
    /// The metadata.
    pub metadata: Option<ModelMetadata>,
    /// Triton's configuration.
    pub config: Option<ModelConfig>,
}

/// Returns the definitions of the inputs and outputs of a document, or of one side alone.
///
/// # Errors
///
/// If it is broken, does not list a side that is asked for, or has datatypes that definitions cannot say.
pub fn model(document: &[u8], side: Option<Side>, bytes: Bytes) -> Result<ModelDefinitions, String> {
    let mut described = Described::default();
    let read = match DocumentKind::of_json(document) {
        Some(DocumentKind::ModelConfig) => {
            ModelConfig::from_json(document).map(|config| described.config = Some(config))
        }
        Some(DocumentKind::ModelMetadata) => {
            ModelMetadata::from_json(document).map(|metadata| described.metadata = Some(metadata))
        }
        None => ModelMetadata::from_grpc(framed(document).1).map(|metadata| described.metadata = Some(metadata)),
    };
    read.map_err(|error| error.to_string())?;
    described.model(side, bytes)
}

/// A tensor that a server lists.
struct Listed {
    definition: Definition,
    /// The datatype; the error names one that is not known.
    datatype: Result<Datatype, String>,
    /// Whether the definition is the server's, and says itself what is in its elements.
    whole: bool,
}

impl Described {
    /// Returns the definitions of both sides, or of one alone.
    ///
    /// # Errors
    ///
    /// If a side that is asked for is not listed, or has datatypes that definitions cannot say.
    pub fn model(&self, side: Option<Side>, bytes: Bytes) -> Result<ModelDefinitions, String> {
        let of = |of, name| match side.is_none_or(|side| side == of) {
            true => self.side(of, bytes).map_err(|why| format!("{name}: {why}")),
            false => Ok(Definitions::default()),
        };
        Ok(ModelDefinitions {
            evaluate_input: of(Side::Input, "inputs")?,
            evaluate_output: of(Side::Output, "outputs")?,
            ..ModelDefinitions::default()
        })
    }

    fn side(&self, side: Side, bytes: Bytes) -> Result<Definitions, String> {
        // A side without a list is unknown, and not empty.
        let listed = self.listed(side).ok_or("the server does not list them")?;
        let definition = |Listed { mut definition, datatype, whole }: Listed| {
            let datatype =
                datatype.map_err(|datatype| format!("`{}` is of {datatype} rules cannot say", definition.name))?;
            // A type that is held to a file has one element type.
            if datatype == Datatype::Bytes && !whole {
                definition.rules.allowed_types = vec![match bytes {
                    Bytes::String => ElementType::String,
                    Bytes::Binary => ElementType::Binary,
                }];
            }
            Ok(definition)
        };
        listed.into_iter().map(definition).collect::<Result<_, _>>().map(Definitions)
    }

    /// Returns what a request must have, as far as the server says it; `BYTES` are texts or byte strings.
    #[cfg(feature = "oip")]
    #[must_use]
    pub fn inputs(&self) -> Option<Definitions> {
        let known = |listed: Listed| listed.datatype.is_ok().then_some(listed.definition);
        // What is of a datatype that rules cannot say is for the server to judge.
        self.listed(Side::Input)?.into_iter().map(known).collect::<Option<_>>().map(Definitions)
    }

    /// Returns the tensors of a side: as the metadata list them, with what the configuration says beyond.
    fn listed(&self, side: Side) -> Option<Vec<Listed>> {
        let config = self.config.as_ref().map(|config| match side {
            Side::Input => (&config.inputs, config.input_definitions()),
            Side::Output => (&config.outputs, config.output_definitions()),
        });
        let configured = || {
            let (tensors, definitions) = config.as_ref()?;
            let listed = |(tensor, definition): (&ConfigTensor, &Definition)| Listed {
                definition: definition.clone(),
                datatype: tensor.datatype.ok_or_else(|| "a datatype that".to_owned()),
                whole: false,
            };
            Some(tensors.iter().zip(definitions.iter()).map(listed).collect::<Vec<_>>())
        };
        let tensors = self.metadata.as_ref().and_then(|metadata| match side {
            Side::Input => metadata.inputs.as_ref(),
            Side::Output => metadata.outputs.as_ref(),
        });
        // KServe and MLServer give an empty list where they know nothing.
        let Some(tensors) = tensors.filter(|tensors| !tensors.is_empty()) else {
            return configured().filter(|listed| !listed.is_empty());
        };
        let listed = tensors.iter().map(|tensor| {
            let definition = tensor.to_definition();
            let more = config.as_ref().and_then(|(_, all)| all.iter().find(|more| more.name == definition.name));
            // Of the same number of axes they are about the same shapes.
            let more = more.filter(|more| more.rules.axes.len() == definition.rules.axes.len());
            let whole = tensor.definition.is_some();
            Listed {
                definition: if whole { definition } else { more.cloned().unwrap_or(definition) },
                datatype: tensor.known_datatype().ok_or_else(|| format!("the datatype {}, which", tensor.datatype)),
                whole,
            }
        });
        Some(listed.collect())
    }
}
