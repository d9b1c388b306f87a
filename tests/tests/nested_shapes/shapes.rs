//! The structs, and what each of them is besides: a value that is drawn, and tensors that are listed by hand.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, VecDeque},
    num::NonZero,
    sync::Arc,
};

use ndarray::Array2;
use tensor_format::{Batch, Ragged, Tensor};

use {depth1::*, depth2::*, depth3::*};

use super::{
    draw::{Any, Draw},
    flat::{Flat, Param, Tensors, label, of, optional},
    properties::{Property, holds},
};

/// Structs one after another: after each field, how it is written, and what it adds to the names of its parameters.
macro_rules! shapes {
    (
        named $name:ident { $($(#[$attribute:meta])* $field:ident: $type:ty = $how:ident $part:literal,)* }
        $($rest:tt)*
    ) => {
        #[derive(Tensor, Debug, Clone, PartialEq)]
        pub(crate) struct $name {
            $($(#[$attribute])* $field: $type,)*
        }

        impl Any for $name {
            fn any(draw: &mut Draw<'_>) -> Self {
                Self { $($field: how::$how::any(draw),)* }
            }
        }

        impl Flat for $name {
            fn flat(&self, name: &str, out: &mut Tensors) {
                $(how::$how::flat(&self.$field, &of(name, $part), out);)*
            }

            fn params(name: &str, out: &mut Vec<Param>) {
                $(how::$how::params::<$type>(&of(name, $part), out);)*
            }
        }

        shapes!($($rest)*);
    };
    (
        tuple $name:ident { $($(#[$attribute:meta])* $type:ty = $how:ident $part:literal $index:tt,)* }
        $($rest:tt)*
    ) => {
        #[derive(Tensor, Debug, Clone, PartialEq)]
        pub(crate) struct $name($($(#[$attribute])* $type,)*);

        impl Any for $name {
            fn any(draw: &mut Draw<'_>) -> Self {
                Self($(how::$how::any::<$type>(draw),)*)
            }
        }

        impl Flat for $name {
            fn flat(&self, name: &str, out: &mut Tensors) {
                $(how::$how::flat(&self.$index, &of(name, $part), out);)*
            }

            fn params(name: &str, out: &mut Vec<Param>) {
                $(how::$how::params::<$type>(&of(name, $part), out);)*
            }
        }

        shapes!($($rest)*);
    };
    (
        choice $name:ident {
            One($record:ty), Two { $($(#[$attribute:meta])* $field:ident: $type:ty = $how:ident $part:literal,)* }, Three
        }
        $($rest:tt)*
    ) => {
        #[derive(Tensor, Debug, Clone, PartialEq)]
        pub(crate) enum $name {
            One($record),
            Two { $($(#[$attribute])* $field: $type,)* },
            Three,
        }

        impl Any for $name {
            fn any(draw: &mut Draw<'_>) -> Self {
                match draw.len() {
                    0 => Self::Three,
                    1 => Self::Two { $($field: how::$how::any(draw),)* },
                    _ => Self::One(Any::any(draw)),
                }
            }
        }

        impl Flat for $name {
            fn flat(&self, name: &str, out: &mut Tensors) {
                match self {
                    Self::One(record) => {
                        label("One", name, out);
                        record.flat(&of(name, "One"), out);
                    }
                    Self::Two { $($field,)* } => {
                        label("Two", name, out);
                        $(how::$how::flat($field, &of(&of(name, "Two"), $part), out);)*
                    }
                    Self::Three => label("Three", name, out),
                }
            }

            fn params(name: &str, out: &mut Vec<Param>) {
                String::params(&of(name, "variant"), out);
                out.extend(optional::<$record>(&of(name, "One")));
                let mut two = Vec::new();
                $(how::$how::params::<$type>(&of(&of(name, "Two"), $part), &mut two);)*
                out.extend(two.into_iter().map(Param::optional));
            }
        }

        shapes!($($rest)*);
    };
    (all $($name:ident)*;) => {
        /// What has to hold, of each of these structs.
        pub(crate) const ALL: &[(&str, Property)] = &[$((stringify!($name), holds::<$name>)),*];
    };
}

pub(crate) mod depth1;
pub(crate) mod depth2;
pub(crate) mod depth3;
pub(crate) mod depth4;

/// How fields are made and written flat.
mod how {
    use super::super::{
        draw::{Any, Draw},
        flat::{self, Flat, Param, Row, Tensors},
    };

    /// As their type says.
    pub(super) mod one {
        use super::*;

        pub(crate) fn any<T: Any>(draw: &mut Draw<'_>) -> T {
            T::any(draw)
        }

        pub(crate) fn flat<T: Flat>(value: &T, name: &str, out: &mut Tensors) {
            value.flat(name, out);
        }

        pub(crate) fn params<T: Flat>(name: &str, out: &mut Vec<Param>) {
            T::params(name, out);
        }
    }

    /// With a default: it may be left out.
    pub(super) mod or_default {
        use super::*;
        pub(crate) use one::{any, flat};

        pub(crate) fn params<T: Flat>(name: &str, out: &mut Vec<Param>) {
            out.extend(flat::optional::<T>(name));
        }
    }

    /// With names that begin with those before them.
    pub(super) mod flattened {
        use super::*;
        pub(crate) use flat::{flattened as flat, flattened_params as params};
        pub(crate) use one::any;
    }

    /// Lists of lists.
    pub(super) mod ragged {
        use super::*;
        pub(crate) use one::any;

        pub(crate) fn flat<T: Row>(list: &[T], name: &str, out: &mut Tensors) {
            flat::ragged(list, name, out);
        }

        pub(crate) fn params<T: List>(name: &str, out: &mut Vec<Param>) {
            T::Item::params_of_rows(name, out);
        }
    }

    /// The same, or nothing.
    pub(super) mod ragged_or_none {
        use super::*;
        pub(crate) use one::any;

        pub(crate) fn flat<T: Row>(list: &Option<Vec<T>>, name: &str, out: &mut Tensors) {
            list.iter().for_each(|list| flat::ragged(list, name, out));
        }

        pub(crate) fn params<T: List>(name: &str, out: &mut Vec<Param>) {
            let mut own = Vec::new();
            T::Item::params_of_rows(name, &mut own);
            out.extend(own.into_iter().map(Param::optional));
        }
    }

    /// A list whose attribute says that it is ragged.
    pub(super) trait List {
        type Item: Row;
    }

    impl<T: Row> List for Vec<T> {
        type Item = T;
    }

    impl<T: Row> List for Option<Vec<T>> {
        type Item = T;
    }

    /// A list, and one of the same length.
    pub(super) mod axis {
        use super::*;
        pub(crate) use one::{flat, params};

        pub(crate) fn any<T: Any>(draw: &mut Draw<'_>) -> T {
            draw.axis()
        }
    }

    pub(super) mod same_axis {
        use super::*;
        pub(crate) use one::{flat, params};

        pub(crate) fn any<T: Any>(draw: &mut Draw<'_>) -> T {
            draw.same_axis()
        }
    }
}
