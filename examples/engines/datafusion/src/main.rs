//! `engine-datafusion FILE ROWS`: a query over a Parquet file of samples, with a function over its tensors; the answer
//! is read back into structs.

use std::{error::Error, time::Instant};

use datafusion::prelude::{ParquetReadOptions, SessionConfig, SessionContext};
use engine_datafusion::{PixelMean, QUERY, RowFunction, SHORT, batch_size, query, row_function, session_config};
use engine_samples::Sample;
use ndarray::ArrayView3;
use tensor_format::{Image, Tensor};

/// The first red pixel, of pictures whose channels are last.
#[derive(Debug)]
struct FirstRed;

#[derive(Tensor)]
struct ChannelsLast<'b> {
    #[tensor(shape = [h: 32, w: 32, c: 3])]
    pixels: ArrayView3<'b, u8>,
}

impl RowFunction for FirstRed {
    type Row<'b> = ChannelsLast<'b>;
    const NAME: &'static str = "first_red";

    fn call(row: ChannelsLast<'_>) -> f64 {
        row.pixels[[0, 0, 0]].into()
    }
}

async fn session(config: SessionConfig, file: &str) -> Result<SessionContext, Box<dyn Error>> {
    let session = SessionContext::new_with_config(config);
    session.register_udf(row_function::<PixelMean>());
    session.register_udf(row_function::<FirstRed>());
    session.register_parquet("samples", file, ParquetReadOptions::default()).await?;
    Ok(session)
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, rows] = &arguments[..] else { return Err("usage: engine-datafusion FILE ROWS".into()) };
    let rows: u32 = rows.parse()?;

    // At most 100 boxes, so that 8,192 rows have few enough elements; without a bound there would be fewer rows.
    #[derive(Tensor)]
    struct Unbounded {
        #[tensor(shape = [_, 4])]
        boxes: Vec<[f32; 4]>,
    }
    #[derive(Tensor)]
    struct Captioned {
        picture: Image,
        caption: String,
    }
    let _ = (|row: Unbounded| row.boxes, |row: Captioned| (row.picture, row.caption));
    assert_eq!(batch_size::<Sample>(None, SHORT), 8192);
    assert_eq!((batch_size::<Unbounded>(Some(1 << 20), SHORT), batch_size::<Unbounded>(None, SHORT)), (511, 1));
    // Of pictures the bytes count: of 4 MiB each, 511 have fewer than 2^31.
    assert_eq!((batch_size::<Captioned>(None, SHORT), batch_size::<Captioned>(None, 4 << 20)), (8192, 511));

    let session_kept = session(session_config::<Sample>(None, SHORT), file).await?;
    let start = Instant::now();
    let found: Vec<Sample> = query(&session_kept, QUERY).await?;
    println!("{} of {rows} samples found in {} ms", found.len(), start.elapsed().as_millis());
    assert!(found == Sample::bright(rows) && !found.is_empty(), "other samples than expected");

    // A function over pictures of another shape is refused before anything is read, and so is a column of another kind.
    let wrong = "SELECT * FROM samples WHERE first_red(pixels) > 0";
    let error = plan(&session_kept, wrong).await.err().ok_or("a wrong shape was planned")?.to_string();
    println!("refused: {error}");
    assert!(error.contains("first_red: parameter `pixels`: axis 0: expected h: 32, found 3"), "{error}");
    let wrong_kind = "SELECT pixel_mean(boxes) FROM samples";
    let error = plan(&session_kept, wrong_kind).await.err().ok_or("a wrong column was planned")?.to_string();
    assert!(error.contains("pixel_mean: parameter `pixels`: element type: expected u8, found f32"), "{error}");

    // By default DataFusion forgets what a column of Parquet is: then any 3,072 bytes are a picture of any shape.
    let session_dropped = session(SessionConfig::new(), file).await?;
    plan(&session_dropped, wrong).await?;
    println!("with DataFusion's defaults the same query is planned: the columns are no tensors there");
    Ok(())
}

/// Plans a query, and reads nothing.
async fn plan(session: &SessionContext, sql: &str) -> datafusion::common::Result<()> {
    session.sql(sql).await?.create_physical_plan().await.map(drop)
}
