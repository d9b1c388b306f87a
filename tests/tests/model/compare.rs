//! Acceptance, containment and its reasons, held against every shape and record of a small world.

use proptest::prelude::*;
use tensor_format::{
    Definition, Definitions, ElementType, HasRules, Header, RecordRules, Rules, TensorRules,
    rules::{
        AxisRules, Compatibility, CompatibilityReport, Dim, DimBuf, ElementTypes, Param, Presence, RulesBuf,
        ServiceSide, TensorRulesBuf, fingerprint_of,
    },
};

/// The lengths of the world: 3 stands for every length that no rule of the world lists.
const LENGTHS: [usize; 3] = [1, 2, 3];

fn dims() -> Vec<Dim<'static>> {
    let n = Dim::ANY.named("n");
    vec![
        Dim::exact(1),
        Dim::range(1, 2),
        Dim::ANY,
        n,
        Dim::exact(1).named("n"),
        Dim::range(1, 2).named("m"),
        Dim::range(2, 1),
    ]
}

/// Every list of up to `rank` axes.
fn lists(rank: usize) -> Vec<Vec<Dim<'static>>> {
    let mut all = vec![vec![]];
    let mut last = all.clone();
    for _ in 0..rank {
        last = last.iter().flat_map(|list| dims().into_iter().map(|dim| [list.as_slice(), &[dim]].concat())).collect();
        all.extend(last.clone());
    }
    all
}

fn shapes(rank: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    let mut last = all.clone();
    for _ in 0..rank {
        last = last.iter().flat_map(|shape| LENGTHS.map(|len| [shape.as_slice(), &[len]].concat())).collect();
        all.extend(last.clone());
    }
    all
}

/// The definition of acceptance, spelled out: for some placing of further axes every listed axis allows its length, and
/// axes of one name are equal.
fn accepts(list: &[Dim<'_>], open: Option<usize>, shape: &[usize]) -> bool {
    let Some(extra) = shape.len().checked_sub(list.len()) else { return false };
    let own: Vec<usize> = match open {
        None if extra > 0 => return false,
        None => shape.to_vec(),
        Some(at) => [&shape[..at], &shape[at + extra..]].concat(),
    };
    list.iter().zip(&own).all(|(dim, &len)| dim.min <= len as u64 && len as u64 <= dim.max)
        && list
            .iter()
            .zip(&own)
            .all(|(a, x)| list.iter().zip(&own).all(|(b, y)| a.name.is_none() || a.name != b.name || x == y))
}

#[test]
fn containment_of_shapes_is_that_of_their_sets() {
    let (lists, shapes) = (lists(2), shapes(5));
    let mut rules = Vec::new();
    for list in &lists {
        let opens = [None].into_iter().chain((0..=list.len()).map(Some));
        for open in opens {
            let axes = open.map_or(AxisRules::new(list), |at| AxisRules::new(list).open_at(at));
            let set: Vec<bool> = shapes.iter().map(|shape| axes.accepts(shape)).collect();
            let expected: Vec<bool> = shapes.iter().map(|shape| accepts(list, open, shape)).collect();
            assert_eq!(set, expected, "{axes}");
            rules.push((axes, set));
        }
    }
    let mut contained = 0;
    for (at, (a, a_set)) in rules.iter().enumerate() {
        for (other, (b, b_set)) in rules.iter().enumerate() {
            // It is the same from both sides.
            if (other <= at) == ((at + other) % 2 == 0) {
                check_intersection((a, a_set), (b, b_set), &shapes);
            }
            let expected = b_set.iter().zip(a_set).all(|(b, a)| *a || !b);
            assert_eq!(a.contains(b), expected, "{a} contains {b}");
            assert_eq!(a.difference(b).is_empty(), expected, "{a} and {b}: {:?}", a.difference(b));
            contained += usize::from(expected);
        }
    }
    assert!(contained > rules.len() && contained < rules.len() * rules.len());
}

fn f32_of<'a>(axes: &AxisRules<'a>) -> TensorRules<'a> {
    TensorRules::new(ElementTypes::of(ElementType::F32), *axes)
}

