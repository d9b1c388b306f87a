//! Colour, where a person looks.

use std::io::{self, IsTerminal};

/// When output is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl ColorChoice {
    /// Returns whether to colour what is written to this stream.
    #[must_use]
    pub fn on(self, stream: &impl IsTerminal) -> bool {
        match self {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty()),
        }
    }
}

/// Paints texts, or leaves them.
#[derive(Clone, Copy, Debug)]
pub struct Paint(pub bool);

impl Paint {
    fn with(self, code: &str, text: &str) -> String {
        if self.0 { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// Paints names.
    #[must_use]
    pub fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    /// Paints what is wrong.
    #[must_use]
    pub fn red(self, text: &str) -> String {
        self.with("1;31", text)
    }

    /// Paints what is right.
    #[must_use]
    pub fn green(self, text: &str) -> String {
        self.with("32", text)
    }

    /// Paints what matters less.
    #[must_use]
    pub fn dim(self, text: &str) -> String {
        self.with("2", text)
    }
}

/// Returns whether a person sees the error output.
#[must_use]
pub fn is_watched() -> bool {
    io::stderr().is_terminal()
}
