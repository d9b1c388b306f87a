//! What is left of outputs and values when code of users panics within a call.

use std::{
    cell::Cell,
    io::{Read, Write},
    sync::Arc,
};

use tensor_format::{
    Batch, Decode, DecodeError, Encode, EncodeError, HasRules, Many, Rules, Tensor,
    codec::{Block, DecodeBlock, ElementSink, ElementSource, ListItem, Owned, Stacked},
    decthings::{self, CallError, Options},
    model,
};

use super::{
    draw,
    payloads::WildBlock,
    verbs::{self, BEFORE, Messages},
};

thread_local! {
    /// How many values of [`Counted`] there are.
    static ALIVE: Cell<isize> = const { Cell::new(0) };
}

/// A number whose writing and reading may panic, and whose values are counted.
#[derive(Debug, PartialEq)]
struct Counted(u16);

impl Counted {
    fn new(number: u16) -> Self {
        ALIVE.set(ALIVE.get() + 1);
        Self(number)
    }
}

impl Clone for Counted {
    fn clone(&self) -> Self {
        Self::new(self.0)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        ALIVE.set(ALIVE.get() - 1);
    }
}

impl HasRules for Counted {
    const RULES: Rules<'static> = u16::RULES;
}

impl ListItem for Counted {
    type Form = Stacked;
}

impl Block for Counted {
    fn write<'a, W: ElementSink<'a>>(&'a self, out: &mut W) -> Result<(), EncodeError> {
        draw::called();
        out.copy_numbers(&[self.0])
    }
}

impl<'de> DecodeBlock<'de> for Counted {
    fn read<E: ElementSource<'de>>(source: &mut E) -> Result<Self, DecodeError> {
        draw::called();
        let number = source.number()?;
        draw::called();
        Ok(Self::new(number))
    }
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Inner {
    pair: [Counted; 2],
    name: String,
}

/// Values that may panic in every place.
#[derive(Tensor, Debug, Clone, PartialEq)]
struct Value {
    list: Vec<Counted>,
    rows: Vec<[Counted; 3]>,
    inner: Inner,
    #[allow(clippy::box_collection, reason = "a box keeps its memory when it is read into")]
    boxed: Box<Vec<Counted>>,
    shared: Arc<Vec<Counted>>,
    many: Many<Vec<Counted>>,
    perhaps: Option<[Counted; 2]>,
    text: String,
}

fn counted(numbers: impl IntoIterator<Item = u16>) -> Vec<Counted> {
    numbers.into_iter().map(Counted::new).collect()
}

fn value(from: u16) -> Value {
    let pair = |at| [at, at + 1].map(Counted::new);
    Value {
        list: counted(from..from + 4),
        rows: (0..2).map(|row| [row, 1, 2].map(Counted::new)).collect(),
        inner: Inner { pair: pair(from), name: format!("inner {from}") },
        boxed: Box::new(counted(from..from + 3)),
        shared: Arc::new(counted(from..from + 2)),
        many: Many(vec![counted([from]), counted([]), counted([1, from])]),
        perhaps: Some(pair(7)),
        text: format!("text {from}"),
    }
}

/// Has each call of users' code panic in turn, until a run has fewer calls.
fn each_panic(mut run: impl FnMut() -> bool) {
    let step = if cfg!(miri) { 7 } else { 1 };
    for call in (1..).step_by(step) {
        draw::light(call);
        if run() {
            return;
        }
    }
}

fn written<T: Encode>(value: &T) {
    for verb in verbs::encode::<T>() {
        let Some(whole) = verb.run(value) else { continue };
        each_panic(|| {
            let mut out = BEFORE.to_vec();
            let done = draw::caught(|| verb.append(value, &mut out));
            // What was there before is there still, and maybe some of the value behind it.
            assert!(out.starts_with(BEFORE), "{}", verb.name);
            assert_eq!(verb.run(value).as_ref(), Some(&whole), "{}: after a panic", verb.name);
            if done == Some(true) {
                assert_eq!(out, whole, "{}", verb.name);
            }
            done.is_some()
        });
    }
}

