//! Traits whose messages say what to send of a type of the standard library that is no tensor.

asked! {
    /// A type with a `Result` in it.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "one of two values, which is no tensor",
        note = "write an enum with data, which derives `Tensor`, and convert to it:\n#[derive(tensor_format::Tensor)]\nenum Outcome {{ Value {{ value: f32 }}, Error {{ text: String }} }}",
        note = "for a type of your own with this name, add `#[derive(tensor_format::Tensor)]` to it"
    )]
    IsFieldResult
    /// A type with a list of the standard library in it that is no `Vec` and no queue.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "a list of a kind that is not sent",
        note = "hold a `Vec<T>`, or a `VecDeque<T>` to add at both ends; a heap is made of its items again by `BinaryHeap::from(items)`",
        note = "for a type of your own with this name, add `#[derive(tensor_format::Tensor)]` to it"
    )]
    IsFieldLinked
    /// A type with a range in it.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "two ends, which are no tensor together",
        note = "hold `[f32; 2]`, or let a module convert it, `#[tensor(with = ends)]`; for a list or a map of them, let it convert the whole:\nmod ends {{\n    use std::ops::Range;\n    pub fn to_wire(range: &Range<f32>) -> [f32; 2] {{ [range.start, range.end] }}\n    pub fn from_wire([start, end]: [f32; 2]) -> Result<Range<f32>, String> {{ Ok(start..end) }}\n}}",
        note = "for a `RangeInclusive`, write `[*range.start(), *range.end()]` and `Ok(start..=end)`; in a type of your own, as `Pair<Range<f32>>`, hold `Pair<Ends>`:\n#[derive(tensor_format::Tensor)]\nstruct Ends(#[tensor(with = ends)] Range<f32>);",
        note = "for a type of your own with this name, add `#[derive(tensor_format::Tensor)]` to it"
    )]
    IsFieldRange
    /// A type with a number in it that counts in its own way.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "says how to count, which is not sent",
        note = "write the number itself, as `u8` for `Wrapping<u8>`, and count with `wrapping_add` or `saturating_add`, or with `Wrapping(number)`",
        note = "for a type of your own with this name, add `#[derive(tensor_format::Tensor)]` to it"
    )]
    IsFieldWrapping
    /// A type with an `Ordering` in it.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "not a tensor",
        note = "send a number for it, `i8`, as `left.cmp(&right) as i8`; it is again one by `number.cmp(&0)`",
        note = "for a type of your own with this name, add `#[derive(tensor_format::Tensor)]` to it"
    )]
    IsFieldOrdering
    /// A type with a handle in it: of a file, a thread, a connection or a channel.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "means nothing to another process",
        note = "leave it out: write `#[tensor(skip)]` before an `Option` of it, which has a `Default`; or send what it gives, as the bytes of a file in a `tensor_format::Binary`",
        note = "for a type of your own with this name, add `#[derive(tensor_format::Tensor)]` to it"
    )]
    IsFieldHandle
    /// Lists of lists of 128-bit integers.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "no element of a tensor",
        note = "no format has integers of 128 bits: hold a `Vec<Row>` of a struct whose list a module converts to texts:\n#[derive(tensor_format::Tensor)]\nstruct Row {{ #[tensor(with = texts)] numbers: Vec<u128> }}\nmod texts {{\n    pub fn to_wire<T: ToString>(list: &Vec<T>) -> Vec<String> {{ list.iter().map(T::to_string).collect() }}\n    pub fn from_wire<T: std::str::FromStr>(texts: Vec<String>) -> Result<Vec<T>, T::Err> {{ texts.iter().map(|text| text.parse()).collect() }}\n}}",
        note = "to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`"
    )]
    IsFieldElementLists
}
