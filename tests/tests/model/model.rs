//! Constructors, accessors and refusals of the model, and the rules that types have by themselves.

use std::{borrow::Cow, rc::Rc, sync::Arc};

use half::{bf16, f16};
use ndarray::{ArcArray, Array0, Array2, ArrayD, ArrayView3, CowArray, Ix0, Ix1, Ix2, Ix6, IxDyn, array, s};
use num_complex::Complex;
use tensor_format::{
    Audio, Batch, Binary, BinaryRef, ByteOrder, DecodeError, Definitions, Element, ElementType, EncodeError, ErrorKind,
    HasRules, Header, Image, ImageRef, Many, Record, RecordRef, Rules, Shape, Tensor, TensorRef, Value, ValueBuf,
    Video, View,
    codec::{Block, Elements, Variable, Variables, ViewIter},
    for_numeric, from_reader, from_slice, from_value,
    layout::{Layout, element_count},
    rules::{Bindings, Dim, ElementTypes},
    to_value, to_vec,
};

#[test]
fn rules_follow_from_types() {
    fn rules<T: HasRules + ?Sized>() -> String {
        T::RULES.to_string()
    }
    let table = [
        (rules::<f32>(), "f32 []"),
        (rules::<f64>(), "f64 []"),
        (rules::<i8>(), "i8 []"),
        (rules::<i16>(), "i16 []"),
        (rules::<i32>(), "i32 []"),
        (rules::<i64>(), "i64 []"),
        (rules::<u8>(), "u8 []"),
        (rules::<u16>(), "u16 []"),
        (rules::<u32>(), "u32 []"),
        (rules::<u64>(), "u64 []"),
        (rules::<bool>(), "bool []"),
        (rules::<f16>(), "f16 []"),
        (rules::<bf16>(), "bf16 []"),
        (rules::<Complex<f32>>(), "c64 []"),
        (rules::<Complex<f64>>(), "c128 []"),
        (rules::<str>(), "string []"),
        (rules::<&str>(), "string []"),
        (rules::<String>(), "string []"),
        (rules::<Cow<str>>(), "string []"),
        (rules::<Box<str>>(), "string []"),
        (rules::<Arc<str>>(), "string []"),
        (rules::<Binary>(), "binary []"),
        (rules::<BinaryRef>(), "binary []"),
        (rules::<Image>(), "image []"),
        (rules::<ImageRef>(), "image []"),
        (rules::<Audio>(), "audio []"),
        (rules::<Video>(), "video []"),
        (rules::<[f32; 4]>(), "f32 [4]"),
        (rules::<[[f32; 4]; 3]>(), "f32 [3, 4]"),
        (rules::<[[[[[[[u8; 1]; 2]; 3]; 4]; 5]; 6]; 7]>(), "u8 [7, 6, 5, 4, 3, 2, 1]"),
        (rules::<[[f32; 0]; 3]>(), "f32 [3, 0]"),
        (rules::<[String; 2]>(), "string [2]"),
        (rules::<[Image; 2]>(), "image [2]"),
        (rules::<[f32]>(), "f32 [_]"),
        (rules::<Vec<f32>>(), "f32 [_]"),
        (rules::<Vec<u8>>(), "u8 [_]"),
        (rules::<Vec<[[f16; 4]; 3]>>(), "f16 [_, 3, 4]"),
        (rules::<&[i64]>(), "i64 [_]"),
        (rules::<Box<[i64]>>(), "i64 [_]"),
        (rules::<Arc<[i64]>>(), "i64 [_]"),
        (rules::<Rc<[i64]>>(), "i64 [_]"),
        (rules::<Cow<[[i64; 2]]>>(), "i64 [_, 2]"),
        (rules::<View<i64>>(), "i64 [_]"),
        (rules::<Vec<&str>>(), "string [_]"),
        (rules::<&Vec<Cow<str>>>(), "string [_]"),
        (rules::<Box<Vec<f32>>>(), "f32 [_]"),
        (rules::<Array0<f32>>(), "f32 []"),
        (rules::<Array2<f32>>(), "f32 [_, _]"),
        (rules::<Array2<[f32; 3]>>(), "f32 [_, _, 3]"),
        (rules::<ArrayView3<bool>>(), "bool [_, _, _]"),
        (rules::<ArcArray<u8, Ix6>>(), "u8 [_, _, _, _, _, _]"),
        (rules::<CowArray<u8, Ix1>>(), "u8 [_]"),
        (rules::<ArrayD<f32>>(), "f32 [..]"),
        (rules::<ArrayD<[f32; 3]>>(), "f32 [.., 3]"),
        (rules::<ndarray::ArrayRef<String, Ix2>>(), "string [_, _]"),
        (rules::<Tensor>(), "any type [..]"),
        (rules::<TensorRef>(), "any type [..]"),
        (rules::<Record>(), "{}"),
        (rules::<RecordRef>(), "{}"),
        (rules::<Batch<f32>>(), "f32 [_]"),
        (rules::<Batch<Vec<[f32; 3]>>>(), "f32 [_, _, 3]"),
        (rules::<Batch<Batch<Image>>>(), "image [_, _]"),
        (rules::<Batch<Tensor>>(), "any type [_, ..]"),
    ];
    for (found, expected) in table {
        assert_eq!(found, expected);
    }
    const SIZE: Option<usize> = <[[f32; 4]; 3] as Block>::SIZE;
    assert_eq!((SIZE, <[String; 2] as Block>::SIZE, <[[f64; 0]; 9] as Block>::SIZE), (Some(48), None, Some(0)));
}

