//! XLA shapes: text, messages, edits and typed values.

use proptest::{collection::vec, prelude::*};
use tensor_format::{
    ByteOrder, ElementType, ErrorKind, HasRules, Rules, Tensor, TensorRef,
    layout::{InlineVec, Layout as Strides, TileDim, axis_number},
    rules::Dim,
    xla::{
        ArrayShape, ConstShape, DimLevelType, Dimension, Layout, PaddedShape, PrimitiveType, Shape, ShapeKind,
        SplitConfig, Tile, dimension_letters, shape_of,
    },
};
use tensor_format_tests::xla::{array, shape};

fn dimension() -> impl Strategy<Value = Dimension> {
    prop_oneof![
        6 => (0usize..9).prop_map(Dimension::Static),
        1 => (0usize..9).prop_map(Dimension::Bounded),
        1 => Just(Dimension::Unbounded),
    ]
}

fn any_array() -> impl Strategy<Value = ArrayShape> {
    let tile = || vec(prop_oneof![4 => (1usize..200).prop_map(TileDim::size), 1 => Just(Some(TileDim::Combine))], 0..3);
    let numbers = (0u64..3, 0u64..9, 1u64..2000, 0u64..9);
    let split = proptest::option::of((any::<prop::sample::Index>(), proptest::collection::btree_set(1u64..9, 1..3)));
    let types = prop::sample::select(PrimitiveType::ALL);
    (types, vec(dimension(), 0..=7), vec(tile(), 0..3), numbers, split, 0u8..8).prop_perturb(
        |(element_type, dimensions, tiles, (bits, space, tail, prefix), split, rare), mut rng| {
            let rank = dimensions.len();
            let mut order: Vec<usize> = (0..rank).collect();
            (1..rank).rev().for_each(|i| order.swap(i, rng.random_range(0..=i)));
            let mut layout = Layout::new(&order);
            layout.element_size_in_bits = bits * 64;
            if bits * 64 < element_type.bits() as u64 {
                layout.element_size_in_bits = 0;
            }
            layout.memory_space = space;
            layout.tail_padding_alignment_in_elements = tail;
            layout.dynamic_shape_metadata_prefix_bytes = prefix;
            if let Some((at, split_indices)) = split.filter(|_| rank > 0) {
                // Counted from the most major dimension.
                let dimension = at.index(rank);
                let end = dimensions[order[rank - 1 - dimension]].bound().unwrap_or(0) as u64;
                let split_indices: InlineVec<u64, 4> = split_indices.into_iter().filter(|index| *index < end).collect();
                if !split_indices.is_empty() {
                    layout.split_configs.push(SplitConfig { dimension, split_indices, ..SplitConfig::default() });
                }
            }
            if rare == 0 && rank > 0 {
                layout.dim_level_types = std::iter::repeat_n(DimLevelType::Compressed, rank).collect();
                layout.index_primitive_type = Some(PrimitiveType::U32);
                layout.pointer_primitive_type = Some(PrimitiveType::U64);
                layout.physical_shape = Some(Box::new(Shape::tuple([shape("u32[?]"), shape("f32[<=3]")]).unwrap()));
            }
            let plain = ArrayShape::dynamic(element_type, dimensions).unwrap();
            let mut found = plain.with_layout(layout).unwrap();
            for tile in tiles {
                let tile: Tile = tile.into_iter().flatten().collect();
                // Tiles that do not fit are not what is tested here.
                let tiled = found.layout().clone().tiled(tile);
                found = found.clone().with_layout(tiled).unwrap_or(found);
            }
            found
        },
    )
}

