//! The utilities of XLA's `shape_util` and `layout_util`, with the examples of XLA's own tests of them.

use proptest::{collection::vec, prelude::*};
use tensor_format::{
    ErrorKind,
    xla::{ArrayShape, BitcastDecomposition, Comparison, Layout, PrimitiveType},
};
use tensor_format_tests::xla::{array, shape};

/// The layout in which the second array holds the elements of the first where they lie.
fn aligned(input: &str, output: &str) -> Option<String> {
    let (input, output) = (array(input), array(output));
    let found = input.align_layout(&output).unwrap();
    if let Some(found) = &found {
        assert!(input.reshape_is_bitcast(found).unwrap(), "{input} {found}");
    }
    found.map(|found| found.layout().to_string())
}

#[test]
fn align_layouts() {
    let input = "f32[3,8,5,7,11]{3,2,1,0,4}";
    assert_eq!(aligned(input, "f32[4,3,2,7,5,11]").unwrap(), "{4,3,2,1,0,5}");
    assert_eq!(aligned(input, "f32[3,2,4,35,11]").unwrap(), "{3,2,1,0,4}");
    assert!(aligned("f32[1,3,8,1,5,7,1,11,1,1]{5,0,4,2,1,3,6,7,9,8}", "f32[1,4,1,3,2,7,5,11,1]").is_some());
    assert_eq!(aligned("f32[1,1,1,1]{0,1,3,2}", "f32[1,1,1,1,1]").unwrap(), "{4,3,2,1,0}");
    // The dimensions of one part in another order, and apart.
    assert_eq!(aligned("f32[3,8,5,7,11]{2,3,1,0,4}", "f32[4,3,2,7,5,11]"), None);
    assert_eq!(aligned(input, "f32[4,3,2,5,77]"), None);
    // Beyond XLA's examples: no elements, scalars, tiles, other numbers of elements, a layout that is replaced.
    assert_eq!(aligned("f32[0,3]{0,1}", "f32[5,0]{0,1}").unwrap(), "{1,0}");
    assert_eq!(aligned("f32[]", "f32[1]").unwrap(), "{0}");
    assert_eq!(aligned("f32[1]", "f32[]").unwrap(), "{}");
    assert_eq!(aligned("f32[4,6]{0,1}", "f32[2,2,6]{0,1,2:T(2)}").unwrap(), "{1,0,2}");
    assert_eq!(aligned("f32[4,6]{1,0:T(2,2)}", "f32[24]"), None);
    let other = array("f32[4]").align_layout(&array("f32[5]"));
    assert!(matches!(other, Err(ErrorKind::ElementCount { expected: 4, found: 5 })));
    assert!(matches!(array("f32[?]").align_layout(&array("f32[5]")), Err(ErrorKind::Layout { .. })));
}

#[test]
fn descending_layouts_of_the_same_places() {
    let same = |text: &str| array(text).descending().unwrap().to_string();
    assert_eq!(same("f32[128,24,4,48,48]{2,4,3,1,0}"), "f32[128,24,48,48,4]{4,3,2,1,0}");
    assert_eq!(same("f32[128,24,?,48,48]{2,4,3,1,0}"), "f32[128,24,48,48,?]{4,3,2,1,0}");
    assert_eq!(same("bf16[2,3]{0,1:T(2,2)L(8)E(16)S(1)}"), "bf16[3,2]{1,0:T(2,2)L(8)E(16)S(1)}");
    assert_eq!(same("f32[]"), "f32[]");
    let layout = Layout::new(&[1, 2, 0]);
    assert_eq!(
        (layout.major_to_minor().as_slice(), layout.logical_to_physical().as_slice()),
        (&[0, 2, 1][..], &[0, 2, 1][..])
    );
    let layout = Layout::new(&[0, 2, 1]);
    assert_eq!(
        (layout.major_to_minor().as_slice(), layout.logical_to_physical().as_slice()),
        (&[1, 2, 0][..], &[2, 0, 1][..])
    );
}

