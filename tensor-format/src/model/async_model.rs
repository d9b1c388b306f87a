//! Asynchronous models.

use alloc::{boxed::Box, sync::Arc};
use core::future::Future;

use super::FromFn;
use crate::{Decode, DecodeOwned, Encode};

/// A [`Model`](crate::Model) that waits for something, as for another service or a queue. The crate has no runtime of
/// its own: [`decthings::call_async`](crate::decthings::call_async) is a future, which that of the caller runs.
///
/// Its futures are `Send`, so that a server can run them on any thread. A model that computes for long is better a
/// `Model`, called where the runtime lets threads block.
///
/// ```
/// use tensor_format::{View, model::AsyncModel};
///
/// /// Adds `[n]` numbers up.
/// struct Sum;
///
/// impl AsyncModel for Sum {
///     type Input<'a> = View<'a, f32>;
///     type Output = f32;
///     type Error = core::convert::Infallible;
///
///     async fn run(&self, input: View<'_, f32>) -> Result<f32, Self::Error> {
///         Ok(input.iter().sum())
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an async model",
    label = "`AsyncModel` is not implemented",
    note = "implement `tensor_format::model::AsyncModel`: its input, its output, its error, and `async fn run`"
)]
pub trait AsyncModel {
    /// The type of the value that the model takes.
    type Input<'a>: Decode<'a>
    where
        Self: 'a;
    /// The type of the value that the model returns.
    type Output: Encode;
    /// The type of the error when a run fails.
    type Error;

    /// Runs the model.
    ///
    /// # Errors
    ///
    /// The model's own.
    fn run<'a>(&'a self, input: Self::Input<'a>) -> impl Future<Output = Result<Self::Output, Self::Error>> + Send;
}

macro_rules! pointer {
    ($($pointer:ty),*) => { $(
        #[diagnostic::do_not_recommend]
        impl<M: AsyncModel + ?Sized> AsyncModel for $pointer {
            type Input<'a>
                = M::Input<'a>
            where
                Self: 'a;
            type Output = M::Output;
            type Error = M::Error;

            fn run<'a>(
                &'a self,
                input: Self::Input<'a>,
            ) -> impl Future<Output = Result<Self::Output, Self::Error>> + Send {
                (**self).run(input)
            }
        }
    )* };
}

pointer!(&M, Box<M>, Arc<M>);

/// Creates a model that calls an async function. Its input owns what it holds; a model whose input borrows from the
/// request implements [`AsyncModel`] itself.
///
/// ```
/// use std::convert::Infallible;
/// use tensor_format::{decthings, model};
///
/// let sum = model::from_async_fn(async |input: Vec<f32>| Ok::<f32, Infallible>(input.iter().sum()));
/// # let _ = || async move {
/// let request = tensor_format::to_vec(&[1.0f32, 2.0]).unwrap();
/// let mut response = Vec::new();
/// decthings::call_async(&sum, &request, &mut response).await.unwrap();
/// # };
/// ```
pub const fn from_async_fn<I, O, E, F, R>(run: F) -> FromFn<F, I>
where
    I: DecodeOwned,
    O: Encode,
    F: Fn(I) -> R,
    R: Future<Output = Result<O, E>> + Send,
{
    FromFn::new(run)
}

#[diagnostic::do_not_recommend]
impl<I, O, E, F, R> AsyncModel for FromFn<F, I>
where
    I: DecodeOwned,
    O: Encode,
    F: Fn(I) -> R,
    R: Future<Output = Result<O, E>> + Send,
{
    type Input<'a>
        = I
    where
        Self: 'a;
    type Output = O;
    type Error = E;

    fn run(&self, input: I) -> impl Future<Output = Result<O, E>> + Send {
        (self.run)(input)
    }
}
