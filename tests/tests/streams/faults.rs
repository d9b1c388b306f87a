//! Readers and writers that give little at a time, are interrupted, and fail.

use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};

/// When a stream fails.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Fault {
    /// The most bytes at a time; 0 for as many as are asked for.
    pub(crate) step: usize,
    /// Whether every second call is interrupted.
    pub(crate) interrupted: bool,
    /// The offset of the byte at which it fails, and how.
    pub(crate) at: Option<(usize, ErrorKind)>,
}

impl Fault {
    /// How many bytes a call may pass that is at an offset and could pass so many.
    fn pass(&self, at: usize, len: usize) -> io::Result<usize> {
        let most = if self.step == 0 { len } else { len.min(self.step) };
        match self.at {
            // A call for nothing does not reach the byte.
            Some((byte, kind)) if at >= byte && len > 0 => Err(kind.into()),
            Some((byte, _)) => Ok(most.min(byte.saturating_sub(at))),
            None => Ok(most),
        }
    }
}

/// The kinds of faults that are no interrupt.
pub(crate) const KINDS: [ErrorKind; 4] =
    [ErrorKind::WouldBlock, ErrorKind::TimedOut, ErrorKind::ConnectionReset, ErrorKind::UnexpectedEof];

/// Returns the offset to seek to, from `at` in a stream of `len` bytes.
fn sought(to: SeekFrom, at: usize, len: usize) -> io::Result<usize> {
    let offset = match to {
        SeekFrom::Start(offset) => usize::try_from(offset).ok(),
        SeekFrom::End(by) => isize::try_from(by).ok().and_then(|by| len.checked_add_signed(by)),
        SeekFrom::Current(by) => isize::try_from(by).ok().and_then(|by| at.checked_add_signed(by)),
    };
    offset.ok_or_else(|| ErrorKind::InvalidInput.into())
}

/// Bytes that are read with faults.
#[derive(Debug)]
pub(crate) struct Faulty<'b> {
    bytes: &'b [u8],
    at: usize,
    fault: Fault,
    interrupt: bool,
}

impl<'b> Faulty<'b> {
    pub(crate) fn new(bytes: &'b [u8], fault: Fault) -> Self {
        Self { bytes, at: 0, fault, interrupt: fault.interrupted }
    }
}

impl Read for Faulty<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let interrupt = self.interrupt;
        self.interrupt = self.fault.interrupted && !interrupt;
        if interrupt {
            return Err(ErrorKind::Interrupted.into());
        }
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let some = self.fault.pass(self.at, buf.len())?.min(rest.len());
        buf[..some].copy_from_slice(&rest[..some]);
        self.at += some;
        Ok(some)
    }
}

impl Seek for Faulty<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at = sought(to, self.at, self.bytes.len())?;
        Ok(self.at as u64)
    }
}

/// Takes bytes with faults.
#[derive(Debug)]
pub(crate) struct FaultyOut {
    pub(crate) bytes: Vec<u8>,
    at: usize,
    fault: Fault,
    interrupt: bool,
    /// How flushing fails.
    pub(crate) flush: Option<ErrorKind>,
}

impl FaultyOut {
    pub(crate) fn new(fault: Fault) -> Self {
        Self { bytes: Vec::new(), at: 0, fault, interrupt: fault.interrupted, flush: None }
    }
}

impl Write for FaultyOut {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let interrupt = self.interrupt;
        self.interrupt = self.fault.interrupted && !interrupt;
        if interrupt {
            return Err(ErrorKind::Interrupted.into());
        }
        let some = match self.fault.pass(self.at, bytes.len()) {
            // A writer without room says that it has taken nothing.
            Err(error) if error.kind() == ErrorKind::WriteZero => 0,
            passed => passed?,
        };
        let end = self.at + some;
        self.bytes.resize(self.bytes.len().max(end), 0);
        self.bytes[self.at..end].copy_from_slice(&bytes[..some]);
        self.at = end;
        Ok(some)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flush.map_or(Ok(()), |kind| Err(kind.into()))
    }
}

impl Seek for FaultyOut {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at = sought(to, self.at, self.bytes.len())?;
        Ok(self.at as u64)
    }
}
