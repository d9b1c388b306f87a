//! What contracts between rules say where they do not hold.

use std::panic;

use tensor_format::{
    __private::{check_feeds, check_renamed},
    ElementType, HasRules, RecordRules, Rules, TensorRules,
    rules::{AxisRules, Dim, ElementTypes, Param, Presence},
};

/// Rules of an `f32` tensor of these axes.
macro_rules! f32s {
    ($($dim:expr),*) => {
        TensorRules::new(ElementTypes::of(ElementType::F32), AxisRules::new(&const { [$($dim),*] }))
    };
}

const BATCH: Dim<'static> = Dim::ANY.named("batch");
const CROPS: TensorRules<'static> = f32s![Dim::ANY, Dim::exact(3), Dim::exact(32), Dim::exact(32)];
const WANTED: TensorRules<'static> = f32s![BATCH, Dim::exact(3), Dim::exact(224), Dim::exact(224)];
const DETECTED: Rules<'static> = Rules::Record(RecordRules::new(&const { [Param::new("crops", CROPS)] }));
const CLASSIFY: Rules<'static> = Rules::Record(RecordRules::new(&const { [Param::new("crops", WANTED)] }));
const OTHER: Rules<'static> = Rules::Record(RecordRules::new(&const { [Param::new("image", CROPS)] }));

const _: () = check_feeds("Detected", &DETECTED, "Other", &OTHER, &[("image", "crops")]);
const _: () = check_feeds("[f32; 3]", &<[f32; 3]>::RULES, "Vec<f32>", &<Vec<f32>>::RULES, &[]);

/// The message of a panic.
fn message(f: impl FnOnce() + panic::UnwindSafe) -> String {
    let fault = panic::catch_unwind(f).expect_err("nothing was refused");
    *fault.downcast::<String>().unwrap()
}

fn refused(from: Rules<'static>, into: Rules<'static>, renames: &'static [(&'static str, &'static str)]) -> String {
    message(move || check_feeds("Detected", &from, "Classify", &into, renames))
}

#[test]
fn rules_that_differ_are_both_printed() {
    assert_eq!(
        refused(DETECTED, CLASSIFY, &[]),
        "incompatible models: parameter `crops`, axis 2
  Detected gives: f32 [_, 3, 32, 32]
  Classify wants: f32 [batch, 3, 224, 224]
  let axis 2 be `224` in Detected, or `32` in Classify
  let axis 3 be `224` in Detected, or `32` in Classify"
    );
    assert_eq!(
        refused(<Vec<f32>>::RULES, <[f64; 3]>::RULES, &[]),
        "incompatible models: the rules differ
  Detected gives: f32 [_]
  Classify wants: f64 [3]
  let Detected give f64, or Classify take f32
  let axis 0 be `3` in Detected, or `_` in Classify"
    );
}

#[test]
fn a_missing_parameter_is_named() {
    assert_eq!(
        refused(DETECTED, OTHER, &[]),
        "incompatible models: Classify requires parameter `image`, which Detected does not give
  add it to Detected, or let Classify take an `Option`; if Detected has it by another name, write `Detected => Classify \
         { image: other_name }`"
    );
}

#[test]
fn renamed_parameters_are_named_twice() {
    const PICTURES: Rules<'static> = Rules::Record(RecordRules::new(&const { [Param::new("pictures", CROPS)] }));
    assert_eq!(
        refused(PICTURES, CLASSIFY, &[("crops", "pictures")]),
        "incompatible models: parameter `crops` from `pictures`, axis 2
  Detected gives: f32 [_, 3, 32, 32]
  Classify wants: f32 [batch, 3, 224, 224]
  let axis 2 be `224` in Detected, or `32` in Classify
  let axis 3 be `224` in Detected, or `32` in Classify"
    );
    assert_eq!(
        message(|| check_renamed("Classify", &OTHER, "imgae")),
        "`Classify` has no parameter `imgae`: write one that it has, `image`"
    );
    check_renamed("Classify", &OTHER, "image");
    // The contract itself leaves it at that.
    check_feeds("Detected", &DETECTED, "Classify", &OTHER, &[("imgae", "crops")]);
    check_feeds("Detected", &DETECTED, "Classify", &OTHER, &[("image", "corps")]);
    assert_eq!(
        refused(<f32>::RULES, <f32>::RULES, &[("image", "corps")]),
        "`Classify` is one tensor: it has no parameters to give names, so remove the braces"
    );
}

