//! Lists of records with many lists, in lists: names of tensors nearly all of which end as those of parts do.

use tensor_format::{HasRules, Tensor};

macro_rules! wide {
    ($($field:ident)*) => {
        #[derive(Tensor, Debug, Clone, PartialEq, Default)]
        struct Wide {
            $($field: Vec<f32>,)*
        }
    };
}

wide! {
    f0 f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12 f13 f14 f15 f16 f17 f18 f19 f20 f21 f22 f23 f24 f25 f26
    f27 f28 f29 f30 f31 f32 f33 f34 f35 f36 f37 f38 f39 f40 f41 f42 f43 f44 f45 f46 f47 f48 f49 f50 f51
    f52 f53 f54 f55 f56 f57 f58 f59
}

#[derive(Tensor, Debug, Clone, PartialEq, Default)]
struct Lists {
    items: Vec<Wide>,
}

#[test]
fn lists_of_lists_of_many_lists_have_rules() {
    let rules = <Vec<Lists>>::RULES;
    let record = rules.as_record().expect("a record");
    // Of each field the lengths in a list of records, and of these lengths and of the values those in a list of lists.
    assert_eq!(record.len(), 60 * 2 * 2);
    let names: Vec<&str> = record.iter().map(|param| param.name).take(4).collect();
    let expected = ["lengths.lengths", "lengths.values", "values.lengths", "values.values"];
    assert_eq!(names, expected.map(|end| format!("items.f0.{end}")));
}