#[test]
fn the_model_can_be_shared_between_threads() {
    fn shared<T: Send + Sync + 'static>() {}
    shared::<Tensor>();
    shared::<TensorRef>();
    shared::<Record>();
    shared::<RecordRef>();
    shared::<Value>();
    shared::<ValueBuf>();
    shared::<ErrorKind>();
    shared::<DecodeError>();
    shared::<EncodeError>();
    shared::<Rules>();
    shared::<Definitions>();
    shared::<Bindings>();
    shared::<Elements<f32>>();
    shared::<ViewIter<f32>>();
    shared::<Variables>();
    shared::<Image>();
    shared::<Many<Tensor>>();
}

fn text<T>(result: Result<T, ErrorKind>) -> String {
    result.err().expect("an error").to_string()
}

#[test]
fn constructors_refuse_what_does_not_fill_the_shape() {
    let six = [0u8; 6];
    assert_eq!(text(TensorRef::from_slice([2, 2], &six)), "the shape holds 4 elements, but 6 are given");
    assert_eq!(text(Tensor::from_vec([7], six.to_vec())), "the shape holds 7 elements, but 6 are given");
    assert_eq!(text(Tensor::from_shared([0, 3], Arc::from(six))), "the shape holds 0 elements, but 6 are given");
    assert_eq!(text(Tensor::from_strings((), ["a", "b"])), "the shape holds 1 elements, but 2 are given");
    let bytes = |element_type, shape: &[usize]| TensorRef::from_bytes(element_type, shape, &six, ByteOrder::Little);
    assert_eq!(text(bytes(ElementType::U16, &[2])), "the shape holds 2 elements, but 3 are given");
    let why = "layout: the number of bytes is no multiple of the size of an element";
    assert_eq!(text(bytes(ElementType::F32, &[1])), why);
    assert_eq!(text(bytes(ElementType::String, &[1])), "layout: elements of variable size have no layout");
    assert!(bytes(ElementType::U16, &[3]).is_ok());
    let overflow = "the shape describes more bytes than can be addressed";
    assert_eq!(text(TensorRef::from_slice::<f64>([0, usize::MAX / 8], &[])), overflow);
    assert_eq!(text(TensorRef::from_slice::<u8>([usize::MAX, 2], &[])), overflow);
    assert!(TensorRef::from_slice::<f64>([0, usize::MAX / 16], &[]).is_ok());
}

