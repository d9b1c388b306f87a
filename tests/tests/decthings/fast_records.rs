//! Records whose size is not fixed are read by the fast path, as by the general one: the same values, and of wrong bytes the
//! same errors.

use std::fmt::Debug;

use allocation_counter::measure;
use tensor_format::{
    DecodeError, DecodeOwned, Encode, Many, Tensor, append,
    codec::MAX_EMPTY_ITEMS,
    decthings::{self, Options},
    from_prefix, from_slice, sequence, to_vec,
};

#[derive(Tensor, Clone, Copy, PartialEq, Debug, Default)]
struct Pose {
    at: [f32; 3],
    score: f32,
}

#[derive(Tensor, Clone, Copy, PartialEq, Debug, Default)]
struct Part {
    kind: u8,
    weight: Option<f32>,
}

#[derive(Tensor, Clone, Copy, PartialEq, Debug, Default)]
struct Frame {
    id: u32,
    pose: Option<Pose>,
    #[tensor(default)]
    gain: f64,
    part: Part,
    is_last: Option<bool>,
}

#[derive(Tensor, Clone, PartialEq, Debug, Default)]
#[tensor(deny_unknown)]
struct Named {
    #[tensor(shape = [n])]
    first: Option<[u8; 2]>,
    #[tensor(shape = [n])]
    second: Option<[i16; 2]>,
    #[tensor(range_checked = 1..=9)]
    level: Option<u8>,
}

#[derive(Tensor, Clone, PartialEq, Debug, Default)]
struct Repeated {
    number: u16,
    marks: Many<u8>,
}

#[derive(Tensor, Clone, PartialEq, Debug, Default)]
struct Hollow {
    label: String,
    items: Vec<[u8; 0]>,
}

#[derive(Tensor, Clone, PartialEq, Debug, Default)]
struct Mixed {
    label: String,
    #[tensor(shape = [n, 2])]
    points: Vec<[f32; 2]>,
    marks: Option<Vec<bool>>,
    #[tensor(shape = [n], default)]
    texts: Vec<String>,
}

/// Returns options that allow the same, but are not known to, so that the general path alone reads.
fn general() -> Options {
    Options::new().max_empty_items(MAX_EMPTY_ITEMS - 1)
}

/// Returns what was read, or why not, as text: changed bytes may be no number, which is not equal to itself.
fn shown<T: Debug>(read: Result<T, DecodeError>) -> String {
    format!("{:?}", read.map_err(|error| error.to_string()))
}

/// Compares both ways to read a value, and these bytes cut at every place and with every bit changed.
fn check<T: Encode + DecodeOwned + Clone + PartialEq + Debug + Default>(value: &T) {
    let bytes = to_vec(value).expect("a message");
    assert_eq!(from_slice::<T>(&bytes).as_ref().ok(), Some(value));
    let (read, len) = from_prefix::<T>(&[&bytes[..], &[7; 99]].concat()).expect("the value");
    assert_eq!((&read, len), (value, bytes.len()));
    let mut into = T::default();
    decthings::decode_into(&bytes, &mut into).expect("the value");
    assert_eq!(&into, value);
    let mut again = into.clone();
    let mut same = |bytes: &[u8]| {
        let read = shown(from_slice::<T>(bytes));
        assert_eq!(read, shown(general().from_slice::<T>(bytes)), "{bytes:02x?}");
        // Into a value that another one has left.
        let filled = decthings::decode_into(bytes, &mut into).map(|()| &into);
        let refilled = general().decode_into(bytes, &mut again).map(|()| &again);
        assert_eq!((shown(filled), &read), (shown(refilled), &read), "{bytes:02x?}");
        if read.starts_with("Ok") {
            assert_eq!(read, shown(from_prefix::<T>(bytes).map(|(value, _)| value)));
        }
    };
    for len in 0..bytes.len() {
        same(&bytes[..len]);
    }
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << bit;
            same(&changed);
        }
    }
    same(&[&bytes[..], &[0]].concat());
}

fn frames() -> Vec<Frame> {
    let some = |bits: u32, bit: u32| bits >> bit & 1 == 1;
    let frame = |bits: u32| Frame {
        id: bits,
        pose: some(bits, 0).then_some(Pose { at: [1.0, 2.0, 3.0], score: 0.5 }),
        gain: if some(bits, 1) { 2.5 } else { 0.0 },
        part: Part { kind: 7, weight: some(bits, 2).then_some(1.5) },
        is_last: some(bits, 3).then_some(true),
    };
    (0..16).map(frame).collect()
}

