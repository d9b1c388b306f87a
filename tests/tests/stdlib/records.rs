//! stdlib records: indices by their modes, typed values, ndarray views, and input made to harm.

use std::borrow::Cow;

use allocation_counter::measure;
use half::f16;
use ndarray::{Array2, ArrayD, ArrayView2, CowArray, Ix2, IxDyn, s};
use num_complex::Complex;
use proptest::{collection::vec, prelude::*};
use tensor_format::{
    ByteOrder, Element, ElementType, ErrorKind, Header, Shape, Tensor, TensorRef, View,
    layout::Layout,
    stdlib::{self, DType, IndexMode, MetaData, Options, Order, READ_ONLY, Table},
};

const MODES: [IndexMode; 4] = [IndexMode::Throw, IndexMode::Clamp, IndexMode::Wrap, IndexMode::Normalize];

const ORDERS: [ByteOrder; 2] = [ByteOrder::Little, ByteOrder::Big];

fn plain(dtype: DType, shape: &[usize], strides: &[i64], offset: i64) -> MetaData {
    let header = Header::new(ElementType::U8, shape);
    let layout = Layout::row_major(shape, 1);
    let meta = MetaData::of_layout(&header, &layout, ByteOrder::Little).unwrap();
    MetaData { dtype, strides: strides.into(), offset, ..meta }
}

/// The index that a mode allows, by moving it step by step.
fn moved(mode: IndexMode, index: i64, len: i64) -> Option<i64> {
    let inside = |index: i64| (0..len).contains(&index).then_some(index);
    if len == 0 {
        return None;
    }
    let mut at = index;
    match mode {
        IndexMode::Throw => {}
        IndexMode::Normalize => at += if at < 0 { len } else { 0 },
        IndexMode::Clamp | IndexMode::Wrap => {
            while inside(at).is_none() {
                let step = if mode == IndexMode::Wrap { len } else { 1 };
                at += if at < 0 { step } else { -step };
            }
        }
    }
    inside(at)
}

