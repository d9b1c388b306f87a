//! Code by hand that passes over errors of what it reads in a list: which error it sees, and that of elements which are none,
//! does not depend on how the columns of the list are read.

use tensor_format::{
    Decode, DecodeError, DecodeOwned, Encode, EncodeError, HasRules, Rules, Tensor,
    codec::{Columns, ListItem, MAX_EMPTY_ITEMS, Sink, Source},
    decthings::Options,
    to_vec,
};

#[derive(Clone, Debug, PartialEq, Tensor)]
enum Event {
    Key { code: u32 },
    Text(String),
    Idle,
}

#[derive(Clone, Debug, PartialEq, Tensor)]
struct Tagged {
    tags: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Tensor)]
struct Framed {
    id: Option<u8>,
    event: Event,
}

/// What a value is, or what is wrong with it.
macro_rules! told {
    ($name:ident, $of:ty, |$source:ident| $read:expr) => {
        #[derive(Debug, PartialEq)]
        struct $name(String);

        impl HasRules for $name {
            const RULES: Rules<'static> = <$of>::RULES;
        }

        impl ListItem for $name {
            type Form = Columns;
        }

        tensor_format::field!($name);

        impl Encode for $name {
            fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
                self.0.encode(sink)
            }
        }

        impl<'de> Decode<'de> for $name {
            fn decode<S: Source<'de>>($source: &mut S) -> Result<Self, DecodeError> {
                Ok(Self(match $read {
                    Ok(read) => format!("{read:?}"),
                    Err(error) => format!("{:?} {}", error.parameter(), error.kind()),
                }))
            }
        }
    };
}

told!(ToldEvent, Event, |source| Event::decode(source));
told!(ToldFramed, Framed, |source| Framed::decode(source));
told!(ToldTags, Tagged, |source| {
    source.record(Tagged::RECORD)?;
    source.next_name()?;
    <Vec<String>>::decode(source)
});

fn outcome<T>(read: Result<T, DecodeError>) -> Result<T, (String, Option<u64>)> {
    read.map_err(|error| (error.to_string(), error.offset()))
}

/// Reads messages of which one byte was changed by the shortest way and by the general one, and returns how many were read.
#[track_caller]
fn same<T: DecodeOwned + PartialEq + std::fmt::Debug>(bytes: &[u8]) -> usize {
    // A lower limit than the default takes records to the general path, a higher one lists.
    let limited = Options::new().max_element_bytes(1 << 40).max_empty_items(MAX_EMPTY_ITEMS - 1);
    let mut read = 0;
    for at in 0..bytes.len() {
        let mut changed = bytes.to_vec();
        for byte in [0, 1, 2, 128, 255, bytes[at] ^ 1] {
            changed[at] = byte;
            let shortest = outcome(Options::new().from_slice::<T>(&changed));
            assert_eq!(shortest, outcome(limited.from_slice::<T>(&changed)), "{byte} at {at}");
            read += usize::from(shortest.is_ok());
        }
    }
    read
}

#[derive(Clone, Debug, PartialEq, Tensor)]
struct Pair {
    y: Option<u8>,
    x: Option<f32>,
}

#[derive(Clone, Debug, PartialEq, Tensor)]
struct Half {
    y: Option<u8>,
    x: f32,
}

told!(ToldPair, Pair, |source| Half::decode(source));
told!(ToldHalf, Half, |source| Half::decode(source));

#[derive(Debug, PartialEq, Tensor)]
struct Outer {
    id: Option<u8>,
    told: ToldPair,
}

#[derive(Debug, PartialEq, Tensor)]
struct OuterEvent {
    id: Option<u8>,
    told: ToldEvent,
}

#[derive(Debug, PartialEq, Tensor)]
enum Either {
    Pair { told: ToldPair },
    Half(ToldHalf),
    Event(ToldEvent),
}

#[derive(Clone, Debug, PartialEq, Tensor)]
struct PlainOuter {
    id: Option<u8>,
    told: Pair,
}

#[derive(Clone, Debug, PartialEq, Tensor)]
struct PlainEvent {
    id: Option<u8>,
    told: Event,
}

#[derive(Clone, Debug, PartialEq, Tensor)]
enum PlainEither {
    Pair { told: Pair },
    Half(Half),
    Event(Event),
}

#[test]
fn errors_that_are_passed_over_outside_of_lists_are_those_of_the_general_path() {
    fn read<T: DecodeOwned + PartialEq + std::fmt::Debug>(plain: impl Encode) -> usize {
        same::<T>(&to_vec(&plain).expect("a message"))
    }
    let pairs = [(None, None), (Some(2), None), (Some(2), Some(1.0))].map(|(y, x)| Pair { y, x });
    for pair in pairs.clone() {
        assert!(read::<ToldPair>(pair.clone()) > 0);
        assert!(read::<Outer>(PlainOuter { id: None, told: pair.clone() }) > 0);
        assert!(read::<Outer>(PlainOuter { id: Some(1), told: pair.clone() }) > 0);
        assert!(read::<Either>(PlainEither::Pair { told: pair }) > 0);
    }
    assert!(read::<Vec<ToldPair>>(pairs.to_vec()) > 0);
    for y in [None, Some(3)] {
        assert!(read::<Either>(PlainEither::Half(Half { y, x: 0.5 })) > 0);
    }
    for event in [Event::Idle, Event::Key { code: 5 }, Event::Text("some".into())] {
        assert!(read::<ToldEvent>(event.clone()) > 0);
        assert!(read::<OuterEvent>(PlainEvent { id: None, told: event.clone() }) > 0);
        assert!(read::<Either>(PlainEither::Event(event)) > 0);
    }
}

#[test]
fn errors_that_are_passed_over_are_those_of_the_general_path() {
    let events = [Event::Idle, Event::Key { code: 5 }, Event::Text("some".into()), Event::Idle, Event::Key { code: 1 }];
    assert!(same::<Vec<ToldEvent>>(&to_vec(&events.to_vec()).expect("a message")) > 100);
    let framed = events.into_iter().zip([None, Some(1)].into_iter().cycle());
    let framed: Vec<Framed> = framed.map(|(event, id)| Framed { id, event }).collect();
    assert!(same::<Vec<ToldFramed>>(&to_vec(&framed).expect("a message")) > 100);
    let tags = |n: usize| Tagged { tags: vec!["a tag".into(); n] };
    assert!(same::<Vec<ToldTags>>(&to_vec(&[2, 0, 1].map(tags).to_vec()).expect("a message")) > 20);
}
