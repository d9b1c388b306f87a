//! Numbers of Vespa texts by the million, read and written, held to the slow reader and to the shortest texts of the
//! standard library.

use half::bf16;
use tensor_format::vespa::{CellType, Constant, Options, TensorType};

use crate::vespa_reference::cell_of;

/// So many numbers are one tensor.
const ROW: usize = 1000;

/// How many numbers were looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Read, and written and read back.
    pub kept: usize,
    /// Refused, as the slow reader does.
    pub refused: usize,
}

/// Random bits, always the same after a seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mixed = (self.0 ^ self.0 >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ mixed >> 32
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn digits(&mut self, count: u64) -> String {
        (0..count).map(|_| char::from(b'0' + self.below(10) as u8)).collect()
    }

    /// A text of JSON: some numbers as they are usually written, some that are hard to round.
    fn text(&mut self, cell: CellType) -> String {
        let sign = if self.below(2) == 0 { "" } else { "-" };
        let text = match self.below(if cell == CellType::Int8 { 4 } else { 10 }) {
            0 => self.below(140).to_string(),
            1 => format!("{}.{}", self.below(140), "0".repeat(1 + self.below(3) as usize)),
            2 => format!("{}e{}", self.below(14), self.below(3)),
            3 => format!("{}e-1", self.below(1400)),
            4 => format!("{:e}", f64::from_bits(self.next() & !(1 << 63))),
            5 => format!("{:?}", f32::from_bits(self.next() as u32 & !(1 << 31))),
            6 => (self.below(1 << 53) as f64 / (1u64 << 53) as f64).to_string(),
            7 => {
                let (whole, decimals) = (self.below(9), 1 + self.below(9));
                format!("{whole}.{}", self.digits(decimals))
            }
            8 => {
                let (digits, decimals) = (self.below(25), 1 + self.below(25));
                let (whole, first) = (self.digits(digits), 1 + self.below(9));
                let exponent = self.below(700) as i64 - 350;
                let exponent = if exponent % 2 == 0 { String::new() } else { format!("E{exponent:+}") };
                format!("{first}{whole}.{}{exponent}", self.digits(decimals))
            }
            _ => self.halfway(),
        };
        match text.as_str() {
            "NaN" | "inf" => format!("\"{sign}{text}\""),
            _ => sign.to_owned() + &text,
        }
    }

    /// The middle between two neighbouring doubles, written out; or a little less or more.
    fn halfway(&mut self) -> String {
        let middle = u128::from((1 << 53 | self.below(1 << 53)) | 1);
        let scale = self.below(30) as usize;
        let mut text = (middle * 5u128.pow(scale as u32)).to_string();
        if text.len() <= scale {
            text = "0".repeat(scale + 1 - text.len()) + &text;
        }
        text.insert(text.len() - scale, '.');
        match self.below(3) {
            0 => text + "000001",
            1 => {
                // The last digit of a middle is 5, or none of its digits are behind the point.
                let last = if text.ends_with('.') { "0" } else { "" };
                match text.strip_suffix('5') {
                    Some(less) => format!("{less}499999"),
                    None => text + last,
                }
            }
            _ => text + "0",
        }
    }
}

/// The bits of each cell, as a double.
fn bits(tensor: &Constant) -> Result<Vec<u64>, String> {
    let cells = tensor.cells();
    let doubles: Vec<f64> = match tensor.tensor_type().cell() {
        CellType::Double => cells.to_vec::<f64>(),
        CellType::Float => cells.to_vec::<f32>().map(|cells| cells.into_iter().map(f64::from).collect()),
        CellType::Bfloat16 => cells.to_vec::<bf16>().map(|cells| cells.into_iter().map(f64::from).collect()),
        CellType::Int8 => cells.to_vec::<i8>().map(|cells| cells.into_iter().map(f64::from).collect()),
    }
    .map_err(|error| error.to_string())?;
    let quiet = |cell: f64| if cell.is_nan() { f64::NAN.copysign(cell) } else { cell };
    Ok(doubles.into_iter().map(|cell| quiet(cell).to_bits()).collect())
}

/// The number of digits of a number without zeros before and behind them.
fn significant(text: &str) -> usize {
    let digits: String = text.split(['e', 'E']).next().unwrap_or(text).chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').len()
}

/// Whether no text of fewer digits reads back, or one would only if it were not read as a double first. A bfloat16 is held
/// to the shortest text of the float that it is.
fn is_shortest(cell: CellType, bits: u64, text: &str) -> bool {
    let number = f64::from_bits(bits);
    if !number.is_finite() {
        return text.starts_with('"');
    }
    let shortest = if cell == CellType::Double { format!("{number:e}") } else { format!("{:e}", number as f32) };
    significant(text) <= significant(&shortest)
        || shortest.parse::<f64>().is_ok_and(|read| cell != CellType::Double && f64::from(read as f32) != number)
}

fn of_row(cell: CellType, count: usize) -> Result<TensorType, String> {
    format!("tensor<{cell}>(x[{count}])").parse().map_err(|error| format!("{error}"))
}

/// Reads the texts as one tensor, and writes it.
fn check_row(cell: CellType, texts: &[String], expected: &[u64]) -> Result<(), String> {
    let tensor_type = of_row(cell, texts.len())?;
    let row = format!("[{}]", texts.join(","));
    let tensor = Options::new().read_as(&tensor_type, &row).map_err(|error| format!("{error}: {row}"))?;
    for ((text, expected), found) in texts.iter().zip(expected).zip(bits(&tensor)?) {
        if *expected != found {
            return Err(format!("{cell} {text}: expected {expected:#x}, found {found:#x}"));
        }
    }
    let written = tensor.to_text();
    let written = written.split_once("\"values\":[").and_then(|(_, values)| values.strip_suffix("]}"));
    let written: Vec<&str> = written.unwrap_or_default().split(',').collect();
    if written.len() != expected.len() {
        return Err(format!("{} of {} numbers were written", written.len(), expected.len()));
    }
    for (text, expected) in written.into_iter().zip(expected) {
        if cell_of(cell, text) != Some(*expected) || !is_shortest(cell, *expected, text) {
            return Err(format!("{cell} {:?} was written as {text}", f64::from_bits(*expected)));
        }
    }
    Ok(())
}

/// Reads so many random numbers as cells of this type, and writes them.
///
/// # Errors
///
/// The first number that is read other than by the slow reader, does not come back, or is written in more digits than it
/// needs.
pub fn check(cell: CellType, count: usize, seed: u64) -> Result<Figures, String> {
    let mut random = Random(seed);
    let mut figures = Figures::default();
    let (mut texts, mut expected) = (Vec::with_capacity(ROW), Vec::with_capacity(ROW));
    let one = of_row(cell, 1)?;
    for index in 1..=count {
        let text = random.text(cell);
        match cell_of(cell, &text) {
            Some(bits) => {
                figures.kept += 1;
                texts.push(text);
                expected.push(bits);
            }
            None if Options::new().read_as(&one, &format!("[{text}]")).is_ok() => {
                return Err(format!("{cell} {text} is read, but has no cell"));
            }
            None => figures.refused += 1,
        }
        if texts.len() == ROW || (index == count && !texts.is_empty()) {
            check_row(cell, &texts, &expected)?;
            texts.clear();
            expected.clear();
        }
    }
    Ok(figures)
}
