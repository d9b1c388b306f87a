//! A function that is slow enough for something to happen meanwhile.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::Duration,
};

use engine_datafusion::{Picture, PixelMean, RowFunction};

/// The mean of a picture, slowly: it says on standard output how many rows it has seen.
#[derive(Debug)]
pub struct SlowMean;

/// The query of the examples with it, over all pictures.
pub const SLOW_QUERY: &str = "SELECT id, pixels, boxes, label FROM samples WHERE slow_mean(pixels) > 214 ORDER BY id";

/// The number of rows after which it waits.
const ROWS: u64 = 16;

impl RowFunction for SlowMean {
    type Row<'b> = Picture<'b>;
    const NAME: &'static str = "slow_mean";

    fn call(row: Picture<'_>) -> f64 {
        static SEEN: AtomicU64 = AtomicU64::new(0);
        let seen = SEEN.fetch_add(1, Ordering::Relaxed) + 1;
        if seen.is_multiple_of(ROWS) {
            thread::sleep(Duration::from_millis(1));
        }
        if seen.is_multiple_of(1000) {
            println!("{seen}");
        }
        PixelMean::call(row)
    }
}
