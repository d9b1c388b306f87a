//! How much memory a message may take, whatever it says of itself.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use allocation_counter::measure;
use ndarray::{Array1, ArrayD};
use tensor_format::{
    Batch, DecodeOwned, ErrorKind, Many, Record, Tensor, append,
    decthings::{Dialect, Options, annotate, request},
    error::Limit,
    from_value, to_value, to_vec,
};

/// The greatest number of bytes allocated at once.
fn peak<T>(call: impl FnOnce() -> T) -> u64 {
    let mut result = None;
    let peak = measure(|| result = Some(call())).bytes_max;
    drop(result);
    peak
}

/// Reads bytes within so many times their number, and 8 KiB; from a stream too.
#[track_caller]
fn takes_at_most<T: DecodeOwned>(times: u64, bytes: &[u8]) {
    let options = Options::new();
    let most = times * bytes.len() as u64 + 8192;
    let slice = peak(|| assert!(options.from_slice::<T>(bytes).is_ok()));
    let stream = peak(|| assert!(options.from_reader::<T, _>(bytes).is_ok()));
    let len = bytes.len();
    assert!(slice <= most && stream <= most, "{slice} and {stream} bytes of heap for {len}");
}

/// What the error says of `found` items without elements where `max` are allowed.
fn too_many(max: u64, found: u64) -> String {
    format!(
        "limit exceeded: at most {max} empty or tiny items allowed, found {found}; large ones count several times; an \
         option `max_empty_items`, if the format has it, sets the limit"
    )
}

#[derive(tensor_format::Tensor, Debug, PartialEq)]
struct Held<T> {
    m: Many<T>,
}

#[derive(tensor_format::Tensor, Debug, PartialEq)]
struct Ranged {
    #[tensor(range_checked = 0.0..=1.0)]
    m: Many<Batch<Vec<f32>>>,
}

/// A record of so many tensors of one byte, all under one name.
fn tiny(n: usize) -> Vec<u8> {
    let mut bytes = to_vec(&vec!["m"; n]).expect("encoded");
    (0..n).for_each(|_| append(&1u8, &mut bytes).expect("encoded"));
    bytes
}

#[test]
fn many_tiny_tensors() {
    for n in [4100, 5463, 10_000] {
        many_tiny(n);
    }
}

fn many_tiny(n: usize) {
    takes_at_most::<Record>(64, &tiny(n));
    takes_at_most::<Held<Tensor>>(64, &tiny(n));
    takes_at_most::<Held<ArrayD<u8>>>(64, &tiny(n));
    takes_at_most::<Batch<Tensor>>(64, &to_vec(&vec![1f32; n]).unwrap());
    takes_at_most::<Batch<ArrayD<u8>>>(64, &to_vec(&vec![[1u8; 4]; n]).unwrap());
    takes_at_most::<Batch<Vec<u8>>>(64, &to_vec(&vec![[1u8]; n]).unwrap());
    takes_at_most::<Batch<Vec<String>>>(64, &to_vec(&vec![["a"]; n]).unwrap());
}

#[derive(tensor_format::Tensor, Debug, Default)]
#[tensor(record)]
struct Entries<T>(T);

/// A record of so many vectors of this length, under different names.
fn entries(n: usize, len: usize) -> Vec<u8> {
    let mut bytes = to_vec(&names().take(n).collect::<Vec<_>>()).expect("encoded");
    (0..n).for_each(|_| append(&vec![0u8; len], &mut bytes).expect("encoded"));
    bytes
}

/// Different names, the shortest first.
fn names() -> impl Iterator<Item = String> {
    let letters = || (0..128u8).map(char::from);
    letters()
        .map(String::from)
        .chain(letters().flat_map(move |first| letters().map(move |last| format!("{first}{last}"))))
}

