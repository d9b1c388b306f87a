//! Data that is not flat, where it is empty, wide, or made to harm. What holds for any nesting is in `nested_shapes`.

mod empty_items;
mod hostile;
mod wide;
