//! 64 pictures of 100 KiB, still encoded as PNG would be.

use std::hint::black_box;

use bytes::Bytes;
use decthings_api::tensor::{DecthingsElementImage, DecthingsTensor, OwnedDecthingsTensor};
use tensor_format::{
    Image, ImageRef,
    decthings::{Dialect, Options},
};

use super::{FRESH, REUSED};
use crate::{
    peers::{self, Messages, Rkyv, Wincode, archived, wincode_borrowed},
    report::Suite,
    workload::{Bound, Form, Workload, times},
};

const COUNT: usize = 64;
const LEN: usize = 100 * 1024;

const LENGTHS: &str = "each length is known only after the element before it, and each format is checked";

peers::for_all! {
    /// One picture as a generic format is given it.
    struct Picture {
        format: String,
        #[serde(with = "serde_bytes")]
        data: Vec<u8>,
    }
}

type Pictures = Vec<Picture>;

#[derive(wincode::SchemaRead)]
struct Borrowed<'a> {
    format: &'a str,
    data: &'a [u8],
}

/// Lists the generic crates without `serde_json`, which writes every byte as a number.
fn generic() -> Vec<peers::Peer<Pictures>> {
    peers::peers!(Pictures: Bincode, Postcard, Bitcode, Borsh, Speedy, Wincode, Rkyv).into()
}

pub(crate) fn run(suite: &mut Suite) {
    let (encoding, borrowing, owning) =
        ("encode 64 images of 100 KiB", "decode 64 images of 100 KiB, borrowed", "decode 64 images of 100 KiB, owned");
    if ![encoding, borrowing, owning].iter().any(|title| suite.wants(title)) {
        return;
    }
    let pixels: Vec<Vec<u8>> = (0..COUNT).map(|n| (0..LEN).map(|at| (at * 31 + n) as u8).collect()).collect();
    let images: Vec<ImageRef<'_>> = pixels.iter().map(|data| ImageRef::new("png", data)).collect();
    let pictures: Pictures =
        pixels.iter().map(|data| Picture { format: "png".to_owned(), data: data.clone() }).collect();
    let wire = tensor_format::to_vec(&images).expect("a tensor");
    let clients = Options::new().dialect(Dialect::Clients).to_vec(&images).expect("a tensor");
    let theirs: Vec<DecthingsElementImage<'_>> =
        pixels.iter().map(|data| DecthingsElementImage::new("png", &data[..]).expect("a short format")).collect();
    let pieces = pixels.concat();

    if suite.wants(encoding) {
        let (wire, images) = (&wire, &images);
        let mut work = Workload::new(encoding, 1, wire.len());
        work.copies(wire).clones(wire);
        peers::reused(&mut work, std::slice::from_ref(&pictures), &generic());
        peers::fresh(&mut work, &pictures, &generic());
        work.moves("decthings-api, fresh buffer", FRESH, || {
            let array = decthings_api::ndarray::ArrayView1::from(&theirs);
            DecthingsTensor::Image(array.into_dyn().into()).serialize()
        });
        work.of(Form::BOTH);
        work.writes("tensor-format append, reused buffer", |out| {
            tensor_format::append(black_box(images), out).expect("a tensor");
        });
        work.target("P12", times(1.0, REUSED)).target("P12", Bound::Allocations(0));
        work.moves("tensor-format to_vec, fresh buffer", FRESH, || tensor_format::to_vec(black_box(images)));
        work.against_peer("decthings-api, fresh buffer").target("P12", Bound::Allocations(1));
        work.looks("tensor-format to_slices, in pieces", || tensor_format::to_slices(black_box(images)));
        work.target("P3", Bound::Nanoseconds(600.0)).target("P3", Bound::Allocations(2));
        suite.run(work);
    }

    let shared = Bytes::from(clients);
    let client = || OwnedDecthingsTensor::from_bytes(shared.clone()).expect("a tensor");
    assert!(tensor_format::from_slice::<Vec<ImageRef<'_>>>(&wire).expect("images") == images);
    if suite.wants(borrowing) {
        let mut work = Workload::new(borrowing, 1, pieces.len());
        let messages = Messages::new::<Pictures, Rkyv>(std::slice::from_ref(&pictures));
        work.looks("rkyv, checked", move || {
            archived::<<Pictures as rkyv::Archive>::Archived>(black_box(messages.one())).len()
        });
        work.of(Form::CHECKED);
        let messages = Messages::new::<Pictures, Wincode>(std::slice::from_ref(&pictures));
        work.looks("wincode", move || {
            let read: Vec<Borrowed<'_>> = wincode_borrowed(black_box(messages.one()));
            black_box(&read).iter().map(|picture| picture.format.len() + picture.data.len()).sum::<usize>()
        });
        work.of(Form::CHECKED);
        work.looks("decthings-api", || match client().tensor() {
            DecthingsTensor::Image(array) => array.len(),
            other => panic!("{other:?}"),
        });
        work.of(Form::BOTH);
        work.looks("tensor-format Vec<ImageRef>", || tensor_format::from_slice::<Vec<ImageRef<'_>>>(black_box(&wire)));
        work.except("decthings-api", LENGTHS);
        work.target("P12", times(1.0, "wincode"));
        work.target("P12", Bound::Nanoseconds(200.0)).target("P12", Bound::Allocations(1));
        work.looks("tensor-format TensorRef", || {
            tensor_format::from_slice::<tensor_format::TensorRef<'_>>(black_box(&wire))
        });
        work.except("decthings-api", LENGTHS);
        work.target("P12", times(1.0, "wincode"));
        work.target("P12", Bound::Nanoseconds(200.0)).target("P12", Bound::Allocations(0));
        suite.run(work);
    }
    if suite.wants(owning) {
        let mut work = Workload::new(owning, 1, pieces.len());
        work.clones(&pieces);
        peers::owned(&mut work, std::slice::from_ref(&pictures), FRESH, &generic());
        work.moves("decthings-api", FRESH, || match client().tensor() {
            DecthingsTensor::Image(array) => array.iter().map(|image| image.data.to_vec()).collect::<Vec<_>>(),
            other => panic!("{other:?}"),
        });
        work.of(Form::BOTH);
        work.moves("tensor-format Vec<Image>", FRESH, || tensor_format::from_slice::<Vec<Image>>(black_box(&wire)));
        work.against_peer("decthings-api");
        suite.run(work);
    }
}
