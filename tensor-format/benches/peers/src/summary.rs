//! Pictures of a few tables, for whoever does not read them all: what is the limit, what this crate takes, and what the
//! best peer takes.
//!
//! They are drawn from the tables as the page has them, so that a picture never shows another figure than its table.

use std::fmt::Write;

/// A picture: its file, its title and its groups of bars.
struct Picture {
    file: &'static str,
    title: &'static str,
    groups: &'static [Group],
}

/// One workload: what it is, the title of its table, and the rows of the limit, of this crate and of the best peer.
type Group = (&'static str, &'static str, [&'static str; 3]);

const PICTURES: [Picture; 3] = [
    Picture {
        file: "large.svg",
        title: "Large tensors: an image of 588 KiB, and 64 MiB",
        groups: &[
            (
                "an image, written to memory of its own",
                "encode f32 [1, 3, 224, 224]",
                ["memcpy, fresh buffer", "tensor-format to_vec, fresh buffer", "rkyv, checked, fresh buffer"],
            ),
            (
                "an image, read into an array",
                "decode f32 [1, 3, 224, 224], owned",
                ["memcpy, fresh buffer", "tensor-format array, misaligned", "rkyv, checked"],
            ),
            (
                "64 MiB, borrowed in place as an array",
                "decode f32 64 MiB, borrowed",
                ["hand, as an array view, aligned", "tensor-format array view, aligned", "decthings-api, aligned"],
            ),
        ],
    },
    Picture {
        file: "small.svg",
        title: "Many small things: one of 100,000 records, one of 100,000 strings",
        groups: &[
            ("a record, written", "encode 100,000 records, each", ["hand", "tensor-format append", "wincode"]),
            ("a record, read", "decode 100,000 records, each", ["hand", "tensor-format from_slice", "speedy"]),
            (
                "a string, read into memory of its own",
                "decode 100,000 strings, owned, each",
                ["clone of Vec<String>", "tensor-format Vec<String>", "bitcode"],
            ),
        ],
    },
    Picture {
        file: "layout.svg",
        title: "Other layouts: 32 pictures of 418 × 418, and a transposed matrix",
        groups: &[
            (
                "NCHW to NHWC",
                "relayout f32 [32, 3, 418, 418], NCHW to NHWC",
                ["memcpy, reused buffer", "tensor-format copy_elements", "strided-perm"],
            ),
            (
                "NHWC to NCHW",
                "relayout f32 [32, 418, 418, 3], NHWC to NCHW",
                ["memcpy, reused buffer", "tensor-format copy_elements", "transpose"],
            ),
            (
                "axes of a matrix swapped",
                "relayout f32 [4096, 4096], axes swapped",
                ["memcpy, reused buffer", "tensor-format copy_elements", "fast_transpose"],
            ),
        ],
    },
];

/// The colours of the limit, of this crate and of the best peer.
const COLOURS: [&str; 3] = ["#9aa0a6", "#1a73e8", "#e8710a"];

/// The width of a picture, where bars begin, and the length of the longest; all in pixels.
const WIDTH: usize = 760;
const LEFT: usize = 300;
const LONGEST: f64 = 360.0;

/// Returns the names and contents of the pictures' files, from the tables of the page; `None` if a row is not there.
pub(crate) fn draw(tables: &str) -> Option<Vec<(&'static str, String)>> {
    PICTURES.iter().map(|picture| Some((picture.file, svg(picture, tables)?))).collect()
}

/// Returns what the page says of the pictures: each by its title and its file.
pub(crate) fn links() -> String {
    let link = |picture: &Picture| format!("![{}](pictures/{})\n\n", picture.title, picture.file);
    PICTURES.iter().map(link).collect()
}

fn svg(picture: &Picture, tables: &str) -> Option<String> {
    let mut bars = String::new();
    let mut y = 40;
    for (says, title, rows) in picture.groups {
        let table = tables.split("### ").find(|table| table.lines().next() == Some(title))?;
        let time = |name: &str| {
            let row = table.lines().find_map(|line| line.strip_prefix(&format!("| {name} | ")))?;
            let shown = row.split(" | ").next()?;
            Some((nanoseconds(shown)?, shown))
        };
        let times = rows.map(time);
        let most = times.iter().flatten().map(|(time, _)| *time).fold(0.0, f64::max);
        writeln!(bars, r#"<text x="12" y="{}" font-weight="bold">{says}</text>"#, y + 12).ok()?;
        y += 20;
        for ((name, time), colour) in rows.iter().zip(times).zip(COLOURS) {
            let (time, shown) = time?;
            let length = (time / most * LONGEST).max(1.0);
            let text = y + 12;
            writeln!(
                bars,
                r#"<text class="row" x="{}" y="{text}" text-anchor="end">{}</text>"#,
                LEFT - 8,
                escaped(name)
            )
            .ok()?;
            writeln!(bars, r#"<rect x="{LEFT}" y="{y}" width="{length:.1}" height="14" fill="{colour}"/>"#).ok()?;
            let end = LEFT as f64 + length + 6.0;
            writeln!(bars, r#"<text class="time" x="{end:.1}" y="{text}">{shown}</text>"#).ok()?;
            y += 18;
        }
        y += 10;
    }
    let head = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{y}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"{WIDTH}\" height=\"{y}\" fill=\"white\"/>\n\
         <text x=\"12\" y=\"24\" font-size=\"15\" font-weight=\"bold\">{}</text>\n",
        picture.title
    );
    Some(format!("{head}{bars}</svg>\n"))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
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
