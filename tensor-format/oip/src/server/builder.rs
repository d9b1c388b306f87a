//! The models of a server, and how it is set.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tensor_format::{EncodeError, Model, model::AsyncModel};
use tokio::sync::Semaphore;

use super::{
    batch::{Batched, Batching, Unjoinable},
    call::{Call, Message, Runs, Settings},
    failure::{Failure, FailureKind, shortened},
    served::{Blocking, Inline, Running, Served, Waiting},
};
use crate::{
    Options, ShapeOptions, WriteOptions,
    metadata::{MetadataOptions, ModelMetadata, ServerMetadata},
};

/// Models by their names and versions, ready to be served. Clones are the same server.
#[derive(Clone)]
pub struct Server {
    inner: Arc<Inner>,
}

struct Inner {
    metadata: ServerMetadata,
    models: Vec<Entry>,
    settings: Settings,
    body_timeout: Duration,
    runs: Runs,
    ready: AtomicBool,
}

/// A model under its name and version.
pub(super) struct Entry {
    name: Arc<str>,
    version: Arc<str>,
    pub(super) metadata: ModelMetadata,
    model: Arc<dyn Served>,
}

impl Server {
    /// Returns a builder: name the models, and [`build`](ServerBuilder::build).
    pub fn builder() -> ServerBuilder {
        ServerBuilder::default()
    }

    /// Sets whether the server says that it is ready, as before it is shut down, so that nobody sends it more. Requests
    /// are answered all the same.
    pub fn set_ready(&self, ready: bool) {
        self.inner.ready.store(ready, Ordering::Relaxed);
    }

    /// Returns whether the server says that it is ready.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.inner.ready.load(Ordering::Relaxed)
    }

    /// Returns what the server says of itself.
    #[must_use]
    pub fn metadata(&self) -> &ServerMetadata {
        &self.inner.metadata
    }

    /// Returns what the server says of a model; `None` if there is none of this name and version. An empty version is
    /// that which was added last.
    #[must_use]
    pub fn model_metadata(&self, name: &str, version: &str) -> Option<&ModelMetadata> {
        self.entry(name, version).ok().map(|entry| &entry.metadata)
    }

    /// Returns a model; an empty version is that which was added last.
    pub(super) fn entry(&self, name: &str, version: &str) -> Result<&Entry, Failure> {
        let mut known = self.inner.models.iter().rev().filter(|entry| *entry.name == *name).peekable();
        let unknown = |text| Failure::new(FailureKind::UnknownModel, text);
        if known.peek().is_none() {
            return Err(unknown(format!("there is no model `{}`", shortened(name))));
        }
        known.find(|entry| version.is_empty() || *entry.version == *version).ok_or_else(|| {
            unknown(format!("the model `{}` has no version `{}`", name.escape_debug(), shortened(version)))
        })
    }

    pub(super) fn settings(&self) -> &Settings {
        &self.inner.settings
    }

    pub(super) fn body_timeout(&self) -> Duration {
        self.inner.body_timeout
    }

    /// Runs a model on a request.
    pub(super) fn infer(&self, entry: &Entry, message: Message) -> Running {
        let (model, version) = (Arc::clone(&entry.name), Arc::clone(&entry.version));
        let call = Call { message, model, version, settings: self.inner.settings, runs: self.inner.runs.clone() };
        Arc::clone(&entry.model).run(call)
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let models = self.inner.models.iter().map(|entry| (&*entry.name, &*entry.version));
        f.debug_struct("Server").field("models", &models.collect::<Vec<_>>()).finish_non_exhaustive()
    }
}

/// A model, or why it cannot be served as it was to be.
type Added = Result<Arc<dyn Served>, Unjoinable>;

/// Collects the models of a [`Server`].
#[must_use = "it serves nothing before it is built"]
pub struct ServerBuilder {
    name: String,
    version: String,
    models: Vec<(String, String, Added)>,
    settings: Settings,
    metadata: MetadataOptions<'static>,
    body_timeout: Duration,
    max_runs: Option<usize>,
}

impl Default for ServerBuilder {
    fn default() -> Self {
        let metadata = MetadataOptions::new();
        let settings = Settings {
            options: Options::new(),
            write: WriteOptions::new(),
            shapes: ShapeOptions::new(),
            output_name: metadata.output_name,
            compress: false,
        };
        Self {
            name: env!("CARGO_PKG_NAME").to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            models: Vec::new(),
            settings,
            metadata,
            body_timeout: Duration::from_secs(60),
            max_runs: None,
        }
    }
}

