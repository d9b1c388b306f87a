//! One call of a model: from the bytes of the request to those of the answer.

use std::{error::Error, sync::Arc};

use axum::body::Bytes;
use tensor_format::{
    Decode, DecodeError, ElementType, Encode, EncodeError, ErrorKind, HasRules, Header, Rules,
    error::Violation,
    rules::{Bindings, Param, TensorRules},
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{
    failure::{Failure, FailureKind},
    wanted::{Wanted, unwritable},
};
use crate::{
    Datatype, Options, Request, Response, ShapeOptions, Tensor, WriteOptions,
    http::{Body, Headers},
};

/// The error of a model, whatever its type.
pub(super) type ModelError = Box<dyn Error + Send + Sync>;

/// How messages are read and written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    pub(super) options: Options,
    pub(super) write: WriteOptions,
    pub(super) shapes: ShapeOptions,
    /// What an output that is one tensor is called.
    pub(super) output_name: &'static str,
    /// Whether answers are compressed for those who ask for it.
    pub(super) compress: bool,
}

/// The body of a request, and what its headers say of it.
#[derive(Debug)]
pub(super) enum Message {
    Http {
        header_length: Option<Vec<u8>>,
        encoding: Option<Vec<u8>>,
        /// The encoding that the answer may have.
        accepted: Option<&'static str>,
        bytes: Bytes,
    },
    #[cfg(feature = "grpc")]
    Grpc(Bytes),
}

/// A request for a model, as it came.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) message: Message,
    pub(super) model: Arc<str>,
    pub(super) version: Arc<str>,
    pub(super) settings: Settings,
    pub(super) runs: Runs,
}

/// How many runs of models there may be at once; by default any number.
#[derive(Clone, Debug)]
pub(super) struct Runs(pub(super) Option<Arc<Semaphore>>);

/// A place among the runs, which is held until it is dropped.
pub(super) type Place = Option<OwnedSemaphorePermit>;

impl Runs {
    /// Waits for a place.
    pub(super) async fn place(&self) -> Place {
        match &self.0 {
            // The semaphore is never closed.
            Some(runs) => Arc::clone(runs).acquire_owned().await.ok(),
            None => None,
        }
    }

    /// Returns a place, if one is free and nobody waits for it.
    pub(super) fn free_place(&self) -> Option<Place> {
        match &self.0 {
            Some(runs) => Arc::clone(runs).try_acquire_owned().ok().map(Some),
            None => Some(None),
        }
    }
}

/// What a server answers.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) header_length: Option<usize>,
    pub(super) content_type: &'static str,
    /// How the bytes are compressed.
    pub(super) encoding: Option<&'static str>,
    pub(super) bytes: Vec<u8>,
}

/// The body of a request, decompressed.
#[derive(Debug)]
pub(super) enum Opened<'a> {
    Http(Body<'a>),
    #[cfg(feature = "grpc")]
    Grpc(&'a [u8], Options),
}

impl Message {
    /// Decompresses the body.
    pub(super) fn open(&self, options: &Options) -> Result<Opened<'_>, Failure> {
        match self {
            Self::Http { header_length, encoding, bytes, .. } => {
                let headers = Headers {
                    inference_header_content_length: header_length.as_deref(),
                    content_encoding: encoding.as_deref(),
                    repeated: None,
                };
                let body = Body::with_options(&headers, bytes, options);
                body.map(Opened::Http).map_err(|error| Failure::decode(&error))
            }
            #[cfg(feature = "grpc")]
            Self::Grpc(bytes) => Ok(Opened::Grpc(bytes, *options)),
        }
    }
}

impl Opened<'_> {
    /// Returns the number of bytes, decompressed.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Http(body) => body.as_bytes().len(),
            #[cfg(feature = "grpc")]
            Self::Grpc(bytes, _) => bytes.len(),
        }
    }

    /// Reads the request of a model whose input has these rules.
    pub(super) fn request(&self, rules: &Rules<'static>) -> Result<Request<'_>, Failure> {
        let request = match self {
            Self::Http(body) if body.is_raw() => Request::from_raw(body, rules),
            Self::Http(body) => Request::from_http(body),
            #[cfg(feature = "grpc")]
            Self::Grpc(bytes, options) => Request::from_grpc_with(bytes, options),
        };
        request.map_err(|error| Failure::decode(&error))
    }
}

