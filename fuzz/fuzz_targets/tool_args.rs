//! Any lines as the arguments of the tool: they are taken or refused, without a panic and without what steers a terminal.
#![no_main]

use std::{ffi::OsStr, iter, os::unix::ffi::OsStrExt};

use clap::Parser;
use libfuzzer_sys::fuzz_target;
use tensor_format_cli::{args::Cli, terminal::text};

fuzz_target!(|bytes: &[u8]| {
    let args = bytes.split(|byte| *byte == b'\n').map(OsStr::from_bytes);
    match Cli::try_parse_from(iter::once(OsStr::new("tensor-format")).chain(args)) {
        Ok(cli) => assert!(!format!("{cli:?}").is_empty()),
        Err(error) => {
            let shown = text::lines(&error.render().to_string());
            assert!(!shown.chars().any(|letter| letter.is_control() && letter != '\n'), "{shown:?}");
        }
    }
});