impl ServerBuilder {
    /// Adds a model without a version. It runs where tokio lets threads block.
    pub fn model<M>(self, name: impl Into<String>, model: M) -> Self
    where
        M: Model + Send + Sync + 'static,
        M::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        self.model_version(name, "", model)
    }

    /// Adds a version of a model. A request that names none is for the version that was added last.
    pub fn model_version<M>(self, name: impl Into<String>, version: impl Into<String>, model: M) -> Self
    where
        M: Model + Send + Sync + 'static,
        M::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        self.add(name.into(), version.into(), Ok(Arc::new(Blocking(model))))
    }

    /// Adds a model without a version that runs on the thread of its connection, as an `AsyncModel` does: what hands a
    /// call over to another thread takes as long as many small models.
    ///
    /// **While it runs, this thread answers nobody else**, and no time limit is kept: it is for models that take tens
    /// of microseconds at most, whatever the request, and never wait. When in doubt, [`model`](Self::model).
    pub fn inline_model<M>(self, name: impl Into<String>, model: M) -> Self
    where
        M: Model + Send + Sync + 'static,
        M::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        self.inline_model_version(name, "", model)
    }

    /// Adds a version of a model that runs on the thread of its connection: see [`inline_model`](Self::inline_model).
    pub fn inline_model_version<M>(self, name: impl Into<String>, version: impl Into<String>, model: M) -> Self
    where
        M: Model + Send + Sync + 'static,
        M::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        self.add(name.into(), version.into(), Ok(Arc::new(Inline(model))))
    }

    /// Adds a model that waits, without a version. It runs on the thread of its connection: what computes for long is a
    /// [`model`](Self::model).
    pub fn async_model<M>(self, name: impl Into<String>, model: M) -> Self
    where
        M: AsyncModel + Send + Sync + 'static,
        M::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        self.async_model_version(name, "", model)
    }

    /// Adds a version of a model that waits.
    pub fn async_model_version<M>(self, name: impl Into<String>, version: impl Into<String>, model: M) -> Self
    where
        M: AsyncModel + Send + Sync + 'static,
        M::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        self.add(name.into(), version.into(), Ok(Arc::new(Waiting(model))))
    }

    /// Adds a model without a version, whose requests are joined: those that come at about the same time are one call,
    /// along the first axis, and each client gets its own rows. It pays where a call for many rows costs little more
    /// than one for a single row.
    ///
    /// The first axis of every input and output must have one name, as `batch`, which no other axis has; a row of an
    /// output is made of the same row of the inputs alone. Requests are joined if their inputs, element types and inner
    /// axes are the same, up to the length that the rules allow. If a joined call fails, or its output breaks rules,
    /// each of its requests runs alone, so that an error goes to the one that caused it: the model is run again for the
    /// others.
    pub fn batched_model<M>(self, name: impl Into<String>, model: M, batching: Batching) -> Self
    where
        M: Model + Send + Sync + 'static,
        M::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        self.batched_model_version(name, "", model, batching)
    }

    /// Adds a version of a model whose requests are joined: see [`batched_model`](Self::batched_model).
    pub fn batched_model_version<M>(
        self,
        name: impl Into<String>,
        version: impl Into<String>,
        model: M,
        batching: Batching,
    ) -> Self
    where
        M: Model + Send + Sync + 'static,
        M::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let model = Batched::new(Blocking(model), batching).map(|model| Arc::new(model) as Arc<dyn Served>);
        self.add(name.into(), version.into(), model)
    }

    /// Adds a model that waits, as one behind another server, whose requests are joined as those of a
    /// [`batched_model`](Self::batched_model). A call belongs to no client: one that goes away takes nobody with it.
    pub fn batched_async_model<M>(self, name: impl Into<String>, model: M, batching: Batching) -> Self
    where
        M: AsyncModel + Send + Sync + 'static,
        M::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        self.batched_async_model_version(name, "", model, batching)
    }

    /// Adds a version of a model that waits, whose requests are joined: see
    /// [`batched_async_model`](Self::batched_async_model).
    pub fn batched_async_model_version<M>(
        self,
        name: impl Into<String>,
        version: impl Into<String>,
        model: M,
        batching: Batching,
    ) -> Self
    where
        M: AsyncModel + Send + Sync + 'static,
        M::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let model = Batched::new(Waiting(model), batching).map(|model| Arc::new(model) as Arc<dyn Served>);
        self.add(name.into(), version.into(), model)
    }

    fn add(mut self, name: String, version: String, model: Added) -> Self {
        self.models.push((name, version, model));
        self
    }

    /// Sets what the server says of itself: its name and version (those of this crate).
    pub fn name(mut self, name: impl Into<String>, version: impl Into<String>) -> Self {
        (self.name, self.version) = (name.into(), version.into());
        self
    }

    /// Sets how requests are read, as the most bytes of a body.
    pub const fn options(mut self, options: Options) -> Self {
        self.settings.options = options;
        self
    }

    /// Sets how answers are written over HTTP (as [`WriteOptions::new`] has it).
    pub const fn write_options(mut self, options: WriteOptions) -> Self {
        self.settings.write = options;
        self
    }

    /// Sets which shapes are taken for each other (none).
    pub const fn shapes(mut self, shapes: ShapeOptions) -> Self {
        self.settings.shapes = shapes;
        self
    }

    /// Sets how metadata are made of the rules of models, and what an output that is one tensor is called.
    pub const fn metadata_options(mut self, options: MetadataOptions<'static>) -> Self {
        self.metadata = options;
        self.settings.output_name = options.output_name;
        self
    }

    /// Sets in what time the body of a request must have come (60 s).
    pub const fn body_timeout(mut self, timeout: Duration) -> Self {
        self.body_timeout = timeout;
        self
    }

    /// Sets whether answers are compressed for those who ask for it by `Accept-Encoding` or `grpc-accept-encoding` (no:
    /// many clients ask without thinking, and floats become little smaller). It happens where the model runs; over gRPC
    /// on the thread of the connection. Without the feature `compression` it changes nothing.
    pub const fn compress(mut self, compress: bool) -> Self {
        self.settings.compress = compress;
        self
    }

    /// Sets how many calls of models run at once, of which a batch is one; requests beyond wait, and are forgotten if
    /// their clients go away (as many as tokio lets block).
    pub const fn max_runs(mut self, runs: usize) -> Self {
        self.max_runs = Some(if runs == 0 { 1 } else { runs });
        self
    }

    /// Makes the server.
    ///
    /// # Errors
    ///
    /// When two models have one name and version, a name is empty, metadata have no form for a model's rules, or
    /// requests of a model are to be joined and cannot be.
    pub fn build(self) -> Result<Server, BuildError> {
        let mut models: Vec<Entry> = Vec::with_capacity(self.models.len());
        for (name, version, model) in self.models {
            let fault = |reason| BuildError { model: name.clone(), version: version.clone(), reason };
            if name.is_empty() {
                return Err(fault(Reason::Unnamed));
            }
            if models.iter().any(|entry| *entry.name == *name && *entry.version == *version) {
                return Err(fault(Reason::Duplicate));
            }
            let model = model.map_err(|error| fault(Reason::Unjoinable(error)))?;
            let mut metadata = model.metadata(&name, &self.metadata).map_err(|error| fault(Reason::Metadata(error)))?;
            env!("CARGO_PKG_NAME").clone_into(&mut metadata.platform);
            models.push(Entry { name: name.into(), version: version.into(), metadata, model });
        }
        let versions = |name: &str| {
            let versions = models.iter().filter(|entry| *entry.name == *name && !entry.version.is_empty());
            versions.map(|entry| entry.version.to_string()).collect::<Vec<_>>()
        };
        let versions: Vec<_> = models.iter().map(|entry| versions(&entry.name)).collect();
        for (entry, versions) in models.iter_mut().zip(versions) {
            entry.metadata.versions = Some(versions).filter(|versions| !versions.is_empty());
        }
        let extensions = vec!["binary_tensor_data".to_owned()];
        let inner = Inner {
            metadata: ServerMetadata { name: self.name, version: self.version, extensions },
            models,
            settings: self.settings,
            body_timeout: self.body_timeout,
            runs: Runs(self.max_runs.map(|runs| Arc::new(Semaphore::new(runs.min(Semaphore::MAX_PERMITS))))),
            ready: AtomicBool::new(true),
        };
        Ok(Server { inner: Arc::new(inner) })
    }
}