/// Reads a value from a request. What breaks its rules is told whole, not the first of it alone.
pub(super) fn input<'r, I: Decode<'r>>(request: &'r Request<'_>, shapes: ShapeOptions) -> Result<I, Failure> {
    let read = match request.decode_with(shapes) {
        // Slices are borrowed, from bytes that begin anywhere behind the JSON.
        Err(error) if matches!(error.kind(), ErrorKind::Misaligned { .. }) => {
            request.align().and_then(|()| request.decode_with(shapes))
        }
        read => read,
    };
    read.map_err(|error: DecodeError| {
        let all = if error.is_invalid() { violations(&I::RULES, &request.tensors, shapes) } else { Vec::new() };
        Failure::decode(&DecodeError::from_violations(all).unwrap_or(error))
    })
}

/// Returns everything in the headers of a message that breaks rules.
pub(super) fn violations(rules: &Rules<'static>, tensors: &[Tensor<'_>], shapes: ShapeOptions) -> Vec<Violation> {
    let header = |tensor: &Tensor<'_>, rules: Option<&TensorRules<'_>>| {
        let types = tensor.datatype.element_types();
        let allowed = rules.and_then(|rules| match tensor.datatype {
            // Texts, byte strings and media are all the same there.
            Datatype::Bytes => rules.types.iter().find(|element_type| element_type.size().is_none()),
            _ => types.intersection(rules.types).iter().next(),
        });
        let element_type = allowed.or_else(|| types.iter().next()).unwrap_or(ElementType::Binary);
        let axes = rules.map_or(tensor.shape.len(), |rules| shapes.lengths(rules.axes, &tensor.shape));
        Header::new(element_type, tensor.shape.get(..axes).unwrap_or_default())
    };
    match (rules, tensors) {
        (Rules::Tensor(rules), [tensor]) => {
            let faults = rules.check_all(&header(tensor, Some(rules)));
            faults.into_iter().map(|kind| Violation { parameter: Some(tensor.name().into()), kind }).collect()
        }
        (Rules::Tensor(_), _) => Vec::new(),
        (Rules::Record(record), tensors) => record.check_all(tensors.iter().map(|tensor| {
            let rules = rules_of(rules, tensor.name());
            (tensor.name(), header(tensor, rules.as_ref()))
        })),
    }
}

