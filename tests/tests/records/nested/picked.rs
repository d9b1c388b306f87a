//! Lists of records that hold records: what is written of one parameter leaves the others alone, and axes of one name in
//! a record in an item have one length.

use std::{collections::BTreeMap, fmt::Debug};

use tensor_format::{DecodeOwned, Encode, Tensor, from_slice, to_vec};

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Curve {
    #[tensor(shape = [n])]
    x: Vec<f32>,
    #[tensor(shape = [n])]
    y: Vec<f64>,
}

fn curve(x: usize, y: usize) -> Curve {
    Curve { x: vec![0.5; x], y: vec![1.5; y] }
}

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Point {
    at: [u8; 2],
}

/// A list stands in front of other parameters of its variant.
#[derive(Tensor, Debug, PartialEq, Clone)]
enum Drawn {
    Curve {
        #[tensor(ragged)]
        parts: Vec<Vec<u16>>,
        center: Point,
        ends: Curve,
    },
    Nothing,
}

fn drawn(y: usize) -> Drawn {
    Drawn::Curve { parts: vec![vec![1, 2], vec![]], center: Point { at: [3, 4] }, ends: curve(2, y) }
}

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Sheet {
    note: String,
    curve: Curve,
}

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Book {
    title: String,
    sheets: Vec<Sheet>,
    curves: Vec<Curve>,
}

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Bound {
    #[tensor(flatten = "curve_")]
    curve: Curve,
    id: u8,
}

fn sheet(y: usize) -> Sheet {
    Sheet { note: "a".into(), curve: curve(2, y) }
}

fn book(of_sheet: usize, of_curve: usize) -> Book {
    Book { title: "b".into(), sheets: vec![sheet(2), sheet(of_sheet)], curves: vec![curve(1, 1), curve(2, of_curve)] }
}

#[track_caller]
fn round_trip<T: Encode + DecodeOwned + PartialEq + Debug>(value: &T) {
    assert_eq!(from_slice::<T>(&to_vec(value).unwrap()).unwrap(), *value);
}

#[track_caller]
fn refused(value: &impl Encode) -> String {
    to_vec(value).unwrap_err().to_string()
}

#[test]
fn lists_in_variants_leave_alone_what_follows_them() {
    round_trip(&vec![drawn(2), Drawn::Nothing, drawn(2)]);
    round_trip(&[drawn(2), drawn(2)]);
    round_trip(&BTreeMap::from([("a".to_owned(), drawn(2))]));
}

#[test]
fn axes_of_one_name_have_one_length_in_records_of_items() {
    round_trip(&vec![book(2, 2), book(2, 2)]);
    round_trip(&vec![Bound { curve: curve(3, 3), id: 1 }]);
    assert_eq!(refused(&vec![curve(1, 1), curve(2, 3)]), "parameter `[1].y`: axis 0: `[1].n` is 2 in `[1].x`, found 3");
    assert_eq!(
        refused(&vec![sheet(2), sheet(3)]),
        "parameter `[1].curve.y`: axis 0: `[1].curve.n` is 2 in `[1].curve.x`, found 3"
    );
    assert_eq!(
        refused(&vec![Drawn::Nothing, drawn(3)]),
        "parameter `[1].Curve.ends.y`: axis 0: `[1].Curve.ends.n` is 2 in `[1].Curve.ends.x`, found 3"
    );
    assert_eq!(
        refused(&vec![book(2, 2), book(3, 2)]),
        "parameter `[1].sheets[1].curve.y`: axis 0: `[1].sheets[1].curve.n` is 2 in `[1].sheets[1].curve.x`, found 3"
    );
    assert_eq!(
        refused(&vec![book(2, 2), book(2, 3)]),
        "parameter `[1].curves[1].y`: axis 0: `[1].curves[1].n` is 2 in `[1].curves[1].x`, found 3"
    );
    assert_eq!(
        refused(&vec![Bound { curve: curve(3, 2), id: 1 }]),
        "parameter `[0].curve_y`: axis 0: `[0].curve_n` is 3 in `[0].curve_x`, found 2"
    );
    assert_eq!(
        refused(&BTreeMap::from([("a".to_owned(), sheet(3))])),
        "parameter `values[0].curve.y`: axis 0: `values[0].curve.n` is 2 in `values[0].curve.x`, found 3"
    );
}
