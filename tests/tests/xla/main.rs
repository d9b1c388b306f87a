//! XLA shapes: text, messages, layouts, padding, and shapes made to harm.

mod allocations;
mod attributes;
mod hostile;
mod padded;
mod parts;
mod places;
mod shapes;
mod utilities;
