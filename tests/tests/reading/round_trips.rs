//! Every implementation goes into each form and comes back with the same bits.

use std::{borrow::Cow, fmt::Debug, rc::Rc, sync::Arc};

use half::{bf16, f16};
use ndarray::{
    ArcArray, Array, Array0, Array1, Array2, Array3, ArrayD, ArrayView, ArrayView2, ArrayViewMut1, Axis, CowArray,
    Dimension, Ix2, IxDyn, Slice,
};
use num_complex::Complex;
use proptest::{collection::vec, prelude::*, sample::select};
use tensor_format::{
    Audio, AudioRef, Batch, Binary, BinaryRef, Decode, DecodeOwned, Element, ElementType, Encode, ErrorKind, Image,
    ImageRef, Record, RecordRef, Tensor, TensorRef, ValueBuf, Video, VideoRef, View, codec::DynEncode, encoded_len,
    from_prefix, from_reader, from_slice, from_value, to_slices, to_value, to_vec,
};

/// The value through the model and back; the same tensor in the end.
fn through_model<T: Encode + DecodeOwned>(value: &T) {
    let model = to_value(value).unwrap();
    let back: T = from_value(&model.as_ref()).unwrap();
    assert_eq!(to_value(&back).unwrap(), model);
}

/// The value through every entry of the format; the same bytes in the end.
fn through_bytes<T: Encode + DecodeOwned>(value: &T) -> Vec<u8> {
    through_model(value);
    let bytes = to_vec(value).unwrap();
    assert_eq!(encoded_len(value).unwrap(), bytes.len());
    assert_eq!(to_slices(value).unwrap().to_vec(), bytes);
    let from_model: T = from_value(&to_value(value).unwrap().as_ref()).unwrap();
    assert_eq!(to_vec(&from_model).unwrap(), bytes);
    assert_eq!(to_vec(&from_slice::<T>(&bytes).unwrap()).unwrap(), bytes);
    assert_eq!(to_vec(&from_reader::<T, _>(&*bytes).unwrap()).unwrap(), bytes);
    assert_eq!(to_vec(&from_reader::<T, _>(tensor_format_tests::in_pieces(&bytes)).unwrap()).unwrap(), bytes);
    let mut longer = bytes.clone();
    longer.push(9);
    let (front, len) = from_prefix::<T>(&longer).unwrap();
    assert_eq!((to_vec(&front).unwrap(), len), (bytes.clone(), bytes.len()));
    assert!(matches!(from_slice::<T>(&longer).err().unwrap().kind(), ErrorKind::TrailingBytes { count: 1, .. }));
    bytes
}

/// Reads a borrowing type at every alignment. Only `Misaligned` is an excuse, and not everywhere, and for all but bytes the
/// order of the machine.
fn borrows<'de, T: Decode<'de> + Encode>(bytes: &[u8], arena: &'de mut Vec<u8>) {
    arena.clear();
    let pads: Vec<usize> = (0..16)
        .map(|pad| {
            let at = arena.len().next_multiple_of(16) + pad;
            arena.resize(at, 0);
            arena.extend_from_slice(bytes);
            at
        })
        .collect();
    let arena: &'de [u8] = arena;
    let mut whole = 0;
    for at in pads {
        match from_slice::<T>(&arena[at..at + bytes.len()]) {
            Ok(value) => {
                assert_eq!(to_vec(&value).unwrap(), bytes);
                whole += 1;
            }
            Err(error) if cfg!(target_endian = "big") => {
                assert!(matches!(error.kind(), ErrorKind::NotBorrowable { .. }), "{error}");
                whole += 1;
            }
            Err(error) => assert!(matches!(error.kind(), ErrorKind::Misaligned { .. }), "{error}"),
        }
    }
    assert!(whole > 0);
    assert_eq!(to_vec(&from_reader::<Tensor, _>(bytes).unwrap()).unwrap(), bytes);
}

fn float() -> impl Strategy<Value = f32> {
    prop_oneof![any::<u32>().prop_map(f32::from_bits), Just(-0.0), Just(f32::NAN), Just(f32::INFINITY)]
}

fn double() -> impl Strategy<Value = f64> {
    prop_oneof![any::<u64>().prop_map(f64::from_bits), Just(-0.0), Just(f64::NAN)]
}

