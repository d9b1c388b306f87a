//! Every attribute of an XLA layout and every element type, in text and in bytes written by hand from the definition of
//! the messages.

use tensor_format::{
    ErrorKind,
    xla::{ArrayShape, DimLevelType, Layout, PaddingValue, PrimitiveType, Shape, Tile, dimension_letters},
};
use tensor_format_tests::xla::{array, shape};

/// Text and message of one shape, each from the other.
#[track_caller]
fn both(text: &str, message: &str) {
    let bytes = hex::decode(message.replace(' ', "")).unwrap();
    let parsed = shape(text);
    assert_eq!(parsed.to_string(), text);
    assert_eq!(hex::encode(parsed.to_vec()), hex::encode(&bytes), "{text}");
    let read = Shape::from_slice(&bytes).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(read, parsed);
    assert_eq!(read.to_string(), text);
}

#[test]
fn every_element_type_has_its_number() {
    let types = [
        ("pred", 1),
        ("s8", 2),
        ("s16", 3),
        ("s32", 4),
        ("s64", 5),
        ("u8", 6),
        ("u16", 7),
        ("u32", 8),
        ("u64", 9),
        ("f16", 10),
        ("f32", 11),
        ("f64", 12),
        ("c64", 15),
        ("bf16", 16),
        ("c128", 18),
        ("f8e5m2", 19),
        ("f8e4m3fn", 20),
        ("s4", 21),
        ("u4", 22),
        ("f8e4m3b11fnuz", 23),
        ("f8e5m2fnuz", 24),
        ("f8e4m3fnuz", 25),
        ("s2", 26),
        ("u2", 27),
        ("f8e4m3", 28),
        ("f8e3m4", 29),
        ("s1", 30),
        ("u1", 31),
        ("f4e2m1fn", 32),
        ("f8e8m0fnu", 33),
    ];
    assert_eq!(types.len(), PrimitiveType::ALL.len());
    for (name, number) in types {
        let found = PrimitiveType::from_name(name).unwrap();
        assert_eq!(
            (found.number(), found.name(), PrimitiveType::from_number(number.into())),
            (number, name, Some(found))
        );
        both(&format!("{name}[]"), &format!("10{number:02x} 2a03800101"));
    }
    both("()", "100d");
    both("opaque[]", "100e");
    both("token[]", "1011");
    both("b(f32[])", "1022 2207 100b2a03800101");
    for number in [0, 13, 14, 17, 34, 35, 63, 64, 255, -1, i64::MIN, i64::MAX] {
        assert_eq!(PrimitiveType::from_number(number), None, "{number}");
    }
    let bits = |name| PrimitiveType::from_name(name).map(PrimitiveType::bits);
    assert_eq!(["s1", "u2", "s4", "f4e2m1fn", "f8e3m4"].map(bits), [1, 2, 4, 4, 8].map(Some));
    assert_eq!(["pred", "bf16", "c64", "c128"].map(bits), [1, 16, 64, 128].map(Some));
    let unsigned: Vec<&str> =
        PrimitiveType::ALL.iter().filter(|found| found.is_unsigned_integer()).map(|found| found.name()).collect();
    assert_eq!(unsigned, ["u8", "u16", "u32", "u64", "u4", "u2", "u1"]);
}