proptest! {
    #[test]
    fn indices_are_resolved_axis_by_axis(
        axes in vec((0usize..5, -9i64..9, -40i64..40), 0..5),
        submodes in vec(0usize..4, 0..4),
        mode in 0usize..4,
    ) {
        let shape: Vec<usize> = axes.iter().map(|(len, ..)| *len).collect();
        let strides: Vec<i64> = axes.iter().map(|(_, _, stride)| *stride).collect();
        let mut meta = plain(DType::Uint8, &shape, &strides, 1000);
        meta.mode = MODES[mode];
        meta.submodes = submodes.iter().map(|mode| MODES[*mode]).collect();
        let indices: Vec<i64> = axes.iter().map(|(_, index, _)| *index).collect();
        let mut expected = Some(1000);
        for (axis, (len, index, stride)) in axes.iter().enumerate() {
            let mode = if submodes.is_empty() { MODES[mode] } else { MODES[submodes[axis % submodes.len()]] };
            prop_assert_eq!(meta.mode_of(axis), mode);
            expected = expected.and_then(|at| Some(at + moved(mode, *index, *len as i64)? * stride));
        }
        prop_assert_eq!(meta.byte_offset(&indices).ok(), expected.map(|at| at as usize));
        let buffer: Vec<u8> = (0..2000).map(|at| (at % 251) as u8).collect();
        prop_assert_eq!(meta.get::<u8>(&buffer, &indices).ok(), expected.map(|at| (at % 251) as u8));
    }

    #[test]
    fn typed_values_come_back_in_both_byte_orders(rows in vec(any::<[i32; 3]>(), 0..5), lenient in any::<bool>()) {
        for (order, table) in ORDERS.into_iter().zip([Table::Orders0_2_1, Table::Current]) {
            let options = Options::new().byte_order(order).table(table).lenient(lenient);
            let message = options.to_message(&rows).unwrap();
            prop_assert_eq!(message.data.len(), rows.len() * 12);
            prop_assert_eq!(message.meta[0], u8::from(order == ByteOrder::Little));
            if let Some(first) = rows.first() {
                let written = if order == ByteOrder::Little { first[0].to_le_bytes() } else { first[0].to_be_bytes() };
                prop_assert_eq!(&message.data[..4], written);
            }
            prop_assert_eq!(&options.from_message::<Vec<[i32; 3]>>(&message.meta, &message.data).unwrap(), &rows);
            let tensor = options.from_slice(&message.meta).unwrap().view(&message.data).unwrap();
            let view: View<'_, i32> = tensor.view().unwrap();
            prop_assert_eq!(view.to_vec(), rows.concat());
            let array = options.from_message::<Array2<i32>>(&message.meta, &message.data).unwrap();
            prop_assert!(array.iter().eq(rows.as_flattened()));
            // Written again from what was read: the same record, but that it may not be written to.
            let again = MetaData { table, flags: 0, ..MetaData::of(&tensor).unwrap() };
            prop_assert_eq!(again.to_vec().unwrap(), message.meta);
        }
    }

    /// Any view, its record over the whole buffer, and the same view again.
    #[test]
    fn views_travel_by_their_buffer(
        (start, step) in (0usize..4, prop_oneof![Just(-3isize), Just(-1), Just(1), Just(2)]),
        transposed in any::<bool>(),
        broadcast in any::<bool>(),
    ) {
        let array = Array2::from_shape_fn((5, 6), |(i, j)| (10 * i + j) as f64);
        let buffer = array.as_slice().unwrap();
        let view = array.slice(s![start.., ..;step]);
        let view = if transposed { view.reversed_axes() } else { view };
        let row = view.row(0);
        let view = if broadcast { row.broadcast((3, row.len())).unwrap() } else { view };
        let record = MetaData::of_array(&view, buffer).unwrap().to_vec().unwrap();
        let meta = Options::new().from_slice(&record).unwrap();
        prop_assert!(meta.is_read_only());
        let tensor = meta.view(f64::as_bytes(buffer)).unwrap();
        let back: ArrayView2<'_, f64> = tensor.array_view().unwrap();
        prop_assert_eq!(&back, &view);
        prop_assert_eq!(back.as_ptr(), view.as_ptr());
        for ((i, j), value) in view.indexed_iter() {
            prop_assert_eq!(meta.get::<f64>(f64::as_bytes(buffer), &[i as i64, j as i64]).unwrap(), *value);
        }
        let owned: Array2<f64> = stdlib::from_message(&record, f64::as_bytes(buffer)).unwrap();
        prop_assert_eq!(&owned, &view);
        prop_assert!(stdlib::from_message::<CowArray<'_, f64, Ix2>>(&record, f64::as_bytes(buffer)).unwrap() == view);
    }

    #[test]
    fn no_bytes_make_a_reader_panic(
        front in vec(any::<u8>(), 0..80),
        rank in prop_oneof![0i64..4, any::<i64>(), Just(i64::MAX), Just(i64::MIN)],
        numbers in vec(prop_oneof![any::<i64>(), Just(i64::MAX), Just(i64::MIN), -9i64..9], 0..9),
        flips in vec(any::<prop::sample::Index>(), 0..3),
    ) {
        let mut bytes = vec![1, 2, 0];
        bytes.extend(rank.to_le_bytes());
        numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes.extend([101, 1]);
        bytes.extend(1i64.to_le_bytes());
        bytes.extend([1, 0, 0, 0, 0]);
        for at in flips {
            let at = at.index(bytes.len());
            bytes[at] ^= 0x41;
        }
        for bytes in [&bytes, &front] {
            let mut results = Vec::new();
            let peak = measure(|| {
                for table in [Table::Orders0_2_1, Table::Dtypes0_3_0, Table::Current] {
                    for options in [Options::new().table(table), Options::new().lenient(true), Options::new().detect_table()] {
                        results.push(options.from_prefix(bytes).ok());
                    }
                }
            }).bytes_max;
            prop_assert!(peak < 64 * 1024, "{peak} bytes for {}", bytes.len());
            for (meta, len) in results.into_iter().flatten() {
                let indices = vec![i64::MIN; meta.shape.rank()];
                let _ = (meta.byte_offset(&indices), meta.linear_byte_offset(i64::MAX), meta.check_buffer(usize::MAX));
                let _ = (meta.view(&bytes[..]), meta.layout());
                prop_assert_eq!(meta.to_vec().unwrap(), &bytes[..len]);
            }
        }
    }
}

/// The numbers are what `vind2bind` of stdlib gave for these arrays.
#[test]
fn linear_indices_are_those_of_the_package() {
    let no = None::<usize>;
    let row_major: [[Option<usize>; 17]; 4] = [
        [no, no, no, no, no, no, no, no, Some(4), Some(6), Some(8), Some(1), Some(3), Some(5), no, no, no],
        [4, 4, 4, 4, 4, 4, 4, 4, 4, 6, 8, 1, 3, 5, 5, 5, 5].map(Some),
        [3, 5, 4, 6, 8, 1, 3, 5, 4, 6, 8, 1, 3, 5, 4, 6, 8].map(Some),
        [
            no,
            no,
            Some(4),
            Some(6),
            Some(8),
            Some(1),
            Some(3),
            Some(5),
            Some(4),
            Some(6),
            Some(8),
            Some(1),
            Some(3),
            Some(5),
            no,
            no,
            no,
        ],
    ];
    let column_major: [[Option<usize>; 17]; 4] = [
        [no, no, no, no, no, no, no, no, Some(4), Some(1), Some(6), Some(3), Some(8), Some(5), no, no, no],
        [4, 4, 4, 4, 4, 4, 4, 4, 4, 1, 6, 3, 8, 5, 5, 5, 5].map(Some),
        [8, 5, 4, 1, 6, 3, 8, 5, 4, 1, 6, 3, 8, 5, 4, 1, 6].map(Some),
        [
            no,
            no,
            Some(4),
            Some(1),
            Some(6),
            Some(3),
            Some(8),
            Some(5),
            Some(4),
            Some(1),
            Some(6),
            Some(3),
            Some(8),
            Some(5),
            no,
            no,
            no,
        ],
    ];
    for (order, expected) in [(Order::RowMajor, row_major), (Order::ColumnMajor, column_major)] {
        for (mode, expected) in MODES.into_iter().zip(expected) {
            let meta = MetaData { order, mode, ..plain(DType::Int8, &[2, 3], &[-3, 2], 4) };
            let found: Vec<_> = (-8..9).map(|index| meta.linear_byte_offset(index).ok()).collect();
            assert_eq!(found, expected, "{order:?}, {mode:?}");
        }
    }
    let meta = plain(DType::Int8, &[2, 3], &[-3, 2], 4);
    assert_eq!(meta.get_linear::<i8>(&[0, 1, 2, 3, 4, 5, 6, 7, 8], 3).unwrap(), 1);
    assert!(matches!(meta.get_linear::<i8>(&[0], 3), Err(ErrorKind::Layout { .. })));
    assert!(matches!(meta.get_linear::<u8>(&[0; 9], 3), Err(ErrorKind::ElementType { .. })));
    assert!(matches!(meta.get::<i8>(&[0; 9], &[0]), Err(ErrorKind::Rank { expected: 2, found: 1, .. })));
    assert!(matches!(meta.get::<i8>(&[0; 9], &[0, -1]), Err(ErrorKind::Index { index: -1, len: 3 })));
    let outside = meta.get::<i8>(&[0; 9], &[i64::MIN, 0]).unwrap_err().to_string();
    assert_eq!(outside, "index -9223372036854775808 is outside of 2 items");
    let outside = meta.get_linear::<i8>(&[0; 9], -1).unwrap_err().to_string();
    assert_eq!(outside, "index -1 is outside of 6 items");
    let flags = plain(DType::Bool, &[1], &[1], 0);
    assert!(flags.get::<bool>(&[1], &[0]).unwrap());
    assert!(matches!(flags.get::<bool>(&[2], &[0]), Err(ErrorKind::InvalidBoolean(2))));
}

#[test]
fn every_element_type_travels() {
    fn there_and_back<T: Element + tensor_format::Encode + tensor_format::DecodeOwned>(value: T, dtype: DType)
    where
        Vec<T>: tensor_format::Encode + tensor_format::DecodeOwned,
    {
        for order in ORDERS {
            let options = Options::new().byte_order(order);
            let message = options.to_message(&vec![value; 3]).unwrap();
            assert_eq!(options.from_slice(&message.meta).unwrap().dtype, dtype);
            assert_eq!(options.from_message::<Vec<T>>(&message.meta, &message.data).unwrap(), [value; 3]);
            let scalar = options.to_message(&value).unwrap();
            assert_eq!((scalar.meta.len(), scalar.data.len()), (34, T::SIZE));
            assert_eq!(options.from_message::<T>(&scalar.meta, &scalar.data).unwrap(), value);
        }
    }
    there_and_back(true, DType::Bool);
    there_and_back(-3i8, DType::Int8);
    there_and_back(3u8, DType::Uint8);
    there_and_back(-300i16, DType::Int16);
    there_and_back(300u16, DType::Uint16);
    there_and_back(i32::MIN, DType::Int32);
    there_and_back(u32::MAX, DType::Uint32);
    there_and_back(i64::MIN, DType::Int64);
    there_and_back(u64::MAX, DType::Uint64);
    there_and_back(f16::from_f32(1.5), DType::Float16);
    there_and_back(-1.5f32, DType::Float32);
    there_and_back(1e300f64, DType::Float64);
    there_and_back(Complex::new(1.5f32, -2.0), DType::Complex64);
    there_and_back(Complex::new(1.5f64, -2.0), DType::Complex128);
}

#[test]
fn borrowed_values_share_the_data() {
    let numbers = [1.0f64, 2.0, 3.0, 4.0];
    let record = MetaData::of(&TensorRef::from_slice([2, 2], &numbers).unwrap()).unwrap().to_vec().unwrap();
    let data = f64::as_bytes(&numbers);
    let lent: Cow<'_, [[f64; 2]]> = stdlib::from_message(&record, data).unwrap();
    assert!(matches!(lent, Cow::Borrowed(rows) if rows.as_ptr().cast() == data.as_ptr()));
    let array: ndarray::ArrayViewD<'_, f64> = stdlib::from_message(&record, data).unwrap();
    assert_eq!(array.as_ptr().cast(), data.as_ptr());
    let dynamic: ArrayD<f64> = stdlib::from_message(&record, data).unwrap();
    assert_eq!(dynamic.shape(), [2, 2]);
}

#[test]
fn what_does_not_fit_is_refused() {
    let kind = |result: Result<stdlib::Message, tensor_format::EncodeError>| result.unwrap_err().into_kind();
    assert!(matches!(
        kind(stdlib::to_message("text")),
        ErrorKind::UnsupportedElementType { element_type: ElementType::String, format: "stdlib" }
    ));
    assert!(matches!(
        kind(stdlib::to_message(&half::bf16::from_f32(1.0))),
        ErrorKind::UnsupportedElementType { element_type: ElementType::BF16, format: "stdlib" }
    ));
    let mut record = tensor_format::Record::new();
    record.push("a", Tensor::from_vec([1], vec![1u8]).unwrap());
    assert!(matches!(kind(stdlib::to_message(&record)), ErrorKind::RecordFound { tensors: 1 }));
    // The older tables have no half-precision floats.
    for table in [Table::Orders0_2_1, Table::Dtypes0_3_0] {
        let refused = kind(Options::new().table(table).to_message(&f16::from_f32(1.0)));
        assert!(matches!(refused, ErrorKind::Field { field: "dtype", found: 10, .. }), "{refused}");
    }
    let message = stdlib::to_message(&[[1u8, 2, 3]; 2]).unwrap();
    let error = stdlib::from_message::<Vec<[u8; 4]>>(&message.meta, &message.data).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::AxisLength { axis: 1, found: 3, .. }), "{error}");
    let error = stdlib::from_message::<Vec<[i8; 3]>>(&message.meta, &message.data).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::ElementType { .. }), "{error}");
    let error = stdlib::from_message::<Tensor>(&message.meta, &message.data[1..]).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Layout { why: "an element lies outside of the buffer" }), "{error}");
    let no_order = [&[2], &message.meta[1..]].concat();
    let error = stdlib::from_message::<Tensor>(&no_order, &message.data).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Field { field: "endianness", .. }), "{error}");
    let meta = MetaData { strides: [1].into_iter().collect(), ..plain(DType::Uint8, &[1, 1], &[1, 1], 0) };
    assert!(matches!(meta.to_vec().unwrap_err().kind(), ErrorKind::Field { field: "strides", found: 1, .. }));
    let mut out = vec![7];
    for offset in [-1, i64::MIN] {
        let error = plain(DType::Uint8, &[1], &[1], offset).append(&mut out).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Field { field: "offset", .. }), "{error}");
    }
    // The format has lengths of 63 bits.
    if usize::BITS == 64 {
        let mut long = plain(DType::Uint8, &[1], &[1], 0);
        long.shape = Shape::from([usize::MAX]);
        assert!(matches!(long.append(&mut out).unwrap_err().kind(), ErrorKind::ShapeOverflow));
    }
    assert_eq!(out, [7]);
    let header = Header::new(ElementType::U8, [2]);
    let one_too_many = MetaData::of_layout(&header, &Layout::new(&[1, 1], 0), ByteOrder::Little);
    assert!(matches!(one_too_many, Err(ErrorKind::Layout { .. })));
    // What has no size has lost its strides, and the model has no such elements.
    for dtype in [DType::Generic, DType::Complex32] {
        let lost = plain(dtype, &[2], &[0], 0);
        let why = "the record of an element type without a size holds no strides";
        assert!(matches!(lost.view(&[0; 8]), Err(ErrorKind::Layout { why: found }) if found == why));
        assert!(matches!(lost.byte_offset(&[0]), Err(ErrorKind::Layout { why: found }) if found == why));
        assert!(matches!(lost.linear_byte_offset(0), Err(ErrorKind::Layout { why: found }) if found == why));
        assert!(matches!(lost.header(), Err(ErrorKind::Layout { why: "the model has no such element type" })));
    }
}