macro_rules! scalars {
    ($($name:ident: $ty:ty, $any:expr;)*) => { proptest! { #![proptest_config(ProptestConfig::with_cases(64))] $(
        #[test]
        fn $name(one in $any, many in vec($any, 0..60)) {
            through_bytes::<$ty>(&one);
            through_bytes::<[$ty; 1]>(&[one]);
            through_bytes::<[[$ty; 0]; 2]>(&[[], []]);
            through_bytes::<[[[$ty; 1]; 2]; 1]>(&[[[one], [one]]]);
            let bytes = through_bytes::<Vec<$ty>>(&many);
            for other in [
                to_vec(&many[..]),
                to_vec(&&many[..]),
                to_vec(&Cow::Borrowed(&many[..])),
                to_vec(&View::from(&many[..])),
                to_vec(&Array1::from(many.clone())),
                to_vec(&Tensor::from(many.clone())),
                to_vec(&TensorRef::from(&many[..])),
                to_vec(&Batch(many.clone())),
            ] {
                prop_assert_eq!(&other.unwrap(), &bytes);
            }
            through_bytes::<Box<[$ty]>>(&many.clone().into());
            through_bytes::<Arc<[$ty]>>(&many.clone().into());
            through_bytes::<Rc<[$ty]>>(&many.clone().into());
            through_bytes::<Box<$ty>>(&one.into());
            through_bytes::<Arc<Vec<$ty>>>(&many.clone().into());
            through_bytes::<Batch<$ty>>(&many.clone().into());
            through_bytes::<Tensor>(&many.clone().into());
            let pairs: Vec<[$ty; 2]> = many.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
            let pair_bytes = through_bytes(&pairs);
            through_bytes::<Batch<[$ty; 2]>>(&pairs.clone().into());
            let mut arena = Vec::new();
            borrows::<&[$ty]>(&bytes, &mut arena);
            borrows::<Cow<[$ty]>>(&bytes, &mut arena);
            borrows::<View<$ty>>(&bytes, &mut arena);
            borrows::<ArrayView<$ty, ndarray::Ix1>>(&bytes, &mut arena);
            borrows::<CowArray<$ty, ndarray::Ix1>>(&bytes, &mut arena);
            borrows::<TensorRef>(&bytes, &mut arena);
            borrows::<&[[$ty; 2]]>(&pair_bytes, &mut arena);
            borrows::<Cow<[[$ty; 2]]>>(&pair_bytes, &mut arena);
            borrows::<ArrayView<[$ty; 2], ndarray::Ix1>>(&pair_bytes, &mut arena);
            borrows::<ArrayView2<$ty>>(&pair_bytes, &mut arena);
            borrows::<CowArray<$ty, IxDyn>>(&pair_bytes, &mut arena);
        }
    )* } };
}

scalars! {
    f32s: f32, float();
    f64s: f64, double();
    i8s: i8, any::<i8>();
    i16s: i16, any::<i16>();
    i32s: i32, any::<i32>();
    i64s: i64, any::<i64>();
    u8s: u8, any::<u8>();
    u16s: u16, any::<u16>();
    u32s: u32, any::<u32>();
    u64s: u64, any::<u64>();
    bools: bool, any::<bool>();
}

