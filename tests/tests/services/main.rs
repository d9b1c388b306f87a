//! What services and their authors run into: errors as answers, models behind a server, and small surprises.

mod errors;
mod misaligned;
mod models;
mod small;
mod waiting;
