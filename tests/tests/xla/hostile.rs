//! XLA shapes made to harm: numbers at their extremes, shapes in shapes in shapes, messages cut short.

use allocation_counter::measure;
use tensor_format::{
    DecodeError, EncodeError, ErrorKind, Tensor as TensorDerive,
    error::Limit,
    xla::{Literal, MAX_DEPTH, Options, PaddedLayout, PaddedShape, PaddingValue, PrimitiveType, Shape},
};
use tensor_format_tests::xla::{array, shape};

/// Runs with little stack, so that recursion without bound would end the process.
fn with_small_stack(run: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(1 << 20).spawn(run).unwrap().join().unwrap();
}

/// The message of tuples nested so deep, built from its end.
fn nested(depth: usize) -> Vec<u8> {
    let mut reversed = vec![0x0d, 0x10];
    for _ in 1..depth {
        let mut length = Vec::new();
        let mut len = reversed.len();
        while len >= 0x80 {
            length.push(len as u8 | 0x80);
            len >>= 7;
        }
        length.push(len as u8);
        reversed.extend(length.into_iter().rev());
        reversed.extend([0x22, 0x0d, 0x10]);
    }
    reversed.reverse();
    reversed
}

#[test]
fn numbers_at_their_extremes_are_refused() {
    let extremes = ["9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616", "-1"];
    let digits = "9".repeat(100_000);
    for number in extremes.into_iter().chain([digits.as_str()]) {
        for text in [
            format!("f32[{number}]"),
            format!("f32[2,{number}]"),
            format!("f32[<={number}]"),
            format!("f32[2]{{{number}}}"),
            format!("f32[2]{{0:T({number})}}"),
            format!("f32[2,2]{{1,0:T(2,2)({number})}}"),
            format!("f32[2]{{0:L({number})}}"),
            format!("f32[9]{{0:E({number})}}"),
            format!("f32[2]{{0:SC({number}:1)}}"),
            format!("f32[2]{{0:SC(0:{number})}}"),
        ] {
            let mut result = None;
            let peak = measure(|| result = Some(text.parse::<Shape>())).bytes_max;
            let error = result.unwrap().unwrap_err();
            assert!(error.offset().is_some_and(|at| at <= text.len() as u64), "{error}");
            assert!(peak < 4096, "{peak} bytes");
        }
    }
    // No elements take no bytes, but their strides must be addressable too.
    let nothing = array(&format!("f32[0,{}]", isize::MAX));
    assert_eq!(nothing.byte_size().unwrap(), 0);
    assert!(matches!(nothing.to_layout(), Err(ErrorKind::ShapeOverflow)));
    assert!(matches!(nothing.view(&[]), Err(ErrorKind::ShapeOverflow)));

    // As many dimensions as the message has bytes.
    for rank in [255, 256, 100_000] {
        let ones = vec!["1"; rank].join(",");
        let text = format!("f32[{ones}]").parse::<Shape>();
        let mut bytes = vec![0x10, 0x0b];
        (0..rank).for_each(|_| bytes.extend([0x18, 1]));
        let message = Shape::from_slice(&bytes);
        assert_eq!((text.is_ok(), message.is_ok()), (rank < 256, rank < 256), "{rank}");
        for error in [text.err(), message.err()].into_iter().flatten() {
            assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Rank, max: 255, .. }), "{error}");
        }
    }

    // Each number of a message at its extremes.
    for number in [u64::MAX, 1 << 63, i64::MAX as u64] {
        let mut varint = Vec::new();
        let mut left = number;
        while left >= 0x80 {
            varint.push(left as u8 | 0x80);
            left >>= 7;
        }
        varint.push(left as u8);
        let field = |tag: &[u8], body: &[u8]| [tag, &[body.len() as u8], body].concat();
        let single = |tag: &[u8]| [tag, varint.as_slice()].concat();
        let base = [0x10, 0x0b, 0x1a, 0x01, 0x09];
        let layout = |body: Vec<u8>| field(&[0x2a], &[&[0x0a, 0x01, 0x00], body.as_slice()].concat());
        let messages = [
            single(&[0x10]),
            [[0x10, 0x0b].as_slice(), &field(&[0x1a], &varint)].concat(),
            [base.as_slice(), &field(&[0x2a], &field(&[0x0a], &varint))].concat(),
            [base.as_slice(), &layout(field(&[0x32], &field(&[0x0a], &varint)))].concat(),
            [base.as_slice(), &layout(single(&[0x38]))].concat(),
            [base.as_slice(), &layout(single(&[0x58]))].concat(),
            [base.as_slice(), &layout(single(&[0x80, 0x01]))].concat(),
            [base.as_slice(), &layout(field(&[0x8a, 0x01], &single(&[0x08])))].concat(),
        ];
        for (at, bytes) in messages.iter().enumerate() {
            assert!(Shape::from_slice(bytes).is_err(), "{number} in message {at}");
        }
    }
}

