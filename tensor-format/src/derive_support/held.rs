//! What the types of fields hold, for the search for records that hold each other.

use core::marker::PhantomData;

use crate::{Field, HasRules, rules::holds::HeldRef};

/// Has the constant `HOLDS`, that of the items of a field of type `T`. Of a type that is no field, which is an error
/// elsewhere, it is that of the trait [`HoldsNothing`]: the compiler prefers the inherent constant.
#[derive(Debug)]
pub struct Held<T>(PhantomData<T>);

impl<T: Field> Held<T> {
    /// The derived record that the field holds.
    pub const HOLDS: Option<HeldRef> = T::Item::HOLDS;
}

/// The constant `HOLDS` of every type; the inherent one of a field takes precedence over it.
pub trait HoldsNothing {
    /// The type holds no record.
    const HOLDS: Option<HeldRef> = None;
}

impl<T> HoldsNothing for Held<T> {}
