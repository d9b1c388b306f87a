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
    flat::{Flat, Tensors, of},
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
    /// As their type says.
    pub(super) mod one {
        use super::super::super::{
            draw::{Any, Draw},
            flat::{Flat, Tensors},
        };

        pub(crate) fn any<T: Any>(draw: &mut Draw<'_>) -> T {
            T::any(draw)
        }

        pub(crate) fn flat<T: Flat>(value: &T, name: &str, out: &mut Tensors) {
            value.flat(name, out);
        }
    }

    /// With names that begin with those before them.
    pub(super) mod flattened {
        use super::super::super::flat::{Flat, Tensors};
        pub(crate) use super::one::any;

        pub(crate) fn flat<T: Flat>(value: &T, prefix: &str, out: &mut Tensors) {
            value.flattened(prefix, out);
        }
    }

    /// Lists of lists.
    pub(super) mod ragged {
        use super::super::super::flat::{Row, Tensors, ragged};
        pub(crate) use super::one::any;

        pub(crate) fn flat<T: Row>(list: &[T], name: &str, out: &mut Tensors) {
            ragged(list, name, out);
        }
    }

    /// The same, or nothing.
    pub(super) mod ragged_or_none {
        use super::super::super::flat::{Row, Tensors, ragged};
        pub(crate) use super::one::any;

        pub(crate) fn flat<T: Row>(list: &Option<Vec<T>>, name: &str, out: &mut Tensors) {
            list.iter().for_each(|list| ragged(list, name, out));
        }
    }

    /// A list, and one of the same length.
    pub(super) mod axis {
        use super::super::super::draw::{Any, Draw};
        pub(crate) use super::one::flat;

        pub(crate) fn any<T: Any>(draw: &mut Draw<'_>) -> T {
            draw.axis()
        }
    }

    pub(super) mod same_axis {
        use super::super::super::draw::{Any, Draw};
        pub(crate) use super::one::flat;

        pub(crate) fn any<T: Any>(draw: &mut Draw<'_>) -> T {
            draw.same_axis()
        }
    }
}
