//! What is not there: columns of type null, and parameters that some rows lack.

mod null_columns;
mod parameters;
