//! Work for a value in records: as much as for the value alone, however deep it is.

use std::{
    cell::Cell,
    cmp::Ordering,
    collections::{BTreeMap, HashMap},
};

use tensor_format::{
    Batch, Encode, EncodeError, HasRules, Rules, Tensor,
    codec::{LabelKey, Sink},
    to_vec,
};

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

fn count() {
    COUNT.set(COUNT.get() + 1);
}

/// How often something was counted while the value was written.
fn counted(value: &impl Encode) -> usize {
    COUNT.set(0);
    to_vec(value).unwrap();
    COUNT.get()
}

/// A label whose comparisons are counted.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Key(String);

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        count();
        self.0.cmp(&other.0)
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl LabelKey for Key {
    const NAMES: &'static [&'static str] = &["key"];

    fn label(&self, _: usize) -> std::borrow::Cow<'_, str> {
        self.0.as_str().into()
    }

    fn from_labels(mut labels: impl Iterator<Item = String>) -> Option<Self> {
        labels.next().map(Key)
    }
}

/// A record that counts how often it is written.
#[derive(Clone)]
struct Item(Fields);

#[derive(Tensor, Clone)]
struct Fields {
    x: f32,
    note: Option<String>,
}

impl HasRules for Item {
    const RULES: Rules<'static> = Fields::RULES;
}

tensor_format::field!(Item);

/// A record whose field counts how often it is written.
#[derive(Tensor)]
struct Noted {
    #[tensor(with = noted)]
    x: f32,
    note: Option<String>,
}

#[allow(clippy::trivially_copy_pass_by_ref, clippy::unnecessary_wraps, reason = "as `with` asks for")]
mod noted {
    pub(super) fn to_wire(x: &f32) -> f32 {
        super::count();
        *x
    }

    pub(super) fn from_wire(x: f32) -> Result<f32, String> {
        Ok(x)
    }
}

impl Encode for Item {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        count();
        self.0.encode(sink)
    }
}

#[derive(Tensor)]
struct In<T> {
    value: T,
    id: u8,
}

fn within<T>(value: T) -> In<T> {
    In { value, id: 1 }
}

#[test]
fn maps_are_put_in_order_once() {
    let keys = || (0..100).map(|index| Key((index * 37 % 100).to_string()));
    let hashed = || keys().map(|key| (key, 0.5f32)).collect::<HashMap<_, _>>();
    // The order in which a map of the standard library gives its items differs from map to map: so one map is passed on.
    let map = hashed();
    let alone = counted(&map);
    assert!(alone > 0);
    let nested = within(map);
    assert_eq!(counted(&nested), alone);
    assert_eq!(counted(&within(nested)), alone);
    let records = keys().map(|key| (key, Fields { x: 0.5, note: None })).collect::<BTreeMap<_, _>>();
    let alone = counted(&records);
    assert_eq!(counted(&within(within(records))), alone);
}

#[test]
fn records_of_a_batch_and_of_a_list_are_written_as_often_as_alone() {
    let item = Item(Fields { x: 0.5, note: Some("a".into()) });
    let batch = Batch(vec![item.clone(); 100]);
    let alone = counted(&batch);
    assert!(alone >= 200);
    let nested = within(batch);
    // Each level asks the first item for its parameters.
    let one_deep = counted(&nested);
    let two_deep = counted(&within(nested));
    assert!(one_deep <= alone + 4 && two_deep <= alone + 8, "{alone}, {one_deep}, {two_deep}");
    let list: Vec<Noted> = (0..100u8).map(|x| Noted { x: x.into(), note: None }).collect();
    let alone = counted(&list);
    assert!(alone >= 100);
    // In a record the size is measured apart from the list, for which its lengths are asked once more.
    let nested = within(list);
    let one_deep = counted(&nested);
    assert!(one_deep <= alone + 100, "{alone}, {one_deep}");
    assert_eq!(counted(&within(nested)), one_deep);
}

#[test]
fn a_batch_in_a_record_is_still_checked() {
    let note = |note: Option<&str>| Item(Fields { x: 0.5, note: note.map(Into::into) });
    let uneven = || Batch(vec![note(Some("a")), note(None)]);
    let alone = to_vec(&uneven()).unwrap_err();
    let nested = to_vec(&within(within(uneven()))).unwrap_err();
    assert_eq!(alone.kind().name(), "ragged_batch");
    assert_eq!(nested.kind().to_string(), alone.kind().to_string());
}
