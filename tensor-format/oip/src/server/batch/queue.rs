//! Collects requests, and runs them together.

use std::{
    future::Future,
    mem,
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Waker},
};

use tensor_format::{EncodeError, HasRules};
use tokio::{
    runtime::Handle,
    sync::oneshot::{self, Receiver, Sender},
};

use super::{
    super::{
        call::{Answer, Call, Place, Runs},
        failure::Failure,
        served::{Running, Served, catch},
    },
    Batching,
    axis::{Unjoinable, most_rows},
    joins::Joins,
    read::{Gathered, Read, Size},
};
use crate::metadata::{MetadataOptions, ModelMetadata};

/// A model whose requests are joined.
pub(in super::super) struct Batched<M> {
    model: M,
    batching: Batching,
    queue: Mutex<Queue>,
}

#[derive(Default)]
struct Queue {
    /// The requests that wait, in the order in which they came.
    waiting: Vec<Waiting>,
    /// How many requests came so far.
    came: u64,
    /// The number of tasks that run batches, or wait for the delay to do so.
    running: usize,
    /// Dropped to wake the task that waits for the delay.
    delayed: Option<Sender<()>>,
}

/// A request that waits, and where its answer goes.
pub(super) struct Waiting {
    number: u64,
    pub(super) call: Arc<Call>,
    to: Sender<Result<Answer, Failure>>,
    /// What it goes with, if it was read before.
    pub(super) size: Option<Size>,
}

impl Waiting {
    /// Answers it. Who is gone hears nothing.
    pub(super) fn answer(self, answer: Result<Answer, Failure>) {
        let _ = self.to.send(answer);
    }
}

impl<M: Joins> Batched<M> {
    /// Joins the requests of a model, if they have an axis for it.
    pub(in super::super) fn new(model: M, mut batching: Batching) -> Result<Self, Unjoinable> {
        let most = most_rows(&M::Input::RULES, &M::Output::RULES)?;
        batching.max = batching.max.min(usize::try_from(most).unwrap_or(usize::MAX)).max(1);
        Ok(Self { model, batching, queue: Mutex::default() })
    }

    /// Returns the queue. Nothing panics while it is held, and nothing is spawned, which might drop what locks it.
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a request, and sees to it that it runs. What waits or runs here belongs to no client: each may go away.
    fn push(self: &Arc<Self>, call: Call, to: Sender<Result<Answer, Failure>>) {
        let runs = call.runs.clone();
        let mut queue = self.queue();
        queue.came = queue.came.wrapping_add(1);
        let number = queue.came;
        queue.waiting.push(Waiting { number, call: Arc::new(call), to, size: None });
        let full = queue.waiting.len() >= self.batching.max;
        // The task may have ended with its runtime.
        if queue.delayed.as_ref().is_some_and(|delayed| !delayed.is_closed()) {
            if full {
                queue.delayed = None;
            }
            return;
        }
        let Some(runner) = self.runner(&mut queue) else { return };
        let delay = (!full && !self.batching.delay.is_zero()).then(|| {
            let (wake, woken) = oneshot::channel();
            queue.delayed = Some(wake);
            woken
        });
        drop(queue);
        tokio::spawn(runner.run(delay, runs));
    }

    /// Returns what runs batches, unless as many run as may.
    fn runner(self: &Arc<Self>, queue: &mut Queue) -> Option<Runner<M>> {
        (queue.running < self.batching.instances).then(|| {
            queue.running = queue.running.saturating_add(1);
            Runner { batched: Arc::clone(self), ended: false }
        })
    }

