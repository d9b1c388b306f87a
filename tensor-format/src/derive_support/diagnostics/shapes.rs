//! Traits whose messages say which list, map or view to write in place of one that cannot be sent.

asked! {
    /// An array, a queue, or a pointer to a slice, of lists.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "its lists may differ in length",
        note = "write `Vec<Vec<T>>` and add `#[tensor(ragged)]` to the field of a record; if all lists are of one length that the type can say, `[[T; N]; M]` or `Vec<[T; N]>`"
    )]
    IsFieldOtherLists
    /// An array of options.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "an element of a tensor cannot be absent",
        note = "write `Vec<Option<T>>` and add `#[tensor(ragged)]` to the field of a record, or a tuple, as `(Option<T>, Option<T>, Option<T>)` for three; for an array that may be absent as a whole, `Option<[T; N]>`"
    )]
    IsFieldOptionArray
    /// A list of empty tuples.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "holds nothing to send but its length",
        note = "send the length, as a field `u64`; to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`"
    )]
    IsFieldUnits
    /// A list of maps.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "a map is no item of a list",
        note = "hold a `Vec` of records that hold one map each, `Vec<Item>`:\n#[derive(tensor_format::Tensor)]\nstruct Item {{ map: std::collections::HashMap<String, f32> }}",
        note = "or turn it inside out, to a map of lists, `HashMap<String, Vec<f32>>`, if all maps have the same keys"
    )]
    IsFieldListOfMaps
    /// A map whose values may be absent.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is no map of tensors",
        label = "a value of a map cannot be absent",
        note = "leave out the entries that are absent, as `HashMap<String, f32>`; or hold records that have the `Option` in them, as `HashMap<String, Value>`:\n#[derive(tensor_format::Tensor)]\nstruct Value {{ value: Option<f32> }}"
    )]
    IsFieldMapOfOptions
    /// A map whose values are lists of lists.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is no map of tensors",
        label = "the lists in its values may differ in length",
        note = "hold records that have the lists in them, as `HashMap<String, Lists>`:\n#[derive(tensor_format::Tensor)]\nstruct Lists {{ #[tensor(ragged)] lists: Vec<Vec<f32>> }}",
        note = "if the lists in one value are of one length, hold `Array2<T>` of ndarray, or `Vec<[T; N]>`"
    )]
    IsFieldMapOfLists
    /// A batch of lists of lists.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "the items of a batch are tensors of one shape, but these are lists that may differ in length",
        note = "if all are of one shape, write `Batch<Array2<T>>`, of ndarray; if they differ, `Ragged<Vec<Vec<T>>>`"
    )]
    IsFieldBatchOfLists
    /// A ragged list of arrays of ndarray.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "the items of a ragged list are lists of one axis",
        note = "for arrays of several axes and shapes, write `Vec<Item>` of a record that has one in it:\n#[derive(tensor_format::Tensor)]\nstruct Item {{ pixels: Array2<f32> }}",
        note = "if all arrays are of one shape, write `tensor_format::Batch<Array2<f32>>`; of one axis, `Ragged<Vec<f32>>`"
    )]
    IsFieldRaggedArrays
    /// A `Cow` of a slice.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "borrows its items, but no items of this type lie in a message",
        note = "write `Vec<T>`, which is read anew, or `Cow<'a, Vec<T>>`, which lends a list where it is sent; of numbers, `bool`s and `[T; N]` of them, `Cow<'a, [T]>` borrows",
        note = "a `T` of your own needs `#[derive(tensor_format::Tensor)]` there"
    )]
    IsFieldCow
    /// A type whose name is `View`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "a `View` holds numbers or `bool`s on one axis",
        note = "for `[f32; 3]` write `&'a [[f32; 3]]` or `Vec<[f32; 3]>`; for texts, `Vec<&'a str>`; for `usize`, `View<'a, u64>`; for records `P`, `Vec<P>`; for several axes, `ArrayView2<'a, f32>` of ndarray",
        note = "for a type of your own with this name, add `#[derive(tensor_format::Tensor)]` to it"
    )]
    IsFieldView
}
