//! Rows that lack some parameters: optional ones, and those of the other variants of enums.

use tensor_format::{
    Decode, DecodeError, DecodeOwned, Encode, EncodeError, HasRules, Many, Rules, Tensor,
    codec::{Sink, Source},
    rules::RecordType,
};
use tensor_format_arrow::{from_batch, to_batch};

#[derive(Tensor, Debug, PartialEq, Clone)]
enum Event {
    Move { x: f32, y: Option<f32> },
    Say(String),
    Quit,
}

/// A row of which it is known what it has.
#[derive(Tensor, Debug, PartialEq, Clone)]
struct Known {
    id: u32,
    event: Event,
    note: Option<String>,
}

/// The same, but with a list of tensors, so that parameters are found by their names.
#[derive(Tensor, Debug, PartialEq, Clone)]
struct Named {
    id: u32,
    event: Event,
    note: Option<String>,
    many: Many<u8>,
}

/// The columns of both, any of which may be null.
#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Columns {
    id: Option<u32>,
    event: EventColumns,
    note: Option<String>,
    many: Many<u8>,
}

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct EventColumns {
    variant: Option<String>,
    #[tensor(rename = "Move")]
    moved: MoveColumns,
    #[tensor(rename = "Say")]
    say: Option<String>,
}

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct MoveColumns {
    x: Option<f32>,
    y: Option<f32>,
}

fn read<T: DecodeOwned>(rows: &[Columns]) -> Result<Vec<T>, String> {
    from_batch::<T>(&to_batch(rows).unwrap()).map_err(|error| error.to_string())
}

fn columns(variant: &str) -> Columns {
    let event = EventColumns { variant: Some(variant.to_owned()), ..EventColumns::default() };
    Columns { id: Some(1), event, ..Columns::default() }
}

#[test]
fn rows_have_what_their_variants_have() {
    let event = |index: u32| match index % 4 {
        0 => Event::Move { x: index as f32, y: Some(0.5) },
        1 => Event::Say(format!("text {index}")),
        2 => Event::Move { x: index as f32, y: None },
        _ => Event::Quit,
    };
    let note = |index: u32| (index % 3 == 0).then(|| "note".to_owned());
    let known: Vec<_> = (0..100).map(|id| Known { id, event: event(id), note: note(id) }).collect();
    let batch = to_batch(&known).unwrap();
    assert_eq!(from_batch::<Known>(&batch).unwrap(), known);
    assert_eq!(from_batch::<Known>(&batch.slice(17, 40)).unwrap(), known[17..57]);
    // Columns in another order, and one that is none of the type's.
    let order: Vec<usize> = (0..batch.num_columns()).rev().collect();
    assert_eq!(from_batch::<Known>(&batch.project(&order).unwrap()).unwrap(), known);

    let named: Vec<_> = known
        .into_iter()
        .map(|Known { id, event, note }| Named { id, event, note, many: Many(vec![1; (id % 3) as usize]) })
        .collect();
    assert_eq!(from_batch::<Named>(&to_batch(&named).unwrap()).unwrap(), named);
}

#[test]
fn errors_are_those_of_parameters_found_by_their_names() {
    let with = |variant: &str, change: fn(&mut Columns)| {
        let mut row = columns(variant);
        change(&mut row);
        row
    };
    let wrong = [
        with("Jump", |row| row.event.say = Some("a".into())),
        with("Quit", |row| row.event.moved.y = Some(1.0)),
        with("Move", |row| row.event.moved.y = Some(1.0)),
        with("Say", |row| (row.event.say, row.event.moved.x) = (Some("a".into()), Some(1.0))),
        with("Say", |_| ()),
        with("Say", |row| row.event.variant = None),
        with("Quit", |row| row.id = None),
    ];
    let found = wrong.map(|wrong| {
        let rows = [columns("Quit"), wrong];
        let error = read::<Known>(&rows).unwrap_err();
        assert_eq!(error, read::<Named>(&rows).unwrap_err());
        error
    });
    let expected = [
        "record 1: parameter `event.variant`: label: expected one of \"Move\", \"Say\", \"Quit\", found \"Jump\"",
        "record 1: parameter `event.Move.y`: belongs to another variant than \"Quit\", which the label names",
        "record 1: parameter `event.Move.x`: required, but missing",
        "record 1: parameter `event.Move.x`: belongs to another variant than \"Say\", which the label names",
        "record 1: parameter `event.Say`: required, but missing",
        "record 1: parameter `event.variant`: expected a value, since the parameter is required, found null",
        "record 1: parameter `id`: expected a value, since the parameter is required, found null",
    ];
    assert_eq!(found, expected);
}

