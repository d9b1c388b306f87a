//! A thousand messages, drawn by a fixed seed: every machine has to write the same bytes.

use tensor_format::{
    ByteOrder, Record, Tensor,
    decthings::{Dialect, Options},
    npy, npz, safetensors, stdlib, vespa, zio,
};

/// The records that are written, each in every format.
const RECORDS: usize = 125;

/// Numbers that are the same on each machine: splitmix64.
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: u64) -> usize {
        usize::try_from(self.next() % end).expect("small")
    }

    fn vec<T>(&mut self, len: usize, item: impl Fn(u64) -> T) -> Vec<T> {
        (0..len).map(|_| item(self.next())).collect()
    }

    fn shape(&mut self) -> Vec<usize> {
        (0..self.below(4)).map(|_| self.below(4)).collect()
    }

    /// Any numbers; those of floating point with all bits, so NaN with a payload, too.
    fn numbers(&mut self) -> Tensor {
        let shape = self.shape();
        let len = shape.iter().product();
        let tensor = match self.below(11) {
            0 => Tensor::from_vec(shape, self.vec(len, |bits| bits as f32)),
            1 => Tensor::from_vec(shape, self.vec(len, |bits| f32::from_bits(bits as u32))),
            2 => Tensor::from_vec(shape, self.vec(len, f64::from_bits)),
            3 => Tensor::from_vec(shape, self.vec(len, |bits| bits as i8)),
            4 => Tensor::from_vec(shape, self.vec(len, |bits| bits as i16)),
            5 => Tensor::from_vec(shape, self.vec(len, |bits| bits as i32)),
            6 => Tensor::from_vec(shape, self.vec(len, |bits| bits as i64)),
            7 => Tensor::from_vec(shape, self.vec(len, |bits| bits as u8)),
            8 => Tensor::from_vec(shape, self.vec(len, |bits| bits as u16)),
            9 => Tensor::from_vec(shape, self.vec(len, |bits| bits as u32)),
            _ => Tensor::from_vec(shape, self.vec(len, |bits| bits)),
        };
        tensor.expect("as many elements as the shape says")
    }

    /// Numbers that Vespa has: finite, in rows of the same length.
    fn cells(&mut self) -> Tensor {
        let shape: Vec<usize> = self.shape().into_iter().chain([1]).map(|len| len.max(1)).collect();
        let len = shape.iter().product();
        let tensor = match self.below(3) {
            0 => Tensor::from_vec(shape, self.vec(len, |bits| (bits as i32) as f32 / 1024.0)),
            1 => Tensor::from_vec(shape, self.vec(len, |bits| (bits as i64) as f64 * 1e-9)),
            _ => Tensor::from_vec(shape, self.vec(len, |bits| bits as i8)),
        };
        tensor.expect("as many elements as the shape says")
    }

    fn texts(&mut self) -> Tensor {
        const TEXTS: [&str; 5] = ["", "a", "tensor", "é\u{1f600}", "\"\\\n\u{0}"];
        let len = self.below(5);
        let texts: Vec<&str> = (0..len).map(|_| TEXTS[self.below(5)]).collect();
        Tensor::from_strings([len], texts).expect("as many elements as the shape says")
    }

    fn record(&mut self, mut tensor: impl FnMut(&mut Self) -> Tensor) -> Record {
        const NAMES: [&str; 4] = ["image", "x", "boxes", "score_2"];
        let len = self.below(4) + 1;
        NAMES.iter().take(len).map(|name| ((*name).to_owned(), tensor(self))).collect()
    }
}

/// A message, and whether this machine reads the value from it that was written.
pub struct Message {
    /// The name of the format.
    pub format: &'static str,
    /// What was written.
    pub bytes: Vec<u8>,
    /// Whether reading gives the same bytes when they are written again.
    pub read: bool,
}

/// The messages, in order.
#[must_use]
pub fn all() -> Vec<Message> {
    let mut draw = Draw(26);
    let mut messages = Vec::new();
    for _ in 0..RECORDS {
        let numbers = draw.record(Draw::numbers);
        let cells = draw.record(Draw::cells);
        let tensor = draw.numbers();
        let words = ("words".to_owned(), draw.texts());
        let mixed = draw.record(Draw::numbers).into_iter().chain([words]).collect();
        write(&numbers, &mixed, &cells, &tensor, &mut messages);
    }
    messages
}

fn write(numbers: &Record, mixed: &Record, cells: &Record, tensor: &Tensor, messages: &mut Vec<Message>) {
    let mut push = |format, bytes: Vec<u8>, again: Option<Vec<u8>>| {
        let read = again.as_ref() == Some(&bytes);
        messages.push(Message { format, bytes, read });
    };
    for (format, dialect) in [("decthings", Dialect::Documented), ("decthings-clients", Dialect::Clients)] {
        let options = Options::new().dialect(dialect);
        let bytes = options.to_vec(mixed).expect("written");
        let again = options.from_slice::<Record>(&bytes).ok().and_then(|read| options.to_vec(&read).ok());
        push(format, bytes, again);
    }

    let bytes = zio::to_message(numbers).and_then(|message| message.to_vec()).expect("written");
    let again = zio::Message::from_slice(&bytes).and_then(|message| zio::from_message::<Record>(&message)).ok();
    let again = again.and_then(|read| zio::to_message(&read).ok()?.to_vec().ok());
    push("zio", bytes, again);

    let bytes = safetensors::to_vec(numbers).expect("written");
    let again = safetensors::from_slice::<Record>(&bytes).ok().and_then(|read| safetensors::to_vec(&read).ok());
    push("safetensors", bytes, again);

    let bytes = npz::to_vec(numbers).expect("written");
    let again = npz::from_slice::<Record>(&bytes).ok().and_then(|read| npz::to_vec(&read).ok());
    push("npz", bytes, again);

    let bytes = npy::to_vec(tensor).expect("written");
    let again = npy::from_slice::<Tensor>(&bytes).ok().and_then(|read| npy::to_vec(&read).ok());
    push("npy", bytes, again);

    let joined = |message: stdlib::Message| [message.meta, message.data].concat();
    // Without an option this format has the order of the machine.
    let options = stdlib::Options::new().byte_order(ByteOrder::Little);
    let message = options.to_message(tensor).expect("written");
    let again = stdlib::from_message::<Tensor>(&message.meta, &message.data).ok();
    let again = again.and_then(|read| options.to_message(&read).ok()).map(joined);
    push("stdlib", joined(message), again);

    let constants = vespa::to_constants(cells).expect("written");
    let again: Result<Vec<_>, _> = constants
        .iter()
        .map(|(name, constant)| vespa::Options::new().read(&constant.to_text()).map(|read| (name.clone(), read)))
        .collect();
    let again = again.and_then(|read| vespa::from_constants::<Record>(&read)).ok();
    let again = again.and_then(|read| vespa::to_constants(&read).ok());
    push("vespa", texts(&constants), again.as_deref().map(texts));
}

/// Each constant in a line, behind its name.
fn texts(constants: &[(String, vespa::Constant)]) -> Vec<u8> {
    let lines = constants.iter().map(|(name, constant)| format!("{name} {}\n", constant.to_text()));
    lines.collect::<String>().into_bytes()
}
