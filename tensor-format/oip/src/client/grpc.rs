//! The client over gRPC, on tonic. It sends raw contents, and reads raw and typed ones.
//!
//! ```no_run
//! # async fn call() -> Result<(), tensor_format_oip::client::ClientError> {
//! use tensor_format_oip::client::grpc::Client;
//! let client = Client::connect("127.0.0.1:8001").await?;
//! let double = client.model::<Vec<f32>, Vec<f32>>("double").await?;
//! assert_eq!(double.infer(&vec![1.0, 2.0]).await?, [2.0, 4.0]);
//! # Ok(())
//! # }
//! ```

use std::{error::Error, fmt, future::Future, marker::PhantomData, sync::Arc, time::Duration};

use bytes::Bytes;
use tensor_format::{DecodeOwned, Encode, HasRules};
#[cfg(feature = "compression")]
use tonic::codec::CompressionEncoding;
use tonic::{
    Code, Status,
    client::Grpc,
    codegen::http::uri::PathAndQuery,
    transport::{Channel, Endpoint},
};

use super::{
    Answer, CallOptions, ClientError, ClientOptions,
    target::{Sent, Target, base},
};
use crate::{
    Fault, Form, Response, Stage,
    grpc::{
        calls::{named, read_answer},
        codec::BytesCodec,
    },
    metadata::{ModelMetadata, ServerMetadata},
};

/// A server, called over gRPC. Clones share its connection.
#[derive(Clone, Debug)]
pub struct Client {
    channel: Channel,
    options: ClientOptions,
}

/// The path of a method.
macro_rules! path {
    ($method:literal) => {
        PathAndQuery::from_static(concat!("/inference.GRPCInferenceService/", $method))
    };
}

impl Client {
    /// Connects to the server at this address, as `http://127.0.0.1:8001`, or `unix:///run/models.sock`. A connection that
    /// breaks is made anew. For `https` hand a channel over with its TLS: [`with_channel`](Self::with_channel).
    ///
    /// # Errors
    ///
    /// [`ClientError::Address`], [`ClientError::Transport`] and [`ClientError::Timeout`].
    pub async fn connect(address: &str) -> Result<Self, ClientError> {
        Self::connect_with(address, ClientOptions::new()).await
    }

    /// Connects with these options; those about JSON change nothing.
    ///
    /// # Errors
    ///
    /// As [`connect`](Self::connect).
    pub async fn connect_with(address: &str, options: ClientOptions) -> Result<Self, ClientError> {
        let wrong = |error: tonic::transport::Error| ClientError::Address {
            address: address.to_owned(),
            why: error.source().map_or_else(|| error.to_string(), ToString::to_string),
        };
        // Without TLS tonic takes any scheme, and calls in the clear whom a user wants to call by `https`. The address of a
        // socket of the system is a path.
        let address = if address.starts_with("unix:") { address.to_owned() } else { base(address, &["http"])? };
        let endpoint = Endpoint::from_shared(address).map_err(wrong)?.tcp_nodelay(true);
        let connected = within(options.timeout, endpoint.connect()).await?;
        let channel = connected.map_err(|error| ClientError::Transport(Box::new(error)))?;
        Ok(Self { channel, options })
    }

    /// Creates a client on a channel that is there, with its TLS.
    #[must_use]
    pub const fn with_channel(channel: Channel, options: ClientOptions) -> Self {
        Self { channel, options }
    }

    async fn call(
        &self,
        path: PathAndQuery,
        message: Vec<u8>,
        timeout: Option<Duration>,
    ) -> Result<Bytes, ClientError> {
        let most = self.options.read.max_body;
        // An odd limit, by which its refusals are known from those of a server.
        let limit = most.saturating_add(1);
        let grpc = Grpc::new(self.channel.clone()).max_decoding_message_size(limit);
        #[cfg(feature = "compression")]
        let grpc = match self.options.compress {
            true => grpc.send_compressed(CompressionEncoding::Gzip).accept_compressed(CompressionEncoding::Gzip),
            false => grpc,
        };
        let mut grpc = grpc;
        let answer = within(timeout, async {
            grpc.ready().await.map_err(|error| Status::from_error(Box::new(error)))?;
            grpc.unary(tonic::Request::new(message), path, BytesCodec).await
        });
        let too_large = || ClientError::Answer(Fault::too_large(Stage::Protobuf, limit, most).into());
        match answer.await?.map(tonic::Response::into_inner) {
            Ok(answer) if answer.len() > most => Err(too_large()),
            Ok(answer) => Ok(answer),
            // A status without a server has what happened as its source.
            Err(status) if status.source().is_some() => Err(ClientError::Transport(Box::new(status))),
            Err(status) if is_own_limit(&status, limit) => Err(too_large()),
            Err(status) => Err(ClientError::Rpc { code: status.code().into(), message: status.message().to_owned() }),
        }
    }

    async fn ask(&self, path: PathAndQuery, message: Vec<u8>) -> Result<Bytes, ClientError> {
        self.call(path, message, self.options.timeout).await
    }

    /// Returns whether the server lives.
    ///
    /// # Errors
    ///
    /// Any of [`ClientError`] about an answer.
    pub async fn is_live(&self) -> Result<bool, ClientError> {
        Ok(read_answer(&self.ask(path!("ServerLive"), Vec::new()).await?)?)
    }

    /// Returns whether the server is ready.
    ///
    /// # Errors
    ///
    /// As [`is_live`](Self::is_live).
    pub async fn is_ready(&self) -> Result<bool, ClientError> {
        Ok(read_answer(&self.ask(path!("ServerReady"), Vec::new()).await?)?)
    }