#[test]
fn dimensions_move_to_either_end() {
    let major = |text: &str, at| shape(text).map_arrays(|array| array.move_dimension_to_major(at)).unwrap().to_string();
    assert_eq!(major("f32[10,10,10]", 0), "f32[10,10,10]{2,1,0}");
    assert_eq!(major("f32[10,10,10]", 1), "f32[10,10,10]{2,0,1}");
    assert_eq!(major("f32[10,10,10]", -2), "f32[10,10,10]{2,0,1}");
    assert_eq!(major("f32[10,10,10]{0,2,1}", 0), "f32[10,10,10]{2,1,0}");
    let tuple = "(f32[10,10,10]{2,1,0}, f32[10,10,10]{0,2,1}, (token[], b(s8[2,2,2]{0,1,2})))";
    let moved = "(f32[10,10,10]{2,1,0}, f32[10,10,10]{2,1,0}, (token[], b(s8[2,2,2]{1,2,0})))";
    assert_eq!(major(tuple, 0), moved);
    let minor = |text: &str, at| array(text).move_dimension_to_minor(at).map(|array| array.to_string());
    assert_eq!(minor("f32[2,3,4]{2,1,0:T(2)}", 0).unwrap(), "f32[2,3,4]{0,2,1:T(2)}");
    assert_eq!(minor("f32[2,3,4]", -1).unwrap(), "f32[2,3,4]{2,1,0}");
    assert!(matches!(minor("f32[2]", 1), Err(ErrorKind::Field { field: "axis", .. })));
    assert!(matches!(minor("f32[9,2]{1,0:SC(0:5)}", 0), Err(ErrorKind::Field { field: "split_configs", .. })));
    // `PrependMajorDimension`, and `AppendMinorDimension` in two steps.
    assert_eq!(
        array("f32[10,20,30]{0,2,1}").insert_dimension(0, 40.into()).unwrap().to_string(),
        "f32[40,10,20,30]{1,3,2,0}"
    );
    let appended = array("f32[10,20,30]{0,2,1}").insert_dimension(3, 40.into()).unwrap().move_dimension_to_minor(3);
    assert_eq!(appended.unwrap().to_string(), "f32[10,20,30,40]{3,0,2,1}");
}

#[test]
fn several_dimensions_are_deleted() {
    let less = |text: &str, dimensions: &[i64]| array(text).delete_dimensions(dimensions).unwrap().to_string();
    assert_eq!(less("f32[5,3,2]{2,0,1}", &[1]), "f32[5,2]{1,0}");
    for dimensions in [[1, 2, 3], [3, 2, 1], [-2, 1, -3]] {
        assert_eq!(less("f32[5,3,2,7,9]{2,0,1,4,3}", &dimensions), "f32[5,9]{0,1}");
    }
    assert_eq!(less("f32[<=5,3]", &[]), "f32[<=5,3]{1,0}");
    assert_eq!(less("f32[5,3]{0,1:D(C,S~)}", &[0]), "f32[3]{0:D(S~)}");
    assert_eq!(less("f32[5,3]", &[0, 1]), "f32[]");
}

#[test]
fn the_greatest_part_of_a_split() {
    let split = array("f32[150,200,100]{0,1,2:SC(0:30)(1:40,130)}");
    assert_eq!([0, 1, 2, -1].map(|at| split.max_split_size(at).unwrap()), [150, 90, 70, 70]);
    assert_eq!(split.max_elements_in_split().unwrap(), 150 * 90 * 70);
    assert_eq!(array("f32[150,200,100]{0,1,2}").max_elements_in_split().unwrap(), 150 * 200 * 100);
    assert!(split.max_split_size(3).is_err() && array("f32[?]").max_elements_in_split().is_err());
}

