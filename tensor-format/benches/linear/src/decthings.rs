//! Messages of Decthings.

use std::collections::{BTreeMap, HashMap, HashSet};

use bytes::BytesMut;
use tensor_format::{
    Batch, Binary, Encode, Image, Many, Ragged, Record, RecordRef, Tensor, TensorRef,
    decthings::{self, Dialect, Framer, Options, tokio::Codec},
};
use tokio_util::codec::Decoder;

use crate::{
    Case, listed,
    made::{near, parts},
    rules::Wanted,
};

const OPTIONS: Options = Options::new().max_params(usize::MAX).max_empty_items(usize::MAX);
const CLIENTS: Options = OPTIONS.dialect(Dialect::Clients);

fn bytes<T: Encode>(value: &T) -> Vec<u8> {
    OPTIONS.to_vec(value).expect("bytes")
}

/// A record of tiny tensors with these names.
fn record(bytes: usize, name: impl Fn(usize) -> String) -> Vec<u8> {
    let one = || Tensor::from(vec![7u8]);
    let per = name(1000).len() + 5;
    let record: Record = (0..bytes / per + 1).map(|at| (name(at), one())).collect();
    self::bytes(&record)
}

fn numbered(at: usize) -> String {
    format!("n{at}")
}

fn feed<T: tensor_format::HasRules>(bytes: &[u8], piece: usize) -> usize {
    let mut framer = Framer::new::<T>();
    bytes.chunks(piece).map(|piece| framer.feed(piece).is_ok()).filter(|fed| *fed).count()
}

fn codec<T: tensor_format::DecodeOwned>(bytes: &[u8], piece: usize) -> usize {
    let mut codec = Codec::<T>::with_options(&OPTIONS).expect("a codec").max_message_bytes(usize::MAX);
    let (mut received, mut values) = (BytesMut::new(), 0);
    for piece in bytes.chunks(piece) {
        received.extend_from_slice(piece);
        while let Ok(Some(_)) = codec.decode(&mut received) {
            values += 1;
        }
    }
    values
}

