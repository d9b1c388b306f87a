//! Where errors of items in lists say they are.

use tensor_format::{DecodeOwned, Tensor, from_slice, to_vec};

#[derive(Tensor, Clone, Debug)]
enum Label {
    A,
    B,
}

#[derive(Tensor, Clone, Debug)]
enum Act {
    Stay,
    Jump {
        #[tensor(range_checked = 0..=99)]
        height: u8,
    },
}

#[derive(Tensor, Clone, Debug)]
struct Part {
    #[tensor(range_checked = 0..=99)]
    digit: u8,
    text: String,
}

#[derive(Tensor, Clone, Debug)]
struct Item {
    label: Label,
    #[tensor(range_checked = 0..=99)]
    number: u8,
    act: Act,
    parts: Vec<Part>,
    last: [f32; 100],
}

#[derive(Tensor, Clone, Debug)]
struct Items {
    first: u8,
    items: Vec<Item>,
}

/// Returns the error of the message that has another byte, and the place of that byte. The byte is the last of those that
/// the message has.
fn error_of<T: DecodeOwned>(bytes: &[u8], byte: u8, other: u8) -> (String, u64, usize) {
    let at = bytes.iter().rposition(|found| *found == byte).unwrap();
    let mut bytes = bytes.to_vec();
    bytes[at] = other;
    let error = from_slice::<T>(&bytes).err().expect("a fault");
    (error.to_string(), error.offset().expect("a place"), at)
}

#[test]
fn faults_of_items_are_in_the_tensor_of_their_column() {
    let item = |number| Item {
        label: Label::A,
        number: 1,
        act: Act::Jump { height: 2 },
        parts: vec![Part { digit: 3, text: "text".into() }, Part { digit: number, text: String::new() }],
        last: [0.0; 100],
    };
    let mut items = Items { first: 4, items: vec![item(95), item(96)] };
    (items.items[1].label, items.items[1].number) = (Label::B, 98);
    items.items[1].act = Act::Jump { height: 97 };
    let bytes = to_vec(&items).unwrap();
    for (byte, other, parameter) in [
        (b'B', b'Q', "items[1].label"),
        (98, 177, "items[1].number"),
        (97, 178, "items[1].act.Jump.height"),
        (96, 179, "items[1].parts[1].digit"),
    ] {
        let (text, offset, at) = error_of::<Items>(&bytes, byte, other);
        assert!(text.starts_with(&format!("parameter `{parameter}`: ")), "{text}");
        let column = at as u64 - offset;
        assert!(column < 12, "{text}, but the byte is at {at}");
    }
}
