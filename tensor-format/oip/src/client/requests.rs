//! The client over HTTP that waits, on reqwest.

use std::{fmt, future::Future, marker::PhantomData, sync::Arc};

use reqwest::{Method, RequestBuilder};
use tensor_format::{DecodeOwned, Encode, HasRules};

use super::{
    Answer, CallOptions, ClientError, ClientOptions,
    http::{self, Outgoing, Reply},
    target::{Target, base},
};
use crate::metadata::{ModelConfig, ModelMetadata, ServerMetadata};

/// A server, called over HTTP. Clones share its connections.
#[derive(Clone, Debug)]
pub struct Client {
    http: reqwest::Client,
    base: String,
    options: ClientOptions,
}

impl Client {
    /// Creates a client of the server at this address, as `http://127.0.0.1:8000`. Nothing is sent yet.
    ///
    /// # Errors
    ///
    /// [`ClientError::Address`].
    pub fn new(address: &str) -> Result<Self, ClientError> {
        Self::with_options(address, ClientOptions::new())
    }

    /// Creates a client with these options.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn with_options(address: &str, options: ClientOptions) -> Result<Self, ClientError> {
        // Small messages are not held back until more come. Who is sent elsewhere hears it: a call that was followed
        // there would have become a question for a page.
        let http = reqwest::Client::builder().tcp_nodelay(true).redirect(reqwest::redirect::Policy::none());
        let http = http.build().map_err(failed(None))?;
        Self::with_http(http, address, options)
    }

    /// Creates a client on an HTTP client that is there, with its TLS, its proxies and its headers. Without redirects,
    /// `redirect::Policy::none()`, who is sent elsewhere hears it; a call that is followed there becomes a question for
    /// a page.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn with_http(http: reqwest::Client, address: &str, options: ClientOptions) -> Result<Self, ClientError> {
        let base = base(address, http::SCHEMES)?;
        match reqwest::Url::parse(&base) {
            Ok(_) => Ok(Self { http, base, options }),
            Err(error) => Err(ClientError::Address { address: address.to_owned(), why: error.to_string() }),
        }
    }

    async fn send(&self, method: Method, path: &str, outgoing: Option<Outgoing>) -> Result<Reply, ClientError> {
        let mut request: RequestBuilder = self.http.request(method, format!("{}{path}", self.base));
        let mut timeout = self.options.timeout;
        if let Some(Outgoing { headers, body, timeout: time, .. }) = outgoing {
            timeout = time;
            request = headers.into_iter().fold(request, |request, (name, value)| request.header(name, value));
            request = request.body(body);
        }
        if let Some(timeout) = timeout {
            request = request.timeout(timeout);
        }
        let failed = failed(timeout);
        let mut response = request.send().await.map_err(&failed)?;
        let mut reply = Reply { status: response.status().as_u16(), ..Reply::default() };
        response.headers().iter().for_each(|(name, value)| reply.header(name.as_str(), value.as_bytes()));
        let most = self.options.read.max_body;
        loop {
            let part = match response.chunk().await {
                Ok(Some(part)) => part,
                Ok(None) => return Ok(reply),
                // The status is known, and more than what came of its text.
                Err(_) if reply.status != 200 => return Ok(reply),
                Err(error) => return Err(failed(error)),
            };
            let len = reply.bytes.len().saturating_add(part.len());
            if len <= most {
                reply.bytes.extend_from_slice(&part);
            } else if reply.status == 200 {
                return Err(http::too_large(len, &self.options));
            } else {
                let room = most.saturating_sub(reply.bytes.len());
                reply.bytes.extend_from_slice(part.get(..room).unwrap_or_default());
                return Ok(reply);
            }
        }
    }

    async fn get(&self, path: &str) -> Result<Reply, ClientError> {
        self.send(Method::GET, path, None).await
    }

    /// Returns whether the server lives.
    ///
    /// # Errors
    ///
    /// [`ClientError::Transport`] and [`ClientError::Timeout`].
    pub async fn is_live(&self) -> Result<bool, ClientError> {
        self.get("/v2/health/live").await.map(|reply| reply.is_ready(&self.options))
    }

    /// Returns whether the server is ready.
    ///
    /// # Errors
    ///
    /// As [`is_live`](Self::is_live).
    pub async fn is_ready(&self) -> Result<bool, ClientError> {
        self.get("/v2/health/ready").await.map(|reply| reply.is_ready(&self.options))
    }

    /// Returns whether a model is ready; an empty version is that which the server chooses.
    ///
    /// # Errors
    ///
    /// As [`is_live`](Self::is_live), and [`ClientError::Address`] for the names and versions `.` and `..`, which are
    /// steps in a path.
    pub async fn is_model_ready(&self, name: &str, version: &str) -> Result<bool, ClientError> {
        let path = format!("{}/ready", http::path(name, version)?);
        self.get(&path).await.map(|reply| reply.is_ready(&self.options))
    }

    /// Returns what the server says of itself.
    ///
    /// # Errors
    ///
    /// Any of [`ClientError`] about an answer.
    pub async fn server_metadata(&self) -> Result<ServerMetadata, ClientError> {
        self.get("/v2").await?.document(&self.options, ServerMetadata::from_json)
    }

    /// Returns what the server says of a model.
    ///
    /// # Errors
    ///
    /// As [`server_metadata`](Self::server_metadata).
    pub async fn model_metadata(&self, name: &str, version: &str) -> Result<ModelMetadata, ClientError> {
        self.get(&http::path(name, version)?).await?.document(&self.options, ModelMetadata::from_json)
    }

    /// Returns Triton's configuration of a model; `None` from a server that answers with an error, as those do that
    /// have none.
    ///
    /// # Errors
    ///
    /// As [`server_metadata`](Self::server_metadata), but not [`ClientError::Status`].
    pub async fn model_config(&self, name: &str, version: &str) -> Result<Option<ModelConfig>, ClientError> {
        self.get(&format!("{}/config", http::path(name, version)?)).await?.config(&self.options)
    }

    /// Returns the model of this name, in the version that the server chooses, if both types fit it.
    ///
    /// # Errors
    ///
    /// [`ClientError::Mismatches`] with all that does not fit, and those of [`server_metadata`](Self::server_metadata).
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
        http::check_names(name, version)?;
        let server = self.server_metadata().await?;
        let metadata = self.model_metadata(name, version).await?;
        let config = if http::has_config(&server) { self.model_config(name, version).await? } else { None };
        let binary = http::is_binary(&self.options, Some(&server));
        let named = (name, version);
        let target = Target::checked::<I, O>(named, &metadata, config.as_ref(), &self.options, binary)?;
        Ok(self.of(target))
    }

    /// Returns the model of this name and version without asking the server for it. `Auto` is then JSON, and a type
    /// that is one tensor is called `input`.
    #[must_use]
    pub fn unchecked_model<I: HasRules, O: HasRules>(&self, name: &str, version: &str) -> Model<I, O> {
        self.of(Target::unchecked::<O>(name, version, http::is_binary(&self.options, None)))
    }

    fn of<I, O>(&self, target: Target) -> Model<I, O> {
        let path = http::infer_path(&target);
        Model { client: self.clone(), target: Arc::new((target, path)), types: PhantomData }
    }
}

