//! Vespa constants: a table of embeddings as a mixed tensor, the input of a model as a dense one, and everything that is
//! wrong with a broken file.

use std::{collections::BTreeMap, error::Error};

use tensor_format::{
    Tensor,
    vespa::{self, ConstType, Options, type_of},
};

/// A table of embeddings: the label of a row is a mapped dimension, `category{}`, and its numbers are an indexed one, `x[4]`.
#[derive(Tensor, Debug, PartialEq)]
#[tensor(shape = [category, x: 4])]
struct Embeddings(BTreeMap<String, [f32; 4]>);

/// What the model takes. The dimensions are in the order of the model; Vespa sorts them by name.
#[derive(Tensor, Debug, PartialEq)]
#[tensor(shape = [token: 5, feature: 2])]
struct Features([[f64; 2]; 5]);

/// A constant of the application as it is declared there; a type that does not fit it does not compile.
const TABLE: ConstType = ConstType::parse("tensor<float>(category{}, x[4])");
const _: () = assert!(type_of::<Embeddings>().equals(&TABLE));

/// All constants of an application: a file for each field.
#[derive(Tensor, Debug, PartialEq)]
struct Constants {
    #[tensor(shape = [category, x: 4])]
    embeddings: BTreeMap<String, [f32; 4]>,
    #[tensor(shape = [x: 4])]
    weights: [f64; 4],
}

/// An ONNX input with an extra dimension of size 1.
const ONNX_INPUT: &str = r#"{
    "type": "tensor(d0[1],d1[5],d2[2])",
    "values": [ [
        [ 1.1, 1.2 ],
        [ 2.1, 2.2 ],
        [ 3.1, 3.2 ],
        [ 4.1, 4.2 ],
        [ 5.1, 5.2 ]
    ] ]
}"#;

const BROKEN: &str = r#"{
    "type": "tensor(x[4],category{})",
    "blocks": {
        "tops":  [ 0.1, 0.2, 0.3, "0.4" ],
        "caps":  [ 0.1, 0.2, 0.3 ],
        "tops":  [ 0.5, 0.6, 0.7, 0.8 ],
        "shoes": [ [ 0.1, 0.2 ], [ 0.3, 0.4 ] ]
    },
    "name": "embeddings"
}"#;

const FAULTS: [&str; 8] = [
    "line 2, column 13: `type`: expected the type tensor<float>(category{},x[4]), found `tensor(x[4],category{})` (byte 14)",
    r#"line 4, column 35: `blocks.tops[3]`: expected a number, found the string "0.4" (byte 91)"#,
    "line 5, column 18: `blocks.caps`: dimension `x`: expected 4 values, found 3 (byte 117)",
    r#"line 6, column 9: `blocks.tops`: expected each cell or block once, found "tops" again (byte 144)"#,
    "line 7, column 18: `blocks.shoes`: dimension `x`: expected 4 values, found 2 (byte 194)",
    "line 7, column 20: `blocks.shoes[0]`: brackets: expected a number, found a list (byte 196)",
    "line 7, column 34: `blocks.shoes[1]`: brackets: expected a number, found a list (byte 210)",
    r#"line 9, column 5: `name`: key: expected `type`, `values`, `cells` or `blocks`, found "name" (byte 236)"#,
];

fn main() -> Result<(), Box<dyn Error>> {
    title("A table of embeddings as a mixed tensor");
    let table = Embeddings(BTreeMap::from([
        ("tops".into(), [0.1, 0.2, 0.3, 0.4]),
        ("caps".into(), [-1.5, f32::INFINITY, 1e-3, 0.0]),
    ]));
    let text = vespa::to_string_pretty(&table)?;
    println!("{text}");
    let read: Embeddings = vespa::from_str(&text)?;
    assert_eq!(read, table);

    title("The same, looked into without a Rust type");
    let constant = Options::new().read(&text)?;
    println!("{} with {} blocks", constant.tensor_type(), constant.labels().len());
    println!("tops, x = 2: {:?}", constant.get(&[("category", "tops"), ("x", "2")]));
    let dense = constant.to_dense(0.0, 1 << 20)?;
    println!("as an array over {:?}:\n{}", dense.axes[0].labels, dense.cells);

    title("The same in the binary format, and back");
    let bytes = tensor_format::to_vec(&table)?;
    let back: Embeddings = tensor_format::from_slice(&bytes)?;
    println!("{} bytes of text, {} bytes of binary", text.len(), bytes.len());
    assert_eq!(back, table);

    title("An ONNX input: read, checked, to the binary format and back");
    const INPUT: ConstType = type_of::<[[[f64; 2]; 5]; 1]>();
    let input: [[[f64; 2]; 5]; 1] = vespa::from_str(ONNX_INPUT)?;
    println!("{INPUT}: {:?}", input[0]);
    let bytes = tensor_format::to_vec(&input)?;
    let back: Tensor = tensor_format::from_slice(&bytes)?;
    println!("{} as {} bytes", back.as_ref().header(), bytes.len());
    assert_eq!(Options::new().read(&vespa::to_string(&back)?)?, Options::new().read(ONNX_INPUT)?);

    title("The constants of an application, a file each");
    let constants = Constants { embeddings: table.0, weights: [0.5, 0.25, 0.125, 0.0] };
    let files = vespa::to_constants(&constants)?;
    files.iter().for_each(|(name, constant)| println!("{name}.json: {}", constant.to_text()));
    assert_eq!(vespa::from_constants::<Constants>(&files)?, constants);

    title("Dimensions in another order than their names");
    let features = Features(input[0]);
    println!("{}", vespa::to_string(&features)?);
    assert_eq!(vespa::from_str::<Features>(&vespa::to_string(&features)?)?, features);

    title("A broken file, and all that is wrong with it");
    println!("{BROKEN}\n");
    let faults = Options::new().validate(Some(&TABLE.to_type()), BROKEN);
    faults.iter().for_each(|fault| println!("{fault}"));
    let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(faults, FAULTS);
    Ok(())
}

fn title(text: &str) {
    println!("\n== {text}\n");
}
