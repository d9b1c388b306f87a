//! Writes the structs of `shapes`, always the same ones: fields are drawn by a seeded generator from the tables below.
//!
//! A struct whose name begins with `A` is of depth 1, one with `D` of depth 4; enums are among them. A kind of field is one line of a table; what
//! it needs besides is its `Any` in `draw`, and in `flat` how it is written flat, or a module of that in `shapes`.

use std::{fmt::Write as _, fs, path::Path};

/// How many structs there are of each depth.
const COUNTS: [usize; 4] = [43, 10, 5, 3];

/// A kind of field.
#[derive(Clone, Copy)]
struct Kind {
    /// Its type; `R` is a record of the depth below.
    ty: &'static str,
    /// Its attribute.
    attribute: &'static str,
    /// How a value of it is made and written flat: a module in `shapes`.
    how: &'static str,
}

const fn one(ty: &'static str) -> Kind {
    Kind { ty, attribute: "", how: "one" }
}

const fn with(ty: &'static str, attribute: &'static str, how: &'static str) -> Kind {
    Kind { ty, attribute, how }
}

/// Fields of numbers that every format can hold.
const FLOATS: &[Kind] = &[
    one("f32"),
    one("f64"),
    one("i8"),
    one("[f32; 3]"),
    one("[[f64; 2]; 2]"),
    one("Vec<f32>"),
    one("Vec<[f64; 2]>"),
    one("Array2<f32>"),
    one("Option<Vec<f64>>"),
    one("Batch<Vec<i8>>"),
    one("BTreeMap<String, f32>"),
    one("(f32, Option<f64>)"),
];

/// All other fields that are no derived records.
const LEAVES: &[Kind] = &[
    one("u8"),
    one("u64"),
    one("bool"),
    one("char"),
    one("usize"),
    one("isize"),
    one("NonZero<u32>"),
    one("String"),
    one("[[u8; 2]; 2]"),
    one("[String; 2]"),
    one("Vec<[i32; 2]>"),
    one("Vec<bool>"),
    one("Vec<String>"),
    one("Vec<char>"),
    one("VecDeque<u16>"),
    one("BTreeSet<u16>"),
    one("BTreeSet<String>"),
    one("Box<Vec<u8>>"),
    one("Option<u16>"),
    one("Option<String>"),
    one("Option<[i64; 2]>"),
    one("Batch<Vec<String>>"),
    one("BTreeMap<u32, [u8; 2]>"),
    one("BTreeMap<(String, String), i64>"),
    one("HashMap<String, f64>"),
    one("Option<BTreeMap<String, u8>>"),
    one("Ragged<Vec<f32>>"),
    one("Ragged<Vec<Vec<u8>>>"),
    one("Ragged<Vec<Option<String>>>"),
    one("Ragged<Option<f64>>"),
    one("Option<Ragged<Vec<[u8; 2]>>>"),
    one("Box<Ragged<Vec<bool>>>"),
    one("(u8, Vec<f32>)"),
    one("((u8, char), Option<Ragged<Vec<i16>>>)"),
    one("Option<(u8, Vec<String>)>"),
    one("Batch<(u8, Vec<f32>)>"),
    with("Vec<Vec<f32>>", "#[tensor(ragged)]", "ragged"),
    with("Vec<Vec<String>>", "#[tensor(ragged)]", "ragged"),
    with("Vec<Vec<Vec<u16>>>", "#[tensor(ragged)]", "ragged"),
    with("Vec<Option<[u8; 2]>>", "#[tensor(ragged)]", "ragged"),
    with("Option<Vec<Vec<i8>>>", "#[tensor(ragged)]", "ragged_or_none"),
    with("Ragged<Vec<u32>>", "#[tensor(flatten = \"PREFIX\")]", "flattened"),
    with("u32", "#[tensor(default = 7)]", "or_default"),
    with("Vec<f32>", "#[tensor(default)]", "or_default"),
];

