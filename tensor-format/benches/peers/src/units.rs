//! Times in words.

/// Returns a time in a unit that suits it.
pub(crate) fn nanoseconds(time: f64) -> String {
    match time {
        1e6.. => format!("{:.2} ms", time / 1e6),
        1e3.. => format!("{:.2} µs", time / 1e3),
        _ => format!("{time:.2} ns"),
    }
}