#[test]
fn ranks_end_at_255() {
    assert_eq!(TensorRef::from_slice(vec![1; 255], &[7u8]).unwrap().get::<u8>(&[0; 255]), Some(7));
    let long = "limit exceeded: at most 255 axes allowed, found 256";
    assert_eq!(text(TensorRef::from_slice(vec![1; 256], &[7u8])), long);
    assert_eq!(text(Tensor::from_strings(vec![1; 256], ["a"])), long);
    assert_eq!(text(Tensor::from_array(ArrayD::<u8>::zeros(vec![1; 256]))), long);
    assert_eq!(text(TensorRef::from_array(ArrayD::<u8>::zeros(vec![1; 256]).view())), long);
    let deep = Tensor::from_vec(vec![1; 255], vec![7u8]).unwrap();
    assert_eq!(deep.to_array::<u8, IxDyn>().unwrap().ndim(), 255);
}

#[test]
fn layouts_stay_within_their_buffer() {
    let bytes = [1u8, 2, 3, 4, 5, 6];
    let with = |strides: &[isize], offset, shape: &[usize]| {
        let layout = Layout::new(strides, offset);
        TensorRef::with_layout(ElementType::U8, shape, &bytes, layout, ByteOrder::NATIVE)
    };
    let columns = with(&[-1, 3], 2, &[3, 2]).unwrap();
    assert_eq!(columns.to_vec::<u8>().unwrap(), [3, 6, 2, 5, 1, 4]);
    assert_eq!(columns.iter::<u8>().unwrap().len(), 6);
    assert!(!columns.is_row_major());
    assert_eq!(columns.get::<u8>(&[2, 1]), Some(4));
    assert_eq!(columns.get::<u8>(&[3, 0]), None);
    assert_eq!(columns.get::<u8>(&[0]), None);
    assert_eq!(columns.get::<i8>(&[0, 0]), None);
    let copy = columns.to_tensor();
    assert_eq!(copy, columns);
    assert_eq!(copy.as_slice::<u8>().unwrap(), [3, 6, 2, 5, 1, 4]);
    assert_eq!(text(with(&[1], 4, &[3])), "layout: an element lies outside of the buffer");
    assert_eq!(text(with(&[-1], 1, &[3])), "layout: an element lies outside of what can be addressed");
    assert_eq!(text(with(&[1, 1], 0, &[3])), "layout: the number of strides is not the rank of the shape");
    let nowhere = "layout: an element lies outside of what can be addressed";
    assert_eq!(text(with(&[isize::MAX, isize::MAX], 9, &[9, 9])), nowhere);
    assert_eq!(with(&[5], 6, &[0]).unwrap().as_slice::<u8>().unwrap(), [0u8; 0]);
    assert!(with(&[5], 7, &[0]).is_err());
}

#[test]
fn booleans_are_checked_where_they_lie() {
    let bytes = [1, 9, 0, 9, 1, 9];
    let with = |strides: &[isize], offset, shape: &[usize]| {
        let layout = Layout::new(strides, offset);
        TensorRef::with_layout(ElementType::Bool, shape, &bytes, layout, ByteOrder::NATIVE)
    };
    assert_eq!(with(&[2], 0, &[3]).unwrap().to_vec::<bool>().unwrap(), [true, false, true]);
    assert_eq!(with(&[-2], 4, &[3]).unwrap().to_vec::<bool>().unwrap(), [true, false, true]);
    assert_eq!(text(with(&[1], 0, &[2])), "boolean: expected 0 or 1, found 9");
    assert_eq!(text(with(&[2, 1], 0, &[2, 2])), "boolean: expected 0 or 1, found 9");
    assert!(with(&[4, 2], 0, &[2, 1]).is_ok());
    assert!(with(&[0, 2, 0], 0, &[usize::MAX / (1 << 24), 3, 1 << 8]).is_ok());
    assert!(with(&[0, 3], 0, &[usize::MAX / (1 << 24), 2]).is_err());
    assert!(with(&[2, 2], 0, &[2, 2]).is_ok());
    assert!(TensorRef::from_bytes(ElementType::Bool, [6], &bytes, ByteOrder::NATIVE).is_err());
}

