//! Data that is not flat, where it is empty, wide, deep, or made to harm. What holds for any nesting is in `nested_shapes`.

mod by_hand;
mod empty_items;
mod hostile;
mod lists_in_lists;
mod wide;
mod written_alike;