/// Fields that hold a record of a lower depth.
const RECORDS: &[Kind] = &[
    one("R"),
    one("Vec<R>"),
    one("Option<R>"),
    one("Batch<R>"),
    one("BTreeMap<String, R>"),
    with("R", "#[tensor(flatten = \"PREFIX\")]", "flattened"),
    with("R", "#[tensor(flatten)]", "flattened"),
    one("Box<R>"),
    one("Option<Box<R>>"),
    one("(R, u8)"),
    one("Option<Vec<R>>"),
    one("Option<(f32, R)>"),
    one("Option<Batch<R>>"),
    one("Arc<R>"),
    one("HashMap<u32, R>"),
    one("[R; 2]"),
    one("Vec<(u8, R)>"),
    with("Box<R>", "#[tensor(flatten = \"PREFIX\")]", "flattened"),
];

/// A small generator of numbers (xorshift), seeded once.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % end
    }

    fn of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// What is written.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Named,
    /// Its fields have numbers for names.
    Tuple,
    /// An enum: a record, fields, or nothing.
    Choice,
}

/// What a struct or enum that is written already can be part of.
#[derive(Clone, Copy)]
struct Written {
    depth: usize,
    index: usize,
    form: Form,
    /// Every format can hold it.
    is_floats: bool,
}

impl Written {
    fn name(self) -> String {
        format!("{}{}", char::from(b'A' + self.depth as u8), self.index)
    }
}

/// What the files are made from, one struct after another.
struct Generator {
    numbers: Numbers,
    written: Vec<Written>,
    /// How often each kind of each table was taken: none is left out.
    floats: [usize; FLOATS.len()],
    leaves: [usize; LEAVES.len()],
    records: [usize; RECORDS.len()],
}

/// Returns the kind that fits and was taken least.
fn next(table: &[Kind], taken: &mut [usize], fits: impl Fn(&Kind) -> bool) -> Kind {
    let index = (0..table.len()).filter(|index| fits(&table[*index])).min_by_key(|index| taken[*index]);
    let index = index.expect("a kind that fits");
    taken[index] += 1;
    table[index]
}

impl Generator {
    /// Returns the file of a depth.
    fn file(&mut self, depth: usize) -> String {
        let mut text =
            format!("//! Structs of depth {}, written by `generate`.\n\nuse super::*;\n\nshapes! {{\n", depth + 1);
        let mut names = String::new();
        for index in 0..COUNTS[depth] {
            let form = match index % 6 {
                5 => Form::Tuple,
                2 | 3 if depth > 0 => Form::Choice,
                _ => Form::Named,
            };
            // The label of an enum is a text.
            let is_floats = index.is_multiple_of(4) && form != Form::Choice;
            let this = Written { depth, index, form, is_floats };
            let mut fields = self.records(this);
            // A field that is always there, so that the record can be optional.
            if fields.iter().all(|(_, kind)| kind.ty.starts_with("Option")) {
                let first = self.numbers.of(&FLOATS[..8]);
                fields.push((first.ty.to_owned(), first));
            }
            let last = self.last(this);
            fields.push((last.ty.to_owned(), last));
            let turn = self.numbers.below(fields.len());
            fields.rotate_left(turn);
            let word = match form {
                Form::Named => "named",
                Form::Tuple => "tuple",
                Form::Choice => "choice",
            };
            let _ = writeln!(text, "    {word} {} {{", this.name());
            if form == Form::Choice {
                let _ = writeln!(text, "        One({}), Two {{", self.of_depth(depth - 1, this).name());
            }
            write_fields(&mut text, this, &fields);
            text.push_str(if form == Form::Choice { "        }, Three\n    }\n" } else { "    }\n" });
            let _ = write!(names, " {}", this.name());
            self.written.push(this);
        }
        let _ = write!(text, "    all{names};\n}}\n");
        text
    }

    /// Returns the fields that hold records: one of the depth below, and in every fifth struct a small one besides. The
    /// compiler pays for each parameter.
    fn records(&mut self, this: Written) -> Vec<(String, Kind)> {
        let mut fields = Vec::new();
        if this.depth == 0 {
            return fields;
        }
        let mut inner = vec![self.of_depth(this.depth - 1, this)];
        if this.index.is_multiple_of(5) {
            inner.push(self.of_depth(0, this));
        }
        let mut is_flat = false;
        for inner in inner {
            // Names without a prefix must not meet: one such record at most, and none of numbers.
            let fits = |kind: &Kind| {
                let is_bare = kind.attribute == "#[tensor(flatten)]";
                !(is_bare && (is_flat || inner.form != Form::Named)
                    || kind.how == "flattened" && (this.form != Form::Named || inner.form == Form::Choice)
                    || this.is_floats && kind.ty.contains("u8"))
            };
            let kind = next(RECORDS, &mut self.records, fits);
            is_flat |= kind.attribute == "#[tensor(flatten)]";
            fields.push((kind.ty.replace('R', &inner.name()), kind));
        }
        fields
    }

