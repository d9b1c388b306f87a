//! Models as functions from one typed value to another, and which types can be passed on as others.
//!
//! A [`Model`] takes one value and returns another. [`Feeds`] says that each value of one type can be passed on as one
//! of another: the macro `contract!` has the compiler check it. `pipe` runs one model after another, and passes values
//! between them without encoding them as bytes. [`from_fn`] makes a model of a function. An [`AsyncModel`] waits.

use alloc::{boxed::Box, sync::Arc};
use core::marker::PhantomData;

use crate::{Decode, DecodeOwned, Encode, HasRules, Rules};

mod async_model;
pub(crate) mod pipe;

pub use async_model::{AsyncModel, from_async_fn};

/// A model: takes one value and returns another. [`decthings::call`](crate::decthings::call) serves it over bytes.
///
/// Its input may borrow from the request. The named axes of its input and output are one set: where both have `batch`,
/// the response is checked against the length of the request.
///
/// ```
/// use tensor_format::{Model, View};
///
/// /// Adds `[n]` numbers up.
/// struct Sum;
///
/// impl Model for Sum {
///     type Input<'a> = View<'a, f32>;
///     type Output = f32;
///     type Error = core::convert::Infallible;
///
///     fn run(&self, input: View<'_, f32>) -> Result<f32, Self::Error> {
///         Ok(input.iter().sum())
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a model",
    label = "`Model` is not implemented",
    note = "implement `tensor_format::Model`: its input, its output, its error, and `run`"
)]
pub trait Model {
    /// The type of the value that the model takes.
    type Input<'a>: Decode<'a>;
    /// The type of the value that the model returns.
    type Output: Encode;
    /// The type of the error when a run fails.
    type Error;

    /// Runs the model.
    ///
    /// # Errors
    ///
    /// The model's own.
    fn run(&self, input: Self::Input<'_>) -> Result<Self::Output, Self::Error>;
}

macro_rules! pointer {
    ($($pointer:ty),*) => { $(
        #[diagnostic::do_not_recommend]
        impl<M: Model + ?Sized> Model for $pointer {
            type Input<'a> = M::Input<'a>;
            type Output = M::Output;
            type Error = M::Error;

            fn run(&self, input: Self::Input<'_>) -> Result<Self::Output, Self::Error> {
                (**self).run(input)
            }
        }
    )* };
}

pointer!(&M, Box<M>, Arc<M>);

/// Creates a model that calls a function. Its input owns what it holds; a model whose input borrows from the request
/// implements [`Model`] itself.
///
/// ```
/// use std::convert::Infallible;
/// use tensor_format::{decthings, model};
///
/// let scale = 2.0;
/// let scaled = model::from_fn(move |input: Vec<f32>| Ok::<_, Infallible>(input.iter().sum::<f32>() * scale));
/// let mut response = Vec::new();
/// decthings::call(&scaled, &tensor_format::to_vec(&[1.0f32, 2.0])?, &mut response)?;
/// assert_eq!(tensor_format::from_slice::<f32>(&response)?, 6.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub const fn from_fn<I, O, E, F>(run: F) -> FromFn<F, I>
where
    I: DecodeOwned,
    O: Encode,
    F: Fn(I) -> Result<O, E>,
{
    FromFn::new(run)
}

/// A model that calls a function: see [`from_fn`] and [`from_async_fn`].
pub struct FromFn<F, I> {
    run: F,
    input: PhantomData<fn(I)>,
}

impl<F, I> FromFn<F, I> {
    const fn new(run: F) -> Self {
        Self { run, input: PhantomData }
    }
}

impl<F, I> core::fmt::Debug for FromFn<F, I> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("FromFn").finish_non_exhaustive()
    }
}

#[diagnostic::do_not_recommend]
impl<I, O, E, F> Model for FromFn<F, I>
where
    I: DecodeOwned,
    O: Encode,
    F: Fn(I) -> Result<O, E>,
{
    type Input<'a> = I;
    type Output = O;
    type Error = E;

    fn run(&self, input: I) -> Result<O, E> {
        (self.run)(input)
    }
}

/// Implemented for a type if every value of it can be passed on as a `B`.
///
/// A contract declares it, and the compiler checks it there; generic code, as [`Pipe`](crate::Pipe), requires it.
#[diagnostic::on_unimplemented(
    message = "nothing shows that `{Self}` can be passed on as `{B}`",
    label = "this output is not known to fit that input",
    note = "declare it, and the compiler checks it: `tensor_format::contract! {{ {Self} => {B} }}`"
)]
pub trait Feeds<B>: HasRules {
    /// Pairs of names of parameters that are called differently: the name in `B`, the name in this type.
    const RENAMES: &'static [(&'static str, &'static str)] = &[];
}

/// The rules of a type that implements [`Feeds`]. Asked for by this trait, a type without rules is reported where
/// [`Feeds`] is implemented for it, and only there.
#[doc(hidden)]
pub trait Feeding<B> {
    /// The rules of the type.
    const FROM: Rules<'static>;
}

impl<A: Feeds<B>, B> Feeding<B> for A {
    const FROM: Rules<'static> = A::RULES;
}
