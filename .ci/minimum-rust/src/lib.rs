//! Types of each kind that the derive knows.
#![allow(dead_code)]

include!(concat!(env!("OUT_DIR"), "/types.rs"));
