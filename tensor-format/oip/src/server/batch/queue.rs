//! Collects requests, and runs them together.

use std::{
    future::Future,
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Waker},
};

use tensor_format::{EncodeError, HasRules};
use tokio::sync::oneshot::{self, Sender};

use super::{
    super::{
        call::{Answer, Call},
        failure::Failure,
        served::{Running, Served, catch},
    },
    Batching,
    axis::{Unjoinable, most_rows},
    joins::Joins,
    read::{Read, next_batch},
};
use crate::metadata::{MetadataOptions, ModelMetadata};

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
    /// The number of threads or tasks that run batches.
    running: usize,
    /// Whether somebody counts the delay of the first.
    timed: bool,
}

/// A request that waits, and where its answer goes.
struct Waiting {
    call: Call,
    to: Sender<Result<Answer, Failure>>,
}

impl<M: Joins> Batched<M> {
    /// Joins the requests of a model, if they have an axis for it.
    pub(in super::super) fn new(model: M, mut batching: Batching) -> Result<Self, Unjoinable> {
        let most = most_rows(&M::Input::RULES, &M::Output::RULES)?;
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

    /// Runs batches until nobody waits: a model that computes where threads may block, one that waits as a task.
    fn start(self: &Arc<Self>, queue: &mut Queue) {
        queue.running = queue.running.saturating_add(1);
        let batched = Arc::clone(self);
        let run = async move {
            while let Some(taken) = batched.take() {
                batched.run_all(taken).await;
            }
        };
        if M::BLOCKS {
            // Nothing in it waits, so that it ends with the first poll. A runtime that drove it would forbid the model
            // to block.
            tokio::task::spawn_blocking(move || pin!(run).poll(&mut Context::from_waker(Waker::noop())));
        } else {
            tokio::spawn(run);
        }
    }

    /// Takes as many of those that wait as a batch may have; `None` if nobody does, and then this thread or task is
    /// done.
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
    async fn run_all(&self, taken: Vec<Waiting>) {
        let (calls, senders): (Vec<_>, Vec<_>) = taken.into_iter().map(|waiting| (waiting.call, waiting.to)).unzip();
        // What panics here drops the senders: each of them hears it.
        let answers = catch(pin!(self.answers(&calls))).await.unwrap_or_default();
        for (to, answer) in senders.into_iter().zip(answers) {
            // Who is gone hears nothing.
            let _ = answer.map(|answer| to.send(answer));
        }
    }

    /// Returns the answer of each call.
    async fn answers(&self, calls: &[Call]) -> Vec<Option<Result<Answer, Failure>>> {
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
            match Read::new(&M::Input::RULES, *index, call, message) {
                Ok(request) => read.push(request),
                Err(failure) => set(*index, Err(failure)),
            }
        }
        while let Some(batch) = next_batch(&mut read, self.batching.max) {
            let together = match &*batch {
                [_] => None,
                batch => self.model.together(batch).await,
            };
            if let Some(joined) = together {
                batch.iter().zip(joined).for_each(|(read, answer)| set(read.index, answer));
                continue;
            }
            // An error goes to the one that caused it.
            for read in &batch {
                set(read.index, self.model.alone(read.call).await);
            }
        }
        answers
    }
}

impl<M: Joins> Served for Batched<M> {
    fn metadata(&self, name: &str, options: &MetadataOptions<'_>) -> Result<ModelMetadata, EncodeError> {
        ModelMetadata::of::<M::Input, M::Output>(name, options)
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