#[test]
fn sparse_layouts_are_written_in_full() {
    let physical = "100d 2210 10081a01032a060a0100800101320100 2210 100b1a01052a060a0100800101320100";
    both(
        "f32[4,8]{1,0:D(C+,S~)#(u32)*(u64)P((u32[3]{0}, f32[5]{0}))}",
        &format!("100b 1a020408 2a3f 0a020100 4a020102 5226 {physical} 5808 6009 6a020001 72020100 800101 32020000"),
    );
    // One attribute at a time.
    both("f32[4]{0:D(C)}", "100b 1a0104 2a09 0a0100 4a0101 800101 320100");
    both("f32[4]{0:D(S)}", "100b 1a0104 2a09 0a0100 4a0102 800101 320100");
    both("f32[4]{0:D(H)}", "100b 1a0104 2a09 0a0100 4a0103 800101 320100");
    both("f32[4,4]{1,0:D(D,C)}", "100b 1a020404 2a0b 0a020100 4a020001 800101 32020000");
    both("f32[4]{0:D(C+)}", "100b 1a0104 2a0c 0a0100 4a0101 6a0100 800101 320100");
    both("f32[4]{0:D(C~)}", "100b 1a0104 2a0c 0a0100 4a0101 720100 800101 320100");
    both("f32[4]{0:D(C+~)}", "100b 1a0104 2a0f 0a0100 4a0101 6a0100 720100 800101 320100");
    both("f32[4]{0:D(C)#(u8)}", "100b 1a0104 2a0b 0a0100 4a0101 5806 800101 320100");
    both("f32[4]{0:D(C)*(u16)}", "100b 1a0104 2a0b 0a0100 4a0101 6007 800101 320100");
    both("f32[4]{0:D(C)P(token[])}", "100b 1a0104 2a0d 0a0100 4a0101 52021011 800101 320100");
    // Dense ones beside them.
    both("f32[4]{0:T(2)(*,1)}", "100b 1a0104 2a1a 0a0100 32030a0102 320d0a0b8080808080808080800101 800101 320100");
    both(
        "f32[4]{0:L(8)E(32)S(3)SC(0:1,2)M(16)}",
        "100b 1a0104 2a13 0a0100 3820 4003 7810 800108 8a0104 12020102 320100",
    );
    both("f32[4,4]{1,0:SC(1:1)(0:2)}", "100b 1a020404 2a15 0a020100 800101 8a0105 0801120101 8a0103 120102 32020000");
    assert_eq!(DimLevelType::from_letters("X"), None);
    assert_eq!(DimLevelType::from_number(4), None);
    assert_eq!(PaddingValue::from_number(6), None);
}

/// Fields that say nothing are taken, and written no more where the text has no place for them.
#[test]
fn sparse_messages_are_read_in_every_form() {
    // Not packed, the flags of a dense array, and "no type" as a number.
    let read = |message: &str| Shape::from_slice(&hex::decode(message.replace(' ', "")).unwrap());
    assert_eq!(read("100b 1a0104 2a0b 0a0100 4801 5800 6000 6800").unwrap(), {
        let mut layout = Layout::new(&[0]);
        layout.dim_level_types = [DimLevelType::Compressed].into_iter().collect();
        layout.dim_unique = [false].into_iter().collect();
        array("f32[4]").with_layout(layout).unwrap().into()
    });
    let dense = read("100b 1a0104 2a0f 0a0100 4a0100 6a0101 720101 800101 320100").unwrap();
    assert_eq!(dense.to_string(), "f32[4]{0}");
    assert!(dense.equal(&shape("f32[4]")) && dense != shape("f32[4]"));
    // An alignment of 0, written or not, is one of 1.
    for layout in ["2a03 0a0100", "2a06 0a0100 800100", "2a06 0a0100 800101"] {
        assert_eq!(read(&format!("100b 1a0104 {layout}")).unwrap(), shape("f32[4]"));
    }
    // A physical shape in two pieces.
    let two = read("100b 1a0104 2a14 0a0100 4a0101 5202100b 52051a01032a00 800101 320100");
    assert!(matches!(two.unwrap_err().kind(), ErrorKind::Rank { .. }));
    let two = read("100b 1a0104 2a12 0a0100 4a0101 5202100b 52031a0103 800101 320100").unwrap();
    assert_eq!(two, shape("f32[4]{0:D(C)P(f32[3])}"));
    let field = |message: &str| match read(message).unwrap_err().into_kind() {
        ErrorKind::Field { field, .. } => field,
        other => panic!("{message}: {other}"),
    };
    assert_eq!(field("100b 1a0104 2a06 0a0100 4a0104"), "dim_level_types");
    assert_eq!(field("100b 1a0104 2a08 0a0100 4a0101 580b"), "index_primitive_type");
    assert_eq!(field("100b 1a0104 2a08 0a0100 4a0101 5823"), "index_primitive_type");
    assert_eq!(field("100b 1a0104 2a08 0a0100 4a0101 6004"), "pointer_primitive_type");
    assert_eq!(field("100b 1a0104 2a08 0a0100 4a0101 600d"), "pointer_primitive_type");
    assert_eq!(field("100b 1a0104 2a05 0a0100 5808"), "index_primitive_type");
    assert_eq!(field("100b 1a0104 2a05 0a0100 6008"), "pointer_primitive_type");
    assert_eq!(field("100b 1a0104 2a0d 0a0100 5208 100b 2a04 5202 100b"), "physical_shape");
    for lists in ["4a020101", "6a020101", "72020101"] {
        let error = read(&format!("100b 1a0104 2a07 0a0100 {lists}")).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Rank { expected: 1, found: 2, .. }), "{error}");
    }
}

