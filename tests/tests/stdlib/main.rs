//! stdlib records: indices, typed values, views, and limits.

mod limits;
mod records;
