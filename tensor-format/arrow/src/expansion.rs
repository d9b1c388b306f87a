//! How far compressed bytes may expand, and whether they do.

/// What something expands to without an option: so many bytes, and so many times its own.
const EXPANDED: u64 = 64 << 20;
pub(crate) const TIMES: u64 = 32;

/// Whether a version of arrow expands LZ4 only as far as a buffer claims: this one does, the older ones do not.
#[cfg(feature = "arrow-60")]
pub(crate) const LZ4_BOUNDED: bool = true;
#[cfg(any(feature = "arrow-59", feature = "arrow-58"))]
pub(crate) const LZ4_UNBOUNDED: bool = false;

/// Returns how much something of this many bytes may expand to.
pub(crate) fn most(bytes: u64, max_expanded: Option<u64>) -> u64 {
    max_expanded.unwrap_or(EXPANDED.saturating_add(bytes.saturating_mul(TIMES)))
}

/// Returns how much memory a schema in something of this many bytes may take: never less than is stated.
pub(crate) fn most_of_schema(bytes: u64, max_expanded: Option<u64>) -> u64 {
    most(bytes, None).max(max_expanded.unwrap_or_default())
}

/// Returns whether a frame of LZ4 has more bytes than these. What is no frame has none.
#[cfg(feature = "compression")]
pub(crate) fn lz4_frame_exceeds(bytes: &[u8], claimed: u64) -> bool {
    exceeds(lz4_flex::frame::FrameDecoder::new(bytes), claimed)
}

/// Returns whether the members of a file of GZIP have more bytes than these.
#[cfg(all(feature = "compression", feature = "parquet"))]
pub(crate) fn gzip_exceeds(bytes: &[u8], claimed: u64) -> bool {
    exceeds(flate2::read::MultiGzDecoder::new(bytes), claimed)
}

/// Counts the bytes of an input without keeping them. Those before damage count.
#[cfg(feature = "compression")]
fn exceeds(mut input: impl std::io::Read, claimed: u64) -> bool {
    let mut buffer = [0; 4096];
    let mut count: u64 = 0;
    while count <= claimed {
        match input.read(&mut buffer) {
            Ok(0) => return false,
            Ok(read) => count = count.saturating_add(read as u64),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => return false,
        }
    }
    true
}