#[test]
fn whatever_is_there_is_read_by_both_paths() {
    frames().iter().for_each(check);
    for first in [None, Some([1, 2])] {
        for second in [None, Some([3, 4])] {
            for level in [None, Some(9)] {
                check(&Named { first, second, level });
            }
        }
    }
    for marks in [None, Some(vec![]), Some(vec![true, false])] {
        check(&Mixed { label: "é".into(), points: vec![[1.0, 2.0]], marks: marks.clone(), texts: vec!["t".into()] });
        check(&Mixed { label: String::new(), points: Vec::new(), marks, texts: Vec::new() });
    }
    for marks in [vec![], vec![1], vec![1, 2]] {
        check(&Repeated { number: 1, marks: Many(marks) });
    }
}

#[test]
fn names_in_another_order_unknown_and_repeated_are_for_the_general_path() {
    let message = |names: &[&str], tensors: &[u8]| {
        let table: Vec<u8> = names.iter().flat_map(|name| [&[name.len() as u8], name.as_bytes()].concat()).collect();
        [&[11, 1, names.len() as u8], &table[..], tensors].concat()
    };
    let (first, second, level) = (&[7, 1, 2, 1, 2][..], &[4, 1, 2, 3, 0, 4, 0][..], &[7, 0, 9][..]);
    let both = |bytes: &[u8]| {
        let read = from_slice::<Named>(bytes);
        let text = shown(general().from_slice::<Named>(bytes));
        let read = read.map_err(|error| error.to_string());
        assert_eq!(format!("{read:?}"), text);
        read
    };
    let value = Named { first: Some([1, 2]), second: None, level: Some(9) };
    assert_eq!(both(&message(&["first", "level"], &[first, level].concat())).as_ref(), Ok(&value));
    assert_eq!(both(&message(&["level", "first"], &[level, first].concat())).as_ref(), Ok(&value));
    let error = both(&message(&["first", "other"], &[first, level].concat())).expect_err("an unknown name");
    assert!(error.contains("other"), "{error}");
    let error = both(&message(&["level", "level"], &[level, level].concat())).expect_err("a name twice");
    assert!(error.contains("level"), "{error}");
    let error = both(&message(&["second", "level"], &[second, &[7, 0, 10]].concat())).expect_err("out of range");
    assert!(error.contains("level"), "{error}");
    let error = both(&message(&["first", "second"], &[first, &[4, 1, 3, 3, 0, 4, 0, 5, 0]].concat()));
    assert!(error.expect_err("another length").contains("second"));
}

#[test]
fn sequences_of_records_with_gaps_end_where_values_do() {
    let (frames, mut bytes, mut ends) = (frames(), Vec::new(), Vec::new());
    for frame in &frames {
        append(frame, &mut bytes).expect("a message");
        ends.push(bytes.len());
    }
    assert_eq!(sequence(&bytes).collect::<Result<Vec<Frame>, _>>().expect("all frames"), frames);
    for len in 0..=bytes.len() {
        let (mut fast, mut slow) = (sequence::<Frame>(&bytes[..len]), general().sequence::<Frame>(&bytes[..len]));
        let (read, expected) = (fast.by_ref().map(shown), slow.by_ref().map(shown));
        assert!(read.eq(expected), "{len} bytes");
        assert_eq!(fast.offset(), slow.offset());
        let whole = ends.iter().copied().filter(|end| *end <= len).max().unwrap_or_default();
        assert_eq!(fast.offset(), whole as u64);
    }
}

#[test]
fn items_without_elements_count_over_a_whole_sequence() {
    let hollow = |count| Hollow { label: "a".into(), items: vec![[]; count] };
    let bytes = to_vec(&hollow(3000)).expect("a message").repeat(2);
    let mut values = sequence::<Hollow>(&bytes);
    assert_eq!(values.next().expect("a value").expect("few items"), hollow(3000));
    let error = values.next().expect("a value").expect_err("too many items in both").to_string();
    assert!(error.starts_with("record 1: parameter `items`: limit exceeded"), "{error}");
    assert!(values.next().is_none());
    // The bytes of the values before it allow more.
    let long = Hollow { label: "a".repeat(8000), items: Vec::new() };
    let bytes = [to_vec(&long).expect("a message"), to_vec(&hollow(5000)).expect("a message")].concat();
    let values = sequence(&bytes).collect::<Result<Vec<Hollow>, _>>().expect("all values");
    assert_eq!(values, [long, hollow(5000)]);
}

