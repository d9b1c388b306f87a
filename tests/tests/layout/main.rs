//! Layouts: order of elements, copies, and one layout in the words of each format.

mod copies;
mod interop;
mod judges;
mod orders;
mod strides;