#[test]
fn attributes_stand_in_one_order() {
    let attributes = ["D(C)", "T(2)", "L(2)", "#(u8)", "*(u8)", "E(32)", "S(1)", "SC(0:1)", "P(u8[])", "M(1)"];
    let whole = format!("f32[4]{{0:{}}}", attributes.concat());
    assert_eq!(shape(&whole).to_string(), whole);
    for (at, first) in attributes.iter().enumerate() {
        for second in &attributes[at + 1..] {
            // Index types and physical shapes are for sparse arrays only.
            let sparse = if at == 0 { "" } else { "D(C)" };
            let text = format!("f32[4]{{0:{sparse}{first}{second}}}");
            assert_eq!(shape(&text).to_string(), text);
            for wrong in [format!("f32[4]{{0:{sparse}{second}{first}}}"), format!("f32[4]{{0:{sparse}{first}{first}}}")]
            {
                let error = wrong.parse::<Shape>().unwrap_err();
                assert!(matches!(error.kind(), ErrorKind::Syntax { field: "attribute", .. }), "{wrong}: {error}");
            }
        }
    }
    let syntax = |text: &str| match text.parse::<Shape>().unwrap_err().into_kind() {
        ErrorKind::Syntax { column, expected, .. } => (column, expected),
        other => panic!("{text}: {other}"),
    };
    assert_eq!(syntax("f32[4]{0:D()}"), (12, "D, C, S or H"));
    assert_eq!(syntax("f32[4]{0:D(X)}"), (12, "D, C, S or H"));
    assert_eq!(syntax("f32[4]{0:D(C"), (13, "`,` or `)`"));
    assert_eq!(syntax("f32[4]{0:D(C~+)}"), (14, "`,` or `)`"));
    assert_eq!(syntax("f32[4]{0:D(C)#}"), (15, "`(`"));
    assert_eq!(syntax("f32[4]{0:D(C)#()}"), (16, "an element type, as `u32`"));
    assert_eq!(syntax("f32[4]{0:D(C)*(u8}"), (18, "`)`"));
    assert_eq!(syntax("f32[4]{0:P u8[]}"), (12, "`(`"));
    assert_eq!(syntax("f32[4]{0:P(u8[]}"), (16, "`)`"));
    assert_eq!(syntax("f32[4]{0:SC(0)}"), (14, "`:`"));
    assert_eq!(syntax("f32[4]{0:SC(0:)}"), (15, "an integer"));
    assert_eq!(syntax("f32[4]{0:T()("), (14, "a length or `*`"));
    assert_eq!(syntax("f32[4]{0:E}"), (11, "`(`"));
    assert_eq!(syntax("f32[4]{0:E(8"), (13, "`)`"));
    assert_eq!(syntax("f32[4]{0,}"), (10, "a dimension"));
    let field = |text: &str| match text.parse::<Shape>().unwrap_err().into_kind() {
        ErrorKind::Field { field, found, .. } => (field, found),
        other => panic!("{text}: {other}"),
    };
    assert_eq!(field("f32[4]{0:D(C)#(s32)}"), ("index_primitive_type", 4));
    assert_eq!(field("f32[4]{0:D(C)*(f32)}"), ("pointer_primitive_type", 11));
    assert_eq!(field("f32[4]{0:*(u32)}"), ("pointer_primitive_type", 8));
    assert_eq!(field("f32[4]{0:D(D)#(u32)}"), ("index_primitive_type", 8));
    assert_eq!(field("f32[4]{0:SC(1:1)}"), ("split_configs", 1));
    assert_eq!(field("f32[4]{0:SC(-1:0)}"), ("split_configs", -1));
    assert_eq!(field("f32[4]{0:SC(0:5)}"), ("split_configs", 5));
    assert_eq!(field("f32[4]{0:SC(0:-1)}"), ("split_configs", -1));
    assert_eq!(field("f32[4]{0:D(C)P(f32[1]{0:D(C)P(f32[])})}"), ("physical_shape", 2));
    assert_eq!(field("f32[4]{0:P(f32[])}"), ("physical_shape", 1));
    assert_eq!(field("f32[4]{0:L(0)}"), ("tail_padding_alignment_in_elements", 0));
    assert_eq!(field("f32[4]{0:E(31)}"), ("element_size_in_bits", 31));
    let rank = "f32[4]{0:D(C,C)}".parse::<Shape>().unwrap_err();
    assert!(matches!(rank.kind(), ErrorKind::Rank { expected: 1, found: 2, .. }), "{rank}");
}