#[test]
fn accessors_tell_type_alignment_and_order_apart() {
    let mut bytes = [0u8; 12];
    let at = bytes.as_ptr().align_offset(4);
    bytes[at + 1] = 1;
    let aligned = TensorRef::from_bytes(ElementType::U32, (), &bytes[at..at + 4], ByteOrder::NATIVE).unwrap();
    assert_eq!(aligned.as_slice::<u32>().unwrap().len(), 1);
    assert_eq!(text(aligned.as_slice::<i32>()), "element type: expected i32, found u32");
    assert_eq!(text(aligned.view::<f32>()), "element type: expected f32, found u32");
    assert_eq!(text(aligned.iter::<f32>()), "element type: expected f32, found u32");
    assert_eq!(text(aligned.strings().map(|_| ())), "element type: expected string, found u32");
    assert_eq!(text(aligned.binaries().map(|_| ())), "element type: expected binary, found u32");
    assert_eq!(text(aligned.media().map(|_| ())), "element type: expected image | audio | video, found u32");
    let (foreign, number) = match ByteOrder::NATIVE {
        ByteOrder::Little => (ByteOrder::Big, 1 << 24),
        ByteOrder::Big => (ByteOrder::Little, 1),
    };
    let odd = TensorRef::from_bytes(ElementType::U32, (), &bytes[at + 1..at + 5], foreign).unwrap();
    assert_eq!(odd.to_vec::<u32>().unwrap(), [number]);
    assert_eq!(odd.view::<u32>().unwrap().get(0), Some(number));
    assert!(matches!(odd.to_cow::<u32>().unwrap(), Cow::Owned(_)));
    let order = "the data cannot be borrowed: the byte order is not this machine's; use an owned type or `Cow` (`CowArray` for an `ArrayView`)";
    assert_eq!(text(odd.as_slice::<u32>()), order);
    let odd = TensorRef::from_bytes(ElementType::U32, (), &bytes[at + 1..at + 5], ByteOrder::NATIVE).unwrap();
    assert_eq!(
        text(odd.as_slice::<u32>()),
        "the data do not lie at a multiple of 4 bytes and cannot be borrowed: use `Cow` or `View` in place \
         of a slice, `CowArray` in place of an `ArrayView`, or place the message with its payload aligned"
    );
    let none = TensorRef::from_bytes(ElementType::U32, [0], &bytes[at + 1..at + 1], ByteOrder::NATIVE).unwrap();
    assert_eq!(none.as_slice::<u32>().unwrap(), [0u32; 0]);
}

#[test]
fn equality_is_of_elements_wherever_they_lie() {
    let little: Vec<u8> = (1u32..=6).flat_map(u32::to_le_bytes).collect();
    let big: Vec<u8> = (1u32..=6).flat_map(u32::to_be_bytes).collect();
    let a = TensorRef::from_bytes(ElementType::U32, [2, 3], &little, ByteOrder::Little).unwrap();
    let b = TensorRef::from_bytes(ElementType::U32, [2, 3], &big, ByteOrder::Big).unwrap();
    assert_eq!(a, b);
    let turned: Vec<u8> = [1u32, 4, 2, 5, 3, 6].into_iter().flat_map(u32::to_be_bytes).collect();
    let layout = Layout::new(&[4, 8], 0);
    let c = TensorRef::with_layout(ElementType::U32, [2, 3], &turned, layout, ByteOrder::Big).unwrap();
    assert_eq!((&a, &b), (&c, &c));
    assert_ne!(a, TensorRef::from_slice([3, 2], &[1u32, 2, 3, 4, 5, 6]).unwrap());
    assert_ne!(a, TensorRef::from_slice([2, 3], &[1u32, 2, 3, 4, 5, 7]).unwrap());
    assert_ne!(a, TensorRef::from_slice([2, 3], &[1i32, 2, 3, 4, 5, 6]).unwrap());
    let z = [Complex::new(1.0f32, 2.0)];
    let z = TensorRef::from_slice([1], &z).unwrap();
    let swapped = z.to_bytes(ByteOrder::Big);
    assert_eq!(TensorRef::from_bytes(ElementType::C64, [1], &swapped, ByteOrder::Big).unwrap(), z);
    assert_eq!(&swapped[..4], 1f32.to_be_bytes());
    assert_ne!(Tensor::from(vec![0.0f32]), Tensor::from(vec![-0.0f32]));
    assert_eq!(Tensor::from(vec![f32::NAN]), Tensor::from(vec![f32::NAN]));
}