#[test]
fn padded_messages_cut_short_say_where() {
    let layout = PaddedLayout::new(&[0, 1], &[3, 500], PaddingValue::Lowest);
    let bytes = PaddedShape::new(PrimitiveType::F32, &[2, 300], layout).unwrap().to_vec();
    for end in 0..bytes.len() {
        match PaddedShape::from_slice(&bytes[..end]) {
            Err(error) => assert!(error.offset().is_some_and(|at| at <= end as u64), "{end}: {error}"),
            // The layout may be missing.
            Ok(shape) => {
                assert_eq!(shape.layout().padded_dimensions.len(), 0, "{end}");
                assert_eq!(PaddedShape::from_slice(&shape.to_vec()).unwrap(), shape);
            }
        }
    }
    let mut unknown = bytes.clone();
    unknown.extend([0x22, 0x01, 0x07]);
    assert_eq!(PaddedShape::from_slice(&unknown).unwrap().to_vec(), unknown);
}

/// Shapes with everything that can be said.
const WHOLE: [&str; 6] = [
    "f32[2,<=3,?]{1,0,2}",
    "bf16[16,256]{1,0:T(8,128)(2,1)L(4096)E(16)S(5)SC(0:4,8)(1:128)M(32)}",
    "f32[4,8]{1,0:D(C+~,S)#(u32)*(u64)P((u32[3]{0:T(2)}, f32[?]{0}))}",
    "(f8e4m3b11fnuz[]{:E(8)}, token[], opaque[], b(s4[5]{0:T(2)(*,1)E(4)}), ())",
    "((((u8[1]{0}))), pred[0,1]{0,1})",
    if usize::BITS < 64 { "b(c128[2147483647,0]{1,0})" } else { "b(c128[9223372036854775807,0]{1,0})" },
];

/// What is read of broken input: a shape that comes back from what it is written as, or an error that says where.
#[track_caller]
fn read_or_refused(input: &[u8], result: Result<Shape, DecodeError>) -> bool {
    match result {
        Ok(shape) => {
            assert_eq!(Shape::from_slice(&shape.to_vec()).unwrap(), shape);
            true
        }
        Err(error) => {
            assert!(error.offset().is_some_and(|at| at <= input.len() as u64), "{error}");
            let typed = matches!(
                error.kind(),
                ErrorKind::Syntax { .. }
                    | ErrorKind::Field { .. }
                    | ErrorKind::Rank { .. }
                    | ErrorKind::ShapeOverflow
                    | ErrorKind::UnexpectedEnd { .. }
                    | ErrorKind::LimitExceeded { .. }
            );
            assert!(typed, "{error:?}");
            false
        }
    }
}

#[test]
fn texts_cut_short_say_where() {
    for text in WHOLE {
        assert_eq!(shape(text).to_string(), text);
        // A scalar or an array is whole without its layout; no other front of these texts is.
        let bare = text.find(['{', '(']).filter(|at| text[..*at].ends_with(']'));
        for end in 0..text.len() {
            let read = read_or_refused(&text.as_bytes()[..end], text[..end].parse());
            assert_eq!(read, Some(end) == bare, "{}", &text[..end]);
        }
    }
}

#[test]
fn messages_cut_short_say_where() {
    for text in WHOLE {
        let bytes = shape(text).to_vec();
        let mut whole = 0;
        for end in 0..bytes.len() {
            whole += usize::from(read_or_refused(&bytes[..end], Shape::from_slice(&bytes[..end])));
        }
        // Only between fields of the outermost message, of which there are few.
        assert!(whole < 6, "{text}: {whole}");
    }
}