/// Tiny tensors as the entries of a map take as much as those of a [`Record`], and more where a table has just doubled;
/// all others take as much as any value. The numbers are some that make a table double, or fill it.
#[test]
fn entries_of_maps() {
    for n in [100, 450, 3600, 7168] {
        let tiny = entries(n, 0);
        takes_at_most::<Entries<Vec<(String, Vec<u8>)>>>(32, &tiny);
        takes_at_most::<Entries<HashMap<String, Vec<u8>>>>(32, &tiny);
        takes_at_most::<Entries<BTreeMap<Box<str>, Vec<u8>>>>(32, &tiny);
        takes_at_most::<Entries<HashMap<String, Array1<u8>>>>(64, &tiny);
        takes_at_most::<Entries<BTreeMap<String, ArrayD<u8>>>>(64, &tiny);
        takes_at_most::<Entries<Vec<(String, Tensor)>>>(64, &tiny);
        takes_at_most::<Entries<HashMap<String, ArrayD<u8>>>>(96, &tiny);
        takes_at_most::<Entries<HashMap<String, Tensor>>>(96, &tiny);
        let small = entries(n, 16);
        takes_at_most::<Entries<HashMap<String, ArrayD<u8>>>>(32, &small);
        takes_at_most::<Entries<HashMap<String, Tensor>>>(32, &small);
        takes_at_most::<Entries<Vec<(String, Tensor)>>>(32, &small);
    }
}

/// Names take no more than what they are, until their tensors come or do not.
#[test]
fn collections() {
    for n in [100, 4100, 10_000] {
        let texts: Vec<String> = (0..n).map(|n| format!("{n:x}")).collect();
        let bytes = to_vec(&texts).unwrap();
        takes_at_most::<HashSet<String>>(32, &bytes);
        takes_at_most::<BTreeSet<String>>(32, &bytes);
        takes_at_most::<Vec<char>>(32, &to_vec(&vec!["a"; n]).unwrap());
        let numbers = to_vec(&(0..n as u16).collect::<Vec<u16>>()).unwrap();
        takes_at_most::<HashSet<u16>>(32, &numbers);
        takes_at_most::<BTreeSet<u16>>(32, &numbers);
        takes_at_most::<VecDeque<u16>>(32, &numbers);
        // Refused before a set is made.
        let twice = to_vec(&vec![""; n]).unwrap();
        let most = 32 * twice.len() as u64 + 8192;
        assert!(peak(|| Options::new().from_slice::<HashSet<String>>(&twice).is_err()) <= most);
    }
}

#[test]
fn names_without_tensors() {
    for name in ["", "n", "a name of some length"] {
        for n in [1000, 10_000, 65_536] {
            let bytes = to_vec(&vec![name; n]).unwrap();
            let most = 32 * bytes.len() as u64 + 8192;
            let options = Options::new();
            assert!(peak(|| options.from_slice::<Record>(&bytes).is_err()) <= most);
            assert!(peak(|| options.from_reader::<Record, _>(&*bytes).is_err()) <= most);
            assert!(peak(|| options.check::<Record>(&bytes).is_err()) <= most);
            assert!(peak(|| options.from_slice::<Entries<HashMap<String, Tensor>>>(&bytes).is_err()) <= most);
            assert!(peak(|| options.from_reader::<Entries<Vec<(String, Tensor)>>, _>(&*bytes).is_err()) <= most);
        }
    }
}

#[test]
fn tiny_items_of_dynamic_rank_are_bounded() {
    let bytes = to_vec(&vec![1u8; 10_000]).unwrap();
    for error in [
        Options::new().from_slice::<Batch<Tensor>>(&bytes).unwrap_err(),
        Options::new().from_reader::<Batch<Tensor>, _>(&*bytes).unwrap_err(),
        Options::new().from_slice::<Batch<ArrayD<u8>>>(&bytes).unwrap_err(),
    ] {
        let text = format!("{} (byte 2)", too_many(4097, 10_000));
        assert_eq!(error.to_string(), text);
    }
    assert!(peak(|| Options::new().from_slice::<Batch<Tensor>>(&bytes).is_err()) <= 8192);
    let all = Options::new().max_empty_items(10_000);
    assert_eq!(all.from_slice::<Batch<Tensor>>(&bytes).unwrap().len(), 10_000);
    let some = to_vec(&vec![1u8; 4000]).unwrap();
    assert_eq!(Options::new().from_slice::<Batch<Tensor>>(&some).unwrap().len(), 4000);
}