#[test]
fn variable_elements_come_back() {
    let words = Tensor::from_strings([2, 2], ["a", "", "ccc", "d"]).unwrap();
    assert_eq!(words.strings().unwrap().collect::<Vec<_>>(), ["a", "", "ccc", "d"]);
    assert_eq!(words.variables().nth(2), Some(Variable::Text("ccc".into())));
    assert_eq!(words.variables().nth(4), None);
    // Elements that cannot be read end it early.
    assert_eq!(words.variables().size_hint(), (0, Some(words.len())));
    assert_eq!(words.as_ref().layout(), None);
    let owned = ["a", "", "ccc", "d"].map(String::from);
    assert_eq!(Tensor::from_strings([2, 2], &owned).unwrap(), words);
    assert_eq!(Tensor::from_strings([2, 2], owned).unwrap(), words);
    let media = [("png", vec![1, 2]), ("webp", vec![])];
    let media = media.map(|(format, data)| Variable::Media { format: format.as_bytes().into(), data: data.into() });
    let images = Tensor::from_variables(ElementType::Image, [2], media.clone()).unwrap();
    let all: Vec<_> = images.media().unwrap().collect();
    assert_eq!(all, [(&b"png"[..], &[1u8, 2][..]), (b"webp", &[])]);
    let mixed = Tensor::from_variables(ElementType::String, [2], media);
    assert_eq!(text(mixed), "the element is not one of a string tensor");
    let long = Variable::Media { format: vec![b'x'; 256].into(), data: vec![].into() };
    let long = Tensor::from_variables(ElementType::Audio, [1], [long]);
    assert_eq!(text(long), format!("media format \"{}\": a format has at most 255 bytes", "x".repeat(32)));
    let bytes = [Variable::Bytes(vec![0xff].into())];
    let bytes = Tensor::from_variables(ElementType::Binary, (), bytes).unwrap();
    assert_eq!(bytes.binaries().unwrap().collect::<Vec<_>>(), [[0xff]]);
}

