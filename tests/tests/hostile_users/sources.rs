//! Sources whose headers, counts and elements contradict each other, under the library's own types.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashSet, VecDeque},
    rc::Rc,
    sync::Arc,
};

use ndarray::{Array1, Array2, ArrayD, ArrayView1, CowArray, Ix2};
use tensor_format::{
    Audio, Batch, Binary, BinaryRef, Decode, DecodeError, Element, ElementType, Encode, HasRules, Header, Image,
    ImageRef, Many, Ragged, Record, RecordRef, Tensor, TensorRef, View,
    codec::{ElementSource, HeaderPlace, RecordOrder, Source, Variable},
    rules::RecordType,
};

use super::{
    draw,
    encoders::{Fixed, Mixed},
    payloads::{self, BYTES},
};

/// The elements of a tensor, other ones at each call.
struct WildElements;

fn done<T>(value: T) -> Result<T, DecodeError> {
    draw::called();
    if draw::rarely(8) { Err(tensor_format::ErrorKind::custom("the source refuses").into()) } else { Ok(value) }
}

impl ElementSource<'static> for WildElements {
    const BORROWS: bool = true;

    fn fill<T: Element>(&mut self, _: &mut [T]) -> Result<(), DecodeError> {
        done(())
    }

    fn left(&self) -> usize {
        draw::count()
    }

    fn native(&self, element_type: ElementType, count: usize) -> Option<&[u8]> {
        let size = element_type.size().unwrap_or(1);
        let len = if draw::rarely(3) { draw::below(50) } else { count.min(20).saturating_mul(size) };
        if draw::rarely(3) { None } else { Some(&BYTES[..len.min(BYTES.len())]) }
    }

    fn size_hint(&self) -> usize {
        draw::count()
    }

    fn extend<T: Element>(&mut self, count: usize, out: &mut Vec<T>) -> Result<(), DecodeError> {
        let there = count.min(20);
        match draw::below(4) {
            0 => out.clear(),
            1 => out.extend(vec![T::default(); draw::below(9)]),
            _ => out.extend(vec![T::default(); there]),
        }
        done(())
    }

    fn borrow<T: Element>(&mut self, count: usize) -> Result<View<'static, T>, DecodeError> {
        let len = if draw::rarely(3) { draw::below(50) } else { count.min(20).saturating_mul(T::SIZE) };
        done(View::new(&BYTES[..len.min(BYTES.len())], payloads::order()))
    }

    fn variable(&mut self) -> Result<Variable<'static>, DecodeError> {
        done(payloads::variable())
    }

    fn texts<F>(&mut self, count: usize, mut take: F) -> Result<(), DecodeError>
    where
        F: FnMut(Cow<'static, str>) -> Result<(), DecodeError>,
    {
        let given = if draw::rarely(3) { draw::below(9) } else { count.min(20) };
        (0..given).try_for_each(|_| take("text".into()))?;
        done(())
    }

    fn media<F>(&mut self, _: ElementType, count: usize, mut take: F) -> Result<(), DecodeError>
    where
        F: FnMut(&'static [u8], &'static [u8]) -> Result<(), DecodeError>,
    {
        let given = if draw::rarely(3) { draw::below(9) } else { count.min(20) };
        (0..given).try_for_each(|_| take(b"png", &BYTES[..9]))?;
        done(())
    }

    fn take(&mut self, header: Header) -> Result<TensorRef<'static>, DecodeError> {
        let count = header.shape.element_count().unwrap_or(usize::MAX).min(20);
        let fits = TensorRef::from_bytes(
            header.element_type,
            header.shape,
            &BYTES[..header.element_type.size().unwrap_or(1) * count],
            payloads::order(),
        );
        match fits {
            Ok(tensor) if !draw::rarely(4) => done(tensor),
            _ => done(TensorRef::from_slice([2], &[1u16, 2]).expect("a tensor")),
        }
    }

    fn skip(&mut self, _: ElementType, _: usize) -> Result<(), DecodeError> {
        done(())
    }

    fn end(&mut self) -> Result<(), DecodeError> {
        done(())
    }

    fn count_empty(&mut self, _: usize) -> Result<(), tensor_format::ErrorKind> {
        Ok(())
    }

    fn element_offset(&self) -> Option<u64> {
        Some(u64::MAX)
    }

    fn offset(&self, _: HeaderPlace) -> Option<u64> {
        Some(u64::MAX)
    }
}

/// A source whose headers are drawn from those that fit, and others.
struct WildSource<'h> {
    headers: &'h [Header],
    names: usize,
}

const NAMES: [&str; 9] = ["name", "numbers", "perhaps", "x", "y", "labels", "values", "0", "data.inner"];

impl Source<'static> for WildSource<'_> {
    type Elements<'s>
        = WildElements
    where
        Self: 's;

    fn tensor(&mut self) -> Result<(Header, WildElements), DecodeError> {
        let header = match draw::rarely(3) || self.headers.is_empty() {
            true => Header::new(draw::element_type(), draw::shape()),
            false => self.headers[draw::below(self.headers.len())].clone(),
        };
        done((header, WildElements))
    }

    fn record(&mut self, _: RecordType) -> Result<RecordOrder, DecodeError> {
        done(draw::one_of(&[RecordOrder::Declared, RecordOrder::Any]))
    }

    fn next_name(&mut self) -> Result<bool, DecodeError> {
        self.names += 1;
        done(self.names < 40 && !draw::rarely(12))
    }