#[derive(tensor_format::Tensor, Debug, PartialEq)]
struct Dynamic {
    a: Tensor,
    b: Option<Tensor>,
}

#[derive(tensor_format::Tensor, Debug, PartialEq)]
struct Listed {
    a: Vec<u8>,
    b: Option<Vec<u8>>,
}

/// A record of one column.
fn column(of: &impl tensor_format::Encode) -> Vec<u8> {
    column_of(&to_vec(of).expect("encoded"))
}

/// The same of the column's message.
fn column_of(message: &[u8]) -> Vec<u8> {
    [&to_vec(&["a"]).expect("encoded"), message].concat()
}

#[test]
fn tiny_records_of_a_batch_are_bounded() {
    for n in [4100, 10_000, 20_000] {
        takes_at_most::<Batch<Listed>>(64, &column(&vec![[1u8]; n]));
        takes_at_most::<Batch<Dynamic>>(64, &column(&vec![[1u8; 8]; n]));
        takes_at_most::<Batch<Dynamic>>(64, &column(&vec!["a text of some length"; n]));
    }
    let tiny = column(&vec![1u8; 10_000]);
    // A record of two tensors in memory counts as two, where their lengths are numbers of 64 bits.
    let counted = if usize::BITS < 64 { 10_000 } else { 20_000 };
    let text = format!("{} (byte 7)", too_many(6598, counted));
    assert_eq!(Options::new().from_slice::<Batch<Dynamic>>(&tiny).unwrap_err().to_string(), text);
    assert_eq!(Options::new().from_reader::<Batch<Dynamic>, _>(&*tiny).unwrap_err().to_string(), text);
    assert!(peak(|| Options::new().from_slice::<Batch<Dynamic>>(&tiny).is_err()) <= 8192);
    let request = request::to_vec(&Options::new().from_slice::<Record>(&tiny).unwrap()).unwrap();
    let error = request::from_slice::<Batch<Dynamic>>(&request).unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::EmptyItems, found, .. } if *found == counted),
        "{error}"
    );
    let options = Options::new().max_empty_items(20_000);
    assert_eq!(options.from_slice::<Batch<Dynamic>>(&tiny).unwrap().len(), 10_000);
    assert_eq!(options.dialect(Dialect::Clients).from_request::<Batch<Dynamic>>(&request).unwrap().len(), 10_000);
}

/// The lengths of many axes are in the memory of each item, and in the input once.
#[test]
fn items_of_many_axes_are_bounded() {
    fn bounded<T: DecodeOwned>(bytes: &[u8], free: u64) -> bool {
        let options = Options::new();
        let most = 64 * bytes.len() as u64 + 8192 + free;
        let slice = peak(|| options.from_slice::<T>(bytes).is_ok());
        let stream = peak(|| options.from_reader::<T, _>(bytes).is_ok());
        assert!(slice <= most && stream <= 2 * most, "{slice} and {stream} bytes of heap, at most {most}");
        options.from_slice::<T>(bytes).is_ok()
    }
    let mut read = [0, 0];
    for (axes, size, n) in [4, 5, 6, 7, 40, 200]
        .into_iter()
        .flat_map(|axes| [1, 3, 4, 12, 16, 40, 56, 64, 300].map(|size| (axes, size)))
        .flat_map(|(axes, size)| [40, 2000, 20_000].map(|n| (axes, size, n)))
    {
        let shape = [&[n, size][..], &vec![1; axes - 1]].concat();
        let bytes = to_vec(&ArrayD::<u8>::zeros(shape)).unwrap();
        // What is allowed of items that are next to nothing in the input.
        let free = 4096 * 512;
        let mut is_read = bounded::<Batch<Tensor>>(&bytes, free);
        is_read |= bounded::<Batch<ArrayD<u8>>>(&bytes, free);
        is_read |= bounded::<Batch<Dynamic>>(&column_of(&bytes), free);
        read[usize::from(is_read)] += 1;
    }
    let refused = if usize::BITS < 64 { 10 } else { 20 };
    assert!(read[0] > refused && read[1] > 40, "{read:?}");
}