#[test]
fn arrays_keep_their_memory() {
    let a = array![[1.0f32, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let at = a.as_ptr();
    let t = Tensor::from_array(a.clone().reversed_axes()).unwrap();
    assert_eq!(t.shape(), &[3, 2]);
    assert_eq!(t.to_array::<f32, Ix2>().unwrap(), a.t());
    let t = TensorRef::from_array(a.slice(s![..;-1, ..])).unwrap();
    let back = t.to_array::<f32, Ix2>().unwrap();
    assert!(back.is_view());
    assert_eq!(back.strides(), [-3, 1]);
    assert_eq!(back.row(1).as_ptr(), at);
    let t = Tensor::from_array(a).unwrap();
    assert_eq!(t.to_array::<f32, Ix2>().unwrap().as_ptr(), at);
    assert!(t.as_ref().is_row_major());
    let part = array![[1, 2, 3], [4, 5, 6]].slice_move(s![.., 1..]);
    let part_at = part.as_ptr();
    let t = Tensor::from_array(part).unwrap();
    assert_eq!(t.to_array::<i32, Ix2>().unwrap().as_ptr(), part_at);
    assert_eq!(t.to_vec::<i32>().unwrap(), [2, 3, 5, 6]);
}

#[test]
fn to_array_never_fails_on_alignment() {
    let bytes: Vec<u8> = [0].into_iter().chain((1u16..=6).flat_map(u16::to_ne_bytes)).collect();
    for start in [0, 1] {
        let bytes = &bytes[start..start + 12];
        let t = TensorRef::from_bytes(ElementType::U16, [2, 3], bytes, ByteOrder::NATIVE).unwrap();
        let a = t.to_array::<u16, Ix2>().unwrap();
        assert_eq!(a.iter().copied().collect::<Vec<_>>(), t.to_vec::<u16>().unwrap());
    }
    let with = |strides: &[isize], shape: &[usize]| {
        let layout = Layout::new(strides, 1);
        TensorRef::with_layout(ElementType::U16, shape, &bytes, layout, ByteOrder::NATIVE).unwrap()
    };
    let uneven = with(&[3], &[4]);
    let a = uneven.to_array::<u16, Ix1>().unwrap();
    assert!(!a.is_view());
    assert_eq!(a.to_vec(), uneven.to_vec::<u16>().unwrap());
    let repeated = with(&[0, 2], &[3, 2]).to_array::<u16, IxDyn>().unwrap();
    assert_eq!(repeated, array![[1u16, 2], [1, 2], [1, 2]].into_dyn());
    let t = with(&[4, 2], &[2, 2]);
    assert_eq!(text(t.to_array::<u16, Ix1>().map(|_| ())), "rank: expected 1, found 2");
    assert_eq!(text(t.to_array::<i16, Ix2>().map(|_| ())), "element type: expected i16, found u16");
    let t = TensorRef::from_slice((), &[5u8]).unwrap();
    assert_eq!(t.to_array::<u8, Ix0>().unwrap().into_owned().into_scalar(), 5);
    let none = TensorRef::from_slice::<f32>([0, 1 << 28], &[]).unwrap();
    assert_eq!(none.to_array::<f32, Ix2>().unwrap().shape(), [0, 1 << 28]);
}

fn describe<T: Element + std::fmt::Display>(array: &ndarray::ArrayRef<T, IxDyn>) -> String {
    format!("{} of {} {:?}", array.iter().map(T::to_string).collect::<Vec<_>>().join(" "), T::TYPE, array.shape())
}

#[test]
fn one_expression_for_all_numbers() {
    fn all<T: Element>(elements: Vec<T>) -> Result<String, ErrorKind> {
        let t = Tensor::from_vec([1, elements.len()], elements)?;
        let text = for_numeric!(t, |a| describe(&a))?;
        assert_eq!(for_numeric!(t.as_ref(), |a: slice| a.len())?, t.len());
        assert_eq!(for_numeric!(&t, |a| describe(&a))?, text);
        Ok(text)
    }
    assert_eq!(all(vec![1.5f32, 2.0]).unwrap(), "1.5 2 of f32 [1, 2]");
    assert_eq!(all(vec![1.5f64]).unwrap(), "1.5 of f64 [1, 1]");
    assert_eq!(all(vec![-1i8]).unwrap(), "-1 of i8 [1, 1]");
    assert_eq!(all(vec![-1i16]).unwrap(), "-1 of i16 [1, 1]");
    assert_eq!(all(vec![-1i32]).unwrap(), "-1 of i32 [1, 1]");
    assert_eq!(all(vec![-1i64]).unwrap(), "-1 of i64 [1, 1]");
    assert_eq!(all(vec![1u8]).unwrap(), "1 of u8 [1, 1]");
    assert_eq!(all(vec![1u16]).unwrap(), "1 of u16 [1, 1]");
    assert_eq!(all(vec![1u32]).unwrap(), "1 of u32 [1, 1]");
    assert_eq!(all(vec![u64::MAX]).unwrap(), "18446744073709551615 of u64 [1, 1]");
    assert_eq!(all(vec![f16::from_f32(0.5), f16::MIN]).unwrap(), "0.5 -65504 of f32 [1, 2]");
    assert_eq!(all(vec![bf16::from_f32(-3.0)]).unwrap(), "-3 of f32 [1, 1]");
    let refused = "element type: expected f32 | f64 | i8 | i16 | i32 | i64 | u8 | u16 | u32 | u64 | f16 | bf16, found";
    assert_eq!(text(all(vec![true])), format!("{refused} bool"));
    assert_eq!(text(all(vec![Complex::new(1.0f32, 2.0)])), format!("{refused} c64"));
    let words = Tensor::from_strings([1], ["a"]).unwrap();
    assert_eq!(text(for_numeric!(words, |a| a.ndim())), format!("{refused} string"));
}

#[test]
fn values_are_what_their_headers_say() {
    let value = to_value(&vec![1u8, 2]).unwrap();
    assert_eq!(value.to_string(), "u8 [2]\n[1, 2]");
    let a = array![[1u8, 2], [3, 4]];
    let t = TensorRef::from_array(a.t()).unwrap();
    let value = Value::Tensor(t.clone());
    assert_eq!(from_value::<TensorRef>(&value).unwrap(), t);
    assert_eq!(from_value::<Tensor>(&value).unwrap(), t);
    assert_eq!(from_value::<Array2<u8>>(&value).unwrap(), a.t());
    assert_eq!(from_value::<Cow<[[u8; 2]]>>(&value).unwrap().to_vec(), [[1, 3], [2, 4]]);
    assert_eq!(from_value::<View<u8>>(&value).unwrap_err().kind().name(), "rank_mismatch");
    let column = array![1u8, 9, 2, 9];
    let layout = Layout::new(&[2], 0);
    let bytes = column.as_slice().unwrap();
    let t = TensorRef::with_layout(ElementType::U8, [2], bytes, layout, ByteOrder::NATIVE).unwrap();
    let error = from_value::<View<u8>>(&Value::Tensor(t)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the data cannot be borrowed: the elements do not lie in row-major order; use an owned type or `Cow` (`CowArray` for an `ArrayView`)"
    );
}

#[test]
fn batches_need_a_length() {
    let rows = Batch(vec![vec![1u8, 2], vec![3]]);
    let error = to_vec(&rows).unwrap_err();
    assert_eq!(error.to_string(), "the items of a batch must agree: item 0 is u8 [2], item 1 is u8 [1]");
}

#[test]
fn only_records_of_known_parameters_are_batched() {
    let text = "a type of records that names no parameters cannot be batched: give the tensors of one `Record` the batch \
                as their first axis";
    let record = |n: u8| [("a".to_string(), Tensor::from(vec![n]))].into_iter().collect::<Record>();
    for batch in [vec![record(1), record(2)], vec![Record::new()], vec![]] {
        assert_eq!(to_vec(&Batch(batch)).unwrap_err().to_string(), text);
    }
    let bytes = to_vec(&record(1)).unwrap();
    let text = format!("{text} (byte 0)");
    assert_eq!(from_slice::<Batch<Record>>(&bytes).unwrap_err().to_string(), text);
    assert_eq!(from_reader::<Batch<Record>, _>(&bytes[..]).unwrap_err().to_string(), text);

    #[derive(tensor_format::Tensor)]
    struct Sample {
        crops: Many<Vec<u8>>,
    }
    let error = to_vec(&Batch(vec![Sample { crops: Many(vec![]) }])).unwrap_err();
    assert_eq!(error.to_string(), "parameter `crops`: a record that holds `Many` cannot be in a batch");
    #[derive(tensor_format::Tensor)]
    struct Optional {
        _a: Option<u8>,
    }
    let error = to_vec(&Batch(vec![Optional { _a: None }])).unwrap_err();
    assert_eq!(error.to_string(), "a batch of records without any tensor has no length");
}

#[test]
fn shapes_convert() {
    let shape = Shape::from([2, 3]);
    assert_eq!(shape, Shape::from(&[2, 3]));
    assert_eq!(shape, Shape::from(vec![2, 3]));
    assert_eq!(shape, (2..4).collect::<Shape>());
    assert_eq!(Vec::from(shape.clone()), [2, 3]);
    assert_eq!((Shape::from(()), Shape::from(5)), (Shape::scalar(), Shape::from([5])));
    let mut longer = shape.clone();
    longer.push(4);
    longer.push_front(1);
    longer.extend([5]);
    assert_eq!(longer, [1, 2, 3, 4, 5]);
    assert_eq!((&longer).into_iter().sum::<usize>(), 15);
    longer.as_mut_slice()[0] = 9;
    assert_eq!(longer.to_string(), "[9, 2, 3, 4, 5]");
    longer.clear();
    assert_eq!(longer.element_count(), Some(1));
    assert_eq!(element_count(&[0, usize::MAX]), None);
    assert_eq!(element_count(&[0, isize::MAX as usize]), Some(0));
    assert_eq!(Header::new(ElementType::F32, [1, 2]).to_string(), "f32 [1, 2]");
}

#[test]
fn axes_convert() {
    assert_eq!(Dim::from(3), Dim::exact(3));
    assert_eq!(Dim::from(1..=3).to_string(), "1..=3");
    assert_eq!(Dim::from(2..).named("n").to_string(), "n: 2..");
    assert_eq!(Dim::default(), Dim::ANY);
}

#[test]
fn element_types_have_names_and_sizes() {
    for &element_type in ElementType::ALL {
        assert_eq!(element_type.name().parse::<ElementType>().unwrap(), element_type);
        assert_eq!(ElementTypes::from(element_type).single(), Some(element_type));
    }
    assert_eq!(ElementTypes::NUMBERS.to_string(), "f32 | f64 | i8 | i16 | i32 | i64 | u8 | u16 | u32 | u64");
    assert_eq!(ElementTypes::ALL.to_string(), "any type");
    assert_eq!(ElementTypes::NONE.to_string(), "no type");
    assert_eq!(ElementTypes::NONE.single(), None);
    assert_eq!("f33".parse::<ElementType>().unwrap_err().to_string(), "`f33` is no element type");
    assert_eq!(format!("{:>6}|", ElementType::F32), "   f32|");
}

#[test]
fn views_are_slices_at_any_address() {
    let bytes = [9, 1, 0, 2, 0, 7];
    let view = View::<u16>::new(&bytes[1..], ByteOrder::Little);
    assert_eq!(view, View::from(&[1u16, 2][..]));
    assert_eq!(view, [1u16, 2][..]);
    assert_eq!(view.iter().rev().collect::<Vec<_>>(), [2, 1]);
    assert_eq!((view.into_iter().len(), view.iter().nth(1), view.iter().nth(2)), (2, Some(2), None));
    assert_eq!(view.get(2), None);
    assert_eq!(view.get(usize::MAX), None);
    assert_eq!(format!("{view:?}"), "[1, 2]");
    assert!(View::<f32>::default().is_empty());
}

#[test]
fn records_hold_named_tensors() {
    let one = Tensor::from(vec![1u8]);
    let record: Record = [("a".to_string(), one.clone()), ("b".into(), Tensor::default())].into_iter().collect();
    assert_eq!(record.get("a"), Some(&one));
    assert_eq!(record.get("c"), None);
    assert_eq!(record.as_ref().to_record(), record);
    assert_eq!(Record::from(RecordRef::from(&record)), record);
    let names: Vec<String> = record.clone().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["a", "b"]);
    let borrowed: RecordRef = [("a", one.as_ref())].into_iter().collect();
    assert_eq!(borrowed.into_iter().next().unwrap().1, one);
    let mut again = record.clone();
    again.extend([("a".to_string(), one)]);
    assert_eq!(to_vec(&again).unwrap_err().to_string(), "parameter `a`: present more than once");
}

#[test]
fn a_failed_reading_leaves_an_empty_tensor() {
    let mut t = Tensor::from(vec![1u32; 100]);
    let bytes = to_vec(&vec![5u32; 2000]).unwrap();
    let mut source = tensor_format::decthings::ReadSource::new(&bytes[..5000], &Default::default());
    tensor_format::Decode::decode_into(&mut t, &mut source).unwrap_err();
    assert_eq!(format!("{t:?}"), "u8 [0] []");
}