/// Elements of the model that the format lacks.
fn refused<T: Element + Encode + DecodeOwned>(values: Vec<T>)
where
    Vec<T>: Encode + DecodeOwned,
    Array2<T>: Encode + DecodeOwned,
{
    if let Some(one) = values.first() {
        through_model(one);
    }
    through_model(&values);
    let columns = Array2::from_shape_vec((1, values.len()), values.clone()).unwrap().reversed_axes();
    through_model(&columns);
    assert_eq!(ValueBuf::Tensor(Tensor::from_array(columns.clone()).unwrap()), to_value(&columns).unwrap());
    // By its type alone it is refused while it is compiled.
    let error = to_vec::<dyn DynEncode>(&values).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::UnsupportedElementType { element_type, .. } if *element_type == T::TYPE));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn halves_and_complex_numbers(bits in vec(any::<u16>(), 0..40), parts in vec((double(), float()), 0..40)) {
        refused(bits.iter().copied().map(f16::from_bits).collect());
        refused(bits.iter().copied().map(bf16::from_bits).collect());
        refused(parts.iter().map(|(re, im)| Complex::new(*re, f64::from(*im))).collect());
        refused(parts.iter().map(|(re, im)| Complex::new(*re as f32, *im)).collect::<Vec<Complex<f32>>>());
    }

    #[test]
    fn text(words in vec(".{0,30}", 0..20)) {
        let bytes = through_bytes(&words);
        if let Some(word) = words.first() {
            let one = through_bytes(word);
            prop_assert_eq!(to_vec(word.as_str()).unwrap(), one.clone());
            through_bytes::<Box<str>>(&word.as_str().into());
            through_bytes::<Arc<str>>(&word.as_str().into());
            through_bytes::<Rc<str>>(&word.as_str().into());
            prop_assert_eq!(to_vec(&Cow::Borrowed(word.as_str())).unwrap(), one.clone());
            through_bytes::<[[String; 2]; 1]>(&[[word.clone(), word.clone()]]);
            through_bytes::<[[String; 0]; 1]>(&[[]]);
            let mut arena = Vec::new();
            borrows::<&str>(&one, &mut arena);
            borrows::<Cow<str>>(&one, &mut arena);
        }
        let mut arena = Vec::new();
        borrows::<Vec<&str>>(&bytes, &mut arena);
        borrows::<Vec<Cow<str>>>(&bytes, &mut arena);
        borrows::<Array1<&str>>(&bytes, &mut arena);
        borrows::<TensorRef>(&bytes, &mut arena);
        through_bytes::<Vec<Arc<str>>>(&words.iter().map(|word| word.as_str().into()).collect());
        through_bytes::<Array1<String>>(&words.clone().into());
        through_bytes::<Batch<String>>(&words.clone().into());
        let tensor = Tensor::from_strings([words.len()], words.iter().map(String::as_str)).unwrap();
        prop_assert_eq!(through_bytes(&tensor), bytes);
    }

    #[test]
    fn bytes_and_media(content in vec(any::<u8>(), 0..300), format in "[a-z0-9]{3}") {
        let many = through_bytes(&vec![Binary(content.clone()), Binary(Vec::new())]);
        let one = through_bytes(&Binary(content.clone()));
        let mut arena = Vec::new();
        borrows::<BinaryRef>(&one, &mut arena);
        borrows::<Vec<BinaryRef>>(&many, &mut arena);
        let image = through_bytes(&Image::new(&format, content.clone()));
        borrows::<ImageRef>(&image, &mut arena);
        let audio = through_bytes(&Audio::new(&format, content.clone()));
        borrows::<AudioRef>(&audio, &mut arena);
        let video = through_bytes(&vec![Video::new(&format, content.clone()); 3]);
        borrows::<Vec<VideoRef>>(&video, &mut arena);
        borrows::<[VideoRef; 3]>(&video, &mut arena);
        through_bytes::<Array2<Image>>(&Array2::from_elem((2, 3), Image::new(&format, content)));
    }
}

/// A view of any order of axes, inverted, with steps and offsets.
fn disordered<T: Clone + Debug>(
    array: ArrayD<T>,
) -> impl Strategy<Value = (ArrayD<T>, Vec<usize>, Vec<(usize, isize)>)> {
    let rank = array.ndim();
    let axes: Vec<usize> = (0..rank).collect();
    let cuts = vec((0usize..2, select(vec![1isize, 2, -1, -2])), rank);
    (Just(array), Just(axes).prop_shuffle(), cuts)
}

fn cut<'a, T>(array: &'a ArrayD<T>, axes: &[usize], cuts: &[(usize, isize)]) -> ArrayView<'a, T, IxDyn> {
    let mut view = array.view().permuted_axes(axes);
    for (axis, &(start, step)) in cuts.iter().enumerate() {
        let start = start.min(view.len_of(Axis(axis)));
        view.slice_axis_inplace(Axis(axis), Slice::new(start as isize, None, step));
    }
    view
}

fn arrays() -> impl Strategy<Value = ArrayD<f32>> {
    vec(0usize..5, 0..5).prop_flat_map(|shape| {
        let count = shape.iter().product::<usize>();
        vec(float(), count).prop_map(move |elements| ArrayD::from_shape_vec(shape.clone(), elements).unwrap())
    })
}