fn any_shape() -> impl Strategy<Value = Shape> {
    let leaf = prop_oneof![
        6 => any_array().prop_map(Shape::from),
        1 => any_array().prop_map(|array| Shape::buffer(array).unwrap()),
        1 => Just(Shape::TOKEN),
        1 => Just(Shape::OPAQUE),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| vec(inner, 0..4).prop_map(|members| Shape::tuple(members).unwrap()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn shapes_come_back_from_text_and_message(made in any_shape()) {
        let (text, bytes) = (made.to_string(), made.to_vec());
        prop_assert_eq!(&text.parse::<Shape>().map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?, &made);
        prop_assert_eq!(&Shape::from_slice(&bytes).map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?, &made);
        prop_assert!(made.equal(&made.clone()) && made.compatible(&made.clone()));
    }

    #[test]
    fn cut_messages_do_not_panic_and_say_where(made in any_shape(), flips in vec((any::<prop::sample::Index>(), 0u8..8), 1..4)) {
        let bytes = made.to_vec();
        for end in 0..bytes.len() {
            match Shape::from_slice(&bytes[..end]) {
                Ok(shape) => prop_assert_eq!(Shape::from_slice(&shape.to_vec()).unwrap(), shape),
                Err(error) => prop_assert!(error.offset().is_some_and(|at| at <= end as u64), "{error:?}"),
            }
        }
        let mut flipped = bytes;
        for (at, bit) in flips {
            let at = at.index(flipped.len());
            flipped[at] ^= 1 << bit;
        }
        if let Ok(shape) = Shape::from_slice(&flipped) {
            prop_assert_eq!(Shape::from_slice(&shape.to_vec()).unwrap(), shape);
        }
        let _ = PaddedShape::from_slice(&flipped);
    }

    #[test]
    fn broken_texts_do_not_panic_and_say_where(made in any_shape(), at in any::<prop::sample::Index>(), put in "[-0-9a-z(){}\\[\\],:*#<=?/ é]{0,3}") {
        let text = made.to_string();
        let at = at.index(text.len() + 1);
        let (front, back) = text.split_at(at);
        for text in [format!("{front}{put}{back}"), format!("{front}{put}"), format!("{put}{back}")] {
            match text.parse::<Shape>() {
                Ok(shape) => prop_assert_eq!(shape.to_string().parse::<Shape>().unwrap(), shape),
                Err(error) => prop_assert!(error.offset().is_some_and(|at| at <= text.len() as u64), "{error:?}"),
            }
        }
    }

    #[test]
    fn permuted_arrays_keep_every_element(made in any_array(), seed in any::<prop::sample::Index>()) {
        let rank = made.rank();
        let mut permutation: Vec<usize> = (0..rank).collect();
        permutation.rotate_left(seed.index(rank.max(1)));
        let moved = made.permute(&permutation).unwrap();
        let mut inverse = vec![0; rank];
        permutation.iter().enumerate().for_each(|(to, from)| inverse[*from] = to);
        prop_assert_eq!(&moved.permute(&inverse).unwrap(), &made);
        prop_assert_eq!(&moved.layout().split_configs, &made.layout().split_configs);
        if made.order().is_ok_and(|order| order.positions() < 1 << 12) {
            prop_assert!(made.transpose_is_bitcast(&moved, &permutation).unwrap());
        }
    }

    #[test]
    fn inserted_dimensions_can_be_deleted(made in any_array(), at in any::<prop::sample::Index>(), dimension in dimension()) {
        let at = at.index(made.rank() + 1);
        // Split configurations keep their places when a dimension is deleted, as in XLA.
        let mut layout = made.layout().clone();
        layout.split_configs = InlineVec::new();
        let made = made.with_layout(layout).unwrap();
        let more = made.insert_dimension(at, dimension).unwrap();
        prop_assert_eq!(more.dimensions()[at], dimension);
        prop_assert_eq!(more.delete_dimension(at as i64).unwrap(), made);
    }

    #[test]
    fn tensors_go_through_every_layout(dims in vec(0usize..4, 0..=5), kind in 0usize..6, seed in any::<prop::sample::Index>(), tile in vec(1usize..4, 0..3)) {
        let types = [ElementType::U8, ElementType::I16, ElementType::F32, ElementType::F64, ElementType::C64, ElementType::C128];
        let element_type = types[kind];
        let size = element_type.size().unwrap();
        let bytes: Vec<u8> = (0..dims.iter().product::<usize>() * size).map(|i| i as u8).collect();
        let tensor = TensorRef::from_bytes(element_type, dims.as_slice(), &bytes, ByteOrder::Little).unwrap();
        let mut order: Vec<usize> = (0..dims.len()).collect();
        order.rotate_left(seed.index(dims.len().max(1)));
        let plain = ArrayShape::new(PrimitiveType::of(element_type).unwrap(), &dims).unwrap();
        let plain = plain.with_layout(Layout::new(&order)).unwrap();
        let mut buffer = vec![0xaa; plain.byte_size().unwrap()];
        plain.write(&tensor, &mut buffer).unwrap();
        let view = plain.view(&buffer).unwrap();
        prop_assert_eq!(&view, &tensor);
        let copied = plain.to_tensor(&buffer).unwrap();
        prop_assert_eq!(&copied.as_ref(), &tensor);
        // Reading the shape off the strides and writing to it again gives the same bytes.
        let found = ArrayShape::of(&view).unwrap();
        let mut again = vec![0xaa; found.byte_size().unwrap()];
        found.write(&view, &mut again).unwrap();
        prop_assert_eq!(&again, &buffer);
        // Tiles may have more dimensions than there are.
        let tiled = plain.clone().with_layout(plain.layout().clone().tiled(Tile::new(&tile).unwrap())).unwrap();
        let mut buffer = vec![0xaa; tiled.byte_size().unwrap()];
        tiled.write(&view, &mut buffer).unwrap();
        let copied = tiled.to_tensor(&buffer).unwrap();
        prop_assert_eq!(&copied.as_ref(), &tensor);
        for shape in [&plain, &tiled] {
            let mut parts = Vec::new();
            shape.write(&tensor, &mut buffer).unwrap();
            let taken = shape.try_for_each_part(&buffer, |part| {
                parts.extend_from_slice(part);
                Ok::<(), ErrorKind>(())
            });
            prop_assert!(taken.is_ok() && parts == bytes, "{:?}", parts);
            let none = shape.try_for_each_part(&[], |_| Err(ErrorKind::custom("taken")));
            prop_assert_eq!(none.is_err(), !bytes.is_empty(), "{:?}", none);
        }
        match tiled.view(&buffer) {
            Ok(view) => prop_assert_eq!(&view, &tensor),
            Err(ErrorKind::Layout { why: "the tiles put neighbours at distances that differ" }) => {
                prop_assert!(buffer.is_empty() || tiled.to_tensor(&buffer[1..]).is_err());
            }
            Err(other) => prop_assert!(false, "{other}"),
        }
    }
}

#[test]
fn errors_have_line_column_and_byte() {
    let error = "(f32[2],\n  f33[2])".parse::<Shape>().unwrap_err();
    assert_eq!(error.offset(), Some(11));
    assert_eq!(
        error.to_string(),
        "line 2, column 3: element_type: expected an element type, as `f32`, found `f33` (byte 11)"
    );
    let error = "f32[2,3]{1,0".parse::<Shape>().unwrap_err();
    assert_eq!(error.to_string(), "line 1, column 13: layout: expected `,`, `:` or `}`, found the end (byte 12)");
    let error = "f32[2] /* open".parse::<Shape>().unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Syntax { column: 8, .. }), "{error}");
    let error = "f32[2,3]{1,1}".parse::<Shape>().unwrap_err();
    assert_eq!(error.to_string(), "minor_to_major: expected each dimension once, found 1 (byte 8)");
}

