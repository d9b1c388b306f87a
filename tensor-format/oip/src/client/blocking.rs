//! The client over HTTP that blocks, on ureq.
//!
//! ```no_run
//! use tensor_format_oip::client::blocking::Client;
//! let client = Client::new("127.0.0.1:8000")?;
//! let double = client.model::<Vec<f32>, Vec<f32>>("double")?;
//! assert_eq!(double.infer(&vec![1.0, 2.0])?, [2.0, 4.0]);
//! # Ok::<(), tensor_format_oip::client::ClientError>(())
//! ```

use std::{fmt, io::Read, marker::PhantomData, sync::Arc, time::Duration};

use tensor_format::{DecodeOwned, Encode, HasRules};
use ureq::{Agent, Body, RequestBuilder, http::Response};

use super::{
    Answer, CallOptions, ClientError, ClientOptions,
    http::{self, Outgoing, Reply},
    target::{Target, base},
};
use crate::metadata::{ModelConfig, ModelMetadata, ServerMetadata};

/// A server, called over HTTP. Clones share its connections.
#[derive(Clone, Debug)]
pub struct Client {
    agent: Agent,
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
        // The agent's own bound of three connections would close those of more threads after each call. Who is sent
        // elsewhere hears it: a call that was followed there would have become a question for a page.
        let config = Agent::config_builder().max_idle_connections(1024).max_idle_connections_per_host(1024);
        Self::with_agent(config.max_redirects(0).build().new_agent(), address, options)
    }

    /// Creates a client on an agent that is there, with its TLS, its proxies, its middleware and its bounds: as many
    /// idle connections as threads, `max_idle_connections_per_host`, and no redirects, `max_redirects`, are what calls
    /// need. Of its `timeout_global` and the timeout of a call the shorter one holds; its other timeouts hold beside
    /// them, and are told as [`ClientError::Transport`].
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn with_agent(agent: Agent, address: &str, options: ClientOptions) -> Result<Self, ClientError> {
        let base = base(address, http::SCHEMES)?;
        match base.parse::<ureq::http::Uri>() {
            Ok(_) => Ok(Self { agent, base, options }),
            Err(error) => Err(ClientError::Address { address: address.to_owned(), why: error.to_string() }),
        }
    }

    fn get(&self, path: &str) -> Result<Reply, ClientError> {
        let bound = self.bound(self.options.timeout);
        let request = self.agent.get(format!("{}{path}", self.base));
        self.reply(configured(request, bound).call(), bound)
    }

    fn post(&self, path: &str, outgoing: Outgoing) -> Result<Reply, ClientError> {
        let Outgoing { headers, body, timeout, .. } = outgoing;
        let request = self.agent.post(format!("{}{path}", self.base));
        let request = headers.into_iter().fold(request, |request, (name, value)| request.header(name, value));
        let bound = self.bound(timeout);
        self.reply(configured(request, bound).send(body.as_slice()), bound)
    }

    /// Returns the most time that a call takes: that which is asked for or the agent's own, whichever is shorter.
    fn bound(&self, timeout: Option<Duration>) -> Option<Duration> {
        [timeout, self.agent.config().timeouts().global].into_iter().flatten().min()
    }

    fn reply(
        &self,
        answer: Result<Response<Body>, ureq::Error>,
        bound: Option<Duration>,
    ) -> Result<Reply, ClientError> {
        let failed = |error| match (error, bound) {
            (ureq::Error::Timeout(ureq::Timeout::Global), Some(bound)) => ClientError::Timeout(bound),
            (ureq::Error::BodyExceedsLimit(_), _) => {
                http::too_large(self.options.read.max_body.saturating_add(1), &self.options)
            }
            (error, _) => ClientError::Transport(Box::new(error)),
        };
        let mut response = answer.map_err(failed)?;
        let mut reply = Reply { status: response.status().as_u16(), ..Reply::default() };
        response.headers().iter().for_each(|(name, value)| reply.header(name.as_str(), value.as_bytes()));
        let most = u64::try_from(self.options.read.max_body).unwrap_or(u64::MAX);
        let body = response.body_mut().with_config().limit(most);
        if reply.status == 200 {
            reply.bytes = body.read_to_vec().map_err(failed)?;
        } else {
            // The status is known, and more than what comes of its text.
            let _ = body.reader().read_to_end(&mut reply.bytes);
        }
        Ok(reply)
    }

    /// Returns whether the server lives.
    ///
    /// # Errors
    ///
    /// [`ClientError::Transport`] and [`ClientError::Timeout`].
    pub fn is_live(&self) -> Result<bool, ClientError> {
        self.get("/v2/health/live").map(|reply| reply.is_ready(&self.options))
    }

    /// Returns whether the server is ready.
    ///
    /// # Errors
    ///
    /// As [`is_live`](Self::is_live).
    pub fn is_ready(&self) -> Result<bool, ClientError> {
        self.get("/v2/health/ready").map(|reply| reply.is_ready(&self.options))
    }

    /// Returns whether a model is ready; an empty version is that which the server chooses.
    ///
    /// # Errors
    ///
    /// As [`is_live`](Self::is_live), and [`ClientError::Address`] for the names and versions `.` and `..`, which are
    /// steps in a path.
    pub fn is_model_ready(&self, name: &str, version: &str) -> Result<bool, ClientError> {
        let reply = self.get(&format!("{}/ready", http::path(name, version)?))?;
        Ok(reply.is_ready(&self.options))
    }

    /// Returns what the server says of itself.
    ///
    /// # Errors
    ///
    /// Any of [`ClientError`] about an answer.
    pub fn server_metadata(&self) -> Result<ServerMetadata, ClientError> {
        self.get("/v2")?.document(&self.options, ServerMetadata::from_json)
    }

    /// Returns what the server says of a model.
    ///
    /// # Errors
    ///
    /// As [`server_metadata`](Self::server_metadata).
    pub fn model_metadata(&self, name: &str, version: &str) -> Result<ModelMetadata, ClientError> {
        self.get(&http::path(name, version)?)?.document(&self.options, ModelMetadata::from_json)
    }

    /// Returns Triton's configuration of a model; `None` from a server that answers with an error, as those do that
    /// have none.
    ///
    /// # Errors
    ///
    /// As [`server_metadata`](Self::server_metadata), but not [`ClientError::Status`].
    pub fn model_config(&self, name: &str, version: &str) -> Result<Option<ModelConfig>, ClientError> {
        self.get(&format!("{}/config", http::path(name, version)?))?.config(&self.options)
    }

    /// Returns the model of this name, in the version that the server chooses, if both types fit it.
    ///
    /// # Errors
    ///
    /// [`ClientError::Mismatches`] with all that does not fit, and those of [`server_metadata`](Self::server_metadata).
    pub fn model<I: HasRules, O: HasRules>(&self, name: &str) -> Result<Model<I, O>, ClientError> {
        self.model_version(name, "")
    }

    /// Returns the model of this name and version, if both types fit it.
    ///
    /// # Errors
    ///
    /// As [`model`](Self::model).
    pub fn model_version<I: HasRules, O: HasRules>(
        &self,
        name: &str,
        version: &str,
    ) -> Result<Model<I, O>, ClientError> {
        http::check_names(name, version)?;
        let server = self.server_metadata()?;
        let metadata = self.model_metadata(name, version)?;
        let config = if http::has_config(&server) { self.model_config(name, version)? } else { None };
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

/// Sets the most time of a request. Without any, the agent has none either, and all its other bounds are kept.
fn configured<B>(request: RequestBuilder<B>, bound: Option<Duration>) -> RequestBuilder<B> {
    let config = request.config().http_status_as_error(false);
    match bound {
        Some(bound) => config.timeout_global(Some(bound)).build(),
        None => config.build(),
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
    /// Calls the model.
    ///
    /// # Errors
    ///
    /// Any of [`ClientError`].
    pub fn infer(&self, input: &I) -> Result<O, ClientError> {
        self.infer_with(input, &CallOptions::default()).map(|answer| answer.value)
    }

    /// Calls the model, with an id, parameters, outputs, or a timeout of this call's own.
    ///
    /// # Errors
    ///
    /// Any of [`ClientError`].
    pub fn infer_with(&self, input: &I, call: &CallOptions<'_>) -> Result<Answer<O>, ClientError> {
        let (target, path) = &*self.target;
        let mut outgoing = http::outgoing(target, input, call, &self.client.options)?;
        let sent = std::mem::take(&mut outgoing.sent);
        let reply = self.client.post(path, outgoing)?;
        http::answer(target, reply, &sent, &self.client.options)
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