/// An event, or nothing where it is not one of those that are known.
#[derive(Debug, PartialEq)]
struct Lenient(Option<Event>);

impl HasRules for Lenient {
    const RULES: Rules<'static> = Event::RULES;
    const RECORD: RecordType = Event::RECORD;
}

impl Encode for Lenient {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        self.0.as_ref().unwrap_or(&Event::Quit).encode(sink)
    }
}

impl<'de> Decode<'de> for Lenient {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        Ok(Self(Event::decode(source).ok()))
    }
}

tensor_format::field!(Lenient);

#[derive(Tensor, Debug, PartialEq)]
struct Behind {
    event: Lenient,
    p: Option<f32>,
    q: Option<f32>,
}

#[derive(Tensor, Default)]
struct BehindColumns {
    event: EventColumns,
    p: Option<f32>,
    q: Option<f32>,
}

#[test]
fn tensors_that_code_by_hand_leaves_are_not_those_of_the_next_fields() {
    let mut columns = BehindColumns { p: Some(3.0), q: Some(4.0), ..BehindColumns::default() };
    columns.event.variant = Some("Jump".to_owned());
    columns.event.moved.x = Some(1.0);
    let rows = from_batch::<Behind>(&to_batch(&[columns]).unwrap()).unwrap();
    assert_eq!(rows, [Behind { event: Lenient(None), p: Some(3.0), q: Some(4.0) }]);
}

/// Seven columns.
#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Part {
    a: Option<f32>,
    b: Option<u8>,
    c: f64,
    d: Option<String>,
    e: Option<[i16; 2]>,
    f: bool,
    g: Option<Vec<u32>>,
}

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Five(Part, Part, Part, Part, Part);

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Wide {
    parts: (Five, Five),
    last: Option<String>,
}

#[test]
fn more_parameters_than_bits_are_found_by_their_names() {
    assert_eq!(Wide::RULES.as_record().unwrap().len(), 71);
    let part = |a| Part { a, b: None, c: 1.0, d: Some("d".into()), e: Some([1, 2]), f: true, g: None };
    let mut wide = vec![Wide::default(); 3];
    wide[1].parts.1.4 = part(Some(0.5));
    wide[2].parts.0.0 = part(None);
    wide[2].last = Some("last".into());
    assert_eq!(from_batch::<Wide>(&to_batch(&wide).unwrap()).unwrap(), wide);
}

#[derive(Tensor, Debug, PartialEq, Clone)]
enum Large {
    Wide(Box<Wide>),
    Small { x: Option<f32>, y: Option<f32> },
    None,
}

#[derive(Tensor, Debug, PartialEq, Clone)]
struct LargeRow {
    large: Large,
}

#[test]
fn enums_of_more_parameters_than_bits_are_found_by_their_names() {
    let wide = Wide { last: Some("last".into()), ..Wide::default() };
    let rows = [Large::Small { x: Some(1.0), y: None }, Large::Wide(Box::new(wide)), Large::None]
        .map(|large| LargeRow { large });
    let batch = to_batch(&rows).unwrap();
    assert_eq!(from_batch::<LargeRow>(&batch).unwrap(), rows);
    // Without the columns behind the last bit.
    let few: Vec<usize> =
        (0..batch.num_columns()).filter(|at| !batch.schema().field(*at).name().contains("Small")).collect();
    let rows = [Large::Small { x: None, y: None }, Large::None].map(|large| LargeRow { large });
    let batch = to_batch(&rows).unwrap().project(&few).unwrap();
    assert_eq!(from_batch::<LargeRow>(&batch).unwrap(), rows);
}