/// Tensors of four axes have their lengths in themselves.
#[test]
#[cfg(target_pointer_width = "64")]
fn lengths_of_few_axes_take_no_memory_apart() {
    let of = |axes: usize| {
        let shape = [&[100, 4][..], &vec![1; axes - 1]].concat();
        let bytes = to_vec(&ArrayD::<u8>::zeros(shape)).unwrap();
        Options::new().max_empty_items(0).from_slice::<Batch<Tensor>>(&bytes).is_ok()
    };
    assert_eq!([3, 4, 5].map(of), [true, true, false]);
}

/// Where fewer items that are next to nothing in the input are allowed, no memory is reserved for more.
#[test]
fn empty_texts_of_a_batch_are_bounded_by_the_option() {
    fn bounded<T: DecodeOwned>(bytes: &[u8]) {
        let options = Options::new().max_empty_items(32);
        let most = 64 * bytes.len() as u64 + 8192 + 32 * 512;
        let slice = peak(|| options.from_slice::<T>(bytes).is_ok());
        let stream = peak(|| options.from_reader::<T, _>(bytes).is_ok());
        assert!(slice <= most && stream <= most, "{slice} and {stream} bytes of heap, at most {most}");
    }
    for (n, len) in [(500, 0), (1000, 0), (4000, 0), (20_000, 0), (4000, 1), (4000, 2), (4000, 3), (4000, 4)] {
        let texts = to_vec(&vec!["a".repeat(len); n]).unwrap();
        bounded::<Batch<Tensor>>(&texts);
        bounded::<Batch<Dynamic>>(&column_of(&texts));
    }
}

#[derive(tensor_format::Tensor, Debug, PartialEq)]
enum Either {
    Text(String),
    Count(u8),
}

/// Elements of variable size are tiny only if they are.
#[test]
fn texts_of_dynamic_tensors_are_counted_as_they_come() {
    let long = to_vec(&vec!["a text of some length"; 20_000]).unwrap();
    takes_at_most::<Batch<Tensor>>(32, &long);
    takes_at_most::<Batch<Either>>(32, &long);
    takes_at_most::<Batch<Either>>(64, &to_vec(&vec![""; 20_000]).unwrap());
    let empty = to_vec(&vec![""; 20_000]).unwrap();
    let text = format!("{} (byte 2)", too_many(5462, 5463));
    assert_eq!(Options::new().from_slice::<Batch<Tensor>>(&empty).unwrap_err().to_string(), text);
    assert_eq!(Options::new().from_reader::<Batch<Tensor>, _>(&*empty).unwrap_err().to_string(), text);
    assert!(peak(|| Options::new().from_slice::<Batch<Tensor>>(&empty).is_err()) < 1_500_000);
}

/// f32 `[65535, 0]`.
const BOMB: &[u8] = &[1, 2, 0xfd, 0xff, 0xff, 0];

/// A row that holds nothing takes memory for all that.
#[derive(tensor_format::Tensor, Debug, PartialEq)]
struct Row {
    a: Vec<f32>,
}

