//! What reading and checking XLA shapes allocates: nothing for an array or a buffer of up to 6 dimensions.
#![allow(missing_docs)]

use allocation_counter::measure;
use proptest::{collection::vec, prelude::*};
use tensor_format::{
    InlineVec, TileDim,
    xla::{
        ArrayShape, DimLevelType, Dimension, Layout, PaddedLayout, PaddedShape, PaddingValue, PrimitiveType, Shape,
        SplitConfig, Tile,
    },
};

fn allocations<T>(call: impl FnOnce() -> T) -> u64 {
    let mut result = None;
    let counted = measure(|| result = Some(call())).count_total;
    drop(result);
    counted
}

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
    #![proptest_config(ProptestConfig::with_cases(2000))]

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
