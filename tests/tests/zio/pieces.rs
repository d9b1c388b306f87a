//! One tensor over several messages.

use allocation_counter::measure;
use tensor_format::{
    ByteOrder, DecodeError, ElementType, Image, TensorRef,
    layout::Layout,
    zio::{self, Join, Json, Message, MessageFault, Part, split},
};

use super::facts;

#[test]
fn split_and_joined() {
    let elements: Vec<i32> = (0..60).collect();
    let strings: Vec<String> = (0..7).map(|i| "x".repeat(i)).collect();
    let owned = tensor_format::Tensor::from_strings([7], strings.iter().map(|text| &**text)).expect("a tensor");
    let reversed = Layout::new(&[-20, 4], 220);
    let bytes: Vec<u8> = elements.iter().flat_map(|x| x.to_le_bytes()).collect();
    let mut pictures = vec![Image::new("png", b""); 6];
    pictures.push(Image::new("jpeg", vec![1; 90]));
    let pictures = zio::to_message(&pictures).expect("a message").into_owned();
    let tensors = [
        pictures.tensors().expect("tensors").tensor(0).expect("a tensor"),
        TensorRef::from_slice([12, 5], &elements).expect("a tensor"),
        TensorRef::with_layout(ElementType::I32, [12, 5], &bytes, reversed, ByteOrder::Little).expect("a tensor"),
        TensorRef::from_slice([], &elements[..1]).expect("a tensor"),
        TensorRef::from_slice([0, 5], &elements[..0]).expect("a tensor"),
        TensorRef::from_slice([5, 0], &elements[..0]).expect("a tensor"),
        TensorRef::from_slice([1 << 28, 0], &elements[..0]).expect("a tensor"),
        owned.as_ref(),
    ];
    let metadata = Json::object([("name", Json::text("a"))]);
    for tensor in &tensors {
        for max_bytes in [0, 1, 6, 20, 41, 100, 1000] {
            let pieces = split(tensor, max_bytes, Some(&metadata)).expect("pieces");
            // At most so many bytes, or one row; and no piece could have had the first row of the next too.
            let sizes: Vec<usize> = pieces.iter().map(|piece| piece.parts[0].len()).collect();
            let rows = |piece: &Message<'_>| {
                let tensors = piece.tensors().expect("tensors");
                tensors.header(0).expect("a header").shape.first().copied().unwrap_or(1)
            };
            for (piece, size) in pieces.iter().zip(&sizes) {
                assert!(*size <= max_bytes || rows(piece) == 1, "{size} for {max_bytes}");
            }
            for (pair, sizes) in pieces.windows(2).zip(sizes.windows(2)) {
                assert!(rows(&pair[1]) > 1 || sizes[0] + sizes[1] > max_bytes, "{sizes:?} for {max_bytes}");
            }
            let mut join = Join::new();
            for (at, piece) in pieces.iter().enumerate().rev() {
                assert_eq!((piece.seqno, piece.tensors().expect("tensors").len()), (at as u64, 1));
                assert!(piece.tensors().expect("tensors").tens().tensors()[0].metadata().is_some_and(Json::is_flat));
                assert_eq!(join.push(piece.borrow()).expect("a piece"), at == 0);
            }
            assert_eq!(join.finish().expect("a tensor"), *tensor, "{max_bytes}");
        }
    }
    let pieces = split(&tensors[1], 100, None).expect("pieces");
    assert_eq!(pieces.len(), 3);
    let mut join = Join::new();
    assert_eq!(join.missing().count(), 0);
    join.push(pieces[1].borrow()).expect("a piece");
    assert_eq!(join.missing().collect::<Vec<_>>(), [0, 2]);
    assert_eq!(facts(&join.clone().finish().expect_err("missing")).3, "no piece 0");
    assert_eq!(facts(&join.push(pieces[1].borrow()).expect_err("again")).3, "piece 1 again");
    let others = split(&tensors[1], 60, None).expect("pieces");
    assert_eq!(facts(&join.push(others[0].borrow()).expect_err("of another")).1, MessageFault::Pieces);
    assert!(join.push(Message::default()).is_err());
    let mut plain = Message::default();
    plain.append(&tensors[1], Some(metadata.clone())).expect("appended");
    assert_eq!(facts(&join.push(plain.borrow()).expect_err("no piece")).3, "no number under `split_first`");
    assert_eq!(facts(&Join::new().finish().expect_err("no piece")).3, "no piece");
    let error = DecodeError::from(
        split(&tensors[1], 9, Some(&Json::object([("split_index", Json::from(1u64))]))).expect_err("a clash"),
    );
    assert_eq!(facts(&error).1, MessageFault::ReservedKey);
    // A count of pieces allocates nothing, and what does not fit together is refused.
    let hostile = |from: &str, to: &str| {
        let label = String::from_utf8_lossy(&pieces[0].label).replace(from, to);
        Message { label: label.into(), parts: pieces[0].parts.clone(), ..Message::default() }
    };
    let many = hostile("\"split_count\":3", "\"split_count\":18446744073709551615");
    let mut join = Join::new();
    let used = measure(|| drop(join.push(many.borrow())));
    assert!(used.bytes_max < 4096 && join.missing().nth(1000).is_some(), "{used:?}");
    for (from, to) in [
        ("12,5", "12,6"),
        ("12,5", "12"),
        ("12,5", "a"),
        ("\"split_count\":3", "\"split_count\":0"),
        ("12,5", "9223372036854775807,5"),
    ] {
        assert!(Join::new().push(hostile(from, to)).is_err(), "{to}");
    }
    for (from, to) in [("\"split_first\":0", "\"split_first\":1"), ("12,5", "13,5")] {
        let mut join = Join::new();
        let changed = hostile("\"split_count\":3", "\"split_count\":1");
        let label = String::from_utf8_lossy(&changed.label).replace(from, to);
        join.push(Message { label: label.into(), ..changed.clone() }).expect("a piece");
        assert_eq!(facts(&join.finish().expect_err("rows")).1, MessageFault::Pieces, "{to}");
    }
}

