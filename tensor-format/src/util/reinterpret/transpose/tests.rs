use alloc::{vec, vec::Vec};

use super::*;

/// Whether the target has the fast path.
const QUICK: bool = cfg!(all(target_arch = "x86_64", target_feature = "sse2"));

fn bytes(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i * 31 + i / 251) as u8).collect()
}

fn rows(first: usize, step: isize, count: usize) -> Rows {
    let mut rows = Rows::new();
    rows.extend(first, step, count);
    rows
}

/// Compares a tile with the same tile by element.
fn check<const S: usize>(tile: Tile<'_, S>, from: usize, to: usize) {
    let source = bytes(from);
    let far = rows(usize::MAX - 7, 5, MOST_ROWS);
    // Miri streams nothing, and takes minutes for what is done more than once.
    let ways: &[(bool, usize)] = if cfg!(miri) {
        &[(false, 1)]
    } else {
        &[(false, 0), (false, 1), (false, 48), (true, 0), (true, 1), (true, 48)]
    };
    for &(stream, shift) in ways {
        let mut found = vec![0xaa; to + shift];
        let mut expected = found.clone();
        let tile = Tile { put: tile.put.wrapping_add(shift), ..tile };
        let next = Tile { rows: &far, ..tile };
        transpose(&source, &mut found, tile, Some(next), stream, &mut Stage::new());
        by_element(&source, &mut expected, tile);
        assert!(found == expected, "{tile:?}, streamed: {stream}");
    }
}

fn sizes<const S: usize>() {
    let least = Tile::<S>::LEAST;
    let counts = [(least, least), (least + 1, 2 * least), (2 * least, least + 3), (2 * least - 1, 37), (1, 5), (0, 3)];
    for (count, columns) in counts {
        let (row, column) = ((columns * S + 3) as isize, (count * S + 5) as isize);
        let (from, to) = (row as usize * count + 9, column as usize * columns + 9);
        let table = rows(2, row, count);
        let tile = Tile { rows: &table, across: 0, put: 3, columns, column };
        check::<S>(tile, from, to);
        if count > 0 {
            let (at, put) = (2 + row as usize * (count - 1), 3 + column as usize * (columns - 1));
            check::<S>(Tile { rows: &rows(at, -row, count), put, column: -column, ..tile }, from, to);
            // Rows that are in two places, and one twice.
            let mut table = rows(at, -row, count / 2);
            table.extend(2, row, count - count / 2);
            check::<S>(Tile { rows: &table, ..tile }, from, to);
            check::<S>(Tile { rows: &table, across: S, columns: columns - 1, ..tile }, from, to);
        }
    }
}

#[test]
fn tiles_are_those_by_element() {
    sizes::<1>();
    sizes::<2>();
    sizes::<4>();
    sizes::<8>();
    sizes::<16>();
}

#[test]
fn the_greatest_tiles_find_room_in_the_stage() {
    fn greatest<const S: usize>() {
        for count in [Tile::<S>::LEAST, Tile::<S>::LEAST + 1, Tile::<S>::ROWS - 1, Tile::<S>::ROWS] {
            if cfg!(miri) && count != Tile::<S>::ROWS {
                continue;
            }
            let columns = Tile::<S>::most_columns(count);
            assert!(columns >= Tile::<S>::COLUMNS && columns % Tile::<S>::COLUMNS == 0);
            let (row, column) = ((columns * S) as isize, (count * S) as isize);
            let table = rows(0, row, count);
            let tile = Tile { rows: &table, across: 0, put: 0, columns, column };
            let size = count * columns * S;
            assert!(size <= Stage::TILE);
            check::<S>(tile, size, size);
            let (source, mut target) = (bytes(size), vec![0; size]);
            let done = fast(&source, &mut target, tile, (count, columns), None, false, &mut Stage::new());
            assert_eq!(done, QUICK);
        }
        assert_eq!(Tile::<S>::ROWS * Tile::<S>::COLUMNS * S, Stage::TILE);
    }
    greatest::<1>();
    greatest::<2>();
    greatest::<4>();
    greatest::<8>();
    greatest::<16>();
}

#[test]
fn a_table_holds_no_more_rows_than_it_has_room_for() {
    let mut table = rows(0, 3, MOST_ROWS - 1);
    table.extend(1000, -1, 5);
    assert_eq!((table.len(), table.iter().last(), table.highest), (MOST_ROWS, Some(1000), 1000));
    table.clear(None);
    table.extend(7, 1, 2);
    assert_eq!((table.iter().collect::<Vec<_>>(), table.highest), (vec![7, 8], 8));
}