#[test]
fn items_without_elements_are_bounded() {
    fn refused<T: DecodeOwned>(bytes: &[u8], max: u64, found: u64) {
        let options = Options::new();
        let mut errors = vec![
            options.from_slice::<T>(bytes).err().expect("too many"),
            options.from_reader::<T, _>(bytes).err().expect("too many"),
            options.sequence::<T>(bytes).next().unwrap().err().expect("too many").in_record(0),
        ];
        errors.dedup_by_key(|error| (error.kind().to_string(), error.offset()));
        let [error] = &errors[..] else { panic!("{errors:?}") };
        assert_eq!(error.kind().to_string(), too_many(max, found));
        assert!(peak(|| options.from_slice::<T>(bytes).is_err()) < 150_000);
    }
    refused::<Batch<Vec<f32>>>(BOMB, 4097, 65535);
    refused::<Vec<[f32; 0]>>(BOMB, 4097, 65535);
    refused::<Array1<[f32; 0]>>(BOMB, 4097, 65535);
    refused::<Batch<ArrayD<f32>>>(BOMB, 4097, 65535);
    let mut record = to_vec(&["a"]).unwrap();
    record.extend_from_slice(BOMB);
    refused::<Batch<Row>>(&record, 4098, 65535);
    let mut map = to_vec(&["d0", "values"]).unwrap();
    append(&vec!["x"; 3], &mut map).unwrap();
    map.extend_from_slice(BOMB);
    refused::<BTreeMap<String, Vec<f32>>>(&map, 4103, 65535);

    // Together they are more, whatever each of them is.
    let nested = [1, 3, 100, 100, 0];
    assert_eq!(Options::new().from_slice::<Batch<Vec<[f32; 0]>>>(&[1, 3, 30, 100, 0]).unwrap().len(), 30);
    refused::<Batch<Vec<[f32; 0]>>>(&nested, 4097, 4100);
    let mut columns = to_vec(&["a"]).unwrap();
    columns.extend([1, 4, 50, 100, 2, 0]);
    #[derive(tensor_format::Tensor)]
    struct Deep {
        a: Batch<Batch<Vec<f32>>>,
    }
    impl Drop for Deep {
        fn drop(&mut self) {
            self.a.clear();
        }
    }
    refused::<Batch<Deep>>(&columns, 4098, 4100);
}

#[test]
fn items_without_elements_are_bounded_over_a_whole_input() {
    // f32 [4000, 0]: one of them is within what is free.
    let some = [1, 2, 0xfd, 0x0f, 0xa0, 0];
    let mut bytes = to_vec(&vec!["m"; 300]).unwrap();
    (0..300).for_each(|_| bytes.extend_from_slice(&some));
    let options = Options::new();
    for read in [options.from_slice::<Held<Batch<Vec<f32>>>>(&bytes), options.from_reader(&*bytes)] {
        let error = read.unwrap_err();
        assert_eq!(error.parameter(), Some("m"));
        assert_eq!(error.kind().to_string(), too_many(4250, 8000));
        assert_eq!(error.offset(), Some(3 + 2 + 600 + 6 + 2));
    }
    assert!(peak(|| options.from_slice::<Held<Batch<Vec<f32>>>>(&bytes).is_err()) < 250_000);
    let error = options.from_slice::<Ranged>(&bytes).unwrap_err();
    assert_eq!(error.kind().to_string(), too_many(4250, 8000));
    let all = options.max_empty_items(2_000_000).from_slice::<Held<Batch<Vec<f32>>>>(&bytes).unwrap();
    assert_eq!(all.m.iter().map(|items| items.len()).sum::<usize>(), 1_200_000);
    let error = from_value::<Held<Batch<Vec<f32>>>>(&to_value(&all).unwrap().as_ref()).unwrap_err();
    assert_eq!(error.kind().to_string(), too_many(4096, 8000));

    // A sequence is one input, from memory and from a stream, read anew or into one value.
    let stream = some.repeat(10);
    let text = format!("record 1: {} (byte 8)", too_many(4099, 8000));
    let mut values = options.sequence::<Batch<Vec<f32>>>(&stream);
    assert_eq!(values.next().unwrap().unwrap().len(), 4000);
    assert_eq!(values.next().unwrap().unwrap_err().to_string(), text);
    let mut values = options.sequence_from_reader::<Batch<Vec<f32>>, _>(&*stream);
    assert_eq!(values.next().unwrap().unwrap().len(), 4000);
    assert_eq!(values.next().unwrap().unwrap_err().to_string(), text);
    let mut values = options.sequence::<Batch<Vec<f32>>>(&stream);
    let mut value = Batch(vec![]);
    assert!(values.next_into(&mut value).unwrap().is_ok());
    assert_eq!(values.next_into(&mut value).unwrap().unwrap_err().to_string(), text);
    // What is between them pays for more.
    let mut paid = some.to_vec();
    append(&vec![vec![1f32; 4000]; 1][0], &mut paid).unwrap();
    paid.extend_from_slice(&some);
    #[derive(tensor_format::Tensor, Debug)]
    struct Two {
        a: Batch<Vec<f32>>,
        b: Vec<f32>,
        c: Batch<Vec<f32>>,
    }
    let bytes = [to_vec(&["a", "b", "c"]).unwrap(), paid].concat();
    let read: Two = options.from_slice(&bytes).unwrap();
    assert_eq!((read.a.len(), read.b.len(), read.c.len()), (4000, 4000, 4000));
}

