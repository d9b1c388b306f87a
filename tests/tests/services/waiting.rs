//! Models that wait, without a runtime.

use std::{
    convert::Infallible,
    future::{Future, poll_fn},
    pin::pin,
    sync::Arc,
    task::{Context, Poll, Waker},
};

use tensor_format::{
    Tensor, View,
    decthings::{self, CallError, Options, request, response},
    from_slice,
    model::{self, AsyncModel},
    to_vec,
};

/// Runs a future that wakes itself; returns how often it was polled as well.
fn block_on<T>(future: impl Future<Output = T>) -> (T, usize) {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    for polls in 1.. {
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return (value, polls);
        }
    }
    unreachable!()
}

/// Is pending once.
async fn pause() {
    let mut is_first = true;
    poll_fn(|_| if std::mem::take(&mut is_first) { Poll::Pending } else { Poll::Ready(()) }).await;
}

struct Scaled(f32);

impl AsyncModel for Scaled {
    type Input<'a> = View<'a, f32>;
    type Output = Vec<f32>;
    type Error = String;

    async fn run(&self, input: View<'_, f32>) -> Result<Vec<f32>, String> {
        pause().await;
        if input.is_empty() {
            return Err("nothing to scale".into());
        }
        pause().await;
        Ok(input.iter().map(|number| number * self.0).collect())
    }
}

fn call<M: AsyncModel<Error: std::fmt::Debug>>(model: &M, input: &[f32]) -> (Vec<f32>, usize) {
    let (request, mut out) = (to_vec(input).unwrap(), Vec::new());
    let (result, polls) = block_on(decthings::call_async(model, &request, &mut out));
    result.unwrap();
    (from_slice(&out).unwrap(), polls)
}

#[test]
fn a_model_that_waits_is_called_with_what_it_borrows() {
    assert_eq!(call(&Scaled(2.0), &[1.0, 2.0]), (vec![2.0, 4.0], 3));
    assert_eq!(call(&Arc::new(Scaled(2.0)), &[1.0]), (vec![2.0], 3));
    assert_eq!(call(&Box::new(&Scaled(2.0)), &[1.0]), (vec![2.0], 3));
    let closure = model::from_async_fn(async |input: Vec<f32>| {
        pause().await;
        Ok::<_, Infallible>(input)
    });
    assert_eq!(call(&closure, &[1.0]), (vec![1.0], 2));
}

#[test]
fn what_a_server_spawns_is_send() {
    fn spawn<F: Future<Output = Vec<u8>> + Send + 'static>(future: F) -> F {
        future
    }
    let (model, request) = (Arc::new(Scaled(3.0)), to_vec(&[1.0f32]).unwrap());
    let task = spawn(async move {
        let mut out = Vec::new();
        Options::new().call_async(&*model, &request, &mut out).await.unwrap();
        out
    });
    assert_eq!(from_slice::<Vec<f32>>(&block_on(task).0).unwrap(), [3.0]);
}

#[test]
fn errors_say_who_is_to_blame_and_leave_the_response_empty() {
    let call = |request: &[u8]| {
        let mut out = vec![7];
        let error = block_on(decthings::call_async(&Scaled(1.0), request, &mut out)).0.unwrap_err();
        assert_eq!(out, [7]);
        error
    };
    assert!(matches!(call(&to_vec::<[f32]>(&[]).unwrap()), CallError::Model(why) if why == "nothing to scale"));
    assert!(matches!(call(&[1]), CallError::Decode(error) if error.is_malformed()));
    let CallError::Decode(error) = call(&to_vec(&[[1u8]]).unwrap()) else { panic!() };
    assert_eq!(error.violations().count(), 2);

    // Dropped before its end, it has appended nothing.
    let (request, mut out) = (to_vec(&[1.0f32]).unwrap(), Vec::new());
    let mut task = Box::pin(decthings::call_async(&Scaled(1.0), &request, &mut out));
    assert!(task.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    drop(task);
    assert!(out.is_empty());
}

#[derive(Tensor, Debug, PartialEq)]
struct Named {
    #[tensor(shape = [n])]
    x: Vec<f32>,
}

#[test]
fn axes_bind_over_request_and_response_of_the_clients_too() {
    let echo = model::from_async_fn(async |input: Named| Ok::<_, Infallible>(input));
    let first = model::from_async_fn(async |input: Named| Ok::<_, Infallible>(Named { x: input.x[..1].to_vec() }));
    let sent = Named { x: vec![1.0, 2.0] };

    let request = request::to_vec(&sent).unwrap();
    let mut out = Vec::new();
    block_on(request::call_async(&echo, &request, &mut out)).0.unwrap();
    assert_eq!(response::from_slice::<Named>(&out).unwrap(), sent);
    let error = block_on(request::call_async(&first, &request, &mut Vec::new())).0.unwrap_err();
    assert_eq!(error.to_string(), "the response cannot be written: parameter `x`: axis 0: `n` is 2 in `x`, found 1");
    let plain = to_vec(&sent).unwrap();
    let error = block_on(decthings::call_async(&first, &plain, &mut Vec::new())).0.unwrap_err();
    assert!(matches!(error, CallError::Encode(error) if error.axis() == Some(0)));
}
