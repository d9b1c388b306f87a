//! Messages over the readers and writers of tokio, without sockets: what arrives is cut at every length.

use std::{
    io,
    pin::{Pin, pin},
    task::{Context, Poll},
};

use bytes::{Bytes, BytesMut};
use futures_util::{FutureExt, SinkExt, StreamExt};
use tensor_format::{
    DecodeError, ErrorKind, Record, Tensor,
    decthings::{
        Dialect, Framer, Options,
        tokio::{Codec, MessageCodec, read, write},
    },
    from_slice, to_vec,
};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt, ReadBuf, duplex};
use tokio_util::codec::{Decoder, Encoder, Framed, FramedRead, FramedWrite};

#[derive(Tensor, Clone, Debug, PartialEq)]
struct Sample {
    id: u32,
    #[tensor(shape = [n])]
    values: Vec<f32>,
    #[tensor(shape = [n])]
    labels: Vec<String>,
}

fn sample(id: u32) -> Sample {
    let n = id % 40;
    Sample { id, values: (0..n).map(|i| i as f32).collect(), labels: (0..n).map(|i| "x".repeat(i as usize)).collect() }
}

#[tokio::test]
async fn values_are_received_in_pieces_of_every_size() {
    for size in (1..40).chain([64, 500, 4096, 1 << 20]) {
        for dialect in [Dialect::Documented, Dialect::LegacyClients, Dialect::Clients] {
            let options = Options::new().dialect(dialect);
            let (one, other) = duplex(size);
            let codec = || Codec::<Sample>::with_options(&options).unwrap();
            let (mut sender, mut receiver) = (Framed::new(one, codec()), Framed::new(other, codec()));
            let send = async {
                for id in 0..20 {
                    sender.send(sample(id)).await.unwrap();
                }
                drop(sender);
            };
            let (received, ()) = tokio::join!(receiver.by_ref().map(Result::unwrap).collect::<Vec<_>>(), send);
            assert!(received.into_iter().eq((0..20).map(sample)), "{size}");
        }
    }
}

#[tokio::test]
async fn single_messages_are_read_and_no_byte_behind() {
    for size in (1..40).chain([64, 4096]) {
        let (mut one, mut other) = duplex(size);
        let send = async {
            write(&mut one, &sample(33)).await.unwrap();
            write(&mut one, "text").await.unwrap();
            one.write_all(b"rest").await.unwrap();
            drop(one);
        };
        let receive = async {
            assert_eq!(read(&mut other).await.unwrap(), Some(sample(33)));
            assert_eq!(read::<String, _>(&mut other).await.unwrap().as_deref(), Some("text"));
            let mut rest = Vec::new();
            other.read_to_end(&mut rest).await.unwrap();
            assert_eq!(rest, b"rest");
            assert_eq!(read::<f32, _>(&mut other).await.unwrap(), None);
        };
        tokio::join!(send, receive);
    }
    let unnamed = Options::new().names(false);
    let mut bytes = Vec::new();
    unnamed.write_async(&mut bytes, &sample(3)).await.unwrap();
    assert_eq!(bytes, unnamed.to_vec(&sample(3)).unwrap());
    assert_eq!(unnamed.read_async(&bytes[..]).await.unwrap(), Some(sample(3)));
}

#[tokio::test]
async fn what_ends_too_early_says_how_much_is_missing() {
    let bytes = to_vec(&sample(3)).unwrap();
    for end in 1..bytes.len() {
        let error = read::<Sample, _>(&bytes[..end]).await.unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::UnexpectedEnd { needed: 1.., left: 0 }), "{error}");
        assert_eq!(error.offset(), Some(end as u64));

        let two = [&bytes[..], &bytes[..end]].concat();
        let mut framed = FramedRead::new(&two[..], Codec::<Sample>::new());
        assert_eq!(framed.next().await.unwrap().unwrap(), sample(3));
        let error = framed.next().await.unwrap().unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::UnexpectedEnd { needed: 1.., left: 0 }), "{error}");
        assert_eq!((error.offset(), error.record()), (Some(two.len() as u64), Some(1)));
        assert!(framed.next().await.is_none());
    }
}