#[test]
fn faults_of_messages_say_at_which_byte() {
    let refused = |message: &str| {
        let bytes = hex::decode(message.replace(' ', "")).unwrap();
        let error = Shape::from_slice(&bytes).unwrap_err();
        (error.offset().unwrap(), error.into_kind())
    };
    let field = |message: &str| match refused(message) {
        (at, ErrorKind::Field { field, expected, found }) => (at, field, expected, found),
        other => panic!("{message}: {other:?}"),
    };
    // The value's own byte, however deep it lies: in a layout, a tile, a member's layout, behind a packed list.
    let level = (12, "dim_level_types", "from 0 to 3", 4);
    assert_eq!(field("100b 1a0104 2a06 0a0100 4a0104"), level);
    assert_eq!(field("100d 220d 100b 1a0104 2a06 0a0100 4a0104"), (16, level.1, level.2, level.3));
    assert_eq!(field("100b 1a0104 2a08 0a0100 32030a0100"), (14, "tiles", "a length of at least 1", 0));
    assert_eq!(field("100b 1a0c 03 ffffffffffffffffff01 04"), (5, "dimensions", "a size that is not negative", -1));
    assert_eq!(field("1a0104 1000").1, "element_type");
    let (at, kind) = refused("100b 1a0104 2a0600");
    assert!(matches!((at, kind), (7, ErrorKind::UnexpectedEnd { needed: 6, left: 1 })));
    assert!(matches!(refused("100b 6d 0102"), (3, ErrorKind::UnexpectedEnd { needed: 4, left: 2 })));
    assert!(matches!(refused("100b 69 010203"), (3, ErrorKind::UnexpectedEnd { needed: 8, left: 3 })));
    // Numbers of fields, wire types, lengths and varints that protobuf does not have.
    let number = "a field number from 1 to 536870911";
    assert_eq!(field("100b 808080801001"), (2, "wire format", number, 1 << 29));
    assert_eq!(field("100b 0001"), (2, "wire format", number, 0));
    assert_eq!(field("100b 3e"), (2, "wire format", "a wire type that is defined, and groups that match", 6));
    assert_eq!(field("100b 63 0805 6c"), (2, "wire format", "a wire type that is defined, and groups that match", 4));
    assert_eq!(field("100b 64"), (2, "wire format", "a wire type that is defined, and groups that match", 4));
    assert_eq!(field("100b 3a8080808008"), (3, "wire format", "a length below 2 GiB", 1 << 31));
    assert!(matches!(refused("100b 3affffffff07"), (8, ErrorKind::UnexpectedEnd { needed: 0x7fff_ffff, left: 0 })));
    assert_eq!(field("100b 38ffffffffffffffffffff01").2, "a varint of at most 10 bytes");
    // Members belong to tuples.
    assert_eq!(field("100b 2204100b1a00"), (4, "tuple_shapes", "none but on a tuple or buffer", 11));
}

#[test]
fn no_byte_in_place_of_another_harms() {
    for text in WHOLE {
        for at in 0..text.len() {
            // Half of them at each place, and the others at the next.
            for byte in (at as u8 % 2..128).step_by(2) {
                let mut broken = text.as_bytes().to_vec();
                broken[at] = byte;
                let broken = String::from_utf8(broken).unwrap();
                if read_or_refused(broken.as_bytes(), broken.parse()) {
                    let shape = shape(&broken);
                    assert_eq!(shape.to_string().parse::<Shape>().unwrap(), shape, "{broken}");
                }
            }
        }
        let bytes = shape(text).to_vec();
        for at in 0..bytes.len() {
            for byte in (at as u8 % 2..=255).step_by(2) {
                let mut broken = bytes.clone();
                broken[at] = byte;
                let mut result = None;
                let peak = measure(|| result = Some(Shape::from_slice(&broken))).bytes_max;
                assert!(peak < 64 << 10, "{peak} bytes");
                read_or_refused(&broken, result.unwrap());
            }
        }
    }
}

