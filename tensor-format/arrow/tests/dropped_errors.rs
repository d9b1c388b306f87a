//! Values that drop the error of a tensor they write: a row without it is refused, and the others stay as they are.

use ndarray::{Array2, ArrayD};
use tensor_format::{
    ElementType, Encode, EncodeError, HasRules, Rules, Tensor,
    codec::{ElementSink, Payload, Sink},
};
use tensor_format_arrow::{BatchBuilder, WriteOptions, from_batch, to_batch};

#[derive(Tensor, Clone, Debug, PartialEq)]
struct Model {
    a: [f32; 2],
    b: f32,
}

enum Mode {
    Right,
    OtherType,
    TooFew,
    Twice,
}

struct Hand(Mode, f32);

impl HasRules for Hand {
    const RULES: Rules<'static> = Model::RULES;
}

struct Numbers<const N: usize>(f32);

impl<'a, const N: usize> Payload<'a> for Numbers<N> {
    fn write<S: ElementSink<'a>>(&self, sink: &mut S) -> Result<(), EncodeError> {
        sink.copy_numbers(&[self.0; N])
    }
}

impl Encode for Hand {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        sink.record(Self::RECORD, &[1, 1])?;
        sink.names(["a", "b"].into_iter())?;
        let a = sink.parameter(0);
        match self.0 {
            Mode::Right => a.tensor(ElementType::F32, &[2], &Numbers::<2>(self.1))?,
            Mode::OtherType => drop(a.tensor(ElementType::F64, &[2], &Numbers::<2>(self.1))),
            Mode::TooFew => drop(a.tensor(ElementType::F32, &[2], &Numbers::<1>(self.1))),
            Mode::Twice => {
                a.tensor(ElementType::F32, &[2], &Numbers::<2>(self.1))?;
                sink.parameter(0).tensor(ElementType::F32, &[2], &Numbers::<2>(self.1))?;
            }
        }
        sink.parameter(1).block(&self.1)
    }
}

#[test]
fn a_dropped_error_is_a_missing_tensor() {
    for mode in [Mode::OtherType, Mode::TooFew, Mode::Twice] {
        let mut builder = BatchBuilder::<Hand>::new(&WriteOptions::new()).expect("a builder");
        assert!(builder.push(&Hand(Mode::Right, 1.0)).expect("a row").is_none());
        assert!(builder.push(&Hand(mode, 2.0)).is_err());
        assert!(builder.push(&Hand(Mode::Right, 3.0)).expect("a row").is_none());
        let read = from_batch::<Model>(&builder.finish().expect("a batch")).expect("rows");
        let row = |number: f32| Model { a: [number; 2], b: number };
        assert_eq!(read, [row(1.0), row(3.0)]);
    }
    // Two faults that would make up for each other if columns were counted alone.
    let rows = [Hand(Mode::Right, 1.0), Hand(Mode::OtherType, 2.0), Hand(Mode::Twice, 3.0)];
    assert!(to_batch(&rows).is_err());
}

#[derive(Tensor)]
struct Fixed {
    #[tensor(shape = [2, 3])]
    a: Array2<f32>,
}

#[derive(Tensor)]
struct Open {
    #[tensor(shape = [2, 3])]
    a: ArrayD<f32>,
}

macro_rules! written {
    ($($name:ident: $field:ty = $value:expr),*) => { [$({
        #[derive(Tensor)]
        struct $name {
            a: $field,
        }
        to_batch(&[$name { a: $value }, $name { a: $value }]).expect("a batch")
    }),*] };
}

/// One is read by the lengths that its type has, the other by a header.
#[test]
fn lengths_are_read_as_headers_are() {
    let batches = written![
        Right: [[f32; 3]; 2] = [[0.5, 1.0, 2.0], [3.0, 4.0, 5.0]],
        Wider: [[f32; 4]; 2] = [[0.0; 4]; 2],
        Turned: [[f32; 2]; 3] = [[0.0; 2]; 3],
        OneAxis: [f32; 6] = [0.0; 6],
        OtherType: [[f64; 3]; 2] = [[0.0; 3]; 2],
        Listed: Vec<[f32; 3]> = vec![[1.0; 3]; 2],
        TooShort: Vec<[f32; 3]> = vec![[1.0; 3]; 1],
        There: Option<[[f32; 3]; 2]> = Some([[1.0; 3]; 2]),
        Absent: Option<[[f32; 3]; 2]> = None
    ];
    let mut read = 0;
    for batch in batches {
        let fixed = from_batch::<Fixed>(&batch).map(|rows| rows.into_iter().map(|row| row.a.into_dyn()).collect());
        let open = from_batch::<Open>(&batch).map(|rows| rows.into_iter().map(|row| row.a).collect::<Vec<_>>());
        read += usize::from(fixed.is_ok());
        assert_eq!(fixed.map_err(|error| error.to_string()), open.map_err(|error| error.to_string()));
    }
    assert_eq!(read, 3);
}