#[test]
fn tables_are_found_where_the_bytes_settle_them() {
    let detect = Options::new().detect_table();
    let of = |dtype, table| MetaData { table, ..plain(dtype, &[2], &[8], 0) }.to_vec().unwrap();
    assert_eq!(detect.from_slice(&of(DType::Float64, Table::Orders0_2_1)).unwrap().dtype, DType::Float64);
    assert_eq!(detect.from_slice(&of(DType::Int64, Table::Dtypes0_3_0)).unwrap().dtype, DType::Int64);
    for table in [Table::Dtypes0_3_0, Table::Current] {
        let error = detect.from_slice(&of(DType::Float64, table)).unwrap_err();
        assert_eq!((error.kind().name(), error.offset()), ("invalid_field", Some(1)), "{error}");
    }
    // 10 is float16 in the current table and float32 in the older one; up to 9 all agree.
    for dtype in [DType::Float16, DType::Float32] {
        assert!(detect.from_slice(&of(dtype, Table::Current)).is_err(), "{dtype:?}");
    }
    assert!(detect.from_slice(&of(DType::Float32, Table::Dtypes0_3_0)).is_err());
    assert_eq!(detect.from_slice(&of(DType::Uint64, Table::Current)).unwrap().dtype, DType::Uint64);
    // A table that is named is binding.
    let error = Options::new().table(Table::Current).from_slice(&of(DType::Float64, Table::Orders0_2_1)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Field { field: "order", found: 1, .. }), "{error}");
    assert_eq!(error.offset(), Some(19 + 16));
    assert_eq!(detect.from_slice(&detect.to_message(&1u64).unwrap().meta).unwrap().dtype, DType::Uint64);
}

