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

macro_rules! many_names {
    ($($field:ident $alias:literal)*) => {
        /// Parameters of two names each.
        #[derive(Tensor)]
        #[allow(dead_code, reason = "only its rules are looked at")]
        struct Names {
            $(#[tensor(alias = $alias)] $field: f32,)*
        }
    };
}

many_names! { a "a'" b "b'" c "c'" d "d'" e "e'" f "f'" g "g'" h "h'" i "i'" j "j'" k "k'" l "l'" m "m'" n "n'" o "o'" p "p'" }

macro_rules! flattened {
    ($($field:ident $prefix:literal)*) => {
        #[derive(Tensor)]
        #[allow(dead_code, reason = "only its rules are looked at")]
        struct Flattened {
            $(#[tensor(flatten = $prefix)] $field: Names,)*
        }
    };
}

flattened! {
    a "a_" b "b_" c "c_" d "d_" e "e_" f "f_" g "g_" h "h_" i "i_" j "j_" k "k_" l "l_"
}

/// 576 parameters with an alias each: to compare each name with each, the compiler takes longer than it allows.
#[derive(Tensor)]
#[allow(dead_code, reason = "only its rules are looked at")]
struct AllNames {
    #[tensor(flatten)]
    flattened: Flattened,
    nested: Flattened,
    #[tensor(flatten = "last_")]
    last: Flattened,
}

#[test]
fn many_names_and_aliases_are_compared_in_time() {
    let rules = AllNames::RULES;
    let record = rules.as_record().expect("a record");
    assert_eq!(record.len(), 3 * 12 * 16);
    let aliases: Vec<_> = record.iter().flat_map(|param| param.aliases).collect();
    assert_eq!((aliases.len(), aliases[0], aliases[12 * 16]), (3 * 12 * 16, &"a_a'", &"nested.a_a'"));
}
