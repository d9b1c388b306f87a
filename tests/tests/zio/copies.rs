//! No payload is copied.

use allocation_counter::{AllocationInfo, measure};
use bytes::Bytes;
use tensor_format::{
    Tensor, View,
    zio::{self, Message},
};

const LEN: usize = 16 << 20;

#[derive(Tensor)]
struct Large {
    first: Vec<f32>,
    #[tensor(shape = [_, 1024])]
    second: Vec<[u8; 1024]>,
    name: String,
}

#[derive(Tensor)]
struct Lent<'a> {
    first: View<'a, f32>,
    #[tensor(shape = [_, 1024])]
    second: &'a [[u8; 1024]],
    name: &'a str,
}

fn counted<T>(call: impl FnOnce() -> T) -> (T, AllocationInfo) {
    let mut result = None;
    let info = measure(|| result = Some(call()));
    (result.expect("called"), info)
}

/// Numbers in memory are those of the message on a machine of its byte order alone.
#[cfg(target_endian = "little")]
#[test]
fn frames_of_a_large_record() {
    let large = Large { first: vec![1.0; LEN], second: vec![[7; 1024]; LEN / 256], name: "large".into() };
    let (message, used) = counted(|| zio::to_message(&large).expect("a message"));
    assert!(used.bytes_total < 4096, "{used:?}");
    let (frames, more) = counted(|| message.into_frames());
    assert!(used.bytes_total + more.bytes_total < 4096, "{used:?}, {more:?}");
    assert_eq!(frames[2].as_ptr(), large.first.as_ptr().cast());
    assert_eq!(frames[3].as_ptr(), large.second.as_ptr().cast());
    assert_eq!((frames[2].len(), frames[3].len()), (64 << 20, 64 << 20));

    // As a socket hands them over.
    let owned: Vec<Bytes> = frames.into_iter().map(|frame| frame.into_bytes()).collect();
    let at = owned[2].as_ptr();
    let ((), used) = counted(|| {
        let message = Message::from_frames(owned).expect("a message");
        let lent = zio::from_message::<Lent<'_>>(&message).expect("a value");
        assert_eq!(lent.first.as_bytes().as_ptr(), at);
        assert_eq!((lent.first.len(), lent.second.len(), lent.name), (LEN, LEN / 256, "large"));
    });
    assert!(used.bytes_total < 4096, "{used:?}");
}

/// The label stays where it is behind its header, whoever holds the frame.
#[test]
fn long_labels_are_not_copied() {
    let label = " ".repeat(1 << 20) + "{}";
    let message = Message { label: label.as_str().into(), parts: vec![label.as_str().into()], ..Message::default() };
    let frames = message.into_frames();
    let owned: Vec<Vec<u8>> = frames.iter().map(|frame| frame.to_vec()).collect();
    let shared: Vec<Bytes> = owned.iter().cloned().map(Bytes::from).collect();
    let lent: Vec<&[u8]> = owned.iter().map(|frame| &**frame).collect();
    let (of_lent, used) = counted(|| Message::from_frames(lent));
    assert!(used.bytes_total < 1024 && of_lent.expect("a message").label.is_borrowed(), "{used:?}");
    let (of_shared, used) = counted(|| Message::from_frames(shared));
    assert!(used.bytes_total < 1024 && *of_shared.expect("a message").label == *label.as_bytes(), "{used:?}");
    let (of_owned, used) = counted(|| Message::from_frames(owned));
    assert!(used.bytes_total < 1024 && *of_owned.expect("a message").label == *label.as_bytes(), "{used:?}");
}

#[test]
fn refused_before_anything_is_made() {
    #[derive(Tensor)]
    struct Other {
        first: Vec<f32>,
        #[tensor(shape = [_, 1023])]
        second: Vec<[u8; 1023]>,
    }
    let large = Large { first: vec![1.0; LEN / 16], second: vec![[7; 1024]; 16], name: String::new() };
    let message = zio::to_message(&large).expect("a message");
    let ((), used) = counted(|| {
        let error = zio::from_message::<Other>(&message).map(|other| (other.first, other.second)).expect_err("rules");
        assert_eq!(error.parameter(), Some("second"));
    });
    assert!(used.bytes_total < 4096, "{used:?}");
}