#[test]
fn transposes_are_deduced() {
    let deduce =
        |input: &str, output: &str| array(input).transpose_to(&array(output)).unwrap().map(|found| found.to_vec());
    assert_eq!(deduce("f32[5,3]{1,0}", "f32[3,5]{0,1}"), Some(vec![1, 0]));
    assert_eq!(deduce("f32[5,3]{1,0}", "f32[3,5]{1,0}"), None);
    assert_eq!(deduce("f32[5,3]", "f32[15]"), None);
    assert_eq!(deduce("f32[5,3]{1,0:T(2,2)}", "s8[3,5]{0,1:T(2,2)}"), Some(vec![1, 0]));
    assert_eq!(deduce("f32[5,3]{1,0:T(2,2)}", "f32[3,5]{0,1:T(4)}"), None);
    assert_eq!(deduce("f32[]", "f32[]"), Some(vec![]));
}

#[test]
fn bitcasts_are_decomposed() {
    let decompose = |input: &str, output: &str| array(input).decompose_bitcast(&array(output));
    for (input, output) in
        [("f32[1,16,17,3]{3,2,1,0}", "f32[16,51]{1,0}"), ("f32[17,3,1,16]{1,0,3,2}", "f32[51,16]{0,1}")]
    {
        assert_eq!(decompose(input, output).unwrap(), BitcastDecomposition::Reshape);
    }
    let transpose = decompose("f32[3,7,6,4]{3,2,1,0}", "f32[3,6,4,7]{2,1,3,0}").unwrap();
    assert_eq!(transpose, BitcastDecomposition::Transpose([0, 2, 3, 1][..].into()));
    for (input, output, first, transposed, reshaped, second) in [
        (
            "f32[16,17,3]{2,1,0}",
            "f32[51,16]{0,1}",
            &[0, 1, 2][..],
            "f32[16,17,3]{2,1,0}",
            "f32[16,51]{1,0}",
            &[1, 0][..],
        ),
        (
            "f32[16,17,3,7]{3,2,1,0}",
            "f32[7,16,51]{0,2,1}",
            &[0, 1, 2, 3],
            "f32[16,17,3,7]{3,2,1,0}",
            "f32[16,51,7]{2,1,0}",
            &[2, 0, 1],
        ),
        ("f32[16,3,17]{1,2,0}", "f32[51,16]{1,0}", &[0, 2, 1], "f32[16,17,3]{2,1,0}", "f32[51,16]{1,0}", &[0, 1]),
        ("f32[16,3,17]{1,2,0}", "f32[16,51]{0,1}", &[0, 2, 1], "f32[16,17,3]{2,1,0}", "f32[51,16]{1,0}", &[1, 0]),
    ] {
        let BitcastDecomposition::TransposeReshapeTranspose(steps) = decompose(input, output).unwrap() else {
            panic!("{input} {output}");
        };
        assert_eq!((steps.transposed.to_string(), steps.reshaped.to_string()), (transposed.into(), reshaped.into()));
        assert_eq!((steps.first_transpose.as_slice(), steps.second_transpose.as_slice()), (first, second));
        assert_eq!((steps.first_is_identity(), steps.second_is_identity()), (first.is_sorted(), second.is_sorted()));
        // Each step moves no element.
        let (input, output) = (array(input), array(output));
        assert!(input.transpose_is_bitcast(&steps.transposed, first).unwrap());
        assert!(steps.transposed.reshape_is_bitcast(&steps.reshaped).unwrap());
        assert!(steps.reshaped.transpose_is_bitcast(&output, second).unwrap());
    }
    assert!(matches!(decompose("f32[4]", "f32[5]"), Err(ErrorKind::ElementCount { expected: 4, found: 5 })));
    let why = "no bitcast: tiles or padding put the elements at other places";
    assert!(
        matches!(decompose("f32[2,3]{0,1:T(2,1)}", "f32[6]"), Err(ErrorKind::Layout { why: found }) if found == why)
    );
}