#[test]
fn allowed_bytes_behind_a_record_do_not_have_it_read_twice() {
    let value = Hollow { label: "label".into(), items: Vec::new() };
    let bytes = [&to_vec(&value).expect("a message")[..], &[7]].concat();
    let options = Options::new().allow_trailing(true);
    let mut read = None;
    let counted = measure(|| read = options.from_slice::<Hollow>(&bytes).ok()).count_total;
    assert_eq!((read.as_ref(), counted), (Some(&value), 1));
    let mut into = Repeated { number: 0, marks: Many(Vec::new()) };
    let bytes = [&to_vec(&Repeated { number: 1, marks: Many(vec![1]) }).expect("a message")[..], &[7]].concat();
    options.decode_into(&bytes, &mut into).expect("a value");
    assert_eq!(measure(|| options.decode_into(&bytes, &mut into).expect("a value")).count_total, 0);
    from_slice::<Repeated>(&bytes).expect_err("bytes that are not allowed");
    decthings::decode_into(&bytes, &mut into).expect_err("bytes that are not allowed");
}

#[test]
fn what_is_allowed_beside_the_default_costs_no_failed_attempt() {
    let value = Hollow { label: "label".into(), items: Vec::new() };
    let mut bytes = to_vec(&value).expect("a message");
    // The rank of `items` is two; its first length, 0, in three bytes.
    let at = bytes.len() - 2;
    bytes.splice(at..=at, [253, 0, 0]);
    from_slice::<Hollow>(&bytes).expect_err("a longer number than is needed");
    let (options, mut into) = (Options::new().allow_non_canonical_varint(true), value.clone());
    assert_eq!(measure(|| options.decode_into(&bytes, &mut into).expect("a value")).count_total, 0);
    assert_eq!(into, value);
}

#[derive(Tensor, Clone, PartialEq, Debug, Default)]
struct Lengths {
    a: Option<u8>,
    abcdef: Option<u8>,
    abcdefg: Option<u8>,
    abcdefgh: Option<u8>,
    abcdefghijklmn: Option<u8>,
    abcdefghijklmno: Option<u8>,
    abcdefghijklmnop: Option<u8>,
    #[tensor(range_checked = 0..=9)]
    b: Option<u8>,
}

#[test]
fn names_of_any_length_may_be_absent() {
    for present in 0..1u8 << 7 {
        let some = |bit: u8| (present >> bit & 1 == 1).then_some(bit);
        let value = Lengths {
            a: some(0),
            abcdef: some(1),
            abcdefg: some(2),
            abcdefgh: some(3),
            abcdefghijklmn: some(4),
            abcdefghijklmno: some(5),
            abcdefghijklmnop: some(6),
            b: Some(7),
        };
        let bytes = to_vec(&value).unwrap();
        for at in 0..bytes.len() {
            for bit in [1, 0x20, 0x80] {
                let mut changed = bytes.clone();
                changed[at] ^= bit;
                let other = general().from_slice::<Lengths>(&changed);
                assert_eq!(shown(from_slice::<Lengths>(&changed)), shown(other), "{present} {at}");
            }
        }
        assert_eq!(from_slice::<Lengths>(&bytes).unwrap(), value);
    }
}

#[test]
fn options_are_appended_alike_with_room_and_without() {
    let full = Frame { pose: Some(Pose::default()), is_last: Some(true), ..Frame::default() };
    let most = to_vec(&full).unwrap().len();
    let (mut few, mut wrong) = (full, Named::default());
    few.pose = None;
    wrong.level = Some(10);
    for value in [full, few, Frame::default()] {
        let bytes = to_vec(&value).unwrap();
        assert_eq!(bytes.capacity(), bytes.len());
        for room in [0, bytes.len(), most - 1, most, 2 * most] {
            let mut out = Vec::with_capacity(1 + room);
            out.push(7);
            append(&value, &mut out).unwrap();
            assert_eq!(out, [&[7], &bytes[..]].concat());
            out.reserve(room);
            append(&wrong, &mut out).unwrap_err();
            assert_eq!(out, [&[7], &bytes[..]].concat());
            let mut nameless = Vec::with_capacity(room);
            Options::new().names(false).append(&value, &mut nameless).unwrap_err();
            assert!(nameless.is_empty());
        }
    }
}
