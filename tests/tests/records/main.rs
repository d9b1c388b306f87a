//! Types that derive a record: records in records, maps and ragged lists of them, with and without names.

mod flatten;
mod maps;
mod nested;
mod ragged;
mod records;
mod records_without_names;