#[test]
fn items_without_elements_in_flattened_records_are_bounded_over_a_sequence() {
    #[derive(tensor_format::Tensor, Debug)]
    struct Inner {
        a: Batch<Vec<f32>>,
    }
    #[derive(tensor_format::Tensor, Debug)]
    struct Outer {
        #[tensor(flatten)]
        inner: Inner,
        id: u8,
    }
    // By name, so that the tensor is held until all have come; f32 [4000, 0].
    let mut bytes = to_vec(&["id", "a"]).unwrap();
    append(&1u8, &mut bytes).unwrap();
    bytes.extend([1, 2, 0xfd, 0x0f, 0xa0, 0]);
    let bytes = bytes.repeat(3);
    let mut values = Options::new().sequence::<Outer>(&bytes);
    let value = values.next().unwrap().unwrap();
    assert_eq!((value.inner.a.len(), value.id), (4000, 1));
    let text = format!("record 1: parameter `a`: {} (byte 30)", too_many(4104, 8000));
    assert_eq!(values.next().unwrap().unwrap_err().to_string(), text);
}

#[test]
fn annotations_are_made_one_by_one() {
    let mut deep = vec![7, 255];
    deep.extend([1; 255]);
    deep.push(1);
    let names = [&[11, 1, 253, 4, 0][..], &[0; 1024], &[99]].concat();
    for bytes in [deep.clone(), deep.repeat(100), tiny(5000), names] {
        let peak = peak(|| annotate(&bytes).count());
        assert!(peak <= 32 * bytes.len() as u64 + 8192, "{peak} bytes of heap for {}", bytes.len());
    }
    let lines: Vec<String> = annotate(&deep).map(|line| line.meaning).collect();
    assert_eq!((lines.len(), &*lines[1], &*lines[256], &*lines[257]), (258, "rank 255", "axis 254: 1", "1"));
    let last = annotate(&deep[..100]).last().unwrap();
    assert_eq!((last.offset, last.meaning.as_str()), (100, "the input ends too early: 1 byte needed, 0 left"));
}

/// A tensor of names is held against what follows once, not for every tensor before the end.
#[test]
fn annotations_take_time_in_proportion() {
    let words = to_vec(&vec!["a"; 1000]).unwrap();
    let bytes = words.repeat(100);
    let start = std::time::Instant::now();
    assert!(annotate(&bytes).count() > 100_000);
    assert!(start.elapsed().as_secs() < 60);
    for dialect in [Dialect::Documented, Dialect::Clients] {
        let options = Options::new().dialect(dialect);
        let three = [options.to_vec(&["a", "b"]).unwrap(), options.to_vec(&1u8).unwrap()].concat();
        let lines: Vec<String> = options.annotate(&three).map(|line| line.meaning).collect();
        assert!(lines[0].starts_with("tensor 0: ") && lines.last().unwrap().starts_with("tensor 1: "), "{lines:?}");
    }
}

