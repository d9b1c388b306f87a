//! Models of different types behind one server.

use std::{
    future::Future,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::{Pin, pin},
    sync::Arc,
    task::Poll,
};

use tensor_format::{EncodeError, HasRules, Model, model::AsyncModel};
use tokio::task::JoinSet;

use super::{
    call::{Answer, Call, ModelError, input},
    failure::Failure,
    wanted::Wanted,
};
use crate::{
    Request,
    metadata::{MetadataOptions, ModelMetadata},
};

/// A call that runs.
pub(super) type Running = Pin<Box<dyn Future<Output = Result<Answer, Failure>> + Send>>;

/// A model, whatever its type.
pub(super) trait Served: Send + Sync {
    /// Returns the metadata.
    fn metadata(&self, name: &str, options: &MetadataOptions<'_>) -> Result<ModelMetadata, EncodeError>;

    /// Reads the request, runs the model, writes the answer.
    fn run(self: Arc<Self>, call: Call) -> Running;
}

/// A model that computes: it runs where tokio lets threads block.
pub(super) struct Blocking<M>(pub(super) M);

impl<M> Served for Blocking<M>
where
    M: Model + Send + Sync + 'static,
    M::Error: Into<ModelError>,
{
    fn metadata(&self, name: &str, options: &MetadataOptions<'_>) -> Result<ModelMetadata, EncodeError> {
        ModelMetadata::of::<M::Input<'static>, M::Output>(name, options)
    }

    fn run(self: Arc<Self>, call: Call) -> Running {
        Box::pin(async move {
            let place = call.runs.place().await;
            let model = Arc::clone(&call.model);
            // When the client goes away the set is dropped, and what has not begun never does.
            let mut running = JoinSet::new();
            running.spawn_blocking(move || {
                let answer = run(&self.0, &call);
                drop(place);
                answer
            });
            running.join_next().await.map_or_else(
                || Err(Call::panicked(&model)),
                |ended| match ended {
                    Ok(answer) => answer,
                    Err(error) if error.is_panic() => Err(Call::panicked(&model)),
                    Err(_) => Err(Failure::shut_down()),
                },
            )
        })
    }
}

/// A model that computes, and runs on the thread of its connection all the same.
pub(super) struct Inline<M>(pub(super) M);

impl<M> Served for Inline<M>
where
    M: Model + Send + Sync + 'static,
    M::Error: Into<ModelError>,
{
    fn metadata(&self, name: &str, options: &MetadataOptions<'_>) -> Result<ModelMetadata, EncodeError> {
        ModelMetadata::of::<M::Input<'static>, M::Output>(name, options)
    }

    fn run(self: Arc<Self>, call: Call) -> Running {
        Box::pin(async move {
            let _place = call.runs.place().await;
            let run = catch_unwind(AssertUnwindSafe(|| run(&self.0, &call)));
            run.unwrap_or_else(|_| Err(Call::panicked(&call.model)))
        })
    }
}

/// Reads the request, runs the model, writes the answer.
fn run<M>(model: &M, call: &Call) -> Result<Answer, Failure>
where
    M: Model,
    M::Error: Into<ModelError>,
{
    let opened = call.message.open(&call.settings.options)?;
    let request = opened.request(&<M::Input<'static> as HasRules>::RULES)?;
    let wanted = Wanted::of(&request)?;
    run_read(model, call, &request, &wanted)
}

/// Runs the model on a request that was read, and writes the answer.
pub(super) fn run_read<M>(model: &M, call: &Call, request: &Request<'_>, wanted: &Wanted) -> Result<Answer, Failure>
where
    M: Model,
    M::Error: Into<ModelError>,
{
    let input = input::<M::Input<'_>>(request, call.settings.shapes)?;
    wanted.check(&<M::Output as HasRules>::RULES, call.settings.output_name)?;
    let output = model.run(input).map_err(|error| call.failed(&error.into()))?;
    call.answer::<M::Input<'static>, _>(request, wanted, &output)
}

/// A model that waits: it runs on the thread of its connection.
pub(super) struct Waiting<M>(pub(super) M);

impl<M> Served for Waiting<M>
where
    M: AsyncModel + Send + Sync + 'static,
    M::Error: Into<ModelError>,
{
    fn metadata(&self, name: &str, options: &MetadataOptions<'_>) -> Result<ModelMetadata, EncodeError> {
        ModelMetadata::of::<M::Input<'static>, M::Output>(name, options)
    }

    fn run(self: Arc<Self>, call: Call) -> Running {
        Box::pin(async move {
            let _place = call.runs.place().await;
            let running = pin!(run_async(&self.0, &call));
            catch(running).await.unwrap_or_else(|| Err(Call::panicked(&call.model)))
        })
    }
}

async fn run_async<M>(model: &M, call: &Call) -> Result<Answer, Failure>
where
    M: AsyncModel + 'static,
    M::Error: Into<ModelError>,
{
    let opened = call.message.open(&call.settings.options)?;
    let request = opened.request(&<M::Input<'static> as HasRules>::RULES)?;
    let wanted = Wanted::of(&request)?;
    run_async_read(model, call, &request, &wanted).await
}

/// Runs the model on a request that was read, and writes the answer.
pub(super) async fn run_async_read<M>(
    model: &M,
    call: &Call,
    request: &Request<'_>,
    wanted: &Wanted,
) -> Result<Answer, Failure>
where
    M: AsyncModel + 'static,
    M::Error: Into<ModelError>,
{
    let input = input::<M::Input<'_>>(request, call.settings.shapes)?;
    wanted.check(&<M::Output as HasRules>::RULES, call.settings.output_name)?;
    let running = model.run(input);
    let output = running.await.map_err(|error| call.failed(&error.into()))?;
    call.answer::<M::Input<'static>, _>(request, wanted, &output)
}

/// Runs a future to its end; `None` if it panicked. It is pinned where it is, as a future that took it would have it
/// twice.
pub(super) fn catch<F: Future>(mut future: Pin<&mut F>) -> impl Future<Output = Option<F::Output>> {
    std::future::poll_fn(move |context| {
        // What panicked is not polled again: all that it left behind is dropped.
        match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context))) {
            Ok(poll) => poll.map(Some),
            Err(_) => Poll::Ready(None),
        }
    })
}