fn check_intersection(a: (&AxisRules<'_>, &[bool]), b: (&AxisRules<'_>, &[bool]), shapes: &[Vec<usize>]) {
    let ((a, a_set), (b, b_set)) = (a, b);
    let both: Vec<bool> = a_set.iter().zip(b_set).map(|(a, b)| *a && *b).collect();
    assert_eq!(a.intersects(b), both.contains(&true), "{a} and {b}");
    let found = f32_of(a).intersect(&f32_of(b));
    assert_eq!(found.is_some(), both.contains(&true), "{a} and {b}: {found:?}");
    let Some(found) = found else { return };
    // Open places on different sides: the result is of the greater ranks alone.
    let crossing = found.axes.len() > a.rank().max(b.rank());
    found.with(|found| {
        for (shape, both) in shapes.iter().zip(both) {
            let expected = both && !(crossing && shape.len() < found.axes.rank());
            assert_eq!(found.axes.accepts(shape), expected, "{a} and {b} give {found}: {shape:?}");
        }
    });
}

#[derive(Clone, Debug)]
struct Side {
    params: Vec<(&'static str, ElementTypes, Vec<Dim<'static>>, Presence)>,
    deny_unknown: bool,
    batched: bool,
}

impl Side {
    fn with<R>(&self, f: impl FnOnce(RecordRules<'_>) -> R) -> R {
        let params: Vec<Param<'_>> = self
            .params
            .iter()
            .map(|(name, types, dims, presence)| {
                let rules = TensorRules::new(*types, AxisRules::new(dims));
                Param { presence: *presence, ..Param::new(name, rules) }
            })
            .collect();
        let rules = RecordRules::new(&params);
        let rules = if self.deny_unknown { rules.deny_unknown() } else { rules };
        let rules = Rules::Record(rules);
        f(*if self.batched { rules.batched() } else { rules }.as_record().unwrap())
    }
}

fn side() -> impl Strategy<Value = Side> {
    let types = prop_oneof![
        4 => Just(ElementTypes::of(ElementType::F32)),
        2 => Just(ElementTypes::of(ElementType::F32).with(ElementType::F64)),
        1 => Just(ElementTypes::NONE)
    ];
    let presence = prop_oneof![4 => Just(Presence::Required), 2 => Just(Presence::Optional), 1 => Just(Presence::Many)];
    let param = |name: &'static str, rank| {
        (types.clone(), prop::collection::vec(prop::sample::select(dims()), rank), presence.clone())
            .prop_map(move |(types, dims, presence)| (name, types, dims, presence))
    };
    let params = (
        prop::option::weighted(0.8, param("a", 2)),
        prop::option::weighted(0.8, param("b", 1)),
        prop::option::weighted(0.5, param("c", 1)),
        any::<bool>(),
    );
    (params, prop::bool::weighted(0.3), prop::bool::weighted(0.2)).prop_map(
        |((a, b, c, swap), deny_unknown, batched)| {
            let mut params: Vec<_> = [a, b, c].into_iter().flatten().collect();
            if swap {
                params.reverse();
            }
            if batched {
                params.iter_mut().for_each(|param| param.2.truncate(1));
            }
            Side { params, deny_unknown, batched }
        },
    )
}

type Tensors<'a> = Vec<(&'a str, Header)>;

