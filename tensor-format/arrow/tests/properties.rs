//! Random values under random options come back as they were, whatever the batches and slices. `ARROW_SEEDS` is the
//! number of rounds; a failure names its seed.

use std::collections::BTreeMap;

use arrow_array_60::RecordBatch;
use ndarray::{Array2, Array3};
use tensor_format::{Binary, Image, Many, Tensor};
use tensor_format_arrow::{BatchBuilder, Rows, WriteOptions, check_batch, definitions_of, from_batch, ipc};

/// Makes random values.
struct Random(fastrand::Rng);

impl Random {
    fn next(&mut self) -> u64 {
        self.0.u64(..)
    }

    fn below(&mut self, end: usize) -> usize {
        self.0.usize(..end)
    }

    fn text(&mut self) -> String {
        (0..self.below(6)).map(|_| ['a', 'é', '日', '😀', '\0'][self.below(5)]).collect()
    }

    fn bytes(&mut self) -> Vec<u8> {
        (0..self.below(6)).map(|_| self.next() as u8).collect()
    }

    fn some<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        (self.below(3) > 0).then(|| make(self))
    }

    fn list<T>(&mut self, most: usize, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(most + 1)).map(|_| make(self)).collect()
    }
}

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Part {
    weight: f64,
    tags: Vec<String>,
}

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Row {
    #[tensor(shape = [h: 2, w: 3])]
    pixels: [[u16; 3]; 2],
    #[tensor(shape = [n, 2])]
    boxes: Vec<[f32; 2]>,
    #[tensor(shape = [n])]
    names: Vec<String>,
    #[tensor(shape = [n, _])]
    mask: Array2<bool>,
    volume: Array3<i64>,
    flags: Option<[bool; 7]>,
    blob: Binary,
    image: Option<Image>,
    part: Option<Part>,
    many: Many<Vec<i8>>,
    scores: BTreeMap<String, u32>,
    #[tensor(ragged)]
    ragged: Vec<Vec<u8>>,
    #[tensor(metadata)]
    note: Option<String>,
}

fn row(random: &mut Random) -> Row {
    let n = random.below(4);
    let (m, shape) = (random.below(3), (random.below(3), random.below(3), random.below(3)));
    Row {
        pixels: [[random.next() as u16; 3], [random.next() as u16; 3]],
        boxes: (0..n).map(|_| [random.next() as f32, -0.0]).collect(),
        names: (0..n).map(|_| random.text()).collect(),
        mask: Array2::from_shape_fn((n, m), |_| random.below(2) == 0),
        volume: Array3::from_shape_fn(shape, |_| random.next() as i64),
        flags: random.some(|random| [0; 7].map(|_| random.below(2) == 0)),
        blob: Binary::from(random.bytes()),
        image: random.some(|random| Image::new("png", random.bytes())),
        part: random.some(|random| Part { weight: random.next() as f64, tags: random.list(3, Random::text) }),
        many: Many(random.list(3, |random| random.list(3, |random| random.next() as i8))),
        scores: random.list(3, |random| (random.text(), random.next() as u32)).into_iter().collect(),
        ragged: random.list(3, Random::bytes),
        note: random.some(Random::text),
    }
}

#[test]
fn random_values_come_back() {
    let seeds = std::env::var("ARROW_SEEDS").ok().and_then(|count| count.parse().ok()).unwrap_or(100);
    for seed in 1..=seeds {
        let mut random = Random(fastrand::Rng::with_seed(seed));
        let values = random.list(12, row);
        let options = WriteOptions::new()
            .plain(random.below(3) == 0)
            .bool8(random.below(2) == 0)
            .large(random.below(2) == 0)
            .max_rows(1 + random.below(6))
            .max_elements(100 + random.below(200));
        let mut builder = BatchBuilder::<Row>::new(&options).unwrap();
        let mut batches: Vec<RecordBatch> = Vec::new();
        for value in &values {
            batches.extend(builder.push(value).unwrap());
        }
        batches.push(builder.finish().unwrap());
        let mut before = 0;
        for batch in &batches {
            let expected = &values[before..before + batch.num_rows()];
            before += batch.num_rows();
            assert_eq!(from_batch::<Row>(batch).unwrap(), expected, "seed {seed}");
            let start = random.below(batch.num_rows() + 1);
            let len = random.below(batch.num_rows() - start + 1);
            let slice = batch.slice(start, len);
            let rows = Rows::<Row>::new(&slice).unwrap().collect::<Result<Vec<_>, _>>().unwrap();
            assert_eq!(rows, expected[start..start + len], "seed {seed}");
            if !options.plain {
                let definitions = definitions_of(&batch.schema()).unwrap();
                definitions.with(|rules| check_batch(&tensor_format::Rules::Record(rules), batch, 0)).unwrap();
            }
        }
        assert_eq!(before, values.len(), "seed {seed}");
        // All batches as one.
        let one = arrow_select_60::concat::concat_batches(&builder.schema(), &batches).unwrap();
        assert_eq!(from_batch::<Row>(&one).unwrap(), values, "seed {seed}");
        let file = ipc::write_file_with(Vec::new(), &values, &options).unwrap();
        assert_eq!(ipc::read_file::<Row, _>(std::io::Cursor::new(file)).unwrap(), values, "seed {seed}");
    }
}
