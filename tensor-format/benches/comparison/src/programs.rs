//! The same three tasks, one crate a file.
//!
//! 1. A record of named tensors to bytes and back: an image `[3, h, w]`, boxes `[n, 4]` and scores `[n]`, all `f32`.
//! 2. A large array `[rows, columns]`, looked at without a copy where the crate can.
//! 3. A message of another shape or with another name, refused with a word on what is wrong.
//!
//! Each file is what a program has to have, and nothing more; its lines are counted, task by task.

pub mod arrow;
pub mod decthings_api;
pub mod postcard;
pub mod rkyv;
pub mod safetensors;
pub mod tensor_format;
