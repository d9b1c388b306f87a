//! A session in which columns stay tensors.

use std::error::Error;

use datafusion::prelude::{SessionConfig, SessionContext};
use tensor_format::{DecodeOwned, HasRules, rules::Presence};
use tensor_format_arrow::v59::Values;

/// The most rows of a batch that are worth having: DataFusion's own number.
const ROWS: u64 = 8192;

/// The bytes of a short text, as labels and names are.
pub const SHORT: u64 = 1 << 10;

/// Returns the number of rows that a batch may have, so that no column of variable shape or list gets more elements,
/// and none of texts, byte strings or media more bytes, than offsets of 32 bits can tell apart: a filter and a join put
/// batches together up to this number of rows, and panic past 2^31-1.
///
/// `longest` is the length of an axis for which the rules name no greatest one. If there is such an axis and no
/// `longest`, a batch is one row: nobody knows how many would fit. `text` is the bytes of a text, byte string, image,
/// audio or video, of which rules know none: what those of a batch are on average at most, as [`SHORT`].
#[must_use]
pub fn batch_size<T: HasRules>(longest: Option<u64>, text: u64) -> usize {
    let longest = longest.unwrap_or(u64::MAX);
    let rules = T::RULES;
    let params = rules.as_record().into_iter().flat_map(|record| record.iter());
    let largest = params.filter_map(|param| {
        let is_open = param.rules.axes.iter().any(|dim| dim.as_exact().is_none());
        // Media have the content of each element in one column, as texts have.
        let is_text = param.rules.types.iter().any(|element| element.size().is_none());
        let lengths = param.rules.axes.iter().map(|dim| if dim.max == u64::MAX { longest } else { dim.max });
        let many = if param.presence == Presence::Many { longest } else { 1 };
        let elements = lengths.fold(many, u64::saturating_mul);
        // Numbers of one shape have no offsets.
        let has_offsets = is_text || is_open || param.presence == Presence::Many;
        has_offsets.then(|| elements.saturating_mul(if is_text { text.max(1) } else { 1 }))
    });
    let largest = largest.max().unwrap_or_default().max(1);
    (i32::MAX as u64 / largest).clamp(1, ROWS) as usize
}

/// Returns the configuration of a session over columns that values of a type are read from: batches of [`batch_size`],
/// of the same arguments, and Parquet files whose columns keep their extension types. By default DataFusion drops
/// these, and then `[3, 32, 32]` cannot be told from `[32, 32, 3]`.
#[must_use]
pub fn session_config<T: HasRules>(longest: Option<u64>, text: u64) -> SessionConfig {
    SessionConfig::new()
        .with_batch_size(batch_size::<T>(longest, text))
        .set_bool("datafusion.execution.parquet.skip_metadata", false)
}

/// Runs a query, and returns its rows as values.
///
/// # Errors
///
/// Those of DataFusion, and of columns that values of the type are not read from.
pub async fn query<T: DecodeOwned>(session: &SessionContext, sql: &str) -> Result<Vec<T>, Box<dyn Error>> {
    let frame = session.sql(sql).await?;
    let schema = frame.schema().as_arrow().clone();
    let batches = frame.collect().await?;
    Ok(Values::new(&schema, batches.into_iter().map(Ok))?.collect::<Result<_, _>>()?)
}
