//! Collects requests, and runs them together.

use std::{
    future::Future,
    mem,
    pin::pin,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    task::{Context, Waker},
    time::{Duration, Instant},
};

use tensor_format::{EncodeError, HasRules};
use tokio::sync::oneshot::{self, Receiver, Sender};

use super::{
    super::{
        call::{Answer, Call, Place, Runs},
        failure::Failure,
        served::{Running, Served, catch},
    },
    Batching,
    axis::{Unjoinable, most_rows},
    joins::Joins,
    read::Read,
    waiting::{Gathered, Waiting},
};
use crate::metadata::{MetadataOptions, ModelMetadata};

/// The requests of a batch, and its place among the runs.
type Next = (Vec<Waiting>, Place);

/// A model whose requests are joined.
pub(in super::super) struct Batched<M> {
    model: M,
    batching: Batching,
    queue: Mutex<Queue>,
    /// How many requests came so far.
    came: AtomicU64,
}

#[derive(Default)]
struct Queue {
    /// The requests that wait, in the order in which they came.
    waiting: Vec<Waiting>,
    /// The number of tasks that run batches, or wait for the delay to do so.
    running: usize,
    /// Dropped to wake the task that waits for the delay.
    delayed: Option<Sender<()>>,
}

impl<M> Batched<M> {
    /// Returns the queue. Nothing panics while it is held, and nothing is spawned, which might drop what locks it.
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<M: Joins> Batched<M> {
    /// Joins the requests of a model, if they have an axis for it.
    pub(in super::super) fn new(model: M, mut batching: Batching) -> Result<Self, Unjoinable> {
        let most = most_rows(&M::Input::RULES, &M::Output::RULES)?;
        batching.max = batching.max.min(usize::try_from(most).unwrap_or(usize::MAX)).max(1);
        Ok(Self { model, batching, queue: Mutex::default(), came: AtomicU64::new(0) })
    }

    /// Adds a request, and sees to it that it runs. What waits or runs here belongs to no client: each may go away.
    fn push(self: &Arc<Self>, number: u64, call: Call, to: Sender<Result<Answer, Failure>>) {
        let runs = call.runs.clone();
        let mut queue = self.queue();
        queue.waiting.push(Waiting::new(number, call, to));
        let full = queue.waiting.len() >= self.batching.max;
        // The task may have ended with its runtime.
        if queue.delayed.as_ref().is_some_and(|delayed| !delayed.is_closed()) {
            if full {
                queue.delayed = None;
            }
            return;
        }
        let Some(runner) = self.runner(&mut queue, runs) else { return };
        let delay = (!full && !self.batching.delay.is_zero()).then(|| {
            let (wake, woken) = oneshot::channel();
            queue.delayed = Some(wake);
            woken
        });
        drop(queue);
        tokio::spawn(runner.run(delay));
    }

    /// Returns what runs batches, unless as many run as may.
    fn runner(self: &Arc<Self>, queue: &mut Queue, runs: Runs) -> Option<Runner<M>> {
        (queue.running < self.batching.instances).then(|| {
            queue.running = queue.running.saturating_add(1);
            Runner { batched: Arc::clone(self), runs, ended: false }
        })
    }

    /// Answers the first of these requests and those that go with it. The others wait on, for another runner if it is
    /// idle.
    async fn batch(self: Arc<Self>, taken: Vec<Waiting>, runs: Runs) {
        let calls: Vec<_> = taken.iter().map(|waiting| Arc::clone(&waiting.call)).collect();
        let opened: Vec<_> = calls.iter().map(|_| OnceLock::new()).collect();
        let (rules, mut gathered) = ([M::Input::RULES, M::Output::RULES], Gathered::new(self.batching.max));
        let (mut batch, mut others, mut bytes) = (Vec::new(), Vec::new(), 0usize);
        for ((call, opened), waiting) in calls.iter().zip(&opened).zip(taken) {
            // Bodies may be compressed: as many are held as one may be large.
            if gathered.is_full() || bytes > call.settings.options.max_body {
                others.push(waiting);
                continue;
            }
            let message = match call.message.open(&call.settings.options) {
                Ok(message) => opened.get_or_init(|| message),
                Err(failure) => {
                    waiting.answer(Err(failure));
                    continue;
                }
            };
            bytes = bytes.saturating_add(message.len());
            match Read::new(&rules, message, waiting) {
                Some(read) if gathered.takes(&read.size) => batch.push(read),
                Some(read) => others.push(read.back()),
                None => {}
            }
        }
        self.put_back(others, runs);
        if batch.len() > 1 {
            if self.model.together(&batch).await.is_some() {
                return;
            }
            // What is wrong in the content of some is told to them; it takes nothing from the others.
            let read = batch.len();
            batch.retain(|read| M::check(read).map_err(|failure| read.waiting.answer(Err(failure))).is_ok());
            if (2..read).contains(&batch.len()) && self.model.together(&batch).await.is_some() {
                return;
            }
        }
        // An error goes to the one that caused it.
        for read in batch {
            if !read.waiting.is_done() {
                read.waiting.answer(self.model.alone(&read).await);
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
        let runner = self.runner(&mut queue, runs);
        drop(queue);
        if let Some(runner) = runner {
            tokio::spawn(runner.run(None));
        }
    }
}

/// Runs batches until nobody waits.
struct Runner<M: Joins> {
    batched: Arc<Batched<M>>,
    runs: Runs,
    ended: bool,
}

/// How long a thread runs batches before others may have it.
const TURN: Duration = Duration::from_millis(100);

impl<M: Joins> Runner<M> {
    async fn run(mut self, delay: Option<Receiver<()>>) {
        if let Some(woken) = delay {
            let _ = tokio::time::timeout(self.batched.batching.delay, woken).await;
        }
        // Places and threads are waited for here, so that who has one does not wait for the other for ever.
        while let Some(next) = self.next(self.runs.place().await) {
            if !M::BLOCKS {
                self.batch(next).await;
                continue;
            }
            match tokio::task::spawn_blocking(move || self.turn(next)).await {
                Ok(runner) if !runner.ended => self = runner,
                _ => return,
            }
        }
    }

    /// Runs batches on a thread that may block. To be woken for each, behind those who write its answers, would take as
    /// long as many models.
    fn turn(mut self, first: Next) -> Self {
        let begin = Instant::now();
        let mut next = Some(first);
        while let Some(batch) = next {
            // Nothing in it waits, so that it ends with the first poll. A runtime that drove it would forbid the model
            // to block.
            let _ = pin!(self.batch(batch)).poll(&mut Context::from_waker(Waker::noop()));
            let more = begin.elapsed() < TURN;
            next = if more { self.runs.free_place().and_then(|place| self.next(place)) } else { None };
        }
        self
    }

    fn batch(&self, (taken, place): Next) -> impl Future<Output = ()> + Send + use<M> {
        let batch = Arc::clone(&self.batched).batch(taken, self.runs.clone());
        async move {
            // What panics here drops the senders: each of them hears it.
            let _ = catch(pin!(batch)).await;
            drop(place);
        }
    }

    /// Returns the next batch, with its place among the runs; `None` if nobody waits.
    fn next(&mut self, place: Place) -> Option<Next> {
        self.take().map(|taken| (taken, place))
    }

    /// Takes the requests of the next batch, among which are those whose size is not known; `None` if nobody waits.
    fn take(&mut self) -> Option<Vec<Waiting>> {
        let most = self.batched.batching.max;
        let mut queue = self.batched.queue();
        // For those who went away nothing is run.
        queue.waiting.retain(|waiting| !waiting.is_done());
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
    /// Its runtime is shut down, and with it those that wait, if not all of them are of another.
    fn drop(&mut self) {
        if !self.ended {
            let mut queue = self.batched.queue();
            queue.running = queue.running.saturating_sub(1);
            let waiting = mem::take(&mut queue.waiting);
            drop(queue);
            waiting.iter().for_each(|waiting| waiting.answer(Err(Failure::shut_down())));
        }
    }
}

/// A request of a client. When it is gone, the body does not wait in memory for the end of a batch.
struct Asked<'b, M> {
    batched: &'b Batched<M>,
    number: u64,
    waits: bool,
}

impl<M> Drop for Asked<'_, M> {
    fn drop(&mut self) {
        if self.waits {
            self.batched.queue().waiting.retain(|waiting| waiting.number != self.number);
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
            let mut asked = Asked { batched: &self, number: self.came.fetch_add(1, Ordering::Relaxed), waits: true };
            self.push(asked.number, call, to);
            let answer = answer.await.unwrap_or_else(|_| Err(Failure::shut_down()));
            asked.waits = false;
            answer
        })
    }
}