/// Returns what makes an error of that of the HTTP client.
fn failed(timeout: Option<std::time::Duration>) -> impl Fn(reqwest::Error) -> ClientError {
    move |error| match timeout {
        Some(timeout) if error.is_timeout() => ClientError::Timeout(timeout),
        _ => ClientError::Transport(Box::new(error.without_url())),
    }
}

/// A model on a server, whose input and output are of these types. Clones share the connections of the client.
pub struct Model<I, O> {
    client: Client,
    /// The model, and the path of its calls.
    target: Arc<(Target, String)>,
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
        let (target, path) = &*self.target;
        let outgoing = http::outgoing(target, input, call, &self.client.options);
        async move {
            let mut outgoing = outgoing?;
            let sent = std::mem::take(&mut outgoing.sent);
            let reply = self.client.send(Method::POST, path, Some(outgoing)).await?;
            http::answer(target, reply, &sent, &self.client.options)
        }
    }
}

impl<I, O> Clone for Model<I, O> {
    fn clone(&self) -> Self {
        Self { client: self.client.clone(), target: Arc::clone(&self.target), types: PhantomData }
    }
}

impl<I, O> fmt::Debug for Model<I, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (target, _) = &*self.target;
        f.debug_struct("Model").field("name", &target.name).field("version", &target.version).finish_non_exhaustive()
    }
}