#[test]
fn declared_orders_follow_the_strides() {
    let order = |shape: &[usize], strides: &[isize]| {
        let header = Header::new(ElementType::U8, shape);
        MetaData::of_layout(&header, &Layout::new(strides, 100), ByteOrder::Little).unwrap().order
    };
    assert_eq!(order(&[2, 3], &[3, 1]), Order::RowMajor);
    assert_eq!(order(&[2, 3], &[1, 2]), Order::ColumnMajor);
    assert_eq!(order(&[2, 3], &[-1, 2]), Order::ColumnMajor);
    assert_eq!(order(&[2, 3], &[0, 0]), Order::RowMajor);
    assert_eq!(order(&[2, 3, 4], &[1, 8, 2]), Order::RowMajor);
    assert_eq!(order(&[2, 1, 3], &[1, 0, 2]), Order::ColumnMajor);
    assert_eq!(order(&[], &[]), Order::RowMajor);
}

/// Up to 6 axes and 24 submodes, more than any axis can use.
#[test]
fn reading_and_checking_a_record_allocates_nothing() {
    for (rank, submodes) in (0..=6).flat_map(|rank| (0..=24).map(move |submodes| (rank, submodes))) {
        let shape = vec![2usize; rank];
        let numbers = vec![1.5f64; 1 << rank];
        let tensor = TensorRef::from_slice(shape.as_slice(), &numbers).unwrap();
        for byte_order in ORDERS {
            let submodes = MODES.into_iter().cycle().take(submodes).collect();
            let record = MetaData { byte_order, submodes, ..MetaData::of(&tensor).unwrap() }.to_vec().unwrap();
            for options in [Options::new(), Options::new().lenient(true)] {
                let counted = measure(|| {
                    let meta = options.from_slice(&record).unwrap();
                    meta.check_buffer(numbers.len() * 8).unwrap();
                    assert!(meta.check_buffer(numbers.len() * 8 - 1).is_err());
                    assert_eq!(meta.byte_offset(&[1; 6][..rank]).unwrap(), numbers.len() * 8 - 8);
                    assert_eq!(meta.linear_byte_offset(0).unwrap(), 0);
                    assert_eq!((meta.flags, meta.shape.rank()), (READ_ONLY, rank));
                });
                assert_eq!(counted.count_total, 0, "rank {rank}");
            }
        }
    }
    // Beyond, each list is one allocation.
    let mut seven = plain(DType::Uint8, &[1; 7], &[1; 7], 0);
    let counted = measure(|| drop(Options::new().from_slice(&seven.to_vec().unwrap()))).count_total;
    assert!(counted > 1, "the counter counts");
    seven.submodes = MODES.into_iter().cycle().take(25).collect();
    let record = seven.to_vec().unwrap();
    assert!(measure(|| drop(Options::new().from_slice(&record))).count_total <= 4);
}

