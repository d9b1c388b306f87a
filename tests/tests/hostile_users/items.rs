//! Items of lists that lie about their elements, or pass over errors, where many are written and read at once; and keys
//! of maps whose order is not that of their equality.

use std::{
    borrow::Cow,
    cmp::Ordering,
    collections::{BTreeMap, HashMap},
    fmt::Debug,
    hash::{Hash, Hasher},
};

use tensor_format::{
    ByteOrder, DecodeError, ElementType, EncodeError, HasRules, Rules, TensorRef, Value,
    codec::{Block, DecodeBlock, ElementSink, ElementSource, LabelKey, ListItem, Stacked},
    from_reader, from_slice, from_value, to_vec,
};

/// A number that says to take `N` bytes.
#[derive(Clone, Debug, PartialEq)]
struct Sized<const N: usize>(f32);

impl<const N: usize> HasRules for Sized<N> {
    const RULES: Rules<'static> = f32::RULES;
}

impl<const N: usize> ListItem for Sized<N> {
    type Form = Stacked;
}

impl<const N: usize> Block for Sized<N> {
    const SIZE: Option<usize> = Some(N);

    fn write<'a, W: ElementSink<'a>>(&'a self, out: &mut W) -> Result<(), EncodeError> {
        out.copy_numbers(&[self.0])
    }
}

impl<'de, const N: usize> DecodeBlock<'de> for Sized<N> {
    fn read<E: ElementSource<'de>>(source: &mut E) -> Result<Self, DecodeError> {
        source.number().map(Self)
    }
}

#[test]
fn a_size_that_the_rules_do_not_have_changes_nothing() {
    fn check<const N: usize>() {
        let numbers: Vec<f32> = (0..3000).map(|index| index as f32).collect();
        let items: Vec<Sized<N>> = numbers.iter().copied().map(Sized).collect();
        let bytes = to_vec(&numbers).unwrap();
        assert_eq!(to_vec(&items).unwrap(), bytes);
        assert_eq!(from_reader::<Vec<Sized<N>>, _>(&bytes[..]).unwrap(), items);
        assert_eq!(from_slice::<Vec<Sized<N>>>(&bytes).unwrap(), items);
    }
    check::<0>();
    check::<1>();
    check::<3>();
    check::<4>();
    check::<5>();
    check::<4096>();
}

/// Numbers that are written without a look at whether they were taken.
struct Careless(Vec<f32>);

impl HasRules for Careless {
    const RULES: Rules<'static> = <[f32; 4]>::RULES;
}

impl ListItem for Careless {
    type Form = Stacked;
}

impl Block for Careless {
    fn write<'a, W: ElementSink<'a>>(&'a self, out: &mut W) -> Result<(), EncodeError> {
        let _ = out.numbers(&self.0);
        Ok(())
    }
}

#[test]
fn an_error_that_is_passed_over_leaves_too_few_elements() {
    for len in [16, 128, 300] {
        let mut items: Vec<Careless> = (0..len).map(|_| Careless(vec![1.0; 4])).collect();
        assert!(to_vec(&items).is_ok());
        for wrong in [3, 5, 1000] {
            items[len - 1] = Careless(vec![1.0; wrong]);
            assert_eq!(to_vec(&items).unwrap_err().kind().name(), "element_count", "{wrong} at the end of {len}");
        }
    }
}

/// The bits of a number.
#[derive(Debug)]
struct Bits(u32);

impl HasRules for Bits {
    const RULES: Rules<'static> = f32::RULES;
}

impl ListItem for Bits {
    type Form = Stacked;
}

impl Block for Bits {
    fn write<'a, W: ElementSink<'a>>(&'a self, out: &mut W) -> Result<(), EncodeError> {
        out.copy_numbers(&[self.0])
    }
}

impl<'de> DecodeBlock<'de> for Bits {
    fn read<E: ElementSource<'de>>(source: &mut E) -> Result<Self, DecodeError> {
        source.number().map(Self)
    }
}

#[test]
fn numbers_are_read_as_the_type_that_they_are() {
    let bytes = to_vec(&vec![0.5f32; 40]).unwrap();
    for error in [from_slice::<Vec<Bits>>(&bytes).unwrap_err(), from_reader::<Vec<Bits>, _>(&bytes[..]).unwrap_err()] {
        assert_eq!(error.kind().name(), "type_not_allowed", "{error}");
    }
    let items: Vec<Bits> = (0..40).map(Bits).collect();
    assert_eq!(to_vec(&items).unwrap_err().kind().name(), "type_not_allowed");
}

/// Four bytes of the input.
#[derive(Debug, PartialEq)]
struct Four<'de>(&'de [u8]);

impl HasRules for Four<'_> {
    const RULES: Rules<'static> = <[u8; 4]>::RULES;
}

impl ListItem for Four<'_> {
    type Form = Stacked;
}

impl Block for Four<'_> {
    fn write<'a, W: ElementSink<'a>>(&'a self, out: &mut W) -> Result<(), EncodeError> {
        out.numbers(self.0)
    }
}

impl<'de> DecodeBlock<'de> for Four<'de> {
    fn read<E: ElementSource<'de>>(source: &mut E) -> Result<Self, DecodeError> {
        Ok(Self(source.borrow::<u8>(4)?.as_slice().unwrap_or_default()))
    }
}

#[test]
fn items_borrow_where_the_source_lends() {
    let bytes: Vec<u8> = (0..80).collect();
    let tensor = TensorRef::from_bytes(ElementType::U8, [20, 4], &bytes, ByteOrder::Big).unwrap();
    let expected: Vec<Four<'_>> = bytes.chunks(4).map(Four).collect();
    assert_eq!(from_value::<Vec<Four<'_>>>(&Value::Tensor(tensor)).unwrap(), expected);
}

/// A label whose case is for its order alone.
#[derive(Clone, Debug)]
struct AnyCase(String);

impl Ord for AnyCase {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp(&other.0)
    }
}

impl PartialOrd for AnyCase {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for AnyCase {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq_ignore_ascii_case(&other.0)
    }
}

impl Eq for AnyCase {}

impl Hash for AnyCase {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_ascii_lowercase().hash(state);
    }
}

impl LabelKey for AnyCase {
    const NAMES: &'static [&'static str] = &["k"];

    fn label(&self, _: usize) -> Cow<'_, str> {
        Cow::Borrowed(&self.0)
    }

    fn from_labels(mut labels: impl Iterator<Item = String>) -> Option<Self> {
        labels.next().map(Self)
    }
}

#[test]
fn no_item_is_lost_where_keys_are_equal_and_in_order() {
    fn error<T: Debug>(read: Result<T, DecodeError>) -> String {
        read.expect_err("two keys are equal").to_string()
    }
    #[derive(tensor_format::Tensor)]
    struct Items {
        k: Vec<String>,
        values: Vec<f32>,
    }
    for labels in [vec!["A", "a"], vec!["B", "a", "b"]] {
        let values = vec![0.5; labels.len()];
        let bytes = to_vec(&Items { k: labels.into_iter().map(String::from).collect(), values }).unwrap();
        let text = error(from_slice::<HashMap<AnyCase, f32>>(&bytes));
        assert!(text.starts_with("two keys of the map are equal, though one is less than the other"), "{text}");
        // A tree has nothing but the order.
        if let Ok(map) = from_slice::<BTreeMap<AnyCase, f32>>(&bytes) {
            assert_eq!(map.len(), 3);
        }
    }
}
