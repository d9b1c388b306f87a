//! Traits that are asked of a type inside of that of a field, before the whole: the items of a list, what an `Option`
//! holds, the elements of an array. If such a type is at fault, the compiler says so of it, and not of the type around it.

/// Declares traits that are implemented for all types with rules, each with its attributes.
macro_rules! asked_inside {
    ($($(#[$attribute:meta])* $name:ident)*) => { $(
        $(#[$attribute])*
        pub trait $name<Held> {
            /// The type around this one, for which it stands where this trait is implemented.
            type In<Whole>;
        }

        #[diagnostic::do_not_recommend]
        impl<T: $crate::HasRules> $name<$crate::derive_support::Holds> for T {
            type In<Whole> = Whole;
        }

        #[diagnostic::do_not_recommend]
        impl<T: $crate::HasRules + $crate::derive_support::Uninhabited> $name<$crate::derive_support::Never> for T {
            type In<Whole> = Whole;
        }
    )* };
}

asked_inside! {
    /// An item of a list or map.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent",
        label = "neither a tensor nor a record"
    )]
    #[cfg_attr(
        not(all(feature = "ndarray", feature = "std")),
        diagnostic::on_unimplemented(
            note = "some types need a feature of tensor-format in Cargo.toml: arrays of ndarray `ndarray`, `f16` `half`, `Complex` `num-complex`, `HashMap` and `HashSet` `std`"
        )
    )]
    #[diagnostic::on_unimplemented(
        note = "for your own type, add `#[derive(tensor_format::Tensor)]` to it, and to the types between its `<` and `>`; to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`",
        note = "if this name is an alias, write here the type that it stands for: the compiler then says what to do",
        note = "for a type of another crate, a module converts the whole field, `#[tensor(with = converted_list)]`; for a list of what has fields `x` and `y`:\nmod converted_list {{\n    use super::*;\n    type Foreign = {Self}; // with its path\n    pub fn to_wire(list: &Vec<Foreign>) -> Vec<[f32; 2]> {{ list.iter().map(|item| [item.x, item.y]).collect() }}\n    pub fn from_wire(list: Vec<[f32; 2]>) -> Result<Vec<Foreign>, String> {{ Ok(list.into_iter().map(|[x, y]| Foreign {{ x, y }}).collect()) }}\n}}"
    )]
    IsHeld
    /// What an `Option` or a pointer holds.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent",
        label = "neither a tensor nor a record"
    )]
    #[cfg_attr(
        not(all(feature = "ndarray", feature = "std")),
        diagnostic::on_unimplemented(
            note = "some types need a feature of tensor-format in Cargo.toml: arrays of ndarray `ndarray`, `f16` `half`, `Complex` `num-complex`, `HashMap` and `HashSet` `std`"
        )
    )]
    #[diagnostic::on_unimplemented(
        note = "for your own type, add `#[derive(tensor_format::Tensor)]` to it, and to the types between its `<` and `>`; to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`",
        note = "if this name is an alias, write here the type that it stands for: the compiler then says what to do",
        note = "for a type of another crate with `Display` and `FromStr`, add `#[tensor(with = tensor_format::with::DisplayFromStr)]` to a field of the type itself or of an `Option` of it",
        note = "for any other, a module converts the whole field, `#[tensor(with = module)]`, to a type that is sent"
    )]
    IsHeldAlone
    /// An element of an array of ndarray.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be an element of an array",
        label = "not an element",
        note = "for your own type, add `#[derive(tensor_format::Tensor)]`: elements are numbers, `bool`, texts, structs of one field of a fixed shape, and structs of scalars with `#[tensor(stack)]`",
        note = "for a type of another crate, let a module convert the whole array, `#[tensor(with = module)]`"
    )]
    IsElement
    /// An element whose name is that of a number of the crate half.
    #[cfg_attr(
        not(feature = "half"),
        diagnostic::on_unimplemented(
            message = "`{Self}` needs the feature `half` of tensor-format, which is off",
            label = "add `\"half\"` to the `features` of tensor-format in Cargo.toml"
        )
    )]
    #[cfg_attr(
        feature = "half",
        diagnostic::on_unimplemented(
            message = "`{Self}` is no element of a tensor",
            label = "not an element",
            note = "`f16` and `bf16` of the crate half 2 are elements"
        )
    )]
    IsHalf
    /// An element whose name is that of a number of the crate num-complex.
    #[cfg_attr(
        not(feature = "num-complex"),
        diagnostic::on_unimplemented(
            message = "`{Self}` needs the feature `num-complex` of tensor-format, which is off",
            label = "add `\"num-complex\"` to the `features` of tensor-format in Cargo.toml",
            note = "elements are `Complex<f32>` and `Complex<f64>`"
        )
    )]
    #[cfg_attr(
        feature = "num-complex",
        diagnostic::on_unimplemented(
            message = "`{Self}` is no element of a tensor",
            label = "not an element",
            note = "`Complex<f32>` and `Complex<f64>` of the crate num-complex 0.4 are elements"
        )
    )]
    IsComplex
    /// An array of ndarray in a list.
    #[cfg_attr(
        not(feature = "ndarray"),
        diagnostic::on_unimplemented(
            message = "`{Self}` needs the feature of tensor-format for its version of ndarray: `ndarray` for 0.17, `ndarray_0_16` for 0.16, `ndarray_0_15` for 0.15",
            label = "an array of a version of ndarray whose feature is off"
        )
    )]
    #[cfg_attr(
        feature = "ndarray",
        diagnostic::on_unimplemented(
            message = "`{Self}` cannot be sent",
            label = "its elements have no fixed shape, or it is of an ndarray whose feature is off",
            note = "add to the `features` of tensor-format in Cargo.toml `\"ndarray_0_16\"` if this is ndarray 0.16, or `\"ndarray_0_15\"` if it is 0.15, as `cargo tree --depth 1` shows; or use ndarray 0.17",
            note = "elements are numbers, `bool`, texts, `[T; N]`, structs of one such field, and structs of scalars with `#[tensor(stack)]`"
        )
    )]
    IsArray
}

/// A type whose name is `HashMap` or `HashSet`. It is asked where the name stands. With the feature `std` all types have
/// it.
#[diagnostic::on_unimplemented(
    message = "`HashMap` and `HashSet` need the feature `std` of tensor-format, which is off",
    label = "add `\"std\"` to the `features` of tensor-format in Cargo.toml, or take `BTreeMap` or `BTreeSet`"
)]
pub trait IsHashed<Held> {
    /// The type around this one, for which it stands where this trait is implemented.
    type In<Whole>;
}

#[cfg(feature = "std")]
#[diagnostic::do_not_recommend]
impl<T: ?Sized> IsHashed<crate::derive_support::Holds> for T {
    type In<Whole> = Whole;
}

#[cfg(not(feature = "std"))]
#[diagnostic::do_not_recommend]
impl<T: crate::HasRules> IsHashed<crate::derive_support::Holds> for T {
    type In<Whole> = Whole;
}

#[diagnostic::do_not_recommend]
impl<T: crate::HasRules + crate::derive_support::Uninhabited> IsHashed<crate::derive_support::Never> for T {
    type In<Whole> = Whole;
}