#[test]
fn faults_of_records_say_at_which_byte() {
    let refused = |change: &dyn Fn(&mut MetaData)| {
        let mut meta = plain(DType::Int16, &[2, 3], &[6, 2], 0);
        change(&mut meta);
        let record = meta.to_vec().unwrap();
        assert_eq!(Options::new().lenient(true).from_slice(&record).unwrap(), meta);
        let error = Options::new().from_slice(&record).unwrap_err();
        (error.offset().unwrap(), error.into_kind())
    };
    let field = |change: &dyn Fn(&mut MetaData)| match refused(change) {
        (at, ErrorKind::Field { field, found, .. }) => (at, field, found),
        other => panic!("{other:?}"),
    };
    assert_eq!(field(&|meta| meta.dtype = DType::NoType), (1, "dtype", 18));
    assert_eq!(field(&|meta| meta.strides[0] = 5), (27, "strides", 5));
    assert_eq!(field(&|meta| meta.strides[1] = -1), (35, "strides", -1));
    assert_eq!(field(&|meta| meta.offset = 3), (43, "offset", 3));
    assert_eq!(field(&|meta| meta.flags = 8), (62, "flags", 8));
    assert_eq!(field(&|meta| meta.flags = i32::MIN), (62, "flags", i32::MIN.into()));
    assert!(matches!(refused(&|meta| meta.strides[1] = -2), (27, ErrorKind::Layout { .. })));
    assert!(matches!(
        refused(&|meta| meta.shape = Shape::from([1 << (usize::BITS - 2), 4])),
        (11, ErrorKind::ShapeOverflow)
    ));
    // Below byte 0 by its last element only, which is not there: no elements, one element.
    for shape in [[2, 0], [0, 3], [2, 1]] {
        let meta = MetaData { shape: Shape::from(shape), ..plain(DType::Int16, &[1, 1], &[6, -2], 0) };
        assert_eq!(Options::new().from_slice(&meta.to_vec().unwrap()).unwrap(), meta);
    }
    let record = plain(DType::Int16, &[2, 3], &[6, 2], 0).to_vec().unwrap();
    for (at, byte, name) in [
        (0, 2, "endianness"),
        (2, 1, "dtype"),
        (10, 0xff, "ndims"),
        (18, 0xff, "shape"),
        (26, 0xff, "shape"),
        (50, 0xff, "offset"),
        (51, 1, "order"),
        (52, 5, "mode"),
        (60, 0xff, "nsubmodes"),
        (61, 0, "submode"),
    ] {
        let mut broken = record.clone();
        broken[at] = byte;
        let error = Options::new().from_slice(&broken).unwrap_err();
        let start = match name {
            "dtype" => 1,
            "ndims" => 3,
            "shape" | "offset" | "nsubmodes" => at - 7,
            _ => at,
        };
        assert_eq!(error.offset(), Some(start as u64), "{name}: {error}");
        assert!(matches!(error.kind(), ErrorKind::Field { field, .. } if *field == name), "{name}: {error}");
    }
    // The least that the rest of a record takes decides what is missing.
    let mut short = vec![1, 1, 0];
    short.extend(1i64.to_le_bytes());
    short.resize(11 + 16 + 21, 0);
    let error = Options::new().from_slice(&short).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::UnexpectedEnd { needed: 38, left: 37 }), "{error}");
    let mut many = plain(DType::Int8, &[2], &[1], 0);
    many.submodes = [IndexMode::Wrap; 3].into_iter().collect();
    let mut record = many.to_vec().unwrap();
    record[11 + 16 + 10] = 4;
    let error = Options::new().from_slice(&record).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Field { field: "nsubmodes", found: 4, .. }), "{error}");
}

