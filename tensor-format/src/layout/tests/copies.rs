//! Copies against the copy of every element by itself.

use alloc::{vec, vec::Vec};

use proptest::{prelude::*, sample::subsequence};

use super::super::copy::one_by_one;
use crate::{DimOrder, Layout, Placement, TileDim, TiledOrder, copy_elements};

const SIZES: [usize; 8] = [1, 2, 3, 4, 8, 12, 16, 24];

/// Axes that do not overlap: in this order in memory, each with this much padding, backwards or not.
#[derive(Clone, Debug)]
struct Order {
    minor_to_major: Vec<usize>,
    padding: Vec<usize>,
    descending: Vec<bool>,
    /// The distance between neighbours along the innermost axis, in elements.
    spread: usize,
    offset: usize,
}

impl Order {
    fn layout(&self, shape: &[usize], size: usize) -> Layout {
        let mut bounds: Vec<usize> = shape.iter().zip(&self.padding).map(|(len, padding)| len + padding).collect();
        if let Some(inner) = self.minor_to_major.first() {
            bounds[*inner] *= self.spread;
        }
        let order = DimOrder::padded(shape, &self.minor_to_major, &bounds).unwrap();
        let layout = order.to_layout(size).unwrap();
        let mut strides = layout.strides().to_vec();
        if let Some(inner) = self.minor_to_major.first() {
            strides[*inner] *= self.spread as isize;
        }
        let mut offset = self.offset;
        for ((stride, len), descending) in strides.iter_mut().zip(shape).zip(&self.descending) {
            if *descending && *len > 0 {
                offset += *stride as usize * (len - 1);
                *stride = -*stride;
            }
        }
        Layout::new(&strides, offset)
    }
}

fn order(rank: usize) -> impl Strategy<Value = Order> {
    let axes: Vec<usize> = (0..rank).collect();
    let padding = proptest::collection::vec(prop_oneof![4 => Just(0usize), 1 => 1usize..3], rank);
    let descending = proptest::collection::vec(prop_oneof![3 => Just(false), 1 => Just(true)], rank);
    (Just(axes).prop_shuffle(), padding, descending, prop_oneof![4 => Just(1usize), 1 => Just(2usize)], 0usize..20)
        .prop_map(|(minor_to_major, padding, descending, spread, offset)| Order {
            minor_to_major,
            padding,
            descending,
            spread,
            offset,
        })
}

/// Shapes of few elements, in which one or two axes may be longer than a tile.
fn shape() -> impl Strategy<Value = Vec<usize>> {
    let small = prop_oneof![1 => Just(0usize), 4 => Just(1), 12 => 2usize..6];
    // Miri takes the square of the size.
    let (middle, long) = match cfg!(miri) {
        true => (7usize..8, (9usize..12).boxed()),
        false => (7usize..21, prop_oneof![9usize..40, 60usize..70, 120usize..140].boxed()),
    };
    prop_oneof![
        4 => proptest::collection::vec(small.clone(), 0..9),
        2 => proptest::collection::vec(middle, 3),
        2 => (long.clone(), long, proptest::collection::vec(1usize..3, 0..3)).prop_flat_map(|(a, b, mut rest)| {
            rest.extend([a, b]);
            Just(rest).prop_shuffle()
        }),
    ]
}

fn bytes(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i * 31 + i / 251) as u8).collect()
}

/// Compares a copy with the slow one, on the same source and a target that is filled already.
fn check(size: usize, from: &Placement<'_>, to: &Placement<'_>) -> Result<(), TestCaseError> {
    let source = bytes(from.bytes(size).unwrap().end);
    let mut found = vec![0xaa; to.bytes(size).unwrap().end + 3];
    let mut expected = found.clone();
    copy_elements(size, (from, &source), (to, &mut found)).unwrap();
    one_by_one(size, (from, &source), (to, &mut expected));
    prop_assert!(found == expected, "{from:?} to {to:?}");
    Ok(())
}

fn tiles() -> impl Strategy<Value = Vec<Vec<usize>>> {
    proptest::collection::vec(proptest::collection::vec(1usize..5, 1..3), 0..3)
}

