//! Progress of work, shown on a terminal once it takes long.

use std::{
    io::{self, IsTerminal, Write},
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Work of less than this shows no progress.
const PATIENCE: Duration = Duration::from_secs(1);
/// The number of bytes that are written at once, so that progress can be shown between them.
const STEP: usize = 1 << 20;

/// A line on the terminal that shows how much of the work is done, and is removed at the end.
#[derive(Debug)]
pub struct Bar {
    /// The number of bytes in all; `None` if it is not known.
    total: Option<u64>,
    done: u64,
    begun: Instant,
    shown: Option<ProgressBar>,
}

impl Bar {
    /// Creates the progress of work on about `total` bytes.
    #[must_use]
    pub fn new(total: Option<u64>) -> Self {
        Self { total, done: 0, begun: Instant::now(), shown: None }
    }

    /// Adds `bytes` to the bytes that are done.
    pub fn advance(&mut self, bytes: u64) {
        self.done += bytes;
        if self.shown.is_none() && self.begun.elapsed() > PATIENCE && io::stderr().is_terminal() {
            let bar = ProgressBar::with_draw_target(self.total, ProgressDrawTarget::stderr());
            let template = match self.total {
                Some(_) => "{bar:40} {bytes} of {total_bytes}, {eta} left",
                None => "{spinner} {bytes} read",
            };
            let style = ProgressStyle::with_template(template);
            self.shown = Some(bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())));
        }
        if let Some(bar) = &self.shown {
            if let Some(total) = self.total {
                bar.set_length(total.max(self.done));
            }
            bar.set_position(self.done);
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = &self.shown {
            bar.finish_and_clear();
        }
    }
}

/// A writer that shows how far it is.
#[derive(Debug)]
pub struct Progress<W> {
    inner: W,
    bar: Bar,
}

impl<W: Write> Progress<W> {
    /// Expects about `total` bytes.
    pub fn new(inner: W, total: u64) -> Self {
        Self { inner, bar: Bar::new(Some(total)) }
    }
}

impl<W: Write> Write for Progress<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(&bytes[..bytes.len().min(STEP)])?;
        self.bar.advance(written as u64);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
