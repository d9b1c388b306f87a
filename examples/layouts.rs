//! How a small tensor lies in memory: for each layout the positions in order, with the element at each and its index.

use std::error::Error;

use tensor_format::{
    Header,
    layout::{DimOrder, Index, Layout},
    stdlib::MetaData,
    xla::{ArrayShape, PaddedLayout, PaddedShape, PaddingValue, PrimitiveType, Shape},
};

/// Positions in one line of the drawing.
const COLUMNS: usize = 15;

fn main() -> Result<(), Box<dyn Error>> {
    println!("Elements go by letters in logical order, the last dimension fastest; padding is 0 or a dot.\n");

    // The order of the dimensions, the fastest first: the layouts of the XLA documents.
    for (text, letters) in [("u8[2,3]{1,0}", "a b c d e f"), ("u8[2,3]{0,1}", "a d b e c f")] {
        let shape = array(text)?;
        let kind = if shape.layout().is_row_major() { "dim 0 is major" } else { "dim 0 is minor" };
        let drawn = draw(&format!("{text}, {kind}"), shape.order()?.memory_order(), &[2, 3], '.');
        assert_eq!(drawn, letters);
    }

    // Padding, as XLA had it: each dimension takes more room than it has elements.
    let padded = PaddedLayout::new(&[0, 1], &[3, 5], PaddingValue::Zero);
    let padded = PaddedShape::new(PrimitiveType::U8, &[2, 3], padded)?;
    let drawn =
        draw("[2, 3] in column-major order, padded to [3, 5] with 0", padded.order().memory_order(), &[2, 3], '0');
    assert_eq!(drawn, "a d 0 b e 0 c f 0 0 0 0 0 0 0");

    // The same places in the array that has the padding as elements: those that are letters above.
    let whole = DimOrder::column_major(&[3, 5])?;
    let kept = |index: &Index| index[0] < 2 && index[1] < 3;
    let same = draw(
        "the array [3, 5] in column-major order, of which the first [2, 3] elements are those above",
        whole.memory_order().map(|index| index.filter(kept)),
        &[2, 3],
        '0',
    );
    assert_eq!(same, drawn);

    // Tiles, as XLA has them today: padding is what the last tiles lack.
    for text in ["u8[2,3]{1,0:T(2,2)}", "u8[3,5]{1,0:T(2,2)}", "u8[4,3]{1,0:T(2,4)(2,1)}"] {
        let shape = array(text)?;
        draw(text, shape.order()?.memory_order(), &shape.sizes()?, '.');
    }

    // Directions: the last row and the last column come first.
    let backwards = DimOrder::row_major(&[2, 3])?.directed(&[true, true])?;
    draw("[2, 3] in row-major order, both axes backwards", backwards.memory_order(), &[2, 3], '.');

    println!("The same layout in three words:");
    let order = DimOrder::column_major(&[2, 3])?;
    let strides = order.to_layout(8)?;
    let header = Header::new(tensor_format::ElementType::F64, [2, 3]);
    println!("  strides {:?} bytes, offset {}", strides.strides(), strides.offset());
    let meta = MetaData::of_layout(&header, &strides, tensor_format::ByteOrder::Little)?;
    println!("  stdlib  {:?}, {} bytes: {}", meta.order, meta.encoded_len(), hex(&meta.to_vec()?));
    let shape = Shape::from(ArrayShape::of_layout(&header, &meta.layout()?, meta.byte_order)?);
    println!("  XLA     {shape}: {}", hex(&shape.to_vec()));

    println!("\nRoom that strides leave is a tile:");
    for strides in [[40, 8], [48, 16]] {
        let shape = ArrayShape::of_layout(&header, &Layout::new(&strides, 0), tensor_format::ByteOrder::Little)?;
        println!("  strides {strides:?} bytes: {shape}");
    }

    println!("\nWhat has no word for it says so:");
    for (name, strides, offset) in [
        ("columns backwards", [24, -8], 16),
        ("one row, repeated", [0, 8], 0),
        ("rows that overlap the next", [16, 8], 0),
        ("behind a header", [24, 8], 64),
    ] {
        let layout = Layout::new(&strides, offset);
        let xla = ArrayShape::of_layout(&header, &layout, tensor_format::ByteOrder::Little);
        println!("  {name}: {}", xla.err().ok_or("an XLA layout that should not exist")?);
    }
    Ok(())
}

fn array(text: &str) -> Result<ArrayShape, Box<dyn Error>> {
    Ok(text.parse::<Shape>()?.into_array().ok_or("no array")?)
}

/// Draws the positions, and gives the letters alone. Elements go by letters in logical order.
fn draw(title: &str, memory: impl Iterator<Item = Option<Index>>, shape: &[usize], padding: char) -> String {
    println!("{title}");
    let letter = |index: &Index| {
        let ordinal = index.iter().zip(shape).fold(0, |sum, (i, len)| sum * len + i);
        u8::try_from(ordinal).map_or('?', |ordinal| char::from(b'a' + ordinal))
    };
    let cells: Vec<(char, String)> = memory
        .map(|index| match index {
            Some(index) => (letter(&index), index.iter().map(usize::to_string).collect::<Vec<_>>().join(",")),
            None => (padding, String::new()),
        })
        .collect();
    for (line, cells) in cells.chunks(COLUMNS).enumerate() {
        let row = |name: &str, text: &dyn Fn(usize) -> String| {
            let texts: String = (0..cells.len()).map(|i| format!("{:>5}", text(i))).collect();
            println!("  {name:<9}{texts}");
        };
        row("position", &|i| (line * COLUMNS + i).to_string());
        row("element", &|i| cells[i].0.to_string());
        row("index", &|i| cells[i].1.clone());
    }
    println!();
    cells.iter().map(|(letter, _)| letter.to_string()).collect::<Vec<_>>().join(" ")
}

fn hex(bytes: &[u8]) -> String {
    let shown: String = bytes.iter().take(24).map(|byte| format!("{byte:02x}")).collect();
    if bytes.len() > 24 { format!("{shown}...") } else { shown }
}