fn bits<D: Dimension>(array: &ndarray::ArrayRef<f32, D>) -> Vec<u32> {
    array.iter().map(|x| x.to_bits()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn disordered_arrays((array, axes, cuts) in arrays().prop_flat_map(disordered)) {
        let view = cut(&array, &axes, &cuts);
        let standard = Array::from_shape_vec(view.shape(), view.iter().copied().collect()).unwrap();
        let bytes = to_vec(&standard).unwrap();
        prop_assert_eq!(to_vec(&view).unwrap(), bytes.clone());
        prop_assert_eq!(to_vec(&*view).unwrap(), bytes.clone());
        prop_assert_eq!(to_slices(&view).unwrap().to_vec(), bytes.clone());
        prop_assert_eq!(to_vec(&view.to_owned()).unwrap(), bytes.clone());
        prop_assert_eq!(to_vec(&CowArray::from(view.clone())).unwrap(), bytes.clone());
        prop_assert_eq!(to_vec(&view.to_shared()).unwrap(), bytes.clone());
        through_bytes::<ArrayD<f32>>(&view.to_owned());
        through_bytes::<ArcArray<f32, IxDyn>>(&view.to_shared());

        let model = ValueBuf::Tensor(from_slice::<Tensor>(&bytes).unwrap());
        prop_assert_eq!(&to_value(&view).unwrap(), &model);
        let owned = Tensor::from_array(view.to_owned()).unwrap();
        prop_assert_eq!(&ValueBuf::Tensor(owned.clone()), &model);
        prop_assert_eq!(bits(&owned.to_array::<f32, IxDyn>().unwrap()), bits(&view));
        prop_assert_eq!(to_vec(&owned).unwrap(), bytes.clone());
        prop_assert_eq!(owned.iter::<f32>().unwrap().map(f32::to_bits).collect::<Vec<_>>(), bits(&view));
        match TensorRef::from_array(view.clone()) {
            Ok(borrowed) => {
                prop_assert_eq!(to_vec(&borrowed).unwrap(), bytes.clone());
                let back = borrowed.to_array::<f32, IxDyn>().unwrap();
                prop_assert!(back.is_view());
                prop_assert_eq!(back.shape(), view.shape());
                prop_assert_eq!(bits(&back), bits(&view));
                if !view.is_empty() {
                    prop_assert_eq!(back.as_ptr(), view.as_ptr());
                }
            }
            Err(kind) => {
                prop_assert_eq!(kind.name(), "not_borrowable");
                prop_assert!(view.as_slice_memory_order().is_none());
            }
        }
    }

    #[test]
    fn whole_arrays_are_always_borrowed((array, axes, _) in arrays().prop_flat_map(disordered), inverted: [bool; 4]) {
        let mut view = array.view().permuted_axes(axes);
        for axis in (0..view.ndim()).filter(|axis| inverted[*axis]) {
            view.invert_axis(Axis(axis));
        }
        let tensor = TensorRef::from_array(view.clone()).unwrap();
        prop_assert_eq!(bits(&tensor.to_array::<f32, IxDyn>().unwrap()), bits(&view));
        let moved = Tensor::from_array(array.clone()).unwrap();
        prop_assert_eq!(bits(&moved.to_array::<f32, IxDyn>().unwrap()), bits(&array));
    }

    #[test]
    fn static_ranks(elements in vec(any::<i16>(), 24)) {
        through_bytes::<Array0<i16>>(&ndarray::arr0(elements[0]));
        through_bytes(&Array2::from_shape_vec((4, 6), elements.clone()).unwrap().reversed_axes());
        through_bytes(&Array3::from_shape_vec((2, 3, 4), elements.clone()).unwrap().permuted_axes([1, 2, 0]));
        through_bytes(&Array::from_shape_vec((1, 2, 3, 4), elements.clone()).unwrap().permuted_axes([3, 0, 2, 1]));
        through_bytes(&Array::from_shape_vec((1, 2, 3, 2, 2), elements.clone()).unwrap());
        through_bytes(&Array::from_shape_vec((1, 2, 3, 2, 2, 1), elements.clone()).unwrap().reversed_axes());
        let blocks: Vec<[i16; 3]> = elements.chunks_exact(3).map(|block| [block[0], block[1], block[2]]).collect();
        let blocks = Array2::from_shape_vec((2, 4), blocks).unwrap().reversed_axes();
        through_bytes(&blocks);
        through_bytes::<Array1<[i16; 0]>>(&Array1::from(vec![[], []]));
        through_bytes(&Array2::<i16>::zeros((3, 0)));
        let mut changed = elements.clone();
        prop_assert_eq!(to_vec(&ArrayViewMut1::from(&mut changed[..])).unwrap(), to_vec(&elements).unwrap());
    }

    #[test]
    fn records(names in vec("[a-z]{1,4}", 0..6), numbers in vec(float(), 0..8)) {
        let mut names = names;
        names.sort();
        let mut record = Record::new();
        for (i, name) in names.iter().enumerate() {
            record.push(name, Tensor::from_vec([1, numbers.len()], numbers.clone()).unwrap());
            if i % 2 == 0 {
                record.push(name, Tensor::from_strings((), [name.as_str()]).unwrap());
            }
        }
        let bytes = through_bytes(&record);
        prop_assert_eq!(&from_slice::<Record>(&bytes).unwrap(), &record);
        let borrowed: RecordRef = from_slice(&bytes).unwrap();
        prop_assert_eq!(&borrowed.to_record(), &record);
        prop_assert_eq!(to_vec(&borrowed).unwrap(), bytes);
    }

    #[test]
    fn nested_batches(rows in vec(vec(any::<u16>(), 3), 0..5)) {
        let batch: Batch<Batch<Vec<u16>>> = Batch(vec![Batch(rows.clone()), Batch(rows)]);
        let bytes = through_bytes(&batch);
        prop_assert_eq!(from_slice::<Batch<Batch<Vec<u16>>>>(&bytes).unwrap(), batch);
    }
}

/// The shape of what has no item comes from the rules, those of each batch around it.
#[test]
fn an_empty_batch_of_batches_has_all_its_axes() {
    #[derive(Tensor, Debug, PartialEq)]
    struct Row {
        x: [u8; 2],
        y: Option<u8>,
    }
    let none: Batch<Batch<Row>> = Batch(vec![]);
    let bytes = through_bytes(&none);
    assert_eq!(from_slice::<Record>(&bytes).unwrap().get("x").unwrap().shape()[..], [0, 0, 2]);
    assert_eq!(from_slice::<Batch<Batch<Row>>>(&bytes).unwrap(), none);
}

#[test]
fn nan_payloads_and_signs_of_zero_survive() {
    let bits = [0x7fc0_0001u32, 0xffff_ffff, 0x7f80_0001, 0x8000_0000];
    let floats = bits.map(f32::from_bits);
    let bytes = to_vec(&floats).unwrap();
    assert_eq!(from_slice::<[f32; 4]>(&bytes).unwrap().map(f32::to_bits), bits);
    assert_eq!(bytes[3..7], 0x7fc0_0001u32.to_le_bytes());
    let tensor: Tensor = from_slice(&bytes).unwrap();
    assert_eq!(tensor.element_type(), ElementType::F32);
    assert_eq!(tensor, tensor.clone());
    let array = from_slice::<CowArray<f32, ndarray::Ix1>>(&bytes).unwrap();
    assert_eq!(array.mapv(f32::to_bits).to_vec(), bits);
}

#[test]
fn repeated_rows_are_written_out() {
    let row = ndarray::arr1(&[1u8, 2]);
    let rows = row.broadcast((3, 2)).unwrap();
    assert_eq!(to_vec(&rows).unwrap(), [7, 2, 3, 2, 1, 2, 1, 2, 1, 2]);
    assert!(matches!(TensorRef::from_array(rows), Err(ErrorKind::NotBorrowable { .. })));
    let columns = rows.reversed_axes();
    assert_eq!(to_vec(&columns).unwrap(), [7, 2, 2, 3, 1, 1, 1, 2, 2, 2]);
    let strided: ArrayView<u8, Ix2> = columns;
    let owned = Tensor::from_array(strided.to_owned()).unwrap();
    assert_eq!(to_vec(&owned).unwrap(), to_vec(&strided).unwrap());
}