/// Calls `f` with every record of the parameters that the rules list.
fn each_record<'a>(params: &[Param<'a>], tensors: &mut Tensors<'a>, f: &mut dyn FnMut(&Tensors<'a>)) {
    let Some((param, rest)) = params.split_first() else { return f(tensors) };
    let headers: Vec<Header> = shapes(param.rules.axes.rank())
        .into_iter()
        .flat_map(|shape| {
            [ElementType::F32, ElementType::F64].map(|element_type| Header::new(element_type, shape.as_slice()))
        })
        .filter(|header| param.rules.accepts(header))
        .collect();
    if param.presence != Presence::Required {
        each_record(rest, tensors, f);
    }
    for one in &headers {
        tensors.push((param.name, one.clone()));
        each_record(rest, tensors, f);
        if param.presence == Presence::Many {
            for two in &headers {
                tensors.push((param.name, two.clone()));
                each_record(rest, tensors, f);
                tensors.pop();
            }
        }
        tensors.pop();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn containment_of_records_is_that_of_their_sets(from in side(), into in side()) {
        from.with(|from| into.with(|into| {
            let params: Vec<Param<'_>> = from.iter().collect();
            let mut refused = None;
            each_record(&params, &mut Vec::new(), &mut |record| {
                if refused.is_none() && from.accepts(record.clone()) && !into.accepts(record.clone()) {
                    refused = Some(record.clone());
                }
            });
            let reasons = into.difference(&from);
            prop_assert_eq!(into.contains(&from), refused.is_none(), "{} <= {}: {:?}, {:?}", from, into, refused, reasons);
            prop_assert_eq!(reasons.is_empty(), refused.is_none());
            Ok(())
        }))?;
    }

}

proptest! {
    // Each draws some thousand records, and asks three rules of each.
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn intersections_of_records_are_those_of_their_sets(one in side(), other in side()) {
        one.with(|one| other.with(|other| {
            let found = one.intersect(&other);
            let params: Vec<Param<'_>> = one.iter().chain(other.iter().filter(|param| one.position(param.name, 0).is_none())).collect();
            let exact = params.iter().all(|param| param.presence == Presence::Required)
                && other.iter().all(|param| param.presence == Presence::Required);
            let (mut any, mut wrong) = (false, None);
            each_record(&params, &mut Vec::new(), &mut |record| {
                let both = one.accepts(record.clone()) && other.accepts(record.clone());
                any |= both;
                let accepted = found.as_ref().is_some_and(|found| found.accepts(record.clone()));
                if (accepted && !both) || (exact && accepted != both) {
                    wrong = Some(record.clone());
                }
            });
            prop_assert_eq!(found.is_some(), any, "{} and {}: {:?}", one, other, found);
            prop_assert!(wrong.is_none(), "{} and {} give {:?}: {:?}", one, other, found, wrong);
            Ok(())
        }))?;
    }
}

/// Rules of an `f32` tensor of these axes.
macro_rules! f32s {
    ($($dim:expr),*) => {
        TensorRules::new(ElementTypes::of(ElementType::F32), AxisRules::new(&const { [$($dim),*] }))
    };
}

const fn optional(param: Param<'static>) -> Param<'static> {
    Param { presence: Presence::Optional, ..param }
}

const BATCH: Dim<'static> = Dim::ANY.named("batch");
const IMAGE: Param<'static> = Param::new("image", f32s![BATCH, Dim::exact(3), Dim::ANY]);
const MASK: Param<'static> = Param::new("mask", f32s![BATCH]);
const TAKES: RecordRules<'static> = RecordRules::new(&const { [IMAGE, MASK, optional(Param::new("scale", f32s![]))] });

const SAME_UNDER_OTHER_NAMES: RecordRules<'static> = RecordRules::new(
    &const {
        const N: Dim<'static> = Dim::range(1, 8).named("n");
        [Param::new("mask", f32s![Dim::ANY.named("n")]), Param::new("image", f32s![N, Dim::exact(3), Dim::exact(224)])]
    },
);
const WRONG: RecordRules<'static> = RecordRules::new(
    &const {
        let types = ElementTypes::of(ElementType::F32).with(ElementType::F64);
        let axes = AxisRules::new(&const { [Dim::ANY, Dim::range(1, 4).named("c"), Dim::ANY] });
        [
            Param::new("image", TensorRules::new(types, axes)),
            optional(Param::new("mask", f32s![Dim::ANY])),
            Param { presence: Presence::Many, ..Param::new("scale", f32s![]) },
            Param::new("extra", TensorRules::ANY),
        ]
    },
);