#[test]
fn buffers_after_a_panic() {
    written(&value(1));
    written(&counted(0..5));
    written(&Batch(vec![value(1).inner, value(2).inner]));
    written(&(counted(0..2), vec!["a", "b"]));
    assert_eq!(ALIVE.get(), 0, "every value was dropped once");
}

fn read<T: for<'de> Decode<'de> + Encode + PartialEq + std::fmt::Debug>(value: &T) {
    let messages = Messages::of(value);
    for verb in verbs::decode::<T>() {
        let Some(Ok(whole)) = verb.run(&messages) else { continue };
        assert_eq!(whole, *value, "{}", verb.name);
        each_panic(|| {
            let read = draw::caught(|| verb.run(&messages));
            if let Some(Some(Ok(read))) = &read {
                assert_eq!(read, value, "{}", verb.name);
            }
            read.is_some()
        });
    }
}

#[test]
fn values_after_a_panic() {
    read(&value(1));
    read(&counted(0..5));
    read(&[[Counted::new(1), Counted::new(2)], [Counted::new(3), Counted::new(4)]]);
    read(&Batch(vec![value(1).inner, value(2).inner]));
    assert_eq!(ALIVE.get(), 0, "every value was dropped once");
}

#[test]
fn values_read_into_after_a_panic() {
    let (wanted, other) = (value(1), value(500));
    let (messages, others) = (Messages::of(&wanted), Messages::of(&other));
    for verb in verbs::decode_into::<Value>() {
        each_panic(|| {
            let mut into = other.clone();
            let done = draw::caught(|| verb.run(&messages, &mut into)).is_some();
            // It is some value: it can be looked at, compared, written, and read into.
            assert!(!format!("{into:?}").is_empty());
            assert!(tensor_format::to_vec(&into).is_ok());
            assert!(verb.run(&others, &mut into).is_some_and(|read| read.is_ok()));
            assert_eq!(into, other, "{}", verb.name);
            assert!(verb.run(&messages, &mut into).is_some_and(|read| read.is_ok()));
            assert_eq!(into, wanted, "{}", verb.name);
            done
        });
    }
    drop((wanted, other));
    assert_eq!(ALIVE.get(), 0, "every value was dropped once");
}

/// A reader that panics.
struct Stream<'b>(&'b [u8]);

impl Read for Stream<'_> {
    fn read(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
        draw::called();
        let some = buf.len().min(3);
        self.0.read(&mut buf[..some])
    }
}

#[test]
fn streams_that_panic() {
    let value = (vec!["a".to_owned(), "bc".to_owned()], vec![1.5f32, 2.5]);
    let bytes = tensor_format::to_vec(&value).expect("bytes");
    each_panic(|| {
        let mut into = value.clone();
        let done = draw::caught(|| Options::new().read_into(Stream(&bytes), &mut into)).is_some();
        assert!(Options::new().read_into(&*bytes, &mut into).is_ok());
        assert_eq!(into, value);
        done
    });
    // A sequence whose reader panicked goes on, or ends with an error: never with another value.
    let thrice = bytes.repeat(3);
    each_panic(|| {
        let mut sequence = Options::new().sequence_from_reader::<(Vec<String>, Vec<f32>), _>(Stream(&thrice));
        let first = draw::caught(|| sequence.next());
        let done = first.is_some();
        let rest: Vec<_> = first.flatten().into_iter().chain(sequence.by_ref().take(4)).collect();
        assert!(!done || rest.iter().all(|one| one.as_ref().is_ok_and(|one| *one == value)));
        done
    });
}

/// Keeps what is written, some bytes at a time; after the first panic each call panics.
#[derive(Default)]
struct Kept {
    bytes: Vec<u8>,
    has_panicked: bool,
}