#[test]
fn records_and_tensors_do_not_feed_each_other() {
    assert_eq!(
        refused(DETECTED, <f32>::RULES, &[]),
        "incompatible models: Detected is a record, Classify is one tensor
  Classify wants: f32 []
  make both records, `struct Name { parameter: T }`, or both one tensor, `struct Name(T)`"
    );
    assert_eq!(
        refused(<f32>::RULES, CLASSIFY, &[]),
        "incompatible models: Detected is one tensor, Classify is a record
  Detected gives: f32 []
  make both records, `struct Name { parameter: T }`, or both one tensor, `struct Name(T)`"
    );
}

#[test]
fn a_contract_with_itself_is_refused() {
    assert_eq!(
        message(|| check_feeds("Detected", &DETECTED, "Detected", &DETECTED, &[])),
        "a contract of `Detected` with itself says nothing: every value fits its own type, so leave it out"
    );
}

#[test]
fn presence_and_unknown_parameters_are_told() {
    const MAYBE: Rules<'static> = Rules::Record(RecordRules::new(
        &const {
            [
                Param { presence: Presence::Optional, ..Param::new("crops", WANTED) },
                Param { presence: Presence::Many, ..Param::new("extra", CROPS) },
                Param::new("more", CROPS),
            ]
        },
    ));
    const STRICT: Rules<'static> =
        Rules::Record(
            RecordRules::new(
                &const {
                    [Param::new("crops", WANTED), Param { presence: Presence::Optional, ..Param::new("extra", CROPS) }]
                },
            )
            .deny_unknown(),
        );
    assert_eq!(
        refused(MAYBE, STRICT, &[]),
        "incompatible models: Classify requires parameter `crops`, which Detected may leave out
  let Detected give it always, not as an `Option` or `Many`, or Classify take an `Option`
Classify takes parameter `extra` at most once, but Detected may give several tensors
  let Detected give one, or Classify take `Many<T>`
Detected gives parameter `more`, which Classify does not know and denies
  add it to Classify, remove it from Detected, or remove `deny_unknown` from Classify"
    );
}

#[test]
fn axes_that_may_differ_are_told() {
    const FROM: Rules<'static> = Rules::Record(RecordRules::new(
        &const { [Param::new("image", f32s![Dim::ANY, Dim::exact(3)]), Param::new("mask", f32s![Dim::ANY])] },
    ));
    const INTO: Rules<'static> = Rules::Record(RecordRules::new(
        &const { [Param::new("image", f32s![BATCH, Dim::exact(3)]), Param::new("mask", f32s![BATCH])] },
    ));
    assert_eq!(
        refused(FROM, INTO, &[]),
        "incompatible models: axis 0 of `mask` and axis 0 of `image` are both `batch`, but their lengths may differ
  Detected gives: f32 [_, 3] and f32 [_]
  Classify wants: f32 [batch, 3] and f32 [batch]
  give both axes one name in Detected, or two in Classify"
    );
}

#[test]
fn many_reasons_are_counted() {
    const WANTS: Rules<'static> = Rules::Record(RecordRules::new(
        &const {
            [
                Param::new("a", CROPS),
                Param::new("b", CROPS),
                Param::new("c", CROPS),
                Param::new("d", CROPS),
                Param::new("e", CROPS),
                Param::new("f", CROPS),
            ]
        },
    ));
    let text = refused(DETECTED, WANTS, &[]);
    assert_eq!(text.lines().count(), 9);
    assert!(text.ends_with("\nand 2 more"), "{text}");
}

#[test]
fn a_batch_of_rows_feeds_columns() {
    const ROW: Rules<'static> = Rules::Record(RecordRules::new(
        &const { [Param::new("image", f32s![Dim::exact(3)]), Param::new("mask", f32s![])] },
    ));
    const COLUMNS: Rules<'static> = Rules::Record(RecordRules::new(
        &const { [Param::new("image", f32s![BATCH, Dim::exact(3)]), Param::new("mask", f32s![BATCH])] },
    ));
    const _: () = check_feeds("Batch<Sample>", &ROW.batched(), "Samples", &COLUMNS, &[]);
    assert_eq!(refused(ROW, COLUMNS, &[]).lines().next(), Some("incompatible models: parameter `image`"));
}