const _: () = assert!(TAKES.contains(&TAKES));
const _: () = assert!(TAKES.contains(&SAME_UNDER_OTHER_NAMES));
const _: () = assert!(!SAME_UNDER_OTHER_NAMES.contains(&TAKES));
const _: () = assert!(!TAKES.contains(&WRONG));
const _: () = assert!(RecordRules::ANY.contains(&WRONG) && !RecordRules::ANY.deny_unknown().contains(&WRONG));

fn texts(reasons: &[tensor_format::rules::Mismatch]) -> Vec<String> {
    reasons.iter().map(ToString::to_string).collect()
}

#[test]
fn every_reason_is_reported() {
    assert_eq!(
        texts(&TAKES.deny_unknown().difference(&WRONG)),
        [
            "parameter `image`: element type: expected f32, found f32 | f64",
            "parameter `image`: axis 1: expected 3, found c: 1..=4",
            "parameter `mask`: required, but may be absent",
            "parameter `mask`: axis 0: expected the length of axis 0 of `image` (both are `batch`), but they may differ",
            "parameter `scale`: expected at most once, but may be given several times",
            "parameter `extra`: not known, and unknown parameters are denied",
        ]
    );
    assert_eq!(
        texts(&TAKES.difference(&RecordRules::new(&[Param::new("image", f32s![Dim::ANY])]))),
        ["parameter `image`: rank: expected 3, found 1", "parameter `mask`: required, but not given",]
    );
    let (tensor, record) = (<[f32; 3]>::RULES, Rules::Record(TAKES));
    assert_eq!(texts(&tensor.difference(&record)), ["expected one tensor, found a record"]);
    assert_eq!(texts(&record.difference(&tensor)), ["expected a record, found one tensor"]);
    assert_eq!(texts(&tensor.difference(&Rules::ANY))[1], "rank: expected 1, found 0 or more");
    let square = f32s![Dim::ANY.named("n"), Dim::ANY.named("n")];
    assert_eq!(
        texts(&square.difference(&f32s![Dim::ANY, Dim::exact(2)])),
        ["axis 1: expected the length of axis 0 (both are `n`), but they may differ"]
    );
}

#[test]
fn columns_of_a_batch_have_one_length() {
    let columns = Rules::Record(RecordRules::new(
        &const { [Param::new("a", f32s![BATCH, Dim::exact(2)]), Param::new("b", f32s![BATCH])] },
    ));
    let row = RecordRules::new(&const { [Param::new("a", f32s![Dim::exact(2)]), Param::new("b", f32s![])] });
    let rows = Rules::Record(row).batched();
    assert!(columns.contains(&rows) && rows.contains(&columns));
    let loose = RecordRules::new(
        &const { [Param::new("a", f32s![Dim::ANY, Dim::exact(2)]), Param::new("b", f32s![Dim::ANY])] },
    );
    assert_eq!(
        texts(&rows.difference(&Rules::Record(loose))),
        ["parameter `b`: axis 0: expected the length of axis 0 of `a` (both count the batch), but they may differ"]
    );
    let record =
        [("a", [3, 2].as_slice()), ("b", &[4])].map(|(name, shape)| (name, Header::new(ElementType::F32, shape)));
    let faults = rows.as_record().unwrap().check_all(record);
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].to_string(), "parameter `b`: axis 0: `batch` is 3 in `a`, found 4");
}

#[test]
fn a_name_narrows_all_of_its_axes() {
    let from = RecordRules::new(
        &const { [Param::new("a", f32s![Dim::range(1, 32).named("n")]), Param::new("b", f32s![Dim::ANY.named("n")])] },
    );
    const INTO: RecordRules<'_> = RecordRules::new(&const { [Param::new("b", f32s![Dim::range(1, 32)])] });
    assert!(INTO.contains(&from));
}

