//! The number of instructions that the hottest operations take, counted by callgrind:
//! `tensor-format/benches/instructions/check` compares it with the committed counts.
//!
//! Each operation is repeated, so that the call itself is little of the count. What an operation is given is made, and
//! what it gives is dropped, outside of the count.
#![allow(missing_docs, unreachable_pub, reason = "made by the macros of the crate")]

mod operations;

use gungraun::{LibraryBenchmarkConfig, library_benchmark_group, main};
use operations::*;

library_benchmark_group!(
    name = hot,
    benchmarks = [
        append_array,
        append_lists,
        append_nested,
        append_ragged,
        append_record,
        append_strings,
        borrow_array_view,
        borrow_booleans,
        borrow_slice,
        borrow_strings,
        borrow_tensor_ref,
        check_rules,
        decode_lists,
        decode_nested,
        decode_ragged,
        decode_record,
        decode_vector,
        read_vespa_matrix,
        read_xla_shape,
        transpose
    ]
);

// The C library takes the copies of the baseline processor, whatever the machine has, so that counts agree.
main!(
    config = LibraryBenchmarkConfig::default().env("GLIBC_TUNABLES", operations::BASELINE);
    library_benchmark_groups = hot
);
