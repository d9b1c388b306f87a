//! What reading and checking XLA shapes allocates: nothing for an array or a buffer of up to 6 dimensions.

use allocation_counter::measure;
use proptest::{collection::vec, prelude::*};
use tensor_format::{
    layout::{InlineVec, TileDim},
    xla::{
        ArrayShape, DimLevelType, Dimension, Layout, PaddedLayout, PaddedShape, PaddingValue, PrimitiveType, Shape,
        SplitConfig, Tile,
    },
};
use tensor_format_tests::allocations;

/// Everything that an array of up to 6 dimensions can say, with up to two tiles of up to 6 lengths and one split of up to
/// 4 indices.
fn any_array() -> impl Strategy<Value = ArrayShape> {
    let dimension = prop_oneof![
        6 => (0usize..9).prop_map(Dimension::Static),
        1 => (0usize..9).prop_map(Dimension::Bounded),
        1 => Just(Dimension::Unbounded),
    ];
    let tile_dim = prop_oneof![4 => (1usize..9).prop_map(TileDim::size), 1 => Just(Some(TileDim::Combine))];
    let tiles = vec(vec(tile_dim, 0..=6), 0..=2);
    let split = proptest::option::of((any::<prop::sample::Index>(), proptest::collection::btree_set(1u64..9, 1..=4)));
    let levels = proptest::option::of(vec((0i64..4, any::<bool>(), any::<bool>()), 6));
    let types = prop::sample::select(PrimitiveType::ALL);
    let indices = prop::sample::select(vec![None, Some(PrimitiveType::U8), Some(PrimitiveType::U64)]);
    let numbers = (0u64..2, 0u64..9, 1u64..2000, 0u64..9);
    ((types, vec(dimension, 0..=6), tiles, numbers), split, levels, indices.clone(), indices).prop_perturb(
        |((element_type, dimensions, tiles, (wide, space, tail, prefix)), split, levels, index, pointer), mut rng| {
            let rank = dimensions.len();
            let mut order: Vec<usize> = (0..rank).collect();
            (1..rank).rev().for_each(|i| order.swap(i, rng.random_range(0..=i)));
            let mut layout = Layout::new(&order);
            layout.element_size_in_bits = wide * 128;
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
            if let Some(levels) = levels {
                layout.dim_level_types =
                    levels[..rank].iter().filter_map(|(level, ..)| DimLevelType::from_number(*level)).collect();
                layout.dim_unique = levels[..rank].iter().map(|(_, unique, _)| *unique).collect();
                layout.dim_ordered = levels[..rank].iter().map(|(.., ordered)| *ordered).collect();
            }
            if !layout.is_dense() {
                (layout.index_primitive_type, layout.pointer_primitive_type) = (index, pointer);
            }
            let mut found = ArrayShape::dynamic(element_type, dimensions).unwrap().with_layout(layout).unwrap();
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn reading_and_checking_up_to_rank_6_allocates_nothing(array in any_array(), buffer in any::<bool>()) {
        let made = if buffer { Shape::buffer(array.clone()).unwrap() } else { Shape::from(array.clone()) };
        let (bytes, text) = (made.to_vec(), made.to_string());
        prop_assert_eq!(allocations(|| Shape::from_slice(&bytes).unwrap()), 0, "message of {}", text);
        prop_assert_eq!(allocations(|| text.parse::<Shape>().unwrap()), 0, "{}", text);
        let read = Shape::from_slice(&bytes).unwrap();
        let known = array.byte_size().is_ok();
        let counted = allocations(|| {
            assert_eq!((read.byte_size(8).is_ok(), read.equal(&made), read.compatible(&made)), (known, true, true));
        });
        prop_assert_eq!(counted, 0, "size of {}", text);
        let counted = allocations(|| {
            let _ = (array.sizes(), array.element_count(), array.true_rank(), array.first_tile_byte_size());
            let _ = (array.position(&[0; 6][..array.rank()]), array.index_of(0));
        });
        prop_assert_eq!(counted, 0, "elements of {}", text);
    }

    #[test]
    fn reading_padded_shapes_up_to_rank_6_allocates_nothing(sizes in vec((0usize..5, 0usize..3), 0..=6), value in 0i64..6) {
        let (sizes, bounds): (Vec<usize>, Vec<usize>) = sizes.into_iter().map(|(len, more)| (len, len + more)).unzip();
        let order: Vec<usize> = (0..sizes.len()).collect();
        let layout = PaddedLayout::new(&order, &bounds, PaddingValue::from_number(value).unwrap());
        let bytes = PaddedShape::new(PrimitiveType::F32, &sizes, layout).unwrap().to_vec();
        let counted = allocations(|| {
            let shape = PaddedShape::from_slice(&bytes).unwrap();
            let _ = (shape.byte_size(), shape.position(&[0; 6][..sizes.len()]), shape.index_of(0));
        });
        prop_assert_eq!(counted, 0);
    }
}

/// What goes beyond: each list that is longer than the room for it is one allocation, and so is each thing of a size of
/// its own.
#[test]
fn what_allocates_is_known() {
    for (text, most) in [
        ("token[]", 0),
        ("opaque[]", 0),
        // Dimensions and their order, flags of dimensions, and the sizes on the way.
        ("f32[1,1,1,1,1,1,1]", 6),
        // A third tile, a seventh length, a second split, a fifth index.
        ("f32[4]{0:T(4)(2)(1)}", 2),
        ("f32[4]{0:T(4)(2,1)(*,*,*,1)}", 2),
        ("f32[9,9]{1,0:SC(0:1)(1:1)}", 1),
        ("f32[9]{0:SC(0:1,2,3,4,5)}", 1),
        // Shapes in shapes.
        ("f32[4]{0:D(C)P(f32[2]{0})}", 2),
        ("(f32[4]{0}, s8[2]{0})", 2),
        ("((token[]))", 3),
    ] {
        let bytes = text.parse::<Shape>().unwrap().to_vec();
        let counted = [allocations(|| text.parse::<Shape>()), allocations(|| Shape::from_slice(&bytes))];
        assert!(counted.iter().all(|count| *count <= most), "{text}: {counted:?}");
        assert!(most == 0 || counted.iter().all(|count| *count > 0), "{text}: {counted:?}");
    }
    // A field that is not known is kept.
    assert!(allocations(|| Shape::from_slice(&[0x10, 0x0b, 0x38, 0x01])) <= 2);
}

/// The message of a tuple of so many members of this message.
fn tuple_of(member: &[u8], count: usize) -> Vec<u8> {
    let field = [&[0x22, member.len() as u8], member].concat();
    [&[0x10, 0x0d], field.repeat(count).as_slice()].concat()
}

/// A field of bytes with its length, which may need two bytes.
fn field(tag: &[u8], body: &[u8]) -> Vec<u8> {
    let len = body.len();
    let len = if len < 128 { vec![len as u8] } else { vec![len as u8 | 0x80, (len >> 7) as u8] };
    [tag, &len, body].concat()
}

/// Reading, and going through what was read, takes at most 32 times the input and 8 KiB, whatever the input says.
#[test]
fn memory_is_at_most_32_times_the_input() {
    const MANY: usize = 3_000;
    let bytes = |text: &str| hex::decode(text.replace(' ', "")).unwrap();
    let array = |dimensions: &[u8], layout: &[u8]| {
        [&bytes("100b")[..], &field(&[0x1a], dimensions), &field(&[0x2a], layout)].concat()
    };
    let order: Vec<u8> = (0..255).flat_map(|i| if i < 128 { vec![i as u8] } else { vec![i as u8, 1] }).collect();
    let tile = |len: usize| field(&[0x32], &field(&[0x0a], &vec![1; len]));
    let mut deep = tuple_of(&bytes("1011"), 30);
    for _ in 0..90 {
        deep = [&[0x10, 0x0d][..], &field(&[0x22], &deep)].concat();
    }
    let split = |at: u8| [&[0x8a, 0x01, 0x06, 0x08, 0x80 | at, 0x00, 0x12, 0x01, 0x01][..]].concat();
    let messages = [
        ("tokens", tuple_of(&bytes("1011"), MANY)),
        ("scalars", tuple_of(&bytes("100b"), MANY)),
        ("empty tuples", tuple_of(&bytes("100d"), MANY)),
        ("lines", tuple_of(&bytes("100b 1a0101"), MANY)),
        ("buffers", tuple_of(&bytes("1022 2202100b"), MANY / 2)),
        ("fields that are not known", tuple_of(&bytes("1011 3800"), MANY)),
        ("tuples of fields that are not known", tuple_of(&bytes("100d 3800"), MANY)),
        ("tiles in members", tuple_of(&array(&[1], &bytes("0a0100 3200 3200 3200")), MANY)),
        ("sparse members", tuple_of(&bytes("100b 1a0101 2a0c 0a0100 4a0101 5204 100d 2200")[..], 1)),
        ("physical shapes", tuple_of(&bytes("100b 1a0101 2a0e 0a0100 4a0101 5206 100d 22021011"), MANY / 2)),
        ("deep", deep),
        ("empty tiles", array(&[1], &[&bytes("0a0100")[..], &bytes("3200").repeat(32)].concat())),
        ("too many tiles", array(&[1], &[&bytes("0a0100")[..], &bytes("3200").repeat(6000)].concat())),
        ("a long tile", array(&[1], &[&bytes("0a0100")[..], &tile(255)].concat())),
        ("long tiles", array(&[1], &[&bytes("0a0100")[..], &tile(255).repeat(32)].concat())),
        ("too long a tile", array(&[1], &[&bytes("0a0100")[..], &tile(9000)].concat())),
        ("dimensions", array(&[1; 255], &field(&[0x0a], &order))),
        ("too many dimensions", array(&[1; 6_000], &[])),
        ("flags", array(&[1], &[&bytes("0a0100")[..], &field(&[0x6a], &[1; 6_000])].concat())),
        ("levels", array(&[1], &[&bytes("0a0100")[..], &field(&[0x4a], &[1; 6_000])].concat())),
        ("splits", array(&[2; 100], &(0..100).flat_map(split).collect::<Vec<u8>>())),
    ];
    for (what, message) in &messages {
        let mut read = None;
        let peak = measure(|| read = Some(Shape::from_slice(message))).bytes_max;
        within(what, message.len(), peak);
        let any = measure(|| drop(tensor_format::xla::AnyShape::from_slice(message))).bytes_max;
        within(what, message.len(), any);
        let Some(Ok(shape)) = read else { continue };
        let walked = measure(|| {
            assert_eq!(
                shape.members().map_or(0, |members| members.iter().count()),
                shape.members().map_or(0, |m| m.len())
            );
            assert!(shape.equal(&shape.clone()) && shape.arrays().count() <= message.len());
        });
        within(what, message.len(), walked.bytes_max);
        assert_eq!(Shape::from_slice(&shape.to_vec()).unwrap(), shape, "{what}");
    }
    let list = |item: &str, count: usize| vec![item; count].join(",");
    let texts = [
        ("empty tuples", format!("({})", list("()", MANY))),
        ("scalars", format!("({})", list("u8[]", MANY))),
        ("lines", format!("({})", list("u8[0]", MANY))),
        ("buffers", format!("({})", list("b(u8[])", MANY / 2))),
        ("opaque values", format!("({})", list("opaque[]", MANY))),
        ("deep", format!("{}{}{}", "(".repeat(99), list("()", 50), ")".repeat(99))),
        ("dimensions", format!("u8[{}]", list("1", 255))),
        ("too many dimensions", format!("u8[{}]", list("1", MANY))),
        ("too long an order", format!("u8[1]{{{}}}", list("0", MANY))),
        ("empty tiles", format!("u8[1]{{0:T{}}}", "()".repeat(32))),
        ("too many tiles", format!("u8[1]{{0:T{}}}", "()".repeat(MANY))),
        ("long tiles", format!("u8[1]{{0:T{}}}", format!("({})", list("1", 255)).repeat(32))),
        ("too long a tile", format!("u8[1]{{0:T({})}}", list("*", MANY))),
        ("levels", format!("u8[1]{{0:D({})}}", list("C", MANY))),
        ("splits", format!("u8[1]{{0:SC{}}}", "(0:1)".repeat(MANY))),
        ("members that are cut", format!("({}", "u8[],".repeat(MANY))),
    ];
    for (what, text) in &texts {
        within(what, text.len(), measure(|| drop(text.parse::<Shape>())).bytes_max);
    }
}

#[track_caller]
fn within(what: &str, input: usize, peak: u64) {
    let most = 32 * input as u64 + (8 << 10);
    assert!(peak <= most, "{what}: {peak} bytes of {input}, {:.1} times", peak as f64 / input as f64);
    if std::env::var_os("SHOW").is_some() {
        println!("{what}: {:.1} times ({peak} of {input})", peak as f64 / input as f64);
    }
}