#[test]
fn owned_rules_compare_as_borrowed_ones() {
    let (takes, wrong) = (Definitions::from(&TAKES), Definitions::from(&WRONG));
    assert!(takes.contains(&takes) && !takes.contains(&wrong));
    assert_eq!(takes.difference(&wrong).len(), 5);
    let (all, image) = (RulesBuf::from(Rules::Record(TAKES)), RulesBuf::from(Rules::Tensor(IMAGE.rules)));
    assert!(all.contains(&all) && !all.contains(&image));
    assert!(takes.0[0].contains(&takes.0[0]));
    assert_eq!(
        texts(&takes.0[0].difference(&takes.0[2])),
        ["parameter `image`: required, but may be absent", "parameter `image`: rank: expected 3, found 0"]
    );
    let tensor = TensorRulesBuf::from(IMAGE.rules);
    assert!(tensor.accepts(&Header::new(ElementType::F32, [4, 3, 9])));
    assert!(!tensor.accepts(&Header::new(ElementType::F32, [4, 1, 9])));
    assert!(
        takes.accepts([
            ("image", Header::new(ElementType::F32, [4, 3, 9])),
            ("mask", Header::new(ElementType::F32, [4]))
        ])
    );
    assert!(
        !takes.accepts([
            ("image", Header::new(ElementType::F32, [4, 3, 9])),
            ("mask", Header::new(ElementType::F32, [5]))
        ])
    );
}

#[test]
fn a_verdict_names_who_is_hurt() {
    let old = TAKES;
    let new = RecordRules::new(&const { [IMAGE, optional(MASK), Param::new("scale", f32s![])] });
    let input = CompatibilityReport::new(&Rules::Record(old), &Rules::Record(new), ServiceSide::Input);
    assert_eq!(input.compatibility(), Compatibility::Breaking);
    assert_eq!(
        input.to_string(),
        "breaking: callers of neither version can use the other
callers of the old version cannot use the new one:
  parameter `scale`: required, but may be absent
callers of the new version cannot use the old one:
  parameter `mask`: required, but may be absent"
    );
    let wider = RecordRules::new(&const { [IMAGE, optional(MASK)] });
    for (role, expected) in
        [(ServiceSide::Input, Compatibility::Backward), (ServiceSide::Output, Compatibility::Forward)]
    {
        let (old, wider) = (Rules::Record(old), Rules::Record(wider));
        assert_eq!(old.compatibility(&wider, role), expected);
        assert_eq!(CompatibilityReport::new(&RulesBuf::from(old), &wider, role).compatibility(), expected);
        assert_eq!(old.compatibility(&old, role), Compatibility::Full);
    }
    let full = CompatibilityReport::new(&Rules::ANY, &Rules::ANY, ServiceSide::Input);
    assert_eq!(full.to_string(), "full: callers of either version can use the other");
    assert_eq!(full.and(input).compatibility(), Compatibility::Breaking);
}

#[test]
fn fingerprints_are_stable() {
    const RULES: RecordRules<'_> = RecordRules::new(
        &const {
            let image = f32s![Dim::range(1, 32).named("batch"), Dim::exact(3)];
            let label = TensorRules::new(ElementTypes::of(ElementType::String), AxisRules::new(&const { [BATCH] }));
            let any = TensorRules::new(ElementTypes::ALL, AxisRules::any(1).open_at(0));
            [
                Param { doc: "A picture.", ..Param::new("image", image) },
                optional(Param::new("label", label)),
                Param { presence: Presence::Many, ..Param::new("any", any) },
            ]
        },
    )
    .deny_unknown();
    // Computed apart from this crate, from the description of `Rules::fingerprint`.
    const PRINT: u64 = Rules::Record(RULES).fingerprint();
    assert_eq!(PRINT, 0x1b1f_d111_8548_563f);
    assert_eq!(fingerprint_of::<[f32; 3]>(), 0x9436_c298_24d3_5785);
}