/// The framer knows no names: the values that have arrived are read for them.
#[tokio::test]
async fn errors_in_headers_and_at_the_end_name_their_parameter() {
    let bytes = to_vec(&sample(3)).unwrap();
    let place = |error: &DecodeError| (error.kind().name(), error.parameter().map(str::to_owned), error.offset());
    let mut named = 0;
    for at in 0..bytes.len() {
        if at > 0 {
            let whole = from_slice::<Sample>(&bytes[..at]).unwrap_err();
            let end = read::<Sample, _>(&bytes[..at]).await.unwrap_err();
            assert_eq!(end.parameter(), whole.parameter(), "{at}: {end}");
            let cut = FramedRead::new(&bytes[..at], Codec::<Sample>::new()).next().await.unwrap().unwrap_err();
            assert_eq!(place(&cut), place(&end));
        }
        for byte in [0, 99, 252, 253, 255] {
            let mut broken = bytes.clone();
            broken[at] = byte;
            let (Err(whole), Err(single)) = (from_slice::<Sample>(&broken), read::<Sample, _>(&broken[..]).await)
            else {
                continue;
            };
            let mut framed = FramedRead::new(&broken[..], Codec::<Sample>::new());
            let Some(Err(error)) = framed.next().await else { panic!("{at} {byte}") };
            assert_eq!(place(&single), place(&error), "{at} {byte}");
            if (whole.kind().name(), whole.offset()) == (error.kind().name(), error.offset()) {
                assert_eq!(error.parameter(), whole.parameter(), "{at} {byte}: {error}");
                named += usize::from(error.parameter().is_some());
            }
        }
    }
    assert!(named > 30, "{named}");

    // A limit that a header exceeds, before its elements arrive.
    let large = to_vec(&sample(33)).unwrap();
    for options in [Options::new().max_bytes(100), Options::new().max_elements(10)] {
        let whole = options.from_slice::<Sample>(&large).unwrap_err();
        let error = options.read_async::<Sample, _>(&large[..]).await.unwrap_err();
        assert_eq!((place(&error), error.parameter()), (place(&whole), Some("values")));
    }
    let mut framed = FramedRead::new(&bytes[..], Codec::<Sample>::new().max_message_bytes(bytes.len() - 1));
    assert_eq!(framed.next().await.unwrap().unwrap_err().parameter(), None);

    // The header that stays at fault is the same error again, and its name is not looked for twice.
    let mut broken = bytes.clone();
    let at = bytes.windows(3).position(|bytes| bytes == [1, 1, 3]).unwrap();
    broken[at] = 99;
    let (mut codec, mut buffer) = (Codec::<Sample>::new(), BytesMut::from(&broken[..]));
    for _ in 0..3 {
        let error = codec.decode(&mut buffer).unwrap_err();
        assert_eq!(place(&error), ("unknown_dtype", Some("values".to_owned()), Some(at as u64)));
        buffer.extend_from_slice(&[0]);
    }
}

/// A connection that was reset by the other side.
struct Reset;

impl AsyncRead for Reset {
    fn poll_read(self: Pin<&mut Self>, _: &mut Context<'_>, _: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Err(io::ErrorKind::ConnectionReset.into()))
    }
}

#[tokio::test]
async fn a_reader_that_fails_says_after_how_many_bytes() {
    let bytes = to_vec(&sample(3)).unwrap();
    for end in 0..bytes.len() {
        let cut = (&bytes[..end]).chain(Reset);
        let error = read::<Sample, _>(cut).await.unwrap_err();
        assert!(
            matches!(error.kind(), ErrorKind::Io(error) if error.kind() == io::ErrorKind::ConnectionReset),
            "{error}"
        );
        assert_eq!(error.offset(), Some(end as u64));
    }
}

#[tokio::test]
async fn an_error_in_a_value_leaves_the_stream_at_the_next_one() {
    #[derive(Tensor)]
    struct Wrong {
        id: u32,
        values: Vec<u8>,
        labels: Vec<String>,
    }
    let mut bytes = to_vec(&sample(1)).unwrap();
    let first = bytes.len() as u64;
    bytes.extend(to_vec(&Wrong { id: 1, values: vec![1], labels: vec![] }).unwrap());
    bytes.extend(to_vec(&sample(2)).unwrap());
    let broken = bytes.len() as u64;
    bytes.extend([99, 0, 0]);
    let (mut sender, receiver) = duplex(1 << 12);
    sender.write_all(&bytes).await.unwrap();
    let mut framed = FramedRead::new(receiver, Codec::<Sample>::new());
    assert_eq!(framed.next().await.unwrap().unwrap(), sample(1));
    let error = framed.next().await.unwrap().unwrap_err();
    assert!(error.is_invalid() && error.parameter() == Some("values") && error.record() == Some(1), "{error}");
    assert!(error.offset().is_some_and(|offset| offset > first && offset < broken), "{error}");
    // What `Framed` does after an error: it ends once, and goes on.
    assert!(framed.next().await.is_none());
    sender.write_all(&[0]).await.unwrap();
    assert_eq!(framed.next().await.unwrap().unwrap(), sample(2));
    for _ in 0..3 {
        sender.write_all(&[0]).await.unwrap();
        let error = framed.next().await.unwrap().unwrap_err();
        assert_eq!((error.kind().name(), error.offset(), error.record()), ("unknown_dtype", Some(broken), Some(3)));
        assert!(framed.next().await.is_none());
    }
}