#[test]
fn messages_are_read_in_every_form() {
    // f32[2,3]{0,1}: unpacked numbers, fields in another order, the layout in two pieces.
    let bytes = hex::decode("3000300118021803 2a020800 2a050801800101 100b".replace(' ', "")).unwrap();
    assert_eq!(Shape::from_slice(&bytes).unwrap(), shape("f32[2,<=3]{0,1}"));
    // Without a layout and without flags.
    assert_eq!(Shape::from_slice(&hex::decode("100b1a020203").unwrap()).unwrap(), shape("f32[2,3]"));
    // The last of several single numbers counts.
    assert_eq!(Shape::from_slice(&hex::decode("1002100b1a0102").unwrap()).unwrap(), shape("f32[2]"));
    let members = "2205 100b 1a0102 2202 1011 2205 1002 1a0103".replace(' ', "");
    for before in ["1022", "100d", "100e", ""] {
        let bytes = hex::decode(format!("{before}{members}100d")).unwrap();
        assert_eq!(Shape::from_slice(&bytes).unwrap(), shape("(f32[2], token[], s8[3])"));
    }
}

#[test]
fn unknown_fields_are_kept() {
    let tile = [0x32, 0x05, 0x0a, 0x01, 0x02, 0x38, 0x07];
    let split = [0x8a, 0x01, 0x05, 0x12, 0x01, 0x01, 0x28, 0x09];
    let layout_unknown = [0x92, 0x01, 0x02, 0x02, 0x02, 0x20, 0x01];
    let mut layout = vec![0x0a, 0x01, 0x00];
    layout.extend(tile);
    layout.extend([0x80, 0x01, 0x01]);
    layout.extend(split);
    layout.extend(layout_unknown);
    let mut bytes = vec![0x10, 0x0b, 0x1a, 0x01, 0x02, 0x2a, layout.len() as u8];
    bytes.extend(layout);
    // A group, a fixed number, and a field far above those that are known.
    let shape_unknown = [0x63, 0x08, 0x05, 0x64, 0x6d, 1, 2, 3, 4, 0xfa, 0x3f, 0x02, b'h', b'i'];
    bytes.extend([0x32, 0x01, 0x00]);
    bytes.extend(shape_unknown);
    let read = Shape::from_slice(&bytes).unwrap();
    assert_eq!(read.unknown.as_bytes(), shape_unknown);
    let layout = read.as_array().unwrap().layout();
    assert_eq!(layout.unknown.as_bytes(), layout_unknown);
    assert_eq!(layout.tiles[0].unknown.as_bytes(), [0x38, 0x07]);
    assert_eq!(layout.split_configs[0].unknown.as_bytes(), [0x28, 0x09]);
    assert_eq!(read.to_vec(), bytes);
    assert_ne!(read, shape("f32[2]{0:T(2)SC(0:1)}"));
    assert!(read.equal(&shape("f32[2]{0:T(2)SC(0:1)}")));
    for token in [[0x10, 0x11, 0x38, 0x01], [0x10, 0x0d, 0x38, 0x01], [0x10, 0x0e, 0x38, 0x01]] {
        assert_eq!(Shape::from_slice(&token).unwrap().to_vec(), token);
    }
}

