//! Messages in the format of Decthings: requests and models, options, borrowed and aligned bytes, and what hostile bytes cost.

mod aligned;
mod aligned_buf;
mod allocation_targets;
mod allocations;
mod booleans;
mod call;
mod fast_records;
mod hostile;
mod list_headers;
mod memory;
mod models;
mod options;
mod peers;
mod ragged;
mod relayout;
mod requests;
mod shared_bytes;
mod shown;