#[tokio::test]
async fn messages_are_passed_on_as_they_are() {
    let sent: Vec<Bytes> = (0..9).map(|id| to_vec(&sample(id)).unwrap().into()).collect();
    let (one, other) = duplex(7);
    let codec = || MessageCodec::new(Framer::new::<Sample>());
    let (mut sender, receiver) = (FramedWrite::new(one, codec()), FramedRead::new(other, codec()));
    let send = async {
        for message in &sent {
            sender.send(message.clone()).await.unwrap();
        }
        drop(sender);
    };
    let (received, ()) = tokio::join!(receiver.map(Result::unwrap).collect::<Vec<_>>(), send);
    assert_eq!(received, sent);

    let two = [&sent[3][..], &sent[4][..20]].concat();
    let mut messages = FramedRead::new(&two[..], codec());
    assert_eq!(messages.next().await.unwrap().unwrap(), sent[3]);
    let error = messages.next().await.unwrap().unwrap_err();
    assert_eq!((error.kind().name(), error.offset(), error.record()), ("truncated", Some(two.len() as u64), Some(1)));
}

#[tokio::test]
async fn memory_grows_with_what_arrives_up_to_the_limit() {
    // A gigabyte by its header.
    let header = [7, 1, 254, 0x40, 0, 0, 0];
    let mut codec = Codec::<Vec<u8>>::new().max_message_bytes(2 << 30);
    let mut buffer = BytesMut::from(&header[..]);
    for _ in 0..1000 {
        assert!(codec.decode(&mut buffer).unwrap().is_none());
        assert!(buffer.capacity() <= 3 * buffer.len() + (16 << 10), "{} of {}", buffer.capacity(), buffer.len());
        buffer.extend_from_slice(&[0; 100]);
    }
    let limited = |error: DecodeError| match error.kind() {
        ErrorKind::LimitExceeded { max, found, .. } => (*max, *found),
        kind => panic!("{kind}"),
    };
    let found = (1 << 30) + 7;
    assert_eq!(limited(read::<Vec<u8>, _>(&header[..]).await.unwrap_err()), (64 << 20, found));
    let mut framed = FramedRead::new(&header[..], Codec::<Vec<u8>>::new());
    assert_eq!(limited(framed.next().await.unwrap().unwrap_err()), (64 << 20, found));
    let mut framed = FramedRead::new(&header[..], Codec::<Vec<u8>>::default().max_message_bytes(10));
    assert_eq!(limited(framed.next().await.unwrap().unwrap_err()), (10, found));
}

#[tokio::test]
async fn a_receiver_can_be_cancelled_between_any_two_bytes() {
    let bytes: Vec<u8> = (0..5).flat_map(|id| to_vec(&sample(id)).unwrap()).collect();
    let (mut one, other) = duplex(1);
    let mut framed = FramedRead::new(other, Codec::<Sample>::new());
    let mut received = Vec::new();
    for byte in &bytes {
        one.write_all(&[*byte]).await.unwrap();
        // The future is dropped whether or not it is ready.
        if let Some(next) = framed.next().now_or_never() {
            received.push(next.unwrap().unwrap());
        }
    }
    assert!(received.into_iter().eq((0..5).map(sample)));
}

#[tokio::test]
async fn a_sender_waits_for_a_receiver_that_does_not_read() {
    let (one, other) = duplex(1000);
    let mut sender = FramedWrite::new(one, Codec::<Sample>::new());
    let mut fed = 0;
    // `feed` makes messages until 8 KiB wait, then waits itself.
    while sender.feed(sample(39)).now_or_never().is_some() {
        fed += 1;
    }
    assert!(fed > 3 && sender.write_buffer().capacity() < 64 << 10, "{fed} {}", sender.write_buffer().capacity());
    let mut receiver = FramedRead::new(other, Codec::<Sample>::new());
    let mut flushed = pin!(sender.flush());
    assert!(flushed.as_mut().now_or_never().is_none());
    let received = async {
        for _ in 0..fed {
            assert_eq!(receiver.next().await.unwrap().unwrap(), sample(39));
        }
    };
    let (flushed, ()) = tokio::join!(flushed, received);
    flushed.unwrap();
}

#[test]
fn values_that_cannot_be_written_leave_the_buffer_as_it_was() {
    let mut buffer = BytesMut::from(&b"before"[..]);
    let wrong = Sample { id: 1, values: vec![1.0], labels: vec![] };
    let error = Codec::<Sample>::new().encode(wrong, &mut buffer).unwrap_err();
    assert_eq!((error.kind().name(), &buffer[..]), ("axis_name_mismatch", &b"before"[..]));
    assert!(Codec::<Record>::with_options(&Options::new().names(false)).is_err());
    // Another type than it reads.
    Codec::<Sample>::new().encoding::<&str>().encode("text", &mut buffer).unwrap();
    assert_eq!(&buffer[6..], b"\x0b\x00\x04text");
}