impl Kept {
    fn call(&mut self) {
        assert!(!self.has_panicked, "called after a panic");
        self.has_panicked = true;
        draw::called();
        self.has_panicked = false;
    }
}

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.call();
        let some = &bytes[..bytes.len().min(3)];
        self.bytes.extend_from_slice(some);
        Ok(some.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.call();
        Ok(())
    }
}

/// A writer that panicked gets no further call, not even by what is dropped on the way out: it has the beginning of what is
/// written without a panic.
#[test]
fn writers_that_panic() {
    fn each(write: impl Fn(&mut Kept)) {
        let mut whole = Kept::default();
        write(&mut whole);
        each_panic(|| {
            let mut kept = Kept::default();
            let done = draw::caught(|| write(&mut kept)).is_some();
            assert!(whole.bytes.starts_with(&kept.bytes));
            assert_eq!(done, whole.bytes.len() == kept.bytes.len() && !kept.has_panicked);
            done
        });
    }
    let value = (vec!["a".to_owned(), "bc".to_owned()], vec![1.5f32, 2.5]);
    each(|out| Options::new().to_writer(out, &value).expect("written"));
    each(|out| tensor_format::npy::to_writer(out, &value.1).expect("written"));
    each(|out| tensor_format::npz::to_writer(out, &(1u8, 2.5f64)).expect("written"));
    each(|out| tensor_format::safetensors::to_writer(out, &(1u8, 2.5f64)).expect("written"));
}

#[test]
fn models_that_panic() {
    let model = model::from_fn(|x: f32| {
        draw::called();
        Ok::<_, String>(x + 1.0)
    });
    let request = tensor_format::to_vec(&1f32).expect("bytes");
    let mut out = BEFORE.to_vec();
    draw::light(1);
    assert!(draw::caught(|| decthings::call(&model, &request, &mut out)).is_none());
    assert_eq!(out, BEFORE);
    let called: Result<(), CallError<String>> = decthings::call(&model, &request, &mut out);
    assert!(called.is_ok() && out.len() > BEFORE.len());
}

#[test]
fn holders_whose_function_panics() {
    let bytes = || Arc::<[u8]>::from([1u8, 2, 3]);
    let held = bytes();
    let kept = Arc::clone(&held);
    draw::light(1);
    let made = draw::caught(|| {
        Owned::<&'static [u8], _>::try_new(held, |bytes| {
            draw::called();
            Ok::<_, DecodeError>(&**bytes)
        })
    });
    assert!(made.is_none());
    assert_eq!(Arc::strong_count(&kept), 1, "the bytes were dropped once");
    let owned = Owned::<&'static [u8], _>::try_new(bytes(), |bytes| Ok::<_, DecodeError>(&**bytes)).expect("held");
    draw::light(1);
    assert!(draw::caught(|| owned.with(|_| draw::called())).is_none());
    assert_eq!(*owned.get(), [1, 2, 3]);
    assert_eq!(*owned.into_bytes(), [1, 2, 3]);
}

/// Values that lie and panic.
#[test]
fn liars_that_panic() {
    let block = WildBlock::<[f32; 3], 8>::default;
    let value = vec![block(), block()];
    let messages = Messages::of(&vec![[1f32; 3]; 2]);
    for seed in draw::seeds(40) {
        for verb in verbs::encode::<Vec<WildBlock<[f32; 3], 8>>>() {
            for call in 1..5 {
                draw::seed(seed);
                draw::light(call);
                let mut out = BEFORE.to_vec();
                let _ = draw::caught(|| verb.append(&value, &mut out));
                assert!(out.starts_with(BEFORE), "{}", verb.name);
            }
        }
        for verb in verbs::decode::<Vec<WildBlock<[f32; 3], 8>>>() {
            for call in 1..5 {
                draw::seed(seed);
                draw::light(call);
                let _ = draw::caught(|| verb.run(&messages).map(drop));
            }
        }
    }
}