#[test]
fn fingerprints_tell_rules_apart() {
    let one = |param: Param<'static>| Definitions(vec![param.into()]).fingerprint();
    let prints = [
        one(IMAGE),
        one(MASK),
        one(optional(MASK)),
        one(Param { name: "musk", ..MASK }),
        one(Param { rules: f32s![Dim::ANY], ..MASK }),
        one(Param { rules: TensorRules { types: ElementTypes::ALL, ..MASK.rules }, ..MASK }),
        Rules::Tensor(MASK.rules).fingerprint(),
        Rules::Record(TAKES).fingerprint(),
        Rules::Record(TAKES.deny_unknown()).fingerprint(),
    ];
    let distinct: std::collections::HashSet<u64> = prints.into();
    assert_eq!(distinct.len(), prints.len());
    assert_eq!(one(MASK), one(Param { doc: "Which pixels count.", ..MASK }));
    let takes = Rules::Record(TAKES);
    assert_eq!(RulesBuf::from(takes).fingerprint(), takes.fingerprint());
    assert_eq!(TensorRulesBuf::from(MASK.rules).fingerprint(), Rules::Tensor(MASK.rules).fingerprint());
}

#[test]
fn an_intersection_keeps_names_apart() {
    let found = TAKES.intersect(&SAME_UNDER_OTHER_NAMES.deny_unknown()).unwrap();
    assert_eq!(found.to_string(), "image: f32 [batch: 1..=8, 3, 224]\nmask: f32 [batch]\nscale?: no type []");
    let one = f32s![Dim::ANY.named("n"), Dim::ANY.named("n_2"), Dim::ANY];
    let other = f32s![Dim::ANY, Dim::ANY, Dim::ANY.named("n")];
    assert_eq!(one.intersect(&other).unwrap().to_string(), "f32 [n, n_2, n_3]");
    let (front, back) = (AxisRules::new(&const { [Dim::exact(2)] }).open_at(1), AxisRules::ANY);
    assert_eq!(f32_of(&front).intersect(&f32_of(&back)).unwrap().to_string(), "f32 [2, ..]");
    assert_eq!(RulesBuf::from(Rules::Record(TAKES)).intersect(&<f32>::RULES), None);
}

/// Rules that are known only at run time may list many parameters, in any order, and wrong ones.
#[test]
fn many_definitions_take_time_in_proportion() {
    let lengths = |name: Option<&str>| DimBuf { name: name.map(Into::into), min: 0, max: u64::MAX };
    let definitions = |types: ElementType, reverse: bool, named: bool| {
        let each = |index: usize| {
            let (name, axis) = (format!("parameter {index}"), format!("axis {}", index / 2));
            let mut rules = TensorRulesBuf::from(<Vec<u8>>::RULES.expect_tensor());
            (rules.allowed_types, rules.axes) = (vec![types], vec![lengths(named.then_some(&*axis)), lengths(None)]);
            Definition::new(name, index.is_multiple_of(2), rules)
        };
        let mut all: Vec<Definition> = (0..10_000).map(each).collect();
        if reverse {
            all.reverse();
        }
        Definitions(all)
    };
    let one = definitions(ElementType::U8, false, false);
    let start = std::time::Instant::now();
    assert!(one.contains(&definitions(ElementType::U8, true, false)));
    let reasons = one.difference(&definitions(ElementType::F32, true, false));
    assert_eq!(
        (reasons.len(), &*reasons[1].to_string()),
        (10_000, "parameter `parameter 1`: element type: expected u8, found f32")
    );
    let headers = (0..10_000).rev().map(|index| (format!("parameter {index}"), Header::new(ElementType::U8, [1, 1])));
    let headers: Vec<(String, Header)> = headers.collect();
    assert!(one.check_all(headers.iter().map(|(name, header)| (&**name, header.clone()))).is_empty());
    let named = definitions(ElementType::U8, false, true);
    let both = named.intersect(&definitions(ElementType::U8, true, true)).expect("the same");
    let RulesBuf::Record(both) = both else { panic!("a record") };
    assert_eq!((both.0.len(), &*both.0[3].to_string()), (10_000, "parameter 3?: u8 [axis 1, _]"));
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}