    /// Answers the first of these requests and those that go with it. The others wait on, for another runner if it is
    /// idle.
    async fn batch(self: Arc<Self>, taken: Vec<Waiting>, runs: Runs) {
        let calls: Vec<_> = taken.iter().map(|waiting| Arc::clone(&waiting.call)).collect();
        let (mut opened, mut waits) = (Vec::with_capacity(calls.len()), Vec::with_capacity(calls.len()));
        for (call, waiting) in calls.iter().zip(taken) {
            match call.message.open(&call.settings.options) {
                Ok(message) => {
                    opened.push(message);
                    waits.push(waiting);
                }
                Err(failure) => waiting.answer(Err(failure)),
            }
        }
        let (rules, mut gathered) = (M::Input::RULES, Gathered::new(self.batching.max));
        let read = opened.iter().zip(waits).filter_map(|(message, waiting)| Read::new(&rules, message, waiting));
        let (batch, others): (Vec<_>, Vec<_>) = read.partition(|read| gathered.takes(&read.size));
        self.put_back(others.into_iter().map(Read::back).collect(), runs);
        let together = if batch.len() > 1 { self.model.together(&batch).await } else { None };
        if let Some(answers) = together {
            batch.into_iter().zip(answers).for_each(|(read, answer)| read.waiting.answer(answer));
            return;
        }
        // An error goes to the one that caused it.
        for read in batch {
            if !read.waiting.to.is_closed() {
                let answer = self.model.alone(&read).await;
                read.waiting.answer(answer);
            }
        }
    }

    /// Lets requests that were read wait on, each in its place.
    fn put_back(self: &Arc<Self>, others: Vec<Waiting>, runs: Runs) {
        if others.is_empty() {
            return;
        }
        let mut queue = self.queue();
        queue.waiting.extend(others);
        queue.waiting.sort_by_key(|waiting| waiting.number);
        let runner = self.runner(&mut queue);
        drop(queue);
        if let Some(runner) = runner {
            tokio::spawn(runner.run(None, runs));
        }
    }
}

/// Runs batches until nobody waits. When it is dropped before, as its runtime is shut down, another takes its place.
struct Runner<M: Joins> {
    batched: Arc<Batched<M>>,
    ended: bool,
}

impl<M: Joins> Runner<M> {
    async fn run(mut self, delay: Option<Receiver<()>>, runs: Runs) {
        if let Some(woken) = delay {
            let _ = tokio::time::timeout(self.batched.batching.delay, woken).await;
        }
        if M::BLOCKS {
            // One thread for all batches: to be woken for each, behind those who write its answers, takes as long as
            // many models.
            tokio::task::spawn_blocking(move || {
                let runtime = Handle::current();
                while let Some((batch, _place)) = runtime.block_on(self.next(&runs)) {
                    // Nothing in it waits, so that it ends with the first poll. A runtime that drove it would forbid
                    // the model to block.
                    let _ = pin!(batch).poll(&mut Context::from_waker(Waker::noop()));
                }
            });
        } else {
            while let Some((batch, _place)) = self.next(&runs).await {
                batch.await;
            }
        }
    }

    /// Waits for a place among the runs, and returns the next batch; `None` if nobody waits.
    async fn next(&mut self, runs: &Runs) -> Option<(impl Future<Output = ()> + Send + use<M>, Place)> {
        let place = runs.place().await;
        let batch = Arc::clone(&self.batched).batch(self.take()?, runs.clone());
        // What panics here drops the senders: each of them hears it.
        Some((async move { catch(pin!(batch)).await.unwrap_or_default() }, place))
    }

    /// Takes the requests of the next batch, among which are those whose size is not known; `None` if nobody waits.
    fn take(&mut self) -> Option<Vec<Waiting>> {
        let most = self.batched.batching.max;
        let mut queue = self.batched.queue();
        // For those who went away nothing is run.
        queue.waiting.retain(|waiting| !waiting.to.is_closed());
        if queue.waiting.is_empty() {
            queue.running = queue.running.saturating_sub(1);
            drop(queue);
            self.ended = true;
            return None;
        }
        let (mut gathered, mut unread) = (Gathered::new(most), 0usize);
        let goes = |waiting: &Waiting| match &waiting.size {
            Some(size) => gathered.takes(size),
            None => {
                unread = unread.saturating_add(1);
                unread <= most && !gathered.is_full()
            }
        };
        let (taken, others) = mem::take(&mut queue.waiting).into_iter().partition(goes);
        queue.waiting = others;
        Some(taken)
    }
}

impl<M: Joins> Drop for Runner<M> {
    fn drop(&mut self) {
        if !self.ended {
            let mut queue = self.batched.queue();
            queue.running = queue.running.saturating_sub(1);
        }
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
            self.push(call, to);
            answer.await.unwrap_or_else(|_| Err(Call::panicked(&model)))
        })
    }
}