#[test]
fn fields_of_another_wire_type_are_unknown_in_members_too() {
    for shape in ["()", "(f32[2], token[])", "f32[2,3]{0,1}", "token[]", "opaque[]", "b(f32[2])"] {
        let shape: Shape = shape.parse().unwrap();
        for number in 1..=17u8 {
            // A number where the field has a message, a fixed number, and bytes where it has a number.
            let varint = if matches!(number, 4 | 5) { vec![number << 3, 104] } else { Vec::new() };
            let fixed = if number < 16 {
                vec![number << 3 | 5, 1, 2, 3, 4]
            } else {
                vec![number << 3 & 127 | 133, 1, 1, 2, 3, 4]
            };
            let bytes = if number == 2 { vec![0x12, 0x01, 0x0d] } else { Vec::new() };
            let message = [shape.to_vec(), varint, fixed, bytes].concat();
            let read = Shape::from_slice(&message).unwrap();
            assert!(read.equal(&shape), "{shape}, field {number}");
            let tuple = Shape::tuple([read.clone()]).unwrap();
            let again = Shape::from_slice(&tuple.to_vec()).unwrap();
            assert_eq!(again.members().unwrap().get(0).unwrap(), read, "{shape}, field {number}");
            assert!(again.equal(&Shape::tuple([shape.clone()]).unwrap()), "{shape}, field {number}");
            assert!(again.compatible(&again.to_string().parse().unwrap()), "{shape}, field {number}");
        }
    }
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let base = array("f32[2,3]");
    let with = |change: fn(&mut Layout)| {
        let mut layout = base.layout().clone();
        change(&mut layout);
        base.clone().with_layout(layout).map(|array| array.to_string())
    };
    let field = |change| match with(change) {
        Err(ErrorKind::Field { field, .. }) => field,
        other => panic!("{other:?}"),
    };
    assert_eq!(field(|l| l.tail_padding_alignment_in_elements = 0), "tail_padding_alignment_in_elements");
    assert_eq!(field(|l| l.memory_space = 1 << 63), "memory_space");
    assert_eq!(field(|l| l.element_size_in_bits = 31), "element_size_in_bits");
    assert_eq!(field(|l| l.index_primitive_type = Some(PrimitiveType::U32)), "index_primitive_type");
    assert_eq!(field(|l| l.split_configs.push(SplitConfig::default())), "split_configs");
    assert!(matches!(with(|l| l.dim_unique.push(true)), Err(ErrorKind::Rank { expected: 2, found: 1, .. })));
    let huge = u64::MAX >> 1;
    assert!(matches!(
        base.clone().with_layout({
            let mut layout = base.layout().clone();
            layout.tail_padding_alignment_in_elements = huge;
            layout
        }),
        Err(ErrorKind::ShapeOverflow)
    ));
    assert!(ArrayShape::new(PrimitiveType::F32, &[1; 256]).is_err());
    assert!(ArrayShape::new(PrimitiveType::C128, &[usize::MAX / 16]).is_err());
}