#[test]
fn elements_outside_of_a_buffer_are_left_out() {
    let table = rows(0, 32, 8);
    let tile = Tile::<4> { rows: &table, across: 0, put: 0, columns: 8, column: 32 };
    for (from, to) in [(256, 255), (255, 256), (0, 256), (256, 0), (31, 31)] {
        check(tile, from, to);
    }
    for broken in [
        Tile { rows: &rows(usize::MAX - 3, 32, 8), ..tile },
        Tile { put: usize::MAX - 3, ..tile },
        Tile { rows: &rows(0, isize::MIN, 8), ..tile },
        Tile { column: isize::MAX, ..tile },
        Tile { rows: &rows(0, -32, 8), ..tile },
        Tile { column: -32, ..tile },
        Tile { rows: &rows(8, 32, 8), ..tile },
        Tile { across: 4, ..tile },
        Tile { across: usize::MAX - 3, ..tile },
        Tile { put: 8, ..tile },
    ] {
        check(broken, 256, 256);
    }
}

/// Checks that the fast path refuses a tile whose numbers of rows and columns no tile has.
#[test]
fn numbers_that_no_tile_has_are_refused() {
    let (source, mut target) = (bytes(64), vec![0xaa; 64]);
    let (table, most) = (rows(0, 0, 8), 1 << (usize::BITS - 1));
    let tile = Tile::<2> { rows: &table, across: 0, put: 0, columns: 8, column: 0 };
    let counts = [(8, most), (most, 8), (most, most), (9, 8), (8, 7), (7, 8), (0, 0)];
    for counts in counts {
        assert!(!fast(&source, &mut target, tile, counts, None, false, &mut Stage::new()), "{counts:?}");
    }
    assert_eq!(target, [0xaa; 64]);
    assert_eq!(fast(&source, &mut target, tile, (8, 8), None, false, &mut Stage::new()), QUICK);
}

/// Tiles whose rows follow one another write each byte, whatever their lines share.
#[test]
fn tiles_may_share_lines() {
    fn check<const S: usize>() {
        let (columns, count) = (5 * Tile::<S>::LEAST, Tile::<S>::ROWS);
        let size = columns * S;
        for (put, last) in
            (0..LINE).step_by(if cfg!(miri) { 40 } else { 1 }).map(|put| (put, if put % 3 == 0 { 1 } else { count }))
        {
            let source = bytes(size * count * 2);
            let first = rows(0, size as isize, count);
            let mut second = Rows::new();
            second.clear(first.last());
            second.extend(size * count, size as isize, last);
            let column = (2 * count * S) as isize;
            let tile = Tile::<S> { rows: &second, across: 0, put: put + count * S, columns, column };
            let mut target = vec![0xaa; put + source.len() + 2];
            let mut expected = target.clone();
            by_element(&source, &mut expected, Tile { rows: &first, put, ..tile });
            by_element(&source, &mut expected, tile);
            let mut followed = first.clone();
            followed.follow();
            transpose(&source, &mut target, Tile { rows: &followed, put, ..tile }, None, true, &mut Stage::new());
            transpose(&source, &mut target, tile, None, true, &mut Stage::new());
            assert!(target == expected, "{S} {put}");
        }
    }
    check::<1>();
    check::<2>();
    check::<4>();
    check::<8>();
    check::<16>();
}

/// The row before counts among what must be in the source, and no byte before the target is written.
#[test]
fn the_row_before_lies_in_the_source() {
    let mut table = Rows::new();
    table.clear(Some(4096));
    table.extend(0, 32, 8);
    let tile = Tile::<4> { rows: &table, across: 0, put: 1, columns: 8, column: 32 };
    check(tile, 256, 260);
    let (source, mut target) = (bytes(256), vec![0xaa; 260]);
    assert!(!fast(&source, &mut target, tile, (8, 8), None, true, &mut Stage::new()));
    table.clear(Some(0));
    table.extend(0, 32, 8);
    for put in 0..4 {
        let tile = Tile::<4> { rows: &table, across: 0, put, columns: 7, column: 36 };
        let mut expected = target.clone();
        transpose(&source, &mut target, tile, None, true, &mut Stage::new());
        by_element(&source, &mut expected, tile);
        for column in 0..7 {
            let place = put + column * 36;
            assert_eq!(target[place..place + 32], expected[place..place + 32]);
        }
    }
}

/// Places that overlap hold the last column, streamed or not.
#[test]
fn columns_may_share_places() {
    check(Tile::<4> { rows: &rows(0, 32, 8), across: 0, put: 0, columns: 8, column: 16 }, 256, 256);
}
