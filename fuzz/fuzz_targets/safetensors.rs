//! Any bytes as a file of named tensors: no reader may panic, all must agree, and what is accepted is the same once written.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tensor_format_fuzz::files::safetensors(bytes));
