//! Collects requests, and runs them together.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tensor_format::{DecodeError, EncodeError, HasRules, Model};
use tokio::sync::oneshot::{self, Sender};

use super::{
    super::{
        call::{Answer, Call, ModelError, Opened, fits, input, violations},
        failure::Failure,
        served::{Running, Served, run},
        wanted::Wanted,
    },
    Batching,
    axis::{Unjoinable, most_rows},
    join::{alike, join, rows, split},
};
use crate::{
    Request,
    metadata::{MetadataOptions, ModelMetadata},
};

/// A model whose requests are joined.
pub(in super::super) struct Batched<M> {
    model: M,
    batching: Batching,
    queue: Mutex<Queue>,
}

/// The requests that wait, in the order in which they came.
#[derive(Default)]
struct Queue {
    waiting: Vec<Waiting>,
    /// The number of threads that run batches.
    running: usize,
    /// Whether somebody counts the delay of the first.
    timed: bool,
}

/// A request that waits, and where its answer goes.
struct Waiting {
    call: Call,
    to: Sender<Result<Answer, Failure>>,
}

impl<M> Batched<M>
where
    M: Model + Send + Sync + 'static,
    M::Error: Into<ModelError>,
{
    /// Joins the requests of a model, if they have an axis for it.
    pub(in super::super) fn new(model: M, mut batching: Batching) -> Result<Self, Unjoinable> {
        let most = most_rows(&<M::Input<'static> as HasRules>::RULES, &M::Output::RULES)?;
        batching.max = batching.max.min(usize::try_from(most).unwrap_or(usize::MAX)).max(1);
        Ok(Self { model, batching, queue: Mutex::default() })
    }

    /// Returns the queue. Nothing panics while it is held.
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a request, and sees to it that it runs. What waits or runs here belongs to no client: each may go away.
    fn push(self: &Arc<Self>, waiting: Waiting) {
        let mut queue = self.queue();
        queue.waiting.push(waiting);
        if queue.running >= self.batching.instances {
            return;
        }
        if queue.waiting.len() >= self.batching.max || self.batching.delay.is_zero() {
            self.start(&mut queue);
        } else if !std::mem::replace(&mut queue.timed, true) {
            let batched = Arc::clone(self);
            tokio::spawn(async move {
                tokio::time::sleep(batched.batching.delay).await;
                let mut queue = batched.queue();
                queue.timed = false;
                if !queue.waiting.is_empty() && queue.running < batched.batching.instances {
                    batched.start(&mut queue);
                }
            });
        }
    }

    /// Runs batches where threads may block, until nobody waits.
    fn start(self: &Arc<Self>, queue: &mut Queue) {
        queue.running = queue.running.saturating_add(1);
        let batched = Arc::clone(self);
        tokio::task::spawn_blocking(move || {
            while let Some(taken) = batched.take() {
                batched.run_all(taken);
            }
        });
    }

    /// Takes as many of those that wait as a batch may have; `None` if nobody does, and then this thread is done.
    fn take(&self) -> Option<Vec<Waiting>> {
        let mut queue = self.queue();
        // For those who went away nothing is run.
        queue.waiting.retain(|waiting| !waiting.to.is_closed());
        if queue.waiting.is_empty() {
            queue.running = queue.running.saturating_sub(1);
            return None;
        }
        let count = queue.waiting.len().min(self.batching.max);
        Some(queue.waiting.drain(..count).collect())
    }

    /// Answers requests, in as few batches as they fit in.
    fn run_all(&self, taken: Vec<Waiting>) {
        let (calls, senders): (Vec<_>, Vec<_>) = taken.into_iter().map(|waiting| (waiting.call, waiting.to)).unzip();
        // What panics here drops the senders: each of them hears it.
        let answers = catch_unwind(AssertUnwindSafe(|| self.answers(&calls))).unwrap_or_default();
        for (to, answer) in senders.into_iter().zip(answers) {
            // Who is gone hears nothing.
            let _ = answer.map(|answer| to.send(answer));
        }
    }

    /// Returns the answer of each call.
    fn answers(&self, calls: &[Call]) -> Vec<Option<Result<Answer, Failure>>> {
        let mut answers: Vec<_> = calls.iter().map(|_| None).collect();
        let mut set = |index: usize, answer: Result<Answer, Failure>| {
            if let Some(place) = answers.get_mut(index) {
                *place = Some(answer);
            }
        };
        let mut opened = Vec::with_capacity(calls.len());
        for (index, call) in calls.iter().enumerate() {
            match call.message.open(&call.settings.options) {
                Ok(message) => opened.push((index, call, message)),
                Err(failure) => set(index, Err(failure)),
            }
        }
        let mut read = Vec::with_capacity(opened.len());
        for (index, call, message) in &opened {
            match Read::new::<M>(*index, call, message) {
                Ok(request) => read.push(request),
                Err(failure) => set(*index, Err(failure)),
            }
        }
        while let Some(batch) = next_batch(&mut read, self.batching.max) {
            let together = match &*batch {
                [_] => None,
                batch => catch_unwind(AssertUnwindSafe(|| self.together(batch))).unwrap_or_default(),
            };
            match together {
                Some(joined) => batch.iter().zip(joined).for_each(|(read, answer)| set(read.index, answer)),
                // An error goes to the one that caused it.
                None => batch.iter().for_each(|read| set(read.index, self.alone(read.call))),
            }
        }
        answers
    }

    /// Runs the model once for several requests; `None` if anything is wrong.
    fn together(&self, batch: &[Read<'_>]) -> Option<Vec<Result<Answer, Failure>>> {
        let call = batch.first()?.call;
        let shapes = call.settings.shapes;
        let requests: Vec<_> = batch.iter().map(|read| &read.request).collect();
        let rows: Vec<_> = batch.iter().map(|read| read.rows).collect();
        let joined = join(&requests).ok()?;
        let output = self.model.run(input::<M::Input<'_>>(&joined, shapes).ok()?).ok()?;
        let response = call.response(&output).ok()?;
        fits::<M::Input<'static>, M::Output>(&joined.tensors, &response.tensors, shapes).ok()?;
        let parts = split(&response, &rows)?;
        let answers = batch.iter().zip(parts);
        let rules = &M::Output::RULES;
        Some(answers.map(|(read, part)| read.call.finish(&read.request, &read.wanted, rules, part)).collect())
    }

    /// Runs the model for one request.
    fn alone(&self, call: &Call) -> Result<Answer, Failure> {
        catch_unwind(AssertUnwindSafe(|| run(&self.model, call))).unwrap_or_else(|_| Err(Call::panicked(&call.model)))
    }
}

/// A request that was read, and keeps the rules.
struct Read<'c> {
    index: usize,
    call: &'c Call,
    request: Request<'c>,
    wanted: Wanted,
    rows: usize,
}

impl<'c> Read<'c> {
    fn new<M: Model>(index: usize, call: &'c Call, message: &'c Opened<'_>) -> Result<Self, Failure> {
        let rules = <M::Input<'static> as HasRules>::RULES;
        let request = message.request(&rules)?;
        let wanted = Wanted::of(&request)?;
        let faults = violations(&rules, &request, call.settings.shapes);
        if let Some(error) = DecodeError::from_violations(faults) {
            return Err(Failure::decode(&error));
        }
        // Without inputs there are no rows: it is run alone.
        let rows = rows(&request).unwrap_or(usize::MAX);
        Ok(Self { index, call, request, wanted, rows })
    }
}

/// Takes the first request and those behind it that are like it, as many as have so many rows; `None` after the last.
fn next_batch<'c>(read: &mut Vec<Read<'c>>, most: usize) -> Option<Vec<Read<'c>>> {
    let mut rest = std::mem::take(read).into_iter();
    let first = rest.next()?;
    let mut rows = first.rows;
    let mut batch = vec![first];
    for next in rest {
        let sum = rows.saturating_add(next.rows);
        if sum <= most && batch.first().is_some_and(|first| alike(&first.request, &next.request)) {
            rows = sum;
            batch.push(next);
        } else {
            read.push(next);
        }
    }
    Some(batch)
}

impl<M> Served for Batched<M>
where
    M: Model + Send + Sync + 'static,
    M::Error: Into<ModelError>,
{
    fn metadata(&self, name: &str, options: &MetadataOptions<'_>) -> Result<ModelMetadata, EncodeError> {
        ModelMetadata::of::<M::Input<'static>, M::Output>(name, options)
    }

    fn run(self: Arc<Self>, call: Call) -> Running {
        Box::pin(async move {
            let (to, answer) = oneshot::channel();
            let model = Arc::clone(&call.model);
            self.push(Waiting { call, to });
            answer.await.unwrap_or_else(|_| Err(Call::panicked(&model)))
        })
    }
}
