//! The options for reading messages.

/// How floats that are not finite are written in the JSON of a message, which has no form for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum NonFinite {
    /// They are refused.
    #[default]
    Refused,
    /// As the bare words `NaN`, `Infinity` and `-Infinity`, which Triton and its client write.
    Tokens,
    /// As `null`, which MLServer and KServe write for all three; read as NaN.
    Null,
}

/// The most brackets in one another that are read.
pub(crate) const MAX_DEPTH: usize = 128;

/// The options for reading messages. They are strict unless told otherwise: what peers take for different values is
/// refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    pub(crate) max_body: usize,
    pub(crate) max_depth: usize,
    pub(crate) non_finite: NonFinite,
    pub(crate) raw_requests: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self::new()
    }
}

impl Options {
    /// Returns the default options: bodies of at most 64 MiB, brackets nested 128 deep, finite floats in JSON.
    #[must_use]
    pub const fn new() -> Self {
        Self { max_body: 64 << 20, max_depth: MAX_DEPTH, non_finite: NonFinite::Refused, raw_requests: false }
    }

    /// Sets the most bytes of a body, before and after decompression (64 MiB).
    #[must_use]
    pub const fn max_body(mut self, bytes: usize) -> Self {
        self.max_body = bytes;
        self
    }

    /// Sets how deep brackets may be nested (128, which is also the most that can be set).
    #[must_use]
    pub const fn max_depth(mut self, brackets: usize) -> Self {
        self.max_depth = if brackets < MAX_DEPTH { brackets } else { MAX_DEPTH };
        self
    }

    /// Sets how floats that are not finite are written in JSON (refused).
    #[must_use]
    pub const fn non_finite(mut self, form: NonFinite) -> Self {
        self.non_finite = form;
        self
    }

    /// Sets whether a body may be a raw request, without JSON, for [`Request::from_raw`](crate::Request::from_raw)
    /// (refused).
    #[must_use]
    pub const fn raw_requests(mut self, allow: bool) -> Self {
        self.raw_requests = allow;
        self
    }
}

/// The most bytes of a document that readers of metadata accept, unless their options say otherwise.
pub const MAX_DOCUMENT: usize = 4 << 20;

/// The default options for reading documents.
pub(crate) const DOCUMENT: Options = Options::new().max_body(MAX_DOCUMENT);

/// The options for writing messages over HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteOptions {
    pub(crate) non_finite: NonFinite,
    pub(crate) half_as_numbers: bool,
    pub(crate) nested: bool,
    pub(crate) align: bool,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl WriteOptions {
    /// Returns the default options: JSON as the standard has it, with spaces only behind it, which align what follows.
    #[must_use]
    pub const fn new() -> Self {
        Self { non_finite: NonFinite::Refused, half_as_numbers: false, nested: false, align: true }
    }

    /// Sets how floats that are not finite are written in JSON (refused).
    #[must_use]
    pub const fn non_finite(mut self, form: NonFinite) -> Self {
        self.non_finite = form;
        self
    }

    /// Sets whether `FP16` and `BF16` are written in JSON, as numbers; MLServer alone reads them there, and `FP16` only
    /// (refused).
    #[must_use]
    pub const fn half_as_numbers(mut self, allow: bool) -> Self {
        self.half_as_numbers = allow;
        self
    }

    /// Sets whether elements in JSON are lists nested as the shape says (a flat list; what was read as JSON is passed on
    /// as it is). More than 4,096 lists without elements, and more than 125 axes, which with the brackets around them no
    /// reader takes, are a flat list all the same.
    #[must_use]
    pub const fn nested(mut self, nested: bool) -> Self {
        self.nested = nested;
        self
    }

    /// Sets whether spaces behind the JSON align the first binary tensor to a multiple of 64 bytes in the body, so that
    /// a reader of an aligned body borrows it, and others copy it faster: at most 63 bytes more (yes). They belong to the
    /// JSON by the header that has its length.
    #[must_use]
    pub const fn align(mut self, align: bool) -> Self {
        self.align = align;
        self
    }
}
