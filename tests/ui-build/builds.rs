//! A case that passes, which makes the driver build instead of check.

fn main() {}