pub(crate) fn cases() -> Vec<Case> {
    let many = |bytes| record(bytes, numbered);
    let same = |bytes| record(bytes, |_| "same".to_owned());
    let nearly = |bytes| record(bytes, near);
    let long = |bytes| record(bytes, |at| format!("{}{at}", "x".repeat(2000)));
    let axes = |size| {
        let tensor = bytes(&Tensor::from_vec(vec![1usize; 255], vec![1u8]).expect("a tensor"));
        parts(size, &[], |_| tensor.clone())
    };
    let empty = |size| bytes(&vec![""; size]);
    let short = |size| bytes(&vec!["ab"; size / 3]);
    let ragged = |size: usize| bytes(&Ragged(vec![Vec::<u8>::new(); size / 8]));
    let nested = |size: usize| bytes(&Ragged(vec![vec![vec![1u8]; 2]; size / 26]));
    let labels = |size: usize| {
        let map: BTreeMap<String, f32> = (0..size / 12).map(|at| (format!("{at:07}"), 1.0)).collect();
        bytes(&map)
    };
    let twice = |size: usize| {
        #[derive(Tensor)]
        struct Table {
            labels: Vec<String>,
            values: Vec<f32>,
        }
        let labels: Vec<String> = (0..size / 12).map(|at| format!("{:07}", at / 2)).collect();
        bytes(&Table { values: vec![1.0; labels.len()], labels })
    };
    let tiny = |size| parts(size, &[], |_| bytes(&1.5f32));
    let pieces = |size: usize| bytes(&Tensor::from(vec![1u8; size]));
    listed! {
        "decthings many tensors, Record", many, |bytes| OPTIONS.from_slice::<Record>(bytes);
        "decthings many tensors, RecordRef", many, |bytes| OPTIONS.from_slice::<RecordRef<'_>>(bytes);
        "decthings many tensors, reader", many, |bytes| OPTIONS.from_reader::<Record, _>(bytes);
        "decthings many tensors, check", many, |bytes| OPTIONS.check::<Wanted>(bytes);
        "decthings many tensors, check_all", many, |bytes| OPTIONS.check_all::<Wanted>(bytes);
        "decthings many tensors, typed", many, |bytes| OPTIONS.from_slice::<Wanted>(bytes);
        "decthings many tensors, annotate", many, |bytes| OPTIONS.annotate(bytes).count();
        "decthings many tensors, Clients", many, |bytes| CLIENTS.from_slice::<Record>(bytes);
        "decthings many tensors, map", many, |bytes| OPTIONS.from_slice::<Columns>(bytes);
        "decthings many tensors, written", many, |bytes| {
            OPTIONS.from_slice::<RecordRef<'_>>(bytes).and_then(|record| Ok(OPTIONS.to_vec(&record)?))
        };
        "decthings many tensors, shown", many, |bytes| OPTIONS.from_slice::<RecordRef<'_>>(bytes).map(|all| all.to_string());
        "decthings names that are the same, Record", same, |bytes| OPTIONS.from_slice::<Record>(bytes);
        "decthings names that are the same, Many", same, |bytes| OPTIONS.from_slice::<Same>(bytes);
        "decthings names that are the same, typed", same, |bytes| OPTIONS.from_slice::<Wanted>(bytes);
        "decthings names that are the same, check_all", same, |bytes| OPTIONS.check_all::<Same>(bytes);
        "decthings near names, typed", nearly, |bytes| OPTIONS.from_slice::<Wanted>(bytes);
        "decthings near names, reader", nearly, |bytes| OPTIONS.from_reader::<Wanted, _>(bytes);
        "decthings near names, check_all", nearly, |bytes| OPTIONS.check_all::<Wanted>(bytes);
        "decthings long names, typed", long, |bytes| OPTIONS.from_slice::<Wanted>(bytes);
        "decthings many axes", axes, |bytes| OPTIONS.sequence::<Tensor>(bytes).count();
        "decthings many axes, annotate", axes, |bytes| OPTIONS.annotate(bytes).count();
        "decthings tiny messages", tiny, |bytes| OPTIONS.sequence::<f32>(bytes).count();
        "decthings tiny messages, reader", tiny, |bytes| OPTIONS.sequence_from_reader::<f32, _>(bytes).count();
        "decthings tiny messages, codec", tiny, |bytes| codec::<f32>(bytes, 4096);
        "decthings tiny messages, annotate", tiny, |bytes| OPTIONS.annotate(bytes).count();
        "decthings empty texts", empty, |bytes| OPTIONS.from_slice::<Vec<String>>(bytes);
        "decthings empty texts, borrowed", empty, |bytes| OPTIONS.from_slice::<Vec<&str>>(bytes);
        "decthings empty texts, TensorRef", empty, |bytes| OPTIONS.from_slice::<TensorRef<'_>>(bytes);
        "decthings short texts, reader", short, |bytes| OPTIONS.from_reader::<Vec<String>, _>(bytes);
        "decthings short texts, set of labels", short, |bytes| OPTIONS.from_slice::<HashSet<u32>>(bytes);
        "decthings short texts in pieces", short, |bytes| feed::<Vec<String>>(bytes, 1000);
        "decthings short texts, codec", short, |bytes| codec::<Vec<String>>(bytes, 1000);
        "decthings numbers in pieces", pieces, |bytes| feed::<Vec<u8>>(bytes, 1000);
        "decthings numbers, codec", pieces, |bytes| codec::<Vec<u8>>(bytes, 1000);
        "decthings many tensors in pieces", many, |bytes| feed::<Record>(bytes, 1000);
        "decthings many tensors, codec", many, |bytes| codec::<Record>(bytes, 1000);
        "decthings empty ragged items", ragged, |bytes| OPTIONS.from_slice::<Ragged<Vec<u8>>>(bytes);
        "decthings nested ragged items", nested, |bytes| OPTIONS.from_slice::<Ragged<Vec<Vec<u8>>>>(bytes);
        "decthings labels, BTreeMap", labels, |bytes| OPTIONS.from_slice::<BTreeMap<String, f32>>(bytes);
        "decthings labels, HashMap", labels, |bytes| OPTIONS.from_slice::<HashMap<String, f32>>(bytes);
        "decthings labels that are the same, BTreeMap", twice, |bytes| OPTIONS.from_slice::<BTreeMap<String, f32>>(bytes);
        "decthings labels that are the same, HashMap", twice, |bytes| OPTIONS.from_slice::<HashMap<String, f32>>(bytes);
        "decthings labels of an enum", short, |bytes| OPTIONS.from_slice::<Vec<Label>>(bytes);
        "decthings batch of tensors", |size| bytes(&vec![[1u8; 1]; size]), |bytes| OPTIONS.from_slice::<Batch<Tensor>>(bytes);
        "decthings images", |size| bytes(&vec![Image::new("png", []); size / 5]), |bytes| OPTIONS.from_slice::<Vec<Image>>(bytes);
        "decthings byte strings", |size| bytes(&vec![Binary(vec![]); size]), |bytes| OPTIONS.from_slice::<Vec<Binary>>(bytes);
        "decthings request of blobs", request, |bytes| decthings::request::read(bytes).map(|message| message.blobs().count());
    }
}

/// Columns by name.
#[derive(Tensor)]
#[tensor(record)]
struct Columns(HashMap<String, Tensor>);

#[derive(Tensor)]
struct Same {
    same: Many<Vec<u8>>,
}

#[derive(Tensor)]
enum Label {
    Ab,
    Abc,
}

fn request(size: usize) -> Vec<u8> {
    let blob = vec![7; size / 200];
    let blobs = vec![&blob[..]; 200];
    decthings::Message::new("{}", blobs).to_request().expect("a request")
}