/// Pieces of two tensors may agree in all but one respect.
#[test]
fn pieces_of_different_tensors() {
    let integers: Vec<i32> = (0..60).collect();
    let floats: Vec<f32> = vec![0.5; 60];
    let named = |name: &str| Json::object([("name", Json::text(name))]);
    let tensor = TensorRef::from_slice([12, 5], &integers).expect("a tensor");
    let others = [
        (TensorRef::from_slice([12, 5], &floats).expect("a tensor"), Some(named("a"))),
        (TensorRef::from_slice([11, 5], &integers[..55]).expect("a tensor"), Some(named("a"))),
        (TensorRef::from_slice([12, 4], &integers[..48]).expect("a tensor"), Some(named("a"))),
        (tensor.clone(), Some(named("b"))),
        (tensor.clone(), None),
    ];
    let pieces = split(&tensor, 80, Some(&named("a"))).expect("pieces");
    let mut join = Join::new();
    join.push(pieces[0].borrow()).expect("a piece");
    for (other, metadata) in &others {
        let max_bytes = 4 * other.len() / other.shape()[0] * 4;
        let others = split(other, max_bytes, metadata.as_ref()).expect("pieces");
        assert_eq!(others.len(), 3);
        let error = join.push(others[1].clone()).expect_err("of another");
        assert_eq!(facts(&error).1, MessageFault::Pieces, "{error}");
    }
    // What was refused changed nothing.
    join.push(pieces[2].borrow()).expect("a piece");
    assert!(join.push(pieces[1].borrow()).expect("the last piece"));
    assert_eq!(join.finish().expect("a tensor"), tensor);

    // All rows are there, but two pieces begin at the same one.
    let mut pieces = split(&tensor, 120, None).expect("pieces");
    let label = String::from_utf8_lossy(&pieces[1].label).replace("\"split_first\":6", "\"split_first\":0");
    pieces[1].label = label.into();
    let mut join = Join::new();
    for piece in pieces {
        join.push(piece).expect("a piece");
    }
    assert_eq!(facts(&join.finish().expect_err("twice the same rows")).3, "first row 0 after 6 rows");
}

#[test]
fn pictures_out_of_a_message_of_another_format_are_framed_anew() {
    let pictures = vec![Image::new("png", b"one"), Image::new("jpg", b""), Image::new("gif", b"three")];
    // There a format takes three bytes; here its length stands in front.
    let message = tensor_format::to_vec(&pictures).expect("a message");
    let lent: TensorRef<'_> = tensor_format::from_slice(&message).expect("a tensor");
    let framed = zio::to_message(&lent).expect("a message");
    assert_eq!(framed, zio::to_message(&pictures).expect("a message"));
    assert_eq!(zio::from_message::<Vec<Image>>(&framed).expect("pictures"), pictures);
}

#[test]
fn parts_are_compared_by_their_bytes() {
    assert_eq!(Part::from(&b"one"[..]), Part::from(b"one".to_vec()));
    assert_ne!(Part::from(&b"one"[..]), Part::from(b"two".to_vec()));
}
