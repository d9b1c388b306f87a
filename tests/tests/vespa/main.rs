//! Vespa tensors: types, constants, documents, files, and texts made to harm.

mod documents;
mod faults;
mod fields;
mod files;
mod hostile;
mod judge;
mod maps;
mod memory;
mod random_tensors;
mod tensors;
mod typed;
mod writers;
