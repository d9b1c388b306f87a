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
    /// Whether to colour what is written to this stream.
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

    /// Names.
    #[must_use]
    pub fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    /// What is wrong.
    #[must_use]
    pub fn red(self, text: &str) -> String {
        self.with("1;31", text)
    }

    /// What is right.
    #[must_use]
    pub fn green(self, text: &str) -> String {
        self.with("32", text)
    }

    /// What matters less.
    #[must_use]
    pub fn dim(self, text: &str) -> String {
        self.with("2", text)
    }
}

/// Whether a person sees the error output.
#[must_use]
pub fn is_watched() -> bool {
    io::stderr().is_terminal()
}