#[test]
fn sizes_in_bytes() {
    assert_eq!(array("s4[3,5]").byte_size().unwrap(), 15);
    assert_eq!(array("s4[3,5]{1,0:E(4)}").byte_size().unwrap(), 8);
    assert_eq!(array("f32[2,3]{1,0:L(4)}").byte_size().unwrap(), 32);
    assert_eq!(array("f32[<=2,3]").byte_size().unwrap(), 24);
    assert!(matches!(array("f32[?,3]").byte_size(), Err(ErrorKind::Layout { .. })));
    assert_eq!(shape("(f32[2,3], token[])").byte_size(8).unwrap(), 16);
    assert_eq!(shape("b(f32[2,3])").byte_size(8).unwrap(), 24);
    assert_eq!(shape("token[]").byte_size(8).unwrap() + shape("opaque[]").byte_size(4).unwrap(), 4);
    assert_eq!(array("f32[1,<=1,2,?]").true_rank(), 2);
}

#[test]
fn dimensions_have_numbers_and_letters() {
    assert_eq!(array("f32[2,3,4]").dimension(-3).unwrap(), Dimension::Static(2));
    for (number, rank) in [(3, 3), (-4, 3), (0, 0), (i64::MIN, 3), (i64::MAX, 3)] {
        assert!(axis_number(number, rank).is_err(), "{number} of {rank}");
    }
    assert_eq!(dimension_letters(4), Some(['p', 'z', 'y', 'x'].as_slice()));
    assert_eq!(dimension_letters(1), None);
}

#[test]
fn shapes_come_from_types() {
    const BOXES: ConstShape = shape_of::<Vec<[f32; 4]>>();
    const WIDTH: Option<Dimension> = BOXES.dimension(0, 1);
    assert_eq!(BOXES.element_type(0), Some(PrimitiveType::F32));
    assert_eq!(
        (BOXES.rank(0), BOXES.dimension(0, 0), WIDTH),
        (Some(2), Some(Dimension::Unbounded), Some(Dimension::Static(4)))
    );
    assert_eq!((BOXES.len(), BOXES.is_tuple(), BOXES.rank(1), BOXES.dimension(0, 2)), (1, false, None, None));
    assert_eq!(shape_of::<[[bool; 3]; 2]>().to_shape().unwrap(), shape("pred[2,3]"));
    assert_eq!(Shape::of_rules(&<Vec<[f32; 4]>>::RULES).unwrap(), shape("f32[?,4]"));
    let error = Shape::of_rules(&String::RULES).unwrap_err();
    assert!(matches!(error, ErrorKind::UnsupportedElementType { format: "XLA", .. }));
    assert!(matches!(Shape::of_rules(&Tensor::RULES), Err(ErrorKind::Rules { .. })));
    let bound = |dim| Shape::of_rules(&Rules::tensor(ElementType::U8, &[dim])).map(|shape| shape.to_string());
    assert_eq!(bound(Dim::range(1, 7)).unwrap(), "u8[<=7]{0}");
    assert_eq!(bound(Dim::range(7, u64::MAX)).unwrap(), "u8[?]{0}");
    assert!(bound(Dim::range(0, isize::MAX as u64)).is_ok());
    assert!(matches!(bound(Dim::range(0, 1 << 63)), Err(ErrorKind::ShapeOverflow)));
}