/// Returns the rules of the parameter that a tensor of this name is; of one tensor alone, whatever its name.
pub(super) fn rules_of(rules: &Rules<'static>, name: &str) -> Option<TensorRules<'static>> {
    match rules {
        Rules::Tensor(rules) => Some(*rules),
        Rules::Record(record) => {
            let param = record.iter().find(|param| param.is_called(name));
            param.map(|param| param.rules)
        }
    }
}

impl Call {
    /// Answers a request with the output of the model.
    pub(super) fn answer<I: HasRules, O: Encode>(
        &self,
        request: &Request<'_>,
        wanted: &Wanted,
        output: &O,
    ) -> Result<Answer, Failure> {
        let of_model = |text: String| format!("model `{}`: its output {text}", self.model.escape_debug());
        let shapes = self.settings.shapes;
        let response = self.response(output).map_err(|error| {
            let text = of_model(format!("breaks the rules: {error}"));
            Failure::encode(FailureKind::Output, &error, text)
        })?;
        if let Err((name, kind)) = fits::<I, O>(&request.tensors, &response.tensors, shapes) {
            let error = EncodeError::new(kind).in_parameter(&name);
            let text = of_model(format!("does not fit the request: {error}"));
            return Err(Failure::encode(FailureKind::Output, &error, text));
        }
        self.finish(request, wanted, &O::RULES, response)
    }

    /// Makes a response with all outputs of the model.
    pub(super) fn response<'o, O: Encode>(&self, output: &'o O) -> Result<Response<'o>, EncodeError> {
        let mut response = Response::from_value_with(output, self.settings.shapes)?;
        if let (Rules::Tensor(_), [tensor]) = (O::RULES, &mut *response.tensors) {
            tensor.name = self.settings.output_name.into();
        }
        Ok(response)
    }

    /// Writes a response that has all outputs of the model: those that are asked for, in the form that is.
    pub(super) fn finish<'a>(
        &'a self,
        request: &'a Request<'_>,
        wanted: &Wanted,
        rules: &Rules<'static>,
        mut response: Response<'a>,
    ) -> Result<Answer, Failure> {
        wanted.select(&mut response, rules)?;
        response.model_name = (&*self.model).into();
        response.model_version = (&*self.version).into();
        response.id = request.id.as_deref().map(Into::into);
        match &self.message {
            Message::Http { accepted, .. } => {
                wanted.form(&mut response);
                let message = response.to_http_with(&self.settings.write).map_err(|error| unwritable(&error))?;
                let (header_length, content_type) = (message.header_length(), message.content_type());
                let (encoding, bytes) = compressed(accepted.filter(|_| self.settings.compress), message.to_vec());
                Ok(Answer { header_length, content_type, encoding, bytes })
            }
            #[cfg(feature = "grpc")]
            Message::Grpc(_) => {
                super::wanted::form_as_request(request, &mut response);
                let message = response.to_grpc().map_err(|error| unwritable(&error))?;
                Ok(Answer { header_length: None, content_type: "", encoding: None, bytes: message.to_vec() })
            }
        }
    }

    /// Returns the failure for the model's own error.
    pub(super) fn failed(&self, error: &ModelError) -> Failure {
        Failure::new(FailureKind::Model, format!("model `{}` failed: {error}", self.model.escape_debug()))
    }

    /// Returns the failure for a model that panicked.
    pub(super) fn panicked(model: &str) -> Failure {
        Failure::new(FailureKind::Panic, format!("model `{}` panicked", model.escape_debug()))
    }
}

/// Compresses an answer, where the model ran: it takes as long as many models.
fn compressed(encoding: Option<&'static str>, bytes: Vec<u8>) -> (Option<&'static str>, Vec<u8>) {
    #[cfg(feature = "compression")]
    if let Some((encoding, body)) = encoding.and_then(|name| Some((name, crate::http::deflate(name, &bytes)?))) {
        return (Some(encoding), body);
    }
    #[cfg(not(feature = "compression"))]
    let _ = encoding;
    (None, bytes)
}

/// Compares the lengths of axes that inputs and outputs both name: `batch` is one length on both sides.
pub(super) fn fits<I: HasRules, O: HasRules>(
    inputs: &[Tensor<'_>],
    outputs: &[Tensor<'_>],
    shapes: ShapeOptions,
) -> Result<(), (String, ErrorKind)> {
    if !names_axes(&O::RULES) || !names_axes(&I::RULES) {
        return Ok(());
    }
    let mut bindings = Bindings::new();
    for (rules, tensors) in [(I::RULES, inputs), (O::RULES, outputs)] {
        match rules {
            Rules::Tensor(rules) => bind(&mut bindings, &Param::new("", rules), tensors.first(), shapes)?,
            Rules::Record(record) => {
                for param in record.iter().filter(|param| param.rules.axes.has_names()) {
                    let tensor = tensors.iter().find(|tensor| param.is_called(tensor.name()));
                    bind(&mut bindings, &param, tensor, shapes)?;
                }
            }
        }
    }
    Ok(())
}

fn bind<'r>(
    bindings: &mut Bindings<'r>,
    param: &Param<'r>,
    tensor: Option<&'r Tensor<'_>>,
    shapes: ShapeOptions,
) -> Result<(), (String, ErrorKind)> {
    let Some(tensor) = tensor else { return Ok(()) };
    let axes = shapes.lengths(param.rules.axes, &tensor.shape);
    let shape = tensor.shape.get(..axes).unwrap_or_default();
    bindings.bind(tensor.name(), &param.rules, shape).map_err(|kind| (tensor.name().to_owned(), kind))
}

fn names_axes(rules: &Rules<'static>) -> bool {
    match rules {
        Rules::Tensor(rules) => rules.axes.has_names(),
        Rules::Record(record) => record.iter().any(|param| param.rules.axes.has_names()),
    }
}