/// Returns the order cut into tiles of at most as many axes as there are; 5 merges an axis if `merging`.
fn tiled(shape: &[usize], order: &Order, tiles: &[Vec<usize>], merging: bool) -> TiledOrder {
    let dims = DimOrder::new(shape, &order.minor_to_major).unwrap().directed(&order.descending).unwrap();
    let mut rank = shape.len();
    let mut all = Vec::new();
    for tile in tiles {
        let mut tile: Vec<TileDim> = tile.iter().take(rank).map(|len| TileDim::size(*len).unwrap()).collect();
        if let ([first, _], true) = (tile.as_mut_slice(), merging) {
            *first = TileDim::Combine;
        }
        rank += tile.iter().filter(|dim| **dim != TileDim::Combine).count();
        rank -= tile.iter().filter(|dim| **dim == TileDim::Combine).count();
        all.push(tile);
    }
    TiledOrder::new(dims, all).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 3 } else { 64 }))]

    #[test]
    fn any_layout_into_any_other(
        (shape, from, to) in shape().prop_flat_map(|shape| {
            let rank = shape.len();
            (Just(shape), order(rank), order(rank))
        }),
        size in proptest::sample::select(&SIZES[..]),
    ) {
        let (from, to) = (from.layout(&shape, size), to.layout(&shape, size));
        check(size, &Placement::strided(&shape, from), &Placement::strided(&shape, to))?;
    }

    /// Sources may overlap: strides of zero repeat elements.
    #[test]
    fn repeated_elements(
        (shape, to, still) in shape().prop_flat_map(|shape| {
            let rank = shape.len();
            (Just(shape), order(rank), subsequence((0..rank).collect::<Vec<_>>(), 0..=rank))
        }),
        size in proptest::sample::select(&SIZES[..]),
    ) {
        let rows = Layout::row_major(&shape, size);
        let mut strides = rows.strides().to_vec();
        still.into_iter().for_each(|axis| strides[axis] = 0);
        let to = to.layout(&shape, size);
        check(size, &Placement::strided(&shape, Layout::new(&strides, 0)), &Placement::strided(&shape, to))?;
    }

    /// Elements of a source may share bytes, and need not be a whole number of elements apart.
    #[test]
    fn elements_that_share_bytes(
        (shape, to, strides) in shape().prop_flat_map(|shape| {
            let rank = shape.len();
            (Just(shape), order(rank), proptest::collection::vec(prop_oneof![0isize..34, Just(8), Just(16)], rank))
        }),
        size in proptest::sample::select(&SIZES[..]),
    ) {
        let to = to.layout(&shape, size);
        check(size, &Placement::strided(&shape, Layout::new(&strides, 0)), &Placement::strided(&shape, to))?;
    }

    #[test]
    fn into_and_out_of_tiles(
        (shape, from, to) in proptest::collection::vec(prop_oneof![1 => Just(0usize), 20 => 1usize..10], 1..4)
            .prop_flat_map(|shape| {
                let rank = shape.len();
                (Just(shape), order(rank), order(rank))
            }),
        tiles in tiles(),
        others in tiles(),
        merging in any::<bool>(),
        size in proptest::sample::select(&SIZES[..]),
    ) {
        let cut = tiled(&shape, &from, &tiles, merging);
        let cut = Placement::in_order(&cut, size).unwrap();
        let plain = Placement::strided(&shape, to.layout(&shape, size));
        check(size, &cut, &plain)?;
        check(size, &plain, &cut)?;
        let other = tiled(&shape, &to, &others, false);
        check(size, &cut, &Placement::in_order(&other, size).unwrap())?;
    }
}

#[test]
fn steps_shorter_than_an_element_are_copied() {
    let (from, to) = (Layout::new(&[8, 4], 0), Layout::row_major(&[3, 2], 8));
    check(8, &Placement::strided(&[3, 2], from), &Placement::strided(&[3, 2], to)).unwrap();
}

/// Tiles that do not divide one another leave about one piece an element.
#[test]
fn tiles_that_would_take_many_pieces_are_copied_by_element() {
    // Miri takes the square of the size.
    let lens = if cfg!(miri) { &[(30, true)][..] } else { &[(30, true), (6_000, false)] };
    for &(len, are_few) in lens {
        let tiles = [[3, 2], [2, 1]].map(|tile| tile.map(|len| TileDim::size(len).unwrap()));
        let shape = [len, 4];
        let order = TiledOrder::new(DimOrder::row_major(&shape).unwrap(), tiles).unwrap();
        let (tiled, rows) = (Placement::Tiled(&order), Placement::strided(&shape, Layout::row_major(&shape, 1)));
        assert_eq!(super::super::split_copy::plans(1, &tiled, &rows).is_some(), are_few);
        check(1, &tiled, &rows).unwrap();
        check(1, &rows, &tiled).unwrap();
    }
}

#[test]
fn tiles_are_copied_in_few_pieces() {
    let tile = [TileDim::size(8).unwrap(), TileDim::size(128).unwrap()];
    let order = TiledOrder::new(DimOrder::row_major(&[100, 300]).unwrap(), [tile]).unwrap();
    let (tiled, rows) = (Placement::Tiled(&order), Placement::strided(&[100, 300], Layout::row_major(&[100, 300], 4)));
    let plans = super::super::split_copy::plans(4, &rows, &tiled).unwrap();
    assert_eq!(plans.len(), 4);
    assert!(plans.iter().all(|plan| plan.run >= 44 * 4), "{plans:?}");
}
