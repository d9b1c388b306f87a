//! A session in which columns stay tensors.

use std::error::Error;

use datafusion::prelude::{SessionConfig, SessionContext};
use tensor_format::{DecodeOwned, HasRules, rules::Presence};
use tensor_format_arrow::v59::Values;

/// The most rows of a batch that are worth having: DataFusion's own number.
const ROWS: u64 = 8192;

/// Returns the number of rows that a batch may have, so that no column of variable shape or list gets more elements than
/// offsets of 32 bits can tell apart: a filter and a join put batches together up to this number of rows, and panic past
/// 2^31-1 elements.
///
/// `longest` is the length of an axis for which the rules name no greatest one. If there is such an axis and no `longest`, a
/// batch is one row: nobody knows how many would fit.
#[must_use]
pub fn batch_size<T: HasRules>(longest: Option<u64>) -> usize {
    let longest = longest.unwrap_or(u64::MAX);
    let rules = T::RULES;
    let params = rules.as_record().into_iter().flat_map(|record| record.iter());
    // Tensors of one shape have no offsets.
    let open = params.filter(|param| {
        param.presence == Presence::Many || param.rules.axes.iter().any(|dim| dim.as_exact().is_none())
    });
    let largest = open.map(|param| {
        let lengths = param.rules.axes.iter().map(|dim| if dim.max == u64::MAX { longest } else { dim.max });
        let many = if param.presence == Presence::Many { longest } else { 1 };
        lengths.fold(many, u64::saturating_mul)
    });
    let largest = largest.max().unwrap_or_default().max(1);
    (i32::MAX as u64 / largest).clamp(1, ROWS) as usize
}

/// Returns the configuration of a session over columns that values of a type are read from: batches of
/// [`batch_size`], and Parquet files whose columns keep their extension types. By default DataFusion drops these, and then
/// `[3, 32, 32]` cannot be told from `[32, 32, 3]`.
#[must_use]
pub fn session_config<T: HasRules>(longest: Option<u64>) -> SessionConfig {
    SessionConfig::new()
        .with_batch_size(batch_size::<T>(longest))
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