/// Each field has two columns in a list.
#[derive(tensor_format::Tensor, Debug, PartialEq)]
struct Sparse {
    a: Option<u8>,
    b: Option<u8>,
    c: Option<u8>,
    d: Option<u8>,
    e: Option<u8>,
    f: Option<u8>,
    g: Option<u8>,
    h: Option<u8>,
    i: Option<u8>,
    j: Option<u8>,
    k: Option<u8>,
    l: Option<u8>,
    m: Option<u8>,
    n: Option<u8>,
    o: Option<u8>,
    p: Option<u8>,
    q: Option<u8>,
}

#[test]
fn many_empty_columns() {
    let bytes = to_vec(&Vec::<Sparse>::new()).expect("encoded");
    takes_at_most::<Vec<Sparse>>(32, &bytes);
    // In pieces it is read by the general path.
    let most = 32 * bytes.len() as u64 + 8192;
    let found =
        peak(|| assert!(tensor_format::from_reader::<Vec<Sparse>, _>(tensor_format_tests::in_pieces(&bytes)).is_ok()));
    assert!(found <= most, "{found} bytes of heap for {}", bytes.len());
}

#[derive(Tensor)]
struct Promised {
    id: u32,
    note: Option<String>,
    bytes: Vec<u8>,
    numbers: Vec<f64>,
    texts: Vec<String>,
}

/// Headers may say anything: of a stream that ends before, no more memory is taken than what has arrived allows.
#[test]
fn streams_that_end_early_take_memory_for_what_has_arrived() {
    fn bounded<T: DecodeOwned>(whole: &[u8]) {
        let lens =
            (1..200).step_by(20).chain((200..20_000).step_by(331)).chain([4031, 4032, 4033, 4075, 65_000, 300_000]);
        for len in lens.filter(|len| *len < whole.len()) {
            let (bytes, options) = (&whole[..len], Options::new());
            let most = 32 * len as u64 + 8192;
            let only = peak(|| assert!(options.from_reader::<T, _>(bytes).is_err()));
            let slowly = peak(|| assert!(options.from_reader::<T, _>(tensor_format_tests::in_pieces(bytes)).is_err()));
            let sequence = peak(|| assert!(options.sequence_from_reader::<T, _>(bytes).next().unwrap().is_err()));
            let name = std::any::type_name::<T>();
            assert!(
                only.max(slowly).max(sequence) <= most,
                "{name}, {len} bytes: {only}, {slowly}, {sequence} > {most}"
            );
        }
    }
    const FAR: [u8; 5] = [254, 0x3f, 0xff, 0xff, 0xff];
    let long = |header: &[u8]| [header, &vec![1; 400_000]].concat();
    bounded::<Vec<u8>>(&long(&[&[7, 1][..], &FAR].concat()));
    bounded::<Vec<f64>>(&long(&[&[2, 1][..], &[254, 0, 0xff, 0xff, 0xff]].concat()));
    bounded::<Vec<String>>(&long(&[&[11, 1][..], &FAR, &FAR].concat()));
    bounded::<String>(&long(&[&[11, 0][..], &FAR].concat()));
    let promised = |bytes: usize, numbers: usize| {
        let texts = vec!["a text".repeat(200); 300];
        let promised = Promised { id: 1, note: None, bytes: vec![1; bytes], numbers: vec![1.0; numbers], texts };
        to_vec(&promised).unwrap()
    };
    bounded::<Promised>(&promised(10, 10));
    bounded::<Promised>(&promised(400_000, 10));
    bounded::<Promised>(&promised(3000, 100_000));
}