    /// Returns whether a model is ready; an empty version is that which the server chooses.
    ///
    /// # Errors
    ///
    /// As [`is_live`](Self::is_live).
    pub async fn is_model_ready(&self, name: &str, version: &str) -> Result<bool, ClientError> {
        match self.ask(path!("ModelReady"), named(name, version)).await {
            // Some servers say so of a model that is not there, and MLServer says `UNKNOWN`.
            Err(ClientError::Rpc { code, .. }) if [Code::NotFound, Code::Unknown].map(i32::from).contains(&code) => {
                Ok(false)
            }
            answer => Ok(read_answer(&answer?)?),
        }
    }

    /// Returns what the server says of itself.
    ///
    /// # Errors
    ///
    /// As [`is_live`](Self::is_live).
    pub async fn server_metadata(&self) -> Result<ServerMetadata, ClientError> {
        Ok(ServerMetadata::from_grpc(&self.ask(path!("ServerMetadata"), Vec::new()).await?)?)
    }

    /// Returns what the server says of a model.
    ///
    /// # Errors
    ///
    /// As [`is_live`](Self::is_live).
    pub async fn model_metadata(&self, name: &str, version: &str) -> Result<ModelMetadata, ClientError> {
        Ok(ModelMetadata::from_grpc(&self.ask(path!("ModelMetadata"), named(name, version)).await?)?)
    }

    /// Returns the model of this name, in the version that the server chooses, if both types fit it.
    ///
    /// # Errors
    ///
    /// [`ClientError::Mismatches`] with all that does not fit, and those of [`is_live`](Self::is_live).
    pub async fn model<I: HasRules, O: HasRules>(&self, name: &str) -> Result<Model<I, O>, ClientError> {
        self.model_version(name, "").await
    }

    /// Returns the model of this name and version, if both types fit it.
    ///
    /// # Errors
    ///
    /// As [`model`](Self::model).
    pub async fn model_version<I: HasRules, O: HasRules>(
        &self,
        name: &str,
        version: &str,
    ) -> Result<Model<I, O>, ClientError> {
        let metadata = self.model_metadata(name, version).await?;
        Ok(self.of(Target::checked::<I, O>((name, version), &metadata, None, &self.options, false)?))
    }

    /// Returns the model of this name and version without asking the server for it. A type that is one tensor is called
    /// `input`.
    #[must_use]
    pub fn unchecked_model<I: HasRules, O: HasRules>(&self, name: &str, version: &str) -> Model<I, O> {
        self.of(Target::unchecked::<O>(name, version, false))
    }

    fn of<I, O>(&self, target: Target) -> Model<I, O> {
        Model { client: self.clone(), target: Arc::new(target), types: PhantomData }
    }
}

/// Returns whether tonic refused an answer as larger than this limit of the client. It makes a status of its own then,
/// which is like that of a server that refuses a request, but for the number.
fn is_own_limit(status: &Status, limit: usize) -> bool {
    let limits = [format!("the limit is: {limit} bytes"), format!("size limit, of {limit} bytes")];
    matches!(status.code(), Code::OutOfRange | Code::ResourceExhausted)
        && limits.iter().any(|limit| status.message().contains(limit))
}

/// Waits for a future at most this time.
async fn within<F: Future>(timeout: Option<Duration>, future: F) -> Result<F::Output, ClientError> {
    match timeout {
        Some(timeout) => tokio::time::timeout(timeout, future).await.map_err(|_| ClientError::Timeout(timeout)),
        None => Ok(future.await),
    }
}

/// A model on a server, whose input and output are of these types. Clones share the connection of the client.
pub struct Model<I, O> {
    client: Client,
    target: Arc<Target>,
    types: PhantomData<fn() -> (I, O)>,
}

impl<I: Encode, O: DecodeOwned> Model<I, O> {
    /// Calls the model. The future holds nothing of the input, and when it is dropped the call is cancelled.
    ///
    /// # Errors
    ///
    /// Any of [`ClientError`].
    pub fn infer<'m>(&'m self, input: &I) -> impl Future<Output = Result<O, ClientError>> + Send + use<'m, I, O> {
        let answer = self.infer_with(input, &CallOptions::default());
        async move { answer.await.map(|answer| answer.value) }
    }

    /// Calls the model, with an id, parameters, outputs, or a timeout of this call's own.
    ///
    /// # Errors
    ///
    /// Any of [`ClientError`].
    pub fn infer_with<'m>(
        &'m self,
        input: &I,
        call: &CallOptions<'_>,
    ) -> impl Future<Output = Result<Answer<O>, ClientError>> + Send + use<'m, I, O> {
        let Client { options, .. } = &self.client;
        let message = self.message(input, call);
        let sent = Sent::of(call);
        let timeout = call.timeout.or(options.timeout);
        async move {
            let answer = self.client.call(path!("ModelInfer"), message?, timeout).await?;
            self.target.answer(Response::from_grpc_with(&answer, &options.read)?, &sent, options)
        }
    }

    fn message(&self, input: &I, call: &CallOptions<'_>) -> Result<Vec<u8>, ClientError> {
        let mut request = self.target.request(input, call, &self.client.options)?;
        request.inputs_mut().iter_mut().for_each(|tensor| tensor.set_form(Form::Raw));
        request.model_name = self.target.name.as_str().into();
        request.model_version = self.target.version.as_str().into();
        Ok(request.to_grpc()?.to_vec())
    }
}

impl<I, O> Clone for Model<I, O> {
    fn clone(&self) -> Self {
        Self { client: self.client.clone(), target: Arc::clone(&self.target), types: PhantomData }
    }
}

impl<I, O> fmt::Debug for Model<I, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Target { name, version, .. } = &*self.target;
        f.debug_struct("Model").field("name", name).field("version", version).finish_non_exhaustive()
    }
}
