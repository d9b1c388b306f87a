//! What sources say of numbers that are in memory: those that come next, of their own type, and no more than there are.

use tensor_format::{
    Decode, DecodeError, ElementType, Encode, EncodeError, HasRules, Rules, Tensor,
    codec::{ElementSource, Sink, Source},
    decthings::Options,
    npy, to_vec,
};

/// Numbers, and whether all of them were in memory.
#[derive(Clone, Debug, PartialEq)]
struct Numbers {
    all: Vec<f32>,
    native: bool,
}

impl HasRules for Numbers {
    const RULES: Rules<'static> = <Vec<f32>>::RULES;
}

impl Encode for Numbers {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        self.all.encode(sink)
    }
}

fn bytes_of(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_ne_bytes()).collect()
}

impl<'de> Decode<'de> for Numbers {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        let (header, mut elements) = source.tensor()?;
        let n = header.shape[0];
        let lent = |elements: &S::Elements<'_>, count| elements.native(ElementType::F32, count).map(<[u8]>::to_vec);
        let (whole, none) = (lent(&elements, n), lent(&elements, 0));
        assert_eq!((lent(&elements, n + 1), elements.native(ElementType::U32, n)), (None, None));
        assert_eq!(elements.native(ElementType::String, n), None);
        assert_eq!(whole.is_some(), none.is_some());
        let mut all = Vec::new();
        for left in (0..n).rev() {
            all.push(elements.number()?);
            assert_eq!((lent(&elements, left).is_some(), lent(&elements, left + 1)), (whole.is_some(), None));
        }
        elements.end()?;
        assert!(whole.as_ref().is_none_or(|whole| *whole == bytes_of(&all)));
        Ok(Self { all, native: whole.is_some() })
    }
}

tensor_format::field!(Numbers);

#[derive(Clone, Debug, PartialEq, Tensor)]
struct Row {
    id: u8,
    numbers: Numbers,
}

#[derive(Clone, Debug, PartialEq, Tensor)]
struct Ahead {
    numbers: Numbers,
    behind: [f32; 8],
}

const LITTLE: bool = cfg!(target_endian = "little");

fn numbers(len: usize, native: bool) -> Numbers {
    Numbers { all: (0..len).map(|index| index as f32).collect(), native }
}

#[test]
fn the_next_numbers_are_in_memory_or_not() {
    for len in [0, 1, 5] {
        let bytes = to_vec(&numbers(len, false)).unwrap();
        for options in [Options::new(), Options::new().max_elements(usize::MAX / 2)] {
            assert_eq!(options.from_slice::<Numbers>(&bytes).unwrap(), numbers(len, LITTLE));
        }
        let ahead = |native| Ahead { numbers: numbers(len, native), behind: [0.5; 8] };
        assert_eq!(tensor_format::from_slice::<Ahead>(&to_vec(&ahead(false)).unwrap()).unwrap(), ahead(LITTLE));
        assert_eq!(tensor_format::from_reader::<Numbers, _>(&bytes[..]).unwrap(), numbers(len, LITTLE));
        let in_pieces = std::io::Read::chain(&bytes[..1], &bytes[1..]);
        assert_eq!(tensor_format::from_reader::<Numbers, _>(in_pieces).unwrap(), numbers(len, false));
        let file = npy::to_vec(&numbers(len, false)).unwrap();
        assert_eq!(npy::from_slice::<Numbers>(&file).unwrap().all, numbers(len, false).all);
    }
}

#[test]
fn those_of_a_row_end_with_it() {
    let rows = |native| (0..4).map(|id| Row { id, numbers: numbers(usize::from(id), native) }).collect::<Vec<_>>();
    let bytes = to_vec(&rows(false)).unwrap();
    let read: Vec<Row> = tensor_format::from_slice(&bytes).unwrap();
    assert_eq!(read, rows(LITTLE));
}