#[test]
fn tensors_that_no_layout_describes_name_the_reason() {
    let bytes = [0u8; 64];
    let of = |strides: &[isize], offset| {
        let layout = Strides::new(strides, offset);
        TensorRef::with_layout(ElementType::F32, [2, 3], &bytes, layout, ByteOrder::Little).unwrap()
    };
    assert_eq!(Shape::of(&of(&[4, 8], 4).trimmed()).unwrap(), shape("f32[2,3]{0,1}"));
    let refused = |tensor: TensorRef<'_>| match Shape::of(&tensor) {
        Err(ErrorKind::Layout { why }) => why,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(of(&[4, 8], 4)), "the offset is not 0: an XLA buffer begins with its first element");
    assert_eq!(refused(of(&[-12, 4], 12)), "a stride is negative");
    assert_eq!(refused(of(&[0, 4], 0)), "a stride is zero: several elements share one place");
    assert_eq!(refused(of(&[16, 12], 0)), "a stride is no multiple of the next smaller");
    let gaps = of(&[20, 4], 0);
    let tiled = Shape::of(&gaps).unwrap();
    assert_eq!(tiled, shape("f32[2,3]{1,0:T(5)}"));
    assert_eq!(tiled.as_array().unwrap().view(&bytes).unwrap(), gaps);
    let padded = PaddedShape::of(&gaps).unwrap();
    assert_eq!(padded.layout().padded_dimensions.as_slice(), [2, 5]);
    assert_eq!(padded.view(&bytes).unwrap(), gaps);
    let big = TensorRef::from_bytes(ElementType::F32, [16], &bytes, ByteOrder::Big).unwrap();
    assert!(matches!(Shape::of(&big), Err(ErrorKind::Layout { why: "the numbers are big-endian" })));

    let why = |text: &str| match array(text).view(&bytes) {
        Err(ErrorKind::Layout { why }) => why,
        other => panic!("{other:?}"),
    };
    assert_eq!(why("f32[4,4]{1,0:T(2,2)}"), "the tiles put neighbours at distances that differ");
    assert_eq!(why("f32[<=2]"), "a dimension is dynamic: the size of the value is not known");
    assert_eq!(why("u8[2]{0:E(16)}"), "elements take other numbers of bits than their type's bytes");
    assert_eq!(why("f32[17]"), "the buffer is shorter than the shape");
    assert_eq!(why("f8e5m2[2]"), "the model has no such element type");
    assert_eq!(why("f32[2]{0:D(C)}"), "the elements of a sparse array have no order of their own");
}

#[test]
fn kinds_are_told_apart() {
    let tuple = shape("(f32[2], b(s32[]), token[], ())");
    let kinds: Vec<&str> = tuple
        .members()
        .unwrap()
        .iter()
        .map(|member| match member.kind() {
            ShapeKind::Array(_) => "array",
            ShapeKind::Buffer(_) => "buffer",
            ShapeKind::Token => "token",
            ShapeKind::Tuple(_) => "tuple",
            _ => "other",
        })
        .collect();
    assert_eq!(kinds, ["array", "buffer", "token", "tuple"]);
    assert!(shape("(f32[2,3])").compatible(&shape("(f32[2,3]{0,1})")));
    assert!(!shape("(f32[2,3])").compatible(&shape("(f32[2,3], ())")));
    assert!(!shape("f32[2]").compatible(&shape("b(f32[2])")));
}