/// Each attribute counts, but the data about dynamic sizes and flags that say nothing.
#[test]
fn equality_looks_at_every_attribute() {
    let all = [
        "f32[4]",
        "f32[4]{0:D(C)}",
        "f32[4]{0:D(S)}",
        "f32[4]{0:D(C)#(u8)}",
        "f32[4]{0:D(C)#(u16)}",
        "f32[4]{0:D(C)*(u8)}",
        "f32[4]{0:D(C)*(u16)}",
        "f32[4]{0:T(2)}",
        "f32[4]{0:T(4)}",
        "f32[4]{0:T(2)(2)}",
        "f32[4]{0:L(2)}",
        "f32[4]{0:E(32)}",
        "f32[4]{0:E(64)}",
        "f32[4]{0:S(1)}",
        "f32[4]{0:SC(0:1)}",
        "f32[4]{0:SC(0:2)}",
        "f32[4]{0:D(C)P(u8[])}",
        "f32[4]{0:D(C)P(s8[])}",
        "f32[<=4]",
        "f32[?]",
        "f32[5]",
        "s32[4]",
        "f32[4,1]",
        "f32[]",
        "b(f32[4])",
        "(f32[4])",
        "token[]",
        "opaque[]",
        "()",
        "b(f32[4]{0:T(2)})",
    ];
    for (i, a) in all.iter().enumerate() {
        for (j, b) in all.iter().enumerate() {
            assert_eq!(shape(a).equal(&shape(b)), i == j, "{a} and {b}");
            // Layouts and all that is in them do not count.
            let bare = |text: &str| text.split('{').next().unwrap().trim_end_matches(')').replace("<=", "");
            let unbounded = |a: &str, b: &str| bare(a) == "f32[?]" && ["f32[4]", "f32[5]"].contains(&&*bare(b));
            let same = bare(a) == bare(b) || unbounded(a, b) || unbounded(b, a);
            assert_eq!(shape(a).compatible(&shape(b)), same, "{a} and {b}");
        }
    }
    assert!(shape("f32[4]{0:M(8)}").equal(&shape("f32[4]")) && shape("f32[4]{0:M(8)}") != shape("f32[4]"));
    assert!(shape("f32[4,4]{1,0:SC(1:1)}").equal(&shape("f32[4,4]{1,0:SC(1:1)}")));
    assert!(!shape("f32[4,4]{1,0:SC(1:1)}").equal(&shape("f32[4,4]{1,0:SC(0:1)}")));
    assert!(!shape("f32[4,4]{1,0}").equal(&shape("f32[4,4]{0,1}")));
    assert!(array("f32[4]{0:D(D)}").layout().is_dense() && !array("f32[4]{0:D(H)}").layout().is_dense());
}

