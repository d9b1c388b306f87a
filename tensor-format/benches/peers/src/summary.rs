//! Pictures of a few tables, for whoever does not read them all.
//!
//! They are drawn from the tables as the page has them, so that a picture never shows another figure than its table.

use std::fmt::Write;

/// The longest bar, and that of the shortest time.
const LONGEST: usize = 48;
const SHORTEST: f64 = 2.0;

/// A table that is drawn: what it says, its title, and which of its rows.
type Picture = (&'static str, &'static str, &'static [&'static str]);

const PICTURES: [Picture; 6] = [
    (
        "An image of 588 KiB, written to memory of its own",
        "encode f32 [1, 3, 224, 224]",
        &[
            "memcpy, fresh buffer",
            "tensor-format to_vec, fresh buffer",
            "rkyv, checked, fresh buffer",
            "safetensors, fresh buffer",
            "decthings-api, fresh buffer",
            "borsh, fresh buffer",
            "postcard, fresh buffer",
        ],
    ),
    (
        "The same, read into an array",
        "decode f32 [1, 3, 224, 224], owned",
        &[
            "memcpy, fresh buffer",
            "tensor-format array, misaligned",
            "rkyv, checked",
            "safetensors",
            "arrow IPC",
            "decthings-api, misaligned",
            "postcard",
            "borsh",
        ],
    ),
    (
        "64 MiB, borrowed in place",
        "decode f32 64 MiB, borrowed",
        &[
            "hand, as an array view, aligned",
            "tensor-format array view, aligned",
            "tensor-format TensorRef, misaligned",
            "rkyv, checked",
            "decthings-api, aligned",
            "safetensors",
            "arrow IPC",
            "ndarray-npy",
        ],
    ),
    (
        "One of 100,000 strings, read into memory of its own",
        "decode 100,000 strings, owned, each",
        &[
            "clone of Vec<String>",
            "tensor-format Vec<String>",
            "tensor-format Tensor, one arena",
            "arrow IPC",
            "rkyv, checked",
            "postcard",
            "serde_json",
            "decthings-api",
        ],
    ),
    (
        "One of 100,000 small records, written",
        "encode 100,000 records, each",
        &[
            "hand",
            "tensor-format append",
            "wincode",
            "rkyv, checked",
            "postcard",
            "borsh",
            "decthings-api, without names",
        ],
    ),
    (
        "Pictures of 418 × 418 from NCHW to NHWC",
        "relayout f32 [32, 3, 418, 418], NCHW to NHWC",
        &[
            "memcpy, reused buffer",
            "tensor-format copy_elements",
            "strided-perm",
            "transpose",
            "fast_transpose",
            "ndarray assign",
        ],
    ),
];

/// Returns the pictures, from the tables of the page; `None` if one of their rows is not there.
pub(crate) fn draw(tables: &str) -> Option<String> {
    let mut out = String::new();
    for (says, title, names) in PICTURES {
        let table = tables.split("### ").find(|table| table.lines().next() == Some(title))?;
        let time = |name: &&str| {
            let row = table.lines().find_map(|line| line.strip_prefix(&format!("| {name} | ")))?;
            let shown = row.split(" | ").next()?;
            Some((nanoseconds(shown)?, shown.to_owned()))
        };
        let mut rows = names.iter().map(|name| Some((time(name)?, *name))).collect::<Option<Vec<_>>>()?;
        rows.sort_by(|a, b| a.0.0.total_cmp(&b.0.0));
        let least = rows.first()?.0.0;
        let width = names.iter().map(|name| name.len()).max()?;
        writeln!(out, "{says}:\n\n```text").ok()?;
        for ((time, shown), name) in rows {
            let length = (time / least * SHORTEST).round();
            let bar = if length <= LONGEST as f64 {
                "█".repeat(length as usize)
            } else {
                format!("{}▶ {:.0} ×", "█".repeat(LONGEST), time / least)
            };
            writeln!(out, "{name:width$} {shown:>9} {bar}").ok()?;
        }
        out.push_str("```\n\n");
    }
    Some(out)
}

/// Returns the inverse of [`units::nanoseconds`](crate::units::nanoseconds).
fn nanoseconds(text: &str) -> Option<f64> {
    let (number, unit) = text.split_once(' ')?;
    let scale = match unit {
        "ns" => 1.0,
        "µs" => 1e3,
        "ms" => 1e6,
        _ => return None,
    };
    Some(number.parse::<f64>().ok()? * scale)
}
