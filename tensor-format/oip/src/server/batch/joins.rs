//! Models whose requests can be joined: those that compute, and those that wait.

use std::{
    future::{Future, ready},
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
};

use tensor_format::{Encode, HasRules, Model, model::AsyncModel};

use super::{
    super::{
        call::{Answer, Call, ModelError, fits, input, violations},
        failure::Failure,
        served::{Blocking, Waiting, catch, run_async_read, run_read},
    },
    join::{join, split},
    read::Read,
};
use crate::{Request, ShapeOptions};

/// A model whose requests can be joined.
pub(in super::super) trait Joins: Send + Sync + 'static {
    /// The input, whatever it borrows.
    type Input: HasRules;
    /// The output.
    type Output: HasRules;
    /// Whether it computes, so that its futures are ready when they return, and runs where threads may block.
    const BLOCKS: bool;

    /// Runs the model once for several requests, and answers them; `None` if anything is wrong, a panic too, and then
    /// none is answered.
    fn together<'b>(&'b self, batch: &'b [Read<'b>]) -> impl Future<Output = Option<()>> + Send + 'b;

    /// Reads the input of a request, which may be wrong in its content alone; what panics is not told here.
    fn check(read: &Read<'_>) -> Result<(), Failure> {
        let shapes = read.waiting.call.settings.shapes;
        catch_unwind(AssertUnwindSafe(|| Self::try_input(&read.request, shapes))).unwrap_or(Ok(()))
    }

    /// Reads the input of a request.
    fn try_input(request: &Request<'_>, shapes: ShapeOptions) -> Result<(), Failure>;

    /// Runs the model for one request; what panics is a failure.
    fn alone<'b>(&'b self, read: &'b Read<'b>) -> impl Future<Output = Result<Answer, Failure>> + Send + 'b;
}

impl<M> Joins for Blocking<M>
where
    M: Model + Send + Sync + 'static,
    M::Error: Into<ModelError>,
{
    type Input = M::Input<'static>;
    type Output = M::Output;
    const BLOCKS: bool = true;

    fn together<'b>(&'b self, batch: &'b [Read<'b>]) -> impl Future<Output = Option<()>> + Send + 'b {
        let together = || {
            let shapes = batch.first()?.waiting.call.settings.shapes;
            let joined = joined(batch)?;
            let output = self.0.run(input::<M::Input<'_>>(&joined, shapes).ok()?).ok()?;
            answer::<M::Input<'static>, M::Output>(batch, &joined, &output)
        };
        ready(catch_unwind(AssertUnwindSafe(together)).unwrap_or_default())
    }

    fn try_input(request: &Request<'_>, shapes: ShapeOptions) -> Result<(), Failure> {
        input::<M::Input<'_>>(request, shapes).map(drop)
    }

    fn alone<'b>(&'b self, read: &'b Read<'b>) -> impl Future<Output = Result<Answer, Failure>> + Send + 'b {
        let Read { request, wanted, waiting, .. } = read;
        let run = || run_read(&self.0, &waiting.call, request, wanted);
        ready(catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| Err(Call::panicked(&waiting.call.model))))
    }
}

impl<M> Joins for Waiting<M>
where
    M: AsyncModel + Send + Sync + 'static,
    M::Error: Into<ModelError>,
{
    type Input = M::Input<'static>;
    type Output = M::Output;
    const BLOCKS: bool = false;

    async fn together<'b>(&'b self, batch: &'b [Read<'b>]) -> Option<()> {
        let together = async {
            let shapes = batch.first()?.waiting.call.settings.shapes;
            let joined = joined(batch)?;
            let running = self.0.run(input::<M::Input<'_>>(&joined, shapes).ok()?);
            let output = running.await.ok()?;
            answer::<M::Input<'static>, M::Output>(batch, &joined, &output)
        };
        catch(pin!(together)).await.flatten()
    }

    fn try_input(request: &Request<'_>, shapes: ShapeOptions) -> Result<(), Failure> {
        input::<M::Input<'_>>(request, shapes).map(drop)
    }

    async fn alone<'b>(&'b self, read: &'b Read<'b>) -> Result<Answer, Failure> {
        let Read { request, wanted, waiting, .. } = read;
        let running = pin!(run_async_read(&self.0, &waiting.call, request, wanted));
        catch(running).await.unwrap_or_else(|| Err(Call::panicked(&waiting.call.model)))
    }
}

/// Makes one request of a batch.
fn joined(batch: &[Read<'_>]) -> Option<Request<'static>> {
    let requests: Vec<_> = batch.iter().map(|read| &read.request).collect();
    join(&requests)
}

/// Answers a batch from the output of its one run; `None` if it breaks rules, or if that which one request would get
/// does: rows may be wrong only once they are apart.
fn answer<I: HasRules, O: Encode>(batch: &[Read<'_>], joined: &Request<'_>, output: &O) -> Option<()> {
    let call = &batch.first()?.waiting.call;
    let (response, shapes) = (call.response(output).ok()?, call.settings.shapes);
    fits::<I, O>(&joined.tensors, &response.tensors, shapes).ok()?;
    let rows: Vec<_> = batch.iter().map(|read| read.size.rows).collect();
    let parts = split(&response, &rows)?;
    for (read, part) in batch.iter().zip(&parts) {
        fits::<I, O>(&read.request.tensors, &part.tensors, shapes).ok()?;
        if !violations(&O::RULES, &part.tensors, shapes).is_empty() {
            return None;
        }
    }
    for (read, part) in batch.iter().zip(parts) {
        let Read { request, wanted, waiting, .. } = read;
        waiting.answer(waiting.call.finish(request, wanted, &O::RULES, part));
    }
    Some(())
}