/// What is said of each dimension goes with it, what is said of places in memory stays.
#[test]
fn edits_take_the_attributes_along() {
    let sparse = array("f32[4,8]{1,0:D(C+,S~)SC(1:2)(0:3)}");
    let turned = sparse.permute(&[1, 0]).unwrap();
    assert_eq!(turned.to_string(), "f32[8,4]{0,1:D(S~,C+)SC(1:2)(0:3)}");
    let more = sparse.insert_dimension(1, 5.into()).unwrap();
    assert_eq!(more.to_string(), "f32[4,5,8]{2,0,1:D(C+,D,S~)SC(2:2)(1:3)}");
    assert_eq!(more.layout().dim_unique.as_slice(), [false, true, true]);
    assert_eq!(sparse.permute(&[1, 0]).unwrap().permute(&[1, 0]).unwrap(), sparse);
    let less = array("f32[4,5,8]{2,0,1:D(C+,D,S~)SC(1:2)}").delete_dimension(-1).unwrap();
    assert_eq!(less.to_string(), "f32[4,5]{0,1:D(C+,D)SC(1:2)}");
    assert_eq!(
        (less.layout().dim_unique.as_slice(), less.layout().dim_ordered.as_slice()),
        (&[false, true][..], &[true; 2][..])
    );
    // As in XLA, tiles and split configurations stay, and belong to what then has their places.
    assert_eq!(array("f32[9,5,8]{2,1,0:SC(0:4)}").delete_dimension(0).unwrap().to_string(), "f32[5,8]{1,0:SC(0:4)}");
    assert_eq!(array("f32[2,2]{1,0:T(2,2)}").delete_dimension(0).unwrap().to_string(), "f32[2]{0:T(2,2)}");
    let field = |result: Result<ArrayShape, ErrorKind>| match result {
        Err(ErrorKind::Field { field, found, .. }) => (field, found),
        other => panic!("{other:?}"),
    };
    assert_eq!(field(array("f32[9,5,8]{2,1,0:SC(0:6)}").delete_dimension(0)), ("split_configs", 6));
    assert_eq!(field(array("f32[9,5]{1,0:SC(1:3)}").delete_dimension(0)), ("split_configs", 1));
    assert_eq!(field(array("f32[2]").delete_dimension(1)), ("axis", 1));
    assert_eq!(field(array("f32[2,2]").delete_dimensions(&[1, -1])), ("axis", -1));
    assert_eq!(field(array("f32[2,2]").permute(&[1, 1])), ("minor_to_major", 1));
    assert!(matches!(array("f32[2]").insert_dimension(2, 1.into()), Err(ErrorKind::Index { index: 2, len: 2 })));
}

/// XLA puts the number before every fifth member of a long tuple.
#[test]
fn long_tuples_number_their_members() {
    let members = |count: usize| vec!["u8[]"; count].join(", ");
    assert_eq!(shape(&format!("({})", members(5))).to_string(), format!("({})", members(5)));
    let printed = "(u8[], u8[], u8[], u8[], u8[], /*index=5*/u8[], u8[], u8[], u8[], u8[], /*index=10*/u8[])";
    assert_eq!(shape(&format!("({})", members(11))).to_string(), printed);
    assert_eq!(shape(printed).to_string(), printed);
    let nested = format!("({}, /*index=5*/({}, /*index=5*/()))", members(5), members(5));
    assert_eq!(shape(&nested).to_string(), nested);
}

/// Shapes of any size take no more time.
#[test]
#[cfg(target_pointer_width = "64")]
fn bitcasts_of_large_shapes() {
    for (a, b, same) in [
        ("f32[1073741824,4096]{1,0:T(8,128)}", "f32[1073741824,4096]{1,0:T(8,128)}", true),
        ("f32[1073741824,4096]{1,0:T(8,128)}", "f32[1,1073741824,4096]{2,1,0:T(8,128)}", true),
        ("f32[1073741824,4096]{1,0:T(8,128)}", "f32[32768,32768,4096]{2,1,0:T(8,128)}", true),
        ("f32[1073741824,4096]{1,0:T(8,128)}", "f32[1073741824,4,1024]{2,1,0:T(8,128)}", false),
        ("f32[1073741823,200]{1,0:T(8,128)}", "f32[1073741823,1,200]{1,2,0:T(8,128)}", false),
        ("f32[1073741823,200]{1,0:T(8,128)}", "f32[1,1073741823,200]{2,1,0:T(8,128)}", true),
        ("bf16[1073741823,128]{1,0:T(8,128)(2,1)}", "bf16[137438953344]{0:T(1024)}", false),
        ("f32[1073741823,128]{1,0:T(8,128)}", "f32[137438953344]{0:T(1024)}", true),
        ("u8[4611686018427387904]{0:T(2)(2,1)}", "u8[4611686018427387904]{0:T(4)(2,1)}", false),
    ] {
        let (a, b) = (array(a), array(b));
        assert_eq!(a.reshape_is_bitcast(&b).unwrap(), same, "{a} {b}");
        assert_eq!(b.reshape_is_bitcast(&a).unwrap(), same, "{b} {a}");
    }
    let rows = array("u8[4611686018427387903]{0:T(4)(2,2)}");
    assert!(rows.transpose_is_bitcast(&rows, &[0]).unwrap());
    assert!(!rows.transpose_is_bitcast(&array("u8[4611686018427387903]"), &[0]).unwrap());
}