#[test]
fn records_cut_short_say_where() {
    let record = plain(DType::Int16, &[2, 3], &[6, 2], 0).to_vec().unwrap();
    for end in 0..record.len() {
        let error = Options::new().from_slice(&record[..end]).unwrap_err();
        assert!(error.offset().is_some_and(|at| at <= end as u64), "{end}: {error}");
        assert_eq!(Options::new().from_prefix(&record[..end]).unwrap_err().to_string(), error.to_string());
    }
    let mut more = record.clone();
    more.push(0);
    let error = Options::new().from_slice(&more).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::TrailingBytes { count: 1, .. }), "{error}");
    assert_eq!(Options::new().from_prefix(&more).unwrap().1, record.len());
    assert_eq!(Shape::from([2, 3]), Options::new().from_slice(&record).unwrap().shape);
}

#[test]
fn arrays_elsewhere_have_no_record() {
    let (a, b) = (Array2::<f32>::zeros((2, 2)), Array2::<f32>::zeros((2, 2)));
    let refused = MetaData::of_array(&a.view(), b.as_slice().unwrap());
    assert!(matches!(refused, Err(ErrorKind::NotBorrowable { why: "the view does not lie in the buffer" })));
    let part = &a.as_slice().unwrap()[..3];
    assert!(MetaData::of_array(&a.view(), part).is_err());
    assert!(MetaData::of_array(&a.slice(s![.., 0]), part).is_ok());
    let empty = a.slice(s![2.., ..]).into_dyn();
    assert_eq!(MetaData::of_array::<f32, IxDyn>(&empty, &[]).unwrap().offset, 0);
}