    /// Returns a struct of this depth that can be part of another.
    fn of_depth(&mut self, depth: usize, outer: Written) -> Written {
        let fits = |one: &&Written| one.depth == depth && (one.is_floats || !outer.is_floats);
        let all: Vec<Written> = self.written.iter().filter(fits).copied().collect();
        self.numbers.of(&all)
    }

    /// Returns the kind of the field that every struct has.
    fn last(&mut self, this: Written) -> Kind {
        if this.is_floats {
            return next(FLOATS, &mut self.floats, |_| true);
        }
        // Fields of tuples have no names that could be left out.
        next(LEAVES, &mut self.leaves, |kind| this.form == Form::Named || kind.how != "flattened")
    }
}

/// The files of `shapes`, one a depth, each with its name.
fn files() -> Vec<(String, String)> {
    let numbers = Numbers(0x2545_F491_4F6C_DD1D);
    let (floats, leaves, records) = ([0; FLOATS.len()], [0; LEAVES.len()], [0; RECORDS.len()]);
    let mut generator = Generator { numbers, written: Vec::new(), floats, leaves, records };
    (0..COUNTS.len()).map(|depth| (format!("depth{}.rs", depth + 1), generator.file(depth))).collect()
}

/// Writes fields, each with its attribute, what it adds to the names of its parameters, and how it is written.
fn write_fields(text: &mut String, this: Written, fields: &[(String, Kind)]) {
    for (index, (ty, kind)) in fields.iter().enumerate() {
        let field = match this.form {
            Form::Tuple => index.to_string(),
            _ => format!("{}{}", char::from(b'a' + index as u8), this.depth + 1),
        };
        let part = match kind.attribute {
            "#[tensor(flatten)]" => String::new(),
            _ if kind.how == "flattened" => format!("{field}_"),
            _ => field.clone(),
        };
        let attribute = kind.attribute.replace("PREFIX", &part);
        let space = if attribute.is_empty() { "" } else { " " };
        let _ = match this.form {
            Form::Tuple => writeln!(text, "        {attribute}{space}{ty} = {} {part:?} {field},", kind.how),
            _ => writeln!(text, "        {attribute}{space}{field}: {ty} = {} {part:?},", kind.how),
        };
    }
    // Two lists of one length.
    if this.form == Form::Named && this.index % 6 == 1 {
        let n = this.depth + 1;
        let _ = writeln!(text, "        #[tensor(shape = [n{n}])] x{n}: Vec<f32> = axis \"x{n}\",");
        let _ = writeln!(text, "        #[tensor(shape = [n{n}])] y{n}: Vec<f64> = same_axis \"y{n}\",");
    }
}

#[test]
fn the_structs_are_those_that_are_generated() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/nested_shapes/shapes");
    for (name, text) in files() {
        let path = folder.join(name);
        if std::env::var_os("SHAPES").is_some_and(|value| value == "overwrite") {
            fs::write(&path, text).expect("a file");
        } else {
            let found = fs::read_to_string(&path).expect("a file");
            assert!(found == text, "{} is not what is generated: SHAPES=overwrite writes it anew", path.display());
        }
    }
    assert!(COUNTS.iter().sum::<usize>() >= 60);
}

#[test]
fn every_kind_of_field_is_in_a_struct() {
    let text: String = files().into_iter().map(|(_, text)| text).collect();
    // Every record is called `R`, as in the tables.
    let is_record = |word: &str| word.starts_with(['A', 'B', 'C']) && word[1..].parse::<u8>().is_ok();
    let mut words = String::new();
    for piece in text.split_inclusive(|letter: char| !letter.is_alphanumeric()) {
        let (word, end) = piece.split_at(piece.len() - 1);
        words.extend([if is_record(word) { "R" } else { word }, end]);
    }
    for kind in [FLOATS, LEAVES, RECORDS].concat() {
        assert!(words.contains(&format!(" {} = {}", kind.ty, kind.how)), "{}", kind.ty);
    }
}