#[test]
fn deep_tuples_are_refused_with_little_stack() {
    const DEEP: usize = 100_000;
    with_small_stack(|| {
        let text = "(".repeat(DEEP) + &")".repeat(DEEP);
        let error = text.parse::<Shape>().unwrap_err();
        let expected =
            |kind: &ErrorKind| matches!(kind, ErrorKind::LimitExceeded { limit: Limit::Depth, max: 100, .. });
        assert!(expected(error.kind()), "{error}");
        assert_eq!(error.offset(), Some(MAX_DEPTH as u64));

        let physical = "f32[]{:P(".repeat(DEEP).parse::<Shape>().unwrap_err();
        assert!(matches!(physical.kind(), ErrorKind::Field { field: "physical_shape", .. }), "{physical}");

        // Messages within messages.
        let error = Shape::from_slice(&nested(DEEP)).unwrap_err();
        assert!(expected(error.kind()), "{error}");
        assert!(expected(Shape::from_slice(&nested(MAX_DEPTH + 1)).unwrap_err().kind()));
        let deepest = Shape::from_slice(&nested(MAX_DEPTH)).unwrap();
        assert_eq!(deepest.to_string().parse::<Shape>().unwrap(), deepest.clone());
        assert!(expected(&Shape::tuple([deepest]).unwrap_err()));

        // Neither takes more memory than the shapes above the limit.
        for len in [1000, DEEP] {
            let (text, bytes) = ("(".repeat(len), nested(len));
            let peak =
                measure(|| assert!(text.parse::<Shape>().is_err() && Shape::from_slice(&bytes).is_err())).bytes_max;
            assert!(peak < 256 << 10, "{peak} bytes for {len}");
        }

        // Groups within groups, in a field that is not known.
        assert!(expected(Shape::from_slice(&[0x63; DEEP]).unwrap_err().kind()));
    });
}

#[test]
fn the_number_of_shapes_is_limited() {
    let few = Options::new().max_shapes(3);
    assert!(few.from_str("(f32[], token[])").is_ok());
    let error = few.from_str("(f32[], token[], f32[])").unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Shapes, max: 3, found: 4 }), "{error}");
    assert!(few.from_slice(&shape("(f32[], token[], f32[])").to_vec()).is_err());
    let bomb = [0x22, 0x02, 0x10, 0x11].repeat(1 << 17);
    let peak = measure(|| assert!(Shape::from_slice(&bomb).is_err())).bytes_max;
    assert!(peak < 128 << 20, "{peak}");
}

/// What a shape makes of a value is limited; what the program asks for beyond is its own decision.
#[test]
fn padding_and_tiles_are_limited() {
    let limited = |error: EncodeError| match error.into_kind() {
        ErrorKind::LimitExceeded { limit: Limit::Expanded, max, found } => (max, found),
        other => panic!("{other}"),
    };
    let pair = [1f32, 2.0];
    let peak = measure(|| {
        let error = Literal::in_shape(&pair, shape("f32[2]{0:T(100000000)}")).unwrap_err();
        assert_eq!(limited(error), ((64 << 20) + 32 * 8, 400_000_000));
        // The rounding of the number of elements, and the bytes before them.
        for text in ["f32[2]{0:L(100000000)}", "f32[2]{0:M(400000000)}", "f32[2]{0:E(1600000000)}"] {
            assert!(limited(Literal::in_shape(&pair, shape(text)).unwrap_err()).1 >= 400_000_000, "{text}");
        }
    });
    assert!(peak.bytes_max < 4096, "{} bytes", peak.bytes_max);
    // All buffers together, not each.
    #[derive(TensorDerive)]
    struct Two {
        a: [u8; 1],
        b: [u8; 1],
    }
    let two = Two { a: [1], b: [2] };
    let tiles = |len: u32| shape(&format!("(u8[1]{{0:T({len})}}, u8[1]{{0:T({len})}})"));
    assert_eq!(limited(Literal::in_shape(&two, tiles(40 << 20)).unwrap_err()), ((64 << 20) + 64, 80 << 20));
    assert_eq!(Literal::in_shape(&two, tiles(1 << 10)).unwrap().buffers()[1].len(), 1 << 10);
    assert_eq!(Options::new().max_expanded(80 << 20).literal(&two, tiles(40 << 20)).unwrap().buffers().len(), 2);
    assert_eq!(limited(Options::new().max_expanded(100).literal(&two, tiles(51)).unwrap_err()), (100, 102));
    // Nothing that expands to no more than the value is refused.
    assert!(Options::new().max_expanded(0).literal(&pair, shape("f32[2]")).is_ok());
}