/// XLA's tests of `Equal…`, `Compatible…` and `EqualStructure`.
#[test]
fn comparisons_leave_out_what_they_say() {
    let both = |comparison: Comparison, a: &str, b: &str| {
        let (a, b) = (shape(a), shape(b));
        assert_eq!(comparison.shapes(&a, &b), comparison.shapes(&b, &a));
        comparison.shapes(&a, &b)
    };
    let (equal, compatible) = (Comparison::equal(), Comparison::compatible());
    for comparison in [compatible, compatible.ignore_element_type(), compatible.ignore_float_precision()] {
        assert!(!both(comparison, "f32[]", "(f32[3,2], u32[])"));
        assert!(!both(comparison, "f32[5,7]", "opaque[]"));
        assert!(!both(comparison, "token[]", "f32[]"));
        assert!(both(comparison, "(token[])", "(token[])"));
    }
    assert!(both(compatible.ignore_float_precision(), "bf16[3,2]", "f32[3,2]"));
    assert!(!both(compatible.ignore_float_precision(), "bf16[3,2]", "f32[2,2]"));
    assert!(!both(compatible, "f32[3,2]", "pred[3,2]"));
    let floats = equal.ignore_float_precision();
    assert!(both(floats, "f32[4,3]{0,1}", "f16[4,3]{0,1}"));
    assert!(!both(floats, "f32[4,3]{0,1}", "f16[3,4]{0,1}"));
    assert!(!both(floats, "f32[3,4]{0,1}", "f16[3,4]{1,0}"));
    assert!(!both(floats, "f32[4,3]{0,1}", "pred[4,3]{0,1}") && !both(floats, "c64[]", "f32[]"));
    let types = equal.ignore_element_type();
    for (a, b) in [("f32", "f16"), ("s32", "f16"), ("f32", "pred")] {
        assert!(both(types, &format!("{a}[4,3]{{0,1}}"), &format!("{b}[4,3]{{0,1}}")));
    }
    assert!(!both(types, "f32[4,3]{0,1}", "f16[3,4]{0,1}") && !both(types, "f32[3,4]{0,1}", "f16[3,4]{1,0}"));
    assert_eq!(types.ignore_float_precision(), types);
    assert!(both(equal, "f32[<=4,3]", "f32[<=4,3]") && !both(equal, "f32[<=4,3]", "f32[4,3]"));
    assert!(!both(equal, "f32[?]", "f32[<=2]"));
    assert!(
        both(compatible, "f32[<=4,3]{1,0}", "f32[<=4,3]{0,1}") && both(compatible, "f32[<=4,3]", "f32[4,<=3]{0,1}")
    );
    assert!(both(compatible, "f32[?,3]", "f32[9,3]") && !both(compatible, "f32[?,3]", "f32[9,4]"));
    assert!(both(compatible.ignore_float_precision(), "(bf16[3,2], f32[4,5])", "(f64[3,2], bf16[4,5])"));
    assert!(!both(compatible.ignore_element_type(), "(pred[4,5], f32[3,2])", "(f32[3,2], pred[4,5])"));
    assert!(both(compatible.ignore_element_type(), "(pred[4,5], f32[3,2])", "(pred[4,5], s32[3,2])"));
    assert!(!both(compatible, "(pred[4,5], f32[3,2])", "(pred[4,5], f32[4,2])"));
    let structure = Comparison::structure();
    assert!(both(structure, "(f32[2], (token[]))", "(s8[], (opaque[]))"));
    assert!(!both(structure, "(f32[2], (token[]))", "(f32[2], token[])") && !both(structure, "()", "(f32[])"));
    let layouts = Comparison::layouts_only();
    assert!(both(layouts, "(f32[2,3]{0,1})", "(s8[4,5]{0,1})") && !both(layouts, "f32[2,3]{0,1}", "f32[2,3]{1,0}"));
    assert!(!both(layouts, "f32[2,3]", "f32[2]") && both(layouts, "f32[<=2]", "f32[3]"));
    // Each part of a layout, and all of them but the order.
    for (a, b, ignoring) in [
        ("f32[4]{0:T(2)}", "f32[4]", equal.ignore_tiles()),
        ("f32[4]{0:L(2)}", "f32[4]", equal.ignore_tail_padding()),
        ("f32[4]{0:E(32)}", "f32[4]", equal.ignore_element_size()),
        ("f32[4]{0:S(1)}", "f32[4]", equal.ignore_memory_space()),
        ("f32[4]{0:SC(0:1)}", "f32[4]", equal.ignore_split_configs()),
        ("f32[4]{0:D(C)#(u8)}", "f32[4]{0:D(C)*(u8)}", equal.ignore_index_types()),
        ("f32[4]{0:D(C)P(u8[])}", "f32[4]{0:D(C)}", equal.ignore_physical_shape()),
    ] {
        assert!(!both(equal, a, b), "{a} {b}");
        for ignoring in [ignoring, equal.minor_to_major_only(), equal.ignore_layout()] {
            assert!(both(ignoring, a, b), "{a} {b}");
        }
        let others = [equal.ignore_tiles(), equal.ignore_memory_space()].into_iter().filter(|other| *other != ignoring);
        others.for_each(|other| assert!(!both(other, a, b), "{a} {b}"));
    }
    assert!(!both(equal.minor_to_major_only(), "f32[4,4]{0,1}", "f32[4,4]{1,0}"));
    assert!(!both(equal.minor_to_major_only(), "f32[4]{0:D(C)}", "f32[4]"), "another storage");
    assert!(!both(equal, "b(f32[4])", "f32[4]") && both(equal.ignore_buffers(), "b(f32[4])", "f32[4]"));
    let (rows, tiled) = (Layout::row_major(2), array("f32[2,2]{1,0:T(2)}").layout().clone());
    assert!(!equal.layouts(&rows, &tiled) && equal.ignore_tiles().layouts(&rows, &tiled));
}

