//! Options for reading tensors.

use crate::{ErrorKind, Limit, error::ExpansionLimit};

/// The kinds of JSON that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Profile {
    /// Constant files of an application: each class of types has its forms, and lists are nested as the type says.
    #[default]
    Constant,
    /// Fields of documents. Accepted are also bare forms for every class, lists whose inner brackets do not matter,
    /// hexadecimal texts in place of lists, numbers as strings, and labels without quotes; the `type` field is not
    /// compared, and a cell of a dense or mixed tensor may come again, the last one counting. `-0` keeps its sign, and
    /// `null` is no number.
    Document,
}

/// The options for reading tensors: which kind of JSON is read, that of constant files (the default) or that of
/// document fields ([`Profile`]), and the limits.
///
/// ```
/// use tensor_format::vespa::{Options, Profile};
/// let options = Options::new().profile(Profile::Document).max_cells(1000);
/// let tensor = options.read_as(&"tensor<int8>(x[3])".parse()?, r#""FF0011""#)?;
/// assert_eq!(tensor.cells().as_slice::<i8>()?, [-1, 0, 17]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    pub(super) profile: Profile,
    pub(super) numeric_strings: bool,
    pub(super) max_text: usize,
    pub(super) max_cells: usize,
    pub(super) max_expanded: ExpansionLimit,
    pub(super) max_labels: usize,
    pub(super) max_depth: usize,
    pub(super) max_faults: Option<usize>,
}

impl Default for Options {
    fn default() -> Self {
        Self::new()
    }
}

impl Options {
    /// Returns the default options: constant files, with limits of 1 GiB of text, 2^28 cells, 2^26 labels, 1024
    /// brackets in one another, and 10 000 faults in a list; what a text leaves out or a frame packs is bounded by
    /// [`max_expanded`](Self::max_expanded).
    #[must_use]
    pub const fn new() -> Self {
        Self {
            profile: Profile::Constant,
            numeric_strings: false,
            max_text: 1 << 30,
            max_cells: 1 << 28,
            max_expanded: ExpansionLimit::DEFAULT,
            max_labels: 1 << 26,
            max_depth: 1024,
            max_faults: None,
        }
    }

    /// Sets the kind of JSON that is read.
    #[must_use]
    pub const fn profile(mut self, profile: Profile) -> Self {
        self.profile = profile;
        self
    }

    /// Sets whether a string that holds the text of a JSON number is taken as that number. The document profile takes
    /// it anyway.
    #[must_use]
    pub const fn numeric_strings(mut self, taken: bool) -> Self {
        self.numeric_strings = taken;
        self
    }

    /// Sets the most bytes of a text, after decompression.
    #[must_use]
    pub const fn max_text(mut self, bytes: usize) -> Self {
        self.max_text = bytes;
        self
    }

    /// Sets the most cells of a tensor.
    #[must_use]
    pub const fn max_cells(mut self, cells: usize) -> Self {
        self.max_cells = cells;
        self
    }

    /// Sets the most bytes that an LZ4 frame, or a list of cells, may expand to (64 MiB and 32 bytes for each byte of
    /// the input).
    ///
    /// A list of cells leaves out what is zero, so that a short text can be that of a large tensor, in memory or
    /// [in a file](Self::read_to_writer).
    #[must_use]
    pub const fn max_expanded(mut self, bytes: u64) -> Self {
        self.max_expanded = ExpansionLimit::bytes(bytes);
        self
    }

    /// Sets the most labels of a tensor: one for each mapped dimension of each cell of a sparse tensor, or of each
    /// block of a mixed one.
    #[must_use]
    pub const fn max_labels(mut self, labels: usize) -> Self {
        self.max_labels = labels;
        self
    }

    /// Sets how deep brackets may be nested.
    #[must_use]
    pub const fn max_depth(mut self, depth: usize) -> Self {
        self.max_depth = depth;
        self
    }

    /// Sets the most faults that [`validate`](Self::validate) lists, whatever memory they take. By default 10 000, and
    /// no more than take about 20 bytes for each byte of the text and 7 KiB.
    #[must_use]
    pub const fn max_faults(mut self, faults: usize) -> Self {
        self.max_faults = Some(faults);
        self
    }

    pub(super) fn is_document(&self) -> bool {
        self.profile == Profile::Document
    }

    pub(super) fn check_text(&self, len: usize) -> Result<(), ErrorKind> {
        Limit::Text.check(self.max_text, len)
    }

    pub(super) fn check_cells(&self, cells: usize) -> Result<(), ErrorKind> {
        Limit::Elements.check(self.max_cells, cells)
    }
}
