//! How a client calls, and one call.

use std::{borrow::Cow, time::Duration};

use crate::{Options, Parameter, Parameters, ShapeOptions, WriteOptions, metadata::ServerMetadata};

/// In which form a client sends and asks for the elements of tensors over HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum TensorForm {
    /// As bytes behind the JSON, which Triton, KServe and this crate read.
    #[default]
    Binary,
    /// In the JSON, which all servers read. It is several times the size, and has no NaN and no half floats.
    Json,
    /// As bytes if the server lists the extension `binary_tensor_data`, or is KServe, which has it and does not list
    /// it; else in the JSON, as MLServer needs it.
    Auto,
}

impl TensorForm {
    /// Returns the form for a server, by what it says of itself: [`Binary`](Self::Binary) or [`Json`](Self::Json).
    #[must_use]
    pub fn for_server(self, server: &ServerMetadata) -> Self {
        let is_binary =
            || server.name == "kserve" || server.extensions.iter().any(|extension| extension == "binary_tensor_data");
        match self {
            Self::Auto if is_binary() => Self::Binary,
            Self::Auto => Self::Json,
            form => form,
        }
    }
}

/// How a client calls.
///
/// ```
/// use std::time::Duration;
/// use tensor_format_oip::client::{ClientOptions, TensorForm};
/// let options = ClientOptions::new().form(TensorForm::Auto).timeout(Some(Duration::from_secs(5)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientOptions {
    pub(super) form: TensorForm,
    pub(super) read: Options,
    pub(super) write: WriteOptions,
    pub(super) shapes: ShapeOptions,
    pub(super) timeout: Option<Duration>,
    pub(super) compress: bool,
}

impl Default for ClientOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl ClientOptions {
    /// Returns the default options: binary, 60 s, nothing compressed.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            form: TensorForm::Binary,
            read: Options::new(),
            write: WriteOptions::new(),
            shapes: ShapeOptions::new(),
            timeout: Some(Duration::from_secs(60)),
            compress: false,
        }
    }

    /// Sets the form of tensors over HTTP (binary).
    #[must_use]
    pub const fn form(mut self, form: TensorForm) -> Self {
        self.form = form;
        self
    }

    /// Sets how answers are read, as the most bytes of one (64 MiB).
    #[must_use]
    pub const fn read_options(mut self, options: Options) -> Self {
        self.read = options;
        self
    }

    /// Sets how requests are written in JSON.
    #[must_use]
    pub const fn write_options(mut self, options: WriteOptions) -> Self {
        self.write = options;
        self
    }

    /// Sets which shapes are taken for each other (none).
    #[must_use]
    pub const fn shapes(mut self, shapes: ShapeOptions) -> Self {
        self.shapes = shapes;
        self
    }

    /// Sets the most time that a call takes, from its beginning to the end of the answer (60 s); `None` for any.
    #[must_use]
    pub const fn timeout(mut self, timeout: Option<Duration>) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sets whether requests are sent in gzip, and answers asked for in gzip, over HTTP also in deflate (no). KServe
    /// reads neither over HTTP. Without the feature `compression` it changes nothing.
    #[must_use]
    pub const fn compress(mut self, compress: bool) -> Self {
        self.compress = compress;
        self
    }
}

/// One call, beside its input.
///
/// ```
/// use tensor_format_oip::{Parameter, client::CallOptions};
/// let call = CallOptions::new().id("42").parameter("priority", Parameter::I64(1)).output("classes");
/// ```
#[derive(Clone, Debug, PartialEq, Default)]
pub struct CallOptions<'c> {
    pub(super) id: Option<Cow<'c, str>>,
    pub(super) parameters: Parameters<'c>,
    pub(super) outputs: Vec<Cow<'c, str>>,
    pub(super) timeout: Option<Duration>,
}

impl<'c> CallOptions<'c> {
    /// Returns a call without id and parameters, that asks for the outputs that the type has.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the id. An answer with another one is refused.
    #[must_use]
    pub fn id(mut self, id: impl Into<Cow<'c, str>>) -> Self {
        self.id = Some(id.into());
        self
    }

    /// Sets a parameter.
    #[must_use]
    pub fn parameter(mut self, name: impl Into<Cow<'c, str>>, value: Parameter<'c>) -> Self {
        self.parameters.set(name, value);
        self
    }

    /// Asks for an output; those that are not asked for are left out, and the type has them optional. If this is never
    /// called, all outputs of the type that the server has are asked for.
    #[must_use]
    pub fn output(mut self, name: impl Into<Cow<'c, str>>) -> Self {
        self.outputs.push(name.into());
        self
    }

    /// Sets the most time that this call takes, in place of that of the client.
    #[must_use]
    pub const fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }
}