proptest! {
    /// Aligned layouts and decompositions are bitcasts, for every reshape of an array in every order.
    #[test]
    fn what_is_aligned_or_decomposed_moves_no_element(
        factors in vec(1usize..4, 0..=5),
        cuts in vec(any::<bool>(), 10),
        seeds in [any::<prop::sample::Index>(), any::<prop::sample::Index>()],
    ) {
        // Both sides merge neighbours among the same factors.
        let merged = |cuts: &[bool]| {
            let mut sizes: Vec<usize> = Vec::new();
            for (factor, cut) in factors.iter().zip(cuts) {
                match sizes.last_mut() {
                    Some(last) if !cut => *last *= factor,
                    _ => sizes.push(*factor),
                }
            }
            sizes
        };
        let of = |sizes: &[usize], seed: prop::sample::Index| {
            let mut order: Vec<usize> = (0..sizes.len()).collect();
            order.rotate_left(seed.index(sizes.len().max(1)));
            if order.len() > 2 && seed.index(2) == 1 {
                order.swap(0, 1);
            }
            ArrayShape::new(PrimitiveType::U8, sizes).unwrap().with_layout(Layout::new(&order)).unwrap()
        };
        let (input, output) = (of(&merged(&cuts[..5]), seeds[0]), of(&merged(&cuts[5..]), seeds[1]));
        match input.align_layout(&output).unwrap() {
            Some(aligned) => {
                prop_assert!(input.reshape_is_bitcast(&aligned).unwrap(), "{input} {aligned}");
                prop_assert_eq!(aligned.dimensions(), output.dimensions());
            }
            // Then no layout of the output would do.
            None => prop_assert!(!input.reshape_is_bitcast(&output).unwrap(), "{input} {output}"),
        }
        match input.decompose_bitcast(&output).unwrap() {
            BitcastDecomposition::Reshape => prop_assert!(input.reshape_is_bitcast(&output).unwrap()),
            BitcastDecomposition::Transpose(by) => prop_assert!(input.transpose_is_bitcast(&output, &by).unwrap()),
            BitcastDecomposition::TransposeReshapeTranspose(steps) => {
                prop_assert!(input.transpose_is_bitcast(&steps.transposed, &steps.first_transpose).unwrap());
                prop_assert!(steps.transposed.reshape_is_bitcast(&steps.reshaped).unwrap());
                prop_assert!(steps.reshaped.transpose_is_bitcast(&output, &steps.second_transpose).unwrap());
            }
        }
    }
}