    fn name(&self) -> &str {
        draw::one_of(&NAMES)
    }

    fn lent_name(&self) -> Option<&'static str> {
        Some(draw::one_of(&NAMES))
    }

    fn metadata(&mut self, _: &str) -> Result<Option<Cow<'_, str>>, DecodeError> {
        done(Some(draw::one_of(&["null", "{", "1", "\"text\"", ""]).into()))
    }

    fn count_empty(&mut self, _: usize) -> Result<(), tensor_format::ErrorKind> {
        Ok(())
    }

    fn position(&self) -> Option<u64> {
        Some(draw::count() as u64)
    }

    fn each_name(&self, show: &mut dyn FnMut(&str)) {
        (0..draw::below(20)).for_each(|_| show(draw::one_of(&NAMES)));
    }
}

/// Reads a type from sources that lie, fresh and into a value that is there, and writes what came of it.
fn read<T: Decode<'static> + Encode>(many: u64) {
    let headers = headers::<T>();
    for seed in draw::seeds(many) {
        draw::seed(seed);
        let source = || WildSource { headers: &headers, names: 0 };
        let Ok(mut value) = T::decode(&mut source()) else { continue };
        let _ = tensor_format::to_vec(&value);
        let _ = value.decode_into(&mut source());
        let _ = (tensor_format::to_vec(&value), tensor_format::npz::to_vec(&value), value.validate());
    }
}

/// Reads many values of a type at once, as [`read`].
fn read_many<T: Decode<'static> + Encode>(many: u64) {
    let headers = headers::<T>();
    for seed in draw::seeds(many) {
        draw::seed(seed);
        let source = || WildSource { headers: &headers, names: 0 };
        let Ok(mut items) = T::decode_batch(&mut source()) else { continue };
        let _ = T::decode_batch_into(&mut items, &mut source());
        let _ = tensor_format::to_vec(&Batch(items));
    }
}

/// Headers that the rules of a type allow.
fn headers<T: HasRules>() -> Vec<Header> {
    let of = |rules: &tensor_format::TensorRules<'_>| {
        let axes: Vec<usize> = rules.axes.iter().map(|dim| usize::try_from(dim.min.max(1)).unwrap_or(1)).collect();
        let types = ElementType::ALL.iter().filter(|element_type| rules.types.contains(**element_type));
        types.map(|element_type| Header::new(*element_type, axes.clone())).collect::<Vec<_>>()
    };
    match T::RULES {
        tensor_format::Rules::Tensor(rules) => of(&rules),
        tensor_format::Rules::Record(rules) => rules.iter().flat_map(|param| of(&param.rules)).collect(),
    }
}

macro_rules! read {
    ($($name:ident: $($type:ty),*;)*) => { $(
        #[test]
        fn $name() {
            $(read::<$type>(400);)*
        }
    )* };
}

read! {
    scalars: f32, u8, bool, i64, f64, u16, char, usize, std::num::NonZeroU8;
    arrays: [f32; 3], [[u8; 2]; 2], [bool; 0], [String; 2], [Binary; 2], [[u16; 70]; 3];
    lists: Vec<f32>, Vec<bool>, Vec<[u16; 3]>, Vec<[u16; 0]>, Box<[u8]>, VecDeque<u32>, HashSet<u16>, Vec<(u8, f32)>;
    borrowed: &'static [u8], Cow<'static, [f32]>, View<'static, u16>, &'static [[u8; 2]], Cow<'static, [[f32; 2]]>;
    texts: String, &'static str, Cow<'static, str>, Vec<String>, Vec<&'static str>, Vec<Binary>;
    media: Image, ImageRef<'static>, Vec<Image>, Vec<ImageRef<'static>>, Audio, Binary, Vec<BinaryRef<'static>>;
    whole: Tensor, TensorRef<'static>, Record, RecordRef<'static>, Rc<Tensor>, Arc<Vec<u8>>, Box<Record>;
    ndarrays: Array1<f32>, Array2<u8>, ArrayD<u16>, ArrayView1<'static, f32>, CowArray<'static, u16, Ix2>, Array1<[u8; 2]>;
    records: Fixed, Mixed, Vec<Mixed>, (Vec<u8>, String), BTreeMap<String, f32>, BTreeMap<u16, [f32; 2]>;
    batches: Batch<f32>, Batch<Vec<u8>>, Batch<String>, Batch<Mixed>, Batch<Array1<f32>>, Batch<Tensor>;
    ragged: Ragged<Vec<f32>>, Ragged<Vec<[u8; 2]>>, Ragged<Vec<String>>, Ragged<&'static [u8]>, Ragged<Vec<Vec<f32>>>;
}

/// Fields that may be there often, or not at all.
#[derive(Tensor, Debug)]
struct Several {
    name: Many<Vec<u8>>,
    numbers: Option<Ragged<Vec<u16>>>,
    #[tensor(default)]
    x: [f32; 2],
}

#[test]
fn many_at_once() {
    read_many::<f32>(400);
    read_many::<[u16; 3]>(400);
    read_many::<Vec<u8>>(400);
    read_many::<String>(400);
    read_many::<Image>(400);
    read_many::<Tensor>(400);
    read_many::<Array2<f32>>(400);
    read_many::<Mixed>(400);
    read_many::<Fixed>(400);
    read_many::<Record>(400);
}

#[test]
fn fields_that_come_often() {
    read::<Several>(800);
    read::<Vec<(String, Vec<u8>)>>(400);
}