impl fmt::Debug for ServerBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let models = self.models.iter().map(|(name, version, _)| (name, version));
        f.debug_struct("ServerBuilder").field("models", &models.collect::<Vec<_>>()).finish_non_exhaustive()
    }
}

/// Why a server was not made.
#[derive(Debug)]
pub struct BuildError {
    model: String,
    version: String,
    reason: Reason,
}

#[derive(Debug)]
enum Reason {
    Unnamed,
    Duplicate,
    Metadata(EncodeError),
    Unjoinable(Unjoinable),
}

impl BuildError {
    /// Returns the name of the model.
    #[must_use]
    pub fn model(&self) -> &str {
        &self.model
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "model `{}`", self.model.escape_debug())?;
        if !self.version.is_empty() {
            write!(f, ", version `{}`", self.version.escape_debug())?;
        }
        match &self.reason {
            Reason::Unnamed => f.write_str(": expected a name, found an empty one"),
            Reason::Duplicate => f.write_str(": expected a name and version of its own, found both before"),
            Reason::Metadata(error) => write!(f, ": {error}"),
            Reason::Unjoinable(error) => write!(f, ": {error}"),
        }
    }
}

impl std::error::Error for BuildError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.reason {
            Reason::Metadata(error) => Some(error),
            _ => None,
        }
    }
}