/// The same places are not enough for a bitcast: the elements must be the same, of as many bits.
#[test]
fn bitcasts_keep_what_elements_are() {
    for (a, b, same, order) in [
        ("f32[2,3]", "f32[3,2]{0,1}", true, true),
        ("f32[2,3]", "s32[3,2]{0,1}", false, false),
        ("s4[2,3]", "s4[3,2]{0,1:E(4)}", false, true),
        ("f32[2,3]", "f32[3,2]", false, false),
        ("f32[1,3]", "f32[3,1]", true, false),
        ("f32[2,3]", "f32[3,2]{0,1:T(4)}", false, true),
        ("f32[2,4]", "f32[4,2]{0,1:T(2)}", true, true),
    ] {
        let (a, b) = (array(a), array(b));
        assert_eq!(a.transpose_is_bitcast(&b, &[1, 0]).unwrap(), same, "{a} {b}");
        assert_eq!(a.transpose_keeps_order(&b, &[1, 0]).unwrap(), order, "{a} {b}");
    }
    for (a, b, same) in [
        ("f32[2,3]", "f32[6]", true),
        ("f32[2,3]", "u32[6]", false),
        ("u4[2,3]", "u4[6]{0:E(8)}", false),
        ("f32[2,3]{0,1}", "f32[6]", false),
        ("f32[2,4]{1,0:T(2,4)}", "f32[8]", true),
        ("f32[2,4]{1,0:T(1,8)}", "f32[8]", false),
    ] {
        assert_eq!(array(a).reshape_is_bitcast(&array(b)).unwrap(), same, "{a} {b}");
    }
    assert!(matches!(
        array("f32[2,3]").reshape_is_bitcast(&array("f32[5]")),
        Err(ErrorKind::ElementCount { expected: 6, found: 5 })
    ));
    assert!(array("f32[2,3]").transpose_is_bitcast(&array("f32[2,3]"), &[1, 0]).is_err());
    assert!(array("f32[2,3]").transpose_keeps_order(&array("f32[3]"), &[0]).is_err());
}

#[test]
fn sizes_and_ranks() {
    let tuple = shape("(f32[2,3], token[], (u8[1]))");
    assert_eq!((tuple.byte_size(4).unwrap(), tuple.byte_size(8).unwrap()), (12, 24));
    assert!(matches!(tuple.byte_size(usize::MAX), Err(ErrorKind::ShapeOverflow)));
    assert_eq!((shape("opaque[]").byte_size(4).unwrap(), shape("token[]").byte_size(4).unwrap()), (4, 0));
    assert_eq!(shape("b(u16[3])").byte_size(8).unwrap(), 6);
    for (text, bytes) in [
        ("f32[2,3]{1,0:L(4)}", 32),
        ("s4[3]{0:E(4)}", 2),
        ("s4[3]{0:L(4)E(4)}", 2),
        ("u1[9]{0:E(1)}", 2),
        ("f32[3]{0:T(2)}", 16),
        ("f32[3]{0:T(2)L(8)}", 32),
        ("f32[2]{0:E(64)}", 16),
        ("pred[<=3]", 3),
    ] {
        assert_eq!(array(text).byte_size().unwrap(), bytes, "{text}");
    }
    for (text, rank) in [("f32[]", 0), ("f32[1,<=1]", 0), ("f32[?]", 1), ("f32[<=2,1,3,0]", 2)] {
        assert_eq!(array(text).true_rank(), rank, "{text}");
    }
}

#[test]
fn dimensions_go_by_letters() {
    let letters: Vec<Option<String>> = (0..6).map(|rank| dimension_letters(rank).map(|l| l.iter().collect())).collect();
    assert_eq!(letters, [None, None, Some("yx"), Some("zyx"), Some("pzyx"), None].map(|l| l.map(str::to_owned)));
}

#[test]
fn tiles_are_made_of_lengths() {
    assert_eq!(Tile::new(&[8, 128]).unwrap().to_string(), "(8,128)");
    assert_eq!(Tile::new(&[]).unwrap().to_string(), "()");
    assert_eq!(Tile::new(&[8, 0]), None);
    let layout = Layout::new(&[0, 1]);
    assert!(layout.is_column_major() && !layout.is_row_major());
    let (scalar, line) = (Layout::row_major(0), Layout::row_major(1));
    assert!(scalar.is_row_major() && scalar.is_column_major() && line.is_row_major() && line.is_column_major());
    assert!(Layout::row_major(3).is_row_major() && !Layout::row_major(3).is_column_major());
    assert!(!Layout::new(&[1, 0, 2]).is_row_major() && !Layout::new(&[1, 0, 2]).is_column_major());
}
