//! The judges of vectors of layouts: a judge that cannot fail proves nothing, so each vector passes, and fails once one
//! statement in it is changed.

use tensor_format_tests::conformance::{Format, Tally, judge_line, stdlib, xla};

/// A file, something that only the line has, what is changed in it, and to what.
type Change<'c> = (&'c str, &'c str, &'c str, &'c str);

fn each_fails(format: &Format, changes: impl IntoIterator<Item = Change<'static>>) {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance").join(format.name);
    for (file, mark, right, wrong) in changes {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        let line = text.lines().find(|line| line.contains(mark)).unwrap();
        assert!(line.contains(right), "{mark}: {line}");
        let (_, judge) = format.files.iter().find(|(name, _)| *name == file).unwrap();
        for (line, passed) in [(line.to_owned(), 1), (line.replacen(right, wrong, 1), 0)] {
            let mut tally = Tally::default();
            judge_line(*judge, file, 1, &line, &mut tally, &mut Vec::new()).unwrap();
            // Large numbers are no vectors for a machine of 32 bits.
            if usize::BITS < 64 && tally.not_judged == 1 {
                continue;
            }
            assert_eq!(tally, Tally { passed, failed: 1 - passed, not_judged: 0 }, "{line}");
        }
    }
}

#[test]
fn wrong_vectors_of_xla_fail() {
    let changes = [
        ("layouts.jsonl", r#""id":"xla-dense-0001""#, r#""linear":[0,3,"#, r#""linear":[0,1,"#),
        ("layouts.jsonl", r#""id":"xla-dense-0001""#, r#""true_rank":2"#, r#""true_rank":1"#),
        ("layouts.jsonl", r#""id":"xla-tiled-0229""#, r#""xla_reported_bytes":48"#, r#""xla_reported_bytes":64"#),
        ("layouts.jsonl", r#""id":"xla-padded-0290""#, r#""byte_size":60"#, r#""byte_size":24"#),
        (
            "text.jsonl",
            r#""id":"xla-text-0377""#,
            r#""hlo_string":"f32[2,3]{1,0}""#,
            r#""hlo_string":"f32[2,3]{1,0:}""#,
        ),
        ("text.jsonl", r#""id":"xla-text-0374""#, r#""proto_hex":"100b2a03800101""#, r#""proto_hex":"100b""#),
        ("text.jsonl", r#""id":"xla-equal-0449""#, r#""equal":true"#, r#""equal":false"#),
        ("index.jsonl", r#""id":"xla-index-0343""#, "[[6,8],74]", "[[6,8],75]"),
        ("index.jsonl", r#""id":"xla-bitcast-0455""#, r#""xla_rule":true"#, r#""xla_rule":false"#),
        ("index.jsonl", r#""id":"xla-bitcast-0521""#, r#""physical_bitcast":false"#, r#""physical_bitcast":true"#),
        ("index.jsonl", r#""id":"xla-relayout-0528""#, r#""gather":[0,4,"#, r#""gather":[4,0,"#),
        ("reject.jsonl", r#""id":"xlarej-0022""#, r#""kind":"dim""#, r#""kind":"tile""#),
        ("reject.jsonl", r#""id":"xlarej-0009""#, "f32(2,3)", "f32[2,3]"),
        ("reject.jsonl", r#""id":"xlarej-0161""#, r#""hex":"""#, r#""hex":"1011""#),
        (
            "reject.jsonl",
            r#""id":"xlarej-0161""#,
            r#""protobuf_library":"parses""#,
            r#""protobuf_library":"decode error""#,
        ),
        ("reject.jsonl", r#""id":"xlarej-0177""#, r#""index":[2,0]"#, r#""index":[1,0]"#),
        ("reject.jsonl", r#""id":"xlarej-0177""#, r#""kind":"index""#, r#""kind":"rank""#),
        ("reject.jsonl", r#""id":"xlarej-0179""#, r#""index":[-1,0]"#, r#""index":[1,0]"#),
        ("reject.jsonl", r#""id":"xlarej-0179""#, r#""kind":"index""#, r#""kind":"dim""#),
        ("reject.jsonl", r#""id":"xlarej-0184""#, r#""linear":6"#, r#""linear":5"#),
        ("reject.jsonl", r#""id":"xlarej-0184""#, r#""kind":"index""#, r#""kind":"dim""#),
        ("reject.jsonl", r#""id":"xlarej-0185""#, r#""linear":-1"#, r#""linear":1"#),
        ("reject.jsonl", r#""id":"xlarej-0185""#, r#""kind":"index""#, r#""kind":"overflow""#),
    ];
    each_fails(&xla::FORMAT, changes);
}

#[test]
fn wrong_vectors_of_stdlib_fail() {
    let accept = [
        (r#""table":"B""#, r#""table":"A""#),
        (r#""dtype":"float64""#, r#""dtype":"float32""#),
        (r#""dtype_enum":12"#, r#""dtype_enum":11"#),
        (r#""bytes_per_element":8"#, r#""bytes_per_element":4"#),
        (r#""shape":[2,2]"#, r#""shape":[2,3]"#),
        (r#""strides":[2,1]"#, r#""strides":[1,2]"#),
        (r#""strides_bytes":[16,8]"#, r#""strides_bytes":[8,16]"#),
        (r#""offset":0"#, r#""offset":1"#),
        (r#""offset_bytes":0"#, r#""offset_bytes":8"#),
        (r#""order":"row-major""#, r#""order":"column-major""#),
        (r#""order_enum":101"#, r#""order_enum":102"#),
        (r#""mode":"throw""#, r#""mode":"wrap""#),
        (r#""mode_enum":1"#, r#""mode_enum":2"#),
        (r#""submodes":["throw"]"#, r#""submodes":[]"#),
        (r#""submodes_enum":[1]"#, r#""submodes_enum":[1,1]"#),
        (r#""readonly":false"#, r#""readonly":true"#),
        (r#""flags":0"#, r#""flags":4"#),
        (r#""endianness":"little""#, r#""endianness":"big""#),
        (r#""nbytes":66"#, r#""nbytes":65"#),
        (r#""strict_ok":true"#, r#""strict_ok":false"#),
        ("010c00", "010b00"),
    ];
    let accept = accept.map(|(right, wrong)| ("accept.jsonl", r#""id":"sl-seed-0001""#, right, wrong));
    let reject = [
        r#""kind":"truncated""#,
        r#""kind":"unknown-dtype""#,
        r#""kind":"bad-order""#,
        r#""kind":"bad-mode""#,
        r#""kind":"trailing""#,
        r#""kind":"inconsistent""#,
        r#""kind":"wrong-endianness""#,
    ];
    let reject = reject.map(|kind| ("reject.jsonl", kind, kind, r#""kind":"misaligned-stride""#));
    let strict = [
        (
            "accept.jsonl",
            r#""id":"sl-large-0360""#,
            r#""strict_why":"out-of-range-view""#,
            r#""strict_why":"reserved-dtype""#,
        ),
        ("accept.jsonl", r#""id":"sl-tableA-0049""#, r#""strict_why":"reserved-dtype""#, r#""strict_why":"overflow""#),
        ("accept.jsonl", r#""id":"sl-tableA-0049""#, r#""strict_ok":false"#, r#""strict_ok":true"#),
        ("reject.jsonl", r#""cls":"structural""#, r#""cls":"structural""#, r#""cls":"strict""#),
        ("reject.jsonl", r#""cls":"strict""#, r#""cls":"strict""#, r#""cls":"structural""#),
        ("reject.jsonl", r#""cls":"strict""#, r#""cls":"strict""#, r#""cls":"loose""#),
    ];
    each_fails(&stdlib::FORMAT, accept.into_iter().chain(reject).chain(strict));
}