#[test]
fn options_limit_what_is_read() {
    let limited = |result: Result<Shape, DecodeError>| match result.unwrap_err() {
        error if error.offset().is_some() => match error.kind() {
            ErrorKind::LimitExceeded { limit, max, found } => (error.offset().unwrap(), *limit, *max, *found),
            other => panic!("{other}"),
        },
        other => panic!("{other:?}"),
    };
    let deep = shape("((f32[]))");
    let two = Options::new().max_depth(2);
    assert_eq!(limited(two.from_str("((f32[]))")), (2, Limit::Depth, 2, 3));
    assert_eq!(limited(two.from_slice(&deep.to_vec())), (8, Limit::Depth, 2, 3));
    assert_eq!(two.from_str("(f32[])").unwrap().to_string(), "(f32[])");
    assert_eq!(Options::new().max_depth(3).from_slice(&deep.to_vec()).unwrap(), deep);
    let most = Options::new().max_depth(usize::MAX);
    assert_eq!(limited(most.from_str(&"(".repeat(200))), (100, Limit::Depth, 100, 101));

    let tiled = shape("f32[4]{0:T(4)(2)(1)}");
    let few = Options::new().max_tiles(2);
    assert_eq!(limited(few.from_str("f32[4]{0:T(4)(2)(1)}")), (16, Limit::Tiles, 2, 3));
    assert_eq!(limited(few.from_slice(&tiled.to_vec())), (22, Limit::Tiles, 2, 3));
    assert_eq!(Options::new().max_tiles(3).from_slice(&tiled.to_vec()).unwrap(), tiled);
    let error = format!("u8[1]{{0:T{}}}", "()".repeat(33)).parse::<Shape>().unwrap_err();
    assert_eq!(error.to_string(), "limit exceeded: at most 32 tiles in one layout allowed, found 33 (byte 73)");
    let many = format!("u8[1]{{0:T{}}}", "()".repeat(1000));
    assert!(Options::new().max_tiles(1000).from_str(&many).is_ok());

    assert_eq!(limited(Options::new().max_text(5).from_str("f32[2]")), (0, Limit::Text, 5, 6));
    assert!(Options::new().max_text(6).from_str("f32[2]").is_ok());
    // Each list is refused at its 256th item.
    let list = |item: &str| vec![item; 300].join(",");
    for text in [
        format!("u8[{}]", list("1")),
        format!("u8[1]{{{}}}", list("0")),
        format!("u8[1]{{0:T({})}}", list("1")),
        format!("u8[1]{{0:D({})}}", list("C")),
    ] {
        assert_eq!(limited(text.parse()).1, Limit::Rank, "{text}");
    }
}

/// Without a limit memory is what is missing, or on small machines the numbers to count it.
#[test]
fn tiles_are_limited_by_memory() {
    let text = "f32[2]{0:T(1000000000000000000)}";
    if usize::BITS < 64 {
        let error = text.parse::<Shape>().unwrap_err();
        assert_eq!((error.kind().name(), error.offset()), ("shape_overflow", Some(11)));
        return;
    }
    let error = Options::new().max_expanded(u64::MAX).literal(&[1f32, 2.0], shape(text)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::OutOfMemory { bytes: 4_000_000_000_000_000_000 }), "{error}");
}

/// The buffers of a literal are as long as its shape says.
#[test]
fn buffers_of_another_length_are_refused() {
    let why = |text: &str, len: usize| match Literal::new(shape(text), [vec![0; len]]) {
        Err(ErrorKind::Layout { why }) => why,
        Err(other) => panic!("{other}"),
        Ok(literal) => {
            assert_eq!(literal.to_tensors().unwrap().len(), 1);
            "fits"
        }
    };
    for (text, len) in
        [("f32[2,3]", 24), ("f32[3]{0:T(2)}", 16), ("u8[3]{0:L(4)}", 4), ("u8[3]{0:M(5)}", 8), ("f32[0]", 0)]
    {
        assert_eq!(why(text, len), "fits", "{text}");
        assert_eq!(why(text, len + 1), "the buffer is longer than the shape", "{text}");
        if len > 0 {
            assert_eq!(why(text, len - 1), "the buffer is shorter than the shape", "{text}");
        }
    }
}

#[test]
fn the_array_of_a_buffer_counts_in_texts_as_in_messages() {
    let text = "(b(s8[]), b(s8[]))";
    let message = shape(text).to_vec();
    let read = |options: Options| (options.from_str(text).is_ok(), options.from_slice(&message).is_ok());
    assert_eq!(read(Options::new().max_shapes(5).max_depth(3)), (true, true));
    assert_eq!(read(Options::new().max_shapes(4)), (false, false));
    assert_eq!(read(Options::new().max_depth(2)), (false, false));
}
