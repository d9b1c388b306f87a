//! Models whose requests can be joined: those that compute, and those that wait.

use std::{
    future::{Future, ready},
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
};

use tensor_format::{Encode, HasRules, Model, model::AsyncModel};

use super::{
    super::{
        call::{Answer, Call, ModelError, fits, input},
        failure::Failure,
        served::{Blocking, Waiting, catch, run_async_caught, run_caught},
    },
    join::{join, split},
    read::Read,
};
use crate::Request;

/// The answers to the requests of a batch, in their order.
pub(super) type Answers = Vec<Result<Answer, Failure>>;

/// A model whose requests can be joined.
pub(in super::super) trait Joins: Send + Sync + 'static {
    /// The input, whatever it borrows.
    type Input: HasRules;
    /// The output.
    type Output: HasRules;
    /// Whether it computes, so that its futures are ready when they return, and runs where threads may block.
    const BLOCKS: bool;

    /// Runs the model once for several requests; `None` if anything is wrong, a panic too.
    fn together<'b>(&'b self, batch: &'b [Read<'b>]) -> impl Future<Output = Option<Answers>> + Send + 'b;

    /// Runs the model for one request.
    fn alone<'b>(&'b self, call: &'b Call) -> impl Future<Output = Result<Answer, Failure>> + Send + 'b;
}

impl<M> Joins for Blocking<M>
where
    M: Model + Send + Sync + 'static,
    M::Error: Into<ModelError>,
{
    type Input = M::Input<'static>;
    type Output = M::Output;
    const BLOCKS: bool = true;

    fn together<'b>(&'b self, batch: &'b [Read<'b>]) -> impl Future<Output = Option<Answers>> + Send + 'b {
        let together = || {
            let shapes = batch.first()?.call.settings.shapes;
            let joined = joined(batch)?;
            let output = self.0.run(input::<M::Input<'_>>(&joined, shapes).ok()?).ok()?;
            parts::<M::Input<'static>, M::Output>(batch, &joined, &output)
        };
        ready(catch_unwind(AssertUnwindSafe(together)).unwrap_or_default())
    }

    fn alone<'b>(&'b self, call: &'b Call) -> impl Future<Output = Result<Answer, Failure>> + Send + 'b {
        ready(run_caught(&self.0, call))
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

    async fn together<'b>(&'b self, batch: &'b [Read<'b>]) -> Option<Answers> {
        let together = async {
            let shapes = batch.first()?.call.settings.shapes;
            let joined = joined(batch)?;
            let running = self.0.run(input::<M::Input<'_>>(&joined, shapes).ok()?);
            let output = running.await.ok()?;
            parts::<M::Input<'static>, M::Output>(batch, &joined, &output)
        };
        catch(pin!(together)).await.flatten()
    }

    async fn alone<'b>(&'b self, call: &'b Call) -> Result<Answer, Failure> {
        run_async_caught(&self.0, call).await
    }
}

/// Makes one request of a batch.
fn joined(batch: &[Read<'_>]) -> Option<Request<'static>> {
    let requests: Vec<_> = batch.iter().map(|read| &read.request).collect();
    join(&requests).ok()
}

/// Makes the answers of a batch from the output of its one run; `None` if it breaks rules.
fn parts<I: HasRules, O: Encode>(batch: &[Read<'_>], joined: &Request<'_>, output: &O) -> Option<Answers> {
    let call = batch.first()?.call;
    let response = call.response(output).ok()?;
    fits::<I, O>(&joined.tensors, &response.tensors, call.settings.shapes).ok()?;
    let rows: Vec<_> = batch.iter().map(|read| read.rows).collect();
    let answers = batch.iter().zip(split(&response, &rows)?);
    Some(answers.map(|(read, part)| read.call.finish(&read.request, &read.wanted, &O::RULES, part)).collect())
}
