//! Values to batches of Arrow and back, beside the same by hand on arrow's builders and by `serde_arrow`; and Parquet
//! beside messages in a binary column.
//!
//!     tensor-format/benches/arrow/run [--page]
//!
//! prints the tables of this program and of `pyarrow_rows.py`, and with `--page` puts them into docs/PERFORMANCE.md.
//! Each figure is the median of the rounds, in which the sides take turns.

mod boxes;
#[cfg(feature = "files")]
mod files;
mod harness;
mod images;
mod scalars;
mod scenes;

fn main() {
    println!("| rows | program | ns a row | allocations | peak, × the values | × the first | goal |");
    println!("|---|---|--:|--:|--:|--:|---|");
    images::run();
    boxes::run();
    scalars::run();
    scenes::run();
    #[cfg(feature = "files")]
    {
        println!();
        println!("| 2,000 samples in Parquet | way | bytes | written, ms | read, ms |");
        println!("|---|---|--:|--:|--:|");
        files::run();
    }
}
