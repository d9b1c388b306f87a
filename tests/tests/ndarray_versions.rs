//! Arrays of every version of ndarray are the same tensors: one body, run for each.
#![allow(missing_docs)]

macro_rules! version {
    ($module:ident, $ndarray:ident) => {
        mod $module {
            use std::borrow::Cow;

            use ::$ndarray::{
                ArcArray, ArcArray1, Array, Array0, Array1, Array2, Array3, Array6, ArrayD, ArrayView, ArrayView1,
                ArrayView2, ArrayView3, ArrayViewD, ArrayViewMut2, Axis, CowArray, Dim, Ix1, Ix2, IxDyn, ShapeBuilder,
                array, s,
            };
            use tensor_format::{Batch, Binary, Decode, Element, Encode, ErrorKind, HasRules, Image, Many, Ragged, Tensor, Value, decthings, encoded_len, from_prefix, from_reader, from_slice, from_value, to_slices, to_value, to_vec, codec::DecodeBlock};

            #[test]
            fn rules_are_those_of_the_type() {
                fn rules<T: HasRules>() -> String {
                    T::RULES.to_string()
                }
                assert_eq!(rules::<Array0<i64>>(), "i64 []");
                assert_eq!(rules::<Array3<bool>>(), "bool [_, _, _]");
                assert_eq!(rules::<Array6<u8>>(), "u8 [_, _, _, _, _, _]");
                assert_eq!(rules::<ArrayD<f32>>(), "f32 [..]");
                assert_eq!(rules::<Array2<[[f64; 4]; 3]>>(), "f64 [_, _, 3, 4]");
                assert_eq!(rules::<ArrayD<[u16; 2]>>(), "u16 [.., 2]");
                assert_eq!(rules::<ArrayView1<'_, String>>(), "string [_]");
                assert_eq!(rules::<ArrayViewMut2<'_, Image>>(), "image [_, _]");
                assert_eq!(rules::<ArcArray1<Binary>>(), "binary [_]");
                assert_eq!(rules::<CowArray<'_, i8, IxDyn>>(), "i8 [..]");
                assert_eq!(rules::<Batch<Image>>(), "image [_]");
            }

            /// The bytes are those of nested arrays, and the value comes back from them in every way.
            fn travels<T: Encode + for<'de> Decode<'de>>(value: &T, plain: &impl Encode) {
                let bytes = to_vec(plain).unwrap();
                assert_eq!(to_vec(value).unwrap(), bytes);
                assert_eq!(encoded_len(value).unwrap(), bytes.len());
                assert_eq!(to_slices(value).unwrap().to_vec(), bytes);
                assert_eq!(to_value(value).unwrap(), to_value(plain).unwrap());
                assert_eq!(to_vec(&from_slice::<T>(&bytes).unwrap()).unwrap(), bytes);
                assert_eq!(to_vec(&from_reader::<T, _>(&*bytes).unwrap()).unwrap(), bytes);
                let (front, len) = from_prefix::<T>(&[&*bytes, &[9]].concat()).unwrap();
                assert_eq!((to_vec(&front).unwrap(), len), (bytes.clone(), bytes.len()));
                let model = to_value(plain).unwrap();
                assert_eq!(to_vec(&from_value::<T>(&model.as_ref()).unwrap()).unwrap(), bytes);
            }

            #[test]
            fn arrays_are_items_of_ragged_lists() {
                let plain = Ragged(vec![vec![1.5f32, 2.5], vec![], vec![0.5]]);
                let arrays: Ragged<Array1<f32>> = plain.iter().cloned().map(Array1::from).collect();
                travels(&arrays, &plain);
                travels(&arrays.iter().map(|array| array.clone().into_shared()).collect::<Ragged<ArcArray1<f32>>>(), &plain);
                let mut there = Ragged(vec![Array1::from(vec![9.0f32; 5]), array![]]);
                decthings::decode_into(&to_vec(&plain).unwrap(), &mut there).unwrap();
                assert_eq!(there, arrays);
                let model = to_value(&plain).unwrap();
                let views: Ragged<ArrayView1<'_, f32>> = from_value(&model.as_ref()).unwrap();
                assert_eq!(to_vec(&views).unwrap(), to_vec(&plain).unwrap());
                let lent: Ragged<CowArray<'_, f32, Ix1>> = from_value(&model.as_ref()).unwrap();
                assert_eq!(lent, arrays.iter().map(|array| CowArray::from(array.view())).collect());
                let other = Ragged(arrays.iter().map(|array| array.slice(s![..;-1])).collect());
                let back: Ragged<Vec<f32>> = from_slice(&to_vec(&other).unwrap()).unwrap();
                assert_eq!(back.0, [vec![2.5, 1.5], vec![], vec![0.5]]);
                let texts: Ragged<Array1<String>> = Ragged(vec![array!["a".to_owned()], array![]]);
                travels(&texts, &Ragged(vec![vec!["a"], vec![]]));
            }

            #[test]
            fn elements_of_every_kind_travel() {
                fn numbers<T: Element + Encode + for<'de> DecodeBlock<'de>>(elements: [[T; 3]; 2]) {
                    let array = Array2::from(elements.to_vec());
                    travels(&array, &elements);
                    travels(&array.clone().into_dyn(), &elements);
                    travels(&array.into_shared(), &elements);
                    travels(&Array1::from(elements.to_vec()), &elements);
                    travels(&Array0::from_elem((), elements[0][0]), &elements[0][0]);
                    travels(&Array2::<T>::from_shape_vec((0, 3), vec![]).unwrap(), &[elements[0]; 0]);
                }
                numbers([[0.0f32, 1.0, -1.0], [f32::MAX, 1e-9, 0.1]]);
                numbers([[0.0f64, 1.0, -1.0], [f64::MAX, 1e-9, 0.1]]);
                numbers([[0i8, 1, -1], [i8::MAX, i8::MIN, 9]]);
                numbers([[0i16, 1, -1], [i16::MAX, i16::MIN, 9]]);
                numbers([[0i32, 1, -1], [i32::MAX, i32::MIN, 9]]);
                numbers([[0i64, 1, -1], [i64::MAX, i64::MIN, 9]]);
                numbers([[0u8, 1, 2], [u8::MAX, 8, 9]]);
                numbers([[0u16, 1, 2], [u16::MAX, 8, 9]]);
                numbers([[0u32, 1, 2], [u32::MAX, 8, 9]]);
                numbers([[0u64, 1, 2], [u64::MAX, 8, 9]]);
                travels(&array![[true], [false]], &[[true], [false]]);
                travels(&array![f32::NAN, -0.0, f32::INFINITY], &[f32::NAN, -0.0, f32::INFINITY]);
                let words = ["", "é", "three"].map(String::from);
                travels(&Array1::from(words.to_vec()), &words);
                let binary = [vec![0u8, 255], vec![]].map(Binary::from);
                travels(&Array1::from(binary.to_vec()), &binary);
                let images = [Image::new("png", vec![1, 2, 3])];
                travels(&Array1::from(images.to_vec()), &images);
            }

            #[test]
            fn order_in_memory_is_of_no_matter() {
                let expected = to_vec(&[[1i16, 2, 3], [4, 5, 6]]).unwrap();
                let columns = Array::from_shape_vec((2, 3).f(), vec![1i16, 4, 2, 5, 3, 6]).unwrap();
                assert_eq!(to_vec(&columns).unwrap(), expected);
                assert_eq!(to_vec(&columns.view()).unwrap(), expected);
                assert_eq!(to_vec(&columns.view().into_dyn()).unwrap(), expected);
                let mut turned = array![[6i16, 3], [5, 2], [4, 1]];
                assert_eq!(to_vec(&turned.slice(s![..;-1, ..;-1]).reversed_axes()).unwrap(), expected);
                assert_eq!(to_vec(&turned.slice_mut(s![..;-1, ..;-1]).reversed_axes()).unwrap(), expected);
                let gaps = array![[1i16, 0, 2, 0, 3], [4, 0, 5, 0, 6]];
                let thinned = gaps.slice(s![.., ..;2]);
                assert_eq!(to_vec(&thinned).unwrap(), expected);
                assert_eq!(to_slices(&thinned).unwrap().to_vec(), expected);
                assert_eq!(to_value(&thinned).unwrap(), to_value(&columns).unwrap());
                let row = array![7u8, 8];
                assert_eq!(to_vec(&row.broadcast((2, 2)).unwrap()).unwrap(), to_vec(&[[7u8, 8], [7, 8]]).unwrap());
                let element = array![[1u32, 2], [3, 4]];
                assert_eq!(to_vec(&element.slice(s![1, 0])).unwrap(), to_vec(&3u32).unwrap());
                let blocks = array![[[1u8, 2], [3, 4]], [[5, 6], [7, 8]]];
                assert_eq!(
                    to_vec(&blocks.index_axis(Axis(1), 1)).unwrap(),
                    to_vec(&[[[3u8, 4], [7, 8]]][0]).unwrap()
                );
            }

            /// Elements of eight bytes at a place of the wanted remainder by eight.
            fn placed<'a>(arena: &'a mut Vec<u8>, bytes: &[u8], header: usize, remainder: usize) -> &'a [u8] {
                arena.resize(bytes.len() + 16, 0);
                let start = (0..8).find(|at| (arena.as_ptr().addr() + at + header) % 8 == remainder).unwrap();
                arena[start..start + bytes.len()].copy_from_slice(bytes);
                &arena[start..start + bytes.len()]
            }

            #[test]
            fn views_borrow_where_the_elements_lie_aligned() {
                let array = array![[1.5f64, -2.5], [0.0, 8.0]];
                let bytes = to_vec(&array).unwrap();
                let header = bytes.len() - 32;
                let mut arena = Vec::new();
                let aligned = placed(&mut arena, &bytes, header, 0);
                let view: ArrayView2<'_, f64> = from_slice(aligned).unwrap();
                assert_eq!(view, array);
                assert_eq!(view.as_ptr().addr(), aligned[header..].as_ptr().addr());
                let pairs: ArrayView1<'_, [f64; 2]> = from_slice(aligned).unwrap();
                assert_eq!(pairs, array![[1.5, -2.5], [0.0, 8.0]].map_axis(Axis(1), |row| [row[0], row[1]]));
                assert!(from_slice::<CowArray<'_, f64, Ix2>>(aligned).unwrap().is_view());
                assert!(from_slice::<CowArray<'_, f64, IxDyn>>(aligned).unwrap().is_view());

                let mut arena = Vec::new();
                let odd = placed(&mut arena, &bytes, header, 1);
                let error = from_slice::<ArrayViewD<'_, f64>>(odd).unwrap_err();
                assert!(matches!(error.kind(), ErrorKind::Misaligned { .. }), "{error}");
                let copy: CowArray<'_, f64, Ix2> = from_slice(odd).unwrap();
                assert!(copy.is_owned());
                assert_eq!(copy, array);
                let small: ArrayView3<'_, u8> = from_slice(&[7, 3, 1, 1, 2, 9, 8]).unwrap();
                assert_eq!(small, array![[[9, 8]]]);

                // Of a value of the model, which is how any tensor becomes such an array.
                let tensor: Tensor = from_slice(&bytes).unwrap();
                let value = Value::Tensor(tensor.as_ref());
                assert_eq!(from_value::<CowArray<'_, f64, Ix2>>(&value).unwrap(), array);
                assert_eq!(from_value::<ArrayView<'_, f64, Ix2>>(&value).unwrap(), array);
            }

            #[test]
            fn memory_is_used_again() {
                let mut array = Array2::<u32>::from_elem((8, 8), 7);
                let place = array.as_ptr();
                decthings::decode_into(&to_vec(&[[1u32, 2, 3]]).unwrap(), &mut array).unwrap();
                assert_eq!(array, array![[1, 2, 3]]);
                assert_eq!(array.as_ptr(), place);
                let mut open = ArrayD::<u32>::from_elem(vec![4, 4], 7);
                let place = open.as_ptr();
                decthings::decode_into(&to_vec(&[1u32, 2]).unwrap(), &mut open).unwrap();
                assert_eq!(open, array![1, 2].into_dyn());
                assert_eq!(open.as_ptr(), place);
                // One that no longer begins where its memory does.
                let mut end = Array1::from(vec![1u8, 2, 3]).slice_move(s![2..]);
                decthings::decode_into(&to_vec(&[4u8, 5]).unwrap(), &mut end).unwrap();
                assert_eq!(end, array![4, 5]);
            }

            #[test]
            fn others_are_refused_with_what_was_expected() {
                fn refused<'de, T: Decode<'de>>(bytes: &'de [u8]) -> String {
                    from_slice::<T>(bytes).err().unwrap().to_string()
                }
                let plain = to_vec(&[[1u8, 2], [3, 4]]).unwrap();
                assert_eq!(refused::<Array1<u8>>(&plain), refused::<Vec<u8>>(&plain));
                assert_eq!(refused::<Array2<i8>>(&plain), refused::<Vec<[i8; 2]>>(&plain));
                assert_eq!(refused::<Array1<[u8; 3]>>(&plain), refused::<Vec<[u8; 3]>>(&plain));
                assert_eq!(refused::<ArcArray<u8, Ix1>>(&plain), refused::<Vec<u8>>(&plain));
                assert_eq!(refused::<CowArray<'_, u8, Ix1>>(&plain), refused::<Cow<'_, [u8]>>(&plain));
                assert_eq!(
                    refused::<ArrayD<[u8; 3]>>(&plain),
                    "axis 1: expected 3, found 2 (byte 3)"
                );
                // A million elements are claimed, and one is there.
                let error = from_slice::<Array1<u32>>(&[9, 1, 254, 0, 15, 66, 64, 1, 0, 0, 0]).unwrap_err();
                assert_eq!(error.kind().name(), "truncated", "{error}");
                let error = from_slice::<ArrayD<u8>>(&[7, 2, 255, 128, 0, 0, 0, 0, 0, 0, 0, 4]).unwrap_err();
                assert!(matches!(error.kind(), ErrorKind::ShapeOverflow), "{error}");
            }

            #[derive(Tensor, Debug, PartialEq)]
            struct Fields<'a> {
                #[tensor(shape = [batch, 3])]
                pixels: CowArray<'a, f32, Ix2>,
                #[tensor(shape = [batch])]
                labels: Array1<String>,
                shared: Option<ArcArray<i32, IxDyn>>,
                parts: Many<Array0<bool>>,
                #[tensor(default)]
                weights: Array<f64, Dim<[usize; 1]>>,
                tail: ArrayView1<'a, u8>,
            }

            #[test]
            fn fields_of_records_travel() {
                assert_eq!(
                    Fields::RULES.to_string(),
                    "{ pixels: f32 [batch, 3], labels: string [batch], shared?: i32 [..], parts*: bool [], \
                     weights?: f64 [_], tail: u8 [_] }"
                );
                let tail = [1u8, 2];
                let fields = Fields {
                    pixels: array![[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]].into(),
                    labels: array!["a".to_owned(), "b".to_owned()],
                    shared: Some(array![[1, 2]].into_dyn().into_shared()),
                    parts: vec![Array0::from_elem((), true), Array0::from_elem((), false)].into(),
                    weights: array![0.5],
                    tail: tail.as_slice().into(),
                };
                let bytes = to_vec(&fields).unwrap();
                assert_eq!(from_slice::<Fields<'_>>(&bytes).unwrap(), fields);
                let uneven = Fields { labels: array!["a".to_owned()], ..fields };
                let error = to_vec(&uneven).unwrap_err();
                assert!(error.to_string().contains("batch"), "{error}");
            }
        }
    };
}

version!(ndarray_0_17, ndarray);
#[cfg(feature = "ndarray-older")]
version!(v0_16, ndarray_0_16);
#[cfg(feature = "ndarray-older")]
version!(v0_15, ndarray_0_15);
